//! Which method of finding the boards of a condition is the cheapest: by prices, worked out from counted work and never
//! from the clock, so that a seed means the same boards on every machine.

use std::sync::Arc;

use bridge::{Predeal, Seat};
use condition::{Condition, NodeId};
use space::{Budget, Setup, Space, Watch};

use crate::choosing::cases::coin_cases;
use crate::choosing::checks::{Checklist, OrderedChecks};
use crate::choosing::method::{DrawMethod, Strategy};
use crate::choosing::plan::{Cases, Considered, Plan, PlanError};
use crate::finding::choice::Choice;
use crate::tables::class::TableBuilder;
use crate::tables::hands::{CountedPart, Hands};

/// Why there may be no cases.
const NO_CASES: &str = "random numbers decide nothing by themselves";
/// How many nodes may be worked out for a table at the most,
const MOST_TABLE: u64 = 8_000_000;
/// and what a table costs before anything is asked of the condition.
const MAKING_A_TABLE: f64 = 30_000.0;
/// How many times as dear something must look before it is not tried out: a price is only known well after that.
const SURELY: f64 = 1.5;
/// Why a method is not tried out.
const TOO_MANY: &str = "it would draw from too many deals";
/// Why there may be no table.
const TOO_MUCH: &str = "too much of the hands matters for a table of them";

/// What choosing a case costs, in the units of [`OrderedChecks::price`].
const CHOOSING: f64 = 1.0;
/// The plans of cases are made for at least so many boards.
const FEWEST_BOARDS: u64 = 8;
/// For how many boards the plans of cases are made that were asked for by name.
const PINNED_CASES: u64 = 3_000;

/// How many steps the engine does in a unit's time,
pub(crate) const STEPS_A_UNIT: f64 = 3.0;
/// and how many it does from one look at the watch to the next.
const STEPS_A_LOOK: f64 = 50_000.0;
/// What could not be counted is counted again for so many times as much work: it begins anew, and what fails costs about a third of
/// what it may.
const MORE_WORK: f64 = 1.4;

/// How the engine is asked for a space.
type Build = fn(&Setup, Budget, &Watch) -> Result<Space, space::Error>;

/// Hands drawn by some method, and the checks that are then left, in their best order.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub method: DrawMethod,
    pub hands: Hands,
    pub checks: OrderedChecks,
}

impl Candidate {
    /// About the share of all deals that qualify.
    pub(super) fn qualify(&self) -> f64 {
        self.hands.share() * self.checks.chance
    }

    /// What it would take.
    fn considered(&self) -> Considered {
        Considered {
            method: self.method,
            share: self.hands.share(),
            tries: 1.0 / self.checks.chance.max(1e-12),
            price: self.checks.price,
            found: self.checks.found,
        }
    }

    /// Whether drawing other hands takes longer, whatever order the checks have: what they are drawn from, and what of it
    /// qualifies, say how many tries it takes.
    fn is_surely_cheaper(&self, hands: &Hands) -> bool {
        let tries = hands.share() / self.qualify();
        self.checks.found && tries * hands.price_of_a_look() > SURELY * self.checks.price
    }
}

/// Compares the methods of finding the boards of a condition. What it has worked out for fewer boards it need not work out
/// again for more.
///
/// A method that was tried out, or refused, stays so: what is planned for more boards therefore depends on what was
/// planned before, and is the same plan only if the same was planned before, in the same order. [`crate::Plans`] sees to
/// that.
#[derive(Debug)]
pub(crate) struct Planner {
    pub(super) condition: Condition,
    predeal: Predeal,
    pub(super) hands: Hands,
    pub(super) checklist: Checklist,
    /// What has been tried out so far, each method once.
    pub(super) candidates: Vec<Candidate>,
    /// The methods that cannot be used with so much work for their tables or graphs, and why.
    refused: Vec<Refusal>,
    /// The tables that took too much work so far.
    unfinished: Vec<(DrawMethod, TableBuilder)>,
    /// The methods that were compared for the plan that is being made.
    considered: Vec<Considered>,
    /// What all that cost so far, in the units of [`OrderedChecks::price`], as far as it was counted.
    pub(super) spent: f64,
    /// Whether counting comes before anything else.
    pub(super) counts_first: bool,
    /// Whether it plans a case of another condition,
    pub(super) is_case: bool,
    /// and what its boards may be worth at the most.
    pub(super) most_worth: f64,
    /// The tables of one seat, and of the two seats that look best: none is made twice.
    tables: Vec<(DrawMethod, Hands)>,
    /// The tables that were made to see how many deals they leave, with what a deal that qualifies takes by them, in some unit.
    pub(super) seen_tables: Vec<(f64, DrawMethod)>,
    /// The pairs of seats that leave the fewest deals, with the share that they leave, once that was worked out.
    pub(super) pairs: Option<Vec<(f64, DrawMethod)>>,
    /// What random numbers let through, with the chance of each; unknown until it is asked for.
    cases: Option<Vec<(f64, Planner)>>,
    /// What a board cost by them, when they were last planned.
    pub(super) price_of_cases: Option<f64>,
}

