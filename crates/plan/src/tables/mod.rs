//! Where the cards of a try come from: packs, tables of hands that can still qualify, and whole deals.

pub(crate) mod class;
pub(crate) mod hands;
pub(crate) mod holdings;
pub(crate) mod pack;
pub(crate) mod prepared;
pub(crate) mod ranges;
pub(crate) mod second_seat;
