//! Bots: they play by the rules, they are the same for the same seed, and the better ones win.

use euchre::{
    Arena, Bid, Bot, Goal, Level, Move, Player, Rules, Seat, Suit, Tally, Weighing, Worlds,
};
use search::{Budget, Options};

use crate::random::{dealt, rules, some_moves};
use crate::{EXAMPLE, card, view};

fn match_of(a: &dyn Player, b: &dyn Player, deals: u64) -> Tally {
    let arena = Arena {
        a,
        b,
        rules: Rules::default(),
        seed: 11,
        deals,
        threads: 2,
    };
    arena.run(&|_| {}, &|_| true).unwrap()
}

#[test]
fn bots_make_legal_moves_in_any_position() {
    for k in 0..600 {
        let mut rng = space::stream(51, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        for level in Level::ALL {
            let mut bot = Bot::new(level).with_budget(Budget::Iterations(60));
            bot.weigh_bids = k % 2 == 0;
            bot.goal = if k % 3 == 0 { Goal::Game } else { Goal::Points };
            let judgement = bot.judge(&hand.view(seat), k).unwrap();
            hand.clone().make(judgement.best).unwrap();
            for valued in &judgement.values {
                hand.clone().make(valued.made).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_move() {
    let view = view(&EXAMPLE.replace(r#""TD""#, r#""9H""#));
    for trees in [1, 2] {
        let mut bot = Bot::new(Level::Expert);
        bot.options.trees = trees;
        let judged = bot.judge(&view, 5).unwrap();
        assert_eq!(judged, bot.judge(&view, 5).unwrap());
        assert_eq!(judged.values.len(), 4);
        assert!((3990..=4000).contains(&judged.iterations));
    }
}

#[test]
fn nobody_moves_out_of_turn() {
    let text = r#"{"seat":"S","dealer":"S","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#;
    let error = Bot::new(Level::Expert).judge(&view(text), 1).unwrap_err();
    assert_eq!(error.to_string(), "it is not South's turn");
}

#[test]
fn a_sure_hand_is_bid_alone_and_a_poor_one_passed() {
    let bid = |hand: &str| {
        let text = format!(
            r#"{{"seat":"S","dealer":"S","hand":{hand},"upcard":"9H","bids":[["W","pass"],["N","pass"],["E","pass"]]}}"#
        );
        Bot::new(Level::Expert).judge(&view(&text), 1).unwrap().best
    };
    let sure = bid(r#"["JH","JD","AH","KH","AS"]"#);
    assert_eq!(sure, Move::Bid(Bid::Order { alone: true }));
    assert_eq!(bid(r#"["9C","TC","9D","TS","QS"]"#), Move::Bid(Bid::Pass));
}

#[test]
fn a_partners_ace_is_not_ruffed() {
    let text = r#"{"seat":"S","dealer":"S","hand":["JH","JD","9D","TD","AS"],"upcard":"9S","taken":false,"trump":"H",
        "maker":"S","tricks":[[["W","KC"],["N","AC"],["E","TC"]]]}"#;
    let judged = Bot::new(Level::Expert).judge(&view(text), 1).unwrap();
    assert!(
        [card("9D"), card("TD")].contains(&judged.best.card().unwrap()),
        "{judged:?}"
    );
    assert!(
        judged
            .values
            .iter()
            .all(|valued| (-2.0..=2.0).contains(&valued.value))
    );
}

#[test]
fn better_levels_win() {
    let [random, beginner, club, _] = Level::ALL.map(Bot::new);
    let low = |tally: &Tally| {
        let points = tally.points_a_hand();
        points.value - points.interval
    };
    assert!(low(&match_of(&beginner, &random, 400)) > 1.0);
    assert!(low(&match_of(&club, &random, 100)) > 0.9);
    let expert = Bot::new(Level::Expert).with_budget(Budget::Iterations(400));
    assert!(low(&match_of(&expert, &random, 60)) > 0.9);
}

#[test]
fn the_rule_of_thumb_beats_random_playouts() {
    let thumb = Bot::new(Level::Expert).with_budget(Budget::Iterations(100));
    let random = Bot {
        options: Options {
            rule_of_thumb: false,
            ..thumb.options
        },
        ..thumb
    };
    let points = match_of(&thumb, &random, 250).points_a_hand();
    assert!(points.value - points.interval > 0.0, "{points:?}");
}

#[test]
fn an_arena_is_the_same_with_any_number_of_threads_and_fair() {
    let club = Bot::new(Level::Club).with_budget(Budget::Iterations(20));
    let arena = |threads| Arena {
        a: &club,
        b: &club,
        rules: Rules::default(),
        seed: 3,
        deals: 250,
        threads,
    };
    let one = arena(1).run(&|_| {}, &|_| true).unwrap();
    assert_eq!(one, arena(3).run(&|_| {}, &|_| true).unwrap());
    assert_eq!(one.differences.len(), 250);
    // The same bot on both sides: what it wins in one room it loses in the other, but for the scores.
    assert_eq!(one.points_a_hand().value, 0.0);
    let stopped = arena(1).run(&|_| {}, &|done| done < 10).unwrap();
    assert_eq!(stopped.differences, one.differences[..10]);
}

#[test]
fn bids_weigh_worlds_as_stated() {
    // North ordered the queen into its partner's hand: it should have trumps of its own.
    let view = view(
        r#"{"seat":"W","dealer":"S","hand":["9S","QS","TD","AC","KC"],"upcard":"QH","taken":true,
            "bids":[["W","pass"],["N","order"]],"trump":"H","maker":"N"}"#,
    );
    let worlds = Worlds::new(&view).unwrap();
    let weighing = Weighing::new(&view);
    let mut rng = space::stream(1, 1);
    let n = 20_000;
    let odds = weighing.odds(&worlds, n, &mut rng);
    let north = euchre::Place::Hand(Seat::North);
    let trumps = worlds.suit(Suit::Hearts);
    let counted = worlds.odds().mean(Suit::Hearts, north);
    let weighed = odds.mean(trumps, north);
    assert!(weighed > counted + 0.3, "{weighed} {counted}");
    let weighed = odds.chance(card("JD"), north);
    assert!(odds.effective() < n as f64);
    // Drawing in proportion to the weights gives the same odds.
    let drawn = (0..n)
        .filter(|_| weighing.sample(&worlds, &mut rng).at(north).has(card("JD")))
        .count();
    assert!((drawn as f64 / n as f64 - weighed).abs() < 0.03);
    // Without bids there is nothing to weigh.
    let silent =
        crate::view(&EXAMPLE.replace(r#""bids":[["S","pass"],["W","pass"],["N","order"]],"#, ""));
    assert_eq!(Weighing::new(&silent).weight(&worlds.sample(&mut rng)), 1.0);
}
