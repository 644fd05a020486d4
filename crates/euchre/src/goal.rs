//! What a bot plays for: points, or the game. The chance to win the game at a score is worked out from how often a hand
//! brings how many points.

use crate::{GAME, Points, Score, Side};

/// What a bot plays for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Points in this hand.
    #[default]
    Points,
    /// The chance to win the game, at the score.
    Game,
}

impl Goal {
    /// Both.
    pub const ALL: [Goal; 2] = [Goal::Points, Goal::Game];

    /// `points` or `game`.
    pub fn name(self) -> &'static str {
        ["points", "game"][self as usize]
    }

    /// The goal of a name.
    pub fn from_name(name: &str) -> Option<Goal> {
        Self::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// What so many points are worth to whoever has this goal: about a twentieth of a game each.
    pub(crate) fn worth_of(self, points: f64) -> f64 {
        match self {
            Goal::Points => points,
            Goal::Game => points / 20.0,
        }
    }
}

/// How often a hand brings the dealer's side so many points, in ten thousand hands: measured over 20,000 hands of the club
/// level by the example `strength shares`.
const SHARES: [(i8, f64); 7] = [
    (-4, 198.0),
    (-2, 1244.0),
    (-1, 1858.0),
    (0, 26.0),
    (1, 4398.0),
    (2, 1628.0),
    (4, 650.0),
];

/// What each result of a hand is worth to North and South: by points from -4 to 4.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Values([f64; 9]);

impl Values {
    pub(crate) fn new(goal: Goal, score: Score, dealer: Side) -> Values {
        let mut values = [0.0; 9];
        match goal {
            Goal::Points => (-4i8..=4)
                .zip(&mut values)
                .for_each(|(points, value)| *value = points as f64),
            Goal::Game => {
                let table = chances();
                for (points, value) in (-4i8..=4).zip(&mut values) {
                    let after = score.after(Points(points));
                    *value = chance(&table, after, dealer.other());
                }
            }
        }
        Values(values)
    }

    #[inline]
    pub(crate) fn of(&self, points: Points) -> f64 {
        self.0[(points.0 + 4) as usize]
    }

    /// The least and the most.
    pub(crate) fn range(&self) -> std::ops::RangeInclusive<f64> {
        // At a decided score all results may be worth the same: a range needs some width.
        let (low, high) = (self.0[0], self.0[8]);
        low..=high.max(low + 1e-9)
    }
}

/// The chance that North and South win the game at a score, when this side deals next.
pub fn win_chance(score: Score, dealer: Side) -> f64 {
    chance(&chances(), score, dealer)
}

const SCORES: usize = GAME as usize;

/// By the dealing side's points, and the other side's: the dealing side's chance.
type Chances = [[f64; SCORES]; SCORES];

fn chance(table: &Chances, score: Score, dealer: Side) -> f64 {
    if let Some(winner) = score.winner() {
        return (winner == Side::NorthSouth) as u8 as f64;
    }
    let of_dealer = table[score.of(dealer) as usize][score.of(dealer.other()) as usize];
    match dealer {
        Side::NorthSouth => of_dealer,
        Side::EastWest => 1.0 - of_dealer,
    }
}

/// From the end of the game backwards. Points are never lost, so a score depends on higher scores only, and on itself
/// with the deal passed on when nobody scores.
fn chances() -> Chances {
    let total: f64 = SHARES.iter().map(|(_, share)| share).sum();
    let mut table = [[0.0; SCORES]; SCORES];
    for sum in (0..=2 * (SCORES - 1)).rev() {
        for own in 0..SCORES {
            let Some(other) = sum.checked_sub(own).filter(|&other| other < SCORES) else {
                continue;
            };
            // Nobody scores: the other side deals at the same score. Both are solved together, so that only points
            // that were scored are summed up here, for this side dealing and for the other.
            let scored = |own: usize, other: usize| -> f64 {
                let of = |&(points, share): &(i8, f64)| {
                    let (a, b) = (
                        own + points.max(0) as usize,
                        other + (-points).max(0) as usize,
                    );
                    let chance = match (a >= SCORES, b >= SCORES) {
                        (true, _) => 1.0,
                        (_, true) => 0.0,
                        // The other side deals next.
                        _ => 1.0 - table[b][a],
                    };
                    share / total * chance
                };
                SHARES
                    .iter()
                    .filter(|(points, _)| *points != 0)
                    .map(of)
                    .sum()
            };
            let none: f64 = SHARES
                .iter()
                .filter(|(points, _)| *points == 0)
                .map(|(_, share)| share / total)
                .sum();
            let (mine, theirs) = (scored(own, other), scored(other, own));
            // x = mine + none * (1 - y), y = theirs + none * (1 - x).
            table[own][other] = (mine + none * (1.0 - theirs - none)) / (1.0 - none * none);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(north_south: u8, east_west: u8) -> Score {
        Score {
            north_south,
            east_west,
        }
    }

    #[test]
    fn chances_of_both_sides_add_up_to_one() {
        for a in 0..GAME {
            for b in 0..GAME {
                for dealer in Side::ALL {
                    let chance = win_chance(score(a, b), dealer);
                    let turned = win_chance(score(b, a), dealer.other());
                    assert!((chance + turned - 1.0).abs() < 1e-9, "{a}-{b}");
                    assert!((0.0..=1.0).contains(&chance));
                }
            }
        }
    }

    #[test]
    fn a_chance_is_the_mean_of_what_comes_after() {
        let at = win_chance(score(7, 8), Side::NorthSouth);
        let total: f64 = SHARES.iter().map(|(_, share)| share).sum();
        let after: f64 = SHARES
            .iter()
            .map(|&(points, share)| {
                share / total * win_chance(score(7, 8).after(Points(points)), Side::EastWest)
            })
            .sum();
        assert!((at - after).abs() < 1e-9, "{at} {after}");
    }

    #[test]
    fn more_points_are_better_and_a_game_won_is_won() {
        for a in 0..GAME - 1 {
            assert!(
                win_chance(score(a + 1, 5), Side::EastWest)
                    > win_chance(score(a, 5), Side::EastWest)
            );
        }
        assert_eq!(win_chance(score(10, 5), Side::EastWest), 1.0);
        let values = Values::new(Goal::Game, score(9, 9), Side::EastWest);
        assert_eq!((values.of(Points(1)), values.of(Points(-1))), (1.0, 0.0));
        assert_eq!(values.of(Points(4)), 1.0);
    }
}
