//! Bridge: cards, hands, deals, and what is computed from them.
//!
//! A card is a number below 64 and a hand is a bit set over those numbers, sixteen bits a suit, so a
//! suit's holding is one shift and one mask, and every evaluation is a look-up in a table of 8,192
//! holdings. The numbering is clubs, diamonds, hearts, spades, deuce to ace: the classic dealing order.
//!
//! Boards are read from and written to the files of other programs by [`Format`].

#![forbid(unsafe_code)]

mod auction;
mod board;
mod card;
mod deal;
pub mod double_dummy;
mod evaluate;
pub mod formats;
mod hand_type;
pub mod layout;
mod predeal;
mod record;
mod record_wire;
pub mod score;
mod shape;
mod shape_braces;
mod told;
mod tricks;
mod turn;
mod vulnerability;
mod wire;

pub use auction::{Auction, Call, LegalPlay, Play, PlayFault, PlayedCard};
pub use board::Board;
pub use card::{Card, CardError, Rank, Suit};
pub use deal::{Deal, DealError, Hand, HandError, Holding};
pub use evaluate::{
    Measure, PointCount, SuitTable, adjusted_losers, bergen_in_suit, four_cs, half_losers, losers,
    new_losers, pavlicek, quality, quick_tricks,
};
pub use formats::Format;
pub use hand_type::HandType;
pub use predeal::Predeal;
pub use record::{FinalContract, Letters, Record};
pub use seats::{Seat, Side};
pub use shape::{SHAPES, Shape, ShapeError, ShapePattern, ShapeSet, shape_index};
pub use shape_braces::{BracesError, shapes_in_braces};
pub use told::{AuctionPattern, ContractPattern, PatternError, Told};
pub use tricks::Tricks;
pub use vulnerability::Vulnerability;

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
