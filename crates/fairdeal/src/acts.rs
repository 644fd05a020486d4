//! What is written for each board: a format, or the print actions of a script.

use std::io::{self, Write};

use bridge::{Board, Hand, Seat, layout, pbn};
use condition::EvalError;
use script::{Action, Item, ReportItem, Value};

/// A way to write boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// `n AK4.QT92.J.98765 e … s … w …`, a line for each board.
    Oneline,
    /// The four hands around the table.
    Text,
}

impl Format {
    /// The format of a file with this extension.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "oneline" => Some(Format::Oneline),
            "txt" => Some(Format::Text),
            _ => None,
        }
    }
}

/// What to do with a board that asks for something to be written.
#[derive(Clone, Debug)]
pub(crate) enum Writer {
    Format(Format),
    /// The print actions of a script.
    Actions(Vec<Action<Value>>),
}

/// Whether an action writes boards; the others count.
pub(crate) fn prints<E>(action: &Action<E>) -> bool {
    !matches!(action, Action::Average { .. } | Action::Frequency { .. })
}

/// What some boards in a row have given.
#[derive(Clone, Default, Debug)]
pub(crate) struct Written {
    /// Text, to be written as it is.
    pub text: Vec<u8>,
    /// The hands for `print`, whose pages come at the end: seat by seat, in the order of the seats.
    pub pages: Vec<(Seat, Vec<Hand>)>,
}

impl Writer {
    /// Writes a board. Its values are asked for one by one.
    pub(crate) fn board(
        &self,
        board: &Board,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
        written: &mut Written,
    ) -> Result<(), EvalError> {
        match self {
            Writer::Format(format) => {
                let out = &mut written.text;
                in_memory(match format {
                    Format::Oneline => layout::one_line(out, &board.deal).map(|()| end_line(out)),
                    Format::Text => layout::table(out, board),
                });
                Ok(())
            }
            Writer::Actions(actions) => {
                let mut actions = actions.iter();
                actions.try_for_each(|action| act(action, board, ask, written))
            }
        }
    }

    /// The pages of `print`, in the way of the classic program.
    pub(crate) fn pages(&self, written: &Written) -> Vec<u8> {
        let mut out = Vec::new();
        for (seat, hands) in &written.pages {
            in_memory(layout::page(&mut out, *seat, hands));
        }
        out
    }
}

/// A line ends without the space before its end.
fn end_line(out: &mut [u8]) {
    if let Some(last) = out.last_mut() {
        *last = b'\n';
    }
}

/// Writing to memory cannot fail.
fn in_memory<T>(result: io::Result<T>) {
    debug_assert!(result.is_ok());
}

fn act(
    action: &Action<Value>,
    board: &Board,
    ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    written: &mut Written,
) -> Result<(), EvalError> {
    let out = &mut written.text;
    match action {
        Action::PrintAll => in_memory(layout::all(out, board.number, &board.deal)),
        Action::PrintSide(side) => in_memory(layout::side(out, *side, &board.deal)),
        Action::PrintPbn => in_memory(pbn::write(out, board)),
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
        Action::Average { .. } | Action::Frequency { .. } | Action::EvalContract(_) => {}
    }
    Ok(())
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
