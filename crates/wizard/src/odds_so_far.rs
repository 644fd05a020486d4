//! The odds of a profile while it is being made: whether anything can be dealt, how rare it is, and what is in the way.

use answer::one_in;
use bridge::{Deal, Hand};
use profile::{
    ChanceBudget, Combinations, CombinationsError, DrawnCombination, KeptCounts, LoadError,
    LoadedProfile, ProfileChance, RarestCombination, Viability, about_one_in, qualifies,
};
use serde::Serialize;
use serde_json::Value;
use space::{Key, Stopped, Watch};

use crate::problems;

/// What comes less often is very rare.
pub const RARE: f64 = 1e-6;
/// So many reasons are given.
const SHOWN: usize = 5;
/// A chance is said with so many decimals.
const DECIMALS: usize = 1;

/// An estimate tries so many deals.
const TRIED: u64 = 40_000;
/// And says a number only if it found so many.
const FOUND: u64 = 20;
/// What the stream that estimates draw from is for; no board shares it.
const STREAMS: &str = "odds so far";

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
        Ok(match OddsSoFar::loaded(question.document.clone(), watch)? {
            Ok(loaded) => {
                let (found, tried) = tries(&loaded.combinations, watch)?;
                OddsProgress::Estimated { found, tried }
            }
            Err(odds) => OddsProgress::Known(odds),
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
    let mut stream = Key::ours(STREAMS).stream(1);
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
        let loaded = match OddsSoFar::loaded(document, watch)? {
            Ok(loaded) => loaded.keeping(kept),
            Err(odds) => return Ok(odds),
        };
        let chance = loaded.chance(budget, threads, watch)?;
        let reasons = OddsSoFar::reasons(&loaded, watch)?;
        let rarest = loaded.rarest(watch)?;
        Ok(OddsSoFar::new(&chance, rarest, reasons))
    }

    /// A document with its combinations, of which some can be dealt; else what is to be said of it.
    fn loaded(document: Value, watch: &Watch) -> Result<Result<LoadedProfile, OddsSoFar>, Stopped> {
        watch.look()?;
        let reading = profile::read_document(document);
        if reading.profile.is_none() {
            let problems = reading.errors().take(SHOWN).map(problems::words);
            return Ok(Err(OddsSoFar::Unfinished {
                problems: problems.collect(),
            }));
        }
        let loaded = match LoadedProfile::new(reading, watch) {
            Ok(loaded) => loaded,
            Err(LoadError::Combinations(CombinationsError::Stopped)) => return Err(Stopped),
            Err(error) => {
                return Ok(Err(OddsSoFar::TooMany {
                    message: error.to_string(),
                }));
            }
        };
        if loaded.combinations.dealable().next().is_none() {
            let reasons = OddsSoFar::reasons(&loaded, watch)?;
            return Ok(Err(OddsSoFar::Impossible { reasons }));
        }
        Ok(Ok(loaded))
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
