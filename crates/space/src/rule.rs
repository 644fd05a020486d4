//! Rules: what a deal must satisfy. A rule is a tree of *readers* under all, any and not; a reader goes
//! through the deck and keeps a small state. The commonest readers, ranges and functions of quantities,
//! are here; other crates write their own.

use std::fmt;
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::automaton::{Automaton, Cell};
use crate::formulas::BoundFormula;
use crate::meter::Meter;
use crate::value_automaton::{Along, ValueAutomaton};
use crate::{Cards, Deal, Error, FormulaId, Formulas, MAX_PLACES, Quantity};

/// Something that looks at a deal a few cards at a time and says in the end whether it will do.
///
/// The order in which the cards come is not the reader's to choose, and its verdict must not depend on
/// it: only on how many cards of each label went to each place. It need not look ahead or tidy up its
/// states: the engine compiles it, drops what cannot succeed, and merges states with the same future.
pub trait Reader: Send + Sync {
    /// What it remembers.
    type State: Clone + Eq + Hash;

    /// What it can tell about a card that lies in a place. Cards of equal labels are all one to it;
    /// 0 means that it does not look.
    fn label(&self, place: usize, card: u8) -> u32;

    /// Its state before the first card.
    fn start(&self) -> Self::State;

    /// Its state after `number` cards of a label went to a place; `None` says 'never', whatever comes.
    /// It is not called for label 0.
    fn read(
        &self,
        state: &Self::State,
        place: usize,
        label: u32,
        number: u8,
    ) -> Option<Self::State>;

    /// Its verdict when all cards lie.
    fn accepts(&self, state: &Self::State) -> bool;

    /// The quantities that decide its verdict, where there are such. They only help to see early that
    /// several places together want more (or less) than the deck has.
    fn quantities(&self) -> &[Quantity] {
        &[]
    }

    /// Its verdict on a whole deal. Readers for which there is a faster way than card by card have it here.
    fn holds(&self, deal: &Deal) -> bool {
        let mut state = self.start();
        for place in 0..MAX_PLACES {
            for card in deal[place].iter() {
                let label = self.label(place, card);
                if label == 0 {
                    continue;
                }
                match self.read(&state, place, label, 1) {
                    Some(next) => state = next,
                    None => return false,
                }
            }
        }
        self.accepts(&state)
    }
}

/// A reader of any state type.
trait AnyReader: Send + Sync {
    fn label(&self, place: usize, card: u8) -> u32;
    fn holds(&self, deal: &Deal) -> bool;
    fn quantities(&self) -> &[Quantity];
    fn compile(
        &self,
        given: &Automaton,
        fixed: &Deal,
        cells: &[Cell],
        meter: &mut Meter,
    ) -> Result<Automaton, Error>;
}

impl<R: Reader> AnyReader for R {
    fn label(&self, place: usize, card: u8) -> u32 {
        Reader::label(self, place, card)
    }
    fn holds(&self, deal: &Deal) -> bool {
        Reader::holds(self, deal)
    }
    fn quantities(&self) -> &[Quantity] {
        Reader::quantities(self)
    }
    fn compile(
        &self,
        given: &Automaton,
        fixed: &Deal,
        cells: &[Cell],
        meter: &mut Meter,
    ) -> Result<Automaton, Error> {
        Automaton::compile(self, given, fixed, cells, meter)
    }
}

/// What a deal must satisfy.
#[derive(Clone)]
pub struct Rule(Node);

#[derive(Clone)]
enum Node {
    Read(Arc<dyn AnyReader>),
    All(Vec<Rule>),
    Any(Vec<Rule>),
    Not(Box<Rule>),
    Formula(BoundFormula),
}

impl Rule {
    /// The rule of a reader.
    pub fn reader(reader: impl Reader + 'static) -> Rule {
        Rule(Node::Read(Arc::new(reader)))
    }

    /// A test on the values of some quantities.
    pub fn test(
        quantities: impl IntoIterator<Item = Quantity>,
        test: impl Fn(&[i64]) -> bool + Send + Sync + 'static,
    ) -> Rule {
        let quantities: Vec<Quantity> = quantities.into_iter().collect();
        Rule::reader(QuantityTest {
            worths: Worths::new(&quantities),
            quantities,
            test,
        })
    }

    /// The rule that a formula is not 0. What it says of one place only is worked out for that place alone, so
    /// a condition of many names on each of several places is cheaper as one such formula than as a tree of tests.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use space::{Cards, Deck, Quantity, Rule, Setup, Formulas};
    /// // Two players with three cards each of six: player 0 has as many low cards as player 1 has high ones.
    /// let mut formulas = Formulas::default();
    /// let low = formulas.read([Quantity::number(0, Cards(0b000111))], |values| values[0]);
    /// let high = formulas.read([Quantity::number(1, Cards(0b111000))], |values| values[0]);
    /// let same = formulas.combine([low, high], |values| (values[0] == values[1]).into());
    /// let rule = Rule::formula(&Arc::new(formulas), same);
    /// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
    /// let space = Setup::new(deck, [3, 3])?.require(rule)?.build()?;
    /// assert_eq!(space.count(), 20);
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn formula(formulas: &Arc<Formulas>, id: FormulaId) -> Rule {
        Rule(Node::Formula(BoundFormula::new(formulas, id)))
    }

