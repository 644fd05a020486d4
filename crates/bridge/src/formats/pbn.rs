//! Boards in PBN, the format that nearly every bridge program reads.
//!
//! Of a board that was dealt, the fifteen tags that the standard wants are written, in its order, then what is known beyond
//! them. One that comes from a file has the lines of that file, in their order; lines are added where the standard wants
//! them or more has become known, and written anew only where they say something else than the board.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use super::hands::{dotted, read_dotted};
use super::reading::{Draft, Reading, decoded, number_in, quoted, seat, vulnerability};
use crate::record::{Line, MANDATORY, OF_THE_BOARD, Record, Tag, escaped, leaves_open};
use crate::score::Strain;
use crate::{Board, Deal, Hand, HandType, Letters, Seat, Tricks};

/// Writes a board. What is not known is empty: some readers choke on a `?`.
///
/// # Errors
/// What `out` says.
pub fn write(out: &mut impl Write, board: &Board, origin: Option<&str>) -> io::Result<()> {
    match &board.record {
        Some(record) => write_record(out, board, record, origin),
        None => write_plain(out, board, origin),
    }
}

fn write_plain(out: &mut impl Write, board: &Board, origin: Option<&str>) -> io::Result<()> {
    write!(
        out,
        "[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n[Board \"{}\"]\n\
         [West \"\"]\n[North \"\"]\n[East \"\"]\n[South \"\"]\n\
         [Dealer \"{}\"]\n[Vulnerable \"{}\"]\n",
        board.number,
        board.dealer.letter(),
        board.vulnerable
    )?;
    write_deal(out, board)?;
    out.write_all(b"\n[Scoring \"\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]\n")?;
    write_origin(out, origin)?;
    write_hand_type(out, board)?;
    write_par(out, board)?;
    write_tricks(out, board)?;
    out.write_all(b"\n")
}

fn write_deal(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let [north, east, south, west] = board.deal.0.map(dotted);
    out.write_all(b"[Deal \"N:")?;
    out.write_all(north.as_bytes())?;
    for hand in [east, south, west] {
        out.write_all(b" ")?;
        out.write_all(hand.as_bytes())?;
    }
    out.write_all(b"\"]")
}

fn write_origin(out: &mut impl Write, origin: Option<&str>) -> io::Result<()> {
    match origin {
        Some(origin) => writeln!(out, "[Generator \"{}\"]", escaped(origin)),
        None => Ok(()),
    }
}

fn write_hand_type(out: &mut impl Write, board: &Board) -> io::Result<()> {
    match &board.hand_type {
        Some(words) => writeln!(out, "[HandType \"{}\"]", escaped(words.as_str())),
        None => Ok(()),
    }
}

fn write_par(out: &mut impl Write, board: &Board) -> io::Result<()> {
    match board.par {
        Some(par @ ..0) => writeln!(out, "[OptimumScore \"EW {}\"]", par.unsigned_abs()),
        Some(par) => writeln!(out, "[OptimumScore \"NS {par}\"]"),
        None => Ok(()),
    }
}

fn write_tricks(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let Some(tricks) = board.tricks else {
        return Ok(());
    };
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
    Ok(())
}

/// Whether a record says nothing but what is written of its board anyway, in the same way.
pub(super) fn is_as_written(board: &Board, record: &Record) -> bool {
    if !record.header.is_empty() || record.letters != Letters::default() {
        return false;
    }
    let mut plain = Vec::new();
    if write_plain(&mut plain, board, None).is_err() {
        return false;
    }
    let mut rest = plain.as_slice();
    for line in &record.lines {
        let text = line.text();
        let after = rest.strip_prefix(text.as_bytes());
        let Some(after) = after.and_then(|after| after.strip_prefix(b"\n")) else {
            return false;
        };
        rest = after;
    }
    rest == b"\n"
}

