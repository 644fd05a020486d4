//! One line a board, as the dealer family writes it: `n S.H.D.C e S.H.D.C s S.H.D.C w S.H.D.C`.
//!
//! The format has the cards alone: boards are counted from 1. What a script prints after the hands is passed over,
//! and so are comments and the words with which the classic program ends.

use std::io::{self, Write};

use super::hands::{dotted, read_dotted};
use super::reading::{Draft, Reading, lines, seat, text};
use crate::{Board, Seat};

/// How lines begin that the classic program writes after the boards.
const CLOSING: [&str; 4] = [
    "Generated ",
    "Produced ",
    "Initial random seed",
    "Time needed",
];

pub(super) fn write(out: &mut impl Write, board: &Board) -> io::Result<()> {
    // Four seats of two, four hands, three spaces and the end of the line.
    let mut line = [0u8; 80];
    let mut length = 0;
    let mut put = |bytes: &[u8]| {
        line[length..length + bytes.len()].copy_from_slice(bytes);
        length += bytes.len();
    };
    for (mark, seat) in [b"n ", b"e ", b"s ", b"w "].into_iter().zip(Seat::ALL) {
        put(mark);
        put(dotted(board.deal[seat]).as_bytes());
        put(if seat == Seat::West { b"\n" } else { b" " });
    }
    out.write_all(&line[..length])
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    let mut reading = Reading::default();
    let mut number = 0;
    for (line, text) in lines(&text(bytes)) {
        let comment = text.starts_with(['#', '%', ';']) || text.starts_with("//");
        if text.is_empty() || comment || CLOSING.iter().any(|words| text.starts_with(words)) {
            continue;
        }
        number += 1;
        let mut draft = Draft::at(line);
        draft.number = Some(number);
        let mut words = text.split_whitespace();
        for _ in Seat::ALL {
            let Some(word) = words.next() else {
                break;
            };
            let Some(seat) = draft.take(line, seat(word)) else {
                break;
            };
            let Some(hand) = words.next() else {
                draft.problem(line, format!("{seat} has no hand"));
                break;
            };
            if draft.hands[seat as usize].is_some() {
                draft.problem(line, format!("{seat} has two hands"));
            }
            draft.hands[seat as usize] = draft.take(line, read_dotted(hand)).flatten();
        }
        reading.add(draft);
    }
    reading
}
