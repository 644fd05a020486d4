//! Boards are one stream: the same ones however they are asked for, and whatever they are made into.

use fairdeal::{
    Board, Deal, DealReport, DealtAnswer, Ended, Format, Leveled, Profile, Question, Script,
    Wanted, Watch, level,
};

const NOTRUMP: &str = "
    produce 20
    opens = shape(south, any 4333 + any 4432 + any 5332) and hcp(south) >= 15 and hcp(south) <= 17
    condition opens and hcp(north) >= 8 and spades(north) + spades(south) >= 8
    action average \"points\" hcp(south), frequency \"spades\" (spades(north), 2, 6),
        csvrpt(\"losers\", losers(south))
";
const DEFENCE: &str = r#"{"profile_name": "Two ways", "dealer": "E", "tag": "Opener", "seat_profiles": {
    "E": {"subprofiles": [
        {"name": "spades", "weight_percent": 70, "standard": {"spades": {"min_cards": 6}, "total_min_hcp": 6, "total_max_hcp": 10}},
        {"name": "strong", "weight_percent": 30, "standard": {"total_min_hcp": 20}}]},
    "S": {"subprofiles": [{"standard": {"hearts": {"min_cards": 5}}}]}}}"#;
const TYPES: &str = "
    condition spades(south) >= 5
    HandType_Weak = hcp(south) <= 11
    HandType_Opening = hcp(south) >= 12 and hcp(south) <= 19
    HandType_Strong = hcp(south) >= 20
";

fn questions() -> Vec<(&'static str, Question)> {
    let types = Script::from_text(TYPES).unwrap();
    let leveled = Leveled::new(&types, &level::Options::default()).unwrap();
    vec![
        ("script", Script::from_text(NOTRUMP).unwrap().into()),
        ("profile", Profile::from_json(DEFENCE).into()),
        ("leveled", leveled.into()),
    ]
}

fn boards(deal: Deal) -> Vec<Board> {
    deal.boards().unwrap().collect::<Result<_, _>>().unwrap()
}

fn oneline(deal: Deal) -> String {
    let mut out: Vec<u8> = Vec::new();
    deal.write(Format::Oneline, &mut out, &Watch::default())
        .unwrap();
    String::from_utf8(out).unwrap()
}

/// The first ten of two hundred are the first ten of two thousand, and so is any part of them.
#[test]
fn a_board_is_the_same_however_many_are_asked_for() {
    for (name, question) in questions() {
        let long = boards(question.deal(1500).seed(5));
        assert_eq!(long.len(), 1500, "{name}");
        for number in [1, 10, 63, 64, 200, 1023, 1024, 1100] {
            assert_eq!(
                boards(question.deal(number).seed(5)),
                long[..number as usize],
                "{name}"
            );
        }
        for start in [2, 64, 65, 1024, 1400] {
            let rest = boards(question.deal(1500).seed(5).start(start));
            assert_eq!(rest, long[start as usize - 1..], "{name} from {start}");
        }
        let shards = (1..=7).flat_map(|part| boards(question.deal(1500).seed(5).shard(part, 7)));
        assert_eq!(shards.collect::<Vec<_>>(), long, "{name}");
        assert_eq!(
            boards(question.deal(1500).seed(5).threads(3)),
            long,
            "{name}"
        );
    }
}

#[test]
fn what_is_written_is_what_is_iterated() {
    for (name, question) in questions() {
        let deal = || question.deal(70).seed(9);
        let lines: Vec<String> = boards(deal()).iter().map(Board::to_string).collect();
        assert_eq!(oneline(deal()).lines().collect::<Vec<_>>(), lines, "{name}");
        assert_eq!(oneline(deal().threads(2)), oneline(deal()), "{name}");
    }
}

#[test]
fn boards_have_what_the_script_reports_and_the_profile_says() {
    let [(_, script), (_, profile), _] = &questions()[..] else {
        unreachable!()
    };
    for board in boards(script.deal(3).seed(1)) {
        assert_eq!(board.values[0].0, "losers");
    }
    // The dealer is turned with the board.
    for board in boards(profile.deal(30).seed(1)) {
        assert!("EW".contains(board.dealer.letter()));
    }
}

