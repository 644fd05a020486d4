//! What two partners hold together: `8+ hearts between North and South`, `25+ together`.
//!
//! Several are separated by semicolons. Where a side is not named, it is the one side of which a hand is asked for. `only
//! for 1-2` says that it holds when the partners have these hand types, North's or East's first.

use bridge::{Seat, Side, Suit};
use profile::{Range, suit_word};
use serde_json::{Value, json};

use crate::document;
use crate::parse;
use crate::shapes::without_brackets;

const FIELD: &str = "pair_constraints";
/// All high card points of a deck.
const POINTS: Range = Range { min: 0, max: 40 };
const WRITE: &str = "write something like 8+ hearts between North and South, or 25+ HCP between East and West, or nothing";

/// What is asked of two hands together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Together {
    side: Side,
    /// Cards by [`Suit`].
    suits: [Range; 4],
    points: Range,
    /// The pairs of hand types it holds for, counted from 1; none is all.
    only_for: Vec<[usize; 2]>,
}

fn word(side: Side) -> &'static str {
    match side {
        Side::NorthSouth => "NS",
        Side::EastWest => "EW",
    }
}

impl Together {
    fn of_side(side: Side) -> Together {
        Together {
            side,
            suits: [Range::CARDS; 4],
            points: POINTS,
            only_for: Vec::new(),
        }
    }

    fn asks_nothing(&self) -> bool {
        self.suits == [Range::CARDS; 4] && self.points == POINTS
    }

    fn words(&self) -> String {
        let mut phrases = Vec::new();
        for suit in Suit::WRITTEN {
            let range = self.suits[suit as usize].within(Range::CARDS);
            phrases.extend(range.map(|range| format!("{range} {}", suit_word(suit, false))));
        }
        let points = self.points.within(POINTS);
        phrases.extend(points.map(|range| format!("{range} HCP")));
        let [first, second] = self.side.seats();
        let pairs: Vec<String> = self
            .only_for
            .iter()
            .map(|[a, b]| format!("{a}-{b}"))
            .collect();
        let only = if pairs.is_empty() {
            String::new()
        } else {
            format!(" only for {}", pairs.join(" "))
        };
        format!("{} between {first} and {second}{only}", phrases.join(", "))
    }

    fn written(&self) -> Value {
        let limits = |range: Range, whole: Range, names: [&str; 2]| {
            let mut fields = serde_json::Map::new();
            if range.min > whole.min {
                fields.insert(names[0].to_owned(), range.min.into());
            }
            if range.max < whole.max {
                fields.insert(names[1].to_owned(), range.max.into());
            }
            fields
        };
        let mut value = json!({"pair": word(self.side)});
        for suit in Suit::WRITTEN {
            let fields = limits(self.suits[suit as usize], Range::CARDS, document::CARDS);
            if !fields.is_empty() {
                value[suit_word(suit, false)] = Value::Object(fields);
            }
        }
        if let Some(all) = value.as_object_mut() {
            all.extend(limits(self.points, POINTS, document::POINTS));
        }
        if !self.only_for.is_empty() {
            value["subprofiles"] = json!(self.only_for);
        }
        value
    }

    /// What stands in a document; `None` if it cannot be read.
    fn of(value: &Value) -> Option<Together> {
        let sides = [Side::NorthSouth, Side::EastWest];
        let pair = value.get("pair")?.as_str()?;
        let side = sides.into_iter().find(|&side| word(side) == pair)?;
        let mut found = Together::of_side(side);
        for suit in Suit::ALL {
            let fields = value.get(suit_word(suit, false));
            found.suits[suit as usize] = document::range(fields, document::CARDS, Range::CARDS);
        }
        found.points = document::range(Some(value), document::POINTS, POINTS);
        if let Some(pairs) = value.get("subprofiles").filter(|pairs| !pairs.is_null()) {
            for pair in pairs.as_array()? {
                let index = |at: usize| Some(pair.get(at)?.as_u64()? as usize);
                found.only_for.push([index(0)?, index(1)?]);
            }
        }
        Some(found)
    }
}

/// Reads an answer.
pub(crate) fn parse(document: &Value, text: &str) -> Result<Vec<Together>, String> {
    let lower = without_brackets(&text.to_lowercase()).replace(['–', '—'], "-");
    if matches!(lower.trim(), "" | "none" | "nothing" | "no") {
        return Ok(Vec::new());
    }
    let parts = lower
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    parts.map(|part| one(document, part)).collect()
}

