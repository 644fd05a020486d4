//! What is written for each board: a format, or the print actions of a script.

use std::collections::BTreeSet;
use std::io::Write;

use bridge::double_dummy::result_values;
use bridge::formats::{self, ByBoard, Format, Style, Whole, WriteError, pbn};
use bridge::score::Contract;
use bridge::{Board, Hand, Seat, Suit, Tricks, layout};
use condition::EvalError;
use script::{Action, Item, ReportItem, Value};

/// What to do with a board that asks for something to be written.
#[derive(Clone, Debug)]
pub(crate) enum Writer {
    /// A format, board by board, with the values that the script reports.
    ByBoard(ByBoard, Vec<Reported>),
    /// A format that is written when all boards are there.
    Whole(Whole, Vec<Reported>),
    /// The print actions of a script.
    Actions(Vec<Action<Value>>),
}

/// A value that a script reports of each board, and its name.
#[derive(Clone, Debug)]
pub(crate) struct Reported {
    pub name: String,
    pub value: Value,
    /// Whether it is the number of a contract.
    pub is_contract: bool,
}

/// The values in the reports of a script. One is named by the text before it, else by its place.
pub(crate) fn reported(actions: &[Action<Value>]) -> Vec<Reported> {
    let mut reported = NamedValues::default();
    for action in actions {
        let (Action::CsvReport(items) | Action::PrintReport(items)) = action else {
            continue;
        };
        for (i, item) in items.iter().enumerate() {
            let (ReportItem::Value(value) | ReportItem::Contract(value)) = item else {
                continue;
            };
            let is_contract = matches!(item, ReportItem::Contract(_));
            let label = match i.checked_sub(1).map(|before| &items[before]) {
                Some(ReportItem::Text(text)) => text.trim(),
                _ => "",
            };
            reported.add(label, *value, is_contract);
        }
    }
    reported.values
}

/// All values that a script asks of each board: those in its reports, and then those that it averages and counts, named by
/// their labels.
#[cfg(feature = "tables")]
pub(crate) fn asked_of_boards(actions: &[Action<Value>]) -> Vec<Reported> {
    let values = reported(actions);
    let known = values.iter().map(|one| one.name.clone()).collect();
    let mut all = NamedValues { values, known };
    for action in actions {
        match action {
            Action::Average { label, value } => {
                all.add(label.as_deref().unwrap_or_default().trim(), *value, false);
            }
            Action::Frequency {
                label,
                first,
                second,
            } => {
                let label = label.as_deref().unwrap_or_default().trim();
                for axis in std::iter::once(first).chain(second) {
                    all.add(label, axis.value, false);
                }
            }
            _ => {}
        }
    }
    all.values
}

/// Values with a name each, no two of them the same.
#[derive(Default)]
struct NamedValues {
    values: Vec<Reported>,
    known: BTreeSet<String>,
}

impl NamedValues {
    fn add(&mut self, label: &str, value: Value, is_contract: bool) {
        let plain = match label {
            "" => format!("value {}", self.values.len() + 1),
            label => label.to_owned(),
        };
        let mut name = plain.clone();
        let mut number = 2;
        while !self.known.insert(name.clone()) {
            name = format!("{plain} {number}");
            number += 1;
        }
        self.values.push(Reported {
            name,
            value,
            is_contract,
        });
    }
}

/// Adds reported values to a board.
pub(crate) fn add_values(
    reported: &[Reported],
    board: &mut Board,
    ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
) -> Result<(), EvalError> {
    for one in reported {
        let (name, value) = (&one.name, ask(one.value)?);
        let value = if one.is_contract {
            contract_text(value)
        } else {
            value.to_string()
        };
        board.set_values([(name.clone(), value)]);
    }
    Ok(())
}

/// Whether an action writes boards; the others count.
pub(crate) fn prints<E>(action: &Action<E>) -> bool {
    !matches!(action, Action::Average { .. } | Action::Frequency { .. })
}

/// Whether an action writes whole deals, and nothing else.
pub(crate) fn is_whole_deal<E>(action: &Action<E>) -> bool {
    matches!(
        action,
        Action::PrintAll
            | Action::PrintPbn
            | Action::PrintCompact(None)
            | Action::PrintOneline(None)
    )
}