/// Whoever iterates can tell why there are no more.
#[test]
fn boards_tell_how_they_ended() {
    let question = &questions()[0].1;
    for threads in [1, 3] {
        let mut all = question.deal(20).seed(1).threads(threads).boards().unwrap();
        assert_eq!(all.ended(), None);
        assert_eq!(all.by_ref().count(), 20);
        assert_eq!(all.ended(), Some(Ended::Complete));
        let few = question
            .deal(20)
            .seed(1)
            .generate(Some(30))
            .threads(threads);
        let mut few = few.boards().unwrap();
        assert!(few.by_ref().count() < 20);
        assert_eq!(few.ended(), Some(Ended::TriesRanOut));
    }
    let none = question.deal(8).shard(9, 8).boards();
    assert_eq!(none.err().unwrap().body().code, "no-such-part");
}

/// Dropping the boards that nobody asked for any more stops looking for them.
#[test]
fn boards_may_be_left_halfway() {
    let question = Question::from(Script::from_text("condition hcp(north) > 30").unwrap());
    for threads in [1, 3] {
        let mut boards = question
            .deal(1_000_000)
            .seed(1)
            .threads(threads)
            .boards()
            .unwrap();
        assert!(boards.next().unwrap().is_ok());
    }
}

#[test]
fn no_deal_comes_twice_if_that_is_asked() {
    // Thirteen spades leave few deals to differ: West's two clubs decide.
    let few = "predeal north SAKQJT98765432 predeal south HAKQJT98765432 predeal east DAKQJT9876543
        condition 1";
    let question = Question::from(Script::from_text(few).unwrap());
    let all = boards(question.deal(100).seed(1).distinct());
    assert_eq!(all.len(), 14);
    let mut lines: Vec<String> = all.iter().map(Board::to_string).collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 14);
    // And of a profile, whose boards are drawn and not numbered.
    let profile = &questions()[1].1;
    let distinct = boards(profile.deal(300).seed(3).distinct());
    let mut lines: Vec<String> = distinct.iter().map(Board::to_string).collect();
    lines.sort();
    lines.dedup();
    assert_eq!(lines.len(), 300);
}

#[test]
fn tries_that_run_out_keep_what_there_is() {
    let watch = Watch::default();
    for (name, question) in &questions()[..2] {
        let dealing = question
            .deal(400)
            .seed(1)
            .generate(Some(2_000))
            .ready(&watch)
            .unwrap();
        let mut out = fairdeal::NoText;
        let dealt = dealing.run(&Wanted::default(), &mut out, &watch).unwrap();
        if dealt.boards < 400 {
            assert_eq!(dealt.ended, Ended::TriesRanOut, "{name}");
            assert_eq!(dealt.shortcomings().len(), 1, "{name}");
        }
        assert!(dealt.tries <= 2_000, "{name}");
    }
}

/// What the shards of a run came to, joined, is what the run came to: as types, and through JSON.
#[test]
fn reports_of_shards_join_to_that_of_the_run() {
    let watch = Watch::default();
    for (name, question) in &questions()[..2] {
        let report = |deal: Deal| {
            let dealing = deal.ready(&watch).unwrap();
            let dealt = dealing
                .run(&Wanted::default(), &mut fairdeal::NoText, &watch)
                .unwrap();
            dealt.report()
        };
        let whole = report(question.deal(90).seed(4));
        let parts: Vec<String> = (1..=4)
            .map(|part| report(question.deal(90).seed(4).shard(part, 4)))
            .map(|report| serde_json::to_string(&report).unwrap())
            .collect();
        let texts = parts.iter().map(|text| ("part", text.as_bytes()));
        let joined = fairdeal::join_reports(texts).unwrap().unwrap();
        assert_eq!((joined.numbers.len(), joined.asked), (4, 90), "{name}");
        match (&joined.dealt, &whole.dealt) {
            (DealtAnswer::Script(joined), DealtAnswer::Script(whole)) => {
                assert_eq!(joined.statistics, whole.statistics, "{name}");
                assert_eq!(
                    (joined.boards, joined.tries),
                    (whole.boards, whole.tries),
                    "{name}"
                );
            }
            (DealtAnswer::Profile(joined), DealtAnswer::Profile(whole)) => {
                assert_eq!(
                    (joined.boards, joined.tries),
                    (whole.boards, whole.tries),
                    "{name}"
                );
                assert_eq!(
                    joined.combinations.len(),
                    whole.combinations.len(),
                    "{name}"
                );
                for (seat, shares) in &whole.shares {
                    for (one, other) in joined.shares[seat].iter().zip(shares) {
                        assert!((one.got - other.got).abs() < 1e-12, "{name}");
                    }
                }
            }
            _ => panic!("{name}"),
        }
    }
    let other = question_report(5);
    let first = question_report(4);
    assert!(first.joined(&other).is_err(), "another seed is another run");
    assert!(first.joined(&first).is_err(), "no board counts twice");
}

