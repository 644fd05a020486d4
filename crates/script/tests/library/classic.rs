//! The language against what the classic program did: values it printed, scripts it took and scripts it refused.
//!
//! Both files were recorded from the program itself, so no test needs it.

use bridge::{Deal, Hand};
use condition::{Evaluator, NoOracle};
use script::{CompileOptions, Compiled, Input, Script, Settings, compile, lint, parse, portable};

fn read(text: &str) -> (Script, Result<Compiled, String>) {
    let (script, mut diagnostics) = parse(
        &Input::from_text("test", text).unwrap(),
        &Settings::default(),
    );
    let options = CompileOptions {
        classic_faults: true,
        ..CompileOptions::default()
    };
    let compiled = compile(&script, &options).map_err(|errors| {
        diagnostics.extend(errors);
        diagnostics
            .iter()
            .map(|error| error.render(&script.sources, false))
            .collect()
    });
    (script, compiled)
}

fn deal(line: &str) -> Deal {
    let hands: Vec<Hand> = line
        .split_whitespace()
        .skip(1)
        .step_by(2)
        .map(|hand| hand.parse().unwrap())
        .collect();
    Deal(hands.try_into().unwrap())
}

#[test]
fn expressions_have_the_values_that_the_classic_program_printed() {
    let mut now = Deal::default();
    let mut checked = 0;
    for line in include_str!("../data/classic-expressions.txt").lines() {
        if let Some(hands) = line.strip_prefix("deal ") {
            now = deal(hands);
        } else if let Some((expression, value)) = line.split_once(" => ") {
            let (_, compiled) = read(&format!("action average {expression}"));
            let mut evaluator = Evaluator::new(&compiled.unwrap().condition);
            let found = evaluator.value(0, &now, &mut NoOracle).unwrap();
            assert_eq!(found, value.parse::<i64>().unwrap(), "{expression}");
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}

/// What the classic program takes and this one does not, on purpose: it would mean nothing, or nothing good.
fn refused_on_purpose(text: &str) -> bool {
    let meaningless = [
        "1/0",
        "5%0",         // the program crashes
        "99999999999", // it wraps round
        ", 3, 1)",     // an empty range, which takes all memory
        "#include",    // a comment there, and a file that is not found here
    ];
    meaningless.iter().any(|part| text.contains(part))
}

#[test]
fn scripts_are_taken_as_the_classic_program_takes_them_and_the_rest_is_not_portable() {
    let (mut taken, mut refused) = (0, 0);
    for line in include_str!("../data/classic-acceptance.txt").lines() {
        let (verdict, text) = line.split_once(" | ").unwrap();
        let text = text
            .replace("\\\\", "\u{1}")
            .replace("\\n", "\n")
            .replace("\\r", "\r")
            .replace('\u{1}', "\\");
        let (script, compiled) = read(&text);
        match verdict {
            "taken" if !refused_on_purpose(&text) => {
                assert!(compiled.is_ok(), "{text}\n{}", compiled.unwrap_err());
                taken += 1;
            }
            "refused" => {
                let portable = portable(&script);
                assert!(
                    compiled.is_err() || !portable.is_empty(),
                    "taken, and called portable: {text}"
                );
                refused += 1;
            }
            _ => {}
        }
        lint(&script);
    }
    assert!(taken > 70 && refused > 100, "{taken} {refused}");
}

#[test]
fn a_conjunct_and_a_failure_lead_back_to_their_place() {
    let text = "weak = hcp(north) < 5\ncondition weak and 10 / spades(north) > 1 and not shape(south, 4333)";
    let (script, compiled) = read(text);
    let compiled = compiled.unwrap();
    let place = |node| script.sources.slice(compiled.place(node).unwrap());
    let places: Vec<&str> = compiled
        .condition
        .conjuncts()
        .iter()
        .map(|&node| place(node))
        .collect();
    assert_eq!(
        places,
        [
            "hcp(north) < 5",
            "10 / spades(north) > 1",
            "not shape(south, 4333)"
        ]
    );
    let mut evaluator = Evaluator::new(&compiled.condition);
    let error = evaluator
        .holds(&Deal::default(), &mut NoOracle)
        .unwrap_err();
    assert_eq!(place(error.node), "10 / spades(north)");
}
