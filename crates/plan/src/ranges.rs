//! What a condition makes of a whole class of hands: never, perhaps, or always true.
//!
//! A class says how long a hand's suits are and between what bounds its points lie. Every node of the condition then
//! has a range; what other seats have is left open. Nodes are worked out only as far as the answer needs them, which for
//! most classes is not far, and what depends on the shape alone is remembered from one range of points to the next. Where
//! the answer is perhaps, a comparison on the way knows at how many points it changes: that is where to split a class.

use std::sync::Arc;

use bridge::{Measure, PointCount, Rank, Seat, Suit};
use condition::{Arithmetic, Comparison, Graph, Node, NodeId};

use crate::project::{FAR, reachable};

/// A least and a most.
pub(crate) type Range = (i64, i64);

/// Nodes are asked from the top, by recursion; chains longer than this are worked out from below first.
const DEPTH: u32 = 100;

/// What a class says of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub seat: Seat,
    /// Cards by suit, in the order of [`Suit::ALL`].
    pub lengths: [u8; 4],
    /// Points in the count that makes the classes.
    pub points: Range,
}

/// What cards of a point count can be worth, by their number and by the points of the count that makes the classes.
#[derive(Clone, Debug)]
struct Worth {
    /// The most that so many cards of a suit can be worth.
    best: [i64; 14],
    /// The most that a point of the classes can be worth, as a fraction; `None` if some card has only this worth.
    ratio: Option<(i64, i64)>,
    negative: bool,
    /// Whether it is the count that makes the classes.
    same: bool,
}

impl Worth {
    fn new(count: &PointCount, base: &PointCount) -> Worth {
        let mut values = Rank::all()
            .map(|rank| i64::from(count.of_rank(rank)))
            .collect::<Vec<i64>>();
        values.sort_by(|a, b| b.cmp(a));
        let mut best = [0; 14];
        for (cards, value) in values.iter().enumerate() {
            best[cards + 1] = best[cards] + value.max(&0);
        }
        Worth {
            best,
            ratio: ratio(count, base),
            negative: values.iter().any(|value| *value < 0),
            same: count == base,
        }
    }

    /// What a hand of a class can be worth, in one suit or in all.
    fn of(&self, known: &Known, suit: Option<Suit>) -> Option<Range> {
        if self.same && suit.is_none() {
            return Some(known.points);
        }
        let most_of = |suit: Suit| self.best[known.lengths[suit as usize] as usize];
        let by_length = match suit {
            Some(suit) => most_of(suit),
            None => Suit::ALL.into_iter().map(most_of).sum(),
        };
        let by_points = self
            .ratio
            .map_or(by_length, |(a, b)| known.points.1 * a / b);
        (!self.negative).then_some((0, by_length.min(by_points)))
    }
}

/// The most that a point of one count can be worth in another, as a fraction; `None` if some card has only the other.
fn ratio(count: &PointCount, base: &PointCount) -> Option<(i64, i64)> {
    let mut most = (0, 1);
    for rank in Rank::all() {
        let (value, points) = (
            i64::from(count.of_rank(rank)),
            i64::from(base.of_rank(rank)),
        );
        match points {
            0 if value > 0 => return None,
            p if p > 0 && value * most.1 > most.0 * p => most = (value, p),
            _ => {}
        }
    }
    Some(most)
}

/// A node, and where its operands are.
#[derive(Clone, Debug)]
struct Entry {
    id: NodeId,
    first: u32,
    operands: u32,
    /// What it can be, whatever the cards.
    anything: Range,
    /// Whether it depends on more of a class than the shape.
    by_points: bool,
    /// By how much it grows with each point of the hand, as far as that can be said.
    slope: i64,
    /// Whether nothing more is known of it: it may fail, for instance.
    open: bool,
    /// For points, what they can be worth.
    worth: Option<Box<Worth>>,
}

