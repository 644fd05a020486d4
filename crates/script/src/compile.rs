//! From the syntax tree to a condition: names put in place, counts looked up, everything checked.
//!
//! A name is a macro. What does not contain `rnd` is lowered once and shared; what does is lowered again at each use,
//! because each use is its own draw. Everything that was defined is checked, used or not.

use bridge::{Measure, PointCount, Predeal, Seat, Vulnerability};
use condition::{Asked, Condition, Graph, NodeId, Origin};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS, closest, closest_within};
use crate::double_dummy;
use crate::faults;
use crate::formulas;
use crate::parse::missing_quote;
use crate::predeal;
use crate::source::Span;
use crate::syntax::*;
use crate::word::{self, MeasureWord};

/// Larger conditions are refused: each node is some hundred bytes.
const MAX_NODES: usize = 100_000;

/// A frequency without bounds has at most so many cells.
const MOST_CELLS: i128 = 100_000;

/// What the caller can do, or wants to be done.
#[derive(Clone, Copy, Default, Debug)]
pub struct CompileOptions {
    /// Whether there is a double dummy solver: without one, `tricks` and its kin are errors.
    pub double_dummy: bool,
    /// Whether a script means what the classic program makes of it, where that differs from its manual: `altcount`
    /// names tables as the program's code does (0 for hcp, 1 for controls, n for ptN with N = n - 2), losers follow
    /// those tables, `imps` has two slips, and numbers have 32 bits.
    pub classic_faults: bool,
}

/// The number of a value in [`Condition::values`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Value(pub usize);

/// A script, ready to be dealt.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// What must hold, and the values that actions need.
    pub condition: Condition,
    /// What to do with each deal; an `action` without any leaves it empty.
    pub actions: Option<Vec<Action<Value>>>,
    /// How many boards.
    pub produce: Option<i64>,
    /// How many tries.
    pub generate: Option<i64>,
    /// Who deals.
    pub dealer: Option<Seat>,
    /// Who is vulnerable.
    pub vulnerable: Option<Vulnerability>,
    /// The seed.
    pub seed: Option<i64>,
    /// The title.
    pub title: Option<String>,
    /// The number of the first board.
    pub start_board: Option<i64>,
    /// Who opens the bidding.
    pub opener: Option<Seat>,
    /// What seats have already.
    pub predeal: Predeal,
    /// What the condition asks for, part by part, where it was written: names put in place, `and` taken apart. A part that
    /// is always or never true is among them.
    pub terms: Vec<Term>,
    /// What is known to hold, if something is given.
    pub given: Option<NodeId>,
    /// The columns that are asked of boards, in order.
    pub columns: Vec<NodeId>,
    /// Where the condition's nodes were written, by [`Origin`].
    places: Vec<Span>,
    /// What names stand for.
    names: FxHashMap<String, NodeId>,
}

/// A part of a condition: all of them must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// What must hold.
    pub node: NodeId,
    /// Where it was written.
    pub place: Span,
}

impl Compiled {
    /// The node that a name stands for. One that draws a random number has none: it means another at each use.
    ///
    /// ```
    /// let input = script::Input::from_text("two names", "weak = hcp(north) < 6\ncoin = rnd(2)").unwrap();
    /// let compiled = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
    /// assert!(compiled.named("weak").is_some());
    /// assert!(compiled.named("coin").is_none());
    /// ```
    pub fn named(&self, name: &str) -> Option<NodeId> {
        self.names.get(name).copied()
    }

    /// Where a node was written.
    pub fn place(&self, node: NodeId) -> Option<Span> {
        let Origin(number) = self.condition.graph().origin(node)?;
        self.places.get(number as usize).copied()
    }
}

