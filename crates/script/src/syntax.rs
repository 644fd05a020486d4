//! The syntax tree: a script as it was written, each part with its place.
//!
//! Expressions live in one list, operands before what uses them, and name each other by number. So walking, checking
//! and dropping a script needs no recursion, however it is nested. The tree knows nothing of what names mean.

use std::fmt;

use bridge::score::{Contract, Strain};
use bridge::{Card, Hand, Seat, ShapeSet, Side, Suit, Told, Vulnerability};
pub use condition::{Arithmetic, Comparison};

pub use crate::points_table::PointsTable;
use crate::source::{FileId, Sources, Span};
use crate::word::{Formula, MeasureWord};

/// The number of an expression in its script.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ExprId(pub(crate) u32);

impl ExprId {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// What an expression is.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// A whole number.
    Number(i64),
    /// A number with a decimal point, times 100.
    Decimal(i64),
    /// A name that stands for the expression it was given.
    Name(String),
    /// A measure of a hand.
    Measure {
        /// What is counted.
        count: MeasureWord,
        /// Whose hand.
        seat: Seat,
        /// In one suit only.
        suit: Option<Suit>,
    },
    /// Something that is worked out from measures of a hand.
    Formula {
        /// What.
        formula: Formula,
        /// Whose hand.
        seat: Seat,
    },
    /// Points by a table of the script's own.
    Table {
        /// Its name.
        name: String,
        /// Whose hand.
        seat: Seat,
        /// In one suit only.
        suit: Option<Suit>,
    },
    /// How many cards of a suit a hand has.
    Length {
        /// Whose hand.
        seat: Seat,
        /// Which suit.
        suit: Suit,
    },
    /// Whether a hand has one of some shapes.
    Shape {
        /// Whose hand.
        seat: Seat,
        /// How the shapes were written.
        list: Box<ShapeList>,
    },
    /// Whether a hand has a card.
    HasCard {
        /// Whose hand.
        seat: Seat,
        /// Which card.
        card: Card,
    },
    /// Double dummy tricks.
    Tricks {
        /// The declarer.
        seat: Seat,
        /// The trumps.
        strain: Strain,
    },
    /// The par score.
    Par {
        /// Whose.
        side: Side,
        /// Who is vulnerable; as the script says if nobody is named.
        vulnerable: Option<Vulnerability>,
    },
    /// The contract at par.
    ParContract {
        /// Whose.
        side: Side,
        /// Who is vulnerable; as the script says if nobody is named.
        vulnerable: Option<Vulnerability>,
    },
    /// A contract, as its number in the order of the bidding.
    Contract(Contract),
    /// Double dummy tricks after a lead.
    AfterLead {
        /// The declarer.
        seat: Seat,
        /// The trumps.
        strain: Strain,
        /// What is led.
        card: Card,
    },
    /// What a file says of the board.
    Told(Box<Told>),
    /// The score of a contract.
    Score {
        /// Whether declarer is vulnerable.
        vulnerable: bool,
        /// The contract.
        contract: Contract,
        /// How many tricks.
        tricks: ExprId,
    },
    /// Match points.
    Imps(ExprId),
    /// A random number.
    Random(ExprId),
    /// `not`
    Not(ExprId),
    /// A minus sign in front of something.
    Negate(ExprId),
    /// Terms with `and` between.
    And(Vec<ExprId>),
    /// Terms with `or` between.
    Or(Vec<ExprId>),
    /// Arithmetic.
    Arithmetic(Arithmetic, ExprId, ExprId),
    /// A comparison.
    Compare(Comparison, ExprId, ExprId),
    /// `test ? yes : no`
    Choose(ExprId, ExprId, ExprId),
    /// Something in parentheses.
    Group(ExprId),
    /// Something that could not be read; an error says why.
    Invalid,
}

