//! Who plays better? Every deal is played in two rooms, with the sides swapped, so that neither is dealt better cards.
//! In each room games to ten are played, one after the other, on the same deals.

use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use answer::Count;
use rand::Rng;
use serde::Serialize;
use space::{Stopped, Watch};

use crate::{
    Bot, Deal, Hand, Judgement, NoMove, Rules, Score, Seat, Side, View, WorldAnswer, Worlds,
};

/// Someone who can play: given a view, and nothing else.
pub trait Player: Sync {
    /// What it does, and what it thinks. The same seed gives the same answer, unless it plays by the clock.
    ///
    /// # Errors
    /// It is not the seat's turn, no world fits the view, or it was stopped.
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove>;
}

impl Player for Bot {
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove> {
        self.judge(view, seed, watch)
    }
}

/// Two players, and the deals that they play.
pub struct Arena<'a> {
    /// The one whose points are counted.
    pub a: &'a dyn Player,
    /// The one it plays against.
    pub b: &'a dyn Player,
    /// The house rules.
    pub rules: Rules,
    /// The seed: the same seed gives the same deals, and with players that do not look at the clock the same games.
    pub seed: u64,
    /// How many deals, each played twice.
    pub deals: u64,
    /// How many threads; the result does not depend on it.
    pub threads: usize,
}

/// A decision in an arena, for those who want to look over the players' shoulders.
pub struct Decision<'a> {
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The room, 1 or 2.
    pub room: u8,
    /// Whether it is A's decision.
    pub by_a: bool,
    /// What the player knew.
    pub view: &'a View,
    /// What it thought.
    pub judgement: &'a Judgement,
}

impl Decision<'_> {
    /// What the player knew, some of the worlds that it may have thought of, and what it thought.
    pub fn trace(&self) -> DecisionTrace {
        let worlds = self.judgement.worlds.and_then(|count| {
            let fitting = Worlds::new(self.view).ok()?;
            let mut rng = space::stream(self.deal, 0);
            let some = (0..WORLDS_SHOWN).map(|_| fitting.draw(None, &mut rng));
            Some(SomeWorlds {
                count: Count(count.into()),
                some: some.collect(),
            })
        });
        DecisionTrace {
            judgement: self.judgement.clone(),
            deal: self.deal,
            room: self.room,
            bot: if self.by_a { "a" } else { "b" },
            view: self.view.clone(),
            iterations: self.judgement.iterations,
            worlds,
        }
    }
}

/// Worlds of a decision that a trace shows.
const WORLDS_SHOWN: usize = 3;

/// What a player knew, dealt and thought.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DecisionTrace {
    /// What it thought.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The room, 1 or 2.
    pub room: u8,
    /// Whose decision it was: `a` or `b`.
    pub bot: &'static str,
    /// What it knew.
    pub view: View,
    /// How many games it played out.
    pub iterations: u64,
    /// Some of the worlds that fit what it knew; not there if it did not search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worlds: Option<SomeWorlds>,
}

/// A few of many worlds.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SomeWorlds {
    /// How many there are.
    pub count: Count,
    /// A few of them, each drawn with the same chance.
    pub some: Vec<WorldAnswer>,
}

/// How it went.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// A's points less B's, of both rooms together, for each deal.
    pub differences: Vec<i8>,
    /// Games that A won.
    pub games_a: u64,
    /// Games that B won.
    pub games_b: u64,
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
    /// Half the width of the interval of the points.
    #[serde(skip)]
    pub half_width: f64,
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
        writeln!(
            f,
            "{} deals, each from both sides: a scores {:+.3} ± {:.3} points a hand more than b",
            self.deals, self.points_a_hand, self.half_width
        )?;
        if let Some([low, high]) = self.games_interval {
            let GamesWon { a, b } = self.games;
            let [low, high] = [low, high].map(|end| 100.0 * end);
            writeln!(
                f,
                "games to ten: a won {a}, b won {b} (95% interval {low:.1}% to {high:.1}% for a)"
            )?;
        }
        Ok(())
    }
}

impl Tally {
    /// A's points less B's, a hand.
    pub fn points_a_hand(&self) -> Estimate {
        let n = self.differences.len().max(1) as f64;
        // Two hands a deal.
        let each = || self.differences.iter().map(|&d| d as f64 / 2.0);
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
            half_width: points.interval,
        }
    }

    fn add(&mut self, other: Tally) {
        self.differences.extend(other.differences);
        self.games_a += other.games_a;
        self.games_b += other.games_b;
    }
}

/// So many deals make a block. A block begins with new games, and games that it leaves unfinished do not count.
const BLOCK: u64 = 100;

impl Arena<'_> {
    /// Plays. `on_decision` sees every decision. It looks at the watch before each decision, and the players do while they
    /// search; stopped, it comes back with the deals that were played to their end.
    ///
    /// # Errors
    /// A player had no answer, or it was stopped before the first deal was played.
    pub fn run(
        &self,
        on_decision: &(dyn Fn(&Decision) + Sync),
        watch: &Watch,
    ) -> Result<Tally, NoMove> {
        watch.begin("playing", Some(self.deals));
        let blocks = self.deals.div_ceil(BLOCK);
        let next = AtomicU64::new(0);
        // An error in one block ends the others too.
        let watch = &watch.part();
        let finished: Mutex<Vec<(u64, Tally, Option<NoMove>)>> = Mutex::default();
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
        finished.sort_by_key(|&(block, ..)| block);
        let mut total = Tally::default();
        for (_, tally, error) in finished {
            total.add(tally);
            match error {
                None | Some(NoMove::Stopped(_)) => {}
                Some(error) => return Err(error),
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
        on_decision: &dyn Fn(&Decision),
        watch: &Watch,
    ) -> Result<(), NoMove> {
        let mut scores = [Score::default(); 2];
        for k in deals {
            let mut rng = space::stream(self.seed, k);
            let deal = Deal::random(&mut rng);
            let dealer = Seat::ALL[(k % 4) as usize];
            let thinking = rng.next_u64();
            let mut played = Tally::default();
            let mut difference = 0;
            for (room, score) in scores.iter_mut().enumerate() {
                let side = Side::ALL[room];
                let mut hand = Hand::new(self.rules, *score, dealer, deal);
                while let Some(seat) = hand.turn() {
                    watch.look()?;
                    let by_a = seat.side() == side;
                    let player = if by_a { self.a } else { self.b };
                    let view = hand.view(seat);
                    let seed = thinking.wrapping_add(hand.moves().len() as u64);
                    let judgement = player.play(&view, seed, watch)?;
                    on_decision(&Decision {
                        deal: k + 1,
                        room: room as u8 + 1,
                        by_a,
                        view: &view,
                        judgement: &judgement,
                    });
                    hand.make(judgement.best)
                        .map_err(|error| crate::Clash::of([error.to_string()]))?;
                }
                let points = hand.points().unwrap_or_default();
                difference += points.for_side(side);
                *score = score.after(points);
                if let Some(winner) = score.winner() {
                    *score = Score::default();
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
        for _ in 1..threads.clamp(1, crate::limits::MOST_THREADS) {
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
