//! Leveled copies of scripts that are written in unusual ways: the new block stands where it works, and the rest stays.

use level::{Frequencies, Leveled, MeasuringLimits, Options, Scenario, Watch};

const TYPES: &str = "low = hcp(south) < 12\nhigh = hcp(south) > 11\n";

/// The leveled copy of a script, which must compile and be the same if it is leveled again.
fn rewritten(text: &str) -> String {
    let once = leveled(text);
    assert_eq!(leveled(&once), once);
    once
}

fn leveled(text: &str) -> String {
    let options = Options {
        types: vec![level::parse_types("low,high").unwrap()],
        shares: vec![vec![50.0, 50.0]],
        ..Options::default()
    };
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    assert!(
        loaded.compiled.is_some(),
        "{text}\n{:?}",
        loaded.diagnostics
    );
    let scenario = Scenario::new(&loaded.script, &options).unwrap();
    let frequencies =
        Frequencies::new(&scenario, &[], &MeasuringLimits::usual(), &Watch::default()).unwrap();
    let leveled = Leveled::by_draws(frequencies);
    leveled.script(&loaded.script, &scenario).unwrap()
}

#[test]
fn a_condition_before_its_types_comes_after_them() {
    let text = rewritten(&format!("condition spades(south) > 4\n{TYPES}produce 9\n"));
    assert!(text.starts_with("low = "), "{text}");
    let block = text.find("levelTheDeal = levelLow or levelHigh").unwrap();
    let condition = text
        .find("condition (spades(south) > 4) and levelTheDeal")
        .unwrap();
    assert!(block < condition && condition < text.find("produce 9").unwrap());
}

#[test]
fn a_script_without_a_condition_gets_one() {
    let text = rewritten(TYPES.trim_end());
    assert!(
        text.ends_with("# ----- end of leveling -----\ncondition levelTheDeal\n"),
        "{text}"
    );
}

#[test]
fn a_comment_that_ends_before_the_condition_stays_whole() {
    let text = rewritten(&format!(
        "{TYPES}/* many\nspades */ spades(south) > 4 // or more\n"
    ));
    assert!(
        text.contains("/* many\nspades */ \n# ----- leveling"),
        "{text}"
    );
    assert!(
        text.contains("(spades(south) > 4) and levelTheDeal // or more"),
        "{text}"
    );
}

#[test]
fn a_leveled_type_that_is_asked_for_keeps_its_name() {
    let keeps = "c1 = hascard(west,2C)\nkeep = 1\nmyLow = low and keep\nmyHigh = high and c1\n";
    let term = "levelTheDeal = myLow or myHigh\n";
    let rest = "condition levelTheDeal\naction average \"high\" 100 * myHigh\n";
    let text = rewritten(&format!("{TYPES}{keeps}{term}{rest}"));
    assert!(text.ends_with(rest), "{text}");
    assert!(
        text.contains("\nmyHigh = high\n") && !text.contains("c1"),
        "{text}"
    );
    // It is the only one that is asked for by its name.
    assert!(!text.contains("myLow") && text.contains("levelTheDeal = levelLow or myHigh"));
}

#[test]
fn keeps_elsewhere_are_true_from_now_on() {
    let keeps = "c1 = hascard(west,2C)\nkeep75 = not c1\n";
    let rest = "good = spades(south) > 4 and not keep75\ncondition good and (c1 or keep75)\n";
    let text = rewritten(&format!("{TYPES}{keeps}{rest}"));
    assert!(text.contains("good = spades(south) > 4 and 1\n"), "{text}");
    assert!(
        text.contains("condition (good and 1) and levelTheDeal\n"),
        "{text}"
    );
}

#[test]
fn lines_end_as_they_did() {
    let text = rewritten(&format!("{TYPES}condition spades(south) > 4\n").replace('\n', "\r\n"));
    assert_eq!(text.matches('\n').count(), text.matches("\r\n").count());
}
