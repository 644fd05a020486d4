//! `fairdeal profile new`, `edit` and `resume`: the questions of the wizard on a terminal. Every answer is kept as a draft
//! at once, so that nothing is lost however it ends.

use std::path::Path;

use clap::Args;
use fairdeal::plan::Strategy;
use fairdeal::profile::{self, Combinations};
use fairdeal::shelf::{Draft, DraftPlace, Entry, Shelf, ShelfError};
use fairdeal::wizard::{Standing, Step, Wizard};
use fairdeal::{How, ProfileDealing, ProfileRequest};

use super::load::show;
use super::terminal::{self, Asked};
use crate::Failure;
use crate::deal::random_seed;
use crate::output::{count, say, small_file};
use crate::threads;

/// So many boards are shown on request.
const SAMPLE: u64 = 2;

#[derive(Args)]
pub(crate) struct Resume {
    /// The draft, by what `list --drafts` calls it, or by the profile's name [default: ask which]
    draft: Option<String>,
}

/// A profile that is being made or changed at a terminal.
struct Session<'s> {
    shelf: &'s Shelf,
    place: DraftPlace,
    /// What is changed, as it was when that began; none for a new profile.
    entry: Option<Entry>,
    wizard: Wizard,
    /// Whether the last answer could not be kept.
    unkept: bool,
}

/// What to do next.
enum Next {
    GoOn,
    Done,
}

/// What can be done beside answering.
#[derive(Clone, Copy, PartialEq)]
enum Action {
    Save,
    Back,
    GoTo,
    Words,
    Boards,
    Elsewhere,
    Stop,
    Discard,
}

impl Action {
    fn label(self) -> &'static str {
        match self {
            Action::Save => "Save it",
            Action::Back => "Back to the question before",
            Action::GoTo => "Go to another question",
            Action::Words => "Show the profile so far",
            Action::Boards => "Deal some boards of it",
            Action::Elsewhere => "Write it to a file of your choice",
            Action::Stop => "Stop here and go on another day",
            Action::Discard => "Throw it away",
        }
    }
}

pub(crate) fn new(shelf: &Shelf) -> Result<(), Failure> {
    terminal::check()?;
    let drafts = shelf.drafts()?.drafts;
    let mut offers: Vec<String> = drafts.iter().map(offer).collect();
    if !offers.is_empty() {
        offers.push("Begin a new profile".to_owned());
        let title = "Something was not finished. Go on with it?";
        match terminal::choose(title, offers, 0, "nothing is thrown away")? {
            Asked::Answer(at) if at < drafts.len() => return go_on(shelf, &drafts[at].0),
            Asked::Answer(_) => {}
            Asked::Escape | Asked::Interrupt => return Err(Failure::Said(130)),
        }
    }
    let place = shelf.new_draft()?;
    say("Each question shows its usual answer: Enter takes it. Every answer is kept at once.");
    Session::begin(shelf, place, None, Wizard::new()).run()
}

pub(crate) fn edit(shelf: &Shelf, name: &str) -> Result<(), Failure> {
    terminal::check()?;
    let entry = shelf.find(name)?;
    let (place, draft) = shelf.draft_of(&entry)?;
    let wizard = match draft {
        None => Wizard::change(entry.document.clone()),
        Some(draft) => {
            let choices = ["Go on with those changes", "Begin again from what is saved"];
            let title = format!("{:?} has changes that were not saved.", entry.name());
            match terminal::choose(&title, choices.map(str::to_owned).to_vec(), 0, "")? {
                Asked::Answer(0) => return go_on_with(shelf, place, &draft),
                Asked::Answer(_) => Wizard::change(entry.document.clone()),
                Asked::Escape | Asked::Interrupt => return Err(Failure::Said(130)),
            }
        }
    };
    Session::begin(shelf, place, Some(entry), wizard).run()
}

pub(crate) fn resume(shelf: &Shelf, arguments: &Resume) -> Result<(), Failure> {
    terminal::check()?;
    let drafts = shelf.drafts()?.drafts;
    let found = match &arguments.draft {
        Some(named) => drafts.iter().position(|(identifier, draft)| {
            identifier == named || fairdeal::shelf::same_name(draft.name(), named)
        }),
        None if drafts.len() == 1 => Some(0),
        None if drafts.is_empty() => None,
        None => {
            let offers = drafts.iter().map(offer).collect();
            match terminal::choose("Go on with which one?", offers, 0, "")? {
                Asked::Answer(at) => Some(at),
                Asked::Escape | Asked::Interrupt => return Err(Failure::Said(130)),
            }
        }
    };
    match found {
        Some(at) => go_on(shelf, &drafts[at].0),
        None => Err(anyhow::anyhow!("there is no such draft: list --drafts shows them").into()),
    }
}

