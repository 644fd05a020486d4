//! Leveling: what it writes, and its survey of the usual keeps.

use serde_json::Value;

use crate::{fairdeal, folder, names, printed};

const SPADES: &str = "\
weak   = hcp(south) <= 10
opens  = hcp(south) >= 11 and hcp(south) <= 15
strong = hcp(south) >= 16
spades(south) >= 5
action average \"weak\" 100 * weak, average \"opens\" 100 * opens, average \"strong\" 100 * strong
";

/// The averages of a script, which must be exact.
fn averages(folder: &std::path::Path, script: &str) -> Vec<f64> {
    let odds = printed(folder, &format!("odds {script} --json"));
    let odds: Value = serde_json::from_str(&odds).unwrap();
    let averages = odds["values"].as_array().unwrap().iter();
    averages
        .map(|average| {
            assert_eq!(average["exact"], true, "{average}");
            average["mean"].as_f64().unwrap()
        })
        .collect()
}

#[test]
fn two_scripts_that_are_mixed_come_closer_than_one() {
    let folder = folder(&[("spades.dlr", SPADES)]);
    let path = folder.path();
    let arguments = "level write spades.dlr --types weak,opens,strong -o one.dlr --combine two.dlr";
    let written = fairdeal(path).args(arguments.split_whitespace()).assert();
    let said = String::from_utf8(written.success().get_output().stderr.clone()).unwrap();
    assert_eq!(names(path), ["one.dlr", "spades.dlr", "two.dlr"]);
    let weight = |before: &str| -> f64 {
        let (_, rest) = said.split_once(before).unwrap();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    };
    let (m, n) = (weight("FIRST="), weight("SECOND="));
    // A script keeps so many boards of those it deals; whoever mixes m to n mixes boards, not deals.
    let (one, two) = (averages(path, "one.dlr"), averages(path, "two.dlr"));
    let worst = |shares: &mut dyn Iterator<Item = f64>| {
        shares.fold(0.0, |worst: f64, share| {
            worst.max((share - 100.0 / 3.0).abs())
        })
    };
    let mixed = worst(&mut one.iter().zip(&two).map(|(a, b)| (m * a + n * b) / (m + n)));
    let alone = worst(&mut one.iter().copied()).min(worst(&mut two.iter().copied()));
    assert!(mixed < alone && mixed < 0.02, "{mixed} {alone}");
    let claimed = said.split("all boards is ").nth(1).unwrap();
    let claimed: f64 = claimed.split(' ').next().unwrap().parse().unwrap();
    assert!((mixed - claimed).abs() < 0.005 + 1e-9, "{mixed} {said}");
}

const SCENARIO: &str = "\
/*@chat
Low {{level-mix:Low}}, high {{level-mix:High}}.
@chat*/
HandType_Low = hcp(south) >= 12 and hcp(south) <= 14
HandType_High = hcp(south) >= 15 and hcp(south) <= 17
### BEGIN GENERATED LEVELING ###
noLeveling = 1
levelTheDeal = noLeveling
### END GENERATED LEVELING ###
produce 4000
generate 1000000
condition (HandType_Low or HandType_High) and levelTheDeal
action average \"low\" 100 * HandType_Low
";

/// What is written runs on the classic program: on ours, and on the one that Debian has.
#[test]
fn leveled_scenarios_run_on_the_classic_program() {
    let folder = folder(&[("scenario.dlr", SCENARIO)]);
    let path = folder.path();
    let dealer = needs::dealer();
    for style in ["rnd", "cards"] {
        let copy = format!("{style}.dlr");
        let typed = format!("level write scenario.dlr --style {style} --quiet -o {copy}");
        fairdeal(path).args(typed.split(' ')).assert().success();
        let text = std::fs::read_to_string(path.join(&copy)).unwrap();
        assert!(
            text.starts_with("# leveled-from: scenario.dlr sha256:"),
            "{text}"
        );
        assert!(
            !text.contains("{{") && !text.contains("noLeveling"),
            "{text}"
        );
        let mut programs = vec![fairdeal(path)];
        programs[0].args(["dealer", "-s", "1", &copy]);
        if let Some(dealer) = &dealer {
            let mut debian = assert_cmd::Command::new(dealer);
            debian.current_dir(path).args(["-s", "1", &copy]);
            programs.push(debian);
        }
        for mut program in programs {
            let output = program.assert().success();
            let printed = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
            let average = printed.lines().find_map(|line| line.strip_prefix("low: "));
            let average: f64 = average
                .unwrap_or_else(|| panic!("{printed}"))
                .trim()
                .parse()
                .unwrap();
            // Half of 4000 boards, within four standard deviations and what the keeps are off.
            assert!((46.0..54.0).contains(&average), "{style}: {printed}");
        }
    }
}

#[test]
fn the_survey_is_the_same_as_a_table_and_as_csv() {
    let folder = folder(&[]);
    let csv = printed(folder.path(), "level survey --csv");
    let table = printed(folder.path(), "level survey");
    let cells = |line: &str| -> Vec<String> { line.split(',').map(str::to_owned).collect() };
    let header = cells(csv.lines().next().unwrap());
    let keeps: Vec<&str> = table
        .lines()
        .next()
        .unwrap()
        .split_whitespace()
        .skip(3)
        .collect();
    assert_eq!(csv.lines().count(), table.lines().count());
    for (row, line) in csv.lines().zip(table.lines()).skip(1) {
        // A condition may have commas in it: counted from the end there are only numbers.
        let row = cells(row);
        let figures: Vec<&str> = line.split_whitespace().rev().take(keeps.len()).collect();
        for (keep, figure) in keeps.iter().rev().zip(figures) {
            let from_the_end = header.len() - header.iter().position(|name| name == keep).unwrap();
            let rate: f64 = row[row.len() - from_the_end].parse().unwrap();
            assert_eq!(format!("{:.3}", 100.0 * rate), figure, "{keep} {line}");
        }
    }
    // Of all deals, West has the two of clubs in a quarter, and East the two of diamonds as well in 13 of 51 of those.
    let any = cells(csv.lines().nth(1).unwrap());
    let of = |keep: &str| any[header.iter().position(|name| name == keep).unwrap()].clone();
    assert_eq!(of("keep25").parse::<f64>().unwrap(), 0.25);
    assert!((of("keep06").parse::<f64>().unwrap() - 0.25 * 13.0 / 51.0).abs() < 1e-15);
}
