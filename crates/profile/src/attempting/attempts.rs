//! Dealing by attempts: shuffle, deal, check, and start over.
//!
//! [`AttemptMethod::Reject`] is fair and slow. [`AttemptMethod::Help`] gives tight seats some of their cards beforehand: it is faster, and
//! not fair, because it favours long suits. [`AttemptMethod::Construct`] is an older way to do so. Both are kept for comparison. All
//! record why attempts fail.

use std::fmt;
use std::sync::Arc;

use bridge::{Card, Deal, Hand, Seat};
use condition::EvalError;
use plan::{FindError, Finder, FoundBoard, PlanError};
use rand::seq::SliceRandom;
use space::{Key, Stream, Watch};

use crate::attempting::construct::{self, helper_seat};
use crate::attempting::failures::{
    AttemptEvent, AttemptObserver, FailureCause, Failures, Unobserved,
};
use crate::attempting::help::{self, Aims};
use crate::attempting::settings::Settings;
use crate::combining::combination::{Combination, Combinations, checking_order};
use crate::document::model::Profile;
use crate::finding::combination_plans::BOARDS_AT_ONCE;
use crate::finding::drawn::{AboutBoard, DrawnCombination, choices_of, draw};

/// After so many attempts it looks whether it was stopped: a few milliseconds.
const LOOK_UP: u64 = 1024;

/// A way to deal by attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttemptMethod {
    /// Shuffle, deal and check, with what was drawn for the board.
    Reject,
    /// Give tight seats a part of what they need beforehand. Not fair.
    Help,
    /// Give the seat that failed most so far its minima beforehand. Not fair.
    Construct,
}

impl AttemptMethod {
    /// Why not every deal that qualifies is equally likely; `None` if the method is fair.
    pub fn unfair_because(self) -> Option<&'static str> {
        match self {
            AttemptMethod::Reject => None,
            AttemptMethod::Help => Some("it favours long suits, and its re-draws shift the shares"),
            AttemptMethod::Construct => {
                Some("a seat that is given its minima gets long suits too often")
            }
        }
    }
}

impl fmt::Display for AttemptMethod {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            AttemptMethod::Reject => "reject",
            AttemptMethod::Help => "help",
            AttemptMethod::Construct => "construct",
        })
    }
}

/// Boards of a profile by attempts.
#[derive(Clone, Debug)]
pub struct Attempts {
    profile: Arc<Profile>,
    combinations: Arc<Combinations>,
    method: AttemptMethod,
    settings: Settings,
    rotates: bool,
    traced: bool,
}

/// What came of the attempts at one board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attempted {
    /// What was drawn for it in the end; `None` if nothing can be dealt.
    pub drawn: Option<DrawnCombination>,
    /// Its cards at the table; `None` if it was not made.
    pub deal: Option<Deal>,
    /// What failed.
    pub failures: Failures,
}

impl Attempts {
    /// With these settings; boards are turned round half of the time or not.
    pub fn new(
        profile: Arc<Profile>,
        combinations: Arc<Combinations>,
        method: AttemptMethod,
        settings: Settings,
        rotates: bool,
    ) -> Attempts {
        Attempts {
            profile,
            combinations,
            method,
            settings,
            rotates,
            traced: false,
        }
    }

    /// The same, with what happens to each attempt written down in [`AboutBoard::trace`] or not.
    pub fn traced(mut self, traced: bool) -> Attempts {
        self.traced = traced;
        self
    }

    /// Someone who finds boards by these attempts.
    pub fn finder(self: &Arc<Attempts>) -> AttemptsFinder {
        AttemptsFinder {
            attempts: self.clone(),
        }
    }

    /// Deals a board of a key in at most so many attempts, and no more than the method makes, while someone looks on.
    pub fn board(
        &self,
        key: Key,
        number: u64,
        tries: u64,
        observer: &mut dyn AttemptObserver,
        watch: &Watch,
    ) -> Attempted {
        let mut failures = Failures {
            asked: 1,
            ..Failures::default()
        };
        let mut choices = choices_of(key, number);
        let Some(mut drawn) = draw(&self.combinations, self.rotates, &mut choices) else {
            return Attempted {
                drawn: None,
                deal: None,
                failures,
            };
        };
        observer.see(AttemptEvent::Drawn {
            board: number,
            combination: drawn.combination,
        });
        let mut stream = key.stream(number);
        let mut checks = self.checks(drawn.combination);
        let mut helper = None;
        let mut deck = Deck::new();
        let most = match self.method {
            AttemptMethod::Reject => self.settings.reject_attempts,
            AttemptMethod::Help => self.settings.attempts.saturating_mul(self.settings.tries),
            AttemptMethod::Construct => self.settings.construct_attempts,
        };
        let most = most.min(tries);
        while failures.attempts < most {
            if failures.attempts > 0 && failures.attempts.is_multiple_of(LOOK_UP) {
                watch.add_tries(LOOK_UP);
                if watch.look().is_err() {
                    break;
                }
            }
            if let Some(combination) = self.redraw(drawn.combination, &failures, &mut choices) {
                drawn.combination = combination;
                checks = self.checks(combination);
                observer.see(AttemptEvent::Redrawn {
                    board: number,
                    attempt: failures.attempts,
                    combination,
                });
            }
            let attempt = failures.attempts + 1;
            if self.method == AttemptMethod::Construct {
                let next =
                    helper_seat(&self.profile, checks.combination, &failures, &self.settings);
                if next != helper {
                    helper = next;
                    observer.see(AttemptEvent::Helper {
                        board: number,
                        attempt,
                        seat: helper,
                    });
                }
            }
            failures.attempts = attempt;
            match self.attempt(&checks, helper, attempt, &mut deck, &mut stream) {
                Ok(deal) => {
                    failures.made = 1;
                    let made = AttemptEvent::Made {
                        board: number,
                        attempt,
                    };
                    observer.see(made);
                    watch.add_tries(attempt % LOOK_UP);
                    return Attempted {
                        drawn: Some(drawn),
                        deal: Some(drawn.at_the_table(deal)),
                        failures,
                    };
                }
                Err((seat, why)) => {
                    failures.add(&checks.order, seat, why);
                    observer.see(AttemptEvent::Failed {
                        board: number,
                        attempt,
                        seat,
                        why,
                    });
                }
            }
        }
        watch.add_tries(failures.attempts % LOOK_UP);
        if !watch.is_stopped() {
            failures.given_up = 1;
            observer.see(AttemptEvent::Exhausted {
                board: number,
                attempts: failures.attempts,
            });
        }
        Attempted {
            drawn: Some(drawn),
            deal: None,
            failures,
        }
    }

