//! A leveled scenario for programs that can only throw deals away: a keep for each cell, what it does and what it costs.

use bridge::{Seat, Suit};

use crate::assign::{self, Choice, Need};
use crate::formula::{Formula, Formulas, has};
use crate::measure::{Effort, Frequencies, Measured, estimated};
use crate::pilots::check_pilots;
use crate::{Assignment, LevelError, Scenario};

/// How keeps are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Of spot cards in certain hands.
    Cards,
    /// Of random numbers.
    Rnd,
}

/// A draw of `rnd` for a keep has so many values.
pub(crate) const DRAWS: u32 = 100_000;

/// When a deal of a cell is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// Not at all.
    Never,
    /// When the pilots lie so.
    When(Formula),
    /// When a draw is below this, of [`DRAWS`].
    Below(u32),
}

/// How much the hands that are kept differ from all hands of a cell: where the mean length of a suit differs the most. It is
/// estimated, from some thousand boards of the cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bias {
    /// Whose hand.
    pub seat: Seat,
    /// Which suit.
    pub suit: Suit,
    /// How long it is on average in all deals of the cell.
    pub natural: f64,
    /// And in those that are kept.
    pub kept: f64,
}

/// A keep for each cell of a scenario.
#[derive(Clone, Debug)]
pub struct Leveled {
    /// What was measured.
    pub frequencies: Frequencies,
    /// How keeps are made.
    pub style: Style,
    /// What comes of them.
    pub assignment: Assignment,
    /// What else could be had: from what throws the fewest deals away to what comes closest to the shares.
    pub trade: Vec<Assignment>,
    /// For each cell, the bias of the hands that are kept; `None` where there is none.
    pub bias: Vec<Option<Bias>>,
    pub(crate) keeps: Vec<Keep>,
}

impl Leveled {
    /// Keeps made of spot cards: the pilots that the frequencies were measured with.
    ///
    /// # Errors
    /// Pilots that will not do.
    pub fn by_cards(scenario: &Scenario, frequencies: Frequencies) -> Result<Leveled, LevelError> {
        check_pilots(scenario, &frequencies.pilots)?;
        let formulas = Formulas::new(frequencies.pilots.len());
        let choices: Vec<Vec<Choice>> = frequencies
            .cells
            .iter()
            .map(|cell| {
                let choice = |(keep, (set, literals))| Choice {
                    rate: cell.rate(|pattern| has(set, pattern)),
                    literals,
                    keep,
                };
                formulas.iter().enumerate().map(choice).collect()
            })
            .collect();
        let trade = assign::search(&needs(&frequencies), &choices);
        let Some(assignment) = assign::best(&trade).cloned() else {
            return Err(LevelError::Pilots("no keep keeps any deal".to_owned()));
        };
        let keeps = keeps(&formulas, &assignment);
        Ok(Leveled {
            style: Style::Cards,
            bias: biases(scenario, &frequencies, &keeps),
            frequencies,
            assignment,
            trade,
            keeps,
        })
    }

    /// Keeps made of random numbers, which have any rate and no bias.
    pub fn by_draws(frequencies: Frequencies) -> Leveled {
        let below = |rate: &f64| match (rate * f64::from(DRAWS)).round() as u32 {
            0 if *rate == 0.0 => Keep::Never,
            DRAWS => Keep::When(Formula::Always),
            below => Keep::Below(below.max(1)),
        };
        let keeps: Vec<Keep> = frequencies.rates().iter().map(below).collect();
        let rates = keeps.iter().map(|keep| match keep {
            Keep::Never => 0.0,
            Keep::When(_) => 1.0,
            Keep::Below(below) => f64::from(*below) / f64::from(DRAWS),
        });
        let numbers = keeps.iter().enumerate();
        let numbers = numbers.map(|(i, keep)| (*keep != Keep::Never).then_some(i));
        let assignment =
            assign::predicted(&needs(&frequencies), numbers.collect(), rates.collect());
        Leveled {
            style: Style::Rnd,
            bias: vec![None; keeps.len()],
            trade: vec![assignment.clone()],
            frequencies,
            assignment,
            keeps,
        }
    }

    /// The expression of each cell's keep, with names for the pilots: `None` for a cell that is never kept.
    pub fn keep_texts(&self, pilot: &dyn Fn(usize) -> String) -> Vec<Option<String>> {
        let text = |keep: &Keep| match keep {
            Keep::Never => None,
            Keep::When(formula) => Some(formula.text(pilot)),
            Keep::Below(below) => Some(format!("rnd({DRAWS}) < {below}")),
        };
        self.keeps.iter().map(text).collect()
    }

