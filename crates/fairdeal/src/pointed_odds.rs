//! The odds of what somebody points at in a script: at once, and better when it is pointed at again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use script::{FileId, Span};
use space::Watch;

use crate::effort::Effort;
use crate::error::Error;
use crate::odds::{Chance, ScriptCounting};
use crate::odds_of_parts::PartOdds;
use crate::script_question::Script;

/// What counting may take while whoever points waits: some hundredths of a second. An estimate takes as long again.
const AT_ONCE: Effort = Effort::Steps(2_000_000);
/// What it may take behind the answer.
const AFTERWARDS: Effort = Effort::Quick;

/// What is known so far about the parts of one script. A clone knows the same.
///
/// Whoever points at something waits for a moment only. So the first answer takes a bounded number of steps: the exact odds if
/// they can be counted in it, else an estimate with its interval. What was not counted is noted, and whoever has a thread to
/// spare counts it ([`PointedOdds::count_noted`]): the next answer is that.
///
/// ```
/// use fairdeal::{PointedOdds, Script, Watch};
/// let script = Script::from_text("flat = shape(west, any 4333)\ncondition flat and hcp(west) > 12")?;
/// let (main, watch) = (script.sources().main(), Watch::default());
/// let pointed = PointedOdds::of(script).at(main, 2, &watch)?.unwrap();
/// assert_eq!((pointed.odds.chance.in_short().as_str(), pointed.is_last), ("1 in 9.5", true));
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PointedOdds {
    script: Script,
    state: Arc<Mutex<State>>,
}

#[derive(Default, Debug)]
struct State {
    /// What is known of conditions, by their text: within one script the same text means the same.
    known: HashMap<String, Known>,
    /// Where the conditions stand that are to be counted; the one that was pointed at last comes first, from the end.
    noted: Vec<Span>,
    /// Whether somebody counts them.
    is_counting: bool,
}

#[derive(Clone, Debug)]
struct Known {
    chance: Chance,
    is_last: bool,
}

/// The odds of what is pointed at.
#[derive(Clone, PartialEq, Debug)]
pub struct Pointed {
    /// Where it stands, and how likely it is.
    pub odds: PartOdds,
    /// Whether no better answer will follow.
    pub is_last: bool,
}

