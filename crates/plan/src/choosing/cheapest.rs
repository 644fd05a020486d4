//! The cheapest method for so many boards: what is tried, in which order, and what each try may cost.
//!
//! Whether something better can be made is only known once it was tried. So all that planning may cost follows from what boards
//! cost by the best that is known: each try may cost a part of that, and all together another. What is tried in vain then
//! never costs much more than the boards themselves, and what was too dear for few boards is tried again for more.

use bridge::Seat;
use condition::Seats;
use space::{Budget, Watch};

use crate::choosing::cases::coin_cases;
use crate::choosing::checks::OrderedChecks;
use crate::choosing::method::DrawMethod;
use crate::choosing::plan::PlanError;
use crate::choosing::planner::{Candidate, Chosen, Planner, STEPS_A_UNIT, at_most, unless_final};
use crate::tables::hands::Hands;

/// What a run must cost before a table of hands is made for it, in the units of [`OrderedChecks::price`],
const TABLE: f64 = 300_000.0;
/// and what it must cost before a second seat is drawn with the first: that table is larger, and helps less often,
const SECOND_TABLE: f64 = 1_000_000.0;
/// what it must still cost before the second is tried as the first, and the first as the second,
const OTHER_WAY_ROUND: f64 = 5_000_000.0;
/// what it must cost before tables of all seats, and of all pairs of them, are made to see which leaves the fewest deals,
const ALL_TABLES: f64 = 20_000_000.0;
/// and how many of those are then tried out.
const TRIED_OUT: usize = 2;
/// Where nothing was found, the price is the least that it can be: it is taken for so many times as much,
const UNFOUND: f64 = 4.0;
/// and each of those tables may cost so much.
const UNFOUND_TABLE: f64 = 1_000_000.0;
/// All that is tried after the first tables may bring planning as a whole, from the first board on, to this part of what the boards
/// cost by the best that is known.
const PLANNING: f64 = 0.35;
/// What costs up to so many times as much as the best may be the best, as long as its price is not sure:
const NEAR: f64 = 2.5;
/// it is made sure where that costs less than this part of what the boards cost. (A price that rests on ten deals that passed may be
/// wrong by half and more, and with it all that follows from it.)
const BEING_SURE: f64 = 0.025;

/// What a run must cost for each case of a condition before they are told apart,
const CASE: f64 = 1_000_000.0;
/// with so many rehearsals for each as long as the first;
const CASE_REHEARSALS: f64 = 2.0;
/// what their plans may cost is worked out as if their boards cost this part of it.
const CASES_PART: f64 = 0.25;

/// What a run must cost before two seats are counted for it,
const PAIR: f64 = 15_000_000.0;
/// how many pairs are then tried,
const PAIRS: usize = 2;
/// and which part of what boards cost they must save.
const PAIR_SAVES: f64 = 0.4;
/// The one that leaves the fewest deals may cost this part of what trying costs,
const PAIR_PART: f64 = 0.1875;
/// if it saves nearly all of that;
const NEARLY_ALL: f64 = 0.875;
/// any other must be cheap.
const OTHER_PAIR_PART: f64 = 0.05;

/// What a run must cost before anything is counted for it; less, if nothing was found by trying.
const COUNTING: f64 = 4_000_000.0;
/// What counting may cost of what it might save,
const COUNTING_PART: f64 = 0.3;
/// and what it may cost at the most, in steps of the engine: half a second or so.
const MOST_COUNTING: f64 = 120_000_000.0;
/// What it may cost where it comes first.
const FIRST_COUNTING: f64 = 20_000_000.0;
/// Where what is said of single seats took too much, everything is counted only with so many times as much work: it has all of that, and more.
const MORE_THAN_SEATS: u64 = 4;

/// The boards that a plan is made for.
#[derive(Clone, Copy)]
struct Boards {
    number: f64,
    /// What they cost at the most, by what is known.
    most: f64,
}

impl Boards {
    /// What they cost in some way.
    fn work(self, checks: &OrderedChecks) -> f64 {
        let unsure = if checks.found { 1.0 } else { UNFOUND };
        checks.price * self.number * unsure
    }

    /// What a better way than this one might save at the most.
    fn worth(self, best: &Candidate) -> f64 {
        self.work(&best.checks).min(self.most)
    }

    /// The cheaper of two.
    fn cheaper(self, best: Candidate, other: Option<Candidate>) -> Candidate {
        match other {
            Some(other) if self.work(&other.checks) < self.work(&best.checks) => other,
            _ => best,
        }
    }
}