/// A method that cannot be used.
#[derive(Debug)]
struct Refusal {
    method: DrawMethod,
    /// With so much work for its table or its graph: with any, if none would help.
    work: u64,
    why: PlanError,
}

/// How boards will be found.
pub(super) enum Chosen {
    One(Candidate),
    Cases(Cases),
}

impl Planner {
    pub(crate) fn new(
        condition: &Condition,
        predeal: &Predeal,
        watch: &Watch,
    ) -> Result<Planner, PlanError> {
        watch.look()?;
        let hands = Hands::new(predeal, watch)?;
        let checklist = Checklist::new(condition);
        watch.look()?;
        match checklist.condition.settled() {
            Some(false) => Err(PlanError::Never),
            _ => Ok(Planner {
                condition: condition.clone(),
                predeal: *predeal,
                hands,
                checklist,
                candidates: Vec::new(),
                refused: Vec::new(),
                unfinished: Vec::new(),
                considered: Vec::new(),
                spent: 0.0,
                counts_first: false,
                is_case: false,
                most_worth: f64::INFINITY,
                tables: Vec::new(),
                seen_tables: Vec::new(),
                pairs: None,
                cases: None,
                price_of_cases: None,
            }),
        }
    }

    /// The same for a condition that was tried in vain: what is counted for little need not be rehearsed.
    pub(crate) fn counting_first(mut self) -> Planner {
        self.counts_first = true;
        self
    }

    /// The same where boards are worth no more than so much, however many there are.
    pub(crate) fn worth(mut self, most: f64) -> Planner {
        self.most_worth = most;
        self
    }

    /// The plan for so many boards.
    pub(crate) fn plan(
        &mut self,
        strategy: Strategy,
        boards: u64,
        watch: &Watch,
    ) -> Result<Plan, PlanError> {
        self.considered.clear();
        let chosen = match strategy {
            Strategy::Auto => self.cheapest(boards, watch),
            Strategy::Exact => self.exact(Budget::default(), watch).map(Chosen::One),
            Strategy::Reject => self
                .by(DrawMethod::Plain, Budget::default(), watch)
                .map(Chosen::One),
            Strategy::Pinned(DrawMethod::Cases) => self
                .by_cases(PINNED_CASES, f64::INFINITY, watch)
                .and_then(|cases| cases.ok_or(PlanError::Unfit(DrawMethod::Cases, NO_CASES)))
                .map(Chosen::Cases),
            Strategy::Pinned(method) => self.by(method, Budget::default(), watch).map(Chosen::One),
        };
        // What was given up because it was stopped must not be taken for an answer.
        watch.look()?;
        Ok(match chosen? {
            Chosen::One(candidate) => self.made(candidate),
            Chosen::Cases(cases) => self.made_of(cases),
        })
    }