/// A list of shapes as written, and the set it means.
#[derive(Clone, PartialEq, Debug)]
pub struct ShapeList {
    /// The terms of a classic list; empty for one in braces.
    pub terms: Vec<ShapeTerm>,
    /// The text of a list in braces.
    pub braces: Option<String>,
    /// The shapes.
    pub shapes: ShapeSet,
}

/// One term of a classic list of shapes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeTerm {
    /// Whether its shapes are added or taken away.
    pub add: bool,
    /// Whether it stands for any order of the suits.
    pub any: bool,
    /// Four digits or x's.
    pub pattern: String,
    /// Where it stands, `any` included.
    pub span: Span,
}

/// A statement and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Statement {
    /// What it says.
    pub kind: StatementKind,
    /// Where it stands.
    pub span: Span,
}

/// What a statement says.
#[derive(Clone, PartialEq, Debug)]
pub enum StatementKind {
    /// `produce n`
    Produce(i64),
    /// `generate n`
    Generate(i64),
    /// `dealer seat`
    Dealer(Seat),
    /// `vulnerable …`
    Vulnerable(Vulnerability),
    /// `predeal …`
    Predeal(Vec<PredealItem>),
    /// `pointcount …`: from the ace down; decimals are times 100
    PointCount(Vec<i32>),
    /// `altcount n …`: which of the ten, and its values
    AltCount(i64, Vec<i32>),
    /// The condition, with the word or without.
    Condition {
        /// What must hold.
        expr: ExprId,
        /// Whether the word `condition` was written.
        keyword: bool,
    },
    /// `name = expression`
    Define {
        /// The name.
        name: String,
        /// Where the name stands.
        name_span: Span,
        /// What it stands for.
        expr: ExprId,
    },
    /// `action …`
    Action(Vec<Action<ExprId>>),
    /// Actions without the word before them: they join those there are.
    MoreActions(Vec<Action<ExprId>>),
    /// `seed n`
    Seed(i64),
    /// `title "text"`
    Title(String),
    /// `startboard n`
    StartBoard(i64),
    /// `opener seat`
    Opener(Seat),
    /// `points "name" { … }`
    Points {
        /// What it is called.
        name: String,
        /// What was written between the braces.
        text: String,
        /// What that means.
        table: PointsTable,
    },
}

/// Something that a seat always has.
#[derive(Clone, PartialEq, Debug)]
pub struct PredealItem {
    /// Who.
    pub seat: Seat,
    /// What.
    pub what: Predealt,
    /// Where it stands.
    pub span: Span,
}

/// What is dealt beforehand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Predealt {
    /// These cards.
    Cards(Hand),
    /// So many cards of a suit.
    Length(Suit, i64),
}

/// What is done with a deal. `E` is an expression: of the tree, or of the compiled condition.
#[derive(Clone, PartialEq, Debug)]
pub enum Action<E> {
    /// The four hands side by side.
    PrintAll,
    /// The two hands of a side; `printew` is West and East.
    PrintSide(Side),
    /// The deal as PBN.
    PrintPbn,
    /// The deal on four lines, perhaps with a value.
    PrintCompact(Option<E>),
    /// The deal on one line, perhaps with a value.
    PrintOneline(Option<E>),
    /// These seats, each on pages of its own.
    Print(Vec<Seat>),
    /// Texts and values, one after the other.
    PrintEs(Vec<Item<E>>),
    /// The average of a value.
    Average {
        /// What to call it.
        label: Option<String>,
        /// The value.
        value: E,
    },
    /// How often a value takes each number.
    Frequency {
        /// What to call it.
        label: Option<String>,
        /// Down, or alone.
        first: Axis<E>,
        /// Across.
        second: Option<Axis<E>>,
    },
    /// What a contract scores; the classic program knows the word and nothing more.
    EvalContract(Option<EvaluatedContract>),
    /// Values with commas between, for a file.
    CsvReport(Vec<ReportItem<E>>),
    /// The same among what is printed.
    PrintReport(Vec<ReportItem<E>>),
    /// The hands of these seats, on one line, as cards that can be dealt beforehand.
    Export(Vec<Seat>),
}

