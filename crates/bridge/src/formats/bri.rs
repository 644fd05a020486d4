//! Boards in BRI, for duplicating machines: 78 digits a board. North, East and South are thirteen numbers of two digits
//! each, from 01, the ace of spades, to 52, the deuce of clubs; West has the rest.
//!
//! The format has the cards alone: boards are counted from 1.

use std::io::{self, Write};

use super::reading::{Draft, Reading, quoted};
use crate::{Card, Deal, Hand, Rank, Seat, Suit};

/// How many digits a board has.
pub(super) const SIZE: usize = 78;

const WRITTEN: [Seat; 3] = [Seat::North, Seat::East, Seat::South];

/// The digits of a board whose hands are all given.
pub(super) fn digits(deal: &Deal) -> [u8; SIZE] {
    let mut digits = [b'0'; SIZE];
    let cards = WRITTEN.into_iter().flat_map(|seat| {
        let suits = Suit::WRITTEN.into_iter().enumerate();
        suits.flat_map(move |(i, suit)| {
            let ranks = deal[seat].holding(suit).ranks();
            ranks.map(move |rank| (13 * i + 13 - rank.index()) as u8)
        })
    });
    for (place, number) in digits.chunks_exact_mut(2).zip(cards) {
        place.copy_from_slice(&[b'0' + number / 10, b'0' + number % 10]);
    }
    digits
}

pub(super) fn write(out: &mut impl Write, deal: &Deal) -> io::Result<()> {
    out.write_all(&digits(deal))
}

/// The card of a number from 1 to 52.
fn card(number: usize) -> Option<Card> {
    let place = number.checked_sub(1)?;
    let suit = Suit::WRITTEN.get(place / 13)?;
    Some(Card::new(*suit, Rank::from_index(12 - place % 13)?))
}

/// The hands of a board's digits; West is not given yet.
pub(super) fn hands(digits: &[u8]) -> Result<[Option<Hand>; 4], String> {
    let mut dealt = [None; 4];
    for (seat, digits) in WRITTEN.into_iter().zip(digits.chunks(SIZE / 3)) {
        let mut hand = Hand::EMPTY;
        for pair in digits.chunks(2) {
            let text = String::from_utf8_lossy(pair);
            let found = text.parse().ok().and_then(card);
            let Some(card) = found.filter(|_| pair.iter().all(u8::is_ascii_digit)) else {
                let text = quoted(&text);
                return Err(format!("{text} is not a card: 01 to 52"));
            };
            if hand.has(card) {
                return Err(format!("{seat} has {card} twice"));
            }
            hand = hand.with(card);
        }
        dealt[seat as usize] = Some(hand);
    }
    Ok(dealt)
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut digits = Vec::with_capacity(SIZE);
    let (mut line, mut began, mut number) = (1, 1, 0);
    for &byte in bytes {
        match byte {
            b'\n' => line += 1,
            // Some programs end the file as the old system did.
            b'\r' | b' ' | b'\t' | 0x1a => {}
            byte => {
                if digits.is_empty() {
                    began = line;
                }
                digits.push(byte);
            }
        }
        if digits.len() == SIZE {
            number += 1;
            add(&mut reading, began, number, &digits);
            digits.clear();
        }
    }
    if !digits.is_empty() {
        number += 1;
        let has = digits.len();
        let problem = format!("board {number}: the file ends within it: {has} of {SIZE} digits");
        reading.problem(began, problem);
    }
    reading
}

fn add(reading: &mut Reading, line: usize, number: u64, digits: &[u8]) {
    let mut draft = Draft::at(line);
    draft.number = Some(number);
    if let Some(hands) = draft.take(line, hands(digits)) {
        draft.hands = hands;
    }
    reading.add(draft);
}
