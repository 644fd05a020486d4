//! Requests as JSON: what may be asked, and how it is read into questions and what is asked of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use answer::ErrorBody;
use bridge::score::Contract;
use script::{Input, Settings, Texts};
use serde::Deserialize;
use serde_json::Value as Json;
use space::Watch;

use crate::ask_games::{EuchreRequest, HintRequest, SolveRequest, WorldsRequest};
#[cfg(feature = "profile-lines")]
use crate::ask_profile::ProfileRequest;
use crate::ask_texas42::Texas42Request;
use crate::combine::WeightError;
use crate::deal::{Deal, Strategy};
use crate::dealing::Dealing;
use crate::desk::Desk;
use crate::effort::Effort;
use crate::error::Error;
use crate::lead::{LEAD_WORLDS, LeadRequest};
use crate::leveled::Leveled;
use crate::mixed::{Mixed, MixedQuestion};
use crate::practice_set::SetOrder;
use crate::profile_question::Profile;
use crate::question::Question;
use crate::reading::from_document;
use crate::script_question::{Script, unreadable};
use crate::seed::{SecretKey, Seed};

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
    /// What to do at a table, and what one can know.
    Hint(HintRequest),
    /// Scripts and profiles to begin with.
    Examples(ExamplesRequest),
    /// The formats of files of boards.
    Formats(FormatsRequest),
    /// What a referee or a bot of euchre is asked, by `do`.
    Euchre(EuchreRequest),
    /// What is asked about a hand of Texas 42, and of a referee or a bot, by `do`.
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
        from_document(document)
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

pub(crate) fn bad(message: impl Into<String>) -> Error {
    Error::Other(ErrorBody::new("bad-request", message))
}

pub(crate) fn effort(name: Option<&str>, desk: &Desk) -> Result<Effort, Error> {
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
    pub(crate) fn effort(&self, desk: &Desk) -> Result<Effort, Error> {
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

    pub(crate) fn question(&self, desk: &Desk, leveled: bool) -> Result<Question, Error> {
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

    pub(crate) fn ready_of(
        &self,
        question: &Question,
        most: u64,
        watch: &Watch,
    ) -> Result<Dealing, Error> {
        let dealing = self.of(question)?.ready(watch)?;
        let boards = dealing.boards();
        if boards.end - boards.start > most {
            return Err(bad(format!("at most {most} boards go into one answer")));
        }
        Ok(dealing)
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
    pub(crate) fn question(&self, desk: &Desk) -> Result<Question, Error> {
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
