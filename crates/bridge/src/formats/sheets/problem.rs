//! What players get to see: one seat's hands, strips to cut, bidding sheets, and problems for declarers and leaders. None of it
//! has answers, but for the points of a hand where a teacher wants them.

use paper::Ink;

use super::draft::{CALL, CALLER, Draft, HAND, LINE, PAD, grey};
use super::flow::{Frame, Grid, Shape};
use super::options::{PaperLayout, PaperStyle};
use super::words::{self, labelled};
use crate::{Board, PointCount, Seat};

/// The width of a hand with what stands around it.
const PIECE: f32 = 11.0;
/// Where hands begin, below the number of the board.
const BELOW: f32 = PAD + 1.7;
/// The lines of an empty auction.
const ROWS: usize = 5;
/// The width of a hand beside an auction.
const BESIDE: f32 = 8.2;
const AUCTION: f32 = 4.0 * CALLER;
const WITH_AUCTION: f32 = 2.0 * PAD + 2.0 * BESIDE + 1.0 + AUCTION;
/// Longer auctions of a file are told in words.
const MOST_CALLS: usize = 4 * 7 - 3;

pub(super) fn seat_shape(options: &PaperStyle, points: bool) -> Shape {
    Shape {
        width: PIECE,
        height: seat_height(points),
        lines: 0,
        usual: if options.large { 6 } else { 18 },
        largest: if options.large { 22.0 } else { 14.0 },
        most_columns: 6,
        frame: Frame::Box,
    }
}

fn seat_height(points: bool) -> f32 {
    BELOW + 1.2 + HAND + 0.3 + if points { LINE } else { 0.0 }
}

/// The hand of one seat.
pub(super) fn seat(board: &Board, seat: Seat, grid: &Grid, points: bool) -> Draft {
    let mut draft = Draft::new(board, seat_height(points));
    let most = grid.width() - 2.0 * PAD;
    piece(&mut draft, board, seat, (PAD, 0.0), most, points);
    draft
}

/// A hand with its board's number, dealer and vulnerability above it.
fn piece(
    draft: &mut Draft,
    board: &Board,
    seat: Seat,
    (x, y): (f32, f32),
    most: f32,
    points: bool,
) {
    let number = format!("Board {} · {seat}", board.number);
    draft.heading(x, y + PAD + 1.0, 1.05, most, &number);
    let facts = format!("{} deals · {}", board.dealer, words::vulnerable(board));
    draft.text(x, y + BELOW + 0.55, 0.82, most, &grey(&facts));
    let top = y + BELOW + 1.1;
    let hand = board.deal[seat];
    draft.hand(x, top, most, hand);
    if points && !hand.is_empty() {
        let points = format!("{} HCP", PointCount::HCP.of_hand(hand));
        draft.text(x, top + HAND + 0.9, 0.85, most, &grey(&points));
    }
}

pub(super) fn shape(options: &PaperStyle, layout: PaperLayout, points: bool) -> Shape {
    let large = options.large;
    let (width, height, usual) = match layout {
        PaperLayout::Strip => {
            let across = across(large);
            let height = seat_height(points) * (4 / across) as f32;
            (PIECE * across as f32, height, if large { 2 } else { 7 })
        }
        PaperLayout::Bidding => (WITH_AUCTION, BIDDING, if large { 4 } else { 6 }),
        PaperLayout::Declarer => (DECLARER, PROBLEM, if large { 2 } else { 4 }),
        _ => (WITH_AUCTION, PROBLEM, if large { 2 } else { 4 }),
    };
    Shape {
        width,
        height,
        lines: 0,
        usual,
        largest: if large { 22.0 } else { 12.5 },
        // Pages of strips are cut, and those of leads folded, from top to bottom.
        most_columns: match layout {
            PaperLayout::Strip | PaperLayout::Lead => 1,
            _ => 2,
        },
        frame: match layout {
            PaperLayout::Strip => Frame::Cut,
            _ => Frame::Box,
        },
    }
}

/// The four hands in a row, or in two of large print, with lines to cut along between them.
pub(super) fn strip(board: &Board, grid: &Grid, points: bool, large: bool) -> Draft {
    let across = across(large);
    let (wide, high) = (grid.width() / across as f32, seat_height(points));
    let mut draft = Draft::new(board, high * (4 / across) as f32);
    for column in 1..across {
        let x = wide * column as f32;
        draft.line((x, 0.0), (x, draft.height), Ink::GREY, true);
    }
    for row in 1..4 / across {
        let y = high * row as f32;
        draft.line((0.0, y), (grid.width(), y), Ink::GREY, true);
    }
    for (place, seat) in Seat::ALL.into_iter().enumerate() {
        let x = wide * (place % across) as f32 + PAD;
        let y = high * (place / across) as f32;
        piece(&mut draft, board, seat, (x, y), wide - 2.0 * PAD, points);
    }
    draft
}

/// How many hands of a strip stand beside each other.
fn across(large: bool) -> usize {
    if large { 2 } else { 4 }
}

const BIDDING: f32 = BELOW + CALL * (ROWS + 1) as f32 + PAD;

