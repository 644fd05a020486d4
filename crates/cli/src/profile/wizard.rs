//! `fairdeal profile new`, `edit` and `resume`: a session of the wizard on a terminal.

use fairdeal::store::{
    DraftChoice, EditStart, ListedDraft, ProfileStore, StoreSession, UnsavedChanges,
};
use fairdeal::wizard::{Action, Event, Menu, OddsSoFar, Request, Turn};

use super::terminal::{self, Asked};
use crate::output::say;
use crate::progress::during;
use crate::{Failure, threads, watch};
use fairdeal::random_seed;

pub(crate) fn new(store: &ProfileStore) -> Result<(), Failure> {
    terminal::check()?;
    let drafts = store.draft_listing()?.drafts;
    if !drafts.is_empty() {
        let mut offers: Vec<String> = drafts.iter().map(ListedDraft::offer).collect();
        offers.push("Begin a new profile".to_owned());
        let title = "Something was not finished. Go on with it?";
        let at = chosen(title, offers, "nothing is thrown away")?;
        if let Some(chosen) = drafts.get(at) {
            return run(store.resume_session(&chosen.draft)?);
        }
    }
    let session = store.new_session()?;
    say("Each question shows its usual answer: Enter takes it. Every answer is kept at once.");
    run(session)
}

pub(crate) fn edit(store: &ProfileStore, name: &str) -> Result<(), Failure> {
    terminal::check()?;
    match store.edit_session(name)? {
        EditStart::Ready(session) => run(*session),
        EditStart::Unsaved(changes) => {
            let choices = UnsavedChanges::CHOICES.map(str::to_owned).to_vec();
            match chosen(&changes.title(), choices, "")? {
                0 => run(changes.go_on()?),
                _ => run(changes.begin_again()),
            }
        }
    }
}

pub(crate) fn resume(store: &ProfileStore, named: Option<&str>) -> Result<(), Failure> {
    terminal::check()?;
    let draft = match store.choose_draft(named)? {
        DraftChoice::One(draft) => draft,
        DraftChoice::Which(mut drafts) => {
            let offers = drafts.iter().map(ListedDraft::offer).collect();
            let at = chosen("Go on with which one?", offers, "")?;
            drafts.swap_remove(at).draft
        }
    };
    run(store.resume_session(&draft)?)
}

/// Asks one of several before the session; whoever does not choose leaves.
fn chosen(title: &str, choices: Vec<String>, help: &str) -> Result<usize, Failure> {
    let chosen = terminal::choose(title, choices, 0, help)?.answer();
    chosen.ok_or(Failure::Said(130))
}

/// Asks and tells until the session is over.
fn run(session: StoreSession) -> Result<(), Failure> {
    let mut session = session.with_threads(threads(None));
    session.opening().iter().for_each(tell);
    loop {
        let asked = match session.turn() {
            Turn::Over => return Ok(()),
            _ if watch().is_stopped() => Asked::Interrupt,
            Turn::Question(question) => match terminal::question(session.wizard(), &question)? {
                Asked::Answer(text) => Asked::Answer(Request::Answer(text)),
                Asked::Escape => request(&session, &session.menu())?,
                Asked::Interrupt => Asked::Interrupt,
            },
            Turn::Menu(menu) => {
                act(&mut session, Request::Overview);
                if watch().is_stopped() {
                    continue;
                }
                request(&session, &menu)?
            }
            _ => return Ok(()),
        };
        match asked {
            Asked::Answer(request) => act(&mut session, request),
            Asked::Escape => {}
            Asked::Interrupt => {
                session.act(Request::Stop, watch()).iter().for_each(tell);
                return Err(Failure::Said(130));
            }
        }
    }
}

fn act(session: &mut StoreSession, request: Request) {
    let events = during(watch(), || session.act(request, watch()));
    events.iter().for_each(tell);
}

/// Asks what to do beside answering, and what has to be known for it.
fn request(session: &StoreSession, menu: &Menu) -> Result<Asked<Request>, Failure> {
    let labels = menu.actions.iter().map(|action| action.label().to_owned());
    let help = "Esc goes back to the question";
    let action = match terminal::choose(&menu.title, labels.collect(), 0, help)? {
        Asked::Answer(at) => menu.actions[at],
        Asked::Escape => return Ok(Asked::Escape),
        Asked::Interrupt => return Ok(Asked::Interrupt),
    };
    let title = action.question().unwrap_or_default();
    let request = match action {
        Action::GoTo => {
            let (mut all, at) = session.destinations();
            let labels = all.iter().map(|one| one.label.clone()).collect();
            let chosen = terminal::choose(title, labels, at, "type to look for one")?;
            let chosen = chosen.map(|at| Request::GoTo(all.swap_remove(at).step));
            chosen.answer()
        }
        Action::Boards => Some(Request::Boards {
            seed: random_seed(),
        }),
        Action::WriteCopy => {
            let file = terminal::text(title, "such as /tmp/profile.json")?;
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

/// Says what came of a request, and which command would go on from there.
fn tell(event: &Event) {
    match event {
        Event::Odds { odds } => say_odds(odds),
        Event::Overview { name, words, odds } => {
            if let Some(name) = name {
                say(format_args!("\n{name}\n{}", words.join("\n")));
            }
            odds.iter().for_each(say_odds);
            say("");
        }
        Event::Boards { text } => say(format_args!("\n{text}\n")),
        Event::Saved { name, .. } => say(format_args!(
            "{event}\nfairdeal deal {name:?} -n 16 -o boards.pbn deals from it"
        )),
        Event::Kept { draft } => say(format_args!(
            "{event}; to go on: fairdeal profile resume {draft}"
        )),
        Event::NotKept { text } => {
            say(format_args!("fairdeal: {event}"));
            print!("{text}");
        }
        Event::DraftRemains { .. } | Event::OriginalGone => say(format_args!("fairdeal: {event}")),
        // What is wrong with the profile stands below the line that says so.
        Event::Incomplete { .. } => say(format_args!("  ! {event}")),
        event if event.is_warning() => {
            let lines = event.to_string().replace('\n', "\n  ! ");
            say(format_args!("  ! {lines}"));
        }
        event => say(event),
    }
}

fn say_odds(odds: &OddsSoFar) {
    let mark = if odds.is_warning() { "!" } else { "=" };
    for line in odds.lines() {
        say(format_args!("  {mark} {line}"));
    }
}
