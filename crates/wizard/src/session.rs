//! A session: a profile that is being made or changed, with all that happens between the first question and the saved file.
//!
//! Whoever shows it hands in a [`Request`] after the other, shows the [`Event`]s that come of each, and looks at the
//! [`Turn`] to see what to show next. The session decides what is kept, saved and said; it knows no terminal and no page,
//! and of files only its [`Keeper`].

use std::fmt;

use answer::ErrorBody;
use profile::Problem;
use serde::{Deserialize, Serialize};
use space::Watch;

use crate::Wizard;
use crate::draft::Draft;
use crate::keeper::{Keeper, Original, SaveError};
use crate::odds_so_far::OddsSoFar;
use crate::question::Question;
use crate::sample::sample;
use crate::step::Step;

/// More problems than this are counted and not shown.
const SHOWN: usize = 20;

/// What somebody wants of a session.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Request {
    /// To answer the question.
    Answer(String),
    /// To go back to the question before.
    Back,
    /// To go to a question by the name of its step, or to the end.
    GoTo(Option<String>),
    /// To see the profile so far.
    Overview,
    /// To see some boards of it, those of a seed.
    Boards {
        /// The seed.
        seed: u64,
    },
    /// To save it, which ends the session.
    Save,
    /// To write it to another place.
    WriteCopy(String),
    /// To stop here and go on another day.
    Stop,
    /// To throw it away.
    Discard,
}

/// What can be done beside answering, as it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// Save it.
    Save,
    /// Go back to the question before.
    Back,
    /// Go to another question: see [`Session::destinations`].
    GoTo,
    /// See the profile so far.
    Overview,
    /// See some boards of it.
    Boards,
    /// Write it to another place.
    WriteCopy,
    /// Stop here and go on another day.
    Stop,
    /// Throw it away.
    Discard,
}

impl Action {
    /// As it is offered.
    pub fn label(self) -> &'static str {
        match self {
            Action::Save => "Save it",
            Action::Back => "Back to the question before",
            Action::GoTo => "Go to another question",
            Action::Overview => "Show the profile so far",
            Action::Boards => "Deal some boards of it",
            Action::WriteCopy => "Write it to a file of your choice",
            Action::Stop => "Stop here and go on another day",
            Action::Discard => "Throw it away",
        }
    }

    /// The request for it, if nothing more has to be known: no question, no file, no seed.
    pub fn request(self) -> Option<Request> {
        match self {
            Action::Save => Some(Request::Save),
            Action::Back => Some(Request::Back),
            Action::Overview => Some(Request::Overview),
            Action::Stop => Some(Request::Stop),
            Action::GoTo | Action::Boards | Action::WriteCopy | Action::Discard => None,
        }
    }

    /// What is to be asked before it is done.
    pub fn question(self) -> Option<&'static str> {
        match self {
            Action::GoTo => Some("Which one?"),
            Action::WriteCopy => Some("Which file?"),
            Action::Discard => Some("Throw away what was answered?"),
            _ => None,
        }
    }
}

/// What can be done beside answering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Menu {
    /// What is asked.
    pub title: String,
    /// What can be done, the likeliest first.
    pub actions: Vec<Action>,
}

/// A question that can be gone to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Destination {
    /// The name of its step; none is the end.
    pub step: Option<String>,
    /// The question, with what is answered so far.
    pub label: String,
}

/// What is to be shown next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "turn", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Turn {
    /// A question.
    Question(Question),
    /// All are answered, or nothing was asked yet of a profile that is changed: what to do?
    Menu(Menu),
    /// The session is over.
    Over,
}

/// What came of a request, to be told.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The answer is none; nothing was changed.
    WrongAnswer {
        /// Why.
        message: String,
    },
    /// The answer was taken, but it could not be kept as a draft.
    AnswerNotKept {
        /// Why.
        error: ErrorBody,
    },
    /// The odds after an answer.
    Odds {
        /// The odds.
        odds: OddsSoFar,
    },
    /// The profile so far.
    Overview {
        /// Its name; none while something is missing.
        name: Option<String>,
        /// What it says, a line each; none while something is missing.
        words: Vec<String>,
        /// Its odds; none if the counting was stopped.
        odds: Option<OddsSoFar>,
    },
    /// Some boards of it.
    Boards {
        /// The boards, as people read them.
        text: String,
    },
    /// There are no boards to show.
    NoBoards {
        /// Why.
        message: String,
    },
    /// It cannot be saved yet.
    Incomplete {
        /// What is wrong or missing.
        problems: Vec<String>,
    },
    /// It was saved, and the session is over.
    Saved {
        /// Its name.
        name: String,
        /// Where it is.
        file: String,
    },
    /// It needs another name to be saved; the question is the one for its name.
    NameRefused {
        /// Why.
        error: ErrorBody,
    },
    /// It could not be saved.
    NotSaved {
        /// Why.
        error: ErrorBody,
    },
    /// A copy was written.
    CopyWritten {
        /// Where.
        to: String,
    },
    /// No copy was written.
    CopyNotWritten {
        /// Why.
        error: ErrorBody,
    },
    /// It is kept as a draft, and the session is over.
    Kept {
        /// What the draft is called.
        draft: String,
    },
    /// There was nothing to keep, and the session is over.
    NothingKept,
    /// It could not be kept, and the session is over.
    NotKept {
        /// The profile so far: whoever has nowhere else to put it can show it.
        text: String,
    },
    /// It was thrown away, and the session is over.
    Discarded,
    /// The draft could not be removed.
    DraftRemains {
        /// Why.
        error: ErrorBody,
    },
    /// The profile that is changed is no longer there.
    OriginalGone,
}

