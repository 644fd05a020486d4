//! A question: a script, a profile, a script leveled by its types, or a mixture of such. All that can be asked is asked of it, in
//! the same way for all; what a mixture has no answer to is asked of its questions one by one.

use bridge::Seat;
use bridge::Vulnerability;
use bridge::double_dummy::Solver;
use condition::{Condition, EvalError};
use level::ScriptTypes;
use plan::PlanError;
use profile::{AttemptTrace, DealtShares, DrawnCombination};
use script::{Action, Compiled, Value};
use space::Watch;

use crate::board_source::{BoardSource, Sourced};
use crate::check::{Check, CheckReport, NamedCheck};
use crate::deal::{Asked, Deal, PlansError, Strategy, plans_of};
use crate::deal_error::DealError;
use crate::dealing::Dealing;
use crate::dealt::Dealt;
use crate::effort::Effort;
use crate::error::Error;
use crate::explain::{Explain, Explanation};
use crate::fingerprint::fingerprint;
use crate::leveled::Leveled;
use crate::mixed::Mixed;
use crate::odds::Odds;
use crate::practice_set::PracticeSet;
use crate::profile_question::Profile;
use crate::report::Report;
use crate::script_question::{Script, solver_if};

/// What can be dealt. A clone is the same question.
///
/// ```
/// use fairdeal::{Effort, Question, Script, Watch};
/// let question = Question::from(Script::from_text("condition hcp(south) >= 15")?);
/// let watch = Watch::default();
/// let odds = question.odds(Effort::Usual, &watch)?;
/// assert!(odds.is_exact());
/// println!("{odds}");
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub enum Question {
    /// A script in the dealer language.
    Script(Script),
    /// A hand profile.
    Profile(Profile),
    /// A script whose hand types come in chosen shares.
    Leveled(Leveled),
    /// Several questions, mixed by weight.
    Mixed(Mixed),
}

impl From<Script> for Question {
    fn from(script: Script) -> Question {
        Question::Script(script)
    }
}

impl From<Profile> for Question {
    fn from(profile: Profile) -> Question {
        Question::Profile(profile)
    }
}

impl From<Leveled> for Question {
    fn from(leveled: Leveled) -> Question {
        Question::Leveled(leveled)
    }
}

impl From<Mixed> for Question {
    fn from(mixed: Mixed) -> Question {
        Question::Mixed(mixed)
    }
}

/// The numbers and names that a question says of its boards.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct OwnNumbers {
    pub produce: Option<u64>,
    pub generate: Option<u64>,
    pub dealer: Option<Seat>,
    pub vulnerable: Option<Vulnerability>,
    /// The number of the first board.
    pub start_board: u64,
}

impl Question {
    /// So many boards of it.
    pub fn deal(&self, boards: u64) -> Deal {
        self.deal_usual().number(Some(boards))
    }

    /// As many boards as it says, or the usual number.
    pub fn deal_usual(&self) -> Deal {
        Deal::new(self.clone())
    }

