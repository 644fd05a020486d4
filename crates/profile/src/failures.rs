//! Why attempts failed: which seat was the first to fail, how often, and for want of what.

use std::fmt::Write;

use bridge::Seat;
use serde_json::{Map, Value, json};

/// What a hand was short of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It would have passed, whatever its points.
    Points,
    /// Its shape was wrong.
    Shape,
    /// Its points were out of reach before it was dealt.
    OutOfReach,
}

/// What happens while a board is dealt by attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// An attempt, counted from 1, failed at a seat.
    Failed {
        /// The board.
        board: u64,
        /// Which attempt at it.
        attempt: u64,
        /// The first seat that failed.
        seat: Seat,
        /// For want of what.
        why: Why,
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

/// Someone who watches attempts.
pub trait Observer {
    /// Something happened.
    fn see(&mut self, event: Event);
}

/// Watches nothing.
#[derive(Clone, Copy, Default, Debug)]
pub struct Unwatched;

impl Observer for Unwatched {
    fn see(&mut self, _: Event) {}
}

impl<F: FnMut(Event)> Observer for F {
    fn see(&mut self, event: Event) {
        self(event);
    }
}

/// The failures that concern one seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatFailures {
    /// It was the first to fail.
    pub as_seat: u64,
    /// It passed, and a later seat failed.
    pub other: u64,
    /// It was never looked at, because another seat had failed.
    pub unchecked: u64,
    /// Of the first: its points alone were wrong.
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
    /// How many attempts that took.
    pub attempts: u64,
    /// By seat, from North.
    pub seats: [SeatFailures; 4],
}

impl Failures {
    /// An attempt that failed at a seat, of those that are checked, in this order.
    pub(crate) fn add(&mut self, order: &[Seat], failed: Seat, why: Why) {
        let mut passed = why != Why::OutOfReach;
        for &seat in order {
            let seat_failures = &mut self.seats[seat as usize];
            match (seat == failed, passed) {
                (true, _) => {
                    passed = false;
                    seat_failures.as_seat += 1;
                    match why {
                        Why::Shape => seat_failures.shape += 1,
                        Why::Points | Why::OutOfReach => seat_failures.points += 1,
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

    /// As a JSON object.
    pub fn json(&self) -> Value {
        let seats: Map<String, Value> = Seat::ALL
            .into_iter()
            .map(|seat| {
                let one = &self.seats[seat as usize];
                let value = json!({
                    "seat_fail_as_seat": one.as_seat,
                    "seat_fail_global_other": one.other,
                    "seat_fail_global_unchecked": one.unchecked,
                    "seat_fail_hcp": one.points,
                    "seat_fail_shape": one.shape,
                    "pain_share": self.pain_share(seat),
                });
                (seat.letter().to_string(), value)
            })
            .collect();
        json!({
            "boards_asked": self.asked,
            "boards_made": self.made,
            "attempts": self.attempts,
            "attempts_a_board": self.attempts_a_board(),
            "hardest_seat": self.hardest_seat().map(|seat| seat.letter().to_string()),
            "seats": seats,
        })
    }

    /// As a table for a spreadsheet.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "seat,seat_fail_as_seat,seat_fail_global_other,seat_fail_global_unchecked,seat_fail_hcp,seat_fail_shape,pain_share\n",
        );
        for seat in Seat::ALL {
            let one = &self.seats[seat as usize];
            // Writing to a text cannot fail.
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{:.6}",
                seat.letter(),
                one.as_seat,
                one.other,
                one.unchecked,
                one.points,
                one.shape,
                self.pain_share(seat)
            );
        }
        text
    }

    /// As a table for people.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} of {} boards made in {} attempts",
            self.made, self.asked, self.attempts
        );
        if let Some(each) = self.attempts_a_board() {
            let _ = write!(text, ", {each:.1} a board");
        }
        text += "\nseat   failed first   of these HCP   shape   passed, another failed   not looked at   share\n";
        for seat in Seat::ALL {
            let one = &self.seats[seat as usize];
            let _ = writeln!(
                text,
                "{seat:<6}{:>13}{:>15}{:>8}{:>25}{:>16}{:>7.1}%",
                one.as_seat,
                one.points,
                one.shape,
                one.other,
                one.unchecked,
                100.0 * self.pain_share(seat)
            );
        }
        if let Some(seat) = self.hardest_seat() {
            let _ = writeln!(text, "the hardest seat is {seat}");
        }
        text
    }
}
