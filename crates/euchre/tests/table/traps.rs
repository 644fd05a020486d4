//! The known ways to get a fair euchre bot wrong, each with a test that it fails.

use euchre::{
    Bid, Cards, Deal, Hand, Move, Place, Points, Rules, Seat, Side, Suit, View, World, Worlds,
};
use rand::Rng;

use crate::random::{any_move, dealt, rules};
use crate::{EXAMPLE, card, cards, view};

/// The chance of a card in a place.
fn chance(view: &View, text: &str, place: Place) -> f64 {
    Worlds::new(view).unwrap().odds().chance(card(text), place)
}

#[test]
fn the_kitty_is_not_known() {
    // Every unseen card that can be in the kitty is there in some worlds: 3 of its 18 places at the first bid.
    let deal = Deal::random(&mut space::stream(1, 2));
    let hand = Hand::new(Rules::default(), Default::default(), Seat::East, deal);
    let view = hand.view(Seat::South);
    assert!(view.kitty().is_empty(), "the engine never fills it in");
    let worlds = Worlds::new(&view).unwrap();
    let odds = worlds.odds();
    for card in worlds.unseen().iter() {
        assert!((odds.chance(card, Place::Kitty) - 3.0 / 18.0).abs() < 1e-12);
    }
}

/// The usual way to deal unfairly: seat by seat, each from what fits it, starting over when stuck.
fn greedy(view: &View, worlds: &Worlds, rng: &mut space::Stream) -> World {
    let call = view.public().call.unwrap();
    let voids = view.voids();
    loop {
        let mut rest: Vec<euchre::Card> = worlds.unseen().iter().collect();
        let mut world = World::default();
        let mut stuck = false;
        for (place, size) in worlds.places() {
            for _ in 0..size {
                let fits = |card: &euchre::Card| {
                    let suit = call.trump.suit_of(*card);
                    !voids
                        .iter()
                        .any(|v| Place::Hand(v.seat) == place && v.suit == suit)
                };
                let able: Vec<usize> = (0..rest.len()).filter(|&i| fits(&rest[i])).collect();
                if able.is_empty() {
                    stuck = true;
                    break;
                }
                let taken = rest.swap_remove(able[rng.next_u32() as usize % able.len()]);
                match place {
                    Place::Hand(seat) => {
                        world.hands[seat as usize] = world.hands[seat as usize] | Cards::one(taken)
                    }
                    Place::Kitty => world.kitty = world.kitty | Cards::one(taken),
                    Place::Discard => world.discard = world.discard | Cards::one(taken),
                }
            }
        }
        if !stuck {
            return world;
        }
    }
}

#[test]
fn greedy_dealing_is_off_and_ours_is_not() {
    // West has shown out of two suits and is dealt last but one: the greedy dealer has given its cards away by then.
    let view = view(
        r#"{"seat":"S","dealer":"N","hand":["AS","KS"],"upcard":"9H","taken":false,"trump":"S","maker":"S",
        "tricks":[[["E","AD"],["S","JS"],["W","9C"],["N","TD"]],[["S","TC"],["W","TH"],["N","KC"],["E","AC"]],
        [["E","KD"],["S","JC"],["W","9S"],["N","QD"]]]}"#,
    );
    let worlds = Worlds::new(&view).unwrap();
    let odds = worlds.odds();
    let n = needs::rounds(40_000, 800_000);
    let mut rng = space::stream(5, 5);
    let mut worst = [0.0f64; 2];
    let mut counts = [[[0u32; 32]; 4]; 2];
    for _ in 0..n {
        for (i, world) in [greedy(&view, &worlds, &mut rng), worlds.sample(&mut rng)]
            .into_iter()
            .enumerate()
        {
            for seat in Seat::ALL {
                for card in world.hands[seat as usize].iter() {
                    counts[i][seat as usize][card.id() as usize] += 1;
                }
            }
        }
    }
    for (i, worst) in worst.iter_mut().enumerate() {
        for (place, _) in worlds.places() {
            let Place::Hand(seat) = place else { continue };
            for card in worlds.unseen().iter() {
                let share = counts[i][seat as usize][card.id() as usize] as f64 / n as f64;
                *worst = worst.max((share - odds.chance(card, place)).abs());
            }
        }
    }
    assert!(
        worst[0] > 0.05,
        "the greedy dealer misplaces some card by {}",
        worst[0]
    );
    // Nearly five standard deviations of the share of a card that is there half the time.
    let by_luck = 2.4 / (n as f64).sqrt();
    assert!(worst[1] < by_luck, "ours by {}", worst[1]);
}

