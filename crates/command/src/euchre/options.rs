//! The options that several of the euchre commands have: house rules, and how a bot thinks.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use fairdeal::euchre::{Bot, BotSettings, Goal, Level, Rules, Style, limits};

// The house rules, each a switch.
#[derive(Args)]
pub(crate) struct HouseRules {
    /// The dealer must name a suit when all others have passed twice
    #[arg(long, help_heading = "House rules")]
    stick_the_dealer: bool,

    /// 'No trump' may be named in the second round
    #[arg(long, help_heading = "House rules")]
    no_trump: bool,

    /// The partner of a player who goes alone gives a card, and gets one back
    #[arg(long, help_heading = "House rules")]
    partners_best: bool,

    /// A hand of nines and tens may be thrown in
    #[arg(long, help_heading = "House rules")]
    farmers_hand: bool,

    /// A hand with an ace and nothing else above the ten may be thrown in
    #[arg(long, help_heading = "House rules")]
    ace_no_face: bool,

    /// An opponent may defend alone against a player who goes alone
    #[arg(long, help_heading = "House rules")]
    defend_alone: bool,

    /// Whoever orders the upcard into the partner's hand must go alone
    #[arg(long, help_heading = "House rules")]
    must_go_alone: bool,
}

impl HouseRules {
    pub(crate) fn rules(&self) -> Rules {
        Rules {
            stick_the_dealer: self.stick_the_dealer,
            no_trump: self.no_trump,
            partners_best: self.partners_best,
            farmers_hand: self.farmers_hand,
            ace_no_face: self.ace_no_face,
            defend_alone: self.defend_alone,
            must_go_alone: self.must_go_alone,
        }
    }
}

/// A parser of the names of levels.
pub(crate) fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(Level::name))
        .map(|name| Level::from_name(&name).unwrap_or(limits::ADVICE_LEVEL))
}

/// A parser of the names of styles.
pub(crate) fn style() -> impl TypedValueParser<Value = Style> {
    PossibleValuesParser::new(Style::ALL.map(Style::name))
        .map(|name| Style::from_name(&name).unwrap_or_default())
}

fn goal() -> impl TypedValueParser<Value = Goal> {
    PossibleValuesParser::new(Goal::ALL.map(Goal::name))
        .map(|name| Goal::from_name(&name).unwrap_or_default())
}

// How a bot thinks.
#[derive(Args)]
pub(crate) struct Thinking {
    /// How well it plays
    #[arg(long, value_parser = level(), default_value = limits::ADVICE_LEVEL.name())]
    level: Level,

    /// How boldly it bids
    #[arg(long, value_parser = style(), default_value = Style::default().name())]
    style: Style,

    /// Play out so many games for a decision, instead of as many as the level does
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(limits::ITERATIONS))]
    iterations: Option<u64>,

    /// Search so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(limits::MILLISECONDS))]
    time: Option<u64>,

    /// Grow so many trees side by side, one a thread
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=limits::MOST_THREADS as i64))]
    threads: u32,

    /// Play for points, or for the game at the score
    #[arg(long, value_parser = goal(), default_value = Goal::default().name())]
    goal: Goal,

    /// Count all worlds the same, whatever was bid and played
    #[arg(long)]
    even: bool,

    /// The seed: with a number of worlds, the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = limits::SEED)]
    pub(crate) seed: u64,
}

impl Thinking {
    pub(crate) fn settings(&self) -> BotSettings {
        let mut bot = Bot::new(self.level);
        bot.iterations = self.iterations.unwrap_or(bot.iterations);
        bot.options.trees = self.threads;
        bot.weigh_bids &= !self.even;
        bot.goal = self.goal;
        bot.style = self.style;
        BotSettings {
            bot,
            time: self.time.map(Duration::from_millis),
        }
    }
}

/// The time since it was first asked for.
pub(crate) fn clock() -> Duration {
    static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);
    FIRST.elapsed()
}
