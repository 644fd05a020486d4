//! What is wanted on paper: which layout, for whom, how large.

use paper::Paper;

use super::super::{Format, Style, WriteError};
use crate::Seat;

/// What is on the pages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum PaperLayout {
    /// Several boards a page, all that is known with each.
    #[default]
    Records,
    /// A page for each board.
    Page,
    /// The hands of one seat.
    Seat,
    /// The four hands of a board in a row, to be cut apart.
    Strip,
    /// Two hands and an empty auction.
    Bidding,
    /// Declarer's hand and dummy.
    Declarer,
    /// The leader's hand and the auction, and dummy beyond a line to fold along.
    Lead,
}

impl PaperLayout {
    /// All layouts.
    pub const ALL: [PaperLayout; 7] = [
        PaperLayout::Records,
        PaperLayout::Page,
        PaperLayout::Seat,
        PaperLayout::Strip,
        PaperLayout::Bidding,
        PaperLayout::Declarer,
        PaperLayout::Lead,
    ];

    /// Its name, by which [`PaperLayout::from_name`] finds it.
    pub fn name(self) -> &'static str {
        match self {
            PaperLayout::Records => "records",
            PaperLayout::Page => "page",
            PaperLayout::Seat => "seat",
            PaperLayout::Strip => "strip",
            PaperLayout::Bidding => "bidding",
            PaperLayout::Declarer => "declarer",
            PaperLayout::Lead => "lead",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            PaperLayout::Records => "Hand records: several boards a page, with all that is known",
            PaperLayout::Page => "A page for each board",
            PaperLayout::Seat => "The hands of one seat a page",
            PaperLayout::Strip => "The four hands of each board in a strip, to cut apart",
            PaperLayout::Bidding => "Two partners' hands and an empty auction",
            PaperLayout::Declarer => "Declarer's problems: dummy and declarer's hand",
            PaperLayout::Lead => "The leader's problems: the leader's hand, and dummy to fold away",
        }
    }

    /// The layout of a name, in either case.
    pub fn from_name(name: &str) -> Option<PaperLayout> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name().eq_ignore_ascii_case(name))
    }

    /// Whether it asks something, and has its answers at the back.
    fn is_problem(self) -> bool {
        matches!(
            self,
            PaperLayout::Bidding | PaperLayout::Declarer | PaperLayout::Lead
        )
    }

    /// Whether it is handed out to players.
    fn is_for_players(self) -> bool {
        matches!(self, PaperLayout::Seat | PaperLayout::Strip)
    }

    fn has_seat(self) -> bool {
        self.is_problem() || self == PaperLayout::Seat
    }
}

/// Whom the pages are for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Audience {
    /// Nothing that a player should find out: no points, hand types, comments, results or answers.
    Students,
    /// All that is known.
    Teacher,
}

impl Audience {
    /// Both.
    pub const ALL: [Audience; 2] = [Audience::Students, Audience::Teacher];

    /// `students` or `teacher`.
    pub fn name(self) -> &'static str {
        match self {
            Audience::Students => "students",
            Audience::Teacher => "teacher",
        }
    }

    /// The audience of a name, in either case.
    pub fn from_name(name: &str) -> Option<Audience> {
        Self::ALL
            .into_iter()
            .find(|audience| audience.name().eq_ignore_ascii_case(name))
    }
}

/// How boards are put on paper. What is not said is as usual.
///
/// ```
/// use bridge::formats::{Audience, PaperLayout, PaperStyle};
/// let style = PaperStyle { layout: Some(PaperLayout::Bidding), audience: Some(Audience::Students), ..PaperStyle::default() };
/// assert_eq!(style.layout.unwrap().name(), "bidding");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PaperStyle {
    /// What is on the pages: hand records, unless said otherwise.
    pub layout: Option<PaperLayout>,
    /// Whose hands: the seat that a layout of one seat has (else all four), the one that bids with its partner or declares
    /// (else South, or the declarer of the board's file), or that leads (else West, or as the file has it).
    pub seat: Option<Seat>,
    /// At most so many boards on a page; as many as are easy to read, unless said otherwise.
    pub boards_per_page: Option<u8>,
    /// Whether the print is large.
    pub large: bool,
    /// Whom they are for: a teacher, unless said otherwise; but what is handed out to players is for students.
    pub audience: Option<Audience>,
    /// What they are printed on: A4, unless said otherwise.
    pub paper: Option<Paper>,
}

