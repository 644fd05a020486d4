//! Which seat makes a profile hard, counted.

use std::collections::BTreeMap;
use std::fmt;

use answer::{Count, one_in};
use bridge::Seat;
use serde::Serialize;
use space::{Budget, Stopped, Watch};

use super::{LeftOutCombinations, TightSeats, rarity, subprofile_shares};
use crate::attempting::settings::Settings;
use crate::combining::combination::{Combination, Combinations};
use crate::combining::viability::Viability;
use crate::counting::counted::{Counted, SeatOdds};
use crate::document::model::Profile;

/// Which seat makes a profile hard, counted without one attempt.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileReport {
    /// The profile's name.
    pub profile: String,
    /// How many combinations of subprofiles and suits there are.
    pub combinations: usize,
    /// How many of them can be dealt.
    pub dealable: usize,
    /// The chance that a random deal is one for the combination that was drawn.
    pub probability: f64,
    /// The seat whose hand is the rarest, given that the others have theirs.
    pub hardest_seat: Option<Seat>,
    /// The seats of which something is asked.
    pub seats: Vec<SeatOdds>,
    /// By seat, the share of boards that each subprofile has.
    pub shares: BTreeMap<Seat, Vec<f64>>,
    /// The odds of each combination that can be dealt.
    pub odds: Vec<CombinationChance>,
    /// What is left out, and why.
    pub left_out: Vec<LeftOutCombinations>,
    /// The seats that are tight.
    pub tight: TightSeats,
}

/// The odds of one combination.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombinationChance {
    /// The combination in words.
    pub combination: String,
    /// Its share of the boards.
    pub share: f64,
    /// How many deals are for it, if they were counted.
    pub count: Option<Count>,
    /// The chance that a random deal is one of them.
    pub probability: f64,
}

impl ProfileReport {
    /// Counts, each count within the budget. The settings say what is tight.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn new(
        profile: &Profile,
        combinations: &Combinations,
        settings: &Settings,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileReport, Stopped> {
        let counted = Counted::with_seats(combinations, budget, threads, watch)?;
        let viability = Viability::new(profile, combinations, watch)?;
        let seats = counted.seats(combinations);
        let hardest = seats
            .iter()
            .min_by(|a, b| a.given_others.total_cmp(&b.given_others));
        let chance = |one: &Combination| {
            let odds = counted.odds(&one.demands)?;
            Some(CombinationChance {
                combination: one.describe(profile),
                share: one.share,
                count: odds.count.map(Count),
                probability: odds.probability,
            })
        };
        Ok(ProfileReport {
            profile: profile.name.clone(),
            combinations: combinations.all().len(),
            dealable: combinations.dealable().count(),
            probability: counted.probability(combinations),
            hardest_seat: hardest.map(|one| one.seat),
            shares: subprofile_shares(profile, combinations),
            odds: combinations.dealable().filter_map(chance).collect(),
            left_out: LeftOutCombinations::all(profile, &viability),
            tight: TightSeats::new(profile, combinations, settings),
            seats,
        })
    }

    /// Whether all of it was counted, and nothing estimated.
    pub fn is_exact(&self) -> bool {
        self.seats.iter().all(|one| one.exact)
    }

    /// The seats as a table for a spreadsheet.
    pub fn csv(&self) -> String {
        let mut text = "seat,alone,given_others,exact\n".to_owned();
        for one in &self.seats {
            let SeatOdds {
                seat,
                alone,
                given_others,
                exact,
            } = one;
            text += &format!("{},{alone},{given_others},{exact}\n", seat.letter());
        }
        text
    }
}

impl fmt::Display for ProfileReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (all, dealable) = (self.combinations, self.dealable);
        writeln!(
            f,
            "{}: {dealable} of {all} combinations can be dealt",
            self.profile
        )?;
        for one in &self.left_out {
            writeln!(f, "left out, {}: {}", one.combinations, one.reason)?;
        }
        if dealable == 0 {
            return Ok(());
        }
        let probability = rarity("1 in", self.probability, self.is_exact(), None);
        writeln!(f, "a deal fits what was drawn: {probability}")?;
        writeln!(
            f,
            "{:<6}{:>14}{:>26}",
            "seat", "alone, 1 in", "given the others, 1 in"
        )?;
        for one in &self.seats {
            let [alone, given_others] = [one.alone, one.given_others].map(|chance| match chance {
                0.0 => "none found".to_owned(),
                chance => one_in(chance, 1),
            });
            writeln!(f, "{:<6}{alone:>14}{given_others:>26}", one.seat)?;
        }
        if let Some(seat) = self.hardest_seat {
            writeln!(f, "the hardest seat is {seat}")?;
        }
        self.tight.fmt(f)
    }
}