    /// The formula that must not be 0, if that is what the rule says.
    pub(crate) fn as_formula(&self) -> Option<&BoundFormula> {
        match &self.0 {
            Node::Formula(formula) => Some(formula),
            _ => None,
        }
    }

    /// Every one of these rules. No rules: every deal will do.
    pub fn all(rules: impl IntoIterator<Item = Rule>) -> Rule {
        Rule(Node::All(rules.into_iter().collect()))
    }

    /// At least one of these rules. No rules: no deal will do.
    pub fn any(rules: impl IntoIterator<Item = Rule>) -> Rule {
        Rule(Node::Any(rules.into_iter().collect()))
    }

    /// Whether a deal satisfies it.
    pub fn holds(&self, deal: &Deal) -> bool {
        match &self.0 {
            Node::Read(reader) => reader.holds(deal),
            Node::All(rules) => rules.iter().all(|rule| rule.holds(deal)),
            Node::Any(rules) => rules.iter().any(|rule| rule.holds(deal)),
            Node::Not(rule) => !rule.holds(deal),
            Node::Formula(formula) => formula.value(deal) != 0,
        }
    }

    /// The labels that its readers give to a card in a place, in a fixed order.
    pub(crate) fn labels(&self, place: usize, card: u8, out: &mut Vec<u32>) {
        match &self.0 {
            Node::Read(reader) => out.push(reader.label(place, card)),
            Node::All(rules) | Node::Any(rules) => {
                rules.iter().for_each(|rule| rule.labels(place, card, out));
            }
            Node::Not(rule) => rule.labels(place, card, out),
            Node::Formula(formula) => formula.labels(place, card, out),
        }
    }

    /// The places where it can tell some of these cards from nothing, as a bit set.
    pub(crate) fn places(&self, cards: Cards) -> u8 {
        let mut labels = Vec::new();
        let mut places = 0;
        for place in 0..MAX_PLACES {
            labels.clear();
            cards
                .iter()
                .for_each(|card| self.labels(place, card, &mut labels));
            if labels.iter().any(|&label| label != 0) {
                places |= 1 << place;
            }
        }
        places
    }

    /// The rules that must all hold, flattened.
    pub(crate) fn conjuncts<'a>(&'a self, out: &mut Vec<&'a Rule>) {
        match &self.0 {
            Node::All(rules) => rules.iter().for_each(|rule| rule.conjuncts(out)),
            _ => out.push(self),
        }
    }

    /// Compiles it along a sequence of cells, after the fixed cards, for what another automaton lets
    /// pass: the result is both.
    pub(crate) fn compile(
        &self,
        given: &Automaton,
        fixed: &Deal,
        cells: &[Cell],
        meter: &mut Meter,
    ) -> Result<Automaton, Error> {
        match &self.0 {
            Node::Read(reader) => reader.compile(given, fixed, cells, meter),
            Node::All(rules) => rules.iter().try_fold(given.clone(), |given, rule| {
                rule.compile(&given, fixed, cells, meter)
            }),
            Node::Any(rules) => {
                let none = Automaton::constant(false, cells.len());
                rules.iter().try_fold(none, |whole, rule| {
                    let part = rule.compile(given, fixed, cells, meter)?;
                    whole.join(&part, |a, b| a || b, meter)
                })
            }
            Node::Not(rule) => {
                let part = rule.compile(given, fixed, cells, meter)?;
                given.join(&part, |a, b| a && !b, meter)
            }
            Node::Formula(formula) => {
                let along = Along {
                    given,
                    fixed,
                    cells,
                };
                let value =
                    ValueAutomaton::of_formula(&formula.formulas, formula.id, along, meter)?;
                Ok(value.holding(meter)?)
            }
        }
    }

    /// The quantities that its readers go by.
    pub(crate) fn quantities<'a>(&'a self, out: &mut Vec<&'a Quantity>) {
        match &self.0 {
            Node::Read(reader) => out.extend(reader.quantities()),
            Node::All(rules) | Node::Any(rules) => {
                rules.iter().for_each(|rule| rule.quantities(out));
            }
            Node::Not(rule) => rule.quantities(out),
            Node::Formula(formula) => out.extend(formula.quantities()),
        }
    }
}

