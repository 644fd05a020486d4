//! The shapes that a hand type may have: as people write them, and as they stand in a document.
//!
//! `balanced` and `semi-balanced` are words for lists of shapes. `any 5-4-2-2`, `5422 any` and `4-5-2-2` are the same
//! shape in any order of the suits; `5=4=2=2` and `5422` are spades, hearts, diamonds and clubs in this order.

use bridge::{Seat, ShapePattern};
use serde_json::{Value, json};

use crate::document::{self, of_type};

/// A word for some shapes, and the shapes.
const WORDS: [(&str, &[&str]); 2] = [
    ("balanced", &["any 4333", "any 4432", "any 5332"]),
    (
        "semi-balanced",
        &["any 4333", "any 4432", "any 5332", "any 5422", "any 6322"],
    ),
];
const FIELD: &str = "allowed_shapes";

/// The shapes of a word, if it is one.
pub(crate) fn of_word(word: &str) -> Option<Vec<String>> {
    let word = match word {
        "semibalanced" => "semi-balanced",
        word => word,
    };
    let (_, shapes) = WORDS.iter().find(|(known, _)| *known == word)?;
    Some(shapes.iter().map(|&shape| shape.to_owned()).collect())
}

/// Whether somebody who writes this means a shape, even a wrong one.
pub(crate) fn looks_like_one(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['-', '=']).collect();
    let length = |part: &&str| *part == "x" || part.parse::<u8>().is_ok();
    match parts[..] {
        [one] => one.len() == 4 && one.chars().all(|letter| matches!(letter, '0'..='9' | 'x')),
        _ => parts.len() == 4 && parts.iter().all(length),
    }
}

/// A shape as it is written in a document; `any` says that the suits may come in any order.
pub(crate) fn shape(word: &str, any: bool) -> Result<String, String> {
    let any = any || word.contains('-');
    let plain = word.replace(['-', '='], "");
    let pattern: ShapePattern = plain.parse().map_err(|_| match plain.len() {
        4 => format!("the lengths of {word} do not make 13 cards"),
        _ => format!("{word} is no shape: write four lengths, like 5-4-2-2"),
    })?;
    if !any {
        return Ok(pattern.to_string());
    }
    // Whatever order it was written in, it is the same shape: the longest suit first, what is open last.
    let mut lengths: Vec<char> = plain.chars().collect();
    answer::sort_by_key(&mut lengths, |&length| {
        std::cmp::Reverse(if length == 'x' { ' ' } else { length })
    });
    Ok(format!("any {}", String::from_iter(lengths)))
}

/// Reads the answer to which shapes a hand may have; none is any shape.
pub(crate) fn parse(text: &str) -> Result<Vec<String>, String> {
    const WRITE: &str = "write balanced, semi-balanced, shapes like any 5-4-2-2, or any";
    let lower = without_brackets(&text.to_lowercase()).replace("semi balanced", "semi-balanced");
    let words: Vec<&str> = lower
        .split(|letter: char| matches!(letter, ',' | ';') || letter.is_whitespace())
        .filter(|word| !matches!(*word, "" | "or" | "and" | "shape" | "shapes"))
        .collect();
    let mut shapes = Vec::new();
    let mut at = 0;
    while let Some(&word) = words.get(at) {
        let next = words.get(at + 1).copied().unwrap_or_default();
        at += 1;
        if let Some(all) = of_word(word) {
            shapes.extend(all);
        } else if word == "any" && looks_like_one(next) {
            shapes.push(shape(next, true)?);
            at += 1;
        } else if looks_like_one(word) {
            let after = words.get(at + 1).copied().unwrap_or_default();
            let any = next == "any" && !looks_like_one(after);
            shapes.push(shape(word, any)?);
            at += usize::from(any);
        } else if !matches!(word, "any" | "anything" | "all" | "none") || words.len() > 1 {
            return Err(WRITE.to_owned());
        }
    }
    Ok(distinct(shapes))
}

