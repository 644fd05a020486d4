//! What the trump changes: which suit a card belongs to, and what beats what. All of it is tables, worked out when the
//! program is compiled.

use std::fmt;

use crate::{Card, Cards, Suit};

/// What is trump: a suit, or nothing where the house plays no trump.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Trump {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
    /// No trump: there are no bowers, and the highest card of the suit led takes the trick.
    None,
}

/// On the wire it is its letters.
impl serde::Serialize for Trump {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.letters())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Trump {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Trump".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "enum": ["C", "D", "H", "S", "NT"]})
    }
}

impl Trump {
    /// All five.
    pub const ALL: [Trump; 5] = [
        Trump::Clubs,
        Trump::Diamonds,
        Trump::Hearts,
        Trump::Spades,
        Trump::None,
    ];

    /// The trump suit, if there is one.
    pub fn suit(self) -> Option<Suit> {
        Suit::ALL.get(self as usize).copied()
    }

    /// `C`, `D`, `H`, `S` or `NT`.
    pub fn letters(self) -> &'static str {
        ["C", "D", "H", "S", "NT"][self as usize]
    }

    /// The trump of these letters, in either case.
    pub fn from_letters(letters: &str) -> Option<Trump> {
        Self::ALL
            .into_iter()
            .find(|trump| trump.letters().eq_ignore_ascii_case(letters))
    }

    /// The suit that a card belongs to: the left bower is a trump.
    ///
    /// ```
    /// use euchre::{Suit, Trump};
    /// assert_eq!(Trump::Hearts.suit_of("JD".parse().unwrap()), Suit::Hearts);
    /// assert_eq!(Trump::None.suit_of("JD".parse().unwrap()), Suit::Diamonds);
    /// ```
    #[inline]
    pub fn suit_of(self, card: Card) -> Suit {
        Suit::ALL[(SUITS[self as usize][card.id() as usize]) as usize]
    }

    /// All cards that belong to a suit.
    #[inline]
    pub fn cards_of(self, suit: Suit) -> Cards {
        Cards(MASKS[self as usize][suit as usize])
    }

    /// The trumps.
    #[inline]
    pub fn trumps(self) -> Cards {
        Cards(TRUMPS[self as usize])
    }

    /// How strong a card is in a trick to which this suit was led; 0 for one that can never take it.
    #[inline]
    pub fn power(self, led: Suit, card: Card) -> u8 {
        POWERS[self as usize][led as usize][card.id() as usize]
    }

    /// How much it would hurt to throw a card away: by rank, and trumps above all others.
    #[inline]
    pub fn worth(self, card: Card) -> u8 {
        WORTHS[self as usize][card.id() as usize]
    }

    /// The cards of a hand as one holds them: trumps first, the bowers among them, then suit by suit, each from the highest down.
    ///
    /// ```
    /// use euchre::{Cards, Trump};
    /// let hand: Cards = ["JD", "9H", "AD", "JH", "AS"].into_iter().map(|c| c.parse().unwrap()).collect();
    /// let held = Trump::Hearts.in_order(hand).map(|card| card.to_string());
    /// assert_eq!(held.collect::<Vec<_>>().join(" "), "JH JD 9H AS AD");
    /// ```
    pub fn in_order(self, hand: Cards) -> impl Iterator<Item = Card> {
        let sides = Suit::ALL.into_iter().rev();
        let sides = sides.filter(move |&suit| Some(suit) != self.suit());
        let suits = self.suit().into_iter().chain(sides);
        suits.flat_map(move |suit| {
            let mut cards: Vec<Card> = (hand & self.cards_of(suit)).iter().collect();
            answer::sort_by_key(&mut cards, |&card| std::cmp::Reverse(self.worth(card)));
            cards
        })
    }

    /// The right bower.
    pub fn right(self) -> Option<Card> {
        self.suit().map(|suit| Card::new(suit, crate::Rank::Jack))
    }

    /// The left bower.
    pub fn left(self) -> Option<Card> {
        self.suit()
            .map(|suit| Card::new(suit.same_colour(), crate::Rank::Jack))
    }
}

