//! Requests about Texas 42: hands that cannot lose, how good the others are, and what a referee and a bot are asked.

use serde::Deserialize;
use serde_json::Value as Json;
use space::Watch;

use crate::ask::Answer;
use crate::error::Error;
use crate::requests::bad;

/// More worlds than this are not played out for one answer.
pub const MOST_PLAYED_OUT: u64 = 10_000;

/// What is asked about Texas 42.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Texas42Request {
    /// Anything, which the answer of a referee or a bot carries back.
    #[serde(default)]
    pub id: Option<Json>,
    /// What is to be done.
    #[serde(flatten)]
    pub request: Texas42Asked,
}

/// What is asked about a hand of Texas 42, or of a referee: what is to be done in `do`, and what that needs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Texas42Asked {
    /// Whether it can lose: why not, or how.
    Hand(DominoesRequest),
    /// How often it makes each bid, with open hands: an estimate.
    Odds(Texas42OddsRequest),
    /// All hands that cannot lose.
    Perfect(PerfectHandsRequest),
    /// What beats a domino that is led, what it beats, and what cannot follow.
    Strength(StrengthRequest),
    /// What a bot does with a view.
    #[cfg(feature = "texas42-table")]
    Move(texas42::MoveAsked),
    /// What may be done: by the seat of a view, or in a game.
    #[cfg(feature = "texas42-table")]
    Legal(texas42::LegalAsked),
    /// The beginning of a game.
    #[cfg(feature = "texas42-table")]
    New(texas42::NewGame),
    /// A game after a move.
    #[cfg(feature = "texas42-table")]
    Apply(texas42::ApplyAsked),
    /// A game with its next hand dealt.
    #[cfg(feature = "texas42-table")]
    Next(texas42::GameAsked),
    /// What a seat sees of a game.
    #[cfg(feature = "texas42-table")]
    View(texas42::ViewAsked),
    /// What the hands of a game, and the game, came to.
    #[cfg(feature = "texas42-table")]
    Score(texas42::GameAsked),
}

/// A hand of dominoes.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DominoesRequest {
    /// Its seven dominoes: `0-0 0-6 0-5 0-4 6-6 6-5 6-4`.
    pub hand: String,
    /// What is trumps: `0` to `6`, `doubles` or `none`; else what is best, or for odds each.
    pub trump: Option<String>,
}

/// A domino that is led.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StrengthRequest {
    /// The domino: `6-4`; else all 28.
    pub domino: Option<String>,
    /// With what as trumps; else with each.
    pub trump: Option<String>,
}

/// How often a hand of dominoes makes its bid.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Texas42OddsRequest {
    /// The hand.
    #[serde(flatten)]
    pub hand: DominoesRequest,
    /// The bid that makes a trump the best: 30 to 42, which is usual.
    pub bid: Option<u32>,
    /// How many worlds are played out.
    pub worlds: Option<u64>,
    /// The seed: the same seed gives the same answer.
    pub seed: Option<u64>,
}

/// Which hands that cannot lose.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PerfectHandsRequest {
    /// With what as trumps; else with each.
    pub trump: Option<String>,
    /// `gold`, which is usual, `laydown` or `both`.
    pub kind: Option<String>,
    /// Only hands with these dominoes.
    pub with: Vec<String>,
    /// Only hands with so many trumps.
    pub trumps: Option<usize>,
}

impl DominoesRequest {
    fn hand(&self) -> Result<texas42::Hand, Error> {
        self.hand.parse().map_err(|error| Error::other(&error))
    }

    fn trump(&self) -> Result<Option<texas42::Trump>, Error> {
        trump(self.trump.as_deref())
    }
}

fn trump(name: Option<&str>) -> Result<Option<texas42::Trump>, Error> {
    let trump = name.map(str::parse).transpose();
    trump.map_err(|_| bad("trumps are 0 to 6, doubles or none"))
}

impl Texas42Request {
    pub(crate) fn answer(&self, watch: &Watch) -> Result<Answer, Error> {
        Ok(match &self.request {
            Texas42Asked::Hand(asked) => {
                let answer = texas42::HandAnswer::new(asked.hand()?, asked.trump()?, watch)?;
                Answer::Texas42Hand(Box::new(answer))
            }
            Texas42Asked::Odds(asked) => Answer::Texas42Odds(asked.odds(watch)?),
            Texas42Asked::Perfect(asked) => {
                Answer::Texas42Perfect(texas42::perfect_lists(&asked.request()?, watch)?)
            }
            Texas42Asked::Strength(asked) => {
                let domino = asked.domino.as_deref().map(str::parse).transpose();
                let domino =
                    domino.map_err(|error: texas42::DominoError| bad(error.to_string()))?;
                let trump = trump(asked.trump.as_deref())?;
                Answer::Texas42Strength(texas42::strength(domino, trump, watch)?)
            }
            #[cfg(feature = "texas42-table")]
            asked => self.refereed(asked, watch)?,
        })
    }

