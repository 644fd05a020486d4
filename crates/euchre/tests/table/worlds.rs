//! Worlds: all that fit and no others, each equally likely.

use std::collections::HashMap;

use euchre::{Cards, Deal, Hand, Move, Place, Seat, Stage, Suit, View, World, Worlds};
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::random::{dealt, rules, some_moves};
use crate::{EXAMPLE, card, cards, view};

#[test]
fn the_example_of_the_documentation() {
    let view = view(EXAMPLE);
    let worlds = Worlds::new(&view).unwrap();
    assert_eq!(worlds.count(), 3_880_800);
    let places: Vec<String> = worlds
        .places()
        .map(|(place, size)| format!("{place} {size}"))
        .collect();
    assert_eq!(places, ["N 3", "E 3", "W 4", "kitty 3", "discard 1"]);
    let odds = worlds.odds();
    for card in worlds.unseen().iter() {
        let all: f64 = worlds
            .places()
            .map(|(place, _)| odds.chance(card, place))
            .sum();
        assert!((all - 1.0).abs() < 1e-12, "{card}");
    }
    // A card that East may hold is there in 3 of 9 worlds, a club never.
    assert!((odds.chance(card("JD"), Place::Hand(Seat::East)) - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!(odds.chance(card("TC"), Place::Hand(Seat::East)), 0.0);
    assert_eq!(odds.void(Suit::Clubs, Place::Hand(Seat::East)), 1.0);
}

/// How the cards were dealt if a world is true, and the hand played again from there. What others did face down is not
/// known, so anything that leads to this world will do.
fn replayed(view: &View, world: &World) -> Hand {
    let public = view.public();
    let played: Vec<Cards> = Seat::ALL
        .map(|seat| public.played_by(seat).map(|(_, card)| card).collect())
        .to_vec();
    let base = view.position_in(world);
    let mut hands = Seat::ALL.map(|seat| world.hands[seat as usize] | played[seat as usize]);
    // The exchange of a lone player and its partner, undone.
    let mut exchange = None;
    if let Some(call) = public.call
        && public.has_exchange()
        && base.stage() == Stage::Play
    {
        let (maker, partner) = (call.maker, call.maker.partner());
        let own = |seat: Seat| seat == public.dealer && call.taken;
        let (given, back) = match view.seat() {
            seat if seat == maker => (view.received(), view.given()),
            seat if seat == partner => (view.given(), view.received()),
            _ => (None, None),
        };
        let upcard = public.upcard;
        let pick = |from: Seat, crossed: bool, owner: Seat| {
            let hand = hands[from as usize];
            if crossed && hand.has(upcard) {
                upcard
            } else {
                hand.iter()
                    .find(|&card| card != upcard || !own(owner))
                    .unwrap()
            }
        };
        let given = given.unwrap_or_else(|| pick(maker, own(partner), maker));
        let back = back.unwrap_or_else(|| pick(partner, own(maker), partner));
        let swap = |hand: Cards, out: euchre::Card, back: euchre::Card| {
            (hand - Cards::one(out)) | Cards::one(back)
        };
        if given != back {
            hands[maker as usize] = swap(hands[maker as usize], given, back);
            hands[partner as usize] = swap(hands[partner as usize], back, given);
        }
        exchange = Some((given, back));
    } else if let Some(call) = public.call
        && base.stage() == Stage::Return
    {
        let given = view.received().or(view.given()).unwrap();
        hands[call.maker as usize] = hands[call.maker as usize] - Cards::one(given);
        let partner = call.maker.partner() as usize;
        hands[partner] = hands[partner] | Cards::one(given);
        exchange = Some((given, given));
    }
    let taken = public.call.is_some_and(|call| call.taken) && base.stage() != Stage::Defend;
    if taken {
        let dealer = public.dealer as usize;
        hands[dealer] = (hands[dealer] | world.discard) - Cards::one(public.upcard);
    }
    let deal = Deal {
        hands,
        upcard: public.upcard,
        kitty: world.kitty,
    };
    assert!(deal.is_whole(), "{deal:?} {world:?} {view:?}");
    let mut hand = Hand::new(public.rules, public.score, public.dealer, deal);
    let mut bids = public.bids.iter();
    let mut plays = public.tricks.iter().flat_map(|trick| &trick.0);
    loop {
        if hand.turn() == Some(view.seat()) && hand.view(view.seat()) == *view {
            return hand;
        }
        let made = match hand.position().stage() {
            Stage::Order | Stage::Name | Stage::Defend => {
                bids.next().map(|&(_, bid)| Move::Bid(bid))
            }
            Stage::Discard => world.discard.first().map(Move::Discard),
            Stage::Give => exchange.map(|(given, _)| Move::Give(given)),
            Stage::Return => exchange.map(|(_, back)| Move::Give(back)),
            Stage::Play => plays.next().map(|&(_, card)| Move::Play(card)),
            Stage::Over => None,
        };
        let Some(made) = made else {
            panic!("the world {world:?} gives another view than {view:?}");
        };
        hand.make(made)
            .unwrap_or_else(|error| panic!("{error} in {world:?} of {view:?}"));
    }
}

#[test]
fn every_world_gives_back_the_same_view() {
    let mut stages: HashMap<Stage, u32> = HashMap::new();
    for k in 0..needs::rounds(6_000, 60_000) {
        let mut rng = space::stream(31, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        let view = hand.view(seat);
        let worlds = Worlds::new(&view).unwrap();
        *stages.entry(hand.position().stage()).or_default() += 1;
        for _ in 0..4 {
            let world = worlds.sample(&mut rng);
            let again = replayed(&view, &world);
            assert_eq!(again.view(seat), view);
            assert_eq!(again.position(), &view.position_in(&world));
        }
    }
    assert_eq!(stages.len(), 7, "all kinds of positions: {stages:?}");
    assert!(stages.values().all(|&n| n > 30), "{stages:?}");
}

#[test]
fn the_true_world_is_among_them() {
    for k in 0..needs::rounds(3_000, 60_000) {
        let mut rng = space::stream(32, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        some_moves(&mut hand, &mut rng);
        let Some(seat) = hand.turn() else { continue };
        let worlds = Worlds::new(&hand.view(seat)).unwrap();
        if worlds.count() > 2000 {
            continue;
        }
        let truth = World {
            hands: Seat::ALL.map(|seat| hand.position().hand(seat)),
            kitty: hand.deal().kitty,
            discard: hand
                .discard()
                .filter(|_| hand.public().call.is_some())
                .into_iter()
                .collect(),
        };
        assert!(worlds.iter().any(|world| world == truth), "{truth:?}");
    }
}

/// All worlds of a view by trying every way to lay the unseen cards, with the facts asked one by one of each.
fn by_brute_force(view: &View) -> Vec<World> {
    let public = view.public();
    let worlds = Worlds::new(view).unwrap();
    let places: Vec<(Place, u8)> = worlds.places().collect();
    let unseen: Vec<euchre::Card> = worlds.unseen().iter().collect();
    let mut layouts: Vec<Vec<Cards>> = vec![vec![Cards::NONE; places.len()]];
    for &card in &unseen {
        let mut longer = Vec::new();
        for layout in &layouts {
            for p in 0..places.len() {
                if layout[p].len() < places[p].1 as usize {
                    let mut next = layout.clone();
                    next[p] = next[p] | Cards::one(card);
                    longer.push(next);
                }
            }
        }
        layouts = longer;
    }
    let call = public.call.unwrap();
    let fits = |layout: &Vec<Cards>| {
        places.iter().zip(layout).all(|(&(place, _), &cards)| {
            let Place::Hand(seat) = place else {
                return true;
            };
            // From each trick that the seat did not follow on, it has nothing of that suit.
            public.tricks.iter().all(|trick| {
                let led = trick.led(call).unwrap();
                let play = trick.0.iter().find(|&&(who, _)| who == seat);
                play.is_none_or(|&(_, card)| {
                    call.trump.suit_of(card) == led || (cards & call.trump.cards_of(led)).is_empty()
                })
            })
        }) && places.iter().zip(layout).all(|(&(place, _), &cards)| {
            let dealers = place == Place::Hand(public.dealer) || place == Place::Discard;
            !call.taken || dealers || !cards.has(public.upcard)
        })
    };
    let world = |layout: Vec<Cards>| {
        let mut world = World::default();
        world.hands[view.seat() as usize] = view.hand();
        world.discard = view.discard().into_iter().collect();
        for (&(place, _), cards) in places.iter().zip(layout) {
            match place {
                Place::Hand(seat) => world.hands[seat as usize] = cards,
                Place::Kitty => world.kitty = cards,
                Place::Discard => world.discard = cards,
            }
        }
        world
    };
    layouts.into_iter().filter(fits).map(world).collect()
}

/// Positions late in a hand, with few enough worlds to list. The house plays no exchange, so that the brute force can
/// do without it.
fn late_views(seed: u64, hands: u64) -> Vec<View> {
    let mut views = Vec::new();
    for k in 0..hands {
        let mut rng = space::stream(seed, k);
        let mut hand = dealt(rules(k as u32 & !(1 << 2)), &mut rng);
        while hand.turn().is_some() && hand.public().tricks.len() < 4 {
            hand.make(crate::random::any_move(&hand, &mut rng)).unwrap();
        }
        if let Some(seat) = hand.turn()
            && Worlds::new(&hand.view(seat)).unwrap().unseen().len() <= 9
        {
            views.push(hand.view(seat));
        }
    }
    views
}

#[test]
fn counts_and_odds_equal_enumeration() {
    let hands = needs::rounds(150, 1_500);
    let views = late_views(33, hands);
    assert!(views.len() as u64 > hands * 2 / 5);
    for view in &views {
        let worlds = Worlds::new(view).unwrap();
        let listed = by_brute_force(view);
        assert_eq!(worlds.count(), listed.len() as u64, "{view:?}");
        let mut sorted = listed.clone();
        sorted.sort();
        let mut ours: Vec<World> = worlds.iter().collect();
        ours.sort();
        assert_eq!(ours, sorted);
        let odds = worlds.odds();
        let call = view.public().call.unwrap();
        for (place, _) in worlds.places() {
            for card in worlds.unseen().iter() {
                let there = listed
                    .iter()
                    .filter(|world| world.at(place).has(card))
                    .count();
                let chance = there as f64 / listed.len() as f64;
                assert!((odds.chance(card, place) - chance).abs() < 1e-12);
            }
            for suit in Suit::ALL {
                let held = |world: &World| (world.at(place) & call.trump.cards_of(suit)).len();
                let void = listed.iter().filter(|world| held(world) == 0).count();
                let mean: usize = listed.iter().map(held).sum();
                let n = listed.len() as f64;
                assert!((odds.void(suit, place) - void as f64 / n).abs() < 1e-12);
                assert!((odds.mean(suit, place) - mean as f64 / n).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn samples_are_uniform() {
    let (mut tested, mut unlikely) = (0, 0);
    let hands = needs::rounds(120, 1_200);
    for view in late_views(34, hands) {
        let worlds = Worlds::new(&view).unwrap();
        let n = worlds.count();
        if !(2..=5000).contains(&n) {
            continue;
        }
        let mut seen: HashMap<World, u32> = HashMap::new();
        let mut rng = space::stream(35, tested);
        for _ in 0..n * 20 {
            *seen.entry(worlds.sample(&mut rng)).or_default() += 1;
        }
        assert_eq!(seen.len() as u64, n);
        let chi: f64 = seen
            .values()
            .map(|&k| (k as f64 - 20.0).powi(2) / 20.0)
            .sum();
        let tail = ChiSquared::new((n - 1) as f64).unwrap().sf(chi);
        unlikely += (tail < 0.01) as u32;
        tested += 1;
    }
    // One in a hundred is below 0.01 by luck.
    let by_luck = tested as f64 / 100.0;
    let most = by_luck + 5.0 * (0.99 * by_luck).sqrt();
    assert!(
        tested > hands / 4 && f64::from(unlikely) <= most,
        "{unlikely} of {tested}"
    );
}

/// Four tricks are gone; everybody has shown out of something, and South was shown the kitty in a misdeal.
const FORCED: &str = r#"{"seat":"S","dealer":"S","hand":["AS"],"upcard":"9H","taken":false,"trump":"S","maker":"S",
    "tricks":[[["W","9D"],["N","9C"],["E","AD"],["S","JS"]],[["S","TC"],["W","KH"],["N","KC"],["E","AC"]],
    [["E","TH"],["S","JC"],["W","QH"],["N","JH"]],[["S","KS"],["W","KD"],["N","AH"],["E","9S"]]],
    "kitty":["JD","QS","TD"]}"#;

#[test]
fn a_forced_layout_is_found() {
    let worlds = Worlds::new(&view(FORCED)).unwrap();
    assert_eq!(worlds.unseen(), cards("QD QC TS"));
    assert_eq!(worlds.count(), 1);
    let world = worlds.sample(&mut space::stream(1, 1));
    let hands = ["QC", "TS", "AS", "QD"].map(cards);
    assert_eq!(world.hands, hands);
    assert_eq!(
        worlds.odds().chance(card("QD"), Place::Hand(Seat::West)),
        1.0
    );
}

#[test]
fn a_view_that_nothing_fits_is_refused_with_the_facts_that_clash() {
    let text = FORCED.replace(r#"["JD","QS","TD"]"#, r#"["JD","QD","TD"]"#);
    let clash = Worlds::new(&view(&text)).unwrap_err();
    assert_eq!(
        clash.facts,
        [
            "West did not follow spades in trick 4",
            "North did not follow spades in trick 4",
            "the hidden cards are QC TS QS",
            "there is room for them in N 1, E 1, W 1, kitty 0",
        ]
    );
}