impl From<Suit> for Trump {
    fn from(suit: Suit) -> Trump {
        Trump::ALL[suit as usize]
    }
}

impl fmt::Display for Trump {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.suit().map_or("no trump", Suit::name))
    }
}

const JACK: u8 = 2;
const LEFT: u8 = 6;
const RIGHT: u8 = 7;

/// The suit of a card (0 to 3) and its rank in it: 0 nine, 1 ten … 5 ace, and 6 and 7 for the bowers.
pub(crate) const fn place(trump: usize, card: usize) -> (usize, u8) {
    let (suit, rank) = (card / 8, (card % 8) as u8);
    match (rank == JACK, trump < 4) {
        (true, true) if suit == trump => (suit, RIGHT),
        (true, true) if suit == 3 - trump => (trump, LEFT),
        _ => (suit, rank),
    }
}

const SUITS: [[u8; 32]; 5] = {
    let mut table = [[0; 32]; 5];
    let mut i = 0;
    while i < 5 * 32 {
        table[i / 32][i % 32] = place(i / 32, i % 32).0 as u8;
        i += 1;
    }
    table
};

const MASKS: [[u32; 4]; 5] = {
    let mut table = [[0; 4]; 5];
    let mut i = 0;
    while i < 5 * 32 {
        if i % 8 < 6 {
            table[i / 32][place(i / 32, i % 32).0] |= 1 << (i % 32);
        }
        i += 1;
    }
    table
};

const TRUMPS: [u32; 5] = [MASKS[0][0], MASKS[1][1], MASKS[2][2], MASKS[3][3], 0];

const POWERS: [[[u8; 32]; 4]; 5] = {
    let mut table = [[[0; 32]; 4]; 5];
    let mut i = 0;
    while i < 5 * 4 * 32 {
        let (trump, led, card) = (i / 128, i / 32 % 4, i % 32);
        let (suit, rank) = place(trump, card);
        if suit == trump {
            table[trump][led][card] = 16 + rank;
        } else if suit == led {
            table[trump][led][card] = 1 + rank;
        }
        i += 1;
    }
    table
};

const WORTHS: [[u8; 32]; 5] = {
    let mut table = [[0; 32]; 5];
    let mut i = 0;
    while i < 5 * 32 {
        let (suit, rank) = place(i / 32, i % 32);
        table[i / 32][i % 32] = if suit == i / 32 { 16 + rank } else { 1 + rank };
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    #[test]
    fn trumps_are_seven_and_rank_as_they_should() {
        let order = ["JH", "JD", "AH", "KH", "QH", "TH", "9H"];
        let hearts = Trump::Hearts;
        assert_eq!(hearts.trumps(), order.iter().map(|&c| card(c)).collect());
        for pair in order.windows(2) {
            let power = |text| hearts.power(Suit::Clubs, card(text));
            assert!(power(pair[0]) > power(pair[1]), "{pair:?}");
        }
        assert_eq!(hearts.cards_of(Suit::Diamonds).len(), 5);
        assert_eq!(hearts.cards_of(Suit::Clubs).len(), 6);
        assert_eq!(
            (hearts.right(), hearts.left()),
            (Some(card("JH")), Some(card("JD")))
        );
    }

    #[test]
    fn a_trick_goes_to_trumps_then_to_the_suit_led() {
        let power = |text| Trump::Spades.power(Suit::Diamonds, card(text));
        assert!(power("9S") > power("AD"));
        assert!(power("AD") > power("KD") && power("JD") > power("TD"));
        assert_eq!(power("AH"), 0);
        assert!(power("JC") > power("AS"), "the left bower");
    }

    #[test]
    fn without_trump_jacks_are_jacks() {
        assert!(Trump::None.trumps().is_empty());
        for suit in Suit::ALL {
            assert_eq!(Trump::None.cards_of(suit), Cards::suit(suit));
        }
        assert_eq!(Trump::None.right(), None);
    }
}
