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
        text.ends_with("### END GENERATED LEVELING ###\ncondition levelTheDeal\n"),
        "{text}"
    );
}

#[test]
fn a_comment_that_ends_before_the_condition_stays_whole() {
    let text = rewritten(&format!(
        "{TYPES}/* many\nspades */ spades(south) > 4 // or more\n"
    ));
    assert!(
        text.contains("/* many\nspades */ \n### BEGIN GENERATED LEVELING ###\n"),
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

const PLACE: &str = "### BEGIN GENERATED LEVELING ###\nnoLeveling = 1\nlevelTheDeal = noLeveling\n### END GENERATED LEVELING ###\n";

#[test]
fn a_place_for_the_block_is_filled_and_filled_again() {
    let rest = "mine = spades(south) > 4\ncondition mine and levelTheDeal\n";
    let text = rewritten(&format!("{TYPES}{PLACE}{rest}"));
    assert!(text.ends_with(rest), "{text}");
    assert!(
        text.starts_with(&format!("{TYPES}### BEGIN GENERATED LEVELING ###\n")),
        "{text}"
    );
    assert!(!text.contains("noLeveling"), "{text}");
    assert_eq!(text.matches("### BEGIN").count(), 1);
    // Another name for what the condition asks for stays.
    let other = format!("{TYPES}{PLACE}{rest}").replace("levelTheDeal", "keepTheDeal");
    let text = rewritten(&other);
    assert!(
        text.contains("\nkeepTheDeal = levelLow or levelHigh\n"),
        "{text}"
    );
    assert!(text.ends_with("condition mine and keepTheDeal\n"), "{text}");
}

#[test]
fn a_block_of_another_program_is_replaced() {
    let block = "### BEGIN GENERATED LEVELING ###\n# exactness 1.000\nroll = (rnd(1000) % 1000 + 1000) % 1000\n\
        level_low = low and roll < 220\nlevel_high = high\nlevelTheDeal = level_low or level_high\n### END GENERATED LEVELING ###\n";
    let text = rewritten(&format!(
        "{TYPES}{block}condition spades(south) > 4 and levelTheDeal\n"
    ));
    assert!(
        !text.contains("roll") && !text.contains("exactness"),
        "{text}"
    );
    assert!(
        text.contains("levelTheDeal = levelLow or levelHigh\n"),
        "{text}"
    );
}

#[test]
fn keeps_of_random_numbers_hold_on_every_build() {
    let text = rewritten(&format!("{TYPES}condition spades(south) > 4\n"));
    assert!(
        text.contains(" = (rnd(100000) % 100000 + 100000) % 100000 < "),
        "{text}"
    );
    assert!(!text.contains("= rnd("), "{text}");
}

#[test]
fn texts_say_what_the_keeps_do() {
    let chat = "/* low {{level-mix:low}}, high ({{level-mix: HandType_high }}); {{level-mix}}. {{level-mixer}} {{level-mix */\n";
    let text = rewritten(&format!("{chat}{TYPES}condition spades(south) > 4\n"));
    let filled = "/* low 50%, high (50%); low 50%, high 50%. {{level-mixer}} {{level-mix */\n";
    assert!(text.starts_with(filled), "{text}");
    let input =
        script::Input::from_text("test", &format!("# {{{{level-mix:hihg}}}}\n{TYPES}")).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let options = Options {
        types: vec![level::parse_types("low,high").unwrap()],
        ..Options::default()
    };
    let scenario = Scenario::new(&loaded.script, &options).unwrap();
    let limits = MeasuringLimits::usual();
    let frequencies = Frequencies::new(&scenario, &[], &limits, &Watch::default()).unwrap();
    let wrong = Leveled::by_draws(frequencies)
        .script(&loaded.script, &scenario)
        .unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "the text asks for the share of hihg ({{level-mix:hihg}}), and the types are low, high"
    );
}

#[test]
fn texts_name_hand_types_also_where_others_are_leveled() {
    let text = "# {{level-mix:Six}} {{level-mix:Other}}\nHandType_Six = spades(south) > 5\nHandType_Other = spades(south) < 6\n\
        LevelType_Long = spades(south) > 4\nLevelType_Short = spades(south) < 5\n";
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let scenario = Scenario::new(&loaded.script, &Options::default()).unwrap();
    let options = level::KeepOptions {
        style: level::KeepStyle::Rnd,
        ..Default::default()
    };
    let limits = MeasuringLimits::usual();
    let leveled = Leveled::new(&scenario, &options, &limits, &Watch::default()).unwrap();
    let written = leveled.script(&loaded.script, &scenario).unwrap();
    // 5.2 percent of all deals have six; of those with long spades 29.3.
    assert!(written.starts_with("# 14.6% 85.4%\n"), "{written}");
    assert!(written.contains("levelLong = LevelType_Long"), "{written}");
}

/// The copy of a script whose types are found in it, which must compile and be the same if it is leveled again.
fn of_its_own_types(text: &str) -> String {
    let level = |text: &str| {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        assert!(loaded.compiled.is_some(), "{text}{:?}", loaded.diagnostics);
        let scenario = Scenario::new(&loaded.script, &Options::default()).unwrap();
        let limits = MeasuringLimits::usual();
        let frequencies = Frequencies::new(&scenario, &[], &limits, &Watch::default()).unwrap();
        let leveled = Leveled::by_draws(frequencies);
        leveled.script(&loaded.script, &scenario).unwrap()
    };
    let once = level(text);
    assert_eq!(level(&once), once);
    once
}

#[test]
fn types_that_are_found_where_they_are_kept_stay_types() {
    let keeps = "c1 = hascard(west,2C)\nkeep25 = c1\n";
    let rest = "condition spades(south) > 4 and levelTheDeal\n";
    let by_name =
        "levelLow = low and keep25\nlevelHigh = high\nlevelTheDeal = levelLow or levelHigh\n";
    let text = of_its_own_types(&format!("{TYPES}{keeps}{by_name}{rest}"));
    assert!(
        text.contains("levelLow = low and keepLow") && text.contains("levelHigh = high\n"),
        "{text}"
    );
    assert!(!text.contains("keep25"), "{text}");
    // What is written out is written out again, and a name that was built on a keep stays, without it.
    let odd = "odd = high and keep25\nlevelLow = hcp(south) < 12 and c1\nlevelOdd = odd and hcp(south) > 3 and c1\n\
        levelTheDeal = levelLow or levelOdd\n";
    let text = of_its_own_types(&format!("{TYPES}{keeps}{odd}{rest}"));
    for line in [
        "odd = high and 1\n",
        "levelLow = hcp(south) < 12 and keepLow\n",
        "levelOdd = odd and hcp(south) > 3\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}
