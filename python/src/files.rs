//! Files of boards, and boards that are solved.

use std::path::PathBuf;
use std::sync::Arc;

use fairdeal::bridge::double_dummy::{SolvedBoard, SolvedBoards, Solver};
use fairdeal::bridge::formats::Style;
use fairdeal::bridge::score::Contract;
use fairdeal::bridge::{self, Seat};
use fairdeal::store::{CACHE_VARIABLE, SolvedDeals};
use fairdeal::{Error, Format, costs_of_plays, leads_of_boards};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::{Board, seat};
use crate::error::{asked_wrongly, explained, raised};
use crate::question::{Told, told};
use crate::work::{Listener, work};

/// A format by its name.
pub(crate) fn format_named(py: Python, name: &str) -> PyResult<Format> {
    fairdeal::named_format(name).map_err(|error| raised(py, &error))
}

fn format(py: Python, name: Option<&str>) -> PyResult<Option<Format>> {
    name.map(|name| format_named(py, name)).transpose()
}

/// The results that were kept for the next time; none, if nothing is to be kept.
pub(crate) fn known_results(cache: bool) -> Arc<SolvedDeals> {
    Arc::new(if cache {
        SolvedDeals::usual(std::env::var_os(CACHE_VARIABLE))
    } else {
        SolvedDeals::nowhere()
    })
}

fn of(boards: Vec<PyRef<Board>>) -> Vec<bridge::Board> {
    boards.iter().map(|board| board.0.clone()).collect()
}

fn style(title: Option<String>, origin: Option<String>) -> Style {
    Style {
        title,
        origin,
        ..Style::default()
    }
}

/// The boards of a file.
#[pyfunction]
pub(crate) fn read(
    py: Python,
    path: PathBuf,
    format: Option<&str>,
    skip_bad: bool,
) -> PyResult<Vec<Board>> {
    let format = self::format(py, format)?;
    let boards = work(py, &None, |_| {
        fairdeal::read_boards(&path, format, skip_bad)
    })?;
    Ok(boards.into_iter().map(Board).collect())
}

/// The boards in some bytes.
#[pyfunction]
pub(crate) fn read_bytes(
    py: Python,
    bytes: &[u8],
    format: &str,
    skip_bad: bool,
) -> PyResult<Vec<Board>> {
    let format = format_named(py, format)?;
    let boards = work(py, &None, |_| {
        fairdeal::boards_in("bytes", bytes, format, skip_bad)
    })?;
    Ok(boards.into_iter().map(Board).collect())
}

/// Writes boards to a file, whole or not at all; tells what they lose in it.
#[pyfunction]
pub(crate) fn write(
    py: Python,
    path: PathBuf,
    boards: Vec<PyRef<Board>>,
    format: Option<&str>,
    title: Option<String>,
    origin: Option<String>,
) -> PyResult<Vec<String>> {
    let format = self::format(py, format)?;
    let (boards, style) = (of(boards), style(title, origin));
    work(py, &None, |_| {
        if let (None, Some(table)) = (format, fairdeal::table_by_name(&path)) {
            fairdeal::write_boards(&path, &boards, None, &style)?;
            return Ok(fairdeal::table_losses(table, &boards));
        }
        let format = format.map_or_else(|| fairdeal::format_by_name(&path), Ok)?;
        fairdeal::write_boards(&path, &boards, Some(format), &style)?;
        Ok(format.losses(&boards))
    })
}

/// Boards as the bytes of a file.
#[pyfunction]
pub(crate) fn write_bytes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<Board>>,
    format: &str,
    title: Option<String>,
    origin: Option<String>,
) -> PyResult<Bound<'py, PyBytes>> {
    let format = format_named(py, format)?;
    let (boards, style) = (of(boards), style(title, origin));
    let bytes = work(py, &None, |_| {
        let mut bytes = Vec::new();
        let written = format.write(&boards, &style, &mut bytes);
        written.map_err(|error| Error::other(&error))?;
        Ok(bytes)
    })?;
    Ok(PyBytes::new(py, &bytes))
}

