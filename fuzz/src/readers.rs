//! Whatever is read from outside. Work is bounded by counted looks at the watch, as it is by time at a door.

use fairdeal::bridge::formats::{Format, Style};
use fairdeal::euchre::{self, Egn, EgnNames};
use fairdeal::wizard::Wizard;
use fairdeal::{Check, Desk, Effort, Limits, Profile, Request, Script, Watch, space, texas42};

/// After so many looks a door would have gone away.
const LOOKS: u64 = 2_000;
/// More of a text than this tells a reader nothing new.
const LONGEST: usize = 8_000;

fn watch() -> Watch {
    Watch::stopping_at(LOOKS)
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(&data[..data.len().min(LONGEST)]).into_owned()
}

/// A script, and a place in it.
pub fn script(data: &[u8]) {
    let text = text(data);
    let Ok(script) = Script::from_text(&text) else {
        return;
    };
    let wanted = Check {
        portable: true,
        ..Check::default()
    };
    let report = script.check(wanted, &watch());
    for finding in report.findings() {
        let located = finding.located(script.sources());
        assert!(located.line >= 1 && located.column >= 1 && located.start <= located.end);
        assert!(
            finding
                .render(script.sources(), false)
                .contains(finding.code)
        );
    }
    if let Ok(laid_out) = script.laid_out() {
        // What was laid out is laid out.
        let once = laid_out.bytes();
        let again = Script::from_text(&String::from_utf8_lossy(&once));
        let again = again.ok().and_then(|again| again.laid_out().ok());
        let again = again.expect("what was laid out can be read").bytes();
        assert_eq!(
            String::from_utf8_lossy(&again),
            String::from_utf8_lossy(&once)
        );
    }
    let at = (data.len() * 7 / 11) as u32;
    let _ = script.odds_at(
        script.sources().main(),
        at,
        Effort::Quick,
        &Watch::stopping_at(20),
    );
}

/// The first byte says which reader gets the rest.
pub fn boards(data: &[u8]) {
    let Some((&which, file)) = data.split_first() else {
        return;
    };
    let readers: Vec<Format> = Format::ALL
        .into_iter()
        .filter(|format| format.is_read())
        .collect();
    let format = readers[usize::from(which) % readers.len()];
    let file = &file[..file.len().min(LONGEST)];
    let reading = format.read(file);
    assert!(!reading.boards.is_empty() || !reading.problems.is_empty());
    assert!(reading.boards.len() <= file.len() / 8 + 1);
    let lines = 1 + file.iter().filter(|&&byte| byte == b'\n').count();
    for problem in &reading.problems {
        assert!(problem.message.len() < 600, "{problem}");
        assert!((1..=lines).contains(&problem.line), "{problem}");
    }
    if reading.boards.is_empty() {
        return;
    }
    for written in Format::ALL {
        let mut out = Vec::new();
        let style = Style::default();
        if written.write(&reading.boards, &style, &mut out).is_err() || !written.is_read() {
            continue;
        }
        let again = written.read(&out[..]);
        assert!(
            again.problems.is_empty(),
            "{}: {:?}",
            written.name(),
            again.problems.first()
        );
        let deals =
            |boards: &[fairdeal::Board]| boards.iter().map(|board| board.deal).collect::<Vec<_>>();
        assert_eq!(
            deals(&again.boards),
            deals(&reading.boards),
            "{}",
            written.name()
        );
    }
}

/// A profile; what can be dealt is.
pub fn profile(data: &[u8]) {
    let text = text(data);
    let profile = Profile::from_json(&text);
    let watch = watch();
    let check = profile.check(&watch);
    assert!(serde_json::to_string(&check).is_ok() && check.to_string().len() < 1 << 20);
    // What a difference below 0 comes to, where nobody looks after it.
    let slip = u64::MAX.to_string();
    let mut problems = profile.problems().iter();
    assert!(
        text.contains(&slip) || !problems.any(|problem| problem.message.contains(&slip)),
        "a number that nobody wrote"
    );
    if let Ok(ready) = profile.deal(3).seed(1).ready(&watch) {
        let boards = ready.into_boards(watch);
        assert!(boards.take_while(Result::is_ok).count() <= 3);
    }
}