/// Compiles a script. One that could not be read in full does not compile, but what can be checked is.
///
/// ```
/// let text = "strong = hcp(north) >= 20\ncondition strong and spades(north) == 5";
/// let input = script::Input::from_text("strong", text).unwrap();
/// let (script, _) = script::parse(&input, &script::Settings::default());
/// let compiled = script::compile(&script, &script::CompileOptions::default()).unwrap();
/// assert_eq!(compiled.condition.conjuncts().len(), 2);
/// ```
///
/// # Errors
/// Everything that is wrong with it, beyond what [`crate::parse`] said.
pub fn compile(script: &Script, options: &CompileOptions) -> Result<Compiled, Vec<Diagnostic>> {
    let mut lowering = Lowering {
        script,
        options,
        counts: Counts::default(),
        graph: Graph::default(),
        names: FxHashMap::default(),
        nodes: FxHashMap::default(),
        places: Vec::new(),
        vulnerable: Vulnerability::None,
        diagnostics: Vec::new(),
    };
    // The tables apply to the whole script, wherever they stand.
    lowering.read_counts();
    let compiled = lowering.script();
    lowering.diagnostics.truncate(MAX_DIAGNOSTICS);
    if lowering.diagnostics.is_empty() && !script.unreadable {
        Ok(compiled)
    } else {
        Err(lowering.diagnostics)
    }
}

/// The tables that `pointcount` and `altcount` can change.
struct Counts {
    hcp: PointCount,
    controls: PointCount,
    alternates: [PointCount; 10],
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            hcp: PointCount::HCP,
            controls: PointCount::CONTROLS,
            alternates: PointCount::ALTERNATES,
        }
    }
}

impl Counts {
    fn measure(&self, count: MeasureWord) -> Measure {
        match count {
            MeasureWord::Hcp => Measure::Points(self.hcp),
            MeasureWord::Controls => Measure::Points(self.controls),
            MeasureWord::Alternate(number) => {
                Measure::Points(self.alternates[usize::from(number) % 10])
            }
            MeasureWord::Fixed(measure) => measure,
        }
    }
}

/// What a name stands for.
#[derive(Clone, Copy)]
struct Definition {
    expr: ExprId,
    span: Span,
    /// The node, unless each use needs its own.
    node: Option<NodeId>,
}

struct Lowering<'a> {
    script: &'a Script,
    options: &'a CompileOptions,
    counts: Counts,
    graph: Graph,
    names: FxHashMap<&'a str, Definition>,
    /// The node of each expression: the last one, where there are several.
    nodes: FxHashMap<ExprId, NodeId>,
    places: Vec<Span>,
    vulnerable: Vulnerability,
    diagnostics: Vec<Diagnostic>,
}

/// Lowering cannot go on; a diagnostic says why.
struct TooLarge;

impl<'a> Lowering<'a> {
    fn read_counts(&mut self) {
        for statement in &self.script.statements {
            let table =
                |values: &[i32]| PointCount::from_ace_down(values).unwrap_or(PointCount::HCP);
            match &statement.kind {
                StatementKind::PointCount(values) => self.counts.hcp = table(values),
                StatementKind::AltCount(which, values) => match self.count(*which) {
                    Some(count) => *count = table(values),
                    None => {
                        let message = format!("there is no alternate count {which}");
                        let error = Diagnostic::error("altcount", statement.span, message);
                        self.diagnostics
                            .push(error.help("the counts are 0 (tens) to 9 (c13)"));
                    }
                },
                StatementKind::Vulnerable(vulnerable) => self.vulnerable = *vulnerable,
                _ => {}
            }
        }
    }

    fn count(&mut self, which: i64) -> Option<&mut PointCount> {
        let which = usize::try_from(which).ok()?;
        match (self.options.classic_faults, which) {
            (false, _) => self.counts.alternates.get_mut(which),
            (true, 0) => Some(&mut self.counts.hcp),
            (true, 1) => Some(&mut self.counts.controls),
            (true, _) => self.counts.alternates.get_mut(which - 2),
        }
    }

