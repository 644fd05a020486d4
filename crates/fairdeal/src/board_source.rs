//! Where the boards of a run come from, whatever the question: one way to find them for all who want them.

use std::ops::Range;
use std::sync::Arc;

use bridge::{Deal, HandType};
use condition::EvalError;
use plan::{
    FindError, Finder, FoundBoard, Mix, MixFinder, Plan, PlanError, Plans, PlansFinder, Watch,
};
use profile::{AboutBoard, ProfileFinder, ProfileSource};
use space::Key;

use crate::mixed::{MixedFinder, MixedSource};
use crate::practice_set::TypeBoards;

/// Where boards come from.
#[derive(Clone, Debug)]
pub(crate) enum BoardSource {
    /// Boards of one condition.
    Plans(Arc<Plans>),
    /// Boards of several, each with its share, and what the boards of each are dealt as.
    Mix(Mix, PartTypes),
    /// Boards of a profile.
    Profile(ProfileSource),
    /// Boards of several questions.
    Mixed(Arc<MixedSource>),
}

/// Where boards come from and, if they are a set, how many there are of each type.
#[derive(Debug)]
pub(crate) struct Sourced {
    pub source: BoardSource,
    pub counts: Vec<TypeBoards>,
}

impl From<BoardSource> for Sourced {
    /// Boards that are no set.
    fn from(source: BoardSource) -> Sourced {
        Sourced {
            source,
            counts: Vec::new(),
        }
    }
}

/// What the boards of each part of a mix are dealt as.
pub(crate) type PartTypes = Arc<[Option<HandType>]>;

/// What is known of a board beside its cards.
pub(crate) enum About {
    /// Nothing.
    Nothing,
    /// Which of several conditions it comes from.
    Part(usize),
    /// Of one of a profile, what was drawn for it.
    Profile(Box<AboutBoard>),
    /// Which of several questions it is of, and what is known of it there.
    Of(usize, Box<About>),
}

/// Whoever finds the boards of a source.
pub(crate) enum SourceFinder {
    Plans(Box<PlansFinder>),
    Mix(MixFinder),
    Profile(ProfileFinder),
    Mixed(Box<MixedFinder>),
}

impl BoardSource {
    /// Someone who finds its boards.
    pub(crate) fn finder(&self) -> SourceFinder {
        match self {
            BoardSource::Plans(plans) => SourceFinder::Plans(Box::new(plans.finder())),
            BoardSource::Mix(mix, _) => SourceFinder::Mix(mix.finder()),
            BoardSource::Profile(source) => SourceFinder::Profile(source.finder()),
            BoardSource::Mixed(source) => SourceFinder::Mixed(Box::new(source.finder())),
        }
    }

    /// Makes the plans of some boards, so that all that may be wrong with them is known before the first is dealt. Those of
    /// a profile are made as their combinations are drawn.
    pub(crate) fn plan(&self, boards: &Range<u64>, watch: &Watch) -> Result<(), PlanError> {
        let last = boards.end.saturating_sub(1).max(boards.start).max(1);
        match self {
            BoardSource::Plans(plans) => plans.plan_of(last, watch).map(|_| ()),
            BoardSource::Mix(mix, _) => mix
                .parts()
                .try_for_each(|(plans, _)| plans.plan_of(last, watch).map(|_| ())),
            BoardSource::Profile(_) => Ok(()),
            BoardSource::Mixed(source) => {
                source.parts().try_for_each(|part| part.plan(boards, watch))
            }
        }
    }

    /// The plan of a board, where there is one plan for it: after [`BoardSource::plan`].
    pub(crate) fn plan_of(&self, number: u64) -> Option<Arc<Plan>> {
        match self {
            BoardSource::Plans(plans) => plans.plan_of(number, &Watch::default()).ok(),
            _ => None,
        }
    }

