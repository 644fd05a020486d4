//! What is asked for: boards of a question, how many, by which seed, and how they are found.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use bridge::Predeal;
use bridge::double_dummy::{KnownResults, Solver};
use bridge::formats::Format;
use condition::Condition;
use plan::{DrawMethod, Enumeration, Plan, PlanError, Plans};
use profile::{AttemptMethod, ProfileStrategy};
use space::{Budget, Watch};

use crate::boards::Boards;
use crate::deal_error::DealError;
use crate::dealing::{Dealing, TextTo, Wanted};
use crate::dealt::Dealt;
use crate::error::Error;
use crate::practice_set::SetOrder;
use crate::question::Question;
use crate::seed::Seed;

/// How many boards are dealt when nobody says how many.
pub const BOARDS: u64 = 40;

/// What counting may cost so that deals need not be told from those that came before.
const DISTINCT: Budget = Budget {
    work: 300_000_000,
    memory: 400_000_000,
};

/// A part of a run: the `part`-th of `of` blocks of boards in a row, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which block.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The boards of this part, of a run with so many.
    ///
    /// ```
    /// let parts = (1..=3).map(|part| fairdeal::Shard { part, of: 3 }.boards(8));
    /// assert_eq!(parts.collect::<Vec<_>>(), [1..3, 3..6, 6..9]);
    /// ```
    pub fn boards(self, boards: u64) -> Range<u64> {
        let upto = |part: u64| (boards as u128 * part as u128 / self.of.max(1) as u128) as u64;
        1 + upto(self.part.saturating_sub(1))..1 + upto(self.part)
    }
}

/// How boards are found. All are equally fair but `Help`; they differ in how long they take.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub enum Strategy {
    /// The plan with the least work.
    #[default]
    Auto,
    /// From exactly the deals that qualify; an error where that cannot be.
    Exact,
    /// At random until a deal qualifies; for a profile, by attempts, with a report of what failed.
    Reject,
    /// For a profile only: by attempts that give tight seats some of their cards beforehand. Not fair; there to be compared
    /// with.
    Help,
    /// For a profile only: by attempts that give the seat that failed most its minima beforehand. Not fair; there to be
    /// compared with.
    Construct,
    /// By this plan and no other.
    Plan(DrawMethod),
}

impl Strategy {
    /// Its name; that of the plan, if it is one.
    pub fn name(self) -> String {
        match self {
            Strategy::Auto => "auto".to_owned(),
            Strategy::Exact => "exact".to_owned(),
            Strategy::Reject => "reject".to_owned(),
            Strategy::Help => "help".to_owned(),
            Strategy::Construct => "construct".to_owned(),
            Strategy::Plan(method) => method.to_string(),
        }
    }

    /// The strategy of a name, or of that of a plan.
    pub fn from_name(name: &str) -> Option<Strategy> {
        match name {
            "auto" => Some(Strategy::Auto),
            "exact" => Some(Strategy::Exact),
            "reject" => Some(Strategy::Reject),
            "help" => Some(Strategy::Help),
            "construct" => Some(Strategy::Construct),
            plan => plan.parse().ok().map(Strategy::Plan),
        }
    }

    /// Whether every deal that qualifies has the same chance.
    pub fn is_fair(self) -> bool {
        self.unfair_because().is_none()
    }

    /// Why not, if that is so.
    pub fn unfair_because(self) -> Option<&'static str> {
        self.attempts()?.unfair_because()
    }

    /// How a profile is dealt by attempts, if it is.
    pub fn attempts(self) -> Option<AttemptMethod> {
        match self {
            Strategy::Reject => Some(AttemptMethod::Reject),
            Strategy::Help => Some(AttemptMethod::Help),
            Strategy::Construct => Some(AttemptMethod::Construct),
            _ => None,
        }
    }

    /// The strategy of a plan; of attempts, that of the fair ones.
    pub(crate) fn of_plan(self) -> plan::Strategy {
        match self {
            Strategy::Auto => plan::Strategy::Auto,
            Strategy::Exact => plan::Strategy::Exact,
            Strategy::Reject | Strategy::Help | Strategy::Construct => plan::Strategy::Reject,
            Strategy::Plan(method) => plan::Strategy::Pinned(method),
        }
    }
}

/// Boards to be dealt: a question, how many, and by which seed. Made by [`Question::deal`] and its like.
///
/// ```
/// use fairdeal::{Format, Script, Watch};
/// let script = Script::from_text("condition hcp(south) >= 15")?;
/// let mut pbn: Vec<u8> = Vec::new();
/// let dealt = script.deal(16).seed(7).shard(2, 8).write(Format::Pbn, &mut pbn, &Watch::default())?;
/// assert_eq!(dealt.boards, 2);
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deal {
    pub(crate) question: Question,
    pub(crate) asked: Asked,
}

