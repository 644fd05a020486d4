//! What is wrong with a profile, what can never be dealt, and what is very rare.

use std::collections::BTreeMap;
use std::fmt;

use answer::plural;
use bridge::Seat;
use serde::Serialize;
use space::{Budget, Stopped, Watch};

use super::{LeftOutCombinations, by_seat, rarity, subprofile_name, subprofile_shares};
use crate::combining::combination::{Combination, Combinations, CombinationsError};
use crate::combining::viability::Viability;
use crate::counting::counted::Counted;
use crate::document::fields::{Problem, ProblemList};
use crate::document::model::Profile;
use crate::document::read::Reading;

/// What comes less often is named.
const RARE: f64 = 1e-6;
/// Odds are counted here if there are so few combinations; a report counts all.
const FEW_COMBINATIONS: usize = 30;
/// The work that one count may take.
const WORK: u64 = 50_000_000;
/// So much of each list is shown.
const SHOWN: usize = 20;

/// What was found in a profile.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileCheck {
    /// What is wrong with it, or might be.
    #[serde(flatten)]
    pub problems: ProblemList,
    /// What can be dealt; left out if the profile cannot be read.
    #[serde(flatten)]
    pub findings: Option<ProfileFindings>,
}

/// What can be dealt of a profile that could be read.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileFindings {
    /// Its name.
    pub profile: String,
    /// How many combinations of subprofiles and suits there are.
    pub combinations: usize,
    /// How many of them can be dealt.
    pub dealable: usize,
    /// By seat, the share of boards that each subprofile has.
    pub shares: BTreeMap<Seat, Vec<f64>>,
    /// The subprofiles that can never be dealt.
    pub never: Vec<NamedSubprofile>,
    /// Two subprofiles that never come together, though each can be dealt with others.
    pub never_together: Vec<[NamedSubprofile; 2]>,
    /// What is left out, and why.
    pub left_out: Vec<LeftOutCombinations>,
    /// Combinations that are very rare, the rarest first.
    pub rare: Vec<RareCombination>,
    /// What the subprofiles of each seat are called.
    #[serde(skip)]
    names: BTreeMap<Seat, Vec<String>>,
    /// How many more combinations are left out, whose reasons were not looked for.
    #[serde(skip)]
    unexplained: usize,
}

/// A subprofile of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NamedSubprofile {
    /// The seat.
    pub seat: Seat,
    /// Its number, from 1.
    pub subprofile: usize,
    /// What it is called, with its seat.
    #[serde(skip)]
    pub name: String,
}

impl NamedSubprofile {
    fn new(profile: &Profile, (seat, index): (Seat, usize)) -> NamedSubprofile {
        NamedSubprofile {
            seat,
            subprofile: index + 1,
            name: profile.name_of(seat, index),
        }
    }
}

/// A combination that is very rare.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RareCombination {
    /// The combination in words.
    pub combination: String,
    /// The chance that a random deal is one of it.
    pub probability: f64,
}

impl ProfileCheck {
    /// Of a profile that cannot be read.
    pub fn unreadable(problems: &[Problem]) -> ProfileCheck {
        ProfileCheck {
            problems: problems.to_vec().into(),
            findings: None,
        }
    }

