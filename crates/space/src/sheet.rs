//! Sheets: whole numbers that follow from a deal, line by line, as in a spreadsheet.
//!
//! A line is read off the cards, from quantities that add up card by card, or worked out from lines above it. A line
//! that several others use is there once, so that a condition made of a hundred names stays as small as it was
//! written. A sheet knows nothing of orders; the engine compiles what it needs of it.

use std::fmt;
use std::sync::Arc;

use crate::rule::Worths;
use crate::{Deal, MAX_PLACES, Quantity};

/// The number of a line in its sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line(pub(crate) usize);

type Function = Box<dyn Fn(&[i64]) -> i64 + Send + Sync>;

/// Where a line's value comes from.
pub(crate) enum Source {
    /// The cards: the values of some quantities.
    Cards {
        quantities: Vec<Quantity>,
        worths: Worths,
    },
    /// Lines above.
    Lines(Vec<Line>),
}

pub(crate) struct Entry {
    pub source: Source,
    pub function: Function,
}

/// Whole numbers that follow from a deal, each from quantities or from lines above it.
///
/// ```
/// use space::{Cards, Deal, Quantity, Sheet};
/// let mut sheet = Sheet::default();
/// let length = sheet.read([Quantity::number(0, Cards(0b0111))], |values| values[0]);
/// let short = sheet.combine([length], |values| (values[0] < 2).into());
/// let sum = sheet.combine([length, short], |values| values[0] + 10 * values[1]);
/// assert_eq!(sheet.value(sum, &Deal::new([Cards(0b1001), Cards(0b0110)])), 11);
/// ```
#[derive(Default)]
pub struct Sheet {
    entries: Vec<Entry>,
}

impl Sheet {
    /// A line that is read off the cards.
    pub fn read(
        &mut self,
        quantities: impl IntoIterator<Item = Quantity>,
        function: impl Fn(&[i64]) -> i64 + Send + Sync + 'static,
    ) -> Line {
        let quantities: Vec<Quantity> = quantities.into_iter().collect();
        let worths = Worths::new(&quantities);
        self.add(Source::Cards { quantities, worths }, Box::new(function))
    }

    /// A line that is worked out from others. No lines: a constant.
    pub fn combine(
        &mut self,
        lines: impl IntoIterator<Item = Line>,
        function: impl Fn(&[i64]) -> i64 + Send + Sync + 'static,
    ) -> Line {
        self.add(
            Source::Lines(lines.into_iter().collect()),
            Box::new(function),
        )
    }

    fn add(&mut self, source: Source, function: Function) -> Line {
        self.entries.push(Entry { source, function });
        Line(self.entries.len() - 1)
    }

    /// The value of a line for a deal.
    pub fn value(&self, line: Line, deal: &Deal) -> i64 {
        let mut values = vec![0; line.0 + 1];
        let mut operands = Vec::new();
        for needed in self.needed([line], |_| true) {
            let Entry { source, function } = &self.entries[needed.0];
            operands.clear();
            match source {
                Source::Cards { quantities, .. } => {
                    operands.extend(quantities.iter().map(|quantity| quantity.of(deal)));
                }
                Source::Lines(lines) => operands.extend(lines.iter().map(|line| values[line.0])),
            }
            values[needed.0] = function(&operands);
        }
        values[line.0]
    }

    pub(crate) fn entry(&self, line: Line) -> &Entry {
        &self.entries[line.0]
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The lines that some lines need, themselves included, each once and after all that it needs. A line that is not
    /// `open` is taken as it is: what it needs is not listed on its account.
    pub(crate) fn needed(
        &self,
        lines: impl IntoIterator<Item = Line>,
        open: impl Fn(Line) -> bool,
    ) -> Vec<Line> {
        let mut wanted = vec![false; self.entries.len()];
        let mut last = 0;
        for line in lines {
            wanted[line.0] = true;
            last = last.max(line.0 + 1);
        }
        // Lines stand below what they need: one pass from the last line up finds all.
        for i in (0..last).rev() {
            let source = &self.entries[i].source;
            if let (true, Source::Lines(lines)) = (wanted[i] && open(Line(i)), source) {
                lines.iter().for_each(|line| wanted[line.0] = true);
            }
        }
        let all = (0..last).filter(|&i| wanted[i]);
        all.map(Line).collect()
    }
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Sheet of {} lines", self.entries.len())
    }
}

/// A line with its sheet, and the lines of it that are read off the cards.
#[derive(Clone, Debug)]
pub(crate) struct Sheeted {
    pub sheet: Arc<Sheet>,
    pub line: Line,
    reads: Vec<Line>,
}

impl Sheeted {
    pub(crate) fn new(sheet: &Arc<Sheet>, line: Line) -> Sheeted {
        let is_read = |line: &Line| matches!(sheet.entry(*line).source, Source::Cards { .. });
        Sheeted {
            reads: sheet
                .needed([line], |_| true)
                .into_iter()
                .filter(is_read)
                .collect(),
            sheet: sheet.clone(),
            line,
        }
    }

    pub(crate) fn value(&self, deal: &Deal) -> i64 {
        self.sheet.value(self.line, deal)
    }

    /// What each line that is read off the cards can tell about a card in a place.
    pub(crate) fn labels(&self, place: usize, card: u8, out: &mut Vec<u32>) {
        for &line in &self.reads {
            if let Source::Cards { worths, .. } = &self.sheet.entry(line).source {
                out.push(worths.label(place, card));
            }
        }
    }

    pub(crate) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        let of = |line: &Line| match &self.sheet.entry(*line).source {
            Source::Cards { quantities, .. } => &quantities[..],
            Source::Lines(_) => &[],
        };
        self.reads.iter().flat_map(of)
    }
}

/// The places where each line of a sheet can tell some of these cards from nothing, as bit sets.
pub(crate) fn places(sheet: &Sheet, cards: crate::Cards) -> Vec<u8> {
    let mut places: Vec<u8> = Vec::with_capacity(sheet.len());
    for entry in &sheet.entries {
        let mask = match &entry.source {
            Source::Lines(lines) => lines.iter().fold(0, |mask, line| mask | places[line.0]),
            Source::Cards { worths, .. } => (0..MAX_PLACES)
                .filter(|&place| cards.iter().any(|card| worths.label(place, card) != 0))
                .fold(0, |mask, place| mask | 1 << place),
        };
        places.push(mask);
    }
    places
}
