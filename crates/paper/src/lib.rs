//! Paper: pages of text, lines and boxes, each at its place in points, and the same pages as PDF and as HTML.
//!
//! Text is measured with the metrics of the fonts that are built in ([`width`]), so that whoever lays out a page knows what
//! overlaps and what does not. A character that the fonts lack is shown as a box ([`shown`]). This knows nothing of any game,
//! and has no files, threads or clock: the same pages give the same bytes.
//!
//! ```
//! use paper::{Area, Block, Face, Ink, Mark, Page, Paper, Run};
//!
//! let run = Run { x: 36.0, y: 50.0, text: "Board 7".into(), face: Face::Bold, size: 12.0, ink: Ink::BLACK, level: Some(2) };
//! assert!(run.width() > 30.0);
//! let area = Area { x: 36.0, y: 36.0, width: 200.0, height: 20.0 };
//! let page = Page { paper: Paper::A4, blocks: vec![Block { area, marks: vec![Mark::Text(run)] }] };
//! let mut html = Vec::new();
//! paper::html::page(&mut html, &page).unwrap();
//! assert!(String::from_utf8(html).unwrap().contains("Board 7</text>"));
//! ```

#![forbid(unsafe_code)]

mod font;
pub mod html;
mod page;
#[cfg(feature = "pdf")]
pub mod pdf;
mod truetype;
mod wrap;

pub use font::{ASCENT, DESCENT, Face, shown, width};
pub use page::{Area, Block, Ink, Mark, Page, Paper, Run};
pub use wrap::{Span, spans_width, wrap};