/// Each shape once, in the order in which they came.
pub(crate) fn distinct(shapes: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for shape in shapes {
        if !once.contains(&shape) {
            once.push(shape);
        }
    }
    once
}

/// What stands in brackets explains, and is not read.
pub(crate) fn without_brackets(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = text.chars().filter(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0
    });
    outside.collect()
}

/// The shapes in words that can be typed again; empty for any shape.
pub(crate) fn words(shapes: &[String]) -> String {
    let same = |list: &&[&str]| {
        list.len() == shapes.len() && shapes.iter().all(|one| list.contains(&one.as_str()))
    };
    match WORDS.iter().find(|(_, list)| same(list)) {
        Some((word, _)) => (*word).to_owned(),
        None => shapes.join(", "),
    }
}

/// The same with what the words stand for.
pub(crate) fn explained(shapes: &[String]) -> String {
    let words = words(shapes);
    if of_word(&words).is_some() {
        let each: Vec<&str> = shapes
            .iter()
            .map(|shape| shape.trim_start_matches("any "))
            .collect();
        return format!("{words} ({})", answer::listed(&each));
    }
    let exact = shapes.iter().any(|shape| !shape.starts_with("any "));
    if exact {
        format!("{words} (spades, hearts, diamonds, clubs in this order)")
    } else {
        words
    }
}

/// The shapes that a hand type may have; none is any.
pub(crate) fn of(document: &Value, seat: Seat, index: usize) -> Vec<String> {
    let list = document.pointer(&format!("{}/{FIELD}", of_type(seat, index)));
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Sets the shapes that a hand type may have, if they are others.
pub(crate) fn set(document: &mut Value, seat: Seat, index: usize, new: &[String]) {
    let known = of(document, seat, index);
    let same = known.len() == new.len() && new.iter().all(|shape| known.contains(shape));
    if same {
        return;
    }
    let fields = document::object(document, &of_type(seat, index));
    if new.is_empty() {
        fields.shift_remove(FIELD);
    } else {
        fields.insert(FIELD.to_owned(), json!(new));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_as_people_write_them() {
        let read = |text: &str| parse(text).map(|shapes| shapes.join(" + "));
        let flat = "any 4333 + any 4432 + any 5332";
        for (text, expected) in [
            ("Balanced", flat),
            ("balanced (4333, 4432 and 5332)", flat),
            (
                "semi-balanced",
                "any 4333 + any 4432 + any 5332 + any 5422 + any 6322",
            ),
            (
                "Semi balanced",
                "any 4333 + any 4432 + any 5332 + any 5422 + any 6322",
            ),
            ("any 5-4-2-2", "any 5422"),
            ("any 4-5-2-2", "any 5422"),
            ("4-5-2-2", "any 5422"),
            ("2245 any", "any 5422"),
            ("any 4522", "any 5422"),
            ("any x5x4", "any 54xx"),
            ("5422", "5422"),
            ("2=2=4=5", "2245"),
            ("5xxx, any 4441", "5xxx + any 4441"),
            ("any 4333 any 5332", "any 4333 + any 5332"),
            (
                "balanced or 5-4-2-2",
                "any 4333 + any 4432 + any 5332 + any 5422",
            ),
            ("any", ""),
            ("", ""),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(
            read("5-4-3-2"),
            Err("the lengths of 5-4-3-2 do not make 13 cards".to_owned())
        );
        for text in [
            "flat",
            "any any",
            "5422 hearts",
            "54-22",
            "99999-1-1-1",
            "((",
        ] {
            assert!(read(text).is_err() || text == "((", "{text}");
        }
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        for text in [
            "balanced",
            "semi-balanced",
            "any 5422",
            "5xxx, any 4441",
            "4333",
        ] {
            let shapes = parse(text).unwrap();
            assert_eq!(words(&shapes), text);
            assert_eq!(parse(&explained(&shapes)), Ok(shapes));
        }
    }
}
