//! Pages as a PDF file, with the fonts in it, cut down to the letters that are used. No dates: the same pages give the same
//! bytes.

use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};
use krilla::{Data, Document, SerializeSettings};

use crate::html::BORDER;
use crate::{Face, Ink, Mark, Page, Run};

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
#[error("the PDF cannot be made: {0}")]
pub struct PdfError(String);

/// A PDF file that is being made. It is kept in memory until it is whole.
pub struct Pdf {
    document: Document,
    fonts: [Font; 2],
    outline: Outline,
    pages: usize,
}

impl Pdf {
    /// A file with a title, and where it comes from.
    ///
    /// # Errors
    /// When the fonts cannot be read, which a test sees to.
    pub fn new(title: &str, origin: Option<&str>) -> Result<Pdf, PdfError> {
        let settings = SerializeSettings {
            enable_tagging: false,
            ..SerializeSettings::default()
        };
        let mut document = Document::new_with(settings);
        let metadata = Metadata::new()
            .title(title.to_owned())
            .language("en".to_owned());
        document.set_metadata(match origin {
            Some(origin) => metadata.creator(origin.to_owned()),
            None => metadata,
        });
        let font = |face: Face| {
            let font = Font::new(Data::from(face.file()), 0);
            font.ok_or_else(|| PdfError("its fonts cannot be read".to_owned()))
        };
        Ok(Pdf {
            document,
            fonts: [font(Face::Regular)?, font(Face::Bold)?],
            outline: Outline::new(),
            pages: 0,
        })
    }

    /// Adds a page. Headings of boards go to the outline as well.
    ///
    /// # Errors
    /// When the page has no size.
    pub fn page(&mut self, page: &Page) -> Result<(), PdfError> {
        let (width, height) = page.paper.size();
        let settings = PageSettings::from_wh(width, height);
        let settings = settings.ok_or_else(|| PdfError("a page has no size".to_owned()))?;
        let mut sheet = self.document.start_page_with(settings);
        let mut surface = sheet.surface();
        for mark in page.blocks.iter().flat_map(|block| &block.marks) {
            draw(&mut surface, &self.fonts, mark);
            if let Mark::Text(run) = mark
                && run.level == Some(2)
            {
                let place = Point::from_xy(run.x, (run.y - run.size).max(0.0));
                let place = XyzDestination::new(self.pages, place);
                let node = OutlineNode::new(run.text.clone(), place);
                self.outline.push_child(node);
            }
        }
        surface.finish();
        sheet.finish();
        self.pages += 1;
        Ok(())
    }

    /// The whole file.
    ///
    /// # Errors
    /// When something in it cannot be written.
    pub fn finish(mut self) -> Result<Vec<u8>, PdfError> {
        self.document.set_outline(self.outline);
        let finished = self.document.finish();
        finished.map_err(|error| PdfError(format!("{error:?}")))
    }
}

fn fill(Ink([red, green, blue]): Ink) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

fn stroke(ink: Ink, width: f32, dashed: bool) -> Stroke {
    Stroke {
        paint: fill(ink).paint,
        width,
        dash: dashed.then(|| StrokeDash {
            array: vec![4.0, 3.0],
            offset: 0.0,
        }),
        ..Stroke::default()
    }
}

fn draw(surface: &mut Surface, fonts: &[Font; 2], mark: &Mark) {
    match mark {
        Mark::Text(run) => text(surface, fonts, run),
        Mark::Line {
            from,
            to,
            width,
            ink,
            dashed,
        } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            surface.set_fill(None);
            surface.set_stroke(Some(stroke(*ink, *width, *dashed)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Box {
            area,
            fill: inside,
            border,
        } => {
            let mut path = PathBuilder::new();
            let Some(area) = Rect::from_xywh(area.x, area.y, area.width, area.height) else {
                return;
            };
            path.push_rect(area);
            surface.set_fill(inside.map(fill));
            surface.set_stroke(border.map(|ink| stroke(ink, BORDER, false)));
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
    }
}

fn text(surface: &mut Surface, fonts: &[Font; 2], run: &Run) {
    let glyphs: Vec<KrillaGlyph> = run
        .text
        .char_indices()
        .filter_map(|(at, letter)| {
            let glyph = run.face.glyph(letter)?;
            let letters = at..at + letter.len_utf8();
            let id = GlyphId::new(glyph.id);
            Some(KrillaGlyph::new(
                id,
                glyph.advance,
                0.0,
                0.0,
                0.0,
                letters,
                None,
            ))
        })
        .collect();
    surface.set_stroke(None);
    surface.set_fill(Some(fill(run.ink)));
    let font = match run.face {
        Face::Regular => &fonts[0],
        Face::Bold => &fonts[1],
    };
    let place = Point::from_xy(run.x, run.y);
    surface.draw_glyphs(place, &glyphs, font.clone(), &run.text, run.size, false);
}
