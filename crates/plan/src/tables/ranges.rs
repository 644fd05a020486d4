//! What a condition makes of a whole class of hands: never, perhaps, or always true.
//!
//! A class says how long a hand's suits are and between what bounds its points lie. Every node of the condition then
//! has a range; what other seats have is left open. Nodes are worked out only as far as the answer needs them, which for
//! most classes is not far, and what depends on the shape alone is remembered from one range of points to the next. Where
//! the answer is perhaps, a comparison on the way knows at how many points it changes: that is where to split a class.

use std::sync::Arc;

use bridge::Seat;
use condition::{Arithmetic, Comparison, Node};

use crate::counting::project::FAR;
use crate::tables::prepared::{HandClass, PreparedNode, PreparedNodes, Range};

/// What a node was found to be, and when.
#[derive(Clone, Copy, Default, Debug)]
struct FoundRange {
    when: u64,
    range: Range,
}

/// What was given and not found stays until something else is given.
const GIVEN: u64 = u64::MAX;

/// Works out what nodes can be for all hands of a class, whatever the other seats have.
#[derive(Clone, Debug)]
pub(crate) struct Ranges {
    nodes: Arc<PreparedNodes>,
    found: Vec<FoundRange>,
    now: u64,
    /// Since when the shape has been the same.
    shape_since: u64,
    lengths: Option<[u8; 4]>,
    /// Where a class of perhaps is best split: its points up to this, and those above.
    split: Option<i64>,
    work: u64,
}

impl Ranges {
    /// Those of nodes that must all be true, for classes of hands.
    pub(crate) fn of(nodes: PreparedNodes) -> Ranges {
        Ranges {
            found: vec![FoundRange::default(); nodes.entries.len()],
            nodes: Arc::new(nodes),
            now: 0,
            shape_since: 0,
            lengths: None,
            split: None,
            work: 0,
        }
    }

    /// The number of points up to which, and above which, to ask again about the class that was asked about last: some
    /// comparison changes its answer there. `None` if none does.
    pub(crate) fn split(&self) -> Option<i64> {
        self.split
    }

    /// How many nodes have been worked out so far.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Whether all roots are true for all hands of a class: never, perhaps, or always.
    pub(crate) fn truth(&mut self, class: &HandClass) -> Truth {
        self.begin(Some(class.lengths));
        self.roots_truth(Some(class))
    }

    /// What the roots see of a seat: the nodes on that seat alone which others build on. Numbers that depend on points
    /// are left out: they say little of another seat's shape, and come in too many values.
    pub(crate) fn seen_of(&self, seat: Seat) -> Vec<usize> {
        let nodes = &self.nodes;
        let alone = |entry: &PreparedNode| entry.seats == seat.into();
        let tells =
            |entry: &PreparedNode| !entry.by_points || nodes.graph.facts(entry.id).is_truth();
        let mut seen = vec![false; nodes.entries.len()];
        for entry in nodes.entries.iter().filter(|entry| !alone(entry)) {
            for &operand in nodes.operands(entry) {
                let operand = operand as usize;
                seen[operand] = alone(&nodes.entries[operand]) && tells(&nodes.entries[operand]);
            }
        }
        (0..seen.len()).filter(|&at| seen[at]).collect()
    }

    /// What is seen of the hands of a class.
    pub(crate) fn seen(&mut self, seen: &[usize], class: &HandClass) -> Vec<Range> {
        self.begin(Some(class.lengths));
        self.cut(Some(class));
        let mut asking = self.asking(Some(class));
        seen.iter().map(|&at| asking.range(at)).collect()
    }

    /// Says what is seen of a seat, until something else is said.
    pub(crate) fn give(&mut self, seen: &[usize], ranges: &[Range]) {
        for (&at, &range) in seen.iter().zip(ranges) {
            self.found[at] = FoundRange { when: GIVEN, range };
        }
        self.lengths = None;
    }

    fn begin(&mut self, lengths: Option<[u8; 4]>) {
        self.now += 1;
        self.split = None;
        if lengths.is_none() || self.lengths != lengths {
            self.shape_since = self.now;
            self.lengths = lengths;
        }
    }

    fn asking<'a>(&'a mut self, class: Option<&'a HandClass>) -> Asking<'a> {
        Asking {
            nodes: &self.nodes,
            found: &mut self.found,
            now: self.now,
            shape_since: self.shape_since,
            class,
            split: &mut self.split,
            work: &mut self.work,
        }
    }