fn question_report(seed: u64) -> DealReport {
    let watch = Watch::default();
    let dealing = questions()[0].1.deal(5).seed(seed).ready(&watch).unwrap();
    let dealt = dealing
        .run(&Wanted::default(), &mut fairdeal::NoText, &watch)
        .unwrap();
    dealt.report()
}

#[test]
fn a_part_of_a_run_needs_a_seed() {
    let question = &questions()[0].1;
    let drawn = question.deal(10).shard(1, 2).seed_or_drawn(None, || 7);
    assert_eq!(drawn.unwrap_err().body().code, "part-without-seed");
    assert!(question.deal(10).seed_or_drawn(None, || 7).is_ok());
    let own = Question::from(Script::from_text("seed 3 condition 1").unwrap());
    assert!(own.deal(10).shard(1, 2).seed_or_drawn(None, || 7).is_ok());
}

#[test]
fn boards_of_a_file_are_filtered_by_a_profile_too() {
    let profile = &questions()[1].1;
    let watch = Watch::default();
    let own = boards(profile.deal(40).seed(8));
    let any = boards(
        Question::from(Script::from_text("condition 1").unwrap())
            .deal(40)
            .seed(8),
    );
    let file: Vec<Board> = own.iter().chain(&any).cloned().collect();
    let dealing = profile.deal_usual().seed(1).ready(&watch).unwrap();
    let wanted = Wanted {
        keep: true,
        ..Wanted::default()
    };
    let dealt = dealing
        .filter(file, &wanted, &mut fairdeal::NoText, &watch)
        .unwrap();
    assert_eq!(dealt.ended, Ended::Complete);
    assert!(
        dealt.kept.len() >= 40 && dealt.kept.len() < 50,
        "{}",
        dealt.kept.len()
    );
    assert_eq!(dealt.kept[..40], own[..]);
}

#[cfg(feature = "files")]
#[test]
fn a_session_that_was_stopped_is_completed() {
    use fairdeal::SessionFolder;

    const FILES: [&str; 5] = [
        "boards.lin",
        "boards.pbn",
        "boards.html",
        "boards.txt",
        "manifest.json",
    ];
    let rest_of = |question: &Question| {
        let deal = question.deal(60).seed(2).start(21);
        deal.ready(&Watch::default()).unwrap()
    };

    for (name, question) in questions() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("friday");
        let wanted = Wanted {
            keep: true,
            ..Wanted::default()
        };
        let watch = Watch::default();
        let open = || SessionFolder::open(&place).unwrap();
        // Stopped after a while: what is done is a part, with its manifest.
        let dealing = question.deal(60).seed(2).ready(&watch).unwrap();
        let cut = question.deal(60).seed(2).shard(1, 3).ready(&watch).unwrap();
        let mut dealt = cut.run(&wanted, &mut fairdeal::NoText, &watch).unwrap();
        (dealt.ended, dealt.asked) = (Ended::Stopped, 60);
        let style = &wanted.style;
        let written = open().write(&cut, &dealt, style).unwrap();
        assert_eq!(written.folder, folder.path().join("friday.part"), "{name}");
        assert!(!place.exists());
        // It does not begin anew, does not go on from elsewhere, and takes no boards of another run.
        let fits = |deal: Deal| open().check(&deal.ready(&watch).unwrap(), false).is_ok();
        assert_eq!(open().seed(), Some(2.into()));
        assert!(!fits(question.deal(60).seed(2)), "{name}");
        assert!(!fits(question.deal(60).seed(2).start(20)), "{name}");
        assert!(!fits(question.deal(60).seed(3).start(21)), "{name}");
        let other = Question::from(Script::from_text("condition 1").unwrap());
        assert!(!fits(other.deal(60).seed(2).start(21)), "{name}");
        assert!(fits(question.deal(60).seed(2).start(21)), "{name}");
        let rest = rest_of(&question);
        let dealt = rest.run(&wanted, &mut fairdeal::NoText, &watch).unwrap();
        let from_file = open().check(&rest_of(&question), true);
        assert!(
            from_file
                .unwrap_err()
                .to_string()
                .contains("leave the file out")
        );
        let written = open().write(&rest, &dealt, style).unwrap();
        let session = written.report.session.clone().unwrap();
        let files: Vec<String> = session.files.into_iter().map(|file| file.name).collect();
        assert_eq!(files, FILES, "{name}");
        assert_eq!(session.folder, place.display().to_string(), "{name}");
        assert_eq!(
            (written.folder, written.report.boards()),
            (place.clone(), 60),
            "{name}"
        );
        assert_eq!(
            (written.report.asked, written.report.ended),
            (60, Ended::Complete),
            "{name}"
        );
        assert!(!folder.path().join("friday.part").exists());
        // The files are those of the whole run.
        let dealt = dealing.run(&wanted, &mut fairdeal::NoText, &watch).unwrap();
        let whole = folder.path().join("whole");
        assert_eq!(written.statistics, dealt.statistics, "{name}");
        let session = SessionFolder::open(&whole).unwrap();
        session.write(&dealing, &dealt, style).unwrap();
        for file in &FILES[..4] {
            let read = |folder: &std::path::Path| std::fs::read(folder.join(file)).unwrap();
            assert_eq!(read(&place), read(&whole), "{name} {file}");
        }
    }
}