/// What is asked for, beyond what the question says.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub boards: Option<u64>,
    pub seed: Option<Seed>,
    pub generate: Option<u64>,
    pub shard: Option<Shard>,
    pub start: u64,
    pub threads: usize,
    pub strategy: Strategy,
    pub each_once: Option<Enumeration>,
    pub turned: Option<bool>,
    pub random_vulnerability: bool,
    pub settings: profile::Settings,
    pub trace: bool,
    pub solve: bool,
    /// Only the boards up to this one.
    pub solve_first: u64,
    pub known_results: Option<Arc<dyn KnownResults>>,
    pub set: Option<SetOrder>,
    pub turn_to_dealer: bool,
}

impl Deal {
    pub(crate) fn new(question: Question) -> Deal {
        Deal {
            question,
            asked: Asked {
                boards: None,
                seed: None,
                generate: None,
                shard: None,
                start: 1,
                threads: 1,
                strategy: Strategy::Auto,
                each_once: None,
                turned: None,
                random_vulnerability: false,
                settings: profile::Settings::default(),
                trace: false,
                solve: false,
                solve_first: u64::MAX,
                known_results: None,
                set: None,
                turn_to_dealer: false,
            },
        }
    }

    /// How many boards the whole run has; else as many as the script produces, else [`BOARDS`].
    pub fn number(mut self, boards: Option<u64>) -> Deal {
        self.asked.boards = boards;
        self
    }

    /// The seed: the same seed gives the same boards. Without one it is the script's, else 0.
    pub fn seed(mut self, seed: impl Into<Seed>) -> Deal {
        self.asked.seed = Some(seed.into());
        self
    }

    /// The seed by the usual rule: as told, else the script's, else one that is drawn. A part of a run whose seed nobody
    /// knows is refused: each part would be of another run.
    ///
    /// # Errors
    /// [`DealError::PartWithoutSeed`].
    pub fn seed_or_drawn(
        self,
        told: Option<Seed>,
        draw: impl FnOnce() -> u64,
    ) -> Result<Deal, Error> {
        match told.or_else(|| self.question.own_seed().map(Seed::from)) {
            Some(seed) => Ok(self.seed(seed)),
            // What is listed in order does not depend on the seed.
            None if self.asked.shard.is_some()
                && self.asked.each_once != Some(Enumeration::InOrder) =>
            {
                Err(DealError::PartWithoutSeed.into())
            }
            None => Ok(self.seed(draw())),
        }
    }

    /// How many deals may be tried, counted in the order of the boards; else as the script says, else as many as it takes.
    pub fn generate(mut self, tries: Option<u64>) -> Deal {
        self.asked.generate = tries;
        self
    }

    /// Only block `part` of `of` blocks of the run: all blocks together are the run.
    pub fn shard(mut self, part: u64, of: u64) -> Deal {
        self.asked.shard = Some(Shard { part, of });
        self
    }

    /// From this board of the run on.
    pub fn start(mut self, board: u64) -> Deal {
        self.asked.start = board;
        self
    }

    /// On so many threads; the boards do not depend on it. One is the caller's own.
    pub fn threads(mut self, threads: usize) -> Deal {
        self.asked.threads = threads;
        self
    }

    /// How boards are found.
    pub fn strategy(mut self, strategy: Strategy) -> Deal {
        self.asked.strategy = strategy;
        self
    }

    /// No deal twice.
    pub fn distinct(mut self) -> Deal {
        self.asked.each_once = Some(Enumeration::Shuffled);
        self
    }

    /// Every deal that qualifies, once, in order.
    pub fn all(mut self) -> Deal {
        self.asked.each_once = Some(Enumeration::InOrder);
        self
    }

    /// Of a profile: whether boards are turned round half of the time; else as the profile says.
    pub fn turned(mut self, turned: Option<bool>) -> Deal {
        self.asked.turned = turned;
        self
    }

    /// Whether the cycle of vulnerabilities begins at a random board, by the seed.
    pub fn random_vulnerability(mut self, random: bool) -> Deal {
        self.asked.random_vulnerability = random;
        self
    }

    /// Of a profile: the constants of the methods that deal by attempts.
    pub fn settings(mut self, settings: profile::Settings) -> Deal {
        self.asked.settings = settings;
        self
    }

    /// Of a profile: whether attempts are written down.
    pub fn trace(mut self, trace: bool) -> Deal {
        self.asked.trace = trace;
        self
    }

    /// Boards with their double dummy results and par: some tenths of a second of one core for each.
    pub fn solve(mut self, solve: bool) -> Deal {
        self.asked.solve = solve;
        self
    }

    /// Where boards are solved, only the first so many of the run are; the others have no results.
    pub fn solve_first(mut self, boards: u64) -> Deal {
        self.asked.solve_first = boards;
        self
    }

