//! What the answers say, in words and as JSON: the same as the pages of the command's tests show.

use level::{
    Alternative, KeepOptions, KeepRatesReport, KeepStyle, LevelReport, Leveled, LeveledReport,
    MeasuringLimits, Options, Scenario, Verification, Watch,
};
use script::Script;
use serde_json::Value;

const SPADES: &str = include_str!("../../../cli/tests/cmd/level.in/spades.dlr");
const CONVENTION: &str = include_str!("../../../cli/tests/cmd/level.in/convention.dlr");
const PAGE: &str = include_str!("../../../cli/tests/cmd/level.trycmd");

/// What the command prints, by its page.
fn printed(command: &str) -> &'static str {
    let (_, rest) = PAGE
        .split_once(&format!("$ fairdeal {command}\n"))
        .unwrap_or_else(|| panic!("{command}"));
    rest.split_once("\n```").unwrap().0
}

fn of(types: &[&str]) -> Options {
    Options {
        types: types
            .iter()
            .map(|list| level::parse_types(list).unwrap())
            .collect(),
        ..Options::default()
    }
}

fn from_averages() -> Options {
    Options {
        from_averages: true,
        ..Options::default()
    }
}

fn read(text: &str, options: &Options) -> (Script, Scenario) {
    let settings = script::Settings {
        appended: options.definitions(),
        ..script::Settings::default()
    };
    let input = script::Input::from_text("test", text).unwrap();
    let (script, _) = script::parse(&input, &settings);
    let scenario = Scenario::new(&script, options).unwrap();
    (script, scenario)
}

fn report(text: &str, options: &Options) -> LevelReport {
    let (_, scenario) = read(text, options);
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    let frequencies = level::Frequencies::new(&scenario, &[], &limits, &watch).unwrap();
    LevelReport::of_scenario(&scenario, &frequencies)
}

/// The command adds what it does itself about it.
const THROWS_NONE: &str = "fairdeal deal --level throws none away\n";

#[test]
fn the_report_says_what_the_command_says() {
    let three = report(SPADES, &of(&["weak,opens,strong"]));
    let page = printed("level report spades.dlr --types weak,opens,strong");
    assert_eq!(format!("{three}{THROWS_NONE}"), page);
    let shares = Options {
        shares: vec![vec![50.0, 25.0, 25.0]],
        ..from_averages()
    };
    let text = report(SPADES, &shares).text(true);
    let page = printed("level report spades.dlr --from-averages --shares 50,25,25 --plot");
    assert_eq!(text + THROWS_NONE, page);
    let short = report(CONVENTION, &Options::default());
    let json = serde_json::to_string_pretty(&short).unwrap();
    let page = printed("level report convention.dlr --json");
    assert_eq!(json + "\n", page);
    let lists = of(&[
        "six=spades(south)>5,five=spades(south)==5",
        "flat=shape(south,any 5332),other=not shape(south,any 5332)",
    ]);
    let two = report(SPADES, &lists);
    let types = "--types \"six=spades(south)>5,five=spades(south)==5\" \
        --types \"flat=shape(south,any 5332),other=not shape(south,any 5332)\"";
    let page = printed(&format!("level report spades.dlr {types}"));
    assert_eq!(format!("{two}{THROWS_NONE}"), page);
}

#[test]
fn rates_and_the_best_of_them_say_what_the_command_says() {
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    let rates_of = |text: &str, options: &Options, solve: bool| {
        let input = script::Input::from_text("test", text).unwrap();
        let (script, _) = script::parse(&input, &Default::default());
        KeepRatesReport::new(&script, options, solve, &limits, &watch)
    };
    let rates = |options: &Options, solve: bool| rates_of(SPADES, options, solve);
    let solved = rates(&from_averages(), true).unwrap();
    let page = printed("level rates spades.dlr --from-averages --solve");
    assert_eq!(solved.to_string(), page);
    let json: Value = serde_json::to_value(&solved).unwrap();
    assert_eq!(json["pilots"][0], "West C2");
    assert_eq!(json["levels"][3]["fraction"][1], "204");
    assert_eq!(json["levels"][0]["types"][1]["name"], "opens");
    assert!(json["levels"][0]["types"][1]["of"].is_string());
    assert_eq!(json["solved"]["keeps"][2], "c1");
    let plain = rates(&Options::default(), false).unwrap();
    assert_eq!(plain.to_string(), printed("level rates spades.dlr"));
    let json: Value = serde_json::to_value(&plain).unwrap();
    // The types are those that the script keeps.
    assert_eq!(json["levels"][0]["types"][1]["name"], "opens");
    assert!(json["solved"].is_null());
    assert_eq!(
        rates_of("condition hcp(south) > 12", &Options::default(), true).unwrap_err(),
        level::LevelError::NoKeeps
    );
}

