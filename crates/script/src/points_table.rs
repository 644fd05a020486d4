//! `points "name" { … }`: a way to count of the script's own, from its text to parts of a condition.
//!
//! A table is values for each card of a rank, for suits that are a certain holding, and for lengths. Everything that
//! matches is added up, suit by suit. It is built on the same nodes as everything else, so it is counted exactly like them.

use std::ops::Range;

use bridge::{Card, Measure, PointCount, Rank, Seat, Suit};
use condition::{Arithmetic, Comparison, Graph, NodeId};

/// Larger tables are refused.
const MOST_ENTRIES: usize = 100;

/// No value may be larger, one way or the other.
const MOST_WORTH: i64 = 1_000_000;

/// What suits are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PointsTable {
    /// For each card.
    cards: PointCount,
    /// For holdings and lengths.
    entries: Vec<(Pattern, i64)>,
}

/// A kind of suit.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Pattern {
    /// These cards, so many others below the ten, and nothing else.
    Holding { named: Vec<Rank>, small: usize },
    /// These cards, and at least so many others.
    AtLeast { named: Vec<Rank>, others: usize },
    /// This length.
    Length(i64),
    /// This length or more.
    LengthFrom(i64),
}

/// What is wrong with a table, and where in its text.
pub(crate) struct TableError {
    pub message: String,
    pub at: Range<usize>,
}

/// A piece of a table's text, and where it stands.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    at: usize,
}

impl Piece<'_> {
    fn wrong(self, message: impl Into<String>) -> TableError {
        TableError {
            message: message.into(),
            at: self.at..self.at + self.text.len(),
        }
    }
}

/// The pieces between spaces and commas, comments left out.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let end = line.find("//").unwrap_or(line.len());
        let end = line[..end].find('#').unwrap_or(end);
        let mut start = at;
        for text in line[..end].split(|c: char| c.is_ascii_whitespace() || c == ',') {
            if !text.is_empty() {
                pieces.push(Piece { text, at: start });
            }
            // What separates is one byte.
            start += text.len() + 1;
        }
        at += line.len();
    }
    pieces
}

impl PointsTable {
    /// Reads what stands between the braces.
    pub(crate) fn read(text: &str) -> Result<PointsTable, TableError> {
        let pieces = pieces(text);
        let end = Piece {
            text: "",
            at: text.len(),
        };
        if pieces.is_empty() {
            return Err(end.wrong("this table is empty: write A 4 K 3 for instance"));
        }
        // With a decimal point anywhere, all values are times 100.
        let decimals = pieces.iter().any(|piece| piece.text.contains('.'));
        let mut cards = [0; 13];
        let mut entries = Vec::new();
        let mut pieces = pieces.into_iter();
        while let Some(key) = pieces.next() {
            let length = key.text.eq_ignore_ascii_case("length");
            let length = length.then(|| pieces.next().unwrap_or(end));
            let number = pieces.next().unwrap_or(end);
            let worth = value(number, decimals)?;
            if entries.len() == MOST_ENTRIES {
                return Err(key.wrong(format!(
                    "a table has at most {MOST_ENTRIES} holdings and lengths"
                )));
            }
            match (length, rank(key.text)) {
                (Some(length), _) => entries.push((length_pattern(length)?, worth)),
                (None, Some(rank)) => cards[12 - rank.index()] = worth as i32,
                (None, None) => entries.push((holding_pattern(key)?, worth)),
            }
        }
        let cards = PointCount::from_ace_down(&cards).unwrap_or(PointCount::HCP);
        Ok(PointsTable { cards, entries })
    }

    /// What a hand is worth by it, in one suit or in all.
    pub(crate) fn node(&self, graph: &mut Graph, seat: Seat, suit: Option<Suit>) -> NodeId {
        let mut sum = graph.measure(seat, Measure::Points(self.cards), suit);
        for suit in Suit::ALL
            .into_iter()
            .filter(|&one| suit.is_none_or(|suit| suit == one))
        {
            for (pattern, worth) in &self.entries {
                let matches = pattern.node(graph, seat, suit);
                let [worth, nothing] = [*worth, 0].map(|number| graph.constant(number));
                let points = graph.choose(matches, worth, nothing);
                sum = graph.arithmetic(Arithmetic::Add, sum, points);
            }
        }
        sum
    }
}

