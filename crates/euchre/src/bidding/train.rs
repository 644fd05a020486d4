//! How the table is trained: by counterfactual regret minimisation.
//!
//! Once the cards are dealt the bidding is a chain of eight decisions, two for each seat, and every call leads to a hand that the
//! rule of thumb plays, its last tricks solved with open cards. So a deal is drawn, its calls are played out, and the regrets
//! of all eight decisions are brought up to date at once, exactly for this deal (linear CFR with sampled chance). The table is
//! the average strategy.

use std::fmt;

use space::{Stopped, Watch};

use super::kinds::{SPOTS, Spot};
use super::{BiddingTable, HEAD};
use crate::in_world::playout;
use crate::moves::Bid;
use crate::table_state::Stage;
use crate::{Deal, Position, Rules, Seat};

/// What can be done: pass, make trump, make trump alone.
const ACTIONS: usize = 3;

/// The chain of decisions: two rounds of four.
const DECISIONS: usize = 8;

/// How a table is trained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Training {
    /// On how many deals.
    pub deals: u64,
    /// The seed of the deals: the same seed and number give the same table.
    pub seed: u64,
}

/// A table that was trained.
#[derive(Clone, PartialEq, Debug)]
pub struct Trained {
    /// As a file.
    pub file: Vec<u8>,
    /// How much can be won from it, in houses where all may pass and in those that stick the dealer.
    pub exploited: [Exploited; 2],
}

/// What players win who know the table and answer it as well as the kinds of hands allow.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exploited {
    /// One player, by seat from the dealer's left.
    pub by_one: [Gain; 4],
    /// Two partners, the dealer's opponents first. Each answers the other in turn, so that it is what they found.
    pub by_side: [Gain; 2],
}

/// What an answer to the table wins, in points a hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// On the deals that it was found on: on average no less than what the best answer would win.
    pub at_most: f64,
    /// On other deals: on average no more.
    pub at_least: f64,
}

impl fmt::Display for Trained {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let houses = ["where all may pass", "where the dealer is stuck"];
        for (house, exploited) in houses.into_iter().zip(&self.exploited) {
            let Exploited { by_one, by_side } = exploited;
            writeln!(
                f,
                "What the best answer to the table wins {house}, in points a hand:"
            )?;
            let places = [
                "dealer's left",
                "dealer's partner",
                "dealer's right",
                "dealer",
            ];
            let sides = ["both opponents", "dealer and partner"];
            let gains = by_one.iter().chain(by_side);
            for (who, gain) in places.into_iter().chain(sides).zip(gains) {
                let Gain { at_most, at_least } = gain;
                writeln!(f, "  {who:<20}{at_least:+.3} to {at_most:+.3}")?;
            }
        }
        Ok(())
    }
}

/// A deal as the bidding sees it.
#[derive(Clone, Copy)]
struct Sample {
    /// Where each decision is made.
    spots: [u16; DECISIONS],
    /// What making trump brings, with the partner and alone, to the dealer's opponents.
    brings: [[f32; 2]; DECISIONS],
}

impl Sample {
    /// Deals, and plays out every call.
    fn new(deal: &Deal, watch: &Watch) -> Result<Sample, Stopped> {
        let dealer = Seat::South;
        let rules = Rules::default();
        let mut sample = Sample {
            spots: [0; DECISIONS],
            brings: [[0.0; 2]; DECISIONS],
        };
        let mut position = Position::new(rules, dealer, deal.hands, deal.upcard);
        for decision in 0..DECISIONS {
            let table = &position.table;
            let Some(spot) = Spot::of(table, position.hand(table.turn)) else {
                break;
            };
            sample.spots[decision] = spot.number;
            for alone in [false, true] {
                let bid = match table.stage {
                    Stage::Order => Bid::Order { alone },
                    _ => Bid::Name {
                        trump: spot.trump,
                        alone,
                    },
                };
                let mut called = position;
                called.make(bid.code());
                let points = playout(called, watch)?.for_side(dealer.next().side());
                sample.brings[decision][alone as usize] = points.into();
            }
            position.make(Bid::Pass.code());
        }
        Ok(sample)
    }
}

/// Whether a decision is one of the dealer's side.
fn of_dealers_side(decision: usize) -> bool {
    decision % 2 == 1
}

/// What every decision of a deal is worth under a strategy.
struct Walk {
    /// For each decision, what its three actions bring to whoever decides,
    values: [[f64; ACTIONS]; DECISIONS],
    /// how likely the others let it come to that,
    reach: [f64; DECISIONS],
    /// and how likely whoever decides did.
    own: [f64; DECISIONS],
    /// What the whole is worth to the dealer's opponents.
    value: f64,
}

