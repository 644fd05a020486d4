//! Random play, as the other tests need it.

use euchre::{Bid, Deal, Hand, Move, Rules, Score, Seat};
use rand::Rng;
use space::Stream;

/// House rules from the bits of a number.
pub fn rules(bits: u32) -> Rules {
    let on = |i: u32| bits >> i & 1 == 1;
    Rules {
        stick_the_dealer: on(0),
        no_trump: on(1),
        partners_best: on(2),
        farmers_hand: on(3),
        ace_no_face: on(4),
        defend_alone: on(5),
        must_go_alone: on(6),
    }
}

/// A hand that has just been dealt.
pub fn dealt(rules: Rules, rng: &mut Stream) -> Hand {
    let dealer = Seat::ALL[rng.next_u32() as usize % 4];
    let score = Score {
        north_south: (rng.next_u32() % 10) as u8,
        east_west: (rng.next_u32() % 10) as u8,
    };
    Hand::new(rules, score, dealer, Deal::random(rng))
}

/// Any legal move; where one can pass, two times in three that, so that all parts of the game come up.
pub fn any_move(hand: &Hand, rng: &mut Stream) -> Move {
    let moves: Vec<Move> = hand.position().legal_moves().collect();
    let pass = Move::Bid(Bid::Pass);
    if moves.contains(&pass) && !rng.next_u32().is_multiple_of(3) {
        pass
    } else {
        moves[rng.next_u32() as usize % moves.len()]
    }
}

/// Plays some moves at random, so many that any moment of a hand may come up.
pub fn some_moves(hand: &mut Hand, rng: &mut Stream) {
    for _ in 0..rng.next_u32() % 26 {
        if hand.turn().is_none() {
            return;
        }
        hand.make(any_move(hand, rng)).unwrap();
    }
}
