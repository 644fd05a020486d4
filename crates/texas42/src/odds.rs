//! The odds of a hand: how often it makes each bid with each trump. Worlds are drawn through `space`, each with the same
//! chance, and played out with open hands: the defenders see everything, and so does the bidder's side. The numbers are
//! estimates with intervals, of that game.

use rayon::prelude::*;
use space::interval;

use crate::{ALL_POINTS, Dominoes, Hand, Rules, Seat, Solver, Trump, View, Worlds, WorldsError};

/// The lowest bid.
pub const LOWEST_BID: u32 = 30;

/// How many bids there are: 30 to 42.
const BIDS: usize = (ALL_POINTS - LOWEST_BID + 1) as usize;

/// How many worlds are played out between two looks at whether to go on.
const BATCH: u64 = 32;

/// How often a hand makes each bid with one trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrumpOdds {
    /// What is trumps.
    pub trump: Trump,
    /// How many worlds were played out.
    pub worlds: u64,
    /// In how many of them each bid was made, 30 first.
    made: [u64; BIDS],
}

impl TrumpOdds {
    fn new(trump: Trump) -> TrumpOdds {
        TrumpOdds {
            trump,
            worlds: 0,
            made: [0; BIDS],
        }
    }

    /// A world was played out, with so many points.
    fn add(mut self, points: u32) -> TrumpOdds {
        self.worlds += 1;
        for (bid, made) in (LOWEST_BID..).zip(&mut self.made) {
            *made += u64::from(points >= bid);
        }
        self
    }

    fn plus(mut self, other: &TrumpOdds) -> TrumpOdds {
        self.worlds += other.worlds;
        for (made, more) in self.made.iter_mut().zip(other.made) {
            *made += more;
        }
        self
    }

    /// In how many worlds the bidder's side took at least so many points. Bids go from 30 to 42; 42 is all seven tricks.
    pub fn made(&self, bid: u32) -> Option<u64> {
        let index = bid.checked_sub(LOWEST_BID)?;
        self.made.get(index as usize).copied()
    }

    /// The share of the worlds in which a bid was made, and the bounds that hold the chance in 95 of 100 cases.
    pub fn chance(&self, bid: u32) -> Option<(f64, (f64, f64))> {
        let made = self.made(bid)?;
        let share = made as f64 / self.worlds.max(1) as f64;
        Some((share, interval(made, self.worlds)))
    }
}

/// Plays out so many worlds of a seed with each of these trumps, the hand's holder bidding and leading. The same worlds
/// serve all trumps. Now and then `go_on` is told how many worlds are done, and may say that it is enough.
///
/// The answer has the best trump for the bid first; trumps that are equal there are compared by the next lower bid, and so
/// on. It takes a millisecond or two a world and trump, on all threads there are.
///
/// # Errors
/// The engine's, which cannot count the worlds of a hand: never, in practice.
///
/// ```
/// use texas42::{Trump, odds};
/// let hand = "5-5 5-6 5-4 5-0 6-6 4-4 1-0".parse()?;
/// let odds = odds(hand, &[Trump::None, "5".parse()?], 42, 20, 1, |_| true)?;
/// assert_eq!(odds[0].trump, "5".parse()?);
/// assert_eq!(odds[0].worlds, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn odds(
    hand: Hand,
    trumps: &[Trump],
    bid: u32,
    worlds: u64,
    seed: u64,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Vec<TrumpOdds>, WorldsError> {
    let space = Worlds::new(&View::opening(Seat::South, hand))?;
    let rules: Vec<Rules> = trumps.iter().map(|&trump| Rules::new(trump)).collect();
    let mut all: Vec<TrumpOdds> = trumps.iter().map(|&trump| TrumpOdds::new(trump)).collect();
    let mut done = 0;
    while done < worlds && go_on(done) {
        let batch = BATCH.min(worlds - done);
        let deals: Vec<[Dominoes; 4]> = (done..done + batch)
            .map(|number| {
                let [left, partner, right] = space.sample(seed, number).map(|(_, hand)| hand);
                [hand.dominoes(), left, partner, right]
            })
            .collect();
        all.par_iter_mut().zip(&rules).for_each(|(odds, rules)| {
            // A few deals a piece keep all threads busy, and a solver's table warm.
            let pieces = deals.par_chunks(8).map(|deals| {
                let mut solver = Solver::new(rules);
                let points = deals
                    .iter()
                    .filter_map(|&hands| solver.points_within(hands, LOWEST_BID - 1, ALL_POINTS));
                points.fold(TrumpOdds::new(odds.trump), TrumpOdds::add)
            });
            let sum = pieces.reduce(
                || TrumpOdds::new(rules.trump()),
                |one, other| one.plus(&other),
            );
            *odds = odds.plus(&sum);
        });
        done += batch;
    }
    all.sort_by_key(|odds| {
        let bids = (LOWEST_BID..=bid).rev();
        std::cmp::Reverse(bids.map(|bid| odds.made(bid)).collect::<Vec<_>>())
    });
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_laydown_is_certain_and_the_same_seed_gives_the_same() {
        let hand: Hand = "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse().unwrap();
        let trumps: Vec<Trump> = Trump::all().collect();
        let run = || odds(hand, &trumps, 42, 40, 5, |_| true).unwrap();
        let first = run();
        assert_eq!(first, run());
        assert_eq!(first.len(), 9);
        assert_eq!(first[0].trump, "0".parse().unwrap());
        assert_eq!((first[0].made(42), first[0].made(30)), (Some(40), Some(40)));
        assert_eq!((first[0].made(29), first[0].made(43)), (None, None));
        let (share, (low, high)) = first[0].chance(42).unwrap();
        assert!(share == 1.0 && low > 0.9 && high == 1.0);
        for odds in &first {
            let made: Vec<u64> = (30..=42).map(|bid| odds.made(bid).unwrap()).collect();
            assert!(made.is_sorted_by(|low, high| low >= high), "{made:?}");
        }
    }

    #[test]
    fn enough_is_enough() {
        let hand: Hand = "5-5 5-6 5-4 3-3 2-1 6-6 1-0".parse().unwrap();
        let odds = odds(hand, &[Trump::None], 42, 1_000_000, 5, |done| done < 64).unwrap();
        assert_eq!(odds[0].worlds, 64);
    }
}
