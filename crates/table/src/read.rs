//! Boards of a table: whatever program wrote it, if it has the hands. Any file may be hostile, and what reads Arrow and
//! Parquet was written by others: rows are taken some at a time, their number is bounded, and a reader that panics has not
//! read the file.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::{ArrowError, DataType};
use bridge::formats::{Problem, Reading};
use bridge::{Board, Deal, Hand, HandType, Seat, Tricks, Vulnerability};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::layout::{
    BOARD, DEALER, HAND_TYPE, PAR, SEATS, TableFormat, VULNERABLE, cards, result_names,
};

/// Tables with more rows are refused: take them in parts.
pub const MOST_ROWS: usize = 4_000_000;

/// So many problems are kept, and the others counted.
const MOST_PROBLEMS: usize = 1_000;

/// So many rows of a Parquet file are unpacked at a time.
const ROWS_AT_ONCE: usize = 1 << 13;

/// The boards of a table, and all that is wrong with its rows; they are counted from 1, and problems have them as their lines.
pub fn read(format: TableFormat, bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut add = |batch: &RecordBatch| add_rows(batch, &mut reading);
    let read = catch_unwind(AssertUnwindSafe(|| match format {
        TableFormat::Parquet => read_parquet(bytes, &mut add),
        TableFormat::Arrow => read_arrow(bytes, &mut add),
    }));
    let (kind, name) = match format {
        TableFormat::Parquet => ("a Parquet", format.name()),
        TableFormat::Arrow => ("an Arrow", format.name()),
    };
    let failed = match read {
        Ok(Ok(())) => None,
        Ok(Err(Wrong::Table(message))) => Some(message),
        Ok(Err(Wrong::File(error))) => Some(format!("this is not {kind} table: {error}")),
        Err(_) => Some(format!(
            "this is not {kind} table: {name} cannot be made of it"
        )),
    };
    if let Some(message) = failed {
        problem(&mut reading, 1, message);
        reading.boards.clear();
    } else if reading.boards.is_empty() && reading.problems.is_empty() {
        problem(
            &mut reading,
            1,
            "there is no board in this table".to_owned(),
        );
    }
    reading
}

/// Why there are no rows.
enum Wrong {
    /// It is no file of its kind.
    File(String),
    /// It is, and has no boards.
    Table(String),
}

impl<E: std::error::Error> From<E> for Wrong {
    fn from(error: E) -> Wrong {
        let message = error.to_string();
        if message.contains("Disabled feature") {
            let message = "the table is compressed in a way that is not read here: write it with Snappy, or not compressed";
            return Wrong::Table(message.to_owned());
        }
        Wrong::File(message)
    }
}

type AddRows<'a> = &'a mut dyn FnMut(&RecordBatch) -> Result<(), Wrong>;

fn too_many() -> Wrong {
    Wrong::Table("the table has more than four million rows: take it in parts".to_owned())
}

fn read_parquet(bytes: &[u8], add: AddRows) -> Result<(), Wrong> {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes)?;
    let rows = builder.metadata().file_metadata().num_rows();
    if usize::try_from(rows).map_or(true, |rows| rows > MOST_ROWS) {
        return Err(too_many());
    }
    let mut read = 0;
    for batch in builder.with_batch_size(ROWS_AT_ONCE).build()? {
        let batch = batch?;
        read += batch.num_rows();
        if read > MOST_ROWS {
            return Err(too_many());
        }
        add(&batch)?;
    }
    Ok(())
}

