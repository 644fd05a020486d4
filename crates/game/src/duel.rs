//! Who plays better? Every deal is played in two rooms, with the sides swapped, so that neither is dealt a better hand.
//! In each room games are played, one after the other, on the same deals.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rand::Rng;
use seats::{Seat, Side};
use serde::Serialize;
use space::{Stopped, Watch};

use crate::PlayedHand;

/// A clock: how much time has passed since some moment, always the same one.
pub type Clock<'a> = dyn Fn() -> Duration + Sync + 'a;

/// Someone who can play: given a view, a seed and a watch, and nothing else, it says what it does.
pub type Thinker<'a, H, J, E> =
    dyn Fn(&<H as PlayedHand>::View, u64, &Watch) -> Result<J, E> + Sync + 'a;

/// What somebody thinks, as far as it says what is done.
pub trait Choice<M> {
    /// What is done.
    fn choice(&self) -> M;
}

/// Two players, and the deals that they play.
pub struct Duel<'a, H: PlayedHand, J, E> {
    /// The one whose points are counted, and the one it plays against.
    pub players: [&'a Thinker<'a, H, J, E>; 2],
    /// The house rules.
    pub rules: H::Rules,
    /// The seed: the same seed gives the same deals, and with players that do not look at the clock the same games.
    pub seed: u64,
    /// How many deals, each played twice.
    pub deals: u64,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
    /// What time it is, if anybody wants to know how long players think.
    pub clock: Option<&'a Clock<'a>>,
}

/// A decision in a duel, for those who want to look over the players' shoulders.
pub struct Decision<'a, H: PlayedHand, J> {
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The room, 1 or 2.
    pub room: u8,
    /// Whether it is A's decision.
    pub by_a: bool,
    /// The hand, with all that is hidden.
    pub hand: &'a H,
    /// What the player knew.
    pub view: &'a H::View,
    /// What it thought.
    pub judgement: &'a J,
}

/// How it went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// A's points less B's, of both rooms together, for each deal.
    pub differences: Vec<i32>,
    /// Games that A won.
    pub games_a: u64,
    /// Games that B won.
    pub games_b: u64,
    /// How long A and B thought, where there was a clock.
    pub thinking: [ThinkingTime; 2],
    /// What points are called, and games.
    pub words: (&'static str, &'static str),
}

/// How long somebody thought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingTime {
    /// Over how many decisions.
    pub decisions: u64,
    /// How long in all.
    pub total: Duration,
    /// How long at the longest.
    pub longest: Duration,
}

impl ThinkingTime {
    fn add(&mut self, other: ThinkingTime) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Milliseconds a decision, on average.
    pub fn milliseconds(&self) -> f64 {
        1000.0 * self.total.as_secs_f64() / self.decisions.max(1) as f64
    }
}

/// A figure and half the width of its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half the width of its interval.
    pub interval: f64,
}

impl Estimate {
    /// The ends of its interval.
    pub fn ends(&self) -> [f64; 2] {
        [self.value - self.interval, self.value + self.interval]
    }
}

/// How two players did against each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArenaResult {
    /// How many deals were played, each from both sides.
    pub deals: u64,
    /// How many hands that makes.
    pub hands: u64,
    /// A's points less B's, a hand.
    pub points_a_hand: f64,
    /// Its 95% interval.
    pub interval: Option<[f64; 2]>,
    /// The games that each won.
    pub games: GamesWon,
    /// The 95% interval of the share of games that A won; none if no game was finished.
    pub games_interval: Option<[f64; 2]>,
    /// How long a decision took each of them; not there if nobody looked at a clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<MillisecondsADecision>,
    /// Half the width of the interval of the points.
    #[serde(skip)]
    pub half_width: f64,
    /// What points are called, and games.
    #[serde(skip)]
    pub words: (&'static str, &'static str),
}

/// How long a decision took, on average.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MillisecondsADecision {
    /// A's.
    pub a: f64,
    /// B's.
    pub b: f64,
}

