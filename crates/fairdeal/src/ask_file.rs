//! Files as they are asked for in JSON: boards that are dealt, or that are in a file already, written in a format. What is
//! written goes to whoever takes it, as it comes; the answer says what came of it. The bytes are the command's.

use std::collections::BTreeSet;

use answer::{ErrorBody, Place};
use bridge::Board;
use bridge::double_dummy::{SolvedBoard, Solver};
use bridge::formats::{Audience, Format, Paper, PaperLayout, PaperStyle, Problem, Style};
use serde::{Deserialize, Serialize};
use space::Watch;

use crate::ask::answered_in_json;
use crate::dealing::{BoardSink, NoText, Wanted};
use crate::dealt::DealReport;
use crate::desk::Desk;
use crate::error::Error;
use crate::requests::{DealRequest, bad};
use crate::script_question::solver_if;

/// A file that is to be written: `{"write": "deal", "script": "…", "boards": 8, "seed": 7, "format": "pbn"}`.
///
/// ```
/// use fairdeal::{TextTo, Watch, file_json};
/// let request = r#"{"write": "deal", "script": "condition hcp(south) > 20", "boards": 2, "seed": 7, "format": "lin"}"#;
/// let mut lin = Vec::new();
/// let answer = file_json(request, b"", &mut TextTo(&mut lin), &Watch::default()).unwrap();
/// assert!(answer.contains(r#""ended":"complete""#) && lin.starts_with(b"qx|o1|"));
/// ```
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "write", rename_all = "lowercase")]
#[non_exhaustive]
pub enum FileRequest {
    /// Boards that are dealt.
    Deal(Box<DealFile>),
    /// Boards of a file.
    Boards(Box<BoardsFile>),
}

/// Boards that are dealt, as a file.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DealFile {
    /// Which boards.
    #[serde(flatten)]
    pub deal: DealRequest,
    /// The format, by its name; else as the script's print actions say.
    pub format: Option<String>,
    /// What the file has beside the boards.
    pub style: StyleRequest,
}

/// Boards of a file, as another file.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct BoardsFile {
    /// The name of the file, whose ending tells its format.
    pub name: Option<String>,
    /// Its format, by name.
    pub from: Option<String>,
    /// The format to write, by name; JSON lines unless said otherwise.
    pub to: Option<String>,
    /// Whether boards with something wrong are left out; else nothing is written.
    pub skip_bad: bool,
    /// Only these, by their places in the file, from 1.
    pub only: Option<Vec<u64>>,
    /// Only those that this question would deal; hands that are not given are dealt.
    pub filter: Option<DealRequest>,
    /// Turned clockwise by so many seats.
    pub turn: u8,
    /// Numbered from 1.
    pub renumber: bool,
    /// Each turned so that its dealer sits where its number says.
    pub turn_to_dealer: bool,
    /// Solved double dummy.
    pub solve: bool,
    /// What the file has beside the boards.
    pub style: StyleRequest,
}

/// What a file has beside its boards, by names: as `formats` answers.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct StyleRequest {
    /// The title of pages.
    pub title: Option<String>,
    /// What is on pages.
    pub layout: Option<String>,
    /// Whom pages are for.
    pub audience: Option<String>,
    /// Whose hands, for layouts of one seat.
    pub seat: Option<String>,
    /// The size of the paper.
    pub paper: Option<String>,
    /// At most so many boards on a page.
    pub boards_per_page: Option<u8>,
    /// Whether pages have their answers at the back.
    pub answers: bool,
    /// Whether the print is large.
    pub large: bool,
    /// Whether lines of LIN begin with the names of players.
    pub players: bool,
}

/// What came of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum FileAnswer {
    /// Of boards that were dealt.
    Deal(Box<DealtFile>),
    /// Of boards of a file.
    Boards(Box<BoardsRead>),
}

/// What came of dealing, and what there is to say of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtFile {
    /// What came of dealing.
    pub dealt: DealReport,
    /// What one should know of it, a sentence each.
    pub notes: Vec<String>,
}

/// What came of the boards of a file.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardsRead {
    /// The format that was read.
    pub format: &'static str,
    /// How many boards the file has that are right.
    pub read: u64,
    /// How many were written.
    pub boards: u64,
    /// What is wrong with others, by line.
    pub problems: Vec<Problem>,
    /// How many more things are wrong.
    pub further: u64,
    /// What one should know of what was written, a sentence each.
    pub notes: Vec<String>,
}