/// Which pairs of seats are counted: the one that leaves the fewest deals, or the next ones.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pairs {
    Best,
    Others,
}

impl Planner {
    /// The method with the least work for so many boards.
    pub(super) fn cheapest(&mut self, number: u64, watch: &Watch) -> Result<Chosen, PlanError> {
        if self.counts_first {
            match self.by(DrawMethod::Count, at_most(FIRST_COUNTING), watch) {
                Ok(counted) if counted.checks.checks.is_empty() => {
                    return Ok(Chosen::One(counted));
                }
                Ok(_) => {}
                Err(error) => unless_final(error)?,
            }
        }
        let number = number as f64;
        let by_cases = self.price_of_cases.unwrap_or(f64::INFINITY);
        let boards = Boards {
            number,
            most: self.most_worth.min(by_cases * number),
        };
        let plain = self.by(DrawMethod::Plain, Budget::default(), watch)?;
        let rehearsed = plain.checks.rehearsed;
        // What was found good for fewer boards is at hand.
        let mut best = self.best_known(&plain, boards);
        if self.make_sure(&best, boards, watch)? {
            best = self.best_known(&plain, boards);
        }
        self.consider_known();
        best = self.with_tables(&plain, best, boards, watch)?;
        best = self.with_all_tables(best, boards, watch)?;
        // What is still rare is worth counting, if it can be counted for less than it takes to find.
        best = self.with_pairs(Pairs::Best, best, boards, watch)?;
        best = self.with_counted(DrawMethod::CountSeats, best, boards, watch)?;
        best = self.with_pairs(Pairs::Others, best, boards, watch)?;
        // Random numbers that waste most of what was found are better asked first.
        if let Some(cases) = self.with_cases(&best, rehearsed, boards, watch)? {
            return Ok(cases);
        }
        best = self.with_counted(DrawMethod::Count, best, boards, watch)?;
        Ok(Chosen::One(best))
    }

    /// The cheapest of all that was tried out so far.
    fn best_known(&self, plain: &Candidate, boards: Boards) -> Candidate {
        let work = |one: &&Candidate| boards.work(&one.checks);
        let best = { self.candidates.iter() }.min_by(|a, b| work(a).total_cmp(&work(b)));
        best.unwrap_or(plain).clone()
    }

    /// Rehearses what may be the best for as long as a price needs that can be relied on, where there are boards enough to pay for
    /// it; whether there was anything to rehearse.
    fn make_sure(
        &mut self,
        best: &Candidate,
        boards: Boards,
        watch: &Watch,
    ) -> Result<bool, PlanError> {
        let (worth, price) = (boards.worth(best), best.checks.price);
        let (mut any, mut spent) = (false, 0.0);
        for Candidate { hands, checks, .. } in &mut self.candidates {
            let is_near = checks.found && checks.price < NEAR * price;
            if is_near && !checks.sure && checks.price_of_being_sure() < worth * BEING_SURE {
                spent += self.checklist.make_sure(checks, hands, watch)?;
                any = true;
            }
        }
        self.spent += spent;
        Ok(any)
    }

    /// What is left to spend on plans, given the best that is known.
    fn left(&self, best: &Candidate, boards: Boards) -> f64 {
        (boards.worth(best) * PLANNING - self.spent()).max(0.0)
    }

    /// The cases, if they cost less than the best that is known.
    fn with_cases(
        &mut self,
        best: &Candidate,
        rehearsed: f64,
        boards: Boards,
        watch: &Watch,
    ) -> Result<Option<Chosen>, PlanError> {
        let cases = coin_cases(&self.condition).map_or(0, |cases| cases.len());
        if cases == 0 {
            return Ok(None);
        }
        let each = cases as f64;
        let worth = boards.worth(best);
        let least = if best.hands.are_whole_deals() {
            COUNTING
        } else {
            (CASE + CASE_REHEARSALS * rehearsed) * each
        };
        // Those that were worth planning for fewer boards still are.
        let work = boards.work(&best.checks);
        let known = self.price_of_cases.map(|price| price * boards.number);
        let are_better = known.is_some_and(|known| known < work);
        if worth < least && best.checks.found && !are_better {
            return Ok(None);
        }
        let most = if best.checks.found {
            worth * CASES_PART / each
        } else {
            f64::INFINITY
        };
        let Some(cases) = self.by_cases(boards.number as u64, most, watch)? else {
            return Ok(None);
        };
        let (_, price) = cases.chance_and_price();
        let chosen = price * boards.number < work.min(self.most_worth) || !best.checks.found;
        Ok(chosen.then_some(Chosen::Cases(cases)))
    }

