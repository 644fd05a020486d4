//! The library, as those see it who use it.

mod braces;
mod classic_values;
mod double_dummy;
mod paper;
mod printed;
