//! A leveled scenario for programs that can only throw deals away: a keep for each cell, what it does and what it costs.

use bridge::{Seat, Suit};
use space::Watch;

use crate::keep_search::{self, CellNeed, KeepAssignment, KeepFormula, KeepFormulas};
use crate::labels::{LabeledCell, labeled_cells};
use crate::measure::{Frequencies, MeasuredCell, MeasuringLimits, SuitLengths, estimated};
use crate::pilots::{PilotChoice, check_pilots};
use crate::{LevelError, Scenario};

/// Of what keeps are to be made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct KeepOptions {
    /// How; of spot cards, unless something else is said.
    pub style: KeepStyle,
    /// For keeps of spot cards, which of them.
    pub pilots: PilotChoice,
}

/// How keeps are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum KeepStyle {
    /// Of spot cards in certain hands, which every program understands.
    #[default]
    Cards,
    /// Of random numbers: any rate, and no bias, where the program has `rnd`.
    Rnd,
}

/// A draw of `rnd` for a keep has so many values.
pub(crate) const DRAWS: u32 = 100_000;

/// When a deal of a cell is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum CellKeep {
    /// Not at all.
    Never,
    /// When the pilots lie so.
    When(KeepFormula),
    /// When a draw is below this, of [`DRAWS`].
    Below(u32),
}

/// How much the hands that are kept differ from all hands of a cell: where the mean length of a suit differs the most. It is
/// estimated, from some thousand boards of the cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LengthBias {
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
    pub style: KeepStyle,
    /// What comes of them.
    pub assignment: KeepAssignment,
    /// What else could be had: from what throws the fewest deals away to what comes closest to the shares.
    pub trade: Vec<KeepAssignment>,
    /// For each cell, the bias of the hands that are kept; `None` where there is none.
    pub bias: Vec<Option<LengthBias>>,
    pub(crate) keeps: Vec<CellKeep>,
    /// The scenario's labels among the deals of its cells.
    pub(crate) labels: Vec<LabeledCell>,
}

