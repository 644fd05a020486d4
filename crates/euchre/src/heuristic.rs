//! The heuristic, which players know as a rule of thumb: what one does without looking ahead, from the table and one hand
//! alone. It finishes the games that the search begins, it is all that a beginner knows, and it is the stated policy by which
//! bids may weigh worlds.
//!
//! Hands are judged in hundredths of a trick, by tables. The numbers were found by playing the heuristic against itself with
//! one number changed at a time (the example `tune`); the order of the choices in `lead`, `follow` and `throw` likewise, each
//! kept because leaving it out lost points.

use crate::moves::Bid;
use crate::table_state::{Stage, TableState};
use crate::{Call, Card, Cards, Move, Rank, Seat, Suit, Trump};

/// A heuristic, in numbers: hundredths of a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heuristic {
    /// What cards are worth to one who makes trump with a partner.
    pub make: CardWorths,
    /// What they are worth to one who goes alone.
    pub alone: CardWorths,
    /// From here on the upcard is ordered up: by seat, from the dealer's left to the dealer.
    pub order: [i16; 4],
    /// From here on a suit is named in the second round, by seat.
    pub name: [i16; 4],
    /// From here on one goes alone.
    pub go_alone: i16,
    /// What the upcard brings when it goes to the partner, in parts of a hundred of its worth.
    pub to_partner: i16,
    /// What it costs when it goes to an opponent.
    pub to_opponent: i16,
    /// What the other suit of the upcard's colour is worth in the second round, by seat.
    pub next: [i16; 4],
    /// From here on one defends alone.
    pub defend: i16,
}

/// What the cards of a hand are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardWorths {
    /// A trump: 9 T - Q K A, left, right.
    pub trump: [i16; 8],
    /// A card outside trumps: 9 T J Q K A. A jack is a bower in another suit, and so speaks for waiting.
    pub side: [i16; 6],
    /// To have no card of a side suit, with trumps to ruff it.
    pub void: i16,
}

/// What cards are worth by the usual one to one who makes trump with a partner.
pub(crate) const HEURISTIC_MAKE: CardWorths = CardWorths {
    trump: [55, 55, 0, 55, 55, 60, 60, 105],
    side: [0, 0, -15, 5, 5, 30],
    void: 40,
};

/// What a king or an ace is worth besides when nothing can be ruffed.
pub(crate) const WITHOUT_TRUMPS: i16 = 25;

/// The one that players follow who do not look ahead, and that searches finish their games by.
pub(crate) static HEURISTIC: Heuristic = Heuristic {
    make: HEURISTIC_MAKE,
    alone: CardWorths {
        trump: [65, 65, 0, 75, 75, 80, 85, 120],
        side: [-10, -10, -10, 0, 40, 60],
        void: 25,
    },
    order: [245, 205, 225, 205],
    name: [205, 145, 170, 205],
    go_alone: 360,
    to_partner: 40,
    to_opponent: 60,
    next: [60, -20, 20, 0],
    defend: 290,
};

impl Default for Heuristic {
    fn default() -> Heuristic {
        HEURISTIC
    }
}

impl CardWorths {
    fn worth(&self, hand: Cards, trump: Trump) -> i16 {
        let trumps = hand & trump.trumps();
        let mut total: i16 = trumps.iter().map(|card| self.of(card, trump)).sum();
        for suit in Suit::ALL {
            if Some(suit) == trump.suit() {
                continue;
            }
            let side = hand & trump.cards_of(suit);
            let cards = side.iter().map(|card| self.side[card.rank() as usize]);
            total += cards.sum::<i16>();
            if side.is_empty() && trumps.len() >= 2 {
                total += self.void;
            }
        }
        if trump == Trump::None {
            let high = hand.iter().filter(|card| card.rank() >= Rank::King);
            total += high.count() as i16 * WITHOUT_TRUMPS;
        }
        total
    }

    /// What a trump is worth.
    fn of(&self, card: Card, trump: Trump) -> i16 {
        self.trump[(trump.worth(card) - 16) as usize & 7]
    }
}

impl Heuristic {
    /// What a player does by the heuristic. It is legal.
    #[inline]
    pub(crate) fn choose(&self, table: &TableState, hand: Cards) -> Move {
        match (table.stage, table.call) {
            (Stage::Play, Some(call)) => Move::Play(play(table, call, hand)),
            (Stage::Discard, Some(call)) => Move::Discard(worst(hand, call.trump)),
            (Stage::Give, Some(call)) => Move::Give(dearest(hand, call.trump)),
            (Stage::Return, Some(call)) => Move::Give(worst(hand, call.trump)),
            _ => Move::Bid(self.bid(table, hand)),
        }
    }

    /// What a player says by the heuristic.
    pub(crate) fn bid(&self, table: &TableState, hand: Cards) -> Bid {
        match table.stage {
            Stage::Order => self.order(table, hand),
            Stage::Defend => match table.call {
                Some(call) if self.make.worth(hand, call.trump) >= self.defend => Bid::Defend,
                _ => Bid::Pass,
            },
            _ => self.name(table, hand),
        }
    }

    fn order(&self, table: &TableState, hand: Cards) -> Bid {
        if table.rules.may_throw_in(hand) {
            return Bid::ThrowIn;
        }
        let trump = Trump::from(table.upcard.suit());
        let up = self.make.of(table.upcard, trump);
        let place = place(table);
        let (hand, up) = match place {
            DEALER => {
                let six = hand | Cards::one(table.upcard);
                (six - Cards::one(worst(six, trump)), 0)
            }
            PARTNER => (hand, up * self.to_partner / 100),
            _ => (hand, -up * self.to_opponent / 100),
        };
        let alone = self.alone.worth(hand, trump) >= self.go_alone;
        let must = table.rules.must_go_alone && place == PARTNER;
        let made = self.make.worth(hand, trump) + up >= self.order[place];
        if alone || made && !must {
            Bid::Order { alone }
        } else {
            Bid::Pass
        }
    }

