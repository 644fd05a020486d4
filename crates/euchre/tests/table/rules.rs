//! The rules, in 100,000 hands of random play (ten times as many in the long form), each looked at with other eyes than the
//! program's.

use euchre::{Bid, Call, Card, Cards, Hand, Move, Rank, Seat, Stage, Suit, Trump};

use crate::random::{any_move, dealt, rules};
use crate::{card, cards};

/// Who takes a trick, straight from the rule book: bowers by name, then ranks.
fn taker(trump: Trump, plays: &[(Seat, Card)]) -> Seat {
    let suit = |card: Card| match trump.suit() {
        Some(trump) if card.rank() == Rank::Jack && card.suit() == trump.same_colour() => trump,
        _ => card.suit(),
    };
    let height = |card: Card| match (Some(suit(card)) == trump.suit(), card.rank()) {
        (true, Rank::Jack) if Some(card.suit()) == trump.suit() => 30,
        (true, Rank::Jack) => 29,
        (true, rank) => 20 + rank as u8,
        (false, rank) => rank as u8,
    };
    let can_win = |card: Card| suit(card) == suit(plays[0].1) || Some(suit(card)) == trump.suit();
    let able = plays.iter().filter(|&&(_, card)| can_win(card));
    able.max_by_key(|&&(_, card)| height(card)).unwrap().0
}

/// What the makers get, straight from the rule book.
fn score(call: Call, tricks: usize) -> i8 {
    match (tricks, call.alone, call.defender) {
        (5, true, _) => 4,
        (5, false, _) => 2,
        (3..=4, _, _) => 1,
        (_, _, Some(_)) => -4,
        _ => -2,
    }
}

fn check_finished(hand: &Hand) {
    let (public, points) = (hand.public(), hand.points().unwrap());
    let Some(call) = public.call else {
        assert_eq!(points.0, 0);
        assert!(hand.is_thrown_in() || public.bids.len() == 8);
        assert!(!public.rules.stick_the_dealer || hand.is_thrown_in());
        return;
    };
    assert_eq!(public.tricks.len(), 5);
    let mut tricks = 0;
    let mut leader = None;
    for trick in &public.tricks {
        assert_eq!(trick.0.len(), call.players() as usize);
        assert!(trick.0.iter().all(|&(seat, _)| !call.sits_out(seat)));
        assert!(leader.is_none_or(|seat| seat == trick.0[0].0));
        let winner = taker(call.trump, &trick.0);
        leader = Some(winner);
        tricks += (winner.side() == call.maker.side()) as usize;
    }
    assert_eq!(points.for_side(call.maker.side()), score(call, tricks));
    // Every card is where it was dealt, or was moved by a move.
    let position = hand.position();
    let held = Seat::ALL.map(|seat| position.hand(seat));
    let discard: Cards = hand.discard().into_iter().collect();
    let turned_down = if call.taken {
        Cards::NONE
    } else {
        Cards::one(public.upcard)
    };
    let mut all = public.played() | discard | turned_down | hand.deal().kitty;
    let mut number = public.played().len() + discard.len() + turned_down.len() + 3;
    for hand in held {
        number += hand.len();
        all = all | hand;
    }
    assert_eq!((all, number), (Cards::DECK, 24));
}

#[test]
fn hands_of_random_play() {
    let (mut defended, mut alone, mut thrown_in, mut stuck) = (0, 0, 0, 0);
    let hands = needs::rounds(100_000, 1_000_000);
    for k in 0..hands {
        let mut rng = space::stream(9, k);
        let mut hand = dealt(rules(k as u32), &mut rng);
        while let Some(seat) = hand.turn() {
            let before = hand.position().hand(seat);
            let made = any_move(&hand, &mut rng);
            if let Move::Play(card) = made {
                let call = hand.public().call.unwrap();
                let table = hand.public().tricks.last();
                let table = table.filter(|t| t.0.len() < call.players() as usize);
                if let Some(led) = table.and_then(|t| t.led(call)) {
                    let could = !(before & call.trump.cards_of(led)).is_empty();
                    assert!(!could || call.trump.suit_of(card) == led);
                }
            }
            hand.make(made).unwrap();
        }
        check_finished(&hand);
        let call = hand.public().call;
        defended += call.is_some_and(|call| call.defender.is_some()) as u64;
        alone += call.is_some_and(|call| call.alone) as u64;
        thrown_in += hand.is_thrown_in() as u64;
        stuck += (hand.public().bids.len() == 8 && call.is_some()) as u64;
    }
    assert!(defended > hands / 100 && alone > hands / 10);
    assert!(thrown_in > hands / 1000 && stuck > hands / 1000);
}

#[test]
fn deals_are_whole_and_fair() {
    let mut upcards = [0u32; 32];
    let deals = needs::rounds(24_000, 480_000);
    for k in 0..deals {
        let deal = euchre::Deal::random(&mut space::stream(3, k));
        assert!(deal.is_whole());
        upcards[deal.upcard.id() as usize] += 1;
    }
    let expected = deals as f64 / 24.0;
    let chi: f64 = Cards::DECK
        .iter()
        .map(|card| (upcards[card.id() as usize] as f64 - expected).powi(2) / expected)
        .sum();
    // 23 degrees of freedom: beyond 49.7 once in a thousand.
    assert!(chi < 49.7, "{chi}");
}

/// A hand with given cards: South deals, West bids first.
fn table(bits: u32) -> Hand {
    let deal = euchre::Deal {
        hands: [
            cards("JH JD AH KH QH"),
            cards("9C TC 9D TD 9S"),
            cards("AC KC QC AD KD"),
            cards("AS KS QS JS TS"),
        ],
        upcard: card("9H"),
        kitty: cards("TH QD JC"),
    };
    Hand::new(rules(bits), Default::default(), Seat::South, deal)
}