/// Two hands and an empty auction.
pub(super) fn bidding(board: &Board, seat: Option<Seat>, grid: &Grid) -> Draft {
    let mut draft = Draft::new(board, BIDDING);
    let seat = seat.unwrap_or(Seat::South);
    let wide = grid.width();
    draft.facts_in_line(board, PAD, wide - 2.0 * PAD, "");
    let auction = wide - PAD - AUCTION;
    let half = (auction - 0.6 - PAD) / 2.0;
    // West stands left of East, and North left of South.
    let mut seats = [seat, seat.partner()];
    if matches!(seat, Seat::East | Seat::South) {
        seats.reverse();
    }
    for (place, seat) in (0..).zip(seats) {
        let x = PAD + half * place as f32;
        let name = seat.to_string();
        draft.named_hand((x, BELOW), half - 0.4, board, (seat, &name), false);
    }
    draft.blank(PAD, BELOW + LINE + HAND + 1.3, 2.0 * half - 0.6, "Contract");
    draft.auction((auction, BELOW), board.dealer, &[], ROWS);
    draft
}

const PROBLEM: f32 = BELOW + 3.05 + CALL * 8.0 + 0.4;
/// Declarer's hand and dummy stand one above the other.
const DECLARER: f32 = 2.0 * PAD + HANDS + 0.8 + AUCTION;
/// A hand with a long suit and the name of its seat.
const HANDS: f32 = 10.5;

/// What is known before the play: the contract, the lead and the auction; else room to write them.
fn before_the_play(draft: &mut Draft, board: &Board, x: f32, leads: bool) {
    let mut y = BELOW + 0.95;
    match words::played(board) {
        Some((contract, declarer)) => {
            let text = format!("{} by {declarer}", contract.in_words());
            draft.text(x, y, 0.95, AUCTION, &labelled("Contract", &text));
        }
        None => draft.blank(x, y, AUCTION, "Contract"),
    }
    y += 1.5;
    match words::lead(board).filter(|_| !leads) {
        Some(card) => draft.text(x, y, 0.95, AUCTION, &labelled("Lead", &card)),
        None if leads => draft.blank(x, y, AUCTION, "Your lead"),
        None => draft.blank(x, y, AUCTION, "Lead"),
    }
    y += 0.6;
    let auction = board.record.as_deref().and_then(|record| record.auction());
    let auction = auction.filter(|auction| (1..=MOST_CALLS).contains(&auction.calls.len()));
    let (starter, calls) = match auction {
        Some(auction) => {
            let calls = auction.calls.iter().map(|one| words::call(&one.call));
            (auction.starter, calls.collect())
        }
        None => (board.dealer, Vec::new()),
    };
    draft.auction((x, y), starter, &calls, ROWS + 1);
}

/// Lines to write on between two places, if there is room for a few words.
fn lines(draft: &mut Draft, x: f32, upto: f32) {
    if upto - x < 7.0 {
        return;
    }
    draft.text(x, BELOW + 0.95, 0.9, upto - x, &grey("Your thoughts"));
    for line in 1..=7 {
        let y = BELOW + 0.95 + 1.55 * line as f32;
        draft.line((x, y), (upto, y), Ink::PALE, false);
    }
}

/// Dummy above declarer, who is told the contract, the lead and the auction.
pub(super) fn declarer(board: &Board, seat: Option<Seat>, grid: &Grid) -> Draft {
    let mut draft = Draft::new(board, PROBLEM);
    let seat = seat.or(words::played(board).map(|(_, declarer)| declarer));
    let seat = seat.unwrap_or(Seat::South);
    let wide = grid.width();
    draft.facts_in_line(board, PAD, wide - 2.0 * PAD, "");
    let auction = (wide - PAD - AUCTION).min(PAD + HANDS + 0.8);
    let most = auction - 0.8 - PAD;
    let places = [(seat.partner(), "dummy"), (seat, "you")];
    for (place, (seat, role)) in (0..).zip(places) {
        let top = BELOW + (LINE + HAND + 0.5) * place as f32;
        let name = format!("{seat} ({role})");
        draft.named_hand((PAD, top), most, board, (seat, &name), false);
    }
    before_the_play(&mut draft, board, auction, false);
    lines(&mut draft, auction + AUCTION + 1.0, wide - PAD);
    draft
}

/// The leader's hand and the auction, and dummy beyond a line to fold along.
pub(super) fn lead(board: &Board, seat: Option<Seat>, grid: &Grid) -> Draft {
    let mut draft = Draft::new(board, PROBLEM);
    let by_file = words::played(board).map(|(_, declarer)| declarer.next());
    let seat = seat.or(by_file).unwrap_or(Seat::West);
    let wide = grid.width();
    let fold = wide - PAD - BESIDE - 0.6;
    draft.facts_in_line(board, PAD, fold - 2.0 * PAD, "");
    let auction = (fold - 0.6 - AUCTION).min(PAD + HANDS + 0.8);
    let name = format!("{seat} (you)");
    draft.named_hand(
        (PAD, BELOW),
        auction - 0.6 - PAD,
        board,
        (seat, &name),
        false,
    );
    before_the_play(&mut draft, board, auction, true);
    lines(&mut draft, auction + AUCTION + 1.0, fold - 0.8);
    draft.line((fold, 0.0), (fold, draft.height), Ink::GREY, true);
    let dummy = seat.next();
    let name = format!("{dummy} (dummy)");
    draft.named_hand((fold + 0.6, BELOW), BESIDE, board, (dummy, &name), false);
    draft
}
