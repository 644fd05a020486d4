//! Which of the moves at the root is best: a race in which all that are still in it are tried in the same worlds, with the
//! same luck.
//!
//! What a world is worth differs far more from world to world than from move to move, so comparing moves world by world
//! needs a fraction of the worlds that comparing their means would. A move leaves the race when it is clearly behind.

use space::Stopped;

use crate::Moves;

/// So many worlds are tried before the first move may leave.
const FIRST_LOOK: u64 = 16;

/// After so many worlds more, the next may.
const LOOK: u64 = 8;

/// A move that is behind by so many standard errors leaves.
const BEHIND: f64 = 3.0;

/// The least spread of a difference, in parts of the range: a few worlds that happen to agree prove nothing.
const LEAST_SPREAD: f64 = 0.1;

/// The moves that are still in the race, and how they did so far.
pub(crate) struct Race {
    runners: Vec<Runner>,
    worlds: u64,
}

struct Runner {
    number: u8,
    /// Its value in the last world, and the sum over all, in parts of the range, for the side to move.
    last: f64,
    sum: f64,
    /// The squares of the differences from every other move, by number.
    squares: [f64; 64],
}

impl Race {
    pub(crate) fn new(moves: Moves) -> Race {
        let runner = |number| Runner {
            number,
            last: 0.0,
            sum: 0.0,
            squares: [0.0; 64],
        };
        Race {
            runners: moves.iter().map(runner).collect(),
            worlds: 0,
        }
    }

    /// How many moves are still in it.
    pub(crate) fn len(&self) -> usize {
        self.runners.len()
    }

    /// Tries every move that is still in it in one more world. A world in which that was stopped does not count.
    pub(crate) fn run(
        &mut self,
        mut value_of: impl FnMut(u8) -> Result<f64, Stopped>,
    ) -> Result<(), Stopped> {
        for runner in &mut self.runners {
            runner.last = value_of(runner.number)?;
            runner.sum += runner.last;
        }
        for i in 0..self.runners.len() {
            for j in 0..self.runners.len() {
                let difference = self.runners[i].last - self.runners[j].last;
                let other = self.runners[j].number as usize & 63;
                self.runners[i].squares[other] += difference * difference;
            }
        }
        self.worlds += 1;
        if self.worlds >= FIRST_LOOK && self.worlds.is_multiple_of(LOOK) {
            self.look();
        }
        Ok(())
    }

    /// Those that are clearly behind the leader leave.
    fn look(&mut self) {
        let by_sum = |a: &&Runner, b: &&Runner| a.sum.total_cmp(&b.sum);
        let Some(leader) = self.runners.iter().max_by(by_sum) else {
            return;
        };
        let worlds = self.worlds as f64;
        let (sum, squares) = (leader.sum, leader.squares);
        self.runners.retain(|runner| {
            let mean = (sum - runner.sum) / worlds;
            let spread = squares[runner.number as usize & 63] / worlds - mean * mean;
            let error = (spread.max(LEAST_SPREAD * LEAST_SPREAD) / worlds).sqrt();
            mean <= BEHIND * error
        });
    }
}