#[test]
fn a_void_is_never_forgotten() {
    // However tight it gets: in every world of late positions nobody holds a suit that they did not follow.
    let mut voids = 0;
    let hands = needs::rounds(1_500, 30_000);
    for k in 0..hands {
        let mut rng = space::stream(41, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        while hand.turn().is_some() && hand.public().played().len() < 14 {
            hand.make(any_move(&hand, &mut rng)).unwrap();
        }
        let Some(seat) = hand.turn() else { continue };
        let view = hand.view(seat);
        let Some(call) = view.public().call else {
            continue;
        };
        let worlds = Worlds::new(&view).unwrap();
        for _ in 0..20 {
            let world = worlds.sample(&mut rng);
            for void in view.public().voids() {
                let held = world.hands[void.seat as usize] & call.trump.cards_of(void.suit);
                assert!(held.is_empty(), "{void}: {held}");
                voids += 1;
            }
        }
    }
    assert!(voids > hands * 20 / 3);
}

#[test]
fn hand_sizes_come_from_the_cards_really_played() {
    // Two cards into the second trick: played / 4 would give North and East four cards each.
    let sizes: Vec<u8> = Worlds::new(&view(EXAMPLE))
        .unwrap()
        .places()
        .map(|(_, size)| size)
        .collect();
    assert_eq!(sizes, [3, 3, 4, 3, 1]);
    // With a partner who sits out, three cards make a trick, and five stay hidden.
    let alone = view(
        r#"{"seat":"S","dealer":"E","hand":["AS","KS","QS"],"upcard":"JS","taken":false,"trump":"H","maker":"S",
        "alone":true,"tricks":[[["S","JH"],["W","9H"],["E","TH"]],[["S","JD"],["W","9C"],["E","QH"]]]}"#,
    );
    let worlds = Worlds::new(&alone).unwrap();
    let sizes: Vec<(Place, u8)> = worlds.places().collect();
    assert_eq!(sizes[0], (Place::Hand(Seat::North), 5));
    assert_eq!(sizes[1], (Place::Hand(Seat::East), 3));
}

#[test]
fn voids_are_read_from_the_trick_on_the_table() {
    let view = view(EXAMPLE);
    let voids = view.voids();
    assert_eq!(voids.len(), 2);
    assert_eq!(
        (voids[1].seat, voids[1].suit, voids[1].trick),
        (Seat::East, Suit::Diamonds, 2)
    );
    assert_eq!(chance(&view, "QD", Place::Hand(Seat::East)), 0.0);
}

#[test]
fn the_left_bower_follows_trumps() {
    // Hearts are trump and East did not follow diamonds: the jack of diamonds may still be there.
    assert!(chance(&view(EXAMPLE), "JD", Place::Hand(Seat::East)) > 0.3);
}

#[test]
fn the_taken_upcard_is_the_dealers() {
    let text = r#"{"seat":"S","dealer":"E","hand":["9S","QS","TD","AH","9C"],"upcard":"JH","taken":true,
        "trump":"H","maker":"N"}"#;
    let view = view(text);
    let (hand, discard) = (
        chance(&view, "JH", Place::Hand(Seat::East)),
        chance(&view, "JH", Place::Discard),
    );
    assert!((hand + discard - 1.0).abs() < 1e-12);
    // Six cards of the dealer, one of them laid away, each as likely as the others.
    assert!((discard - 1.0 / 6.0).abs() < 1e-12);
    assert_eq!(chance(&view, "JH", Place::Kitty), 0.0);
}

#[test]
fn points_are_what_counts_and_not_tricks() {
    // Three tricks and five tricks are both a majority; a lone march is worth four.
    let call = |alone, defender| euchre::Call {
        maker: Seat::East,
        trump: euchre::Trump::Hearts,
        taken: false,
        alone,
        defender,
    };
    let points = |tricks, alone| call(alone, None).points(tricks);
    assert_eq!(points([2, 3], false), Some(Points(-1)));
    assert_eq!(points([0, 5], false), Some(Points(-2)));
    assert_eq!(points([0, 5], true), Some(Points(-4)));
    assert_eq!(points([1, 4], true), Some(Points(-1)));
    assert_eq!(points([3, 2], true), Some(Points(2)));
    assert_eq!(
        call(true, Some(Seat::South)).points([3, 0]),
        Some(Points(4))
    );
    assert_eq!(points([0, 3], false), None, "it may still be all five");
}

#[test]
fn partners_are_on_the_same_side() {
    for seat in Seat::ALL {
        assert_eq!(seat.side(), seat.partner().side());
        assert_ne!(seat.side(), seat.next().side());
    }
    // North and South take all five: the points are theirs, whoever of them made trump.
    let deal = Deal {
        hands: [
            "JH JD AH KH QH",
            "9C TC 9D TD 9S",
            "AC KC QC AD KD",
            "AS KS QS JS TS",
        ]
        .map(cards),
        upcard: card("9H"),
        kitty: cards("TH QD JC"),
    };
    for (passes, maker) in [(1, Seat::North), (3, Seat::South)] {
        let mut hand = Hand::new(Rules::default(), Default::default(), Seat::South, deal);
        for _ in 0..passes {
            hand.make(Move::Bid(Bid::Pass)).unwrap();
        }
        hand.make(Move::Bid(Bid::Order { alone: false })).unwrap();
        hand.make(Move::Discard(card("KD"))).unwrap();
        while let Some(seat) = hand.turn() {
            let call = hand.public().call.unwrap();
            let position = hand.position();
            let strongest = position
                .legal_moves()
                .max_by_key(|m| call.trump.worth(m.card().unwrap()));
            let weakest = position
                .legal_moves()
                .min_by_key(|m| call.trump.worth(m.card().unwrap()));
            let made = if seat == Seat::North {
                strongest
            } else {
                weakest
            };
            hand.make(made.unwrap()).unwrap();
        }
        assert_eq!(hand.public().call.unwrap().maker, maker);
        assert_eq!(hand.points().unwrap().side(), Some(Side::NorthSouth));
    }
}