    /// Double dummy results that were worked out before, for [`Deal::solve`]; those that are not known yet are added.
    pub fn known_results(mut self, known: Option<Arc<dyn KnownResults>>) -> Deal {
        self.asked.known_results = known;
        self
    }

    /// As a set that comes out exactly in its shares, in some order: of each hand type, choice of subprofiles or mixed
    /// question as many boards as it should have. The set is that of all boards of the run: with another number of
    /// boards it is another set.
    pub fn quota(mut self, order: Option<SetOrder>) -> Deal {
        self.asked.set = order;
        self
    }

    /// Whether each board is turned so that whoever is meant to deal sits where the board's number says the dealer sits, with
    /// the vulnerability of the number: for boards that are dealt into numbered trays.
    pub fn turn_to_dealer(mut self, turn: bool) -> Deal {
        self.asked.turn_to_dealer = turn;
        self
    }

    /// Makes ready: everything that can be wrong is known before the first board.
    ///
    /// # Errors
    /// What is wrong with the question, or with what is asked of it; or that it was stopped.
    pub fn ready(self, watch: &Watch) -> Result<Dealing, Error> {
        Dealing::new(self, watch)
    }

    /// The boards, one after the other, as they are asked for. They own what they need, and may go to another thread.
    ///
    /// # Errors
    /// As for [`Deal::ready`].
    pub fn boards(self) -> Result<Boards, Error> {
        let watch = Watch::default();
        Ok(self.ready(&watch)?.into_boards(watch))
    }

    /// Deals, and writes the boards in a format.
    ///
    /// # Errors
    /// As for [`Deal::ready`]; a deal without an answer; what cannot be written.
    pub fn write(
        self,
        format: Format,
        out: &mut dyn io::Write,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let dealing = self.ready(watch)?;
        let wanted = Wanted {
            format: Some(format),
            ..Wanted::default()
        };
        dealing.run(&wanted, &mut TextTo(out), watch)
    }
}

impl Asked {
    /// What is asked of one of several questions: what only profiles have is not asked of scripts, if there is a profile.
    pub(crate) fn for_question(&self, question: &Question) -> Asked {
        let mut asked = self.clone();
        if !question.is_profile() {
            asked.turned = None;
            asked.settings = profile::Settings::default();
        }
        asked
    }

    /// How a profile is dealt.
    pub(crate) fn of_profile(&self) -> Result<ProfileStrategy, DealError> {
        let strategy = match self.strategy.attempts() {
            Some(method) => ProfileStrategy::Attempts(method),
            None => ProfileStrategy::Planned(self.strategy.of_plan()),
        };
        let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
        match self.strategy {
            _ if attempts && self.generate.is_some() => Err(DealError::AttemptsHaveLimits),
            _ if !attempts && self.trace => Err(DealError::NothingToTrace),
            _ if self.each_once == Some(Enumeration::InOrder) => Err(DealError::NotForThis {
                what: "listing every deal",
                who: "scripts",
            }),
            _ => {
                strategy.check()?;
                Ok(strategy)
            }
        }
    }
}

/// The plans for what is asked of a condition.
pub(crate) fn plans_of(
    condition: &Condition,
    predeal: &Predeal,
    asked: &Asked,
    solver: Option<Solver>,
    watch: &Watch,
) -> Result<Plans, PlansError> {
    let strategy = asked.strategy.of_plan();
    let once = |order, budget| Plan::each_once(order, condition, predeal, budget, watch);
    let tiers = || Plans::new(strategy, condition, predeal).with_solver(solver);
    let exactly = |plan: Plan| Plans::of(plan.with_solver(solver), condition, predeal);
    let plans = match (asked.each_once, strategy) {
        (None, _) => tiers(),
        (Some(Enumeration::InOrder), _) => exactly(once(Enumeration::InOrder, Budget::default())?),
        (Some(Enumeration::Shuffled), plan::Strategy::Exact) => {
            exactly(once(Enumeration::Shuffled, Budget::default())?)
        }
        (Some(Enumeration::Shuffled), plan::Strategy::Auto) => {
            match once(Enumeration::Shuffled, DISTINCT) {
                Ok(plan) => exactly(plan),
                Err(PlanError::Inexact(_)) => tiers(),
                Err(error) => return Err(error.into()),
            }
        }
        (Some(Enumeration::Shuffled), _) => tiers(),
    };
    let passes_over = asked.each_once.is_some()
        && !plans
            .so_far()
            .first()
            .is_some_and(|plan| plan.gives_each_once());
    if passes_over && asked.shard.is_some() {
        return Err(PlansError::Deal(DealError::NoDistinctPart));
    }
    Ok(plans)
}

/// Why there are no plans.
pub(crate) enum PlansError {
    Plan(PlanError),
    Deal(DealError),
}

impl From<PlanError> for PlansError {
    fn from(error: PlanError) -> PlansError {
        PlansError::Plan(error)
    }
}
