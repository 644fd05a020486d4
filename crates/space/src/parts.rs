//! Parts: the rules of a question, compiled along a track, and the verdict on where they end.
//!
//! All that is said of one place, its capacity included, is one part. What a rule says of several places goes by what
//! it sees of each: those lines of its sheet that need one place only are worked out by that place's part, whose ends
//! stand for their values. The verdict is a table over the ends of all parts. Ends that it cannot tell apart are made
//! one, and those that it never accepts are dropped, so a part is no larger than what the others can make use of.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::automaton::{Automaton, Cell, DEAD, Meter};
use crate::order::Track;
use crate::rule::Numbers;
use crate::setup::Settled;
use crate::sheet::{self, Line, Sheet, Sheeted, Source};
use crate::valued::{Along, Valued};
use crate::{Deal, Error, MAX_PLACES, Quantity, Rule, Setup};

/// Tables of verdicts with more entries than this are not made: ends are then judged as they come.
const MOST_VERDICTS: usize = 200_000;
/// What one verdict costs.
const WORK_A_VERDICT: u64 = 50;

/// The compiled rules: first one part for each tracked place, then those that look at several.
pub(crate) struct Parts {
    pub automata: Vec<Automaton>,
    pub verdict: Verdict,
}

/// What places ended as, in the orders compiled so far: two orders that go through a place's cards alike need it once.
pub(crate) type Compiled = FxHashMap<Vec<Cell>, Valued>;

impl Parts {
    pub(crate) fn new(
        setup: &Setup,
        settled: &Settled,
        tracked: u8,
        track: &Track,
        compiled: &mut Compiled,
        meter: &mut Meter,
    ) -> Result<Parts, Error> {
        let mut conjuncts = Vec::new();
        setup
            .rules()
            .for_each(|rule| rule.conjuncts(&mut conjuncts));
        let places = |rule: &Rule| rule.places(settled.free) & tracked;
        let (alone, several): (Vec<&Rule>, Vec<&Rule>) = conjuncts
            .into_iter()
            .partition(|rule| places(rule).is_power_of_two());
        let mut judges = judges(setup, settled, tracked, &several);
        let mut valued = Vec::new();
        for place in (0..MAX_PLACES).filter(|p| tracked >> p & 1 == 1) {
            let at: Vec<usize> = (0..track.cells.len())
                .filter(|&cell| track.cells[cell].place == place)
                .collect();
            let cells: Vec<Cell> = at.iter().map(|&cell| track.cells[cell]).collect();
            let rules = alone.iter().filter(|rule| places(rule) == 1 << place);
            let part = match compiled.get(&cells) {
                Some(part) => part.clone(),
                None => {
                    let part = of_place(settled, place, rules, &judges, &cells, meter)?;
                    compiled.insert(cells, part.clone());
                    part
                }
            };
            if part.automaton.start() == DEAD {
                return Ok(Parts::empty(tracked, track));
            }
            judges
                .iter_mut()
                .fold(0, |from, judge| judge.know(place, valued.len(), from));
            valued.push(Valued {
                automaton: part.automaton.spread(&at, track.cells.len()),
                ..part
            });
        }
        let always = Automaton::constant(true, track.cells.len());
        for rule in several.iter().filter(|rule| !is_joint(rule, places(rule))) {
            let automaton = rule.compile(&always, &settled.fixed, &track.cells, meter)?;
            let ends = vec![Numbers::new()];
            valued.push(Valued { automaton, ends });
        }
        for judge in &mut judges {
            for line in judge.across.clone() {
                let along = Along {
                    given: &always,
                    fixed: &settled.fixed,
                    cells: &track.cells,
                };
                let part = Valued::of_line(&judge.sheet, line, along, meter)?;
                judge.known.push((line, valued.len(), 0));
                valued.push(part);
            }
        }
        let verdict = Verdict {
            judges,
            ends: Vec::new(),
        };
        verdict.reduce(valued, meter)
    }
}

impl Parts {
    /// Those of a question that nothing satisfies.
    fn empty(tracked: u8, track: &Track) -> Parts {
        let places = tracked.count_ones() as usize;
        Parts {
            automata: vec![Automaton::constant(false, track.cells.len()); places],
            verdict: Verdict {
                judges: Vec::new(),
                ends: vec![vec![Numbers::new()]; places],
            },
        }
    }
}

/// Whether a rule on several places is judged by what each of them ends as.
fn is_joint(rule: &Rule, places: u8) -> bool {
    rule.as_line().is_some() && places != 0
}

