//! Odds that were worked out, kept by a mark of what they are the odds of: whoever asks the same again, of another version
//! of a profile, in another window or tomorrow, need not wait for it again. What is kept can be written down as text, a line
//! each; where that is put is not known here.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bridge::Seat;
use plan::{Inexact, Odds};
use rustc_hash::FxHashMap;

use crate::counting::counted::ALL_DEALS;

/// So many odds are kept; what would be more takes the place of others.
const MOST_KEPT: usize = 10_000;

/// A mark of something, of 128 bits, which no two things share by accident (FNV-1a). It is no secret and no proof.
///
/// ```
/// use profile::Mark;
/// assert_eq!(Mark::of("six spades"), Mark::of("six spades"));
/// assert_ne!(Mark::of(("ab", "c")), Mark::of(("a", "bc")));
/// assert_eq!(Mark::of("six spades").to_string().parse(), Ok(Mark::of("six spades")));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mark(u128);

impl Mark {
    /// The mark of something.
    pub fn of(thing: impl Hash) -> Mark {
        let mut marking = Marking(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d);
        thing.hash(&mut marking);
        Mark(marking.0)
    }
}

struct Marking(u128);

impl Hasher for Marking {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            let next = self.0 ^ u128::from(byte);
            self.0 = next.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
        }
    }

    fn finish(&self) -> u64 {
        self.0 as u64
    }
}

impl std::fmt::Display for Mark {
    /// Thirty-two hexadecimal digits.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for Mark {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Mark, Self::Err> {
        u128::from_str_radix(text, 16).map(Mark)
    }
}

/// What is known of one kind of combination.
#[derive(Clone, PartialEq, Debug, Default)]
struct KeptOdds {
    /// The work that a count was allowed.
    tried: u64,
    /// How many deals there are, if they were counted.
    count: Option<u128>,
    /// Else the chance and the bounds that hold it in 95 of 100 cases, if it was estimated.
    estimate: Option<[f64; 3]>,
    /// What [`Odds::seats`] says.
    seats: Vec<(Seat, f64)>,
}

/// Odds that were worked out for combinations of profiles. A clone is the same collection.
///
/// ```
/// let reading = profile::read(r#"{"profile_name": "Six", "dealer": "N", "tag": "Opener", "seat_profiles":
///     {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}}"#);
/// let watch = plan::Watch::default();
/// let kept = profile::KeptCounts::default();
/// let loaded = profile::LoadedProfile::new(reading, &watch).unwrap().keeping(&kept);
/// let counted = loaded.odds(Default::default(), 1, &watch).unwrap();
/// assert_eq!(kept.len(), 1);
/// // Now it is known without counting.
/// let nothing = space::Budget { work: 0, ..Default::default() };
/// assert_eq!(loaded.odds(nothing, 1, &watch).unwrap(), counted);
/// ```
#[derive(Clone, Debug, Default)]
pub struct KeptCounts {
    known: Arc<Mutex<FxHashMap<Mark, KeptOdds>>>,
}

impl PartialEq for KeptCounts {
    /// What was counted before makes no difference to what is asked.
    fn eq(&self, _: &KeptCounts) -> bool {
        true
    }
}

impl KeptCounts {
    fn all(&self) -> MutexGuard<'_, FxHashMap<Mark, KeptOdds>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many odds there are.
    pub fn len(&self) -> usize {
        self.all().len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all().is_empty()
    }

    /// The odds of a form of demands, if they were counted, or estimated when a count was allowed as much work.
    pub(crate) fn odds(&self, form: Mark, work: u64) -> Option<Odds> {
        let all = self.all();
        let kept = all.get(&form)?;
        let odds = Odds {
            count: kept.count,
            total: ALL_DEALS,
            probability: kept.count.unwrap_or(0) as f64 / ALL_DEALS as f64,
            interval: None,
            reason: None,
            seats: kept.seats.clone(),
        };
        match (kept.count, kept.estimate) {
            (Some(_), _) => Some(odds),
            (None, Some([probability, low, high])) if kept.tried >= work => Some(Odds {
                probability,
                interval: Some((low, high)),
                reason: Some(Inexact::OverBudget.to_string()),
                ..odds
            }),
            _ => None,
        }
    }

    /// The chance of a form of demands, if it was counted.
    pub(crate) fn counted(&self, form: Mark) -> Option<f64> {
        let count = self.all().get(&form)?.count?;
        Some(count as f64 / ALL_DEALS as f64)
    }

    /// Whether a count was allowed so much work, whatever came of it.
    pub(crate) fn was_tried(&self, form: Mark, work: u64) -> bool {
        let all = self.all();
        let kept = all.get(&form);
        kept.is_some_and(|kept| kept.count.is_some() || kept.tried >= work)
    }