    /// The same with another assignment of its trade.
    pub fn with(&self, scenario: &Scenario, assignment: &Assignment) -> Leveled {
        let formulas = Formulas::new(self.frequencies.pilots.len());
        let keeps = keeps(&formulas, assignment);
        Leveled {
            bias: biases(scenario, &self.frequencies, &keeps),
            assignment: assignment.clone(),
            keeps,
            ..self.clone()
        }
    }

    /// Two assignments to be mixed, where that comes closer to the shares than the one that was taken.
    pub fn combined(&self) -> Option<Combined<'_>> {
        let targets = &self.frequencies.targets;
        let off = |a: &Assignment, m: u32, b: &Assignment, n: u32| {
            let shares = a.shares.iter().zip(&b.shares).zip(targets);
            let off = shares.map(|((a, b), target)| {
                let mixed = (a * f64::from(m) + b * f64::from(n)) / f64::from(m + n);
                (mixed - target).abs()
            });
            off.fold(0.0, f64::max)
        };
        let trade = self.trade.iter().enumerate();
        let pairs = trade.flat_map(|(i, a)| self.trade[i + 1..].iter().map(move |b| (a, b)));
        let mixes = pairs.flat_map(|(first, second)| {
            WEIGHTS.map(|(m, n)| Combined {
                first,
                second,
                weights: (m, n),
                worst: off(first, m, second, n),
            })
        });
        mixes
            .min_by(|a, b| a.worst.total_cmp(&b.worst))
            .filter(|mix| mix.worst < self.assignment.worst)
    }
}

/// How many boards of one assignment for how many of another.
const WEIGHTS: [(u32, u32); 7] = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3)];

/// Two assignments whose boards are mixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Combined<'a> {
    /// One.
    pub first: &'a Assignment,
    /// The other.
    pub second: &'a Assignment,
    /// How many boards of the one for how many of the other.
    pub weights: (u32, u32),
    /// How far the worst share of all boards is off.
    pub worst: f64,
}

/// The keep of each cell.
fn keeps(formulas: &Formulas, assignment: &Assignment) -> Vec<Keep> {
    let keep = |keep: &Option<usize>| match keep {
        Some(index) => Keep::When(formulas.formula(*index)),
        None => Keep::Never,
    };
    assignment.keeps.iter().map(keep).collect()
}

/// The bias of each cell's kept hands.
fn biases(scenario: &Scenario, frequencies: &Frequencies, keeps: &[Keep]) -> Vec<Option<Bias>> {
    let cells = keeps.iter().enumerate();
    cells
        .map(|(cell, keep)| bias(scenario, frequencies, cell, keep))
        .collect()
}

/// What the cells need.
pub(crate) fn needs(frequencies: &Frequencies) -> Vec<Need> {
    let pairs = frequencies.cells.iter().zip(&frequencies.targets);
    pairs
        .map(|(cell, &target)| Need {
            probability: cell.probability,
            target,
        })
        .collect()
}

/// Bias is told from so many boards of a cell.
const BOARDS_FOR_BIAS: u64 = 20_000;

/// The bias of a cell's kept hands.
fn bias(scenario: &Scenario, frequencies: &Frequencies, cell: usize, keep: &Keep) -> Option<Bias> {
    let Keep::When(formula) = keep else {
        return None;
    };
    if *formula == Formula::Always {
        return None;
    }
    let means = |measured: &Measured| {
        let all = measured.sampled_lengths(|_| true)?;
        Some((
            all,
            measured.sampled_lengths(|pattern| formula.holds(pattern))?,
        ))
    };
    let (natural, kept) = match means(&frequencies.cells[cell]) {
        Some(means) => means,
        // A cell that was counted has no boards yet.
        None => {
            let condition = scenario.condition_of(&scenario.cells[cell]);
            let effort = Effort {
                boards: BOARDS_FOR_BIAS,
                ..Effort::default()
            };
            let predeal = scenario.predeal();
            let boards = estimated(&condition, predeal, &frequencies.pilots, &effort).ok()?;
            means(&boards)?
        }
    };
    let off = |seat: Seat, suit: Suit| {
        let (seat, suit) = (seat as usize, suit as usize);
        (kept[seat][suit] - natural[seat][suit]).abs()
    };
    let places = Seat::ALL
        .into_iter()
        .flat_map(|seat| Suit::ALL.map(|suit| (seat, suit)));
    let (seat, suit) = places.max_by(|a, b| off(a.0, a.1).total_cmp(&off(b.0, b.1)))?;
    Some(Bias {
        seat,
        suit,
        natural: natural[seat as usize][suit as usize],
        kept: kept[seat as usize][suit as usize],
    })
}
