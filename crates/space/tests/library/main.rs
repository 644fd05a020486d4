//! The library, as those see it who use it.

mod coverage;
mod full_deck;
mod random;
