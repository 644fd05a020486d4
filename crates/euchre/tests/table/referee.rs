//! The referee: whole games by requests alone, what it refuses, and that its word is the rules' own.

use std::time::Duration;

use euchre::{
    Bot, BotSettings, ClockedBot, Egn, EgnNames, Game, Hand, Level, Move, Rules, Seat, Side, View,
    Watch, answer_line,
};
use serde_json::{Value, json};

use crate::random::any_move;

fn bot() -> ClockedBot<'static> {
    BotSettings::from(Bot::new(Level::Beginner)).with_clock(&Duration::default)
}

/// What is answered to a line.
fn asked(request: &Value) -> Value {
    let answer = answer_line(request.to_string().as_bytes(), &bot(), 1, &Watch::default());
    serde_json::to_value(answer.unwrap().unwrap()).unwrap()
}

fn refused(request: &Value, code: &str, said: &str) {
    let answer = asked(request);
    let error = answer["error"].as_str();
    let error = error.unwrap_or_else(|| panic!("{request} was answered: {answer}"));
    assert!(error.contains(said), "{error}");
    assert_eq!(answer["code"], code, "{answer}");
}

fn all_rules() -> Rules {
    Rules {
        stick_the_dealer: false,
        no_trump: true,
        partners_best: true,
        farmers_hand: true,
        ace_no_face: true,
        defend_alone: true,
        must_go_alone: true,
    }
}

/// Plays a game to its end by requests only: views are asked for, bots are asked with them, and what they answer is handed on.
fn refereed(rules: Rules, seed: u64, level: &str) -> Value {
    let mut table = asked(&json!({"do": "new", "seed": seed, "rules": rules}));
    while table["winner"].is_null() {
        let game = table["game"].take();
        table = match table["turn"].take() {
            Value::Null => asked(&json!({"do": "next", "game": game})),
            turn => {
                let view = asked(&json!({"do": "view", "game": game, "seat": turn}));
                let chosen =
                    asked(&json!({"do": "move", "view": view, "level": level, "seed": seed}));
                asked(&json!({"do": "apply", "game": game, "move": chosen, "seat": turn}))
            }
        };
        assert!(table["error"].is_null(), "{table}");
    }
    table
}

#[test]
fn a_whole_game_is_refereed() {
    for (rules, seed) in [(Rules::default(), 4), (all_rules(), 5), (all_rules(), 6)] {
        let table = refereed(rules, seed, "beginner");
        // The same game as bots play without a referee.
        let mut game = Game::new(rules, seed);
        while game.winner().is_none() {
            while let Some(seat) = game.hand().turn() {
                let bot = Bot::new(Level::Beginner);
                let judged = bot.judge(&game.hand().view(seat), seed, &Watch::default());
                game.make(judged.unwrap().best).unwrap();
            }
            game.next_hand();
        }
        assert_eq!(table["game"], serde_json::to_value(game.record()).unwrap());
        let score = asked(&json!({"do": "score", "game": table["game"]}));
        assert_eq!(score["score"], table["score"]);
        let winner = game.winner().unwrap();
        assert_eq!(score["winner"], winner.to_string());
        // Its hands add up to it.
        let hands = score["hands"].as_array().unwrap();
        assert_eq!(hands.len(), game.number());
        for side in Side::ALL {
            let points = |hand: &Value| hand["points"][side.to_string()].as_u64().unwrap();
            let sum: u64 = hands.iter().map(points).sum();
            assert_eq!(score["score"][side.to_string()], sum);
        }
        refused(
            &json!({"do": "next", "game": table["game"]}),
            "no-next-hand",
            "the game is won",
        );
    }
}

#[test]
fn a_search_is_asked_by_its_level_and_any_number_of_tables_in_turn() {
    // One process, three tables with the same line order: what one answers does not depend on the others.
    let tables: Vec<Value> = (1..4)
        .map(|seed| asked(&json!({"do": "new", "seed": seed.to_string(), "id": seed})))
        .collect();
    for (table, seed) in tables.iter().zip(1..) {
        assert_eq!(table["id"], seed);
        let seat = &table["turn"];
        let view = asked(&json!({"do": "view", "game": table["game"], "seat": seat}));
        let club = json!({"id": ["any", seed], "do": "move", "view": view, "level": "club"});
        let judged = asked(&club);
        assert_eq!(judged["id"], json!(["any", seed]));
        let seen = View::from_value(&view).unwrap();
        let by_hand = Bot::new(Level::Club).judge(&seen, 1, &Watch::default());
        let by_hand = serde_json::to_value(by_hand.unwrap()).unwrap();
        assert_eq!(
            (&judged["move"], &judged["values"]),
            (&by_hand["move"], &by_hand["values"])
        );
        // A view as it is may name its level and id, too.
        let mut bare = view.clone();
        bare["level"] = "club".into();
        bare["id"] = json!(["any", seed]);
        assert_eq!(asked(&bare), judged);
        bare["seed"] = 1.into();
        bare["ask"] = "euchre".into();
        assert_eq!(asked(&bare), judged);
    }
}

