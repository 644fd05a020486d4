//! Boards on paper: hand records, a page a board, one seat's hands, strips to cut, bidding sheets, and problems for declarers
//! and leaders, with the answers at the back. One layout engine makes pages of text at its place; they are written as PDF or as
//! HTML, and both show the same.
//!
//! [`PaperStyle`] says what is wanted, [`pages`] lays it out page by page. What is on a page of each layout is in `record.rs` and
//! `problem.rs`, how pages are filled in `flow.rs`, and what a board is drawn of in `draft.rs`.

mod draft;
mod flow;
mod options;
mod problem;
mod record;
mod words;

use std::io::Write;

use paper::{Page, html};

pub use options::{Audience, PaperLayout, PaperStyle};

use self::flow::Flow;
use self::options::Answers;
use super::{Style, WriteError};
use crate::{Board, Seat};

/// More boards than this nobody prints at once.
pub(super) const MOST_IN_PDF: u64 = 10_000;
/// Nor more pages.
#[cfg(feature = "pdf")]
const MOST_PAGES: usize = 20_000;

const TITLE: &str = "Boards";

/// Lays boards out, and hands over page after page.
///
/// ```
/// use bridge::formats::{Style, pages};
/// use bridge::{Board, Deal};
/// let boards: Vec<Board> = (1..=20).map(|number| Board::new(number, Deal::default())).collect();
/// let mut number = 0;
/// pages(&boards, &Style::default(), &mut |_| { number += 1; Ok(()) }).unwrap();
/// assert_eq!(number, 3);
/// ```
///
/// # Errors
/// What is asked for and does not go together, or what `each` says.
pub fn pages(
    boards: &[Board],
    style: &Style,
    each: &mut dyn FnMut(&Page) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    let options = &style.paper;
    let answers = options.answers(style.answers)?;
    let layout = options.layout.unwrap_or_default();
    let mut flow = Flow::new(options.paper.unwrap_or_default(), style, each);
    let title = style.title.as_deref();
    let known = record::Known::of(boards);
    let beside = answers == Answers::AtTheBoards;
    match layout {
        PaperLayout::Records | PaperLayout::Page => {
            let shape = record::shape(options, layout, known.filter(beside));
            let number = options.boards_per_page;
            let number = number.filter(|_| layout == PaperLayout::Records);
            let grid = flow.grid(&shape, number, boards.len());
            flow.section(title, &grid)?;
            flow.boards(&grid, boards, |board| record::draft(board, &grid, beside))?;
        }
        PaperLayout::Seat => {
            let shape = problem::seat_shape(options, beside);
            let grid = flow.grid(&shape, options.boards_per_page, boards.len());
            let seats = options.seat.map_or(Seat::ALL.to_vec(), |seat| vec![seat]);
            for seat in seats {
                let heading = match title {
                    Some(title) => format!("{title}: {seat}"),
                    None => seat.to_string(),
                };
                flow.section(Some(&heading), &grid)?;
                let draft = |board: &Board| problem::seat(board, seat, &grid, beside);
                flow.boards(&grid, boards, draft)?;
            }
        }
        PaperLayout::Strip | PaperLayout::Bidding | PaperLayout::Declarer | PaperLayout::Lead => {
            let shape = problem::shape(options, layout, beside);
            let grid = flow.grid(&shape, options.boards_per_page, boards.len());
            flow.section(title, &grid)?;
            flow.boards(&grid, boards, |board| match layout {
                PaperLayout::Strip => problem::strip(board, &grid, beside, options.large),
                PaperLayout::Bidding => problem::bidding(board, options.seat, &grid),
                PaperLayout::Declarer => problem::declarer(board, options.seat, &grid),
                _ => problem::lead(board, options.seat, &grid),
            })?;
        }
    }
    if answers == Answers::AtTheBack && !boards.is_empty() {
        let shape = record::shape(options, PaperLayout::Records, known);
        let grid = flow.grid(&shape, None, boards.len());
        flow.section(Some("Answers"), &grid)?;
        flow.boards(&grid, boards, |board| record::draft(board, &grid, true))?;
    }
    flow.finish()
}

/// Where the boards come from, which a file may say where nobody sees it; not to students, who could deal them again.
fn origin(style: &Style) -> Option<&str> {
    let students = style.paper.audience == Some(Audience::Students);
    style.origin.as_deref().filter(|_| !students)
}

pub(super) fn html(
    out: &mut impl Write,
    boards: &[Board],
    style: &Style,
) -> Result<(), WriteError> {
    let title = paper::shown(style.title.as_deref().unwrap_or(TITLE));
    let size = style.paper.paper.unwrap_or_default();
    html::begin(out, size, &title, origin(style))?;
    pages(boards, style, &mut |page| Ok(html::page(out, page)?))?;
    Ok(html::end(out)?)
}

#[cfg(feature = "pdf")]
pub(super) fn pdf(out: &mut impl Write, boards: &[Board], style: &Style) -> Result<(), WriteError> {
    if boards.len() as u64 > MOST_IN_PDF {
        let why = "a PDF has at most 10,000: write them in parts";
        return Err(WriteError::Boards(why, boards.len()));
    }
    let title = paper::shown(style.title.as_deref().unwrap_or(TITLE));
    let failed = |error: paper::pdf::PdfError| WriteError::Pdf(error.to_string());
    let mut pdf = paper::pdf::Pdf::new(&title, origin(style)).map_err(failed)?;
    let mut number = 0;
    pages(boards, style, &mut |page| {
        number += 1;
        if number > MOST_PAGES {
            let why = "they take more than 20,000 pages: write them in parts";
            return Err(WriteError::Boards(why, boards.len()));
        }
        pdf.page(page).map_err(failed)
    })?;
    Ok(out.write_all(&pdf.finish().map_err(failed)?)?)
}

#[cfg(not(feature = "pdf"))]
pub(super) fn pdf(_: &mut impl Write, _: &[Board], _: &Style) -> Result<(), WriteError> {
    Err(WriteError::NoPdf)
}
