//! Whether intervals hold the truth as often as they say: conditions that are counted, each estimated with many keys in
//! every way in which estimates are made; common ones, rare ones, and such where few draws carry most of the weight.

use script::Compiled;
use space::{Budget, FormulaId, Key, Watch};

use super::estimate::{Chance, EstimateByDealing, or_samples, sampled};
use super::exact::CountingProblem;
use super::odds::survey;
use super::value_table::ValueTable;
use crate::choosing::method::Strategy;
use crate::choosing::plan::Plan;

/// So many keys, and so many in the long form.
const KEYS: (u64, u64) = (40, 1_000);
/// In the long form, so much more or less than 95 of 100 intervals hold the truth, over all conditions of an estimator.
const OFF: f64 = 0.015;

/// How many intervals hold the truth, how many would if they were half as wide, and how many there were.
#[derive(Clone, Copy, Default, Debug)]
struct Held {
    whole: u64,
    half: u64,
    of: u64,
}

impl Held {
    fn add(&mut self, (low, high): (f64, f64), truth: f64) {
        let middle = (low + high) / 2.0;
        self.whole += u64::from(low <= truth && truth <= high);
        self.half += u64::from((truth - middle).abs() <= (high - low) / 4.0);
        self.of += 1;
    }

    fn join(&mut self, other: Held) {
        self.whole += other.whole;
        self.half += other.half;
        self.of += other.of;
    }

    /// What three standard errors are.
    fn by_luck(&self) -> f64 {
        3.0 * (0.95 * 0.05 / self.of as f64).sqrt()
    }

    /// The share of them that hold it, and of those of half the width.
    fn shares(&self, what: &str) -> [f64; 2] {
        let [whole, half] = [self.whole, self.half].map(|held| held as f64 / self.of as f64);
        let of = self.of;
        println!("{what}: {whole:.4} of {of}, of half the width {half:.4}");
        [whole, half]
    }

    /// As many hold the truth as should, but for what all conditions together may be off, and for luck.
    fn conclude(&self, what: &str) {
        let [whole, _] = self.shares(what);
        let off = OFF + self.by_luck();
        assert!((whole - 0.95).abs() <= off, "{what}: {self:?}");
    }

    /// The same of all conditions together, in the long form more strictly; of half the width too few would.
    fn conclude_all(&self, what: &str) {
        let [whole, half] = self.shares(what);
        let off = needs::rounds(self.by_luck(), OFF);
        assert!((whole - 0.95).abs() <= off, "{what}: {self:?}");
        assert!(half < 0.95 - off, "half the width, {what}: {self:?}");
    }

    /// The same of intervals that may hold it more often: no share has bounds for a handful of draws that hold just so often.
    fn conclude_rare(&self, what: &str) {
        let [whole, half] = self.shares(what);
        let off = self.by_luck();
        assert!(whole >= 0.95 - off, "{what}: {self:?}");
        assert!(half < 0.95 - off, "half the width, {what}: {self:?}");
    }
}

/// A condition with a value, and what is true of them.
struct Truth {
    script: Compiled,
    probability: f64,
    total: u128,
    mean: f64,
}

