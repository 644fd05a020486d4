//! Boards as a table for spreadsheets: a head, then a row for each board with its number, dealer and vulnerability,
//! the four suits of each seat, what it was dealt as where boards say that, what tags of another file say, each in a column
//! named like `[Event]`, and further values.
//!
//! Columns are found by their names, in any order. A seat may have one column for its whole hand instead of four.

use std::borrow::Cow;
use std::io::{self, Write};

use csv::{ReaderBuilder, Terminator, WriterBuilder};

use super::Style;
use super::hands::{read_dotted, read_suit};
use super::reading::{Draft, Reading, number_in, seat};
use crate::record_wire::is_plain;
use crate::{Board, Hand, Record, Seat, Suit};

/// A table with more columns than this is none that a person looks at.
pub(super) const MOST_COLUMNS: usize = 1000;

/// The column of what a board was dealt as.
const HAND_TYPE: &str = "hand_type";

/// `north_spades`
fn name(seat: Seat, suit: Suit) -> String {
    format!("{seat}_{suit:?}").to_lowercase()
}

/// Every seat and suit, in the order of the columns.
fn suits() -> impl Iterator<Item = (Seat, Suit)> {
    Seat::ALL
        .into_iter()
        .flat_map(|seat| Suit::WRITTEN.map(|suit| (seat, suit)))
}

fn record(out: &mut impl Write, fields: impl Iterator<Item = String>) -> io::Result<()> {
    let mut writer = WriterBuilder::new()
        .terminator(Terminator::Any(b'\n'))
        .buffer_capacity(1 << 10)
        .from_writer(out);
    writer.write_record(fields)?;
    writer.flush()
}

/// Whether there is a column of hand types: also where a further value has its name, which would be taken for it.
fn has_hand_types(style: &Style) -> bool {
    let taken = |name: &String| column(name) == Column::HandType;
    style.hand_types || style.values.iter().any(taken)
}

/// Writes the names of the columns.
pub(super) fn head(out: &mut impl Write, style: &Style) -> io::Result<()> {
    let fixed = ["board", "dealer", "vulnerable"].map(str::to_owned);
    let cards = suits().map(|(seat, suit)| name(seat, suit));
    let hand_type = has_hand_types(style).then(|| HAND_TYPE.to_owned());
    let tags = style.tags.iter().map(|name| format!("[{name}]"));
    let further = hand_type.into_iter().chain(tags);
    let further = further.chain(style.values.iter().cloned());
    record(out, fixed.into_iter().chain(cards).chain(further))
}

/// Writes a board.
pub(super) fn row(out: &mut impl Write, board: &Board, style: &Style) -> io::Result<()> {
    let fixed = [
        board.number.to_string(),
        board.dealer.letter().to_string(),
        board.vulnerable.to_string(),
    ];
    let cards = suits().map(|(seat, suit)| board.deal[seat].holding(suit).to_string());
    let hand_type = has_hand_types(style).then(|| {
        let known = board.hand_type.as_ref();
        known.map_or(String::new(), ToString::to_string)
    });
    let values = style.values.iter().map(|name| {
        let value = board.values.iter().find(|(known, _)| known == name);
        value.map_or(String::new(), |(_, value)| value.clone())
    });
    let tags = style.tags.iter().map(|name| {
        let record = board.record.as_deref();
        let tag = record.and_then(|record| record.tag(name));
        tag.unwrap_or_default().into_owned()
    });
    let further = hand_type.into_iter().chain(tags).chain(values);
    record(out, fixed.into_iter().chain(cards).chain(further))
}

/// What a column holds.
#[derive(Clone, PartialEq, Eq)]
enum Column {
    Number,
    Dealer,
    Vulnerable,
    HandType,
    Tag(String),
    Suit(Seat, Suit),
    Hand(Seat),
    Value(String),
}

