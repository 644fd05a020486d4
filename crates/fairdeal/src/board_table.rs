//! Boards as a table, made of the one stream of boards: a row each, in batches that are made on the threads that find them. What
//! is in a further column is an expression of the language, which may use the script's names; it moves no board.

use std::collections::BTreeSet;
use std::io;

use answer::ErrorBody;
use bridge::double_dummy::Solver;
use bridge::formats::Reading;
use bridge::{Board, Deal, Tricks};
use condition::{Condition, EvalError, Evaluator, Graph, Node, NodeId};
use plan::{BoardOracle, Chunk, Consumer};
use script::Value;
use space::Watch;
use table::{
    Cell, Column, ColumnKind, Layout, RecordBatch, Rows, SchemaRef, TableError, TableFormat,
    TableWriter, joined,
};

use crate::dealing::{BoardSink, Collected, Collecting, Dealing};
use crate::dealt::Dealt;
use crate::error::Error;
use crate::question::Question;
use crate::script_question::{Script, solver_if};
use crate::solving::Told;
use crate::writing::{Reported, Writer, asked_of_boards, contract_text};

/// So many rows make a batch,
const ROWS_A_BATCH: usize = 1 << 16;
/// and so many where each takes long.
const SLOW_ROWS_A_BATCH: usize = 64;

/// A column that is asked for: its name, and an expression of the language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ColumnRequest {
    /// What it is called.
    pub name: String,
    /// What is in it: `hcp(south)`, or `hearts(north) > 4`.
    pub expression: String,
}

impl ColumnRequest {
    /// A column as it is typed: `points=hcp(south)`; an expression alone is its own name.
    pub fn from_text(text: &str) -> ColumnRequest {
        let is_name = |name: &str| {
            let mut letters = name.chars();
            letters
                .next()
                .is_some_and(|letter| letter.is_alphabetic() || letter == '_')
                && letters.all(|letter| {
                    letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | ' ')
                })
        };
        let (name, expression) = match text.split_once('=') {
            // Two of them compare.
            Some((name, expression)) if is_name(name.trim()) && !expression.starts_with('=') => {
                (name, expression)
            }
            _ => (text, text),
        };
        ColumnRequest {
            name: name.trim().to_owned(),
            expression: expression.trim().to_owned(),
        }
    }
}

/// The boards of a run as a table. It can be made more than once: the same rows come each time.
#[derive(Debug)]
pub struct BoardTable {
    dealing: Dealing,
    layout: Layout,
    schema: SchemaRef,
    /// What the script asks of each board.
    reported: Vec<Reported>,
    /// What is asked beside that.
    asked: Option<AskedColumns>,
}

/// Columns that are no values of the script.
#[derive(Clone, Debug)]
struct AskedColumns {
    evaluator: Evaluator,
    solver: Option<Solver>,
    number: usize,
}

impl Dealing {
    /// Its boards as a table, with these columns beside number, dealer, vulnerability and hands; where none are asked for, with
    /// the values that the script reports, averages and counts. Boards that are solved have their results.
    ///
    /// # Errors
    /// Columns that mean nothing, that draw random numbers or ask of a file, or that cannot stand in one table.
    pub fn into_table(mut self, columns: &[ColumnRequest]) -> Result<BoardTable, Error> {
        let (reported, asked, kinds) = if columns.is_empty() {
            let mut reported = asked_of_boards(&self.actions);
            name_apart(&mut reported);
            let kind = |one: &Reported| {
                if one.is_contract {
                    return ColumnKind::Text;
                }
                let condition = self.question.dealt_condition();
                kind_of(condition.graph(), condition.values()[one.value.0])
            };
            let kinds: Vec<Column> = reported
                .iter()
                .map(|one| Column {
                    name: one.name.clone(),
                    kind: kind(one),
                })
                .collect();
            (reported, None, kinds)
        } else {
            let (asked, kinds) = AskedColumns::compile(&self.question, columns)?;
            (Vec::new(), Some(asked), kinds)
        };
        let layout = Layout {
            hand_types: self.question.has_hand_types(),
            columns: kinds,
            results: self.solving.is_some(),
            about: self.about(),
        };
        self.one_by_one |= asked.as_ref().is_some_and(|asked| asked.solver.is_some());
        Ok(BoardTable {
            schema: layout.schema().map_err(|error| Error::other(&error))?,
            layout,
            reported,
            asked,
            dealing: self,
        })
    }

    /// What a table says of itself, so that each of its boards can be traced.
    fn about(&self) -> Vec<(String, String)> {
        let question = match &self.question {
            Question::Script(script) => Some(("script", main_text(script))),
            Question::Leveled(leveled) => Some(("script", main_text(leveled.script()))),
            Question::Profile(profile) => {
                let document = profile.reading().document.as_ref();
                document.map(|document| ("profile", document.to_string()))
            }
            Question::Mixed(_) => None,
        };
        let known = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("seed", self.seed.name()),
            ("plan", self.plan.clone()),
            ("origin", self.origin()),
            ("question", self.mark()),
        ];
        let all = known.into_iter().chain(question);
        all.map(|(name, value)| (format!("fairdeal.{name}"), value))
            .collect()
    }
}