    fn checks(&self, combination: usize) -> Checks<'_> {
        let combination = &self.combinations.all()[combination];
        Checks {
            combination,
            order: checking_order(&self.profile, combination),
            aims: Aims::new(&self.profile, combination, self.settings.tight_chance),
        }
    }

    /// The combination to go on with, if it is time to draw anew.
    fn redraw(&self, now: usize, failures: &Failures, choices: &mut Stream) -> Option<usize> {
        let attempts = failures.attempts;
        if self.method != AttemptMethod::Help || attempts == 0 {
            return None;
        }
        // A new try begins with a new draw, and what is never drawn anew is not drawn anew then either.
        let new_try = attempts.is_multiple_of(self.settings.attempts);
        let due = |every: u64| every > 0 && (new_try || attempts.is_multiple_of(every));
        if due(self.settings.redraw_subprofiles) {
            return self.combinations.draw(choices);
        }
        due(self.settings.redraw_suits).then(|| self.combinations.draw_suits(now, choices))
    }

    /// One attempt: a deal, or the first seat that failed.
    fn attempt(
        &self,
        checks: &Checks,
        helper: Option<Seat>,
        attempt: u64,
        deck: &mut Deck,
        stream: &mut Stream,
    ) -> Result<Deal, (Seat, FailureCause)> {
        let given = match self.method {
            AttemptMethod::Reject => Deal::default(),
            AttemptMethod::Help => {
                let given = help::give(
                    &checks.aims,
                    self.profile.order,
                    &self.settings,
                    attempt,
                    stream,
                );
                if self.settings.feasibility
                    && let Some(seat) = help::out_of_reach(
                        &given,
                        checks.combination,
                        self.profile.order,
                        self.settings.feasibility_deviations,
                    )
                {
                    return Err((seat, FailureCause::OutOfReach));
                }
                given
            }
            AttemptMethod::Construct => helper.map_or(Deal::default(), |seat| {
                construct::give(&self.profile, checks.combination, seat, stream)
            }),
        };
        let deal = deck.fill(given, self.profile.order, stream);
        let demands = &checks.combination.demands;
        for (at, &seat) in checks.order.iter().enumerate() {
            let demand = &demands[seat];
            // What is asked of partners together is looked at with the second of them.
            let partner = seat.partner();
            let second = checks.order[..at].contains(&partner);
            let pair = demands.pair(seat.side());
            let hands = [deal[seat], deal[partner]];
            if !demand.has_shape(deal[seat]) || second && !pair.has_cards(hands) {
                return Err((seat, FailureCause::Shape));
            }
            if !demand.has_points(deal[seat]) || second && !pair.has_points(hands) {
                return Err((seat, FailureCause::Points));
            }
        }
        Ok(deal)
    }
}

/// Finds boards of a profile by attempts, one after the other.
pub struct AttemptsFinder {
    attempts: Arc<Attempts>,
}

impl Finder for AttemptsFinder {
    type About = AboutBoard;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutBoard>, FindError> {
        let attempts = &self.attempts;
        let mut trace = Vec::new();
        let board = if attempts.traced {
            let mut write = |event: AttemptEvent| trace.push(event);
            attempts.board(key, number, tries, &mut write, watch)
        } else {
            attempts.board(key, number, tries, &mut Unobserved, watch)
        };
        let drawn = board.drawn.ok_or(PlanError::Never)?;
        Ok(FoundBoard {
            deal: board.deal,
            tries: board.failures.attempts,
            about: AboutBoard {
                drawn: Some(drawn),
                failures: Some(board.failures),
                trace,
            },
        })
    }

    /// A profile has no further values.
    fn value(&mut self, index: usize, _: &Deal) -> Result<i64, EvalError> {
        panic!("a profile has no value {index}")
    }

    fn boards_at_once(&mut self, _: u64, _: &Watch) -> Result<u64, FindError> {
        Ok(BOARDS_AT_ONCE)
    }
}

/// What attempts at a combination are checked for.
struct Checks<'c> {
    combination: &'c Combination,
    order: Vec<Seat>,
    aims: Aims,
}

/// The cards that are dealt at random.
struct Deck(Vec<Card>);

impl Deck {
    fn new() -> Deck {
        Deck(Vec::with_capacity(52))
    }

    /// Fills each hand to thirteen at random, in this order.
    fn fill(&mut self, given: Deal, order: [Seat; 4], stream: &mut Stream) -> Deal {
        self.0.clear();
        self.0.extend(given.rest().cards());
        self.0.shuffle(stream);
        let mut deal = given;
        let mut at = 0;
        for seat in order {
            let number = 13 - given[seat].len();
            let cards: Hand = self.0[at..at + number].iter().copied().collect();
            deal[seat] = given[seat].union(cards);
            at += number;
        }
        deal
    }
}
