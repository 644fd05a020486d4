//! Who plays better? Every deal is played in two rooms, with the sides swapped, so that neither is dealt better cards.
//! In each room games to ten are played, one after the other, on the same deals.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::Rng;

use crate::{Bot, Deal, Hand, Judgement, NoMove, Rules, Score, Seat, Side, View};

/// Someone who can play: given a view, and nothing else.
pub trait Player: Sync {
    /// What it does, and what it thinks. The same seed gives the same answer, unless it plays by the clock.
    ///
    /// # Errors
    /// It is not the seat's turn, or no world fits the view.
    fn play(&self, view: &View, seed: u64) -> Result<Judgement, NoMove>;
}

impl Player for Bot {
    fn play(&self, view: &View, seed: u64) -> Result<Judgement, NoMove> {
        self.judge(view, seed)
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

    fn add(&mut self, other: Tally) {
        self.differences.extend(other.differences);
        self.games_a += other.games_a;
        self.games_b += other.games_b;
    }
}

/// So many deals make a block. A block begins with new games, and games that it leaves unfinished do not count.
const BLOCK: u64 = 100;

impl Arena<'_> {
    /// Plays. `watch` sees every decision; `go_on` hears how many deals are done, and says whether to go on.
    ///
    /// # Errors
    /// A player had no answer.
    pub fn run(
        &self,
        watch: &(dyn Fn(&Decision) + Sync),
        go_on: &(dyn Fn(u64) -> bool + Sync),
    ) -> Result<Tally, NoMove> {
        let blocks = self.deals.div_ceil(BLOCK);
        let next = AtomicU64::new(0);
        let done = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let finished: Mutex<Vec<(u64, Result<Tally, NoMove>)>> = Mutex::default();
        let work = || {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks {
                    return;
                }
                let deals = block * BLOCK..self.deals.min((block + 1) * BLOCK);
                let tally = self.block(deals, watch, &|| {
                    if !go_on(done.fetch_add(1, Ordering::Relaxed) + 1) {
                        stop.store(true, Ordering::Relaxed);
                    }
                    !stop.load(Ordering::Relaxed)
                });
                if tally.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
                finished
                    .lock()
                    .unwrap_or_else(|e| e.into_inner())
                    .push((block, tally));
                if stop.load(Ordering::Relaxed) {
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.clamp(1, 256) {
                scope.spawn(work);
            }
            work();
        });
        let mut finished = finished.into_inner().unwrap_or_else(|e| e.into_inner());
        finished.sort_by_key(|&(block, _)| block);
        let mut total = Tally::default();
        for (_, tally) in finished {
            total.add(tally?);
        }
        Ok(total)
    }

    fn block(
        &self,
        deals: std::ops::Range<u64>,
        watch: &dyn Fn(&Decision),
        done: &dyn Fn() -> bool,
    ) -> Result<Tally, NoMove> {
        let mut tally = Tally::default();
        let mut scores = [Score::default(); 2];
        for k in deals {
            let mut rng = space::stream(self.seed, k);
            let deal = Deal::random(&mut rng);
            let dealer = Seat::ALL[(k % 4) as usize];
            let thinking = rng.next_u64();
            let mut difference = 0;
            for (room, score) in scores.iter_mut().enumerate() {
                let side = Side::ALL[room];
                let mut hand = Hand::new(self.rules, *score, dealer, deal);
                while let Some(seat) = hand.turn() {
                    let by_a = seat.side() == side;
                    let player = if by_a { self.a } else { self.b };
                    let view = hand.view(seat);
                    let seed = thinking.wrapping_add(hand.moves().len() as u64);
                    let judgement = player.play(&view, seed)?;
                    watch(&Decision {
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
                        tally.games_a += 1
                    } else {
                        tally.games_b += 1
                    }
                }
            }
            tally.differences.push(difference);
            if !done() {
                break;
            }
        }
        Ok(tally)
    }
}