/// Gives values whose names others have, in some case, a number behind them.
fn name_apart(values: &mut [Reported]) {
    let mut known: BTreeSet<String> = Layout::own_names().collect();
    for value in values {
        let mut name = value.name.clone();
        let mut number = 2;
        while !known.insert(name.to_lowercase()) {
            name = format!("{} {number}", value.name);
            number += 1;
        }
        value.name = name;
    }
}

fn main_text(script: &Script) -> String {
    let sources = script.sources();
    sources.text(sources.main()).to_owned()
}

/// What a node of a condition gives: comparisons and their kin say yes or no.
fn kind_of(graph: &Graph, node: NodeId) -> ColumnKind {
    match graph.node(node) {
        Node::Compare(..)
        | Node::Not(_)
        | Node::All(_)
        | Node::Any(_)
        | Node::Shape { .. }
        | Node::HasCard { .. } => ColumnKind::YesNo,
        _ => ColumnKind::Number,
    }
}

impl AskedColumns {
    fn compile(
        question: &Question,
        columns: &[ColumnRequest],
    ) -> Result<(AskedColumns, Vec<Column>), Error> {
        let script = match question {
            Question::Script(script) => script.clone(),
            Question::Leveled(leveled) => leveled.script().clone(),
            Question::Profile(_) | Question::Mixed(_) => Script::anything(),
        };
        let texts = columns.iter().map(|column| {
            let place = format!("column {}", column.name);
            (place, column.expression.clone())
        });
        let script = script.with_columns(texts.collect());
        let compiled = script.compiled()?;
        let graph = compiled.condition.graph();
        for (column, node) in columns.iter().zip(&compiled.columns) {
            let facts = graph.facts(*node);
            let wrong = if facts.draws {
                "draws a random number, which would be another one at each use"
            } else if asks_a_file(graph, *node) {
                "asks what a file says of a board, and these boards are dealt"
            } else {
                continue;
            };
            let message = format!("column {} {wrong}", column.name);
            return Err(Error::Other(ErrorBody::new("column", message)));
        }
        let asks_solver = compiled
            .columns
            .iter()
            .any(|node| graph.facts(*node).solver);
        let solver = solver_if(asks_solver)?;
        let kinds = columns.iter().zip(&compiled.columns);
        let kinds = kinds.map(|(column, node)| Column {
            name: column.name.clone(),
            kind: kind_of(graph, *node),
        });
        let kinds = kinds.collect();
        let mut graph = graph.clone();
        let anything = graph.constant(1);
        let condition = Condition::new(graph, anything, compiled.columns.clone());
        let asked = AskedColumns {
            evaluator: Evaluator::new(&condition),
            solver: solver.map(|solver| solver.on_threads(1)),
            number: columns.len(),
        };
        Ok((asked, kinds))
    }
}

/// Whether a node asks what a file says of a board.
fn asks_a_file(graph: &Graph, node: NodeId) -> bool {
    let mut open = vec![node];
    let mut seen = std::collections::HashSet::new();
    while let Some(node) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        if graph.asks_only_a_file(node) {
            return true;
        }
        graph
            .node(node)
            .for_each_operand(|operand| open.push(operand));
    }
    false
}

impl BoardTable {
    /// Its columns, and what it says of itself.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// What is dealt.
    pub fn dealing(&self) -> &Dealing {
        &self.dealing
    }

    /// Deals, and gives the rows in batches, in the order of the boards.
    ///
    /// # Errors
    /// What went wrong first. Boards that were not found are no error: they are missing, and [`Dealt::ended`] says why.
    pub fn run(
        &self,
        give: &mut dyn FnMut(RecordBatch) -> io::Result<()>,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let dealing = &self.dealing;
        let nothing = Writer::Actions(Vec::new());
        let tabling = Tabling {
            collecting: Collecting::of_table(dealing, &nothing),
            table: self,
        };
        let mut dealt = Dealt::nothing(dealing);
        let mut next = dealing.run.boards.start;
        let (mut waiting, mut rows) = (Vec::new(), 0);
        let not_made = |error: TableError| io::Error::other(error.to_string());
        dealing.run_chunks(&tabling, watch, &mut |chunk: Chunk<Tabled>| {
            let Chunk {
                made,
                boards,
                tries,
            } = chunk;
            let mut own = made.rows;
            let made = made.collected;
            let collected = Chunk {
                made,
                boards,
                tries,
            };
            dealt.add(&dealing.source, next, &collected);
            next += boards;
            rows += own.len();
            if !own.is_empty() {
                waiting.push(own.take().map_err(not_made)?);
            }
            let most = if dealing.is_slow(next) {
                SLOW_ROWS_A_BATCH
            } else {
                ROWS_A_BATCH
            };
            if rows >= most {
                give(joined(&self.schema, &waiting).map_err(not_made)?)?;
                waiting.clear();
                rows = 0;
            }
            Ok(())
        })?;
        dealing.check_solved()?;
        if rows > 0 {
            give(joined(&self.schema, &waiting).map_err(|error| Error::other(&error))?)?;
        }
        dealt.end(dealing, watch);
        Ok(dealt)
    }