/// The games that two players won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesWon {
    /// By A.
    pub a: u64,
    /// By B.
    pub b: u64,
}

impl fmt::Display for ArenaResult {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (points, games) = self.words;
        writeln!(
            f,
            "{} deals, each from both sides: a scores {:+.3} ± {:.3} {points} a hand more than b",
            self.deals, self.points_a_hand, self.half_width
        )?;
        if let Some([low, high]) = self.games_interval {
            let GamesWon { a, b } = self.games;
            let [low, high] = [low, high].map(|end| 100.0 * end);
            writeln!(
                f,
                "{games}: a won {a}, b won {b} (95% interval {low:.1}% to {high:.1}% for a)"
            )?;
        }
        if let Some(MillisecondsADecision { a, b }) = self.milliseconds {
            writeln!(f, "time a decision: a {a:.2} ms, b {b:.2} ms")?;
        }
        Ok(())
    }
}

impl Tally {
    /// A's points less B's, a hand.
    pub fn points_a_hand(&self) -> Estimate {
        let n = self.differences.len().max(1) as f64;
        // Two hands a deal.
        let each = || self.differences.iter().map(|&d| f64::from(d) / 2.0);
        let value = each().sum::<f64>() / n;
        let spread = each().map(|d| (d - value).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Estimate {
            value,
            interval: 1.96 * (spread / n).sqrt(),
        }
    }

    /// The share of games that A won, with Wilson's interval: the value is its middle.
    pub fn games(&self) -> Option<Estimate> {
        let n = (self.games_a + self.games_b) as f64;
        if n == 0.0 {
            return None;
        }
        let (share, z) = (self.games_a as f64 / n, 1.96f64);
        let scale = 1.0 + z * z / n;
        let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        Some(Estimate {
            value: (share + z * z / (2.0 * n)) / scale,
            interval: half / scale,
        })
    }

    /// It as an answer.
    pub fn result(&self) -> ArenaResult {
        let points = self.points_a_hand();
        // Rounding must not carry the ends of a share beyond what a share can be.
        let ends = |share: Estimate| share.ends().map(|end| end.clamp(0.0, 1.0));
        ArenaResult {
            deals: self.differences.len() as u64,
            hands: 2 * self.differences.len() as u64,
            points_a_hand: points.value,
            interval: Some(points.ends()),
            games: GamesWon {
                a: self.games_a,
                b: self.games_b,
            },
            games_interval: self.games().map(ends),
            milliseconds: self.thinking.iter().any(|of| of.decisions > 0).then(|| {
                let [a, b] = self.thinking.map(|of| of.milliseconds());
                MillisecondsADecision { a, b }
            }),
            half_width: points.interval,
            words: self.words,
        }
    }

    fn add(&mut self, other: Tally) {
        self.differences.extend(other.differences);
        self.games_a += other.games_a;
        self.games_b += other.games_b;
        for (own, more) in self.thinking.iter_mut().zip(other.thinking) {
            own.add(more);
        }
    }
}

/// So many deals make a block. A block begins with new games, and games that it leaves unfinished do not count.
const BLOCK: u64 = 100;

/// The most threads.
#[cfg(feature = "threads")]
const MOST_THREADS: usize = 256;

impl<H, J, E> Duel<'_, H, J, E>
where
    H: PlayedHand<Rules: Sync>,
    J: Choice<H::Move>,
    E: From<Stopped> + From<H::Illegal> + PartialEq + Send,
{
    /// Plays. `on_decision` sees every decision. It looks at the watch before each decision, and the players do while they
    /// search; stopped, it comes back with the deals that were played to their end.
    ///
    /// # Errors
    /// A player had no answer, or it was stopped before the first deal was played.
    pub fn run(
        &self,
        on_decision: &(dyn Fn(&Decision<H, J>) + Sync),
        watch: &Watch,
    ) -> Result<Tally, E> {
        watch.begin("playing", Some(self.deals));
        let blocks = self.deals.div_ceil(BLOCK);
        let next = AtomicU64::new(0);
        // An error in one block ends the others too.
        let watch = &watch.part();
        let finished: Mutex<Vec<(u64, Tally, Option<E>)>> = Mutex::default();
        on_threads(self.threads, || {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks || watch.is_stopped() {
                    return;
                }
                let deals = block * BLOCK..self.deals.min((block + 1) * BLOCK);
                let mut tally = Tally::default();
                let ended = self.block(deals, &mut tally, on_decision, watch);
                if ended.is_err() {
                    watch.stop();
                }
                let mut finished = finished.lock().unwrap_or_else(|e| e.into_inner());
                finished.push((block, tally, ended.err()));
            }
        });
        let mut finished = finished.into_inner().unwrap_or_else(|e| e.into_inner());
        answer::sort_by_key(&mut finished, |&(block, ..)| block);
        let mut total = Tally {
            words: H::words(self.rules),
            ..Tally::default()
        };
        for (_, tally, error) in finished {
            total.add(tally);
            match error {
                Some(error) if error != Stopped.into() => return Err(error),
                _ => {}
            }
        }
        if watch.is_stopped() && total.differences.is_empty() {
            return Err(Stopped.into());
        }
        Ok(total)
    }

