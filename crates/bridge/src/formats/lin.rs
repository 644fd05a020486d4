//! Boards in LIN, which the online tables take: `md|` and three or four hands, from South.
//!
//! No official description exists, so a board is read from whatever order of commands says enough: a number in `qx`
//! or `ah`, hands in `md`, the vulnerability in `sv`. Names (`pn`), calls (`mb`) and what is said about them (`an`), cards (`pc`),
//! claims (`mc`) and texts (`nt`) are the players, auction, notes, play, result and comments of PBN. What else has a value, such as
//! the title of a match (`vg`) and its results (`rs`), stays with the board it stands before, in a line for LIN alone.

use std::io::{self, Write};
use std::sync::Arc;

use super::hands::{marked, read_lettered};
use super::reading::{Draft, Reading, decoded, number_in, quoted};
use crate::auction::{Auction, Call, Play, call, card, strain};
use crate::record::{Record, Tag};
use crate::{Board, Card, Deal, Hand, Seat, Vulnerability};

/// The order of the hands, and of the digits that say who deals: 1 is South.
const ORDER: [Seat; 4] = [Seat::South, Seat::West, Seat::North, Seat::East];

/// The tags of the players, in the order of the hands.
const NAMES: [&str; 4] = ["South", "West", "North", "East"];

/// The commands that are told from the board, and those of layout.
const KNOWN: [&str; 13] = [
    "qx", "pn", "md", "rh", "ah", "sv", "mb", "an", "pc", "mc", "nt", "pg", "st",
];

/// What stands before the boards of a match and is about all of them: its title, its results, its players.
const OF_MATCH: [&str; 5] = ["vg", "rs", "pw", "mp", "bn"];

/// A note that says no more than that there was an alert.
const ALERT: &str = "Alert";

/// Writes a board, on one line, with what happened at its table. The names of its players come first if a reader wants them
/// there, empty or not; else only names that are known are written.
pub(super) fn write(out: &mut impl Write, board: &Board, players: bool) -> io::Result<()> {
    let record = board.record.as_deref();
    let commands: Vec<[String; 2]> = record
        .iter()
        .flat_map(|record| record.lin_commands())
        .map(command_of)
        // Whatever a line of another file says, it does not tell of cards and calls.
        .filter(|[name, _]| name.len() == 2 && !KNOWN.contains(&name.as_str()))
        .collect();
    let (of_match, others): (Vec<_>, Vec<_>) = commands
        .iter()
        .partition(|[name, _]| OF_MATCH.contains(&name.as_str()));
    for [name, value] in of_match {
        write!(out, "{name}|{value}|")?;
    }
    let names = record.and_then(names);
    if players {
        write!(out, "pn|{}|", names.as_deref().unwrap_or(",,,"))?;
    }
    let number = board.number;
    let digit = 1 + (board.dealer as usize + 2) % 4;
    let room = if record.is_some_and(is_closed) {
        'c'
    } else {
        'o'
    };
    write!(out, "qx|{room}{number}|")?;
    for [name, value] in others {
        write!(out, "{name}|{value}|")?;
    }
    if let Some(names) = names.filter(|_| !players) {
        write!(out, "pn|{names}|")?;
    }
    write!(out, "md|{digit}")?;
    for (i, seat) in ORDER.into_iter().enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        out.write_all(marked(board.deal[seat], *b"SHDC").as_bytes())?;
    }
    let vulnerable = match board.vulnerable {
        Vulnerability::None => 'o',
        Vulnerability::NorthSouth => 'n',
        Vulnerability::EastWest => 'e',
        Vulnerability::All => 'b',
    };
    write!(out, "|rh||ah|Board {number}|sv|{vulnerable}|")?;
    if let Some(record) = record {
        write_table(out, record, board.dealer)?;
    }
    out.write_all(b"pg||\n")
}

/// What happened at the table.
fn write_table(out: &mut impl Write, record: &Record, dealer: Seat) -> io::Result<()> {
    let auction = auction(record, dealer);
    for Call { call, note } in auction.iter().flat_map(|auction| &auction.calls) {
        let short = match call.as_str() {
            "Pass" => "p",
            "X" => "d",
            "XX" => "r",
            bid => bid.strip_suffix('T').unwrap_or(bid),
        };
        match note {
            None => write!(out, "mb|{short}|")?,
            Some(note) if note == ALERT => write!(out, "mb|{short}!|")?,
            Some(note) => write!(out, "mb|{short}!|an|{}|", plain(note))?,
        }
    }
    let contract = contract(record);
    if let (Some(play), Some(strain)) = (record.play(), contract.as_deref().and_then(strain)) {
        for card in play.cards(strain) {
            write!(out, "pc|{card}|")?;
        }
    }
    if let Some(tricks) = record.tricks_taken() {
        write!(out, "mc|{tricks}|")?;
    }
    for comment in record.comments() {
        write!(out, "nt|{}|", plain(&comment))?;
    }
    Ok(())
}

