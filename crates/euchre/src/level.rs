//! How well a bot plays, and how boldly it bids.

use crate::heuristic::{HEURISTIC, Heuristic};

/// How well a bot plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Any legal move: something to measure others against.
    Random,
    /// The rule of thumb as one has it who has just learnt it.
    Beginner,
    /// The rule of thumb, with many slips.
    Casual,
    /// The rule of thumb, with slips.
    Club,
    /// The rule of thumb, with a slip now and then.
    Strong,
    /// A search, over worlds that keep to everything that was seen, weighed by what was bid and played.
    Expert,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Level; 6] = [
        Level::Random,
        Level::Beginner,
        Level::Casual,
        Level::Club,
        Level::Strong,
        Level::Expert,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        ["random", "beginner", "casual", "club", "strong", "expert"][self as usize]
    }

    /// A level, and a style if one stands behind it: `club` or `club,bold`.
    ///
    /// ```
    /// use euchre::{Level, Style};
    /// assert_eq!(Level::with_style("club,bold"), Some((Level::Club, Style::Bold)));
    /// assert_eq!(Level::with_style("expert"), Some((Level::Expert, Style::Usual)));
    /// assert_eq!(Level::with_style("bold"), None);
    /// ```
    pub fn with_style(name: &str) -> Option<(Level, Style)> {
        let (level, style) = match name.split_once(',') {
            Some((level, style)) => (level, Style::from_name(style)?),
            None => (name, Style::Usual),
        };
        Some((Level::from_name(level)?, style))
    }

    /// The level of a name.
    pub fn from_name(name: &str) -> Option<Level> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

impl Level {
    /// What it does, in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            Level::Random => "any legal move",
            Level::Beginner => {
                "the rule of thumb, timidly: passes with good hands, never goes alone, forgets past tricks, and plays every other card without thinking"
            }
            Level::Casual => {
                "the rule of thumb, cautiously: passes with fair hands, forgets past tricks, and plays every other card without thinking"
            }
            Level::Club => {
                "the rule of thumb, a little cautiously: forgets past tricks, and plays one card in three without thinking"
            }
            Level::Strong => {
                "the rule of thumb: forgets past tricks, and plays one card in six without thinking"
            }
            Level::Expert => {
                "plays out 4,000 games for every decision, in worlds that keep to all that was seen, weighed by what was bid and played"
            }
        }
    }
}

/// How boldly a bot bids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Style {
    /// Rather passes.
    Careful,
    /// As its level does.
    #[default]
    Usual,
    /// Rather makes trump.
    Bold,
}

impl Style {
    /// All three.
    pub const ALL: [Style; 3] = [Style::Careful, Style::Usual, Style::Bold];

    /// `careful`, `usual` or `bold`.
    pub fn name(self) -> &'static str {
        ["careful", "usual", "bold"][self as usize]
    }

    /// The style of a name.
    pub fn from_name(name: &str) -> Option<Style> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }

    /// What it adds to what a hand must be worth to be bid, in hundredths of a trick.
    fn caution(self) -> i16 {
        [40, 0, -40][self as usize]
    }

    /// What it likes to make trump, in points.
    pub(crate) fn liking(self) -> f64 {
        [-0.3, 0.0, 0.3][self as usize]
    }
}

/// What somebody does otherwise than the rule of thumb who does not look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// What a hand must be worth above the rule of thumb to be bid, in hundredths of a trick.
    pub caution: i16,
    /// Whether it ever goes alone.
    pub goes_alone: bool,
    /// Whether it remembers which cards were played in the tricks before.
    pub remembers: bool,
    /// One card in so many is any that it may play; 0 for none.
    pub slips: u32,
}

impl Habits {
    /// Those of a level.
    pub fn of(level: Level) -> Habits {
        let habits = |caution, goes_alone, remembers, slips| Habits {
            caution,
            goes_alone,
            remembers,
            slips,
        };
        match level {
            Level::Beginner => habits(90, false, false, 2),
            Level::Casual => habits(60, true, false, 2),
            Level::Club => habits(30, true, false, 3),
            Level::Strong => habits(0, true, false, 6),
            Level::Random | Level::Expert => habits(0, true, true, 0),
        }
    }

    /// The rule of thumb by which somebody with these habits bids, in a style.
    pub(crate) fn heuristic(self, style: Style) -> Heuristic {
        let caution = self.caution + style.caution();
        let mut changed = HEURISTIC;
        for least in changed.order.iter_mut().chain(&mut changed.name) {
            *least += caution;
        }
        changed.go_alone += if self.goes_alone { caution } else { 1000 };
        changed
    }
}
