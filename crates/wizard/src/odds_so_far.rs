//! The odds of a profile while it is being made: whether anything can be dealt, how rare it is, and what is in the way.

use answer::one_in;
use bridge::{Deal, Hand};
use profile::{
    Combination, Combinations, CombinationsError, Counted, DrawnCombination, Profile, Viability,
    qualifies,
};
use serde::Serialize;
use serde_json::Value;
use space::{Budget, Stopped, Watch};

use crate::problems;

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

/// An estimate tries so many deals.
const TRIED: u64 = 40_000;
/// And says a number only if it found so many.
const FOUND: u64 = 20;
/// The stream that estimates draw from.
const SEED: u64 = u64::from_le_bytes(*b"so far..");

/// What odds are asked of: a document, without what has no say in them.
#[derive(Clone, PartialEq, Debug)]
pub struct OddsQuestion {
    document: Value,
}

impl OddsQuestion {
    /// Fields that no deal depends on.
    const ASIDE: [&str; 6] = [
        "profile_name",
        "description",
        "version",
        "author",
        "category",
        "sort_order",
    ];

    /// The question for a document.
    pub fn of(document: &Value) -> OddsQuestion {
        let mut document = document.clone();
        if let Some(fields) = document.as_object_mut() {
            for name in OddsQuestion::ASIDE {
                fields.shift_remove(name);
            }
            fields.insert("profile_name".to_owned(), "counted".into());
        }
        OddsQuestion { document }
    }

    /// Whether a document asks the same.
    pub fn is_about(&self, document: &Value) -> bool {
        *self == OddsQuestion::of(document)
    }

    /// The document that is asked about.
    pub fn document(&self) -> &Value {
        &self.document
    }
}

/// Where odds come from: counted each time, or remembered by somebody.
pub trait OddsSource {
    /// The odds of a question, on some threads.
    ///
    /// # Errors
    /// When it was stopped.
    fn odds(
        &self,
        question: &OddsQuestion,
        threads: usize,
        watch: &Watch,
    ) -> Result<OddsSoFar, Stopped>;
}

/// Counts each time.
#[derive(Clone, Copy, Default, Debug)]
pub struct PlainCounting;

impl OddsSource for PlainCounting {
    fn odds(
        &self,
        question: &OddsQuestion,
        threads: usize,
        watch: &Watch,
    ) -> Result<OddsSoFar, Stopped> {
        OddsSoFar::of(question.document.clone(), threads, watch)
    }
}

/// How far the counting of odds is.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum OddsProgress {
    /// It has begun.
    Begun,
    /// So many of so many random deals would do.
    Estimated {
        /// How many would do.
        found: u64,
        /// How many were tried.
        tried: u64,
    },
    /// The odds.
    Known(OddsSoFar),
}

impl OddsProgress {
    /// A first look at a question, before it is counted: an estimate, or the odds where they are plain to see.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn first_look(question: &OddsQuestion, watch: &Watch) -> Result<OddsProgress, Stopped> {
        let mut tried = (0, 0);
        let chance = |_: &Profile, combinations: &Combinations| {
            tried = tries(combinations, watch)?;
            Ok(Chance::default())
        };
        let odds = OddsSoFar::looked_at(question.document.clone(), watch, chance)?;
        Ok(match odds {
            OddsSoFar::Possible { .. } => OddsProgress::Estimated {
                found: tried.0,
                tried: tried.1,
            },
            odds => OddsProgress::Known(odds),
        })
    }

    /// In words, a line each.
    pub fn lines(&self) -> Vec<String> {
        match self {
            OddsProgress::Begun => vec!["counting…".to_owned()],
            OddsProgress::Estimated { found, tried } if *found < FOUND => {
                let one_in = tried / (2 * FOUND);
                vec![format!("rarer than 1 deal in {one_in} or so, counting…")]
            }
            OddsProgress::Estimated { found, tried } => {
                let one_in = one_in(*found as f64 / *tried as f64, 0);
                vec![format!("about 1 deal in {one_in}, counting…")]
            }
            OddsProgress::Known(odds) => odds.lines(),
        }
    }

    /// Whether somebody should look at it.
    pub fn is_warning(&self) -> bool {
        matches!(self, OddsProgress::Known(odds) if odds.is_warning())
    }

    /// The odds, if they are known.
    pub fn known(&self) -> Option<&OddsSoFar> {
        match self {
            OddsProgress::Known(odds) => Some(odds),
            _ => None,
        }
    }
}

/// How many of some random deals are ones for the combination that was drawn, and how many were tried.
fn tries(combinations: &Combinations, watch: &Watch) -> Result<(u64, u64), Stopped> {
    let mut stream = space::stream(SEED, 1);
    let deck = Hand::DECK.bits();
    let each = (0..u64::BITS).map(|at| 1 << at);
    let mut cards: Vec<u64> = each.filter(|card| deck & card != 0).collect();
    let mut found = 0;
    for tried in 0..TRIED {
        if tried % 512 == 0 {
            watch.look()?;
        }
        for at in (1..cards.len()).rev() {
            let other = space::below_u32(at as u32 + 1, &mut stream) as usize;
            cards.swap(at, other);
        }
        let hands = [0, 1, 2, 3].map(|seat| {
            let bits = cards[13 * seat..][..13].iter().sum();
            Hand::from_bits(bits)
        });
        let Some(combination) = combinations.draw(&mut stream) else {
            return Ok((0, TRIED));
        };
        let drawn = DrawnCombination {
            combination,
            turned: false,
        };
        let one = &combinations.all()[combination];
        found += u64::from(qualifies(one, drawn, &Deal(hands)));
    }
    Ok((found, TRIED))
}

/// What was worked out of the chance of a profile.
#[derive(Default)]
struct Chance {
    probability: Option<f64>,
    exact: bool,
    very_rare: Option<VeryRareCombination>,
}

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

/// The chance of a profile, counted where that is not too much work.
fn counted(
    profile: &Profile,
    combinations: &Combinations,
    threads: usize,
    watch: &Watch,
) -> Result<Chance, Stopped> {
    let kinds = combinations.kinds();
    if kinds > MOST_COUNTED {
        return Ok(Chance::default());
    }
    let budget = Budget {
        work: (WORK / kinds as u64).max(LEAST_WORK),
        ..Budget::default()
    };
    let counted = Counted::combinations(combinations, budget, threads, watch)?;
    let odds = |one: &Combination| counted.odds(&one.demands);
    let exact = combinations
        .dealable()
        .all(|one| odds(one).is_some_and(|odds| odds.count.is_some()));
    let very_rare = combinations
        .dealable()
        .filter_map(|one| Some((one, odds(one)?.probability)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|(_, chance)| *chance < RARE)
        .map(|(one, probability)| VeryRareCombination {
            words: one.describe(profile),
            probability,
        });
    Ok(Chance {
        probability: Some(counted.probability(combinations)),
        exact,
        very_rare,
    })
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
        OddsSoFar::looked_at(document, watch, |profile, combinations| {
            counted(profile, combinations, threads, watch)
        })
    }

    /// Looks at a document, with a way to work out the chance where something can be dealt.
    fn looked_at(
        document: Value,
        watch: &Watch,
        chance: impl FnOnce(&Profile, &Combinations) -> Result<Chance, Stopped>,
    ) -> Result<OddsSoFar, Stopped> {
        watch.look()?;
        let reading = profile::read_document(document);
        let Some(profile) = &reading.profile else {
            let problems = reading.errors().take(SHOWN).map(problems::words);
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
        let Chance {
            probability,
            exact,
            very_rare,
        } = chance(profile, &combinations)?;
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