    /// What is counted, if that pays.
    fn with_counted(
        &mut self,
        method: DrawMethod,
        best: Candidate,
        boards: Boards,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let worth = boards.worth(&best);
        if worth < COUNTING && best.checks.found {
            return Ok(best);
        }
        let saves = 1.0 - Hands::price_of_whole_deals() / best.checks.price;
        // A part of what it might save, or all that is allowed if trying found nothing.
        let most = if best.checks.found {
            (worth * saves.max(0.0) * COUNTING_PART).min(self.left(&best, boards))
        } else {
            self.most_worth / 4.0
        };
        let budget = at_most((most * STEPS_A_UNIT).min(MOST_COUNTING));
        let of_seats = self.refused_with(DrawMethod::CountSeats);
        let hopeless = of_seats.is_some_and(|work| {
            method == DrawMethod::Count && work.saturating_mul(MORE_THAN_SEATS) >= budget.work
        });
        if hopeless && best.checks.found || budget.work == 0 {
            return Ok(best);
        }
        let other = self.if_cheaper(method, &best, budget, watch)?;
        Ok(boards.cheaper(best, other))
    }

    /// Where boards still take long, the tables of all seats and pairs of them are made, and those that leave the fewest deals
    /// tried out: which seats go best together is not seen from one seat after the other.
    fn with_all_tables(
        &mut self,
        mut best: Candidate,
        boards: Boards,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let spend = boards.worth(&best);
        let is_long = spend >= ALL_TABLES || !best.checks.found;
        if !is_long || best.hands.are_whole_deals() || !self.hands.are_of_a_full_pack() {
            return Ok(best);
        }
        // Where nothing was found, what trying costs is more than that.
        let (each, together) = if best.checks.found {
            (spend / 80.0, (spend / 16.0).min(self.left(&best, boards)))
        } else {
            ((spend / 16.0).min(UNFOUND_TABLE), spend / 16.0)
        };
        for method in self.smallest_tables(at_most(each), together, watch)? {
            let other = self.if_cheaper(method, &best, at_most(each), watch)?;
            best = boards.cheaper(best, other);
        }
        Ok(best)
    }

    /// A seat that most of its hands are of no use to is worth drawing from those that are, if there are boards enough to
    /// pay for the table; and then perhaps another with it.
    fn with_tables(
        &mut self,
        plain: &Candidate,
        best: Candidate,
        boards: Boards,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let spend = boards.worth(&best);
        if spend < TABLE || best.hands.are_whole_deals() {
            return Ok(best);
        }
        // The rarest seat of all may be so by what a table cannot tell.
        let mut first = None;
        for (seat, passes) in rarest(&plain.checks, Seats::NONE) {
            let method = DrawMethod::Hand(seat);
            let budget = table_budget(spend, passes);
            first = self.if_cheaper(method, plain, budget, watch)?;
            if first.is_some() {
                break;
            }
        }
        let Some(one) = first else {
            return Ok(best);
        };
        let DrawMethod::Hand(first) = one.method else {
            return Ok(best);
        };
        let spend = boards.worth(&one);
        let best = boards.cheaper(best, Some(one.clone()));
        let second = rarest(&one.checks, first.into()).into_iter().next();
        let second = second.filter(|_| spend >= SECOND_TABLE && self.hands.are_of_a_full_pack());
        let Some((second, passes)) = second else {
            return Ok(best);
        };
        let method = DrawMethod::Hands(first, second);
        let two = self.if_cheaper(method, &best, table_budget(spend, passes), watch)?;
        let best = boards.cheaper(best, two);
        // Which of two seats is drawn first may matter as much as which two.
        let spend = boards.worth(&best);
        if spend < OTHER_WAY_ROUND || self.is_case {
            return Ok(best);
        }
        let method = DrawMethod::Hands(second, first);
        let turned = self.if_cheaper(method, &best, table_budget(spend, passes), watch)?;
        Ok(boards.cheaper(best, turned))
    }

