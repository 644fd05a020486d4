//! Boards as JSON lines, for programs: an object on each line, with `number`, `dealer`, `vulnerable` and `hands`, and
//! where they are known `hand_type`, `tricks`, `par` and further `values`; of what another file said, `tags`, `auction`, `play`,
//! `tables`, `comments` and `headers`.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::hands::read_dotted;
use super::reading::{Draft, Reading, lines, seat, text};
use crate::record_wire::ReadRecord;
use crate::{Board, Record, Tricks};

/// A board with more values than this was not made by anyone.
const MOST_VALUES: usize = 1000;

/// A board as it is read.
#[derive(Deserialize)]
struct Object {
    number: Option<u64>,
    dealer: Option<String>,
    vulnerable: Option<String>,
    hands: Members,
    hand_type: Option<String>,
    tricks: Option<BTreeMap<String, BTreeMap<String, u8>>>,
    par: Option<i32>,
    #[serde(default)]
    values: Members,
    #[serde(flatten)]
    record: ReadRecord,
}

/// The members of an object in their order, one that comes twice among them: a reader must see it to refuse it.
#[derive(Default)]
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Members, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Members;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Members, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = members.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Members(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

pub(super) fn write(out: &mut impl Write, board: &Board) -> io::Result<()> {
    serde_json::to_writer(&mut *out, board)?;
    out.write_all(b"\n")
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    for (line, text) in lines(&text(bytes)) {
        if text.is_empty() {
            continue;
        }
        match serde_json::from_str::<Object>(text) {
            Ok(object) => reading.add(draft(line, object)),
            Err(error) => reading.problem(line, explained(&error)),
        }
    }
    reading
}

/// Each line is read by itself, so its line number there says nothing; the column does.
fn explained(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    match error.column() {
        0 => what.to_owned(),
        column => format!("{what}, at column {column}"),
    }
}

fn draft(line: usize, object: Object) -> Draft {
    let mut draft = Draft::at(line);
    draft.number = object.number;
    draft.read_dealer(line, &object.dealer.unwrap_or_default());
    draft.read_vulnerable(line, &object.vulnerable.unwrap_or_default());
    for (name, hand) in &object.hands.0 {
        let Some(seat) = draft.take(line, seat(name)) else {
            continue;
        };
        let hand = match hand {
            Value::String(hand) => read_dotted(hand),
            Value::Null => Ok(None),
            _ => Err(format!("{seat}'s hand is not a text")),
        };
        if draft.hands[seat as usize].is_some() {
            draft.problem(line, format!("{seat} has two hands"));
        }
        draft.hands[seat as usize] = draft.take(line, hand).flatten();
    }
    draft.read_hand_type(&object.hand_type.unwrap_or_default());
    draft.par = object.par;
    draft.tricks = object.tricks.and_then(|given| {
        let known = tricks(&given);
        draft.take(line, known)
    });
    if object.values.0.len() > MOST_VALUES {
        draft.problem(line, "it has more than 1,000 values");
    }
    for (name, value) in object.values.0 {
        let text = match value {
            Value::String(text) => text,
            Value::Null => continue,
            other => other.to_string(),
        };
        draft.values.push((name, text));
    }
    draft.record = Some(Record::from(object.record));
    draft
}

fn tricks(given: &BTreeMap<String, BTreeMap<String, u8>>) -> Result<Tricks, String> {
    let mut missing = false;
    let tricks = Tricks::from_fn(|seat, strain| {
        let seat = given.get(seat.letter().encode_utf8(&mut [0; 4]));
        let tricks = seat.and_then(|by| by.get(strain.letter().encode_utf8(&mut [0; 4])));
        missing |= tricks.is_none_or(|&tricks| tricks > 13);
        tricks.copied().unwrap_or_default()
    });
    if missing {
        Err("tricks must give 0 to 13 for each of N, E, S, W and each of C, D, H, S, N".into())
    } else {
        Ok(tricks)
    }
}