/// A contract that is played double dummy on every board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatedContract {
    /// Whose.
    pub side: Side,
    /// Which.
    pub contract: Contract,
    /// Whether its side is vulnerable.
    pub vulnerable: bool,
    /// Whether the partner who takes more tricks plays it; South or West, if not.
    pub better: bool,
}

/// A value and the numbers that are told apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis<E> {
    /// The value.
    pub value: E,
    /// The lowest number; what is lower is counted together.
    pub low: i64,
    /// The highest.
    pub high: i64,
    /// From one number to the next: 1, except for `bktfreq`.
    pub step: i64,
    /// Whether no bounds were written: then they are those of the value, and numbers that never come are not shown.
    pub open: bool,
}

/// A part of `printes`.
#[derive(Clone, PartialEq, Debug)]
pub enum Item<E> {
    /// A text.
    Text(String),
    /// A value.
    Value(E),
    /// The end of a line.
    NewLine,
}

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum ReportItem<E> {
    /// A text.
    Text(String),
    /// A value.
    Value(E),
    /// A contract, by its number in the order of the bidding.
    Contract(E),
    /// A hand.
    Hand(Seat),
    /// Two hands.
    Side(Side),
    /// All four hands.
    Deal,
    /// Double dummy tricks in all strains, of one seat or of all.
    Tricks(Option<Seat>),
}

impl<E> Action<E> {
    /// The same action with other expressions, if each can be turned.
    pub fn try_map<F, X>(self, mut turn: impl FnMut(E) -> Result<F, X>) -> Result<Action<F>, X> {
        Ok(match self {
            Action::PrintAll => Action::PrintAll,
            Action::PrintSide(side) => Action::PrintSide(side),
            Action::PrintPbn => Action::PrintPbn,
            Action::PrintCompact(value) => Action::PrintCompact(value.map(turn).transpose()?),
            Action::PrintOneline(value) => Action::PrintOneline(value.map(turn).transpose()?),
            Action::Print(seats) => Action::Print(seats),
            Action::PrintEs(items) => {
                let item = |item| {
                    Ok(match item {
                        Item::Text(text) => Item::Text(text),
                        Item::Value(value) => Item::Value(turn(value)?),
                        Item::NewLine => Item::NewLine,
                    })
                };
                Action::PrintEs(items.into_iter().map(item).collect::<Result<_, X>>()?)
            }
            Action::Average { label, value } => Action::Average {
                label,
                value: turn(value)?,
            },
            Action::Frequency {
                label,
                first,
                second,
            } => Action::Frequency {
                label,
                first: first.try_map(&mut turn)?,
                second: second.map(|axis| axis.try_map(&mut turn)).transpose()?,
            },
            Action::EvalContract(contract) => Action::EvalContract(contract),
            Action::CsvReport(items) => Action::CsvReport(turn_report(items, turn)?),
            Action::PrintReport(items) => Action::PrintReport(turn_report(items, turn)?),
            Action::Export(seats) => Action::Export(seats),
        })
    }
}

impl<E> Axis<E> {
    fn try_map<F, X>(self, turn: &mut impl FnMut(E) -> Result<F, X>) -> Result<Axis<F>, X> {
        let Axis {
            value,
            low,
            high,
            step,
            open,
        } = self;
        Ok(Axis {
            value: turn(value)?,
            low,
            high,
            step,
            open,
        })
    }
}

