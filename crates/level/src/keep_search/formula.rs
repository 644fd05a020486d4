//! Short expressions over pilot cards, each with the set of patterns for which it is true.
//!
//! A pattern says which pilots hold. All sets that can be written with a few literals are found once, the shortest way
//! first, by joining shorter ones with `and` and `or`.

use rustc_hash::FxHashMap;
use space::{Stopped, Watch};

use crate::pilots::MOST_PILOTS;

/// Not more expressions than this are looked at.
const MOST: usize = 60_000;
/// And none with more literals.
const LONGEST: u32 = 7;
/// So many pairs are joined between two looks at the watch.
const LOOK_UP: usize = 4096;

/// A set of patterns, one bit each.
pub(crate) type PatternSet = [u64; 4];

/// An expression over pilots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KeepFormula {
    /// Always true.
    Always,
    /// A pilot, by its number, and whether it must hold or must not.
    Pilot(usize, bool),
    /// All of these.
    All(Vec<KeepFormula>),
    /// One of these.
    Any(Vec<KeepFormula>),
}

impl KeepFormula {
    /// Whether it is true of a pattern.
    pub fn holds(&self, pattern: usize) -> bool {
        match self {
            KeepFormula::Always => true,
            KeepFormula::Pilot(number, wanted) => (pattern >> number & 1 == 1) == *wanted,
            KeepFormula::All(parts) => parts.iter().all(|part| part.holds(pattern)),
            KeepFormula::Any(parts) => parts.iter().any(|part| part.holds(pattern)),
        }
    }

    /// In the dealer language, with these names for the pilots.
    ///
    /// ```
    /// use level::KeepFormula;
    /// let or = KeepFormula::Any(vec![KeepFormula::Pilot(1, true), KeepFormula::Pilot(2, false)]);
    /// let all = KeepFormula::All(vec![KeepFormula::Pilot(0, true), or]);
    /// let name = |pilot: usize| format!("c{}", pilot + 1);
    /// assert_eq!(all.text(&name), "c1 and (c2 or not c3)");
    /// ```
    pub fn text(&self, name: &dyn Fn(usize) -> String) -> String {
        let joined = |parts: &[KeepFormula], word: &str| {
            let part = |part: &KeepFormula| match part {
                KeepFormula::All(_) | KeepFormula::Any(_) => format!("({})", part.text(name)),
                _ => part.text(name),
            };
            parts.iter().map(part).collect::<Vec<_>>().join(word)
        };
        match self {
            KeepFormula::Always => "1".to_owned(),
            KeepFormula::Pilot(number, true) => name(*number),
            KeepFormula::Pilot(number, false) => format!("not {}", name(*number)),
            KeepFormula::All(parts) => joined(parts, " and "),
            KeepFormula::Any(parts) => joined(parts, " or "),
        }
    }

    /// The pilots that it speaks of, as a set of bits.
    pub(crate) fn pilots(&self) -> u32 {
        match self {
            KeepFormula::Always => 0,
            KeepFormula::Pilot(number, _) => 1 << number,
            KeepFormula::All(parts) | KeepFormula::Any(parts) => {
                parts.iter().fold(0, |all, part| all | part.pilots())
            }
        }
    }
}

/// What the formula of a set is made of: a literal, or two shorter sets.
#[derive(Clone, Copy)]
enum FormulaParts {
    Always,
    Pilot(usize, bool),
    Both(u32, u32),
    Either(u32, u32),
}

/// The sets of patterns that short expressions over some pilots stand for.
pub(crate) struct KeepFormulas {
    sets: Vec<PatternSet>,
    literals: Vec<u32>,
    parts: Vec<FormulaParts>,
}