impl Leveled {
    /// Measures a scenario and finds a keep for each of its cells.
    ///
    /// # Errors
    /// As for [`Frequencies::new`], and pilots that will not do.
    pub fn new(
        scenario: &Scenario,
        options: &KeepOptions,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Leveled, LevelError> {
        let leveled = match options.style {
            KeepStyle::Cards => {
                let pilots = options.pilots.of(scenario)?;
                let frequencies = Frequencies::new(scenario, &pilots, limits, watch)?;
                Leveled::by_cards(scenario, frequencies, limits, watch)?
            }
            KeepStyle::Rnd => {
                let frequencies = Frequencies::new(scenario, &[], limits, watch)?;
                Leveled::by_draws(frequencies)
            }
        };
        leveled.with_labels(scenario, limits, watch)
    }

    /// The same with the shares of the scenario's labels, as deals have them by nature: what keeps of spot cards do to them
    /// is not looked at.
    fn with_labels(
        mut self,
        scenario: &Scenario,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Leveled, LevelError> {
        if !scenario.labels.is_empty() {
            self.labels = labeled_cells(scenario, &self.assignment.shares, limits, watch)?;
        }
        Ok(self)
    }

    /// What boards are told by, and the share that each comes to: the labels of the scenario, or else its cells.
    pub(crate) fn told_shares<'a>(&self, scenario: &'a Scenario) -> Vec<(&'a str, f64)> {
        let shares = &self.assignment.shares;
        if self.labels.is_empty() {
            let cells = scenario.cells.iter().zip(shares);
            return cells
                .map(|(cell, share)| (cell.name.as_str(), *share))
                .collect();
        }
        let of_label = |at: usize| {
            let cells = self.labels.iter().filter(|one| one.label == at);
            cells.map(|one| one.within * shares[one.cell]).sum()
        };
        let labels = scenario.labels.iter().enumerate();
        labels
            .map(|(at, label)| (label.name.as_str(), of_label(at)))
            .collect()
    }

    /// Keeps made of spot cards: the pilots that the frequencies were measured with. What the keeps do to the hands of a
    /// cell is estimated within the limits.
    ///
    /// # Errors
    /// Pilots that will not do, or it was stopped.
    pub fn by_cards(
        scenario: &Scenario,
        frequencies: Frequencies,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Leveled, LevelError> {
        check_pilots(scenario, &frequencies.pilots)?;
        watch.begin("searching for keeps", None);
        let formulas = KeepFormulas::new(frequencies.pilots.len(), watch)?;
        let candidates = keep_search::candidates_of_formulas(&formulas, &frequencies.cells, watch)?;
        let trade = keep_search::assignments(&needs(&frequencies), &candidates, watch)?;
        let Some(assignment) = keep_search::best(&trade).cloned() else {
            return Err(LevelError::Pilots("no keep keeps any deal".to_owned()));
        };
        let keeps = keeps(&formulas, &assignment);
        Ok(Leveled {
            style: KeepStyle::Cards,
            bias: biases(scenario, &frequencies, &keeps, limits, watch)?,
            frequencies,
            assignment,
            trade,
            keeps,
            labels: Vec::new(),
        })
    }

    /// Keeps made of random numbers, which have any rate and no bias.
    pub fn by_draws(frequencies: Frequencies) -> Leveled {
        let below = |rate: &f64| match (rate * f64::from(DRAWS)).round() as u32 {
            0 if *rate == 0.0 => CellKeep::Never,
            DRAWS => CellKeep::When(KeepFormula::Always),
            below => CellKeep::Below(below.max(1)),
        };
        let keeps: Vec<CellKeep> = frequencies.rates().iter().map(below).collect();
        let rates = keeps.iter().map(|keep| match keep {
            CellKeep::Never => 0.0,
            CellKeep::When(_) => 1.0,
            CellKeep::Below(below) => f64::from(*below) / f64::from(DRAWS),
        });
        let numbers = keeps.iter().enumerate();
        let numbers = numbers.map(|(i, keep)| (*keep != CellKeep::Never).then_some(i));
        let assignment =
            keep_search::predicted(&needs(&frequencies), numbers.collect(), rates.collect());
        Leveled {
            style: KeepStyle::Rnd,
            bias: vec![None; keeps.len()],
            trade: vec![assignment.clone()],
            frequencies,
            assignment,
            keeps,
            labels: Vec::new(),
        }
    }

    /// The expression of each cell's keep, with names for the pilots: `None` for a cell that is never kept.
    pub fn keep_texts(&self, pilot: &dyn Fn(usize) -> String) -> Vec<Option<String>> {
        let text = |keep: &CellKeep| match keep {
            CellKeep::Never => None,
            CellKeep::When(formula) => Some(formula.text(pilot)),
            // Some builds of the classic program draw numbers that are too large, or negative.
            CellKeep::Below(below) => Some(format!(
                "(rnd({DRAWS}) % {DRAWS} + {DRAWS}) % {DRAWS} < {below}"
            )),
        };
        self.keeps.iter().map(text).collect()
    }

    /// The same with another assignment of its trade.
    ///
    /// # Errors
    /// It was stopped.
    pub fn with(
        &self,
        scenario: &Scenario,
        assignment: &KeepAssignment,
        limits: &MeasuringLimits,
        watch: &Watch,
    ) -> Result<Leveled, LevelError> {
        let formulas = KeepFormulas::new(self.frequencies.pilots.len(), watch)?;
        let keeps = keeps(&formulas, assignment);
        Ok(Leveled {
            bias: biases(scenario, &self.frequencies, &keeps, limits, watch)?,
            assignment: assignment.clone(),
            keeps,
            ..self.clone()
        })
    }

    /// Two assignments to be mixed, where that comes closer to the shares than the one that was taken.
    ///
    /// # Errors
    /// It was stopped.
    pub fn two_assignments(&self, watch: &Watch) -> Result<Option<TwoAssignments<'_>>, LevelError> {
        let targets = &self.frequencies.targets;
        let off = |a: &KeepAssignment, m: u32, b: &KeepAssignment, n: u32| {
            let shares = a.shares.iter().zip(&b.shares).zip(targets);
            let off = shares.map(|((a, b), target)| {
                let mixed = (a * f64::from(m) + b * f64::from(n)) / f64::from(m + n);
                (mixed - target).abs()
            });
            off.fold(0.0, f64::max)
        };
        let mut best: Option<TwoAssignments> = None;
        for (i, first) in self.trade.iter().enumerate() {
            watch.look()?;
            for second in &self.trade[i + 1..] {
                for (m, n) in WEIGHTS {
                    let worst = off(first, m, second, n);
                    if worst < best.map_or(self.assignment.worst, |best| best.worst) {
                        best = Some(TwoAssignments {
                            first,
                            second,
                            weights: (m, n),
                            worst,
                        });
                    }
                }
            }
        }
        Ok(best)
    }
}

/// How many boards of one assignment for how many of another.
const WEIGHTS: [(u32, u32); 7] = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (3, 2), (2, 3)];

