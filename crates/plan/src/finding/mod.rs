//! Finding boards: by plans, one after the other or many on several threads.

pub(crate) mod board_oracle;
pub(crate) mod choice;
pub(crate) mod enumeration;
pub(crate) mod finder;
pub(crate) mod mix;
pub(crate) mod plans;
pub(crate) mod quota;
pub(crate) mod run;
pub(crate) mod trial;
pub(crate) mod worker;
