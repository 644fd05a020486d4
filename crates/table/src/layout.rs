//! Which columns a table has, by name and type. docs/tables.md says the same to its readers.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use arrow_schema::{DataType, Field, Schema, SchemaRef};
use bridge::double_dummy::result_values;
use bridge::{Board, Tricks};

use crate::error::TableError;

/// More further columns are refused.
pub(crate) const MOST_COLUMNS: usize = 1000;

/// The hands, as the columns call them.
pub(crate) const SEATS: [&str; 4] = ["north", "east", "south", "west"];
pub(crate) const BOARD: &str = "board";
pub(crate) const DEALER: &str = "dealer";
pub(crate) const VULNERABLE: &str = "vulnerable";
pub(crate) const HAND_TYPE: &str = "hand_type";
pub(crate) const PAR: &str = "par";

/// A kind of file that has a table in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableFormat {
    /// Small on disk, and read by nearly everything.
    Parquet,
    /// As it lies in memory: large, and read at once.
    Arrow,
}

impl TableFormat {
    /// All of them.
    pub const ALL: [TableFormat; 2] = [TableFormat::Parquet, TableFormat::Arrow];

    /// Its name, which is the extension of its files too.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Parquet => "parquet",
            TableFormat::Arrow => "arrow",
        }
    }

    /// The one whose files have this extension, in either case.
    pub fn from_extension(extension: &str) -> Option<TableFormat> {
        let is = |format: &TableFormat| format.name().eq_ignore_ascii_case(extension);
        TableFormat::ALL.into_iter().find(is)
    }
}

/// What is in a further column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnKind {
    /// Whole numbers.
    Number,
    /// Yes or no.
    YesNo,
    /// Texts.
    Text,
}

/// A further column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What is in it.
    pub kind: ColumnKind,
}

/// Which columns a table has: number, dealer, vulnerability and the four hands always, and these.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Whether it says what boards were dealt as.
    pub hand_types: bool,
    /// Further columns.
    pub columns: Vec<Column>,
    /// Whether it has double dummy results and par.
    pub results: bool,
    /// What is said of the whole table, by name.
    pub about: Vec<(String, String)>,
}

impl Layout {
    /// A place for all that some boards have. Further values that are whole numbers on all boards that have them are numbers.
    pub fn of_boards(boards: &[Board]) -> Layout {
        let mut columns: Vec<Column> = Vec::new();
        let mut places = HashMap::new();
        for (name, value) in boards.iter().flat_map(|board| &board.values) {
            let place = *places.entry(name.as_str()).or_insert_with(|| {
                let (name, kind) = (name.clone(), ColumnKind::Number);
                columns.push(Column { name, kind });
                columns.len() - 1
            });
            if value.parse::<i64>().is_err() {
                columns[place].kind = ColumnKind::Text;
            }
        }
        Layout {
            hand_types: boards.iter().any(|board| board.hand_type.is_some()),
            results: boards.iter().any(|board| board.tricks.is_some()),
            columns,
            about: Vec::new(),
        }
    }

    /// The names that its columns have beside the further ones, with all that there may be.
    pub fn own_names() -> impl Iterator<Item = String> {
        let few = [BOARD, DEALER, VULNERABLE, HAND_TYPE].map(str::to_owned);
        let hands = SEATS
            .into_iter()
            .flat_map(|seat| [seat.to_owned(), cards(seat)]);
        few.into_iter().chain(hands).chain(result_names())
    }

    /// The columns with their types, in order, and what is said of the table.
    ///
    /// # Errors
    /// Names that are not fit for columns.
    pub fn schema(&self) -> Result<SchemaRef, TableError> {
        if self.columns.len() > MOST_COLUMNS {
            return Err(TableError::Columns(self.columns.len()));
        }
        let mut fields = vec![
            Field::new(BOARD, DataType::Int64, false),
            Field::new(DEALER, DataType::Utf8, false),
            Field::new(VULNERABLE, DataType::Utf8, false),
        ];
        fields.extend(SEATS.map(|seat| Field::new(seat, DataType::Utf8, true)));
        fields.extend(SEATS.map(|seat| Field::new(cards(seat), DataType::Int64, true)));
        if self.hand_types {
            fields.push(Field::new(HAND_TYPE, DataType::Utf8, true));
        }
        fields.extend(self.columns.iter().map(|column| {
            let kind = match column.kind {
                ColumnKind::Number => DataType::Int64,
                ColumnKind::YesNo => DataType::Boolean,
                ColumnKind::Text => DataType::Utf8,
            };
            Field::new(&column.name, kind, true)
        }));
        if self.results {
            fields.extend(result_names().map(|name| {
                let kind = if name == PAR {
                    DataType::Int16
                } else {
                    DataType::Int8
                };
                Field::new(name, kind, true)
            }));
        }
        let mut known = BTreeSet::new();
        for field in &fields {
            if field.name().trim().is_empty() {
                return Err(TableError::NoName);
            }
            // Some programs do not tell capitals from small letters.
            if !known.insert(field.name().to_lowercase()) {
                return Err(TableError::SameName(field.name().clone()));
            }
        }
        let about: HashMap<String, String> = self.about.iter().cloned().collect();
        Ok(Arc::new(Schema::new_with_metadata(fields, about)))
    }
}

/// The name of the column that has a hand as a set of bits.
pub(crate) fn cards(seat: &str) -> String {
    format!("{seat}_cards")
}

/// The names of the columns with results, par last.
pub(crate) fn result_names() -> impl Iterator<Item = String> {
    let values = result_values(&Tricks::default(), 0);
    values.into_iter().map(|(name, _)| name)
}
