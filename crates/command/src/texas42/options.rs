//! The options that several of the Texas 42 commands have: house rules, and how a bot thinks.

use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fairdeal::texas42::{Bot, BotSettings, HouseRules, Level, NelORule, Scoring, limits};

// The house rules, each a switch.
#[derive(Args)]
pub(crate) struct House {
    /// The lowest bid: 30 to 42, which is one mark
    #[arg(long, value_name = "BID", help_heading = "House rules", default_value_t = *limits::MINIMUM_BIDS.start(), value_parser = clap::value_parser!(u8).range(i64::from(*limits::MINIMUM_BIDS.start())..=i64::from(*limits::MINIMUM_BIDS.end())))]
    minimum_bid: u8,

    /// The dealer must bid when all others have passed
    #[arg(long, help_heading = "House rules")]
    forced_bid: bool,

    /// Nobody may play without trumps
    #[arg(long, help_heading = "House rules")]
    no_follow_me: bool,

    /// Doubles may not be trumps
    #[arg(long, help_heading = "House rules")]
    no_doubles: bool,

    /// A hand with four doubles may plunge: four marks, and the partner calls
    #[arg(long, help_heading = "House rules")]
    plunge: bool,

    /// A hand with three doubles may splash: two or three marks, and the partner calls
    #[arg(long, help_heading = "House rules")]
    splash: bool,

    /// Sevens may be called
    #[arg(long, help_heading = "House rules")]
    sevens: bool,

    /// Nel-o may be called, with doubles high, low, a suit of their own, or as the bidder says
    #[arg(long, help_heading = "House rules", value_parser = nel_o(), default_value = NelORule::default().name())]
    nel_o: NelORule,

    /// To seven marks, or to 250 points
    #[arg(long, help_heading = "House rules", value_parser = scoring(), default_value = Scoring::default().name())]
    scoring: Scoring,
}

fn nel_o() -> impl TypedValueParser<Value = NelORule> {
    PossibleValuesParser::new(NelORule::ALL.map(NelORule::name))
        .map(|name| NelORule::from_name(&name).unwrap_or_default())
}

fn scoring() -> impl TypedValueParser<Value = Scoring> {
    PossibleValuesParser::new(Scoring::ALL.map(Scoring::name))
        .map(|name| Scoring::from_name(&name).unwrap_or_default())
}

impl House {
    pub(crate) fn rules(&self) -> HouseRules {
        HouseRules {
            minimum_bid: self.minimum_bid,
            forced_bid: self.forced_bid,
            follow_me: !self.no_follow_me,
            doubles: !self.no_doubles,
            plunge: self.plunge,
            splash: self.splash,
            sevens: self.sevens,
            nel_o: self.nel_o,
            scoring: self.scoring,
        }
    }
}

/// A parser of the names of levels.
pub(crate) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::from_name(&name).unwrap_or(limits::ADVICE_LEVEL))
}

// How a bot thinks.
#[derive(Args)]
pub(crate) struct Thinking {
    /// How well it plays
    #[arg(long, value_parser = level(), default_value = limits::ADVICE_LEVEL.name())]
    level: Level,

    /// Play out so many games for a decision, instead of as many as the level does
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(limits::ITERATIONS))]
    iterations: Option<u64>,

    /// Search so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(limits::MILLISECONDS))]
    time: Option<u64>,

    /// Count a world less in which players would have bid otherwise
    #[arg(long)]
    weigh_bids: bool,

    /// The seed: with a number of games, the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = limits::SEED)]
    pub(crate) seed: u64,
}

impl Thinking {
    pub(crate) fn settings(&self) -> BotSettings {
        let mut bot = Bot::new(self.level);
        bot.iterations = self.iterations.unwrap_or(bot.iterations);
        bot.weigh_bids = self.weigh_bids;
        BotSettings {
            bot,
            time: self.time.map(Duration::from_millis),
        }
    }
}
