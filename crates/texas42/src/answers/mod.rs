//! What is answered about hands, dominoes and views. Each answer is written as JSON for programs and in words for people.
//! Dominoes are texts in them, because how they are written depends on trumps: the trump pip stands first.

mod hand;
mod hint;
mod odds;
mod perfect;
mod strength;
mod worlds;

pub use hand::{DrawnSuit, HandAnswer, LeadReasons, OthersHands, RankedTrump, RefutationAnswer};
pub use hint::{Hint, hint};
pub use odds::{BidChance, OddsAnswer, TrumpChances, odds};
pub use perfect::{
    PerfectAnswer, PerfectKinds, PerfectList, PerfectLists, PerfectRequest, TrumpsTogether,
    perfect_lists,
};
pub use strength::{DominoStrength, StrengthAnswer, StrengthTable, strength};
pub use worlds::{WorldAnswer, WorldsAnswer};

/// Dominoes as they are shown, or a dash for none.
fn shown(dominoes: &[String]) -> String {
    if dominoes.is_empty() {
        "-".to_owned()
    } else {
        dominoes.join(" ")
    }
}