/// A condition, or some of its conjuncts, as it is worked out: the nodes that matter, operands first.
#[derive(Debug)]
struct Form {
    graph: Arc<Graph>,
    entries: Vec<Entry>,
    operands: Vec<u32>,
    roots: Vec<u32>,
    /// The nodes that chains are cut at.
    cuts: Vec<u32>,
    count: PointCount,
}

impl Form {
    fn new(graph: Arc<Graph>, roots: &[NodeId], count: PointCount) -> Form {
        let nodes = reachable(&graph, roots);
        let place = |id: NodeId| nodes.binary_search(&id).unwrap_or_default() as u32;
        let mut form = Form {
            entries: Vec::with_capacity(nodes.len()),
            operands: Vec::new(),
            roots: roots.iter().map(|&root| place(root)).collect(),
            cuts: Vec::new(),
            count,
            graph: graph.clone(),
        };
        let mut heights: Vec<u32> = Vec::with_capacity(nodes.len());
        for (at, &id) in nodes.iter().enumerate() {
            let node = graph.node(id);
            let first = form.operands.len();
            node.for_each_operand(|operand| form.operands.push(place(operand)));
            let operands = &form.operands[first..];
            let highest = operands.iter().map(|&o| heights[o as usize] + 1).max();
            let height = highest.unwrap_or(0);
            if height >= DEPTH {
                form.cuts.push(at as u32);
            }
            heights.push(if height >= DEPTH { 0 } else { height });
            let worth = match node {
                Node::Measure {
                    measure: Measure::Points(points),
                    ..
                } => Some(Box::new(Worth::new(points, &count))),
                _ => None,
            };
            let by_points = worth.is_some()
                || matches!(node, Node::HasCard { .. })
                || matches!(
                    node,
                    Node::Measure {
                        measure: Measure::Losers,
                        ..
                    }
                )
                || operands.iter().any(|&o| form.entries[o as usize].by_points);
            let slopes: Vec<i64> = operands
                .iter()
                .map(|&o| form.entries[o as usize].slope)
                .collect();
            let slope = match node {
                Node::Measure { suit: None, .. } => {
                    i64::from(worth.as_ref().is_some_and(|w| w.same))
                }
                Node::Negate(_) => slopes[0].saturating_neg(),
                Node::Arithmetic(Arithmetic::Add, ..) => slopes[0].saturating_add(slopes[1]),
                Node::Arithmetic(Arithmetic::Subtract, ..) => slopes[0].saturating_sub(slopes[1]),
                Node::Choose { .. } => slopes[1].max(slopes[2]),
                _ => 0,
            };
            let facts = graph.facts(id);
            form.entries.push(Entry {
                id,
                first: first as u32,
                operands: operands.len() as u32,
                anything: (facts.low, facts.high),
                open: facts.may_fail,
                by_points,
                slope,
                worth,
            });
        }
        form
    }
}

/// What a node was found to be, and when.
#[derive(Clone, Copy, Default, Debug)]
struct Found {
    when: u64,
    range: Range,
}

/// What was given and not found stays until something else is given.
const GIVEN: u64 = u64::MAX;

/// Works out what nodes can be for all hands of a class, whatever the other seats have.
#[derive(Clone, Debug)]
pub(crate) struct Ranges {
    form: Arc<Form>,
    found: Vec<Found>,
    now: u64,
    /// Since when the shape has been the same.
    shape_since: u64,
    lengths: Option<[u8; 4]>,
    /// Where a class of perhaps is best split: its points up to this, and those above.
    split: Option<i64>,
    work: u64,
}

impl Ranges {
    /// Those of one node and all that it needs, for the values of its atoms.
    pub(crate) fn new(graph: Arc<Graph>, root: NodeId) -> Ranges {
        Ranges::of_classes(graph, &[root], PointCount::HCP)
    }

