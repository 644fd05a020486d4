//! What is said at a table when a trick or a hand is over.

use std::fmt;

use serde::Serialize;

use crate::{Call, Hand, Move, Points, Score, Seat, Side};

/// Who took the trick that the last card finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrickTaken {
    /// Who took it.
    pub winner: Seat,
    /// The number of the trick, from 1.
    pub number: usize,
    /// The tricks of each side so far, North and South first; by side on the wire.
    #[serde(serialize_with = "by_side")]
    #[cfg_attr(feature = "schema", schemars(with = "answer::Keyed<Side, u8>"))]
    pub tricks: [u8; 2],
}

fn by_side<S: serde::Serializer>(numbers: &[u8; 2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(Side::ALL.into_iter().zip(numbers))
}

/// How a hand ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What was trump; nothing, if all passed or the hand was thrown in.
    pub call: Option<Call>,
    /// What it brought.
    pub points: Points,
    /// Whether it was thrown in.
    pub thrown_in: bool,
}

impl Hand {
    /// Who took the trick, if the last move was the card that finished it.
    pub fn trick_taken(&self) -> Option<TrickTaken> {
        let (public, call) = (self.public(), self.public().call?);
        let trick = public.tricks.last()?;
        let played = matches!(self.moves().last(), Some((_, Move::Play(_))));
        if !played || trick.0.len() != call.players() as usize {
            return None;
        }
        Some(TrickTaken {
            winner: trick.winner(call)?,
            number: public.tricks.len(),
            tricks: Side::ALL.map(|side| self.position().tricks(side)),
        })
    }

    /// How it ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        Some(Outcome {
            call: self.public().call,
            points: self.points()?,
            thrown_in: self.is_thrown_in(),
        })
    }
}

impl fmt::Display for TrickTaken {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let TrickTaken { winner, number, .. } = self;
        let [ours, theirs] = self.tricks;
        write!(
            f,
            "{winner} takes trick {number}; North and South have {ours}, East and West {theirs}"
        )
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some(Call { maker, trump, .. }) = self.call else {
            return f.write_str(if self.thrown_in {
                "The hand is thrown in, and dealt again."
            } else {
                "All passed: no score."
            });
        };
        let points = answer::plural(self.points.number().into(), "point");
        let side = self.points.side().unwrap_or(maker.side().other());
        let who = match side {
            Side::NorthSouth => "North and South",
            Side::EastWest => "East and West",
        };
        if side == maker.side() {
            write!(f, "{maker} made {trump}: {points} for {who}.")
        } else {
            write!(f, "{maker} is euchred in {trump}: {points} for {who}.")
        }
    }
}

impl fmt::Display for Score {
    /// `7 points to 9`, those of North and South first.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} points to {}", self.north_south, self.east_west)
    }
}