#[test]
fn a_leveled_script_and_its_report_say_what_the_command_says() {
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    let (script, scenario) = read(CONVENTION, &Options::default());
    let options = KeepOptions {
        style: KeepStyle::Rnd,
        ..KeepOptions::default()
    };
    let leveled = Leveled::new(&scenario, &options, &limits, &watch).unwrap();
    let text = leveled.script(&script, &scenario).unwrap();
    let report = LeveledReport::new(&scenario, &leveled, None);
    let page = printed("level write convention.dlr --style rnd");
    let stamp = level::LeveledFrom::new("convention.dlr", CONVENTION.as_bytes());
    assert_eq!(format!("{}{report}", stamp.stamped(&text)), page);

    let (script, scenario) = read(SPADES, &from_averages());
    let leveled = Leveled::new(&scenario, &KeepOptions::default(), &limits, &watch).unwrap();
    let text = leveled.script(&script, &scenario).unwrap();
    let page = printed("level write spades.dlr --from-averages --quiet");
    let stamp = level::LeveledFrom::new("spades.dlr", SPADES.as_bytes());
    assert_eq!(stamp.stamped(&text), page);
    let alternatives = leveled.alternatives(&scenario, &limits, &watch).unwrap();
    assert_eq!(alternatives, []);
    let dealt = level::DealtShares::new(20_000, 400_000, &[6_600, 6_700, 6_700]);
    let verified = Verification {
        here: dealt.clone(),
        classic: dealt,
    };
    let report = LeveledReport::new(&scenario, &leveled, Some(verified));
    let words = report.to_string();
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(
        lines[1],
        "weak              56.23%    33.33%    16.788%     33.30%   33.00% ± 0.65   33.00% ± 0.65"
    );
    assert_eq!(
        lines[4],
        "dealt: 20000 boards here, 20000 boards of the classic program's 400000 deals"
    );
    let last = lines.last().unwrap();
    assert_eq!(
        *last,
        "bias of opens: East has about 3.0 diamonds on average, 3.5 without keeps"
    );
    let json = serde_json::to_value(&report).unwrap();
    let fields: Vec<&String> = json.as_object().unwrap().keys().collect();
    let known = [
        "exact",
        "one_type_each",
        "total",
        "probability",
        "kept",
        "types",
        "keeps",
        "pilots",
        "leveled",
        "trade",
        "bias",
        "verified",
    ];
    assert_eq!(fields, known);
    assert_eq!(json["bias"][0]["seat"], "W");
    assert_eq!(json["bias"][0]["suit"], "clubs");
    assert_eq!(json["verified"]["here"]["shares"][0], 0.33);
}

/// Two pilots are too few for three types: more of them come closer, and so do two scripts.
#[test]
fn where_the_shares_are_too_far_off_alternatives_are_found() {
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    let (script, scenario) = read(SPADES, &from_averages());
    let options = KeepOptions {
        pilots: "2".parse().unwrap(),
        ..KeepOptions::default()
    };
    let leveled = Leveled::new(&scenario, &options, &limits, &watch).unwrap();
    let worst = leveled.assignment.worst;
    assert!(worst > 0.005, "{worst}");
    let alternatives = leveled.alternatives(&scenario, &limits, &watch).unwrap();
    let more = alternatives.iter().filter_map(|one| match one {
        Alternative::MorePilots { pilots, worst } => Some((*pilots, *worst)),
        _ => None,
    });
    let more: Vec<(usize, f64)> = more.collect();
    assert_eq!(
        more.iter().map(|(pilots, _)| *pilots).collect::<Vec<_>>(),
        [4, 6, 8]
    );
    assert!(more.iter().all(|(_, other)| *other < worst), "{more:?}");
    let four = Leveled::new(&scenario, &KeepOptions::default(), &limits, &watch).unwrap();
    let two = four
        .two_scripts(&script, &scenario, &limits, &watch)
        .unwrap();
    assert!(two.worst < four.assignment.worst && two.first != two.second);
    assert_eq!(two.worst_of_one, four.assignment.worst);
}

#[test]
fn the_survey_has_words_and_values() {
    let survey = level::survey(&Watch::default()).unwrap();
    assert_eq!(survey.rows.len(), 20);
    let (words, csv) = (survey.to_string(), survey.csv());
    assert!(
        words.starts_with("rates in percent             keep06  keep015   keep03"),
        "{words}"
    );
    assert_eq!(words.lines().count(), csv.lines().count());
    assert!(
        csv.starts_with("situation,condition,probability,keep"),
        "{csv}"
    );
}
