//! The pack of the classic program, with the way it is shuffled and its faults.
//!
//! The deck is never put back in order between deals, and each place is swapped with any other, not only with those
//! still to come: a card's place depends on the deal before. It knows cards and places, and no script.

use bridge::{Card, Deal, Hand, Seat};

use crate::random::{Generator, RandomNumbers};

/// How further deals are made of one shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swapping {
    /// Not at all: each deal is a shuffle.
    #[default]
    None,
    /// East and West change places once.
    TwoWay,
    /// East, South and West go through all six orders.
    ThreeWay,
}

impl Swapping {
    /// The pair that changes places before each deal that is not shuffled.
    fn exchanges(self) -> &'static [(Seat, Seat)] {
        use Seat::{East, South, West};
        match self {
            Swapping::None => &[],
            Swapping::TwoWay => &[(East, West)],
            Swapping::ThreeWay => &[
                (East, West),
                (South, West),
                (East, South),
                (East, West),
                (South, West),
            ],
        }
    }
}

/// Why a card cannot be dealt in advance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PackError {
    /// It was dealt already.
    #[error("{0} is predealt twice")]
    Twice(Card),
    /// The seat is full.
    #[error("{0} is predealt more than 13 cards")]
    TooMany(Seat),
}

impl answer::Explained for PackError {
    fn code(&self) -> &'static str {
        match self {
            PackError::Twice(_) => "card-twice",
            PackError::TooMany(_) => "too-many-cards",
        }
    }
}

/// Stands in the table of places for 'draw again'.
const AGAIN: u8 = u8::MAX;

/// The deck, in the order of its 52 places: thirteen for North, then East, South and West.
#[derive(Clone)]
pub(crate) struct Pack {
    places: [Card; 52],
    /// The places that are shuffled: those that hold no predealt card.
    free: Vec<u8>,
    /// The place that a random number of 16 bits means.
    chosen: Vec<u8>,
    exchanges: &'static [(Seat, Seat)],
    /// How many of the exchanges were made since the last shuffle.
    exchanged: usize,
}

impl Pack {
    /// A pack with these cards dealt in advance. They lie at the front of their seat's places, in the order given;
    /// the other places are filled in the order of the deck.
    pub(crate) fn new(predealt: &[(Seat, Card)], swapping: Swapping) -> Result<Pack, PackError> {
        let mut stacked: [Option<Card>; 52] = [None; 52];
        let mut left = Hand::DECK;
        for &(seat, card) in predealt {
            if !left.has(card) {
                return Err(PackError::Twice(card));
            }
            left = left.without(card);
            stacked[places_of(seat)]
                .iter_mut()
                .find(|place| place.is_none())
                .ok_or(PackError::TooMany(seat))?
                .replace(card);
        }
        let free: Vec<u8> = (0..52)
            .filter(|&place| stacked[usize::from(place)].is_none())
            .collect();
        let mut rest = left.cards();
        let mut places: Vec<Card> = Vec::with_capacity(52);
        places.extend(
            stacked
                .iter()
                .filter_map(|card| card.or_else(|| rest.next())),
        );
        let places = <[Card; 52]>::try_from(places).expect("52 places take 52 cards");
        Ok(Pack {
            places,
            chosen: chosen_places(&free),
            free,
            exchanges: swapping.exchanges(),
            exchanged: swapping.exchanges().len(),
        })
    }

    /// The next deal.
    pub(crate) fn deal(&mut self, generator: &mut Generator) -> Deal {
        match self.exchanges.get(self.exchanged) {
            Some(&(a, b)) => {
                self.exchange(a, b);
                self.exchanged += 1;
            }
            None => {
                match generator {
                    Generator::Original(source) => self.shuffle(source),
                    Generator::Debian(source) => self.shuffle(source),
                }
                self.exchanged = 0;
            }
        }
        Deal(Seat::ALL.map(|seat| {
            let cards = &self.places[places_of(seat)];
            Hand::from_bits(cards.iter().fold(0, |bits, card| bits | 1 << card.id()))
        }))
    }

    fn shuffle(&mut self, source: &mut impl RandomNumbers) {
        for &place in &self.free {
            let other = loop {
                let other = self.chosen[usize::from(source.draw_short())];
                if other != AGAIN {
                    break other;
                }
            };
            self.places.swap(usize::from(place), usize::from(other));
        }
    }

    fn exchange(&mut self, a: Seat, b: Seat) {
        for (a, b) in places_of(a).zip(places_of(b)) {
            self.places.swap(a, b);
        }
    }
}

/// The places of a seat.
fn places_of(seat: Seat) -> std::ops::Range<usize> {
    let first = 13 * seat as usize;
    first..first + 13
}

/// The free places over and over, as often as all of them fit in 2^16 numbers; the numbers left over are drawn again.
fn chosen_places(free: &[u8]) -> Vec<u8> {
    let numbers = usize::from(u16::MAX) + 1;
    let rounds = numbers.checked_div(free.len()).unwrap_or(0);
    let mut chosen = free.repeat(rounds);
    chosen.resize(numbers, AGAIN);
    chosen
}
