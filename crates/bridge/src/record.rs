//! What a file says of a board beside its cards: players, auction, play, comments, and tags that nobody knows.
//!
//! It is kept as the lines of a game in PBN, in the order of the file, because that is the format that says the most. What a
//! [`crate::Board`] has a field for is taken from the board; its line here only tells where it stood and how it was written.
//! This knows the lines and what can be asked of them; reading and writing them is for the formats.

use std::borrow::Cow;
use std::sync::Arc;

use crate::Seat;
use crate::auction::{Auction, Call, Play};
use crate::score::Contract;

/// What a file says of a board beside its cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// What stood at the head of the file, the same for all its boards: lines that begin with `%`.
    pub(crate) header: Arc<[String]>,
    pub(crate) lines: Vec<Line>,
    pub(crate) letters: Letters,
}

/// What an auction came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinalContract {
    /// Nobody bid.
    PassedOut,
    /// A contract is played.
    Played {
        /// The contract.
        contract: Contract,
        /// Who plays it.
        declarer: Seat,
    },
}

/// How the text of a file was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Letters {
    /// Whether its lines end as on Windows.
    pub windows_lines: bool,
    /// Whether it was not UTF-8 but Windows-1252, which has Latin-1 in it.
    pub windows_letters: bool,
}

/// A line of a game, or several that a comment goes over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    Tag(Tag),
    /// A line that belongs to the tag before it: calls, cards, results.
    Row(String),
    /// A comment in braces or after a semicolon, a line that begins with `%`, or an empty line.
    Remark(String),
    /// A tag or a row that stands near the board and belongs to no board.
    Stray(String),
}

impl Line {
    /// As it stood in its file.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        match self {
            Line::Tag(tag) => format!("[{} \"{}\"]{}", tag.name, tag.raw, tag.after).into(),
            Line::Row(text) | Line::Remark(text) | Line::Stray(text) => text.into(),
        }
    }
}

/// What a command of LIN begins with where only PBN's lines for single programs can hold it.
const LIN_COMMAND: &str = "%LIN ";

/// A tag: `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tag {
    pub name: String,
    /// What stands between the quotation marks, with its backslashes.
    pub raw: Arc<str>,
    /// What stands after it on its line.
    pub after: String,
}

impl Tag {
    pub(crate) fn new(name: &str, value: &str) -> Tag {
        Tag {
            name: name.to_owned(),
            raw: escaped(value).into(),
            after: String::new(),
        }
    }

    pub(crate) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    pub(crate) fn value(&self) -> Cow<'_, str> {
        unescaped(&self.raw)
    }
}

/// A text that may stand between quotation marks.
pub(crate) fn escaped(text: &str) -> String {
    let plain = |c: &char| !c.is_control();
    let text: String = text.chars().filter(plain).collect();
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// Only what has a meaning of its own is escaped: \2R in a table's head is not.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&escaped @ ('"' | '\\'))) => {
                value.push(escaped);
                letters.next();
            }
            _ => value.push(letter),
        }
    }
    Cow::Owned(value)
}

/// The tags that a [`crate::Board`] has a field for.
pub(crate) const OF_THE_BOARD: [&str; 7] = [
    "Board",
    "Dealer",
    "Vulnerable",
    "Deal",
    "HandType",
    "OptimumScore",
    "OptimumResultTable",
];

/// The tags that the standard wants, in its order.
pub(crate) const MANDATORY: [&str; 15] = [
    "Event",
    "Site",
    "Date",
    "Board",
    "West",
    "North",
    "East",
    "South",
    "Dealer",
    "Vulnerable",
    "Deal",
    "Scoring",
    "Declarer",
    "Contract",
    "Result",
];

pub(crate) fn is_among(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A table of a game: its tag, the words for its columns, and its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Table<'a> {
    pub name: &'a str,
    pub columns: &'a str,
    pub rows: Vec<&'a str>,
}

