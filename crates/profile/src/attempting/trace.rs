//! Attempts, told one by one: in words, or as JSON with what failed so far.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use bridge::Seat;
use serde::Serialize;

use crate::answers::{LengthChances, named};
use crate::attempting::failures::{AttemptEvent, FailureCause, Failures, SeatFailures};
use crate::attempting::help::tight_seats;
use crate::attempting::settings::Settings;
use crate::combining::combination::{Combinations, checking_order};
use crate::document::model::Profile;

/// Tells what happens to attempts, in the order of the boards, and counts along.
#[derive(Clone, Debug)]
pub struct AttemptTrace {
    profile: Arc<Profile>,
    combinations: Arc<Combinations>,
    settings: Settings,
    /// The order in which seats are checked, with what is drawn now.
    order: Vec<Seat>,
    so_far: Failures,
}

/// What happened, as a line of a trace.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TracedAttempt {
    /// Before the first board: what makes a seat tight.
    Begun {
        /// The chances.
        #[serde(flatten)]
        chances: LengthChances,
    },
    /// A board is begun, or suits or subprofiles are drawn anew for it.
    Drawn {
        /// The board.
        board: u64,
        /// After how many attempts at it.
        after: u64,
        /// What was drawn, in words.
        combination: String,
        /// The seats that are tight with it.
        tight: Vec<Seat>,
    },
    /// With `construct`: another seat is given its minima from an attempt on, or none.
    Helper {
        /// The board.
        board: u64,
        /// From which attempt on.
        attempt: u64,
        /// The seat; null if none is.
        seat: Option<Seat>,
    },
    /// An attempt failed.
    Failed {
        /// The board.
        board: u64,
        /// Which attempt at it, from 1.
        attempt: u64,
        /// The first seat that failed.
        seat: Seat,
        /// For want of what.
        why: FailureCause,
        /// The failures of all attempts so far that concern each seat.
        so_far: BTreeMap<Seat, SeatFailures>,
    },
    /// The board is there.
    Made {
        /// The board.
        board: u64,
        /// At which attempt.
        attempt: u64,
        /// The failures of all attempts so far that concern each seat.
        so_far: BTreeMap<Seat, SeatFailures>,
    },
    /// It will not be made.
    GivenUp {
        /// The board.
        board: u64,
        /// After how many attempts.
        attempts: u64,
        /// The failures of all attempts so far that concern each seat.
        so_far: BTreeMap<Seat, SeatFailures>,
    },
}

impl AttemptTrace {
    /// Of attempts with these settings, before the first.
    pub fn new(
        profile: Arc<Profile>,
        combinations: Arc<Combinations>,
        settings: Settings,
    ) -> AttemptTrace {
        AttemptTrace {
            profile,
            combinations,
            settings,
            order: Vec::new(),
            so_far: Failures::default(),
        }
    }

    /// What stands before the first board.
    pub fn begun(&self) -> TracedAttempt {
        TracedAttempt::Begun {
            chances: LengthChances::new(&self.settings),
        }
    }

    /// What happened next.
    pub fn told(&mut self, event: AttemptEvent) -> TracedAttempt {
        match event {
            AttemptEvent::Drawn { board, combination } => self.drawn(board, 0, combination),
            AttemptEvent::Redrawn {
                board,
                attempt,
                combination,
            } => self.drawn(board, attempt, combination),
            AttemptEvent::Helper {
                board,
                attempt,
                seat,
            } => TracedAttempt::Helper {
                board,
                attempt,
                seat,
            },
            AttemptEvent::Failed {
                board,
                attempt,
                seat,
                why,
            } => {
                self.so_far.add(&self.order, seat, why);
                TracedAttempt::Failed {
                    board,
                    attempt,
                    seat,
                    why,
                    so_far: self.so_far(),
                }
            }
            AttemptEvent::Made { board, attempt } => TracedAttempt::Made {
                board,
                attempt,
                so_far: self.so_far(),
            },
            AttemptEvent::Exhausted { board, attempts } => TracedAttempt::GivenUp {
                board,
                attempts,
                so_far: self.so_far(),
            },
        }
    }

    fn drawn(&mut self, board: u64, after: u64, combination: usize) -> TracedAttempt {
        let one = &self.combinations.all()[combination];
        self.order = checking_order(&self.profile, one);
        TracedAttempt::Drawn {
            board,
            after,
            combination: one.describe(&self.profile),
            tight: tight_seats(&self.profile, one, &self.settings),
        }
    }

    fn so_far(&self) -> BTreeMap<Seat, SeatFailures> {
        Seat::ALL.into_iter().zip(self.so_far.seats).collect()
    }
}

impl fmt::Display for TracedAttempt {
    /// In a sentence.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TracedAttempt::Begun { chances } => chances.fmt(f),
            TracedAttempt::Drawn {
                board,
                after: 0,
                combination,
                tight,
            } => write!(f, "board {board}: {combination}; tight: {}", named(tight)),
            TracedAttempt::Drawn {
                board,
                after,
                combination,
                tight,
            } => write!(
                f,
                "board {board}, after attempt {after}: drawn anew, {combination}; tight: {}",
                named(tight)
            ),
            TracedAttempt::Helper {
                board,
                attempt,
                seat: Some(seat),
            } => write!(
                f,
                "board {board}, from attempt {attempt} on: {seat} is given its minima"
            ),
            TracedAttempt::Helper {
                board,
                attempt,
                seat: None,
            } => write!(
                f,
                "board {board}, from attempt {attempt} on: no seat is given its minima"
            ),
            TracedAttempt::Failed {
                board,
                attempt,
                seat,
                why,
                ..
            } => write!(f, "board {board}, attempt {attempt}: {seat} failed, {why}"),
            TracedAttempt::Made { board, attempt, .. } => {
                write!(f, "board {board}, attempt {attempt}: made")
            }
            TracedAttempt::GivenUp {
                board, attempts, ..
            } => write!(f, "board {board}: given up after {attempts} attempts"),
        }
    }
}