    fn name(&self, table: &TableState, hand: Cards) -> Bid {
        let place = place(table);
        let stuck = table.rules.stick_the_dealer && place == DEALER;
        let (trump, judged) = self.best_name(table, hand);
        if judged >= self.name[place] || stuck {
            let alone = self.alone.worth(hand, trump) >= self.go_alone;
            Bid::Name { trump, alone }
        } else {
            Bid::Pass
        }
    }

    /// What the player whose turn it is would name in the second round, and what it is worth.
    #[inline]
    pub(crate) fn best_name(&self, table: &TableState, hand: Cards) -> (Trump, i16) {
        let place = place(table);
        let judged = |trump: Trump| {
            let next = trump.suit() == Some(table.upcard.suit().same_colour());
            self.make.worth(hand, trump) + if next { self.next[place] } else { 0 }
        };
        let able = Trump::ALL
            .into_iter()
            .filter(|&trump| table.may_name(trump));
        let best = able.map(|trump| (judged(trump), trump)).max();
        best.map_or((Trump::None, i16::MIN), |(judged, trump)| (trump, judged))
    }
}

const PARTNER: usize = 1;
pub(crate) const DEALER: usize = 3;

/// Which seat it is, from the dealer's left (0) to the dealer.
pub(crate) fn place(table: &TableState) -> usize {
    (table.turn as usize + 3 - table.dealer as usize) % 4
}

/// The card to part with: a lone card of a side suit other than an ace, then the lowest of a side suit, then the lowest
/// trump.
pub(crate) fn worst(hand: Cards, trump: Trump) -> Card {
    least(hand, |card| {
        let lone = (hand & trump.cards_of(trump.suit_of(card))).len() == 1;
        let kept = !lone || card.rank() == Rank::Ace || trump.trumps().has(card);
        trump.worth(card) as u16 + if kept { LONE } else { 0 }
    })
}

/// How many steps in rank it is worth to be out of a suit.
const LONE: u16 = 6;

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

fn play(table: &TableState, call: Call, hand: Cards) -> Card {
    match table.best {
        None => lead(table, call, hand),
        Some((led, winner, best)) => follow(table, call, hand, led, winner, best),
    }
}

/// Whether no card that is still out beats this one in its suit.
fn is_boss(table: &TableState, call: Call, hand: Cards, card: Card) -> bool {
    let suit = call.trump.suit_of(card);
    let out = call.trump.cards_of(suit) - table.played - hand;
    let power = call.trump.power(suit, card);
    out.iter()
        .all(|other| call.trump.power(suit, other) < power)
}

fn lead(table: &TableState, call: Call, hand: Cards) -> Card {
    let trump = call.trump;
    let trumps = hand & trump.trumps();
    let sides = hand - trumps;
    if sides.is_empty() {
        return dearest(trumps, trump);
    }
    if !trumps.is_empty() && makes(table, call) {
        // The makers draw trumps, the maker while it has a lead in them, its partner at once with whatever it has.
        let top = dearest(trumps, trump);
        let first = table.tricks == [0, 0];
        let draws = if is_boss(table, call, hand, top) {
            trumps.len() >= 2 || !first
        } else {
            trumps.len() >= 3 && first
        };
        if draws || first && table.turn != call.maker {
            return top;
        }
    }
    let bosses: Cards = sides
        .iter()
        .filter(|&card| is_boss(table, call, hand, card))
        .collect();
    // From the shortest suit, where it is least likely to be ruffed later, and where one can soon ruff.
    let led = if bosses.is_empty() { sides } else { bosses };
    least(led, |card| {
        let length = (hand & trump.cards_of(trump.suit_of(card))).len();
        length as u16 * 32 + trump.worth(card) as u16
    })
}

fn follow(
    table: &TableState,
    call: Call,
    hand: Cards,
    led: Suit,
    winner: Seat,
    best: Card,
) -> Card {
    let trump = call.trump;
    let playable = table.playable(hand);
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
        return throw(table, call, playable, hand);
    }
    let low = cheapest(winners, trump);
    if last {
        return low;
    }
    let ruffs = trump.trumps().has(low) && trump.suit() != Some(led);
    if !ruffs {
        return dearest(winners, trump);
    }
    // A partner's ace is not ruffed, and a defender keeps the highest trump for later while the partner may still take
    // the trick.
    let waits = !makes(table, call) && table.in_trick == 1 && is_boss(table, call, hand, low);
    if partner_wins && best.rank() == Rank::Ace || waits {
        throw(table, call, playable, hand)
    } else {
        low
    }
}

fn makes(table: &TableState, call: Call) -> bool {
    table.turn.side() == call.maker.side()
}

/// A card that is not needed: the lowest, and rather one that empties a suit; not the highest of a suit, and not the card
/// that guards a king.
fn throw(table: &TableState, call: Call, playable: Cards, hand: Cards) -> Card {
    let trump = call.trump;
    let trumps = hand & trump.trumps();
    least(playable, |card| {
        let price = 20 + trump.worth(card) as u16 * 4;
        if trumps.has(card) {
            return price;
        }
        let suit = hand & trump.cards_of(trump.suit_of(card));
        let guards = suit.len() == 2
            && card.rank() < Rank::King
            && suit.iter().any(|other| other.rank() == Rank::King);
        let empties = match (suit.len(), trumps.is_empty()) {
            (1, false) => 12,
            (1, true) => 2,
            _ => 0,
        };
        let boss = is_boss(table, call, hand, card);
        price + boss as u16 * 30 + guards as u16 * 6 - empties
    })
}