    fn script(&mut self) -> Compiled {
        let mut condition = None;
        let mut actions = None;
        let mut values = Vec::new();
        let mut compiled = Compiled {
            condition: Condition::new(Graph::default(), Graph::default().constant(1), Vec::new()),
            actions: None,
            produce: None,
            generate: None,
            dealer: None,
            vulnerable: None,
            seed: None,
            title: None,
            start_board: None,
            opener: None,
            predeal: Predeal::default(),
            terms: Vec::new(),
            given: None,
            columns: Vec::new(),
            places: Vec::new(),
            names: FxHashMap::default(),
        };
        let mut written = None;
        for statement in &self.script.statements {
            match &statement.kind {
                StatementKind::Produce(number) => compiled.produce = Some(*number),
                StatementKind::Generate(number) => compiled.generate = Some(*number),
                StatementKind::Dealer(seat) => compiled.dealer = Some(*seat),
                StatementKind::Vulnerable(vulnerable) => compiled.vulnerable = Some(*vulnerable),
                StatementKind::Seed(seed) => compiled.seed = Some(*seed),
                StatementKind::Title(title) => compiled.title = Some(title.clone()),
                StatementKind::StartBoard(number) => compiled.start_board = Some(*number),
                StatementKind::Opener(seat) => compiled.opener = Some(*seat),
                StatementKind::PointCount(_)
                | StatementKind::AltCount(..)
                | StatementKind::Points { .. } => {}
                StatementKind::Predeal(items) => {
                    for item in items {
                        self.diagnostics
                            .extend(predeal::add(&mut compiled.predeal, item));
                    }
                }
                StatementKind::Condition { expr, .. } => match self.lower(*expr) {
                    Ok(node) if Some(statement.span.file) == self.script.given => {
                        compiled.given = Some(self.graph.truth(node));
                    }
                    Ok(node) if self.script.columns.contains(&statement.span.file) => {
                        compiled.columns.push(node);
                    }
                    Ok(node) => {
                        condition = Some(node);
                        written = Some(*expr);
                    }
                    Err(TooLarge) => return compiled,
                },
                StatementKind::Define {
                    name,
                    name_span,
                    expr,
                } => {
                    if self.define(name, *name_span, *expr).is_err() {
                        return compiled;
                    }
                }
                StatementKind::Action(list) | StatementKind::MoreActions(list) => {
                    let mut before = None;
                    match statement.kind {
                        StatementKind::Action(_) => values.clear(),
                        _ => before = actions.take(),
                    }
                    let lowered: Result<Vec<_>, TooLarge> = list
                        .iter()
                        .map(|action| self.action(action, statement.span, &mut values))
                        .collect();
                    match lowered {
                        Ok(lowered) => {
                            let mut all: Vec<Action<Value>> = before.unwrap_or_default();
                            all.extend(lowered.concat());
                            actions = Some(all);
                        }
                        Err(TooLarge) => return compiled,
                    }
                }
            }
        }
        compiled.terms = self.terms(written);
        let mut graph = std::mem::take(&mut self.graph);
        let root = match condition {
            Some(node) => graph.truth(node),
            None => graph.constant(1),
        };
        compiled.condition = Condition::new(graph, root, values);
        compiled.actions = actions;
        compiled.places = std::mem::take(&mut self.places);
        let names = self.names.iter();
        compiled.names = names
            .filter_map(|(name, known)| Some(((*name).to_owned(), known.node?)))
            .collect();
        compiled
    }