impl Walk {
    fn new(sample: &Sample, strategy: &[[f64; ACTIONS]; DECISIONS]) -> Walk {
        let mut walk = Walk {
            values: [[0.0; ACTIONS]; DECISIONS],
            reach: [1.0; DECISIONS],
            own: [1.0; DECISIONS],
            value: 0.0,
        };
        for decision in (0..DECISIONS).rev() {
            let [with, alone] = sample.brings[decision].map(f64::from);
            let brings = [walk.value, with, alone];
            let chances = &strategy[decision];
            walk.value = (0..ACTIONS).map(|a| chances[a] * brings[a]).sum();
            let sign = if of_dealers_side(decision) { -1.0 } else { 1.0 };
            walk.values[decision] = brings.map(|value| sign * value);
            for (before, chances) in strategy[..decision].iter().enumerate() {
                if before % 4 == decision % 4 {
                    walk.own[decision] *= chances[0];
                } else {
                    walk.reach[decision] *= chances[0];
                }
            }
        }
        walk
    }
}

/// What is known of a spot.
#[derive(Clone, Copy, Default)]
struct Node {
    regrets: [f64; ACTIONS],
    sums: [f64; ACTIONS],
}

/// Chances in proportion to what is above 0; all the same if nothing is.
fn in_proportion(weights: &[f64; ACTIONS], may_pass: bool) -> [f64; ACTIONS] {
    let mut weights = weights.map(|weight| weight.max(0.0));
    if !may_pass {
        weights[0] = 0.0;
    }
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        return weights.map(|weight| weight / total);
    }
    if may_pass {
        [1.0 / 3.0; ACTIONS]
    } else {
        [0.0, 0.5, 0.5]
    }
}

/// The last decision of a dealer who is stuck is no pass.
fn may_pass(decision: usize, stuck: bool) -> bool {
    !(stuck && decision == DECISIONS - 1)
}

impl Training {
    /// Trains. The time is that of sixteen games for each deal. It looks at the watch for each deal, and counts them.
    ///
    /// # Errors
    /// It was stopped.
    pub fn run(&self, watch: &Watch) -> Result<Trained, Stopped> {
        watch.begin("training", Some(self.deals));
        let mut nodes = vec![[Node::default(); 2]; SPOTS];
        for number in 0..self.deals {
            watch.look()?;
            let deal = Deal::random(&mut space::stream(self.seed, number));
            let sample = Sample::new(&deal, watch)?;
            for stuck in [false, true] {
                learn(&mut nodes, &sample, stuck, (number + 1) as f64);
            }
            watch.add(1);
        }
        let mut file = HEAD.to_vec();
        for stuck in [false, true] {
            file.extend(nodes.iter().map(|node| byte(&node[stuck as usize].sums)));
        }
        let table = BiddingTable::read(&file).map_err(|_| Stopped)?;
        let exploited = self.exploited(&table, watch)?;
        Ok(Trained { file, exploited })
    }

    /// What can be won from a table: answers are found on a quarter as many deals as it was trained on, 200,000 at most, and tried
    /// on as many others.
    ///
    /// # Errors
    /// It was stopped.
    pub fn exploited(
        &self,
        table: &BiddingTable,
        watch: &Watch,
    ) -> Result<[Exploited; 2], Stopped> {
        let number = (self.deals / 4).clamp(1, MOST_ANSWERED);
        watch.begin("answering the table", Some(2 * number));
        let samples = |first: u64| -> Result<Vec<Sample>, Stopped> {
            let each = (0..number).map(|k| {
                // Streams that the training has not seen.
                let deal = Deal::random(&mut space::stream(self.seed, !(first + k)));
                watch.add(1);
                Sample::new(&deal, watch)
            });
            each.collect()
        };
        let (learnt, tried) = (samples(0)?, samples(number)?);
        Ok([false, true].map(|stuck| {
            let plain = Answers::new(table, stuck);
            let before = [plain.value(&learnt), plain.value(&tried)];
            let gained = |answers: &Answers, side: usize| {
                let sign = if side == 0 { 1.0 } else { -1.0 };
                Gain {
                    at_most: sign * (answers.value(&learnt) - before[0]),
                    at_least: sign * (answers.value(&tried) - before[1]),
                }
            };
            let by_one = [0, 1, 2, 3].map(|place| {
                let mut answers = plain.clone();
                answers.answer(place, &learnt);
                gained(&answers, place % 2)
            });
            let by_side = [0, 1].map(|side| {
                let mut answers = plain.clone();
                for _ in 0..ROUNDS {
                    answers.answer(side, &learnt);
                    answers.answer(side + 2, &learnt);
                }
                gained(&answers, side)
            });
            Exploited { by_one, by_side }
        }))
    }
}

/// The most deals that answers are learnt on.
const MOST_ANSWERED: u64 = 200_000;

/// How often each of two partners answers the other.
const ROUNDS: usize = 2;