impl Event {
    /// Whether it says that something is wrong.
    pub fn is_warning(&self) -> bool {
        match self {
            Event::Odds { odds } => odds.is_warning(),
            Event::Overview { odds, .. } => odds.as_ref().is_some_and(OddsSoFar::is_warning),
            Event::Boards { .. }
            | Event::Saved { .. }
            | Event::CopyWritten { .. }
            | Event::Kept { .. }
            | Event::NothingKept
            | Event::Discarded => false,
            _ => true,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Event::WrongAnswer { message } | Event::NoBoards { message } => f.write_str(message),
            Event::AnswerNotKept { error } => {
                write!(f, "this answer is not kept yet: {}", error.message)
            }
            Event::Odds { odds } => f.write_str(&odds.lines().join("\n")),
            Event::Overview { name, words, odds } => {
                let mut lines: Vec<String> = name.iter().chain(words).cloned().collect();
                lines.extend(odds.iter().flat_map(OddsSoFar::lines));
                f.write_str(&lines.join("\n"))
            }
            Event::Boards { text } => f.write_str(text),
            Event::Incomplete { problems } => {
                f.write_str("this cannot be saved yet:")?;
                for problem in problems.iter().take(SHOWN) {
                    write!(f, "\nerror: {problem}")?;
                }
                match problems.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\nand {more} more"),
                }
            }
            Event::Saved { file, .. } => write!(f, "saved as {file}"),
            Event::NameRefused { error } => write!(f, "{}: give it another name", error.message),
            Event::NotSaved { error } => write!(
                f,
                "{}\nnothing is lost: try again, or write it to a file of your choice",
                error.message
            ),
            Event::CopyWritten { to } => write!(f, "written to {to}"),
            Event::CopyNotWritten { error } => f.write_str(&error.message),
            Event::Kept { .. } => f.write_str("kept as a draft"),
            Event::NothingKept => f.write_str("nothing was answered, so nothing is kept"),
            Event::NotKept { .. } => {
                f.write_str("this could not be kept as a draft, so here it is:")
            }
            Event::Discarded => f.write_str("thrown away"),
            Event::DraftRemains { error } => {
                write!(f, "the draft is still there: {}", error.message)
            }
            Event::OriginalGone => {
                f.write_str("the profile that this changes is gone; saving makes it anew")
            }
        }
    }
}

/// A profile that is being made or changed, until it is saved, laid down or thrown away. Every answer is kept at once.
///
/// ```
/// use wizard::{Draft, Event, Keeper, Request, SaveError, SavedProfile, Session, Turn};
///
/// /// Keeps things nowhere.
/// struct Nowhere;
/// impl Keeper for Nowhere {
///     fn keep(&mut self, _: &Draft) -> Result<(), answer::ErrorBody> { Ok(()) }
///     fn kept_as(&self) -> Option<String> { None }
///     fn discard(&mut self) -> Result<(), answer::ErrorBody> { Ok(()) }
///     fn save(&mut self, _: &str) -> Result<SavedProfile, SaveError> {
///         Err(SaveError::Failed(answer::ErrorBody::new("nowhere", "there is nowhere to save it")))
///     }
///     fn write_copy(&mut self, _: &str, _: &str) -> Result<(), answer::ErrorBody> { Ok(()) }
/// }
///
/// let watch = Default::default();
/// let mut session = Session::begin(Nowhere);
/// let events = session.act(Request::Answer("Six spades".to_owned()), &watch);
/// assert_eq!(events[0].to_string(), "any deal will do");
/// let Turn::Question(question) = session.turn() else { panic!("more is asked") };
/// assert_eq!(question.title, "What does it teach?");
/// assert_eq!(session.act(Request::Stop, &watch), [Event::NothingKept]);
/// assert_eq!(session.turn(), Turn::Over);
/// ```
#[derive(Debug)]
pub struct Session<K> {
    wizard: Wizard,
    keeper: K,
    /// What is changed, as it was when that began; none for a new profile.
    original: Option<Original>,
    /// Whether the profile that a draft changes was gone when it was taken up again.
    original_is_gone: bool,
    /// Whether the last answer could not be kept.
    unkept: bool,
    is_over: bool,
    /// Odds are counted on so many threads.
    threads: usize,
}

