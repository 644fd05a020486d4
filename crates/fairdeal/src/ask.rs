//! Requests and answers as JSON: one list of them for all who speak it.
//!
//! A request is an object with the verb in `ask`; the answer is that of the library, or an error in the one shape that errors
//! have: see docs/json.md.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use answer::{ErrorAnswer, ErrorBody};
use bridge::Board;
use bridge::double_dummy::SolvedBoards;
use bridge::score::Contract;
use euchre::limits::ADVICE_LEVEL;
use euchre::{Bot, BotSettings, RefereeError};
use script::{Input, Settings, Texts, WordList};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::Watch;

use crate::ask_games::{HintRequest, SolveRequest, Texas42Request, WorldsRequest};
#[cfg(feature = "profile-lines")]
use crate::ask_profile::{ProfileAnswer, ProfileRequest};
use crate::check::{Check, CheckReport};
use crate::combine::WeightError;
use crate::compare::Comparison;
use crate::deal::{Deal, Strategy};
use crate::dealing::{Dealing, NoText, Wanted};
use crate::dealt::DealReport;
use crate::desk::Desk;
use crate::effort::Effort;
use crate::error::Error;
use crate::examples::{Example, ExampleList, ExampleText};
use crate::explain::{Explain, Explanation};
use crate::format_list::FormatList;
use crate::lead::{LEAD_WORLDS, LeadAnswer, LeadRequest};
use crate::leveled::Leveled;
use crate::leveled_copy::CopyOptions;
use crate::mixed::{Mixed, MixedQuestion};
use crate::odds::Odds;
use crate::practice_set::SetOrder;
use crate::profile_question::Profile;
use crate::question::Question;
use crate::report::Report;
use crate::script_question::{Script, unreadable};
use crate::seed::{SecretKey, Seed};

/// More boards than this do not go into one answer: whoever wants more asks for the next ones, by `start`.
pub const MOST_BOARDS: u64 = 10_000;

/// What is asked, as JSON: `{"ask": "odds", "script": "condition hcp(south) >= 15", "effort": "quick"}`.
///
/// ```
/// let request = serde_json::from_str(r#"{"ask": "odds", "script": "condition hcp(south) > 36"}"#).unwrap();
/// let answer = fairdeal::ask(&request, &fairdeal::Watch::default()).unwrap();
/// assert_eq!(serde_json::to_value(answer).unwrap()["exact"], true);
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "ask", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Request {
    /// Boards.
    Deal(DealRequest),
    /// How likely it is.
    Odds(OddsRequest),
    /// How boards are found, and why there may be none.
    Explain(ExplainRequest),
    /// What is wrong with it.
    Check(CheckRequest),
    /// How often each hand type comes, and should.
    Level(LevelRequest),
    /// Which seat makes it hard.
    Report(QuestionRequest),
    /// What to lead, in worlds of a script.
    Lead(LeadAsked),
    /// Two questions side by side.
    Compare(CompareRequest),
    /// The words of the dealer language.
    Words(WordsRequest),
    /// What can be made of boards, double dummy.
    Solve(SolveRequest),
    /// What may lie where, as far as a player can know.
    Worlds(WorldsRequest),
    /// What to do at euchre, and what one can know.
    Hint(HintRequest),
    /// Scripts and profiles to begin with.
    Examples(ExamplesRequest),
    /// The formats of files of boards.
    Formats(FormatsRequest),
    /// What a referee or a bot of euchre is asked, by `do`.
    Euchre(EuchreRequest),
    /// What is asked about a hand of Texas 42, by `do`.
    Texas42(Texas42Request),
    /// A profile that is made or changed by lines, or told in words.
    #[cfg(feature = "profile-lines")]
    Profile(ProfileRequest),
}

impl Request {
    /// The verbs, by their names.
    pub const VERBS: [&str; 16 + cfg!(feature = "profile-lines") as usize] = [
        "deal",
        "odds",
        "explain",
        "check",
        "level",
        #[cfg(feature = "profile-lines")]
        "profile",
        "report",
        "lead",
        "compare",
        "words",
        "solve",
        "worlds",
        "hint",
        "examples",
        "formats",
        "euchre",
        "texas42",
    ];

    /// The request of a verb, from an object that need not name it.
    ///
    /// # Errors
    /// What is wrong with the object.
    pub fn of_verb(verb: &str, mut document: Json) -> Result<Request, Error> {
        let Some(fields) = document.as_object_mut() else {
            return Err(bad("a request is an object"));
        };
        let named = fields.insert("ask".to_owned(), verb.into());
        if named.is_some_and(|named| named != verb) {
            return Err(bad(format!("this is where to ask for {verb}")));
        }
        serde_json::from_value(document).map_err(|error| bad(error.to_string()))
    }
}