    /// Plays some deals, and adds each to the tally when it is finished.
    fn block(
        &self,
        deals: std::ops::Range<u64>,
        tally: &mut Tally,
        on_decision: &dyn Fn(&Decision<H, J>),
        watch: &Watch,
    ) -> Result<(), E> {
        let mut scores = [H::Score::default(); 2];
        for k in deals {
            let mut rng = space::stream(self.seed, k);
            let deal = H::random_deal(&mut rng);
            let dealer = Seat::ALL[(k % 4) as usize];
            let thinking = rng.next_u64();
            let mut played = Tally::default();
            let mut difference = 0;
            for (room, score) in scores.iter_mut().enumerate() {
                let side = Side::ALL[room];
                let mut hand = H::begin(self.rules, *score, dealer, deal);
                while let Some(seat) = hand.turn() {
                    watch.look()?;
                    let by_a = seat.side() == side;
                    let player = usize::from(!by_a);
                    let view = hand.view(seat);
                    let seed = thinking.wrapping_add(hand.moves().len() as u64);
                    let begun = self.clock.map(|clock| clock());
                    let judgement = (self.players[player])(&view, seed, watch)?;
                    if let (Some(clock), Some(begun)) = (self.clock, begun) {
                        let took = clock().saturating_sub(begun);
                        played.thinking[player].add(ThinkingTime {
                            decisions: 1,
                            total: took,
                            longest: took,
                        });
                    }
                    on_decision(&Decision {
                        deal: k + 1,
                        room: room as u8 + 1,
                        by_a,
                        hand: &hand,
                        view: &view,
                        judgement: &judgement,
                    });
                    hand.make(judgement.choice())?;
                }
                difference += hand.difference(side);
                *score = hand.score_after();
                if let Some(winner) = H::winner(self.rules, *score) {
                    *score = H::Score::default();
                    if winner == side {
                        played.games_a += 1
                    } else {
                        played.games_b += 1
                    }
                }
            }
            // Both rooms or neither: a deal of which one side was played would favour that side.
            played.differences.push(difference);
            tally.add(played);
            watch.add(1);
        }
        Ok(())
    }
}

/// Does the same work on so many threads, the caller's among them.
#[cfg(feature = "threads")]
fn on_threads(threads: usize, work: impl Fn() + Sync) {
    let work = &work;
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, MOST_THREADS) {
            scope.spawn(work);
        }
        work();
    });
}

/// Does the work on the caller's thread.
#[cfg(not(feature = "threads"))]
fn on_threads(_: usize, work: impl Fn()) {
    work();
}
