//! The shapes that a hand type leaves out: as people write them, and as they stand in a document.
//!
//! `64xx, 55xx` leaves out shapes; `2 major suits of 4 cards and 1 suit of 3 cards` leaves out what fits all its
//! clauses. Several of either are separated by semicolons.

use bridge::{Seat, ShapePattern};
use profile::Range;
use serde_json::{Value, json};

use crate::document;
use crate::parse::whole;

/// One thing that is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Excluded {
    Shapes(Vec<String>),
    Clauses(Vec<Clause>),
}

/// So many suits of a group that are so long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clause {
    group: &'static str,
    length: usize,
    count: usize,
}

const GROUPS: [(&str, &str); 3] = [("ANY", ""), ("MAJOR", "major "), ("MINOR", "minor ")];
/// How they are written.
const WRITE: &str =
    "write shapes like 64xx, 55xx (x is any length), or 2 suits of 4 cards, or none";

impl Excluded {
    fn words(&self) -> String {
        match self {
            Excluded::Shapes(shapes) => shapes.join(", "),
            Excluded::Clauses(clauses) => {
                let words = clauses.iter().map(|clause| {
                    let known = GROUPS.iter().find(|(group, _)| *group == clause.group);
                    let group = known.map_or("", |(_, word)| word);
                    let plural = if clause.count == 1 { "" } else { "s" };
                    let Clause { length, count, .. } = clause;
                    format!("{count} {group}suit{plural} of {length} cards")
                });
                words.collect::<Vec<_>>().join(" and ")
            }
        }
    }

    fn written(&self, seat: Seat, index: usize) -> Value {
        let mut value = json!({"seat": seat.letter().to_string(), "subprofile_index": index + 1});
        match self {
            Excluded::Shapes(shapes) => value["excluded_shapes"] = json!(shapes),
            Excluded::Clauses(clauses) => {
                let each = clauses.iter().map(|clause| {
                    json!({"group": clause.group, "length_eq": clause.length, "count": clause.count})
                });
                value["clauses"] = each.collect();
            }
        }
        value
    }

    /// What stands in a document; `None` if it cannot be read.
    fn of(value: &Value) -> Option<Excluded> {
        if let Some(shapes) = value.get("excluded_shapes").and_then(Value::as_array) {
            let text = |shape: &Value| Some(shape.as_str()?.to_owned());
            let shapes: Option<Vec<String>> = shapes.iter().map(text).collect();
            return shapes.map(Excluded::Shapes);
        }
        let clause = |value: &Value| {
            let number = |name: &str| Some(value.get(name)?.as_f64()? as usize);
            let group = value.get("group")?.as_str()?;
            let (group, _) = GROUPS.iter().find(|(known, _)| *known == group)?;
            Some(Clause {
                group,
                length: number("length_eq")?,
                count: number("count")?,
            })
        };
        let clauses = value.get("clauses")?.as_array()?.iter().map(clause);
        clauses.collect::<Option<_>>().map(Excluded::Clauses)
    }
}

/// What an answer leaves out.
pub(crate) fn parse(text: &str) -> Result<Vec<Excluded>, String> {
    if matches!(text.trim().to_lowercase().as_str(), "" | "none" | "nothing") {
        return Ok(Vec::new());
    }
    let parts = text.split(';').map(str::trim);
    parts
        .filter(|part| !part.is_empty())
        .map(|part| {
            if part.contains("suit") {
                clauses(part)
            } else {
                shapes(part)
            }
        })
        .collect()
}

fn shapes(text: &str) -> Result<Excluded, String> {
    let words = text
        .split(|letter: char| letter == ',' || letter.is_whitespace())
        .filter(|word| !word.is_empty());
    let mut shapes = Vec::new();
    for word in words {
        let word = word.to_lowercase();
        let pattern = word.parse::<ShapePattern>();
        pattern.map_err(|error| format!("{error}; {WRITE}"))?;
        shapes.push(word);
    }
    Ok(Excluded::Shapes(shapes))
}

fn clauses(text: &str) -> Result<Excluded, String> {
    let lower = text.to_lowercase();
    let clauses: Result<Vec<Clause>, String> = lower.split(" and ").map(clause).collect();
    let clauses = clauses?;
    match clauses.len() {
        1 | 2 => Ok(Excluded::Clauses(clauses)),
        number => Err(format!(
            "{number} clauses are too many: at most 2, with 'and'"
        )),
    }
}

fn clause(text: &str) -> Result<Clause, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (count, group, length) = match words[..] {
        [count, "suit" | "suits", "of", length] => (count, "ANY", length),
        [count, "suit" | "suits", "of", length, "card" | "cards"] => (count, "ANY", length),
        [count, group, "suit" | "suits", "of", length] => (count, group, length),
        [
            count,
            group,
            "suit" | "suits",
            "of",
            length,
            "card" | "cards",
        ] => (count, group, length),
        _ => return Err(WRITE.to_owned()),
    };
    let group = group.to_uppercase();
    let known = GROUPS.iter().find(|(known, _)| *known == group);
    let (group, _) = known.ok_or_else(|| "suits are any, major or minor".to_owned())?;
    Ok(Clause {
        group,
        count: whole(count, 0, 4)?,
        length: whole(length, 0, Range::CARDS.max.into())?,
    })
}

