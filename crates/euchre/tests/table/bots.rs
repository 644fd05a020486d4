//! Bots: they play by the rules, they are the same for the same seed, and the better ones win.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use euchre::{
    Arena, Bid, BidWeighing, BiddingTable, Bot, BotSettings, Deal, Decision, Goal, Hand, Judgement,
    Level, Move, NoMove, Player, Rules, Seat, Style, Suit, Tally, Training, View, Watch, World,
    Worlds,
};
use search::Options;

use crate::random::{dealt, rules, some_moves};
use crate::{EXAMPLE, card, view};

/// A judgement that nobody stops.
fn judged(bot: &Bot, view: &View, seed: u64) -> Judgement {
    bot.judge(view, seed, &Watch::default()).unwrap()
}

fn match_of(a: &dyn Player, b: &dyn Player, deals: u64) -> Tally {
    let arena = Arena {
        a,
        b,
        rules: Rules::default(),
        seed: 11,
        deals,
        threads: 2,
        clock: None,
    };
    arena.run(&|_| {}, &Watch::default()).unwrap()
}

#[test]
fn bots_make_legal_moves_in_any_position() {
    for k in 0..needs::rounds(600, 6_000) {
        let mut rng = space::stream(51, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        for level in Level::ALL {
            let mut bot = Bot::new(level).with_iterations(60);
            bot.weigh_bids = k % 2 == 0;
            bot.goal = if k % 3 == 0 { Goal::Game } else { Goal::Points };
            let judgement = judged(&bot, &hand.view(seat), k);
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
        let first = judged(&bot, &view, 5);
        assert_eq!(first, judged(&bot, &view, 5));
        assert_eq!(first.values.len(), 4);
        assert!((3990..=4000).contains(&first.iterations));
    }
}

#[test]
fn nobody_moves_out_of_turn() {
    let text = r#"{"seat":"S","dealer":"S","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#;
    let expert = Bot::new(Level::Expert);
    let error = expert.judge(&view(text), 1, &Watch::default()).unwrap_err();
    assert_eq!(error.to_string(), "it is not South's turn");
}

#[test]
fn a_sure_hand_is_bid_alone_and_a_poor_one_passed() {
    let bid = |hand: &str| {
        let text = format!(
            r#"{{"seat":"S","dealer":"S","hand":{hand},"upcard":"9H","bids":[["W","pass"],["N","pass"],["E","pass"]]}}"#
        );
        judged(&Bot::new(Level::Expert), &view(&text), 1).best
    };
    let sure = bid(r#"["JH","JD","AH","KH","AS"]"#);
    assert_eq!(sure, Move::Bid(Bid::Order { alone: true }));
    assert_eq!(bid(r#"["9C","TC","9D","TS","QS"]"#), Move::Bid(Bid::Pass));
}

#[test]
fn a_partners_ace_is_not_ruffed() {
    let text = r#"{"seat":"S","dealer":"S","hand":["JH","JD","9D","TD","AS"],"upcard":"9S","taken":false,"trump":"H",
        "maker":"S","tricks":[[["W","KC"],["N","AC"],["E","TC"]]]}"#;
    let judged = judged(&Bot::new(Level::Expert), &view(text), 1);
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
    let low = |tally: &Tally| {
        let points = tally.points_a_hand();
        points.value - points.interval
    };
    // Those that do not look ahead are quick: each is at least a tenth of a point a hand better than the one below.
    for pair in Level::ALL[..5].windows(2) {
        let [below, above] = [pair[0], pair[1]].map(Bot::new);
        let points = match_of(&above, &below, needs::rounds(4_000, 40_000)).points_a_hand();
        assert!(
            points.value > 0.1 && points.value > points.interval,
            "{pair:?} {points:?}"
        );
    }
    let expert = Bot::new(Level::Expert).with_iterations(400);
    let random = Bot::new(Level::Random);
    assert!(low(&match_of(&expert, &random, needs::rounds(60, 600))) > 0.9);
}

#[test]
fn the_bold_make_trump_more_often_than_the_careful() {
    for level in [Level::Casual, Level::Strong, Level::Expert] {
        let rounds = needs::rounds(150, 1_500);
        let [careful, usual, bold] = Style::ALL.map(|style| {
            let mut bot = Bot::new(level).with_iterations(60);
            bot.style = style;
            let called = |k: &u64| {
                let deal = Deal::random(&mut space::stream(23, *k));
                let mut hand = Hand::new(Rules::default(), Default::default(), Seat::South, deal);
                // In the first round, by anybody.
                Seat::ALL.into_iter().any(|_| {
                    let seat = hand.turn().unwrap();
                    let bid = judged(&bot, &hand.view(seat), *k).best;
                    hand.make(bid).unwrap();
                    bid != Move::Bid(Bid::Pass)
                })
            };
            (0..rounds).filter(called).count()
        });
        assert!(
            careful < usual && usual < bold,
            "{level:?} {careful} {usual} {bold}"
        );
    }
}

#[test]
fn no_world_that_is_possible_counts_for_nothing() {
    for k in 0..needs::rounds(300, 3_000) {
        let mut rng = space::stream(52, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        // Moves at random: what nobody sensible would do.
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        let view = hand.view(seat);
        let worlds = Worlds::new(&view).unwrap();
        let weighing = BidWeighing::new(&view);
        for _ in 0..50 {
            let weight = weighing.weight(&worlds.sample(&mut rng));
            assert!(weight > 0.0 && weight <= 1.0, "{weight}");
        }
        // The world that is true is one of them.
        let weight = weighing.weight(&World {
            hands: Seat::ALL.map(|seat| hand.position().hand(seat)),
            kitty: hand.deal().kitty,
            discard: hand.discard().into_iter().collect(),
        });
        assert!(weight > 0.0 && weight <= 1.0, "{weight}");
    }
}

#[test]
fn the_table_that_comes_with_the_library_is_of_this_version() {
    let file = include_bytes!("../../bidding.table");
    let table = BiddingTable::read(file).unwrap();
    assert_eq!(table.written(), file);
    assert_eq!(BiddingTable::usual().written(), file);
    assert!(BiddingTable::read(&file[..file.len() - 1]).is_err());
    assert!(BiddingTable::read(b"fairdeal euchre bids 0\n").is_err());
}

#[test]
fn a_short_training_can_be_done_again() {
    let training = Training {
        deals: 200,
        seed: 5,
    };
    let first = training.run(&Watch::default()).unwrap();
    assert_eq!(first, training.run(&Watch::default()).unwrap());
    let other = Training {
        seed: 6,
        ..training
    };
    assert_ne!(first.file, other.run(&Watch::default()).unwrap().file);
    assert!(BiddingTable::read(&first.file).is_ok());
}

#[test]
fn the_heuristic_beats_random_playouts() {
    let heuristic = Bot::new(Level::Expert).with_iterations(100);
    let random = Bot {
        options: Options {
            heuristic_playouts: false,
            ..heuristic.options
        },
        ..heuristic
    };
    let points = match_of(&heuristic, &random, needs::rounds(250, 2_500)).points_a_hand();
    assert!(points.value - points.interval > 0.0, "{points:?}");
}

#[test]
fn an_arena_is_the_same_with_any_number_of_threads_and_fair() {
    let expert = Bot::new(Level::Expert).with_iterations(20);
    let arena = |threads| Arena {
        a: &expert,
        b: &expert,
        rules: Rules::default(),
        seed: 3,
        deals: 250,
        threads,
        clock: None,
    };
    let run = |threads| arena(threads).run(&|_| {}, &Watch::default()).unwrap();
    let one = run(1);
    assert_eq!(one, run(3));
    assert_eq!(one.differences.len(), 250);
    // The same bot on both sides: what it wins in one room it loses in the other, but for the scores.
    assert_eq!(one.points_a_hand().value, 0.0);
    // Stopped in the middle of deal 11, it has the ten before.
    let watch = Watch::default();
    let stop_in_deal_11 = |decision: &Decision| {
        if decision.deal == 11 && decision.room == 2 {
            watch.stop();
        }
    };
    let stopped = arena(1).run(&stop_in_deal_11, &watch).unwrap();
    assert_eq!(stopped.differences, one.differences[..10]);
    assert_eq!(watch.progress().done, 10);
    assert_eq!(watch.progress().of, Some(250));
}

#[test]
fn an_arena_that_is_stopped_comes_back_with_the_deals_that_it_has() {
    let random = Bot::new(Level::Random);
    let expert = Bot::new(Level::Expert).with_iterations(u64::MAX / 2);
    let arena = |b, threads| Arena {
        a: &random,
        b,
        rules: Rules::default(),
        seed: 3,
        deals: 1_000_000,
        threads,
        clock: None,
    };
    // After so many decisions nobody decides any more, but for those who were about to.
    for threads in [1, 3] {
        let (watch, decisions) = (Watch::default(), AtomicU64::new(0));
        let count = |_: &Decision| {
            if decisions.fetch_add(1, Relaxed) == 500 {
                watch.stop();
            }
        };
        let tally = arena(&random, threads).run(&count, &watch).unwrap();
        assert!(!tally.differences.is_empty() && tally.differences.len() < 30);
        let decisions = decisions.into_inner();
        assert!(decisions <= 501 + threads as u64, "{decisions}");
        assert!(watch.looks() >= decisions);
    }
    // A search that would never end is stopped in its worlds, and a deal that was not finished is no result.
    let watch = Watch::default();
    let looked = std::thread::scope(|scope| {
        let arena = scope.spawn(|| arena(&expert, 1).run(&|_| {}, &watch));
        while watch.looks() < 1000 {
            std::thread::yield_now();
        }
        watch.stop();
        arena.join().unwrap()
    });
    assert_eq!(looked, Err(NoMove::Stopped(space::Stopped)));
    assert!(arena(&random, 2).run(&|_| {}, &watch).is_err());
}

#[test]
fn what_is_stopped_is_no_judgement() {
    let view = view(&EXAMPLE.replace(r#""TD""#, r#""9H""#));
    let watch = Watch::default();
    watch.stop();
    let judged = Bot::new(Level::Expert).judge(&view, 5, &watch);
    assert_eq!(judged, Err(NoMove::Stopped(space::Stopped)));
    // What needs no search needs no time.
    assert!(Bot::new(Level::Beginner).judge(&view, 5, &watch).is_ok());
    let worlds = Worlds::new(&view).unwrap();
    assert!(worlds.answer(None, 1, &watch).is_err());
    let weighing = BidWeighing::new(&view);
    assert!(worlds.answer(Some(&weighing), 1, &watch).is_err());
    let watch = Watch::default();
    worlds.answer(Some(&weighing), 1, &watch).unwrap();
    assert!(watch.looks() >= 50_000 / 256, "{}", watch.looks());
}

#[test]
fn a_bot_by_the_clock_asks_it_and_plays() {
    let view = view(&EXAMPLE.replace(r#""TD""#, r#""9H""#));
    let asked = AtomicU64::new(0);
    let clock = || Duration::from_millis(asked.fetch_add(1, Relaxed));
    let settings: BotSettings = "expert,time=10".parse().unwrap();
    let judged = settings.with_clock(&clock);
    let judged = judged.play(&view, 1, &Watch::default()).unwrap();
    // The beginning, and ten milliseconds more, with eight worlds between.
    assert_eq!(asked.into_inner(), 11);
    assert!((80..=80 * 4).contains(&judged.iterations), "{judged:?}");
}

#[test]
fn bids_weigh_worlds_as_stated() {
    // North ordered the queen into its partner's hand: it should have trumps of its own.
    let view = view(
        r#"{"seat":"W","dealer":"S","hand":["9S","QS","TD","AC","KC"],"upcard":"QH","taken":true,
            "bids":[["W","pass"],["N","order"]],"trump":"H","maker":"N"}"#,
    );
    let worlds = Worlds::new(&view).unwrap();
    let weighing = BidWeighing::new(&view);
    let mut rng = space::stream(1, 1);
    let n = needs::rounds(20_000, 400_000);
    let odds = weighing.weighed(&worlds, n, &mut rng, &Watch::default());
    let odds = odds.unwrap();
    let north = euchre::Place::Hand(Seat::North);
    let trumps = worlds.suit(Suit::Hearts);
    let counted = worlds.odds().mean(Suit::Hearts, north);
    let weighed = odds.mean(trumps, north);
    assert!(weighed > counted + 0.3, "{weighed} {counted}");
    let weighed = odds.chance(card("JD"), north);
    assert!(odds.effective() < n as f64);
    // Drawing in proportion to the weights gives the same odds.
    let drawn = (0..n)
        .filter(|_| odds.sample(&mut rng).at(north).has(card("JD")))
        .count();
    assert!((drawn as f64 / n as f64 - weighed).abs() < 0.03);
    // Where nothing was said or played there is nothing to weigh.
    let silent =
        crate::view(r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH"}"#);
    let world = Worlds::new(&silent).unwrap().sample(&mut rng);
    assert_eq!(BidWeighing::new(&silent).weight(&world), 1.0);
}