impl Record {
    /// The value of a tag, whatever the case of its name.
    ///
    /// ```
    /// let pbn = b"[Event \"Club\"]\n[Deal \"N:AKQJT98765432... - - -\"]\n";
    /// let boards = bridge::Format::Pbn.read(pbn).boards;
    /// assert_eq!(boards[0].record.as_ref().unwrap().tag("event").unwrap(), "Club");
    /// ```
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tags().find(|tag| tag.is(name)).map(Tag::value)
    }

    /// The value of a tag that says something: neither nothing nor a question mark.
    pub(crate) fn known(&self, name: &str) -> Option<Cow<'_, str>> {
        let value = self.tag(name)?;
        (!matches!(value.trim(), "" | "?" | "-")).then_some(value)
    }

    pub(crate) fn tags(&self) -> impl Iterator<Item = &Tag> {
        self.lines.iter().filter_map(|line| match line {
            Line::Tag(tag) => Some(tag),
            _ => None,
        })
    }

    /// The rows of the tag at some place.
    pub(crate) fn rows(&self, place: usize) -> Vec<&str> {
        let after = self.lines.get(place + 1..).unwrap_or_default().iter();
        after
            .take_while(|line| !matches!(line, Line::Tag(_)))
            .filter_map(|line| match line {
                Line::Row(row) => Some(row.as_str()),
                _ => None,
            })
            .collect()
    }

    /// The value and the rows of a tag.
    pub(crate) fn section(&self, name: &str) -> Option<(Cow<'_, str>, Vec<&str>)> {
        let is_it = |line: &Line| matches!(line, Line::Tag(tag) if tag.is(name));
        let place = self.lines.iter().position(is_it)?;
        let Line::Tag(tag) = &self.lines[place] else {
            return None;
        };
        Some((tag.value(), self.rows(place)))
    }

    /// The auction, with the notes to its calls.
    pub fn auction(&self) -> Option<Auction> {
        let (starter, rows) = self.section("Auction")?;
        let starter = starter.trim().parse::<Seat>().ok()?;
        let mut notes: Vec<(String, String)> = Vec::new();
        let mut in_auction = false;
        for tag in self.tags() {
            if tag.is("Auction") {
                in_auction = true;
            } else if !tag.is("Note") {
                in_auction = false;
            } else if let Some((number, text)) = tag.value().split_once(':').filter(|_| in_auction)
            {
                notes.push((number.trim().to_owned(), text.to_owned()));
            }
        }
        Some(Auction::parse(starter, &words(&rows), &notes))
    }

    /// The contract and who plays it, as the tags say it or as the auction leads to it. `None` where the file does not say.
    ///
    /// ```
    /// use bridge::{FinalContract, Format, Seat};
    /// let pbn = b"[Deal \"N:AKQJT98765432... - - -\"]\n[Declarer \"N\"]\n[Contract \"7SX\"]\n[Result \"13\"]\n";
    /// let board = &Format::Pbn.read(pbn).boards[0];
    /// let record = board.record.as_ref().unwrap();
    /// let Some(FinalContract::Played { contract, declarer }) = record.final_contract() else { panic!() };
    /// assert_eq!((contract.as_at_the_table().as_str(), declarer), ("7Sx", Seat::North));
    /// assert_eq!(record.tricks_taken(), Some(13));
    /// ```
    pub fn final_contract(&self) -> Option<FinalContract> {
        let of = |text: &str, declarer: Option<Seat>| match Contract::at_the_table(text) {
            Ok(contract) => {
                let declarer = declarer?;
                Some(FinalContract::Played { contract, declarer })
            }
            Err(_) if text.trim().eq_ignore_ascii_case("pass") => Some(FinalContract::PassedOut),
            Err(_) => None,
        };
        let by_tags = || {
            let declarer = self.known("Declarer");
            // An irregular one has a mark.
            let declarer =
                declarer.and_then(|text| text.trim().trim_start_matches('^').parse().ok());
            of(&self.known("Contract")?, declarer)
        };
        let by_auction = || {
            let (contract, declarer) = self.auction()?.contract()?;
            of(&contract, declarer)
        };
        by_tags().or_else(by_auction)
    }

    /// How many tricks declarer took, as the file says.
    pub fn tricks_taken(&self) -> Option<u8> {
        let result = self.known("Result")?;
        let tricks = result.trim().trim_start_matches('^').parse().ok()?;
        (tricks <= 13).then_some(tricks)
    }

    /// The play: who played each card is known from the deal.
    pub fn play(&self) -> Option<Play> {
        let (leader, rows) = self.section("Play")?;
        Play::parse(leader.trim().parse().ok()?, &words(&rows))
    }

    /// The comments, in the order of the file.
    pub fn comments(&self) -> Vec<String> {
        let mut found = Vec::new();
        for line in &self.lines {
            match line {
                Line::Tag(tag) => comments_in(&tag.after, &mut found),
                Line::Row(text) => comments_in(text, &mut found),
                Line::Remark(text) if text.starts_with('%') => {}
                Line::Remark(text) => comments_in(text, &mut found),
                Line::Stray(_) => {}
            }
        }
        found
    }

    /// The tables that a board has no field for.
    pub(crate) fn tables(&self) -> Vec<Table<'_>> {
        let all = self.lines.iter().enumerate();
        let tables = all.filter_map(|(place, line)| match line {
            Line::Tag(tag) if tag.is("Auction") || tag.is("Play") => None,
            Line::Tag(tag) if is_among(&OF_THE_BOARD, &tag.name) => None,
            Line::Tag(tag) => {
                let rows = self.rows(place);
                (!rows.is_empty()).then(|| Table {
                    name: &tag.name,
                    columns: &tag.raw,
                    rows,
                })
            }
            _ => None,
        });
        tables.collect()
    }

    /// The tags that say something, are about the board as a whole and have no field in it: none of the auction, the play and
    /// the tables.
    pub(crate) fn plain_tags(&self) -> Vec<&Tag> {
        let all = self.lines.iter().enumerate();
        let plain = all.filter_map(|(place, line)| match line {
            Line::Tag(tag) => {
                let elsewhere = is_among(&OF_THE_BOARD, &tag.name)
                    || is_among(&["Auction", "Play", "Note"], &tag.name);
                let says_nothing = tag.raw.is_empty() && is_among(&MANDATORY, &tag.name);
                let plain = !elsewhere && !says_nothing && self.rows(place).is_empty();
                plain.then_some(tag)
            }
            _ => None,
        });
        plain.collect()
    }

    /// The lines of this kind that are not at the head of the file: `%…`.
    pub(crate) fn escapes(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| match line {
            Line::Remark(text) if text.starts_with('%') => Some(text.as_str()),
            _ => None,
        })
    }

    /// Whether it has lines that belong to no board.
    pub(crate) fn has_stray_lines(&self) -> bool {
        self.lines.iter().any(|line| matches!(line, Line::Stray(_)))
    }

    /// The commands of LIN that no other format knows, as they stood there: `vg|…|`.
    pub(crate) fn lin_commands(&self) -> impl Iterator<Item = &str> {
        let header = self.header.iter().map(String::as_str);
        let lines = header.chain(self.escapes());
        lines.filter_map(|line| line.strip_prefix(LIN_COMMAND))
    }

    /// Adds such a command.
    pub(crate) fn push_lin_command(&mut self, command: &str, value: &str) {
        // Before the first tag it would be of the whole file.
        if self.tags().next().is_none() {
            self.push_tag("Event", "");
        }
        let line = format!("{LIN_COMMAND}{command}|{value}|");
        self.lines.push(Line::Remark(line));
    }

    /// Its lines as they stood in its file.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            text.push_str(&line.text());
            text.push('\n');
        }
        text
    }

    /// Whether it says nothing at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty() && self.header.is_empty()
    }

    pub(crate) fn push_tag(&mut self, name: &str, value: &str) {
        self.lines.push(Line::Tag(Tag::new(name, value)));
    }

    /// Adds a comment in braces, which must not have the closing one in it.
    pub(crate) fn push_comment(&mut self, text: &str) {
        let text = text.replace('}', ")");
        self.lines.push(Line::Remark(format!("{{{text}}}")));
    }

    /// Adds an auction, four calls a line, and its notes.
    pub(crate) fn push_auction(&mut self, auction: &Auction) {
        self.push_tag("Auction", &auction.starter.letter().to_string());
        let mut notes = Vec::new();
        for four in auction.calls.chunks(4) {
            let mut row = Vec::new();
            for Call { call, note } in four {
                row.push(call.clone());
                if let Some(note) = note {
                    let known = notes.iter().position(|known| known == note);
                    let number = known.unwrap_or_else(|| {
                        notes.push(note.clone());
                        notes.len() - 1
                    });
                    row.push(format!("={}=", number + 1));
                }
            }
            self.lines.push(Line::Row(row.join(" ")));
        }
        if !auction.is_complete() {
            self.lines.push(Line::Row("*".to_owned()));
        }
        for (number, note) in (1..).zip(notes) {
            self.push_tag("Note", &format!("{number}:{note}"));
        }
    }

    /// Adds the play of some cards, in the order in which they were played.
    pub(crate) fn push_play(&mut self, play: &Play) {
        self.push_tag("Play", &play.leader.letter().to_string());
        for row in play.rows() {
            self.lines.push(Line::Row(row));
        }
        self.lines.push(Line::Row("*".to_owned()));
    }
}

