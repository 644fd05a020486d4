//! One card: a suit and a rank.

use std::fmt;
use std::str::FromStr;

/// One of the four suits, in the classic order: clubs lowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All four, clubs first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// All four as hands are written: spades first.
    pub const WRITTEN: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];

    /// `C`, `D`, `H` or `S`.
    pub fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// `♣`, `♦`, `♥` or `♠`.
    pub fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }

    /// The suit of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Suit> {
        Self::ALL
            .into_iter()
            .find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// The rank of a card, deuce to ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Rank(u8);

impl Rank {
    /// The deuce.
    pub const TWO: Rank = Rank(0);
    /// The ten.
    pub const TEN: Rank = Rank(8);
    /// The jack.
    pub const JACK: Rank = Rank(9);
    /// The queen.
    pub const QUEEN: Rank = Rank(10);
    /// The king.
    pub const KING: Rank = Rank(11);
    /// The ace.
    pub const ACE: Rank = Rank(12);

    /// All thirteen, the deuce first.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> {
        (0..13).map(Rank)
    }

    /// 0 for the deuce to 12 for the ace.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank of an index below 13.
    pub fn from_index(index: usize) -> Option<Rank> {
        (index < 13).then_some(Rank(index as u8))
    }

    /// `2` … `9`, `T`, `J`, `Q`, `K` or `A`.
    pub fn letter(self) -> char {
        b"23456789TJQKA"[self.index()] as char
    }

    /// The rank of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Rank> {
        Self::all().find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }
}

/// One of the 52 cards: `16 * suit + rank`, so that a card is also the number of its bit in a [`crate::Hand`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a suit and a rank.
    pub fn new(suit: Suit, rank: Rank) -> Card {
        Card(16 * suit as u8 + rank.0)
    }

    /// The card with this number, if there is one.
    pub fn from_id(id: u8) -> Option<Card> {
        (id < 64 && id % 16 < 13).then_some(Card(id))
    }

    /// Its number: its bit in a hand.
    pub fn id(self) -> u8 {
        self.0
    }

    /// All 52: clubs from the deuce up, then diamonds, hearts and spades.
    pub fn all() -> impl Iterator<Item = Card> {
        Suit::ALL
            .into_iter()
            .flat_map(|suit| Rank::all().map(move |rank| Card::new(suit, rank)))
    }

    /// Its suit.
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 16) as usize]
    }

    /// Its rank.
    pub fn rank(self) -> Rank {
        Rank(self.0 % 16)
    }
}

/// A text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not a card: write a suit and a rank, like SA or AS")]
pub struct CardError(String);

impl answer::Explained for CardError {
    fn code(&self) -> &'static str {
        "not-a-card"
    }
}

impl FromStr for Card {
    type Err = CardError;

    /// Reads a card in either order, `SA` or `AS`.
    ///
    /// ```
    /// use bridge::Card;
    /// assert_eq!("SA".parse::<Card>(), "as".parse::<Card>());
    /// assert!("S1".parse::<Card>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Card, CardError> {
        let bad = || CardError(text.to_owned());
        let mut letters = text.chars();
        let (Some(a), Some(b), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(bad());
        };
        let card = |suit, rank| {
            Some(Card::new(
                Suit::from_letter(suit)?,
                Rank::from_letter(rank)?,
            ))
        };
        card(a, b).or_else(|| card(b, a)).ok_or_else(bad)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), self.rank().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
