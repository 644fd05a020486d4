//! Why attempts failed: which seat was the first to fail, how often, and for want of what.

use std::collections::BTreeMap;
use std::fmt;

use answer::share;
use bridge::Seat;
use serde::{Deserialize, Serialize};

/// What a hand was short of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FailureCause {
    /// It would have passed, whatever its points.
    #[serde(rename = "hcp")]
    Points,
    /// Its shape was wrong.
    #[serde(rename = "shape")]
    Shape,
    /// Its points were out of reach before it was dealt.
    #[serde(rename = "hcp-out-of-reach")]
    OutOfReach,
}

impl fmt::Display for FailureCause {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            FailureCause::Points => "HCP",
            FailureCause::Shape => "shape",
            FailureCause::OutOfReach => "HCP out of reach",
        })
    }
}

/// What happens while a board is dealt by attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptEvent {
    /// A board is begun with what was drawn for it.
    Drawn {
        /// The board.
        board: u64,
        /// What was drawn: which of [`crate::Combinations::all`].
        combination: usize,
    },
    /// With `construct`: another seat is given its minima from an attempt on, or none.
    Helper {
        /// The board.
        board: u64,
        /// From which attempt on.
        attempt: u64,
        /// The seat.
        seat: Option<Seat>,
    },
    /// An attempt, counted from 1, failed at a seat.
    Failed {
        /// The board.
        board: u64,
        /// Which attempt at it.
        attempt: u64,
        /// The first seat that failed.
        seat: Seat,
        /// For want of what.
        why: FailureCause,
    },
    /// Suits or subprofiles were drawn anew.
    Redrawn {
        /// The board.
        board: u64,
        /// After which attempt.
        attempt: u64,
        /// What was drawn: which of [`crate::Combinations::all`].
        combination: usize,
    },
    /// The board is there.
    Made {
        /// The board.
        board: u64,
        /// At which attempt.
        attempt: u64,
    },
    /// It will not be made.
    Exhausted {
        /// The board.
        board: u64,
        /// After how many attempts.
        attempts: u64,
    },
}

/// Someone who looks on while attempts are made.
pub trait AttemptObserver {
    /// Something happened.
    fn see(&mut self, event: AttemptEvent);
}

/// Looks at nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unobserved;

impl AttemptObserver for Unobserved {
    fn see(&mut self, _: AttemptEvent) {}
}

impl<F: FnMut(AttemptEvent)> AttemptObserver for F {
    fn see(&mut self, event: AttemptEvent) {
        self(event);
    }
}

/// The failures that concern one seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatFailures {
    /// It was the first to fail.
    pub as_seat: u64,
    /// It passed, and a later seat failed.
    pub other: u64,
    /// It was never looked at, because another seat had failed.
    pub unchecked: u64,
    /// Of the first: its points alone were wrong.
    #[serde(rename = "hcp")]
    pub points: u64,
    /// Of the first: its shape was wrong.
    pub shape: u64,
}

/// What attempts came to.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Failures {
    /// How many boards were asked for.
    pub asked: u64,
    /// How many were made.
    pub made: u64,
    /// How many were given up. Where these and those made are not all, the others were not tried.
    pub given_up: u64,
    /// How many attempts that took.
    pub attempts: u64,
    /// By seat, from North.
    pub seats: [SeatFailures; 4],
}

impl Failures {
    /// An attempt that failed at a seat, of those that are checked, in this order.
    pub(crate) fn add(&mut self, order: &[Seat], failed: Seat, why: FailureCause) {
        let mut passed = why != FailureCause::OutOfReach;
        for &seat in order {
            let seat_failures = &mut self.seats[seat as usize];
            match (seat == failed, passed) {
                (true, _) => {
                    passed = false;
                    seat_failures.as_seat += 1;
                    match why {
                        FailureCause::Shape => seat_failures.shape += 1,
                        FailureCause::Points | FailureCause::OutOfReach => {
                            seat_failures.points += 1
                        }
                    }
                }
                (false, true) => seat_failures.other += 1,
                (false, false) => seat_failures.unchecked += 1,
            }
        }
    }

    /// Adds those of further boards.
    pub fn join(&mut self, later: &Failures) {
        self.asked += later.asked;
        self.made += later.made;
        self.given_up += later.given_up;
        self.attempts += later.attempts;
        for (seat, later) in self.seats.iter_mut().zip(&later.seats) {
            seat.as_seat += later.as_seat;
            seat.other += later.other;
            seat.unchecked += later.unchecked;
            seat.points += later.points;
            seat.shape += later.shape;
        }
    }

    /// All failures.
    pub fn total(&self) -> u64 {
        self.seats.iter().map(|seat| seat.as_seat).sum()
    }

    /// A seat's first failures, of all failures.
    pub fn pain_share(&self, seat: Seat) -> f64 {
        match self.total() {
            0 => 0.0,
            total => self.seats[seat as usize].as_seat as f64 / total as f64,
        }
    }

    /// The seat with the most first failures.
    pub fn hardest_seat(&self) -> Option<Seat> {
        let failures = |seat: &Seat| self.seats[*seat as usize].as_seat;
        let hardest = Seat::ALL.into_iter().rev().max_by_key(failures)?;
        (failures(&hardest) > 0).then_some(hardest)
    }

    /// Attempts for each board made.
    pub fn attempts_a_board(&self) -> Option<f64> {
        (self.made > 0).then(|| self.attempts as f64 / self.made as f64)
    }

