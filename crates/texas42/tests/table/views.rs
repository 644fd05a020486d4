//! Views hold what was seen and nothing else; the worlds that fit them are all that do, the true one among them.

use std::collections::{BTreeMap, BTreeSet};

use texas42::{Deal, Dominoes, Fact, Move, PlayedHand, Seat, Stage, View, Watch, Worlds};

use crate::random::{dealt, house, some_moves};

fn worlds(view: &View) -> Worlds {
    Worlds::new(view, &Watch::default()).unwrap_or_else(|error| panic!("{error}: {view:?}"))
}

/// The hand played again, if the dominoes were dealt as this world has it: everything that was done must be legal in it.
fn replayed(view: &View, world: [Dominoes; 4]) -> Result<PlayedHand, String> {
    let public = view.public();
    let hands = Seat::ALL.map(|seat| world[seat as usize] | view.played(seat));
    let deal = Deal { hands };
    if !deal.is_whole() {
        return Err("no deal".to_owned());
    }
    let mut hand = PlayedHand::new(public.house, public.score, public.dealer.unwrap(), deal);
    let bids = public.bids.iter().map(|&(_, bid)| Move::Bid(bid));
    let calls = public.call.into_iter().map(Move::Call);
    let plays = public
        .tricks
        .iter()
        .flatten()
        .map(|&(_, domino)| Move::Play(domino));
    for made in bids.chain(calls).chain(plays) {
        hand.make(made).map_err(|error| error.to_string())?;
    }
    Ok(hand)
}

#[test]
fn every_world_gives_back_the_same_view_and_the_true_one_is_among_them() {
    let mut stages: BTreeMap<Stage, u32> = BTreeMap::new();
    let mut facts = [0u32; 3];
    for k in 0..needs::rounds(3_000, 30_000) {
        let mut rng = space::stream(31, k);
        let mut hand = dealt(house(k), &mut rng);
        some_moves(&mut hand, &mut rng);
        let seat = match hand.turn() {
            Some(turn) if k % 4 > 0 => turn,
            _ => Seat::ALL[k as usize / 4 % 4],
        };
        let view = hand.view(seat);
        *stages.entry(hand.position().stage()).or_default() += 1;
        for fact in view.facts() {
            facts[match fact {
                Fact::Void(_) => 0,
                Fact::Closest(..) => 1,
                Fact::Doubles(..) => 2,
            }] += 1;
        }
        let worlds = worlds(&view);
        for _ in 0..4 {
            let world = worlds.draw_hands(&mut rng);
            let again = replayed(&view, world).unwrap_or_else(|error| panic!("{error}: {view:?}"));
            assert_eq!(again.view(seat), view);
        }
        if worlds.count() <= 3_000 {
            let truth = Seat::ALL.map(|seat| hand.position().hand(seat));
            assert!(worlds.iter().any(|world| world == truth), "{view:?}");
        }
        // What is written is read again.
        let text = serde_json::to_string(&view).unwrap();
        assert_eq!(View::from_json(&text).unwrap(), view, "{text}");
        let legal = if hand.turn() == Some(seat) {
            hand.position().legal_moves().collect()
        } else {
            Vec::new()
        };
        assert_eq!(view.legal_moves(), legal);
    }
    assert_eq!(stages.len(), 4, "all kinds of positions: {stages:?}");
    assert!(stages.values().all(|&n| n > 30), "{stages:?}");
    assert!(facts.iter().all(|&n| n > 100), "{facts:?}");
}

/// Two hands that look the same to a seat give it the same view: what others hold is not in it.
#[test]
fn a_view_does_not_change_with_what_is_hidden() {
    for k in 0..needs::rounds(500, 5_000) {
        let mut rng = space::stream(33, k);
        let mut hand = dealt(house(k), &mut rng);
        some_moves(&mut hand, &mut rng);
        for seat in Seat::ALL {
            let view = hand.view(seat);
            let text = serde_json::to_string(&view).unwrap();
            let world = worlds(&view).draw_hands(&mut rng);
            let other = replayed(&view, world).unwrap();
            assert_eq!(serde_json::to_string(&other.view(seat)).unwrap(), text);
        }
    }
}

/// Where few dominoes are hidden, every way to lay them is tried, and those kept in which all that was done was legal.
#[test]
fn worlds_are_those_of_brute_force() {
    let (mut compared, mut kinds) = (0, BTreeSet::new());
    for k in 0..needs::rounds(4_000, 20_000) {
        let mut rng = space::stream(34, k);
        let mut hand = dealt(house(k), &mut rng);
        some_moves(&mut hand, &mut rng);
        let seat = Seat::ALL[k as usize % 4];
        let view = hand.view(seat);
        let hidden = Dominoes::ALL - view.seen();
        // In nel-o the one who sits out keeps seven.
        if !(3..=11).contains(&hidden.len()) {
            continue;
        }
        let [left, partner, right] = seat.others();
        let mut fitting = BTreeSet::new();
        for first in hidden.subsets(view.holds(left)) {
            for second in (hidden - first).subsets(view.holds(partner)) {
                let mut world = [view.hand(); 4];
                world[left as usize] = first;
                world[partner as usize] = second;
                world[right as usize] = hidden - first - second;
                if replayed(&view, world).is_ok() {
                    fitting.insert(world);
                }
            }
        }
        let listed: BTreeSet<[Dominoes; 4]> = worlds(&view).iter().collect();
        assert_eq!(listed, fitting, "{view:?}");
        assert_eq!(worlds(&view).count(), fitting.len() as u128);
        compared += 1;
        kinds.insert(view.call().map(|call| call.index()));
    }
    assert!(compared > 300 && kinds.len() > 10, "{compared} {kinds:?}");
}

#[test]
fn what_cannot_have_been_said_is_refused() {
    let error = |text: &str| View::from_json(text).unwrap_err().to_string();
    let hand = r#""hand":["6-6","6-5","6-4","5-4","4-3","3-2","1-0"]"#;
    let with = |rest: &str| error(&format!(r#"{{"seat":"S",{hand},{rest}}}"#));
    assert_eq!(
        with(r#""bids":[["S","30"]]"#),
        r#"the view does not say who dealt: add "dealer" and "bids""#
    );
    assert_eq!(
        with(r#""dealer":"E","bids":[["W","30"]]"#),
        "West cannot bid 30 there: it was South's turn"
    );
    assert!(
        with(r#""dealer":"E","bids":[["S","30"],["W","30"]]"#)
            .starts_with("West cannot bid 30 there: by the rules it could be pass, bid 31")
    );
    assert_eq!(
        with(r#""dealer":"E","house":{"plunge":true},"bids":[["S","plunge"]]"#),
        "South said plunge and had 4 doubles or more, but that does not fit its own dominoes"
    );
    assert_eq!(
        with(r#""dealer":"E","house":{"minimum_bid":29}"#),
        "the lowest bid of a house is 30 to 42"
    );
    assert_eq!(
        with(
            r#""dealer":"E","bids":[["S","pass"],["W","pass"],["N","pass"],["E","pass"]],"trump":"5""#
        ),
        "East cannot call 5 there: the hand was over"
    );
}
