//! Answers to requests, as JSON: one list of them for all who speak it.
//!
//! A request (`requests.rs`) is an object with the verb in `ask`; the answer is that of the library, or an error in the one shape
//! that errors have: see docs/json.md.

use std::fmt;

use answer::{ErrorAnswer, ErrorBody};
use bridge::Board;
use bridge::double_dummy::SolvedBoards;
use script::WordList;
use serde::Serialize;
use serde::de::DeserializeOwned;
use space::Watch;

#[cfg(feature = "profile-lines")]
use crate::ask_profile::ProfileAnswer;
use crate::check::{Check, CheckReport};
use crate::compare::Comparison;
use crate::dealing::{NoText, Wanted};
use crate::dealt::DealReport;
use crate::desk::Desk;
use crate::error::Error;
use crate::examples::{Example, ExampleList, ExampleText};
use crate::explain::{Explain, Explanation};
use crate::format_list::FormatList;
use crate::lead::LeadAnswer;
use crate::leveled::Leveled;
use crate::leveled_copy::CopyOptions;
use crate::odds::Odds;
use crate::question::Question;
use crate::reading::read_request;
use crate::report::Report;
use crate::requests::{
    CheckRequest, CompareRequest, DealRequest, ExamplesRequest, ExplainRequest, LeadAsked,
    LevelRequest, OddsRequest, QuestionRequest, Request, WordsRequest, bad, effort,
};

/// More boards than this do not go into one answer: whoever wants more asks for the next ones, by `start`.
pub const MOST_BOARDS: u64 = 10_000;

/// What is answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// Boards.
    Deal(Box<DealAnswer>),
    /// How likely it is.
    Odds(Odds),
    /// How boards are found.
    Explain(Explanation),
    /// What is wrong with it.
    Check(CheckReport),
    /// How often each hand type comes.
    Level(Box<level::LevelReport>),
    /// The same, with a copy of the script.
    LeveledCopy(Box<LeveledCopyAnswer>),
    /// Which seat makes it hard.
    Report(Report),
    /// What to lead.
    Lead(LeadAnswer),
    /// Two questions side by side.
    Compare(Box<Comparison>),
    /// Words of the language.
    Words(WordList),
    /// What can be made of boards.
    Solve(SolvedBoards),
    /// What may lie where, at euchre,
    Worlds(euchre::WorldsAnswer),
    /// and at Texas 42.
    Texas42Worlds(texas42::WorldsAnswer),
    /// What to do at euchre,
    Hint(Box<euchre::Hint>),
    /// and at Texas 42.
    #[cfg(feature = "texas42-table")]
    Texas42Hint(Box<texas42::Hint>),
    /// Examples.
    Examples(ExampleList),
    /// One of them, with its text.
    Example(ExampleText),
    /// Formats.
    Formats(FormatList),
    /// What a referee or a bot of euchre says.
    Euchre(Box<euchre::BotAnswer>),
    /// Whether a hand of Texas 42 can lose,
    Texas42Hand(Box<texas42::HandAnswer>),
    /// how often it makes its bid,
    Texas42Odds(texas42::OddsAnswer),
    /// which hands cannot,
    Texas42Perfect(texas42::PerfectAnswer),
    /// and what beats what.
    Texas42Strength(texas42::StrengthAnswer),
    /// What a referee or a bot of Texas 42 says.
    #[cfg(feature = "texas42-table")]
    Texas42(Box<texas42::BotAnswer>),
    /// A profile, and what is to be said of it.
    #[cfg(feature = "profile-lines")]
    Profile(Box<ProfileAnswer>),
}

