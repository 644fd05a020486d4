//! Texas 42 as it is played: the rules hold in random play with every variant, views hold nothing but what was seen, and
//! the worlds of a view are all that fit it.

mod bots;
mod random;
mod rules;
mod views;
