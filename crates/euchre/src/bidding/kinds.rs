//! Kinds of hands: what the bidding table tells apart. A hand is known by its trumps, its bowers, its ace of trumps, its aces
//! and its empty suits; a place to bid in by the seat, the round, the upcard, and in the first round by how good a suit
//! waits in the second.

use crate::heuristic::{DEALER, HEURISTIC, HEURISTIC_MAKE, WITHOUT_TRUMPS, place, worst};
use crate::table_state::{Stage, TableState};
use crate::{Card, Cards, Rank, Suit, Trump};

/// Numbers of trumps, from none to five; bowers; the ace of trumps; aces of other suits, and suits without a card, each none,
/// one, or more.
const HANDS: usize = 6 * 4 * 2 * 3 * 3;

/// What the upcard is, in the first round: a jack, a higher card, a nine or ten.
const UPCARDS: usize = 3;

/// How good the best suit of the second round would be.
const PROSPECTS: usize = 3;

const FIRST_ROUND: usize = 4 * UPCARDS * PROSPECTS * HANDS;

/// In the second round it counts whether the suit has the colour of the upcard, and whether the upcard was its left bower.
const SECOND_ROUND: usize = 4 * 3 * HANDS;

/// The spots of one set of rules.
pub(super) const SPOTS: usize = FIRST_ROUND + SECOND_ROUND;

/// A spot: where somebody bids, with what kind of hand; and what would be made trump.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub number: u16,
    pub trump: Trump,
}

impl Spot {
    /// Where the player whose turn it is stands with this hand. There is none in a round for which nothing was trained: where no
    /// trump would be named, or where it is asked who defends alone.
    #[inline]
    pub fn of(table: &TableState, hand: Cards) -> Option<Spot> {
        match table.stage {
            Stage::Order => Some(Spot::first(table, hand)),
            Stage::Name => Spot::second(table, hand),
            _ => None,
        }
    }

    fn first(table: &TableState, hand: Cards) -> Spot {
        let trump = Trump::from(table.upcard.suit());
        let place = place(table);
        let upcard = match table.upcard.rank() {
            Rank::Jack => 0,
            Rank::Nine | Rank::Ten => 1,
            _ => 2,
        };
        let prospect = match best_of_second_round(table, hand).1 {
            ..120 => 0,
            120..190 => 1,
            190.. => 2,
        };
        let held = if place == DEALER {
            let six = hand | Cards::one(table.upcard);
            six - Cards::one(worst(six, trump))
        } else {
            hand
        };
        let spot = (place * UPCARDS + upcard) * PROSPECTS + prospect;
        Spot {
            number: (spot * HANDS + kind(held, trump)) as u16,
            trump,
        }
    }

    fn second(table: &TableState, hand: Cards) -> Option<Spot> {
        let (trump, _) = best_of_second_round(table, hand);
        let suit = trump.suit()?;
        let next = suit == table.upcard.suit().same_colour();
        let colour = match (next, table.upcard.rank()) {
            (false, _) => 0,
            (true, Rank::Jack) => 2,
            (true, _) => 1,
        };
        let spot = place(table) * 3 + colour;
        Some(Spot {
            number: (FIRST_ROUND + spot * HANDS + kind(hand, trump)) as u16,
            trump,
        })
    }
}

/// What would be named in the second round, and how good it is by the rule of thumb: as `Heuristic::best_name`, by tables.
#[inline]
fn best_of_second_round(table: &TableState, hand: Cards) -> (Trump, i16) {
    let next = table.upcard.suit().same_colour();
    let mut best = (Trump::None, i16::MIN);
    for trump in Trump::ALL {
        if !table.may_name(trump) {
            continue;
        }
        let mut judged = worth(hand, trump);
        if trump.suit() == Some(next) {
            judged += HEURISTIC.next[place(table)];
        }
        if judged >= best.1 {
            best = (trump, judged);
        }
    }
    best
}

/// What the cards of one printed suit bring to one who makes trump.
#[derive(Clone, Copy)]
struct Piece {
    worth: i16,
    trumps: u8,
    empty: u8,
}

/// By trump, suit, and the cards that are held in it.
static PIECES: [[[Piece; 64]; 4]; 5] = {
    let none = Piece {
        worth: 0,
        trumps: 0,
        empty: 0,
    };
    let mut pieces = [[[none; 64]; 4]; 5];
    let mut i = 0;
    while i < 5 * 4 * 64 {
        let (trump, suit, held) = (i / 256, i / 64 % 4, i % 64);
        pieces[trump][suit][held] = piece(trump, suit, held);
        i += 1;
    }
    pieces
};

const fn piece(trump: usize, suit: usize, held: usize) -> Piece {
    let worths = HEURISTIC_MAKE;
    let (mut piece, mut sides) = (
        Piece {
            worth: 0,
            trumps: 0,
            empty: 0,
        },
        0,
    );
    let mut rank = 0;
    while rank < 6 {
        if held >> rank & 1 == 1 {
            let (of, place) = crate::trump::place(trump, 8 * suit + rank);
            if of == trump {
                piece.worth += worths.trump[place as usize];
                piece.trumps += 1;
            } else {
                piece.worth += worths.side[rank];
                sides += 1;
            }
            if trump == 4 && rank >= Rank::King as usize {
                piece.worth += WITHOUT_TRUMPS;
            }
        }
        rank += 1;
    }
    piece.empty = (suit != trump && sides == 0) as u8;
    piece
}

/// What a hand is worth to one who makes trump.
#[inline]
fn worth(hand: Cards, trump: Trump) -> i16 {
    let (mut worth, mut trumps, mut empty) = (0, 0, 0);
    for (suit, pieces) in PIECES[trump as usize].iter().enumerate() {
        let piece = pieces[(hand.0 >> (8 * suit) & 63) as usize];
        worth += piece.worth;
        trumps += piece.trumps;
        empty += piece.empty;
    }
    let ruffs = if trumps >= 2 { empty } else { 0 };
    worth + ruffs as i16 * HEURISTIC_MAKE.void
}

/// What kind of hand it is with a suit as trumps.
#[inline]
fn kind(hand: Cards, trump: Trump) -> usize {
    let Some(suit) = trump.suit() else { return 0 };
    let trumps = hand & trump.trumps();
    let holds = |card: Card| hand.has(card) as usize;
    let right = holds(Card::new(suit, Rank::Jack));
    let left = holds(Card::new(suit.same_colour(), Rank::Jack));
    let ace = holds(Card::new(suit, Rank::Ace));
    let sides = hand - trumps;
    let aces = (sides & Cards::rank(Rank::Ace)).len().min(2);
    let empty = |&other: &Suit| other != suit && (sides & Cards::suit(other)).is_empty();
    let empties = Suit::ALL.iter().filter(|other| empty(other)).count().min(2);
    let number = trumps.len().min(5);
    (((number * 4 + right * 2 + left) * 2 + ace) * 3 + aces) * 3 + empties
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deal, Rules, Seat};

    #[test]
    fn tables_judge_hands_as_the_rule_of_thumb_does() {
        for k in 0..2000 {
            let deal = Deal::random(&mut space::stream(3, k));
            let rules = Rules {
                no_trump: k % 2 == 0,
                ..Rules::default()
            };
            let mut table = TableState::new(rules, Seat::South, deal.upcard);
            table.turn = Seat::ALL[k as usize % 4];
            let hand = deal.hands[0];
            assert_eq!(
                best_of_second_round(&table, hand),
                HEURISTIC.best_name(&table, hand)
            );
        }
    }
}
