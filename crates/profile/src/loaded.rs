//! A profile with its combinations: what everything that is asked about a profile begins with.

use std::fmt;
use std::sync::Arc;

use answer::{ErrorBody, Explained, Place};
use plan::{FindError, PlanError, Quota, Strategy, Watch};
use space::{Budget, Key, Stopped};

use crate::answers::{
    AttemptReport, AttemptRequest, ProfileCheck, ProfileExplanation, ProfileOdds, ProfileReport,
    StrategyComparison,
};
use crate::attempting::attempts::Attempts;
use crate::attempting::settings::Settings;
use crate::attempting::trace::AttemptTrace;
use crate::combining::combination::{Combinations, CombinationsError};
use crate::combining::viability::Viability;
use crate::document::fields::{Problem, ProblemList};
use crate::document::model::Profile;
use crate::document::read::Reading;
use crate::finding::combination_plans::CombinationPlans;
use crate::finding::filter::ProfileFilter;
use crate::finding::source::{ProfileSource, ProfileStrategy};

/// More bytes than this are no profile.
pub const MOST_BYTES: u64 = 16 << 20;
/// So many reasons are given why nothing can be dealt.
const SHOWN: usize = 20;

/// A profile that was read, with its combinations. A clone is cheap.
///
/// ```
/// let reading = profile::read(r#"{
///     "profile_name": "Six spades", "dealer": "N", "tag": "Opener",
///     "seat_profiles": {"N": {"seat": "N", "subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}
/// }"#);
/// let watch = plan::Watch::default();
/// let loaded = profile::LoadedProfile::new(reading, &watch).unwrap();
/// let report = loaded.report(&Default::default(), Default::default(), 1, &watch).unwrap();
/// assert_eq!(report.hardest_seat, Some(bridge::Seat::North));
/// ```
#[derive(Clone, Debug)]
pub struct LoadedProfile {
    /// The profile.
    pub profile: Arc<Profile>,
    /// Its combinations.
    pub combinations: Arc<Combinations>,
    /// What might be wrong with it.
    pub problems: Arc<[Problem]>,
}

/// Why there is no profile to ask about.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(UnreadableProfile),
    /// Its combinations were not looked at.
    #[error(transparent)]
    Combinations(#[from] CombinationsError),
}

/// A document that is no profile, with all that is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadableProfile(pub ProblemList);

impl fmt::Display for UnreadableProfile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.0.to_string().trim_end())
    }
}

impl std::error::Error for UnreadableProfile {}

impl Explained for LoadError {
    fn code(&self) -> &'static str {
        match self {
            LoadError::Unreadable(_) => "profile",
            LoadError::Combinations(error) => error.code(),
        }
    }

    fn body(&self) -> ErrorBody {
        let places = match self {
            LoadError::Unreadable(UnreadableProfile(list)) => &list.problems[..],
            LoadError::Combinations(_) => &[],
        };
        let place = |problem: &Problem| Place {
            path: Some(problem.path.clone()),
            label: Some(problem.message.clone()),
            ..Place::default()
        };
        let errors = places.iter().filter(|problem| problem.is_error());
        ErrorBody {
            places: errors.map(place).collect(),
            ..ErrorBody::new(self.code(), self.to_string())
        }
    }
}

/// Why a profile cannot be dealt from.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UndealableProfile {
    /// No combination can be dealt, for these reasons.
    #[error("nothing in this profile can be dealt:{}", indented(.0))]
    Nothing(Vec<String>),
    /// Looking for the reasons was stopped.
    #[error("looking at the combinations was stopped")]
    Stopped,
}

fn indented(reasons: &[String]) -> String {
    let lines = reasons.iter().map(|reason| format!("\n  {reason}"));
    lines.collect()
}

impl From<Stopped> for UndealableProfile {
    fn from(_: Stopped) -> UndealableProfile {
        UndealableProfile::Stopped
    }
}

impl Explained for UndealableProfile {
    fn code(&self) -> &'static str {
        match self {
            UndealableProfile::Nothing(_) => "never",
            UndealableProfile::Stopped => "stopped",
        }
    }
}

impl LoadedProfile {
    /// What was read, with its combinations.
    ///
    /// # Errors
    /// When it cannot be read, has too many combinations, or it was stopped.
    pub fn new(reading: Reading, watch: &Watch) -> Result<LoadedProfile, LoadError> {
        let Reading {
            profile, problems, ..
        } = reading;
        let Some(profile) = profile else {
            return Err(LoadError::Unreadable(UnreadableProfile(problems.into())));
        };
        let combinations = Combinations::new(&profile, watch)?;
        Ok(LoadedProfile {
            profile: Arc::new(profile),
            combinations: Arc::new(combinations),
            problems: problems.into(),
        })
    }

