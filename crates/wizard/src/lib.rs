//! The questions that make a hand profile: what is asked, what an answer means, what comes next, and how rare the deals
//! are that are asked for so far.
//!
//! A [`Wizard`] works on the document of a profile and changes only what an answer changes, so that fields it does not
//! know stay as they are. All answers are text. A [`Session`] ties one to the place where profiles are kept, behind a
//! [`Keeper`]: drafts after every answer, saving, and what is said of it. Nothing here knows a terminal, a file or a clock.
//!
//! ```
//! let mut wizard = wizard::Wizard::new();
//! assert_eq!(wizard.question().unwrap().title, "What is the profile called?");
//! wizard.answer("Six spades").unwrap();
//! assert_eq!(wizard.document()["profile_name"], "Six spades");
//! wizard.back();
//! assert_eq!(wizard.question().unwrap().usual, "Six spades");
//! ```

mod coupling;
mod document;
mod draft;
mod exclusions;
mod keeper;
mod meaning;
mod odds_so_far;
mod parse;
mod question;
mod sample;
mod session;
mod step;

use answer::Explained;
use bridge::Seat;
use profile::{Profile, Reading};
use serde_json::{Value, json};
use space::{Stopped, Watch};

pub use draft::Draft;
pub use keeper::{Keeper, Original, SaveError, SavedProfile};
pub use meaning::LONGEST_NAME;
pub use odds_so_far::{OddsSoFar, RARE, VeryRareCombination};
pub use question::Question;
pub use session::{Action, Destination, Event, Menu, Request, Session, Turn};
pub use step::Step;

/// Why an answer is none, in a sentence that says what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct WrongAnswer(String);

impl Explained for WrongAnswer {
    fn code(&self) -> &'static str {
        "wrong-answer"
    }
}

/// A profile that is being made or changed, question by question.
#[derive(Clone, Debug)]
pub struct Wizard {
    document: Value,
    /// The question to answer next; `None` if all are answered.
    at: Option<Step>,
    /// What has been answered.
    answered: Vec<Step>,
    /// The odds that were counted last, and of what.
    known: Option<(Value, OddsSoFar)>,
}

impl Default for Wizard {
    fn default() -> Wizard {
        Wizard::new()
    }
}

impl Wizard {
    /// A profile that is begun.
    pub fn new() -> Wizard {
        let document = json!({
            "profile_name": "",
            "description": "",
            "version": "1.0",
            "schema_version": profile::SCHEMA_VERSION,
            "dealer": "N",
            "tag": "Opener",
            "seat_profiles": {},
        });
        Wizard {
            document,
            at: Some(Step::Name),
            answered: Vec::new(),
            known: None,
        }
    }

    /// A profile that is changed: everything is answered.
    pub fn change(document: Value) -> Wizard {
        let answered = step::steps(&document);
        Wizard {
            document,
            at: None,
            answered,
            known: None,
        }
    }

    /// Goes on where somebody stopped: with the document, the question that was next, and those that were answered.
    pub fn resume(document: Value, at: Option<&str>, answered: &[String]) -> Wizard {
        let steps = step::steps(&document);
        let named = |step: &&Step| at == Some(step.to_string().as_str());
        let next = steps.iter().find(named).copied();
        let known = |step: &Step| answered.contains(&step.to_string());
        let answered: Vec<Step> = steps.iter().copied().filter(known).collect();
        let open = steps.iter().find(|step| !answered.contains(step)).copied();
        Wizard {
            document,
            at: next.or(open),
            answered,
            known: None,
        }
    }

    /// The document so far.
    pub fn document(&self) -> &Value {
        &self.document
    }

    /// The question to answer next, as a step; `None` if all are answered.
    pub fn at(&self) -> Option<Step> {
        self.at
    }

    /// The steps that have been answered.
    pub fn answered(&self) -> &[Step] {
        &self.answered
    }

    /// All steps there are so far, in order. Answers add steps and take some away.
    pub fn steps(&self) -> Vec<Step> {
        step::steps(&self.document)
    }

    /// The question to answer next.
    pub fn question(&self) -> Option<Question> {
        self.at.map(|step| self.question_of(step))
    }

    /// The question of a step, with what is answered so far.
    pub fn question_of(&self, step: Step) -> Question {
        question::question(self, step)
    }

    /// What an answer to the next question would mean, in words, if there is more to say of it than was typed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self, text: &str) -> Result<Option<String>, WrongAnswer> {
        match self.at {
            Some(step) => meaning::meaning(&self.document, step, text).map_err(WrongAnswer),
            None => Ok(None),
        }
    }

    /// Answers the question, and goes on to the next one that has no answer yet.
    ///
    /// # Errors
    /// What is wrong with the answer; nothing is changed then.
    pub fn answer(&mut self, text: &str) -> Result<(), WrongAnswer> {
        let Some(step) = self.at else {
            return Ok(());
        };
        meaning::apply(&mut self.document, step, text).map_err(WrongAnswer)?;
        let steps = self.steps();
        if !self.answered.contains(&step) {
            self.answered.push(step);
        }
        self.answered.retain(|step| steps.contains(step));
        let here = steps.iter().position(|&other| other == step);
        let later = &steps[here.map_or(0, |here| here + 1)..];
        let open = |step: &&Step| !self.answered.contains(step);
        let next = later.iter().find(open);
        self.at = next.or_else(|| steps.iter().find(open)).copied();
        Ok(())
    }

    /// Goes to the question before this one; from the end, to the last. `false` at the first.
    pub fn back(&mut self) -> bool {
        let steps = self.steps();
        let here = self
            .at
            .and_then(|at| steps.iter().position(|&step| step == at));
        let before = match here {
            Some(here) => here.checked_sub(1),
            None => steps.len().checked_sub(1),
        };
        if let Some(before) = before {
            self.at = Some(steps[before]);
        }
        before.is_some()
    }

    /// Goes to a question; `None` is the end, whatever has no answer yet.
    pub fn go_to(&mut self, step: Option<Step>) {
        self.at = step.filter(|step| self.steps().contains(step));
    }

    /// The profile so far, if nothing is missing in it.
    pub fn profile(&self) -> Option<Profile> {
        self.reading().profile
    }

    /// The document so far, read as a profile. It can be dealt before it has a name.
    fn reading(&self) -> Reading {
        let mut document = self.document.clone();
        if document::text(&document, "/profile_name").is_empty() {
            document["profile_name"] = "unnamed".into();
        }
        profile::read_document(document)
    }

    /// Whether anything can be dealt so far, and how rare it is: counted, within a second or so, on some threads.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn odds(&mut self, threads: usize, watch: &Watch) -> Result<OddsSoFar, Stopped> {
        // What has no say in it is left out, so that it is not counted again.
        let mut asked = self.document.clone();
        for name in ["profile_name", "description"] {
            asked[name] = "counted".into();
        }
        if let Some((known, odds)) = &self.known
            && *known == asked
        {
            return Ok(odds.clone());
        }
        let odds = OddsSoFar::of(asked.clone(), threads, watch)?;
        self.known = Some((asked, odds.clone()));
        Ok(odds)
    }

    /// The dealing order that is proposed: see [`profile::proposed_order`].
    fn proposed_order(&self) -> Option<[Seat; 4]> {
        self.profile()
            .map(|profile| profile::proposed_order(&profile))
    }

    /// Whether a step has been answered.
    fn has_answered(&self, step: Step) -> bool {
        self.answered.contains(&step)
    }
}

/// The examples of the crate's page, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