/// The names of the formats, and whether each can be read.
#[pyfunction]
pub(crate) fn formats() -> Vec<(&'static str, bool)> {
    Format::ALL
        .map(|format| (format.name(), format.is_read()))
        .into()
}

/// Boards with what can be made on them, and par; and the answer.
#[pyfunction]
pub(crate) fn solve(
    py: Python,
    boards: Vec<PyRef<Board>>,
    threads: Option<usize>,
    cache: bool,
    progress: Listener,
) -> PyResult<(Vec<Board>, Told)> {
    let boards = of(boards);
    if let Some(partial) = boards.iter().find(|board| !board.deal.is_complete()) {
        return Err(asked_wrongly(
            py,
            format!("board {} lacks hands", partial.number),
        ));
    }
    let solver = Solver::load().map_err(|error| explained(py, &error))?;
    let solver = solver.on_threads(
        threads
            .unwrap_or_else(fairdeal::cores)
            .clamp(1, fairdeal::MOST_THREADS),
    );
    let known = known_results(cache);
    let deals: Vec<bridge::Deal> = boards.iter().map(|board| board.deal).collect();
    let solved = work(py, &progress, |watch| {
        let tables = solver.tables_knowing(&deals, &*known, watch);
        let tables = tables.map_err(|error| Error::other(&error))?;
        watch.look()?;
        known.keep();
        Ok(tables)
    })?;
    let solved = boards.into_iter().zip(solved);
    let solved: Vec<SolvedBoard> = solved
        .map(|(board, tricks)| SolvedBoard::new(board, tricks))
        .collect();
    let boards = solved.iter().map(|one| Board(one.board())).collect();
    Ok((boards, told(&SolvedBoards::from(solved))))
}

/// What each opening lead gives, or what each card of the play has cost.
#[pyfunction]
pub(crate) fn at_the_table(
    py: Python,
    boards: Vec<PyRef<Board>>,
    plays: bool,
    contract: Option<(String, String)>,
    threads: Option<usize>,
    progress: Listener,
) -> PyResult<Told> {
    let boards = of(boards);
    let contract = contract.map(|(text, by)| -> PyResult<(Contract, Seat)> {
        let contract = Contract::at_the_table(&text);
        Ok((
            contract.map_err(|error| explained(py, &error))?,
            seat(py, &by)?,
        ))
    });
    let contract = contract.transpose()?;
    let threads = threads
        .unwrap_or_else(fairdeal::cores)
        .clamp(1, fairdeal::MOST_THREADS);
    work(py, &progress, |watch| {
        let answer = if plays {
            told(&costs_of_plays(&boards, contract, threads, watch)?)
        } else {
            told(&leads_of_boards(&boards, contract, threads, watch)?)
        };
        watch.look()?;
        Ok(answer)
    })
}

/// The words of the language that have a text in their name or meaning.
#[pyfunction]
pub(crate) fn words(text: Option<&str>) -> Told {
    use fairdeal::script::WordList;
    told(&text.map_or_else(WordList::all, WordList::about))
}

/// The text of an example, by its name.
#[pyfunction]
pub(crate) fn example(py: Python, name: &str) -> PyResult<&'static str> {
    use fairdeal::Example;
    let found = Example::find(name).ok_or_else(|| {
        let meant =
            Example::like(name).map_or(String::new(), |like| format!("; did you mean {like}?"));
        asked_wrongly(py, format!("there is no example {name}{meant}"))
    });
    Ok(found?.text)
}

/// The names of the examples, and what each shows.
#[pyfunction]
pub(crate) fn examples() -> Vec<(&'static str, &'static str)> {
    fairdeal::Example::all()
        .iter()
        .map(|one| (one.name, one.about))
        .collect()
}
