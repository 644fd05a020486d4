//! Hands and deals as bit sets.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

use crate::{Card, Rank, Seat, Suit};

/// The cards of one suit in one hand: bit `r` is the card of rank index `r`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Holding(pub u16);

impl Holding {
    /// How many cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all: a void.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether it has this rank.
    pub fn has(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 == 1
    }

    /// The ranks it has, the highest first.
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        let mut left = self.0 & 0x1fff;
        std::iter::from_fn(move || {
            let highest = left.checked_ilog2()?;
            left ^= 1 << highest;
            Rank::from_index(highest as usize)
        })
    }
}

impl fmt::Display for Holding {
    /// The ranks from the highest, as in `AKT4`; nothing for a void.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mut letters = [0; 13];
        let mut length = 0;
        for rank in self.ranks() {
            letters[length] = rank.letter() as u8;
            length += 1;
        }
        f.pad(std::str::from_utf8(&letters[..length]).unwrap_or_default())
    }
}

impl fmt::Debug for Holding {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// A set of cards: bit [`Card::id`] is that card. Usually thirteen, but any set will do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u64);

impl Hand {
    /// No cards.
    pub const EMPTY: Hand = Hand(0);
    /// All 52.
    pub const DECK: Hand = Hand(0x1fff_1fff_1fff_1fff);

    /// The hand of a bit set; bits that are no card are dropped.
    #[inline]
    pub fn from_bits(bits: u64) -> Hand {
        Hand(bits & Self::DECK.0)
    }

    /// As a bit set over [`Card::id`].
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Its cards in one suit.
    pub fn holding(self, suit: Suit) -> Holding {
        Holding((self.0 >> (16 * suit as u32)) as u16)
    }

    /// How many cards.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// No card at all.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cards of a suit.
    #[inline]
    pub fn length(self, suit: Suit) -> usize {
        self.holding(suit).len()
    }

    /// Whether it has this card.
    pub fn has(self, card: Card) -> bool {
        self.0 >> card.id() & 1 == 1
    }

    /// The same hand with one card more.
    pub fn with(self, card: Card) -> Hand {
        Hand(self.0 | 1 << card.id())
    }

    /// The same hand with one card less.
    pub fn without(self, card: Card) -> Hand {
        Hand(self.0 & !(1 << card.id()))
    }

    /// The cards in either.
    pub fn union(self, other: Hand) -> Hand {
        Hand(self.0 | other.0)
    }

    /// The cards in both.
    pub fn common(self, other: Hand) -> Hand {
        Hand(self.0 & other.0)
    }

    /// Its cards in the order of their numbers.
    pub fn cards(self) -> impl Iterator<Item = Card> {
        let mut bits = self.0;
        std::iter::from_fn(move || {
            let card = Card::from_id(bits.trailing_zeros() as u8)?;
            bits &= bits - 1;
            Some(card)
        })
    }
}

impl FromIterator<Card> for Hand {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Hand {
        cards.into_iter().fold(Hand::EMPTY, Hand::with)
    }
}

/// A text that is not a hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is not a hand: write four suits with dots between, spades first, like AK4.QT92.J.98765"
)]
pub struct HandError(String);

impl answer::Explained for HandError {
    fn code(&self) -> &'static str {
        "not-a-hand"
    }
}

impl FromStr for Hand {
    type Err = HandError;

    /// Reads what `Display` writes; any number of cards, none twice.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let bad = || HandError(text.to_owned());
        let mut hand = Hand::EMPTY;
        let mut suits = text.split('.');
        for suit in Suit::WRITTEN {
            for letter in suits.next().ok_or_else(bad)?.chars() {
                let card = Card::new(suit, Rank::from_letter(letter).ok_or_else(bad)?);
                if hand.has(card) {
                    return Err(bad());
                }
                hand = hand.with(card);
            }
        }
        suits.next().is_none().then_some(hand).ok_or_else(bad)
    }
}

impl fmt::Display for Hand {
    /// Suits from spades to clubs, with dots between: `AK4.QT92.J.98765`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [s, h, d, c] = Suit::WRITTEN.map(|suit| self.holding(suit));
        write!(f, "{s}.{h}.{d}.{c}")
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Four hands, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Deal(pub [Hand; 4]);

impl Index<Seat> for Deal {
    type Output = Hand;
    #[inline]
    fn index(&self, seat: Seat) -> &Hand {
        &self.0[seat as usize]
    }
}

impl IndexMut<Seat> for Deal {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut Hand {
        &mut self.0[seat as usize]
    }
}

impl fmt::Display for Deal {
    /// The one-line form: `n AK4.… e … s … w …`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [n, e, s, w] = self.0;
        write!(f, "n {n} e {e} s {s} w {w}")
    }
}

impl fmt::Debug for Deal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What is wrong with four hands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// A hand that has some cards, but not thirteen.
    #[error("{0} has {1} cards, not 13")]
    Cards(Seat, usize),
    /// Cards that two seats have.
    #[error("{0} and {1} both have {cards}", cards = list(*.2))]
    Twice(Seat, Seat, Hand),
}

impl answer::Explained for DealError {
    fn code(&self) -> &'static str {
        match self {
            DealError::Cards(..) => "not-thirteen-cards",
            DealError::Twice(..) => "card-twice",
        }
    }
}

fn list(hand: Hand) -> String {
    let mut cards: Vec<String> = hand.cards().map(|card| card.to_string()).collect();
    cards.reverse();
    cards.join(", ")
}

impl Deal {
    /// A deal of hands that may not all be given. If three are, the fourth gets the rest.
    ///
    /// # Errors
    /// All that is wrong: a hand without thirteen cards, a card in two hands.
    ///
    /// ```
    /// use bridge::{Deal, Hand, Seat};
    /// let hand = |text: &str| Some(text.parse::<Hand>().unwrap());
    /// let deal = Deal::given([hand("AKQJT98765432..."), None, hand("..AKQJT98765432."), hand(".AKQJT98765432..")]);
    /// assert_eq!(deal.unwrap()[Seat::East].to_string(), "...AKQJT98765432");
    /// ```
    pub fn given(hands: [Option<Hand>; 4]) -> Result<Deal, Vec<DealError>> {
        let mut deal = Deal(hands.map(Option::unwrap_or_default));
        let mut wrong = Vec::new();
        for (i, seat) in Seat::ALL.into_iter().enumerate() {
            if !matches!(deal[seat].len(), 0 | 13) {
                wrong.push(DealError::Cards(seat, deal[seat].len()));
            }
            for other in &Seat::ALL[i + 1..] {
                let both = deal[seat].common(deal[*other]);
                if !both.is_empty() {
                    wrong.push(DealError::Twice(seat, *other, both));
                }
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let missing: Vec<Seat> = deal.missing().collect();
        if let [seat] = missing[..] {
            deal[seat] = deal.rest();
        }
        Ok(deal)
    }

    /// The seats whose hands are not given.
    pub fn missing(&self) -> impl Iterator<Item = Seat> {
        let hands = self.0;
        Seat::ALL
            .into_iter()
            .filter(move |&seat| hands[seat as usize].is_empty())
    }

    /// Whether all hands are given.
    pub fn is_complete(&self) -> bool {
        self.missing().next().is_none()
    }

    /// The cards that nobody has.
    pub fn rest(&self) -> Hand {
        let dealt = self.0.into_iter().fold(Hand::EMPTY, Hand::union);
        Hand::from_bits(Hand::DECK.bits() & !dealt.bits())
    }
}