#[test]
fn random_games_keep_to_the_rules_and_views_hold_nothing_else() {
    let rounds = needs::rounds(60, 3_000);
    for seed in 0..rounds as u64 {
        let rules = if seed % 2 == 0 {
            Rules::default()
        } else {
            all_rules()
        };
        let mut rng = space::stream(seed, 9);
        let mut table = asked(&json!({"do": "new", "seed": seed, "rules": rules}));
        let mut hand: Hand = Game::new(rules, seed).hand().clone();
        while let Some(turn) = hand.turn() {
            let legal: Vec<Move> = serde_json::from_value(table["legal"].clone()).unwrap();
            assert_eq!(legal, hand.position().legal_moves().collect::<Vec<_>>());
            assert_eq!(table["turn"], turn.letter().to_string());
            for seat in Seat::ALL {
                let request = json!({"do": "view", "game": table["game"], "seat": seat});
                let view = asked(&request);
                assert_eq!(View::from_value(&view).unwrap(), hand.view(seat));
                // What may be done follows from what the seat sees; others have nothing to do, as far as they can know:
                // they do not see when a card is laid away.
                let face_down = ["discard", "give", "return"];
                if seat != turn && face_down.contains(&table["stage"].as_str().unwrap()) {
                    continue;
                }
                let of_view = asked(&json!({"do": "legal", "view": view}));
                let expected = if seat == turn {
                    &table["legal"]
                } else {
                    &json!([])
                };
                assert_eq!(&of_view["legal"], expected, "{view}");
            }
            let by_game = asked(&json!({"do": "legal", "game": table["game"]}));
            assert_eq!(by_game["legal"], table["legal"]);
            // Whatever is not legal is refused, and says why.
            let all = Seat::ALL.map(|seat| hand.position().hand(seat));
            for card in all.into_iter().flat_map(|cards| cards.iter()) {
                let made = Move::Play(card);
                if !legal.contains(&made) && rng_below(&mut rng, 8) == 0 {
                    let request = json!({"do": "apply", "game": table["game"], "move": made});
                    refused(&request, "illegal-move", "cannot play");
                }
            }
            let made = any_move(&hand, &mut rng);
            table = asked(&json!({"do": "apply", "game": table["game"], "move": made}));
            hand.make(made).unwrap();
        }
        assert_eq!(
            (&table["stage"], &table["legal"]),
            (&json!("over"), &json!([]))
        );
        let result = &table["result"];
        let tricks = |side: &str| result["tricks"][side].as_u64().unwrap();
        let points = |side: &str| result["points"][side].as_u64().unwrap();
        let made = !result["maker"].is_null();
        assert_eq!(tricks("NS") + tricks("EW"), if made { 5 } else { 0 });
        assert!(points("NS") == 0 || points("EW") == 0);
        assert_eq!(points("NS") + points("EW") > 0, made, "{result}");
    }
}

fn rng_below(rng: &mut space::Stream, below: u32) -> u32 {
    space::below_by_remainder(below, rng)
}