    /// What a referee or a bot says. Bots play by counted work only: there is no clock here.
    #[cfg(feature = "texas42-table")]
    fn refereed(&self, asked: &Texas42Asked, watch: &Watch) -> Result<Answer, Error> {
        use texas42::{RefereeError, limits};
        let bot = texas42::BotSettings::from(texas42::Bot::new(limits::ADVICE_LEVEL));
        let bot = bot.with_clock(&std::time::Duration::default);
        let request = asked.of_the_table();
        let request = request.ok_or_else(|| bad("this is not asked of a referee"))?;
        let answer = request.answer(&bot, limits::SEED, watch);
        let answer = answer.map_err(|error| match error {
            RefereeError::Stopped(stopped) => stopped.into(),
            error => Error::other(&error),
        })?;
        Ok(Answer::Texas42(Box::new(texas42::BotAnswer {
            id: self.id.clone(),
            said: texas42::Said::Answer(Box::new(answer)),
        })))
    }

    /// About how many bytes it has; none, where its answer is not worth keeping.
    pub(crate) fn length(&self) -> Option<usize> {
        match &self.request {
            Texas42Asked::Hand(asked) => Some(asked.hand.len()),
            Texas42Asked::Odds(asked) => Some(asked.hand.hand.len()),
            Texas42Asked::Perfect(asked) => Some(asked.with.iter().map(String::len).sum()),
            Texas42Asked::Strength(asked) => Some(asked.domino.as_ref().map_or(0, String::len)),
            #[cfg(feature = "texas42-table")]
            _ => None,
        }
    }
}

impl Texas42Asked {
    /// What it asks of a referee, if it does.
    #[cfg(feature = "texas42-table")]
    fn of_the_table(&self) -> Option<texas42::RefereeRequest> {
        use texas42::RefereeRequest;
        Some(match self.clone() {
            Texas42Asked::Move(asked) => RefereeRequest::Move(asked),
            Texas42Asked::Legal(asked) => RefereeRequest::Legal(asked),
            Texas42Asked::New(asked) => RefereeRequest::New(asked),
            Texas42Asked::Apply(asked) => RefereeRequest::Apply(asked),
            Texas42Asked::Next(asked) => RefereeRequest::Next(asked),
            Texas42Asked::View(asked) => RefereeRequest::View(asked),
            Texas42Asked::Score(asked) => RefereeRequest::Score(asked),
            _ => return None,
        })
    }
}

impl Texas42OddsRequest {
    fn odds(&self, watch: &Watch) -> Result<texas42::OddsAnswer, Error> {
        let seed = self.seed.unwrap_or(texas42::limits::SEED);
        let mut request = texas42::OddsRequest::new(self.hand.hand()?, seed);
        if let Some(trump) = self.hand.trump()? {
            request.trumps = vec![trump];
        }
        request.bid = self.bid.unwrap_or(request.bid);
        request.worlds = self.worlds.unwrap_or(request.worlds);
        if !texas42::limits::BIDS.contains(&request.bid) {
            return Err(bad("a bid is 30 to 42"));
        }
        if !(1..=MOST_PLAYED_OUT).contains(&request.worlds) {
            let message = format!("1 to {MOST_PLAYED_OUT} worlds are played out for one answer");
            return Err(bad(message));
        }
        let odds = texas42::odds(&request, watch);
        watch.look()?;
        odds.map_err(|error| match error {
            texas42::WorldsError::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })
    }
}

impl PerfectHandsRequest {
    fn request(&self) -> Result<texas42::PerfectRequest, Error> {
        let kinds = texas42::PerfectKinds::from_name(self.kind.as_deref().unwrap_or("gold"));
        let with = self.with.iter().map(|text| text.parse());
        let with = with.collect::<Result<texas42::Dominoes, texas42::DominoError>>();
        Ok(texas42::PerfectRequest {
            trump: trump(self.trump.as_deref())?,
            kinds: kinds.ok_or_else(|| bad("a kind is gold, laydown or both"))?,
            wanted: texas42::Wanted {
                with: with.map_err(|error| bad(error.to_string()))?,
                trumps: self.trumps,
            },
        })
    }
}
