//! The library, as those see it who use it.

mod ask;
mod ask_file;
mod at_the_table;
mod boards;
mod double_dummy;
mod filter;
mod hand_types;
mod keys;
mod leveling;
#[cfg(all(feature = "files", feature = "random-seed"))]
mod provable;
