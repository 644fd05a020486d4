//! Files of tables, batch by batch.

use std::io::Write;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use bridge::Board;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use crate::error::TableError;
use crate::layout::{Layout, SEATS, TableFormat, cards};
use crate::rows::{Cell, Rows};

/// So many rows of a Parquet file are packed together: they are kept in memory until then.
const ROWS_TOGETHER: usize = 1 << 17;

/// So many boards are made rows of at a time.
const ROWS_AT_ONCE: usize = 1 << 14;

/// A file of a table, batch by batch. What is to be written comes back as bytes, in order.
pub struct TableWriter {
    file: File,
}

enum File {
    Arrow(Box<FileWriter<Vec<u8>>>),
    Parquet(Box<ArrowWriter<Vec<u8>>>),
}

impl TableWriter {
    /// A file without rows.
    ///
    /// # Errors
    /// A schema that the format has no place for.
    pub fn new(format: TableFormat, schema: &SchemaRef) -> Result<TableWriter, TableError> {
        let file = match format {
            TableFormat::Arrow => File::Arrow(Box::new(FileWriter::try_new(Vec::new(), schema)?)),
            TableFormat::Parquet => {
                let about = schema.metadata().iter();
                let about = about.map(|(name, value)| KeyValue::new(name.clone(), value.clone()));
                let mut about: Vec<KeyValue> = about.collect();
                about.sort_by(|one, other| one.key.cmp(&other.key));
                let mut properties = WriterProperties::builder()
                    .set_compression(Compression::SNAPPY)
                    .set_max_row_group_row_count(Some(ROWS_TOGETHER))
                    .set_key_value_metadata(Some(about));
                // Hardly any hand comes twice, so a list of different ones only takes time.
                for seat in SEATS {
                    for column in [seat.to_owned(), cards(seat)] {
                        let column = ColumnPath::from(column);
                        properties = properties.set_column_dictionary_enabled(column, false);
                    }
                }
                let writer =
                    ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties.build()))?;
                File::Parquet(Box::new(writer))
            }
        };
        Ok(TableWriter { file })
    }

    /// Adds rows, and gives back what is ready to be written.
    ///
    /// # Errors
    /// Rows of another table.
    pub fn add(&mut self, batch: &RecordBatch) -> Result<Vec<u8>, TableError> {
        match &mut self.file {
            File::Arrow(writer) => {
                writer.write(batch)?;
                Ok(std::mem::take(writer.get_mut()))
            }
            File::Parquet(writer) => {
                writer.write(batch)?;
                Ok(std::mem::take(writer.inner_mut()))
            }
        }
    }

    /// The end of the file.
    ///
    /// # Errors
    /// If the rows cannot be packed.
    pub fn end(self) -> Result<Vec<u8>, TableError> {
        match self.file {
            File::Arrow(mut writer) => {
                writer.finish()?;
                Ok(writer.into_inner()?)
            }
            File::Parquet(writer) => Ok(writer.into_inner()?),
        }
    }
}

/// Writes boards as a table.
///
/// # Errors
/// A layout whose names are not fit for columns, or why it cannot be written.
pub fn write(
    format: TableFormat,
    layout: &Layout,
    boards: &[Board],
    out: &mut impl Write,
) -> Result<(), TableError> {
    let schema = layout.schema()?;
    let mut writer = TableWriter::new(format, &schema)?;
    let cannot = |error: std::io::Error| TableError::Arrow(error.into());
    let mut rows = Rows::new(layout, &schema, boards.len().min(ROWS_AT_ONCE));
    for some in boards.chunks(ROWS_AT_ONCE) {
        for board in some {
            let value = |name: &str| {
                let known = board.values.iter().find(|(known, _)| known == name);
                known.map_or(Cell::Empty, |(_, value)| Cell::Text(value.clone()))
            };
            let cells = layout.columns.iter().map(|column| value(&column.name));
            rows.push(board, cells);
        }
        out.write_all(&writer.add(&rows.take()?)?).map_err(cannot)?;
    }
    out.write_all(&writer.end()?).map_err(cannot)
}