/// Writes a file that was asked for. `given` is the file that boards are taken from, where that is what is asked.
///
/// # Errors
/// What is wrong with the request, the question or the file, or that it was stopped.
pub fn answer_file(
    request: &FileRequest,
    given: &[u8],
    sink: &mut dyn BoardSink,
    watch: &Watch,
) -> Result<FileAnswer, Error> {
    Ok(match request {
        FileRequest::Deal(request) => FileAnswer::Deal(Box::new(request.write(sink, watch)?)),
        FileRequest::Boards(request) => {
            FileAnswer::Boards(Box::new(request.write(given, sink, watch)?))
        }
    })
}

/// The same with the request and its answer in JSON: the answer, or the error.
pub fn file_json(
    request: &str,
    given: &[u8],
    sink: &mut dyn BoardSink,
    watch: &Watch,
) -> Result<String, String> {
    answered_in_json(request, |request: FileRequest| {
        answer_file(&request, given, sink, watch)
    })
}

/// The format of a name, such as `pbn`.
///
/// # Errors
/// There is none of this name: which there are.
pub fn named_format(name: &str) -> Result<Format, Error> {
    let names = || Format::ALL.map(Format::name).join(", ");
    Format::from_name(name).ok_or_else(|| bad(format!("a format is one of {}", names())))
}

/// That a format has a place for results, where they are asked for.
fn takes_results(format: Format) -> Result<(), Error> {
    if format.takes_results() {
        return Ok(());
    }
    let (name, with) = (format.name(), Format::names_with_results());
    Err(bad(format!(
        "{name} has no place for double dummy results: write {with}"
    )))
}

impl StyleRequest {
    fn style(&self, format: Option<Format>) -> Result<Style, Error> {
        fn named<T>(
            name: &Option<String>,
            find: fn(&str) -> Option<T>,
            what: &str,
        ) -> Result<Option<T>, Error> {
            let found = name.as_deref().map(|name| find(name).ok_or(name));
            found
                .transpose()
                .map_err(|name| bad(format!("there is no {what} {name}")))
        }
        let most = PaperStyle::MOST_A_PAGE;
        if self.boards_per_page.is_some_and(|n| n == 0 || n > most) {
            return Err(bad(format!("a page has 1 to {most} boards")));
        }
        let style = Style {
            title: self.title.clone(),
            answers: self.answers,
            players: self.players,
            paper: PaperStyle {
                layout: named(&self.layout, PaperLayout::from_name, "layout")?,
                seat: named(&self.seat, |name| name.parse().ok(), "seat")?,
                boards_per_page: self.boards_per_page,
                large: self.large,
                audience: named(&self.audience, Audience::from_name, "audience")?,
                paper: named(&self.paper, Paper::from_name, "size of paper")?,
            },
            ..Style::default()
        };
        if let Some(format) = format {
            style.check(format).map_err(|error| Error::other(&error))?;
        }
        Ok(style)
    }
}

impl DealFile {
    fn write(&self, sink: &mut dyn BoardSink, watch: &Watch) -> Result<DealtFile, Error> {
        let format = self.format.as_deref().map(named_format).transpose()?;
        let style = self.style.style(format)?;
        let dealing = self.deal.ready(&Desk::default(), u64::MAX, watch)?;
        let notes = dealing.expectations(format);
        let wanted = Wanted {
            format,
            style,
            keep: false,
        };
        let dealt = dealing.run(&wanted, sink, watch)?;
        watch.look()?;
        Ok(DealtFile {
            dealt: dealt.report(),
            notes,
        })
    }
}

impl BoardsFile {
    /// The format of the file: as told, else by the ending of its name.
    fn format(&self) -> Result<Format, Error> {
        if let Some(name) = &self.from {
            return named_format(name);
        }
        let ending = self.name.as_deref().and_then(|name| name.rsplit_once('.'));
        let format = ending.and_then(|(_, ending)| Format::from_extension(ending));
        format.ok_or_else(|| bad("the name of the file does not tell its format: say which it is"))
    }