    /// The cases that random numbers let through, each with a plan for its part of so many boards; `None` if there are none.
    pub(super) fn by_cases(
        &mut self,
        boards: u64,
        most_worth: f64,
        watch: &Watch,
    ) -> Result<Option<Cases>, PlanError> {
        if self.cases.is_none() {
            let mut cases = Vec::new();
            for case in coin_cases(&self.condition).into_iter().flatten() {
                match Planner::new(&case.condition, &self.predeal, watch) {
                    Ok(planner) => cases.push((
                        case.chance,
                        Planner {
                            is_case: true,
                            ..planner
                        },
                    )),
                    // Random numbers may let through what the cards never have.
                    Err(PlanError::Never) => {}
                    Err(error) => return Err(error),
                }
            }
            self.cases = Some(cases);
        }
        let Some(cases) = self.cases.as_mut().filter(|cases| !cases.is_empty()) else {
            return Ok(None);
        };
        let each = (boards / cases.len() as u64).max(FEWEST_BOARDS);
        let (mut plans, mut shares) = (Vec::new(), Vec::new());
        for (chance, planner) in cases {
            planner.most_worth = most_worth;
            match planner.plan(Strategy::Auto, each, watch) {
                Ok(plan) => {
                    shares.push(*chance * plan.share());
                    plans.push(Arc::new(plan));
                }
                Err(PlanError::Never) => {}
                Err(error) => return Err(error),
            }
        }
        if plans.is_empty() {
            return Err(PlanError::Never);
        }
        let cases = Cases {
            choice: Choice::new(&shares),
            plans,
            shares,
        };
        let Cases { plans, .. } = &cases;
        let (chance, price) = cases.chance_and_price();
        self.price_of_cases = Some(price);
        self.considered.push(Considered {
            method: DrawMethod::Cases,
            share: cases.shares.iter().sum(),
            tries: 1.0 / chance.max(1e-12),
            price,
            found: plans.iter().all(|plan| plan.found_some()),
        });
        Ok(Some(cases))
    }

    /// The plan that draws a case first.
    fn made_of(&self, cases: Cases) -> Plan {
        let (chance, price) = cases.chance_and_price();
        Plan {
            method: DrawMethod::Cases,
            hands: self.hands.clone(),
            checks: Vec::new(),
            unread: Vec::new(),
            evaluator: self.checklist.evaluator.clone(),
            conjuncts: Vec::new(),
            own: 0,
            solver: None,
            enumeration: None,
            considered: self.considered.clone(),
            chance,
            price,
            found: cases.plans.iter().all(|plan| plan.found_some()),
            planning: self.spent(),
            cases: Some(Arc::new(cases)),
        }
    }

    /// The hands of a method.
    fn hands(
        &mut self,
        method: DrawMethod,
        budget: Budget,
        build: Build,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
        let of_one_pack = !self.hands.are_whole_deals();
        let hands = match method {
            DrawMethod::Plain => return Ok(self.hands.clone()),
            DrawMethod::Hand(seat) if of_one_pack => {
                let hands = self.hands.clone();
                self.with_table(&hands, seat, method, budget, watch)?
            }
            DrawMethod::Hands(first, second) if self.hands.are_of_a_full_pack() && of_one_pack => {
                let hands = match self.known(DrawMethod::Hand(first)) {
                    Some(known) => known.hands.clone(),
                    None => self.hands(DrawMethod::Hand(first), budget, build, watch)?,
                };
                self.with_table(&hands, second, method, budget, watch)?
            }
            DrawMethod::Hand(_) => return Err(PlanError::Unfit(method, "lengths are predealt")),
            DrawMethod::Hands(..) => return Err(PlanError::Unfit(method, "something is predealt")),
            DrawMethod::Count => self.counting(CountedPart::AllPossible, budget, build, watch)?,
            DrawMethod::CountSeats => {
                self.counting(CountedPart::SingleSeats, budget, build, watch)?
            }
            DrawMethod::CountPair(first, second) => {
                let pair = [first, second].into_iter().collect();
                self.counting(CountedPart::Within(pair), budget, build, watch)?
            }
            DrawMethod::Cases => return Err(PlanError::Unfit(method, NO_CASES)),
        };
        // An empty table or space is a proof that nothing qualifies.
        if hands.share() == 0.0 {
            Err(PlanError::Never)
        } else {
            Ok(hands)
        }
    }

