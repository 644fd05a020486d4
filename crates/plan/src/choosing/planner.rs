//! Which method of finding the boards of a condition is the cheapest: by prices, worked out from counted work and never
//! from the clock, so that a seed means the same boards on every machine.

use std::sync::Arc;

use bridge::{Predeal, Seat};
use condition::{Condition, NodeId, Seats};
use space::{Budget, Space, Watch};

use crate::choosing::cases::coin_cases;
use crate::choosing::checks::{Checklist, OrderedChecks};
use crate::choosing::method::{DrawMethod, Strategy};
use crate::choosing::plan::{Cases, Considered, Plan, PlanError};
use crate::finding::choice::Choice;
use crate::tables::class::TableBuilder;
use crate::tables::hands::{CountedPart, Hands};

/// What a run must cost before a table of hands is made for it, in the units of [`OrderedChecks::price`],
const TABLE: f64 = 300_000.0;
/// and what it must cost before a second seat is drawn with the first: that table is larger, and helps less often,
const SECOND_TABLE: f64 = 1_000_000.0;
/// what it must still cost before the second is tried as the first, and the first as the second,
const OTHER_WAY_ROUND: f64 = 5_000_000.0;
/// what it must cost before tables of all seats, and of all pairs of them, are made to see which leaves the fewest deals,
const ALL_TABLES: f64 = 20_000_000.0;
/// how many of those are then tried out,
const TRIED_OUT: usize = 2;
/// and how many nodes may be worked out for a table at the most.
const MOST_TABLE: u64 = 8_000_000;
/// Where nothing was found, the price is the least that it can be: it is taken for so many times as much,
const UNFOUND: f64 = 4.0;
/// and each of those tables may cost so much.
const UNFOUND_TABLE: f64 = 1_000_000.0;
/// Why there may be no cases.
const NO_CASES: &str = "random numbers decide nothing by themselves";
/// What a table costs before anything is asked of the condition.
const MAKING_A_TABLE: f64 = 30_000.0;
/// How many times as dear something must look before it is not tried out: a price is only known well after that.
const SURELY: f64 = 1.5;
/// Why a method is not tried out.
const TOO_MANY: &str = "it would draw from too many deals";
/// Why there may be no table.
const TOO_MUCH: &str = "too much of the hands matters for a table of them";

/// What choosing a case costs, in the same units.
const CHOOSING: f64 = 1.0;
/// The plans of cases are made for at least so many boards.
const FEWEST_BOARDS: u64 = 8;
/// What a run must cost for each case of a condition before they are told apart,
const CASE: f64 = 1_000_000.0;
/// with so many rehearsals for each as long as the first;
const CASE_REHEARSALS: f64 = 2.0;
/// what their plans may cost is worked out as if their boards cost this part of it,
const CASES_PART: f64 = 0.25;
/// and for how many boards the plans of cases are made that were asked for by name.
const PINNED_CASES: u64 = 3_000;

/// What a run must cost before two seats are counted for it,
const PAIR: f64 = 15_000_000.0;
/// how many pairs are then tried,
const PAIRS: usize = 1;
/// and how many times as cheap boards must look then:
const PAIR_GAIN: f64 = 8.0;
/// each may cost this part of what trying costs,
const PAIR_PART: f64 = 0.125;
/// and so much at the most, in steps of the engine.
const MOST_PAIR: f64 = 60_000_000.0;

/// What a run must cost before anything is counted for it; less, if nothing was found by trying.
const COUNTING: f64 = 15_000_000.0;
/// What is counted then, and which part of what trying costs that may cost,
const COUNTED: [(DrawMethod, f64); 2] = [
    (DrawMethod::CountSeats, 1.0 / 32.0),
    (DrawMethod::Count, 1.0 / 24.0),
];
/// how many steps the engine does in a unit's time,
const STEPS_A_UNIT: f64 = 3.0;
/// how many it does from one look at the watch to the next,
const STEPS_A_LOOK: f64 = 50_000.0;
/// and what counting may cost at the most, in its steps: half a second or so.
const MOST_COUNTING: f64 = 120_000_000.0;
/// What it may cost where it comes first.
const FIRST_COUNTING: f64 = 20_000_000.0;

/// Hands drawn by some method, and the checks that are then left, in their best order.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub method: DrawMethod,
    pub hands: Hands,
    pub checks: OrderedChecks,
}

