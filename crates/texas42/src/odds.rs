//! The odds of a hand: how often it makes each bid with each trump. Worlds are drawn through `space`, each with the same
//! chance, and played out with open hands: the defenders see everything, and so does the bidder's side. The numbers are
//! estimates with intervals, of that game.

use space::{Stopped, Watch, interval};

use crate::{
    ALL_POINTS, Dominoes, Hand, Rules, Seat, Solver, Trump, View, Worlds, WorldsError, limits,
};

/// The lowest bid.
pub const LOWEST_BID: u32 = 30;

/// How many bids there are: 30 to 42.
const BIDS: usize = (ALL_POINTS - LOWEST_BID + 1) as usize;

/// How many worlds are played out with all trumps before the next are begun.
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

/// What odds are asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OddsRequest {
    /// The hand of the bidder, who leads.
    pub hand: Hand,
    /// What may be trumps.
    pub trumps: Vec<Trump>,
    /// The bid that makes a trump the best.
    pub bid: u32,
    /// How many worlds to play out.
    pub worlds: u64,
    /// The seed: the same seed gives the same worlds.
    pub seed: u64,
    /// How many threads; the answer does not depend on it.
    pub threads: usize,
}

impl OddsRequest {
    /// The odds of a hand with every trump, in as many worlds as are usual, on the caller's thread.
    pub fn new(hand: Hand, seed: u64) -> OddsRequest {
        OddsRequest {
            hand,
            trumps: Trump::all().collect(),
            bid: ALL_POINTS,
            worlds: limits::USUAL_WORLDS,
            seed,
            threads: 1,
        }
    }
}

/// Plays out the worlds of a request with each of its trumps, the hand's holder bidding and leading. The same worlds serve
/// all trumps.
///
/// The answer has the best trump for the bid first; trumps that are equal there are compared by the next lower bid, and so
/// on. It takes a millisecond or two a world and trump. It looks at the watch before each, and every thousand positions of
/// one; stopped, it comes back with the worlds that were played out with all trumps, a multiple of 32.
///
/// # Errors
/// It was stopped before it had any. The engine's, which cannot count the worlds of a hand: never, in practice.
///
/// ```
/// use texas42::{OddsRequest, Trump, Watch, trump_odds};
/// let hand = "5-5 5-6 5-4 5-0 6-6 4-4 1-0".parse()?;
/// let trumps = vec![Trump::None, "5".parse()?];
/// let request = OddsRequest { trumps, worlds: 20, ..OddsRequest::new(hand, 1) };
/// let odds = trump_odds(&request, &Watch::default())?;
/// assert_eq!(odds[0].trump, "5".parse()?);
/// assert_eq!(odds[0].worlds, 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trump_odds(request: &OddsRequest, watch: &Watch) -> Result<Vec<TrumpOdds>, WorldsError> {
    let OddsRequest { hand, seed, .. } = *request;
    let space = Worlds::new(&View::opening(Seat::South, hand), watch)?;
    watch.begin("playing out", Some(request.worlds));
    let trumps = request.trumps.iter();
    let rules: Vec<Rules> = trumps.clone().map(|&trump| Rules::new(trump)).collect();
    let mut all: Vec<TrumpOdds> = trumps.map(|&trump| TrumpOdds::new(trump)).collect();
    let mut done = 0;
    while done < request.worlds {
        let batch = BATCH.min(request.worlds - done);
        let deals: Vec<[Dominoes; 4]> = (done..done + batch)
            .map(|number| {
                let [left, partner, right] = space.sample(seed, number).map(|(_, hand)| hand);
                [hand.dominoes(), left, partner, right]
            })
            .collect();
        // A few deals a piece keep all threads busy, and a solver's table warm.
        let in_pieces = |rules| deals.chunks(8).map(move |deals| (rules, deals));
        let pieces: Vec<(&Rules, &[_])> = rules.iter().flat_map(in_pieces).collect();
        match on_threads(request.threads, &pieces, |piece| play_out(piece, watch)) {
            // With some trumps only, or some of the deals, a batch would favour those.
            Err(Stopped) if done > 0 => break,
            Err(stopped) => return Err(stopped.into()),
            Ok(played) => {
                for odds in &mut all {
                    let of_trump = played.iter().filter(|piece| piece.trump == odds.trump);
                    *odds = of_trump.fold(*odds, TrumpOdds::plus);
                }
            }
        }
        done += batch;
        watch.add(batch);
    }
    answer::sort_by_key(&mut all, |odds| {
        let bids = (LOWEST_BID..=request.bid).rev();
        std::cmp::Reverse(bids.map(|bid| odds.made(bid)).collect::<Vec<_>>())
    });
    Ok(all)
}