impl std::ops::Not for Rule {
    type Output = Rule;
    fn not(self) -> Rule {
        Rule(Node::Not(Box::new(self)))
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match &self.0 {
            Node::Read(_) => f.write_str("Read"),
            Node::All(rules) => f.debug_tuple("All").field(rules).finish(),
            Node::Any(rules) => f.debug_tuple("Any").field(rules).finish(),
            Node::Not(rule) => f.debug_tuple("Not").field(rule).finish(),
            Node::Formula(formula) => write!(f, "Formula {}", formula.id.0),
        }
    }
}

impl Quantity {
    /// The rule that its value lies in a range.
    pub fn within(self, range: RangeInclusive<i64>) -> Rule {
        Rule::reader(QuantityRange {
            worths: Worths::new(std::slice::from_ref(&self)),
            quantity: self,
            range,
        })
    }
}

/// A few numbers fit in place: states are made by the million.
pub(crate) type ValueList = SmallVec<[i64; 8]>;

/// What cards add to some quantities: cards that add the same have the same label.
pub(crate) struct Worths {
    /// For each place and card, its label.
    labels: Vec<[u32; 64]>,
    /// For each label, what a card of it adds to each quantity. Label 0 adds nothing to any.
    steps: Vec<Vec<i64>>,
}

impl Worths {
    pub(crate) fn new(quantities: &[Quantity]) -> Worths {
        let mut steps: Vec<Vec<i64>> = vec![vec![0; quantities.len()]];
        let mut label = |place: usize, card: usize| {
            let worths = quantities.iter().map(|q| q.worth(place, card as u8));
            let step: Vec<i64> = worths.collect();
            let known = steps.iter().position(|known| *known == step);
            known.unwrap_or_else(|| {
                steps.push(step);
                steps.len() - 1
            }) as u32
        };
        let labels = (0..MAX_PLACES)
            .map(|place| std::array::from_fn(|card| label(place, card)))
            .collect();
        Worths { labels, steps }
    }

    /// The label of a card in a place.
    pub(crate) fn label(&self, place: usize, card: u8) -> u32 {
        self.labels[place][card as usize]
    }

    /// QuantityTest after so many cards of a label.
    pub(crate) fn add(&self, values: &[i64], label: u32, number: u8) -> ValueList {
        let step = &self.steps[label as usize];
        std::iter::zip(values, step)
            .map(|(value, step)| value + step * number as i64)
            .collect()
    }
}

/// The reader behind [`Quantity::within`]: the state is the value so far.
struct QuantityRange {
    worths: Worths,
    quantity: Quantity,
    range: RangeInclusive<i64>,
}

impl Reader for QuantityRange {
    type State = i64;

    fn label(&self, place: usize, card: u8) -> u32 {
        self.worths.labels[place][card as usize]
    }

    fn start(&self) -> i64 {
        0
    }

    fn read(&self, value: &i64, _: usize, label: u32, number: u8) -> Option<i64> {
        let value = value + self.worths.steps[label as usize][0] * number as i64;
        // If no card lowers the value, one that is over the range stays over it.
        let rising = self.worths.steps.iter().all(|step| step[0] >= 0);
        (!rising || value <= *self.range.end()).then_some(value)
    }

    fn accepts(&self, value: &i64) -> bool {
        self.range.contains(value)
    }

    fn quantities(&self) -> &[Quantity] {
        std::slice::from_ref(&self.quantity)
    }

    fn holds(&self, deal: &Deal) -> bool {
        self.range.contains(&self.quantity.of(deal))
    }
}

/// The reader behind [`Rule::test`]: the state is the values so far.
struct QuantityTest<F> {
    worths: Worths,
    quantities: Vec<Quantity>,
    test: F,
}

impl<F: Fn(&[i64]) -> bool + Send + Sync> Reader for QuantityTest<F> {
    type State = ValueList;

    fn label(&self, place: usize, card: u8) -> u32 {
        self.worths.labels[place][card as usize]
    }

    fn start(&self) -> Self::State {
        SmallVec::from_elem(0, self.quantities.len())
    }

    fn read(&self, state: &Self::State, _: usize, label: u32, number: u8) -> Option<Self::State> {
        Some(self.worths.add(state, label, number))
    }

    fn accepts(&self, state: &Self::State) -> bool {
        (self.test)(state)
    }

    fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    fn holds(&self, deal: &Deal) -> bool {
        // Nobody tests more than a few quantities at once: their values fit on the stack.
        let mut values = [0; 16];
        match values.get_mut(..self.quantities.len()) {
            Some(values) => {
                for (value, quantity) in values.iter_mut().zip(&self.quantities) {
                    *value = quantity.of(deal);
                }
                (self.test)(values)
            }
            None => {
                let values: Vec<i64> = self.quantities.iter().map(|q| q.of(deal)).collect();
                (self.test)(&values)
            }
        }
    }
}
