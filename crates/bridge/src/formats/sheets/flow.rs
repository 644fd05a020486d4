//! How pages are filled: boards in rows, notes that go on below them, and a new page where there is no room. This knows drafts
//! and not what is in them.

use std::collections::VecDeque;

use paper::{
    ASCENT, Area, Block, DESCENT, Face, Ink, Mark, Page, Paper, Run, Span, spans_width, wrap,
};

use super::super::{Style, WriteError};
use super::draft::{Draft, PAD};
use super::options::PaperStyle;
use super::words;
use crate::Board;

/// Between the edge of the paper and the boards.
const MARGIN: f32 = 36.0;
/// The same below, where the number of the page stands.
const FOOT: f32 = 46.0;
const HEADING: f32 = 26.0;
/// The print of notes, in parts of that of the board, and from one line of them to the next.
const NOTE: f32 = 0.86;
const NOTE_LINE: f32 = 1.06;
/// Below the last line of them.
const AFTER: f32 = 0.35;
/// Longer notes go on below, as wide as the page.
const NOTE_LINES: usize = 10;
/// Print smaller than this nobody reads.
const LEAST: f32 = 6.0;
/// The print of an introduction.
const INTRODUCTION: f32 = 9.5;
/// A longer introduction is cut.
const MOST_INTRODUCTION: usize = 20_000;

/// What is drawn around a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    Box,
    /// Lines to cut along, above and below.
    Cut,
}

/// What a layout needs for a board, in parts of the size of the print.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    pub width: f32,
    pub height: f32,
    /// So many lines of notes are usual.
    pub lines: usize,
    /// How many boards are usual on a page.
    pub usual: u8,
    /// Print larger than this helps nobody.
    pub largest: f32,
    pub most_columns: usize,
    pub frame: Frame,
}

/// How boards stand on a page.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    columns: usize,
    /// The size of the print.
    size: f32,
    per_page: usize,
    /// The width of a board's place, in points.
    cell: f32,
    gap: f32,
    height: f32,
    /// At most so many lines of notes stand there.
    lines: usize,
    usual_lines: usize,
    frame: Frame,
}

impl Grid {
    /// The width of a board's place, in parts of the size of the print.
    pub(super) fn width(&self) -> f32 {
        self.cell / self.size
    }

    fn row_height(&self, lines: usize) -> f32 {
        (self.height + notes_height(lines)) * self.size
    }
}

fn notes_height(lines: usize) -> f32 {
    match lines {
        0 => 0.0,
        lines => NOTE_LINE * lines as f32 + AFTER,
    }
}

/// Fills pages and hands them over.
pub(super) struct Flow<'a> {
    paper: Paper,
    each: &'a mut dyn FnMut(&Page) -> Result<(), WriteError>,
    introduction: VecDeque<Vec<Span>>,
    /// What stands at the foot of a page.
    foot: String,
    /// The heading of the next page.
    heading: Option<String>,
    /// The least room that boards need.
    least: f32,
    blocks: Vec<Block>,
    is_open: bool,
    boards: usize,
    y: f32,
    number: usize,
}