/// Where a line to be written comes from.
#[derive(Clone, Copy)]
enum Place {
    /// A line of the record.
    Given(usize),
    /// A tag that the standard wants and the file did not have.
    Missing(&'static str),
}

/// The lines of a record, and among them the tags that it lacks: each after the one that the standard has before it.
fn places(record: &Record) -> Vec<Place> {
    let mut places: Vec<Place> = (0..record.lines.len()).map(Place::Given).collect();
    let tag_at = |place: &Place| match place {
        Place::Given(line) => match &record.lines[*line] {
            Line::Tag(tag) => Some(tag.name.as_str()),
            _ => None,
        },
        Place::Missing(name) => Some(*name),
    };
    let is_empty = |place: &Place| {
        let line = match place {
            Place::Given(line) => &record.lines[*line],
            Place::Missing(_) => return false,
        };
        matches!(line, Line::Remark(text) if text.trim().is_empty())
    };
    let mut before: Option<&str> = None;
    for name in MANDATORY {
        let is = |place: &Place, name: &str| {
            tag_at(place).is_some_and(|known| known.eq_ignore_ascii_case(name))
        };
        if !places.iter().any(|place| is(place, name)) {
            let after =
                before.and_then(|before| places.iter().rposition(|place| is(place, before)));
            // After the tag before it and what belongs to that; else before all tags.
            let from = after.map_or(0, |after| after + 1);
            let next =
                |place: &Place| tag_at(place).is_some() || after.is_some() && is_empty(place);
            let at = places[from..].iter().position(next);
            let at = at.map_or(places.len(), |at| from + at);
            places.insert(at, Place::Missing(name));
        }
        before = Some(name);
    }
    places
}

fn write_record(
    out: &mut impl Write,
    board: &Board,
    record: &Record,
    origin: Option<&str>,
) -> io::Result<()> {
    let places = places(record);
    let is_tag = |place: &Place| match place {
        Place::Given(line) => matches!(record.lines[*line], Line::Tag(_) | Line::Row(_)),
        Place::Missing(_) => true,
    };
    // What came after the game stays there.
    let end = places.iter().rposition(is_tag).map_or(0, |last| last + 1);
    let belongs = |place: &Place| matches!(place, Place::Given(line) if !record.lines[*line].text().trim().is_empty());
    let end = end
        + places[end..]
            .iter()
            .take_while(|place| belongs(place))
            .count();
    let mut skipping = false;
    for (at, place) in places.iter().enumerate() {
        if at == end {
            write_further(out, board, record, origin)?;
        }
        match place {
            Place::Missing(name) => write_missing(out, board, name)?,
            Place::Given(line) => match &record.lines[*line] {
                Line::Tag(tag) => skipping = !write_tag(out, board, record, *line, tag)?,
                Line::Row(_) if skipping => {}
                line => writeln!(out, "{}", line.text())?,
            },
        }
    }
    if end == places.len() {
        write_further(out, board, record, origin)?;
    }
    out.write_all(b"\n")
}

/// What is known of the board and has no line in its record yet.
fn write_further(
    out: &mut impl Write,
    board: &Board,
    record: &Record,
    origin: Option<&str>,
) -> io::Result<()> {
    if record.tag("Generator").is_none() {
        write_origin(out, origin)?;
    }
    if record.tag("HandType").is_none() {
        write_hand_type(out, board)?;
    }
    if record.tag("OptimumScore").is_none() {
        write_par(out, board)?;
    }
    if record.tag("OptimumResultTable").is_none() {
        write_tricks(out, board)?;
    }
    Ok(())
}

/// A tag that the standard wants.
fn write_missing(out: &mut impl Write, board: &Board, name: &str) -> io::Result<()> {
    match name {
        "Board" => writeln!(out, "[Board \"{}\"]", board.number),
        "Dealer" => writeln!(out, "[Dealer \"{}\"]", board.dealer.letter()),
        "Vulnerable" => writeln!(out, "[Vulnerable \"{}\"]", board.vulnerable),
        "Deal" => {
            write_deal(out, board)?;
            out.write_all(b"\n")
        }
        name => writeln!(out, "[{name} \"\"]"),
    }
}

/// Writes a tag as it stood, or anew if the board says something else; whether its rows still belong to it.
fn write_tag(
    out: &mut impl Write,
    board: &Board,
    record: &Record,
    place: usize,
    tag: &Tag,
) -> io::Result<bool> {
    let known = OF_THE_BOARD.iter().find(|name| tag.is(name));
    let value = tag.value();
    let text = value.trim();
    let same = match known {
        None => true,
        Some(&"Board") => number_in(text) == Some(board.number),
        Some(&"Dealer") => seat(text) == Ok(board.dealer),
        Some(&"Vulnerable") => vulnerability(text) == Ok(board.vulnerable),
        Some(&"Deal") => {
            let dealt = hands(text).ok().and_then(|hands| Deal::given(hands).ok());
            dealt == Some(board.deal)
        }
        Some(&"HandType") => hand_type(text) == board.hand_type,
        Some(&"OptimumScore") => par(text) == board.par,
        Some(_) => {
            let rows: Vec<String> = record
                .rows(place)
                .iter()
                .map(|row| row.trim().to_owned())
                .collect();
            tricks(&rows).ok() == board.tricks
        }
    };
    if same {
        writeln!(out, "{}", Line::Tag(tag.clone()).text())?;
        return Ok(true);
    }
    let mut anew = Vec::new();
    match known {
        Some(&"HandType") => write_hand_type(&mut anew, board)?,
        Some(&"OptimumScore") => write_par(&mut anew, board)?,
        Some(&"OptimumResultTable") => write_tricks(&mut anew, board)?,
        Some(name) => write_missing(&mut anew, board, name)?,
        None => {}
    }
    // What stood after it on its line is not about its value.
    if !tag.after.is_empty() {
        let first = anew.iter().position(|&byte| byte == b'\n').unwrap_or(0);
        let after = if anew.is_empty() {
            format!("{}\n", tag.after.trim_start())
        } else {
            tag.after.clone()
        };
        anew.splice(first..first, after.into_bytes());
    }
    out.write_all(&anew)?;
    Ok(false)
}

/// What a board was dealt as; a question mark says that it is not known.
fn hand_type(text: &str) -> Option<HandType> {
    match text {
        "?" => None,
        text => HandType::new(text),
    }
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let (text, letters) = decoded(bytes);
    let mut reader = Reader {
        letters,
        ..Reader::default()
    };
    let mut commented = None;
    for (i, text) in text.lines().enumerate() {
        let number = i + 1;
        let text = text.trim_end_matches('\r');
        // A comment in braces may go over many lines.
        if commented.is_some() {
            reader.go_on(text);
            if !leaves_open(text, true) {
                commented = None;
            }
            continue;
        }
        let line = text.trim();
        let opens = match line.chars().next() {
            None => {
                reader.blank();
                false
            }
            Some('%') => {
                reader.escape(text);
                false
            }
            Some(';') => {
                reader.add(Line::Remark(text.to_owned()));
                false
            }
            Some('[') => reader.tags(number, line),
            Some('{') => {
                reader.add(Line::Remark(text.to_owned()));
                leaves_open(text, false)
            }
            Some(_) => {
                reader.row(text);
                leaves_open(text, false)
            }
        };
        commented = opens.then_some(number);
    }
    if commented.is_some() {
        // It must not take in what is written after it.
        reader.go_on("}");
    }
    reader.end();
    if let Some(line) = commented {
        let problem = "a comment begins here and has no end: }";
        reader.reading.problem(line, problem);
    }
    reader.reading
}

/// The tags that say something about the board, and the one that begins a game.
#[derive(Clone, Copy)]
enum Known {
    Event,
    Board,
    Dealer,
    Vulnerable,
    Deal,
    HandType,
    Score,
    Table,
}

const KNOWN: [(&str, Known); 8] = [
    ("Event", Known::Event),
    ("Board", Known::Board),
    ("Dealer", Known::Dealer),
    ("Vulnerable", Known::Vulnerable),
    ("Deal", Known::Deal),
    ("HandType", Known::HandType),
    ("OptimumScore", Known::Score),
    ("OptimumResultTable", Known::Table),
];

/// The values of the tags of a game, and their lines.
type Game = [Option<(String, usize)>; KNOWN.len()];

/// What games say, tag by tag.
#[derive(Default)]
struct Reader {
    reading: Reading,
    letters: Letters,
    /// What stands at the head of the file, and whether that is over.
    head: Vec<String>,
    header: Option<Arc<[String]>>,
    game: Game,
    /// All lines of the game, and before it what stands between games.
    lines: Vec<Line>,
    /// Whether there is a tag among them.
    has_tags: bool,
    /// The values of the game before, for those that are said to be the same.
    before: BTreeMap<String, Arc<str>>,
    /// The game before: something may still follow it at the end of the file.
    last: Option<Draft>,
    /// The rows of the double dummy table.
    table: Vec<String>,
    /// Whether its tag was the last one.
    in_table: bool,
    /// Whether a tag could not be read: that has been said.
    broken: bool,
}

/// More rows than a double dummy table has are not looked at.
const ROWS: usize = 64;
/// A longer value than this is not taken over from game to game: a small file must not become a large one.
const MOST_SAME: usize = 1000;

impl Reader {
    fn add(&mut self, line: Line) {
        self.header();
        self.has_tags |= matches!(line, Line::Tag(_));
        self.lines.push(line);
    }