/// A question, and how much work its answer may take.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct QuestionRequest {
    /// The text of a script; either this or a profile.
    pub script: Option<String>,
    /// The texts of its parameters, `$0` to `$9`.
    pub parameters: BTreeMap<u8, String>,
    /// A profile, as the object that its file has.
    pub profile: Option<Json>,
    /// The hand types of a script, as in `strong,weak` or `low=hcp(south)<12,high=hcp(south)>=12`.
    pub types: Vec<String>,
    /// The shares of the types, in percent; for each list of types.
    pub shares: Vec<Vec<f64>>,
    /// Whether the types are those of the script's averages.
    pub from_averages: bool,
    /// Whether a deal of several types counts for the first.
    pub first_wins: bool,
    /// Whether deals of no type are a type of their own.
    pub rest: bool,
    /// `quick`, `usual` or `patient`.
    pub effort: Option<String>,
}

/// The hand types of a question, and whether a copy is wanted that has them in their shares.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LevelRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// Whether the answer has a copy of the script, too, that keeps deals of each type just often enough, for programs that
    /// can only throw deals away.
    pub copy: bool,
}

/// Boards of a question.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DealRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// How many boards the run has; else as the script says.
    pub boards: Option<u64>,
    /// The seed: a number, or any text; digits that fit 64 bits are a number in either form. Else the script's, else 0.
    pub seed: Option<SeedRequest>,
    /// Instead of a seed, a secret key, as 64 hexadecimal digits. The answer names its mark only.
    pub key: Option<String>,
    /// A public value that is mixed into the key.
    pub public: Option<String>,
    /// From which board of the run on.
    pub start: Option<u64>,
    /// How many deals may be tried.
    pub generate: Option<u64>,
    /// `auto`, `exact`, `reject`, `help` and `construct` (profiles only), or the name of a plan.
    pub strategy: Option<String>,
    /// No deal twice.
    pub distinct: bool,
    /// Whether the types have the shares that were given, or equal ones.
    pub level: bool,
    /// Whether the boards are a set that comes out exactly in its shares: of each type, choice of subprofiles or mixed
    /// question as many as it should have. The set is that of all boards of the run.
    pub quota: bool,
    /// The order of the set: `shuffled`, `spread`, `blocks` or `easy-first`.
    pub order: Option<String>,
    /// Several questions that are mixed by weight, instead of one.
    pub mixed: Vec<MixedRequest>,
    /// Whether each board is turned so that whoever is meant to deal sits where its number says the dealer sits.
    pub turn_to_dealer: bool,
    /// Whether the boards are solved double dummy: some tenths of a second for each.
    pub solve: bool,
}

/// One of several questions.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct MixedRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// What its boards call it; else its number from 1.
    pub name: Option<String>,
    /// How often it comes, for the others: 1 unless said otherwise.
    pub weight: Option<f64>,
    /// Whether its types have the shares that were given, or equal ones.
    pub level: bool,
}

/// A seed: a number, or a text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SeedRequest {
    /// As a number.
    Number(u64),
    /// As a text. Digits are the number that they say.
    Text(String),
}

impl SeedRequest {
    fn seed(&self) -> Result<Seed, Error> {
        match self {
            SeedRequest::Number(seed) => Ok((*seed).into()),
            SeedRequest::Text(text) => Ok(text.parse()?),
        }
    }
}

/// How likely a question is.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct OddsRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// A condition that is known to hold: the answer is the chance given that.
    pub given: Option<String>,
}

/// How a question is to be explained.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ExplainRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// For how many boards.
    pub boards: Option<u64>,
    /// This plan, by its name.
    pub plan: Option<String>,
}

/// How a question is to be checked.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CheckRequest {
    /// The question.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// Also what the classic program would not take.
    pub portable: bool,
}

/// Against what, and from which hand, to lead.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct LeadAsked {
    /// The script.
    #[serde(flatten)]
    pub question: QuestionRequest,
    /// The contract: `3NT`, `4Sx`.
    pub contract: String,
    /// Who plays it: a seat's letter or name.
    pub by: String,
    /// What the leader holds, `QJ962.84.K75.J83`, where the script does not predeal it.
    pub hand: Option<String>,
    /// How many worlds are drawn.
    pub worlds: Option<u64>,
    /// The seed: a number or a text; else the script's, else 0.
    pub seed: Option<SeedRequest>,
}

/// Two questions, and how much work their comparison may take.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CompareRequest {
    /// The first.
    pub one: QuestionRequest,
    /// The second.
    pub other: QuestionRequest,
    /// What the two are called; else `one` and `other`.
    pub names: Option<[String; 2]>,
    /// `quick`, `usual` or `patient`.
    pub effort: Option<String>,
}

/// Which words.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WordsRequest {
    /// Only those that have this text in their name or meaning.
    pub text: Option<String>,
}