    /// Of whatever was read.
    ///
    /// # Errors
    /// When there are too many combinations to look at, or it was stopped.
    pub fn of(
        reading: &Reading,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileCheck, CombinationsError> {
        let Some(profile) = &reading.profile else {
            return Ok(ProfileCheck::unreadable(&reading.problems));
        };
        let combinations = Combinations::new(profile, watch)?;
        let check = ProfileCheck::new(profile, &combinations, &reading.problems, threads, watch);
        Ok(check?)
    }

    /// Of a profile that could be read, with what might be wrong.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn new(
        profile: &Profile,
        combinations: &Combinations,
        problems: &[Problem],
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileCheck, Stopped> {
        let viability = Viability::new(profile, combinations, watch)?;
        let named = |one: (Seat, usize)| NamedSubprofile::new(profile, one);
        let findings = ProfileFindings {
            profile: profile.name.clone(),
            combinations: combinations.all().len(),
            dealable: combinations.dealable().count(),
            shares: subprofile_shares(profile, combinations),
            never: viability.never().map(named).collect(),
            never_together: viability
                .never_together
                .iter()
                .map(|pair| pair.map(named))
                .collect(),
            left_out: LeftOutCombinations::all(profile, &viability),
            rare: rare(profile, combinations, threads, watch)?,
            names: by_seat(|seat| {
                let all = 0..profile.seat(seat).len();
                all.map(|index| subprofile_name(profile, seat, index))
                    .collect()
            }),
            unexplained: viability.unexplained,
        };
        Ok(ProfileCheck {
            problems: problems.to_vec().into(),
            findings: Some(findings),
        })
    }

    /// Whether boards of it can be dealt.
    pub fn can_be_dealt(&self) -> bool {
        let findings = self.findings.as_ref();
        findings.is_some_and(|findings| findings.dealable > 0)
    }
}

/// The combinations that are very rare, the rarest first.
fn rare(
    profile: &Profile,
    combinations: &Combinations,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<RareCombination>, Stopped> {
    if combinations.dealable().count() > FEW_COMBINATIONS {
        return Ok(Vec::new());
    }
    let budget = Budget {
        work: WORK,
        ..Budget::default()
    };
    let counted = Counted::combinations(combinations, budget, threads, watch)?;
    let chance = |one: &Combination| {
        let odds = counted.odds(&one.demands)?;
        (odds.probability < RARE).then(|| RareCombination {
            combination: one.describe(profile),
            probability: odds.probability,
        })
    };
    let mut rare: Vec<RareCombination> = combinations.dealable().filter_map(chance).collect();
    answer::sort_by(&mut rare, |a, b| a.probability.total_cmp(&b.probability));
    Ok(rare)
}

impl fmt::Display for ProfileCheck {
    /// What can be dealt. What is wrong, or might be, is only counted here: [`ProblemList`] says it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Some(findings) = &self.findings else {
            return writeln!(f, "{}", plural(self.problems.errors as u64, "error"));
        };
        findings.fmt(f)?;
        match self.problems.warnings as u64 {
            0 if findings.dealable == findings.combinations => writeln!(f, "nothing wrong"),
            0 => Ok(()),
            n => writeln!(f, "{}", plural(n, "warning")),
        }
    }
}

impl fmt::Display for ProfileFindings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = &self.profile;
        let (all, dealable) = (self.combinations, self.dealable);
        match (all, dealable) {
            (1, 1) => writeln!(f, "{name}: it can be dealt")?,
            (1, 0) => writeln!(f, "{name}: it cannot be dealt")?,
            _ => writeln!(f, "{name}: {all} combinations, {dealable} can be dealt")?,
        }
        for (seat, shares) in self.shares.iter().filter(|(_, shares)| shares.len() > 1) {
            let names = self.names.get(seat).into_iter().flatten();
            let each = names.zip(shares);
            let each = each.map(|(name, share)| format!("{name} {}", answer::share(*share, 1)));
            writeln!(f, "{seat}: {}", each.collect::<Vec<_>>().join(", "))?;
        }
        // Where nothing can be dealt, the reasons below say it all.
        for one in self.never.iter().filter(|_| dealable > 0) {
            writeln!(f, "never dealt: {}", one.name)?;
        }
        for [one, other] in self.never_together.iter().take(SHOWN) {
            writeln!(f, "never together: {} and {}", one.name, other.name)?;
        }
        for one in self.left_out.iter().take(SHOWN) {
            if all == 1 {
                writeln!(f, "{}", one.reason)?;
            } else {
                let number = plural(one.combinations as u64, "combination");
                writeln!(f, "left out, {number}: {}", one.reason)?;
            }
        }
        if self.left_out.len() > SHOWN {
            writeln!(f, "and {} reasons more", self.left_out.len() - SHOWN)?;
        }
        if self.unexplained > 0 {
            let more = plural(self.unexplained as u64, "combination");
            writeln!(f, "and {more} more are left out")?;
        }
        for one in self.rare.iter().take(SHOWN) {
            let rarity = rarity("1 in", one.probability, one.probability > 0.0, None);
            writeln!(f, "very rare, {rarity}: {}", one.combination)?;
        }
        Ok(())
    }
}
