//! Hands as the formats write them: with dots between the suits, or with the letters of the suits.

use super::reading::quoted;
use crate::{Card, Hand, Rank, Suit};

/// A hand as text, built in place: writing hands is the work when most deals qualify.
pub(super) struct HandText {
    bytes: [u8; 17],
    length: usize,
}

impl HandText {
    fn new() -> HandText {
        HandText {
            bytes: [0; 17],
            length: 0,
        }
    }

    /// More than thirteen cards are no hand, and are not written.
    fn put(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
            self.length += 1;
        }
    }

    fn put_suit(&mut self, hand: Hand, suit: Suit) {
        for rank in hand.holding(suit).ranks() {
            self.put(rank.letter() as u8);
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// `AK4.QT92.J.98765`, and `-` for a hand that is not given.
pub(super) fn dotted(hand: Hand) -> HandText {
    let mut written = HandText::new();
    if hand.is_empty() {
        written.put(b'-');
        return written;
    }
    for (i, suit) in Suit::WRITTEN.into_iter().enumerate() {
        if i > 0 {
            written.put(b'.');
        }
        written.put_suit(hand, suit);
    }
    written
}

/// `SAK4HQT92DJC98765` with four marks before the suits, and nothing for a hand that is not given.
pub(super) fn marked(hand: Hand, marks: [u8; 4]) -> HandText {
    let mut written = HandText::new();
    if !hand.is_empty() {
        for (suit, mark) in Suit::WRITTEN.into_iter().zip(marks) {
            written.put(mark);
            written.put_suit(hand, suit);
        }
    }
    written
}

/// Adds the cards of a suit to a hand: `AKT4`, `ak104`, `-` for none.
pub(super) fn read_suit(hand: &mut Hand, suit: Suit, text: &str) -> Result<(), String> {
    let text = text.trim();
    if matches!(text, "-" | "--" | "—") {
        return Ok(());
    }
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        // A ten may be written in two digits; there is no rank 1.
        let letter = match letter {
            '1' if letters.next() == Some('0') => 'T',
            letter => letter,
        };
        let Some(rank) = Rank::from_letter(letter) else {
            return Err(format!(
                "{} is no card, in {}",
                quoted(&letter.to_string()),
                quoted(text)
            ));
        };
        let card = Card::new(suit, rank);
        if hand.has(card) {
            return Err(format!("{card} stands twice, in {}", quoted(text)));
        }
        *hand = hand.with(card);
    }
    Ok(())
}

/// Reads `AK4.QT92.J.98765`; nothing, or `-`, is a hand that is not given.
pub(super) fn read_dotted(text: &str) -> Result<Option<Hand>, String> {
    let text = text.trim();
    if matches!(text, "" | "-" | "...") {
        return Ok(None);
    }
    let wrong = || {
        format!(
            "{} is not a hand: write four suits with dots between, like AK4.QT92.J.98765",
            quoted(text)
        )
    };
    let mut hand = Hand::EMPTY;
    let mut suits = text.split('.');
    for suit in Suit::WRITTEN {
        read_suit(&mut hand, suit, suits.next().ok_or_else(wrong)?)?;
    }
    match suits.next() {
        Some(_) => Err(wrong()),
        None => Ok(Some(hand)),
    }
}

/// Reads `SAK4HQT92DJC98765`, the suits in any order; nothing is a hand that is not given.
pub(super) fn read_lettered(text: &str) -> Result<Option<Hand>, String> {
    let mut hand = Hand::EMPTY;
    let mut rest = text.trim();
    if matches!(rest, "" | "-" | "SHDC") {
        return Ok(None);
    }
    while let Some(letter) = rest.chars().next() {
        let Some(suit) = Suit::from_letter(letter) else {
            let text = quoted(text);
            return Err(format!(
                "{text} is not a hand: write it like SAK4HQT92DJC98765"
            ));
        };
        let cards = &rest[letter.len_utf8()..];
        let end = cards.find(|c| Suit::from_letter(c).is_some());
        let (cards, after) = cards.split_at(end.unwrap_or(cards.len()));
        read_suit(&mut hand, suit, cards)?;
        rest = after;
    }
    Ok(Some(hand))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_read_in_all_the_usual_ways() {
        let hand: Hand = "AKT4.QT92..98765".parse().unwrap();
        for text in [
            "AKT4.QT92..98765",
            "ak104.qt92.-.98765",
            " 4AKT.29TQ..56789 ",
        ] {
            assert_eq!(read_dotted(text), Ok(Some(hand)), "{text}");
        }
        for text in [
            "SAKT4HQT92DC98765",
            "hqt92sakt4c98765",
            "S4AK10H29QTDC56789",
        ] {
            assert_eq!(read_lettered(text), Ok(Some(hand)), "{text}");
        }
        assert_eq!(dotted(hand).as_bytes(), b"AKT4.QT92..98765");
        assert_eq!(marked(hand, *b"SHDC").as_bytes(), b"SAKT4HQT92DC98765");
    }

    #[test]
    fn what_is_no_hand_says_why() {
        for (text, why) in [
            ("AK.Q.J", "not a hand"),
            ("AK.Q.J.9.8", "not a hand"),
            ("AKX...", "'X' is no card"),
            ("AKA...", "SA stands twice"),
            ("A1...", "'1' is no card"),
        ] {
            let message = read_dotted(text).unwrap_err();
            assert!(message.contains(why), "{text}: {message}");
        }
    }
}
