//! Requests about boards and tables that are there already: solving boards, and what a player at a table can know and should do.

use std::time::Duration;

use answer::ErrorBody;
use bridge::Format;
use bridge::double_dummy::{SolvedBoard, SolvedBoards, Solver};
use euchre::{BidWeighing, Bot, BotSettings, Level, RefereeError, Style};
use serde::Deserialize;
use serde_json::Value as Json;
use space::Watch;

use crate::ask::Answer;
use crate::error::Error;
use crate::requests::bad;

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
    /// At euchre: whether a world counts less in which players would have bid or played otherwise.
    pub weigh_bids: bool,
    /// At euchre, where not all worlds are counted: the seed of those that are drawn.
    pub seed: Option<u64>,
}

/// What a player knows who wants to be told what to do.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct HintRequest {
    /// The view, as the object that its file has.
    pub view: Json,
    /// The game: `euchre` unless said otherwise, or `texas42`.
    pub game: Option<String>,
    /// How well the adviser plays: `random`, `beginner`, `club` or `expert`, which is usual; at euchre also `casual` or `strong`,
    /// and behind any of them, if it is so, `,careful` or `,bold`.
    pub level: Option<String>,
    /// At euchre: whether a world counts less, for the chances, in which players would have bid or played otherwise. For what to do
    /// an expert always counts so.
    pub weigh_bids: bool,
    /// The seed: the same seed gives the same answer.
    pub seed: Option<u64>,
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

/// Whether a game is Texas 42, and not euchre.
fn is_texas42(game: Option<&str>) -> Result<bool, Error> {
    match game {
        None | Some("euchre") => Ok(false),
        Some("texas42") => Ok(true),
        Some(_) => Err(bad("a game is euchre or texas42")),
    }
}

impl WorldsRequest {
    /// Whether it is about Texas 42.
    pub(crate) fn is_texas42(&self) -> Result<bool, Error> {
        is_texas42(self.game.as_deref())
    }

    pub(crate) fn at_euchre(&self, watch: &Watch) -> Result<euchre::WorldsAnswer, Error> {
        let view = euchre_view(&self.view)?;
        let worlds = euchre::Worlds::new(&view).map_err(|error| Error::other(&error))?;
        let weighing = self.weigh_bids.then(|| BidWeighing::new(&view));
        let seed = self.seed.unwrap_or(euchre::limits::SEED);
        Ok(worlds.answer(weighing.as_ref(), seed, watch)?)
    }

    pub(crate) fn at_texas42(&self, watch: &Watch) -> Result<texas42::WorldsAnswer, Error> {
        let view = texas42_view(&self.view)?;
        let answer = texas42::Worlds::new(&view, watch).and_then(|worlds| worlds.answer(watch));
        answer.map_err(|error| match error {
            texas42::WorldsError::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })
    }
}

impl HintRequest {
    pub(crate) fn hint(&self, watch: &Watch) -> Result<Answer, Error> {
        if is_texas42(self.game.as_deref())? {
            return self.at_texas42(watch);
        }
        let view = euchre_view(&self.view)?;
        let level = self.level(Level::with_style, Level::ALL.map(Level::name))?;
        let (level, style) = level.unwrap_or((euchre::limits::ADVICE_LEVEL, Style::Usual));
        let mut bot = Bot::new(level);
        bot.style = style;
        let seed = self.seed.unwrap_or(euchre::limits::SEED);
        let hint = euchre::hint(&view, &bot, self.weigh_bids, seed, watch);
        let hint = hint.map_err(|error| match error {
            euchre::NoMove::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })?;
        Ok(Answer::Hint(Box::new(hint)))
    }

    #[cfg(feature = "texas42-table")]
    fn at_texas42(&self, watch: &Watch) -> Result<Answer, Error> {
        use texas42::Level;
        let view = texas42_view(&self.view)?;
        let level = self.level(Level::from_name, Level::ALL.map(Level::name));
        let bot = texas42::Bot::new(level?.unwrap_or(texas42::limits::ADVICE_LEVEL));
        let seed = self.seed.unwrap_or(texas42::limits::SEED);
        let hint = texas42::hint(&view, &bot, seed, watch).map_err(|error| match error {
            texas42::NoMove::Stopped(_) => Error::Stopped,
            error => Error::other(&error),
        })?;
        Ok(Answer::Texas42Hint(Box::new(hint)))
    }

    #[cfg(not(feature = "texas42-table"))]
    fn at_texas42(&self, _: &Watch) -> Result<Answer, Error> {
        Err(bad("here hints are given at euchre only"))
    }

    /// The level that is named, if one is.
    fn level<L, const N: usize>(
        &self,
        from_name: fn(&str) -> Option<L>,
        names: [&'static str; N],
    ) -> Result<Option<L>, Error> {
        let named = self.level.as_deref().map(|name| {
            from_name(name).ok_or_else(|| bad(format!("the levels are {}", answer::listed(names))))
        });
        named.transpose()
    }
}

impl EuchreRequest {
    /// Bots play by counted work only: there is no clock here.
    pub(crate) fn answer(&self, watch: &Watch) -> Result<euchre::BotAnswer, Error> {
        let settings = BotSettings::from(Bot::new(euchre::limits::ADVICE_LEVEL));
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

fn euchre_view(view: &Json) -> Result<euchre::View, Error> {
    euchre::View::from_json(&view.to_string()).map_err(|error| Error::other(&error))
}

fn texas42_view(view: &Json) -> Result<texas42::View, Error> {
    texas42::View::from_value(view).map_err(|error| Error::other(&error))
}
