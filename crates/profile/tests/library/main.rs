//! The library, as those see it who use it.

mod answers;
mod chance;
mod common;
mod dealable;
mod fair;
mod finding;
mod given;
mod methods;
mod reading;
mod rules;
mod words;