    /// Those of nodes that must all be true, for classes by this count of points.
    pub(crate) fn of_classes(graph: Arc<Graph>, roots: &[NodeId], count: PointCount) -> Ranges {
        let form = Form::new(graph, roots, count);
        Ranges {
            found: vec![Found::default(); form.entries.len()],
            form: Arc::new(form),
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
    pub(crate) fn truth(&mut self, known: &Known) -> Truth {
        self.begin(Some(known.lengths));
        self.roots_truth(Some(known))
    }

    /// Whether they are true, the values of the atoms being given.
    pub(crate) fn truth_of(&mut self, atoms: &[(NodeId, i64)]) -> Truth {
        self.begin(None);
        for &(atom, value) in atoms {
            let place = self
                .form
                .entries
                .binary_search_by_key(&atom, |entry| entry.id);
            if let Ok(place) = place {
                self.found[place] = Found {
                    when: self.now,
                    range: (value, value),
                };
            }
        }
        self.roots_truth(None)
    }

    /// The atoms that the roots are made of: the nodes that look at cards.
    pub(crate) fn atoms(&self) -> Vec<NodeId> {
        let looks = |node: &Node| {
            matches!(
                node,
                Node::Measure { .. } | Node::Shape { .. } | Node::HasCard { .. }
            )
        };
        let atoms = self.form.entries.iter().map(|entry| entry.id);
        atoms
            .filter(|&id| looks(self.form.graph.node(id)))
            .collect()
    }

    /// What the roots see of a seat: the nodes on that seat alone which others build on. Numbers that depend on points
    /// are left out: they say little of another seat's shape, and come in too many values.
    pub(crate) fn seen_of(&self, seat: Seat) -> Vec<usize> {
        let form = &self.form;
        let tells = |at: &usize| {
            let entry = &form.entries[*at];
            !entry.by_points || form.graph.facts(entry.id).is_truth()
        };
        let alone = |at: usize| form.graph.facts(form.entries[at].id).seats == seat.into();
        let mut seen = vec![false; form.entries.len()];
        let others = (0..form.entries.len()).filter(|&at| !alone(at));
        for entry in others.map(|at| &form.entries[at]) {
            let operands = &form.operands[entry.first as usize..][..entry.operands as usize];
            for &operand in operands.iter().filter(|o| alone(**o as usize)) {
                seen[operand as usize] = true;
            }
        }
        (0..seen.len())
            .filter(|&at| seen[at])
            .filter(tells)
            .collect()
    }

    /// What is seen of the hands of a class.
    pub(crate) fn of(&mut self, seen: &[usize], known: &Known) -> Vec<Range> {
        self.begin(Some(known.lengths));
        self.cut(Some(known));
        let range = |&at: &usize| self.asking(Some(known)).range(at);
        seen.iter().map(range).collect()
    }

    /// Says what is seen of a seat, until something else is said.
    pub(crate) fn give(&mut self, seen: &[usize], ranges: &[Range]) {
        for (&at, &range) in seen.iter().zip(ranges) {
            self.found[at] = Found { when: GIVEN, range };
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

    fn asking<'a>(&'a mut self, known: Option<&'a Known>) -> Asking<'a> {
        Asking {
            form: &self.form,
            found: &mut self.found,
            now: self.now,
            shape_since: self.shape_since,
            known,
            split: &mut self.split,
            work: &mut self.work,
        }
    }

    /// Works out the nodes that chains are cut at.
    fn cut(&mut self, known: Option<&Known>) {
        for i in 0..self.form.cuts.len() {
            let at = self.form.cuts[i] as usize;
            self.asking(known).range(at);
        }
    }

    fn roots_truth(&mut self, known: Option<&Known>) -> Truth {
        self.cut(known);
        let form = self.form.clone();
        let mut asking = self.asking(known);
        let truths = form
            .roots
            .iter()
            .map(|&root| truth(asking.range(root as usize)));
        truth(each(truths, Truth::Never, Truth::Always))
    }
}

/// One question about one class.
struct Asking<'a> {
    form: &'a Form,
    found: &'a mut [Found],
    now: u64,
    shape_since: u64,
    known: Option<&'a Known>,
    split: &'a mut Option<i64>,
    work: &'a mut u64,
}

impl Asking<'_> {
    /// The range of a node, found or worked out.
    fn range(&mut self, at: usize) -> Range {
        let form = self.form;
        let since = match form.entries[at].by_points {
            true => self.now,
            false => self.shape_since,
        };
        if self.found[at].when >= since {
            return self.found[at].range;
        }
        *self.work += 1;
        let range = self.work_out(&form.entries[at]);
        self.found[at] = Found {
            when: self.now,
            range,
        };
        range
    }

    fn work_out(&mut self, entry: &Entry) -> Range {
        let form = self.form;
        let anything = entry.anything;
        if entry.open {
            return anything;
        }
        let operands = &form.operands[entry.first as usize..][..entry.operands as usize];
        let operand = |i: usize| operands[i] as usize;
        let of_seat = |seat: Seat| self.known.filter(|known| known.seat == seat);
        match form.graph.node(entry.id) {
            Node::Constant(value) => (*value, *value),
            Node::Measure {
                seat,
                measure,
                suit,
            } => of_seat(*seat)
                .and_then(|known| match &entry.worth {
                    Some(worth) => worth.of(known, *suit),
                    None => form.measure(known, *measure, *suit),
                })
                .unwrap_or(anything),
            Node::Shape { seat, shapes } => of_seat(*seat).map_or(anything, |known| {
                let [c, d, h, s] = known.lengths;
                let shape = bridge::Shape::new([s, h, d, c]);
                let has = shape.is_some_and(|shape| shapes.contains(shape));
                (has.into(), has.into())
            }),
            Node::HasCard { seat, card } => of_seat(*seat).map_or(anything, |known| {
                let room = known.lengths[card.suit() as usize] > 0;
                let worth = i64::from(form.count.of_rank(card.rank()));
                (0, i64::from(room && worth <= known.points.1))
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
                let slope = |i: usize| form.entries[operand(i)].slope;
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
            _ => anything,
        }
    }

    /// Notes at how many points the comparison of a difference with 0 changes, if it is nearer to the middle of the class
    /// than what was noted before.
    fn note_splits(&mut self, comparison: Comparison, (low, high): Range, slope: i64) {
        let Some(&Known {
            points: (least, most),
            ..
        }) = self.known
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

impl Form {
    /// What a measure other than points can be for a class.
    fn measure(&self, known: &Known, measure: Measure, suit: Option<Suit>) -> Option<Range> {
        let length = |suit: Suit| i64::from(known.lengths[suit as usize]);
        match (measure, suit) {
            (Measure::Length, Some(suit)) => Some((length(suit), length(suit))),
            (Measure::Length, None) => Some((13, 13)),
            (Measure::Losers, suit) => {
                let most_of = |suit: Suit| length(suit).min(3);
                let most: i64 = match suit {
                    Some(suit) => most_of(suit),
                    None => Suit::ALL.into_iter().map(most_of).sum(),
                };
                Some(((most - self.winners(known.points.1)).max(0), most))
            }
            _ => None,
        }
    }

    /// The most aces, kings and queens that so many points can be: the cheapest first, four of each.
    fn winners(&self, points: i64) -> i64 {
        let mut worths = [Rank::ACE, Rank::KING, Rank::QUEEN].map(|rank| self.count.of_rank(rank));
        worths.sort();
        let mut left = points;
        let mut winners = 0;
        for worth in worths.map(i64::from) {
            let cards = if worth > 0 { (left / worth).min(4) } else { 4 };
            winners += cards;
            left -= cards * worth.max(0);
        }
        winners
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

fn arithmetic(operator: Arithmetic, a: Range, b: Range) -> Option<Range> {
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
