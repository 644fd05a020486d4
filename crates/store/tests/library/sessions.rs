//! Sessions of the wizard on a store, from the first question to the saved file, without a terminal.

use std::fs;

use serde_json::{Value, json};
use space::Watch;
use store::{BackgroundOdds, DraftChoice, EditStart, ProfileStore, StoreError, StoreSession};
use wizard::{Action, Event, Request, Turn};

const ANSWERS: [&str; 11] = [
    "Six spades",
    "North",
    "those who open",
    "6 spades, 10-12",
    "anything",
    "anything",
    "anything",
    "nothing",
    "no",
    "Opening with six.",
    "nothing",
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
        assert_eq!(events, []);
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
    // Nobody saves by pressing Enter once more.
    assert_eq!(session.menu().actions[..2], [Action::Boards, Action::Save]);
    let odds = "1 deal in 88.7, counted exactly";
    for counted in [None, Some(odds)] {
        let [Event::Overview { name, words, odds }] = &act(&mut session, Request::Overview)[..]
        else {
            panic!("an overview");
        };
        assert_eq!(name.as_deref(), Some("Six spades"));
        assert_eq!(words[words.len() - 2], "  10-12 HCP");
        let lines = odds.as_ref().map(|odds| odds.lines().join("\n"));
        assert_eq!(lines.as_deref(), counted);
        assert_eq!(
            act(&mut session, Request::Odds)[0].to_string(),
            "1 deal in 88.7, counted exactly"
        );
    }
    let boards = act(&mut session, Request::Boards { seed: 7 });
    let [Event::Boards { text }] = &boards[..] else {
        panic!("{boards:?}");
    };
    assert!(text.starts_with("Board 1 "), "{text}");
    // With the menu below it a board stays on a screen.
    assert!(text.lines().count() + session.menu().actions.len() + 3 <= 24);
    let text = session.text();
    let events = act(&mut session, Request::Save);
    let file = folder.path().join("six-spades-v1.0.json");
    let said: Vec<String> = events.iter().map(Event::to_string).collect();
    assert_eq!(said, [format!("saved as {}", file.display())]);
    assert_eq!(fs::read_to_string(file).unwrap(), text);
    assert!(store.draft_listing().unwrap().drafts.is_empty());
}

/// The question that is asked next.
fn question(session: &StoreSession) -> wizard::Question {
    match session.turn() {
        Turn::Question(question) => question,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_name_that_is_taken_is_said_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let save_all = |session: &mut StoreSession, answers: &[&str]| {
        for text in answers {
            answer(session, text);
        }
        let events = act(session, Request::Save);
        let Event::Saved { found_by, .. } = &events[0] else {
            panic!("{events:?}");
        };
        assert_eq!(session.turn(), Turn::Over);
        found_by.clone()
    };
    let found_by = save_all(&mut store.new_session().unwrap(), &ANSWERS);
    assert_eq!(found_by, "Six spades");

    let mut session = store.new_session().unwrap();
    let said = answer(&mut session, "six  SPADES");
    assert_eq!(said[0].to_string(), "\"Six spades@1.0\" is there already");
    let asked = question(&session);
    assert_eq!(
        asked.title,
        "\"Six spades@1.0\" is there already. A new version?"
    );
    assert_eq!(asked.choices, ["a new version of it, 1.1", "another name"]);
    assert!(
        answer(&mut session, "?")[0]
            .to_string()
            .contains("stands beside it")
    );
    assert!(
        answer(&mut session, "no")[0]
            .to_string()
            .starts_with("choose one of: ")
    );
    answer(&mut session, "another name");
    assert_eq!(question(&session).title, "What is the profile called?");
    answer(&mut session, "Six spades");
    answer(&mut session, "a new version of it, 1.1");
    assert_eq!(question(&session).title, "Who deals?");
    assert_eq!(save_all(&mut session, &ANSWERS[1..]), "Six spades");
    assert_eq!(store.find("Six spades").unwrap().version(), "1.1");

    // A name that was taken meanwhile is said when it is saved, and the offer is the same.
    let [mut one, mut other] = [0, 1].map(|_| store.new_session().unwrap());
    for session in [&mut one, &mut other] {
        answer(session, "Seven");
    }
    save_all(&mut one, &ANSWERS[1..]);
    for text in &ANSWERS[1..] {
        answer(&mut other, text);
    }
    let events = act(&mut other, Request::Save);
    assert!(
        matches!(&events[..], [Event::NameTaken { .. }]),
        "{events:?}"
    );
    answer(&mut other, "a new version of it, 1.1");
    assert_eq!(title(&other), "That is all. Save it?");
    act(&mut other, Request::Save);
    assert_eq!(store.find("Seven").unwrap().version(), "1.1");

    // Whoever changes a profile may keep its name; another version is found by its number.
    let Ok(EditStart::Ready(mut session)) = store.edit_session("Six spades@1.0") else {
        panic!("nothing was begun");
    };
    go_to(&mut session, "name");
    assert_eq!(answer(&mut session, "Six Spades"), []);
    let events = act(&mut session, Request::Save);
    assert!(
        matches!(&events[..], [Event::Saved { found_by, .. }] if found_by == "Six Spades@1.0"),
        "{events:?}"
    );
}

#[test]
fn another_dealing_order_is_said_and_the_proposed_one_offered() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    for (name, order, other) in [
        ("Other", json!(["W", "E", "N", "S"]), true),
        ("Same", json!(["S", "N", "E", "W"]), false),
    ] {
        let draws = json!({"allowed_suits": ["S", "H"], "required_suits_count": 1, "suit_ranges": [{"min_cards": 5}]});
        let document = json!({"profile_name": name, "dealer": "N", "tag": "Opener", "hand_dealing_order": order,
            "seat_profiles": {"S": {"subprofiles": [{"standard": {}, "random_suit_constraint": draws}]}}});
        store.put(&document.to_string()).unwrap();
        let Ok(EditStart::Ready(mut session)) = store.edit_session(name) else {
            panic!("nothing was begun");
        };
        let said: Vec<String> = session.opening().iter().map(Event::to_string).collect();
        let offers =
            |session: &StoreSession| session.menu().actions.contains(&Action::ProposedOrder);
        assert_eq!(offers(&session), other);
        if !other {
            assert_eq!(said, [] as [&str; 0]);
            continue;
        }
        assert_eq!(
            said,
            [
                "the hands are dealt in the order W E N S; proposed is S N E W, which the menu offers"
            ]
        );
        let events = act(&mut session, Action::ProposedOrder.request().unwrap());
        assert_eq!(events[0].to_string(), "the dealing order is S N E W now");
        assert!(!offers(&session) && session.is_changed());
        act(&mut session, Request::Save);
        let saved = store.find(name).unwrap().document;
        assert_eq!(saved["hand_dealing_order"], json!(["S", "N", "E", "W"]));
    }
}