    /// The parts of the condition, each once, in the order in which they are met.
    fn terms(&mut self, condition: Option<ExprId>) -> Vec<Term> {
        let mut open: Vec<ExprId> = condition.into_iter().collect();
        let mut seen = FxHashSet::default();
        let mut terms = Vec::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let expr = self.script.expr(id);
            match &expr.kind {
                ExprKind::And(parts) => open.extend(parts.iter().rev()),
                ExprKind::Group(inner) => open.push(*inner),
                ExprKind::Name(name) => {
                    open.extend(self.names.get(name.as_str()).map(|known| known.expr));
                }
                _ => terms.extend(self.nodes.get(&id).map(|&node| Term {
                    node: self.graph.truth(node),
                    place: expr.span,
                })),
            }
        }
        terms
    }

    fn define(&mut self, name: &'a str, span: Span, expr: ExprId) -> Result<(), TooLarge> {
        let node = self.lower(expr)?;
        if let Some(first) = self.names.get(name) {
            let error = Diagnostic::error(
                "redefined",
                span,
                format!(
                    "{name} has a meaning already: the classic program stops at this definition"
                ),
            )
            .related(first.span, "first defined here")
            .help("choose another name for one of the two");
            self.diagnostics.push(error);
            return Ok(());
        }
        let node = Some(node).filter(|_| !self.draws(expr));
        self.names.insert(name, Definition { expr, span, node });
        Ok(())
    }

    fn action(
        &mut self,
        action: &Action<ExprId>,
        span: Span,
        values: &mut Vec<NodeId>,
    ) -> Result<Vec<Action<Value>>, TooLarge> {
        let solver = match action {
            Action::EvalContract(contract) => contract.is_some(),
            Action::CsvReport(items) | Action::PrintReport(items) => items
                .iter()
                .any(|item| matches!(item, ReportItem::Tricks(_))),
            _ => false,
        };
        if solver && !self.options.double_dummy {
            self.diagnostics.push(needs_double_dummy(span));
        }
        let action = action.clone().try_map(|expr| {
            values.push(self.lower(expr)?);
            Ok(Value(values.len() - 1))
        })?;
        let action = self.with_bounds(action, span, values);
        Ok(double_dummy::expand(action, &mut self.graph, values))
    }

    /// A frequency without bounds gets those of its values.
    fn with_bounds(
        &mut self,
        mut action: Action<Value>,
        span: Span,
        values: &[NodeId],
    ) -> Action<Value> {
        if let Action::Frequency { first, second, .. } = &mut action {
            let mut cells = 1i128;
            for axis in std::iter::once(first)
                .chain(second)
                .filter(|axis| axis.open)
            {
                let facts = self.graph.facts(values[axis.value.0]);
                (axis.low, axis.high) = (facts.low, facts.high);
                cells = cells.saturating_mul(i128::from(facts.high) - i128::from(facts.low) + 1);
            }
            if cells > MOST_CELLS {
                let message = "these values may be more numbers than a table can show";
                let error = Diagnostic::error("range", span, message);
                let help = "write the lowest and the highest number to show: (value, 0, 40)";
                self.diagnostics.push(error.help(help));
            }
        }
        action
    }

    /// Whether an expression contains a draw, its own or a name's.
    fn draws(&self, expr: ExprId) -> bool {
        let mut open = vec![expr];
        while let Some(id) = open.pop() {
            match &self.script.expr(id).kind {
                ExprKind::Random(_) => return true,
                // A name that is not shared is one that draws.
                ExprKind::Name(name)
                    if self
                        .names
                        .get(name.as_str())
                        .is_some_and(|d| d.node.is_none()) =>
                {
                    return true;
                }
                kind => kind.for_each_operand(|operand| open.push(operand)),
            }
        }
        false
    }

    /// The node of an expression. Expressions are worked off from a list, innermost first, so nothing recurses but
    /// the names that must be lowered anew, and those are put on the list too.
    fn lower(&mut self, root: ExprId) -> Result<NodeId, TooLarge> {
        enum Task {
            Enter(ExprId),
            Leave(ExprId),
        }
        let mut tasks = vec![Task::Enter(root)];
        let mut done: Vec<NodeId> = Vec::new();
        while let Some(task) = tasks.pop() {
            if self.graph.len() > MAX_NODES || tasks.len() > MAX_NODES {
                let span = self.script.expr(root).span;
                self.diagnostics.push(
                    Diagnostic::error("too-large", span, "this condition is too large")
                        .help("names with rnd in them are copied at each use: use them less often"),
                );
                return Err(TooLarge);
            }
            match task {
                Task::Enter(id) => {
                    let expr = self.script.expr(id);
                    if let ExprKind::Name(name) = &expr.kind {
                        match self.names.get(name.as_str()) {
                            Some(Definition {
                                node: Some(node), ..
                            }) => done.push(*node),
                            Some(Definition { expr, .. }) => tasks.push(Task::Enter(*expr)),
                            None => {
                                self.unknown_name(name, expr.span);
                                done.push(self.graph.constant(1));
                            }
                        }
                        continue;
                    }
                    tasks.push(Task::Leave(id));
                    let first = tasks.len();
                    expr.kind
                        .for_each_operand(|operand| tasks.push(Task::Enter(operand)));
                    tasks[first..].reverse();
                }
                Task::Leave(id) => {
                    let expr = self.script.expr(id);
                    let mut operands = 0;
                    expr.kind.for_each_operand(|_| operands += 1);
                    let operands = done.split_off(done.len() - operands);
                    let node = self.node(&expr.kind, expr.span, &operands);
                    self.nodes.insert(id, node);
                    let origin = Origin(self.places.len() as u32);
                    if self.graph.origin(node).is_none() {
                        self.graph.set_origin(node, origin);
                        self.places.push(expr.span);
                    }
                    done.push(node);
                }
            }
        }
        Ok(done.pop().unwrap_or_else(|| self.graph.constant(0)))
    }

    /// The node of an expression whose operands are nodes already, as wide as its user's numbers are.
    fn node(&mut self, kind: &ExprKind, span: Span, operands: &[NodeId]) -> NodeId {
        let node = self.full_node(kind, span, operands);
        if self.options.classic_faults {
            faults::wrapped(&mut self.graph, node)
        } else {
            node
        }
    }

    fn full_node(&mut self, kind: &ExprKind, span: Span, operands: &[NodeId]) -> NodeId {
        match (kind, operands) {
            (ExprKind::Number(value) | ExprKind::Decimal(value), _) => self.graph.constant(*value),
            (ExprKind::Measure { count, seat, suit }, _) => {
                if self.options.classic_faults && *count == MeasureWord::Fixed(Measure::Losers) {
                    let Counts {
                        controls,
                        alternates,
                        ..
                    } = self.counts;
                    return faults::losers(&mut self.graph, *seat, *suit, controls, alternates[6]);
                }
                let measure = self.counts.measure(*count);
                self.graph.measure(*seat, measure, *suit)
            }
            (ExprKind::Formula { formula, seat }, _) => {
                formulas::node(&mut self.graph, *formula, *seat)
            }
            (ExprKind::Table { name, seat, suit }, _) => {
                let script = self.script;
                let table = script
                    .statements
                    .iter()
                    .find_map(|statement| match &statement.kind {
                        StatementKind::Points {
                            name: known, table, ..
                        } if known == name => Some(table),
                        _ => None,
                    });
                match table {
                    Some(table) => table.node(&mut self.graph, *seat, *suit),
                    None => self.graph.constant(0),
                }
            }
            (ExprKind::Length { seat, suit }, _) => {
                self.graph.measure(*seat, Measure::Length, Some(*suit))
            }
            (ExprKind::Shape { seat, list }, _) => self.graph.shape(*seat, list.shapes),
            (ExprKind::HasCard { seat, card }, _) => self.graph.has_card(*seat, *card),
            (ExprKind::Tricks { seat, strain }, _) => {
                self.require_double_dummy(span);
                self.graph.tricks(*seat, *strain)
            }
            (ExprKind::Par { side, vulnerable }, _) => {
                self.require_double_dummy(span);
                self.graph.par(*side, vulnerable.unwrap_or(self.vulnerable))
            }
            (ExprKind::ParContract { side, vulnerable }, _) => {
                self.require_double_dummy(span);
                let vulnerable = vulnerable.unwrap_or(self.vulnerable);
                let side = *side;
                self.graph.ask(Asked::ParContract { side, vulnerable })
            }
            (ExprKind::Contract(contract), _) => {
                self.graph.constant(i64::from(contract.in_order()))
            }
            (ExprKind::AfterLead { seat, strain, card }, _) => {
                self.require_double_dummy(span);
                self.graph.ask(Asked::AfterLead {
                    declarer: *seat,
                    strain: *strain,
                    card: *card,
                })
            }
            (ExprKind::Told(told), _) => self.graph.ask(Asked::Told((**told).clone())),
            (
                ExprKind::Score {
                    vulnerable,
                    contract,
                    ..
                },
                [tricks],
            ) => self.graph.score(*contract, *vulnerable, *tricks),
            (ExprKind::Imps(_), [points]) if self.options.classic_faults => {
                faults::imps(&mut self.graph, *points)
            }
            (ExprKind::Imps(_), [points]) => self.graph.imps(*points),
            (ExprKind::Random(_), [below])
                if self.graph.as_constant(*below) == Some(0) && !self.options.classic_faults =>
            {
                self.graph.board_number()
            }
            (ExprKind::Random(_), [below]) => self.graph.random(*below),
            (ExprKind::Not(_), [a]) => self.graph.not(*a),
            (ExprKind::Negate(_), [a]) => self.graph.negate(*a),
            (ExprKind::Group(_), [a]) => *a,
            (ExprKind::And(_), terms) => self.graph.all(terms.to_vec()),
            (ExprKind::Or(_), terms) => self.graph.any(terms.to_vec()),
            (ExprKind::Arithmetic(operator, ..), [a, b]) => {
                self.arithmetic(*operator, *a, *b, span)
            }
            (ExprKind::Compare(comparison, ..), [a, b]) => self.graph.compare(*comparison, *a, *b),
            (ExprKind::Choose(..), [test, yes, no]) => self.graph.choose(*test, *yes, *no),
            _ => self.graph.constant(1),
        }
    }

    fn arithmetic(&mut self, operator: Arithmetic, a: NodeId, b: NodeId, span: Span) -> NodeId {
        let divides = matches!(operator, Arithmetic::Divide | Arithmetic::Modulo);
        let constants = self.graph.as_constant(a).zip(self.graph.as_constant(b));
        if divides && self.graph.as_constant(b) == Some(0) {
            self.diagnostics
                .push(Diagnostic::error("division", span, "this divides by zero"));
        } else if constants.is_some_and(|(a, b)| operator.apply(a, b).is_none()) {
            self.diagnostics.push(Diagnostic::error(
                "overflow",
                span,
                "this number is too large",
            ));
        }
        self.graph.arithmetic(operator, a, b)
    }

    fn require_double_dummy(&mut self, span: Span) {
        if !self.options.double_dummy {
            self.diagnostics.push(needs_double_dummy(span));
        }
    }

    fn unknown_name(&mut self, name: &str, span: Span) {
        // Looking for what was meant takes time, and nobody reads the thousandth suggestion.
        if self.diagnostics.len() >= MAX_DIAGNOSTICS {
            return;
        }
        if let Some(open) = self.script.sources.text_ended_before(span) {
            self.diagnostics.push(missing_quote(open));
            return;
        }
        let error = Diagnostic::error("unknown-name", span, format!("{name} has no meaning here"));
        let later = self
            .script
            .statements
            .iter()
            .find_map(|statement| match &statement.kind {
                StatementKind::Define {
                    name: other,
                    name_span,
                    ..
                } if other == name => Some(*name_span),
                _ => None,
            });
        let error = if let Some(place) = later {
            error
                .related(place, "it gets one here")
                .help("move that line up: a name must come before its use")
        } else if let Some(comment) = self.in_a_comment(name) {
            error
                .related(comment, "only this comment defines it")
                .help("take the line out of the comment")
        } else {
            // A function is seldom meant where its parentheses are missing, too.
            let names = closest(name, self.names.keys().copied());
            match names.or_else(|| closest_within(1, name, word::functions())) {
                Some(other) => error.meant(other),
                None => error.help(format!("give it one first: {name} = …")),
            }
        };
        self.diagnostics.push(error);
    }

    /// A comment that would define a name if it were none.
    fn in_a_comment(&self, name: &str) -> Option<Span> {
        self.script.comments.iter().copied().find(|&comment| {
            self.script.sources.slice(comment).lines().any(|line| {
                let line = line.trim_start_matches(['#', '/', '*', ' ', '\t']);
                line.strip_prefix(name).is_some_and(|rest| {
                    let rest = rest.trim_start();
                    rest.starts_with('=') && !rest.starts_with("==")
                })
            })
        })
    }
}

fn needs_double_dummy(span: Span) -> Diagnostic {
    Diagnostic::error(
        "double-dummy",
        span,
        "this needs double dummy results, and there is no solver here",
    )
}
