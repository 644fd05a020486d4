//! The second method: every deal of a small deck, listed by brute force, and the chi-square test.

use space::{Cards, Deal, Deck, Setup};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// A deck of `cards` cards in two suits.
pub fn deck(cards: u8) -> Deck {
    Deck::new([0..cards / 2, cards / 2..cards]).unwrap()
}

/// All deals that a question accepts, listed card by card and checked one by one.
pub fn list(setup: &Setup) -> Vec<Deal> {
    fn deal_on(setup: &Setup, cards: &[u8], deal: Deal, out: &mut Vec<Deal>) {
        let Some((&card, rest)) = cards.split_first() else {
            out.extend(setup.holds(&deal).then_some(deal));
            return;
        };
        for (place, &capacity) in setup.capacities().iter().enumerate() {
            if deal[place].len() < capacity as usize {
                let mut next = deal;
                next[place] = next[place] | Cards::one(card);
                deal_on(setup, rest, next, out);
            }
        }
    }
    let cards: Vec<u8> = setup.deck().cards().iter().collect();
    let mut out = Vec::new();
    deal_on(setup, &cards, Deal::default(), &mut out);
    out.sort();
    out
}

/// How likely counts as uneven as these are, if every deal has the same chance.
pub fn evenness(draws: impl Iterator<Item = Deal>, deals: &[Deal]) -> f64 {
    let mut counts = vec![0u64; deals.len()];
    for deal in draws {
        let at = deals.binary_search(&deal);
        counts[at.expect("a draw that does not qualify")] += 1;
    }
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let square = |&count: &u64| (count as f64 - expected).powi(2) / expected;
    let chi: f64 = counts.iter().map(square).sum();
    match counts.len() {
        1 => 1.0,
        n => 1.0 - ChiSquared::new(n as f64 - 1.0).unwrap().cdf(chi),
    }
}
