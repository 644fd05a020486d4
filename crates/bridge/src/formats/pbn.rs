//! Boards in PBN, the format that nearly every bridge program reads.
//!
//! Written are the fifteen tags that the standard wants, in its order, then what is known beyond them. Read are the
//! cards, dealer, vulnerability, hand type and double dummy results; auctions, plays and whatever else a program adds are
//! passed over, and so are comments.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::hands::{dotted, read_dotted};
use super::reading::{Draft, Reading, number_in, quoted, seat, text};
use crate::score::Strain;
use crate::{Board, Hand, Seat, Tricks};

/// Writes a board. What is not known is empty: some readers choke on a `?`.
///
/// # Errors
/// What `out` says.
pub fn write(out: &mut impl Write, board: &Board, origin: Option<&str>) -> io::Result<()> {
    let [north, east, south, west] = board.deal.0.map(dotted);
    write!(
        out,
        "[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n[Board \"{}\"]\n\
         [West \"\"]\n[North \"\"]\n[East \"\"]\n[South \"\"]\n\
         [Dealer \"{}\"]\n[Vulnerable \"{}\"]\n[Deal \"N:",
        board.number,
        board.dealer.letter(),
        board.vulnerable
    )?;
    out.write_all(north.as_bytes())?;
    for hand in [east, south, west] {
        out.write_all(b" ")?;
        out.write_all(hand.as_bytes())?;
    }
    out.write_all(b"\"]\n[Scoring \"\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]\n")?;
    if let Some(origin) = origin {
        writeln!(out, "[Generator \"{}\"]", escaped(origin))?;
    }
    if let Some(hand_type) = &board.hand_type {
        writeln!(out, "[HandType \"{}\"]", escaped(hand_type.as_str()))?;
    }
    match board.par {
        Some(par @ ..0) => writeln!(out, "[OptimumScore \"EW {}\"]", par.unsigned_abs())?,
        Some(par) => writeln!(out, "[OptimumScore \"NS {par}\"]")?,
        None => {}
    }
    if let Some(tricks) = board.tricks {
        writeln!(
            out,
            "[OptimumResultTable \"Declarer;Denomination\\2R;Result\\2R\"]"
        )?;
        for seat in Seat::ALL {
            for strain in Strain::ALL.into_iter().rev() {
                let name = match strain {
                    Strain::Notrump => "NT".to_owned(),
                    strain => strain.letter().to_string(),
                };
                let tricks = tricks.of(seat, strain);
                writeln!(out, "{} {name:>2} {tricks:>2}", seat.letter())?;
            }
        }
    }
    out.write_all(b"\n")
}

/// A text that may stand between quotation marks.
fn escaped(text: &str) -> String {
    let plain = |c: &char| !c.is_control();
    let text: String = text.chars().filter(plain).collect();
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let text = text(bytes);
    let mut reader = Reader::default();
    let mut commented = None;
    for (i, line) in text.lines().enumerate() {
        let number = i + 1;
        // A comment in braces may go over many lines.
        if commented.is_some() {
            if line.contains('}') {
                commented = None;
            }
            continue;
        }
        let line = line.trim();
        match line.chars().next() {
            None => reader.finish(),
            Some('%' | ';') => {}
            Some('[') => reader.tags(number, line),
            Some('{') if !line.contains('}') => commented = Some(number),
            Some('{') => {}
            Some(_) => reader.row(line),
        }
    }
    reader.finish();
    if let Some(line) = commented {
        let problem = "a comment begins here and has no end: }";
        reader.reading.problem(line, problem);
    }
    reader.reading
}

/// The tags that say something about the board, and the one that begins a game.
#[derive(Clone, Copy)]
enum Tag {
    Event,
    Board,
    Dealer,
    Vulnerable,
    Deal,
    HandType,
    Score,
    Table,
}

const TAGS: [(&str, Tag); 8] = [
    ("Event", Tag::Event),
    ("Board", Tag::Board),
    ("Dealer", Tag::Dealer),
    ("Vulnerable", Tag::Vulnerable),
    ("Deal", Tag::Deal),
    ("HandType", Tag::HandType),
    ("OptimumScore", Tag::Score),
    ("OptimumResultTable", Tag::Table),
];

/// The values of the tags of a game, and their lines.
type Game = [Option<(String, usize)>; TAGS.len()];

/// What games say, tag by tag.
#[derive(Default)]
struct Reader {
    reading: Reading,
    game: Game,
    /// The game before, for values that are said to be the same.
    before: Game,
    /// The rows of the double dummy table.
    table: Vec<String>,
    /// Whether its tag was the last one.
    in_table: bool,
    /// Whether a tag could not be read: that has been said.
    broken: bool,
}

/// More rows than a double dummy table has are not kept.
const ROWS: usize = 64;

impl Reader {
    /// The tags of a line: one as a rule.
    fn tags(&mut self, line: usize, text: &str) {
        let mut rest = text;
        while let Some(inside) = rest.strip_prefix('[') {
            let Some((name, value, after)) = tag(inside) else {
                self.broken = true;
                let text = quoted(text);
                let problem = format!("{text} is not a tag: write it like [Dealer \"N\"]");
                self.reading.problem(line, problem);
                return;
            };
            self.in_table = false;
            let known = TAGS
                .iter()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            if let Some((_, tag)) = known {
                self.set(*tag, value, line);
            }
            rest = after.trim_start();
        }
    }