/// Which example.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ExamplesRequest {
    /// The text of the one with this name; else a list of all.
    pub name: Option<String>,
}

/// The formats: there is nothing to choose.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FormatsRequest {}

/// What a referee of euchre is asked.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EuchreRequest {
    /// Anything, which the answer carries back.
    #[serde(default)]
    pub id: Option<Json>,
    /// What is to be done.
    #[serde(flatten)]
    pub request: euchre::RefereeRequest,
}

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
    /// What to do at euchre.
    Hint(Box<euchre::Hint>),
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
    /// A profile, and what is to be said of it.
    #[cfg(feature = "profile-lines")]
    Profile(Box<ProfileAnswer>),
    /// and what beats what.
    Texas42Strength(texas42::StrengthAnswer),
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
            Answer::Examples(list) => list.fmt(f),
            Answer::Example(example) => f.write_str(example.text),
            Answer::Formats(list) => list.fmt(f),
            // A referee speaks to programs.
            Answer::Euchre(answer) => {
                let text = serde_json::to_string(answer).map_err(|_| fmt::Error)?;
                writeln!(f, "{text}")
            }
            Answer::Texas42Hand(hand) => hand.fmt(f),
            Answer::Texas42Odds(odds) => odds.fmt(f),
            Answer::Texas42Perfect(perfect) => perfect.fmt(f),
            #[cfg(feature = "profile-lines")]
            Answer::Profile(profile) => profile.fmt(f),
            Answer::Texas42Strength(strength) => strength.fmt(f),
        }
    }
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
        Request::Hint(request) => return Ok(Answer::Hint(Box::new(request.hint(watch)?))),
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
    let request = serde_json::from_str(request);
    let request =
        request.map_err(|error| failed(ErrorBody::new("bad-request", error.to_string())))?;
    match answer(request) {
        Ok(answer) => Ok(text(serde_json::to_string(&answer))),
        Err(error) => Err(failed(error.body())),
    }
}

pub(crate) fn bad(message: impl Into<String>) -> Error {
    Error::Other(ErrorBody::new("bad-request", message))
}

fn effort(name: Option<&str>, desk: &Desk) -> Result<Effort, Error> {
    match name {
        None => Ok(Effort::default()),
        Some(name) => {
            let effort = Effort::from_name(name);
            let effort = effort.ok_or_else(|| bad("an effort is quick, usual or patient"))?;
            desk.limits().check_effort(effort)
        }
    }
}

impl QuestionRequest {
    fn effort(&self, desk: &Desk) -> Result<Effort, Error> {
        effort(self.effort.as_deref(), desk)
    }

    /// Its hand types and their shares.
    ///
    /// # Errors
    /// Types that cannot be read.
    pub fn options(&self) -> Result<level::Options, Error> {
        let types = self.types.iter().map(|text| level::parse_types(text));
        let types = types.collect::<Result<_, _>>().map_err(Error::Level)?;
        Ok(level::Options {
            types,
            shares: self.shares.clone(),
            from_averages: self.from_averages,
            first_wins: self.first_wins,
            rest: self.rest,
            ..level::Options::default()
        })
    }

    fn question(&self, desk: &Desk, leveled: bool) -> Result<Question, Error> {
        desk.question(self, leveled, || self.read(leveled))
    }

    fn read(&self, leveled: bool) -> Result<Question, Error> {
        match (&self.script, &self.profile) {
            (Some(text), None) => {
                let input = Input::from_text("script", text).map_err(unreadable)?;
                let settings = Settings {
                    parameters: self.parameters.clone(),
                    // Whoever asks has no files here.
                    includes: Arc::new(Texts::default()),
                    ..Settings::default()
                };
                let script = Script::new(input, settings);
                if leveled {
                    Ok(Leveled::new(&script, &self.options()?)?.into())
                } else {
                    Ok(script.into())
                }
            }
            (None, Some(document)) if !leveled => {
                Ok(Profile::from_document(document.clone()).into())
            }
            (None, Some(_)) => Err(bad("a profile has its shares already")),
            _ => Err(bad("give either a script or a profile")),
        }
    }
}

impl LeadAsked {
    /// What is asked, read; on one thread.
    ///
    /// # Errors
    /// A contract, seat, hand or seed that cannot be read.
    pub fn request(&self) -> Result<LeadRequest, Error> {
        let contract = Contract::at_the_table(&self.contract);
        let contract = contract.map_err(|error| Error::other(&error))?;
        let declarer = self.by.parse();
        let declarer = declarer.map_err(|_| bad("by is a seat: N, E, S or W"))?;
        let hand = self.hand.as_ref().map(|hand| hand.parse());
        Ok(LeadRequest {
            hand: hand.transpose().map_err(|error| Error::other(&error))?,
            worlds: self.worlds.unwrap_or(LEAD_WORLDS),
            seed: self.seed.as_ref().map(SeedRequest::seed).transpose()?,
            ..LeadRequest::new(contract, declarer)
        })
    }
}

