//! A profile as a question.

use std::sync::{Arc, OnceLock};

use answer::Count;
use bridge::Seat;
use level::{LevelReport, OneTypeEach, TypeMeasure};
use plan::{Found, PlanError};
use profile::{
    AboutBoard, Attempts, CombinationPlans, Combinations, Counted, DealtShares, DrawnCombination,
    HowDealt, Problem, ProfileCheck, ProfileExplanation, ProfileFilter, ProfileOdds, ProfileReport,
    ProfileSource, ProfileStrategy, Reading, Settings, SingleCombination, StrategyComparison, Viability,
};
use serde_json::Value as Json;
use space::Watch;

use crate::board_source::BoardSource;
use crate::deal::{Asked, BOARDS, DealError, Dealing};
use crate::dealt::Dealt;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::explain::{Explain, Explanation, explain_condition, strategy};
use crate::threads::cores;

/// So many reasons why nothing can be dealt are given.
const REASONS: usize = 20;

/// A hand profile. A clone is the same profile.
///
/// ```
/// let profile = fairdeal::Profile::from_json(r#"{"profile_name": "Strong North", "dealer": "N", "tag": "Opener",
///     "seat_profiles": {"N": {"subprofiles": [{"standard": {"total_min_hcp": 20}}]}}}"#);
/// assert_eq!(profile.deal(5).seed(1).boards()?.count(), 5);
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Profile {
    read: Arc<Read>,
}

#[derive(Debug)]
struct Read {
    profile: Option<Arc<profile::Profile>>,
    problems: Vec<Problem>,
    document: Option<Json>,
    /// Its combinations, once they were looked at.
    combinations: OnceLock<Arc<Combinations>>,
}

impl Profile {
    /// A profile as its file has it. One that means nothing is read as well: whatever is asked of it says why.
    pub fn from_json(text: &str) -> Profile {
        Profile::of(profile::read(text))
    }

    /// A profile as a JSON document.
    pub fn from_document(document: Json) -> Profile {
        Profile::of(profile::read_document(document))
    }

    fn of(reading: Reading) -> Profile {
        Profile {
            read: Arc::new(Read {
                profile: reading.profile.map(Arc::new),
                problems: reading.problems,
                document: reading.document,
                combinations: OnceLock::new(),
            }),
        }
    }

    /// So many boards of it.
    pub fn deal(&self, boards: u64) -> crate::Deal {
        crate::Question::from(self.clone()).deal(boards)
    }

    /// Whether it means something.
    pub fn is_read(&self) -> bool {
        self.read.profile.is_some()
    }

    /// What is wrong with it, or might be.
    pub fn problems(&self) -> &[Problem] {
        &self.read.problems
    }

    /// The document it was read from, if it is one.
    pub fn document(&self) -> Option<&Json> {
        self.read.document.as_ref()
    }

    /// What it is called.
    pub fn name(&self) -> Option<String> {
        self.read.profile.as_ref().map(|profile| profile.name.clone())
    }

