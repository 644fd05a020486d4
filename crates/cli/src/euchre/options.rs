//! The options that several of the euchre commands have: house rules, and how a bot thinks.

use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use fairdeal::euchre::{Bot, Goal, Judgement, Level, NoMove, Player, Rules, View};
use fairdeal::search::Budget;

/// The house rules, each a switch.
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
        .map(|name| Level::from_name(&name).unwrap_or(Level::Expert))
}

/// How a bot thinks.
#[derive(Args)]
pub(crate) struct Thinking {
    /// How well it plays
    #[arg(long, value_parser = level(), default_value = "expert")]
    level: Level,

    /// Play out so many games for a decision, instead of as many as the level does
    #[arg(long, value_name = "N", conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    iterations: Option<u64>,

    /// Search so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: Option<u64>,

    /// Grow so many trees side by side, one a thread
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    threads: u32,

    /// Play for points, or for the game at the score
    #[arg(long, value_parser = ["points", "game"], default_value = "points")]
    goal: String,

    /// Count a world less in which players would have bid otherwise, by the rule of thumb
    #[arg(long)]
    weigh_bids: bool,

    /// The seed: with a number of worlds, the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Thinking {
    pub(crate) fn thinker(&self) -> Thinker {
        let mut bot = Bot::new(self.level);
        if let Some(iterations) = self.iterations {
            bot = bot.with_budget(Budget::Iterations(iterations));
        }
        bot.options.trees = self.threads;
        bot.weigh_bids = self.weigh_bids;
        bot.goal = goal(&self.goal);
        Thinker {
            bot,
            time: self.time.map(Duration::from_millis),
        }
    }
}

fn goal(name: &str) -> Goal {
    match name {
        "game" => Goal::Game,
        _ => Goal::Points,
    }
}

/// A bot that may play by the clock.
#[derive(Clone, Copy)]
pub(crate) struct Thinker {
    pub(crate) bot: Bot,
    pub(crate) time: Option<Duration>,
}

impl Thinker {
    /// A bot of a level.
    pub(crate) fn of(level: Level) -> Thinker {
        Thinker {
            bot: Bot::new(level),
            time: None,
        }
    }

    /// A bot from a text such as `expert,iterations=500,goal=game,bids`.
    pub(crate) fn parse(text: &str) -> Result<Thinker, String> {
        let mut words = text.split(',');
        let name = words.next().unwrap_or_default();
        let level = Level::from_name(name).ok_or_else(|| {
            let names = Level::ALL.map(Level::name).join(", ");
            format!("there is no level '{name}': write one of {names}")
        })?;
        let mut thinker = Thinker::of(level);
        for word in words {
            let number = |text: &str| match text.parse() {
                Ok(number @ 1..=100_000_000) => Ok(number),
                _ => Err(format!("'{text}' is no number from 1 to 100000000")),
            };
            match word.split_once('=') {
                Some(("iterations", n)) => {
                    thinker.bot = thinker.bot.with_budget(Budget::Iterations(number(n)?));
                }
                Some(("time", ms)) => thinker.time = Some(Duration::from_millis(number(ms)?)),
                Some(("goal", name @ ("points" | "game"))) => thinker.bot.goal = goal(name),
                None if word == "bids" => thinker.bot.weigh_bids = true,
                None if word == "flat" => thinker.bot.options.depth = 1,
                None if word == "tree" => thinker.bot.options.depth = u32::MAX,
                None if word == "random-playouts" => thinker.bot.options.rule_of_thumb = false,
                _ => {
                    return Err(format!(
                        "'{word}' is no habit: write iterations=N, time=MS, goal=points, goal=game, bids, flat, tree or \
                         random-playouts"
                    ));
                }
            }
        }
        Ok(thinker)
    }
}

impl Player for Thinker {
    fn play(&self, view: &View, seed: u64) -> Result<Judgement, NoMove> {
        match self.time {
            None => self.bot.judge(view, seed),
            Some(time) => {
                let until = Budget::Until(Instant::now() + time);
                self.bot.with_budget(until).judge(view, seed)
            }
        }
    }
}
