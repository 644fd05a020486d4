//! The guide inside a program: the pages that docs/SUMMARY.md lists, found by topic, and laid out as plain text for a terminal.
//! What is on them is written in docs; this knows Markdown, and nothing of cards.

#![forbid(unsafe_code)]

mod plain;

pub use plain::plain;

/// A page of the guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its topic: the name of its file in docs, without the ending.
    pub name: &'static str,
    /// Its title in the table of contents.
    pub title: &'static str,
    /// Its text, packed by zlib: all pages are four times as large.
    packed: &'static [u8],
}

impl Page {
    /// Its text, as Markdown.
    ///
    /// # Panics
    /// If it was not packed by zlib.
    pub fn text(&self) -> String {
        let text = miniz_oxide::inflate::decompress_to_vec_zlib(self.packed);
        let text =
            text.unwrap_or_else(|error| panic!("{} is not packed by zlib: {error}", self.name));
        String::from_utf8_lossy(&text).into_owned()
    }
}

/// The pages, in the order in which they are read.
pub const PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The page of a topic, in either case.
///
/// ```
/// assert_eq!(fairdeal_guide::page("Leveling").unwrap().name, "leveling");
/// assert!(fairdeal_guide::page("no such topic").is_none());
/// ```
pub fn page(topic: &str) -> Option<&'static Page> {
    PAGES
        .iter()
        .find(|page| page.name.eq_ignore_ascii_case(topic))
}
