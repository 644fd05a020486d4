//! Bidding by a table: how often a player passes, makes trump and goes alone, for every place to bid in and every kind of hand.
//! The table was trained by regret minimisation (`train`) and comes with the library; it stands for players who bid
//! sensibly, where what somebody bid is to weigh worlds.

mod kinds;
#[cfg(feature = "train")]
mod train;

use std::sync::LazyLock;

use miniz_oxide::inflate::decompress_to_vec_zlib;

use crate::moves::Bid;
use crate::table_state::{Stage, TableState};
use crate::{Cards, heuristic};

use kinds::{SPOTS, Spot};
#[cfg(feature = "train")]
pub use train::{Exploited, Gain, Trained, Training};

/// What a file of the table begins with: another format has another beginning.
const HEAD: &[u8] = b"fairdeal euchre bids 1\n";

/// The table that comes with the library, packed. `fairdeal euchre train` makes it.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/bidding.table"));
static TABLE: LazyLock<Vec<u8>> =
    LazyLock::new(|| decompress_to_vec_zlib(PACKED).unwrap_or_default());

/// How often one bids what, for each spot: a byte each, the chance to make trump in fifteenths above, and that of going alone if
/// one does below. First for houses where all may pass, then for those that stick the dealer.
#[derive(Clone, Copy, Debug)]
pub struct BiddingTable<'a> {
    chances: &'a [u8],
}

/// Why a file is no bidding table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("this is no bidding table of this version: train one anew with 'fairdeal euchre train'")]
pub struct NoBiddingTable;

/// How likely each thing is that one may say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Chances {
    call: Bid,
    alone: Bid,
    /// To pass, to make trump with the partner, and to do it alone.
    of: [f32; 3],
}

impl BiddingTable<'static> {
    /// The one that comes with the library.
    pub fn usual() -> BiddingTable<'static> {
        BiddingTable::read(&TABLE).unwrap_or(BiddingTable { chances: &[] })
    }
}

impl<'a> BiddingTable<'a> {
    /// The table of a file.
    ///
    /// # Errors
    /// It is none, or one of another version.
    pub fn read(file: &'a [u8]) -> Result<BiddingTable<'a>, NoBiddingTable> {
        let chances = file.strip_prefix(HEAD).ok_or(NoBiddingTable)?;
        if chances.len() != 2 * SPOTS {
            return Err(NoBiddingTable);
        }
        Ok(BiddingTable { chances })
    }

    /// As a file.
    pub fn written(&self) -> Vec<u8> {
        [HEAD, self.chances].concat()
    }

    /// What the player whose turn it is may say with this hand, and how likely each is; nothing where the table does not tell.
    #[inline]
    pub(crate) fn chances(&self, table: &TableState, hand: Cards) -> Option<Chances> {
        let spot = Spot::of(table, hand)?;
        let plane = table.rules.stick_the_dealer as usize * SPOTS;
        let byte = *self.chances.get(plane + spot.number as usize)?;
        let (made, alone) = ((byte >> 4) as f32 / 15.0, (byte & 15) as f32 / 15.0);
        let mut of = [1.0 - made, made * (1.0 - alone), made * alone];
        let partner = table.turn == table.dealer.partner();
        if table.stage == Stage::Order && table.rules.must_go_alone && partner {
            (of[0], of[1]) = (of[0] + of[1], 0.0);
        }
        let (call, alone) = match table.stage {
            Stage::Order => (Bid::Order { alone: false }, Bid::Order { alone: true }),
            _ => {
                let named = |alone| Bid::Name {
                    trump: spot.trump,
                    alone,
                };
                (named(false), named(true))
            }
        };
        Some(Chances { call, alone, of })
    }

    /// How likely a player with this hand is to say this: never 0.
    pub(crate) fn chance(&self, table: &TableState, hand: Cards, bid: Bid) -> f64 {
        let sensible = match self.known(table, hand) {
            Some(Chances { call, alone, of }) => {
                let said = [Bid::Pass, call, alone].iter().position(|&one| one == bid);
                said.map_or(0.0, |said| of[said] as f64)
            }
            None => (heuristic::HEURISTIC.bid(table, hand) == bid) as u8 as f64,
        };
        SURPRISE + (1.0 - SURPRISE) * sensible
    }

    /// The chances, where the house lets nobody throw the hand in.
    fn known(&self, table: &TableState, hand: Cards) -> Option<Chances> {
        let thrown = table.stage == Stage::Order && table.rules.may_throw_in(hand);
        if thrown {
            None
        } else {
            self.chances(table, hand)
        }
    }
}

/// How likely it is at least that somebody says a thing: people, and other programs, bid as they please.
pub(crate) const SURPRISE: f64 = 0.15;