    /// That there is something to deal: how many combinations are left out.
    ///
    /// # Errors
    /// When nothing can be dealt, with the reasons; or looking for them was stopped.
    pub fn ensure_dealable(&self, watch: &Watch) -> Result<usize, UndealableProfile> {
        let all = self.combinations.all().len();
        let left_out = all - self.combinations.dealable().count();
        if left_out < all {
            return Ok(left_out);
        }
        let viability = Viability::new(&self.profile, &self.combinations, watch)?;
        let reasons = viability.left_out.iter().take(SHOWN);
        let reasons = reasons.map(|one| one.sentence(&self.profile));
        Err(UndealableProfile::Nothing(reasons.collect()))
    }

    /// Where its boards come from, turned round half of the time or not. Attempts are traced or not; plans need no settings.
    pub fn source(
        &self,
        strategy: ProfileStrategy,
        settings: &Settings,
        rotates: bool,
        traced: bool,
    ) -> ProfileSource {
        let combinations = self.combinations.clone();
        match strategy {
            ProfileStrategy::Planned(strategy) => ProfileSource::Planned(Arc::new(
                CombinationPlans::new(combinations, strategy, rotates),
            )),
            ProfileStrategy::Attempts(method) => {
                let (profile, settings) = (self.profile.clone(), settings.clone());
                let attempts = Attempts::new(profile, combinations, method, settings, rotates);
                ProfileSource::Attempts(Arc::new(attempts.traced(traced)))
            }
        }
    }

    /// Where the boards of a set come from, whose parts are the [`Combinations::choices`].
    pub fn source_of_set(&self, strategy: Strategy, rotates: bool, quota: Quota) -> ProfileSource {
        let plans = CombinationPlans::new(self.combinations.clone(), strategy, rotates);
        ProfileSource::Planned(Arc::new(plans.with_quota(quota)))
    }

    /// A filter for boards that come from elsewhere, turned round or not.
    pub fn filter(&self, rotates: bool) -> ProfileFilter {
        ProfileFilter::new(self.combinations.clone(), rotates)
    }

    /// What can never be dealt, and what is very rare.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn check(&self, threads: usize, watch: &Watch) -> Result<ProfileCheck, Stopped> {
        let (profile, combinations) = (&self.profile, &self.combinations);
        ProfileCheck::new(profile, combinations, &self.problems, threads, watch)
    }

    /// How rare its combinations are, each counted within the budget.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn odds(
        &self,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileOdds, Stopped> {
        ProfileOdds::new(&self.profile, &self.combinations, budget, threads, watch)
    }

    /// Which seat makes it hard, counted. The settings say what is tight.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn report(
        &self,
        settings: &Settings,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileReport, Stopped> {
        let (profile, combinations) = (&self.profile, &self.combinations);
        ProfileReport::new(profile, combinations, settings, budget, threads, watch)
    }

    /// Which seat makes it hard, as attempts find it.
    ///
    /// # Errors
    /// When nothing can be dealt, or it was stopped.
    pub fn attempted(
        &self,
        request: &AttemptRequest,
        threads: usize,
        watch: &Watch,
    ) -> Result<AttemptReport, FindError> {
        AttemptReport::new(self, request, threads, watch)
    }

    /// Tells of attempts with these settings, one by one, in the order of the boards.
    pub fn trace(&self, settings: &Settings) -> AttemptTrace {
        let (profile, combinations) = (self.profile.clone(), self.combinations.clone());
        AttemptTrace::new(profile, combinations, settings.clone())
    }

    /// How its boards are found.
    ///
    /// # Errors
    /// When the strategy cannot be followed, or it was stopped.
    pub fn explain(
        &self,
        strategy: Strategy,
        boards: u64,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileExplanation, PlanError> {
        let (profile, combinations) = (&self.profile, &self.combinations);
        ProfileExplanation::new(
            profile,
            combinations,
            strategy,
            boards,
            budget,
            threads,
            watch,
        )
    }

    /// The strategies side by side. `now` tells the time in seconds, from any beginning.
    ///
    /// # Errors
    /// When nothing can be dealt, or it was stopped.
    pub fn compare(
        &self,
        settings: &Settings,
        boards: u64,
        key: Key,
        threads: usize,
        now: &dyn Fn() -> f64,
        watch: &Watch,
    ) -> Result<StrategyComparison, FindError> {
        StrategyComparison::new(self, settings, boards, key, threads, now, watch)
    }
}