/// All that is said of one place, and what others want to know of it.
fn of_place<'a>(
    settled: &Settled,
    place: usize,
    rules: impl Iterator<Item = &'a &'a Rule>,
    judges: &[Judge],
    cells: &[Cell],
    meter: &mut Meter,
) -> Result<Valued, Error> {
    let always = Automaton::constant(true, cells.len());
    let left = settled.left[place] as i64;
    let capacity = Quantity::number(place, settled.free).within(left..=left);
    let mut part = capacity.compile(&always, &Deal::default(), cells, meter)?;
    for rule in rules {
        part = rule.compile(&part, &settled.fixed, cells, meter)?;
    }
    let along = Along {
        given: &part,
        fixed: &settled.fixed,
        cells,
    };
    let mut all = Valued::nothing(&part);
    for judge in judges {
        let lines: Vec<Line> = judge.seen_of(place).collect();
        let values = Valued::of_lines(&judge.sheet, &lines, along, meter)?;
        all = all.beside(&values, meter)?;
    }
    Ok(all)
}

/// What one sheet makes of the ends of all parts.
struct Judge {
    sheet: Arc<Sheet>,
    /// The lines that need one place, with that place.
    seen: Vec<(Line, usize)>,
    /// The lines that are read off the cards of several places.
    across: Vec<Line>,
    /// The lines whose value follows from a part's end: which part, and which of its numbers.
    known: Vec<(Line, usize, usize)>,
    /// The lines that are the same for all deals.
    constant: Vec<(Line, i64)>,
    /// The lines that are worked out from those, in order.
    worked_out: Vec<Line>,
    /// The lines that must not be 0.
    required: Vec<Line>,
    /// The lines whose values are wanted.
    tallied: Vec<Line>,
}

/// A judge for every sheet that has rules on several places, or lines to be tallied.
fn judges(setup: &Setup, settled: &Settled, tracked: u8, several: &[&Rule]) -> Vec<Judge> {
    let mut judges: Vec<Judge> = Vec::new();
    let joint = several.iter().filter_map(|rule| rule.as_line());
    let joint = joint.filter(|line| {
        let rule = Rule::line(&line.sheet, line.line);
        rule.places(settled.free) & tracked != 0
    });
    let wanted = joint
        .map(|line| (line, true))
        .chain(setup.tallied().iter().map(|line| (line, false)));
    for (Sheeted { sheet, line, .. }, required) in wanted {
        let known = judges
            .iter()
            .position(|judge| Arc::ptr_eq(&judge.sheet, sheet));
        let at = known.unwrap_or_else(|| {
            judges.push(Judge::new(sheet.clone()));
            judges.len() - 1
        });
        if required {
            judges[at].required.push(*line)
        } else {
            judges[at].tallied.push(*line)
        }
    }
    for judge in &mut judges {
        judge.look(settled, tracked);
    }
    judges
}

impl Judge {
    fn new(sheet: Arc<Sheet>) -> Judge {
        Judge {
            sheet,
            seen: Vec::new(),
            across: Vec::new(),
            known: Vec::new(),
            constant: Vec::new(),
            worked_out: Vec::new(),
            required: Vec::new(),
            tallied: Vec::new(),
        }
    }

    /// Finds out which lines can be left to one place.
    fn look(&mut self, settled: &Settled, tracked: u8) {
        let places = sheet::places(&self.sheet, settled.free);
        let places = |line: Line| places[line.0] & tracked;
        let is_read = |line: Line| matches!(self.sheet.entry(line).source, Source::Cards { .. });
        let open = |line: Line| places(line).count_ones() > 1 && !is_read(line);
        let roots = self.required.iter().chain(&self.tallied);
        for line in self.sheet.needed(roots.copied(), open) {
            match places(line) {
                0 => {
                    let value = self.sheet.value(line, &settled.fixed);
                    self.constant.push((line, value));
                }
                mask if mask.is_power_of_two() => {
                    self.seen.push((line, mask.trailing_zeros() as usize));
                }
                _ if is_read(line) => self.across.push(line),
                _ => self.worked_out.push(line),
            }
        }
    }

    fn seen_of(&self, place: usize) -> impl Iterator<Item = Line> {
        self.seen
            .iter()
            .filter(move |(_, p)| *p == place)
            .map(|(line, _)| *line)
    }

