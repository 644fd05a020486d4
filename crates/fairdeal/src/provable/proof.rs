//! Dealing the boards of a reveal again, and what there is to say of it: whether everything is as it was committed to, and
//! what is not.

use std::collections::BTreeMap;
use std::fmt;

use answer::{listed, plural};
use bridge::{Board, Seat};
use serde::Serialize;
use space::Watch;

use crate::dealing::{NoText, Wanted};
use crate::error::Error;
use crate::provable::proof_error::ProofError;
use crate::provable::reveal::Reveal;
use crate::provable::statement::Statement;
use crate::question::Question;
use crate::seed::{SecretKey, quoted};

/// More findings than this are counted in words.
const SHOWN: usize = 20;

/// What somebody has of their own, to compare a reveal with.
#[derive(Clone, Copy, Default)]
pub struct Published<'a> {
    /// The statement that was public before the event.
    pub statement: Option<&'a Statement>,
    /// The script or profile that was public, or is expected: its text, and those it includes. Parameters and hand types are
    /// taken from the reveal.
    pub question: Option<&'a Question>,
}

/// Boards that were played, to be compared with those that are dealt again.
#[derive(Clone, Debug)]
pub struct ComparedBoards {
    /// The boards of a file.
    pub boards: Vec<Board>,
    /// Whether the file says who deals and who is vulnerable.
    pub says_dealer: bool,
}

/// What came of dealing again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Proof {
    /// Whether everything is as it was committed to.
    pub holds: bool,
    /// The mark of the statement: it must be the one that was made public before.
    pub statement: String,
    /// Whether that was compared here.
    pub statement_compared: bool,
    /// The version that the statement is of.
    pub version: String,
    /// How many boards were committed to.
    pub boards: u64,
    /// How many of them were given, and are the same.
    pub same: u64,
    /// Where the public value was to come from, if one was announced.
    pub announced: Option<String>,
    /// The public value that was mixed in.
    pub public: Option<String>,
    /// What is not as it was committed to.
    pub findings: Vec<ProofFinding>,
}

/// Something that is not as it was committed to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofFinding {
    /// What.
    pub part: ProofPart,
    /// The number of the board, if it is one.
    pub board: Option<u64>,
    /// The same in words.
    pub message: String,
}

/// A part of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ProofPart {
    /// The statement.
    Statement,
    /// The version of the program.
    Version,
    /// The key.
    Key,
    /// The public value.
    Public,
    /// The question.
    Question,
    /// The boards.
    Board,
    /// How many boards there are.
    Number,
}

impl Reveal {
    /// Deals the boards again, and compares them and everything else with what was committed to. Boards are compared by their
    /// numbers; with no files at all, everything but boards is looked at.
    ///
    /// # Errors
    /// A question that cannot be dealt, or that it was stopped. What is not as it was committed to is no error but in
    /// [`Proof::findings`].
    pub fn verify(
        &self,
        published: &Published,
        files: &[ComparedBoards],
        threads: usize,
        watch: &Watch,
    ) -> Result<Proof, Error> {
        let statement = &self.statement;
        let mut findings = Vec::new();
        let mut find = |part, message: String| {
            findings.push(ProofFinding {
                part,
                board: None,
                message,
            })
        };
        if let Err(error) = statement.check() {
            find(ProofPart::Statement, error.to_string());
        }
        if let Some(known) = published.statement {
            if let Err(error) = known.check() {
                find(
                    ProofPart::Statement,
                    format!("as it was published, {error}"),
                );
            } else if known != statement {
                let (its, that) = (&statement.mark, &known.mark);
                let message = format!(
                    "the reveal is of another statement than was published: its mark is {its}, and that one's is {that}"
                );
                find(ProofPart::Statement, message);
            }
        }
        let (ours, its) = (env!("CARGO_PKG_VERSION"), &statement.version);
        if its != ours {
            let its = quoted(its);
            let message = format!(
                "the statement is of version {its}, and this is {ours}: another version may deal other boards, so verify it with that one"
            );
            find(ProofPart::Version, message);
        }
        if let Err(error) = self.check_public() {
            find(ProofPart::Public, error.to_string());
        }
        let key = self.secret();
        match &key {
            Ok(key) if key.mark() == statement.key => {
                if self.question.mark(key) != statement.question {
                    find(ProofPart::Question, ProofError::OtherQuestion.to_string());
                }
                let known = published.question;
                let known = known.map(|known| self.question.with_texts_of(known));
                if known.is_some_and(|known| known.mark(key) != statement.question) {
                    let message = format!("of the one given here: {}", ProofError::OtherQuestion);
                    find(ProofPart::Question, message);
                }
            }
            Ok(key) => {
                let error = ProofError::OtherKey(key.mark(), statement.key.clone());
                find(ProofPart::Key, error.to_string());
            }
            Err(error) => find(ProofPart::Key, error.to_string()),
        }
        // What is dealt by something else says nothing of the boards.
        let same = match &key {
            Ok(key) if findings.is_empty() && !files.is_empty() => {
                let dealt = self.deal_again(key, threads, watch)?;
                compared(&dealt, files, &mut findings)
            }
            _ => 0,
        };
        Ok(Proof {
            holds: findings.is_empty(),
            statement: statement.mark.clone(),
            statement_compared: published.statement.is_some(),
            version: statement.version.clone(),
            boards: statement.boards,
            same,
            announced: statement.public.clone(),
            public: self.public.clone(),
            findings,
        })
    }