fn one(document: &Value, text: &str) -> Result<Together, String> {
    let (text, only_for) = match text.split_once("only for") {
        Some((text, pairs)) => (text, pairs),
        None => (text, ""),
    };
    let (text, side) = side_of(text);
    let side = match side {
        Some(side) => side,
        None => asked_side(document).ok_or(
            "whose hands? write 25+ HCP between North and South, or between East and West",
        )?,
    };
    let mut found = Together::of_side(side);
    for part in text.replace(" and ", ",").split(',').map(str::trim) {
        if !part.is_empty() {
            limit(&mut found, part)?;
        }
    }
    if found.asks_nothing() {
        return Err(WRITE.to_owned());
    }
    let numbers = side
        .seats()
        .map(|seat| document::types(document, seat).max(1));
    for pair in only_for.split(|letter: char| letter == ',' || letter.is_whitespace()) {
        if pair.is_empty() {
            continue;
        }
        let (a, b) = pair
            .split_once('-')
            .ok_or("write pairs of hand types like only for 1-2 2-2")?;
        found.only_for.push([
            parse::whole(a, 1, numbers[0])?,
            parse::whole(b, 1, numbers[1])?,
        ]);
    }
    Ok(found)
}

/// The side that is named, and the rest of the text.
fn side_of(text: &str) -> (String, Option<Side>) {
    const NAMES: [(&str, Side); 14] = [
        ("north and south", Side::NorthSouth),
        ("south and north", Side::NorthSouth),
        ("north-south", Side::NorthSouth),
        ("north/south", Side::NorthSouth),
        ("n and s", Side::NorthSouth),
        ("n/s", Side::NorthSouth),
        ("ns", Side::NorthSouth),
        ("east and west", Side::EastWest),
        ("west and east", Side::EastWest),
        ("east-west", Side::EastWest),
        ("east/west", Side::EastWest),
        ("e and w", Side::EastWest),
        ("e/w", Side::EastWest),
        ("ew", Side::EastWest),
    ];
    let mut plain = format!(" {} ", text.replace([',', ':'], " , "));
    let mut side = None;
    for (name, of) in NAMES {
        let name = format!(" {name} ");
        if let Some(at) = plain.find(&name) {
            plain.replace_range(at..at + name.len(), " ");
            side = Some(of);
            break;
        }
    }
    for filler in [
        " between ",
        " together ",
        " have ",
        " hold ",
        " in all ",
        " in both hands ",
    ] {
        plain = plain.replace(filler, " ");
    }
    (plain, side)
}

/// The one side of which a hand is asked for.
fn asked_side(document: &Value) -> Option<Side> {
    let asks = |side: &Side| {
        let mut seats = side.seats().into_iter();
        seats.any(|seat: Seat| document::types(document, seat) > 0)
    };
    match [Side::NorthSouth, Side::EastWest].map(|side| asks(&side)) {
        [true, false] => Some(Side::NorthSouth),
        [false, true] => Some(Side::EastWest),
        _ => None,
    }
}

/// `8+ hearts`, `25-27 HCP`, `25+`.
fn limit(found: &mut Together, text: &str) -> Result<(), String> {
    let (rest, last) = text.rsplit_once(' ').unwrap_or(("", text));
    let named = Suit::ALL
        .into_iter()
        .find(|&suit| suit_word(suit, false) == last || suit_word(suit, true) == last);
    let (place, whole, numbers) = match named {
        Some(suit) => (&mut found.suits[suit as usize], Range::CARDS, rest),
        None if matches!(last, "hcp" | "points" | "pts") => (&mut found.points, POINTS, rest),
        None => (&mut found.points, POINTS, text),
    };
    if *place != whole {
        return Err(format!("{text} stands here twice"));
    }
    let wrong = |error: String| {
        if error.starts_with("write") {
            WRITE.to_owned()
        } else {
            error
        }
    };
    if numbers.trim().is_empty() {
        return Err(WRITE.to_owned());
    }
    *place = parse::range(numbers, whole).map_err(wrong)?;
    Ok(())
}

