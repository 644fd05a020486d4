//! `fairdeal profile new`, `edit` and `resume`: a session of the wizard on a terminal.

use std::cell::RefCell;
use std::io::{self, Write as _};
use std::sync::Arc;

use fairdeal::random_seed;
use fairdeal::store::{
    BackgroundOdds, DraftChoice, EditStart, ListedDraft, StoreSession, UnsavedChanges,
};
use fairdeal::wizard::{Action, Event, Menu, OddsProgress, Request, Turn};

use super::StoreArguments;
use super::shell::command;
use super::terminal::{self, Asked};
use crate::output::say;
use crate::progress::during;
use crate::{Failure, threads, watch};

pub(crate) fn new(given: &StoreArguments) -> Result<(), Failure> {
    terminal::check()?;
    let store = given.open()?;
    let drafts = store.draft_listing()?.drafts;
    if !drafts.is_empty() {
        let mut offers: Vec<String> = drafts.iter().map(ListedDraft::offer).collect();
        offers.push("Begin a new profile".to_owned());
        let title = "Something was not finished. Go on with it?";
        let at = chosen(title, &offers, "nothing is thrown away")?;
        if let Some(chosen) = drafts.get(at) {
            return run(store.resume_session(&chosen.draft)?, given);
        }
    }
    let session = store.new_session()?;
    terminal::tell(
        "Each question shows its usual answer: Enter takes it. Every answer is kept at once.",
    );
    run(session, given)
}

pub(crate) fn edit(given: &StoreArguments, name: &str) -> Result<(), Failure> {
    terminal::check()?;
    match given.open()?.edit_session(name)? {
        EditStart::Ready(session) => run(*session, given),
        EditStart::Unsaved(changes) => {
            let choices = UnsavedChanges::CHOICES.map(str::to_owned);
            match chosen(&changes.title(), &choices, "")? {
                0 => run(changes.go_on()?, given),
                _ => run(changes.begin_again(), given),
            }
        }
    }
}

pub(crate) fn resume(given: &StoreArguments, named: Option<&str>) -> Result<(), Failure> {
    terminal::check()?;
    let store = given.open()?;
    let draft = match store.choose_draft(named)? {
        DraftChoice::One(draft) => draft,
        DraftChoice::Which(mut drafts) => {
            let offers: Vec<String> = drafts.iter().map(ListedDraft::offer).collect();
            let at = chosen("Go on with which one?", &offers, "")?;
            drafts.swap_remove(at).draft
        }
    };
    run(store.resume_session(&draft)?, given)
}

/// Asks one of several before the session; whoever does not choose leaves.
fn chosen(title: &str, choices: &[String], help: &str) -> Result<usize, Failure> {
    let chosen = terminal::choose(title, choices, 0, help, terminal::NOTHING)?.answer();
    chosen.ok_or(Failure::Said(130))
}

/// Asks and tells until the session is over. Odds are counted while a question waits.
fn run(session: StoreSession, given: &StoreArguments) -> Result<(), Failure> {
    let mut session = session.with_threads(threads(None));
    let shelf = Arc::new(given.open()?);
    let mut odds = BackgroundOdds::from_source(shelf, threads(None));
    // What was said of them last is not said again.
    let mut said: Vec<String> = Vec::new();
    if matches!(session.turn(), Turn::Menu(_)) {
        tell_all(&session.act(Request::Overview, watch()), given);
    }
    tell_all(&session.opening(), given);
    loop {
        odds.follow(&mut session);
        let drawn = RefCell::new(Vec::new());
        let shown = || {
            let lines = odds.shown(&session).map(|now| odds_lines(&now));
            let lines = lines.filter(|lines| *lines != said).unwrap_or_default();
            drawn.borrow_mut().clone_from(&lines);
            lines
        };
        let asked = match session.turn() {
            Turn::Over => return Ok(()),
            _ if watch().is_stopped() => Asked::Interrupt,
            Turn::Question(question) => {
                match terminal::question(session.wizard(), &question, &shown)? {
                    Asked::Answer(text) => Asked::Answer(Request::Answer(text)),
                    Asked::Escape => request(&session, &session.menu(), &shown)?,
                    Asked::Interrupt => Asked::Interrupt,
                }
            }
            Turn::Menu(menu) => request(&session, &menu, &shown)?,
            _ => return Ok(()),
        };
        let drawn = drawn.into_inner();
        if !drawn.is_empty() {
            said = drawn;
        }
        match asked {
            Asked::Answer(request) => {
                let events = during(watch(), || session.act(request, watch()));
                tell_all(&events, given);
                // When all is answered there is a look at the whole of it.
                if events.is_empty() && matches!(session.turn(), Turn::Menu(_)) {
                    tell_all(&session.act(Request::Overview, watch()), given);
                }
            }
            Asked::Escape => {}
            Asked::Interrupt => {
                tell_all(&session.act(Request::Stop, watch()), given);
                return Err(Failure::Said(130));
            }
        }
    }
}

