//! A condition as a flat program: what the evaluator runs.
//!
//! One accumulator, a stack for the left sides of operators, and jumps. A node that is used more than once is a
//! routine that remembers its answer for the deal at hand, so it is worked out at most once, and only if something
//! asks for it. Building it needs no deep recursion: long chains are cut into routines.

use bridge::score::{Contract, Strain};
use bridge::{Measure, Seat, ShapeSet, Side, Suit, SuitTable, Vulnerability};

use crate::{Arithmetic, Asked, Comparison, Condition, Graph, Node, NodeId};

/// Chains longer than this are cut into routines.
const DEPTH: u32 = 48;

/// What a term costs that takes one look at one hand, like a length compared with a number.
const ONE_LOOK: u32 = 3;

/// What a double dummy result costs, at least: some milliseconds.
const SOLVER: u32 = 1_000_000;

/// One instruction. `acc` is the accumulator.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// acc = a number
    Constant(i64),
    /// acc = cards in a suit
    Length { seat: Seat, suit: Suit },
    /// acc = a table's value in a suit
    InSuit { seat: Seat, suit: Suit, table: u16 },
    /// acc = a table's sum over a hand, remembered
    InHand { seat: Seat, table: u16, slot: u32 },
    /// acc = a table's sum over a hand and what the measure adds for its shape, remembered
    Shaped { seat: Seat, table: u16, slot: u32 },
    /// acc = whether the shape is in a set
    Shape { seat: Seat, set: u32 },
    /// acc = whether a hand has a card
    HasCard { seat: Seat, card: u8 },
    /// acc = whether it is in this range
    Within { low: i32, high: i32 },
    /// acc = how it compares with a number
    CompareConstant { comparison: Comparison, index: u32 },
    /// acc = one of two numbers
    Select { yes: i32, no: i32 },
    /// Puts acc on the stack
    Push,
    /// acc = popped with acc
    Arithmetic(Arithmetic),
    /// acc = whether popped compares with acc
    Compare(Comparison),
    /// acc = 1 for 0, else 0
    Not,
    /// acc = its negative
    Negate,
    /// acc = 0 for 0, else 1
    Truth,
    /// Goes on elsewhere if acc is 0
    JumpIfZero(u32),
    /// Goes on elsewhere if acc is not 0
    JumpUnlessZero(u32),
    /// Goes on elsewhere
    Jump(u32),
    /// acc = what a routine remembers, or else calls it
    Shared { slot: u32, entry: u32 },
    /// Remembers acc and goes back
    Return { slot: u32 },
    /// acc = a random number below acc
    Random,
    /// acc = the number of the board
    BoardNumber,
    /// acc = double dummy tricks, remembered
    Tricks {
        seat: Seat,
        strain: Strain,
        slot: u32,
    },
    /// acc = par, remembered
    Par {
        side: Side,
        vulnerable: Vulnerability,
        slot: u32,
    },
    /// acc = what someone else answers, remembered
    Ask { index: u32, slot: u32 },
    /// acc = the score for acc tricks
    Score { index: u32 },
    /// acc = its match points
    Imps,
    /// Done: acc is the answer
    Halt,
}

/// A program with an entry for each conjunct and each further value.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub ops: Vec<Op>,
    /// The node that each instruction works for, to say where a failure is.
    pub nodes: Vec<NodeId>,
    pub conjuncts: Vec<u32>,
    pub values: Vec<u32>,
    pub tables: Vec<SuitTable>,
    /// What the tables are of.
    pub measures: Vec<Measure>,
    pub sets: Vec<ShapeSet>,
    pub numbers: Vec<i64>,
    pub contracts: Vec<(Contract, bool)>,
    pub asked: Vec<Asked>,
    pub slots: usize,
    /// The strains of which the values ask for several declarers, if there are any.
    pub whole_strains: Option<[bool; 5]>,
}