/// The words of some rows, without the comments in them.
fn words(rows: &[&str]) -> Vec<String> {
    let mut words = Vec::new();
    let mut in_braces = false;
    for row in rows.iter().flat_map(|row| row.split('\n')) {
        let mut plain = String::new();
        for letter in row.chars() {
            match letter {
                '}' if in_braces => in_braces = false,
                _ if in_braces => {}
                '{' => in_braces = true,
                ';' => break,
                letter => plain.push(letter),
            }
        }
        words.extend(plain.split_whitespace().map(str::to_owned));
    }
    words
}

/// The comments in a text: between braces, and after a semicolon to the end of its line.
fn comments_in(text: &str, found: &mut Vec<String>) {
    let mut rest = text;
    while let Some(at) = rest.find(['{', ';']) {
        let end = if rest[at..].starts_with('{') {
            '}'
        } else {
            '\n'
        };
        let inside = &rest[at + 1..];
        let (comment, after) = inside.split_once(end).unwrap_or((inside, ""));
        let comment = comment.trim();
        if !comment.is_empty() {
            found.push(comment.to_owned());
        }
        rest = after;
    }
}

/// Whether a comment in braces is open at the end of a text.
pub(crate) fn leaves_open(text: &str, mut open: bool) -> bool {
    for letter in text.chars() {
        match letter {
            '}' => open = false,
            '{' => open = true,
            ';' if !open => return false,
            _ => {}
        }
    }
    open
}