/// What some boards in a row have given.
#[derive(Clone, Default, Debug)]
pub(crate) struct WrittenText {
    /// Text, to be written as it is.
    pub text: Vec<u8>,
    /// The hands for `print`, whose pages come at the end: seat by seat, in the order of the seats.
    pub pages: Vec<(Seat, Vec<Hand>)>,
    /// The boards, for a format that is written when all are there.
    pub boards: Vec<Board>,
}

impl WrittenText {
    /// Adds what the boards after these have given, and returns their text.
    pub(crate) fn join(&mut self, later: WrittenText) -> Vec<u8> {
        self.boards.extend(later.boards);
        for (seat, hands) in later.pages {
            match self.pages.iter_mut().find(|(known, _)| *known == seat) {
                Some((_, known)) => known.extend(hands),
                None => self.pages.push((seat, hands)),
            }
        }
        later.text
    }
}

impl Writer {
    /// Writes in a format, with the values that boards have and those that some actions report.
    /// Where boards are solved, the names of further values that stand for their results come first.
    pub(crate) fn in_format(
        format: Format,
        mut style: Style,
        actions: &[Action<Value>],
        solved: bool,
    ) -> Writer {
        let reported = if format.keeps().values {
            reported(actions)
        } else {
            Vec::new()
        };
        if solved && format.has_results_as_values() {
            let names = result_values(&Tricks::default(), 0)
                .into_iter()
                .map(|(name, _)| name);
            let names: Vec<String> = names.filter(|name| !style.values.contains(name)).collect();
            style.values.splice(..0, names);
        }
        for Reported { name, .. } in &reported {
            if !style.values.contains(name) {
                style.values.push(name.clone());
            }
        }
        match format.writer(style) {
            formats::Writer::ByBoard(writer) => Writer::ByBoard(writer, reported),
            formats::Writer::Whole(writer) => Writer::Whole(writer, reported),
        }
    }

    /// What stands before the first board.
    pub(crate) fn begin(&self) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        if let Writer::ByBoard(writer, _) = self {
            writer.begin(&mut out)?;
        }
        Ok(out)
    }

    /// Whether it prints boards as PBN because a script says so.
    pub(crate) fn prints_pbn(&self) -> bool {
        let pbn = |action: &Action<Value>| matches!(action, Action::PrintPbn);
        matches!(self, Writer::Actions(actions) if actions.iter().any(pbn))
    }

    /// Adds the values that a script reports to a board. They are asked for one by one.
    pub(crate) fn add_values(
        &self,
        board: &mut Board,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<(), EvalError> {
        match self {
            Writer::ByBoard(_, reported) | Writer::Whole(_, reported) => {
                add_values(reported, board, ask)
            }
            Writer::Actions(_) => Ok(()),
        }
    }

    /// Writes a board whose hands are all given.
    pub(crate) fn board(
        &self,
        board: Board,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
        written: &mut WrittenText,
    ) -> Result<(), EvalError> {
        match self {
            Writer::ByBoard(writer, _) => in_memory(writer.board(&board, &mut written.text)),
            Writer::Whole(..) => written.boards.push(board),
            Writer::Actions(actions) => {
                for action in actions {
                    act(action, &board, ask, written)?;
                }
            }
        }
        Ok(())
    }

    /// What stands after the last board: all of it, for a format that needs all boards; or the pages of `print`, in
    /// the way of the classic program.
    pub(crate) fn end(&self, written: &WrittenText) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        match self {
            Writer::ByBoard(..) => {}
            Writer::Whole(writer, _) => writer.write(&written.boards, &mut out)?,
            Writer::Actions(_) => {
                for (seat, hands) in &written.pages {
                    in_memory(layout::page(&mut out, *seat, hands));
                }
            }
        }
        Ok(out)
    }
}

/// A line ends without the space before its end.
fn end_line(out: &mut [u8]) {
    if let Some(last) = out.last_mut() {
        *last = b'\n';
    }
}

