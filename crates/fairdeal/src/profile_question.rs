//! A profile as a question.

use std::sync::{Arc, OnceLock};

use answer::{Count, Explained};
use bridge::{HandType, Seat};
use level::{LevelReport, OneTypeEach, TypeMeasure};
use plan::QuotaPart;
use profile::{
    AttemptReport, AttemptRequest, Counted, DealtShares, DrawnCombination, HowDealt, KeptCounts,
    LoadError, LoadedProfile, Problem, ProfileCheck, ProfileFilter, ProfileOdds, ProfileReport,
    ProfileStrategy, Reading, Settings, Severity, SingleCombination, StrategyComparison,
    TightSeats, UndealableProfile,
};
use serde_json::Value as Json;
use space::{Key, Watch};

use crate::board_source::{BoardSource, Sourced};
use crate::deal::{Asked, BOARDS};
use crate::deal_error::{DealError, MAX_KEPT};
use crate::dealing::Dealing;
use crate::dealt::Dealt;
use crate::effort::{Effort, Purpose};
use crate::error::Error;
use crate::explain::{Explain, Explanation, SingleExplanation, explain_condition, strategy};
use crate::practice_set::{PracticeSet, TypeBoards};
use crate::threads::cores;

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
    reading: Reading,
    /// With its combinations, once they were looked at.
    loaded: OnceLock<LoadedProfile>,
    /// Where it stands, if it was found on a shelf: what is counted of it is kept there.
    #[cfg(feature = "files")]
    shelf: Option<store::ProfileStore>,
    /// What was counted.
    counts: OnceLock<KeptCounts>,
    /// What the boards of each combination are dealt as, as they are and turned round, once they came up.
    types: OnceLock<Vec<[OnceLock<Option<HandType>>; 2]>>,
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
                reading,
                loaded: OnceLock::new(),
                #[cfg(feature = "files")]
                shelf: None,
                counts: OnceLock::new(),
                types: OnceLock::new(),
            }),
        }
    }

    /// A profile that stands on a shelf: what was counted of it before is known, and what is counted is kept there.
    #[cfg(feature = "files")]
    pub fn on_shelf(text: &str, shelf: &store::ProfileStore) -> Profile {
        Profile {
            read: Arc::new(Read {
                reading: profile::read(text),
                loaded: OnceLock::new(),
                shelf: Some(shelf.clone()),
                counts: OnceLock::new(),
                types: OnceLock::new(),
            }),
        }
    }

    /// What was counted before.
    fn counts(&self) -> &KeptCounts {
        self.read.counts.get_or_init(|| {
            #[cfg(feature = "files")]
            if let Some(shelf) = &self.read.shelf {
                return shelf.kept_counts();
            }
            KeptCounts::default()
        })
    }

    /// Keeps what was counted for the next time, if it stands on a shelf.
    fn keep_counts(&self) {
        #[cfg(feature = "files")]
        if let (Some(shelf), Some(loaded)) = (&self.read.shelf, self.read.loaded.get())
            && let Some(document) = &self.read.reading.document
        {
            shelf.keep_counted(document, loaded, self.counts());
        }
    }

    /// So many boards of it.
    pub fn deal(&self, boards: u64) -> crate::Deal {
        crate::Question::from(self.clone()).deal(boards)
    }

    /// Whether it means something.
    pub fn is_read(&self) -> bool {
        self.read.reading.profile.is_some()
    }

    /// What is wrong with it, or might be.
    pub fn problems(&self) -> &[Problem] {
        &self.read.reading.problems
    }

    /// What is wrong with it, or might be: not what only says how something is understood.
    pub fn warnings(&self) -> impl Iterator<Item = &Problem> {
        let all = self.problems().iter();
        all.filter(|problem| problem.severity != Severity::Note)
    }

    /// As it was read.
    pub fn reading(&self) -> &Reading {
        &self.read.reading
    }

    /// What it is called.
    pub fn name(&self) -> Option<String> {
        let profile = self.read.reading.profile.as_ref();
        profile.map(|profile| profile.name.clone())
    }

    /// What it teaches.
    pub fn description(&self) -> Option<String> {
        let profile = self.read.reading.profile.as_ref()?;
        let description = plain(profile.description.trim());
        (!description.is_empty()).then_some(description)
    }

    /// What it teaches, what it is called and who made it, and all its rules in words.
    pub fn page(&self) -> Option<String> {
        let Reading {
            profile, document, ..
        } = &self.read.reading;
        let profile = profile.as_ref()?;
        let field = |name: &str| {
            let text = document.as_ref()?.get(name)?.as_str()?.trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let mut name = profile.name.clone();
        if let Some(version) = field("version") {
            name += &format!(", version {version}");
        }
        if let Some(author) = field("author") {
            name += &format!(", by {author}");
        }
        let parts = [
            self.description(),
            Some(name),
            Some(profile::words(profile)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        Some(plain(&parts.join("\n\n")))
    }

    /// What it means, with its combinations. Which of them can be dealt is worked out once.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn loaded(&self, watch: &Watch) -> Result<&LoadedProfile, Error> {
        if let Some(known) = self.read.loaded.get() {
            return Ok(known);
        }
        let loaded = LoadedProfile::new(self.read.reading.clone(), watch);
        let loaded = loaded.map_err(|error| match error {
            _ if watch.is_stopped() => Error::Stopped,
            LoadError::Unreadable(_) => Error::Profile(self.problems().to_vec()),
            error => Error::other(&error),
        })?;
        let loaded = loaded.keeping(self.counts());
        Ok(self.read.loaded.get_or_init(|| loaded))
    }

    /// The same, if some of its combinations can be dealt.
    ///
    /// # Errors
    /// Why nothing can be dealt, too.
    pub fn dealable(&self, watch: &Watch) -> Result<&LoadedProfile, Error> {
        let loaded = self.loaded(watch)?;
        match loaded.ensure_dealable(watch) {
            Ok(_) => Ok(loaded),
            Err(UndealableProfile::Nothing(reasons)) => Err(Error::NothingDealable(reasons)),
            Err(_) => Err(Error::Stopped),
        }
    }

    /// How many of its combinations cannot be dealt and are left out, of how many.
    pub(crate) fn left_out(&self) -> Option<(usize, usize)> {
        let combinations = &self.read.loaded.get()?.combinations;
        let all = combinations.all().len();
        let left_out = all - combinations.dealable().count();
        (left_out > 0).then_some((left_out, all))
    }

    /// How rare each of its combinations is, and all of them by their shares.
    ///
    /// # Errors
    /// What is wrong with it, why nothing can be dealt, or that it was stopped.
    pub fn odds(&self, effort: Effort, watch: &Watch) -> Result<ProfileOdds, Error> {
        let budget = effort.budget(Purpose::Odds);
        let odds = self.dealable(watch)?.odds(budget, cores(), watch);
        self.keep_counts();
        Ok(odds?)
    }

    /// How boards of its combinations are found, and what stands in the way. One with a single combination is explained as a
    /// script is, line by line.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn explain(&self, wanted: Explain, watch: &Watch) -> Result<Explanation, Error> {
        let loaded = self.loaded(watch)?;
        let boards = wanted.boards.unwrap_or(BOARDS);
        if let Some(single) = SingleCombination::new(&loaded.profile, &loaded.combinations) {
            let written = |node| Some((single.words(node)?, None));
            let explained = explain_condition(single.condition(), &wanted, boards, &written, watch);
            return match explained {
                Ok(plan) => Ok(Explanation::Single(Box::new(SingleExplanation {
                    plan,
                    tried_first: SingleCombination::tried_first(
                        &loaded.combinations,
                        strategy(&wanted),
                        boards,
                        wanted.effort.budget(Purpose::Explain),
                        watch,
                    )?,
                    tight: TightSeats::new(
                        &loaded.profile,
                        &loaded.combinations,
                        &Settings::default(),
                    ),
                }))),
                Err(error) => Err(not_found(error)),
            };
        }
        let strategy = strategy(&wanted);
        let checked = ProfileStrategy::Planned(strategy).check();
        checked.map_err(DealError::from)?;
        let budget = wanted.effort.budget(Purpose::Explain);
        let explanation = loaded.explain(strategy, boards, budget, cores(), watch);
        let explanation = explanation.map_err(|error| Error::from(DealError::Plan(error)))?;
        Ok(Explanation::Profile(Box::new(explanation)))
    }

    /// What is wrong with it, what can never be dealt, and what is very rare. It never fails; what was not looked at because
    /// it was stopped is left out.
    pub fn check(&self, watch: &Watch) -> ProfileCheck {
        let checked = || Ok::<_, Error>(self.loaded(watch)?.check(cores(), watch)?);
        let checked = checked();
        self.keep_counts();
        checked.unwrap_or_else(|_| ProfileCheck::unreadable(self.problems()))
    }

    /// Which seat makes it hard, counted. The settings say what is tight.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn report(
        &self,
        settings: &Settings,
        effort: Effort,
        watch: &Watch,
    ) -> Result<ProfileReport, Error> {
        let budget = effort.budget(Purpose::Odds);
        let loaded = self.loaded(watch)?;
        let report = loaded.report(settings, budget, cores(), watch);
        self.keep_counts();
        Ok(report?)
    }

    /// Which seat makes it hard, as attempts find it.
    ///
    /// # Errors
    /// What is wrong with it, that nothing can be dealt, that there are too many boards to tell of each, or that it was
    /// stopped.
    pub fn attempted(
        &self,
        request: &AttemptRequest,
        watch: &Watch,
    ) -> Result<AttemptReport, Error> {
        if request.each_board && request.boards > MAX_KEPT {
            return Err(DealError::Kept("a report of each board").into());
        }
        let loaded = self.dealable(watch)?;
        let attempted = loaded.attempted(request, cores(), watch);
        watch.look()?;
        attempted.map_err(not_found)
    }

    /// How often each choice of its subprofiles comes by nature, and how often it should.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn level(&self, effort: Effort, watch: &Watch) -> Result<LevelReport, Error> {
        let LoadedProfile {
            profile,
            combinations,
            ..
        } = self.dealable(watch)?;
        let budget = effort.budget(Purpose::Odds);
        let counted = Counted::combinations(combinations, budget, cores(), watch)?;
        let total = combinations
            .dealable()
            .find_map(|one| counted.odds(&one.demands));
        let total = Count(total.map_or(0, |odds| odds.total));
        let types = profile::natural(&counted, combinations)
            .into_iter()
            .map(|one| {
                let names = names_of_choice(profile, one.subprofiles);
                TypeMeasure {
                    name: name_of_choice(profile, one.subprofiles),
                    condition: names.join(" and "),
                    count: one.count.map(Count),
                    probability: one.probability,
                    interval: None,
                    target: one.target,
                }
            });
        let types = types.collect();
        Ok(LevelReport::new(
            total,
            OneTypeEach::MayOverlap,
            types,
            Vec::new(),
        ))
    }

    /// Every strategy side by side: what each takes, and how far it is from fair. The clock tells seconds from any moment on.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn compare(
        &self,
        settings: &Settings,
        boards: u64,
        key: Key,
        clock: &dyn Fn() -> f64,
        watch: &Watch,
    ) -> Result<StrategyComparison, Error> {
        let loaded = self.dealable(watch)?;
        let compared = loaded.compare(settings, boards, key, cores(), clock, watch);
        watch.look()?;
        compared.map_err(not_found)
    }

    fn rotates(&self, turned: Option<bool>) -> bool {
        let profile = self.read.reading.profile.as_ref();
        turned.unwrap_or_else(|| profile.is_some_and(|profile| profile.rotates))
    }

    /// Where its boards come from.
    pub(crate) fn source(
        &self,
        asked: &Asked,
        set: Option<&PracticeSet>,
        watch: &Watch,
    ) -> Result<Sourced, Error> {
        let strategy = asked.of_profile()?;
        let rotates = self.rotates(asked.turned);
        let loaded = self.dealable(watch)?;
        let Some(set) = set else {
            let source = loaded.source(strategy, &asked.settings, rotates, asked.trace);
            return Ok(BoardSource::Profile(source).into());
        };
        let ProfileStrategy::Planned(strategy) = strategy else {
            let what = "a set in exact shares";
            let who = "strategies that never give up a board: auto, exact or a plan";
            return Err(DealError::NotForThis { what, who }.into());
        };
        let LoadedProfile {
            profile,
            combinations,
            ..
        } = loaded;
        // What partners have together is drawn together: those of one side are a list, and those of the other.
        let part = |(subprofiles, share): ([usize; 4], f64)| {
            let [north, east, south, west] = subprofiles;
            QuotaPart {
                share,
                row: north * profile.seat(Seat::South).len() + south,
                column: east * profile.seat(Seat::West).len() + west,
            }
        };
        let parts: Vec<QuotaPart> = combinations.choices().map(part).collect();
        let quota = set.quota(&parts, || {
            let budget = Effort::Quick.budget(Purpose::Odds);
            let counted = Counted::combinations(combinations, budget, cores(), watch)?;
            let natural = profile::natural(&counted, combinations);
            Ok(natural.into_iter().map(|one| one.natural).collect())
        })?;
        let choices = combinations.choices().zip(quota.counts());
        let counts = choices.map(|((subprofiles, _), &boards)| TypeBoards {
            name: name_of_choice(profile, subprofiles),
            boards,
        });
        Ok(Sourced {
            counts: counts.collect(),
            source: BoardSource::Profile(loaded.source_of_set(strategy, rotates, quota)),
        })
    }

    /// Looks at boards that come from elsewhere.
    pub(crate) fn filter(
        &self,
        turned: Option<bool>,
        watch: &Watch,
    ) -> Result<ProfileFilter, Error> {
        Ok(self.dealable(watch)?.filter(self.rotates(turned)))
    }

    /// Who deals a board.
    pub(crate) fn dealer_of(&self, drawn: DrawnCombination) -> Option<Seat> {
        let profile = self.read.reading.profile.as_ref()?;
        Some(drawn.dealer(profile))
    }

    /// What a board was dealt as, with the seats as they are at the table.
    pub(crate) fn hand_type(&self, drawn: DrawnCombination) -> Option<HandType> {
        let LoadedProfile {
            profile,
            combinations,
            ..
        } = self.read.loaded.get()?;
        let all = combinations.all();
        let types = self.read.types.get_or_init(|| {
            let none_yet = || [OnceLock::new(), OnceLock::new()];
            std::iter::repeat_with(none_yet).take(all.len()).collect()
        });
        let DrawnCombination {
            combination,
            turned,
        } = drawn;
        let words = || HandType::new(&all[combination].hand_type(profile, turned)?);
        let hand_type = &types[combination][usize::from(turned)];
        hand_type.get_or_init(words).clone()
    }

    /// Whether its boards say what they were dealt as: all of them do, or none.
    pub(crate) fn has_hand_types(&self) -> bool {
        let loaded = self.read.loaded.get();
        let first = loaded.and_then(|loaded| {
            let first = loaded.combinations.all().first()?;
            first.hand_type(&loaded.profile, false)
        });
        first.is_some()
    }

    /// What came of dealing it.
    pub(crate) fn dealt(&self, dealt: &Dealt, dealing: &Dealing) -> Option<DealtShares> {
        let loaded = self.read.loaded.get()?;
        let asked = &dealing.asked;
        let how = HowDealt {
            seed: dealt.seed.name(),
            key: dealt.seed.key_mark().map(str::to_owned),
            tries: dealt.tries,
            strategy: asked.of_profile().ok()?,
            rotated: self.rotates(asked.turned),
            vulnerability_from: if asked.random_vulnerability {
                dealt.seed.vulnerability_from()
            } else {
                0
            },
        };
        let (profile, combinations) = (&loaded.profile, &loaded.combinations);
        Some(DealtShares::new(profile, combinations, &dealt.tally, how))
    }
}

/// The subprofiles of the seats that have several: `North (weak)`, `South 2`.
fn names_of_choice(profile: &profile::Profile, subprofiles: [usize; 4]) -> Vec<String> {
    let seats = Seat::ALL.into_iter();
    let seats = seats.filter(|&seat| profile.seat(seat).len() > 1);
    let names = seats.map(|seat| profile.name_of(seat, subprofiles[seat as usize]));
    names.collect()
}

/// The same as one name; the profile's own if no seat has several.
fn name_of_choice(profile: &profile::Profile, subprofiles: [usize; 4]) -> String {
    let names = names_of_choice(profile, subprofiles);
    if names.is_empty() {
        profile.name.clone()
    } else {
        names.join(", ")
    }
}

/// A text of lines, with nothing in it that a terminal would take for a command.
fn plain(text: &str) -> String {
    let plain = |letter: &char| !letter.is_control() || *letter == '\n';
    text.chars().filter(plain).collect()
}

/// Why boards of a profile were not found.
fn not_found(error: plan::FindError) -> Error {
    match error {
        plan::FindError::Plan(error) => DealError::Plan(error).into(),
        plan::FindError::Eval(error) => Error::Other(error.body()),
    }
}
