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

#![forbid(unsafe_code)]

mod about;
mod coupling;
mod document;
mod draft;
mod exclusions;
mod explain;
mod hand;
mod keeper;
mod meaning;
mod odds_so_far;
mod parse;
mod problems;
mod question;
mod sample;
mod session;
mod shapes;
mod step;
mod together;

use answer::Explained;
use bridge::{Seat, Side};
use meaning::Leads;
use profile::{Profile, Reading};
use serde_json::{Value, json};
use space::{Stopped, Watch};

pub use draft::Draft;
pub use keeper::{Keeper, Original, SaveError, SavedProfile, TakenName};
pub use meaning::LONGEST_NAME;
pub use odds_so_far::{
    OddsProgress, OddsQuestion, OddsSoFar, OddsSource, PlainCounting, RARE, VeryRareCombination,
};
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
    /// What a line has said along with the question that it answered.
    said: Vec<Step>,
    /// The odds that were counted last, and of what.
    known: Option<(OddsQuestion, OddsSoFar)>,
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
            said: Vec::new(),
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
            said: Vec::new(),
            known: None,
        }
    }

    /// Goes on where somebody stopped: with the document, the question that was next, those that were answered, and those
    /// that a line has answered with its own.
    pub fn resume(
        document: Value,
        at: Option<&str>,
        answered: &[String],
        said: &[String],
    ) -> Wizard {
        let steps = step::steps(&document);
        let named = |step: &&Step| at == Some(step.to_string().as_str());
        let next = steps.iter().find(named).copied();
        let known = |names: &[String]| -> Vec<Step> {
            let is_named = |step: &Step| names.contains(&step.to_string());
            steps.iter().copied().filter(is_named).collect()
        };
        let mut wizard = Wizard {
            answered: known(answered),
            said: known(said),
            document,
            at: next,
            known: None,
        };
        if next.is_none() {
            wizard.go_on();
        }
        wizard
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

    /// The steps that a line has answered along with its own.
    pub fn said(&self) -> &[Step] {
        &self.said
    }

    /// Whether a step is still to be asked.
    fn is_open(&self, step: Step) -> bool {
        let known = self.answered.contains(&step) || self.said.contains(&step);
        !known && !step.is_optional()
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
            Some(_) if is_question(text) => Ok(Some("explains the question".to_owned())),
            Some(step) => meaning::meaning(&self.document, step, text).map_err(WrongAnswer),
            None => Ok(None),
        }
    }

    /// Answers the question, and goes on to the next one that has no answer yet. Nothing is counted.
    ///
    /// # Errors
    /// What is wrong with the answer, or what the question is about if the answer is a question mark; nothing is changed
    /// then.
    pub fn answer(&mut self, text: &str) -> Result<(), WrongAnswer> {
        let Some(step) = self.at else {
            return Ok(());
        };
        if is_question(text) {
            return Err(WrongAnswer(self.question_of(step).explanation));
        }
        let leads = meaning::apply(&mut self.document, step, text).map_err(WrongAnswer)?;
        if !self.answered.contains(&step) {
            self.answered.push(step);
        }
        self.settle();
        let steps = self.steps();
        match leads {
            Leads::On => {}
            Leads::IntoDetails(seat) => self.forget_details(seat),
            Leads::PastDetails(seat, open) => {
                self.forget_details(seat);
                let past = |step: &Step| step.detail_of() == Some(seat) && !open.contains(step);
                self.said.extend(steps.iter().copied().filter(past));
            }
        }
        self.answered.retain(|step| steps.contains(step));
        self.said.retain(|step| steps.contains(step));
        let here = steps.iter().position(|&other| other == step);
        let later = &steps[here.map_or(0, |here| here + 1)..];
        let open = |step: &&Step| self.is_open(**step);
        let next = later.iter().find(open);
        self.at = next.or_else(|| steps.iter().find(open)).copied();
        Ok(())
    }

    /// Nothing was said of the details of a seat yet.
    fn forget_details(&mut self, seat: Seat) {
        let other = |step: &Step| step.detail_of() != Some(seat);
        self.answered.retain(other);
        self.said.retain(other);
    }

    /// Writes what nobody is asked: the dealing order, and that partners choose each for itself until they say otherwise.
    fn settle(&mut self) {
        for side in [Side::NorthSouth, Side::EastWest] {
            let was_asked = self.answered.contains(&Step::Roles(side));
            if !was_asked && coupling::is_open(&self.document, side) {
                coupling::set_each_for_itself(&mut self.document, side);
            }
        }
        if !self.answered.contains(&Step::Order)
            && let Some(order) = self.proposed_order()
        {
            document::set_order(&mut self.document, Some(order));
        }
    }

    /// The dealing order that is proposed, if the profile has another one.
    pub fn other_order(&self) -> Option<[Seat; 4]> {
        let proposed = self.proposed_order()?;
        (proposed != document::order(&self.document)).then_some(proposed)
    }

    /// Takes the dealing order that is proposed.
    pub fn take_proposed_order(&mut self) {
        if let Some(order) = self.proposed_order() {
            document::set_order(&mut self.document, Some(order));
        }
    }

    /// The dealing order, as it is now.
    fn order(&self) -> [Seat; 4] {
        document::order(&self.document)
    }

    /// Goes to the first question that has no answer yet; to the end if there is none.
    fn go_on(&mut self) {
        let open = |step: &Step| self.is_open(*step);
        self.at = self.steps().into_iter().find(open);
    }

    /// Sets the version.
    fn set_version(&mut self, version: &str) {
        document::set_text(&mut self.document, "", "version", version);
    }

    /// Goes to the question before this one; from the end, to the last. What a line has said is passed over. `false` at the
    /// first.
    pub fn back(&mut self) -> bool {
        let mut steps = self.steps();
        let asked = |step: &Step| !step.is_optional() && step.detail_of().is_none();
        steps.retain(|step| asked(step) || Some(*step) == self.at || self.asks_details_of(*step));
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
        if let Some(odds) = self.known_odds() {
            return Ok(odds.clone());
        }
        let question = OddsQuestion::of(&self.document);
        let odds = PlainCounting.odds(&question, threads, watch)?;
        self.known = Some((question, odds.clone()));
        Ok(odds)
    }

    /// The odds so far, if they were counted.
    pub fn known_odds(&self) -> Option<&OddsSoFar> {
        let (question, odds) = self.known.as_ref()?;
        question.is_about(&self.document).then_some(odds)
    }

    /// What is to be counted to know the odds so far; `None` if they are known.
    pub fn to_count(&self) -> Option<OddsQuestion> {
        match self.known_odds() {
            Some(_) => None,
            None => Some(OddsQuestion::of(&self.document)),
        }
    }

    /// Takes odds that were counted elsewhere. Whether they are still those of the document shows when they are asked for.
    pub fn take_odds(&mut self, question: OddsQuestion, odds: OddsSoFar) {
        self.known = Some((question, odds));
    }

    /// The dealing order that is proposed: see [`profile::proposed_order`]. None while something is missing, and where another
    /// order would change what goes with what.
    fn proposed_order(&self) -> Option<[Seat; 4]> {
        let mut sides = [Side::NorthSouth, Side::EastWest].into_iter();
        if sides.any(|side| coupling::map_follows_order(&self.document, side)) {
            return None;
        }
        self.profile()
            .map(|profile| profile::proposed_order(&profile))
    }

    /// Whether the details of a seat are what is being asked, or no line can say them.
    fn asks_details_of(&self, step: Step) -> bool {
        let Some(seat) = step.detail_of() else {
            return false;
        };
        let here = self.at.and_then(Step::detail_of) == Some(seat);
        here || hand::words(&self.document, seat) == hand::DETAILS
    }
}

/// Whether somebody asks back instead of answering.
fn is_question(text: &str) -> bool {
    text.trim() == "?"
}

/// The examples of the crate's page, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