    /// What stood at the head of the file.
    fn header(&mut self) -> Arc<[String]> {
        let head = &mut self.head;
        let header = self
            .header
            .get_or_insert_with(|| std::mem::take(head).into());
        header.clone()
    }

    /// A line that begins with `%`.
    fn escape(&mut self, text: &str) {
        if self.header.is_none() {
            self.head.push(text.to_owned());
        } else {
            self.lines.push(Line::Remark(text.to_owned()));
        }
    }

    /// A line within a comment that began on a line before.
    fn go_on(&mut self, more: &str) {
        let text = match self.lines.last_mut() {
            Some(Line::Tag(tag)) => &mut tag.after,
            Some(Line::Row(text) | Line::Remark(text) | Line::Stray(text)) => text,
            None => return,
        };
        text.push('\n');
        text.push_str(more);
    }

    /// An empty line ends a game; more of them are kept.
    fn blank(&mut self) {
        self.in_table = false;
        if self.game.iter().any(Option::is_some) {
            self.finish();
        } else if !self.has_tags {
            // Tags that say nothing of a board belong to the next game, and no line may part them from it.
            self.add(Line::Remark(String::new()));
        }
    }

    /// The tags of a line: one as a rule. Whether a comment after them goes on.
    fn tags(&mut self, line: usize, text: &str) -> bool {
        let mut rest = text;
        while let Some(inside) = rest.strip_prefix('[') {
            let Some((name, raw, after)) = tag(inside) else {
                self.broken = true;
                let text = quoted(text);
                let problem = format!("{text} is not a tag: write it like [Dealer \"N\"]");
                self.reading.problem(line, problem);
                return false;
            };
            self.in_table = false;
            // The same as in the game before.
            let same = match raw.trim() {
                "#" | "##" => {
                    let before = self.before.get(&name.to_ascii_lowercase()).cloned();
                    // Without one before it says nothing; of what a board must have, that is told.
                    let needed = OF_THE_BOARD
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(name));
                    before.or_else(|| (!needed).then(|| "".into()))
                }
                _ => None,
            };
            let tag = Tag {
                name: name.to_owned(),
                raw: same.unwrap_or_else(|| raw.into()),
                after: String::new(),
            };
            let known = KNOWN.iter().find(|(known, _)| tag.is(known));
            if let Some((_, known)) = known {
                self.set(*known, tag.value().into_owned(), line);
            }
            self.add(Line::Tag(tag));
            rest = after.trim_start();
        }
        match rest.chars().next() {
            None => false,
            Some(';' | '{') => {
                if let Some(Line::Tag(tag)) = self.lines.last_mut() {
                    tag.after = format!(" {rest}");
                }
                leaves_open(rest, false)
            }
            Some(_) => {
                self.lines.push(Line::Row(rest.to_owned()));
                leaves_open(rest, false)
            }
        }
    }

