//! A hand of some game, as far as this crate needs to know it.

use std::fmt::Display;

use seats::{Seat, Side};
use space::Stream;

/// A hand as it is played: what was dealt, what was done, and whose turn it is.
pub trait PlayedHand: Clone + PartialEq {
    /// What the game is called in records: `euchre`.
    const GAME: &'static str;
    /// Where the cards or dominoes lie at the beginning.
    type Deal: Copy + PartialEq;
    /// The house rules.
    type Rules: Copy;
    /// The points of both sides.
    type Score: Copy + Default + PartialEq;
    /// What a player does.
    type Move: Copy + Display;
    /// Why a move is refused.
    type Illegal: Display;
    /// What a seat has seen.
    type View;

    /// A fair deal.
    fn random_deal(rng: &mut Stream) -> Self::Deal;
    /// The beginning of a hand.
    fn begin(rules: Self::Rules, score: Self::Score, dealer: Seat, deal: Self::Deal) -> Self;
    /// How it was dealt.
    fn dealt(&self) -> Self::Deal;
    /// Who dealt.
    fn dealer(&self) -> Seat;
    /// Who deals after it, once it is over.
    fn next_dealer(&self) -> Seat {
        self.dealer().next()
    }
    /// The score before it,
    fn score_before(&self) -> Self::Score;
    /// and after it; the same as before as long as it goes on.
    fn score_after(&self) -> Self::Score;
    /// What it brought a side less what it brought the other.
    fn difference(&self, side: Side) -> i32;
    /// The side that has won the game at a score.
    fn winner(rules: Self::Rules, score: Self::Score) -> Option<Side>;
    /// What the points of a hand are called, and the games: `points`, `games to ten`.
    fn words(rules: Self::Rules) -> (&'static str, &'static str);
    /// Whose turn it is; `None` when it is over.
    fn turn(&self) -> Option<Seat>;
    /// All that was done, in order.
    fn moves(&self) -> &[(Seat, Self::Move)];
    /// Makes a move of the player whose turn it is.
    ///
    /// # Errors
    /// A move that the rules do not allow; the hand is as it was.
    fn make(&mut self, made: Self::Move) -> Result<(), Self::Illegal>;
    /// What a seat has seen.
    fn view(&self, seat: Seat) -> Self::View;
}
