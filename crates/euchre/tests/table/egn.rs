//! Games in EGN: what is written is read back, what others write is understood, and what cannot be is said.

use euchre::{Egn, EgnError, EgnNames, Game, Rules, Score, Seat};
use serde_json::{Value, json};

use crate::random::any_move;

fn rules(farmers: bool) -> Rules {
    Rules {
        stick_the_dealer: farmers,
        no_trump: !farmers,
        partners_best: false,
        farmers_hand: farmers,
        ace_no_face: farmers,
        defend_alone: true,
        must_go_alone: farmers,
    }
}

/// A game of random moves, with some hands more than it needs to begin at another score.
fn random_game(rules: Rules, seed: u64) -> Game {
    let before = Score {
        north_south: (seed % 3) as u8,
        east_west: 1,
    };
    let mut game = Game::begun(rules, seed, Seat::ALL[seed as usize % 4], before);
    let mut rng = space::stream(seed, 4);
    while game.winner().is_none() && game.number() < 90 {
        while game.hand().turn().is_some() {
            let made = any_move(game.hand(), &mut rng);
            game.make(made).unwrap();
        }
        game.next_hand();
    }
    game
}

fn written(game: &Game) -> Value {
    serde_json::to_value(Egn::of(game, &EgnNames::default()).unwrap()).unwrap()
}

fn read(egn: &Value) -> Result<euchre::EgnGame, EgnError> {
    Egn::from_json(&egn.to_string())?.read()
}

/// The same game, but for the seed, which the notation has not.
fn same_hands(a: &Game, b: &Game) {
    assert_eq!(a.rules(), b.rules());
    assert_eq!(a.score(), b.score());
    assert!(a.hands().eq(b.hands()));
}

#[test]
fn what_is_written_is_read_back() {
    for seed in 0..needs::rounds(150, 5_000) as u64 {
        let mut rules = rules(seed % 2 == 0);
        rules.partners_best = seed % 3 == 0;
        let game = random_game(rules, seed);
        let again = read(&written(&game)).unwrap_or_else(|error| panic!("{seed}: {error}"));
        same_hands(&again.game, &game);
        assert!(again.filled_in.is_empty());
    }
}

/// A hand is written at every move of it, and goes on from there.
#[test]
fn an_unfinished_hand_is_read_back() {
    let mut game = Game::new(Rules::default(), 12);
    let mut rng = space::stream(5, 5);
    while game.hand().turn().is_some() {
        same_hands(&read(&written(&game)).unwrap().game, &game);
        let made = any_move(game.hand(), &mut rng);
        game.make(made).unwrap();
    }
}

#[test]
fn hands_that_are_not_told_are_found_from_the_play() {
    let mut filled = 0;
    for seed in 0..100 {
        let game = random_game(rules(false), seed);
        let mut egn = written(&game);
        for deal in egn["deals"].as_array_mut().unwrap() {
            deal["initialState"]
                .as_object_mut()
                .unwrap()
                .remove("playerCards");
            deal["phases"][0].as_object_mut().unwrap().remove("discard");
        }
        let again = read(&egn).unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert_eq!(again.game.score(), game.score());
        filled += again.filled_in.len();
        for (hand, same) in game.hands().zip(again.game.hands()) {
            assert_eq!(hand.public(), same.public(), "what all saw is what all saw");
            let played = |seat| hand.public().played_by(seat).map(|(_, card)| card);
            for seat in Seat::ALL {
                let dealt = same.deal().hands[seat as usize];
                assert!(played(seat).all(|card| dealt.has(card) || card == hand.deal().upcard));
            }
        }
    }
    assert!(filled > 0);
}

/// A deal as someone wrote it who watched: no hands, nines as `N`, bowers as `R` and `L`.
fn watched() -> Value {
    json!({
        "fileType": "Euchre Game Notation", "version": "1.4.2",
        "metadata": {
            "gameId": "x", "players": [{"name": "Ann", "id": "a1"}, "Bob", "Cyd", "Dan"], "initialScore": [0, 7],
            "ruleset": {"std": true, "canadian": false, "loner_lead": "LEFT_OF_DEALER"}},
        "deals": [{
            "dealNumber": 0,
            "initialState": {"dealer": 0, "upCard": "Th"},
            "phases": [
                {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"], "callAnnotations": {"0": ["[?] too shy"]}},
                {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": [
                    ["Kh", "R", "Nh", "Th"], ["AC", "Qc", "Nc", "Jc"], ["Ns", "Qs", "As", "Ks"], ["Kc", "Qd", "Tc", "Ah"],
                    ["L", "Ts", "Kd", "Td"]]}]}]})
}