impl Candidate {
    /// About the share of all deals that qualify.
    fn qualify(&self) -> f64 {
        self.hands.share() * self.checks.chance
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
    condition: Condition,
    predeal: Predeal,
    hands: Hands,
    checklist: Checklist,
    /// What has been tried out so far, each method once.
    candidates: Vec<Candidate>,
    /// The methods that cannot be used with so much work for their tables or graphs, and why.
    refused: Vec<(DrawMethod, u64, PlanError)>,
    /// The tables that took too much work so far.
    unfinished: Vec<(DrawMethod, TableBuilder)>,
    /// The methods that were compared for the plan that is being made.
    considered: Vec<Considered>,
    /// What all that cost so far, in the units of [`OrderedChecks::price`], as far as it was counted.
    spent: f64,
    /// Whether counting comes before anything else.
    counts_first: bool,
    /// Whether it plans a case of another condition,
    is_case: bool,
    /// and what its boards may be worth at the most: what they cost if it is no case.
    most_worth: f64,
    /// The tables that leave the fewest deals, once that was worked out.
    smallest: Option<Vec<DrawMethod>>,
    /// The pairs of seats that leave the fewest deals, with the share that they leave, once that was worked out.
    pairs: Option<Vec<(f64, DrawMethod)>>,
    /// What random numbers let through, with the chance of each; unknown until it is asked for.
    cases: Option<Vec<(f64, Planner)>>,
}

/// How boards will be found.
enum Chosen {
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
                smallest: None,
                pairs: None,
                cases: None,
            }),
        }
    }

    /// The same for a condition that was tried in vain: what is counted for little need not be rehearsed.
    pub(crate) fn counting_first(mut self) -> Planner {
        self.counts_first = true;
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
    fn by_cases(
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
                    None => self.hands(DrawMethod::Hand(first), budget, watch)?,
                };
                self.with_table(&hands, second, method, budget, watch)?
            }
            DrawMethod::Hand(_) => return Err(PlanError::Unfit(method, "lengths are predealt")),
            DrawMethod::Hands(..) => return Err(PlanError::Unfit(method, "something is predealt")),
            DrawMethod::Count => self.counting(CountedPart::AllPossible, budget, watch)?,
            DrawMethod::CountSeats => self.counting(CountedPart::SingleSeats, budget, watch)?,
            DrawMethod::CountPair(first, second) => {
                let pair = [first, second].into_iter().collect();
                self.counting(CountedPart::Within(pair), budget, watch)?
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

    /// Hands with a table of one more seat, which may have been begun before with less work.
    fn with_table(
        &mut self,
        hands: &Hands,
        seat: Seat,
        method: DrawMethod,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
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
                Ok(hands.with_table(table, seat))
            }
            Err(unfinished) => {
                self.spent += unfinished.work() as f64;
                self.unfinished.push((method, unfinished));
                Err(PlanError::Unfit(method, TOO_MUCH))
            }
        }
    }

    fn counting(
        &mut self,
        counted: CountedPart,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
        // What is said of two seats is said by projections too; of all seats, they add nothing.
        let condition = match counted {
            CountedPart::Within(_) => &self.checklist.condition,
            _ => &self.condition,
        };
        // The engine looks at the watch after every so many steps.
        let before = watch.looks();
        let hands = self
            .hands
            .counting(condition, &self.predeal, counted, budget, watch);
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
    fn if_cheaper(
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
                let mut refused = self.refused.iter();
                let known = refused.find(|(one, work, _)| *one == method && *work >= budget.work);
                if let Some((_, _, error)) = known {
                    return Err(error.clone());
                }
                match self.hands(method, budget, watch) {
                    Ok(hands) if rather.is_some_and(|best| best.is_surely_cheaper(&hands)) => {
                        let error = PlanError::Unfit(method, TOO_MANY);
                        self.refused.push((method, u64::MAX, error.clone()));
                        return Err(error);
                    }
                    Ok(hands) => self.tried_out(method, hands, watch)?,
                    Err(error) => {
                        // What was given up because it was stopped was not refused.
                        watch.look()?;
                        self.refused.push((method, budget.work, error.clone()));
                        return Err(error);
                    }
                }
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

    /// Remembers what was looked at, once however often it was.
    fn consider(&mut self, candidate: &Candidate) {
        let checks = &candidate.checks;
        let considered = Considered {
            method: candidate.method,
            share: candidate.hands.share(),
            tries: 1.0 / checks.chance.max(1e-12),
            price: checks.price,
            found: checks.found,
        };
        let mut known = self.considered.iter_mut();
        match known.find(|one| one.method == considered.method) {
            Some(known) => *known = considered,
            None => self.considered.push(considered),
        }
    }

    /// Exactly what qualifies, or why not.
    pub(crate) fn exact(&mut self, budget: Budget, watch: &Watch) -> Result<Candidate, PlanError> {
        let hands = self.counting(CountedPart::Everything, budget, watch)?;
        if hands.share() == 0.0 {
            return Err(PlanError::Never);
        }
        let exact = self.tried_out(DrawMethod::Count, hands, watch)?;
        self.consider(&exact);
        Ok(exact)
    }

    /// The method with the least work for so many boards.
    fn cheapest(&mut self, boards: u64, watch: &Watch) -> Result<Chosen, PlanError> {
        if self.counts_first {
            match self.by(DrawMethod::Count, at_most(FIRST_COUNTING), watch) {
                Ok(counted) if counted.checks.checks.is_empty() => {
                    return Ok(Chosen::One(counted));
                }
                Ok(_) => {}
                Err(error) => unless_final(error)?,
            }
        }
        let most_worth = self.most_worth;
        let work = |checks: &OrderedChecks| {
            let unsure = if checks.found { 1.0 } else { UNFOUND };
            checks.price * boards as f64 * unsure
        };
        let plain = self.by(DrawMethod::Plain, Budget::default(), watch)?;
        let rehearsed = plain.checks.rehearsed;
        let mut best = self.with_tables(plain, work, watch)?;
        // What was counted for fewer boards is at hand.
        for known in self
            .candidates
            .iter()
            .filter(|one| one.hands.are_whole_deals())
        {
            if work(&known.checks) < work(&best.checks) {
                best = known.clone();
            }
        }
        best = self.with_all_tables(best, work, watch)?;
        let mut best = self.with_a_pair(best, work, watch)?;
        // Random numbers that waste most of what was found are better asked first.
        let number = coin_cases(&self.condition).map_or(0, |cases| cases.len());
        let spend = work(&best.checks).min(most_worth);
        let least = if best.hands.are_whole_deals() {
            COUNTING
        } else {
            (CASE + CASE_REHEARSALS * rehearsed) * number as f64
        };
        let most = if best.checks.found {
            spend * CASES_PART / number.max(1) as f64
        } else {
            f64::INFINITY
        };
        if number > 0
            && (spend >= least || !best.checks.found)
            && let Some(cases) = self.by_cases(boards, most, watch)?
        {
            let (_, price) = cases.chance_and_price();
            if price * (boards as f64) < spend || !best.checks.found {
                return Ok(Chosen::Cases(cases));
            }
        }
        // What is still rare is worth counting, if it can be counted for less than it takes to find.
        for (method, part) in COUNTED {
            let spend = work(&best.checks).min(most_worth);
            if spend < COUNTING && best.checks.found {
                break;
            }
            // A small part of what trying costs, or all that is allowed if trying found nothing.
            let most = if best.checks.found {
                (spend * part * STEPS_A_UNIT).min(MOST_COUNTING)
            } else {
                (most_worth / 4.0 * STEPS_A_UNIT).min(MOST_COUNTING)
            };
            if let Some(other) = self.if_cheaper(method, &best, at_most(most), watch)?
                && work(&other.checks) < work(&best.checks)
            {
                best = other;
            }
        }
        Ok(Chosen::One(best))
    }

    /// Where boards still take long, the tables of all seats and pairs of them are made, and those that leave the fewest deals
    /// tried out: which seats go best together is not seen from one seat after the other.
    fn with_all_tables(
        &mut self,
        mut best: Candidate,
        work: impl Fn(&OrderedChecks) -> f64,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let spend = work(&best.checks).min(self.most_worth);
        // Of a case they were made at once, if it takes so long.
        let is_long = spend >= ALL_TABLES && !self.is_case || !best.checks.found;
        if !is_long || best.hands.are_whole_deals() || !self.hands.are_of_a_full_pack() {
            return Ok(best);
        }
        // Where nothing was found, what trying costs is more than that.
        let budget = if best.checks.found {
            at_most(spend / 80.0)
        } else {
            at_most((spend / 16.0).min(UNFOUND_TABLE))
        };
        for method in self.smallest_tables(budget, spend / 16.0, watch)? {
            if let Some(other) = self.if_cheaper(method, &best, budget, watch)?
                && work(&other.checks) < work(&best.checks)
            {
                best = other;
            }
        }
        Ok(best)
    }

    /// A seat that most of its hands are of no use to is worth drawing from those that are, if there are boards enough to
    /// pay for the table; and then perhaps another with it.
    fn with_tables(
        &mut self,
        plain: Candidate,
        work: impl Fn(&OrderedChecks) -> f64,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let cheaper = |best: Candidate, other: Candidate| {
            if work(&other.checks) < work(&best.checks) {
                other
            } else {
                best
            }
        };
        let spend = work(&plain.checks).min(self.most_worth);
        if spend >= ALL_TABLES && self.is_case && self.hands.are_of_a_full_pack() {
            let mut best = plain;
            for method in self.smallest_tables(at_most(spend / 100.0), spend / 16.0, watch)? {
                let other = self.if_cheaper(method, &best, at_most(spend / 100.0), watch)?;
                best = other.into_iter().fold(best, cheaper);
            }
            return Ok(best);
        }
        let first = rarest(&plain.checks, Seats::NONE).filter(|_| spend >= TABLE);
        let Some((first, passes)) = first else {
            return Ok(plain);
        };
        let method = DrawMethod::Hand(first);
        let budget = table_budget(spend, passes);
        let Some(one) = self.if_cheaper(method, &plain, budget, watch)? else {
            return Ok(plain);
        };
        let spend = work(&one.checks).min(self.most_worth);
        let second = rarest(&one.checks, first.into())
            .filter(|_| spend >= SECOND_TABLE && self.hands.are_of_a_full_pack());
        let best = cheaper(plain, one);
        let Some((second, passes)) = second else {
            return Ok(best);
        };
        let method = DrawMethod::Hands(first, second);
        let two = self.if_cheaper(method, &best, table_budget(spend, passes), watch)?;
        let best = two.into_iter().fold(best, cheaper);
        // Which of two seats is drawn first may matter as much as which two.
        let spend = work(&best.checks).min(self.most_worth);
        if spend < OTHER_WAY_ROUND || self.is_case {
            return Ok(best);
        }
        let method = DrawMethod::Hands(second, first);
        let turned = self.if_cheaper(method, &best, table_budget(spend, passes), watch)?;
        Ok(turned.into_iter().fold(best, cheaper))
    }

    /// Two seats that hardly ever qualify together are worth counting, where drawing one and trying the other still takes long:
    /// those that leave the fewest deals, as far as some tries tell.
    fn with_a_pair(
        &mut self,
        best: Candidate,
        work: impl Fn(&OrderedChecks) -> f64,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let spend = work(&best.checks).min(self.most_worth);
        // Two seats are all that some conditions ask for: those are counted as a whole.
        let seats = self.condition.graph().facts(self.condition.root()).seats;
        if spend < PAIR || self.hands.are_whole_deals() || seats.len() < 3 {
            return Ok(best);
        }
        let boards = spend / best.checks.price;
        let qualify = best.qualify();
        for (share, method) in self.smallest_pairs(spend, watch)? {
            let expected = share / qualify * Hands::price_of_whole_deals() * boards;
            if expected > spend / PAIR_GAIN {
                break;
            }
            let most = (spend * PAIR_PART * STEPS_A_UNIT).min(MOST_PAIR);
            if let Some(other) = self.if_cheaper(method, &best, at_most(most), watch)?
                && work(&other.checks) < work(&best.checks)
            {
                return Ok(other);
            }
        }
        Ok(best)
    }

    /// The methods that count the two seats that leave the fewest deals, with the share that they leave.
    fn smallest_pairs(
        &mut self,
        spend: f64,
        watch: &Watch,
    ) -> Result<Vec<(f64, DrawMethod)>, PlanError> {
        if let Some(known) = &self.pairs {
            return Ok(known.clone());
        }
        let plain = self.hands.clone();
        let mut single = Vec::new();
        for seat in Seat::ALL {
            let method = DrawMethod::Hand(seat);
            let table = self.if_any(&plain, seat, method, at_most(spend / 100.0), watch)?;
            single.push(table.unwrap_or_else(|| plain.clone()));
        }
        let mut pairs: Vec<(f64, DrawMethod)> = Vec::new();
        for method in DrawMethod::counted_pairs() {
            let DrawMethod::CountPair(first, second) = method else {
                continue;
            };
            let [one, two] = [first, second].map(|seat| &single[seat as usize]);
            let rarer = if two.share() < one.share() { two } else { one };
            let seats = [first, second].into_iter().collect();
            let (share, spent) = self.checklist.share_within(rarer, seats, watch)?;
            self.spent += spent;
            pairs.push((share, method));
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        pairs.truncate(PAIRS);
        self.pairs = Some(pairs.clone());
        Ok(pairs)
    }

    /// The methods that draw from the smallest shares of all deals, of those that draw one or two seats from tables: as many as
    /// can be made for so much each, and so much together.
    fn smallest_tables(
        &mut self,
        budget: Budget,
        together: f64,
        watch: &Watch,
    ) -> Result<Vec<DrawMethod>, PlanError> {
        if let Some(known) = &self.smallest {
            return Ok(known.clone());
        }
        let mut found: Vec<(f64, DrawMethod)> = Vec::new();
        let plain = self.hands.clone();
        let most = self.spent + together;
        for first in Seat::ALL {
            let method = DrawMethod::Hand(first);
            let Some(one) = self.if_any(&plain, first, method, budget, watch)? else {
                continue;
            };
            found.push((one.share() * one.price_of_a_look(), method));
            for second in Seat::ALL.into_iter().filter(|&second| second != first) {
                if self.spent > most {
                    break;
                }
                let method = DrawMethod::Hands(first, second);
                if let Some(two) = self.if_any(&one, second, method, budget, watch)? {
                    found.push((two.share() * two.price_of_a_look(), method));
                }
            }
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let methods = found.into_iter().map(|(_, method)| method);
        let smallest: Vec<DrawMethod> = methods.take(TRIED_OUT).collect();
        self.smallest = Some(smallest.clone());
        Ok(smallest)
    }

    /// Hands with a table of one more seat, if there is one within the budget.
    fn if_any(
        &mut self,
        hands: &Hands,
        seat: Seat,
        method: DrawMethod,
        budget: Budget,
        watch: &Watch,
    ) -> Result<Option<Hands>, PlanError> {
        let with = match self.with_table(hands, seat, method, budget, watch) {
            Ok(with) => with,
            Err(error) => {
                watch.look()?;
                return unless_final(error).map(|()| None);
            }
        };
        if with.share() == 0.0 {
            return Err(PlanError::Never);
        }
        Ok(Some(with))
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
    fn chance_and_price(&self) -> (f64, f64) {
        let (mut chance, mut spent) = (0.0, 0.0);
        for (plan, share) in self.plans.iter().zip(self.choice.shares()) {
            chance += share * plan.chance;
            spent += share * (CHOOSING + plan.price_of_a_try());
        }
        (chance, spent / chance.max(1e-300))
    }
}

/// Another method may do where this one cannot be used, unless nothing qualifies or planning was stopped.
fn unless_final(error: PlanError) -> Result<(), PlanError> {
    match error {
        PlanError::Never | PlanError::Stopped => Err(error),
        _ => Ok(()),
    }
}

/// A budget of so much work.
fn at_most(work: f64) -> Budget {
    Budget {
        work: work as u64,
        ..Budget::default()
    }
}

/// The seat which, with others, rules out the most deals, and the share that it lets pass; `None` if none rules out more
/// than half.
fn rarest(checks: &OrderedChecks, with: Seats) -> Option<(Seat, f64)> {
    let share = |seat: Seat| checks.share(with.union(seat.into())) / checks.share(with);
    let seats = Seat::ALL.into_iter().filter(|seat| !with.contains(*seat));
    let shares = seats.map(|seat| (seat, share(seat)));
    let rarest = shares.min_by(|a, b| a.1.total_cmp(&b.1))?;
    (rarest.1 < 0.5).then_some(rarest)
}

/// What may be spent on a table of the hands of a seat that lets such a share of deals pass: a third of what it might
/// save.
fn table_budget(spend: f64, passes: f64) -> Budget {
    at_most(spend * (1.0 - passes) / 3.0)
}