    fn set(&mut self, tag: Known, value: String, line: usize) {
        // Some programs leave the empty lines between games out.
        if matches!(tag, Known::Event | Known::Board | Known::Deal)
            && self.game[tag as usize].is_some()
        {
            self.finish();
        }
        self.in_table = matches!(tag, Known::Table);
        self.game[tag as usize] = Some((value, line));
    }

    /// A line that is no tag belongs to the tag before it.
    fn row(&mut self, text: &str) {
        if self.in_table && self.table.len() < ROWS {
            self.table.push(text.trim().to_owned());
        }
        self.add(Line::Row(text.to_owned()));
    }

    /// Ends a game.
    fn finish(&mut self) {
        self.in_table = false;
        let table = std::mem::take(&mut self.table);
        let broken = std::mem::take(&mut self.broken);
        if self.game.iter().all(Option::is_none) {
            return;
        }
        self.has_tags = false;
        let record = Record {
            header: self.header(),
            lines: std::mem::take(&mut self.lines),
            letters: self.letters,
        };
        let short = record.tags().filter(|tag| tag.raw.len() <= MOST_SAME);
        self.before = short
            .map(|tag| (tag.name.to_ascii_lowercase(), tag.raw.clone()))
            .collect();
        let game = std::mem::take(&mut self.game);
        let value = |tag: Known| game[tag as usize].as_ref();
        let mut draft = Draft::default();
        if let Some((board, line)) = value(Known::Board) {
            draft.line = *line;
            draft.number = number_in(board);
        }
        match value(Known::Deal) {
            None if broken => return,
            None if draft.line == 0 => {
                // Tags of no board: they stay, with the next one.
                self.lines = record.lines.into_iter().map(stray).collect();
                self.lines.push(Line::Remark(String::new()));
                return;
            }
            None => draft.problem(draft.line, "it has no [Deal] tag"),
            Some((deal, line)) => {
                draft.line = *line;
                if let Some(hands) = draft.take(*line, hands(deal)) {
                    draft.hands = hands;
                }
            }
        }
        if let Some((dealer, line)) = value(Known::Dealer) {
            draft.read_dealer(*line, dealer);
        }
        if let Some((vulnerable, line)) = value(Known::Vulnerable) {
            draft.read_vulnerable(*line, vulnerable);
        }
        if let Some((words, _)) = value(Known::HandType) {
            draft.read_hand_type(words);
        }
        draft.par = value(Known::Score).and_then(|(text, _)| par(text));
        if let Some((_, line)) = value(Known::Table) {
            draft.tricks = draft.take(*line, tricks(&table));
        }
        draft.record = Some(record);
        if let Some(before) = self.last.replace(draft) {
            self.reading.add(before);
        }
    }