    /// The boards of the statement.
    fn deal_again(
        &self,
        key: &SecretKey,
        threads: usize,
        watch: &Watch,
    ) -> Result<Vec<Board>, Error> {
        let seed = key.seed(self.public.as_deref())?;
        let deal = self.statement.deal(&self.question.question()?)?;
        let dealing = deal.seed(seed).threads(threads).ready(watch)?;
        let wanted = Wanted {
            keep: true,
            ..Wanted::default()
        };
        let dealt = dealing.run(&wanted, &mut NoText, watch)?;
        watch.look()?;
        Ok(dealt.kept)
    }
}

/// Compares boards with those that were dealt again, and says how many are the same.
fn compared(dealt: &[Board], files: &[ComparedBoards], findings: &mut Vec<ProofFinding>) -> u64 {
    let dealt: BTreeMap<u64, &Board> = dealt.iter().map(|board| (board.number, board)).collect();
    let mut given: BTreeMap<u64, bool> = BTreeMap::new();
    for file in files {
        for board in &file.boards {
            let number = board.number;
            let message = match dealt.get(&number) {
                Some(other) => different(board, other, file.says_dealer),
                None => Some(format!(
                    "board {number} is none of those that were committed to"
                )),
            };
            *given.entry(number).or_insert(true) &= message.is_none();
            findings.extend(message.map(|message| ProofFinding {
                part: ProofPart::Board,
                board: Some(number),
                message,
            }));
        }
    }
    let missing: Vec<u64> = dealt
        .keys()
        .filter(|number| !given.contains_key(number))
        .copied()
        .collect();
    if let (Some(first), Some(last)) = (missing.first(), missing.last()) {
        let (is, number) = match missing.len() as u64 {
            1 => ("is", 1),
            number => ("are", number),
        };
        let boards = plural(number, "board");
        let which = if number == 1 {
            format!("number {first}")
        } else if last - first + 1 == number {
            format!("{first} to {last}")
        } else {
            format!("the first is number {first}")
        };
        findings.push(ProofFinding {
            part: ProofPart::Number,
            board: None,
            message: format!("{boards} {is} missing: {which}"),
        });
    }
    given.values().filter(|same| **same).count() as u64
}

/// How a board differs from the one that was dealt, if it does.
fn different(board: &Board, dealt: &Board, says_dealer: bool) -> Option<String> {
    let number = board.number;
    let seats: Vec<String> = Seat::ALL
        .into_iter()
        .filter(|seat| board.deal[*seat] != dealt.deal[*seat])
        .map(|seat| seat.to_string())
        .collect();
    if !seats.is_empty() {
        let seats = listed(&seats);
        return Some(format!(
            "board {number} is not the one that was dealt: {seats} have other cards"
        ));
    }
    if says_dealer && (board.dealer, board.vulnerable) != (dealt.dealer, dealt.vulnerable) {
        return Some(format!(
            "board {number} has the cards that were dealt, but another dealer or vulnerability"
        ));
    }
    None
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let all = plural(self.boards, "board");
        match (self.holds, self.same) {
            (true, 0) => writeln!(
                f,
                "the statement, the key and the question belong together; no boards were compared"
            )?,
            (true, _) => writeln!(f, "{all}: all as they were committed to")?,
            (false, same) => {
                writeln!(
                    f,
                    "not as it was committed to; {same} of {all} are the same"
                )?;
            }
        }
        for finding in self.findings.iter().take(SHOWN) {
            writeln!(f, "  {}", finding.message)?;
        }
        if self.findings.len() > SHOWN {
            writeln!(f, "  and {} more like these", self.findings.len() - SHOWN)?;
        }
        if let Some(public) = &self.public {
            let from = self.announced.as_deref().map(quoted).unwrap_or_default();
            writeln!(f, "public value {}, from {from}", quoted(public))?;
        }
        writeln!(f, "statement {}", self.statement)?;
        if !self.statement_compared {
            writeln!(
                f,
                "  is it the one that was public before the boards were played?"
            )?;
        }
        Ok(())
    }
}
