//! The rule of thumb: what a player does without thinking, from the table and one hand alone. It finishes the games that
//! the search begins, it is all that a beginner knows, and it is the stated policy by which bids may weigh worlds.
//!
//! Hands are judged in hundredths of a trick, by tables. The figures are round ones, set by hand.

use crate::moves::Bid;
use crate::table::{Stage, Table};
use crate::{Call, Card, Cards, Move, Rank, Suit, Trump};

/// What a trump is worth: 9 T - Q K A, left, right.
const TRUMP_TRICKS: [u16; 8] = [35, 38, 0, 45, 55, 70, 85, 100];
/// What a card outside trumps is worth: 9 T J Q K A.
const SIDE_TRICKS: [u16; 6] = [0, 0, 0, 2, 12, 60];
/// What it is worth to have no card of a side suit, with trumps to ruff it.
const VOID: u16 = 25;
/// From here on trump is made.
const MAKE: u16 = 205;
/// What the upcard changes when it goes to the partner, or to an opponent, in parts of a hundred of its worth.
const TO_PARTNER: u16 = 40;
const TO_OPPONENT: u16 = 60;
/// From here on one goes alone.
const ALONE: u16 = 365;
/// From here on one defends alone.
const DEFEND: u16 = 290;
/// In the second round the dealer's opponents have shown no strength in the upcard's colour: its other suit is worth more
/// to the first of them.
const NEXT: u16 = 20;

/// What a hand is worth with this trump, in hundredths of a trick.
pub(crate) fn worth(hand: Cards, trump: Trump) -> u16 {
    let trumps = hand & trump.trumps();
    let mut total: u16 = trumps.iter().map(|card| trump_worth(trump, card)).sum();
    for suit in Suit::ALL {
        if Some(suit) == trump.suit() {
            continue;
        }
        let side = hand & trump.cards_of(suit);
        total += side
            .iter()
            .map(|card| SIDE_TRICKS[card.rank() as usize])
            .sum::<u16>();
        if side.is_empty() && trumps.len() >= 2 {
            total += VOID;
        }
    }
    if trump == Trump::None {
        // Kings and queens behind an ace are tricks when nothing can be ruffed.
        total += hand.iter().filter(|card| card.rank() >= Rank::King).count() as u16 * 25;
    }
    total
}

fn trump_worth(trump: Trump, card: Card) -> u16 {
    TRUMP_TRICKS[(trump.worth(card) - 16) as usize & 7]
}

/// What a player does by the rule of thumb. It is legal.
#[inline]
pub(crate) fn choose(table: &Table, hand: Cards) -> Move {
    match (table.stage, table.call) {
        (Stage::Play, Some(call)) => Move::Play(play(table, call, hand)),
        (Stage::Discard, Some(call)) => Move::Discard(worst(hand, call.trump)),
        (Stage::Give, Some(call)) => Move::Give(best(hand, call.trump)),
        (Stage::Return, Some(call)) => Move::Give(worst(hand, call.trump)),
        _ => Move::Bid(bid(table, hand)),
    }
}

/// What a player says by the rule of thumb.
pub(crate) fn bid(table: &Table, hand: Cards) -> Bid {
    match table.stage {
        Stage::Order => order(table, hand),
        Stage::Defend => match table.call {
            Some(call) if worth(hand, call.trump) >= DEFEND => Bid::Defend,
            _ => Bid::Pass,
        },
        _ => name(table, hand),
    }
}

fn order(table: &Table, hand: Cards) -> Bid {
    if table.rules.may_throw_in(hand) {
        return Bid::ThrowIn;
    }
    let trump = Trump::from(table.upcard.suit());
    let up = trump_worth(trump, table.upcard);
    let (own, judged) = if table.turn == table.dealer {
        let six = hand | Cards::one(table.upcard);
        let five = six - Cards::one(worst(six, trump));
        let own = worth(five, trump);
        (own, own)
    } else {
        let own = worth(hand, trump);
        match table.turn == table.dealer.partner() {
            true => (own, own + up * TO_PARTNER / 100),
            false => (own, own.saturating_sub(up * TO_OPPONENT / 100)),
        }
    };
    let alone = own >= ALONE;
    let must = table.rules.must_go_alone && table.turn == table.dealer.partner();
    match alone || judged >= MAKE && !must {
        true => Bid::Order { alone },
        false => Bid::Pass,
    }
}

fn name(table: &Table, hand: Cards) -> Bid {
    let stuck = table.rules.stick_the_dealer && table.turn == table.dealer;
    let judged = |trump: Trump| {
        let next = trump.suit() == Some(table.upcard.suit().same_colour());
        let first = table.turn == table.dealer.next();
        worth(hand, trump) + if next && first { NEXT } else { 0 }
    };
    let able = Trump::ALL
        .into_iter()
        .filter(|&trump| table.may_name(trump));
    let best = able.map(|trump| (judged(trump), trump)).max();
    match best {
        Some((judged, trump)) if judged >= MAKE || stuck => Bid::Name {
            trump,
            alone: judged >= ALONE,
        },
        _ => Bid::Pass,
    }
}