/// The auction, if it begins with the dealer: LIN does not say who begins.
pub(super) fn auction(record: &Record, dealer: Seat) -> Option<Auction> {
    let auction = record.auction();
    auction.filter(|auction| auction.starter == dealer)
}

/// A command and its value, in which nothing ends them but what should.
fn command_of(text: &str) -> [String; 2] {
    let (name, value) = text.split_once('|').unwrap_or((text, ""));
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    let value = value.strip_suffix('|').unwrap_or(value);
    [letters.collect(), plain(value)]
}

/// The contract that the file says, or that its auction leads to.
fn contract(record: &Record) -> Option<String> {
    let told = record.known("Contract").map(|text| text.into_owned());
    told.or_else(|| Some(record.auction()?.contract()?.0))
}

/// The names of the players, if any is known.
fn names(record: &Record) -> Option<String> {
    let names = NAMES.map(|seat| {
        let name = record.known(seat).unwrap_or_default();
        plain(&name).replace(',', " ")
    });
    names
        .iter()
        .any(|name| !name.is_empty())
        .then(|| names.join(","))
}

fn is_closed(record: &Record) -> bool {
    record
        .tag("Room")
        .is_some_and(|room| room.eq_ignore_ascii_case("Closed"))
}

/// A text in which nothing ends a value or a line.
fn plain(text: &str) -> String {
    let letter = |letter: char| match letter {
        '|' => '/',
        letter if letter.is_control() => ' ',
        letter => letter,
    };
    text.trim().chars().map(letter).collect()
}

/// Whether a play cannot be written: who won a trick, and led to the next, is not known without the contract.
pub(super) fn loses_play(record: &Record) -> bool {
    record.play().is_some() && contract(record).as_deref().and_then(strain).is_none()
}

/// Whether LIN has a place for what a tag says.
pub(super) fn has_place(record: &Record, dealer: Seat, tag: &Tag) -> bool {
    let value = tag.value();
    let from_auction = || auction(record, dealer).and_then(|auction| auction.contract());
    match tag.name.as_str() {
        "South" | "West" | "North" | "East" => true,
        "Room" => ["Open", "Closed"].contains(&&*value),
        "Result" => record.tricks_taken().is_some(),
        "Contract" => from_auction().is_some_and(|(contract, _)| contract == value),
        "Declarer" => from_auction()
            .and_then(|(_, declarer)| declarer)
            .is_some_and(|declarer| declarer.letter().to_string() == value),
        _ => false,
    }
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let (text, _) = decoded(bytes);
    let mut reading = Reading::default();
    let mut open = Open::default();
    let mut line = 1;
    let mut pieces = text.split('|');
    while let Some(command) = pieces.next() {
        line += command.matches('\n').count();
        let Some(value) = pieces.next() else {
            if !command.trim().is_empty() {
                let problem = format!("{} is not followed by |", quoted(command.trim()));
                reading.problem(line, problem);
            }
            break;
        };
        open.command(
            line,
            &command.trim().to_ascii_lowercase(),
            value,
            &mut reading,
        );
        line += value.matches('\n').count();
    }
    open.finish(&mut reading);
    // What stands after the last board stays with it.
    if let Some(last) = reading
        .boards
        .last_mut()
        .filter(|_| !open.others.is_empty())
    {
        let record = last.record.get_or_insert_default();
        for (command, value) in &open.others {
            Arc::make_mut(record).push_lin_command(command, value);
        }
    }
    reading
}

/// The board that is being read.
#[derive(Default)]
struct Open {
    draft: Draft,
    /// Whether its cards have come.
    dealt: bool,
    /// The line of its `qx`.
    label: Option<usize>,
    /// Whether it was played in the closed room.
    closed: bool,
    names: Vec<String>,
    /// The names of the players of both rooms, for all boards of a match.
    rooms: Vec<String>,
    calls: Vec<Call>,
    cards: Vec<Card>,
    claim: Option<u8>,
    comments: Vec<String>,
    /// What nobody else knows: commands and their values.
    others: Vec<(String, String)>,
}

