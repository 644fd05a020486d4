//! The rule of thumb: what a player would do without looking ahead, from the table and the own hand alone. It plays games out
//! in the search, is the beginner level, and says how surprising somebody's bid is.

use crate::table_state::TableState;
use crate::{Bid, Call, Domino, Dominoes, Doubles, HouseRules, Move, Rules, Seat, Stage, Trump};

/// What the player whose turn it is does with this hand.
#[inline]
pub(crate) fn choose(table: &TableState, hand: Dominoes) -> Move {
    match table.stage {
        Stage::Bid => Move::Bid(bid(table, hand)),
        Stage::Call => Move::Call(call(table, hand)),
        Stage::Play | Stage::Over => Move::Play(play(table, hand)),
    }
}

/// How many points a hand's side should take with a call, about. Fitted by the example `texas42_strength fit`: the means of playing
/// worlds out, by least squares.
pub(crate) fn strength(rules: &Rules, hand: Dominoes) -> f64 {
    let features = features(rules, hand);
    FITTED
        .iter()
        .zip(features)
        .map(|(weight, feature)| weight * feature)
        .sum()
}

/// How many features of a hand there are.
pub const FEATURES: usize = 11;

/// What each is worth in points.
const FITTED: [f64; FEATURES] = [
    4.591, 7.996, 1.602, 1.980, 0.122, -0.621, 0.256, 0.025, -0.952, 14.228, -1.180,
];

/// What is looked at in a hand with a call: one; trumps; trumps from the top; sure winners outside; dominoes that one other
/// beats; trumps squared; count that is safe; count at risk; doubles as trumps; no trumps; winners without trumps.
pub fn features(rules: &Rules, hand: Dominoes) -> [f64; FEATURES] {
    let trumps = hand & rules.trumps();
    let others = Dominoes::ALL - hand;
    let (mut top, mut winners, mut nearly) = (0.0, 0.0, 0.0);
    let (mut safe, mut at_risk) = (0.0, 0.0);
    for domino in hand.iter() {
        let above = (rules.over(domino) & others).len();
        let count = f64::from(domino.count());
        if above == 0 {
            safe += count;
        } else {
            at_risk += count;
        }
        match (trumps.has(domino), above) {
            (true, 0) => top += 1.0,
            (false, 0) => winners += 1.0,
            (false, 1) => nearly += 1.0,
            _ => {}
        }
    }
    let number = trumps.len() as f64;
    let none = f64::from(u8::from(rules.trump() == Trump::None));
    let doubles = f64::from(u8::from(rules.trump() == Trump::Doubles));
    [
        1.0,
        number,
        top,
        winners,
        nearly,
        number * number,
        safe,
        at_risk,
        doubles,
        none,
        none * winners,
    ]
}

/// How safe a hand is in nel-o: the dominoes of which nothing lower is out, less those of which much is.
fn nel_o_danger(rules: &Rules, hand: Dominoes) -> f64 {
    let others = Dominoes::ALL - hand;
    let danger = |domino: Domino| {
        let suit = rules.led_as(domino);
        let higher = (rules.over(domino) & others).len() as f64;
        let all = (rules.members(suit) & others).len() as f64;
        // The share of what is out of its suit that would lose to it.
        (all - higher) / all.max(1.0)
    };
    hand.iter().map(danger).sum()
}

/// A bid is made as often as not with a [`strength`] of what is bid and this (by `texas42_strength fit`).
const MARGIN: f64 = -2.0;

/// All tricks are bid from this strength on, and two marks from this.
const ONE_MARK: f64 = 38.0;
const TWO_MARKS: f64 = 42.0;

/// Nel-o is bid below this danger.
const NEL_O: f64 = 0.9;

/// What is bid: the least that can be, if the hand looks strong enough for it.
pub(crate) fn bid(table: &TableState, hand: Dominoes) -> Bid {
    let legal = table.legal(hand);
    let (_, strength) = best_trump(&table.house, hand);
    let least = legal
        .iter()
        .filter_map(Bid::from_code)
        .find(|bid| *bid != Bid::Pass);
    let marks = |bid: Bid| legal.has(bid.code());
    if strength >= TWO_MARKS && marks(Bid::Marks(2)) {
        return Bid::Marks(2);
    }
    let is_wanted = |bid: Bid| match bid {
        Bid::Points(points) => strength >= f64::from(points) + MARGIN,
        Bid::Marks(1) => strength >= ONE_MARK,
        _ => strength >= TWO_MARKS,
    };
    if let Some(bid) = least.filter(|&bid| is_wanted(bid)) {
        return bid;
    }
    if marks(Bid::Marks(1)) && nel_o(&table.house, hand).is_some() {
        return Bid::Marks(1);
    }
    match least {
        // Someone has to.
        Some(bid) if !legal.has(Bid::Pass.code()) => bid,
        _ => Bid::Pass,
    }
}

fn best_trump(house: &HouseRules, hand: Dominoes) -> (Call, f64) {
    let trumps = Trump::all().filter(|&trump| house.allows_trump(trump));
    let calls = trumps.map(Call::Trumps);
    let valued = calls.map(|call| (call, strength(Rules::of(call), hand)));
    let best = valued.max_by(|a, b| a.1.total_cmp(&b.1));
    best.unwrap_or((Call::Trumps(Trump::None), 0.0))
}