impl Pattern {
    /// Whether a suit is of this kind.
    fn node(&self, graph: &mut Graph, seat: Seat, suit: Suit) -> NodeId {
        let length = graph.measure(seat, Measure::Length, Some(suit));
        let (named, comparison, number) = match self {
            Pattern::Holding { named, small } => {
                (&named[..], Comparison::Equal, named.len() + small)
            }
            Pattern::AtLeast { named, others } => {
                (&named[..], Comparison::AtLeast, named.len() + others)
            }
            Pattern::Length(number) => (&[][..], Comparison::Equal, *number as usize),
            Pattern::LengthFrom(number) => (&[][..], Comparison::AtLeast, *number as usize),
        };
        let number = graph.constant(number as i64);
        let mut all = vec![graph.compare(comparison, length, number)];
        all.extend(
            named
                .iter()
                .map(|&rank| graph.has_card(seat, Card::new(suit, rank))),
        );
        if let Pattern::Holding { named, .. } = self {
            let honours = named
                .iter()
                .filter(|rank| rank.index() >= Rank::TEN.index());
            let honours = graph.constant(honours.count() as i64);
            let held = graph.measure(seat, Measure::Points(PointCount::TOP5), Some(suit));
            all.push(graph.compare(Comparison::Equal, held, honours));
        }
        graph.all(all)
    }
}

fn value(piece: Piece, decimals: bool) -> Result<i64, TableError> {
    if piece.text.is_empty() {
        return Err(piece.wrong("a number is missing at the end of this table"));
    }
    let (negative, digits) = match piece.text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, piece.text.strip_prefix('+').unwrap_or(piece.text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(part) || whole.is_empty() && part.is_empty() {
        return Err(piece.wrong(format!("expected a number, but '{}' is here", piece.text)));
    }
    if part.len() > 2 {
        return Err(piece.wrong("a number has at most two digits after its point"));
    }
    let hundredths = format!("{whole}{part:0<2}");
    let text = if decimals { &*hundredths } else { whole };
    match text.parse::<i64>() {
        Ok(number) if number <= MOST_WORTH => Ok(if negative { -number } else { number }),
        _ => Err(piece.wrong("nothing is worth that much")),
    }
}

fn rank(text: &str) -> Option<Rank> {
    let mut letters = text.chars();
    let rank = Rank::all().find(|rank| Some(rank.letter()) == letters.clone().next());
    letters.next();
    rank.filter(|_| letters.next().is_none())
}

fn length_pattern(piece: Piece) -> Result<Pattern, TableError> {
    let (digits, from) = match piece.text.strip_suffix('+') {
        Some(digits) => (digits, true),
        None => (piece.text, false),
    };
    match digits.parse::<u8>() {
        Ok(length @ 0..=13) if from => Ok(Pattern::LengthFrom(length.into())),
        Ok(length @ 0..=13) => Ok(Pattern::Length(length.into())),
        _ => Err(piece.wrong("expected a length from 0 to 13, like 5 or 6+")),
    }
}

/// `[Kx]` or `[AK+]`
fn holding_pattern(piece: Piece) -> Result<Pattern, TableError> {
    let inside = piece
        .text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let Some(inside) = inside else {
        let message = format!(
            "expected a card, a holding or length, but '{}' is here",
            piece.text
        );
        return Err(piece.wrong(message));
    };
    let (letters, open) = match inside.strip_suffix('+') {
        Some(letters) => (letters, true),
        None => (inside, false),
    };
    let (mut named, mut others) = (Vec::new(), 0);
    for letter in letters.chars() {
        let known = Rank::all().find(|rank| rank.letter() == letter);
        match known {
            _ if matches!(letter, 'x' | 'X') => others += 1,
            Some(rank)
                if others == 0
                    && named
                        .last()
                        .is_none_or(|&last: &Rank| rank.index() < last.index()) =>
            {
                named.push(rank);
            }
            _ => {
                return Err(piece
                    .wrong("a holding is written from the ace down, x last, like [Kx] or [AK+]"));
            }
        }
    }
    if named.len() + others > 13 {
        return Err(piece.wrong("a suit has 13 cards"));
    }
    Ok(if open {
        Pattern::AtLeast { named, others }
    } else {
        Pattern::Holding {
            named,
            small: others,
        }
    })
}
