//! A pack of cards that hands are drawn from, without throwing bits or time away.

use std::sync::LazyLock;

use rand::Rng;

/// Up to so many cards are drawn from 64 random bits: the product of seven bounds below 52 is below 2^40, so
/// the draw is repeated once in 2^24 times at the most.
const AT_ONCE: usize = 7;
/// What no product of bounds reaches.
const MOST_PRODUCT: u64 = 1 << 40;

/// The cards of every holding of a suit, one byte each, in rising order.
static LISTED: LazyLock<Vec<u128>> = LazyLock::new(|| {
    let listed = |holding: u32| {
        let ranks = (0..13u128).filter(|rank| holding >> rank & 1 == 1);
        ranks
            .enumerate()
            .fold(0, |list, (i, rank)| list | rank << (8 * i))
    };
    (0..1 << 13).map(listed).collect()
});

/// A whole suit: what most packs are made of, so that those need no list of all holdings.
const WHOLE_SUIT: u128 = 0x0c_0b_0a_09_08_07_06_05_04_03_02_01_00;

/// The cards that are not dealt yet, in some order; those drawn are in front.
#[derive(Clone, Debug)]
pub struct Pack {
    /// 52 cards, and room so that a suit can be written in one piece.
    cards: [u8; 64],
    drawn: usize,
    size: usize,
}

impl Pack {
    /// A pack of the cards in a bit set over [`bridge::Card::id`].
    pub fn new(bits: u64) -> Pack {
        let mut pack = Pack {
            cards: [0; 64],
            drawn: 0,
            size: 0,
        };
        for suit in 0..4 {
            let holding = (bits >> (16 * suit)) as usize & 0x1fff;
            // The suit's number goes into the upper half of every byte; bytes past the last card are overwritten.
            let ranks = match holding {
                0x1fff => WHOLE_SUIT,
                _ => LISTED[holding],
            };
            let list = ranks | (u128::MAX / 255 * (16 * suit as u128));
            pack.cards[pack.size..][..16].copy_from_slice(&list.to_le_bytes());
            pack.size += holding.count_ones() as usize;
        }
        pack
    }

    /// Takes all cards back. Their order stays as it is, which no draw depends on.
    #[inline]
    pub fn gather(&mut self) {
        self.drawn = 0;
    }

    /// Draws so many cards, every set of them with the same chance.
    #[inline]
    pub fn draw(&mut self, number: usize, rng: &mut impl Rng) -> u64 {
        let mut hand = 0;
        let mut left = number.min(self.size - self.drawn);
        // Taking all that is left needs no random bits.
        if left == self.size - self.drawn {
            for &card in &self.cards[self.drawn..self.size] {
                hand |= 1 << (card & 63);
            }
            self.drawn = self.size;
            return hand;
        }
        while left > 0 {
            let now = left.min(AT_ONCE);
            // A hand of thirteen is drawn seven and six at once: where the compiler knows how many, it needs no loops.
            hand |= match now {
                7 => self.draw_at_once(7, rng),
                6 => self.draw_at_once(6, rng),
                _ => self.draw_at_once(now, rng),
            };
            left -= now;
        }
        hand
    }

    /// Draws as many cards as one number of 64 bits gives.
    #[inline(always)]
    fn draw_at_once(&mut self, number: usize, rng: &mut impl Rng) -> u64 {
        let mut hand = 0;
        let places = places(self.size - self.drawn, number, rng);
        for place in &places[..number] {
            // The masks change nothing; they show that the places are inside.
            let (front, chosen) = (self.drawn & 63, (self.drawn + *place as usize) & 63);
            let card = self.cards[chosen];
            self.cards.swap(front, chosen);
            hand |= 1 << (card & 63);
            self.drawn += 1;
        }
        hand
    }
}

/// Numbers below `bound`, `bound - 1`, and so on, all combinations with the same chance: one wide
/// multiplication for each, and one check for all.
#[inline(always)]
fn places(bound: usize, number: usize, rng: &mut impl Rng) -> [u8; AT_ONCE] {
    let product = || (0..number).fold(1u64, |product, i| product * (bound - i) as u64);
    let mut places = [0; AT_ONCE];
    loop {
        let mut bits = rng.next_u64();
        for (i, place) in places[..number].iter_mut().enumerate() {
            let wide = bits as u128 * (bound - i) as u128;
            *place = (wide >> 64) as u8;
            bits = wide as u64;
        }
        // Nearly always what is left is so much that the product need not be known.
        if bits >= MOST_PRODUCT || {
            let product = product();
            bits >= product.wrapping_neg() % product
        } {
            return places;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_cards_is_equally_likely() {
        let mut rng = space::stream(1, 1);
        // The three of hearts and up, seven cards.
        let mut pack = Pack::new(0b1111_1110 << 32);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..35_000 {
            pack.gather();
            let first = pack.draw(3, &mut rng);
            let second = pack.draw(2, &mut rng);
            assert_eq!(first & second, 0);
            *counts.entry(first).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 35);
        // 34 degrees of freedom: a fair pack passes 73 once in ten thousand times.
        let chi: f64 = counts
            .values()
            .map(|&n| (n as f64 - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(chi < 73.0, "chi-square {chi}");
    }

    #[test]
    fn a_pack_has_the_cards_it_was_made_of() {
        let mut rng = space::stream(1, 1);
        let deck = bridge::Hand::DECK.bits();
        for bits in [deck, 0, 0b1011, deck & !(0x1fff << 16), 1 << 60 | 1] {
            let mut pack = Pack::new(bits);
            assert_eq!(pack.draw(52, &mut rng), bits);
            assert_eq!(pack.draw(1, &mut rng), 0);
        }
    }
}
