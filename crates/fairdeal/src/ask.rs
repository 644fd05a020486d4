//! Requests and answers as JSON: one list of them for all who speak it.
//!
//! A request is an object with the verb in `ask`; the answer is that of the library, or an error in the one shape that errors
//! have: see docs/json.md.

use std::collections::BTreeMap;
use std::time::Duration;

use answer::{ErrorAnswer, ErrorBody};
use bridge::Board;
use bridge::score::Contract;
use euchre::limits::ADVICE_LEVEL;
use euchre::{Bot, BotSettings, RefereeError};
use script::{Input, Settings, WordList};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use space::Watch;

use crate::check::{Check, CheckReport};
use crate::combine::WeightError;
use crate::compare::Comparison;
use crate::deal::Strategy;
use crate::dealing::{NoText, Wanted};
use crate::dealt::DealReport;
use crate::effort::Effort;
use crate::error::Error;
use crate::explain::{Explain, Explanation};
use crate::lead::{LEAD_WORLDS, LeadAnswer, LeadRequest};
use crate::leveled::Leveled;
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
    Level(QuestionRequest),
    /// Which seat makes it hard.
    Report(QuestionRequest),
    /// What to lead, in worlds of a script.
    Lead(LeadAsked),
    /// Two questions side by side.
    Compare(CompareRequest),
    /// The words of the dealer language.
    Words(WordsRequest),
    /// What a referee or a bot of euchre is asked, by `do`.
    Euchre(EuchreRequest),
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
    /// `quick`, `usual` or `patient`.
    pub effort: Option<String>,
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
    /// Which seat makes it hard.
    Report(Report),
    /// What to lead.
    Lead(LeadAnswer),
    /// Two questions side by side.
    Compare(Box<Comparison>),
    /// Words of the language.
    Words(WordList),
    /// What a referee or a bot of euchre says.
    Euchre(Box<euchre::BotAnswer>),
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

/// Answers a request.
///
/// # Errors
/// What is wrong with it, or with the question, or that it was stopped.
pub fn ask(request: &Request, watch: &Watch) -> Result<Answer, Error> {
    Ok(match request {
        Request::Deal(request) => Answer::Deal(Box::new(request.deal(watch)?)),
        Request::Odds(request) => Answer::Odds(request.odds(watch)?),
        Request::Explain(request) => Answer::Explain(request.explain(watch)?),
        Request::Check(request) => Answer::Check(request.check(watch)?),
        Request::Level(request) => {
            let question = request.question(false)?;
            let report = question.level(&request.options()?, request.effort()?, watch)?;
            Answer::Level(Box::new(report))
        }
        Request::Report(request) => {
            Answer::Report(request.question(false)?.report(request.effort()?, watch)?)
        }
        Request::Lead(request) => Answer::Lead(request.lead(watch)?),
        Request::Compare(request) => Answer::Compare(Box::new(request.compare(watch)?)),
        Request::Words(request) => Answer::Words(request.words()),
        Request::Euchre(request) => Answer::Euchre(Box::new(request.answer(watch)?)),
    })
}

/// Answers a request in JSON, with JSON: the answer, or the error.
pub fn ask_json(request: &str, watch: &Watch) -> Result<String, String> {
    let text = |value: Result<String, serde_json::Error>| value.unwrap_or_default();
    let failed = |body: ErrorBody| text(serde_json::to_string::<ErrorAnswer>(&body.answer()));
    let request = serde_json::from_str(request);
    let request: Request =
        request.map_err(|error| failed(ErrorBody::new("bad-request", error.to_string())))?;
    match ask(&request, watch) {
        Ok(answer) => Ok(text(serde_json::to_string(&answer))),
        Err(error) => Err(failed(error.body())),
    }
}

fn bad(message: impl Into<String>) -> Error {
    Error::Other(ErrorBody::new("bad-request", message))
}

fn effort(name: Option<&str>) -> Result<Effort, Error> {
    match name {
        None => Ok(Effort::default()),
        Some(name) => {
            Effort::from_name(name).ok_or_else(|| bad("an effort is quick, usual or patient"))
        }
    }
}

impl QuestionRequest {
    fn effort(&self) -> Result<Effort, Error> {
        effort(self.effort.as_deref())
    }

