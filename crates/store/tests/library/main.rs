//! The library, as those see it who use it.

mod kept;
#[cfg(feature = "threads")]
mod sessions;
mod solved;
mod store;
