//! What a file says of a board, as JSON: its tags, auction, play, tables and comments as members of the board's object.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::Seat;
use crate::auction::{Auction, Play, call};
use crate::record::{Line, MANDATORY, OF_THE_BOARD, Record, Tag, escaped, is_among};

/// The members.
#[derive(Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct RecordWire {
    /// What the tags of its file say, such as Event, North or Contract, in their order: a text, or a list of texts for a tag
    /// that comes more than once. What is a member of its own is not among them.
    #[serde(skip_serializing_if = "Map::is_empty")]
    tags: Map<String, Value>,
    /// The auction.
    #[serde(skip_serializing_if = "Option::is_none")]
    auction: Option<AuctionWire>,
    /// The play.
    #[serde(skip_serializing_if = "Option::is_none")]
    play: Option<PlayWire>,
    /// Tables that the file has of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tables: Vec<TableWire>,
    /// The comments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    /// Lines of its file that begin with %.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    headers: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct AuctionWire {
    /// Whose call comes first.
    starter: Seat,
    /// The calls: Pass, X, XX, 1C … 7NT.
    calls: Vec<String>,
    /// What is said about calls, by their places from 1.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    notes: BTreeMap<usize, String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct PlayWire {
    /// Who leads first.
    leader: Seat,
    /// The cards of each trick, from that seat on clockwise, whoever led to it; - for one that was not played.
    tricks: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
struct TableWire {
    /// Its tag.
    name: String,
    /// The names of its columns, as PBN writes them.
    columns: String,
    /// Its rows.
    rows: Vec<String>,
}

impl From<&Record> for RecordWire {
    fn from(record: &Record) -> RecordWire {
        let mut tags = Map::new();
        for tag in record.plain_tags() {
            let value = Value::from(tag.value());
            match tags.get_mut(&tag.name) {
                None => drop(tags.insert(tag.name.clone(), value)),
                Some(Value::Array(all)) => all.push(value),
                Some(one) => *one = Value::Array(vec![one.take(), value]),
            }
        }
        let auction = record.auction().map(|auction| {
            let numbered = (1..).zip(&auction.calls);
            let notes = numbered.filter_map(|(place, call)| Some((place, call.note.clone()?)));
            AuctionWire {
                starter: auction.starter,
                notes: notes.collect(),
                calls: auction.calls.iter().map(|call| call.call.clone()).collect(),
            }
        });
        let tables = record.tables().into_iter().map(|table| TableWire {
            name: table.name.to_owned(),
            columns: table.columns.to_owned(),
            rows: table.rows.iter().map(|row| row.trim().to_owned()).collect(),
        });
        let header = record.header.iter().map(String::as_str);
        RecordWire {
            tags,
            auction,
            play: record.play().map(|play| PlayWire {
                leader: play.leader,
                tricks: play.rows(),
            }),
            tables: tables.collect(),
            comments: record.comments(),
            headers: header.chain(record.escapes()).map(str::to_owned).collect(),
        }
    }
}

/// The members of a board that has a record; none of one that has not.
pub(crate) fn serialize<S: Serializer>(
    record: &Option<std::sync::Arc<Record>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match record {
        Some(record) => RecordWire::from(&**record).serialize(serializer),
        None => serializer.serialize_none(),
    }
}

/// The members as they are read. Other programs may mean something else by these names: what is not of this form is not
/// of this kind.
#[derive(Default, Deserialize)]
pub(crate) struct ReadRecord {
    #[serde(default)]
    tags: Value,
    #[serde(default)]
    auction: Value,
    #[serde(default)]
    play: Value,
    #[serde(default)]
    tables: Value,
    #[serde(default)]
    comments: Value,
    #[serde(default)]
    headers: Value,
}

fn of<T: for<'de> Deserialize<'de>>(value: Value) -> Option<T> {
    serde_json::from_value(value).ok()
}

/// A name that a tag may have.
fn is_name(name: &str) -> bool {
    let ends =
        |letter: char| letter.is_whitespace() || letter.is_control() || "[]\"".contains(letter);
    !name.is_empty() && !name.contains(ends)
}

impl From<ReadRecord> for Record {
    fn from(read: ReadRecord) -> Record {
        let mut record = Record::default();
        let texts = |value: Value| match value {
            Value::Array(all) => all,
            one => vec![one],
        };
        let tags: Map<String, Value> = of(read.tags).unwrap_or_default();
        for (name, value) in tags.into_iter().filter(|(name, _)| is_plain(name)) {
            for value in texts(value) {
                if let Value::String(text) = value {
                    record.push_tag(&name, &text);
                }
            }
        }
        // The tags that the standard wants come first, in its order.
        let place = |line: &Line| match line {
            Line::Tag(tag) => MANDATORY.iter().position(|name| tag.is(name)),
            _ => None,
        };
        let all = MANDATORY.len();
        answer::sort_by_key(&mut record.lines, |line| place(line).unwrap_or(all));
        if let Some(wire) = of::<AuctionWire>(read.auction) {
            let mut auction = Auction {
                starter: wire.starter,
                calls: Vec::new(),
            };
            for (place, text) in (1..).zip(&wire.calls) {
                if let Some(call) = call(text) {
                    auction.push(call, wire.notes.get(&place).cloned());
                }
            }
            record.push_auction(&auction);
        }
        if let Some(wire) = of::<PlayWire>(read.play) {
            let words = wire
                .tricks
                .iter()
                .flat_map(|trick| trick.split_whitespace());
            let words: Vec<String> = words.map(str::to_owned).collect();
            if let Some(play) = Play::parse(wire.leader, &words) {
                record.push_play(&play);
            }
        }
        let tables: Vec<TableWire> = of(read.tables).unwrap_or_default();
        for table in tables.into_iter().filter(|table| is_plain(&table.name)) {
            // The head of a table has backslashes that stand for themselves.
            let raw = if table.columns.contains(['"', '\n', '\r']) {
                escaped(&table.columns)
            } else {
                table.columns
            };
            record.lines.push(Line::Tag(Tag {
                name: table.name,
                raw: raw.into(),
                after: String::new(),
            }));
            let plain = |row: &String| {
                !row.trim().is_empty() && !row.trim().starts_with(['[', '{', '%', ';'])
            };
            let rows = table.rows.into_iter().filter(plain);
            let rows = rows.map(|row| Line::Row(row.replace(['\n', '\r'], " ")));
            record.lines.extend(rows);
        }
        let comments: Vec<String> = of(read.comments).unwrap_or_default();
        for comment in &comments {
            record.push_comment(comment);
        }
        let headers: Vec<String> = of(read.headers).unwrap_or_default();
        let headers = headers.into_iter().filter(|line| line.starts_with('%'));
        let headers: Vec<String> = headers
            .map(|line| line.replace(['\n', '\r'], " "))
            .collect();
        record.header = headers.into();
        record
    }
}

/// Whether a tag of this name may be written beside the fields of a board.
pub(crate) fn is_plain(name: &str) -> bool {
    is_name(name) && !is_among(&OF_THE_BOARD, name)
}