fn learn(nodes: &mut [[Node; 2]], sample: &Sample, stuck: bool, weight: f64) {
    let plane = stuck as usize;
    let mut strategy = [[0.0; ACTIONS]; DECISIONS];
    for (decision, chances) in strategy.iter_mut().enumerate() {
        let node = &nodes[sample.spots[decision] as usize][plane];
        *chances = in_proportion(&node.regrets, may_pass(decision, stuck));
    }
    let walk = Walk::new(sample, &strategy);
    for decision in 0..DECISIONS {
        let node = &mut nodes[sample.spots[decision] as usize][plane];
        let (values, chances) = (&walk.values[decision], &strategy[decision]);
        let mean: f64 = (0..ACTIONS).map(|a| chances[a] * values[a]).sum();
        for a in 0..ACTIONS {
            node.regrets[a] += weight * walk.reach[decision] * (values[a] - mean);
            node.sums[a] += weight * walk.own[decision] * chances[a];
        }
    }
}

/// The average strategy of a spot as a byte; a spot that nobody came to passes.
fn byte(sums: &[f64; ACTIONS]) -> u8 {
    let total: f64 = sums.iter().sum();
    let made = sums[1] + sums[2];
    if total <= 0.0 || made <= 0.0 {
        return 0;
    }
    let fifteenths = |share: f64| (share * 15.0).round() as u8;
    fifteenths(made / total) << 4 | fifteenths(sums[2] / made)
}

/// A strategy for each seat: the table's, or the best answer to the others.
#[derive(Clone)]
struct Answers {
    stuck: bool,
    chances: Vec<[f64; ACTIONS]>,
}

impl Answers {
    fn new(table: &BiddingTable, stuck: bool) -> Answers {
        let plane = stuck as usize * SPOTS;
        let of = |spot: usize| {
            let byte = table.chances.get(plane + spot).copied().unwrap_or(0);
            let (made, alone) = ((byte >> 4) as f64 / 15.0, (byte & 15) as f64 / 15.0);
            [1.0 - made, made * (1.0 - alone), made * alone]
        };
        Answers {
            stuck,
            chances: (0..SPOTS).map(of).collect(),
        }
    }

    fn strategy(&self, sample: &Sample) -> [[f64; ACTIONS]; DECISIONS] {
        let mut strategy = sample.spots.map(|spot| self.chances[spot as usize]);
        let last = &mut strategy[DECISIONS - 1];
        *last = in_proportion(last, may_pass(DECISIONS - 1, self.stuck));
        strategy
    }

    /// What it is worth to the dealer's opponents.
    fn value(&self, samples: &[Sample]) -> f64 {
        let each = samples
            .iter()
            .map(|sample| Walk::new(sample, &self.strategy(sample)).value);
        each.sum::<f64>() / samples.len() as f64
    }

    /// Lets the player in a place answer the others as well as can be: first its second decision, then its first.
    fn answer(&mut self, place: usize, samples: &[Sample]) {
        for decision in [place + 4, place] {
            let mut values = vec![[0.0; ACTIONS]; SPOTS];
            for sample in samples {
                let walk = Walk::new(sample, &self.strategy(sample));
                let sums = &mut values[sample.spots[decision] as usize];
                for (sum, value) in sums.iter_mut().zip(walk.values[decision]) {
                    *sum += walk.reach[decision] * value;
                }
            }
            let from = if may_pass(decision, self.stuck) { 0 } else { 1 };
            for (chances, values) in self.chances.iter_mut().zip(&values) {
                if *values == [0.0; ACTIONS] {
                    continue;
                }
                let best = (from..ACTIONS).max_by(|&a, &b| values[a].total_cmp(&values[b]));
                *chances = [0.0; ACTIONS];
                chances[best.unwrap_or(from)] = 1.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regrets_find_the_best_action_and_an_answer_gains() {
        // A deal in which whoever makes trump alone wins four, whoever makes it otherwise loses two.
        let mut sample = Sample {
            spots: [0, 1, 2, 3, 4, 5, 6, 7],
            brings: [[-2.0, 4.0]; DECISIONS],
        };
        for decision in [1, 3, 5, 7] {
            sample.brings[decision] = [2.0, -4.0];
        }
        let mut nodes = vec![[Node::default(); 2]; SPOTS];
        for t in 1..200 {
            learn(&mut nodes, &sample, false, f64::from(t));
        }
        assert_eq!(byte(&nodes[0][0].sums), 0xff);
        let never = vec![0; 2 * SPOTS];
        let mut answers = Answers::new(&BiddingTable { chances: &never }, false);
        assert_eq!(answers.value(&[sample]), 0.0, "nobody says anything");
        answers.answer(0, &[sample]);
        assert_eq!(answers.value(&[sample]), 4.0);
        answers.answer(1, &[sample]);
        assert_eq!(answers.value(&[sample]), 4.0, "too late");
        let watch = Watch::default();
        watch.stop();
        let training = Training { deals: 10, seed: 1 };
        assert!(training.run(&watch).is_err());
    }
}
