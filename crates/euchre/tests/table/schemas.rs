//! What is written as JSON is what its schema says.

use std::collections::BTreeSet;

use euchre::{
    Arena, ArenaResult, Bot, BotAnswer, BotSettings, Decision, DecisionTrace, Egn, EgnNames, Game,
    GameRecord, HandScore, Hint, Judgement, Level, RefereeRequest, Rules, Said, ScoreAnswer,
    Statistics, TableAnswer, View, Watch, WorldAnswer, Worlds, WorldsAnswer, answer_line, hint,
};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::Value;

use crate::{EXAMPLE, view};

/// The fields of an object on the wire are those of its schema, but for some that may be left out.
fn check<T: JsonSchema + Serialize>(answer: &T, left_out: &[&str]) {
    let names = |object: &Value| -> BTreeSet<String> {
        let object = object.as_object().unwrap();
        object.keys().cloned().collect()
    };
    let schema = serde_json::to_value(schema_for!(T)).unwrap();
    let mut said = names(&schema["properties"]);
    said.retain(|name| !left_out.contains(&name.as_str()));
    let written = serde_json::to_value(answer).unwrap();
    assert_eq!(names(&written), said, "{schema:#}");
}

#[test]
fn answers_keep_to_their_schemas() {
    let (view, watch) = (
        view(&EXAMPLE.replace(r#""TD""#, r#""9H""#)),
        Watch::default(),
    );
    let club = Bot::new(Level::Club);
    check::<View>(&view, &["given", "received", "kitty"]);
    let hint: Hint = hint(&view, &club, false, 1, &watch).unwrap();
    check::<Hint>(&hint, &[]);
    check::<Judgement>(&hint.judgement, &[]);
    check::<WorldsAnswer>(&hint.worlds, &["weighed"]);
    check::<Statistics>(&Statistics::default(), &[]);
    let game = Game::new(Rules::default(), 1);
    check::<GameRecord>(&game.record(), &["before"]);
    check::<TableAnswer>(&TableAnswer::of(&game), &[]);
    check::<ScoreAnswer>(&ScoreAnswer::of(&game), &[]);
    check::<Egn>(&Egn::of(&game, &EgnNames::default()).unwrap(), &[]);
    let mut passed = game.clone();
    while passed.hand().turn().is_some() {
        passed.make(euchre::Move::Bid(euchre::Bid::Pass)).unwrap();
    }
    check::<HandScore>(&HandScore::of(passed.hand()).unwrap(), &[]);
    let arena = Arena {
        a: &club,
        b: &club,
        rules: Rules::default(),
        seed: 1,
        deals: 1,
        threads: 1,
        clock: None,
    };
    let trace = |decision: &Decision| {
        let left_out: &[&str] = match decision.judgement.worlds {
            Some(_) => &[],
            None => &["worlds"],
        };
        check::<DecisionTrace>(&decision.trace(), left_out);
    };
    let tally = arena.run(&trace, &watch).unwrap();
    // Nobody gave it a clock.
    check::<ArenaResult>(&tally.result(), &["milliseconds"]);
    // These are one of several things, or have the names of places.
    let schema = |schema: schemars::Schema| serde_json::to_value(schema).unwrap();
    assert!(schema(schema_for!(BotAnswer))["anyOf"].is_array());
    assert!(schema(schema_for!(RefereeRequest))["oneOf"].is_array());
    assert_eq!(schema(schema_for!(WorldAnswer))["type"], "object");
    let world = Worlds::new(&view).unwrap();
    let world = world.draw(None, &mut space::stream(1, 1));
    assert_eq!(
        serde_json::to_value(world).unwrap()["kitty"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    let line = serde_json::to_vec(&view).unwrap();
    let clocked = BotSettings::from(club).with_clock(&std::time::Duration::default);
    let answer = answer_line(&line, &clocked, 1, &watch).unwrap().unwrap();
    let Said::Answer(answer) = answer.said else {
        panic!("{answer:?}");
    };
    assert_eq!(
        serde_json::to_value(answer).unwrap(),
        serde_json::to_value(hint.judgement).unwrap()
    );
}