impl<'a> Flow<'a> {
    pub(super) fn new(
        paper: Paper,
        style: &Style,
        each: &'a mut dyn FnMut(&Page) -> Result<(), WriteError>,
    ) -> Flow<'a> {
        let text = style.introduction.as_deref().unwrap_or_default();
        let text: String = text.chars().take(MOST_INTRODUCTION).collect();
        let width = paper.size().0 - 2.0 * MARGIN;
        let mut introduction = VecDeque::new();
        for line in text.trim().lines() {
            match line.trim() {
                "" => introduction.push_back(Vec::new()),
                line => introduction.extend(wrap(&words::plain(line), INTRODUCTION, width)),
            }
        }
        Flow {
            paper,
            each,
            introduction,
            foot: style.title.as_deref().map(paper::shown).unwrap_or_default(),
            heading: None,
            least: 0.0,
            blocks: Vec::new(),
            is_open: false,
            boards: 0,
            y: 0.0,
            number: 0,
        }
    }

    fn width(&self) -> f32 {
        self.paper.size().0 - 2.0 * MARGIN
    }

    fn bottom(&self) -> f32 {
        self.paper.size().1 - FOOT
    }

    /// As many boards a page as are asked for, or as many of them as can be read.
    pub(super) fn grid(&self, shape: &Shape, asked: Option<u8>, boards: usize) -> Grid {
        let asked = match asked {
            Some(asked) => asked.clamp(1, PaperStyle::MOST_A_PAGE).into(),
            // Fewer have larger print.
            None => usize::from(shape.usual).min(boards.max(1)),
        };
        let gap = match shape.frame {
            Frame::Box => 7.0,
            Frame::Cut => 0.0,
        };
        let fewer = (1..=asked)
            .rev()
            .map(|number| self.with(shape, number, gap));
        let mut readable = fewer.skip_while(|grid| grid.size < LEAST && grid.per_page > 1);
        readable.next().unwrap_or_else(|| self.with(shape, 1, gap))
    }

    /// So many boards a page, with the columns that give them the largest print.
    fn with(&self, shape: &Shape, asked: usize, gap: f32) -> Grid {
        let room = self.bottom() - MARGIN - HEADING;
        let with = |columns: usize| {
            let rows = asked.div_ceil(columns);
            let cell = (self.width() - gap * (columns - 1) as f32) / columns as f32;
            let high = (room - gap * (rows - 1) as f32) / rows as f32;
            let height = shape.height + notes_height(shape.lines);
            let size = (cell / shape.width).min(high / height);
            Grid {
                columns,
                size: size.min(shape.largest),
                per_page: asked,
                cell,
                gap,
                height: shape.height,
                lines: if asked == 1 { usize::MAX } else { NOTE_LINES },
                usual_lines: shape.lines,
                frame: shape.frame,
            }
        };
        // Places that stay empty are worth a little less print.
        let worth = |grid: &Grid| {
            let places = grid.columns * asked.div_ceil(grid.columns);
            grid.size * asked as f32 / places as f32
        };
        let mut best = with(1);
        for columns in 2..=shape.most_columns.min(asked) {
            let grid = with(columns);
            if worth(&grid) > worth(&best) + 0.01 {
                best = grid;
            }
        }
        best
    }

    /// What follows begins on a page of its own.
    pub(super) fn section(&mut self, heading: Option<&str>, grid: &Grid) -> Result<(), WriteError> {
        self.end_introduction();
        self.end_page()?;
        self.heading = heading.map(paper::shown);
        self.least = grid.row_height(grid.usual_lines);
        Ok(())
    }

    /// Boards in rows.
    pub(super) fn boards(
        &mut self,
        grid: &Grid,
        boards: &[Board],
        draft: impl Fn(&Board) -> Draft,
    ) -> Result<(), WriteError> {
        let pages = boards.chunks(grid.per_page);
        for row in pages.flat_map(|page| page.chunks(grid.columns)) {
            self.row(grid, row.iter().map(&draft).collect())?;
        }
        Ok(())
    }

    /// Boards beside each other.
    fn row(&mut self, grid: &Grid, drafts: Vec<Draft>) -> Result<(), WriteError> {
        let wide = grid.cell - 2.0 * PAD * grid.size;
        let notes: Vec<Notes> = drafts
            .iter()
            .map(|draft| Notes::new(&draft.notes, NOTE * grid.size, wide))
            .collect();
        let longest = notes.iter().map(|notes| notes.0.len()).max().unwrap_or(0);
        let fits = self.y + grid.row_height(longest.min(NOTE_LINES)) <= self.bottom() + 0.01;
        if self.boards > 0 && (self.boards + drafts.len() > grid.per_page || !fits) {
            self.end_page()?;
        }
        self.open_page();
        let room = ((self.bottom() - self.y) / grid.size - grid.height - AFTER) / NOTE_LINE;
        let lines = longest.min(grid.lines).min((room + 0.01).max(0.0) as usize);
        let height = grid.row_height(lines);
        let mut later = Vec::new();
        self.boards += drafts.len();
        for (place, (draft, notes)) in drafts.into_iter().zip(notes).enumerate() {
            let area = Area {
                x: MARGIN + place as f32 * (grid.cell + grid.gap),
                y: self.y,
                width: grid.cell,
                height,
            };
            let number = draft.number;
            let (here, rest) = notes.split(lines);
            self.blocks.push(placed(grid, area, draft, &here));
            if !rest.is_empty() {
                later.push((number, rest));
            }
        }
        self.y += height + grid.gap;
        for (number, rest) in later {
            self.go_on(grid.size * NOTE, number, &rest)?;
        }
        Ok(())
    }

    /// The notes that a board's place had no room for, as wide as the page.
    fn go_on(&mut self, size: f32, number: u64, rest: &[Vec<Span>]) -> Result<(), WriteError> {
        let pitch = size * NOTE_LINE / NOTE;
        let mut lines: VecDeque<Vec<Span>> = Notes::new(rest, size, self.width())
            .0
            .into_iter()
            .map(|(_, line)| line)
            .collect();
        while !lines.is_empty() {
            let room = ((self.bottom() - self.y) / pitch) as usize;
            if room < 3 {
                self.end_page()?;
                self.open_page();
                // A page with the rest of a board's notes is full of that board.
                self.boards = self.boards.max(1);
                continue;
            }
            let heading = format!("Board {number}, continued");
            let mut here = vec![words::rich(&heading, Face::Bold, Ink::BLACK)];
            here.extend(lines.drain(..lines.len().min(room - 1)));
            self.text_block(&here, size, pitch);
            self.y += size * 0.6;
        }
        Ok(())
    }

    /// Lines of text, as wide as the page.
    fn text_block(&mut self, lines: &[Vec<Span>], size: f32, pitch: f32) {
        let mut marks = Vec::new();
        for (line, spans) in lines.iter().enumerate() {
            let y = self.y + ASCENT * size + pitch * line as f32;
            marks.extend(runs(spans, MARGIN, y, size, None));
        }
        let height = pitch * lines.len() as f32;
        let area = Area {
            x: MARGIN,
            y: self.y,
            width: self.width(),
            height: height.max((ASCENT + DESCENT) * size),
        };
        self.blocks.push(Block { area, marks });
        self.y += height;
    }

    fn open_page(&mut self) {
        if self.is_open {
            return;
        }
        self.is_open = true;
        self.y = MARGIN;
        self.boards = 0;
        if let Some(heading) = self.heading.take() {
            const SIZE: f32 = 15.0;
            let spans = words::rich(&cut(&heading, SIZE, self.width()), Face::Bold, Ink::BLACK);
            let area = Area {
                x: MARGIN,
                y: MARGIN,
                width: self.width(),
                height: HEADING - 6.0,
            };
            let marks = runs(&spans, MARGIN, MARGIN + ASCENT * SIZE, SIZE, Some(1));
            self.blocks.push(Block { area, marks });
            self.y += HEADING;
        }
        let room = self.bottom() - self.y - self.least - 8.0;
        self.introduce(room);
    }

    /// As much of the introduction as there is room for.
    fn introduce(&mut self, room: f32) {
        let pitch = INTRODUCTION * 1.25;
        let number = ((room / pitch).max(0.0) as usize).min(self.introduction.len());
        if number > 0 {
            let lines: Vec<Vec<Span>> = self.introduction.drain(..number).collect();
            self.text_block(&lines, INTRODUCTION, pitch);
            self.y += 8.0;
        }
    }

    /// What is left of the introduction stands below the last boards, and is cut where there is no room.
    fn end_introduction(&mut self) {
        if self.is_open && !self.introduction.is_empty() {
            let room = self.bottom() - self.y;
            let lines = (room / (INTRODUCTION * 1.25)).max(0.0) as usize;
            if lines > 0 && lines < self.introduction.len() {
                self.introduction.truncate(lines);
                self.introduction[lines - 1] = words::plain("…");
            }
            self.introduce(room);
            self.introduction.clear();
        }
    }

    fn end_page(&mut self) -> Result<(), WriteError> {
        if !self.is_open {
            return Ok(());
        }
        self.is_open = false;
        self.number += 1;
        const SIZE: f32 = 8.0;
        let y = self.paper.size().1 - 31.0;
        let number = words::rich(&self.number.to_string(), Face::Regular, Ink::GREY);
        let right = MARGIN + self.width() - spans_width(&number, SIZE);
        let title = cut(&self.foot, SIZE, self.width() - 60.0);
        let mut marks = runs(
            &words::rich(&title, Face::Regular, Ink::GREY),
            MARGIN,
            y,
            SIZE,
            None,
        );
        marks.extend(runs(&number, right, y, SIZE, None));
        let area = Area {
            x: MARGIN,
            y: y - ASCENT * SIZE,
            width: self.width(),
            height: (ASCENT + DESCENT) * SIZE,
        };
        self.blocks.push(Block { area, marks });
        let page = Page {
            paper: self.paper,
            blocks: std::mem::take(&mut self.blocks),
        };
        self.boards = 0;
        (self.each)(&page)
    }

    /// Ends the last page. Where there were no boards, a page says so.
    pub(super) fn finish(mut self) -> Result<(), WriteError> {
        if self.number == 0 && !self.is_open {
            self.open_page();
            self.text_block(&[words::plain("No boards")], 11.0, 14.0);
        }
        self.end_introduction();
        self.end_page()
    }
}