/// Counts how often it is asked, and knows the answer.
struct Remembered(std::sync::atomic::AtomicUsize);

impl wizard::OddsSource for Remembered {
    fn odds(
        &self,
        question: &wizard::OddsQuestion,
        threads: usize,
        watch: &Watch,
    ) -> Result<wizard::OddsSoFar, space::Stopped> {
        self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        wizard::PlainCounting.odds(question, threads, watch)
    }
}

#[test]
fn odds_are_counted_while_the_next_question_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    let store = ProfileStore::at(folder.path());
    let mut session = store.new_session().unwrap();
    let source = std::sync::Arc::new(Remembered(Default::default()));
    let asked = || source.0.load(std::sync::atomic::Ordering::SeqCst);
    let mut background = BackgroundOdds::from_source(source.clone(), 1);
    assert_eq!(background.shown(&session), None);
    for text in &ANSWERS[..4] {
        answer(&mut session, text);
        // An answer asks nobody to count.
        assert_eq!(asked(), 0);
    }
    background.follow(&mut session);
    // It is there sooner or later, and there is something to show before.
    let shown = loop {
        if let Some(shown) = background.shown(&session) {
            if shown.known().is_some() {
                break shown;
            }
            assert!(shown.lines()[0].ends_with("counting…"), "{shown:?}");
        }
        std::thread::yield_now();
    };
    assert_eq!(shown.lines(), ["1 deal in 88.7, counted exactly"]);
    background.follow(&mut session);
    assert_eq!(session.to_count(), None);
    // What no deal depends on is not counted again, nor is what was counted.
    go_to(&mut session, "teaches");
    answer(&mut session, "Six.");
    background.follow(&mut session);
    assert_eq!(asked(), 1);
    assert_eq!(background.shown(&session).unwrap(), shown);
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
    assert!(events.len() == 1 && events[0].is_warning());
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
            .starts_with("this cannot be saved yet:\n  the name: a profile needs a name"),
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
    for text in ANSWERS {
        let events = session.act(Request::Answer(text.to_owned()), &watch);
        assert_eq!(events, []);
    }
    assert_eq!(session.act(Request::Boards { seed: 1 }, &watch), []);
    assert_eq!(session.act(Request::Odds, &watch), []);
    let events = session.act(Request::Overview, &watch);
    assert!(matches!(events[..], [Event::Overview { odds: None, .. }]));
    assert_eq!(store.draft_listing().unwrap().drafts[0].answers, 11);
}