    fn set(&mut self, tag: Tag, value: String, line: usize) {
        // Some programs leave the empty lines between games out.
        if matches!(tag, Tag::Event | Tag::Board | Tag::Deal) && self.game[tag as usize].is_some() {
            self.finish();
        }
        self.in_table = matches!(tag, Tag::Table);
        // The same as in the game before.
        let value = match (value.trim(), &self.before[tag as usize]) {
            ("#" | "##", Some((before, _))) => before.clone(),
            _ => value,
        };
        self.game[tag as usize] = Some((value, line));
    }

    /// A line that is no tag belongs to the tag before it.
    fn row(&mut self, text: &str) {
        if self.in_table && self.table.len() < ROWS {
            self.table.push(text.to_owned());
        }
    }

    /// Ends a game.
    fn finish(&mut self) {
        self.in_table = false;
        let table = std::mem::take(&mut self.table);
        let broken = std::mem::take(&mut self.broken);
        if self.game.iter().all(Option::is_none) {
            return;
        }
        self.before = std::mem::take(&mut self.game);
        let value = |tag: Tag| self.before[tag as usize].as_ref();
        let mut draft = Draft::default();
        if let Some((board, line)) = value(Tag::Board) {
            draft.line = *line;
            draft.number = number_in(board);
        }
        match value(Tag::Deal) {
            None if broken || draft.line == 0 => return,
            None => draft.problem(draft.line, "it has no [Deal] tag"),
            Some((deal, line)) => {
                draft.line = *line;
                if let Some(hands) = draft.take(*line, hands(deal)) {
                    draft.hands = hands;
                }
            }
        }
        if let Some((dealer, line)) = value(Tag::Dealer) {
            draft.read_dealer(*line, dealer);
        }
        if let Some((vulnerable, line)) = value(Tag::Vulnerable) {
            draft.read_vulnerable(*line, vulnerable);
        }
        if let Some((words, _)) = value(Tag::HandType) {
            draft.read_hand_type(words);
        }
        draft.par = value(Tag::Score).and_then(|(text, _)| par(text));
        if let Some((_, line)) = value(Tag::Table) {
            draft.tricks = draft.take(*line, tricks(&table));
        }
        self.reading.add(draft);
    }
}

/// The name and the value of a tag whose bracket is open, and what follows it.
fn tag(inside: &str) -> Option<(&str, String, &str)> {
    let (name, rest) = inside
        .trim_start()
        .split_once(|c: char| c.is_whitespace() || c == '"')?;
    let rest = if inside.trim_start()[name.len()..].starts_with('"') {
        rest
    } else {
        rest.trim_start().strip_prefix('"')?
    };
    let mut value = String::new();
    let mut letters = rest.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => {
                let after = rest[at + 1..].trim_start().strip_prefix(']')?;
                return (!name.is_empty()).then_some((name, value, after));
            }
            // Only what has a meaning of its own is escaped: \2R in a table's head is not.
            '\\' => match letters.clone().next() {
                Some((_, escaped @ ('"' | '\\'))) => {
                    value.push(escaped);
                    letters.next();
                }
                _ => value.push(letter),
            },
            letter => value.push(letter),
        }
    }
    None
}

/// The four hands of a deal, clockwise from the seat that it names.
fn hands(text: &str) -> Result<[Option<Hand>; 4], String> {
    let (first, hands) = text
        .split_once(':')
        .ok_or_else(|| format!("{} does not say whose hand comes first", quoted(text)))?;
    let first = seat(first.trim())?;
    let mut dealt = [None; 4];
    let mut number = 0;
    for hand in hands.split_whitespace() {
        if number == 4 {
            return Err("it has more than four hands".to_owned());
        }
        dealt[first.turned(number) as usize] = read_dotted(hand)?;
        number += 1;
    }
    match number {
        3 | 4 => Ok(dealt),
        number => Err(format!("it has {number} hands, not four")),
    }
}

/// The score of North and South: `NS 420`, `EW 50`, `NS -50`.
fn par(text: &str) -> Option<i32> {
    let text = text.trim();
    let (side, score) = text.split_at_checked(2)?;
    let score: i32 = score.trim().parse().ok()?;
    match side.to_ascii_uppercase().as_str() {
        "NS" => Some(score),
        "EW" => score.checked_neg(),
        _ => None,
    }
}

/// The twenty results of a table.
fn tricks(rows: &[String]) -> Result<Tricks, String> {
    let mut known = BTreeMap::new();
    for row in rows {
        let wrong = || format!("{} is not a result: write it like N NT 9", quoted(row));
        let words: Vec<&str> = row.split_whitespace().collect();
        let [declarer, strain, tricks] = words[..] else {
            return Err(wrong());
        };
        let declarer = seat(declarer)?;
        let strain = match strain.to_ascii_uppercase().as_str() {
            "NT" | "N" => Strain::Notrump,
            "C" | "D" | "H" | "S" => strain
                .chars()
                .next()
                .and_then(Strain::from_letter)
                .ok_or_else(wrong)?,
            _ => return Err(wrong()),
        };
        let tricks: u8 = tricks.parse().map_err(|_| wrong())?;
        if tricks > 13 {
            return Err(wrong());
        }
        known.insert((declarer, strain), tricks);
    }
    match known.len() {
        20 => Ok(Tricks::from_fn(|seat, strain| known[&(seat, strain)])),
        number => Err(format!("the table has {number} results, not 20")),
    }
}
