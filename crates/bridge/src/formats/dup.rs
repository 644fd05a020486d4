//! Boards in DUP, for duplicating machines: 156 bytes a board. First come the digits of BRI, then the four hands with
//! the suit symbols of the old character set, then ten bytes for the machine: whether the hands are random, whether
//! it counts backwards, the lowest number of the set, the copies of each board, the highest number.

use std::io::Write;

use super::hands::marked;
use super::reading::{Draft, Reading};
use super::{Format, WriteError, bri};
use crate::{Board, Deal};

const SIZE: usize = 156;
const HANDS: usize = 68;

/// Spades, hearts, diamonds and clubs in code page 437.
const SYMBOLS: [u8; 4] = [6, 3, 4, 5];

/// Numbers have three digits.
pub(super) const MOST: u64 = 999;

pub(super) fn write(out: &mut impl Write, boards: &[Board]) -> Result<(), WriteError> {
    let (Some(first), Some(last)) = (boards.first(), boards.last()) else {
        return Ok(());
    };
    if last.number > MOST {
        let why = "numbers in dup go up to 999".to_owned();
        return Err(WriteError::Board(last.number, why));
    }
    let control = format!("YN{:<3}{:<2}{:<3}", first.number, 1, last.number);
    for (board, number) in boards.iter().zip(first.number..) {
        if board.number != number {
            let why = format!("dup numbers boards in a row, and {number} would be next");
            return Err(WriteError::Board(board.number, why));
        }
        if !board.deal.is_complete() {
            return Err(WriteError::partial(board, Format::Dup));
        }
        bri::write(out, &board.deal)?;
        out.write_all(&hands(&board.deal))?;
        out.write_all(control.as_bytes())?;
    }
    Ok(())
}

/// The four hands, seventeen bytes each.
fn hands(deal: &Deal) -> Vec<u8> {
    let hands = deal.0.map(|hand| marked(hand, SYMBOLS));
    hands
        .iter()
        .flat_map(|hand| hand.as_bytes().iter().copied())
        .collect()
}

pub(super) fn read(bytes: &[u8]) -> Reading {
    // An older kind of DUP file is nothing but BRI.
    let plain = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == 0x1a;
    if bytes.iter().all(plain) {
        return bri::read(bytes);
    }
    let mut reading = Reading::default();
    let mut rest = bytes;
    let (mut line, mut place) = (1, 0);
    loop {
        while let [b'\r' | b'\n' | 0x1a, after @ ..] = rest {
            line += usize::from(rest[0] == b'\n');
            rest = after;
        }
        let Some((record, after)) = rest.split_at_checked(SIZE) else {
            break;
        };
        record_of(&mut reading, line, place, record);
        place += 1;
        rest = after;
    }
    if !rest.is_empty() {
        let has = rest.len();
        let board = place + 1;
        let problem = format!("board {board}: the file ends within it: {has} of {SIZE} bytes");
        reading.problem(line, problem);
    }
    reading
}

fn record_of(reading: &mut Reading, line: usize, place: u64, record: &[u8]) {
    let (digits, rest) = record.split_at(bri::SIZE);
    let (written, control) = rest.split_at(HANDS);
    let number = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().parse::<u64>().ok();
    let mut draft = Draft::at(line);
    draft.number = match control[1] {
        b'Y' => number(&control[7..]).and_then(|highest| highest.checked_sub(place)),
        _ => number(&control[2..5]).map(|lowest| lowest + place),
    };
    draft.number = draft.number.or(Some(place + 1));
    if let Some(given) = draft.take(line, bri::hands(digits)) {
        draft.hands = given;
        let agrees = Deal::given(given).map_or(true, |deal| hands(&deal) == written);
        if !agrees {
            draft.problem(line, "its numbers and its hands do not agree");
        }
    }
    reading.add(draft);
}