impl Open {
    fn command(&mut self, line: usize, command: &str, value: &str, reading: &mut Reading) {
        let value = value.trim();
        // Each of these begins a board, once the cards of the one before have come.
        let begins = matches!(command, "qx" | "pn" | "md") || OF_MATCH.contains(&command);
        if begins && self.dealt {
            self.finish(reading);
        }
        match command {
            "qx" => {
                if let Some(line) = self.label {
                    self.draft.problem(line, "it has no cards: md|…|");
                    self.finish(reading);
                }
                self.label = Some(line);
                self.closed = value.starts_with(['c', 'C']);
                self.draft.number = number_in(value);
            }
            "pn" => {
                let names: Vec<String> = value
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .collect();
                if names.len() > 4 {
                    self.rooms = names;
                } else {
                    self.names = names;
                }
            }
            "mb" => self.call(value),
            "an" => {
                if let Some(last) = self.calls.last_mut() {
                    last.note = Some(value.to_owned()).filter(|text| !text.is_empty());
                }
            }
            "pc" => self.cards.extend(card(value)),
            "mc" => self.claim = value.parse().ok().filter(|tricks| *tricks <= 13),
            "nt" if !value.is_empty() => self.comments.push(value.to_owned()),
            "ah" => self.draft.number = number_in(value).or(self.draft.number),
            "sv" => self.draft.read_vulnerable(line, value),
            "md" => {
                self.dealt = true;
                self.draft.line = line;
                let (dealer, hands) =
                    value.split_at(value.len() - value.trim_start_matches(digit).len());
                match dealer {
                    "" | "0" => {}
                    "1" | "2" | "3" | "4" => {
                        self.draft.dealer = Some(ORDER[usize::from(dealer.as_bytes()[0] - b'1')]);
                    }
                    dealer => {
                        let dealer = quoted(dealer);
                        self.draft
                            .problem(line, format!("{dealer} is not a dealer: 1 to 4"));
                    }
                }
                if let Some(hands) = self.draft.take(line, read_hands(hands)) {
                    self.draft.hands = hands;
                }
            }
            // A page, a heading and a stop are no more than layout.
            other if !value.is_empty() && other.len() == 2 && !KNOWN.contains(&other) => {
                self.others.push((other.to_owned(), plain(value)));
            }
            _ => {}
        }
    }

    /// A call, with an exclamation mark if it was alerted.
    fn call(&mut self, text: &str) {
        let alerted = text.ends_with('!').then(|| ALERT.to_owned());
        if let Some(call) = call(text) {
            self.calls.push(Call {
                call,
                note: alerted,
            });
        }
    }

    /// What happened at the table, as PBN has it.
    fn record(&mut self, number: u64) -> Option<Record> {
        let mut record = Record::default();
        let of_room = self.rooms.get(if self.closed { 4.. } else { 0.. });
        let names = if self.names.is_empty() {
            of_room.unwrap_or_default()
        } else {
            &self.names
        };
        let named: Vec<(&str, &String)> = NAMES.into_iter().zip(names).collect();
        if named.iter().any(|(_, name)| !name.is_empty()) {
            // The standard begins with West.
            for seat in ["West", "North", "East", "South"] {
                let name = named.iter().find(|(known, _)| *known == seat);
                record.push_tag(seat, name.map_or("", |(_, name)| name));
            }
        }
        let auction = Auction {
            starter: self
                .draft
                .dealer
                .unwrap_or(Board::new(number, Deal::default()).dealer),
            calls: std::mem::take(&mut self.calls),
        };
        let (contract, declarer) = auction.contract().unwrap_or_default();
        if !contract.is_empty() {
            let declarer = declarer.map(|seat| seat.letter().to_string());
            record.push_tag("Declarer", &declarer.unwrap_or_default());
            record.push_tag("Contract", &contract);
        }
        if let Some(tricks) = self.claim {
            record.push_tag("Result", &tricks.to_string());
        }
        if self.closed {
            record.push_tag("Room", "Closed");
        }
        if !auction.calls.is_empty() {
            record.push_auction(&auction);
        }
        let deal = Deal::given(self.draft.hands).ok();
        if let Some(play) = deal.and_then(|deal| Play::of_cards(&self.cards, &deal)) {
            record.push_play(&play);
        }
        for comment in &self.comments {
            record.push_comment(comment);
        }
        for (command, value) in &self.others {
            record.push_lin_command(command, value);
        }
        (!record.is_empty()).then_some(record)
    }

    fn finish(&mut self, reading: &mut Reading) {
        let number = self.draft.number.unwrap_or(reading.next_number());
        let record = self.record(number);
        let Open {
            mut draft,
            dealt,
            label,
            rooms,
            others,
            ..
        } = std::mem::take(self);
        self.rooms = rooms;
        if !dealt && label.is_none() {
            self.others = others;
        }
        draft.record = record;
        if let (false, Some(line)) = (dealt, label)
            && draft.problems.is_empty()
        {
            draft.problem(line, "it has no cards: md|…|");
        }
        if dealt || label.is_some() {
            reading.add(draft);
        }
    }
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Three or four hands from South; the last may be left out.
fn read_hands(text: &str) -> Result<[Option<Hand>; 4], String> {
    let mut dealt = [None; 4];
    let mut hands = text.split(',');
    for seat in ORDER {
        if let Some(hand) = hands.next() {
            dealt[seat as usize] = read_lettered(hand)?;
        }
    }
    if hands.any(|more| !more.trim().is_empty()) {
        Err("it has more than four hands".to_owned())
    } else {
        Ok(dealt)
    }
}