fn column(text: &str) -> Column {
    let tag = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(name) = tag.filter(|name| is_plain(name)) {
        return Column::Tag(name.to_owned());
    }
    let plain = text.to_lowercase().replace([' ', '-'], "_");
    match plain.as_str() {
        "board" | "number" | "board_number" => Column::Number,
        "dealer" => Column::Dealer,
        HAND_TYPE | "handtype" => Column::HandType,
        "vulnerable" | "vul" | "vulnerability" => Column::Vulnerable,
        plain => match suits().find(|(seat, suit)| plain == name(*seat, *suit)) {
            Some((seat, suit)) => Column::Suit(seat, suit),
            None => seat(plain).map_or(Column::Value(text.to_owned()), Column::Hand),
        },
    }
}

/// The columns of a head. A name that has been used already is that of a value: a script may call one `board`.
fn columns<'a>(names: impl Iterator<Item = Cow<'a, str>>) -> Vec<Column> {
    let mut known: Vec<Column> = Vec::new();
    let columns = names.map(|name| {
        let name = name.trim().trim_start_matches('\u{feff}');
        let found = column(name);
        let used = match &found {
            Column::Value(_) => true,
            Column::Hand(seat) => known
                .iter()
                .any(|c| matches!(c, Column::Suit(of, _) | Column::Hand(of) if of == seat)),
            found => known.contains(found),
        };
        if used {
            Column::Value(name.to_owned())
        } else {
            known.push(found.clone());
            found
        }
    });
    columns.collect()
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let head = bytes
        .split(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let count = |wanted: u8| head.iter().filter(|&&byte| byte == wanted).count();
    // In many countries a spreadsheet puts semicolons between the fields.
    let delimiter = if count(b';') > count(b',') {
        b';'
    } else {
        b','
    };
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(bytes);
    let mut columns: Option<Vec<Column>> = None;
    let mut fields = csv::ByteRecord::new();
    loop {
        match reader.read_byte_record(&mut fields) {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                reading.problem(reader.position().line() as usize, error.to_string());
                break;
            }
        }
        let line = fields.position().map_or(1, |at| at.line()) as usize;
        let mut texts = fields.iter().map(String::from_utf8_lossy);
        let Some(columns) = &columns else {
            let names = self::columns(texts);
            if !names
                .iter()
                .any(|c| matches!(c, Column::Suit(..) | Column::Hand(_)))
            {
                let problem = "the first line must name the columns: board, dealer, vulnerable, north_spades …";
                return Reading::failed(line, problem);
            }
            if names.len() > MOST_COLUMNS {
                return Reading::failed(line, "it has more than 1,000 columns");
            }
            columns = Some(names);
            continue;
        };
        if texts.clone().all(|text| text.trim().is_empty()) {
            continue;
        }
        let mut draft = Draft::at(line);
        if fields.len() != columns.len() {
            let (has, wants) = (fields.len(), columns.len());
            draft.problem(line, format!("it has {has} fields, not {wants}"));
        }
        for column in columns {
            let Some(text) = texts.next() else {
                break;
            };
            fill(&mut draft, line, column, &text);
        }
        reading.add(draft);
    }
    reading
}

fn fill(draft: &mut Draft, line: usize, column: &Column, text: &str) {
    match column {
        Column::Number if text.trim().is_empty() => {}
        Column::Number => match number_in(text) {
            Some(number) => draft.number = Some(number),
            None => draft.problem(line, "it has no number"),
        },
        Column::Dealer => draft.read_dealer(line, text),
        Column::Vulnerable => draft.read_vulnerable(line, text),
        Column::HandType => draft.read_hand_type(text),
        Column::Tag(_) if text.is_empty() => {}
        Column::Tag(name) => {
            let record = draft.record.get_or_insert_with(Record::default);
            record.push_tag(name, text);
        }
        Column::Hand(seat) => {
            draft.hands[*seat as usize] = draft.take(line, read_dotted(text)).flatten();
        }
        Column::Suit(seat, suit) => {
            let mut hand = draft.hands[*seat as usize].unwrap_or(Hand::EMPTY);
            draft.take(line, read_suit(&mut hand, *suit, text));
            draft.hands[*seat as usize] = Some(hand);
        }
        Column::Value(_) if text.is_empty() => {}
        Column::Value(name) => draft.values.push((name.clone(), text.to_owned())),
    }
}