    /// The names of the plans of some boards, where a plan has a name: `plain`, or `plain, from board 41 hands-sn`.
    pub(crate) fn plan_name(&self, boards: &Range<u64>) -> String {
        let watch = Watch::default();
        let name_of = |number: u64| match self {
            BoardSource::Plans(plans) => {
                let plan = plans.plan_of(number, &watch).ok()?;
                Some(plan.method().to_string())
            }
            BoardSource::Mix(mix, _) => {
                let name = |plans: &Arc<Plans>| plans.plan_of(number, &watch);
                let names = mix.parts().map(|(plans, _)| name(plans));
                let names = names.map(|plan| Some(plan.ok()?.method().to_string()));
                let names: Option<Vec<String>> = names.collect();
                Some(format!("leveled {}", names?.join("+")))
            }
            BoardSource::Profile(_) => None,
            BoardSource::Mixed(source) => {
                let name = |part: &BoardSource| match part {
                    BoardSource::Profile(_) => "profile".to_owned(),
                    other => other.plan_name(&(number..number + 1)),
                };
                let names: Vec<String> = source.parts().map(name).collect();
                Some(format!("mixed {}", names.join(" | ")))
            }
        };
        let mut named: Vec<(u64, String)> = Vec::new();
        for first in Plans::tiers(boards.clone()) {
            let Some(name) = name_of(first) else { continue };
            if named.last().is_none_or(|(_, last)| *last != name) {
                named.push((first, name));
            }
        }
        let each = named.iter().enumerate().map(|(i, (first, name))| match i {
            0 => name.clone(),
            _ => format!("from board {first} {name}"),
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// About what the first of some boards costs, in units of ten nanoseconds, and whether any was found when its plan was
    /// tried out.
    pub(crate) fn price(&self, number: u64) -> Option<(f64, bool)> {
        let watch = Watch::default();
        match self {
            BoardSource::Plans(_) => {
                let plan = self.plan_of(number)?;
                Some((plan.price(), plan.found_some()))
            }
            BoardSource::Mix(mix, _) => {
                let mut price = 0.0;
                let mut found = true;
                for (plans, share) in mix.parts() {
                    let plan = plans.plan_of(number, &watch).ok()?;
                    price += share * plan.price();
                    found &= plan.found_some();
                }
                Some((price, found))
            }
            BoardSource::Profile(_) => None,
            // Those of a profile have no price.
            BoardSource::Mixed(source) => {
                let (mut sum, mut all_found) = (0.0, true);
                for (part, share) in source.shares() {
                    let (price, found) = part.price(number).unwrap_or((0.0, true));
                    sum += share * price;
                    all_found &= found;
                }
                Some((sum, all_found))
            }
        }
    }

    /// Whether boards are dealt by attempts, which may be given up.
    pub(crate) fn is_by_attempts(&self) -> bool {
        match self {
            BoardSource::Profile(ProfileSource::Attempts(_)) => true,
            BoardSource::Mixed(source) => source.parts().any(BoardSource::is_by_attempts),
            _ => false,
        }
    }

    /// How many deals qualify, if boards are drawn from exactly those, alike.
    pub(crate) fn count(&self, number: u64) -> Option<u128> {
        self.plan_of(number)?.count()
    }
}

impl Finder for SourceFinder {
    type About = About;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<About>, FindError> {
        Ok(match self {
            SourceFinder::Plans(finder) => {
                about(finder.find(key, number, tries, watch)?, |()| About::Nothing)
            }
            SourceFinder::Mix(finder) => {
                about(finder.find(key, number, tries, watch)?, About::Part)
            }
            SourceFinder::Profile(finder) => {
                let found = finder.find(key, number, tries, watch)?;
                about(found, |known| About::Profile(Box::new(known)))
            }
            SourceFinder::Mixed(finder) => finder.find(key, number, tries, watch)?,
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        match self {
            SourceFinder::Plans(finder) => finder.value(index, deal),
            SourceFinder::Mix(finder) => finder.value(index, deal),
            SourceFinder::Profile(finder) => finder.value(index, deal),
            SourceFinder::Mixed(finder) => finder.value(index, deal),
        }
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        match self {
            SourceFinder::Plans(finder) => finder.boards_at_once(number, watch),
            SourceFinder::Mix(finder) => finder.boards_at_once(number, watch),
            SourceFinder::Profile(finder) => finder.boards_at_once(number, watch),
            SourceFinder::Mixed(finder) => finder.boards_at_once(number, watch),
        }
    }
}

/// The same board with what there is to tell of it in another form.
fn about<A>(found: FoundBoard<A>, of: impl FnOnce(A) -> About) -> FoundBoard<About> {
    FoundBoard {
        deal: found.deal,
        tries: found.tries,
        about: of(found.about),
    }
}