impl Program {
    /// Compiles a condition.
    pub fn new(condition: &Condition) -> Program {
        let graph = condition.graph();
        let routines = choose_routines(condition);
        let mut compiler = Compiler {
            graph,
            program: Program {
                ops: Vec::new(),
                nodes: Vec::new(),
                conjuncts: Vec::new(),
                values: Vec::new(),
                tables: Vec::new(),
                measures: Vec::new(),
                sets: Vec::new(),
                numbers: Vec::new(),
                contracts: Vec::new(),
                asked: Vec::new(),
                slots: 0,
                whole_strains: condition.whole_strains(),
            },
            routines,
            entries: vec![None; graph.len()],
            slots: vec![None; graph.len()],
            costs: costs(graph),
        };
        // Operands come before what uses them, so a routine's own routines have entries already.
        for (id, _) in graph.iter() {
            if compiler.routines[id.index()] {
                compiler.entries[id.index()] = Some(compiler.program.ops.len() as u32);
                compiler.body(id);
                let slot = compiler.slot(id);
                compiler.emit(id, Op::Return { slot });
            }
        }
        let mut entry = |id: NodeId| {
            let at = compiler.program.ops.len() as u32;
            compiler.code(id);
            compiler.emit(id, Op::Halt);
            at
        };
        let conjuncts = condition.conjuncts().iter().map(|&id| entry(id)).collect();
        let values = condition.values().iter().map(|&id| entry(id)).collect();
        let mut program = compiler.program;
        program.conjuncts = conjuncts;
        program.values = values;
        program.thread_jumps();
        program
    }

    /// A jump that leads to another jump on the same test goes straight to where that one leads.
    fn thread_jumps(&mut self) {
        for at in (0..self.ops.len()).rev() {
            let through =
                |target: u32, zero: Option<bool>| match (self.ops[target as usize], zero) {
                    (Op::Jump(next), _) => next,
                    (Op::JumpIfZero(next), Some(true))
                    | (Op::JumpUnlessZero(next), Some(false)) => next,
                    (Op::JumpUnlessZero(_), Some(true)) | (Op::JumpIfZero(_), Some(false)) => {
                        target + 1
                    }
                    _ => target,
                };
            self.ops[at] = match self.ops[at] {
                Op::Jump(target) => Op::Jump(through(target, None)),
                Op::JumpIfZero(target) => Op::JumpIfZero(through(target, Some(true))),
                Op::JumpUnlessZero(target) => Op::JumpUnlessZero(through(target, Some(false))),
                other => other,
            };
        }
    }
}

/// Which nodes become routines: those asked for from several places that cost more than remembering them does, and
/// those that would make a chain too deep.
fn choose_routines(condition: &Condition) -> Vec<bool> {
    let graph = condition.graph();
    let mut uses = vec![0u32; graph.len()];
    let mut needed = vec![false; graph.len()];
    for &id in condition.conjuncts().iter().chain(condition.values()) {
        uses[id.index()] += 1;
        needed[id.index()] = true;
    }
    let nodes: Vec<(NodeId, &Node)> = graph.iter().collect();
    for &(id, node) in nodes.iter().rev() {
        if needed[id.index()] {
            node.for_each_operand(|operand| {
                uses[operand.index()] += 1;
                needed[operand.index()] = true;
            });
        }
    }
    let mut routine = vec![false; graph.len()];
    let mut depth = vec![0u32; graph.len()];
    for (id, node) in nodes {
        let mut deepest = 0;
        node.for_each_operand(|operand| deepest = deepest.max(depth[operand.index()]));
        let repeated = uses[id.index()] > 1 && !is_cheap(graph, id);
        routine[id.index()] = needed[id.index()] && (repeated || deepest >= DEPTH);
        depth[id.index()] = if routine[id.index()] { 0 } else { deepest + 1 };
    }
    routine
}

/// Whether asking again costs no more than remembering.
fn is_cheap(graph: &Graph, id: NodeId) -> bool {
    match graph.node(id) {
        Node::Constant(_)
        | Node::Measure { .. }
        | Node::Shape { .. }
        | Node::HasCard { .. }
        | Node::Tricks { .. }
        | Node::Par { .. }
        | Node::Ask(_) => true,
        Node::Not(a) => matches!(graph.node(*a), Node::Shape { .. } | Node::HasCard { .. }),
        Node::Compare(_, a, b) => {
            matches!(graph.node(*a), Node::Measure { .. }) && graph.as_constant(*b).is_some()
        }
        // Only its own place may make a draw.
        Node::Random { .. } | Node::BoardNumber => true,
        _ => false,
    }
}

/// About how many instructions each node takes if nothing is remembered and nothing decided early.
fn costs(graph: &Graph) -> Vec<u32> {
    let mut costs: Vec<u32> = Vec::with_capacity(graph.len());
    for (_, node) in graph.iter() {
        let mut cost = match node {
            Node::Measure { suit: None, .. } => 3,
            Node::Shape { .. } => 2,
            Node::Tricks { .. } | Node::Par { .. } | Node::Ask(_) => SOLVER,
            _ => 1u32,
        };
        node.for_each_operand(|operand| cost = cost.saturating_add(costs[operand.index()]));
        costs.push(cost);
    }
    costs
}

