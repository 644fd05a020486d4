//! The 24 cards, and sets of them as bits: eight bits a suit, so that a suit is one mask. What beats what depends on
//! the trump and stands in `trump`.

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// One of the four suits. The other suit of the same colour is `3 - suit`.
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
    /// All four.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

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

    /// The other suit of its colour.
    pub fn same_colour(self) -> Suit {
        Self::ALL[3 - self as usize]
    }

    /// `clubs`, `diamonds`, `hearts` or `spades`.
    pub fn name(self) -> &'static str {
        ["clubs", "diamonds", "hearts", "spades"][self as usize]
    }
}

/// On the wire a suit is its letter, as a value and as a key.
impl Serialize for Suit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.letter())
    }
}

/// The rank of a card, nine to ace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// 9
    Nine,
    /// T
    Ten,
    /// J
    Jack,
    /// Q
    Queen,
    /// K
    King,
    /// A
    Ace,
}

impl Rank {
    /// All six, the nine first.
    pub const ALL: [Rank; 6] = [
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    /// `9`, `T`, `J`, `Q`, `K` or `A`.
    pub fn letter(self) -> char {
        ['9', 'T', 'J', 'Q', 'K', 'A'][self as usize]
    }

    /// The rank of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Rank> {
        Self::ALL
            .into_iter()
            .find(|rank| rank.letter() == letter.to_ascii_uppercase())
    }
}

/// One of the 24 cards: `8 * suit + rank`, so that a card is also the number of its bit in [`Cards`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of a suit and a rank.
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(8 * suit as u8 + rank as u8)
    }

    /// The card with this number, if there is one.
    pub fn from_id(id: u8) -> Option<Card> {
        (id < 32 && id % 8 < 6).then_some(Card(id))
    }

    /// Its number: its bit in a set of cards.
    #[inline]
    pub fn id(self) -> u8 {
        self.0
    }

    /// The suit printed on it.
    #[inline]
    pub fn suit(self) -> Suit {
        Suit::ALL[(self.0 / 8) as usize]
    }

    /// Its rank.
    #[inline]
    pub fn rank(self) -> Rank {
        Rank::ALL[(self.0 % 8) as usize]
    }
}

/// A text that is not a card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a card of the euchre deck: write a rank from 9 T J Q K A and a suit, like JH"
)]
pub struct CardError(pub(crate) String);

impl FromStr for Card {
    type Err = CardError;

    /// Reads a card in either order, `JH` or `HJ`.
    ///
    /// ```
    /// use euchre::Card;
    /// assert_eq!("JH".parse::<Card>(), "hj".parse::<Card>());
    /// assert!("8H".parse::<Card>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Card, CardError> {
        let bad = || CardError(text.chars().take(20).collect());
        let mut letters = text.chars();
        let (Some(a), Some(b), None) = (letters.next(), letters.next(), letters.next()) else {
            return Err(bad());
        };
        let card = |rank, suit| {
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
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

/// On the wire a card is its text, `JH`, as a value and as a key.
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cards: bit `c` is card number `c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(pub(crate) u32);

impl Cards {
    /// No cards.
    pub const NONE: Cards = Cards(0);
    /// The whole deck.
    pub const DECK: Cards = Cards(0x3f3f_3f3f);

    /// The set of one card.
    #[inline]
    pub fn one(card: Card) -> Cards {
        Cards(1 << card.0)
    }

    /// All cards of a printed suit.
    pub fn suit(suit: Suit) -> Cards {
        Cards(0x3f << (8 * suit as u32))
    }

    /// All cards of a rank.
    pub fn rank(rank: Rank) -> Cards {
        Cards(0x0101_0101 << rank as u32)
    }

    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this card is in the set.
    #[inline]
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// The card with the lowest number.
    #[inline]
    pub fn first(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// Its cards: clubs, diamonds, hearts, spades, each from the nine up.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let card = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(card)
        })
    }

    pub(crate) fn to_space(self) -> space::Cards {
        space::Cards(self.0 as u64)
    }

    #[inline]
    pub(crate) fn from_space(cards: space::Cards) -> Cards {
        Cards(cards.0 as u32)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::NONE, |set, card| set | Cards::one(card))
    }
}

impl BitOr for Cards {
    type Output = Cards;
    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;
    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;
    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

impl fmt::Display for Cards {
    /// The cards with a space between them.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}

/// On the wire a set of cards is the list of them.
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
#[cfg(feature = "schema")]
mod schema {
    use std::borrow::Cow;

    use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

    use super::{Card, Cards, Suit};

    impl JsonSchema for Suit {
        fn schema_name() -> Cow<'static, str> {
            "EuchreSuit".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "string", "enum": Suit::ALL.map(Suit::letter)})
        }
    }

    impl JsonSchema for Card {
        fn schema_name() -> Cow<'static, str> {
            "EuchreCard".into()
        }

        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "string", "pattern": "^[9TJQKA][CDHS]$"})
        }
    }

    impl JsonSchema for Cards {
        fn inline_schema() -> bool {
            true
        }

        fn schema_name() -> Cow<'static, str> {
            "EuchreCards".into()
        }

        fn json_schema(generator: &mut SchemaGenerator) -> Schema {
            json_schema!({"type": "array", "items": generator.subschema_for::<Card>()})
        }
    }
}
