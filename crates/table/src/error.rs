//! What can be wrong with a table that is to be made.

use answer::Explained;
use arrow_schema::ArrowError;
use parquet::errors::ParquetError;

/// Why there can be no such table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// Two columns have one name.
    #[error("two columns are called {0}")]
    SameName(String),
    /// A column without a name.
    #[error("a column has no name")]
    NoName,
    /// More columns than anyone looks at.
    #[error("a table has at most {most} further columns, and {0} are asked for", most = crate::layout::MOST_COLUMNS)]
    Columns(usize),
    /// A batch of rows could not be made or written.
    #[error("the table cannot be written: {0}")]
    Arrow(#[from] ArrowError),
    /// A Parquet file could not be written.
    #[error("the table cannot be written: {0}")]
    Parquet(#[from] ParquetError),
}

impl Explained for TableError {
    fn code(&self) -> &'static str {
        match self {
            TableError::SameName(_) | TableError::NoName => "column-name",
            TableError::Columns(_) => "too-many-columns",
            TableError::Arrow(_) | TableError::Parquet(_) => "not-written",
        }
    }
}