#[test]
fn hostile_requests_are_refused_and_say_why() {
    let table = asked(&json!({"do": "new", "seed": 3}));
    let game = &table["game"];
    let with = |changed: Value, path: &[&str]| {
        let mut game = game.clone();
        let mut at = &mut game;
        for step in path {
            at = match step.parse::<usize>() {
                Ok(i) => &mut at[i],
                Err(_) => &mut at[*step],
            };
        }
        *at = changed;
        game
    };
    let pass = json!({"move": "pass"});
    let apply = |game: Value| json!({"do": "apply", "game": game, "move": pass});
    for (request, code, said) in [
        (
            json!({"do": "shuffle"}),
            "bad-request",
            "unknown variant `shuffle`",
        ),
        (json!({"do": "new"}), "bad-request", "missing field `seed`"),
        (
            json!({"do": "new", "seed": "many"}),
            "bad-request",
            "the seed is a number",
        ),
        (
            json!({"do": "new", "seed": -1}),
            "bad-request",
            "no request",
        ),
        (
            json!({"do": "new", "seed": 1, "score": {"NS": 10, "EW": 0}}),
            "bad-request",
            "at this score the game is won",
        ),
        (
            json!({"do": "new", "seed": 1, "rules": {"jokers": true}}),
            "bad-request",
            "unknown field `jokers`",
        ),
        (
            json!({"do": "legal"}),
            "bad-request",
            "either a view or a game",
        ),
        (
            json!({"do": "move", "view": 7}),
            "not-a-view",
            "this is no view",
        ),
        (
            json!({"do": "move", "view": {}, "level": "genius"}),
            "not-a-view",
            "missing field `seat`",
        ),
        (json!({"ask": "odds"}), "bad-request", "leave \"ask\" out"),
        (
            json!({"do": "apply", "game": game, "move": {"move": "fold"}}),
            "bad-request",
            "'fold' is no move",
        ),
        (
            json!({"do": "apply", "game": game, "move": {"move": "discard", "card": "9C"}}),
            "illegal-move",
            "what it can do is pass",
        ),
        (
            json!({"do": "apply", "game": game, "move": pass, "seat": "W"}),
            "not-to-move",
            "it is not West's turn: North is to move",
        ),
        (
            json!({"do": "next", "game": game}),
            "no-next-hand",
            "the hand is not over",
        ),
        (
            json!({"do": "view", "game": game, "seat": "X"}),
            "bad-request",
            "seats are called",
        ),
        (
            apply(with(json!("x"), &["seed"])),
            "not-a-game-record",
            "the seed is no number",
        ),
        (
            apply(with(json!([]), &["hands"])),
            "not-a-game-record",
            "it has no hands",
        ),
        (
            apply(with(
                json!(["9C", "9C", "9C", "9C", "9C"]),
                &["hands", "0", "cards", "0"],
            )),
            "not-a-game-record",
            "hand 1: the cards are no deal of the 24",
        ),
        (
            apply(with(json!([["N", "play", "9C"]]), &["hands", "0", "moves"])),
            "not-a-game-record",
            "hand 1: ",
        ),
        (
            apply(with(json!({"NS": 9, "EW": 0}), &["score"])),
            "not-a-game-record",
            "the score does not follow",
        ),
        (
            apply(with(json!({"NS": 10, "EW": 0}), &["before"])),
            "not-a-game-record",
            "won before its first hand",
        ),
        (
            json!({"do": "read", "egn": {}}),
            "not-egn",
            "this is no game in EGN",
        ),
        (
            json!({"do": "egn", "game": game, "players": ["x".repeat(65), "", "", ""]}),
            "not-writable-as-egn",
            "at most 64 characters",
        ),
    ] {
        refused(&request, code, said);
    }
    let view = asked(&json!({"do": "view", "game": game, "seat": table["turn"]}));
    refused(
        &json!({"do": "move", "view": view, "level": "genius"}),
        "no-such-level",
        "there is no level 'genius'",
    );
    // Whatever is changed in a request, there is an answer, and no panic.
    let line = apply(game.clone()).to_string();
    let mut rng = space::stream(1, 1);
    for _ in 0..needs::rounds(3_000, 100_000) {
        let mut bytes = line.clone().into_bytes();
        for _ in 0..1 + rng_below(&mut rng, 3) {
            let at = rng_below(&mut rng, bytes.len() as u32) as usize;
            match rng_below(&mut rng, 3) {
                0 => bytes[at] = rng_below(&mut rng, 256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b"{}[]\",:0-9"[rng_below(&mut rng, 10) as usize]),
            }
        }
        answer_line(&bytes, &bot(), 1, &Watch::default()).unwrap();
    }
}

#[test]
fn a_game_goes_out_and_comes_back_as_egn() {
    let table = refereed(all_rules(), 8, "random");
    let names = json!(["Ann", "Bob", "Cyd", "Dan"]);
    let egn = asked(
        &json!({"do": "egn", "game": table["game"], "players": names, "title": "Final", "date": "2026-05-17T19:00"}),
    );
    assert_eq!(
        (&egn["version"], &egn["metadata"]["players"]),
        (&json!("1.4"), &names)
    );
    let read = asked(&json!({"do": "read", "egn": egn}));
    assert_eq!(read["names"]["title"], "Final");
    assert_eq!(
        (&read["game"]["hands"], &read["filled_in"], &read["winner"]),
        (&table["game"]["hands"], &json!([]), &table["winner"])
    );
    let again = Egn::from_value(&egn).unwrap().read().unwrap();
    let same = Egn::of(&again.game, &again.names).unwrap();
    assert_eq!(serde_json::to_value(same).unwrap(), egn);
    assert_ne!(again.names, EgnNames::default());
}