impl DealRequest {
    /// The boards that are asked for, of a question that was opened before. What the request says of the question itself is
    /// passed over.
    ///
    /// # Errors
    /// A seed, strategy or order that cannot be read.
    pub fn of(&self, question: &Question) -> Result<Deal, Error> {
        let mut deal = question
            .deal_usual()
            .number(self.boards)
            .generate(self.generate)
            .start(self.start.unwrap_or(1).max(1))
            .strategy(self.strategy()?)
            .quota(self.order()?)
            .solve(self.solve)
            .turn_to_dealer(self.turn_to_dealer);
        if let Some(seed) = self.seed()? {
            deal = deal.seed(seed);
        }
        if self.distinct {
            deal = deal.distinct();
        }
        Ok(deal)
    }

    /// Makes ready to deal, so many boards at the most.
    pub(crate) fn ready(&self, desk: &Desk, most: u64, watch: &Watch) -> Result<Dealing, Error> {
        self.ready_of(&self.question(desk)?, most, watch)
    }

    fn ready_of(&self, question: &Question, most: u64, watch: &Watch) -> Result<Dealing, Error> {
        let dealing = self.of(question)?.ready(watch)?;
        let boards = dealing.boards();
        if boards.end - boards.start > most {
            return Err(bad(format!("at most {most} boards go into one answer")));
        }
        Ok(dealing)
    }

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

    fn seed(&self) -> Result<Option<Seed>, Error> {
        match (&self.seed, &self.key, &self.public) {
            (Some(_), Some(_), _) => Err(bad("give either a seed or a key")),
            (_, None, Some(_)) => Err(bad("a public value is mixed into a key: give one")),
            (None, None, None) => Ok(None),
            (Some(seed), None, None) => seed.seed().map(Some),
            (None, Some(digits), public) => {
                // Bytes as a text would be another key than the same digits in a file.
                let key = SecretKey::from_digits(digits)?;
                Ok(Some(key.seed(public.as_deref())?))
            }
        }
    }

    /// The question that it names, to be kept and asked more than once.
    ///
    /// # Errors
    /// No question, two of them, or types that cannot have their shares.
    pub fn opened(&self) -> Result<Question, Error> {
        self.question(&Desk::default())
    }

    /// The question, or the mixture.
    fn question(&self, desk: &Desk) -> Result<Question, Error> {
        if self.mixed.is_empty() {
            return self.question.question(desk, self.level);
        }
        if self.question != QuestionRequest::default() || self.level {
            return Err(bad("give one question or several to mix, not both"));
        }
        let questions = self.mixed.iter().enumerate().map(|(place, one)| {
            let weight = one.weight.unwrap_or(1.0).to_string().parse();
            Ok(MixedQuestion {
                name: one.name.clone().unwrap_or_else(|| (place + 1).to_string()),
                weight: weight.map_err(|error: WeightError| bad(error.to_string()))?,
                question: one.question.question(desk, one.level)?,
            })
        });
        Ok(Mixed::new(questions.collect::<Result<_, Error>>()?)?.into())
    }

    /// The order of the set, if the boards are to be one.
    fn order(&self) -> Result<Option<SetOrder>, Error> {
        let order = match self.order.as_deref() {
            None => SetOrder::default(),
            Some(_) if !self.quota => return Err(bad("an order is for a set: say quota too")),
            Some(name) => SetOrder::from_name(name)
                .ok_or_else(|| bad("an order is shuffled, spread, blocks or easy-first"))?,
        };
        Ok(self.quota.then_some(order))
    }

    fn strategy(&self) -> Result<Strategy, Error> {
        match self.strategy.as_deref() {
            None => Ok(Strategy::Auto),
            Some(name) => Strategy::from_name(name).ok_or_else(|| {
                bad("a strategy is auto, exact, reject, help or the name of a plan")
            }),
        }
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

impl EuchreRequest {
    /// Bots play by counted work only: there is no clock here.
    fn answer(&self, watch: &Watch) -> Result<euchre::BotAnswer, Error> {
        let settings = BotSettings::from(Bot::new(ADVICE_LEVEL));
        let bot = settings.with_clock(&Duration::default);
        let answer = self.request.answer(&bot, euchre::limits::SEED, watch);
        let answer = answer.map_err(|error| match error {
            RefereeError::Stopped(stopped) => stopped.into(),
            error => Error::other(&error),
        })?;
        Ok(euchre::BotAnswer {
            id: self.id.clone(),
            said: euchre::Said::Answer(Box::new(answer)),
        })
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