fn read_arrow(bytes: &[u8], add: AddRows) -> Result<(), Wrong> {
    let broken = || Wrong::File("it ends too early, or says that it is longer".to_owned());
    let trailer: [u8; 10] = *bytes.last_chunk().ok_or_else(broken)?;
    let length = read_footer_length(trailer)?;
    let end = bytes.len() - trailer.len();
    let start = end.checked_sub(length).ok_or_else(broken)?;
    let footer = root_as_footer(&bytes[start..end])
        .map_err(|error| ArrowError::ParseError(error.to_string()))?;
    let schema = footer.schema().ok_or_else(broken)?;
    let schema = Arc::new(try_fb_to_schema(schema)?);
    let mut decoder = FileDecoder::new(schema, footer.version());
    let buffer = Buffer::from(bytes);
    let part = |block: &Block| -> Result<Buffer, Wrong> {
        let start = usize::try_from(block.offset()).map_err(|_| broken())?;
        let head = usize::try_from(block.metaDataLength()).map_err(|_| broken())?;
        let body = usize::try_from(block.bodyLength()).map_err(|_| broken())?;
        let length = head.checked_add(body).ok_or_else(broken)?;
        let end = start.checked_add(length).filter(|end| *end <= buffer.len());
        end.ok_or_else(broken)?;
        Ok(buffer.slice_with_length(start, length))
    };
    for block in footer.dictionaries().iter().flatten() {
        decoder.read_dictionary(block, &part(block)?)?;
    }
    let mut read = 0;
    for block in footer.recordBatches().iter().flatten() {
        let Some(batch) = decoder.read_record_batch(block, &part(block)?)? else {
            continue;
        };
        read += batch.num_rows();
        if read > MOST_ROWS {
            return Err(too_many());
        }
        add(&batch)?;
    }
    Ok(())
}

/// A column of texts, however they are kept.
fn text(column: &ArrayRef, row: usize) -> Option<&str> {
    if column.is_null(row) {
        return None;
    }
    match column.data_type() {
        DataType::Utf8 => Some(column.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Some(column.as_string::<i64>().value(row)),
        DataType::Utf8View => Some(column.as_string_view().value(row)),
        _ => None,
    }
}

/// A column of whole numbers, or of yes and no.
fn number(column: &ArrayRef, row: usize) -> Option<i64> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Int8 => column.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => column.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => column.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(row),
        DataType::UInt8 => column.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => column.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => {
            let value = column.as_primitive::<UInt64Type>().value(row);
            i64::try_from(value).ok()?
        }
        DataType::Boolean => column.as_boolean().value(row).into(),
        _ => return None,
    })
}

fn problem(reading: &mut Reading, line: usize, message: String) {
    match reading.problems.len() {
        0..MOST_PROBLEMS => reading.problems.push(Problem { line, message }),
        _ => reading.further += 1,
    }
}

/// Adds the boards of some rows.
fn add_rows(batch: &RecordBatch, reading: &mut Reading) -> Result<(), Wrong> {
    let schema = batch.schema();
    // Where texts are kept once each, with numbers for them, the numbers are looked up.
    let plain = |column: &ArrayRef| match column.data_type() {
        DataType::Dictionary(..) => {
            let dictionary = column.as_any_dictionary();
            arrow_select::take::take(dictionary.values(), dictionary.keys(), None)
        }
        _ => Ok(column.clone()),
    };
    let columns: Vec<ArrayRef> = batch
        .columns()
        .iter()
        .map(plain)
        .collect::<Result<_, _>>()?;
    let column = |name: &str| Some(&columns[schema.index_of(name).ok()?]);
    let hands = SEATS.map(|seat| (column(seat), column(&cards(seat))));
    if hands.iter().all(|hand| *hand == (None, None)) {
        let message = "the table has no hands: they are in columns north, east, south and west, or north_cards and so on";
        return Err(Wrong::Table(message.to_owned()));
    }
    let results: Vec<String> = result_names().filter(|name| name != PAR).collect();
    let results: Option<Vec<&ArrayRef>> = results.iter().map(|name| column(name)).collect();
    let own: BTreeMap<&str, ()> = [BOARD, DEALER, VULNERABLE, HAND_TYPE, PAR]
        .into_iter()
        .chain(SEATS)
        .map(|name| (name, ()))
        .collect();
    let is_own = |name: &str| {
        let masks = SEATS.map(cards);
        own.contains_key(name)
            || masks.iter().any(|mask| mask == name)
            || results.is_some() && result_names().any(|known| known == name)
    };
    let further = schema.fields().iter().zip(&columns);
    let further: Vec<(&str, &ArrayRef)> = further
        .map(|(field, column)| (field.name().as_str(), column))
        .filter(|(name, _)| !is_own(name))
        .collect();
    for row in 0..batch.num_rows() {
        let line = reading.boards.len() + reading.problems.len() + reading.further + 1;
        match board_of(row, &column, &hands, results.as_deref(), &further, line) {
            Ok(board) => reading.boards.push(board),
            Err(message) => problem(reading, line, message),
        }
    }
    Ok(())
}