/// A view of euchre.
pub fn euchre_view(data: &[u8]) {
    let Ok(view) = euchre::View::from_json(&text(data)) else {
        return;
    };
    let written = serde_json::to_string(&view).expect("a view can be written");
    assert_eq!(
        euchre::View::from_json(&written).as_ref(),
        Ok(&view),
        "{written}"
    );
    let worlds = euchre::Worlds::new(&view).expect("a view that was taken has a world");
    assert!(worlds.count() > 0);
    let mut stream = space::stream(1, 1);
    for _ in 0..4 {
        let world = worlds.sample(&mut stream);
        let hidden: usize = worlds
            .places()
            .map(|(place, _)| (world.at(place) & worlds.unseen()).len())
            .sum();
        assert_eq!(
            hidden,
            worlds.unseen().len(),
            "each unseen card lies somewhere"
        );
        for (place, number) in worlds.places() {
            assert_eq!(
                (world.at(place) & worlds.unseen()).len(),
                usize::from(number)
            );
        }
    }
    let odds = worlds.odds();
    for card in worlds.unseen().iter() {
        let sum: f64 = worlds
            .places()
            .map(|(place, _)| odds.chance(card, place))
            .sum();
        assert!((sum - 1.0).abs() < 1e-9, "{card} lies somewhere: {sum}");
    }
}

/// A view of Texas 42.
pub fn texas42_view(data: &[u8]) {
    let Ok(view) = texas42::View::from_json(&text(data)) else {
        return;
    };
    let written = serde_json::to_string(&view).expect("a view can be written");
    assert_eq!(
        texas42::View::from_json(&written).as_ref(),
        Ok(&view),
        "{written}"
    );
    let Ok(worlds) = texas42::Worlds::new(&view, &watch()) else {
        return;
    };
    let mut stream = space::stream(1, 1);
    for _ in 0..4 {
        let hands = worlds.draw_hands(&mut stream);
        for (seat, number) in worlds.capacities() {
            assert_eq!(hands[seat as usize].len(), number);
        }
    }
    for (domino, chances) in worlds.odds() {
        let sum: f64 = chances.iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{domino} lies somewhere: {sum}");
    }
}

/// A game of euchre, as EGN.
pub fn egn(data: &[u8]) {
    let Ok(egn) = Egn::from_json(&text(data)) else {
        return;
    };
    let Ok(read) = egn.read() else { return };
    let written =
        Egn::of(&read.game, &EgnNames::default()).expect("a game that was read can be written");
    let written = serde_json::to_string(&written).expect("it is JSON");
    let again = Egn::from_json(&written).and_then(|again| again.read());
    let again = again.unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again.game.score(), read.game.score());
    assert_eq!(again.game.hand(), read.game.hand());
}

/// A line is an answer, and what nobody would answer is refused and changes nothing.
pub fn wizard(data: &[u8]) {
    let mut wizard = Wizard::new();
    for line in text(data).lines().take(60) {
        let before = (wizard.document().clone(), wizard.at());
        let can = wizard.check(line);
        match wizard.answer(line) {
            Ok(()) => assert!(can.is_ok(), "{line:?} was refused and then taken"),
            Err(_) => assert_eq!(
                (wizard.document(), wizard.at()),
                (&before.0, before.1),
                "{line:?}"
            ),
        }
        if line.ends_with('\t') {
            wizard.back();
        }
    }
    for step in wizard.steps() {
        assert!(!wizard.question_of(step).title.is_empty());
    }
    // It can be dealt before it has a name, and is none of ours until then.
    let is_named = wizard.document()["profile_name"] != "";
    if is_named && wizard.profile().is_some() {
        let text = wizard.document().to_string();
        assert!(Profile::from_json(&text).is_read(), "{text}");
    }
}

/// A request, at a desk that has limits.
pub fn request(data: &[u8]) {
    let text = text(data);
    let Ok(request) = fairdeal::read_request::<Request>(&text) else {
        return;
    };
    let desk = Desk::new(Limits::shared().with_effort(Effort::Quick));
    match desk.answer(&request, &Watch::stopping_at(200)) {
        Ok(answer) => assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok()),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A conversation as each of the protocols tells its messages apart: it comes to an end, and a message has something to say.
pub fn messages(data: &[u8]) {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    let runtime = runtime.expect("a thread of our own can wait");
    for dialect in [rpc::Dialect::Editor, rpc::Dialect::Assistant] {
        let mut input = rpc::Input::new(dialect, std::io::Cursor::new(data.to_vec()));
        let mut number = 0;
        runtime.block_on(async {
            while let Some(message) = input.next().await.expect("it is all in memory") {
                number += 1;
                assert!(number <= data.len(), "no message takes no bytes");
                if let Err(refusal) = message {
                    assert!(!refusal.message.is_empty());
                }
            }
        });
    }
}
