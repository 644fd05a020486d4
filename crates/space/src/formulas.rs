//! Formulas: whole numbers that follow from a deal, each from the ones before it, as the cells of a spreadsheet do.
//!
//! A formula is read off the cards, from quantities that add up card by card, or worked out from formulas written before
//! it. One that several others use is there once, so that a condition made of a hundred names stays as small as it was
//! written. Formulas know nothing of orders; the engine compiles what it needs of them.

use std::fmt;
use std::sync::Arc;

use crate::rule::Worths;
use crate::{Deal, MAX_PLACES, Quantity};

/// Which of some [`Formulas`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FormulaId(pub(crate) usize);

type Function = Box<dyn Fn(&[i64]) -> i64 + Send + Sync>;

/// What a formula's value is worked out from.
pub(crate) enum Operands {
    /// The cards: the values of some quantities.
    Quantities {
        quantities: Vec<Quantity>,
        worths: Worths,
    },
    /// Formulas before it.
    Formulas(Vec<FormulaId>),
}

/// What is known of a formula's function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Join {
    /// 1 if no operand is 0.
    All,
    /// 1 if some operand is not 0.
    Any,
    /// Nothing.
    Other,
}

/// One of them.
pub(crate) struct Formula {
    pub operands: Operands,
    pub function: Function,
    pub join: Join,
}

/// Whole numbers that follow from a deal, each from quantities or from formulas before it.
///
/// ```
/// use space::{Cards, Deal, Quantity, Formulas};
/// let mut formulas = Formulas::default();
/// let length = formulas.read([Quantity::number(0, Cards(0b0111))], |values| values[0]);
/// let short = formulas.combine([length], |values| (values[0] < 2).into());
/// let sum = formulas.combine([length, short], |values| values[0] + 10 * values[1]);
/// assert_eq!(formulas.value(sum, &Deal::new([Cards(0b1001), Cards(0b0110)])), 11);
/// ```
#[derive(Default)]
pub struct Formulas {
    all: Vec<Formula>,
}

impl Formulas {
    /// A formula that is read off the cards.
    pub fn read(
        &mut self,
        quantities: impl IntoIterator<Item = Quantity>,
        function: impl Fn(&[i64]) -> i64 + Send + Sync + 'static,
    ) -> FormulaId {
        let quantities: Vec<Quantity> = quantities.into_iter().collect();
        let worths = Worths::new(&quantities);
        self.add(
            Operands::Quantities { quantities, worths },
            Box::new(function),
            Join::Other,
        )
    }

    /// A formula that is worked out from others. No formulas: a constant.
    pub fn combine(
        &mut self,
        ids: impl IntoIterator<Item = FormulaId>,
        function: impl Fn(&[i64]) -> i64 + Send + Sync + 'static,
    ) -> FormulaId {
        self.add(
            Operands::Formulas(ids.into_iter().collect()),
            Box::new(function),
            Join::Other,
        )
    }

    /// The formula that is 1 if none of these is 0, and else 0.
    pub fn all(&mut self, ids: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let all = |values: &[i64]| values.iter().all(|value| *value != 0).into();
        let operands = Operands::Formulas(ids.into_iter().collect());
        self.add(operands, Box::new(all), Join::All)
    }

    /// The formula that is 1 if one of these is not 0, and else 0.
    pub fn any(&mut self, ids: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let any = |values: &[i64]| values.iter().any(|value| *value != 0).into();
        let operands = Operands::Formulas(ids.into_iter().collect());
        self.add(operands, Box::new(any), Join::Any)
    }

    fn add(&mut self, operands: Operands, function: Function, join: Join) -> FormulaId {
        self.all.push(Formula {
            operands,
            function,
            join,
        });
        FormulaId(self.all.len() - 1)
    }

