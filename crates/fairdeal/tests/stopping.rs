//! Every long operation looks at its watch, and comes back when it is stopped: with what it has, or saying so.

use fairdeal::{
    BoardSink, Check, Deal, Effort, Ended, Error, Explain, Leveled, Profile, Question, Script,
    Wanted, Watch, level,
};

/// A question that is a lot of work, whatever is asked.
fn rich() -> Question {
    let seat = |seat: &str| {
        format!(
            "(losers({seat}) == 7 and controls({seat}) > 2 and hcp({seat}) + spades({seat}) > 12 or hcp({seat}) < 9 and shape({seat}, any 5xxx))"
        )
    };
    let condition = ["north", "east", "south", "west"].map(seat).join(" and ");
    Script::from_text(&format!("condition {condition}"))
        .unwrap()
        .into()
}

fn profile() -> Question {
    let sub = |suit: &str| {
        format!(r#"{{"standard": {{"{suit}": {{"min_cards": 5}}, "total_min_hcp": 10}}}}"#)
    };
    let subprofiles = ["spades", "hearts", "diamonds", "clubs"].map(sub).join(",");
    let seat = |letter: &str| format!(r#""{letter}": {{"subprofiles": [{subprofiles}]}}"#);
    let seats = ["N", "E", "S"].map(seat).join(",");
    let text = format!(
        r#"{{"profile_name": "Many", "dealer": "N", "tag": "Opener", "ns_role_mode": "no_driver_no_index", "seat_profiles": {{{seats}}}}}"#
    );
    Profile::from_json(&text).into()
}

/// A watch that was stopped before the work began: nothing may take it for an answer.
fn stopped() -> Watch {
    let watch = Watch::default();
    watch.stop();
    watch
}

fn is_stopped<T: std::fmt::Debug>(answer: Result<T, Error>) -> bool {
    matches!(answer, Err(Error::Stopped))
}

#[test]
fn nothing_is_answered_once_it_is_stopped() {
    for question in [rich(), profile()] {
        let watch = stopped();
        assert!(is_stopped(question.odds(Effort::Usual, &watch)));
        assert!(is_stopped(question.explain(Explain::default(), &watch)));
        assert!(is_stopped(question.report(Effort::Usual, &watch)));
        assert!(is_stopped(question.deal(10).ready(&watch)));
        // A check never fails: whoever stopped it knows.
        let _ = question.check(Check::default(), &watch);
    }
    let types =
        "condition spades(south) > 3 HandType_A = hcp(south) < 9 HandType_B = hcp(south) >= 9";
    let script = Script::from_text(types).unwrap();
    let leveled = Leveled::new(&script, &level::Options::default()).unwrap();
    assert!(is_stopped(leveled.report(Effort::Usual, &stopped())));
    assert!(is_stopped(leveled.deal(5).ready(&stopped())));
    assert!(is_stopped(profile().level(
        &level::Options::default(),
        Effort::Usual,
        &stopped()
    )));
}

/// Stopped in the middle, after some looks at the watch: how often it looks does not depend on the machine.
#[test]
fn long_work_is_stopped_in_the_middle() {
    let (rich, profile) = (rich(), profile());
    type Work<'a> = Box<dyn Fn(&Watch) -> bool + 'a>;
    let works: Vec<(&str, Work)> = vec![
        (
            "odds",
            Box::new(|watch| is_stopped(rich.odds(Effort::Patient, watch))),
        ),
        (
            "explain",
            Box::new(|watch| is_stopped(rich.explain(Explain::default(), watch))),
        ),
        (
            "report",
            Box::new(|watch| is_stopped(rich.report(Effort::Patient, watch))),
        ),
        (
            "profile odds",
            Box::new(|watch| is_stopped(profile.odds(Effort::Patient, watch))),
        ),
        (
            "profile report",
            Box::new(|watch| is_stopped(profile.report(Effort::Patient, watch))),
        ),
    ];
    for (name, work) in works {
        for looks in [1, 20, 300] {
            let watch = Watch::stopping_at(looks);
            assert!(work(&watch), "{name} after {looks} looks");
            // Once it is stopped it does not go on looking for long.
            assert!(
                watch.looks() < looks + 3_000,
                "{name}: {} looks",
                watch.looks()
            );
        }
    }
}

/// Stops the run after some boards.
struct StopAfter<'a>(u64, &'a Watch);

impl BoardSink for StopAfter<'_> {
    fn text(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let lines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.0 = self.0.saturating_sub(lines);
        if self.0 == 0 {
            self.1.stop();
        }
        Ok(())
    }
}

#[test]
fn a_run_that_is_stopped_keeps_its_boards() {
    let any = Question::from(Script::from_text("condition hcp(north) > 18").unwrap());
    for (question, threads) in [(any.clone(), 1), (any, 3), (profile(), 1), (profile(), 3)] {
        let watch = Watch::default();
        let deal: Deal = question.deal(1_000_000).seed(1).threads(threads);
        let dealing = deal.ready(&watch).unwrap();
        let wanted = Wanted {
            format: Some(fairdeal::Format::Oneline),
            keep: false,
            ..Wanted::default()
        };
        let dealt = dealing
            .run(&wanted, &mut StopAfter(100, &watch), &watch)
            .unwrap();
        assert_eq!(dealt.ended, Ended::Stopped);
        assert!(dealt.boards >= 100 && dealt.boards < 1_000_000);
        assert_eq!(dealt.next, dealt.boards + 1);
    }
}