#[test]
fn what_others_write_is_understood() {
    let read = read(&watched()).unwrap();
    assert_eq!(read.names.players, ["Ann", "Bob", "Cyd", "Dan"]);
    // South, player 2, ordered it up to North and took four tricks with it: 1 point.
    let score = Score {
        north_south: 1,
        east_west: 7,
    };
    assert_eq!(read.game.score(), score);
    assert_eq!(
        read.filled_in,
        ["deal 1: 9D is taken to be what else North was dealt"]
    );
    // With the discard told, nothing is filled in.
    let mut told = watched();
    told["deals"][0]["phases"][0]["discard"] = "Jx".into();
    assert_eq!(super::egn::read(&told).unwrap().filled_in, read.filled_in);
    told["deals"][0]["phases"][0]["discard"] = "Qh".into();
    assert_eq!(super::egn::read(&told).unwrap().filled_in.len(), 0);
}

#[test]
fn what_cannot_be_read_is_said() {
    let cases: [(&str, Value, &str); 16] = [
        (
            "/fileType",
            json!("Euchre Match Notation"),
            "fileType is not",
        ),
        ("/version", json!("2.0"), "its version is not 1"),
        ("/deals", json!([]), "it has no deals"),
        (
            "/deals/0",
            json!("AAECAw"),
            "deal 1: it is packed into a text",
        ),
        ("/metadata/players", json!(["a", "b"]), "not four players"),
        (
            "/metadata/initialScore",
            json!([0, 10]),
            "won before its first deal",
        ),
        (
            "/metadata/finalScore",
            json!([3, 7]),
            "its final score does not follow",
        ),
        (
            "/metadata/ruleset/joker",
            json!(true),
            "rules that are not played here: joker",
        ),
        (
            "/metadata/ruleset/winning_score",
            json!(11),
            "not played here: winning_score",
        ),
        (
            "/deals/0/initialState/dealer",
            json!(4),
            "deal 1: the dealer is no seat from 0 to 3",
        ),
        (
            "/deals/0/initialState/upCard",
            json!("8h"),
            "'8h' is not a card",
        ),
        (
            "/deals/0/phases/0/calls/1",
            json!("x"),
            "'x' cannot be called there",
        ),
        (
            "/deals/0/phases/1/tricks/0/0",
            json!("Xx"),
            "'Xx' is not a card",
        ),
        (
            "/deals/0/phases/1/tricks/0/0",
            json!("Th"),
            "deal 1: TH is played twice",
        ),
        (
            "/deals/0/phases/1/tricks/4",
            json!([]),
            "it is not over, and the hands are not told",
        ),
        ("/deals/0/phases/1/tricks/1/3", json!("Qh"), "deal 1: "),
    ];
    for (path, value, said) in cases {
        let mut egn = watched();
        egn["metadata"]["finalScore"] = json!([1, 7]);
        egn["metadata"]["ruleset"]["joker"] = json!(false);
        egn["metadata"]["ruleset"]["winning_score"] = json!(10);
        *egn.pointer_mut(path).unwrap() = value;
        let error = read(&egn).unwrap_err().to_string();
        assert!(error.contains(said), "{path}: {error}");
    }
    // Who does not follow suit, with hands that are told, is caught.
    let mut game = Game::new(Rules::default(), 1);
    let mut rng = space::stream(2, 2);
    while game.hand().turn().is_some() {
        let made = any_move(game.hand(), &mut rng);
        game.make(made).unwrap();
    }
    let mut egn = written(&game);
    let tricks = egn["deals"][0]["phases"][1]["tricks"]
        .as_array_mut()
        .unwrap();
    tricks.reverse();
    assert!(matches!(read(&egn), Err(EgnError::Deal(1, _))));
    // The lone player's left leads in some houses, which matters only where someone goes alone.
    let mut egn = watched();
    egn["metadata"]["ruleset"]["loner_lead"] = "LEFT_OF_LONER".into();
    assert!(read(&egn).is_ok());
    egn["deals"][0]["phases"][0]["isAlone"] = true.into();
    let tricks = &mut egn["deals"][0]["phases"][1]["tricks"];
    *tricks = json!([
        ["Kh", "R", "Nh"],
        ["Ac", "Qc", "Nc"],
        ["Ns", "Qs", "As"],
        ["Kc", "Qd", "Tc"],
        ["Ts", "Kd", "Td"]
    ]);
    assert!(
        matches!(read(&egn), Err(EgnError::OtherRules(_))),
        "{:?}",
        read(&egn)
    );
}

#[test]
fn too_many_deals_are_not_written() {
    let mut game = Game::new(Rules::default(), 1);
    for _ in 0..101 {
        while game.hand().turn().is_some() {
            game.make(euchre::Move::Bid(euchre::Bid::Pass)).unwrap();
        }
        game.next_hand();
    }
    let error = Egn::of(&game, &EgnNames::default()).unwrap_err();
    assert!(error.to_string().contains("more than 100 deals"));
    let names = EgnNames {
        date: Some("yesterday".to_owned()),
        ..EgnNames::default()
    };
    let game = Game::new(Rules::default(), 1);
    let error = Egn::of(&game, &names).unwrap_err().to_string();
    assert!(error.contains("2026-05-17T19:00"), "{error}");
}
