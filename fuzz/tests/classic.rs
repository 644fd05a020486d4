//! Our evaluator beside the classic program: what that prints for a deal is what ours makes of it.

use std::io::Write;
use std::process::{Command, Stdio};

use fairdeal::Script;
use fairdeal::bridge::formats::Format;
use fairdeal::plan::Trial;
use fuzz::{Dice, values};

/// So many deals are asked about for each two expressions.
const DEALS: usize = 12;

#[test]
fn a_value_is_what_the_classic_program_makes_of_it() {
    let Some(dealer) = needs::dealer() else {
        return;
    };
    let mut dice = Dice::new(29);
    let rounds = needs::rounds(60, 5_000);
    let mut compared = 0;
    while compared < rounds * DEALS {
        let bytes: Vec<u8> = (0..160).map(|_| dice.below(256) as u8).collect();
        let Ok([number, truth]) = values(&bytes) else {
            continue;
        };
        let script = format!(
            "produce {DEALS}\naction printoneline, printes(\"= \", {number}, \" \", {truth}, \\n)\n"
        );
        let mut run = Command::new(&dealer)
            .args(["-s", &dice.below(100_000).to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        run.stdin
            .take()
            .unwrap()
            .write_all(script.as_bytes())
            .unwrap();
        let run = run.wait_with_output().unwrap();
        let printed = String::from_utf8(run.stdout).unwrap();
        let said = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success(), "{said}: {script}");
        let mut deal = None;
        for line in printed.lines() {
            let Some(values) = line.strip_prefix("= ") else {
                let read = Format::Oneline.read(format!("{line}\n").as_bytes());
                deal = read.boards.first().map(|board| board.deal);
                continue;
            };
            let Some(deal) = deal else { continue };
            for (text, value) in [&number, &truth].into_iter().zip(values.split(' ')) {
                let text = format!("condition ({text}) == ({value})");
                let script = Script::from_text(&text).unwrap();
                let ours = script.compiled().unwrap();
                let passes = Trial::new(&ours.condition).passes(0.into(), 0, &deal);
                assert!(
                    passes.unwrap_or(false),
                    "the classic program says otherwise for {deal:?}: {text}"
                );
            }
            compared += 1;
        }
    }
    fuzz::tell(
        "beside others",
        "values of expressions from a grammar, by the classic program and by ours",
        &format!("{compared} deals"),
    );
}
