//! A pack of cards that hands are drawn from, without throwing bits or time away.

use rand::Rng;

/// Up to so many cards are drawn from 64 random bits: the product of seven bounds below 52 is below 2^40, so
/// the draw is repeated once in 2^24 times at the most.
const AT_ONCE: usize = 7;

/// The cards that are not dealt yet, in some order; those drawn are in front.
#[derive(Clone, Debug)]
pub(crate) struct Pack {
    cards: [u8; 52],
    drawn: usize,
    size: usize,
}

impl Pack {
    /// A pack of the cards in a bit set.
    pub(crate) fn new(bits: u64) -> Pack {
        let mut pack = Pack {
            cards: [0; 52],
            drawn: 0,
            size: 0,
        };
        let mut rest = bits;
        while rest != 0 && pack.size < 52 {
            pack.cards[pack.size] = rest.trailing_zeros() as u8;
            pack.size += 1;
            rest &= rest - 1;
        }
        pack
    }

    /// Takes all cards back. Their order stays as it is, which no draw depends on.
    #[inline]
    pub(crate) fn gather(&mut self) {
        self.drawn = 0;
    }

    /// Draws so many cards, every set of them with the same chance.
    #[inline]
    pub(crate) fn draw(&mut self, number: usize, rng: &mut impl Rng) -> u64 {
        let mut hand = 0;
        let mut left = number.min(self.size - self.drawn);
        // Taking all that is left needs no random bits.
        if left == self.size - self.drawn {
            for &card in &self.cards[self.drawn..self.size] {
                hand |= 1 << card;
            }
            self.drawn = self.size;
            return hand;
        }
        while left > 0 {
            let now = left.min(AT_ONCE);
            let places = places(self.size - self.drawn, now, rng);
            for place in &places[..now] {
                let (front, chosen) = (self.drawn, self.drawn + *place as usize);
                self.cards.swap(front, chosen);
                hand |= 1 << self.cards[front];
                self.drawn += 1;
            }
            left -= now;
        }
        hand
    }
}

/// Numbers below `bound`, `bound - 1`, and so on, all combinations with the same chance: one wide
/// multiplication for each, and one check for all.
#[inline]
fn places(bound: usize, number: usize, rng: &mut impl Rng) -> [u8; AT_ONCE] {
    let product = (0..number).fold(1u64, |product, i| product * (bound - i) as u64);
    let mut places = [0; AT_ONCE];
    loop {
        let mut bits = rng.next_u64();
        for (i, place) in places[..number].iter_mut().enumerate() {
            let wide = bits as u128 * (bound - i) as u128;
            *place = (wide >> 64) as u8;
            bits = wide as u64;
        }
        if bits >= product || bits >= product.wrapping_neg() % product {
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
        let mut pack = Pack::new(0b111_1111_0000);
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
    fn a_pack_ends() {
        let mut rng = space::stream(1, 1);
        let mut pack = Pack::new(0b1011);
        assert_eq!(pack.draw(9, &mut rng), 0b1011);
        assert_eq!(pack.draw(1, &mut rng), 0);
    }
}
