//! What is asked about profiles, answered: each answer is written as JSON and in words.

mod attempted;
mod check;
mod comparison;
mod dealt;
pub(crate) mod distance;
mod explanation;
mod natural;
mod odds;
mod report;
mod tight;

use std::collections::BTreeMap;

use answer::one_in;
use bridge::Seat;
use serde::{Deserialize, Serialize};

use crate::combining::combination::{Combination, Combinations};
use crate::combining::viability::{LeftOut, LeftOutReason, Viability};
use crate::counting::chance::rounded_one_in;
use crate::document::model::Profile;

pub use attempted::{
    ATTEMPTED_BOARDS, AttemptReport, AttemptRequest, AttemptedBoard, AttemptedHand, SAMPLE_SEED,
};
pub use check::{NamedSubprofile, ProfileCheck, ProfileFindings, RareCombination};
pub use comparison::{
    COMPARED_BOARDS, ComparedStrategies, ComparedStrategy, SeatDistances, StrategyComparison,
};
pub use dealt::{DealtCombination, DealtShares, DealtSubprofile, DealtTally, HowDealt};
pub use explanation::{ExplainedCombination, ProfileExplanation, SingleCombination};
pub use natural::{NaturalShare, natural};
pub use odds::{CombinationOdds, ProfileOdds};
pub use report::{CombinationChance, ProfileReport};
pub(crate) use tight::named;
pub use tight::{LengthChances, TightSeat, TightSeats};

/// Something for each seat, in the order of the seats.
fn by_seat<T>(value: impl FnMut(Seat) -> T) -> BTreeMap<Seat, T> {
    let values = Seat::ALL.map(value);
    Seat::ALL.into_iter().zip(values).collect()
}

/// The share of boards that each subprofile of each seat has.
fn subprofile_shares(profile: &Profile, combinations: &Combinations) -> BTreeMap<Seat, Vec<f64>> {
    by_seat(|seat| {
        let share = |index| combinations.share_of(seat, index);
        (0..profile.seat(seat).len()).map(share).collect()
    })
}

/// What a subprofile is called beside its seat: its name, or its number from 1.
fn subprofile_name(profile: &Profile, seat: Seat, index: usize) -> String {
    let name = &profile.seat(seat)[index].name;
    name.clone().unwrap_or_else(|| (index + 1).to_string())
}

/// A chance in words, `1 in` or `1 deal in` so many: `about` that where it was estimated, and what is known of it where nothing was found.
fn rarity(unit: &str, probability: f64, exact: bool, interval: Option<[f64; 2]>) -> String {
    match (probability, interval) {
        (p, _) if p > 0.0 && exact => format!("{unit} {}", one_in(p, 1)),
        (p, _) if p > 0.0 => format!("about {unit} {}", about_one_in(p)),
        (_, Some([_, most])) if most > 0.0 => {
            format!("none found, rarer than {unit} {}", about_one_in(most))
        }
        _ if exact => "never".to_owned(),
        _ => "none found".to_owned(),
    }
}

/// `1 in` this many of a chance that was estimated: two digits, because more are not known.
pub fn about_one_in(probability: f64) -> String {
    rounded_one_in(probability, 2)
}

/// Which subprofiles and suits a combination has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedCombination {
    /// In words: the seats where something was drawn.
    pub combination: String,
    /// The number of each seat's subprofile, from 1.
    pub subprofiles: BTreeMap<Seat, usize>,
    /// The letters of the suits that each seat drew, in their order.
    pub suits: BTreeMap<Seat, Vec<char>>,
}

impl NamedCombination {
    fn new(profile: &Profile, one: &Combination) -> NamedCombination {
        NamedCombination {
            combination: one.describe(profile),
            subprofiles: by_seat(|seat| one.subprofiles[seat as usize] + 1),
            suits: by_seat(|seat| {
                let suits = one.suits[seat as usize].iter();
                suits.map(|suit| suit.letter()).collect()
            }),
        }
    }
}

/// Combinations that cannot be dealt for one reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOutCombinations {
    /// How many.
    pub combinations: usize,
    /// Why, in words.
    pub reason: String,
    /// The lines of the profile that clash; none if that is not why.
    pub lines: Vec<ClashingLine>,
}

/// A line of a profile that clashes with others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClashingLine {
    /// The line in words: `North 15-18 HCP`.
    pub line: String,
    /// Where it stands in the document.
    pub path: String,
}

impl LeftOutCombinations {
    fn new(profile: &Profile, one: &LeftOut) -> LeftOutCombinations {
        let lines = match &one.reason {
            LeftOutReason::Conflict(conflict) => &conflict.lines[..],
            LeftOutReason::NoSuit { .. } | LeftOutReason::SameSuit(_) => &[],
        };
        let lines = lines.iter().map(|line| ClashingLine {
            line: line.to_string(),
            path: line.path.clone(),
        });
        LeftOutCombinations {
            combinations: one.combinations.len(),
            reason: one.sentence(profile),
            lines: lines.collect(),
        }
    }

    fn all(profile: &Profile, viability: &Viability) -> Vec<LeftOutCombinations> {
        let left_out = viability.left_out.iter();
        left_out
            .map(|one| LeftOutCombinations::new(profile, one))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{about_one_in, rarity};

    #[test]
    fn an_estimate_has_two_digits() {
        let written = [1.0 / 3.22, 1.0 / 12.6, 1.0 / 987.0, 1.0 / 123_456.0].map(about_one_in);
        assert_eq!(written, ["3.2", "13", "990", "120000"]);
    }

    /// What was tried and not found is no number, and certainly not an infinite one.
    #[test]
    fn what_was_not_found_is_said() {
        assert_eq!(rarity("1 in", 0.25, true, None), "1 in 4.0");
        assert_eq!(
            rarity("1 in", 1.0 / 987.0, false, Some([0.0, 0.1])),
            "about 1 in 990"
        );
        assert_eq!(
            rarity("1 in", 0.0, false, Some([0.0, 1.0 / 123_456.0])),
            "none found, rarer than 1 in 120000"
        );
        assert_eq!(rarity("1 in", 0.0, false, None), "none found");
        assert_eq!(rarity("1 in", 0.0, true, None), "never");
    }
}