    /// Ends the file: what stands after the last game stays with it.
    fn end(&mut self) {
        self.finish();
        let Some(mut last) = self.last.take() else {
            return;
        };
        // Tags and rows there are of no game.
        let lines = std::mem::take(&mut self.lines);
        self.lines = lines.into_iter().map(stray).collect();
        let is_empty = |line: &Line| matches!(line, Line::Remark(text) if text.is_empty());
        while self.lines.last().is_some_and(is_empty) {
            self.lines.pop();
        }
        if let Some(record) = last.record.as_mut().filter(|_| !self.lines.is_empty()) {
            record.lines.push(Line::Remark(String::new()));
            record.lines.append(&mut self.lines);
        }
        self.reading.add(last);
    }
}

/// A line that is of no game.
fn stray(line: Line) -> Line {
    match line {
        Line::Remark(text) => Line::Remark(text),
        other => Line::Stray(other.text().into_owned()),
    }
}

/// The name and the value of a tag whose bracket is open, and what follows it.
fn tag(inside: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = inside
        .trim_start()
        .split_once(|c: char| c.is_whitespace() || c == '"')?;
    let rest = if inside.trim_start()[name.len()..].starts_with('"') {
        rest
    } else {
        rest.trim_start().strip_prefix('"')?
    };
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match (letter, letters.peek()) {
            ('"', _) => {
                let after = rest[at + 1..].trim_start().strip_prefix(']')?;
                return (!name.is_empty()).then_some((name, &rest[..at], after));
            }
            ('\\', Some((_, '"' | '\\'))) => drop(letters.next()),
            _ => {}
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
