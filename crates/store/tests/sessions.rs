//! Sessions of the wizard on a store, from the first question to the saved file, without a terminal.

use std::fs;

use serde_json::{Value, json};
use space::Watch;
use store::{DraftChoice, EditStart, ProfileStore, StoreError, StoreSession};
use wizard::{Action, Event, Request, Turn};

const ANSWERS: [&str; 18] = [
    "Six spades",
    "Opening with six.",
    "North",
    "those who open",
    "1",
    "",
    "6",
    "any",
    "any",
    "any",
    "10-12",
    "nothing more",
    "none",
    "0",
    "0",
    "0",
    "N E S W",
    "no",
];

fn act(session: &mut StoreSession, request: Request) -> Vec<Event> {
    session.act(request, &Watch::default())
}

fn answer(session: &mut StoreSession, text: &str) -> Vec<Event> {
    act(session, Request::Answer(text.to_owned()))
}

fn go_to(session: &mut StoreSession, step: &str) {
    assert_eq!(act(session, Request::GoTo(Some(step.to_owned()))), []);
}

/// The title of the menu, when all is answered.
fn title(session: &StoreSession) -> String {
    match session.turn() {
        Turn::Menu(menu) => menu.title,
        other => panic!("{other:?}"),
    }
}

#[test]
fn from_the_first_question_to_the_saved_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let mut session = store.new_session().unwrap();
    assert_eq!(session.opening(), []);
    assert_eq!(
        answer(&mut session, "")[0].to_string(),
        "a profile needs a name"
    );
    // Every answer is kept, and can be gone on with by another session.
    for (k, text) in ANSWERS.into_iter().enumerate() {
        let events = answer(&mut session, text);
        assert!(matches!(events[..], [Event::Odds { .. }]), "{events:?}");
        let kept = Event::Kept {
            draft: "new-1".to_owned(),
        };
        assert_eq!(act(&mut session, Request::Stop), [kept]);
        assert_eq!(session.turn(), Turn::Over);
        assert_eq!(answer(&mut session, "x"), []);
        drop(session);
        assert_eq!(store.draft_listing().unwrap().drafts[0].answers, k + 1);
        assert_eq!(
            store.choose_draft(None).unwrap(),
            DraftChoice::One("new-1".to_owned())
        );
        session = store.resume_session("new-1").unwrap();
    }
    assert_eq!(title(&session), "That is all. Save it?");
    assert_eq!(session.menu().actions[0], Action::Save);
    let [Event::Overview { name, words, odds }] = &act(&mut session, Request::Overview)[..] else {
        panic!("an overview");
    };
    assert_eq!(name.as_deref(), Some("Six spades"));
    assert_eq!(words[words.len() - 2], "  10-12 HCP");
    assert_eq!(
        odds.as_ref().unwrap().lines(),
        ["1 deal in 88.7, counted exactly"]
    );
    let boards = act(&mut session, Request::Boards { seed: 7 });
    let [Event::Boards { text }] = &boards[..] else {
        panic!("{boards:?}");
    };
    assert!(
        text.contains("Board 1 ") && text.contains("Board 2 "),
        "{text}"
    );
    let text = session.text();
    let events = act(&mut session, Request::Save);
    let file = folder.path().join("six-spades-v1.0.json");
    let said: Vec<String> = events.iter().map(Event::to_string).collect();
    assert_eq!(said, [format!("saved as {}", file.display())]);
    assert_eq!(fs::read_to_string(file).unwrap(), text);
    assert!(store.draft_listing().unwrap().drafts.is_empty());
}

#[test]
fn a_name_that_is_taken_is_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    for name in ["Six spades", "Seven"] {
        let mut session = store.new_session().unwrap();
        for text in ANSWERS {
            answer(&mut session, text);
        }
        let events = act(&mut session, Request::Save);
        if name == "Seven" {
            assert!(
                matches!(&events[..], [Event::NameRefused { error }] if error.code == "name-taken")
            );
            assert!(events[0].to_string().ends_with(": give it another name"));
            let Turn::Question(question) = session.turn() else {
                panic!("a question");
            };
            assert_eq!(question.usual, "Six spades");
            answer(&mut session, name);
            assert_eq!(title(&session), "That is all. Save it?");
            act(&mut session, Request::Save);
        }
        assert_eq!(session.turn(), Turn::Over);
        assert_eq!(store.find(name).unwrap().name(), name);
    }
}