    /// Hands with a table of one more seat, which may be at hand, or begun before with less work.
    pub(super) fn with_table(
        &mut self,
        hands: &Hands,
        seat: Seat,
        method: DrawMethod,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
        if let Some((_, known)) = self.tables.iter().find(|(one, _)| *one == method) {
            return Ok(known.clone());
        }
        let work = budget.work.min(MOST_TABLE);
        let request = hands.table_request(&self.checklist.condition, seat, work, watch);
        let begun = self.unfinished.iter().position(|(one, _)| *one == method);
        let builder = match begun {
            Some(at) => Some(self.unfinished.swap_remove(at).1),
            None => hands.begin_table(&request, seat),
        };
        let Some(builder) = builder else {
            return Err(PlanError::Unfit(method, TOO_MUCH));
        };
        self.spent += MAKING_A_TABLE - builder.work() as f64;
        match builder.build(&request) {
            Ok(table) => {
                self.spent += table.work() as f64;
                let hands = hands.with_table(table, seat);
                if let DrawMethod::Hand(_) = method {
                    self.keep_table(method, &hands);
                }
                Ok(hands)
            }
            Err(unfinished) => {
                self.spent += unfinished.work() as f64;
                self.unfinished.push((method, unfinished));
                Err(PlanError::Unfit(method, TOO_MUCH))
            }
        }
    }

    /// Keeps a table at hand.
    pub(super) fn keep_table(&mut self, method: DrawMethod, hands: &Hands) {
        self.tables.push((method, hands.clone()));
    }

    fn counting(
        &mut self,
        counted: CountedPart,
        budget: Budget,
        build: Build,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
        // What is said of two seats is said by projections too; of all seats, they add nothing.
        let condition = match counted {
            CountedPart::Within(_) => &self.checklist.condition,
            _ => &self.condition,
        };
        // The engine looks at the watch after every so many steps.
        let before = watch.looks();
        let hands = self.hands.counting(
            condition,
            &self.predeal,
            counted,
            |setup| build(setup, budget, watch),
            watch,
        );
        self.spent += (watch.looks() - before) as f64 * STEPS_A_LOOK / STEPS_A_UNIT;
        hands
    }

    fn known(&self, method: DrawMethod) -> Option<&Candidate> {
        self.candidates.iter().find(|one| one.method == method)
    }

    /// One method, within a budget for its tables or its graph.
    pub(crate) fn by(
        &mut self,
        method: DrawMethod,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        self.by_or_rather(method, None, budget, watch)
    }