/// A draft on its place, with its frame around it and notes below.
fn placed(grid: &Grid, area: Area, draft: Draft, notes: &[Vec<Span>]) -> Block {
    let size = grid.size;
    let mut marks = Vec::new();
    let Area {
        x,
        y,
        width,
        height,
    } = area;
    match grid.frame {
        Frame::Box => marks.push(Mark::Box {
            area,
            fill: None,
            border: Some(Ink::PALE),
        }),
        Frame::Cut => {
            for y in [y, y + height] {
                marks.push(Mark::Line {
                    from: (x, y),
                    to: (x + width, y),
                    width: 0.5,
                    ink: Ink::GREY,
                    dashed: true,
                });
            }
        }
    }
    let moved = |(right, down): (f32, f32)| (x + right * size, y + down * size);
    marks.extend(draft.marks.into_iter().map(|mark| match mark {
        Mark::Text(run) => {
            let (x, y) = moved((run.x, run.y));
            let size = run.size * size;
            Mark::Text(Run { x, y, size, ..run })
        }
        Mark::Line {
            from,
            to,
            width,
            ink,
            dashed,
        } => Mark::Line {
            from: moved(from),
            to: moved(to),
            width: width * size,
            ink,
            dashed,
        },
        Mark::Box { area, fill, border } => {
            let (x, y) = moved((area.x, area.y));
            let (width, height) = (area.width * size, area.height * size);
            let area = Area {
                x,
                y,
                width,
                height,
            };
            Mark::Box { area, fill, border }
        }
    }));
    for (line, spans) in notes.iter().enumerate() {
        let down = grid.height + NOTE * ASCENT + NOTE_LINE * line as f32;
        let (x, y) = moved((PAD, down));
        marks.extend(runs(spans, x, y, NOTE * size, None));
    }
    Block { area, marks }
}