    fn write(
        &self,
        given: &[u8],
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<BoardsRead, Error> {
        let format = self.format()?;
        let to = self.to.as_deref().map_or(Ok(Format::Json), named_format)?;
        let style = self.style.style(Some(to))?;
        if self.solve {
            takes_results(to)?;
        }
        if self.turn > 3 {
            return Err(bad("boards are turned by 0 to 3 seats"));
        }
        watch.begin("reading", None);
        let reading = format.read(given);
        if !reading.problems.is_empty() && (!self.skip_bad || reading.boards.is_empty()) {
            return Err(self.wrong(&reading.problems));
        }
        let read = reading.boards.len() as u64;
        let boards = self.chosen(reading.boards);
        let mut notes = Vec::new();
        let mut boards = self.filtered(boards, &mut notes, watch)?;
        for (board, number) in boards.iter_mut().zip(1..) {
            watch.look()?;
            self.lay(board, number);
        }
        if self.solve {
            boards = solved(boards, to, &mut notes, watch)?;
        }
        watch.begin("writing", None);
        let mut bytes = Vec::new();
        let written = to.write(&boards, &style, &mut bytes);
        written.map_err(|error| Error::other(&error))?;
        watch.look()?;
        sink.text(&bytes).map_err(Error::Write)?;
        notes.extend(to.losses(&boards));
        Ok(BoardsRead {
            format: format.name(),
            read,
            boards: boards.len() as u64,
            problems: reading.problems,
            further: reading.further as u64,
            notes,
        })
    }

    /// What is wrong with the file: the first thing is said, and all have their places.
    fn wrong(&self, problems: &[Problem]) -> Error {
        let name = self.name.as_deref().unwrap_or("boards");
        let place = |problem: &Problem| Place {
            file: Some(name.to_owned()),
            line: Some(problem.line),
            label: Some(problem.message.clone()),
            ..Place::default()
        };
        let first = problems.first().map(Problem::to_string);
        let message = format!("{name}: {}", first.unwrap_or_default());
        let mut body = ErrorBody::new("bad-boards", message);
        body.places = problems.iter().map(place).collect();
        Error::Other(body)
    }

    fn chosen(&self, boards: Vec<Board>) -> Vec<Board> {
        let Some(only) = &self.only else {
            return boards;
        };
        let only: BTreeSet<u64> = only.iter().copied().collect();
        let placed = boards.into_iter().zip(1..);
        let chosen = placed.filter(|(_, place)| only.contains(place));
        chosen.map(|(board, _)| board).collect()
    }

    fn filtered(
        &self,
        boards: Vec<Board>,
        notes: &mut Vec<String>,
        watch: &Watch,
    ) -> Result<Vec<Board>, Error> {
        let Some(filter) = &self.filter else {
            return Ok(boards);
        };
        let wanted = Wanted {
            format: Some(Format::Json),
            keep: true,
            ..Wanted::default()
        };
        let dealing = filter.ready(&Desk::default(), u64::MAX, watch)?;
        let dealt = dealing.filter(boards, &wanted, &mut NoText, watch)?;
        watch.look()?;
        notes.push(dealt.to_string().trim_end().to_owned());
        Ok(dealt.kept)
    }

    /// Turns and numbers a board.
    fn lay(&self, board: &mut Board, number: u64) {
        if self.turn > 0 {
            *board = board.turned(self.turn.into());
        }
        match (self.turn_to_dealer, self.renumber) {
            (true, renumber) => {
                if renumber {
                    board.number = number;
                }
                *board = board.turned_to_dealer().0;
            }
            (false, true) => board.renumber(number),
            (false, false) => {}
        }
    }
}

/// The boards with their results; those that lack hands stay as they are.
fn solved(
    boards: Vec<Board>,
    to: Format,
    notes: &mut Vec<String>,
    watch: &Watch,
) -> Result<Vec<Board>, Error> {
    let solver: Option<Solver> = solver_if(true)?;
    let Some(solver) = solver else {
        return Ok(boards);
    };
    watch.begin("solving", Some(boards.len() as u64));
    let solve = |board: Board| {
        if !board.deal.is_complete() {
            notes.push(format!("board {} lacks hands", board.number));
            return Ok(board);
        }
        let tricks = solver.table(&board.deal, watch);
        watch.look()?;
        let tricks = tricks.map_err(|error| Error::other(&error))?;
        watch.add(1);
        Ok(SolvedBoard::new(board, tricks).board_in(to))
    };
    boards.into_iter().map(solve).collect()
}