    /// Works out the nodes that chains are cut at.
    fn cut(&mut self, class: Option<&HandClass>) {
        for i in 0..self.nodes.cuts.len() {
            let at = self.nodes.cuts[i] as usize;
            self.asking(class).range(at);
        }
    }

    fn roots_truth(&mut self, class: Option<&HandClass>) -> Truth {
        self.cut(class);
        let nodes = self.nodes.clone();
        let mut asking = self.asking(class);
        let truths = nodes
            .roots
            .iter()
            .map(|&root| truth(asking.range(root as usize)));
        truth(each(truths, Truth::Never, Truth::Always))
    }
}

/// One question about one class.
struct Asking<'a> {
    nodes: &'a PreparedNodes,
    found: &'a mut [FoundRange],
    now: u64,
    shape_since: u64,
    class: Option<&'a HandClass>,
    split: &'a mut Option<i64>,
    work: &'a mut u64,
}

impl Asking<'_> {
    /// The range of a node, found or worked out.
    fn range(&mut self, at: usize) -> Range {
        let nodes = self.nodes;
        let since = if nodes.entries[at].by_points {
            self.now
        } else {
            self.shape_since
        };
        if self.found[at].when >= since {
            return self.found[at].range;
        }
        *self.work += 1;
        let range = self.work_out(&nodes.entries[at]);
        self.found[at] = FoundRange {
            when: self.now,
            range,
        };
        range
    }

    fn work_out(&mut self, entry: &PreparedNode) -> Range {
        let nodes = self.nodes;
        let anything = entry.anything;
        if entry.open {
            return anything;
        }
        let operands = nodes.operands(entry);
        let operand = |i: usize| operands[i] as usize;
        let of_seat = |seat: Seat| self.class.filter(|class| class.seat == seat);
        match nodes.graph.node(entry.id) {
            Node::Constant(value) => (*value, *value),
            Node::Measure {
                seat,
                measure,
                suit,
            } => of_seat(*seat)
                .and_then(|class| match &entry.worth {
                    Some(worth) => worth.of(class, *suit),
                    None => nodes.measure(class, *measure, *suit),
                })
                .unwrap_or(anything),
            Node::Shape { seat, shapes } => of_seat(*seat).map_or(anything, |class| {
                let [c, d, h, s] = class.lengths;
                let shape = bridge::Shape::new([s, h, d, c]);
                let has = shape.is_some_and(|shape| shapes.contains(shape));
                (has.into(), has.into())
            }),
            Node::HasCard { seat, card } => of_seat(*seat).map_or(anything, |class| {
                let room = class.lengths[card.suit() as usize] > 0;
                let worth = i64::from(nodes.count.of_rank(card.rank()));
                (0, i64::from(room && worth <= class.points.1))
            }),
            Node::Not(_) => match truth(self.range(operand(0))) {
                Truth::Never => (1, 1),
                Truth::Always => (0, 0),
                Truth::Perhaps => (0, 1),
            },
            Node::Negate(_) => {
                let (low, high) = self.range(operand(0));
                (-high, -low)
            }
            Node::All(_) => self.each(operands, Truth::Never, Truth::Always),
            Node::Any(_) => self.each(operands, Truth::Always, Truth::Never),
            Node::Compare(comparison, ..) => {
                let (a, b) = (self.range(operand(0)), self.range(operand(1)));
                let range = compare(*comparison, a, b);
                let slope = |i: usize| nodes.entries[operand(i)].slope;
                if range == (0, 1) && slope(0) != slope(1) {
                    self.note_splits(
                        *comparison,
                        (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0)),
                        slope(0).saturating_sub(slope(1)),
                    );
                }
                range
            }
            Node::Choose { .. } => match truth(self.range(operand(0))) {
                Truth::Always => self.range(operand(1)),
                Truth::Never => self.range(operand(2)),
                Truth::Perhaps => {
                    let (yes, no) = (self.range(operand(1)), self.range(operand(2)));
                    (yes.0.min(no.0), yes.1.max(no.1))
                }
            },
            Node::Arithmetic(operator, ..) => {
                let (a, b) = (self.range(operand(0)), self.range(operand(1)));
                arithmetic(*operator, a, b).unwrap_or(anything)
            }
            // More tricks never score less, and more points are never fewer match points.
            Node::Score {
                contract,
                vulnerable,
                ..
            } => rising(self.range(operand(0)), |tricks| {
                bridge::score::score(*contract, *vulnerable, tricks).into()
            }),
            Node::Imps(_) => rising(self.range(operand(0)), |points| {
                bridge::score::imps(points).into()
            }),
            _ => anything,
        }
    }

    /// Notes at how many points the comparison of a difference with 0 changes, if it is nearer to the middle of the class
    /// than what was noted before.
    fn note_splits(&mut self, comparison: Comparison, (low, high): Range, slope: i64) {
        let Some(&HandClass {
            points: (least, most),
            ..
        }) = self.class
        else {
            return;
        };
        if low < -FAR || high > FAR {
            return;
        }
        // Each is 'at least so much', of the difference or of its negative.
        let rises = |limit: i64| (low, high, slope, limit);
        let falls = |limit: i64| (-high, -low, -slope, limit);
        let limits = match comparison {
            Comparison::More => [Some(rises(1)), None],
            Comparison::AtLeast => [Some(rises(0)), None],
            Comparison::Less => [Some(falls(1)), None],
            Comparison::AtMost => [Some(falls(0)), None],
            Comparison::Equal | Comparison::Unequal => [Some(rises(0)), Some(falls(0))],
        };
        let off_middle = |split: i64| (2 * split + 1 - least - most).abs();
        for (low, high, slope, limit) in limits.into_iter().flatten() {
            let splits = match slope {
                1 => [most - high + limit - 1, least - low + limit - 1],
                -1 => [most + low - limit, least + high - limit],
                _ => continue,
            };
            for split in splits
                .into_iter()
                .filter(|split| (least..most).contains(split))
            {
                if self
                    .split
                    .is_none_or(|noted| off_middle(split) < off_middle(noted))
                {
                    *self.split = Some(split);
                }
            }
        }
    }

    fn each(&mut self, terms: &[u32], decides: Truth, else_: Truth) -> Range {
        let truths = terms.iter().map(|&term| truth(self.range(term as usize)));
        each(truths, decides, else_)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Truth {
    Never,
    Perhaps,
    Always,
}

fn truth(range: Range) -> Truth {
    match range {
        (0, 0) => Truth::Never,
        (low, high) if low > 0 || high < 0 => Truth::Always,
        _ => Truth::Perhaps,
    }
}

/// The range of a list that one deciding term decides, and that is the other way round if none does.
fn each(terms: impl Iterator<Item = Truth>, decides: Truth, else_: Truth) -> Range {
    let mut found = else_;
    for term in terms {
        if term == decides {
            found = decides;
            break;
        }
        if term == Truth::Perhaps {
            found = Truth::Perhaps;
        }
    }
    match found {
        Truth::Never => (0, 0),
        Truth::Always => (1, 1),
        Truth::Perhaps => (0, 1),
    }
}

fn compare(comparison: Comparison, a: Range, b: Range) -> Range {
    let (surely, perhaps) = match comparison {
        Comparison::Less => (a.1 < b.0, a.0 < b.1),
        Comparison::AtMost => (a.1 <= b.0, a.0 <= b.1),
        Comparison::More => (a.0 > b.1, a.1 > b.0),
        Comparison::AtLeast => (a.0 >= b.1, a.1 >= b.0),
        Comparison::Equal => (a.1 <= b.0 && a.0 >= b.1, a.0 <= b.1 && a.1 >= b.0),
        Comparison::Unequal => {
            let (equal, perhaps) = compare(Comparison::Equal, a, b);
            (perhaps == 0, equal == 0)
        }
    };
    (surely.into(), perhaps.into())
}

/// What becomes of a range by a function that never falls.
fn rising((low, high): Range, of: impl Fn(i32) -> i64) -> Range {
    let small = |value: i64| value.clamp(-1_000_000, 1_000_000) as i32;
    (of(small(low)), of(small(high)))
}

fn arithmetic(operator: Arithmetic, a: Range, b: Range) -> Option<Range> {
    // Known numbers have a known result, whatever the operator.
    if a.0 == a.1 && b.0 == b.1 {
        let result = operator.apply(a.0, b.0)?;
        return Some((result, result));
    }
    Some(match operator {
        Arithmetic::Add => (a.0.checked_add(b.0)?, a.1.checked_add(b.1)?),
        Arithmetic::Subtract => (a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?),
        Arithmetic::Multiply => {
            let corners = [(a.0, b.0), (a.0, b.1), (a.1, b.0), (a.1, b.1)];
            let mut range = (i64::MAX, i64::MIN);
            for (x, y) in corners {
                let product = x.checked_mul(y)?;
                range = (range.0.min(product), range.1.max(product));
            }
            range
        }
        Arithmetic::Divide if b.0 == b.1 && b.0 > 0 => (a.0 / b.0, a.1 / b.0),
        _ => return None,
    })
}