/// Which entries of the document are of a hand type, by their places in the list.
fn entries(document: &Value, seat: Seat, index: usize) -> Vec<usize> {
    let list = document.get("subprofile_exclusions");
    let list = list.and_then(Value::as_array);
    let of_it = |value: &Value| {
        let of_seat = document::seat(value, "/seat") == Some(seat);
        let number = value.get("subprofile_index").and_then(Value::as_f64);
        of_seat && number == Some(index as f64 + 1.0)
    };
    let all = list.into_iter().flatten().enumerate();
    all.filter(|(_, value)| of_it(value))
        .map(|(at, _)| at)
        .collect()
}

/// All that a hand type leaves out; `None` for what cannot be read.
pub(crate) fn all(document: &Value, seat: Seat, index: usize) -> Vec<Option<Excluded>> {
    let entries = entries(document, seat, index).into_iter();
    entries
        .map(|at| Excluded::of(&document["subprofile_exclusions"][at]))
        .collect()
}

/// What a hand type leaves out, as it is typed.
pub(crate) fn words(document: &Value, seat: Seat, index: usize) -> String {
    let words: Vec<String> = entries(document, seat, index)
        .into_iter()
        .filter_map(|at| Excluded::of(&document["subprofile_exclusions"][at]))
        .map(|one| one.words())
        .collect();
    if words.is_empty() {
        "none".to_owned()
    } else {
        words.join("; ")
    }
}

/// Sets what a hand type leaves out. What was there and still is, stays as it is.
pub(crate) fn set(document: &mut Value, seat: Seat, index: usize, new: &[Excluded]) {
    let known: Vec<(usize, Option<Excluded>)> = entries(document, seat, index)
        .into_iter()
        .map(|at| (at, Excluded::of(&document["subprofile_exclusions"][at])))
        .collect();
    let is_new = |one: &&Excluded| !known.iter().any(|(_, known)| known.as_ref() == Some(*one));
    let fresh: Vec<Value> = new
        .iter()
        .filter(is_new)
        .map(|one| one.written(seat, index))
        .collect();
    // What cannot be read is not thrown away: nobody was asked about it.
    let gone: Vec<usize> = known
        .iter()
        .filter(|(_, known)| known.as_ref().is_some_and(|known| !new.contains(known)))
        .map(|(at, _)| *at)
        .collect();
    if fresh.is_empty() && gone.is_empty() {
        return;
    }
    let fields = document::object(document, "");
    let list = fields
        .entry("subprofile_exclusions")
        .or_insert_with(|| json!([]));
    if let Some(list) = list.as_array_mut() {
        let mut at = 0..;
        list.retain(|_| at.next().is_none_or(|at| !gone.contains(&at)));
        list.extend(fresh);
    }
}

/// Forgets what is said of hand types that a seat no longer has.
pub(crate) fn forget(document: &mut Value, seat: Seat, number: usize) {
    let list = document.get_mut("subprofile_exclusions");
    if let Some(list) = list.and_then(Value::as_array_mut) {
        list.retain(|value| {
            let index = value.get("subprofile_index").and_then(Value::as_f64);
            let gone = index.is_some_and(|index| index > number as f64);
            !(gone && document::seat(value, "/seat") == Some(seat))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_can_be_typed() {
        for text in [
            "none",
            "64xx, 55xx",
            "2 major suits of 4 cards and 1 suit of 3 cards",
            "4333; 1 minor suit of 0 cards",
        ] {
            let read = parse(text).unwrap();
            let mut document = json!({});
            set(&mut document, Seat::East, 1, &read);
            assert_eq!(words(&document, Seat::East, 1), text);
            assert_eq!(words(&document, Seat::East, 0), "none");
            let again = document.clone();
            set(&mut document, Seat::East, 1, &read);
            assert_eq!(document, again);
        }
        for text in [
            "64x",
            "9999",
            "2 green suits of 4",
            "5 suits of 2",
            "1 suit of 14 cards",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_what_was_changed_is_changed() {
        let other =
            json!({"seat": "N", "subprofile_index": 1, "excluded_shapes": ["4333"], "note": 1});
        let kept =
            json!({"seat": "S", "subprofile_index": 1, "excluded_shapes": ["64xx"], "note": 2});
        let gone = json!({"seat": "S", "subprofile_index": 1, "excluded_shapes": ["55xx"]});
        let mut document = json!({"subprofile_exclusions": [gone, other, kept]});
        set(&mut document, Seat::South, 0, &parse("64xx; 4441").unwrap());
        let new = json!({"seat": "S", "subprofile_index": 1, "excluded_shapes": ["4441"]});
        assert_eq!(
            document,
            json!({"subprofile_exclusions": [other, kept, new]})
        );
        forget(&mut document, Seat::South, 0);
        assert_eq!(document, json!({"subprofile_exclusions": [other]}));
    }
}
