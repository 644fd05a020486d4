//! A hand of euchre in which every card is known: what is legal, and what a move leads to. It holds what matters for what
//! is to come and no history, in a few words that are cheap to copy. What one player knows of it is a [`crate::View`];
//! the rules are those of the table.

use search::Moves;

use crate::moves::Bid;
use crate::table_state::TableState;
use crate::{Call, Card, Cards, Move, Points, Rules, Seat, Side, Stage};

/// A hand of euchre with every card known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(crate) table: TableState,
    pub(crate) hands: [Cards; 4],
}

impl Position {
    /// The beginning of a hand.
    pub fn new(rules: Rules, dealer: Seat, hands: [Cards; 4], upcard: Card) -> Position {
        Position {
            table: TableState::new(rules, dealer, upcard),
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

    /// The cards that a seat holds.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat as usize]
    }

    /// What is trump, once it is known.
    #[inline]
    pub fn call(&self) -> Option<Call> {
        self.table.call
    }

    /// How many tricks a side has.
    pub fn tricks(&self, side: Side) -> u8 {
        self.table.tricks[side as usize]
    }

    /// What the hand brought, once it is over.
    pub fn points(&self) -> Option<Points> {
        (self.table.stage == Stage::Over).then_some(self.table.points)
    }

    /// What is legal, as a set of move numbers.
    #[inline]
    pub fn legal(&self) -> Moves {
        self.table.legal(self.hand(self.table.turn))
    }

    /// What is legal, as moves.
    pub fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let stage = self.table.stage;
        self.legal()
            .iter()
            .filter_map(move |code| Move::from_code(code, stage))
    }

    /// What the player whose turn it is does by a heuristic.
    pub fn heuristic_move(&self, heuristic: &crate::Heuristic) -> u8 {
        let hand = self.hand(self.table.turn);
        heuristic.choose(&self.table, hand).code()
    }

    /// Makes a move that is legal. What is not is for [`crate::Hand::make`] to refuse: here it is not checked.
    #[inline]
    pub fn make(&mut self, code: u8) {
        let turn = self.table.turn;
        let Some(card) = Card::from_id(code) else {
            return self.bid(code);
        };
        self.hands[turn as usize] = self.hand(turn) - Cards::one(card);
        match self.table.stage {
            Stage::Play => self.table.play(card),
            Stage::Discard => self.table.discarded(),
            Stage::Give => {
                self.give(turn.partner(), card);
                self.table.gave();
            }
            Stage::Return => {
                self.give(turn.partner(), card);
                self.table.begin_play();
            }
            _ => {}
        }
    }

    fn bid(&mut self, code: u8) {
        if let Some(bid) = Bid::from_code(code) {
            self.table.bid(bid);
            if self.table.stage == Stage::Discard {
                self.give(self.table.dealer, self.table.upcard);
            }
        }
    }

    fn give(&mut self, seat: Seat, card: Card) {
        self.hands[seat as usize] = self.hand(seat) | Cards::one(card);
    }
}