fn turn_report<E, F, X>(
    items: Vec<ReportItem<E>>,
    mut turn: impl FnMut(E) -> Result<F, X>,
) -> Result<Vec<ReportItem<F>>, X> {
    let item = |item| {
        Ok(match item {
            ReportItem::Text(text) => ReportItem::Text(text),
            ReportItem::Value(value) => ReportItem::Value(turn(value)?),
            ReportItem::Contract(value) => ReportItem::Contract(turn(value)?),
            ReportItem::Hand(seat) => ReportItem::Hand(seat),
            ReportItem::Side(side) => ReportItem::Side(side),
            ReportItem::Deal => ReportItem::Deal,
            ReportItem::Tricks(seat) => ReportItem::Tricks(seat),
        })
    };
    items.into_iter().map(item).collect()
}

/// A line of a scenario's header, `# key: value`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// The key.
    pub key: String,
    /// The value.
    pub value: String,
}

/// A parameter that a script declares in a comment, `# param 0 = west  # who opens`.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parameter {
    /// Which of `$0` to `$9`.
    pub number: u8,
    /// What stands in its place unless something else is given.
    pub default: String,
    /// What it is for.
    pub text: String,
}

impl fmt::Display for Parameter {
    /// `$0 = west (who opens)`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "${} = {}", self.number, self.default)?;
        match self.text.as_str() {
            "" => Ok(()),
            text => write!(f, " ({text})"),
        }
    }
}

/// A script as written.
#[derive(Clone, Debug)]
pub struct Script {
    /// The text it came from.
    pub sources: Sources,
    /// All its expressions, operands first.
    pub exprs: Vec<Expr>,
    /// Its statements, in order.
    pub statements: Vec<Statement>,
    /// The header of a scenario: `# key: value` lines before the first statement.
    pub headers: Vec<Header>,
    /// The parameters that it declares.
    pub parameters: Vec<Parameter>,
    /// The text between `/*@chat` and `@chat*/`.
    pub chat: Option<String>,
    /// Where its comments stand.
    pub comments: Vec<Span>,
    /// Where texts stand that have a backslash in them.
    pub backslashes: Vec<Span>,
    /// What the classic program would not take, or would take otherwise: the place and why.
    pub later: Vec<(Span, String)>,
    /// Whether some of it could not be read. Such a script can be looked at, but not compiled.
    pub unreadable: bool,
    /// The text of a condition that is known to hold, if one is given: its statement is none of the script's.
    pub given: Option<FileId>,
    /// The texts of the columns that are asked of boards, in order: their statements are none of the script's either.
    pub columns: Vec<FileId>,
}

impl Script {
    /// Its own statements, without what is given and without columns.
    pub(crate) fn own_statements(&self) -> impl DoubleEndedIterator<Item = &Statement> {
        let is_own = |statement: &&Statement| {
            let file = statement.span.file;
            Some(file) != self.given && !self.columns.contains(&file)
        };
        self.statements.iter().filter(is_own)
    }

    /// An expression.
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()]
    }

    /// The numbers of all its expressions, operands first.
    pub fn ids(&self) -> impl Iterator<Item = ExprId> {
        (0..self.exprs.len() as u32).map(ExprId)
    }

    /// An expression without the parentheses around it.
    pub fn ungrouped(&self, mut id: ExprId) -> ExprId {
        while let ExprKind::Group(inner) = self.expr(id).kind {
            id = inner;
        }
        id
    }
}

impl ExprKind {
    /// Calls `visit` with each operand, in order.
    pub fn for_each_operand(&self, mut visit: impl FnMut(ExprId)) {
        match self {
            ExprKind::Score { tricks: a, .. }
            | ExprKind::Imps(a)
            | ExprKind::Random(a)
            | ExprKind::Not(a)
            | ExprKind::Negate(a)
            | ExprKind::Group(a) => visit(*a),
            ExprKind::And(terms) | ExprKind::Or(terms) => terms.iter().copied().for_each(visit),
            ExprKind::Arithmetic(_, a, b) | ExprKind::Compare(_, a, b) => {
                visit(*a);
                visit(*b);
            }
            ExprKind::Choose(a, b, c) => [*a, *b, *c].into_iter().for_each(visit),
            _ => {}
        }
    }
}
