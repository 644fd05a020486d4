//! How rare each combination of a profile is, and all of them by their shares.

use std::fmt;

use answer::{Count, one_in, share};
use plan::Odds;
use serde::Serialize;
use space::{Budget, Stopped, Watch};

use super::{NamedCombination, about_one_in};
use crate::combining::combination::{Combination, Combinations};
use crate::counting::counted::Counted;
use crate::document::model::Profile;

/// So many combinations are shown, the rarest first.
const SHOWN: usize = 20;

/// The odds of a profile.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileOdds {
    /// The chance that a random deal is one for the combination that was drawn, by the shares of the combinations.
    pub probability: f64,
    /// Whether all of it was counted.
    pub exact: bool,
    /// How many deals there are; none if nothing can be dealt.
    pub total: Option<Count>,
    /// How many combinations cannot be dealt.
    pub left_out: usize,
    /// Those that can.
    pub combinations: Vec<CombinationOdds>,
    /// Of a profile that has one combination and no more, its odds in full: they are shown as those of a script are.
    #[serde(skip)]
    pub only: Option<Odds>,
}

/// The odds of one combination.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CombinationOdds {
    /// Which it is.
    #[serde(flatten)]
    pub named: NamedCombination,
    /// Its share of the boards.
    pub share: f64,
    /// How many deals are for it, if they were counted.
    pub count: Option<Count>,
    /// The chance that a random deal is one of them.
    pub probability: f64,
    /// Whether it was counted.
    pub exact: bool,
    /// Where it was not, the bounds that hold the chance in 95 of 100 cases.
    pub interval: Option<[f64; 2]>,
}

impl ProfileOdds {
    /// Counts, each combination within the budget.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn new(
        profile: &Profile,
        combinations: &Combinations,
        budget: Budget,
        threads: usize,
        watch: &Watch,
    ) -> Result<ProfileOdds, Stopped> {
        let counted = Counted::combinations(combinations, budget, threads, watch)?;
        let odds = |one: &Combination| counted.odds(&one.demands).cloned();
        let each: Vec<(&Combination, Odds)> = combinations
            .dealable()
            .filter_map(|one| Some((one, odds(one)?)))
            .collect();
        let only = match &each[..] {
            [(one, odds)] if combinations.all().len() == 1 => Some(Odds {
                seats: counted.alone(one),
                ..odds.clone()
            }),
            _ => None,
        };
        let row = |(one, odds): &(&Combination, Odds)| CombinationOdds {
            named: NamedCombination::new(profile, one),
            share: one.share,
            count: odds.count.map(Count),
            probability: odds.probability,
            exact: odds.count.is_some(),
            interval: odds.interval.map(|(low, high)| [low, high]),
        };
        Ok(ProfileOdds {
            probability: counted.probability(combinations),
            exact: each.iter().all(|(_, odds)| odds.count.is_some()),
            total: each.first().map(|(_, odds)| Count(odds.total)),
            left_out: combinations.all().len() - each.len(),
            combinations: each.iter().map(row).collect(),
            only,
        })
    }
}

impl fmt::Display for ProfileOdds {
    /// A table of the combinations, the rarest first. What is to be said of [`ProfileOdds::only`] is not here.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dealable = self.combinations.len();
        let all = dealable + self.left_out;
        writeln!(f, "{all} combinations, {dealable} can be dealt")?;
        let mut each: Vec<&CombinationOdds> = self.combinations.iter().collect();
        answer::sort_by(&mut each, |a, b| a.probability.total_cmp(&b.probability));
        writeln!(f, "{:>7}  {:>14}", "share", "1 in")?;
        for one in each.iter().take(SHOWN) {
            let chance = match one.interval {
                _ if one.exact => one_in(one.probability, 1),
                Some([_, most]) if one.probability == 0.0 => {
                    format!("over {}", about_one_in(most))
                }
                _ => format!("about {}", about_one_in(one.probability)),
            };
            writeln!(
                f,
                "{:>7}  {chance:>14}  {}",
                share(one.share, 2),
                one.named.combination
            )?;
        }
        if dealable > SHOWN {
            writeln!(f, "and {} that are less rare", dealable - SHOWN)?;
        }
        if self.exact {
            writeln!(f, "counted exactly")?;
        } else {
            writeln!(
                f,
                "some are estimated: counting takes more than the effort allows"
            )?;
        }
        match self.probability {
            0.0 => Ok(()),
            p if self.exact => {
                let one_in = one_in(p, 1);
                writeln!(f, "by their shares: probability {p:.9e}, 1 in {one_in}")
            }
            p => {
                let one_in = about_one_in(p);
                writeln!(
                    f,
                    "by their shares: probability about {p:.1e}, 1 in {one_in}"
                )
            }
        }
    }
}