/// Asks what to do beside answering, and what has to be known for it.
fn request(
    session: &StoreSession,
    menu: &Menu,
    above: terminal::Above,
) -> Result<Asked<Request>, Failure> {
    let labels: Vec<String> = menu
        .actions
        .iter()
        .map(|action| action.label().to_owned())
        .collect();
    let help = "arrows and Enter choose, Esc goes back to the question";
    let action = match terminal::choose(&menu.title, &labels, 0, help, above)? {
        Asked::Answer(at) => menu.actions[at],
        Asked::Escape => return Ok(Asked::Escape),
        Asked::Interrupt => return Ok(Asked::Interrupt),
    };
    let title = action.question().unwrap_or_default();
    let request = match action {
        Action::GoTo => {
            let (mut all, at) = session.destinations();
            let labels: Vec<String> = all.iter().map(|one| one.label.clone()).collect();
            let help = "type to look for one";
            let chosen = terminal::choose(title, &labels, at, help, terminal::NOTHING)?;
            let chosen = chosen.map(|at| Request::GoTo(all.swap_remove(at).step));
            chosen.answer()
        }
        Action::Boards => Some(Request::Boards {
            seed: random_seed(),
        }),
        Action::WriteCopy => {
            let file = terminal::typed(title, "such as /tmp/profile.json")?;
            file.map(Request::WriteCopy).answer()
        }
        Action::Discard => {
            let sure = terminal::confirm(title)?.answer() == Some(true);
            sure.then_some(Request::Discard)
        }
        action => action.request(),
    };
    Ok(request.map_or(Asked::Escape, Asked::Answer))
}

fn tell_all(events: &[Event], given: &StoreArguments) {
    for event in events {
        tell(event, given);
    }
}

/// Says what came of a request, and which command would go on from there.
fn tell(event: &Event, given: &StoreArguments) {
    let next = |arguments: &[&str], name: &str| {
        let mut all: Vec<String> = ["fairdeal"]
            .iter()
            .chain(arguments)
            .map(|&word| word.to_owned())
            .collect();
        all.extend(given.as_given());
        // What begins with a dash is no option.
        all.extend(name.starts_with('-').then(|| "--".to_owned()));
        all.push(name.to_owned());
        command(&all, terminal::columns())
    };
    match event {
        Event::Odds { odds } => {
            let now = OddsProgress::Known(odds.clone());
            terminal::tell(&odds_lines(&now).join("\n"));
        }
        Event::Overview { name, words, .. } => {
            if let Some(name) = name {
                terminal::tell(&format!("\n{name}\n{}\n", words.join("\n")));
            }
        }
        Event::Boards { text } => say(format_args!("{text}\n")),
        Event::Explanation { text } => terminal::tell(&format!("  {}", text.replace('\n', "\n  "))),
        Event::Saved { found_by, .. } => {
            terminal::tell(&event.to_string());
            say("to deal from it:");
            say(next(&["deal", "-n", "16", "-o", "boards.pbn"], found_by));
        }
        Event::Kept { draft } => {
            terminal::tell(&format!("{event}; to go on:"));
            say(next(&["profile", "resume"], draft));
        }
        Event::NotKept { text } => {
            terminal::tell(&format!("fairdeal: {event}"));
            let _ = io::stdout().write_all(text.as_bytes());
        }
        Event::DraftRemains { .. } | Event::OriginalGone => {
            terminal::tell(&format!("fairdeal: {event}"));
        }
        // What is wrong with the profile stands below the line that says so.
        Event::Incomplete { .. } => terminal::tell(&format!("  ! {event}")),
        event if event.is_warning() => {
            let lines = event.to_string().replace('\n', "\n  ! ");
            terminal::tell(&format!("  ! {lines}"));
        }
        event => terminal::tell(&event.to_string()),
    }
}

fn odds_lines(odds: &OddsProgress) -> Vec<String> {
    let mark = if odds.is_warning() { "!" } else { "=" };
    let lines = odds.lines().into_iter();
    lines.map(|line| format!("  {mark} {line}")).collect()
}
