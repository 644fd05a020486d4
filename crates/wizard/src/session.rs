//! A session: a profile that is being made or changed, with all that happens between the first question and the saved file.
//!
//! Whoever shows it hands in a [`Request`] after the other, shows the [`Event`]s that come of each, and looks at the
//! [`Turn`] to see what to show next. The session decides what is kept, saved and said; it knows no terminal and no page,
//! and of files only its [`Keeper`].

use std::fmt;

use answer::ErrorBody;
use bridge::Seat;
use serde::{Deserialize, Serialize};
use space::Watch;

use crate::Wizard;
use crate::draft::Draft;
use crate::keeper::{Keeper, Original, SaveError, TakenName};
use crate::odds_so_far::{OddsQuestion, OddsSoFar};
use crate::problems;
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
    /// To answer the question; a question mark is answered with what the question is about.
    Answer(String),
    /// To go back to the question before.
    Back,
    /// To go to a question by the name of its step, or to the end.
    GoTo(Option<String>),
    /// To see the profile so far.
    Overview,
    /// To know the odds, which are counted first.
    Odds,
    /// To take the dealing order that is proposed.
    ProposedOrder,
    /// To see a board of it, the one of a seed.
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
    /// See a board of it.
    Boards,
    /// Take the dealing order that is proposed.
    ProposedOrder,
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
            Action::Boards => "Deal a board of it",
            Action::ProposedOrder => "Take the dealing order that is proposed",
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
            Action::ProposedOrder => Some(Request::ProposedOrder),
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
    /// What can be done. The first is what Enter does: nothing is saved, ended or thrown away by it.
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
    /// What the question is about.
    Explanation {
        /// In a few sentences.
        text: String,
    },
    /// A profile of this name is there already; what is to be done is the next question.
    NameTaken {
        /// The name and version that are there.
        name: String,
    },
    /// The hands are dealt in another order than the one that is proposed.
    OtherOrder {
        /// The order of the profile.
        order: [Seat; 4],
        /// The one that is proposed.
        proposed: [Seat; 4],
    },
    /// The dealing order that was proposed is taken.
    OrderTaken {
        /// The order.
        order: [Seat; 4],
    },
    /// The odds.
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
        /// Its odds; none if they were not counted yet.
        odds: Option<OddsSoFar>,
    },
    /// A board of it.
    Boards {
        /// The board, as people read it.
        text: String,
    },
    /// There is no board to show.
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
        /// By what it is found again: its name, with its version where the name alone finds another.
        found_by: String,
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
            | Event::Explanation { .. }
            | Event::OtherOrder { .. }
            | Event::OrderTaken { .. }
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
            Event::Explanation { text } => f.write_str(text),
            Event::NameTaken { name } => write!(f, "{name:?} is there already"),
            Event::OtherOrder { order, proposed } => write!(
                f,
                "the hands are dealt in the order {}; proposed is {}, which the menu offers",
                letters(order),
                letters(proposed)
            ),
            Event::OrderTaken { order } => write!(f, "the dealing order is {} now", letters(order)),
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
                    write!(f, "\n  {problem}")?;
                }
                match problems.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(f, "\n  and {more} more"),
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
///     fn taken(&self, _: &str, _: &str) -> Option<wizard::TakenName> { None }
///     fn discard(&mut self) -> Result<(), answer::ErrorBody> { Ok(()) }
///     fn save(&mut self, _: &str) -> Result<SavedProfile, SaveError> {
///         Err(SaveError::Failed(answer::ErrorBody::new("nowhere", "there is nowhere to save it")))
///     }
///     fn write_copy(&mut self, _: &str, _: &str) -> Result<(), answer::ErrorBody> { Ok(()) }
/// }
///
/// let watch = Default::default();
/// let mut session = Session::begin(Nowhere);
/// assert_eq!(session.act(Request::Answer("Six spades".to_owned()), &watch), []);
/// assert_eq!(session.act(Request::Odds, &watch)[0].to_string(), "any deal will do");
/// let Turn::Question(question) = session.turn() else { panic!("more is asked") };
/// assert_eq!(question.title, "Who deals?");
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
    /// The name that was given, if it is taken and nobody said yet what to do about it.
    taken: Option<TakenName>,
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
        let Draft {
            at, answered, said, ..
        } = draft;
        let wizard = Wizard::resume(draft.document.clone(), at.as_deref(), answered, said);
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
            taken: None,
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
        let other = self.offered_order().map(|proposed| Event::OtherOrder {
            order: self.wizard.order(),
            proposed,
        });
        gone.into_iter().chain(other).collect()
    }

    /// The dealing order that is proposed to whoever changes a profile that has another one.
    fn offered_order(&self) -> Option<[Seat; 4]> {
        let changes = self.original.is_some();
        self.wizard.other_order().filter(|_| changes)
    }

    /// What is to be shown next.
    pub fn turn(&self) -> Turn {
        match (self.wizard.question(), &self.taken) {
            _ if self.is_over => Turn::Over,
            (_, Some(taken)) => Turn::Question(name_question(taken)),
            (Some(question), None) => Turn::Question(question),
            (None, None) => Turn::Menu(self.menu()),
        }
    }

    /// What the odds so far are asked of; `None` if they are known.
    pub fn to_count(&self) -> Option<OddsQuestion> {
        self.wizard.to_count()
    }

    /// Takes odds that were counted elsewhere, while something was asked.
    pub fn take_odds(&mut self, question: OddsQuestion, odds: OddsSoFar) {
        self.wizard.take_odds(question, odds);
    }

    /// What can be done beside answering.
    pub fn menu(&self) -> Menu {
        let complete = self.wizard.at().is_none();
        let changed = self.is_changed();
        // Whoever changes a profile comes here to choose what to change.
        let title = match (complete, changed) {
            (false, _) => "What would you like to do?",
            (true, true) => "That is all. Save it?",
            (true, false) => "What would you like to change?",
        };
        // Nobody saves by pressing Enter once more: the first action does no harm.
        let (first, second) = match (complete, changed) {
            (false, _) => (Action::Overview, Action::Boards),
            (true, true) => (Action::Boards, Action::Save),
            (true, false) => (Action::GoTo, Action::Boards),
        };
        let mut actions = vec![first, second];
        let order = self.offered_order().map(|_| Action::ProposedOrder);
        let all = [Action::Back, Action::GoTo].into_iter().chain(order);
        let save = changed.then_some(Action::Save);
        let all = all.chain(save);
        let all = all.chain([Action::WriteCopy, Action::Stop, Action::Discard]);
        for action in all {
            if !actions.contains(&action) {
                actions.push(action);
            }
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
            Request::Answer(text) => self.answer(&text),
            Request::Back => {
                if self.taken.take().is_some() {
                    self.wizard.go_to(Some(Step::Name));
                } else {
                    self.wizard.back();
                }
                Vec::new()
            }
            Request::GoTo(step) => self.go_to(step.as_deref()).into_iter().collect(),
            Request::Overview => vec![self.overview()],
            Request::Odds => {
                let odds = self.wizard.odds(self.threads, watch).ok();
                odds.map(|odds| Event::Odds { odds }).into_iter().collect()
            }
            Request::ProposedOrder => {
                self.wizard.take_proposed_order();
                let mut events: Vec<Event> = self.keep().into_iter().collect();
                events.push(Event::OrderTaken {
                    order: self.wizard.order(),
                });
                events
            }
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

    /// Takes an answer. Nothing is counted: whoever wants the odds asks for them, or counts them meanwhile.
    fn answer(&mut self, text: &str) -> Vec<Event> {
        if text.trim() == "?"
            && let Turn::Question(question) = self.turn()
        {
            let text = question.explanation;
            return vec![Event::Explanation { text }];
        }
        if let Some(taken) = self.taken.take() {
            return self.answer_taken(taken, text);
        }
        let step = self.wizard.at();
        if let Err(wrong) = self.wizard.answer(text) {
            let message = wrong.to_string();
            return vec![Event::WrongAnswer { message }];
        }
        let mut events: Vec<Event> = self.keep().into_iter().collect();
        if step == Some(Step::Name) {
            events.extend(self.look_at_name());
        }
        events
    }

    /// Says at once that a name is taken.
    fn look_at_name(&mut self) -> Option<Event> {
        let text = |name: &str| {
            let value = self.wizard.document().get(name)?.as_str()?;
            Some(value.trim().to_owned())
        };
        let [name, version] =
            ["profile_name", "version"].map(|name| text(name).unwrap_or_default());
        let taken = self.keeper.taken(&name, &version)?;
        let event = Event::NameTaken {
            name: taken.name.clone(),
        };
        self.taken = Some(taken);
        Some(event)
    }

    /// Takes the answer to what is to be done about a name that is taken.
    fn answer_taken(&mut self, taken: TakenName, text: &str) -> Vec<Event> {
        let choices = name_question(&taken).choices;
        let same = |choice: &String| choice.eq_ignore_ascii_case(text.trim());
        match choices.iter().position(same) {
            Some(0) => {
                self.wizard.set_version(&taken.next_version);
                self.wizard.go_on();
                self.keep().into_iter().collect()
            }
            Some(_) => {
                self.wizard.go_to(Some(Step::Name));
                Vec::new()
            }
            None => {
                self.taken = Some(taken);
                let message = format!("choose one of: {}", choices.join(", "));
                vec![Event::WrongAnswer { message }]
            }
        }
    }

    /// Keeps what there is. That it cannot be kept is no reason to stop: it may still be saved.
    fn keep(&mut self) -> Option<Event> {
        let original = self.original.as_ref();
        let draft = Draft {
            of: original.map(|original| original.file.clone()),
            was: original.map(|original| original.text.clone()),
            at: self.wizard.at().map(|step| step.to_string()),
            answered: self.wizard.answered().iter().map(Step::to_string).collect(),
            said: self.wizard.said().iter().map(Step::to_string).collect(),
            document: self.wizard.document().clone(),
        };
        let kept = self.keeper.keep(&draft);
        self.unkept = kept.is_err();
        kept.err().map(|error| Event::AnswerNotKept { error })
    }

    fn go_to(&mut self, named: Option<&str>) -> Option<Event> {
        self.taken = None;
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

    fn overview(&self) -> Event {
        let profile = self.wizard.profile();
        let words = profile.as_ref().map(profile::words).unwrap_or_default();
        Event::Overview {
            name: profile.map(|profile| profile.name),
            words: words.trim_end().lines().map(str::to_owned).collect(),
            odds: self.wizard.known_odds().cloned(),
        }
    }

    fn boards(&self, seed: u64, watch: &Watch) -> Option<Event> {
        let reading = self.wizard.reading();
        if reading.profile.is_none() {
            return Some(Event::NoBoards {
                message: "something is still missing".to_owned(),
            });
        }
        match sample(reading, seed.into(), watch) {
            _ if watch.is_stopped() => None,
            Ok(text) => Some(Event::Boards { text }),
            Err(message) => Some(Event::NoBoards { message }),
        }
    }

    fn save(&mut self) -> Vec<Event> {
        let text = self.text();
        let reading = profile::read(&text);
        if reading.profile.is_none() {
            let problems = reading.errors().map(problems::words).collect();
            return vec![Event::Incomplete { problems }];
        }
        match self.keeper.save(&text) {
            Ok(saved) => {
                let mut events = vec![Event::Saved {
                    name: saved.name,
                    found_by: saved.found_by,
                    file: saved.file,
                }];
                events.extend(self.end());
                events
            }
            Err(SaveError::Name(error)) => {
                self.wizard.go_to(Some(Step::Name));
                match self.look_at_name() {
                    Some(taken) => vec![taken],
                    None => vec![Event::NameRefused { error }],
                }
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

/// What is asked when a name is taken.
fn name_question(taken: &TakenName) -> Question {
    let version = format!("a new version of it, {}", taken.next_version);
    Question {
        step: Step::Name,
        title: format!("{:?} is there already. A new version?", taken.name),
        help: String::new(),
        explanation: "A profile of this name is there already. A new version stands beside it: dealing by the name alone then \
             takes the newest, and the other is found by its name and version. Or give this one another name."
            .to_owned(),
        usual: version.clone(),
        choices: vec![version, "another name".to_owned()],
        edits_usual: false,
    }
}

/// `N E S W`.
fn letters(order: &[Seat; 4]) -> String {
    order.map(|seat| seat.letter().to_string()).join(" ")
}