/// How a draft is offered.
fn offer((identifier, draft): &(String, Draft)) -> String {
    let name = match draft.name() {
        "" => "a profile without a name".to_owned(),
        name => format!("{name:?}"),
    };
    let answered = count(draft.answered.len() as u64, "answer");
    match &draft.of {
        None => format!("{name}, {answered} ({identifier})"),
        Some(_) => format!("changes of {name} ({identifier})"),
    }
}

fn go_on(shelf: &Shelf, identifier: &str) -> Result<(), Failure> {
    match shelf.resume(identifier)? {
        Some((place, draft)) => go_on_with(shelf, place, &draft),
        None => Err(ShelfError::Busy {
            what: identifier.to_owned(),
        }
        .into()),
    }
}

fn go_on_with(shelf: &Shelf, place: DraftPlace, draft: &Draft) -> Result<(), Failure> {
    let wizard = Wizard::resume(draft.document.clone(), draft.at.as_deref(), &draft.answered);
    let entry = match shelf.changed_by(draft) {
        Ok(entry) => entry,
        Err(ShelfError::NotThere { .. }) => {
            say("fairdeal: the profile that this changes is gone; saving makes it anew");
            None
        }
        Err(error) => return Err(error.into()),
    };
    Session::begin(shelf, place, entry, wizard).run()
}