impl Truth {
    fn new(condition: &str, value: &str) -> Truth {
        let text = format!("condition {condition} action average {value}");
        let input = script::Input::from_text("test", &text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let script = loaded.compiled.expect(&text);
        let asked = [script.condition.values().to_vec()];
        let (budget, watch) = (Budget::default(), Watch::default());
        let (condition, predeal) = (&script.condition, &script.predeal);
        let (odds, tables) = survey(condition, predeal, &asked, budget, None, &watch).unwrap();
        assert!(odds.interval.is_none() && tables[0].is_exact(), "{text}");
        Truth {
            probability: odds.probability,
            total: odds.total,
            mean: tables[0].mean().unwrap(),
            script,
        }
    }

    /// So many keys, others for each condition: else what some streams do by luck would count again and again.
    fn keys(&self, number: u64) -> impl Iterator<Item = Key> + use<> {
        let first = self.probability.to_bits().wrapping_add(self.mean.to_bits());
        (0..number).map(move |number| Key::from(first.wrapping_add(number)))
    }

    fn problem(&self) -> CountingProblem {
        let asked = [self.script.condition.values().to_vec()];
        CountingProblem::new(&self.script.condition, &self.script.predeal, &asked).unwrap()
    }
}

/// What to count together: weights, and the value.
fn ids(problem: &CountingProblem) -> Vec<FormulaId> {
    let asked = problem.asked[0].clone().unwrap();
    problem.weights().chain(asked).collect()
}

/// The chances and means of one condition, by each key.
#[derive(Default)]
struct Both {
    chances: Held,
    means: Held,
    /// How often samples were not trusted.
    far_apart: u64,
}

impl Both {
    fn join(&mut self, other: &Both) {
        self.chances.join(other.chances);
        self.means.join(other.means);
        self.far_apart += other.far_apart;
    }

    fn conclude(&self, what: &str) {
        self.chances.conclude(&format!("chances, {what}"));
        self.means.conclude(&format!("means, {what}"));
    }