/// Writing to memory cannot fail.
fn in_memory<T, E>(result: Result<T, E>) {
    debug_assert!(result.is_ok());
}

fn act(
    action: &Action<Value>,
    board: &Board,
    ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    written: &mut WrittenText,
) -> Result<(), EvalError> {
    let out = &mut written.text;
    match action {
        Action::PrintAll => in_memory(layout::all(out, board.number, &board.deal)),
        Action::PrintSide(side) => in_memory(layout::side(out, *side, &board.deal)),
        Action::PrintPbn => in_memory(pbn::write(out, board, None)),
        Action::PrintCompact(value) => {
            in_memory(layout::compact(out, &board.deal));
            if let Some(value) = value {
                in_memory(writeln!(out, "{}", ask(*value)?));
            }
        }
        Action::PrintOneline(value) => {
            in_memory(layout::one_line(out, &board.deal));
            match value {
                Some(value) => in_memory(writeln!(out, "{}", ask(*value)?)),
                None => end_line(out),
            }
        }
        Action::Print(seats) => {
            for seat in Seat::ALL.into_iter().filter(|seat| seats.contains(seat)) {
                match written.pages.iter_mut().find(|(known, _)| *known == seat) {
                    Some((_, hands)) => hands.push(board.deal[seat]),
                    None => written.pages.push((seat, vec![board.deal[seat]])),
                }
            }
        }
        Action::PrintEs(items) => {
            for item in items {
                in_memory(match item {
                    Item::Text(text) => out.write_all(text.as_bytes()),
                    Item::Value(value) => write!(out, "{}", ask(*value)?),
                    Item::NewLine => out.write_all(b"\n"),
                });
            }
        }
        Action::CsvReport(items) | Action::PrintReport(items) => {
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(b',');
                }
                report(item, board, ask, out)?;
            }
            out.push(b'\n');
        }
        Action::Export(seats) => {
            let hands: Vec<String> = seats.iter().map(|&seat| exported(board, seat)).collect();
            in_memory(writeln!(out, "{}", hands.join(" ")));
        }
        Action::Average { .. } | Action::Frequency { .. } | Action::EvalContract(_) => {}
    }
    Ok(())
}

/// A hand as later programs take it on their command line: `-E ST65,HAJ,DQT94,C8762`, voids left out.
fn exported(board: &Board, seat: Seat) -> String {
    let hand = board.deal[seat];
    let suits = Suit::WRITTEN
        .into_iter()
        .filter(|&suit| hand.length(suit) > 0);
    let suits: Vec<String> = suits
        .map(|suit| format!("{}{}", suit.letter(), hand.holding(suit)))
        .collect();
    format!("-{} {}", seat.letter(), suits.join(","))
}

/// A contract by its number in the order of the bidding, in words; a dash for none.
pub(crate) fn contract_text(number: i64) -> String {
    let number = u8::try_from(number).ok();
    let contract = number.and_then(Contract::from_order);
    contract.map_or("-".to_owned(), Contract::as_at_the_table)
}

/// One field of a report.
fn report(
    item: &ReportItem<Value>,
    board: &Board,
    ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    out: &mut Vec<u8>,
) -> Result<(), EvalError> {
    in_memory(match item {
        ReportItem::Text(text) => write!(out, "'{text}'"),
        ReportItem::Value(value) => write!(out, "{}", ask(*value)?),
        ReportItem::Contract(value) => write!(out, "{}", contract_text(ask(*value)?)),
        ReportItem::Hand(seat) => {
            write!(
                out,
                "{} {}",
                seat.letter().to_ascii_lowercase(),
                board.deal[*seat]
            )
        }
        ReportItem::Side(side) => {
            let [a, b] = side.seats().map(|seat| board.deal[seat]);
            let [x, y] = side.seats().map(|seat| seat.letter().to_ascii_lowercase());
            write!(out, "{x} {a} {y} {b}")
        }
        ReportItem::Deal => write!(out, "{}", board.deal),
        // Compiling has turned these into values.
        ReportItem::Tricks(_) => Ok(()),
    });
    Ok(())
}