fn list(document: &Value) -> &[Value] {
    let list = document.get(FIELD).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

/// What an answer means, or what a document says, as it can be typed.
pub(crate) fn words_of(all: &[Together]) -> String {
    let words: Vec<String> = all.iter().map(Together::words).collect();
    if words.is_empty() {
        "nothing".to_owned()
    } else {
        words.join("; ")
    }
}

/// What a document says, as it can be typed.
pub(crate) fn words(document: &Value) -> String {
    let all: Vec<Together> = list(document).iter().filter_map(Together::of).collect();
    words_of(&all)
}

/// Sets what is asked of two hands together. What was there and still is, stays as it is; so does what cannot be read.
pub(crate) fn set(document: &mut Value, new: &[Together]) {
    let known: Vec<Option<Together>> = list(document).iter().map(Together::of).collect();
    let fresh: Vec<Value> = new
        .iter()
        .filter(|one| !known.contains(&Some((*one).clone())))
        .map(Together::written)
        .collect();
    let stays = |one: &Option<Together>| one.as_ref().is_none_or(|one| new.contains(one));
    if fresh.is_empty() && known.iter().all(stays) {
        return;
    }
    let mut kept = known.iter().map(stays);
    let mut all = list(document).to_vec();
    all.retain(|_| kept.next().unwrap_or(true));
    all.extend(fresh);
    let fields = document::object(document, "");
    if all.is_empty() {
        fields.shift_remove(FIELD);
    } else {
        fields.insert(FIELD.to_owned(), Value::Array(all));
    }
}

/// Forgets what is said of hand types that a seat no longer has.
pub(crate) fn forget(document: &mut Value, seat: Seat, number: usize) {
    let Some(list) = document.get_mut(FIELD).and_then(Value::as_array_mut) else {
        return;
    };
    list.retain_mut(|value| {
        let Some(read) = Together::of(value) else {
            return true;
        };
        let Some(at) = read.side.seats().iter().position(|&one| one == seat) else {
            return true;
        };
        let is_left = |pair: &[usize; 2]| pair[at] <= number.max(1);
        if read.only_for.iter().all(is_left) {
            return true;
        }
        let left: Vec<[usize; 2]> = read.only_for.into_iter().filter(is_left).collect();
        let some = !left.is_empty();
        value["subprofiles"] = json!(left);
        some
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn north() -> Value {
        json!({"seat_profiles": {"N": {"subprofiles": [{}, {}]}}})
    }

    #[test]
    fn both_hands_as_people_write_them() {
        let document = north();
        for (text, expected) in [
            (
                "8+ hearts between North and South",
                json!([{"pair": "NS", "hearts": {"min_cards": 8}}]),
            ),
            ("25+ together", json!([{"pair": "NS", "min_hcp": 25}])),
            (
                "E/W 17-23 HCP",
                json!([{"pair": "EW", "min_hcp": 17, "max_hcp": 23}]),
            ),
            (
                "8+ hearts and 25-27 points between North and South; at most 15 between East and West",
                json!([{"pair": "NS", "hearts": {"min_cards": 8}, "min_hcp": 25, "max_hcp": 27}, {"pair": "EW", "max_hcp": 15}]),
            ),
            (
                "NS: 8 spades only for 1-1, 2-1",
                json!([{"pair": "NS", "spades": {"min_cards": 8, "max_cards": 8}, "subprofiles": [[1, 1], [2, 1]]}]),
            ),
        ] {
            let read = parse(&document, text).unwrap();
            let mut changed = document.clone();
            set(&mut changed, &read);
            assert_eq!(changed[FIELD], expected, "{text}");
            // What is shown can be typed, and changes nothing.
            assert_eq!(parse(&document, &words(&changed)), Ok(read.clone()));
            let again = changed.clone();
            set(&mut changed, &read);
            assert_eq!(changed, again);
            set(&mut changed, &[]);
            assert_eq!(changed, document);
        }
        assert_eq!(words(&document), "nothing");
        for text in [
            "hearts",
            "8+ hearts 8+ hearts",
            "many",
            "41+ NS",
            "14 hearts NS",
            "25+ NS only for 3-1",
            "25+ NS only for x",
        ] {
            assert!(parse(&document, text).is_err(), "{text}");
        }
        assert!(
            parse(&json!({}), "25+ together")
                .unwrap_err()
                .starts_with("whose hands?")
        );
    }

    #[test]
    fn hand_types_that_are_gone_are_forgotten() {
        let mut document = north();
        let read = parse(
            &document,
            "25+ NS only for 1-1 2-1; 8+ hearts NS only for 2-1; 9+ clubs NS",
        )
        .unwrap();
        set(&mut document, &read);
        forget(&mut document, Seat::North, 1);
        assert_eq!(
            words(&document),
            "25+ HCP between North and South only for 1-1; 9+ clubs between North and South"
        );
    }
}