#[test]
fn changes_that_were_not_saved_are_offered() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let document = json!({"profile_name": "Old", "dealer": "N", "tag": "Opener", "mine": 1.0,
        "seat_profiles": {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 5}}}]}}});
    store.put(&document.to_string()).unwrap();
    let Ok(EditStart::Ready(mut session)) = store.edit_session("old") else {
        panic!("nothing was begun");
    };
    assert_eq!(title(&session), "What would you like to change?");
    assert_eq!(session.menu().actions[0], Action::GoTo);
    assert!(matches!(
        store.edit_session("old"),
        Err(StoreError::Busy { .. })
    ));
    let (destinations, at) = session.destinations();
    assert_eq!(
        (at, destinations.last().unwrap().label.as_str()),
        (0, "The end")
    );
    let spades = destinations
        .iter()
        .find(|one| one.label == "North: spades? 5+ cards");
    go_to(&mut session, spades.unwrap().step.as_ref().unwrap());
    answer(&mut session, "6+");
    assert_eq!(title(&session), "That is all. Save it?");
    drop(session);

    let Ok(EditStart::Unsaved(changes)) = store.edit_session("old") else {
        panic!("changes are offered");
    };
    assert_eq!(changes.title(), "\"Old\" has changes that were not saved.");
    let session = changes.go_on().unwrap();
    assert_eq!(title(&session), "That is all. Save it?");
    drop(session);
    let Ok(EditStart::Unsaved(changes)) = store.edit_session("old") else {
        panic!("changes are offered");
    };
    assert_eq!(
        title(&changes.begin_again()),
        "What would you like to change?"
    );

    // The draft outlives what it changes.
    store.deletion("old").unwrap().delete().unwrap();
    let draft = store.choose_draft(Some("OLD")).unwrap();
    let DraftChoice::One(draft) = draft else {
        panic!("there is one");
    };
    let mut session = store.resume_session(&draft).unwrap();
    assert_eq!(session.opening(), [Event::OriginalGone]);
    let events = act(&mut session, Request::Save);
    assert!(matches!(events[..], [Event::Saved { .. }]), "{events:?}");
    let saved = store.find("old").unwrap().document;
    let mut expected: Value = document;
    expected["seat_profiles"]["N"]["subprofiles"][0]["standard"]["spades"]["min_cards"] = 6.into();
    assert_eq!(saved, expected);
}

#[test]
fn nothing_is_lost_when_nothing_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path().join("store"));
    let mut session = store.new_session().unwrap();
    // A file stands where the drafts should go.
    fs::write(folder.path().join("store/drafts"), "").unwrap();
    let events = answer(&mut session, "Six spades");
    let said = events[0].to_string();
    assert!(
        said.starts_with("this answer is not kept yet: cannot write "),
        "{said}"
    );
    assert!(events[0].is_warning() && matches!(events[1], Event::Odds { .. }));
    let copy = folder.path().join("copy.json");
    for (to, said) in [
        (folder.path().join("no/copy.json"), "there is no folder "),
        (copy.clone(), "written to "),
        (copy.clone(), "copy.json is there already"),
    ] {
        let events = act(&mut session, Request::WriteCopy(to.display().to_string()));
        assert!(events[0].to_string().contains(said), "{events:?}");
    }
    assert_eq!(fs::read_to_string(copy).unwrap(), session.text());
    let text = session.text();
    assert_eq!(act(&mut session, Request::Stop), [Event::NotKept { text }]);
}

#[test]
fn what_cannot_be_saved_says_why_and_can_be_thrown_away() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let mut session = store.new_session().unwrap();
    let events = act(&mut session, Request::Save);
    assert!(
        events[0]
            .to_string()
            .starts_with("this cannot be saved yet:\nerror: profile_name: "),
        "{events:?}"
    );
    assert_eq!(
        act(&mut session, Request::GoTo(Some("N.9.spades".to_owned())))[0].to_string(),
        "there is no question \"N.9.spades\""
    );
    answer(&mut session, "Thrown away");
    assert_eq!(act(&mut session, Request::Discard), [Event::Discarded]);
    assert_eq!(session.turn(), Turn::Over);
    assert!(store.draft_listing().unwrap().drafts.is_empty());
    assert!(matches!(store.choose_draft(None), Err(StoreError::NoDraft)));
    let mut session = store.new_session().unwrap();
    assert_eq!(act(&mut session, Request::Stop), [Event::NothingKept]);
}

#[test]
fn a_stop_leaves_out_what_is_counted_and_keeps_the_answer() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let mut session = store.new_session().unwrap();
    let watch = Watch::default();
    watch.stop();
    for text in &ANSWERS[..11] {
        let events = session.act(Request::Answer((*text).to_owned()), &watch);
        assert_eq!(events, []);
    }
    assert_eq!(session.act(Request::Boards { seed: 1 }, &watch), []);
    let events = session.act(Request::Overview, &watch);
    assert!(matches!(events[..], [Event::Overview { odds: None, .. }]));
    assert_eq!(store.draft_listing().unwrap().drafts[0].answers, 11);
}
