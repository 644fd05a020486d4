//! What a file says: read into a profile with all that is wrong by its path, brought to the current form, turned, and told in
//! words.

pub(crate) mod fields;
pub(crate) mod migrate;
pub(crate) mod model;
pub(crate) mod read;
pub(crate) mod rotate;
pub(crate) mod words;