/// Where points, results, hand types and comments stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answers {
    Nowhere,
    AtTheBoards,
    AtTheBack,
}

impl PaperStyle {
    /// The most boards that go on a page.
    pub const MOST_A_PAGE: u8 = 36;

    /// Where the answers stand; `back` says that they are wanted at the back.
    pub(super) fn answers(&self, back: bool) -> Result<Answers, WriteError> {
        let layout = self.layout.unwrap_or_default();
        let usual = if layout.is_for_players() {
            Audience::Students
        } else {
            Audience::Teacher
        };
        match (self.audience, back) {
            (Some(Audience::Students), true) => Err(WriteError::AnswersForStudents),
            (_, true) => Ok(Answers::AtTheBack),
            (audience, false) => Ok(match audience.unwrap_or(usual) {
                Audience::Students => Answers::Nowhere,
                Audience::Teacher if layout.is_problem() => Answers::AtTheBack,
                Audience::Teacher => Answers::AtTheBoards,
            }),
        }
    }

    /// What was said and has no effect with the layout.
    fn idle(&self) -> impl Iterator<Item = String> {
        let layout = self.layout.unwrap_or_default();
        let seat = self.seat.is_some() && !layout.has_seat();
        let number = self.boards_per_page;
        let number = layout == PaperLayout::Page && number.is_some_and(|number| number != 1);
        let idle = [(seat, "the seat"), (number, "the number of boards a page")];
        let idle = idle.into_iter().filter(|(idle, _)| *idle);
        idle.map(move |(_, what)| format!("{what} has no effect on the layout {}", layout.name()))
    }

    /// What was said.
    fn said(&self) -> impl Iterator<Item = &'static str> {
        let said = [
            (self.layout.is_some(), "the layout"),
            (self.seat.is_some(), "the seat"),
            (
                self.boards_per_page.is_some(),
                "the number of boards a page",
            ),
            (self.large, "large print"),
            (self.audience.is_some(), "whom it is for"),
            (self.paper.is_some(), "the size of the paper"),
        ];
        said.into_iter()
            .filter(|(said, _)| *said)
            .map(|(_, what)| what)
    }
}

impl Style {
    /// What was said of pages and of lines of LIN and has no effect in some formats: a sentence for each thing.
    ///
    /// ```
    /// use bridge::Format;
    /// use bridge::formats::{PaperStyle, Style};
    /// let paper = PaperStyle { large: true, ..PaperStyle::default() };
    /// let style = Style { paper, ..Style::default() };
    /// assert_eq!(style.without_effect(&[Format::Pbn]), ["large print has no effect on pbn: it is for html and pdf"]);
    /// assert!(style.without_effect(&[Format::Pdf]).is_empty());
    /// ```
    pub fn without_effect(&self, formats: &[Format]) -> Vec<String> {
        let on = match formats {
            [format] => format.name(),
            _ => "what is written",
        };
        let mut sentences = Vec::new();
        if formats.iter().any(|format| format.is_paper()) {
            sentences.extend(self.paper.idle());
        } else {
            let title = self.title.as_ref().map(|_| "the title");
            let answers = self.answers.then_some("a part with answers");
            let said = title.into_iter().chain(answers).chain(self.paper.said());
            let idle = |what| format!("{what} has no effect on {on}: it is for html and pdf");
            sentences.extend(said.map(idle));
        }
        if self.players && !formats.contains(&Format::Lin) {
            sentences.push(format!(
                "a place for players has no effect on {on}: it is for lin"
            ));
        }
        sentences
    }

    /// That what is said goes together in a format, and that the format can be written.
    ///
    /// # Errors
    /// If it does not: answers are not for students. If it cannot: the library may have been built without PDF.
    pub fn check(&self, format: Format) -> Result<(), WriteError> {
        if format.is_paper() {
            self.paper.answers(self.answers)?;
        }
        if format == Format::Pdf && cfg!(not(feature = "pdf")) {
            return Err(WriteError::NoPdf);
        }
        Ok(())
    }
}
