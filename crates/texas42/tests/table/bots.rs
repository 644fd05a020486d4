//! Bots: they play by the rules in every house, they are the same for the same seed, and the better ones win.

use texas42::{Arena, Bid, BidWeighing, Bot, HouseRules, Level, Move, Tally, View, Watch, Worlds};

use crate::random::{dealt, house, some_moves};

fn match_of(a: &Bot, b: &Bot, deals: u64) -> Tally {
    let arena = Arena {
        a,
        b,
        house: HouseRules::default(),
        seed: 11,
        deals,
        threads: 2,
        clock: None,
    };
    arena.run(&|_| {}, &Watch::default()).unwrap()
}

#[test]
fn bots_make_legal_moves_in_any_position() {
    for k in 0..needs::rounds(200, 3_000) {
        let mut rng = space::stream(51, k);
        let mut hand = dealt(house(k), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        for level in Level::ALL {
            let mut bot = Bot::new(level).with_iterations(40);
            bot.weigh_bids = k % 2 == 0;
            let judged = bot.judge(&hand.view(seat), k, &Watch::default()).unwrap();
            hand.clone().make(judged.best).unwrap();
            for valued in &judged.values {
                hand.clone().make(valued.made).unwrap();
            }
            assert!(
                judged
                    .forecast
                    .is_none_or(|chance| (0.0..=1.0).contains(&chance))
            );
            let again = bot.judge(&hand.view(seat), k, &Watch::default()).unwrap();
            assert_eq!(again, judged, "the same seed gives the same move");
        }
    }
}

#[test]
fn weights_of_bids_make_no_world_impossible() {
    for k in 0..needs::rounds(200, 2_000) {
        let mut rng = space::stream(52, k);
        let mut hand = dealt(house(k), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        let view: View = hand.view(seat);
        let worlds = Worlds::new(&view, &Watch::default()).unwrap();
        let weighing = BidWeighing::new(&view);
        for _ in 0..20 {
            let weight = weighing.weight(&worlds.draw_hands(&mut rng));
            assert!((1.0 / 64.0..=1.0).contains(&weight), "{weight}");
        }
    }
}

#[test]
fn bids_are_made_as_often_as_is_forecast() {
    // In the short form the bids are too few to tell three points, and hands are played with fewer games a decision.
    let hands = needs::rounds(160, 17_000);
    let (games, within) = if hands > 160 { (100, 0.03) } else { (40, 0.12) };
    let expert = Bot::new(Level::Expert).with_iterations(games);
    let (mut bids, mut forecast, mut made) = (0.0, 0.0, 0.0);
    for k in 0..hands {
        let mut rng = space::stream(53, k);
        let mut hand = dealt(HouseRules::default(), &mut rng);
        let mut said = None;
        while let Some(seat) = hand.turn() {
            let judged = expert.judge(&hand.view(seat), k, &Watch::default());
            let judged = judged.unwrap();
            if matches!(judged.best, Move::Bid(bid) if bid != Bid::Pass) {
                said = judged.forecast;
            }
            hand.make(judged.best).unwrap();
        }
        if let Some(chance) = said.filter(|chance| (0.6..0.8).contains(chance)) {
            bids += 1.0;
            forecast += chance;
            made += f64::from(u8::from(hand.position().is_made() == Some(true)));
        }
    }
    assert!(hands == 160 || bids >= 3_000.0, "{bids}");
    assert!(
        f64::abs(forecast - made) / bids < within,
        "{bids} bids, forecast {}, made {}",
        forecast / bids,
        made / bids
    );
}

#[test]
fn better_levels_win() {
    let low = |tally: &Tally| {
        let points = tally.points_a_hand();
        points.value - points.interval
    };
    let [random, beginner, club, expert] = Level::ALL.map(Bot::new);
    assert!(low(&match_of(&beginner, &random, needs::rounds(200, 2_000))) > 0.9);
    let club_deals = needs::rounds(40, 2_000);
    assert!(low(&match_of(&club, &random, club_deals)) > 0.6);
    if club_deals > 40 {
        assert!(low(&match_of(&club, &beginner, 2_000)) > 0.0);
        assert!(low(&match_of(&expert, &club, 600)) > 0.0);
    }
}
