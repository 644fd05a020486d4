//! Boards in LIN, which the online tables take: `md|` and three or four hands, from South.
//!
//! No official description exists, so a board is read from whatever order of commands says enough: a number in `qx`
//! or `ah`, hands in `md`, the vulnerability in `sv`. Names, bids, plays and texts are passed over.

use std::io::{self, Write};

use super::hands::{marked, read_lettered};
use super::reading::{Draft, Reading, number_in, quoted, text};
use crate::{Board, Hand, Seat, Vulnerability};

/// The order of the hands, and of the digits that say who deals: 1 is South.
const ORDER: [Seat; 4] = [Seat::South, Seat::West, Seat::North, Seat::East];

/// Writes a board, on one line; with four empty names of players before it if a reader wants them.
pub(super) fn write(out: &mut impl Write, board: &Board, players: bool) -> io::Result<()> {
    if players {
        out.write_all(b"pn|,,,|")?;
    }
    let number = board.number;
    let digit = 1 + (board.dealer as usize + 2) % 4;
    write!(out, "qx|o{number}|md|{digit}")?;
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
    writeln!(out, "|rh||ah|Board {number}|sv|{vulnerable}|pg||")
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let text = text(bytes);
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
}

impl Open {
    fn command(&mut self, line: usize, command: &str, value: &str, reading: &mut Reading) {
        let value = value.trim();
        // Each of these begins a board, once the cards of the one before have come.
        if matches!(command, "qx" | "pn" | "md") && self.dealt {
            self.finish(reading);
        }
        match command {
            "qx" => {
                if let Some(line) = self.label {
                    self.draft.problem(line, "it has no cards: md|…|");
                    self.finish(reading);
                }
                self.label = Some(line);
                self.draft.number = number_in(value);
            }
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
            _ => {}
        }
    }

    fn finish(&mut self, reading: &mut Reading) {
        let Open {
            mut draft,
            dealt,
            label,
        } = std::mem::take(self);
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