    /// One method; `None` if it cannot be used, or if it is plain before it is tried out that it takes more than another.
    pub(super) fn if_cheaper(
        &mut self,
        method: DrawMethod,
        than: &Candidate,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Option<Candidate>, PlanError> {
        match self.by_or_rather(method, Some(than), budget, watch) {
            Ok(candidate) => Ok(Some(candidate)),
            Err(error) => unless_final(error).map(|()| None),
        }
    }

    fn by_or_rather(
        &mut self,
        method: DrawMethod,
        rather: Option<&Candidate>,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let candidate = match self.known(method) {
            Some(known) => known.clone(),
            None => {
                if let Some(why) = self.still_refused(method, budget) {
                    return Err(why);
                }
                // Where something was found, counting may be given up soon.
                let build: Build = match rather {
                    Some(best) if best.checks.found => Setup::build_if_soon,
                    _ => Setup::build_within,
                };
                let (work, why) = match self.hands(method, budget, build, watch) {
                    Ok(hands) if rather.is_some_and(|best| best.is_surely_cheaper(&hands)) => {
                        (u64::MAX, PlanError::Unfit(method, TOO_MANY))
                    }
                    Ok(hands) => {
                        let candidate = self.tried_out(method, hands, watch)?;
                        self.consider(&candidate);
                        return Ok(candidate);
                    }
                    Err(why) => {
                        // What was given up because it was stopped was not refused.
                        watch.look()?;
                        (budget.work, why)
                    }
                };
                self.refused.push(Refusal {
                    method,
                    work,
                    why: why.clone(),
                });
                return Err(why);
            }
        };
        self.consider(&candidate);
        Ok(candidate)
    }

    /// What a method would take.
    fn tried_out(
        &mut self,
        method: DrawMethod,
        hands: Hands,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let candidate = Candidate {
            checks: self.checklist.in_order(&hands, watch)?,
            method,
            hands,
        };
        self.spent += candidate.checks.rehearsed;
        self.candidates.push(candidate.clone());
        Ok(candidate)
    }

    /// Why a method cannot be used with such a budget either, if it was refused before. A table is taken up where it was left;
    /// what is counted begins anew.
    fn still_refused(&self, method: DrawMethod, budget: Budget) -> Option<PlanError> {
        let refusals = self.refused.iter().filter(|one| one.method == method);
        let last = refusals.max_by_key(|one| one.work)?;
        let more = if method.counts() { MORE_WORK } else { 1.0 };
        (budget.work as f64 <= last.work as f64 * more).then(|| last.why.clone())
    }

    /// With how much work a method was refused, at the most.
    pub(super) fn refused_with(&self, method: DrawMethod) -> Option<u64> {
        let refused = self.refused.iter().filter(|one| one.method == method);
        refused.map(|one| one.work).max()
    }

    /// Remembers all that was tried out so far.
    pub(super) fn consider_known(&mut self) {
        self.considered = self.candidates.iter().map(Candidate::considered).collect();
    }

    /// Remembers what was looked at, once however often it was.
    fn consider(&mut self, candidate: &Candidate) {
        let considered = candidate.considered();
        let mut known = self.considered.iter_mut();
        match known.find(|one| one.method == considered.method) {
            Some(known) => *known = considered,
            None => self.considered.push(considered),
        }
    }

    /// Exactly what qualifies, or why not.
    pub(crate) fn exact(&mut self, budget: Budget, watch: &Watch) -> Result<Candidate, PlanError> {
        let hands = self.counting(CountedPart::Everything, budget, Setup::build_within, watch)?;
        if hands.share() == 0.0 {
            return Err(PlanError::Never);
        }
        let exact = self.tried_out(DrawMethod::Count, hands, watch)?;
        self.consider(&exact);
        Ok(exact)
    }

    /// About how many bytes all that has been tried out takes, where that is much.
    pub(crate) fn memory(&self) -> usize {
        let mut spaces: Vec<&Space> = Vec::new();
        let tried = self.candidates.iter().map(|one| &one.hands);
        for space in std::iter::once(&self.hands)
            .chain(tried)
            .filter_map(Hands::space)
        {
            // Several methods may share one.
            if !spaces.iter().any(|known| std::ptr::eq(*known, space)) {
                spaces.push(space);
            }
        }
        let cases = self.cases.iter().flatten();
        let of_cases: usize = cases.map(|(_, planner)| planner.memory()).sum();
        of_cases + spaces.into_iter().map(Space::memory).sum::<usize>()
    }

    /// What planning cost so far, in units of ten nanoseconds, as far as it was counted.
    pub(crate) fn spent(&self) -> f64 {
        let cases = self.cases.iter().flatten();
        self.spent + cases.map(|(_, planner)| planner.spent()).sum::<f64>()
    }

    /// The plan of what was chosen.
    pub(crate) fn made(&self, chosen: Candidate) -> Plan {
        let Candidate {
            method,
            hands,
            checks,
        } = chosen;
        let Checklist {
            condition,
            evaluator,
            own,
        } = &self.checklist;
        let OrderedChecks {
            checks,
            chance,
            price,
            found,
            ..
        } = checks;
        let read = |seat: &Seat| {
            hands.drawn().contains(*seat) || checks.iter().any(|check| check.deals.contains(seat))
        };
        let seats = |node: &NodeId| (*node, condition.graph().facts(*node).seats);
        Plan {
            method,
            unread: Seat::ALL.into_iter().filter(|seat| !read(seat)).collect(),
            evaluator: evaluator.clone(),
            conjuncts: condition.conjuncts().iter().map(seats).collect(),
            own: *own,
            hands,
            checks,
            solver: None,
            enumeration: None,
            considered: self.considered.clone(),
            chance,
            price,
            found,
            planning: self.spent(),
            cases: None,
        }
    }
}

impl Cases {
    /// About the share of tries that find a board, and what a board costs.
    pub(super) fn chance_and_price(&self) -> (f64, f64) {
        let (mut chance, mut spent) = (0.0, 0.0);
        for (plan, share) in self.plans.iter().zip(self.choice.shares()) {
            chance += share * plan.chance;
            spent += share * (CHOOSING + plan.price_of_a_try());
        }
        (chance, spent / chance.max(1e-300))
    }
}

/// Another method may do where this one cannot be used, unless nothing qualifies or planning was stopped.
pub(super) fn unless_final(error: PlanError) -> Result<(), PlanError> {
    match error {
        PlanError::Never | PlanError::Stopped => Err(error),
        _ => Ok(()),
    }
}

/// A budget of so much work.
pub(super) fn at_most(work: f64) -> Budget {
    Budget {
        work: work as u64,
        ..Budget::default()
    }
}
