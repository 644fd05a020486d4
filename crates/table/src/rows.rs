//! Rows of a table, gathered board by board.

use std::fmt::Write;
use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BooleanBuilder, Int8Builder, Int16Builder, Int64Builder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use bridge::score::Strain;
use bridge::{Board, Hand, Seat, Suit};

use crate::error::TableError;
use crate::layout::{ColumnKind, Layout};

/// What a board has in a further column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A number; in a column of yes and no, 0 is no.
    Number(i64),
    /// A text.
    Text(String),
}

/// Rows that are being gathered.
#[derive(Debug)]
pub struct Rows {
    schema: SchemaRef,
    numbers: Int64Builder,
    dealers: StringBuilder,
    vulnerable: StringBuilder,
    hands: [StringBuilder; 4],
    cards: [Int64Builder; 4],
    hand_types: Option<StringBuilder>,
    further: Vec<Further>,
    /// Twenty results and par.
    results: Option<(Vec<Int8Builder>, Int16Builder)>,
}

#[derive(Debug)]
enum Further {
    Number(Int64Builder),
    YesNo(BooleanBuilder),
    Text(StringBuilder),
}

impl Rows {
    /// None yet, of a table with this layout, whose schema is this. There is room for so many from the beginning.
    pub fn new(layout: &Layout, schema: &SchemaRef, room: usize) -> Rows {
        let texts = |bytes: usize| StringBuilder::with_capacity(room, room * bytes);
        let further = layout.columns.iter().map(|column| match column.kind {
            ColumnKind::Number => Further::Number(Int64Builder::with_capacity(room)),
            ColumnKind::YesNo => Further::YesNo(BooleanBuilder::with_capacity(room)),
            ColumnKind::Text => Further::Text(texts(8)),
        });
        Rows {
            schema: schema.clone(),
            numbers: Int64Builder::with_capacity(room),
            dealers: texts(1),
            vulnerable: texts(4),
            hands: std::array::from_fn(|_| texts(16)),
            cards: std::array::from_fn(|_| Int64Builder::with_capacity(room)),
            hand_types: layout.hand_types.then(|| texts(16)),
            further: further.collect(),
            results: layout.results.then(|| {
                let tricks = (0..20).map(|_| Int8Builder::with_capacity(room));
                (tricks.collect(), Int16Builder::with_capacity(room))
            }),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a board, and what it has in the further columns, in their order; where fewer are told, the others are empty.
    pub fn push(&mut self, board: &Board, cells: impl IntoIterator<Item = Cell>) {
        self.numbers
            .append_value(i64::try_from(board.number).unwrap_or(i64::MAX));
        let dealer = [board.dealer.letter() as u8];
        self.dealers
            .append_value(std::str::from_utf8(&dealer).unwrap_or_default());
        // Writing to memory cannot fail.
        let _ = write!(self.vulnerable, "{}", board.vulnerable);
        self.vulnerable.append_value("");
        for (place, seat) in Seat::ALL.into_iter().enumerate() {
            let hand = board.deal[seat];
            if hand.is_empty() {
                self.hands[place].append_null();
                self.cards[place].append_null();
            } else {
                let mut letters = [0; 16];
                let length = written(hand, &mut letters);
                let text = std::str::from_utf8(&letters[..length]).unwrap_or_default();
                self.hands[place].append_value(text);
                self.cards[place].append_value(hand.bits() as i64);
            }
        }
        if let Some(types) = &mut self.hand_types {
            types.append_option(board.hand_type.as_ref().map(|own| own.as_str()));
        }
        let mut cells = cells.into_iter();
        for column in &mut self.further {
            match (column, cells.next().unwrap_or(Cell::Empty)) {
                (Further::Number(column), Cell::Number(value)) => column.append_value(value),
                (Further::Number(column), Cell::Text(text)) => {
                    column.append_option(text.parse().ok());
                }
                (Further::Number(column), Cell::Empty) => column.append_null(),
                (Further::YesNo(column), Cell::Number(value)) => column.append_value(value != 0),
                (Further::YesNo(column), _) => column.append_null(),
                (Further::Text(column), Cell::Text(text)) => column.append_value(text),
                (Further::Text(column), Cell::Number(value)) => {
                    column.append_value(value.to_string());
                }
                (Further::Text(column), Cell::Empty) => column.append_null(),
            }
        }
        if let Some((tricks, par)) = &mut self.results {
            let seats = Seat::ALL.into_iter();
            let each = seats.flat_map(|seat| Strain::ALL.map(|strain| (seat, strain)));
            for ((seat, strain), column) in each.zip(tricks) {
                let own = board.tricks.as_ref();
                column.append_option(own.map(|tricks| tricks.of(seat, strain) as i8));
            }
            par.append_option(board.par.and_then(|par| i16::try_from(par).ok()));
        }
    }

    /// The rows as a batch; none are left.
    ///
    /// # Errors
    /// If there are too many for one: some millions.
    pub fn take(&mut self) -> Result<RecordBatch, TableError> {
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.numbers.finish()),
            Arc::new(self.dealers.finish()),
            Arc::new(self.vulnerable.finish()),
        ];
        for hands in &mut self.hands {
            columns.push(Arc::new(hands.finish()));
        }
        for cards in &mut self.cards {
            columns.push(Arc::new(cards.finish()));
        }
        if let Some(types) = &mut self.hand_types {
            columns.push(Arc::new(types.finish()));
        }
        for column in &mut self.further {
            columns.push(match column {
                Further::Number(column) => Arc::new(column.finish()),
                Further::YesNo(column) => Arc::new(column.finish()),
                Further::Text(column) => Arc::new(column.finish()),
            });
        }
        if let Some((tricks, par)) = &mut self.results {
            for column in tricks {
                columns.push(Arc::new(column.finish()));
            }
            columns.push(Arc::new(par.finish()));
        }
        Ok(RecordBatch::try_new(self.schema.clone(), columns)?)
    }
}

/// Several batches of a table as one.
///
/// # Errors
/// If there are too many rows for one.
pub fn joined(schema: &SchemaRef, batches: &[RecordBatch]) -> Result<RecordBatch, TableError> {
    match batches {
        [one] => Ok(one.clone()),
        several => Ok(arrow_select::concat::concat_batches(schema, several)?),
    }
}

/// Writes a hand of at most thirteen cards as it is displayed, many times as fast; tells how many letters it has.
fn written(hand: Hand, letters: &mut [u8; 16]) -> usize {
    const RANKS: &[u8; 13] = b"23456789TJQKA";
    let mut length = 0;
    for suit in Suit::WRITTEN {
        if suit != Suit::Spades {
            letters[length.min(15)] = b'.';
            length += 1;
        }
        let mut left = (hand.bits() >> (16 * suit as u32)) as u16 & 0x1fff;
        while left != 0 {
            let rank = 15 - left.leading_zeros() as usize;
            letters[length.min(15)] = RANKS[rank];
            length += 1;
            left &= !(1 << rank);
        }
    }
    length.min(16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hand_is_written_as_it_is_displayed() {
        for text in [
            "AKQJT98765432...",
            "...AKQJT98765432",
            "AK4.QT92.J.98765",
            ".AK43.T9876.5432",
            "2..3.4",
        ] {
            let hand: Hand = text.parse().unwrap_or_default();
            let mut letters = [0; 16];
            let length = written(hand, &mut letters);
            assert_eq!(
                std::str::from_utf8(&letters[..length]).unwrap(),
                hand.to_string(),
                "{text}"
            );
        }
    }
}
