//! Scripts from the grammar of the language: names that build on names, over every measure and operator.

use rand::RngExt;
use space::Stream;

const SEATS: [&str; 4] = ["north", "east", "south", "west"];
const SUITS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];
const SHAPES: [&str; 7] = [
    "any 4333 + any 4432 + any 5332",
    "any 5xxx - any 6xxx",
    "5xxx + x5xx",
    "any 6xxx + any 7xxx",
    "xxxx - any 0xxx - any 1xxx",
    "any 54xx + any 55xx",
    "4xxx + x4xx - any 7xxx",
];
const RANKS: [&str; 6] = ["A", "K", "Q", "J", "T", "2"];

fn pick<'a>(stream: &mut Stream, of: &[&'a str]) -> &'a str {
    of[stream.random_range(0..of.len())]
}

/// A number of one hand, and a value that it has often.
fn measure(stream: &mut Stream, seat: &str) -> (String, i32) {
    let suit = pick(stream, &SUITS);
    let between = |stream: &mut Stream, low: i32, high: i32| stream.random_range(low..=high);
    match stream.random_range(0..14) {
        0..=3 => (format!("hcp({seat})"), between(stream, 7, 14)),
        4..=6 => (format!("{suit}({seat})"), between(stream, 2, 5)),
        7 => (format!("hcp({seat}, {suit})"), between(stream, 1, 4)),
        8 => (format!("controls({seat})"), between(stream, 2, 4)),
        9 => (format!("losers({seat})"), between(stream, 6, 8)),
        10 => (format!("losers({seat}, {suit})"), between(stream, 1, 2)),
        11 => (format!("top3({seat}, {suit})"), between(stream, 0, 1)),
        12 => {
            let word = pick(stream, &["aces", "kings", "tens", "top5"]);
            (format!("{word}({seat})"), between(stream, 0, 2))
        }
        _ => match stream.random_range(0..3) {
            0 => (format!("c13({seat})"), between(stream, 9, 16)),
            1 => (
                format!("quality({seat}, {suit})"),
                50 * between(stream, 1, 6),
            ),
            _ => (format!("cccc({seat})"), 100 * between(stream, 7, 12)),
        },
    }
}

/// A number, and a value that it has often.
fn number(stream: &mut Stream, seat: &str, names: &[String]) -> (String, i32) {
    let (one, value) = measure(stream, seat);
    let other_seat = match stream.random_range(0..3) {
        0 => pick(stream, &SEATS),
        _ => seat,
    };
    match stream.random_range(0..12) {
        0 | 1 => {
            let (two, more) = measure(stream, other_seat);
            (format!("{one} + {two}"), value + more)
        }
        2 => {
            let (two, less) = measure(stream, other_seat);
            (format!("({one} - {two})"), value - less)
        }
        3 => (format!("2 * {one}"), 2 * value),
        4 => (format!("{one} / 2"), value / 2),
        5 => (format!("{one} % 3"), 1),
        6 if !names.is_empty() => {
            let name = &names[stream.random_range(0..names.len())];
            (format!("({name} ? {one} : {value})"), value)
        }
        7 => (format!("-({one})"), -value),
        _ => (one, value),
    }
}

/// Something true or false.
fn truth(stream: &mut Stream, names: &[String], depth: u32) -> String {
    let seat = pick(stream, &SEATS);
    match stream.random_range(0..if depth == 0 { 7 } else { 12 }) {
        0..=3 => {
            let (number, value) = number(stream, seat, names);
            let comparison = pick(stream, &[">", ">=", "<", "<=", ">=", "<=", "==", "!="]);
            format!("{number} {comparison} {value}")
        }
        4 => format!("shape({seat}, {})", pick(stream, &SHAPES)),
        5 => {
            let (rank, suit) = (pick(stream, &RANKS), pick(stream, &["S", "H", "D", "C"]));
            format!("hascard({seat}, {rank}{suit})")
        }
        6 if !names.is_empty() => names[stream.random_range(0..names.len())].clone(),
        6 | 7 => format!("not ({})", truth(stream, names, depth.saturating_sub(1))),
        8 | 9 => list(stream, names, depth - 1, " and "),
        10 => list(stream, names, depth - 1, " or "),
        _ => {
            let [a, b, c] = [0; 3].map(|_| truth(stream, names, depth - 1));
            format!("(({a}) ? ({b}) : ({c}))")
        }
    }
}

fn list(stream: &mut Stream, names: &[String], depth: u32, word: &str) -> String {
    let terms: Vec<String> = (0..stream.random_range(2..4))
        .map(|_| truth(stream, names, depth))
        .collect();
    format!("({})", terms.join(word))
}

/// A script: some names, and a condition on what they mean.
pub fn script(stream: &mut Stream) -> String {
    let mut text = String::new();
    if stream.random_range(0..8) == 0 {
        text += pick(
            stream,
            &["predeal south SA, H2\n", "predeal north SKQ, DA east C2\n"],
        );
    }
    let mut names: Vec<String> = Vec::new();
    for i in 0..stream.random_range(2..9) {
        let meaning = truth(stream, &names, 2);
        text += &format!("name{i} = {meaning}\n");
        names.push(format!("name{i}"));
    }
    let conjuncts: Vec<String> = (0..stream.random_range(2..4))
        .map(|_| format!("({})", truth(stream, &names, 2)))
        .collect();
    text + "condition " + &conjuncts.join(" and ") + "\n"
}