/// Plays out some deals with one trump.
fn play_out(
    &(rules, deals): &(&Rules, &[[Dominoes; 4]]),
    watch: &Watch,
) -> Result<TrumpOdds, Stopped> {
    let mut solver = Solver::new(rules);
    let mut odds = TrumpOdds::new(rules.trump());
    for &hands in deals {
        let points = solver.points_within(hands, LOWEST_BID - 1, ALL_POINTS, watch)?;
        odds = points.map_or(odds, |points| odds.add(points));
    }
    Ok(odds)
}

/// Does all the work on so many threads, the caller's among them, and comes back with what was done in no certain order;
/// or with the error, if any of it fails.
#[cfg(feature = "threads")]
fn on_threads<W: Sync, T: Send>(
    threads: usize,
    work: &[W],
    each: impl Fn(&W) -> Result<T, Stopped> + Sync,
) -> Result<Vec<T>, Stopped> {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let (next, done) = (AtomicUsize::new(0), Mutex::new(Ok(Vec::new())));
    let run = || {
        while let Some(piece) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = each(piece);
            let mut done = done.lock().unwrap_or_else(|e| e.into_inner());
            match (&mut *done, result) {
                (Ok(list), Ok(result)) => list.push(result),
                (Err(_), _) => return,
                (list, Err(stopped)) => *list = Err(stopped),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads
            .clamp(1, limits::MOST_THREADS)
            .min(work.len().max(1))
        {
            scope.spawn(run);
        }
        run();
    });
    done.into_inner().unwrap_or_else(|e| e.into_inner())
}

/// Does all the work on the caller's thread.
#[cfg(not(feature = "threads"))]
fn on_threads<W, T>(
    _: usize,
    work: &[W],
    each: impl Fn(&W) -> Result<T, Stopped>,
) -> Result<Vec<T>, Stopped> {
    work.iter().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_laydown_is_certain_and_the_same_seed_gives_the_same() {
        let hand: Hand = "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse().unwrap();
        let run = |threads| {
            let request = OddsRequest {
                worlds: 40,
                threads,
                ..OddsRequest::new(hand, 5)
            };
            trump_odds(&request, &Watch::default()).unwrap()
        };
        let first = run(1);
        assert_eq!(first, run(3));
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
    fn what_was_played_out_before_a_stop_is_an_answer() {
        let hand: Hand = "5-5 5-6 5-4 3-3 2-1 6-6 1-0".parse().unwrap();
        for threads in [1, 3] {
            let watch = Watch::default();
            let endless = OddsRequest {
                trumps: vec![Trump::None, Trump::Doubles],
                worlds: 1_000_000,
                threads,
                ..OddsRequest::new(hand, 5)
            };
            let stopped_at = |done| {
                let watch = Watch::default();
                std::thread::scope(|scope| {
                    scope.spawn(|| {
                        while watch.looks() == 0 || watch.progress().done < done {
                            std::thread::yield_now();
                        }
                        watch.stop();
                    });
                    trump_odds(&endless, &watch)
                })
            };
            let odds = stopped_at(64).unwrap();
            assert!(odds[0].worlds >= 64 && odds[0].worlds % BATCH == 0);
            assert!(odds.iter().all(|one| one.worlds == odds[0].worlds));
            let request = OddsRequest {
                worlds: odds[0].worlds,
                ..endless.clone()
            };
            assert_eq!(odds, trump_odds(&request, &watch).unwrap());
            // A look for each world and trump at least.
            assert!(watch.looks() >= 2 * odds[0].worlds);
            // Before the first batch there is nothing that could be said.
            watch.stop();
            let nothing = trump_odds(&request, &watch);
            assert_eq!(nothing, Err(WorldsError::Stopped(Stopped)));
        }
    }
}