    /// The value of a formula for a deal.
    pub fn value(&self, id: FormulaId, deal: &Deal) -> i64 {
        let mut values = vec![0; id.0 + 1];
        let mut arguments = Vec::new();
        for needed in self.needed([id], |_| true) {
            let Formula {
                operands, function, ..
            } = &self.all[needed.0];
            arguments.clear();
            match operands {
                Operands::Quantities { quantities, .. } => {
                    arguments.extend(quantities.iter().map(|quantity| quantity.of(deal)));
                }
                Operands::Formulas(ids) => arguments.extend(ids.iter().map(|id| values[id.0])),
            }
            values[needed.0] = function(&arguments);
        }
        values[id.0]
    }

    pub(crate) fn formula(&self, id: FormulaId) -> &Formula {
        &self.all[id.0]
    }

    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The formulas that some of them need, themselves included, each once and after all that it needs. One that is not
    /// `open` is taken as it is: what it needs is not listed on its account.
    pub(crate) fn needed(
        &self,
        ids: impl IntoIterator<Item = FormulaId>,
        open: impl Fn(FormulaId) -> bool,
    ) -> Vec<FormulaId> {
        let mut wanted = vec![false; self.all.len()];
        let mut last = 0;
        for id in ids {
            wanted[id.0] = true;
            last = last.max(id.0 + 1);
        }
        // A formula stands after what it needs: one pass from the last to the first finds all.
        for i in (0..last).rev() {
            let operands = &self.all[i].operands;
            if let (true, Operands::Formulas(ids)) = (wanted[i] && open(FormulaId(i)), operands) {
                ids.iter().for_each(|id| wanted[id.0] = true);
            }
        }
        let all = (0..last).filter(|&i| wanted[i]);
        all.map(FormulaId).collect()
    }
}

impl fmt::Debug for Formulas {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} formulas", self.all.len())
    }
}

/// A formula with those it stands among, and the ones that it needs which are read off the cards.
#[derive(Clone, Debug)]
pub(crate) struct BoundFormula {
    pub formulas: Arc<Formulas>,
    pub id: FormulaId,
    reads: Vec<FormulaId>,
}

impl BoundFormula {
    pub(crate) fn new(formulas: &Arc<Formulas>, id: FormulaId) -> BoundFormula {
        let is_read =
            |id: &FormulaId| matches!(formulas.formula(*id).operands, Operands::Quantities { .. });
        BoundFormula {
            reads: formulas
                .needed([id], |_| true)
                .into_iter()
                .filter(is_read)
                .collect(),
            formulas: formulas.clone(),
            id,
        }
    }

    pub(crate) fn value(&self, deal: &Deal) -> i64 {
        self.formulas.value(self.id, deal)
    }

    /// What each formula that is read off the cards can tell about a card in a place.
    pub(crate) fn labels(&self, place: usize, card: u8, out: &mut Vec<u32>) {
        for &id in &self.reads {
            if let Operands::Quantities { worths, .. } = &self.formulas.formula(id).operands {
                out.push(worths.label(place, card));
            }
        }
    }

    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let of = |id: &FormulaId| match &self.formulas.formula(*id).operands {
            Operands::Quantities { quantities, .. } => &quantities[..],
            Operands::Formulas(_) => &[],
        };
        self.reads.iter().flat_map(of)
    }
}

/// The places where each formula can tell some of these cards from nothing, as bit sets.
pub(crate) fn places(formulas: &Formulas, cards: crate::Cards) -> Vec<u8> {
    let mut places: Vec<u8> = Vec::with_capacity(formulas.len());
    for formula in &formulas.all {
        let mask = match &formula.operands {
            Operands::Formulas(ids) => ids.iter().fold(0, |mask, id| mask | places[id.0]),
            Operands::Quantities { worths, .. } => (0..MAX_PLACES)
                .filter(|&place| cards.iter().any(|card| worths.label(place, card) != 0))
                .fold(0, |mask, place| mask | 1 << place),
        };
        places.push(mask);
    }
    places
}
