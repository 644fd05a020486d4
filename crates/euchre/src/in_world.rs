//! A hand in one world, where every card is known: as the search wants it, and played out.

use rand::Rng;
use search::Moves;
use space::Stream;
#[cfg(feature = "train")]
use space::{Stopped, Watch};

use crate::goal::Values;
use crate::table_state::{Stage, TableState};
use crate::{Cards, Position, Seat, Side, heuristic};
#[cfg(feature = "train")]
use crate::{Goal, Points, Score};

/// A position in one world, as the search wants it.
#[derive(Clone, Copy)]
pub(crate) struct InWorld<'a> {
    position: Position,
    /// Who searches: moves that this seat does not see do not part ways.
    searcher: Seat,
    values: &'a Values,
    /// What the searcher likes to make trump, in parts of what it plays for: above 0 for the bold.
    liking: f64,
}

impl<'a> InWorld<'a> {
    pub fn new(
        table: &TableState,
        hands: [Cards; 4],
        searcher: Seat,
        values: &'a Values,
        liking: f64,
    ) -> InWorld<'a> {
        InWorld {
            position: Position {
                table: *table,
                hands,
            },
            searcher,
            values,
            liking,
        }
    }
}

/// From so many finished tricks on the rest is solved with open cards.
const SOLVED_FROM: u8 = 3;

/// One card in so many is played at random in playouts: the heuristic is not always right.
const ERROR: u32 = 12;

/// Any of some moves.
pub(crate) fn any(moves: Moves, rng: &mut Stream) -> u8 {
    let index = (rng.next_u32() as u64 * moves.len() as u64) >> 32;
    moves.nth(index as usize).unwrap_or_default()
}

impl search::Position for InWorld<'_> {
    #[inline]
    fn to_move(&self) -> Option<search::Side> {
        let table = &self.position.table;
        match table.settled() {
            Some(_) => None,
            None => Some(match table.turn.side() {
                Side::NorthSouth => search::Side::First,
                Side::EastWest => search::Side::Second,
            }),
        }
    }

    #[inline]
    fn moves(&self) -> Moves {
        self.position.legal()
    }

    #[inline]
    fn make(&mut self, number: u8) {
        self.position.make(number);
    }

    #[inline]
    fn value(&self) -> f64 {
        let table = &self.position.table;
        let value = self.values.of(table.settled().unwrap_or_default());
        match table.call {
            Some(call) if call.maker == self.searcher => match call.maker.side() {
                Side::NorthSouth => value + self.liking,
                Side::EastWest => value - self.liking,
            },
            _ => value,
        }
    }

    #[inline]
    fn heuristic_move(&self, rng: &mut Stream) -> u8 {
        let table = &self.position.table;
        let hand = self.position.hand(table.turn);
        if table.stage == Stage::Play && rng.next_u32() < u32::MAX / ERROR {
            return any(Moves(table.playable(hand).0 as u64), rng);
        }
        heuristic::HEURISTIC.choose(table, hand).code()
    }

    #[inline]
    fn is_hidden(&self) -> bool {
        let table = &self.position.table;
        matches!(table.stage, Stage::Discard | Stage::Give | Stage::Return)
            && table.turn != self.searcher
    }

    #[inline]
    fn is_endgame(&self) -> bool {
        let table = &self.position.table;
        table.in_trick == 0 && table.tricks[0] + table.tricks[1] >= SOLVED_FROM
    }
}

/// What a hand brings if all play by the rule of thumb, and its last tricks as well as can be with open cards.
///
/// # Errors
/// It was stopped.
#[cfg(feature = "train")]
pub(crate) fn playout(mut position: Position, watch: &Watch) -> Result<Points, Stopped> {
    use search::Position as _;
    let values = Values::new(Goal::Points, Score::default(), Side::NorthSouth);
    loop {
        if let Some(points) = position.table.settled() {
            return Ok(points);
        }
        let in_world = InWorld {
            position,
            searcher: Seat::South,
            values: &values,
            liking: 0.0,
        };
        if in_world.is_endgame() {
            let value = search::solve(&in_world, values.range(), watch)?;
            return Ok(Points(value as i8));
        }
        let hand = position.hand(position.table.turn);
        let made = heuristic::HEURISTIC.choose(&position.table, hand);
        position.make(made.code());
    }
}
