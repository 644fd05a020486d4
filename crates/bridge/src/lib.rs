//! Bridge: cards, hands, deals, and what is computed from them.
//!
//! A card is a number below 64 and a hand is a bit set over those numbers, sixteen bits a suit, so a
//! suit's holding is one shift and one mask, and every evaluation is a look-up in a table of 8,192
//! holdings. The numbering is clubs, diamonds, hearts, spades, deuce to ace: the classic dealing order.

mod card;
mod deal;
pub mod score;
mod seat;

pub use card::{Card, CardError, Rank, Suit};
pub use deal::{Deal, Hand, Holding};
pub use seat::Seat;
