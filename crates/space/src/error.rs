//! What can go wrong, as values.

use crate::MAX_PLACES;

/// Why something cannot be set up, built or looked up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Card numbers go from 0 to 63.
    #[error("there is no card number {0}: cards are numbered from 0 to 63")]
    NoSuchCard(u8),
    /// A card stands twice in the deck.
    #[error("card {0} is in the deck twice")]
    CardTwice(u8),
    /// A card that the deck does not have.
    #[error("card {0} is not in the deck")]
    NotInDeck(u8),
    /// No places, or more than [`MAX_PLACES`].
    #[error("a deck goes to 1 to {MAX_PLACES} places, not {0}")]
    Places(usize),
    /// A rule, quantity or restriction names a place that is not there.
    #[error("there is no place number {place}: the {places} places are numbered from 0")]
    NoSuchPlace {
        /// The place named.
        place: usize,
        /// How many there are.
        places: usize,
    },
    /// The capacities do not add up to the deck.
    #[error("the places hold {capacity} cards together, but the deck has {cards}")]
    Capacities {
        /// The sum of the capacities.
        capacity: usize,
        /// The size of the deck.
        cards: usize,
    },
    /// An index from the count up.
    #[error("there is no deal number {index}: the space has {count}, numbered from 0")]
    PastTheCount {
        /// The index asked for.
        index: u128,
        /// How many deals there are.
        count: u128,
    },
    /// A deal that is not in the space.
    #[error("this deal is not in the space")]
    NotInSpace,
    /// The number of deals is more than the engine counts.
    #[error("there are 2^120 deals or more")]
    TooManyDeals,
    /// It would take more work than allowed.
    #[error(
        "this takes more than {work} steps of work; \
         allow more, or leave some rules out and check the deals drawn"
    )]
    OverBudget {
        /// The work allowed.
        work: u64,
    },
    /// It would take more memory than allowed.
    #[error(
        "this takes more than {memory} bytes of memory; \
         allow more, or leave some rules out and check the deals drawn"
    )]
    OverMemory {
        /// The bytes allowed.
        memory: u64,
    },
    /// It was stopped: see [`crate::Watch`].
    #[error(transparent)]
    Stopped(#[from] crate::Stopped),
}
