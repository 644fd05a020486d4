//! Hand records: the four hands around the table, with points, what can be made and par, and below them what the file says. A
//! page a board is the same in larger print, with the auction beside it.

use super::draft::{CALL, CALLER, Draft, HAND, LINE, PAD, TRICKS, hand_width};
use super::flow::{Frame, Grid, Shape};
use super::options::{PaperLayout, PaperStyle};
use super::words::{self, labelled};
use crate::{Auction, Board, Seat};

/// The width of a diagram, and of one with an auction beside it.
const WIDTH: f32 = 24.0;
const MOST_WIDTH: f32 = 32.0;
const WITH_AUCTION: f32 = WIDTH + 1.5 + 4.0 * CALLER;
/// Between hands that are one above the other.
const BETWEEN: f32 = 0.3;
const MIDDLE: f32 = PAD + HAND + BETWEEN;
const LOWER: f32 = MIDDLE + HAND + BETWEEN;
const HEIGHT: f32 = LOWER + HAND + 0.35;
/// Longer auctions are told in words.
const MOST_ROWS: usize = 10;

/// What some boards have, for how much room they need.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    results: bool,
    hand_types: bool,
    auctions: bool,
}

impl Known {
    pub(super) fn of(boards: &[Board]) -> Known {
        Known {
            results: boards
                .iter()
                .any(|board| board.tricks.is_some() || board.par.is_some()),
            hand_types: boards.iter().any(|board| board.hand_type.is_some()),
            auctions: boards.iter().any(|board| auction(board).is_some()),
        }
    }

    pub(super) fn filter(self, wanted: bool) -> Known {
        if wanted { self } else { Known::default() }
    }
}

/// The auction of a board, if it is short enough to stand beside the hands.
fn auction(board: &Board) -> Option<Auction> {
    let auction = board.record.as_deref()?.auction()?;
    (1..=4 * MOST_ROWS - 3)
        .contains(&auction.calls.len())
        .then_some(auction)
}

pub(super) fn shape(options: &PaperStyle, layout: PaperLayout, known: Known) -> Shape {
    let is_page = layout == PaperLayout::Page;
    Shape {
        width: if is_page && known.auctions {
            WITH_AUCTION
        } else {
            WIDTH
        },
        height: HEIGHT,
        lines: 2 * usize::from(known.results) + usize::from(known.hand_types),
        usual: match (is_page, options.large) {
            (true, _) => 1,
            (_, true) => 2,
            _ => 8,
        },
        largest: match (is_page, options.large) {
            (true, false) => 17.0,
            (false, false) => 12.0,
            (_, true) => 22.0,
        },
        most_columns: 4,
        frame: Frame::Box,
    }
}

/// A board with all that is known of it, or with its cards only.
pub(super) fn draft(board: &Board, grid: &Grid, answers: bool) -> Draft {
    let mut draft = Draft::new(board, HEIGHT);
    let record = board.record.as_deref().filter(|_| answers);
    let beside = grid.width() >= WITH_AUCTION;
    let calls = auction(board).filter(|_| beside && answers);
    let wide = grid.width().min(if beside { WIDTH } else { MOST_WIDTH });
    diagram(&mut draft, board, wide, answers);
    if let Some(auction) = &calls {
        let texts: Vec<String> = auction
            .calls
            .iter()
            .map(|one| words::call(&one.call))
            .collect();
        let place = (WIDTH + 0.7, PAD + CALL);
        draft.auction(place, auction.starter, &texts, 1);
    }
    if !answers {
        return draft;
    }
    if let Some(par) = words::par(board) {
        draft.notes.push(labelled("Par", &par));
    }
    if let Some(tricks) = &board.tricks {
        draft.notes.push(labelled("Makes", &words::makes(tricks)));
    }
    if let Some(hand_type) = &board.hand_type {
        draft
            .notes
            .push(words::plain(&format!("Hand type: {hand_type}")));
    }
    if let Some(result) = words::result(board) {
        let lead = words::lead(board).map_or(String::new(), |card| format!(", lead {card}"));
        draft
            .notes
            .push(labelled("Contract", &format!("{result}{lead}")));
    }
    if let Some(record) = record {
        // Notes to calls have their place in words only.
        let noted = calls
            .as_ref()
            .is_some_and(|auction| auction.calls.iter().all(|call| call.note.is_none()));
        if let Some(auction) = words::auction(record).filter(|_| !noted) {
            draft.notes.push(labelled("Auction", &auction));
        }
        for remark in words::remarks(record) {
            draft.notes.push(words::plain(&remark));
        }
    }
    draft
}

/// Hands around the table, so wide.
fn diagram(draft: &mut Draft, board: &Board, wide: f32, answers: bool) {
    let middle = wide / 2.0;
    // Beside it stand facts, points and tricks.
    let side = middle - 3.8;
    draft.facts(board, side - PAD - 0.3);
    let [north, south] = [Seat::North, Seat::South].map(|seat| board.deal[seat]);
    let widest = hand_width(north).max(hand_width(south));
    let column = (middle - widest / 2.0).max(side);
    let right = match board.tricks.filter(|_| answers) {
        Some(_) => TRICKS + 0.3,
        None => 0.0,
    };
    draft.hand(column, PAD, wide - PAD - column, north);
    draft.hand(column, LOWER, wide - PAD - right - column, south);
    let most = middle - 2.2 - PAD;
    draft.hand(PAD, MIDDLE, most, board.deal[Seat::West]);
    let hand = board.deal[Seat::East];
    // Short hands stand no further out than usual.
    let natural = hand_width(hand).clamp(7.0_f32.min(most), most);
    draft.hand(wide - PAD - natural, MIDDLE, natural, hand);
    draft.compass(board, (middle, MIDDLE + HAND / 2.0));
    if answers {
        draft.points(board, PAD, LOWER + LINE * 0.6);
        if let Some(tricks) = &board.tricks {
            draft.tricks(tricks, wide - PAD, LOWER);
        }
    }
}
