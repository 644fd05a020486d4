//! Boards in DLM, for dealing machines: an INI file with a line for each board, `Board 07=` and 26 letters, two cards to
//! a letter from the ace of spades down, and a check of three digits.

use std::collections::BTreeSet;
use std::io::Write;

use super::reading::{Draft, Reading, lines, quoted, text};
use super::{Format, WriteError};
use crate::{Board, Card, Deal, Hand, Rank, Seat, Suit};

/// Numbers have two digits.
pub(super) const MOST: u64 = 99;
const LETTERS: usize = 26;

/// All cards from the ace of spades down to the deuce of clubs.
fn cards() -> impl Iterator<Item = Card> {
    Suit::WRITTEN
        .into_iter()
        .flat_map(|suit| Rank::all().rev().map(move |rank| Card::new(suit, rank)))
}

/// Each letter tells two seats: `a` is North and North, `b` North and East, `p` West and West.
fn letters(deal: &Deal) -> String {
    let seat = |card: Card| Seat::ALL.into_iter().find(|&seat| deal[seat].has(card));
    let places: Vec<u8> = cards().filter_map(seat).map(|seat| seat as u8).collect();
    let letter = |pair: &[u8]| char::from(b'a' + 4 * pair[0] + pair[1]);
    places.chunks_exact(2).map(letter).collect()
}

/// The number of the board, and every letter, by exclusive or.
fn check(number: u64, letters: &str) -> u64 {
    letters
        .bytes()
        .fold(number, |sum, letter| sum ^ u64::from(letter))
}

pub(super) fn write(out: &mut impl Write, boards: &[Board]) -> Result<(), WriteError> {
    if boards.len() as u64 > MOST {
        return Err(WriteError::Boards("dlm has at most 99", boards.len()));
    }
    let mut seen = BTreeSet::new();
    for board in boards {
        let why = match board.number {
            1..=MOST if seen.insert(board.number) => None,
            1..=MOST => Some("its number stands twice".to_owned()),
            _ => Some("numbers in dlm go from 1 to 99".to_owned()),
        };
        match why {
            Some(why) => return Err(WriteError::Board(board.number, why)),
            None if !board.deal.is_complete() => {
                return Err(WriteError::partial(board, Format::Dlm));
            }
            None => {}
        }
    }
    let (Some(first), Some(last)) = (seen.first(), seen.last()) else {
        return Ok(());
    };
    // The programs that read it are at home where lines end like this.
    write!(
        out,
        "[Document]\r\nFrom board={first}\r\nTo board={last}\r\n"
    )?;
    for board in boards {
        let (number, letters) = (board.number, letters(&board.deal));
        write!(
            out,
            "Board {number:02}={letters}{:03}\r\n",
            check(number, &letters)
        )?;
    }
    Ok(())
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    // A file that says nothing of sections is taken to be the right one.
    let mut inside = true;
    for (line, text) in lines(&text(bytes)) {
        if let Some(section) = text.strip_prefix('[') {
            inside = section
                .trim_end_matches(']')
                .trim()
                .eq_ignore_ascii_case("document");
            continue;
        }
        let Some((key, value)) = text.split_once('=').filter(|_| inside) else {
            continue;
        };
        let key = key.trim().to_ascii_lowercase();
        let Some(number) = key.strip_prefix("board ") else {
            continue;
        };
        let mut draft = Draft::at(line);
        match number.trim().parse() {
            Ok(number) => draft.number = Some(number),
            Err(_) => draft.problem(line, format!("{} is not a number", quoted(number))),
        }
        let number = draft.number.unwrap_or_default();
        if let Some(hands) = draft.take(line, hands(number, value.trim())) {
            draft.hands = hands;
        }
        reading.add(draft);
    }
    reading
}

fn hands(number: u64, value: &str) -> Result<[Option<Hand>; 4], String> {
    let value = value.to_ascii_lowercase();
    let end = value
        .find(|c| !matches!(c, 'a'..='p'))
        .unwrap_or(value.len());
    let (letters, digits) = value.split_at(end);
    if letters.len() != LETTERS {
        let has = letters.len();
        return Err(format!("it has {has} letters from a to p, not {LETTERS}"));
    }
    let right = check(number, letters);
    if !digits.is_empty() && digits.parse() != Ok(right) {
        let digits = quoted(digits);
        return Err(format!(
            "its check is {digits}, and {right:03} would be right"
        ));
    }
    let mut dealt = [Some(Hand::EMPTY); 4];
    let places = letters
        .bytes()
        .flat_map(|letter| [(letter - b'a') / 4, (letter - b'a') % 4]);
    for (card, place) in cards().zip(places) {
        let hand = dealt[usize::from(place)].unwrap_or_default();
        dealt[usize::from(place)] = Some(hand.with(card));
    }
    Ok(dealt)
}
