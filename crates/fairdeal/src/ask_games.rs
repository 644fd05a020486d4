//! Requests about boards and tables that are there already: solving boards, and what a player at a table can know and should do.

use answer::ErrorBody;
use bridge::Format;
use bridge::double_dummy::{SolvedBoard, SolvedBoards, Solver};
use euchre::{BidWeighing, Bot, Hint, Level};
use serde::Deserialize;
use serde_json::Value as Json;
use space::Watch;

use crate::ask::{Answer, bad};
use crate::error::Error;

/// More boards than this are not solved for one answer: each takes some tenths of a second.
pub const MOST_SOLVED: usize = 100;

/// Boards to be solved double dummy.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SolveRequest {
    /// The boards, as a text in some format.
    pub boards: String,
    /// Which format: `pbn` unless said otherwise, or `lin`, `oneline`, `rbn`, `csv`, `json`, `bri`, `dup` or `dlm`.
    pub format: Option<String>,
}

/// What a player knows, of whom it is asked what may lie where.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WorldsRequest {
    /// The view, as the object that its file has.
    pub view: Json,
    /// The game: `euchre` unless said otherwise, or `texas42`.
    pub game: Option<String>,
    /// At euchre: whether a world counts less in which players would have bid otherwise.
    pub weigh_bids: bool,
    /// At euchre, where not all worlds are counted: the seed of those that are drawn.
    pub seed: Option<u64>,
}

/// What a player of euchre knows, who wants to be told what to do.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HintRequest {
    /// The view, as the object that its file has.
    pub view: Json,
    /// How well the adviser plays: `random`, `beginner`, `club` or `expert`, which is usual.
    pub level: Option<String>,
    /// Whether a world counts less in which players would have bid otherwise.
    pub weigh_bids: bool,
    /// The seed: the same seed gives the same answer.
    pub seed: Option<u64>,
}

/// More worlds than this are not played out for one answer.
pub const MOST_PLAYED_OUT: u64 = 10_000;

/// What is asked about a hand of Texas 42.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "do", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Texas42Request {
    /// Whether it can lose: why not, or how.
    Hand(DominoesRequest),
    /// How often it makes each bid, with open hands: an estimate.
    Odds(Texas42OddsRequest),
    /// All hands that cannot lose.
    Perfect(PerfectHandsRequest),
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
        Ok(match self {
            Texas42Request::Hand(asked) => {
                let answer = texas42::HandAnswer::new(asked.hand()?, asked.trump()?, watch)?;
                Answer::Texas42Hand(Box::new(answer))
            }
            Texas42Request::Odds(asked) => Answer::Texas42Odds(asked.odds(watch)?),
            Texas42Request::Perfect(asked) => {
                Answer::Texas42Perfect(texas42::perfect_lists(&asked.request()?, watch)?)
            }
        })
    }

    /// About how many bytes it has.
    pub(crate) fn length(&self) -> usize {
        match self {
            Texas42Request::Hand(asked) => asked.hand.len(),
            Texas42Request::Odds(asked) => asked.hand.hand.len(),
            Texas42Request::Perfect(asked) => asked.with.iter().map(String::len).sum(),
        }
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

impl SolveRequest {
    pub(crate) fn solve(&self, watch: &Watch) -> Result<SolvedBoards, Error> {
        let format = Format::from_name(self.format.as_deref().unwrap_or("pbn"));
        let format = format.filter(|format| format.is_read());
        let format = format.ok_or_else(|| bad("boards cannot be read in this format"))?;
        let read = format.read(self.boards.as_bytes()).whole();
        let boards = read.map_err(|problems| {
            let sentences = problems.iter().take(5).map(ToString::to_string);
            let sentences: Vec<String> = sentences.collect();
            Error::Other(ErrorBody::new("unreadable", sentences.join("; ")))
        })?;
        if boards.len() > MOST_SOLVED {
            return Err(bad(format!(
                "at most {MOST_SOLVED} boards are solved for one answer"
            )));
        }
        let solver = Solver::load().map_err(|error| Error::other(&error))?;
        let deals: Vec<_> = boards.iter().map(|board| board.deal).collect();
        let tables = solver.on_threads(1).tables(&deals, watch);
        let tables = tables.map_err(|error| Error::other(&error))?;
        watch.look()?;
        let solved = boards.into_iter().zip(tables);
        let solved = solved.map(|(board, tricks)| SolvedBoard::new(board, tricks));
        Ok(SolvedBoards::from(solved.collect::<Vec<_>>()))
    }
}

impl WorldsRequest {
    /// Whether it is about Texas 42.
    pub(crate) fn is_texas42(&self) -> Result<bool, Error> {
        match self.game.as_deref() {
            None | Some("euchre") => Ok(false),
            Some("texas42") => Ok(true),
            Some(_) => Err(bad("a game is euchre or texas42")),
        }
    }

    pub(crate) fn at_euchre(&self, watch: &Watch) -> Result<euchre::WorldsAnswer, Error> {
        let view = euchre_view(&self.view)?;
        let worlds = euchre::Worlds::new(&view).map_err(|error| Error::other(&error))?;
        let weighing = self.weigh_bids.then(|| BidWeighing::new(&view));
        let seed = self.seed.unwrap_or(euchre::limits::SEED);
        Ok(worlds.answer(weighing.as_ref(), seed, watch)?)
    }

    pub(crate) fn at_texas42(&self, watch: &Watch) -> Result<texas42::WorldsAnswer, Error> {
        let view = texas42::View::from_json(&self.view.to_string());
        let view = view.map_err(|error| Error::other(&error))?;
        let answer = texas42::Worlds::new(&view, watch).and_then(|worlds| worlds.answer(watch));
        answer.map_err(|error| match error {
            texas42::WorldsError::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })
    }
}

impl HintRequest {
    pub(crate) fn hint(&self, watch: &Watch) -> Result<Hint, Error> {
        let view = euchre_view(&self.view)?;
        let level = match self.level.as_deref() {
            None => euchre::limits::ADVICE_LEVEL,
            Some(name) => Level::from_name(name).ok_or_else(|| {
                let names = answer::listed(Level::ALL.map(Level::name));
                bad(format!("the levels are {names}"))
            })?,
        };
        let mut bot = Bot::new(level);
        bot.weigh_bids = self.weigh_bids;
        let seed = self.seed.unwrap_or(euchre::limits::SEED);
        let hint = euchre::hint(&view, &bot, self.weigh_bids, seed, watch);
        hint.map_err(|error| match error {
            euchre::NoMove::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })
    }
}

fn euchre_view(view: &Json) -> Result<euchre::View, Error> {
    euchre::View::from_json(&view.to_string()).map_err(|error| Error::other(&error))
}
