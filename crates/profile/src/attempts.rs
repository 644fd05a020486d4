//! Dealing by attempts: shuffle, deal, check, and start over.
//!
//! [`Method::Reject`] is fair and slow. [`Method::Help`] gives tight seats some of their cards beforehand: it is faster, and
//! not fair, because it favours long suits. It is kept for comparison. Both record why attempts fail.

use bridge::{Card, Deal, Hand, Seat};
use plan::Stop;
use rand::seq::SliceRandom;
use space::Stream;

use crate::combination::{Combination, Combinations, checking_order};
use crate::failures::{Event, Failures, Observer, Why};
use crate::help::{self, Aims};
use crate::model::Profile;
use crate::plans::{Drawn, choices_of, draw};
use crate::settings::Settings;

/// How often someone may stop it.
const LOOK_UP: u64 = 1024;

/// A way to deal by attempts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Shuffle, deal and check, with what was drawn for the board.
    Reject,
    /// Give tight seats a part of what they need beforehand. Not fair.
    Help,
}

/// Boards of a profile by attempts.
#[derive(Clone, Debug)]
pub struct Attempts<'c> {
    profile: &'c Profile,
    combinations: &'c Combinations,
    method: Method,
    settings: Settings,
    rotates: bool,
}

/// What came of the attempts at one board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Attempted {
    /// What was drawn for it in the end, and its cards at the table; `None` if it was not made.
    pub made: Option<(Drawn, Deal)>,
    /// What failed.
    pub failures: Failures,
}

impl<'c> Attempts<'c> {
    /// With these settings; boards are turned round half of the time or not.
    pub fn new(
        profile: &'c Profile,
        combinations: &'c Combinations,
        method: Method,
        settings: Settings,
        rotates: bool,
    ) -> Attempts<'c> {
        Attempts {
            profile,
            combinations,
            method,
            settings,
            rotates,
        }
    }

    /// The combinations.
    pub fn combinations(&self) -> &'c Combinations {
        self.combinations
    }

    /// Deals a board of a seed, while someone watches.
    pub fn board(
        &self,
        seed: u64,
        number: u64,
        observer: &mut dyn Observer,
        stop: &Stop,
    ) -> Attempted {
        let mut failures = Failures {
            asked: 1,
            ..Failures::default()
        };
        let mut choices = choices_of(seed, number);
        let Some(mut drawn) = draw(self.combinations, self.rotates, &mut choices) else {
            return Attempted {
                made: None,
                failures,
            };
        };
        let mut stream = space::stream(seed, number);
        let mut checks = self.checks(drawn.combination);
        let mut deck = Deck::new();
        let most = match self.method {
            Method::Reject => self.settings.reject_attempts,
            Method::Help => self.settings.attempts.saturating_mul(self.settings.tries),
        };
        while failures.attempts < most {
            if failures.attempts % LOOK_UP == LOOK_UP - 1 && stop.is_stopped() {
                break;
            }
            if let Some(combination) = self.redraw(drawn.combination, &failures, &mut choices) {
                drawn.combination = combination;
                checks = self.checks(combination);
                observer.see(Event::Redrawn {
                    board: number,
                    attempt: failures.attempts,
                    combination,
                });
            }
            let attempt = failures.attempts + 1;
            failures.attempts = attempt;
            match self.attempt(&checks, attempt, &mut deck, &mut stream) {
                Ok(deal) => {
                    failures.made = 1;
                    let made = Event::Made {
                        board: number,
                        attempt,
                    };
                    observer.see(made);
                    return Attempted {
                        made: Some((drawn, drawn.at_the_table(deal))),
                        failures,
                    };
                }
                Err((seat, why)) => {
                    failures.add(&checks.order, seat, why);
                    observer.see(Event::Failed {
                        board: number,
                        attempt,
                        seat,
                        why,
                    });
                }
            }
        }
        observer.see(Event::Exhausted {
            board: number,
            attempts: failures.attempts,
        });
        Attempted {
            made: None,
            failures,
        }
    }

    fn checks(&self, combination: usize) -> Checks<'c> {
        let combination = &self.combinations.all()[combination];
        Checks {
            combination,
            order: checking_order(self.profile, combination),
            aims: Aims::new(self.profile, combination, self.settings.tight_chance),
        }
    }

    /// The combination to go on with, if it is time to draw anew.
    fn redraw(&self, now: usize, failures: &Failures, choices: &mut Stream) -> Option<usize> {
        let attempts = failures.attempts;
        let due = |after: u64| attempts > 0 && attempts.is_multiple_of(after);
        if self.method == Method::Reject {
            return None;
        }
        // A new try begins with a new draw.
        if due(self.settings.redraw_subprofiles) || due(self.settings.attempts) {
            return self.combinations.draw(choices);
        }
        due(self.settings.redraw_suits).then(|| self.combinations.draw_suits(now, choices))
    }

    /// One attempt: a deal, or the first seat that failed.
    fn attempt(
        &self,
        checks: &Checks,
        attempt: u64,
        deck: &mut Deck,
        stream: &mut Stream,
    ) -> Result<Deal, (Seat, Why)> {
        let given = match self.method {
            Method::Reject => Deal::default(),
            Method::Help => {
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
                    return Err((seat, Why::OutOfReach));
                }
                given
            }
        };
        let deal = deck.fill(given, self.profile.order, stream);
        for &seat in &checks.order {
            let demand = &checks.combination.demands[seat as usize];
            if !demand.has_shape(deal[seat]) {
                return Err((seat, Why::Shape));
            }
            if !demand.has_points(deal[seat]) {
                return Err((seat, Why::Points));
            }
        }
        Ok(deal)
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
