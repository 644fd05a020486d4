//! What a game must say of itself to be searched.

use space::Stream;

use crate::Moves;

/// One of two sides, of one player or several: what one wins the other loses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side for which values are given.
    First,
    /// The other side.
    Second,
}

/// A game in one world, where every card is known.
pub trait Position: Clone {
    /// Whose turn it is; `None` as soon as the value is settled.
    fn to_move(&self) -> Option<Side>;

    /// What that player can do: never nothing.
    fn moves(&self) -> Moves;

    /// Makes one of those moves.
    fn make(&mut self, number: u8);

    /// What it is worth to the first side, once it is settled.
    fn value(&self) -> f64;

    /// What a player would do without looking ahead, by the game's heuristic. It should look at nothing that the player to
    /// move has not seen.
    fn heuristic_move(&self, rng: &mut Stream) -> u8;

    /// Whether the player who searches will not see which move is made here. Such moves do not part ways in the tree:
    /// they are made by the heuristic.
    fn is_hidden(&self) -> bool {
        false
    }

    /// Whether so little is left that it should be solved with open cards, rather than played by the heuristic.
    fn is_endgame(&self) -> bool {
        false
    }
}
