//! Pages as a PDF file, with the fonts in it, cut down to the letters that are used. No dates: the same pages give the same
//! bytes.

use std::collections::{BTreeMap, BTreeSet};

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Chunk, Content, Filter, Finish, Name, Rect, Ref, Str, TextStr};

use crate::html::BORDER;
use crate::truetype::TrueType;
use crate::{Face, Ink, Mark, Page, Run};

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
#[error("the PDF cannot be made: {0}")]
pub struct PdfError(String);

/// A PDF file that is being made. It is kept in memory until it is whole.
pub struct Pdf {
    title: String,
    origin: Option<String>,
    /// What is finished of it.
    done: Chunk,
    next: Ref,
    pages: Vec<Ref>,
    outline: Vec<Heading>,
    fonts: [UsedFont; 2],
}

/// A heading that the outline leads to.
struct Heading {
    text: String,
    page: Ref,
    left: f32,
    top: f32,
}

/// A font, and what was used of it: a letter for each glyph.
struct UsedFont {
    face: Face,
    id: Ref,
    letters: BTreeMap<u16, char>,
}

/// Things that are there once, whatever is in the file.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const INFO: Ref = Ref::new(3);
const OUTLINE: Ref = Ref::new(4);
const REGULAR: Ref = Ref::new(5);
const BOLD: Ref = Ref::new(6);

/// What the fonts are called on pages.
fn name(face: Face) -> Name<'static> {
    match face {
        Face::Regular => Name(b"F0"),
        Face::Bold => Name(b"F1"),
    }
}

/// As other programs read it.
fn compressed(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec_zlib(bytes, 6)
}

impl Pdf {
    /// A file with a title, and where it comes from.
    ///
    /// # Errors
    /// Never as it is now.
    pub fn new(title: &str, origin: Option<&str>) -> Result<Pdf, PdfError> {
        let font = |face, id| UsedFont {
            face,
            id,
            letters: BTreeMap::new(),
        };
        Ok(Pdf {
            title: title.to_owned(),
            origin: origin.map(str::to_owned),
            done: Chunk::new(),
            next: Ref::new(BOLD.get() + 1),
            pages: Vec::new(),
            outline: Vec::new(),
            fonts: [font(Face::Regular, REGULAR), font(Face::Bold, BOLD)],
        })
    }

    /// Adds a page. Headings of boards go to the outline as well.
    ///
    /// # Errors
    /// Never as it is now.
    pub fn page(&mut self, page: &Page) -> Result<(), PdfError> {
        let (id, contents) = (self.next.bump(), self.next.bump());
        let (width, height) = page.paper.size();
        let mut content = Content::new();
        for mark in page.blocks.iter().flat_map(|block| &block.marks) {
            self.draw(&mut content, height, mark);
            if let Mark::Text(run) = mark
                && run.level == Some(2)
            {
                self.outline.push(Heading {
                    text: run.text.clone(),
                    page: id,
                    left: run.x,
                    top: height - (run.y - run.size).max(0.0),
                });
            }
        }
        let bytes = compressed(&content.finish());
        self.done
            .stream(contents, &bytes)
            .filter(Filter::FlateDecode);
        let mut sheet = self.done.page(id);
        sheet
            .parent(PAGES)
            .media_box(Rect::new(0.0, 0.0, width, height))
            .contents(contents);
        let mut resources = sheet.resources();
        let mut fonts = resources.fonts();
        for font in &self.fonts {
            fonts.pair(name(font.face), font.id);
        }
        fonts.finish();
        resources.finish();
        sheet.finish();
        self.pages.push(id);
        Ok(())
    }

    /// The whole file.
    ///
    /// # Errors
    /// When the fonts cannot be read, which a test sees to.
    pub fn finish(mut self) -> Result<Vec<u8>, PdfError> {
        let mut pdf = pdf_writer::Pdf::new();
        let mut catalog = pdf.catalog(CATALOG);
        catalog.pages(PAGES).lang(TextStr("en"));
        if !self.outline.is_empty() {
            catalog.outlines(OUTLINE);
        }
        catalog.finish();
        pdf.pages(PAGES)
            .count(self.pages.len() as i32)
            .kids(self.pages.iter().copied());
        let mut info = pdf.document_info(INFO);
        info.title(TextStr(&self.title));
        if let Some(origin) = &self.origin {
            info.creator(TextStr(origin));
        }
        info.finish();
        self.write_outline();
        for font in &self.fonts {
            let written = font.write(&mut self.done, &mut self.next);
            written.ok_or_else(|| PdfError("its fonts cannot be read".to_owned()))?;
        }
        pdf.extend(&self.done);
        Ok(pdf.finish())
    }

    fn write_outline(&mut self) {
        let items: Vec<Ref> = self.outline.iter().map(|_| self.next.bump()).collect();
        let (Some(&first), Some(&last)) = (items.first(), items.last()) else {
            return;
        };
        let mut outline = self.done.outline(OUTLINE);
        outline.first(first).last(last).count(items.len() as i32);
        outline.finish();
        for (place, (heading, &id)) in self.outline.iter().zip(&items).enumerate() {
            let mut item = self.done.outline_item(id);
            item.parent(OUTLINE).title(TextStr(&heading.text));
            if let Some(&before) = place.checked_sub(1).and_then(|before| items.get(before)) {
                item.prev(before);
            }
            if let Some(&after) = items.get(place + 1) {
                item.next(after);
            }
            item.dest()
                .page(heading.page)
                .xyz(heading.left, heading.top, None);
        }
    }

