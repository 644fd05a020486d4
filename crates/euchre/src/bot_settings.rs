//! A bot as its user describes it, `expert,time=10,goal=game`, and the clock that it may play by. There is no clock in here:
//! whoever wants play by time brings one.

use std::str::FromStr;
use std::time::Duration;

use ::game::Clock;
use search::Budget;
use space::Watch;

use crate::{Bot, Goal, Judgement, Level, NoMove, Player, Style, View, limits};

/// A bot, and how long it may think.
///
/// ```
/// use euchre::{BotSettings, Goal, Level};
/// let settings: BotSettings = "expert,iterations=500,goal=game".parse()?;
/// assert_eq!((settings.bot.iterations, settings.bot.goal), (500, Goal::Game));
/// assert!("expert,genius".parse::<BotSettings>().is_err());
/// # Ok::<(), euchre::BotSettingsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BotSettings {
    /// The bot.
    pub bot: Bot,
    /// How long it searches for a decision, where it does so by the clock.
    pub time: Option<Duration>,
}

impl From<Bot> for BotSettings {
    fn from(bot: Bot) -> BotSettings {
        BotSettings { bot, time: None }
    }
}

/// Why a text describes no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BotSettingsError {
    /// A level that is none.
    #[error("there is no level '{0}': write one of {names}", names = Level::ALL.map(Level::name).join(", "))]
    Level(String),
    /// A number that is none, or too large.
    #[error("'{0}' is no number from {low} to {high}", low = limits::ITERATIONS.start(), high = limits::ITERATIONS.end())]
    Number(String),
    /// A habit that is none.
    #[error(
        "'{0}' is no habit: write careful, bold, iterations=N, time=MS, goal=points, goal=game, bids, even, flat, tree or random-playouts"
    )]
    Habit(String),
}

impl FromStr for BotSettings {
    type Err = BotSettingsError;

    fn from_str(text: &str) -> Result<BotSettings, BotSettingsError> {
        let mut words = text.split(',');
        let name = words.next().unwrap_or_default();
        let level =
            Level::from_name(name).ok_or_else(|| BotSettingsError::Level(name.to_owned()))?;
        let mut settings = BotSettings::from(Bot::new(level));
        let bot = &mut settings.bot;
        for word in words {
            let number = |text: &str| {
                let number = text.parse().ok();
                number
                    .filter(|number| limits::ITERATIONS.contains(number))
                    .ok_or_else(|| BotSettingsError::Number(text.to_owned()))
            };
            let unknown = || BotSettingsError::Habit(word.to_owned());
            match word.split_once('=') {
                Some(("iterations", n)) => bot.iterations = number(n)?,
                Some(("time", ms)) => settings.time = Some(Duration::from_millis(number(ms)?)),
                Some(("goal", name)) => bot.goal = Goal::from_name(name).ok_or_else(unknown)?,
                None if Style::from_name(word).is_some() => {
                    bot.style = Style::from_name(word).unwrap_or_default();
                }
                None if word == "bids" => bot.weigh_bids = true,
                None if word == "even" => bot.weigh_bids = false,
                None if word == "flat" => bot.options.depth = 1,
                None if word == "tree" => bot.tree_of_bids = true,
                None if word == "random-playouts" => bot.options.heuristic_playouts = false,
                _ => return Err(unknown()),
            }
        }
        Ok(settings)
    }
}

impl BotSettings {
    /// The bot with a clock to play by.
    pub fn with_clock<'a>(self, clock: &'a Clock<'a>) -> ClockedBot<'a> {
        ClockedBot {
            settings: self,
            clock,
        }
    }
}

/// A bot with a clock, which it looks at if it was given a time.
#[derive(Clone, Copy)]
pub struct ClockedBot<'a> {
    settings: BotSettings,
    clock: &'a Clock<'a>,
}

impl<'a> ClockedBot<'a> {
    /// The same player at another level and in another style; what it plays for, how it weighs worlds, and a time that it was
    /// given, stay.
    pub fn at_level(&self, level: Level, style: Style) -> ClockedBot<'a> {
        let usual = Bot::new(level);
        let mut changed = *self;
        let bot = &mut changed.settings.bot;
        (bot.level, bot.style) = (level, style);
        (bot.iterations, bot.habits) = (usual.iterations, usual.habits);
        changed
    }
}

impl Player for ClockedBot<'_> {
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove> {
        let BotSettings { bot, time } = self.settings;
        let Some(time) = time else {
            return bot.judge(view, seed, watch);
        };
        let end = (self.clock)() + time;
        let is_up = || (self.clock)() >= end;
        bot.judge_within(view, seed, Budget::Until(&is_up), watch)
    }
}
