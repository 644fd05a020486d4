//! The odds of a profile while it is being made: whether anything can be dealt, how rare it is, and what is in the way.

use answer::one_in;
use profile::{Combination, Combinations, CombinationsError, Counted, Problem, Viability};
use serde::Serialize;
use serde_json::Value;
use space::{Budget, Stopped, Watch};

/// What comes less often is very rare.
pub const RARE: f64 = 1e-6;
/// All counting together may take this much work: a fraction of a second.
const WORK: u64 = 100_000_000;
/// And a single count at the least this much.
const LEAST_WORK: u64 = 1_000_000;
/// More kinds of combinations than this are not counted after each answer.
const MOST_COUNTED: usize = 400;
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
        /// The chance that a random deal is one for the combination that was drawn; none if they are too many to count.
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
}

impl OddsSoFar {
    /// Looks at a document: within a second or so, on some threads.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn of(document: Value, threads: usize, watch: &Watch) -> Result<OddsSoFar, Stopped> {
        watch.look()?;
        let reading = profile::read_document(document);
        let Some(profile) = &reading.profile else {
            let problems = reading.errors().take(SHOWN).map(Problem::to_string);
            return Ok(OddsSoFar::Unfinished {
                problems: problems.collect(),
            });
        };
        let combinations = match Combinations::new(profile, watch) {
            Ok(combinations) => combinations,
            Err(CombinationsError::Stopped) => return Err(Stopped),
            Err(error) => {
                return Ok(OddsSoFar::TooMany {
                    message: error.to_string(),
                });
            }
        };
        let all = combinations.all().len();
        let dealable = combinations.dealable().count();
        let reasons = if all == dealable {
            Vec::new()
        } else {
            let viability = Viability::new(profile, &combinations, watch)?;
            let each = viability.left_out.iter().take(SHOWN);
            each.map(|one| one.sentence(profile)).collect()
        };
        if dealable == 0 {
            return Ok(OddsSoFar::Impossible { reasons });
        }
        let mut probability = None;
        let mut exact = false;
        let mut very_rare = None;
        let kinds = combinations.kinds();
        if kinds <= MOST_COUNTED {
            let budget = Budget {
                work: (WORK / kinds as u64).max(LEAST_WORK),
                ..Budget::default()
            };
            let counted = Counted::combinations(&combinations, budget, threads, watch)?;
            let odds = |one: &Combination| counted.odds(&one.demands);
            probability = Some(counted.probability(&combinations));
            exact = combinations
                .dealable()
                .all(|one| odds(one).is_some_and(|odds| odds.count.is_some()));
            very_rare = combinations
                .dealable()
                .filter_map(|one| Some((one, odds(one)?.probability)))
                .min_by(|a, b| a.1.total_cmp(&b.1))
                .filter(|(_, chance)| *chance < RARE)
                .map(|(one, probability)| VeryRareCombination {
                    words: one.describe(profile),
                    probability,
                });
        }
        Ok(OddsSoFar::Possible {
            combinations: all,
            probability,
            exact,
            very_rare,
            left_out: all - dealable,
            reasons,
        })
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

    /// In a few words, for a list: `1 in 88.7`, `about 1 in 24.0`, `never`, `not counted`.
    pub fn in_brief(&self) -> String {
        match self {
            OddsSoFar::Possible {
                probability: Some(probability),
                exact,
                ..
            } => {
                let about = if *exact { "" } else { "about " };
                format!("{about}1 in {}", one_in(*probability, DECIMALS))
            }
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
                    Some(probability) => {
                        let counted = if *exact {
                            "counted exactly"
                        } else {
                            "estimated"
                        };
                        format!("1 deal in {}, {counted}", one_in(*probability, DECIMALS))
                    }
                    None => {
                        format!("{combinations} combinations: too many to count after each answer")
                    }
                }];
                if let Some(VeryRareCombination { words, probability }) = very_rare {
                    let one_in = one_in(*probability, DECIMALS);
                    lines.push(match combinations {
                        1 => "that is very rare".to_owned(),
                        _ => format!("very rare, 1 in {one_in}: {words}"),
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