/// What was kept of a file is no part of a run that could go on: the file is looked at again, and the part replaced.
#[cfg(feature = "files")]
#[test]
fn a_session_from_a_file_that_was_stopped_is_begun_anew() {
    use fairdeal::SessionFolder;

    for (name, question) in questions().into_iter().take(2) {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("friday");
        let (wanted, watch) = (
            Wanted {
                keep: true,
                ..Wanted::default()
            },
            Watch::default(),
        );
        let given = boards(question.deal(20).seed(2));
        let dealing = question.deal_usual().seed(3).ready(&watch).unwrap();
        let filter = |given: &[Board]| {
            let given = given.to_vec();
            dealing.filter(given, &wanted, &mut fairdeal::NoText, &watch)
        };
        let mut dealt = filter(&given[..5]).unwrap();
        dealt.ended = Ended::Stopped;
        let open = || SessionFolder::open(&place).unwrap();
        let written = open().write(&dealing, &dealt, &wanted.style).unwrap();
        assert_eq!(written.folder, folder.path().join("friday.part"), "{name}");
        // Nothing that is dealt goes on from it.
        let refused = open().check(&dealing, false).unwrap_err().to_string();
        assert!(refused.contains("give the file again"), "{name}: {refused}");
        open().check(&dealing, true).unwrap();
        let whole = filter(&given).unwrap();
        let written = open().write(&dealing, &whole, &wanted.style).unwrap();
        assert_eq!(
            (written.folder, written.report.boards()),
            (place.clone(), 20),
            "{name}"
        );
        assert!(!folder.path().join("friday.part").exists(), "{name}");
        let pbn = std::fs::read(place.join("boards.pbn")).unwrap();
        assert_eq!(Format::Pbn.read(&pbn).whole().unwrap().len(), 20, "{name}");
    }
}

#[cfg(feature = "files")]
#[test]
fn a_session_begins_with_what_its_profile_teaches() {
    use fairdeal::SessionFolder;

    let profile = DEFENCE.replace(
        r#""dealer""#,
        r#""description": "Count \"points\" <first>.\u001b[2J", "author": "Ann", "version": "1.2", "dealer""#,
    );
    let question = Question::from(Profile::from_json(&profile));
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("friday");
    let watch = Watch::default();
    let wanted = Wanted {
        keep: true,
        ..Wanted::default()
    };
    let dealing = question.deal(6).seed(2).ready(&watch).unwrap();
    let dealt = dealing.run(&wanted, &mut fairdeal::NoText, &watch).unwrap();
    let session = SessionFolder::open(&place).unwrap();
    session.write(&dealing, &dealt, &wanted.style).unwrap();
    let read = |name: &str| std::fs::read_to_string(place.join(name)).unwrap();
    let text = read("boards.txt");
    let beginning = "Count \"points\" <first>.[2J\n\nTwo ways, version 1.2, by Ann\n\nHands for those who open; East deals;";
    assert!(text.starts_with(beginning), "{text}");
    let rules = text.find("at least 6 spades").or(text.find("6+ spades"));
    assert!(rules < text.find("Board 1 "), "{text}");
    assert_eq!(text.matches("Hand type: ").count(), 6);
    let page = read("boards.html");
    assert!(page.contains("aria-level=\"1\">Two ways</text>"));
    assert!(page.contains(">Count &quot;points&quot; &lt;first&gt;."));
    assert_eq!(page.matches(">Hand type: ").count(), 6);
    assert_eq!(read("boards.pbn").matches("[HandType \"").count(), 6);
    let lin = read("boards.lin");
    assert!(lin.lines().count() == 6 && lin.lines().all(|line| line.starts_with("qx|")));
}