    fn conclude_all(&self, what: &str) {
        self.chances.conclude_all(&format!("chances, {what}"));
        self.means.conclude_all(&format!("means, {what}"));
    }
}

#[test]
fn by_dealing() {
    let keys = needs::rounds(KEYS.0, KEYS.1);
    let mut all = Both::default();
    for (condition, value, tries) in [
        (
            "hcp(north) >= 13 and spades(north) >= 4",
            "hcp(north) - 2 * spades(south)",
            3_000,
        ),
        (
            "hcp(north) + hcp(south) >= 25 and hearts(north) >= 5",
            "controls(south)",
            6_000,
        ),
        (
            "losers(east) <= 6 and rnd(10) < 4",
            "100 * (spades(east) > 4)",
            3_000,
        ),
        // A value that is large and seldom, and one that is skewed.
        ("hcp(west) >= 12", "100 * (shape(west, any 6xxx))", 4_000),
        (
            "hcp(west) >= 12",
            "(hcp(west) - 12) * (hcp(west) - 12)",
            4_000,
        ),
    ] {
        let both = dealt(&Truth::new(condition, value), tries, keys);
        both.conclude(condition);
        all.join(&both);
    }
    all.conclude_all("all that was dealt");
    // A handful of boards, or none.
    for (condition, value, tries) in [
        ("hcp(north) >= 20", "hcp(north)", 60),
        ("hcp(north) >= 20", "hcp(north)", 250),
        (
            "spades(south) >= 8 and hcp(south) <= 10",
            "hcp(south)",
            2_000,
        ),
    ] {
        let both = dealt(&Truth::new(condition, value), tries, keys.max(200));
        both.chances
            .conclude_rare(&format!("{condition} in {tries}"));
    }
}

/// So many tries each, plainly.
fn dealt(truth: &Truth, tries: u64, keys: u64) -> Both {
    let watch = Watch::default();
    let (condition, predeal) = (&truth.script.condition, &truth.script.predeal);
    let plan = Plan::new(Strategy::Reject, condition, predeal, 1, &watch).unwrap();
    let dealing = EstimateByDealing {
        plan: plan.into(),
        boards: u64::MAX,
        tries,
    };
    let mut both = Both::default();
    let asked = condition.values().to_vec();
    for key in truth.keys(keys) {
        let estimate = dealing.deal(&[&asked], key, &watch).unwrap();
        both.chances
            .add(estimate.chance.interval, truth.probability);
        if let Some(interval) = estimate.tables[0].interval() {
            both.means.add(interval, truth.mean);
        }
    }
    both
}

/// What samples of one key come to.
fn add_samples(both: &mut Both, truth: &Truth, samples: &[space::EstimatedTally]) {
    let Some(chance) = Chance::new(samples, truth.total) else {
        both.far_apart += 1;
        return;
    };
    let what = "nothing was left out";
    assert!(chance.width() > 1e-9 * chance.value, "{what}");
    both.chances.add(chance.interval, truth.probability);
    let table = ValueTable::of_samples(samples, 0..1);
    both.means.add(table.interval().unwrap(), truth.mean);
}

#[test]
fn by_thinned_graphs() {
    let keys = needs::rounds(KEYS.0, KEYS.1);
    let mut all = Both::default();
    for (condition, value, work) in [
        (
            "hcp(west) + hcp(east) >= 27 and spades(west) + spades(east) >= 9 and hearts(east) >= 4 and aces(west) >= 1",
            "hcp(west) - 2 * spades(east)",
            20_000_000,
        ),
        (
            "controls(north) >= 5 and spades(north) >= 5 and controls(south) >= 4 and rnd(10) < 4 + hcp(south) / 8",
            "hcp(south) - 2 * spades(north)",
            2_500_000,
        ),
    ] {
        let both = thinned(&Truth::new(condition, value), work, keys);
        assert_eq!(both.far_apart, 0, "{condition}");
        both.conclude(condition);
        all.join(&both);
    }
    all.conclude_all("all thinned graphs");
    // So thin that few samples carry most of the weight, by which some are told apart: the others hold the truth all the same.
    let condition = "hcp(north) + hcp(south) >= 34 and spades(north) >= 6";
    let both = thinned(&Truth::new(condition, "hcp(south)"), 400_000, 3 * keys);
    assert!(both.far_apart > 0, "{condition}");
    both.chances.conclude_rare(&format!("thinned, {condition}"));
}

fn thinned(truth: &Truth, work: u64, keys: u64) -> Both {
    let (budget, watch) = (Budget::default(), Watch::default());
    let problem = truth.problem();
    let counting = problem
        .weighing()
        .counting(&problem.formulas, &ids(&problem), budget, &watch);
    let counting = counting.unwrap();
    let mut both = Both::default();
    for key in truth.keys(keys) {
        let little = Budget { work, ..budget };
        let samples = sampled(&counting, key, little).unwrap();
        add_samples(&mut both, truth, &samples);
    }
    both
}

#[test]
fn by_samples_of_sides() {
    let keys = needs::rounds(KEYS.0, KEYS.1);
    let mut all = Both::default();
    for (condition, value) in [
        (
            "hcp(north) >= 13 and spades(north) >= 5 and hcp(south) >= 8 and hearts(south) >= 4 and hcp(east) <= 9 and hcp(west) <= 9",
            "hcp(south) - 2 * spades(north)",
        ),
        (
            "hcp(north) >= 11 and hearts(north) >= 5 and spades(west) >= 5 and hcp(west) >= 9 and rnd(10) < 4 + hcp(south) / 8",
            "hcp(south) + spades(west)",
        ),
    ] {
        let both = by_sides(&Truth::new(condition, value), keys);
        assert_eq!(both.far_apart, 0, "{condition}");
        both.conclude(condition);
        all.join(&both);
    }
    all.conclude_all("all samples by sides");
}

fn by_sides(truth: &Truth, keys: u64) -> Both {
    let watch = Watch::default();
    let problem = truth.problem();
    let ids = ids(&problem);
    let with = |work: u64, key: Key| {
        let budget = Budget {
            work,
            ..Budget::default()
        };
        let counting = or_samples(&problem, &ids, budget, (key, 0), &watch).unwrap();
        let is_sampled = counting.is_sampled();
        is_sampled.then(|| sampled(&counting, key, budget).unwrap())
    };
    // A budget that is enough for all but the end.
    let mut budgets = std::iter::successors(Some(1_000_000u64), |work| Some(work * 6 / 5));
    let found = budgets.find(|&work| work > 1 << 32 || with(work, Key::from(0)).is_some());
    let budget = found.unwrap();
    let mut both = Both::default();
    for key in truth.keys(keys) {
        let samples = with(budget, key).expect("it is sampled with this budget");
        add_samples(&mut both, truth, &samples);
    }
    both
}