impl<'s> Session<'s> {
    fn begin(
        shelf: &'s Shelf,
        place: DraftPlace,
        entry: Option<Entry>,
        wizard: Wizard,
    ) -> Session<'s> {
        Session {
            shelf,
            place,
            entry,
            wizard,
            unkept: false,
        }
    }

    fn run(mut self) -> Result<(), Failure> {
        loop {
            let next = match self.wizard.question() {
                Some(question) => match terminal::question(&self.wizard, &question)? {
                    Asked::Answer(text) => {
                        self.answer(&text);
                        Next::GoOn
                    }
                    Asked::Escape => self.menu(false)?,
                    Asked::Interrupt => return Err(self.interrupted()),
                },
                None => {
                    self.show_words();
                    self.menu(true)?
                }
            };
            if let Next::Done = next {
                return Ok(());
            }
        }
    }

    fn answer(&mut self, text: &str) {
        if let Err(wrong) = self.wizard.answer(text) {
            say(format_args!("  ! {wrong}"));
            return;
        }
        self.keep();
        let standing = self.wizard.standing(threads(None));
        // What is missing is asked for soon enough.
        if !matches!(standing, Standing::Unfinished(_)) {
            say_standing(&standing);
        }
    }

    /// Keeps what there is. That it cannot be kept is no reason to stop: it may still be saved.
    fn keep(&mut self) {
        let draft = Draft {
            of: self.entry.as_ref().map(Entry::file_name),
            was: self.entry.as_ref().map(|entry| entry.text.clone()),
            at: self.wizard.at().map(|step| step.to_string()),
            answered: self.wizard.answered().iter().map(Step::to_string).collect(),
            document: self.wizard.document().clone(),
        };
        let kept = self.place.save(&draft);
        self.unkept = kept.is_err();
        if let Err(error) = kept {
            say(format_args!("  ! this answer is not kept yet: {error}"));
        }
    }

    /// What else can be done: at a question, or when all are answered.
    fn menu(&mut self, complete: bool) -> Result<Next, Failure> {
        let mut actions = vec![Action::Back, Action::GoTo];
        actions.extend((!complete).then_some(Action::Words));
        actions.extend([
            Action::Boards,
            Action::Elsewhere,
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
            actions.insert(0, Action::Save)
        } else {
            actions.rotate_left(1)
        }
        let labels = actions.iter().map(|action| action.label().to_owned());
        let help = "Esc goes back to the question";
        match terminal::choose(title, labels.collect(), 0, help)? {
            Asked::Answer(at) => self.act(actions[at]),
            Asked::Escape => Ok(Next::GoOn),
            Asked::Interrupt => Err(self.interrupted()),
        }
    }

    /// Whether there is anything to save.
    fn is_changed(&self) -> bool {
        let entry = self.entry.as_ref();
        entry.is_none_or(|entry| entry.document != *self.wizard.document())
    }

    fn act(&mut self, action: Action) -> Result<Next, Failure> {
        match action {
            Action::Save => return self.save(),
            Action::Back => {
                self.wizard.back();
            }
            Action::GoTo => self.go_to()?,
            Action::Words => self.show_words(),
            Action::Boards => self.show_boards(),
            Action::Elsewhere => return self.save_elsewhere(),
            Action::Stop => {
                self.leave();
                return Ok(Next::Done);
            }
            Action::Discard => return self.discard(),
        }
        Ok(Next::GoOn)
    }

    fn go_to(&mut self) -> Result<(), Failure> {
        let steps = self.wizard.steps();
        let label = |&step: &Step| {
            let question = self.wizard.question_of(step);
            format!("{} {}", question.title, question.usual)
        };
        let mut labels: Vec<String> = steps.iter().map(label).collect();
        labels.push("The end".to_owned());
        let at = steps
            .iter()
            .position(|&step| Some(step) == self.wizard.at());
        let help = "type to look for one";
        if let Asked::Answer(at) = terminal::choose("Which one?", labels, at.unwrap_or(0), help)? {
            self.wizard.go_to(steps.get(at).copied());
        }
        Ok(())
    }

    fn show_words(&mut self) {
        if let Some(profile) = self.wizard.profile() {
            say(format_args!("\n{}", profile.name));
            say(profile::words(&profile).trim_end());
        }
        say_standing(&self.wizard.standing(threads(None)));
        say("");
    }

    fn show_boards(&self) {
        let dealt = self.wizard.profile().map(|profile| {
            let combinations = Combinations::new(&profile)?;
            let how = How::Planned(Strategy::Auto);
            let request = ProfileRequest::of_boards(SAMPLE, random_seed(), threads(None), how);
            let dealing = ProfileDealing::new(&profile, &combinations, &request)?;
            let mut text = Vec::new();
            let mut write = |bytes: &[u8], _| {
                text.extend_from_slice(bytes);
                Ok(())
            };
            dealing.run(&Default::default(), &mut write, &mut |_| {})?;
            Ok::<String, anyhow::Error>(String::from_utf8_lossy(&text).into_owned())
        });
        match dealt {
            Some(Ok(text)) => say(format_args!("\n{}\n", text.trim_end())),
            Some(Err(error)) => say(format_args!("  ! {error}")),
            None => say("  ! something is still missing"),
        }
    }

    /// The document as it is saved.
    fn text(&self) -> String {
        format!("{:#}\n", self.wizard.document())
    }

    fn save(&mut self) -> Result<Next, Failure> {
        let text = self.text();
        let reading = profile::read(&text);
        if reading.profile.is_none() {
            say("  ! this cannot be saved yet:");
            show(reading.errors());
            return Ok(Next::GoOn);
        }
        let saved = match &self.entry {
            Some(entry) => self.shelf.replace(entry, &text),
            None => self.shelf.put(&text),
        };
        match saved {
            Ok(entry) => {
                say(format_args!("saved as {}", entry.path.display()));
                let name = entry.name();
                say(format_args!(
                    "fairdeal deal {name:?} -n 16 -o boards.pbn deals from it"
                ));
                self.drop_draft();
                Ok(Next::Done)
            }
            Err(error @ (ShelfError::Taken { .. } | ShelfError::Name(_))) => {
                say(format_args!("  ! {error}: give it another name"));
                self.wizard.go_to(Some(Step::Name));
                Ok(Next::GoOn)
            }
            Err(error) => {
                say(format_args!(
                    "  ! {error}\n  ! nothing is lost: try again, or write it to a file of your choice"
                ));
                Ok(Next::GoOn)
            }
        }
    }

    fn save_elsewhere(&mut self) -> Result<Next, Failure> {
        let Asked::Answer(name) = terminal::text("Which file?", "such as /tmp/profile.json")?
        else {
            return Ok(Next::GoOn);
        };
        let path = Path::new(name.trim());
        if path.exists() {
            say(format_args!("  ! {} is there already", path.display()));
            return Ok(Next::GoOn);
        }
        let written = small_file(path, self.text().as_bytes()).and_then(|file| file.finish());
        match written {
            Ok(()) => say(format_args!("written to {}", path.display())),
            Err(error) => say(format_args!("  ! {error:#}")),
        }
        Ok(Next::GoOn)
    }

    fn discard(&mut self) -> Result<Next, Failure> {
        match terminal::confirm("Throw away what was answered?")? {
            Asked::Answer(true) => {
                self.drop_draft();
                say("thrown away");
                Ok(Next::Done)
            }
            _ => Ok(Next::GoOn),
        }
    }

    fn drop_draft(&self) {
        if let Err(error) = self.place.delete() {
            say(format_args!("fairdeal: the draft is still there: {error}"));
        }
    }

    /// Says how to go on another day. What could not be kept is printed: nothing is lost.
    fn leave(&self) {
        if self.unkept {
            say("fairdeal: this could not be kept as a draft, so here it is:");
            print!("{}", self.text());
            return;
        }
        let identifier = self.place.identifier();
        if self.place.is_kept() {
            say(format_args!(
                "kept as a draft; to go on: fairdeal profile resume {identifier}"
            ))
        } else {
            say("nothing was answered, so nothing is kept")
        }
    }

    fn interrupted(&self) -> Failure {
        self.leave();
        Failure::Said(130)
    }
}

fn say_standing(standing: &Standing) {
    let mark = if standing.is_warning() { "!" } else { "=" };
    for line in standing.lines() {
        say(format_args!("  {mark} {line}"));
    }
}
