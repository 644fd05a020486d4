//! Which seats are tight, and the chances from which that follows.

use std::collections::BTreeMap;
use std::fmt;

use answer::{percent, share};
use bridge::Seat;
use serde::Serialize;

use crate::attempting::help::{chance_of_length, tight_minima};
use crate::attempting::settings::Settings;
use crate::combining::combination::Combinations;
use crate::document::model::Profile;

/// Which seats are tight: they need so many cards of some suit that few hands have them, and `help` gives them a part of
/// those beforehand.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TightSeats {
    /// The chances from which it follows.
    #[serde(flatten)]
    pub chances: LengthChances,
    /// The seats that are tight in some combination that can be dealt.
    pub seats: Vec<TightSeat>,
}

/// The chances of so many cards of a suit, and which of them are tight.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthChances {
    /// A seat is tight if the chance of some minimum is at most this.
    pub tight_chance: f64,
    /// The chance that a hand has N or more cards of a suit, for N from 0 to 13.
    pub chance_of_length: Vec<f64>,
}

/// A seat that is tight.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TightSeat {
    /// The seat.
    pub seat: Seat,
    /// The share of boards on which it is tight.
    pub share: f64,
    /// The most cards of a suit that it needs on any of them.
    pub minimum: u8,
    /// The chance of so many.
    pub chance: f64,
}

impl TightSeats {
    /// Of a profile, by the chance that these settings call tight.
    pub fn new(profile: &Profile, combinations: &Combinations, settings: &Settings) -> TightSeats {
        let mut tight: BTreeMap<Seat, (f64, u8)> = BTreeMap::new();
        for one in combinations.dealable() {
            for (seat, minimum) in tight_minima(profile, one, settings.tight_chance) {
                let (share, most) = tight.entry(seat).or_default();
                *share += one.share;
                *most = minimum.max(*most);
            }
        }
        let seats = tight.into_iter().map(|(seat, (share, minimum))| TightSeat {
            seat,
            // Shares that are all of it may add up to a little more.
            share: share.min(1.0),
            minimum,
            chance: chance_of_length(minimum),
        });
        TightSeats {
            chances: LengthChances::new(settings),
            seats: seats.collect(),
        }
    }
}

/// `North and South`, or `no seat`.
pub(crate) fn named(seats: &[Seat]) -> String {
    match seats {
        [] => "no seat".to_owned(),
        seats => answer::listed(seats),
    }
}

impl fmt::Display for TightSeats {
    /// The seats, and below them what is tight and the chances.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let each = self.seats.iter().map(|one| {
            let (seat, minimum, chance) = (one.seat, one.minimum, percent(one.chance));
            let words = format!("{seat}, {minimum}+ cards of a suit ({chance})");
            // A sum of shares may miss one by the last digit.
            match one.share {
                whole if whole > 1.0 - 1e-9 => words,
                part => format!("{words} on {} of the boards", share(part, 1)),
            }
        });
        let seats = match self.seats[..] {
            [] => "no seat".to_owned(),
            _ => each.collect::<Vec<_>>().join("; "),
        };
        writeln!(f, "tight: {seats}")?;
        let (threshold, chances) = self.chances.told();
        writeln!(f, "{threshold}\n  {chances}")
    }
}

impl LengthChances {
    /// With the chance that these settings call tight.
    pub fn new(settings: &Settings) -> LengthChances {
        LengthChances {
            tight_chance: settings.tight_chance,
            chance_of_length: (0..=13).map(chance_of_length).collect(),
        }
    }

    /// What is tight, and the chances.
    fn told(&self) -> (String, String) {
        let threshold = percent(self.tight_chance);
        let each = self.chance_of_length.iter().map(|&chance| percent(chance));
        (
            format!("{threshold} or less is tight; N or more cards of a suit, N from 0 to 13:"),
            each.collect::<Vec<_>>().join(", "),
        )
    }
}

impl fmt::Display for LengthChances {
    /// `19.00% or less is tight; N or more cards of a suit, N from 0 to 13: 100.00%, 98.72%, …`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (threshold, chances) = self.told();
        write!(f, "{threshold} {chances}")
    }
}