    /// Keeps odds that were worked out with so much work allowed.
    pub(crate) fn keep(&self, form: Mark, odds: &Odds, work: u64) {
        let too_much = [Inexact::OverBudget, Inexact::OverMemory].map(|why| why.to_string());
        let too_much = odds
            .reason
            .as_ref()
            .is_some_and(|why| too_much.contains(why));
        let estimate = odds.interval.filter(|_| too_much);
        self.add(
            form,
            KeptOdds {
                tried: work,
                count: odds.count,
                estimate: estimate.map(|(low, high)| [odds.probability, low, high]),
                seats: odds.seats.clone(),
            },
        );
    }

    /// Keeps that so much work was not enough.
    pub(crate) fn give_up(&self, form: Mark, work: u64) {
        let given_up = KeptOdds {
            tried: work,
            ..KeptOdds::default()
        };
        self.add(form, given_up);
    }

    /// What is better known already stays.
    fn add(&self, form: Mark, new: KeptOdds) {
        let mut all = self.all();
        let rank = |one: &KeptOdds| (one.count.is_some(), one.estimate.is_some(), one.tried);
        if all
            .get(&form)
            .is_some_and(|known| rank(known) >= rank(&new))
        {
            return;
        }
        if all.len() >= MOST_KEPT
            && let Some(&other) = all.keys().next()
        {
            all.remove(&other);
        }
        all.insert(form, new);
    }

    /// Takes over what another collection knows better.
    pub fn take_over(&self, other: &KeptCounts) {
        if !Arc::ptr_eq(&self.known, &other.known) {
            let theirs = other.all().clone();
            theirs
                .into_iter()
                .for_each(|(form, odds)| self.add(form, odds));
        }
    }

    /// Everything as text, a line each, to be kept somewhere.
    pub fn written(&self) -> String {
        let all = self.all();
        let mut rows: Vec<(&Mark, &KeptOdds)> = all.iter().collect();
        rows.sort_unstable_by_key(|(form, _)| **form);
        let mut text = String::new();
        for (form, odds) in rows {
            let listed = |words: Vec<String>| match words.join(",") {
                words if words.is_empty() => "-".to_owned(),
                words => words,
            };
            let count = odds.count.map(|count| count.to_string());
            let estimate = odds.estimate.iter().flatten().map(f64::to_string);
            let seats = odds.seats.iter();
            let seats = seats.map(|(seat, chance)| format!("{}{chance}", seat.letter()));
            let _ = writeln!(
                text,
                "{form} {} {} {} {}",
                odds.tried,
                listed(count.into_iter().collect()),
                listed(estimate.collect()),
                listed(seats.collect())
            );
        }
        text
    }

    /// What was written, read back; `None` if it is anything else.
    pub fn from_written(text: &str) -> Option<KeptCounts> {
        let kept = KeptCounts::default();
        for line in text.lines() {
            let (form, odds) = row(line)?;
            kept.add(form, odds);
        }
        Some(kept)
    }
}

/// The parts of a list, which is `-` if there are none.
fn parts(list: &str) -> impl Iterator<Item = &str> {
    let given = Some(list).filter(|list| *list != "-");
    given.into_iter().flat_map(|list| list.split(','))
}

fn row(line: &str) -> Option<(Mark, KeptOdds)> {
    let mut words = line.split(' ');
    let mut word = || words.next();
    let (form, tried) = (word()?.parse().ok()?, word()?.parse().ok()?);
    let [count, estimate, seats] = [word()?, word()?, word()?];
    let chance = |text: &str| -> Option<f64> {
        let chance = text.parse().ok()?;
        (0.0..=1.0).contains(&chance).then_some(chance)
    };
    let count = match count {
        "-" => None,
        count => Some(count.parse().ok().filter(|count| *count <= ALL_DEALS)?),
    };
    let estimate: Option<Vec<f64>> = parts(estimate).map(chance).collect();
    let estimate = match estimate?[..] {
        [] => None,
        [probability, low, high] => Some([probability, low, high]),
        _ => return None,
    };
    let seat = |word: &str| {
        let letter = word.chars().next()?;
        let seat = Seat::ALL.into_iter().find(|seat| seat.letter() == letter)?;
        Some((seat, chance(&word[letter.len_utf8()..])?))
    };
    let seats: Option<Vec<(Seat, f64)>> = parts(seats).map(seat).collect();
    let odds = KeptOdds {
        tried,
        count,
        estimate,
        seats: seats?,
    };
    words.next().is_none().then_some((form, odds))
}
