//! What the second side comes to in a class: as a whole, and by position, where states are worked out against it.
//!
//! What states promise takes how much a class comes to in each line, and how many cards of each kind it leaves. Both are sums over
//! the class's states. These come up in ten to seventy classes each, so what a state comes to as a whole is worked out once, and
//! looked up from then on. A class is added up by position only if states of it are worked out.

use super::MOST_BULK;
use super::blocks::{Blocks, Wholes};
use super::kept::Spread;
use super::numbers::Numbers;
use super::outcomes::Outcomes;
use super::promises::{ClassOutlook, EndPairs};
use super::side::Side;
use super::side_judge::SideJudge;
use super::spots::Spots;
use super::ways::Ways;
use crate::Error;
use crate::meter::Meter;

/// What is the same in all classes that leave the first side as many spots: for each position in how many ways its cards can be taken;
/// and these ways, then so many times as there are cards of each kind, and as the squares of these.
pub(super) struct Positions {
    ways: Vec<f64>,
    times: Vec<Vec<f32>>,
}

impl Positions {
    pub(super) fn new(spots: &Spots) -> Positions {
        let ways: Vec<f64> = spots.numbers.iter().map(|&ways| ways as f64).collect();
        let powers = (0..spots.kinds()).flat_map(|kind| [(kind, 1), (kind, 2)]);
        let times = |(kind, power): (usize, i32)| {
            let cards = |position| f64::from(Numbers::lane(spots.lanes(position), kind));
            let all = ways.iter().enumerate();
            all.map(|(position, ways)| (ways * cards(position).powi(power)) as f32)
                .collect()
        };
        let once = ways.iter().map(|ways| *ways as f32).collect();
        Positions {
            times: std::iter::once(once).chain(powers.map(times)).collect(),
            ways,
        }
    }
}

/// Several lines are met at once, so many or at the most so many.
pub(super) const LANES: usize = 4;
pub(super) const MOST_LANES: usize = 8;

/// What the second side comes to in some lines, by position; at the last there is nothing.
#[derive(Default)]
pub(super) struct ClassLines {
    all: Vec<usize>,
    /// So many lines lie side by side, at so many positions.
    lanes: usize,
    positions: usize,
    numbers: Vec<f64>,
}

impl ClassLines {
    /// How many lines lie side by side: one, [`LANES`] or [`MOST_LANES`].
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }

    /// The lines that lie side by side, and their numbers.
    pub(super) fn side_by_side(&self) -> impl Iterator<Item = (&[usize], &[f64])> {
        let numbers = self.numbers.chunks(self.lanes * self.positions);
        self.all.chunks(self.lanes).zip(numbers)
    }

    /// What all lines come to together, by position.
    pub(super) fn together(&self) -> Vec<f64> {
        let mut together = vec![0.0; self.positions];
        for (_, numbers) in self.side_by_side() {
            for (sum, numbers) in together.iter_mut().zip(numbers.chunks(self.lanes)) {
                *sum += numbers.iter().sum::<f64>();
            }
        }
        together
    }

    pub(super) fn bytes(&self) -> u64 {
        size_of_val(&self.numbers[..]) as u64
    }

    fn put(&mut self, blocks: &Blocks, ways: &[f64]) {
        self.all.clone_from(&blocks.touched);
        self.lanes = match self.all.len() {
            0 | 1 => 1,
            2..=LANES => LANES,
            _ => MOST_LANES,
        };
        self.positions = ways.len() + 1;
        self.numbers.clear();
        for lines in self.all.chunks(self.lanes) {
            let begin = self.numbers.len();
            let upto = begin + self.lanes * self.positions;
            self.numbers.resize(upto, 0.0);
            for (lane, &line) in lines.iter().enumerate() {
                let range = blocks.range(line);
                let numbers = blocks.numbers(line)[range.clone()].iter();
                let places = self.numbers[begin + lane..].iter_mut();
                let places = places.step_by(self.lanes).skip(range.start);
                for ((place, number), ways) in places.zip(numbers).zip(&ways[range]) {
                    // Numbers with a sign become fractions at once, and none is that large.
                    *place = number.cast_signed() as f64 * ways;
                }
            }
        }
    }
}

/// What the second side comes to in the class at hand.
#[derive(Default)]
pub(super) struct ClassSums {
    /// What it promises.
    pub(super) outlook: ClassOutlook,
    /// By line, once it was added up.
    pub(super) of_lines: ClassLines,
    blocks: Blocks,
    /// What each block comes to as a whole.
    wholes: Wholes,
    /// What each line comes to.
    levels: Vec<f64>,
}

impl ClassSums {
    /// Other states come, with another number of cards.
    pub(super) fn forget(&mut self) {
        self.wholes.clear();
    }

    /// Looks at another class, as a whole.
    pub(super) fn look_at(
        &mut self,
        (second, class): (&mut Side, &Ways),
        (positions, rest): (&Positions, &Spots),
        (pairs, outcomes): (&EndPairs, &Outcomes),
        judge: &mut SideJudge,
        meter: &mut Meter,
    ) -> Result<(), Error> {
        second.find(class, rest, judge, meter)?;
        let blocks = second.all_blocks();
        for block in &blocks[self.wholes.len()..] {
            meter.did((block.end - block.begin) as u64)?;
            let numbers = second.numbers_of(block);
            self.wholes.add(numbers, block.first, &positions.times);
        }
        self.levels.fill(0.0);
        let mut all = [0.0; 1 + 2 * MOST_BULK];
        for &(from, upto, ways) in second.found() {
            let ways = ways as f64;
            for (number, block) in (from..upto).zip(&blocks[from..upto]) {
                let line = block.line as usize;
                if self.levels.len() <= line {
                    self.levels.resize(line + 1, 0.0);
                }
                let whole = self.wholes.of(number);
                self.levels[line] += ways * f64::from(whole[0]);
                for (sum, whole) in all.iter_mut().zip(whole) {
                    *sum += ways * f64::from(*whole);
                }
            }
        }
        let level = all[0].max(f64::MIN_POSITIVE);
        let (mut mean, mut squares) = ([0.0; MOST_BULK], [0.0; MOST_BULK]);
        let of_kinds = mean.iter_mut().zip(&mut squares);
        for ((mean, square), sums) in of_kinds.zip(all[1..].chunks(2)) {
            (*mean, *square) = (sums[0] / level, sums[1] / level);
        }
        self.outlook.spread = Spread::of(mean, squares);
        self.weigh(pairs, outcomes);
        Ok(())
    }

    /// How many lines came up.
    pub(super) fn lines(&self) -> usize {
        self.levels.iter().filter(|level| **level > 0.0).count()
    }

    /// What the first side's ends come to in the class.
    fn weigh(&mut self, pairs: &EndPairs, outcomes: &Outcomes) {
        let weights = &mut self.outlook.weights;
        weights.clear();
        if pairs.are_told_apart {
            let numbers = 0..outcomes.told_apart();
            weights.extend(numbers.map(|number| outcomes.weight_in(number, &self.levels)));
            weights.push(0.0);
        } else {
            weights.push(self.levels.iter().sum());
        }
    }

    /// Adds the class up by position.
    pub(super) fn add_up(
        &mut self,
        second: &mut Side,
        (positions, rest): (&Positions, &Spots),
        meter: &mut Meter,
    ) -> Result<(), Error> {
        second.add_found(rest, &mut self.blocks, meter)?;
        self.of_lines.put(&self.blocks, &positions.ways);
        self.blocks.clear();
        Ok(())
    }

    /// What is held in memory, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.wholes.memory()
    }
}
