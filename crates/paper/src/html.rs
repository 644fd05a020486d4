//! Pages as HTML: a drawing for each block, with real text in it that can be selected, searched and read aloud. Printed, or on
//! a screen that is wide enough, a page looks like its PDF, whatever fonts there are: each text is as wide as it was measured.
//! On a phone the blocks come one below the other. Nothing is fetched and nothing runs.

use std::io::{self, Write};

use crate::{Area, Block, Face, Ink, Mark, Page, Paper, Run};

/// What stands before the first page.
///
/// # Errors
/// What `out` says.
pub fn begin(
    out: &mut impl Write,
    paper: Paper,
    title: &str,
    origin: Option<&str>,
) -> io::Result<()> {
    out.write_all(
        b"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
          <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
    )?;
    if let Some(origin) = origin {
        let origin = escaped(origin);
        writeln!(out, "<meta name=\"generator\" content=\"{origin}\">")?;
    }
    let (title, css) = (escaped(title), include_str!("page.css"));
    let (width, height) = paper.size();
    write!(
        out,
        "<title>{title}</title>\n<style>\n@page {{ size: {width}pt {height}pt; margin: 0; }}\n\
         .page {{ width: {width}pt; height: {height}pt; }}\n{css}</style>\n</head>\n<body>\n"
    )
}

/// A page.
///
/// # Errors
/// What `out` says.
pub fn page(out: &mut impl Write, page: &Page) -> io::Result<()> {
    out.write_all(b"<section class=\"page\">\n")?;
    for one in &page.blocks {
        block(out, one)?;
    }
    out.write_all(b"</section>\n")
}

/// What stands after the last page.
///
/// # Errors
/// What `out` says.
pub fn end(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"</body>\n</html>\n")
}

fn block(out: &mut impl Write, block: &Block) -> io::Result<()> {
    let Area {
        x,
        y,
        width,
        height,
    } = block.area;
    let (left, top, width, height) = (short(x), short(y), short(width), short(height));
    writeln!(
        out,
        "<svg role=\"group\" style=\"left:{left}pt;top:{top}pt\" width=\"{width}pt\" height=\"{height}pt\" viewBox=\"{left} {top} {width} {height}\">"
    )?;
    for mark in &block.marks {
        match mark {
            Mark::Text(run) => text(out, run)?,
            Mark::Line {
                from,
                to,
                width,
                ink,
                dashed,
            } => {
                let dashes = if *dashed {
                    " stroke-dasharray=\"4 3\""
                } else {
                    ""
                };
                writeln!(
                    out,
                    "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{}\"{dashes}/>",
                    short(from.0),
                    short(from.1),
                    short(to.0),
                    short(to.1),
                    color(*ink),
                    short(*width)
                )?;
            }
            Mark::Box { area, fill, border } => {
                let paint = |ink: &Option<Ink>| ink.map_or("none".to_owned(), color);
                writeln!(
                    out,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{BORDER}\"/>",
                    short(area.x),
                    short(area.y),
                    short(area.width),
                    short(area.height),
                    paint(fill),
                    paint(border)
                )?;
            }
        }
    }
    out.write_all(b"</svg>\n")
}

/// How thick the border of a box is.
pub(crate) const BORDER: f32 = 0.6;

fn text(out: &mut impl Write, run: &Run) -> io::Result<()> {
    let bold = match run.face {
        Face::Regular => "",
        Face::Bold => " class=\"b\"",
    };
    let fill = match run.ink {
        Ink::BLACK => String::new(),
        ink => format!(" fill=\"{}\"", color(ink)),
    };
    let heading = match run.level {
        Some(level) => format!(" role=\"heading\" aria-level=\"{level}\""),
        None => String::new(),
    };
    writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"{bold}{fill}{heading}>{}</text>",
        short(run.x),
        short(run.y),
        short(run.size),
        short(run.width()),
        escaped(&run.text)
    )
}

/// A length to a hundredth of a point, without needless zeros.
fn short(length: f32) -> f32 {
    (length * 100.0).round() / 100.0
}

fn color(Ink([red, green, blue]): Ink) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A text that means nothing to a browser.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
