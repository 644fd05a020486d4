//! The odds of a profile while it is being made: whether anything can be dealt, how rare it is, and what is in the way.

use answer::one_in;
use profile::{
    ChanceBudget, CombinationsError, KeptCounts, LoadError, LoadedProfile, Problem, ProfileChance,
    RarestCombination, Viability, about_one_in,
};
use serde::Serialize;
use serde_json::Value;
use space::{Stopped, Watch};

/// What comes less often is very rare.
pub const RARE: f64 = 1e-6;
/// So many reasons are given.
const SHOWN: usize = 5;
/// A chance is said with so many decimals.
const DECIMALS: usize = 1;

/// The odds of a profile as far as it is made.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OddsSoFar {
    /// Something is missing or wrong.
    Unfinished {
        /// What, the first few.
        problems: Vec<String>,
    },
    /// There are too many combinations to look at.
    TooMany {
        /// How many, in a sentence.
        message: String,
    },
    /// Nothing can be dealt.
    Impossible {
        /// Why, the first few reasons.
        reasons: Vec<String>,
    },
    /// There is something to deal.
    Possible {
        /// How many combinations of hand types and suits there are.
        combinations: usize,
        /// The chance that a random deal is one for the combination that was drawn; none if nothing was found.
        probability: Option<f64>,
        /// Whether it was counted, and nothing estimated.
        exact: bool,
        /// The rarest combination, if it is very rare.
        very_rare: Option<VeryRareCombination>,
        /// How many combinations can never be dealt.
        left_out: usize,
        /// Why, the first few reasons.
        reasons: Vec<String>,
    },
}

/// A combination of hand types and suits that hardly ever comes.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VeryRareCombination {
    /// The combination in words.
    pub words: String,
    /// Its chance.
    pub probability: f64,
    /// Whether that was counted, and not estimated.
    pub exact: bool,
}