fn nel_o(house: &HouseRules, hand: Dominoes) -> Option<Call> {
    let calls = Doubles::ALL.map(Call::NelO).into_iter();
    let allowed = calls.filter(|&call| house.allows(call));
    let valued = allowed.map(|call| (call, nel_o_danger(Rules::of(call), hand)));
    let best = valued.min_by(|a, b| a.1.total_cmp(&b.1));
    best.filter(|&(_, danger)| danger < NEL_O)
        .map(|(call, _)| call)
}

/// What is called.
pub(crate) fn call(table: &TableState, hand: Dominoes) -> Call {
    let (best, strength) = best_trump(&table.house, hand);
    let marks = table
        .contract
        .is_some_and(|contract| matches!(contract.bid, Bid::Marks(_)));
    if marks
        && strength < ONE_MARK
        && let Some(call) = nel_o(&table.house, hand)
    {
        return call;
    }
    best
}

/// What is played.
#[inline]
pub(crate) fn play(table: &TableState, hand: Dominoes) -> Domino {
    let playable = table.playable(hand);
    let merit = |domino: Domino| {
        if table.call().is_nel_o() {
            nel_o_merit(table, domino)
        } else if table.best.is_none() {
            lead_merit(table, hand, domino)
        } else {
            follow_merit(table, hand, domino)
        }
    };
    let mut chosen: Option<(i32, Domino)> = None;
    for domino in playable.iter() {
        let merit = merit(domino);
        if chosen.is_none_or(|(best, _)| merit > best) {
            chosen = Some((merit, domino));
        }
    }
    // Whose turn it is holds something.
    chosen.map_or_else(
        || hand.first().unwrap_or(Domino::FIRST),
        |(_, domino)| domino,
    )
}

fn is_bidders(table: &TableState) -> bool {
    table
        .contract
        .is_some_and(|contract| contract.bidder.side() == table.turn.side())
}

/// How good a lead is: trumps from the top while the bidders draw them, then what nothing beats.
fn lead_merit(table: &TableState, hand: Dominoes, domino: Domino) -> i32 {
    let rules = table.rules;
    let unseen = Dominoes::ALL - hand - table.played;
    let trumps_out = !(unseen & rules.trumps()).is_empty();
    let wins = !rules.over(domino).meets(unseen);
    let count = domino.count() as i32;
    let power = i32::from(rules.power(domino, rules.led_as(domino)));
    let trumps = (hand & rules.trumps()).len() as i32;
    match (rules.trumps().has(domino), wins) {
        (true, true) if trumps_out && is_bidders(table) => 200 + power,
        (true, true) if trumps_out => 70 + power,
        (true, true) => 90,
        (true, false) if trumps_out && is_bidders(table) && trumps >= 3 => 100 - 3 * count - power,
        (true, false) => -20 - 3 * count - power,
        (false, true) if trumps_out => 120 - count,
        (false, true) => 150 + count,
        (false, false) => 40 - 4 * count - power,
    }
}

/// How good it is to follow with this: count to a partner who wins, what wins for sure, or what is worth least.
fn follow_merit(table: &TableState, hand: Dominoes, domino: Domino) -> i32 {
    let Some((led, winner, best)) = table.best else {
        return 0;
    };
    let rules = table.rules;
    let unseen = Dominoes::ALL - hand - table.played;
    let is_last = table.in_trick + 1 == table.players();
    let stands =
        |domino: Domino| is_last || !unseen.iter().any(|other| rules.beats(other, domino, led));
    let (count, power) = (domino.count() as i32, i32::from(rules.power(domino, led)));
    // What it would be worth to keep: trumps, and what nothing beats.
    let kept = if rules.trumps().has(domino) {
        20 + power
    } else if !rules.over(domino).meets(unseen) {
        12
    } else {
        i32::from(domino.is_double()) * 6
    };
    let takes = rules.beats(domino, best, led);
    if winner.side() == table.turn.side() {
        return match (stands(best), takes) {
            (true, false) => 100 + 3 * count - kept,
            (true, true) => 60 + 3 * count - kept,
            (false, true) if stands(domino) => 70 + 2 * count - kept,
            (false, _) => 50 - 2 * count - kept,
        };
    }
    match takes {
        true if stands(domino) => 120 + 3 * count - power,
        true => 60 - 3 * count + power / 2 - kept / 2,
        false => 40 - 4 * count - kept,
    }
}

/// In nel-o: the bidder stays below, the others make the bidder take something.
fn nel_o_merit(table: &TableState, domino: Domino) -> i32 {
    let Some(contract) = table.contract else {
        return 0;
    };
    let bidder = contract.bidder;
    let rules = table.rules;
    let rank = rules.rank(domino, rules.led_as(domino)) as i32;
    let Some((led, winner, _)) = table.best else {
        return -rank;
    };
    let (takes, power) = (
        table.beats_best(domino),
        i32::from(rules.power(domino, led)),
    );
    // What does not follow is thrown away, the high ones first.
    let thrown = if power == 0 { rank } else { power };
    if table.turn == bidder || winner == bidder {
        return if takes { -power } else { 100 + thrown };
    }
    if has_played(table, bidder) {
        // The bidder has got away: high ones go.
        return 100 + thrown;
    }
    -power
}

/// Whether a seat has played to the trick.
fn has_played(table: &TableState, seat: Seat) -> bool {
    let mut at = table.turn;
    for _ in 0..table.in_trick {
        at = at.turned(3);
        if table.sits_out(at) {
            at = at.turned(3);
        }
        if at == seat {
            return true;
        }
    }
    false
}
