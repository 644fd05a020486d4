//! What a view leaves open.

use std::fmt;

use answer::{Count, Keyed};
use serde::Serialize;
use space::Watch;

use crate::{Seat, Suit, SuitOdds, Void, Worlds, WorldsError};

/// How many worlds fit a view, and who holds what in how many of them: counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorldsAnswer {
    /// The seat that has seen what they fit.
    #[serde(skip)]
    pub seat: Seat,
    /// How many worlds fit.
    pub count: Count,
    /// How many dominoes each hidden hand has, clockwise from the seat.
    pub places: Keyed<Seat, usize>,
    /// For each domino that was not seen, the chance that it is in each hidden hand.
    pub odds: Keyed<String, Keyed<Seat, f64>>,
    /// For each hidden hand, what is known of each suit of which something was not seen.
    pub suits: Keyed<Seat, Keyed<Suit, SuitOdds>>,
    /// Who did not follow what, in the order in which it was seen.
    pub voids: Vec<Void>,
    /// What else was seen of hands, in words: in sevens what was closest, and who bid on doubles.
    #[serde(skip)]
    pub facts: Vec<String>,
}

/// One world: the hidden hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorldAnswer(pub Keyed<Seat, Vec<String>>);

impl Worlds {
    /// Everything about the worlds.
    ///
    /// # Errors
    /// It was stopped.
    pub fn answer(&self, watch: &Watch) -> Result<WorldsAnswer, WorldsError> {
        let seats = self.seats();
        let odds = self.odds().into_iter().map(|(domino, chances)| {
            let by_seat = seats.into_iter().zip(chances);
            (self.rules().written(domino), by_seat.collect())
        });
        let suits = self.suits(watch)?.map(|suits| {
            let by_suit = suits.into_iter().map(|odds| (odds.suit, odds));
            by_suit.collect()
        });
        Ok(WorldsAnswer {
            seat: self.seat(),
            count: Count(self.count()),
            places: self.capacities().into_iter().collect(),
            odds: odds.collect(),
            suits: seats.into_iter().zip(suits).collect(),
            voids: self.voids().to_vec(),
            facts: self.other_facts().map(ToString::to_string).collect(),
        })
    }

    /// World `number` of a seed, each world with the same chance, as an answer.
    pub fn draw(&self, seed: u64, number: u64) -> WorldAnswer {
        let hands = self.sample(seed, number).into_iter();
        WorldAnswer(
            hands
                .map(|(seat, hand)| (seat, self.rules().names(hand)))
                .collect(),
        )
    }
}

impl fmt::Display for WorldsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let WorldsAnswer { count, seat, .. } = self;
        writeln!(f, "{count} worlds fit what {seat} has seen")?;
        for (seat, number) in self.places.iter() {
            writeln!(f, "{seat} holds {number}")?;
        }
        for void in &self.voids {
            writeln!(f, "{void}")?;
        }
        for fact in &self.facts {
            writeln!(f, "{fact}")?;
        }
        let head = |f: &mut fmt::Formatter, title: &str| {
            write!(f, "\n{title}")?;
            for seat in self.places.keys() {
                write!(f, " {seat:>7}")?;
            }
            writeln!(f, "   percent")
        };
        head(f, "domino ")?;
        for (domino, chances) in self.odds.iter() {
            write!(f, "{domino:6} ")?;
            for chance in chances.values() {
                write!(f, " {:7.2}", 100.0 * chance)?;
            }
            writeln!(f)?;
        }
        head(f, "none of")?;
        let suits = self.suits.values().next().into_iter();
        for suit in suits.flat_map(|of_hand| of_hand.keys()) {
            write!(f, "{:6} ", suit.name())?;
            for of_hand in self.suits.values() {
                let void = of_hand.get(suit).map_or(0.0, |odds| odds.void);
                write!(f, " {:7.2}", 100.0 * void)?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for WorldAnswer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (i, (seat, hand)) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "  " };
            write!(f, "{gap}{seat}: {}", hand.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;

    #[test]
    fn what_was_stopped_is_no_answer() {
        let hand = "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse().unwrap();
        let (view, watch) = (View::opening(Seat::South, hand), Watch::default());
        let worlds = Worlds::new(&view, &watch).unwrap();
        let before = watch.looks();
        worlds.answer(&watch).unwrap();
        assert_eq!(watch.looks() - before, 3 * 7, "each hand and suit");
        watch.stop();
        let stopped = WorldsError::Stopped(space::Stopped);
        assert_eq!(worlds.answer(&watch), Err(stopped));
    }
}