    /// Notes that a place's part has its lines, after `from` others; how many it has then.
    fn know(&mut self, place: usize, part: usize, from: usize) -> usize {
        let lines: Vec<Line> = self.seen_of(place).collect();
        let upto = from + lines.len();
        let numbered = lines.into_iter().zip(from..);
        self.known
            .extend(numbered.map(|(line, number)| (line, part, number)));
        upto
    }

    /// The tallied values, if all that is required holds.
    fn judge(&self, ends: &[&Numbers], values: &mut Vec<i64>, tally: &mut Numbers) -> bool {
        values.clear();
        values.resize(self.sheet.len(), 0);
        for &(line, value) in &self.constant {
            values[line.0] = value;
        }
        for &(line, part, number) in &self.known {
            values[line.0] = ends[part][number];
        }
        let mut operands = Numbers::new();
        for &line in &self.worked_out {
            let entry = self.sheet.entry(line);
            if let Source::Lines(lines) = &entry.source {
                operands.clear();
                operands.extend(lines.iter().map(|line| values[line.0]));
                values[line.0] = (entry.function)(&operands);
            }
        }
        tally.extend(self.tallied.iter().map(|line| values[line.0]));
        self.required.iter().all(|line| values[line.0] != 0)
    }
}

/// What becomes of the ends of all parts together.
pub(crate) struct Verdict {
    judges: Vec<Judge>,
    /// For each part, what its ends stand for.
    ends: Vec<Vec<Numbers>>,
}

impl Verdict {
    /// The tallied values for these ends, one a part; `None` if they do not qualify.
    pub(crate) fn of(&self, ends: &[u32]) -> Option<Numbers> {
        let numbers: Vec<&Numbers> = std::iter::zip(&self.ends, ends)
            .map(|(numbers, &end)| &numbers[end as usize])
            .collect();
        let mut values = Vec::new();
        let mut tally = Numbers::new();
        let mut judges = self.judges.iter();
        judges
            .all(|judge| judge.judge(&numbers, &mut values, &mut tally))
            .then_some(tally)
    }

    /// The parts, with ends that make no difference made one and ends that never qualify dropped.
    fn reduce(mut self, mut parts: Vec<Valued>, meter: &mut Meter) -> Result<Parts, Error> {
        self.ends = parts.iter().map(|part| part.ends.clone()).collect();
        let sizes: Vec<usize> = parts.iter().map(|part| part.ends.len()).collect();
        let combinations = sizes
            .iter()
            .try_fold(1, |all: usize, size| all.checked_mul(*size));
        let few = combinations.filter(|&n| n <= MOST_VERDICTS && n > 1);
        if let Some(combinations) = few {
            meter.spend(combinations as u64 * WORK_A_VERDICT)?;
            let table = self.table(&sizes, combinations);
            let mut stride = 1;
            for (part, &size) in parts.iter_mut().zip(&sizes) {
                if size > 1 {
                    let classes = alike(&table, size, stride);
                    part.merge(classes);
                }
                stride *= size;
            }
            self.ends = parts.iter().map(|part| part.ends.clone()).collect();
        }
        Ok(Parts {
            automata: parts.into_iter().map(|part| part.automaton).collect(),
            verdict: self,
        })
    }

    /// The verdict on every combination of ends, numbered; 0 for those that do not qualify. The first part's end
    /// changes the fastest.
    fn table(&self, sizes: &[usize], combinations: usize) -> Vec<u32> {
        let mut known: FxHashMap<Numbers, u32> = FxHashMap::default();
        let mut ends = vec![0; sizes.len()];
        let verdict = |mut combination: usize| {
            for (end, size) in ends.iter_mut().zip(sizes) {
                *end = (combination % size) as u32;
                combination /= size;
            }
            let Some(tally) = self.of(&ends) else {
                return 0;
            };
            let number = known.len() as u32 + 1;
            *known.entry(tally).or_insert(number)
        };
        (0..combinations).map(verdict).collect()
    }
}

/// Which of a part's ends are alike in a table of verdicts: the class of each, [`DEAD`] for those that never qualify.
fn alike(table: &[u32], size: usize, stride: usize) -> Vec<u32> {
    let mut known: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let row = |end: usize| -> Vec<u32> {
        let blocks = table.chunks(size * stride);
        blocks
            .flat_map(|block| block[end * stride..][..stride].iter().copied())
            .collect()
    };
    let class = |end: usize| {
        let row = row(end);
        if row.iter().all(|&verdict| verdict == 0) {
            return DEAD;
        }
        let number = known.len() as u32;
        *known.entry(row).or_insert(number)
    };
    (0..size).map(class).collect()
}