impl PointedOdds {
    /// Nothing is known of a script yet.
    pub fn of(script: Script) -> PointedOdds {
        PointedOdds {
            script,
            state: Arc::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn text(&self, place: Span) -> &str {
        self.script.sources().slice(place)
    }

    /// How likely the smallest condition is that stands at a place, as far as that is known or can be found out in a bounded
    /// number of steps. Nothing if there is none.
    ///
    /// # Errors
    /// As [`Script::odds`].
    pub fn at(&self, file: FileId, at: u32, watch: &Watch) -> Result<Option<Pointed>, Error> {
        let Some(place) = self.script.condition_at(file, at)? else {
            return Ok(None);
        };
        let text = self.text(place);
        let known = self.state().known.get(text).cloned();
        let known = match known {
            Some(known) => known,
            None => {
                let script = self.script.of_part(place);
                let odds = ScriptCounting::new(&script, AT_ONCE)?.at_once(watch)?;
                let chance = Chance::from(&odds);
                let is_last = chance.exact;
                let known = Known { chance, is_last };
                self.state().known.insert(text.to_owned(), known.clone());
                known
            }
        };
        if !known.is_last {
            let mut state = self.state();
            state.noted.retain(|noted| self.text(*noted) != text);
            state.noted.push(place);
        }
        let Known { chance, is_last } = known;
        Ok(Some(Pointed {
            odds: PartOdds { place, chance },
            is_last,
        }))
    }

    /// Counts what was noted, the last first, until nothing is left or the watch is stopped. If somebody does so already there is
    /// nothing to do.
    pub fn count_noted(&self, watch: &Watch) {
        if std::mem::replace(&mut self.state().is_counting, true) {
            return;
        }
        loop {
            let place = {
                let mut state = self.state();
                match state.noted.pop() {
                    Some(noted) if !watch.is_stopped() => noted,
                    _ => {
                        state.is_counting = false;
                        return;
                    }
                }
            };
            let counted = self.script.odds_of_part(place, AFTERWARDS, watch);
            if watch.is_stopped() {
                continue;
            }
            let mut state = self.state();
            if let Some(known) = state.known.get_mut(self.text(place)) {
                // What has no better answer keeps the one it has.
                if let Ok(chance) = counted {
                    known.chance = chance;
                }
                known.is_last = true;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All steps that an answer takes at once, as far as looks at the watch tell: those of counting twice, and of plain deals.
    const MOST_STEPS: u64 = 30_000_000;

    const FOUR_SEATS: &str = "condition losers(north) + losers(south) <= 14 \
        and controls(east) + controls(west) >= 4 and cccc(north) > 1200";
    const THREE_SEATS: &str = "condition spades(north) >= 6 and hcp(north) >= 10 and hcp(north) <= 12 \
        and hearts(south) >= 5 and hcp(south) >= 12 and hcp(south) <= 14 and hcp(east) <= 7";

    fn pointed(text: &str, piece: &str) -> (PointedOdds, u32) {
        let script = Script::from_text(text).unwrap();
        let at = text.find(piece).unwrap() as u32;
        (PointedOdds::of(script), at)
    }

    #[test]
    fn what_was_estimated_is_counted_behind() {
        let (odds, at) = pointed(FOUR_SEATS, "and cccc");
        let main = odds.script.sources().main();
        let watch = Watch::default();
        let first = odds.at(main, at, &watch).unwrap().unwrap();
        assert!(!first.is_last && !first.odds.chance.exact);
        // A watch that is stopped counts nothing.
        let stopped = Watch::default();
        stopped.stop();
        odds.count_noted(&stopped);
        assert_eq!(odds.at(main, at, &watch).unwrap().unwrap(), first);
        odds.clone().count_noted(&watch);
        let second = odds.at(main, at, &watch).unwrap().unwrap();
        assert!(second.is_last);
        let width = |one: &Pointed| {
            one.odds
                .chance
                .interval
                .map_or(0.0, |[low, high]| high - low)
        };
        assert!(width(&second) < width(&first) / 2.0);
        let [low, high] = first.odds.chance.interval.unwrap();
        assert!((low..=high).contains(&second.odds.chance.probability));
        // It is known from then on.
        let looks = watch.looks();
        assert_eq!(odds.at(main, at, &watch).unwrap().unwrap(), second);
        assert_eq!(watch.looks(), looks);
    }

    #[test]
    fn whatever_is_pointed_at_the_answer_takes_a_bounded_number_of_steps() {
        let authors = include_str!("../../../benches/authors/key-cards.dlr");
        let scripts = [
            (THREE_SEATS, "and hcp(east)"),
            (authors, "and wSuit"),
            (FOUR_SEATS, "and cccc"),
            (
                "condition hcp(north) == 37 and hcp(south) == 0 and rnd(7) < 3 and shape(east, any 4333)",
                "and hcp(south)",
            ),
            (
                "condition quality(north, spades) > quality(east, spades) and quality(south, hearts) > quality(west, hearts)",
                "and quality",
            ),
            (
                "condition tricks(south, notrump) > 8 and hcp(south) > 12",
                "and hcp",
            ),
        ];
        for (text, piece) in scripts {
            let (odds, at) = pointed(text, piece);
            let (main, watch) = (odds.script.sources().main(), Watch::default());
            odds.at(main, at, &watch).unwrap();
            let steps = watch.looks() * watch.most_work_between_looks();
            assert!(steps <= MOST_STEPS, "{piece}: {steps} steps");
        }
    }
}