    /// Draws on a page of some height: in PDF the origin is at the bottom.
    fn draw(&mut self, content: &mut Content, height: f32, mark: &Mark) {
        match mark {
            Mark::Text(run) => self.text(content, height, run),
            Mark::Line {
                from,
                to,
                width,
                ink,
                dashed,
            } => {
                let dash: &[f32] = if *dashed { &[4.0, 3.0] } else { &[] };
                stroke(content, *ink, *width);
                content
                    .set_dash_pattern(dash.iter().copied(), 0.0)
                    .move_to(from.0, height - from.1)
                    .line_to(to.0, height - to.1)
                    .stroke();
            }
            Mark::Box { area, fill, border } => {
                if let Some(ink) = fill {
                    fill_with(content, *ink);
                }
                if let Some(ink) = border {
                    stroke(content, *ink, BORDER);
                    content.set_dash_pattern([], 0.0);
                }
                content.rect(
                    area.x,
                    height - area.y - area.height,
                    area.width,
                    area.height,
                );
                match (fill, border) {
                    (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
                    (Some(_), None) => content.fill_nonzero(),
                    (None, Some(_)) => content.stroke(),
                    (None, None) => content.end_path(),
                };
            }
        }
    }

    fn text(&mut self, content: &mut Content, height: f32, run: &Run) {
        let [regular, bold] = &mut self.fonts;
        let font = match run.face {
            Face::Regular => regular,
            Face::Bold => bold,
        };
        let mut glyphs = Vec::with_capacity(2 * run.text.len());
        for letter in run.text.chars() {
            if let Some(glyph) = run.face.glyph(letter) {
                font.letters.entry(glyph.id).or_insert(letter);
                glyphs.extend(glyph.id.to_be_bytes());
            }
        }
        fill_with(content, run.ink);
        content
            .begin_text()
            .set_font(name(run.face), run.size)
            .next_line(run.x, height - run.y)
            .show(Str(&glyphs))
            .end_text();
    }
}

fn parts(Ink(parts): Ink) -> [f32; 3] {
    parts.map(|part| f32::from(part) / 255.0)
}

fn fill_with(content: &mut Content, ink: Ink) {
    let [red, green, blue] = parts(ink);
    content.set_fill_rgb(red, green, blue);
}

fn stroke(content: &mut Content, ink: Ink, width: f32) {
    let [red, green, blue] = parts(ink);
    content
        .set_stroke_rgb(red, green, blue)
        .set_line_width(width);
}

/// Glyphs are named by their numbers.
const BY_NUMBER: SystemInfo = SystemInfo {
    registry: Str(b"Adobe"),
    ordering: Str(b"Identity"),
    supplement: 0,
};

impl UsedFont {
    /// Writes the font, cut down to what was used; `None` if it cannot be read.
    fn write(&self, out: &mut Chunk, next: &mut Ref) -> Option<()> {
        let font = TrueType::new(self.face.file())?;
        let units = f32::from(font.units()?);
        let measures = font.measures()?;
        let scaled = |number: f32| number * 1000.0 / units;
        let [of_cid, descriptor, file, map] = [(); 4].map(|()| next.bump());
        let title: &[u8] = match self.face {
            Face::Regular => b"FDREGU+DejaVuSansCondensed",
            Face::Bold => b"FDBOLD+DejaVuSansCondensed-Bold",
        };
        out.type0_font(self.id)
            .base_font(Name(title))
            .encoding_predefined(Name(b"Identity-H"))
            .descendant_font(of_cid)
            .to_unicode(map);
        let mut cid = out.cid_font(of_cid);
        cid.subtype(CidFontType::Type2)
            .base_font(Name(title))
            .system_info(BY_NUMBER)
            .font_descriptor(descriptor)
            .cid_to_gid_map_predefined(Name(b"Identity"));
        let mut widths = cid.widths();
        for &glyph in self.letters.keys() {
            widths.same(glyph, glyph, scaled(font.advance(glyph)?.into()));
        }
        widths.finish();
        cid.finish();
        let [left, bottom, right, top] = measures.corners.map(|corner| scaled(corner.into()));
        out.font_descriptor(descriptor)
            .name(Name(title))
            .flags(FontFlags::NON_SYMBOLIC)
            .bbox(Rect::new(left, bottom, right, top))
            .italic_angle(0.0)
            .ascent(scaled(measures.ascent.into()))
            .descent(scaled(measures.descent.into()))
            .cap_height(729.0)
            .stem_v(match self.face {
                Face::Regular => 80.0,
                Face::Bold => 140.0,
            })
            .font_file2(file);
        let used: BTreeSet<u16> = self.letters.keys().copied().collect();
        let small = font.cut_down(&used)?;
        let bytes = compressed(&small);
        let mut stream = out.stream(file, &bytes);
        stream.pair(Name(b"Length1"), small.len() as i32);
        stream.filter(Filter::FlateDecode);
        stream.finish();
        let mut unicode = UnicodeCmap::new(Name(b"Letters"), BY_NUMBER);
        for (&glyph, &letter) in &self.letters {
            unicode.pair(glyph, letter);
        }
        let bytes = compressed(&unicode.finish());
        out.stream(map, &bytes).filter(Filter::FlateDecode);
        Some(())
    }
}