    /// How likely it is, counted where that fits the effort.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn odds(&self, effort: Effort, watch: &Watch) -> Result<Odds, Error> {
        watch.begin("counting", None);
        match self {
            Question::Script(script) => Ok(Odds::Script(Box::new(script.odds(effort, watch)?))),
            Question::Profile(profile) => Ok(Odds::Profile(Box::new(profile.odds(effort, watch)?))),
            // The types and not the shares decide which deals qualify.
            Question::Leveled(leveled) => {
                let odds = leveled.script().odds(effort, watch)?;
                Ok(Odds::Script(Box::new(odds)))
            }
            Question::Mixed(_) => Err(one_at_a_time("counting odds")),
        }
    }

    /// How likely it is among the deals that satisfy a further condition, which may use the names of its script; `place` is what
    /// to call where that condition comes from.
    ///
    /// # Errors
    /// As [`Question::odds`]; what is wrong with the further condition; that this is a profile.
    pub fn odds_given(
        &self,
        place: &str,
        given: &str,
        effort: Effort,
        watch: &Watch,
    ) -> Result<Odds, Error> {
        watch.begin("counting", None);
        let script = match self {
            Question::Script(script) => script,
            Question::Leveled(leveled) => leveled.script(),
            Question::Profile(_) => {
                let (what, who) = ("something that is given", "scripts, and this is a profile");
                return Err(DealError::NotForThis { what, who }.into());
            }
            Question::Mixed(_) => {
                let (what, who) = ("something that is given", "scripts, and these are several");
                return Err(DealError::NotForThis { what, who }.into());
            }
        };
        let odds = script.odds_given(place, given, effort, watch)?;
        Ok(Odds::Given(Box::new(odds)))
    }

    /// How its boards are found, what makes them rare, and why there may be none.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn explain(&self, wanted: Explain, watch: &Watch) -> Result<Explanation, Error> {
        watch.begin("planning", None);
        match self {
            Question::Script(script) => script.explain(wanted, watch),
            Question::Profile(profile) => profile.explain(wanted, watch),
            Question::Leveled(leveled) => leveled.script().explain(wanted, watch),
            Question::Mixed(_) => Err(one_at_a_time("explaining")),
        }
    }

    /// What is wrong with it, or might be. It never fails; what counting would show is left out if it was stopped.
    pub fn check(&self, wanted: Check, watch: &Watch) -> CheckReport {
        watch.begin("counting", None);
        match self {
            Question::Script(script) => CheckReport::Script(script.check(wanted, watch)),
            Question::Profile(profile) => CheckReport::Profile(profile.check(watch)),
            Question::Leveled(leveled) => {
                CheckReport::Script(leveled.script().check(wanted, watch))
            }
            Question::Mixed(mixed) => {
                let questions = mixed.questions().iter().map(|one| NamedCheck {
                    name: one.name.clone(),
                    check: one.question.check(wanted, watch),
                });
                CheckReport::Mixed(questions.collect())
            }
        }
    }

    /// How often each of its types comes by nature, and how often it should. Those of a profile are its subprofiles.
    ///
    /// # Errors
    /// What is wrong with it, types that cannot have their shares, or that it was stopped.
    pub fn level(
        &self,
        options: &level::Options,
        effort: Effort,
        watch: &Watch,
    ) -> Result<level::LevelReport, Error> {
        watch.begin("counting", None);
        match self {
            Question::Script(script) => Leveled::new(script, options)?.report(effort, watch),
            Question::Profile(profile) => profile.level(effort, watch),
            Question::Leveled(leveled) => leveled.report(effort, watch),
            Question::Mixed(_) => Err(one_at_a_time("measuring types")),
        }
    }

    /// Which seat makes it hard: each seat's chance alone, and given the others.
    ///
    /// # Errors
    /// What is wrong with it, or that it was stopped.
    pub fn report(&self, effort: Effort, watch: &Watch) -> Result<Report, Error> {
        watch.begin("counting", None);
        match self {
            Question::Script(script) => Ok(Report::Script(script.report(effort, watch)?)),
            Question::Profile(profile) => Ok(Report::Profile(Box::new(profile.report(
                &Default::default(),
                effort,
                watch,
            )?))),
            Question::Leveled(leveled) => {
                Ok(Report::Script(leveled.script().report(effort, watch)?))
            }
            Question::Mixed(_) => Err(one_at_a_time("a report")),
        }
    }

    /// The seed that it says itself. A script that says `seed 0` wants one that is drawn.
    pub fn own_seed(&self) -> Option<u64> {
        let compiled = self.compiled().ok().flatten()?;
        let said = compiled.seed.filter(|&seed| seed != 0);
        said.map(|seed| seed as u64)
    }

    /// A short mark by which parts of one run are told from parts of another: equal texts have equal marks.
    pub fn fingerprint(&self) -> String {
        match self {
            Question::Script(script) => fingerprint(script.sources().texts()),
            Question::Leveled(leveled) => {
                let types = leveled.scenario().cells.iter().map(|cell| &*cell.text);
                fingerprint(leveled.script().sources().texts().chain(types))
            }
            Question::Profile(profile) => {
                let document = profile.reading().document.as_ref();
                let text = document.map(|document| document.to_string());
                fingerprint([&*text.unwrap_or_default()])
            }
            Question::Mixed(mixed) => {
                let questions = mixed.questions().iter();
                let marks = questions.map(|one| {
                    let (name, weight) = (&one.name, one.weight.units());
                    format!("{name}={weight} {}", one.question.fingerprint())
                });
                let marks: Vec<String> = marks.collect();
                fingerprint(marks.iter().map(String::as_str))
            }
        }
    }

    /// Whether its boards are written as text where nobody says how: it has no print actions of its own.
    pub(crate) fn is_written_as_text(&self) -> bool {
        matches!(self, Question::Profile(_) | Question::Mixed(_))
    }

    /// Whether its boards are of types, each with its share.
    pub(crate) fn has_parts(&self) -> bool {
        !matches!(self, Question::Script(_))
    }

    /// The parameters that were given a text, and that nothing in the script asks for.
    pub fn unused_parameters(&self) -> Vec<u8> {
        let script = match self {
            Question::Script(script) => script,
            Question::Leveled(leveled) => leveled.script(),
            Question::Profile(_) | Question::Mixed(_) => return Vec::new(),
        };
        let asked = |number: &u8| {
            let mut texts = script.sources().texts();
            texts.any(|text| text.contains(&format!("${number}")))
        };
        let given = script.settings().parameters.keys().copied();
        given.filter(|number| !asked(number)).collect()
    }

    /// Whether it is a profile.
    pub fn is_profile(&self) -> bool {
        matches!(self, Question::Profile(_))
    }

    /// What it is called on pages that are printed of it.
    pub fn title(&self) -> Option<String> {
        match self {
            Question::Profile(profile) => profile.name(),
            _ => self.compiled().ok().flatten()?.title.clone(),
        }
    }

    /// What a text or a page of a session says before its boards: of a profile what it teaches, and in a text all its rules.
    #[cfg(feature = "files")]
    pub(crate) fn introduction(&self, format: bridge::Format) -> Option<String> {
        match (self, format) {
            (Question::Profile(profile), bridge::Format::Text) => profile.page(),
            (Question::Profile(profile), bridge::Format::Html) => profile.description(),
            (_, bridge::Format::Text) => self.title(),
            _ => None,
        }
    }

    /// Whether it says who deals or who is vulnerable.
    pub fn says_dealer(&self) -> bool {
        if let Question::Mixed(mixed) = self {
            return mixed
                .questions()
                .iter()
                .any(|one| one.question.says_dealer());
        }
        let compiled = self.compiled().ok().flatten();
        compiled.is_some_and(|one| one.dealer.is_some() || one.vulnerable.is_some())
    }

    /// Whether it says who deals.
    pub(crate) fn names_dealer(&self) -> bool {
        match self {
            Question::Profile(_) => true,
            Question::Mixed(mixed) => mixed
                .questions()
                .iter()
                .any(|one| one.question.names_dealer()),
            _ => self
                .compiled()
                .ok()
                .flatten()
                .is_some_and(|one| one.dealer.is_some()),
        }
    }

    /// The script that is dealt, compiled; a profile has none, nor has a mixture.
    fn compiled(&self) -> Result<Option<&Compiled>, Error> {
        match self {
            Question::Script(script) => script.compiled().map(Some),
            Question::Leveled(leveled) => Ok(Some(leveled.compiled())),
            Question::Profile(_) | Question::Mixed(_) => Ok(None),
        }
    }

    /// The script that boards are looked at with, once it is known to compile.
    ///
    /// # Panics
    /// If it does not, or is no script.
    pub(crate) fn dealt_script(&self) -> &Compiled {
        match self.compiled() {
            Ok(Some(compiled)) => compiled,
            _ => unreachable!("only scripts that compile come so far"),
        }
    }

    pub(crate) fn numbers(&self) -> Result<OwnNumbers, Error> {
        let Some(compiled) = self.compiled()? else {
            return Ok(OwnNumbers::default());
        };
        let positive = |what, number: Option<i64>| match number.map(u64::try_from) {
            None => Ok(None),
            Some(Ok(number)) => Ok(Some(number)),
            Some(Err(_)) => Err(DealError::Number(what, number.unwrap_or_default())),
        };
        Ok(OwnNumbers {
            produce: positive("produce", compiled.produce)?,
            generate: positive("generate", compiled.generate)?,
            dealer: compiled.dealer,
            vulnerable: compiled.vulnerable,
            start_board: positive("startboard", compiled.start_board)?
                .unwrap_or(1)
                .max(1),
        })
    }

    pub(crate) fn actions(&self) -> Result<Vec<Action<Value>>, Error> {
        let Some(compiled) = self.compiled()? else {
            return Ok(Vec::new());
        };
        let actions = compiled.actions.clone();
        let actions = actions.unwrap_or_else(|| vec![Action::PrintAll]);
        let asks_contract = |action: &Action<Value>| matches!(action, Action::EvalContract(_));
        if actions.iter().any(asks_contract) {
            return Err(DealError::EvalContract.into());
        }
        Ok(actions)
    }

    pub(crate) fn solver(&self) -> Result<Option<Solver>, Error> {
        let compiled = self.compiled()?;
        solver_if(compiled.is_some_and(|compiled| compiled.condition.asks_solver()))
    }

    /// Where its boards come from.
    pub(crate) fn source(
        &self,
        asked: &Asked,
        set: Option<&PracticeSet>,
        solver: Option<Solver>,
        watch: &Watch,
    ) -> Result<Sourced, Error> {
        match self {
            Question::Script(script) => {
                only_scripts_have(asked)?;
                if set.is_some() {
                    return Err(DealError::SetWithoutTypes.into());
                }
                let compiled = script.compiled()?;
                let make = || {
                    let condition = self.dealt_condition();
                    plans_of(condition, &compiled.predeal, asked, solver, watch)
                };
                let plans = match asked.each_once {
                    None => script.plans(asked.strategy.of_plan(), make),
                    Some(_) => make().map(std::sync::Arc::new),
                };
                let plans = plans.map_err(|error| match error {
                    PlansError::Plan(error) => script.no_plan(compiled, error, watch),
                    PlansError::Deal(error) => error.into(),
                })?;
                Ok(BoardSource::Plans(plans).into())
            }
            Question::Leveled(leveled) => {
                only_scripts_have(asked)?;
                if asked.each_once.is_some() {
                    let (what, who) = ("each deal only once", "scripts that are not leveled");
                    return Err(DealError::NotForThis { what, who }.into());
                }
                leveled.source(asked, set, solver, watch)
            }
            Question::Profile(profile) => profile.source(asked, set, watch),
            Question::Mixed(mixed) => mixed.source(asked, set, watch),
        }
    }

    /// About how many bytes the plans take that are kept with it.
    pub(crate) fn plan_bytes(&self) -> usize {
        match self {
            Question::Script(script) => script.plan_bytes(),
            Question::Leveled(leveled) => leveled.script().plan_bytes(),
            Question::Profile(_) | Question::Mixed(_) => 0,
        }
    }

    /// Why it has no plan, at its place where it has one.
    pub(crate) fn no_plan(&self, error: PlanError, watch: &Watch) -> Error {
        match self {
            Question::Script(script) => match script.compiled() {
                Ok(compiled) => script.no_plan(compiled, error, watch),
                Err(error) => error,
            },
            Question::Leveled(leveled) => leveled.no_plan(error, watch),
            Question::Profile(_) | Question::Mixed(_) => DealError::Plan(error).into(),
        }
    }

    /// A division by zero and its kin, at its place.
    pub(crate) fn no_answer(&self, error: EvalError) -> Error {
        match self {
            Question::Script(script) => match script.compiled() {
                Ok(compiled) => script.no_answer(compiled, error),
                Err(error) => error,
            },
            Question::Leveled(leveled) => leveled.script().no_answer(leveled.compiled(), error),
            Question::Profile(_) | Question::Mixed(_) => Error::other(&error),
        }
    }

    /// What is asked of boards that are dealt: with the values of the script, and then those of the types that it names.
    ///
    /// # Panics
    /// As [`Question::dealt_script`].
    pub(crate) fn dealt_condition(&self) -> &Condition {
        let types = match self {
            Question::Script(script) => script.types(),
            _ => None,
        };
        types.map_or_else(|| &self.dealt_script().condition, ScriptTypes::condition)
    }

    /// Whether its boards may say what they were dealt as.
    pub(crate) fn has_hand_types(&self) -> bool {
        match self {
            Question::Script(script) => script.types().is_some(),
            Question::Leveled(_) | Question::Mixed(_) => true,
            Question::Profile(profile) => profile.has_hand_types(),
        }
    }

    /// Who deals a board of a profile.
    pub(crate) fn dealer_of(&self, drawn: DrawnCombination) -> Option<Seat> {
        match self {
            Question::Profile(profile) => profile.dealer_of(drawn),
            _ => None,
        }
    }

    /// What its boards come from, for the header of a file.
    pub(crate) fn origin(&self, strategy: Strategy, plan: &str) -> String {
        match self {
            Question::Profile(profile) => {
                let name = profile.name().unwrap_or_default();
                let name = name.replace(['\n', '\r', '"'], " ");
                let how = match strategy {
                    unfair if !unfair.is_fair() => format!("{} (not fair)", unfair.name()),
                    Strategy::Plan(method) => format!("plan {method}"),
                    other => other.name(),
                };
                format!("profile {name}, {how}")
            }
            Question::Mixed(mixed) => {
                let names = mixed.questions().iter().map(|one| one.name.as_str());
                let names: Vec<&str> = names.collect();
                let names = names.join(", ").replace(['\n', '\r', '"'], " ");
                format!("mixed of {names}, plan {plan}")
            }
            _ => format!("plan {plan}"),
        }
    }

    /// Tells of its attempts, where that is asked for.
    pub(crate) fn trace(
        &self,
        asked: &Asked,
        watch: &Watch,
    ) -> Result<Option<AttemptTrace>, Error> {
        match self {
            Question::Profile(profile) if asked.trace => {
                Ok(Some(profile.loaded(watch)?.trace(&asked.settings)))
            }
            _ => Ok(None),
        }
    }

    /// What came of dealing it, if it is a profile.
    pub(crate) fn dealt_profile(&self, dealt: &Dealt, dealing: &Dealing) -> Option<DealtShares> {
        match self {
            Question::Profile(profile) => profile.dealt(dealt, dealing),
            _ => None,
        }
    }
}

fn one_at_a_time(what: &'static str) -> Error {
    let who = "one question at a time";
    DealError::NotForThis { what, who }.into()
}

/// What may be asked of a profile and not of a script.
fn only_scripts_have(asked: &Asked) -> Result<(), DealError> {
    let who = "profiles";
    let wrong = |what| Err(DealError::NotForThis { what, who });
    match asked.strategy {
        Strategy::Help => wrong("the strategy help"),
        Strategy::Construct => wrong("the strategy construct"),
        _ if asked.turned.is_some() => wrong("turning boards round"),
        _ if asked.trace => wrong("tracing attempts"),
        _ if asked.settings != profile::Settings::default() => {
            wrong("a setting of reject, help and construct")
        }
        _ => Ok(()),
    }
}
