//! The house rules, each a switch, and what a hand is worth in points. The rules that every house shares are in
//! `position`.

use serde::{Deserialize, Serialize};

use crate::{Cards, Rank, Side};

/// The house rules. All are off by default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// When all others have passed twice, the dealer must name a suit.
    pub stick_the_dealer: bool,
    /// In the second round 'no trump' may be named as well.
    pub no_trump: bool,
    /// The partner of a player who goes alone gives that player one card, and gets one back, both face down.
    pub partners_best: bool,
    /// A hand of nothing but nines and tens may be thrown in at its owner's first turn: the same dealer deals again.
    pub farmers_hand: bool,
    /// So may a hand with an ace, no other card above the ten.
    pub ace_no_face: bool,
    /// An opponent of a player who goes alone may defend alone, for four points instead of two.
    pub defend_alone: bool,
    /// Whoever orders the upcard into the partner's hand must go alone.
    pub must_go_alone: bool,
}

impl Rules {
    /// Whether a hand may be thrown in.
    pub fn may_throw_in(&self, hand: Cards) -> bool {
        let faces = [Rank::Jack, Rank::Queen, Rank::King];
        let of = |rank| !(hand & Cards::rank(rank)).is_empty();
        let low = !faces.into_iter().any(of);
        low && if of(Rank::Ace) {
            self.ace_no_face
        } else {
            self.farmers_hand
        }
    }
}

/// The points that a game is played to.
pub const GAME: u8 = 10;

/// The points of both sides.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Score {
    /// North and South
    #[serde(rename = "NS")]
    pub north_south: u8,
    /// East and West
    #[serde(rename = "EW")]
    pub east_west: u8,
}

impl Score {
    /// The points of a side.
    pub fn of(&self, side: Side) -> u8 {
        match side {
            Side::NorthSouth => self.north_south,
            Side::EastWest => self.east_west,
        }
    }

    /// The score after a hand.
    pub fn after(mut self, result: Points) -> Score {
        let points = match result.side() {
            Some(Side::NorthSouth) => &mut self.north_south,
            Some(Side::EastWest) => &mut self.east_west,
            None => return self,
        };
        *points = points.saturating_add(result.number());
        self
    }

    /// The side that has won the game, if one has.
    pub fn winner(&self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.of(side) >= GAME)
    }
}

/// What a hand brought: above 0 for North and South, below for East and West, 0 when all passed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Points(pub i8);

impl Points {
    /// So many for a side.
    #[inline]
    pub fn new(side: Side, number: u8) -> Points {
        match side {
            Side::NorthSouth => Points(number as i8),
            Side::EastWest => Points(-(number as i8)),
        }
    }

    /// The side that scored.
    pub fn side(self) -> Option<Side> {
        match self.0 {
            0 => None,
            1.. => Some(Side::NorthSouth),
            _ => Some(Side::EastWest),
        }
    }

    /// How many points it scored.
    pub fn number(self) -> u8 {
        self.0.unsigned_abs()
    }

    /// The points as this side sees them: the other side's are below 0.
    pub fn for_side(self, side: Side) -> i8 {
        match side {
            Side::NorthSouth => self.0,
            Side::EastWest => -self.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poor_hands_may_be_thrown_in_where_the_house_says_so() {
        let hand = |text: &str| -> Cards { text.split(' ').map(|c| c.parse().unwrap()).collect() };
        let farmers = Rules {
            farmers_hand: true,
            ..Rules::default()
        };
        let ace = Rules {
            ace_no_face: true,
            ..Rules::default()
        };
        let (low, aces, face) = (
            hand("9C TC 9D TD 9H"),
            hand("9C TC 9D AD AH"),
            hand("9C TC 9D AD JH"),
        );
        assert!(
            farmers.may_throw_in(low) && !farmers.may_throw_in(aces) && !farmers.may_throw_in(face)
        );
        assert!(!ace.may_throw_in(low) && ace.may_throw_in(aces) && !ace.may_throw_in(face));
        assert!(!Rules::default().may_throw_in(low));
    }

    #[test]
    fn a_game_ends_at_ten() {
        let score = Score {
            north_south: 9,
            east_west: 8,
        };
        assert_eq!(score.winner(), None);
        assert_eq!(score.after(Points(1)).winner(), Some(Side::NorthSouth));
        assert_eq!(score.after(Points(-2)).winner(), Some(Side::EastWest));
        assert_eq!(score.after(Points(0)), score);
    }
}