impl fmt::Display for Answer {
    /// In words; of boards a line for each, and what came of dealing them.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Answer::Deal(answer) => answer.fmt(f),
            Answer::Odds(odds) => odds.fmt(f),
            Answer::Explain(explanation) => explanation.fmt(f),
            Answer::Check(report) => report.fmt(f),
            Answer::Level(report) => report.fmt(f),
            Answer::LeveledCopy(copy) => f.write_str(&copy.script),
            Answer::Report(report) => report.fmt(f),
            Answer::Lead(lead) => lead.fmt(f),
            Answer::Compare(comparison) => comparison.fmt(f),
            Answer::Words(words) => words.fmt(f),
            Answer::Solve(solved) => solved.fmt(f),
            Answer::Worlds(worlds) => worlds.fmt(f),
            Answer::Texas42Worlds(worlds) => worlds.fmt(f),
            Answer::Hint(hint) => hint.fmt(f),
            #[cfg(feature = "texas42-table")]
            Answer::Texas42Hint(hint) => hint.fmt(f),
            Answer::Examples(list) => list.fmt(f),
            Answer::Example(example) => f.write_str(example.text),
            Answer::Formats(list) => list.fmt(f),
            // A referee speaks to programs.
            Answer::Euchre(answer) => write_json(answer, f),
            #[cfg(feature = "texas42-table")]
            Answer::Texas42(answer) => write_json(answer, f),
            Answer::Texas42Hand(hand) => hand.fmt(f),
            Answer::Texas42Odds(odds) => odds.fmt(f),
            Answer::Texas42Perfect(perfect) => perfect.fmt(f),
            Answer::Texas42Strength(strength) => strength.fmt(f),
            #[cfg(feature = "profile-lines")]
            Answer::Profile(profile) => profile.fmt(f),
        }
    }
}

fn write_json(answer: &impl Serialize, f: &mut fmt::Formatter) -> fmt::Result {
    let text = serde_json::to_string(answer).map_err(|_| fmt::Error)?;
    writeln!(f, "{text}")
}

/// Hand types with a leveled copy of their script.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeveledCopyAnswer {
    /// The types, the keeps and what comes of them.
    #[serde(flatten)]
    pub report: level::LeveledReport,
    /// The script with the keeps in it.
    pub script: String,
}

/// Boards, and what came of dealing them.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealAnswer {
    /// The boards.
    pub boards: Vec<Board>,
    /// What came of dealing them.
    pub dealt: DealReport,
}

impl fmt::Display for DealAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.boards
            .iter()
            .try_for_each(|board| writeln!(f, "{board}"))
    }
}

/// Answers a request.
///
/// # Errors
/// What is wrong with it, or with the question, or that it was stopped.
pub fn ask(request: &Request, watch: &Watch) -> Result<Answer, Error> {
    answer_at(&Desk::default(), request, watch)
}

/// Answers a request within the limits of a desk, with the questions that it has.
pub(crate) fn answer_at(desk: &Desk, request: &Request, watch: &Watch) -> Result<Answer, Error> {
    let question = match request {
        Request::Deal(request) => request.question(desk)?,
        Request::Odds(OddsRequest { question, .. })
        | Request::Explain(ExplainRequest { question, .. })
        | Request::Check(CheckRequest { question, .. })
        | Request::Level(LevelRequest { question, .. })
        | Request::Report(question)
        | Request::Lead(LeadAsked { question, .. }) => question.question(desk, false)?,
        Request::Compare(request) => {
            return Ok(Answer::Compare(Box::new(request.compare(desk, watch)?)));
        }
        Request::Words(request) => return Ok(Answer::Words(request.words())),
        Request::Solve(request) => return Ok(Answer::Solve(request.solve(watch)?)),
        Request::Worlds(request) => {
            return Ok(if request.is_texas42()? {
                Answer::Texas42Worlds(request.at_texas42(watch)?)
            } else {
                Answer::Worlds(request.at_euchre(watch)?)
            });
        }
        Request::Hint(request) => return request.hint(watch),
        Request::Examples(request) => return request.examples(),
        Request::Formats(_) => return Ok(Answer::Formats(FormatList::all())),
        Request::Euchre(request) => return Ok(Answer::Euchre(Box::new(request.answer(watch)?))),
        Request::Texas42(request) => return request.answer(watch),
        #[cfg(feature = "profile-lines")]
        Request::Profile(request) => {
            return Ok(Answer::Profile(Box::new(request.answer(watch)?)));
        }
    };
    answered(desk, &question, request, watch)
}