fn board_of<'a>(
    row: usize,
    column: &impl Fn(&str) -> Option<&'a ArrayRef>,
    hands: &[(Option<&'a ArrayRef>, Option<&'a ArrayRef>); 4],
    results: Option<&[&'a ArrayRef]>,
    further: &[(&str, &ArrayRef)],
    line: usize,
) -> Result<Board, String> {
    let of = |name: &str| column(name);
    let told = of(BOARD).and_then(|column| number(column, row));
    let told = told.map_or(Ok(line as u64), u64::try_from);
    let told = told.map_err(|_| "the number of a board is not below 0".to_owned())?;
    let wrong = |message: String| format!("board {told}: {message}");
    let mut given = [None; 4];
    for (place, (texts, sets)) in hands.iter().enumerate() {
        let seat = SEATS[place];
        let told = texts.and_then(|column| text(column, row));
        let told = told.filter(|hand| !hand.is_empty());
        let read = |hand: &str| hand.parse::<Hand>().map_err(|error| error.to_string());
        let told = told.map(read).transpose();
        let told = told.map_err(|error| wrong(format!("{seat}: {error}")))?;
        let set = sets.and_then(|column| number(column, row));
        let set = set.map(|bits| Hand::from_bits(bits as u64));
        if let (Some(told), Some(set)) = (told, set)
            && told != set
        {
            return Err(wrong(format!("{seat} and {} differ", cards(seat))));
        }
        given[place] = told.or(set);
    }
    let deal = Deal::given(given).map_err(|errors| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        wrong(all.join("; "))
    })?;
    if deal.missing().count() == 4 {
        return Err(wrong("no hand is given".to_owned()));
    }
    let mut board = Board::new(told, deal);
    if let Some(dealer) = of(DEALER).and_then(|column| text(column, row)) {
        let seat: Result<Seat, _> = dealer.parse();
        board.dealer = seat.map_err(|_| wrong("the dealer is none of N, E, S and W".to_owned()))?;
    }
    if let Some(said) = of(VULNERABLE).and_then(|column| text(column, row)) {
        let known = [
            Vulnerability::None,
            Vulnerability::NorthSouth,
            Vulnerability::EastWest,
            Vulnerability::All,
        ];
        let known = known.into_iter().find(|one| one.to_string() == said);
        let message = || wrong("the vulnerability is none of None, NS, EW and All".to_owned());
        board.vulnerable = known.ok_or_else(message)?;
    }
    let kind = of(HAND_TYPE).and_then(|column| text(column, row));
    board.hand_type = kind.and_then(HandType::new);
    let made = results.map(|columns| columns.iter().map(|column| number(column, row)));
    let made: Option<Vec<i64>> = made.and_then(Iterator::collect);
    if let Some(made) = made {
        if made.iter().any(|tricks| !(0..=13).contains(tricks)) {
            return Err(wrong("tricks are from 0 to 13".to_owned()));
        }
        board.tricks = Some(Tricks::from_fn(|seat, strain| {
            made[seat as usize * 5 + strain.index()] as u8
        }));
    }
    let par = of(PAR).and_then(|column| number(column, row));
    board.par = par.and_then(|par| i32::try_from(par).ok());
    let told = further.iter().filter_map(|(name, column)| {
        let value = match number(column, row) {
            Some(value) => value.to_string(),
            None => text(column, row)?.to_owned(),
        };
        Some(((*name).to_owned(), value))
    });
    board.values = told.collect();
    Ok(board)
}
