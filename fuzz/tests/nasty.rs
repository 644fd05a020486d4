//! Questions that are too much for any plan and any count (benches/nasty.jsonl): each is answered, or refused, after a bounded
//! number of looks at the watch, and never without looking for long, so that it can be stopped at once. `./bench nasty` has what
//! they take.

use std::path::Path;

use fairdeal::{Check, Effort, Explain, Question, Script, Watch};

/// How often the watch was looked at for a question at the least effort, at the most,
const LOOKS: u64 = 2_000_000;
/// and how many steps of some nanoseconds lie between two looks.
const STEPS_BETWEEN_LOOKS: u64 = 4_000_000;

/// A verb, and how it is asked.
type Asked<'a> = (&'a str, &'a dyn Fn(&Watch));

#[test]
fn whatever_is_asked_ends_and_can_be_stopped() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/nasty.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let one_of = needs::rounds(6, 1);
    let mut asked = 0;
    for (number, line) in text.lines().enumerate() {
        if number % one_of != 0 {
            continue;
        }
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let (name, script) = (
            case["name"].as_str().unwrap(),
            case["script"].as_str().unwrap(),
        );
        let script = Script::from_text(script).unwrap();
        let question = Question::from(script.clone());
        let verbs: [Asked; 4] = [
            ("check", &|watch| {
                drop(script.check(Check::default(), watch))
            }),
            ("odds", &|watch| drop(question.odds(Effort::Quick, watch))),
            ("explain", &|watch| {
                drop(question.explain(Explain::default(), watch))
            }),
            ("deal", &|watch| {
                let ready = question
                    .deal(10)
                    .seed(1)
                    .generate(Some(20_000))
                    .ready(watch);
                if let Ok(ready) = ready {
                    let _ = ready.into_boards(watch.clone()).count();
                }
            }),
        ];
        for (verb, ask) in verbs {
            let watch = Watch::default();
            ask(&watch);
            let (looks, between) = (watch.looks(), watch.most_work_between_looks());
            println!("{name}: {verb}: {looks} looks, at most {between} steps between two");
            assert!(looks <= LOOKS, "{name}: {verb}: {looks} looks");
            assert!(
                between <= STEPS_BETWEEN_LOOKS,
                "{name}: {verb}: {between} steps"
            );
            asked += 1;
        }
    }
    assert!(asked >= 40);
}