    /// Deals, and writes a file of the table.
    ///
    /// # Errors
    /// As for [`BoardTable::run`], and what cannot be written.
    pub fn write(
        &self,
        format: TableFormat,
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let no_table = |error: TableError| Error::other(&error);
        let mut writer = TableWriter::new(format, &self.schema).map_err(no_table)?;
        let mut give = |batch: RecordBatch| {
            let bytes = writer
                .add(&batch)
                .map_err(|error| io::Error::other(error.to_string()))?;
            sink.text(&bytes)
        };
        let dealt = self.run(&mut give, watch)?;
        sink.text(&writer.end().map_err(no_table)?)?;
        Ok(dealt)
    }
}

/// What a thread makes of some boards in a row.
struct Tabled {
    collected: Collected,
    rows: Rows,
    /// Who answers what is asked beside the script's values.
    answering: Option<Answering>,
}

struct Answering {
    evaluator: Evaluator,
    oracle: BoardOracle,
    number: usize,
}

impl Answering {
    /// What a board has in the columns; where there is no answer for its deal, nothing.
    fn cells(&mut self, number: u64, deal: &Deal, tricks: Option<&Tricks>) -> Vec<Cell> {
        let Answering {
            evaluator, oracle, ..
        } = self;
        evaluator.next_deal();
        oracle.number = number;
        if let Some(tricks) = tricks {
            oracle.know(deal, tricks);
        }
        let value = |index| match evaluator.value(index, deal, oracle) {
            Ok(value) => Cell::Number(value),
            Err(_) => Cell::Empty,
        };
        (0..self.number).map(value).collect()
    }
}

/// Makes rows of boards.
struct Tabling<'a> {
    collecting: Collecting<'a>,
    table: &'a BoardTable,
}

impl Consumer for Tabling<'_> {
    type About = Told;
    type Made = Tabled;

    fn start(&self) -> Tabled {
        let table = self.table;
        Tabled {
            collected: self.collecting.start(),
            rows: Rows::new(&table.layout, &table.schema, 0),
            answering: table.asked.as_ref().map(|asked| Answering {
                evaluator: asked.evaluator.clone(),
                oracle: BoardOracle::new(asked.solver),
                number: asked.number,
            }),
        }
    }

    fn add(&self, made: &mut Tabled, dealt: &mut plan::Dealt<Told>) -> Result<(), EvalError> {
        let (board, about) = self.collecting.found(&mut made.collected, dealt);
        let ask = &mut |value: Value| dealt.value(value.0);
        let board = self.collecting.finished(board, &about, ask)?;
        let cells = match &mut made.answering {
            Some(answering) => answering.cells(board.number, &board.deal, board.tricks.as_ref()),
            None => {
                let cell = |one: &Reported| {
                    let value = ask(one.value)?;
                    Ok(if one.is_contract {
                        Cell::Text(contract_text(value))
                    } else {
                        Cell::Number(value)
                    })
                };
                let cells = self.table.reported.iter().map(cell);
                cells.collect::<Result<_, EvalError>>()?
            }
        };
        made.rows.push(&board, cells);
        self.collecting.count(&mut made.collected, &about, ask)
    }

    fn missed(&self, made: &mut Tabled, told: Told) {
        self.collecting.missed(&mut made.collected, told);
    }
}

/// The boards of a file that has a table in it, and all that is wrong with it, by row.
pub fn read_table(format: TableFormat, bytes: &[u8]) -> Reading {
    table::read(format, bytes)
}

/// What some boards would lose in a table, a sentence for each kind of thing.
pub fn table_losses(format: TableFormat, boards: &[Board]) -> Vec<String> {
    let number = boards.iter().filter(|board| board.record.is_some()).count();
    let name = format.name();
    let what = "auction, play, names and comments";
    (number > 0)
        .then(|| {
            let number = answer::plural(number as u64, "board");
            format!("{name} has no place for {what} of {number}")
        })
        .into_iter()
        .collect()
}

/// Boards as the file of a table, with all that they have; where they come from is said in it.
///
/// # Errors
/// Values whose names are not fit for columns.
pub fn write_table(
    format: TableFormat,
    boards: &[Board],
    origin: Option<&str>,
) -> Result<Vec<u8>, Error> {
    let mut layout = Layout::of_boards(boards);
    let version = env!("CARGO_PKG_VERSION").to_owned();
    layout.about.push(("fairdeal.version".to_owned(), version));
    let origin = origin.map(|origin| ("fairdeal.origin".to_owned(), origin.to_owned()));
    layout.about.extend(origin);
    let mut file = Vec::new();
    table::write(format, &layout, boards, &mut file).map_err(|error| Error::other(&error))?;
    Ok(file)
}
