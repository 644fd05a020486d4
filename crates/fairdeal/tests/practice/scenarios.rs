//! Scenario files as they are written today: types that only have shares, and copies that say what they were made from.

use fairdeal::bridge::Seat;
use fairdeal::{
    Check, CheckReport, CopyOptions, Leveled, Question, Script, SetOrder, Watch, level,
};

use crate::{boards, counted, leveled, points, type_of};

const BOTH: &str = "HandType_Low = hcp(south) < 12\nHandType_High = hcp(south) > 11\n\
    LevelType_Long = spades(south) > 4\nLevelType_Short = spades(south) < 5\nLevelType_Long_Share = 3\nLevelType_Short_Share = 1\n\
    condition hcp(south) > 4\naction average \"points\" hcp(south)\n";

#[test]
fn one_list_of_types_has_the_shares_and_the_other_the_names() {
    let question = leveled(BOTH);
    let spades = |board: &fairdeal::Board| {
        let spades = fairdeal::bridge::Suit::Spades;
        let cards = board.deal[Seat::South].cards();
        cards.filter(|card| card.suit() == spades).count()
    };
    let dealt = boards(question.deal(40).seed(1).quota(Some(SetOrder::Shuffled)));
    assert_eq!(dealt.iter().filter(|board| spades(board) > 4).count(), 30);
    for board in &dealt {
        let wanted = if points(board, Seat::South) < 12 {
            "Low"
        } else {
            "High"
        };
        assert_eq!(type_of(board), wanted);
    }
    assert_eq!(counted(&dealt).len(), 2);
    // The order is that of the names, and the shares are still exact.
    for order in [SetOrder::Blocks, SetOrder::EasyFirst, SetOrder::Spread] {
        let dealt = boards(question.deal(40).seed(2).quota(Some(order)));
        assert_eq!(dealt.iter().filter(|board| spades(board) > 4).count(), 30);
        let mut types: Vec<&str> = dealt.iter().map(type_of).collect();
        let high = types.iter().filter(|name| **name == "High").count();
        // By nature 37 percent of the hands with five points or more.
        assert!((13..=18).contains(&high), "{high}");
        if order == SetOrder::Spread {
            for upto in 1..=40 {
                let so_far = types[..upto].iter().filter(|name| **name == "High").count();
                let wanted = high as f64 * upto as f64 / 40.0;
                assert!((so_far as f64 - wanted).abs() < 1.0);
            }
        } else {
            types.dedup();
            assert_eq!(types, ["Low", "High"]);
        }
    }
}

#[test]
fn a_copy_tells_when_its_source_has_changed() {
    let watch = Watch::default();
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source.dlr");
    let copy = folder.path().join("copy.dlr");
    std::fs::write(&source, BOTH).unwrap();
    let script = Script::open(&source).unwrap();
    let options = CopyOptions {
        keeps: level::KeepOptions {
            style: level::KeepStyle::Rnd,
            ..Default::default()
        },
        ..CopyOptions::default()
    };
    let leveled = Leveled::new(&script, &level::Options::default()).unwrap();
    let made = leveled.copy(&options, &watch).unwrap();
    assert!(
        made.text()
            .starts_with(&format!("# leveled-from: {} sha256:", source.display()))
    );
    assert!(made.text().contains("\n### BEGIN GENERATED LEVELING ###\n"));
    std::fs::write(&copy, made.encoded(made.text())).unwrap();
    let findings = |copy: &std::path::Path| -> Vec<String> {
        let question = Question::from(Script::open(copy).unwrap());
        let CheckReport::Script(check) = question.check(Check::default(), &watch) else {
            panic!("no script");
        };
        let stale = check.diagnostics.into_iter();
        stale
            .filter(|one| one.code == "stale-leveling")
            .map(|one| one.message)
            .collect()
    };
    assert_eq!(findings(&copy), Vec::<String>::new());
    // A mark of its encoding does not change a text.
    std::fs::write(&source, format!("\u{feff}{BOTH}")).unwrap();
    assert_eq!(findings(&copy), Vec::<String>::new());
    std::fs::write(&source, BOTH.replace("> 4\naction", "> 5\naction")).unwrap();
    let changed = format!(
        "{} has changed since this copy of it was leveled",
        source.display()
    );
    assert_eq!(findings(&copy), [changed]);
    // The source is looked for beside the copy, too; one that is not there is not known to have changed.
    let moved = made
        .text()
        .replace(&source.display().to_string(), "elsewhere/source.dlr");
    std::fs::write(&copy, &moved).unwrap();
    assert_eq!(
        findings(&copy),
        ["elsewhere/source.dlr has changed since this copy of it was leveled"]
    );
    std::fs::remove_file(&source).unwrap();
    assert_eq!(findings(&copy), Vec::<String>::new());
    // Leveled again, it was made from the copy.
    std::fs::write(&copy, &moved).unwrap();
    let again = Leveled::new(&Script::open(&copy).unwrap(), &level::Options::default()).unwrap();
    let again = again.copy(&options, &watch).unwrap();
    assert_eq!(again.text().matches("# leveled-from: ").count(), 1);
    assert!(
        again
            .text()
            .starts_with(&format!("# leveled-from: {} sha256:", copy.display()))
    );
}