    /// The report of them, for whoever asks what makes a profile hard.
    pub fn report(&self) -> FailureReport {
        let seats = Seat::ALL.into_iter().map(|seat| {
            let one = &self.seats[seat as usize];
            let report = SeatFailureReport {
                seat_fail_as_seat: one.as_seat,
                seat_fail_global_other: one.other,
                seat_fail_global_unchecked: one.unchecked,
                seat_fail_hcp: one.points,
                seat_fail_shape: one.shape,
                pain_share: self.pain_share(seat),
            };
            (seat, report)
        });
        FailureReport {
            boards_asked: self.asked,
            boards_made: self.made,
            boards_given_up: self.given_up,
            attempts: self.attempts,
            attempts_a_board: self.attempts_a_board(),
            hardest_seat: self.hardest_seat(),
            seats: seats.collect(),
        }
    }
}

/// What attempts came to, and which seat makes them hard.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailureReport {
    /// How many boards were asked for.
    pub boards_asked: u64,
    /// How many were made.
    pub boards_made: u64,
    /// How many were given up. Where these and those made are not all, the others were not tried.
    #[serde(default)]
    pub boards_given_up: u64,
    /// How many attempts that took.
    pub attempts: u64,
    /// Attempts for each board made; none if none was made.
    pub attempts_a_board: Option<f64>,
    /// The seat with the most first failures, if there were any.
    pub hardest_seat: Option<Seat>,
    /// The failures that concern each seat.
    pub seats: BTreeMap<Seat, SeatFailureReport>,
}

/// The failures that concern one seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatFailureReport {
    /// It was the first to fail.
    pub seat_fail_as_seat: u64,
    /// It passed, and a later seat failed.
    pub seat_fail_global_other: u64,
    /// It was never looked at, because another seat had failed.
    pub seat_fail_global_unchecked: u64,
    /// Of the first: its points alone were wrong.
    pub seat_fail_hcp: u64,
    /// Of the first: its shape was wrong.
    pub seat_fail_shape: u64,
    /// Its first failures, of all failures.
    pub pain_share: f64,
}

impl FailureReport {
    /// What attempts at other boards of the run came to, too.
    pub fn joined(&self, other: &FailureReport) -> FailureReport {
        let mut seats = self.seats.clone();
        for (seat, more) in &other.seats {
            let Some(one) = seats.get_mut(seat) else {
                seats.insert(*seat, *more);
                continue;
            };
            one.seat_fail_as_seat += more.seat_fail_as_seat;
            one.seat_fail_global_other += more.seat_fail_global_other;
            one.seat_fail_global_unchecked += more.seat_fail_global_unchecked;
            one.seat_fail_hcp += more.seat_fail_hcp;
            one.seat_fail_shape += more.seat_fail_shape;
        }
        let all: u64 = seats.values().map(|one| one.seat_fail_as_seat).sum();
        for one in seats.values_mut() {
            one.pain_share = one.seat_fail_as_seat as f64 / all.max(1) as f64;
        }
        let hardest = seats
            .iter()
            .rev()
            .max_by_key(|(_, one)| one.seat_fail_as_seat);
        let hardest = hardest.filter(|(_, one)| one.seat_fail_as_seat > 0);
        let attempts = self.attempts + other.attempts;
        let boards_made = self.boards_made + other.boards_made;
        FailureReport {
            boards_asked: self.boards_asked + other.boards_asked,
            boards_made,
            boards_given_up: self.boards_given_up + other.boards_given_up,
            attempts,
            attempts_a_board: (boards_made > 0).then(|| attempts as f64 / boards_made as f64),
            hardest_seat: hardest.map(|(seat, _)| *seat),
            seats,
        }
    }

    /// As a table for a spreadsheet.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "seat,seat_fail_as_seat,seat_fail_global_other,seat_fail_global_unchecked,seat_fail_hcp,seat_fail_shape,pain_share\n",
        );
        for (seat, one) in &self.seats {
            text += &format!(
                "{},{},{},{},{},{},{:.6}\n",
                seat.letter(),
                one.seat_fail_as_seat,
                one.seat_fail_global_other,
                one.seat_fail_global_unchecked,
                one.seat_fail_hcp,
                one.seat_fail_shape,
                one.pain_share
            );
        }
        text
    }
}

impl fmt::Display for FailureReport {
    /// A table for people.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(
            f,
            "{} of {} boards made in {} attempts",
            self.boards_made, self.boards_asked, self.attempts
        )?;
        if let Some(each) = self.attempts_a_board {
            write!(f, ", {each:.1} a board")?;
        }
        if self.boards_given_up > 0 {
            write!(f, "; {} given up", self.boards_given_up)?;
        }
        f.write_str(
            "\nseat   failed first   of these HCP   shape   passed, another failed   not looked at   share\n",
        )?;
        for (seat, one) in &self.seats {
            writeln!(
                f,
                "{seat:<6}{:>13}{:>15}{:>8}{:>25}{:>16}{:>8}",
                one.seat_fail_as_seat,
                one.seat_fail_hcp,
                one.seat_fail_shape,
                one.seat_fail_global_other,
                one.seat_fail_global_unchecked,
                share(one.pain_share, 1)
            )?;
        }
        if let Some(seat) = self.hardest_seat {
            writeln!(f, "the hardest seat is {seat}")?;
        }
        Ok(())
    }
}
