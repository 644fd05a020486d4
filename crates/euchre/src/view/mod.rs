//! What one seat knows: everything that everybody has seen, and its own cards. A view cannot hold anything else, so a
//! function that takes a view cannot peek.

mod check;
mod json;

use crate::hand::Secret;
use crate::table_state::TableState;
use crate::{Call, Card, Cards, Move, Position, Public, Seat, Stage, Void, World};

pub use check::{Clash, Seen};
pub use json::ViewError;
pub(crate) use json::{bid_from_json, bid_json};

/// Everything that one seat has seen, and nothing else.
///
/// ```
/// use euchre::{View, Worlds};
/// let view = View::from_json(r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH"],"upcard":"JH","taken":true,
///     "bids":[["S","pass"],["W","pass"],["N","order"]],"trump":"H","maker":"N",
///     "tricks":[[["S","KC"],["W","9C"],["N","AC"],["E","9D"]],[["N","AD"],["E","JH"]]]}"#).unwrap();
/// assert_eq!(Worlds::new(&view).unwrap().count(), 3_880_800);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct View {
    public: Public,
    seat: Seat,
    hand: Cards,
    secret: Secret,
    kitty: Cards,
}

impl View {
    /// A view of a hand that is played here: it holds together by itself.
    pub(crate) fn seen(public: Public, seat: Seat, hand: Cards, secret: Secret) -> View {
        View {
            public,
            seat,
            hand,
            secret,
            kitty: Cards::NONE,
        }
    }

    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The cards that the seat holds.
    pub fn hand(&self) -> Cards {
        self.hand
    }

    /// What everybody has seen.
    pub fn public(&self) -> &Public {
        &self.public
    }

    /// The card that the seat laid away as dealer.
    pub fn discard(&self) -> Option<Card> {
        self.secret.discard
    }

    /// The card that the seat gave to its partner, where 'partner's best' is played.
    pub fn given(&self) -> Option<Card> {
        self.secret.given
    }

    /// The card that it got from its partner.
    pub fn received(&self) -> Option<Card> {
        self.secret.received
    }

    /// Face-down cards of the kitty that the seat has rightly seen.
    pub fn kitty(&self) -> Cards {
        self.kitty
    }

    /// What the seat has seen of who is out of what.
    pub fn voids(&self) -> Vec<Void> {
        self.public.voids()
    }

    /// Whether it is the seat's turn.
    pub fn is_to_move(&self) -> bool {
        let table = self.table();
        table.stage != Stage::Over && table.turn == self.seat
    }

    /// What is to be done next, as far as the seat can know: what others do face down is taken as done.
    pub fn stage(&self) -> Stage {
        self.table().stage
    }

    /// What the seat can do; nothing if it is not its turn.
    pub fn legal_moves(&self) -> Vec<Move> {
        let table = self.table();
        if !self.is_to_move() {
            return Vec::new();
        }
        let moves = table.legal(self.hand);
        let moves = moves.iter();
        let moves = moves.filter_map(|code| Move::from_code(code, table.stage));
        moves.collect()
    }

    /// What lies on the table.
    pub(crate) fn table(&self) -> TableState {
        let public = &self.public;
        let mut table = public.after_bids();
        if let Some(call) = public.call
            && table.stage != Stage::Defend
        {
            table.call = Some(call);
            table.begin_play();
            for &(_, card) in public.tricks.iter().flat_map(|trick| &trick.0) {
                table.play(card);
            }
            if let Some((stage, turn)) = self.before_play(call) {
                (table.stage, table.turn) = (stage, turn);
            }
        }
        table
    }

    /// What is to be done before the first card, as far as the seat can know. What others do face down is taken as
    /// done.
    fn before_play(&self, call: Call) -> Option<(Stage, Seat)> {
        let Secret {
            discard,
            given,
            received,
        } = self.secret;
        if call.taken && self.seat == self.public.dealer && discard.is_none() {
            return Some((Stage::Discard, self.seat));
        }
        if !self.public.has_exchange() || !self.public.tricks.is_empty() {
            return None;
        }
        let partner = call.maker.partner();
        let (first, second) = match self.seat {
            seat if seat == call.maker => (received, given),
            seat if seat == partner => (given, received),
            _ => return None,
        };
        match (first, second) {
            (None, _) => Some((Stage::Give, partner)),
            (Some(_), None) => Some((Stage::Return, call.maker)),
            _ => None,
        }
    }

    /// The position in one of the worlds that fit this view.
    pub fn position_in(&self, world: &World) -> Position {
        Position {
            table: self.table(),
            hands: world.hands,
        }
    }
}