/// Answers a request about a question that was opened before, by whoever has files or keeps it: the request itself names none.
///
/// ```
/// use fairdeal::{Script, Watch, ask_about};
/// let question = Script::from_text("condition hcp(south) > 36")?.into();
/// let request = serde_json::from_str(r#"{"ask": "odds"}"#).unwrap();
/// let answer = ask_about(&question, &request, &Watch::default())?;
/// assert!(answer.to_string().contains("exact"));
/// # Ok::<(), fairdeal::Error>(())
/// ```
///
/// # Errors
/// As [`ask`]; a request that names a question, or is about none or two.
pub fn ask_about(question: &Question, request: &Request, watch: &Watch) -> Result<Answer, Error> {
    let nothing = QuestionRequest::default();
    let named =
        |one: &QuestionRequest| one.script != nothing.script || one.profile != nothing.profile;
    let is_named = match request {
        Request::Deal(request) => {
            named(&request.question) || !request.mixed.is_empty() || request.level
        }
        Request::Odds(OddsRequest { question, .. })
        | Request::Explain(ExplainRequest { question, .. })
        | Request::Check(CheckRequest { question, .. })
        | Request::Level(LevelRequest { question, .. })
        | Request::Report(question)
        | Request::Lead(LeadAsked { question, .. }) => named(question),
        _ => false,
    };
    if is_named {
        return Err(bad("the question is there already: the request names none"));
    }
    answered(&Desk::default(), question, request, watch)
}

fn answered(
    desk: &Desk,
    question: &Question,
    request: &Request,
    watch: &Watch,
) -> Result<Answer, Error> {
    Ok(match request {
        Request::Deal(request) => Answer::Deal(Box::new(request.deal(desk, question, watch)?)),
        Request::Odds(request) => Answer::Odds(request.odds(desk, question, watch)?),
        Request::Explain(request) => Answer::Explain(request.explain(desk, question, watch)?),
        Request::Check(request) => Answer::Check(request.check(desk, question, watch)?),
        Request::Level(request) => request.level(desk, question, watch)?,
        Request::Report(request) => Answer::Report(question.report(request.effort(desk)?, watch)?),
        Request::Lead(request) => Answer::Lead(question.lead(&request.request()?, watch)?),
        _ => return Err(bad("this is not asked about one question")),
    })
}

/// Answers a request in JSON, with JSON: the answer, or the error.
pub fn ask_json(request: &str, watch: &Watch) -> Result<String, String> {
    answered_in_json(request, |request: Request| ask(&request, watch))
}

/// An answer, and the same for people to read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Told {
    /// The answer.
    pub answer: Answer,
    /// The same in words, as the command prints them; null for what has none.
    pub words: Option<String>,
    /// Of odds, how rare that is at a club.
    pub rarity: Option<String>,
}

impl From<Answer> for Told {
    fn from(answer: Answer) -> Told {
        let rarity = match &answer {
            Answer::Odds(odds) => Some(answer::rarity(odds.probability())),
            _ => None,
        };
        Told {
            words: answer.words(),
            rarity,
            answer,
        }
    }
}

impl Answer {
    /// The same in words, as the command prints them; none for lists that are there to choose from.
    pub fn words(&self) -> Option<String> {
        match self {
            Answer::Deal(_) | Answer::Check(_) => None,
            Answer::Examples(_) | Answer::Example(_) | Answer::Formats(_) => None,
            Answer::Euchre(_) => None,
            #[cfg(feature = "texas42-table")]
            Answer::Texas42(_) => None,
            answer => Some(answer.to_string()),
        }
    }
}

/// As [`ask_json`], with the answer in words beside it: [`Told`].
pub fn told_json(request: &str, watch: &Watch) -> Result<String, String> {
    answered_in_json(request, |request: Request| {
        ask(&request, watch).map(Told::from)
    })
}