    /// Two seats that hardly ever qualify together are worth counting, where drawing one and trying the other still takes long:
    /// those that leave the fewest deals, as far as some tries tell.
    fn with_pairs(
        &mut self,
        which: Pairs,
        mut best: Candidate,
        boards: Boards,
        watch: &Watch,
    ) -> Result<Candidate, PlanError> {
        let spend = boards.worth(&best);
        // Two seats are all that some conditions ask for: those are counted as a whole.
        let seats = self.condition.graph().facts(self.condition.root()).seats;
        if spend < PAIR || self.hands.are_whole_deals() || seats.len() < 3 {
            return Ok(best);
        }
        let pairs = self.smallest_pairs(spend, watch)?;
        let (first, others) = pairs.split_at(pairs.len().min(1));
        for &(share, method) in if which == Pairs::Best { first } else { others } {
            // How many deals it leaves is known: so is what it saves.
            let price = share / best.qualify() * Hands::price_of_whole_deals();
            let saves = 1.0 - price / best.checks.price;
            let part = match which {
                Pairs::Best if saves > NEARLY_ALL => PAIR_PART,
                _ if saves > PAIR_SAVES => OTHER_PAIR_PART,
                _ => continue,
            };
            let most = (boards.worth(&best) * part).min(self.left(&best, boards));
            let budget = at_most((most * STEPS_A_UNIT).min(MOST_COUNTING));
            if budget.work > 0 {
                let other = self.if_cheaper(method, &best, budget, watch)?;
                best = boards.cheaper(best, other);
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
        answer::sort_by(&mut pairs, |a, b| a.0.total_cmp(&b.0));
        pairs.truncate(PAIRS);
        self.pairs = Some(pairs.clone());
        Ok(pairs)
    }

    /// The methods that draw from the smallest shares of all deals, of those that draw one or two seats from tables: as many as
    /// can be made for so much each, and so much together. Pairs of the rarest seats come first.
    fn smallest_tables(
        &mut self,
        budget: Budget,
        together: f64,
        watch: &Watch,
    ) -> Result<Vec<DrawMethod>, PlanError> {
        let plain = self.hands.clone();
        let most = self.spent + together;
        let mut singles: Vec<(Seat, Hands)> = Vec::new();
        for seat in Seat::ALL {
            let method = DrawMethod::Hand(seat);
            if let Some(one) = self.if_any(&plain, seat, method, budget, watch)? {
                self.see_table(method, &one);
                singles.push((seat, one));
            }
        }
        answer::sort_by(&mut singles, |a, b| a.1.share().total_cmp(&b.1.share()));
        for (first, one) in &singles {
            let others = singles.iter().filter(|(seat, _)| seat != first);
            for (second, _) in others {
                let method = DrawMethod::Hands(*first, *second);
                if self.spent > most || self.seen_tables.iter().any(|(_, seen)| *seen == method) {
                    continue;
                }
                if let Some(two) = self.if_any(one, *second, method, budget, watch)? {
                    self.see_table(method, &two);
                }
            }
        }
        let methods = self.seen_tables.iter().map(|(_, method)| *method);
        Ok(methods.take(TRIED_OUT).collect())
    }

    /// Notes how many deals a table leaves, and keeps it at hand while it is among the best.
    fn see_table(&mut self, method: DrawMethod, hands: &Hands) {
        if self.seen_tables.iter().any(|(_, seen)| *seen == method) {
            return;
        }
        let takes = hands.share() * hands.price_of_a_look();
        let at = self
            .seen_tables
            .partition_point(|(other, _)| *other <= takes);
        self.seen_tables.insert(at, (takes, method));
        if at < TRIED_OUT && matches!(method, DrawMethod::Hands(..)) {
            self.keep_table(method, hands);
        }
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
}

/// The seats which, with others, rule out more than half of the deals, with the share that they let pass; the rarest first.
fn rarest(checks: &OrderedChecks, with: Seats) -> Vec<(Seat, f64)> {
    let share = |seat: Seat| checks.share(with.union(seat.into())) / checks.share(with);
    let seats = Seat::ALL.into_iter().filter(|seat| !with.contains(*seat));
    let shares = seats.map(|seat| (seat, share(seat)));
    let mut rare: Vec<(Seat, f64)> = shares.filter(|(_, share)| *share < 0.5).collect();
    answer::sort_by(&mut rare, |a, b| a.1.total_cmp(&b.1));
    rare
}

/// What may be spent on a table of the hands of a seat that lets such a share of deals pass: a third of what it might
/// save.
fn table_budget(spend: f64, passes: f64) -> Budget {
    at_most(spend * (1.0 - passes) / 3.0)
}
