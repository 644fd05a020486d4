//! The language, line by line: one table of scripts and what must come out of them (`table.txt`).

use fairdeal::script::{CompileOptions, Input, load, portable};
use fairdeal::{Effort, Odds, Question, Script, TextTo, Wanted, Watch};

/// A paragraph of the table.
struct Row {
    shows: String,
    kind: String,
    expected: String,
    script: String,
}

fn rows() -> Vec<Row> {
    let table = include_str!("table.txt");
    let rows = table.split("\n== ").skip(1).map(|row| {
        let (shows, rest) = row.split_once('\n').unwrap();
        let (line, script) = rest.split_once('\n').unwrap();
        let (kind, expected) = line.split_once(' ').unwrap_or((line, ""));
        let script = script.trim_end_matches('\n');
        let script = script
            .replace("<BOM>", "\u{feff}")
            .replace("NNNN", &"n".repeat(256));
        Row {
            shows: shows.to_owned(),
            kind: kind.to_owned(),
            expected: expected.replace("\\n", "\n"),
            script,
        }
    });
    rows.collect()
}

/// A line with one space where there are several.
fn close(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a script prints for seed 1, and its statistics.
fn dealt(text: &str) -> (String, String) {
    let watch = Watch::default();
    let question = Question::from(Script::from_text(text).unwrap());
    let dealing = question.deal_usual().seed(1).ready(&watch).unwrap();
    let mut out = Vec::new();
    let dealt = dealing.run(&Wanted::default(), &mut TextTo(&mut out), &watch);
    let statistics = dealt.unwrap().statistics.text(false);
    (String::from_utf8(out).unwrap(), statistics)
}

/// The exact share of deals that qualify.
fn chance(text: &str) -> f64 {
    let question = Question::from(Script::from_text(text).unwrap());
    let odds = question.odds(Effort::default(), &Watch::default());
    let Ok(Odds::Script(odds)) = odds else {
        panic!("{text}");
    };
    assert!(odds.odds.exact, "not counted: {text}");
    odds.odds.probability
}

/// What is said of a script: errors, and what the classic program would make of it.
fn said(text: &str) -> (Vec<String>, Vec<String>) {
    let input = Input::from_text("row", text).unwrap();
    let options = CompileOptions {
        double_dummy: true,
        ..CompileOptions::default()
    };
    let loaded = load(&input, &Default::default(), &options);
    let errors = loaded
        .diagnostics
        .iter()
        .filter(|finding| finding.is_error());
    let later = portable(&loaded.script);
    (
        errors.map(|error| error.message.clone()).collect(),
        later
            .iter()
            .map(|finding| finding.message.clone())
            .collect(),
    )
}

#[test]
fn every_row_of_the_table_comes_out_as_it_says() {
    let rows = rows();
    assert!(rows.len() > 10);
    let mut wrong = Vec::new();
    for row in rows {
        let Row {
            shows,
            kind,
            expected,
            script,
        } = &row;
        let got = match kind.as_str() {
            "chance" => {
                let digits = expected.len() - 2;
                let share = chance(script);
                match format!("{share:.digits$}") {
                    same if same == *expected => continue,
                    other => other,
                }
            }
            "prints" => match dealt(script).0 {
                same if same == *expected => continue,
                other => other,
            },
            "counts" => match dealt(script).1 {
                text if text.lines().any(|line| close(line).starts_with(expected)) => continue,
                other => other,
            },
            "same" => {
                let (one, other) = script.split_once("\n--\n").unwrap();
                match (chance(one), chance(other)) {
                    (one, other) if one == other => continue,
                    different => format!("{different:?}"),
                }
            }
            "portable" | "refused" => {
                let (errors, later) = said(script);
                let said = if kind == "refused" { errors } else { later };
                let matches = match expected.as_str() {
                    "" => said.is_empty(),
                    words => said.iter().any(|message| message.contains(words)),
                };
                if matches {
                    continue;
                }
                format!("{said:?}")
            }
            _ => panic!("{shows}: there is no kind {kind}"),
        };
        wrong.push(format!("{shows}: {kind} {expected:?}, and not {got:?}"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A script that says 0 wants a seed that is drawn; who asks for 0 gets it.
#[test]
fn a_seed_of_0_in_a_script_is_drawn_and_one_on_demand_is_not() {
    let seed = |text: &str, told: Option<u64>| {
        let question = Question::from(Script::from_text(text).unwrap());
        let deal = question
            .deal_usual()
            .seed_or_drawn(told.map(Into::into), || 4711)
            .unwrap();
        let dealt = deal.ready(&Watch::default()).unwrap();
        dealt.origin()
    };
    for (script, told, expected) in [
        ("seed 0 produce 1", None, "seed 4711,"),
        ("seed 0 produce 1", Some(0), "seed 0,"),
        ("seed 5 produce 1", None, "seed 5,"),
        ("seed 5 produce 1", Some(0), "seed 0,"),
    ] {
        let origin = seed(script, told);
        assert!(origin.contains(expected), "{script} {told:?}: {origin}");
    }
}