fn runs(spans: &[Span], mut x: f32, y: f32, size: f32, level: Option<u8>) -> Vec<Mark> {
    let run = |span: &Span| {
        let run = Run {
            x,
            y,
            text: span.text.clone(),
            face: span.face,
            size,
            ink: span.ink,
            level,
        };
        x += run.width();
        Mark::Text(run)
    };
    spans.iter().map(run).collect()
}

/// A text on one line, which ends in … where it is too long.
fn cut(text: &str, size: f32, most: f32) -> String {
    let width = |text: &str| paper::width(text, Face::Bold, size);
    if width(text) <= most {
        return text.to_owned();
    }
    let mut used = width("…");
    let kept = text.chars().take_while(|letter| {
        used += width(letter.encode_utf8(&mut [0; 4]));
        used <= most
    });
    kept.collect::<String>() + "…"
}

/// The lines of notes, each with the number of its paragraph.
struct Notes(Vec<(usize, Vec<Span>)>);

impl Notes {
    fn new(paragraphs: &[Vec<Span>], size: f32, width: f32) -> Notes {
        let lines = paragraphs.iter().enumerate().flat_map(|(number, spans)| {
            let lines = wrap(spans, size, width);
            lines.into_iter().map(move |line| (number, line))
        });
        Notes(lines.collect())
    }

    /// The first lines, and the rest as paragraphs again.
    fn split(mut self, lines: usize) -> (Vec<Vec<Span>>, Vec<Vec<Span>>) {
        let rest = self.0.split_off(lines.min(self.0.len()));
        let here = self.0.into_iter().map(|(_, line)| line).collect();
        let mut paragraphs: Vec<(usize, Vec<Span>)> = Vec::new();
        for (number, line) in rest {
            match paragraphs.last_mut() {
                Some((known, spans)) if *known == number => {
                    if let Some(last) = spans.last_mut() {
                        last.text.push(' ');
                    }
                    spans.extend(line);
                }
                _ => paragraphs.push((number, line)),
            }
        }
        let rest = paragraphs.into_iter().map(|(_, spans)| spans).collect();
        (here, rest)
    }
}
