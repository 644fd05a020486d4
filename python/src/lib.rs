//! The Python package's module in Rust: it opens, converts and closes. What is asked and answered is decided by the library, and
//! what Python shows has its types in Python (`python/fairdeal`).

#![forbid(unsafe_code)]

mod board;
mod boards;
mod error;
mod files;
mod games;
mod hand;
mod question;
mod table;
mod work;

use pyo3::prelude::*;

/// What the package `fairdeal` is made of.
#[pymodule]
mod _fairdeal {
    use super::*;

    #[pymodule_export]
    use board::Board;
    #[pymodule_export]
    use boards::Boards;
    #[pymodule_export]
    use files::{
        at_the_table, example, examples, formats, read, read_bytes, solve, words, write,
        write_bytes,
    };
    #[pymodule_export]
    use games::{ask, euchre_worlds, texas42_worlds};
    #[pymodule_export]
    use hand::Hand;
    #[pymodule_export]
    use question::Question;
    #[pymodule_export]
    use table::{Rows, joined_reports};

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