fn bid(hand: &mut Hand, bids: &[Bid]) {
    for &bid in bids {
        hand.make(Move::Bid(bid)).unwrap();
    }
}

const PASS: Bid = Bid::Pass;

#[test]
fn the_dealer_takes_the_upcard_and_may_lay_it_away() {
    let mut hand = table(0);
    bid(&mut hand, &[PASS, Bid::Order { alone: false }]);
    assert_eq!(
        (hand.turn(), hand.position().stage()),
        (Some(Seat::South), Stage::Discard)
    );
    assert_eq!(hand.position().hand(Seat::South).len(), 6);
    hand.make(Move::Discard(card("9H"))).unwrap();
    assert_eq!(hand.discard(), Some(card("9H")));
    assert_eq!(
        (hand.turn(), hand.position().stage()),
        (Some(Seat::West), Stage::Play)
    );
}

#[test]
fn a_lone_partner_sits_out_and_the_next_one_leads() {
    let mut hand = table(0);
    bid(&mut hand, &[PASS, PASS, PASS, Bid::Order { alone: true }]);
    hand.make(Move::Discard(card("KD"))).unwrap();
    assert_eq!(hand.turn(), Some(Seat::West));
    hand.make(Move::Play(card("AS"))).unwrap();
    assert_eq!(hand.turn(), Some(Seat::East), "North sits out");
    // East deals, and South, who would lead, sits out.
    let deal = *hand.deal();
    let mut hand = Hand::new(rules(0), Default::default(), Seat::East, deal);
    bid(&mut hand, &[PASS, PASS, Bid::Order { alone: true }]);
    hand.make(Move::Discard(card("9C"))).unwrap();
    assert_eq!(hand.turn(), Some(Seat::West));
}

#[test]
fn house_rules_change_what_is_legal() {
    let legal = |hand: &Hand, bid: Bid| hand.position().legal().has(Move::Bid(bid).code());
    let no_trump = Bid::Name {
        trump: Trump::None,
        alone: false,
    };
    let turned_down = Bid::Name {
        trump: Trump::Hearts,
        alone: false,
    };
    let mut hand = table(0);
    bid(&mut hand, &[PASS; 7]);
    assert!(legal(&hand, PASS) && !legal(&hand, no_trump) && !legal(&hand, turned_down));
    let mut hand = table(0b11);
    bid(&mut hand, &[PASS; 7]);
    assert!(!legal(&hand, PASS) && legal(&hand, no_trump));
    let mut hand = table(1 << 6);
    bid(&mut hand, &[PASS]);
    assert!(!legal(&hand, Bid::Order { alone: false }) && legal(&hand, Bid::Order { alone: true }));
    let mut hand = table(1 << 3);
    bid(&mut hand, &[PASS, PASS]);
    assert!(legal(&hand, Bid::ThrowIn), "nines and tens");
    bid(&mut hand, &[Bid::ThrowIn]);
    assert!(hand.is_thrown_in() && hand.turn().is_none());
}

#[test]
fn an_opponent_may_defend_alone() {
    let mut hand = table(1 << 5);
    bid(&mut hand, &[PASS, Bid::Order { alone: true }, PASS]);
    assert_eq!(
        (hand.turn(), hand.position().stage()),
        (Some(Seat::West), Stage::Defend)
    );
    bid(&mut hand, &[Bid::Defend]);
    hand.make(Move::Discard(card("AC"))).unwrap();
    let call = hand.public().call.unwrap();
    assert!(call.sits_out(Seat::South) && call.sits_out(Seat::East));
    assert_eq!(call.players(), 2);
    assert_eq!(hand.turn(), Some(Seat::West));
}

#[test]
fn partners_exchange_a_card() {
    let mut hand = table(1 << 2);
    bid(&mut hand, &[PASS, Bid::Order { alone: true }]);
    hand.make(Move::Discard(card("KD"))).unwrap();
    assert_eq!(
        (hand.turn(), hand.position().stage()),
        (Some(Seat::South), Stage::Give)
    );
    hand.make(Move::Give(card("9H"))).unwrap();
    assert_eq!(hand.position().hand(Seat::North).len(), 6);
    hand.make(Move::Give(card("QH"))).unwrap();
    assert_eq!(hand.position().hand(Seat::North), cards("JH JD AH KH 9H"));
    assert_eq!(hand.view(Seat::North).received(), Some(card("9H")));
    assert_eq!(hand.view(Seat::West).received(), None);
}

#[test]
fn what_is_not_legal_is_refused_and_changes_nothing() {
    let mut hand = table(0);
    bid(
        &mut hand,
        &[
            PASS,
            PASS,
            PASS,
            PASS,
            Bid::Name {
                trump: Trump::Spades,
                alone: false,
            },
        ],
    );
    hand.make(Move::Play(card("TS"))).unwrap();
    let before = hand.clone();
    let refused = hand.make(Move::Play(card("AS"))).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "North cannot play AS now: it holds JD JH QH KH AH"
    );
    assert!(hand.make(Move::Bid(PASS)).is_err());
    hand.make(Move::Play(card("JD"))).unwrap();
    let follow = hand.make(Move::Play(card("9C"))).unwrap_err();
    assert_eq!(
        follow.to_string(),
        "East cannot play 9C now: it must follow suit with 9S"
    );
    assert_eq!(before.position().hand(Seat::East).len(), 5);
    assert_eq!(
        before.public().tricks[0].led(before.public().call.unwrap()),
        Some(Suit::Spades)
    );
}