impl OddsSoFar {
    /// Looks at a document: within a second or so, on some threads.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn of(document: Value, threads: usize, watch: &Watch) -> Result<OddsSoFar, Stopped> {
        let (kept, budget) = (KeptCounts::default(), ChanceBudget::USUAL);
        OddsSoFar::knowing(document, &kept, budget, threads, watch)
    }

    /// Looks at a document, within a budget and on some threads. What was counted before is not counted again, and what is
    /// counted is kept.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn knowing(
        document: Value,
        kept: &KeptCounts,
        budget: ChanceBudget,
        threads: usize,
        watch: &Watch,
    ) -> Result<OddsSoFar, Stopped> {
        watch.look()?;
        let reading = profile::read_document(document);
        if reading.profile.is_none() {
            let problems = reading.errors().take(SHOWN).map(Problem::to_string);
            return Ok(OddsSoFar::Unfinished {
                problems: problems.collect(),
            });
        }
        let loaded = match LoadedProfile::new(reading, watch) {
            Ok(loaded) => loaded.keeping(kept),
            Err(LoadError::Combinations(CombinationsError::Stopped)) => return Err(Stopped),
            Err(error) => {
                return Ok(OddsSoFar::TooMany {
                    message: error.to_string(),
                });
            }
        };
        let chance = loaded.chance(budget, threads, watch)?;
        let reasons = OddsSoFar::reasons(&loaded, watch)?;
        let rarest = loaded.rarest(watch)?;
        Ok(OddsSoFar::new(&chance, rarest, reasons))
    }

    /// Why some combinations of a profile cannot be dealt, the first few reasons.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn reasons(loaded: &LoadedProfile, watch: &Watch) -> Result<Vec<String>, Stopped> {
        let LoadedProfile {
            profile,
            combinations,
            ..
        } = loaded;
        if combinations.all().len() == combinations.dealable().count() {
            return Ok(Vec::new());
        }
        let viability = Viability::new(profile, combinations, watch)?;
        let each = viability.left_out.iter().take(SHOWN);
        Ok(each.map(|one| one.sentence(profile)).collect())
    }

    /// What is known of a profile, put together.
    pub fn new(
        chance: &ProfileChance,
        rarest: Option<RarestCombination>,
        reasons: Vec<String>,
    ) -> OddsSoFar {
        if chance.dealable == 0 {
            return OddsSoFar::Impossible { reasons };
        }
        let rare = |one: &RarestCombination| one.probability < RARE;
        OddsSoFar::Possible {
            combinations: chance.combinations,
            probability: chance.probability,
            exact: chance.is_exact(),
            very_rare: rarest.filter(rare).map(|one| VeryRareCombination {
                words: one.combination,
                probability: one.probability,
                exact: one.exact,
            }),
            left_out: chance.combinations - chance.dealable,
            reasons,
        }
    }

    /// Whether somebody should look at it: nothing, not all, or hardly anything can be dealt.
    pub fn is_warning(&self) -> bool {
        match self {
            OddsSoFar::Unfinished { .. } => false,
            OddsSoFar::TooMany { .. } | OddsSoFar::Impossible { .. } => true,
            OddsSoFar::Possible {
                very_rare,
                left_out,
                ..
            } => very_rare.is_some() || *left_out > 0,
        }
    }

    /// In a few words, for a list: `1 in 88.7`, `about 1 in 24`, `never`, `not counted`.
    pub fn in_brief(&self) -> String {
        match self {
            OddsSoFar::Possible {
                probability: Some(probability),
                exact,
                ..
            } if *exact => format!("1 in {}", one_in(*probability, DECIMALS)),
            OddsSoFar::Possible {
                probability: Some(probability),
                ..
            } => format!("about 1 in {}", about_one_in(*probability)),
            OddsSoFar::Possible { .. } | OddsSoFar::TooMany { .. } => "not counted".to_owned(),
            OddsSoFar::Impossible { .. } | OddsSoFar::Unfinished { .. } => "never".to_owned(),
        }
    }

    /// In words, a line each; the first says the most.
    pub fn lines(&self) -> Vec<String> {
        let with = |first: String, reasons: &[String]| -> Vec<String> {
            let each = reasons.iter().map(|reason| format!("  {reason}"));
            [first].into_iter().chain(each).collect()
        };
        match self {
            OddsSoFar::Unfinished { problems } => with("not complete yet:".to_owned(), problems),
            OddsSoFar::TooMany { message } => vec![message.clone()],
            OddsSoFar::Impossible { reasons } => {
                with("nothing can be dealt any more:".to_owned(), reasons)
            }
            OddsSoFar::Possible {
                combinations,
                probability,
                exact,
                very_rare,
                left_out,
                reasons,
            } => {
                let mut lines = vec![match probability {
                    Some(1.0) => "any deal will do".to_owned(),
                    Some(probability) if *exact => {
                        let one_in = one_in(*probability, DECIMALS);
                        format!("1 deal in {one_in}, counted exactly")
                    }
                    Some(probability) => {
                        format!("about 1 deal in {}, estimated", about_one_in(*probability))
                    }
                    None => {
                        format!("{combinations} combinations, so rare that none was found")
                    }
                }];
                if let Some(VeryRareCombination {
                    words,
                    probability,
                    exact,
                }) = very_rare
                {
                    let one_in = if *exact {
                        format!("1 in {}", one_in(*probability, DECIMALS))
                    } else {
                        format!("about 1 in {}", about_one_in(*probability))
                    };
                    lines.push(match combinations {
                        1 => "that is very rare".to_owned(),
                        _ => format!("very rare, {one_in}: {words}"),
                    });
                }
                if *left_out > 0 {
                    let first = format!(
                        "{left_out} of {combinations} combinations cannot be dealt and are left out:"
                    );
                    lines.extend(with(first, reasons));
                }
                lines
            }
        }
    }
}