/// Takes a request in JSON and gives what is answered to it as JSON: the answer, or the error.
pub(crate) fn answered_in_json<R: DeserializeOwned, A: Serialize>(
    request: &str,
    answer: impl FnOnce(R) -> Result<A, Error>,
) -> Result<String, String> {
    let text = |value: Result<String, serde_json::Error>| value.unwrap_or_default();
    let failed = |body: ErrorBody| text(serde_json::to_string::<ErrorAnswer>(&body.answer()));
    match read_request(request).and_then(answer) {
        Ok(answer) => Ok(text(serde_json::to_string(&answer))),
        Err(error) => Err(failed(error.body())),
    }
}

impl DealRequest {
    fn deal(&self, desk: &Desk, question: &Question, watch: &Watch) -> Result<DealAnswer, Error> {
        let dealing = self.ready_of(question, desk.limits().boards, watch)?;
        let wanted = Wanted {
            format: Some(bridge::Format::Json),
            keep: true,
            ..Wanted::default()
        };
        let dealt = dealing.run(&wanted, &mut NoText, watch)?;
        watch.look()?;
        Ok(DealAnswer {
            dealt: dealt.report(),
            boards: dealt.kept,
        })
    }
}

impl LevelRequest {
    fn level(&self, desk: &Desk, question: &Question, watch: &Watch) -> Result<Answer, Error> {
        let (options, effort) = (self.question.options()?, self.question.effort(desk)?);
        if !self.copy {
            let report = question.level(&options, effort, watch)?;
            return Ok(Answer::Level(Box::new(report)));
        }
        let Question::Script(script) = question else {
            return Err(bad("only a script has a leveled copy"));
        };
        watch.begin("leveling", None);
        let wanted = CopyOptions {
            effort,
            ..CopyOptions::default()
        };
        let copy = Leveled::new(script, &options)?.copy(&wanted, watch)?;
        Ok(Answer::LeveledCopy(Box::new(LeveledCopyAnswer {
            report: copy.report(),
            script: copy.text().to_owned(),
        })))
    }
}

impl OddsRequest {
    fn odds(&self, desk: &Desk, question: &Question, watch: &Watch) -> Result<Odds, Error> {
        let effort = self.question.effort(desk)?;
        match &self.given {
            None => question.odds(effort, watch),
            Some(given) => question.odds_given("given", given, effort, watch),
        }
    }
}

impl ExplainRequest {
    fn explain(
        &self,
        desk: &Desk,
        question: &Question,
        watch: &Watch,
    ) -> Result<Explanation, Error> {
        let plan = self.plan.as_deref().map(str::parse).transpose();
        let wanted = Explain {
            boards: self.boards,
            plan: plan.map_err(|error: plan::NoSuchMethod| bad(error.to_string()))?,
            effort: self.question.effort(desk)?,
            clock: None,
        };
        question.explain(wanted, watch)
    }
}

impl CompareRequest {
    fn compare(&self, desk: &Desk, watch: &Watch) -> Result<Comparison, Error> {
        let (one, other) = (
            self.one.question(desk, false)?,
            self.other.question(desk, false)?,
        );
        let names = self.names.as_ref();
        let names = names.map_or(["one", "other"], |names| {
            names.each_ref().map(String::as_str)
        });
        one.compare(&other, names, effort(self.effort.as_deref(), desk)?, watch)
    }
}

impl CheckRequest {
    fn check(&self, desk: &Desk, question: &Question, watch: &Watch) -> Result<CheckReport, Error> {
        let wanted = Check {
            portable: self.portable,
            effort: self.question.effort(desk)?,
        };
        let report = question.check(wanted, watch);
        watch.look()?;
        Ok(report)
    }
}

impl ExamplesRequest {
    fn examples(&self) -> Result<Answer, Error> {
        let Some(name) = &self.name else {
            return Ok(Answer::Examples(ExampleList::all()));
        };
        let example = Example::find(name).map(ExampleText::from);
        let example = example.ok_or_else(|| bad("there is no example of this name"))?;
        Ok(Answer::Example(example))
    }
}

impl WordsRequest {
    fn words(&self) -> WordList {
        match &self.text {
            None => WordList::all(),
            Some(text) => WordList::about(text),
        }
    }
}