/// Two assignments of keeps whose boards are mixed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TwoAssignments<'a> {
    /// One.
    pub first: &'a KeepAssignment,
    /// The other.
    pub second: &'a KeepAssignment,
    /// How many boards of the one for how many of the other.
    pub weights: (u32, u32),
    /// How far the worst share of all boards is off.
    pub worst: f64,
}

/// The keep of each cell.
fn keeps(formulas: &KeepFormulas, assignment: &KeepAssignment) -> Vec<CellKeep> {
    let keep = |keep: &Option<usize>| match keep {
        Some(index) => CellKeep::When(formulas.formula(*index)),
        None => CellKeep::Never,
    };
    assignment.keeps.iter().map(keep).collect()
}

/// The bias of each cell's kept hands.
fn biases(
    scenario: &Scenario,
    frequencies: &Frequencies,
    keeps: &[CellKeep],
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Vec<Option<LengthBias>>, LevelError> {
    let cells = keeps.iter().enumerate();
    cells
        .map(|(cell, keep)| match keep {
            CellKeep::When(formula) if *formula != KeepFormula::Always => {
                bias(scenario, frequencies, (cell, formula), limits, watch)
            }
            _ => Ok(None),
        })
        .collect()
}

/// What the cells need.
pub(crate) fn needs(frequencies: &Frequencies) -> Vec<CellNeed> {
    let pairs = frequencies.cells.iter().zip(&frequencies.targets);
    pairs
        .map(|(cell, &target)| CellNeed {
            probability: cell.probability,
            target,
        })
        .collect()
}

/// The bias of a cell's kept hands.
fn bias(
    scenario: &Scenario,
    frequencies: &Frequencies,
    (cell, formula): (usize, &KeepFormula),
    limits: &MeasuringLimits,
    watch: &Watch,
) -> Result<Option<LengthBias>, LevelError> {
    let means = |measured: &MeasuredCell| {
        let all = measured.sampled_lengths(|_| true)?;
        let kept = measured.sampled_lengths(|pattern| formula.holds(pattern))?;
        Some((all, kept))
    };
    let sampled = match means(&frequencies.cells[cell]) {
        Some(means) => Some(means),
        // A cell that was counted has no boards yet.
        None => {
            let condition = scenario.condition_of(&scenario.cells[cell]);
            let (predeal, pilots) = (scenario.predeal(), &frequencies.pilots);
            match estimated(&condition, predeal, pilots, limits, watch) {
                Ok(boards) => means(&boards),
                Err(LevelError::Stopped) => return Err(LevelError::Stopped),
                Err(_) => None,
            }
        }
    };
    Ok(sampled.and_then(|(natural, kept)| largest_bias(&natural, &kept)))
}

/// Where mean lengths differ the most.
fn largest_bias(natural: &SuitLengths, kept: &SuitLengths) -> Option<LengthBias> {
    let off = |seat: Seat, suit: Suit| {
        let (seat, suit) = (seat as usize, suit as usize);
        (kept[seat][suit] - natural[seat][suit]).abs()
    };
    let places = Seat::ALL
        .into_iter()
        .flat_map(|seat| Suit::ALL.map(|suit| (seat, suit)));
    let (seat, suit) = places.max_by(|a, b| off(a.0, a.1).total_cmp(&off(b.0, b.1)))?;
    Some(LengthBias {
        seat,
        suit,
        natural: natural[seat as usize][suit as usize],
        kept: kept[seat as usize][suit as usize],
    })
}
