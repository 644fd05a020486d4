//! The studio, the page in the browser, as files inside a program: whatever `studio/build` made in `studio/dist` before the
//! program was built, or nothing. It knows what the files are, and not how they are served.

#![forbid(unsafe_code)]

use std::io::Read as _;

use lzma_rust2::LzmaReader;

/// A file of the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PageFile {
    /// Its path below the page's own, with slashes: `assets/index.js`.
    pub name: &'static str,
    /// What it holds, packed by LZMA.
    pub packed: &'static [u8],
}

/// The files of a page; none if it was not built.
pub type Page = &'static [PageFile];

/// The page that was built in; empty if there was none.
pub const STUDIO: Page = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// What the page may load and run: its own files, and nothing else. It says the same of itself.
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/// A file of a page, by its path below the page's own; the page itself has none.
///
/// ```
/// use fairdeal_page::{PageFile, file};
/// const PAGE: fairdeal_page::Page = &[PageFile { name: "index.html", packed: b"\x5d\x00\x10\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x00\x1e\x1c\x03\xd0\x7f\xff\xff\xff\xf8\x00\x00\x00" }];
/// assert_eq!(file(PAGE, "").map(|file| file.kind()), Some("text/html; charset=utf-8"));
/// assert_eq!(file(PAGE, "").map(|file| file.bytes()), Some(b"<p>".to_vec()));
/// assert_eq!(file(PAGE, "../index.html"), None);
/// ```
pub fn file(page: Page, path: &str) -> Option<PageFile> {
    let name = if path.is_empty() { "index.html" } else { path };
    page.iter().find(|file| file.name == name).copied()
}

impl PageFile {
    /// What it holds.
    ///
    /// # Panics
    /// If it was not packed by LZMA.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let unpacked = LzmaReader::new_mem_limit(self.packed, u32::MAX, None)
            .and_then(|mut packed| packed.read_to_end(&mut bytes));
        match unpacked {
            Ok(_) => bytes,
            Err(error) => panic!("{} is not packed by LZMA: {error}", self.name),
        }
    }

    /// What it is, by its ending.
    pub fn kind(&self) -> &'static str {
        match self.name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("html") => "text/html; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("webp") => "image/webp",
            Some("wasm") => "application/wasm",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_the_same_of_what_it_may_load() {
        let index = include_str!("../../../studio/index.html");
        assert!(index.contains(POLICY));
    }

    #[test]
    fn what_is_built_in_is_whole() {
        if STUDIO.is_empty() {
            return;
        }
        for ending in ["html", "js", "css", "wasm", "webmanifest"] {
            let has = |file: &PageFile| file.name.ends_with(&format!(".{ending}"));
            let found = STUDIO.iter().find(|file| has(file));
            assert!(
                found.is_some_and(|file| !file.bytes().is_empty()),
                "{ending}"
            );
            assert_ne!(found.unwrap().kind(), "application/octet-stream");
        }
        assert!(file(STUDIO, "").is_some());
    }

    #[test]
    fn only_its_own_files_are_found() {
        const PAGE: Page = &[PageFile {
            name: "assets/a.wasm",
            packed: b"",
        }];
        assert_eq!(
            file(PAGE, "assets/a.wasm").unwrap().kind(),
            "application/wasm"
        );
        for path in [
            "",
            "a.wasm",
            "/assets/a.wasm",
            "assets/../assets/a.wasm",
            "assets/%61.wasm",
        ] {
            assert_eq!(file(PAGE, path), None, "{path}");
        }
    }
}
