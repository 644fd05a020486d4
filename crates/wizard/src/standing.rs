//! How a profile stands while it is being made: whether anything can be dealt, how rare it is, and what is in the way.

use profile::{Combination, Combinations, Counted, Problem, Viability, one_in};
use serde_json::Value;
use space::Budget;

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

/// How a profile stands.
#[derive(Clone, PartialEq, Debug)]
pub enum Standing {
    /// Something is missing or wrong: what.
    Unfinished(Vec<String>),
    /// There are too many combinations to look at.
    TooMany(String),
    /// Nothing can be dealt: why.
    Impossible(Vec<String>),
    /// There is something to deal.
    Possible {
        /// How many combinations of hand types and suits there are.
        combinations: usize,
        /// The chance that a random deal is one for the combination that was drawn; `None` if they are too many to count.
        probability: Option<f64>,
        /// Whether it was counted, and nothing estimated.
        exact: bool,
        /// The rarest combination in words and its chance, if it is very rare.
        very_rare: Option<(String, f64)>,
        /// How many combinations can never be dealt.
        left_out: usize,
        /// Why.
        reasons: Vec<String>,
    },
}

impl Standing {
    /// Looks at a document: within a second or so, on some threads.
    pub fn of(document: Value, threads: usize) -> Standing {
        let reading = profile::read_document(document);
        let Some(profile) = &reading.profile else {
            let wrong = reading.errors().take(SHOWN).map(Problem::to_string);
            return Standing::Unfinished(wrong.collect());
        };
        let combinations = match Combinations::new(profile) {
            Ok(combinations) => combinations,
            Err(error) => return Standing::TooMany(error.to_string()),
        };
        let all = combinations.all().len();
        let dealable = combinations.dealable().count();
        let reasons = if all == dealable {
            Vec::new()
        } else {
            let viability = Viability::new(profile, &combinations);
            let each = viability.left_out.iter().take(SHOWN);
            each.map(|one| one.sentence(profile)).collect()
        };
        if dealable == 0 {
            return Standing::Impossible(reasons);
        }
        let mut standing = Standing::Possible {
            combinations: all,
            probability: None,
            exact: false,
            very_rare: None,
            left_out: all - dealable,
            reasons,
        };
        let kinds = combinations.kinds();
        if kinds > MOST_COUNTED {
            return standing;
        }
        let budget = Budget {
            work: (WORK / kinds as u64).max(LEAST_WORK),
            ..Budget::default()
        };
        let counted = Counted::combinations(&combinations, budget, threads);
        let chance = |one: &Combination| counted.odds(&one.demands).map(|odds| odds.probability);
        let rarest = combinations
            .dealable()
            .filter_map(|one| Some((one, chance(one)?)))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Standing::Possible {
            probability,
            exact,
            very_rare,
            ..
        } = &mut standing
        {
            *probability = Some(counted.probability(&combinations));
            *exact = combinations.dealable().all(|one| {
                let odds = counted.odds(&one.demands);
                odds.is_some_and(|odds| odds.count.is_some())
            });
            *very_rare = rarest
                .filter(|(_, chance)| *chance < RARE)
                .map(|(one, chance)| (one.describe(profile), chance));
        }
        standing
    }

    /// Whether somebody should look at it: nothing, not all, or hardly anything can be dealt.
    pub fn is_warning(&self) -> bool {
        match self {
            Standing::Unfinished(_) => false,
            Standing::TooMany(_) | Standing::Impossible(_) => true,
            Standing::Possible {
                very_rare,
                left_out,
                ..
            } => very_rare.is_some() || *left_out > 0,
        }
    }

    /// In words, a line each; the first says the most.
    pub fn lines(&self) -> Vec<String> {
        let indented = |reasons: &[String]| -> Vec<String> {
            let each = reasons.iter().map(|reason| format!("  {reason}"));
            each.collect()
        };
        match self {
            Standing::Unfinished(wrong) => {
                let mut lines = vec!["not complete yet:".to_owned()];
                lines.extend(indented(wrong));
                lines
            }
            Standing::TooMany(message) => vec![message.clone()],
            Standing::Impossible(reasons) => {
                let mut lines = vec!["nothing can be dealt any more:".to_owned()];
                lines.extend(indented(reasons));
                lines
            }
            Standing::Possible {
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
                        let counted = match exact {
                            true => "counted exactly",
                            false => "estimated",
                        };
                        format!("1 deal in {}, {counted}", one_in(*probability))
                    }
                    None => {
                        format!("{combinations} combinations: too many to count after each answer")
                    }
                }];
                if let Some((words, chance)) = very_rare {
                    let one_in = one_in(*chance);
                    lines.push(match combinations {
                        1 => "that is very rare".to_owned(),
                        _ => format!("very rare, 1 in {one_in}: {words}"),
                    });
                }
                if *left_out > 0 {
                    lines.push(format!(
                        "{left_out} of {combinations} combinations cannot be dealt and are left out:"
                    ));
                    lines.extend(indented(reasons));
                }
                lines
            }
        }
    }
}