/// The card to part with: a lone low card of a side suit, then the lowest of a side suit, then the lowest trump.
fn worst(hand: Cards, trump: Trump) -> Card {
    let price = |card: Card| {
        let lone = (hand & trump.cards_of(trump.suit_of(card))).len() == 1;
        let ace = card.rank() == Rank::Ace;
        let worth = trump.worth(card) as u16 * 4;
        match lone && !ace && !trump.trumps().has(card) {
            true => worth.saturating_sub(10),
            false => worth,
        }
    };
    least(hand, price)
}

/// The best card to give to a partner who goes alone.
fn best(hand: Cards, trump: Trump) -> Card {
    least(hand, |card| u16::MAX - trump.worth(card) as u16)
}

/// The card with the least price. A hand that is asked is never empty.
#[inline]
fn least(cards: Cards, price: impl Fn(Card) -> u16) -> Card {
    cards
        .iter()
        .min_by_key(|&card| price(card))
        .unwrap_or(Card::new(Suit::Clubs, Rank::Nine))
}

#[inline]
fn cheapest(cards: Cards, trump: Trump) -> Card {
    least(cards, |card| trump.worth(card) as u16)
}

#[inline]
fn dearest(cards: Cards, trump: Trump) -> Card {
    least(cards, |card| u16::MAX - trump.worth(card) as u16)
}

fn play(table: &Table, call: Call, hand: Cards) -> Card {
    match table.best {
        None => lead(table, call, hand),
        Some(_) => follow(table, call, hand),
    }
}

/// Whether no card that is still out beats this one in its suit.
fn is_boss(table: &Table, call: Call, hand: Cards, card: Card) -> bool {
    let suit = call.trump.suit_of(card);
    let out = call.trump.cards_of(suit) - table.played - hand;
    let power = call.trump.power(suit, card);
    out.iter()
        .all(|other| call.trump.power(suit, other) < power)
}

fn lead(table: &Table, call: Call, hand: Cards) -> Card {
    let trump = call.trump;
    let trumps = hand & trump.trumps();
    let sides = hand - trumps;
    let making = table.turn.side() == call.maker.side();
    if !trumps.is_empty() && making {
        // The makers draw trumps, the maker while it has a lead in them, its partner with whatever it has.
        let top = dearest(trumps, trump);
        let boss = is_boss(table, call, hand, top);
        let first = table.tricks == [0, 0];
        if sides.is_empty()
            || (boss && (trumps.len() >= 2 || !first))
            || (trumps.len() >= 3 && first)
        {
            return top;
        }
        if table.turn != call.maker && first {
            return top;
        }
    }
    let bosses: Cards = sides
        .iter()
        .filter(|&card| is_boss(table, call, hand, card))
        .collect();
    if !bosses.is_empty() {
        // From the shortest suit, where it is least likely to be ruffed late.
        return least(bosses, |card| {
            (hand & trump.cards_of(trump.suit_of(card))).len() as u16
        });
    }
    if sides.is_empty() {
        return dearest(trumps, trump);
    }
    dearest(sides, trump)
}

fn follow(table: &Table, call: Call, hand: Cards) -> Card {
    let trump = call.trump;
    let playable = table.playable(hand);
    let Some((led, winner, best)) = table.best else {
        return cheapest(playable, trump);
    };
    let last = table.in_trick + 1 == call.players();
    let power = trump.power(led, best);
    let winners: Cards = playable
        .iter()
        .filter(|&card| trump.power(led, card) > power)
        .collect();
    let partner_wins = winner.side() == table.turn.side();
    let safe = last
        || is_boss(table, call, hand, best) && (trump.trumps().has(best) || table.in_trick >= 2);
    if winners.is_empty() || partner_wins && safe {
        return throw(playable, hand, trump);
    }
    let ruffs = winners & trump.trumps();
    if last || !ruffs.is_empty() {
        // A partner's ace is not ruffed by the second but one.
        if partner_wins
            && trump.suit() != Some(led)
            && !ruffs.is_empty()
            && best.rank() == Rank::Ace
        {
            return throw(playable, hand, trump);
        }
        return cheapest(winners, trump);
    }
    let top = dearest(winners, trump);
    match is_boss(table, call, hand, top) || !partner_wins {
        true => top,
        false => throw(playable, hand, trump),
    }
}

/// A card that is not needed: the lowest, and rather one that empties a suit.
fn throw(playable: Cards, hand: Cards, trump: Trump) -> Card {
    least(playable, |card| {
        let lone = (hand & trump.cards_of(trump.suit_of(card))).len() == 1;
        trump.worth(card) as u16 * 2 - lone as u16
    })
}