impl<K: Keeper> Session<K> {
    /// A new profile.
    pub fn begin(keeper: K) -> Session<K> {
        Session::of(Wizard::new(), keeper, None)
    }

    /// Changes of a profile.
    pub fn change(keeper: K, original: Original) -> Session<K> {
        let wizard = Wizard::change(original.document.clone());
        Session::of(wizard, keeper, Some(original))
    }

    /// Goes on with a draft, and with the profile that it changes if it does and that is still there.
    pub fn resume(keeper: K, draft: &Draft, original: Option<Original>) -> Session<K> {
        let wizard = Wizard::resume(draft.document.clone(), draft.at.as_deref(), &draft.answered);
        let original_is_gone = draft.of.is_some() && original.is_none();
        Session {
            original_is_gone,
            ..Session::of(wizard, keeper, original)
        }
    }

    fn of(wizard: Wizard, keeper: K, original: Option<Original>) -> Session<K> {
        Session {
            wizard,
            keeper,
            original,
            original_is_gone: false,
            unkept: false,
            is_over: false,
            threads: 1,
        }
    }

    /// The same, with odds that are counted on so many threads.
    pub fn with_threads(mut self, threads: usize) -> Session<K> {
        self.threads = threads;
        self
    }

    /// The questions and answers.
    pub fn wizard(&self) -> &Wizard {
        &self.wizard
    }

    /// What is to be told before anything is asked.
    pub fn opening(&self) -> Vec<Event> {
        let gone = self.original_is_gone.then_some(Event::OriginalGone);
        gone.into_iter().collect()
    }

    /// What is to be shown next.
    pub fn turn(&self) -> Turn {
        match self.wizard.question() {
            _ if self.is_over => Turn::Over,
            Some(question) => Turn::Question(question),
            None => Turn::Menu(self.menu()),
        }
    }

    /// What can be done beside answering.
    pub fn menu(&self) -> Menu {
        let complete = self.wizard.at().is_none();
        let mut actions = vec![Action::Back, Action::GoTo];
        // When all is answered, the overview is shown anyway.
        actions.extend((!complete).then_some(Action::Overview));
        actions.extend([
            Action::Boards,
            Action::WriteCopy,
            Action::Stop,
            Action::Discard,
        ]);
        // Whoever changes a profile comes here to choose what to change.
        let title = match (complete, self.is_changed()) {
            (false, _) => "What would you like to do?",
            (true, true) => "That is all. Save it?",
            (true, false) => "What would you like to change?",
        };
        if self.is_changed() {
            actions.insert(0, Action::Save);
        } else {
            actions.rotate_left(1);
        }
        Menu {
            title: title.to_owned(),
            actions,
        }
    }

    /// All questions that can be gone to, and which of them it is at.
    pub fn destinations(&self) -> (Vec<Destination>, usize) {
        let steps = self.wizard.steps();
        let at = steps
            .iter()
            .position(|&step| Some(step) == self.wizard.at());
        let destination = |&step: &Step| {
            let question = self.wizard.question_of(step);
            Destination {
                step: Some(step.to_string()),
                label: format!("{} {}", question.title, question.usual),
            }
        };
        let end = Destination {
            step: None,
            label: "The end".to_owned(),
        };
        let each = steps.iter().map(destination).chain([end]);
        (each.collect(), at.unwrap_or(0))
    }

    /// Whether there is anything to save.
    pub fn is_changed(&self) -> bool {
        let original = self.original.as_ref();
        original.is_none_or(|original| original.document != *self.wizard.document())
    }

