//! The guide inside a program: the pages that docs/SUMMARY.md lists, found by topic, and laid out as plain text for a terminal.
//! What is on them is written in docs, in Markdown, which only the build script knows.

#![forbid(unsafe_code)]

#[cfg(test)]
mod pieces;
mod plain;

/// A page of the guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its topic: the name of its file in docs, without the ending.
    pub name: &'static str,
    /// Its title in the table of contents.
    pub title: &'static str,
    /// Its pieces, packed by zlib: all pages are four times as large.
    packed: &'static [u8],
}

impl Page {
    /// Its text, in lines of at most so many columns; a word that is longer has a line of its own, and code keeps its lines.
    ///
    /// ```
    /// let text = fairdeal_guide::page("leveling").unwrap().plain(40);
    /// assert!(text.starts_with("Leveling"));
    /// ```
    ///
    /// # Panics
    /// If it was not packed by zlib.
    pub fn plain(&self, width: usize) -> String {
        let pieces = miniz_oxide::inflate::decompress_to_vec_zlib(self.packed);
        let pieces =
            pieces.unwrap_or_else(|error| panic!("{} is not packed by zlib: {error}", self.name));
        plain::plain(&String::from_utf8_lossy(&pieces), width)
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