    /// What it means.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn profile(&self) -> Result<&Arc<profile::Profile>, Error> {
        let wrong = || Error::Profile(self.read.problems.clone());
        self.read.profile.as_ref().ok_or_else(wrong)
    }

    /// Its combinations. Which of them can be dealt is worked out once.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn combinations(&self, watch: &Watch) -> Result<&Arc<Combinations>, Error> {
        if let Some(known) = self.read.combinations.get() {
            return Ok(known);
        }
        let combinations = Combinations::new(self.profile()?, watch);
        let combinations = combinations.map_err(|error| match watch.look() {
            Err(stopped) => stopped.into(),
            Ok(()) => Error::other(&error),
        })?;
        Ok(self.read.combinations.get_or_init(|| Arc::new(combinations)))
    }

    /// What it means and its combinations, of which some can be dealt.
    fn dealable(
        &self,
        watch: &Watch,
    ) -> Result<(&Arc<profile::Profile>, &Arc<Combinations>), Error> {
        let (profile, combinations) = (self.profile()?, self.combinations(watch)?);
        if combinations.dealable().next().is_none() {
            let viability = Viability::new(profile, combinations, watch)?;
            let reasons = viability.left_out.iter().take(REASONS);
            let reasons = reasons.map(|one| one.sentence(profile)).collect();
            return Err(Error::NothingDealable(reasons));
        }
        Ok((profile, combinations))
    }

    /// How many of its combinations cannot be dealt and are left out, of how many.
    pub(crate) fn left_out(&self) -> Option<(usize, usize)> {
        let combinations = self.read.combinations.get()?;
        let all = combinations.all().len();
        let left_out = all - combinations.dealable().count();
        (left_out > 0).then_some((left_out, all))
    }

    /// How rare each of its combinations is, and all of them by their shares.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn odds(&self, effort: Effort, watch: &Watch) -> Result<ProfileOdds, Error> {
        let (profile, combinations) = (self.profile()?, self.combinations(watch)?);
        let budget = effort.budget(Purpose::Odds);
        Ok(ProfileOdds::new(profile, combinations, budget, cores(), watch)?)
    }

    /// How boards of its combinations are found, and what stands in the way. One with a single combination is explained as a
    /// script is, line by line.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn explain(&self, wanted: Explain, watch: &Watch) -> Result<Explanation, Error> {
        let (profile, combinations) = (self.profile()?, self.combinations(watch)?);
        let boards = wanted.boards.unwrap_or(BOARDS);
        if let Some(single) = SingleCombination::new(profile, combinations) {
            let written = |node| Some((single.words(node)?, None));
            let explained = explain_condition(single.condition(), &wanted, boards, &written, watch);
            let explained = explained.map_err(|error| match error {
                plan::FindError::Plan(error) => Error::from(DealError::Plan(error)),
                plan::FindError::Eval(error) => {
                    Error::other(&error)
                }
            })?;
            return Ok(Explanation::Plan(Box::new(explained)));
        }
        let strategy = strategy(&wanted);
        let checked = ProfileStrategy::Planned(strategy).check();
        checked.map_err(|error| Error::other(&error))?;
        let budget = wanted.effort.budget(Purpose::Explain);
        let threads = cores();
        let explanation =
            ProfileExplanation::new(profile, combinations, strategy, boards, budget, threads, watch);
        let explanation = explanation.map_err(|error| Error::from(DealError::Plan(error)))?;
        Ok(Explanation::Profile(Box::new(explanation)))
    }

    /// What is wrong with it, what can never be dealt, and what is very rare. It never fails; what was not looked at because
    /// it was stopped is left out.
    pub fn check(&self, watch: &Watch) -> ProfileCheck {
        let problems = self.problems();
        let checked = || {
            let (profile, combinations) = (self.profile()?, self.combinations(watch)?);
            let check = ProfileCheck::new(profile, combinations, problems, cores(), watch)?;
            Ok::<_, Error>(check)
        };
        checked().unwrap_or_else(|_| ProfileCheck::unreadable(problems))
    }

    /// Which seat makes it hard, counted.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn report(&self, effort: Effort, watch: &Watch) -> Result<ProfileReport, Error> {
        let (profile, combinations) = (self.profile()?, self.combinations(watch)?);
        let budget = effort.budget(Purpose::Odds);
        Ok(ProfileReport::new(profile, combinations, budget, cores(), watch)?)
    }

    /// How often each choice of its subprofiles comes by nature, and how often it should.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn level(&self, effort: Effort, watch: &Watch) -> Result<LevelReport, Error> {
        let (profile, combinations) = self.dealable(watch)?;
        let budget = effort.budget(Purpose::Odds);
        let counted = Counted::combinations(combinations, budget, cores(), watch)?;
        let types = profile::natural(&counted, combinations).into_iter().map(|one| {
            let names = Seat::ALL.into_iter().filter(|&seat| profile.seat(seat).len() > 1);
            let name = |seat: Seat| profile.name_of(seat, one.subprofiles[seat as usize]);
            let names: Vec<String> = names.map(name).collect();
            TypeMeasure {
                name: if names.is_empty() { profile.name.clone() } else { names.join(", ") },
                condition: names.join(" and "),
                count: one.count.map(Count),
                probability: one.probability,
                interval: None,
                target: one.target,
            }
        });
        let total = Count(bridge::DEALS);
        Ok(LevelReport::new(total, OneTypeEach::Proved, types.collect(), Vec::new()))
    }

    /// Every strategy side by side: what each takes, and how far it is from fair. The clock tells seconds from any moment on.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn compare(
        &self,
        settings: &Settings,
        boards: u64,
        seed: u64,
        clock: &dyn Fn() -> f64,
        watch: &Watch,
    ) -> Result<StrategyComparison, Error> {
        let (profile, combinations) = self.dealable(watch)?;
        let threads = cores();
        let compared = StrategyComparison::new(
            profile, combinations, settings, boards, seed, threads, clock, watch,
        );
        watch.look()?;
        compared.map_err(|error| match error {
            plan::FindError::Plan(error) => DealError::Plan(error).into(),
            plan::FindError::Eval(error) => {
                Error::other(&error)
            }
        })
    }

    fn rotates(&self, turned: Option<bool>) -> bool {
        let own = self.read.profile.as_ref().is_some_and(|profile| profile.rotates);
        turned.unwrap_or(own)
    }

    /// Where its boards come from.
    pub(crate) fn source(&self, asked: &Asked, watch: &Watch) -> Result<BoardSource, Error> {
        let (profile, combinations) = self.dealable(watch)?;
        let rotates = self.rotates(asked.turned);
        Ok(BoardSource::Profile(match asked.of_profile()? {
            ProfileStrategy::Planned(strategy) => {
                let plans = CombinationPlans::new(combinations.clone(), strategy, rotates);
                ProfileSource::Planned(Arc::new(plans))
            }
            ProfileStrategy::Attempts(method) => {
                let (profile, combinations) = (profile.clone(), combinations.clone());
                let settings = asked.settings.clone();
                let attempts = Attempts::new(profile, combinations, method, settings, rotates);
                ProfileSource::Attempts(Arc::new(attempts.traced(asked.trace)))
            }
            _ => return Err(DealError::Plan(PlanError::Never).into()),
        }))
    }

    /// Looks at boards that come from elsewhere.
    pub(crate) fn filter(&self, turned: Option<bool>, watch: &Watch) -> Result<ProfileFilter, Error> {
        let (_, combinations) = self.dealable(watch)?;
        Ok(ProfileFilter::new(combinations.clone(), self.rotates(turned)))
    }

    /// Who deals a board.
    pub(crate) fn dealer_of(&self, drawn: DrawnCombination) -> Option<Seat> {
        let profile = self.read.profile.as_ref()?;
        Some(drawn.dealer(profile))
    }

    /// What came of dealing it.
    pub(crate) fn dealt(&self, dealt: &Dealt, dealing: &Dealing) -> Option<DealtShares> {
        let profile = self.read.profile.as_ref()?;
        let combinations = self.read.combinations.get()?;
        let asked = &dealing.asked;
        let how = HowDealt {
            seed: dealt.seed,
            tries: dealt.tries,
            strategy: asked.of_profile().ok()?,
            rotated: self.rotates(asked.turned),
            vulnerability_from: if asked.random_vulnerability { dealt.seed % 16 } else { 0 },
        };
        Some(DealtShares::new(profile, combinations, &dealt.tally, how))
    }
}

/// A board of a profile that was looked at, or completed.
pub(crate) type FoundBoard = Found<AboutBoard>;
