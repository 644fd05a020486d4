//! A hand of Texas 42 in which every domino is known: what is legal, and what a move leads to. It holds what matters for
//! what is to come and no history, in a few words that are cheap to copy. What one player knows of it is a
//! [`crate::View`]; the rules are those of the table.

use search::Moves;

use crate::table_state::TableState;
use crate::{Call, Contract, Dominoes, HouseRules, Move, Score, Seat, Side, Stage};

/// A hand of Texas 42 with every domino known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) table: TableState,
    pub(crate) hands: [Dominoes; 4],
}

impl Position {
    /// The beginning of a hand.
    pub fn new(house: HouseRules, dealer: Seat, hands: [Dominoes; 4]) -> Position {
        Position {
            table: TableState::new(house, dealer),
            hands,
        }
    }

    /// What is to be done next.
    #[inline]
    pub fn stage(&self) -> Stage {
        self.table.stage
    }

    /// Who does it.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.table.turn
    }

    /// The dominoes that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Dominoes {
        self.hands[seat as usize]
    }

    /// The highest bid so far.
    pub fn contract(&self) -> Option<Contract> {
        self.table.contract
    }

    /// What was called.
    pub fn call(&self) -> Option<Call> {
        let called =
            self.table.contract.is_some() && matches!(self.table.stage, Stage::Play | Stage::Over);
        called.then(|| self.table.call())
    }

    /// Whether a seat sits out.
    pub fn sits_out(&self, seat: Seat) -> bool {
        self.table.sits_out(seat)
    }

    /// How many tricks a side has.
    pub fn tricks(&self, side: Side) -> u8 {
        self.table.tricks[side as usize]
    }

    /// How many points a side has taken.
    pub fn points(&self, side: Side) -> u8 {
        self.table.points_of(side)
    }

    /// Whether the bid was made, as soon as that is certain.
    pub fn is_made(&self) -> Option<bool> {
        self.table.is_made()
    }

    /// What the hand brought, once it is over.
    pub fn result(&self) -> Option<Score> {
        match self.table.stage {
            Stage::Over => self.table.settled(),
            _ => None,
        }
    }

    /// What is legal, as a set of move numbers.
    #[inline]
    pub fn legal(&self) -> Moves {
        self.table.legal(self.hand(self.table.turn))
    }

    /// What is legal, as moves.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> + use<> {
        let legal = self.legal();
        (0..64)
            .filter(move |&code| legal.has(code))
            .filter_map(Move::from_code)
    }

    /// Makes a move that is legal. What is not is for [`crate::PlayedHand::make`] to refuse: here it is not checked.
    #[inline]
    pub fn make(&mut self, code: u8) {
        let turn = self.table.turn as usize;
        match Move::from_code(code) {
            Some(Move::Play(domino)) => {
                self.hands[turn] = self.hands[turn] - domino.alone();
                self.table.play(domino);
            }
            Some(Move::Bid(bid)) => self.table.bid(bid),
            Some(Move::Call(call)) => self.table.called(call),
            None => {}
        }
    }
}
