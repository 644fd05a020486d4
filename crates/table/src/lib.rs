//! Boards as tables: a row for each board, with typed columns, in memory as Arrow has them and in Arrow and Parquet files.
//!
//! A [`Layout`] says which columns there are (docs/tables.md has them all), [`Rows`] takes boards and becomes a batch of
//! rows, a [`TableWriter`] makes a file of batches, and [`read`] makes boards of a file. Where boards come from, and what
//! further columns ask of them, is known elsewhere.
//!
//! ```
//! use bridge::{Board, Format};
//! use table::{Layout, TableFormat, read, write};
//!
//! let line = "n AKQJT98765432... e .AKQJT98765432.. s ..AKQJT98765432. w ...AKQJT98765432\n";
//! let boards = Format::Oneline.read(line.as_bytes()).boards;
//! let mut file = Vec::new();
//! write(TableFormat::Parquet, &Layout::of_boards(&boards), &boards, &mut file)?;
//! assert_eq!(read(TableFormat::Parquet, &file).boards, boards);
//! # Ok::<(), table::TableError>(())
//! ```

#![forbid(unsafe_code)]

mod error;
mod layout;
mod read;
mod rows;
mod write;

pub use arrow_array::{RecordBatch, RecordBatchReader};
pub use arrow_schema::{ArrowError, Schema, SchemaRef};
pub use error::TableError;
pub use layout::{Column, ColumnKind, Layout, TableFormat};
pub use read::{MOST_ROWS, read};
pub use rows::{Cell, Rows, joined};
pub use write::{TableWriter, write};
