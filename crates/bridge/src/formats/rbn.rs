//! Boards in Richard Pavlicek's notation: lines of a letter and what it says, and an empty line after each record.
//!
//! Written are the number with dealer and vulnerability (`B`), the hands (`H`) and an auction without calls (`A`), which
//! is where that notation has the dealer and the vulnerability. Read are the same, from either place.

use std::io::{self, Write};

use super::hands::{dotted, read_dotted};
use super::reading::{Draft, Reading, lines, number_in, quoted, seat, text, vulnerability};
use crate::{Board, Hand, Vulnerability};

pub(super) fn write(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let dealer = board.dealer.letter();
    let vulnerable = match board.vulnerable {
        Vulnerability::None => 'Z',
        Vulnerability::NorthSouth => 'N',
        Vulnerability::EastWest => 'E',
        Vulnerability::All => 'B',
    };
    write!(out, "B {}:{dealer}:{vulnerable}\nH N", board.number)?;
    for hand in board.deal.0 {
        out.write_all(b":")?;
        if !hand.is_empty() {
            out.write_all(dotted(hand).as_bytes())?;
        }
    }
    write!(out, "\nA {dealer}{vulnerable}:\n\n")
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut record = Record::default();
    let mut remark = None;
    for (line, text) in lines(&text(bytes)) {
        // A paragraph in braces goes on to the end of a line with the closing one; it has no empty line in it.
        if remark.is_none() && text.starts_with('{') {
            remark = Some(line);
        }
        if remark.is_some() && !text.is_empty() {
            if text.ends_with('}') {
                remark = None;
            }
            continue;
        }
        remark = None;
        let mut letters = text.chars();
        let Some(label) = letters.next() else {
            std::mem::take(&mut record).finish(&mut reading);
            continue;
        };
        let value = letters.as_str();
        match label.to_ascii_uppercase() {
            _ if !value.is_empty() && !value.starts_with(char::is_whitespace) => {
                let problem = format!("{} does not begin with a letter and a space", quoted(text));
                reading.problem(line, problem);
            }
            'B' => record.board(line, value.trim()),
            'H' => record.hands(line, value.trim()),
            'A' => record.auction(value.trim()),
            'D'
            | 'T'
            | 'L'
            | 'E'
            | 'F'
            | 'S'
            | 'K'
            | 'N'
            | 'C'
            | 'P'
            | 'R'
            | 'M'
            | 'I'
            | '0'..='9'
            | '%' => {}
            _ => reading.problem(
                line,
                format!("there is no label {}", quoted(&label.to_string())),
            ),
        }
    }
    record.finish(&mut reading);
    reading
}

/// The record that is being read.
#[derive(Default)]
struct Record {
    draft: Draft,
    named: Option<usize>,
    dealt: bool,
}

impl Record {
    /// `7`, `7:S:B`; what else stands after the number is the scorer's own.
    fn board(&mut self, line: usize, text: &str) {
        self.named = Some(line);
        let mut parts = text.split(':');
        self.draft.number = parts.next().and_then(number_in);
        if let (Some(dealer), Some(vulnerable)) = (parts.next(), parts.next())
            && let (Ok(dealer), Ok(vulnerable)) = (seat(dealer), vulnerability(vulnerable))
        {
            self.draft.dealer = Some(dealer);
            self.draft.vulnerable = Some(vulnerable);
        }
    }

    /// `N:hand:hand:hand:hand`, clockwise from the seat that it names.
    fn hands(&mut self, line: usize, text: &str) {
        self.dealt = true;
        self.draft.line = line;
        let read = read_hands(text);
        if let Some(hands) = self.draft.take(line, read) {
            self.draft.hands = hands;
        }
    }

    /// `SB:` and calls: the dealer and the vulnerability, unless the number has said them.
    fn auction(&mut self, text: &str) {
        let Some((start, _)) = text.split_once(':') else {
            return;
        };
        let mut letters = start.chars().map(|letter| letter.to_string());
        let (dealer, vulnerable) = (letters.next(), letters.next());
        let draft = &mut self.draft;
        let dealer = dealer.and_then(|dealer| seat(&dealer).ok());
        draft.dealer = draft.dealer.or(dealer);
        let vulnerable = vulnerable.and_then(|text| vulnerability(&text).ok());
        draft.vulnerable = draft.vulnerable.or(vulnerable);
    }

    /// A record without a number and without hands is about the board before.
    fn finish(mut self, reading: &mut Reading) {
        match (self.named, self.dealt) {
            (None, false) => {}
            (Some(line), false) => {
                self.draft.problem(line, "it has no hands: H");
                reading.add(self.draft);
            }
            (_, true) => reading.add(self.draft),
        }
    }
}

fn read_hands(text: &str) -> Result<[Option<Hand>; 4], String> {
    let mut parts = text.split([':', ';']);
    let first = seat(parts.next().unwrap_or_default().trim())?;
    let mut dealt = [None; 4];
    for (i, hand) in parts.enumerate() {
        match i {
            0..4 => dealt[first.turned(i) as usize] = read_dotted(hand)?,
            _ if hand.trim().is_empty() => {}
            _ => return Err("it has more than four hands".to_owned()),
        }
    }
    Ok(dealt)
}