    fn options(&self) -> Result<level::Options, Error> {
        let types = self.types.iter().map(|text| level::parse_types(text));
        let types = types.collect::<Result<_, _>>().map_err(Error::Level)?;
        Ok(level::Options {
            types,
            shares: self.shares.clone(),
            ..level::Options::default()
        })
    }

    fn question(&self, leveled: bool) -> Result<Question, Error> {
        match (&self.script, &self.profile) {
            (Some(text), None) => {
                let input = Input::from_text("script", text).map_err(unreadable)?;
                let settings = Settings {
                    parameters: self.parameters.clone(),
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
    fn lead(&self, watch: &Watch) -> Result<LeadAnswer, Error> {
        let contract = Contract::at_the_table(&self.contract);
        let contract = contract.map_err(|error| Error::other(&error))?;
        let declarer = self.by.parse();
        let declarer = declarer.map_err(|_| bad("by is a seat: N, E, S or W"))?;
        let hand = self.hand.as_ref().map(|hand| hand.parse());
        let request = LeadRequest {
            hand: hand.transpose().map_err(|error| Error::other(&error))?,
            worlds: self.worlds.unwrap_or(LEAD_WORLDS),
            seed: self.seed.as_ref().map(SeedRequest::seed).transpose()?,
            ..LeadRequest::new(contract, declarer)
        };
        self.question.question(false)?.lead(&request, watch)
    }
}

impl DealRequest {
    fn deal(&self, watch: &Watch) -> Result<DealAnswer, Error> {
        let question = self.question()?;
        let mut deal = question
            .deal_usual()
            .number(self.boards)
            .generate(self.generate)
            .start(self.start.unwrap_or(1).max(1))
            .strategy(self.strategy()?)
            .quota(self.order()?)
            .turn_to_dealer(self.turn_to_dealer);
        if let Some(seed) = self.seed()? {
            deal = deal.seed(seed);
        }
        if self.distinct {
            deal = deal.distinct();
        }
        let dealing = deal.ready(watch)?;
        let boards = dealing.boards();
        if boards.end - boards.start > MOST_BOARDS {
            return Err(bad(format!(
                "at most {MOST_BOARDS} boards go into one answer"
            )));
        }
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

    /// The question, or the mixture.
    fn question(&self) -> Result<Question, Error> {
        if self.mixed.is_empty() {
            return self.question.question(self.level);
        }
        if self.question != QuestionRequest::default() || self.level {
            return Err(bad("give one question or several to mix, not both"));
        }
        let questions = self.mixed.iter().enumerate().map(|(place, one)| {
            let weight = one.weight.unwrap_or(1.0).to_string().parse();
            Ok(MixedQuestion {
                name: one.name.clone().unwrap_or_else(|| (place + 1).to_string()),
                weight: weight.map_err(|error: WeightError| bad(error.to_string()))?,
                question: one.question.question(one.level)?,
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

impl OddsRequest {
    fn odds(&self, watch: &Watch) -> Result<Odds, Error> {
        let (question, effort) = (self.question.question(false)?, self.question.effort()?);
        match &self.given {
            None => question.odds(effort, watch),
            Some(given) => question.odds_given("given", given, effort, watch),
        }
    }
}

impl ExplainRequest {
    fn explain(&self, watch: &Watch) -> Result<Explanation, Error> {
        let plan = self.plan.as_deref().map(str::parse).transpose();
        let wanted = Explain {
            boards: self.boards,
            plan: plan.map_err(|error: plan::NoSuchMethod| bad(error.to_string()))?,
            effort: self.question.effort()?,
            clock: None,
        };
        self.question.question(false)?.explain(wanted, watch)
    }
}

impl CompareRequest {
    fn compare(&self, watch: &Watch) -> Result<Comparison, Error> {
        let (one, other) = (self.one.question(false)?, self.other.question(false)?);
        let names = self.names.as_ref();
        let names = names.map_or(["one", "other"], |names| {
            names.each_ref().map(String::as_str)
        });
        one.compare(&other, names, effort(self.effort.as_deref())?, watch)
    }
}

impl CheckRequest {
    fn check(&self, watch: &Watch) -> Result<CheckReport, Error> {
        let wanted = Check {
            portable: self.portable,
            effort: self.question.effort()?,
        };
        let report = self.question.question(false)?.check(wanted, watch);
        watch.look()?;
        Ok(report)
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
