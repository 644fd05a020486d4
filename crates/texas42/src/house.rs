//! The house rules, each a switch, and the score. The rules that every house shares are in `table_state`.

use std::fmt;

use seats::Side;
use serde::{Deserialize, Serialize};

use crate::{Call, Doubles, Trump, limits};

/// Whether nel-o may be called, and how its doubles stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NelORule {
    /// It may not be called.
    #[default]
    Off,
    /// Doubles are high in their suits.
    High,
    /// Doubles are low in their suits.
    Low,
    /// Doubles are a suit of their own.
    Own,
    /// Whoever calls it says how the doubles stand.
    Any,
}

impl NelORule {
    /// All of them.
    pub const ALL: [NelORule; 5] = [
        NelORule::Off,
        NelORule::High,
        NelORule::Low,
        NelORule::Own,
        NelORule::Any,
    ];

    /// `off`, `high`, `low`, `own` or `any`.
    pub fn name(self) -> &'static str {
        ["off", "high", "low", "own", "any"][self as usize]
    }

    /// The rule of a name.
    pub fn from_name(name: &str) -> Option<NelORule> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    fn allows(self, doubles: Doubles) -> bool {
        match self {
            NelORule::Off => false,
            NelORule::High => doubles == Doubles::High,
            NelORule::Low => doubles == Doubles::Low,
            NelORule::Own => doubles == Doubles::Own,
            NelORule::Any => true,
        }
    }
}

/// How a game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Scoring {
    /// To seven marks: what was bid goes to the bidders, or to the others if they fail.
    #[default]
    Marks,
    /// To 250 points: both sides count what they took; if the bidders fail, the others count their bid too and the
    /// bidders nothing.
    Points,
}

impl Scoring {
    /// Both.
    pub const ALL: [Scoring; 2] = [Scoring::Marks, Scoring::Points];

    /// `marks` or `points`.
    pub fn name(self) -> &'static str {
        ["marks", "points"][self as usize]
    }

    /// The scoring of a name.
    pub fn from_name(name: &str) -> Option<Scoring> {
        Self::ALL.into_iter().find(|scoring| scoring.name() == name)
    }

    /// What a game is played to.
    pub fn goal(self) -> u16 {
        match self {
            Scoring::Marks => 7,
            Scoring::Points => 250,
        }
    }
}

/// The house rules. What is not said is as tournaments have it: bids from 30, a new deal when all pass, any pip, doubles or
/// nothing as trumps, no other games, seven marks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HouseRules {
    /// The lowest bid: 30 to 42, which is one mark.
    pub minimum_bid: u8,
    /// Whether the dealer must bid when all others have passed; else the next player deals.
    pub forced_bid: bool,
    /// Whether one may play without trumps, which is called 'follow me'.
    pub follow_me: bool,
    /// Whether doubles may be trumps.
    pub doubles: bool,
    /// Whether a hand with four doubles may plunge.
    pub plunge: bool,
    /// Whether a hand with three doubles may splash.
    pub splash: bool,
    /// Whether sevens may be called.
    pub sevens: bool,
    /// Whether nel-o may be called, and how its doubles stand.
    pub nel_o: NelORule,
    /// How the game is scored.
    pub scoring: Scoring,
}

impl Default for HouseRules {
    fn default() -> HouseRules {
        HouseRules {
            minimum_bid: *limits::MINIMUM_BIDS.start(),
            forced_bid: false,
            follow_me: true,
            doubles: true,
            plunge: false,
            splash: false,
            sevens: false,
            nel_o: NelORule::Off,
            scoring: Scoring::Marks,
        }
    }
}

impl HouseRules {
    /// Whether the rules can be played: the lowest bid is one of those that there are.
    pub fn are_sound(&self) -> bool {
        limits::MINIMUM_BIDS.contains(&self.minimum_bid)
    }

    /// Whether these trumps may be called.
    pub(crate) fn allows_trump(&self, trump: Trump) -> bool {
        match trump {
            Trump::Pip(_) => true,
            Trump::Doubles => self.doubles,
            Trump::None => self.follow_me,
        }
    }

    /// Whether this may be called by someone who bid marks.
    pub(crate) fn allows(&self, call: Call) -> bool {
        match call {
            Call::Trumps(trump) => self.allows_trump(trump),
            Call::NelO(doubles) => self.nel_o.allows(doubles),
            Call::Sevens => self.sevens,
        }
    }
}

/// The marks or points of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42Score"))]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// North and South
    #[serde(rename = "NS")]
    pub north_south: u16,
    /// East and West
    #[serde(rename = "EW")]
    pub east_west: u16,
}

impl Score {
    /// So many for a side, and nothing for the other.
    pub fn for_side(side: Side, number: u16) -> Score {
        let mut score = Score::default();
        *score.of_mut(side) = number;
        score
    }

    fn of_mut(&mut self, side: Side) -> &mut u16 {
        match side {
            Side::NorthSouth => &mut self.north_south,
            Side::EastWest => &mut self.east_west,
        }
    }

    /// What a side has.
    #[inline]
    pub fn of(&self, side: Side) -> u16 {
        match side {
            Side::NorthSouth => self.north_south,
            Side::EastWest => self.east_west,
        }
    }

    /// The score after a hand.
    pub fn after(mut self, hand: Score) -> Score {
        for side in Side::ALL {
            *self.of_mut(side) = self.of(side).saturating_add(hand.of(side));
        }
        self
    }

    /// What a side has less what the other has.
    #[inline]
    pub fn difference(&self, side: Side) -> i32 {
        i32::from(self.of(side)) - i32::from(self.of(side.other()))
    }

    /// The side that has won: it has reached the goal, and has more than the other.
    pub fn winner(&self, scoring: Scoring) -> Option<Side> {
        let won = |side: &Side| self.of(*side) >= scoring.goal() && self.difference(*side) > 0;
        Side::ALL.into_iter().find(won)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Score {
            north_south,
            east_west,
        } = self;
        write!(
            f,
            "North and South {north_south}, East and West {east_west}"
        )
    }
}
