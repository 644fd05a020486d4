//! The actions of a script, each with what it has counted or kept so far.
//!
//! An act is asked once for each board and once at the end. It knows what the classic program prints then; it does
//! not know how boards come about.

use std::io::{self, Write};

use bridge::{Deal, Hand, Seat, Side, layout};
use condition::EvalError;
use script::{Action, Axis, Encoding, Item, Value};

use crate::pbn::{PbnHeader, pbn};
use crate::tally::{Average, Bounds, CrossFrequency, Frequency};

/// A table with more cells than this is refused: it would be gigabytes.
const MAX_CELLS: u64 = 1 << 22;

/// More hands than this are not kept for `print`.
const MAX_KEPT: usize = 1 << 24;

/// Why a script's action cannot be done.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum ActError {
    #[error("{0} is not an action of the classic program: 'fairdeal deal' has it")]
    Later(&'static str),
    #[error("evalcontract does nothing in the classic program but end it")]
    EvalContract,
    #[error("the frequency of {name} has an upper bound below its lower bound")]
    Bounds { name: String },
    #[error("the frequency of {name} has more than {MAX_CELLS} cells")]
    Cells { name: String },
    #[error("more than {MAX_KEPT} hands to print on pages: produce fewer")]
    Kept,
}

/// Why a board could not be dealt with.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BoardError {
    #[error(transparent)]
    Act(#[from] ActError),
    #[error(transparent)]
    Eval(#[from] EvalError),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A board that qualifies.
pub(crate) struct Board<'a> {
    /// Its number, from 1.
    pub(crate) number: u64,
    /// Its cards.
    pub(crate) deal: Deal,
    /// Works out the values that the script asks for.
    pub(crate) value: &'a mut dyn FnMut(Value) -> Result<i32, EvalError>,
    /// What PBN says beside the cards; nothing if PBN is not wanted.
    pub(crate) pbn: Option<&'a PbnHeader<'a>>,
}

/// A part of `printes`.
pub(crate) enum Piece {
    Text(Vec<u8>),
    Value(Value),
}

/// An action at work. Texts are bytes, in the script's encoding.
pub(crate) enum Act {
    All,
    Side(Side),
    Pbn,
    Compact(Option<Value>),
    OneLine(Option<Value>),
    Pages(Vec<(Seat, Vec<Hand>)>),
    Pieces(Vec<Piece>),
    Average {
        label: Option<Vec<u8>>,
        value: Value,
        tally: Average,
    },
    Frequency {
        label: Vec<u8>,
        value: Value,
        tally: Frequency,
    },
    Cross {
        label: Vec<u8>,
        down: Value,
        across: Value,
        tally: CrossFrequency,
    },
}

impl Act {
    /// An action before the first board.
    pub(crate) fn new(action: Action<Value>, encoding: Encoding) -> Result<Act, ActError> {
        Ok(match action {
            Action::PrintAll => Act::All,
            Action::PrintSide(side) => Act::Side(side),
            Action::PrintPbn => Act::Pbn,
            Action::PrintCompact(value) => Act::Compact(value),
            Action::PrintOneline(value) => Act::OneLine(value),
            Action::Print(seats) => Act::Pages(
                Seat::ALL
                    .into_iter()
                    .filter(|seat| seats.contains(seat))
                    .map(|seat| (seat, Vec::new()))
                    .collect(),
            ),
            Action::PrintEs(items) => {
                let piece = |item| match item {
                    Item::Text(text) => Piece::Text(encoding.encode(&text)),
                    Item::Value(value) => Piece::Value(value),
                    Item::NewLine => Piece::Text(b"\n".to_vec()),
                };
                Act::Pieces(items.into_iter().map(piece).collect())
            }
            Action::Average { label, value } => Act::Average {
                label: label.map(|label| encoding.encode(&label)),
                value,
                tally: Average::default(),
            },
            Action::Frequency {
                label,
                first,
                second,
            } => frequency(label.unwrap_or_default(), encoding, first, second)?,
            Action::EvalContract(_) => return Err(ActError::EvalContract),
            Action::CsvReport(_) => return Err(ActError::Later("csvrpt")),
            Action::PrintReport(_) => return Err(ActError::Later("printrpt")),
            Action::Export(_) => return Err(ActError::Later("export")),
        })
    }

    /// Whether it prints boards, so that a few are enough.
    pub(crate) fn prints(&self) -> bool {
        !matches!(
            self,
            Act::Average { .. } | Act::Frequency { .. } | Act::Cross { .. }
        )
    }

    /// Does what is to be done with one board.
    pub(crate) fn board(
        &mut self,
        board: &mut Board,
        out: &mut impl Write,
    ) -> Result<(), BoardError> {
        let deal = &board.deal;
        match self {
            Act::All => layout::all(out, board.number, deal)?,
            Act::Side(side) => layout::side(out, *side, deal)?,
            Act::Pbn => {
                if let Some(header) = board.pbn {
                    pbn(out, header, board.number, deal)?;
                }
            }
            Act::Compact(value) => {
                layout::compact(out, deal)?;
                if let Some(value) = value {
                    writeln!(out, "{}", (board.value)(*value)?)?;
                }
            }
            Act::OneLine(value) => {
                layout::one_line(out, deal)?;
                match value {
                    Some(value) => writeln!(out, "{}", (board.value)(*value)?)?,
                    None => out.write_all(b"\n")?,
                }
            }
            Act::Pages(pages) => {
                for (seat, hands) in pages {
                    if hands.len() == MAX_KEPT {
                        return Err(ActError::Kept.into());
                    }
                    hands.push(deal[*seat]);
                }
            }
            Act::Pieces(pieces) => {
                for piece in pieces {
                    match piece {
                        Piece::Text(text) => out.write_all(text)?,
                        Piece::Value(value) => write!(out, "{}", (board.value)(*value)?)?,
                    }
                }
            }
            Act::Average { value, tally, .. } => tally.add((board.value)(*value)?),
            Act::Frequency { value, tally, .. } => tally.add((board.value)(*value)?),
            Act::Cross {
                down,
                across,
                tally,
                ..
            } => {
                let down = (board.value)(*down)?;
                tally.add(down, (board.value)(*across)?);
            }
        }
        Ok(())
    }

    /// Prints what was counted or kept over so many boards.
    pub(crate) fn end(&self, boards: u64, out: &mut impl Write) -> io::Result<()> {
        match self {
            Act::Pages(pages) => pages
                .iter()
                .try_for_each(|(seat, hands)| layout::page(out, *seat, hands)),
            Act::Average { label, tally, .. } => tally.print(out, label.as_deref(), boards),
            Act::Frequency { label, tally, .. } => tally.print(out, label),
            Act::Cross { label, tally, .. } => tally.print(out, label),
            _ => Ok(()),
        }
    }
}

fn frequency(
    name: String,
    encoding: Encoding,
    first: Axis<Value>,
    second: Option<Axis<Value>>,
) -> Result<Act, ActError> {
    let bounds = |axis: &Axis<Value>| {
        if axis.step != 1 {
            return Err(ActError::Later("bktfreq"));
        }
        // The language's numbers are wider than the classic program's; what does not fit loses its upper half there.
        Bounds::new(axis.low as i32, axis.high as i32)
            .ok_or_else(|| ActError::Bounds { name: name.clone() })
    };
    let down = bounds(&first)?;
    let across = second.as_ref().map(bounds).transpose()?;
    let cells = down.rows().saturating_mul(across.map_or(1, Bounds::rows));
    if cells > MAX_CELLS {
        return Err(ActError::Cells { name });
    }
    Ok(match second.zip(across) {
        None => Act::Frequency {
            label: encoding.encode(&name),
            value: first.value,
            tally: Frequency::new(down),
        },
        Some((second, across)) => Act::Cross {
            label: encoding.encode(&name),
            down: first.value,
            across: second.value,
            tally: CrossFrequency::new(down, across),
        },
    })
}