    /// The document as it is saved.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.wizard.document())
    }

    /// Does what somebody wants, and says what came of it. When the watch is stopped, what is counted or dealt is left
    /// out; answers are taken and kept all the same.
    pub fn act(&mut self, request: Request, watch: &Watch) -> Vec<Event> {
        if self.is_over {
            return Vec::new();
        }
        match request {
            Request::Answer(text) => self.answer(&text, watch),
            Request::Back => {
                self.wizard.back();
                Vec::new()
            }
            Request::GoTo(step) => self.go_to(step.as_deref()).into_iter().collect(),
            Request::Overview => vec![self.overview(watch)],
            Request::Boards { seed } => self.boards(seed, watch).into_iter().collect(),
            Request::Save => self.save(),
            Request::WriteCopy(to) => vec![self.write_copy(to)],
            Request::Stop => vec![self.stop()],
            Request::Discard => {
                let mut events = self.end();
                events.push(Event::Discarded);
                events
            }
        }
    }

    fn answer(&mut self, text: &str, watch: &Watch) -> Vec<Event> {
        if let Err(wrong) = self.wizard.answer(text) {
            let message = wrong.to_string();
            return vec![Event::WrongAnswer { message }];
        }
        let mut events: Vec<Event> = self.keep().into_iter().collect();
        match self.wizard.odds(self.threads, watch) {
            // What is missing is asked for soon enough.
            Ok(OddsSoFar::Unfinished { .. }) | Err(_) => {}
            Ok(odds) => events.push(Event::Odds { odds }),
        }
        events
    }

    /// Keeps what there is. That it cannot be kept is no reason to stop: it may still be saved.
    fn keep(&mut self) -> Option<Event> {
        let original = self.original.as_ref();
        let draft = Draft {
            of: original.map(|original| original.file.clone()),
            was: original.map(|original| original.text.clone()),
            at: self.wizard.at().map(|step| step.to_string()),
            answered: self.wizard.answered().iter().map(Step::to_string).collect(),
            document: self.wizard.document().clone(),
        };
        let kept = self.keeper.keep(&draft);
        self.unkept = kept.is_err();
        kept.err().map(|error| Event::AnswerNotKept { error })
    }

    fn go_to(&mut self, named: Option<&str>) -> Option<Event> {
        let Some(named) = named else {
            self.wizard.go_to(None);
            return None;
        };
        let steps = self.wizard.steps();
        match steps.into_iter().find(|step| step.to_string() == named) {
            Some(step) => {
                self.wizard.go_to(Some(step));
                None
            }
            None => Some(Event::WrongAnswer {
                message: format!("there is no question {named:?}"),
            }),
        }
    }

    fn overview(&mut self, watch: &Watch) -> Event {
        let profile = self.wizard.profile();
        let words = profile.as_ref().map(profile::words).unwrap_or_default();
        Event::Overview {
            name: profile.map(|profile| profile.name),
            words: words.trim_end().lines().map(str::to_owned).collect(),
            odds: self.wizard.odds(self.threads, watch).ok(),
        }
    }

    fn boards(&self, seed: u64, watch: &Watch) -> Option<Event> {
        let reading = self.wizard.reading();
        if reading.profile.is_none() {
            return Some(Event::NoBoards {
                message: "something is still missing".to_owned(),
            });
        }
        match sample(reading, seed, watch) {
            _ if watch.is_stopped() => None,
            Ok(text) => Some(Event::Boards { text }),
            Err(message) => Some(Event::NoBoards { message }),
        }
    }

    fn save(&mut self) -> Vec<Event> {
        let text = self.text();
        let reading = profile::read(&text);
        if reading.profile.is_none() {
            let problems = reading.errors().map(Problem::to_string).collect();
            return vec![Event::Incomplete { problems }];
        }
        match self.keeper.save(&text) {
            Ok(saved) => {
                let mut events = vec![Event::Saved {
                    name: saved.name,
                    file: saved.file,
                }];
                events.extend(self.end());
                events
            }
            Err(SaveError::Name(error)) => {
                self.wizard.go_to(Some(Step::Name));
                vec![Event::NameRefused { error }]
            }
            Err(SaveError::Failed(error)) => vec![Event::NotSaved { error }],
        }
    }

    fn write_copy(&mut self, to: String) -> Event {
        match self.keeper.write_copy(to.trim(), &self.text()) {
            Ok(()) => Event::CopyWritten {
                to: to.trim().to_owned(),
            },
            Err(error) => Event::CopyNotWritten { error },
        }
    }

    /// Lays it down for another day. What could not be kept is given back: nothing is lost.
    fn stop(&mut self) -> Event {
        self.is_over = true;
        match self.keeper.kept_as() {
            _ if self.unkept => Event::NotKept { text: self.text() },
            Some(draft) => Event::Kept { draft },
            None => Event::NothingKept,
        }
    }

    /// The draft is no longer needed.
    fn end(&mut self) -> Vec<Event> {
        self.is_over = true;
        let discarded = self.keeper.discard();
        let remains = discarded.err().map(|error| Event::DraftRemains { error });
        remains.into_iter().collect()
    }
}
