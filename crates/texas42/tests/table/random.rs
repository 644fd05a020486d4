//! Random play, as the other tests need it.

use rand::Rng;
use space::Stream;
use texas42::{Bid, Deal, HouseRules, Move, NelORule, PlayedHand, Score, Scoring, Seat};

/// House rules from the bits of a number: every variant comes up.
pub fn house(bits: u64) -> HouseRules {
    let on = |i: u32| bits >> i & 1 == 1;
    HouseRules {
        minimum_bid: [30, 30, 31, 35, 41, 42][(bits >> 10) as usize % 6],
        forced_bid: on(0),
        follow_me: on(1),
        doubles: on(2),
        plunge: on(3),
        splash: on(4),
        sevens: on(5),
        nel_o: NelORule::ALL[bits as usize % 5],
        scoring: Scoring::ALL[on(6) as usize],
    }
}

/// A hand that has just been dealt.
pub fn dealt(house: HouseRules, rng: &mut Stream) -> PlayedHand {
    let dealer = Seat::ALL[rng.next_u32() as usize % 4];
    let score = Score {
        north_south: (rng.next_u32() % 7) as u16,
        east_west: (rng.next_u32() % 7) as u16,
    };
    PlayedHand::new(house, score, dealer, Deal::random(rng))
}

/// Any legal move; where one can plunge or splash, mostly that, and else mostly nothing, so that all parts of the game come up.
pub fn any_move(hand: &PlayedHand, rng: &mut Stream) -> Move {
    let moves: Vec<Move> = hand.position().legal_moves().collect();
    for bid in [Bid::Plunge, Bid::Splash, Bid::Pass] {
        if moves.contains(&Move::Bid(bid)) && !rng.next_u32().is_multiple_of(3) {
            return Move::Bid(bid);
        }
    }
    // Of the calls, half of the time one of the last: nel-o and sevens.
    if let Some(&last @ Move::Call(_)) = moves.last()
        && rng.next_u32().is_multiple_of(2)
    {
        return last;
    }
    moves[rng.next_u32() as usize % moves.len()]
}

/// Plays some moves at random, so many that any moment of a hand may come up.
pub fn some_moves(hand: &mut PlayedHand, rng: &mut Stream) {
    for _ in 0..rng.next_u32() % 34 {
        if hand.turn().is_none() {
            return;
        }
        hand.make(any_move(hand, rng)).unwrap();
    }
}