impl KeepFormulas {
    pub(crate) fn new(pilots: usize, watch: &Watch) -> Result<KeepFormulas, Stopped> {
        let pilots = pilots.min(MOST_PILOTS);
        let patterns = 1usize << pilots;
        let all = set_of(patterns, |_| true);
        let mut known: FxHashMap<PatternSet, u32> = FxHashMap::default();
        let mut formulas = KeepFormulas {
            sets: Vec::new(),
            literals: Vec::new(),
            parts: Vec::new(),
        };
        known.insert([0; 4], 0);
        formulas.add(&mut known, all, 0, FormulaParts::Always);
        for number in 0..pilots {
            for wanted in [true, false] {
                let set = set_of(patterns, |pattern| (pattern >> number & 1 == 1) == wanted);
                formulas.add(&mut known, set, 1, FormulaParts::Pilot(number, wanted));
            }
        }
        // Where those with so many literals begin.
        let mut first = vec![0, 1, formulas.sets.len()];
        let mut joined = 0;
        for literals in 2..=LONGEST {
            for shorter in 1..=literals / 2 {
                let longer = (literals - shorter) as usize;
                let range = |n: usize| first[n]..first[n + 1];
                for a in range(shorter as usize) {
                    for b in range(longer) {
                        if formulas.sets.len() >= MOST {
                            return Ok(formulas);
                        }
                        joined += 1;
                        if joined % LOOK_UP == 0 {
                            watch.look()?;
                        }
                        let (x, y) = (formulas.sets[a], formulas.sets[b]);
                        let (a, b) = (a as u32, b as u32);
                        let both = std::array::from_fn(|i| x[i] & y[i]);
                        formulas.add(&mut known, both, literals, FormulaParts::Both(a, b));
                        let either = std::array::from_fn(|i| x[i] | y[i]);
                        formulas.add(&mut known, either, literals, FormulaParts::Either(a, b));
                    }
                }
            }
            first.push(formulas.sets.len());
        }
        Ok(formulas)
    }

    fn add(
        &mut self,
        known: &mut FxHashMap<PatternSet, u32>,
        set: PatternSet,
        literals: u32,
        parts: FormulaParts,
    ) {
        let next = self.sets.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(entry) = known.entry(set) {
            entry.insert(next);
            self.sets.push(set);
            self.literals.push(literals);
            self.parts.push(parts);
        }
    }

    /// Each set with the number of its literals.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&PatternSet, u32)> {
        self.sets.iter().zip(self.literals.iter().copied())
    }

    /// The expression of a set, by its place in the list.
    pub(crate) fn formula(&self, index: usize) -> KeepFormula {
        match self.parts[index] {
            FormulaParts::Always => KeepFormula::Always,
            FormulaParts::Pilot(number, wanted) => KeepFormula::Pilot(number, wanted),
            FormulaParts::Both(a, b) => {
                let parts = [a, b].map(|part| self.formula(part as usize));
                let flat = parts.into_iter().flat_map(|part| match part {
                    KeepFormula::All(inner) => inner,
                    other => vec![other],
                });
                KeepFormula::All(flat.collect())
            }
            FormulaParts::Either(a, b) => {
                let parts = [a, b].map(|part| self.formula(part as usize));
                let flat = parts.into_iter().flat_map(|part| match part {
                    KeepFormula::Any(inner) => inner,
                    other => vec![other],
                });
                KeepFormula::Any(flat.collect())
            }
        }
    }
}

/// The patterns below a number for which something holds.
fn set_of(patterns: usize, holds: impl Fn(usize) -> bool) -> PatternSet {
    let mut set = [0; 4];
    for pattern in (0..patterns).filter(|&pattern| holds(pattern)) {
        set[pattern / 64] |= 1 << (pattern % 64);
    }
    set
}

/// Whether a pattern is in a set.
pub(super) fn has(set: &PatternSet, pattern: usize) -> bool {
    set[pattern / 64] >> (pattern % 64) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every expression is true for exactly the patterns of its set, and no set comes twice.
    #[test]
    fn expressions_mean_their_sets() {
        for pilots in [1, 3, 4, 7] {
            let formulas = KeepFormulas::new(pilots, &Watch::default()).unwrap();
            let mut seen = std::collections::HashSet::new();
            for (i, (set, literals)) in formulas.iter().enumerate() {
                assert!(seen.insert(*set));
                if i % 37 == 0 || i < 200 {
                    let formula = formulas.formula(i);
                    let means = set_of(1 << pilots, |pattern| formula.holds(pattern));
                    assert_eq!(means, *set, "{formula:?}");
                    let text = formula.text(&|pilot| format!("c{pilot}"));
                    assert_eq!(text.matches('c').count() as u32, literals, "{text}");
                }
            }
        }
    }
}