struct Compiler<'a> {
    graph: &'a Graph,
    program: Program,
    routines: Vec<bool>,
    entries: Vec<Option<u32>>,
    slots: Vec<Option<u32>>,
    costs: Vec<u32>,
}

impl Compiler<'_> {
    fn emit(&mut self, node: NodeId, op: Op) -> usize {
        self.program.ops.push(op);
        self.program.nodes.push(node);
        self.program.ops.len() - 1
    }

    /// Where a node's answer is remembered.
    fn slot(&mut self, id: NodeId) -> u32 {
        let slots = &mut self.program.slots;
        *self.slots[id.index()].get_or_insert_with(|| {
            *slots += 1;
            (*slots - 1) as u32
        })
    }

    fn table(&mut self, measure: Measure) -> u16 {
        let measures = &mut self.program.measures;
        let known = measures.iter().position(|&known| known == measure);
        known.unwrap_or_else(|| {
            measures.push(measure);
            self.program.tables.push(SuitTable::new(measure));
            measures.len() - 1
        }) as u16
    }

    /// Code that leaves a node's answer in the accumulator.
    fn code(&mut self, id: NodeId) {
        match self.entries[id.index()] {
            Some(entry) if self.routines[id.index()] => {
                let slot = self.slot(id);
                self.emit(id, Op::Shared { slot, entry });
            }
            _ => self.body(id),
        }
    }

    fn body(&mut self, id: NodeId) {
        let graph = self.graph;
        match graph.node(id) {
            Node::Constant(value) => {
                self.emit(id, Op::Constant(*value));
            }
            Node::Measure {
                seat,
                measure,
                suit,
            } => self.measure(id, *seat, *measure, *suit),
            Node::Shape { seat, shapes } => {
                let sets = &mut self.program.sets;
                let set = sets
                    .iter()
                    .position(|set| set == shapes)
                    .unwrap_or_else(|| {
                        sets.push(*shapes);
                        sets.len() - 1
                    }) as u32;
                self.emit(id, Op::Shape { seat: *seat, set });
            }
            Node::HasCard { seat, card } => {
                self.emit(
                    id,
                    Op::HasCard {
                        seat: *seat,
                        card: card.id(),
                    },
                );
            }
            Node::Not(a) => self.unary(id, *a, Op::Not),
            Node::Negate(a) => self.unary(id, *a, Op::Negate),
            Node::Imps(a) => self.unary(id, *a, Op::Imps),
            Node::Random { below, .. } => self.unary(id, *below, Op::Random),
            Node::BoardNumber => {
                self.emit(id, Op::BoardNumber);
            }
            Node::Score {
                contract,
                vulnerable,
                tricks,
            } => {
                self.program.contracts.push((*contract, *vulnerable));
                let index = self.program.contracts.len() as u32 - 1;
                self.unary(id, *tricks, Op::Score { index });
            }
            Node::Arithmetic(operator, a, b) => self.binary(id, *a, *b, Op::Arithmetic(*operator)),
            Node::Compare(comparison, a, b) => match graph.as_constant(*b) {
                Some(number) => {
                    self.code(*a);
                    self.compare_constant(id, *comparison, number);
                }
                None => self.binary(id, *a, *b, Op::Compare(*comparison)),
            },
            Node::All(terms) => self.junction(id, terms, true),
            Node::Any(terms) => self.junction(id, terms, false),
            Node::Choose { test, yes, no } => self.choose(id, *test, *yes, *no),
            Node::Tricks { seat, strain } => {
                let slot = self.slot(id);
                self.emit(
                    id,
                    Op::Tricks {
                        seat: *seat,
                        strain: *strain,
                        slot,
                    },
                );
            }
            Node::Ask(asked) => {
                let slot = self.slot(id);
                self.program.asked.push((**asked).clone());
                let index = self.program.asked.len() as u32 - 1;
                self.emit(id, Op::Ask { index, slot });
            }
            Node::Par { side, vulnerable } => {
                let slot = self.slot(id);
                self.emit(
                    id,
                    Op::Par {
                        side: *side,
                        vulnerable: *vulnerable,
                        slot,
                    },
                );
            }
        }
    }

    fn measure(&mut self, id: NodeId, seat: Seat, measure: Measure, suit: Option<Suit>) {
        let op = match (measure, suit) {
            (Measure::Length, Some(suit)) => Op::Length { seat, suit },
            (_, Some(suit)) => Op::InSuit {
                seat,
                suit,
                table: self.table(measure),
            },
            (measure, None) if measure.looks_at_shape() => Op::Shaped {
                seat,
                table: self.table(measure),
                slot: self.slot(id),
            },
            (_, None) => Op::InHand {
                seat,
                table: self.table(measure),
                slot: self.slot(id),
            },
        };
        self.emit(id, op);
    }

    fn unary(&mut self, id: NodeId, operand: NodeId, op: Op) {
        self.code(operand);
        self.emit(id, op);
    }

    fn binary(&mut self, id: NodeId, a: NodeId, b: NodeId, op: Op) {
        self.code(a);
        self.emit(id, Op::Push);
        self.code(b);
        self.emit(id, op);
    }

    /// Most comparisons are with small numbers, and each of them is a range.
    fn compare_constant(&mut self, id: NodeId, comparison: Comparison, number: i64) {
        let facts = match self.graph.node(id) {
            Node::Compare(_, a, _) => self.graph.facts(*a),
            _ => self.graph.facts(id),
        };
        let small = |value: i64| i32::try_from(value).ok();
        let range = match comparison {
            Comparison::Equal => small(number).zip(small(number)),
            Comparison::Less => small(facts.low).zip(number.checked_sub(1).and_then(small)),
            Comparison::AtMost => small(facts.low).zip(small(number)),
            Comparison::More => number.checked_add(1).and_then(small).zip(small(facts.high)),
            Comparison::AtLeast => small(number).zip(small(facts.high)),
            Comparison::Unequal => None,
        };
        match (range, comparison, number) {
            (Some((low, high)), ..) => self.emit(id, Op::Within { low, high }),
            (None, Comparison::Unequal, 0) => self.emit(id, Op::Truth),
            _ => {
                self.program.numbers.push(number);
                let index = self.program.numbers.len() as u32 - 1;
                self.emit(id, Op::CompareConstant { comparison, index })
            }
        };
    }

    /// Each term but the last may decide the answer, and the accumulator already holds it then.
    fn junction(&mut self, id: NodeId, terms: &[NodeId], all: bool) {
        let mut terms = terms.to_vec();
        // Terms that cannot fail and draw nothing may be asked in any order: those that take one look first, those
        // that need a solver last. The
        // others stay as they are, since what is remembered for one of them often decides the next.
        let facts = self.graph.facts(id);
        if !facts.may_fail && !facts.draws {
            answer::sort_by_key(&mut terms, |term| {
                let cost = self.costs[term.index()];
                (cost >= SOLVER, cost > ONE_LOOK)
            });
        }
        let mut jumps = Vec::with_capacity(terms.len());
        for (i, &term) in terms.iter().enumerate() {
            self.code(term);
            if i + 1 < terms.len() {
                jumps.push(self.emit(id, Op::Jump(0)));
            }
        }
        let is_truth = |term: &NodeId| self.graph.facts(*term).is_truth();
        // A true `or` stops with whatever number was true; a true `and` ends with its last.
        let clean = if all {
            terms.last().is_none_or(is_truth)
        } else {
            terms.iter().all(is_truth)
        };
        let end = self.program.ops.len() as u32;
        if !clean {
            self.emit(id, Op::Truth);
        }
        for jump in jumps {
            self.program.ops[jump] = if all {
                Op::JumpIfZero(end)
            } else {
                Op::JumpUnlessZero(end)
            };
        }
    }

    fn choose(&mut self, id: NodeId, test: NodeId, yes: NodeId, no: NodeId) {
        self.code(test);
        let small = |id| {
            self.graph
                .as_constant(id)
                .and_then(|value| i32::try_from(value).ok())
        };
        if let Some((yes, no)) = small(yes).zip(small(no)) {
            self.emit(id, Op::Select { yes, no });
            return;
        }
        let to_no = self.emit(id, Op::Jump(0));
        self.code(yes);
        let to_end = self.emit(id, Op::Jump(0));
        self.program.ops[to_no] = Op::JumpIfZero(self.program.ops.len() as u32);
        self.code(no);
        self.program.ops[to_end] = Op::Jump(self.program.ops.len() as u32);
    }
}
