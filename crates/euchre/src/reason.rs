//! Why a bot does what it does, in a sentence: who showed out of what, where the highest trump probably is, and in the bidding
//! what it holds.

use crate::moves::Bid;
use crate::{Card, Cards, Move, Place, Rank, Suit, Trump, View};

/// Numbers in words.
const NUMBERS: [&str; 6] = ["no", "one", "two", "three", "four", "five"];

/// What speaks for a move; nothing, if there is nothing to say. `chance` tells how likely a card is to lie in a place.
pub(crate) fn because(
    view: &View,
    made: Move,
    places: &[Place],
    chance: impl Fn(Card, Place) -> f64,
) -> Option<String> {
    match made {
        Move::Bid(bid) => held(view, bid),
        Move::Play(_) => {
            let facts = [shown(view), highest(view, places, chance)];
            let facts: Vec<String> = facts.into_iter().flatten().collect();
            (!facts.is_empty()).then(|| facts.join(", "))
        }
        _ => None,
    }
}

/// What the seat holds in the suit that it speaks of: 'three trumps with the right bower, one ace beside'.
fn held(view: &View, bid: Bid) -> Option<String> {
    let public = view.public();
    let (trump, mut hand) = match (bid, public.call) {
        (Bid::Name { trump, .. }, _) => (trump, view.hand()),
        (_, Some(call)) => (call.trump, view.hand()),
        _ if view.stage() == crate::Stage::Name => return Some(best_of_the_rest(view)),
        _ => (public.upcard.suit().into(), view.hand()),
    };
    if matches!(bid, Bid::Order { .. }) && view.seat() == public.dealer {
        hand = hand | Cards::one(public.upcard);
    }
    Some(holding(hand, trump))
}

/// For one who passes in the second round: the longest suit that could be named.
fn best_of_the_rest(view: &View) -> String {
    let able = Suit::ALL
        .into_iter()
        .filter(|&suit| suit != view.public().upcard.suit());
    let best = able.max_by_key(|&suit| (view.hand() & Trump::from(suit).trumps()).len());
    let best = best.unwrap_or(Suit::Spades);
    format!(
        "at best {} in {}",
        holding(view.hand(), best.into()),
        best.name()
    )
}

fn holding(hand: Cards, trump: Trump) -> String {
    let trumps = hand & trump.trumps();
    let has = |card: Option<Card>| card.is_some_and(|card| hand.has(card));
    let bowers = match (has(trump.right()), has(trump.left())) {
        (true, true) => " with both bowers",
        (true, false) => " with the right bower",
        (false, true) => " with the left bower",
        (false, false) => "",
    };
    let number = trumps.len().min(5);
    let s = if number == 1 { "" } else { "s" };
    let aces = (hand - trumps) & Cards::rank(Rank::Ace);
    let beside = match aces.len() {
        0 => String::new(),
        1 => ", one ace beside".to_owned(),
        n => format!(", {} aces beside", NUMBERS[n.min(5)]),
    };
    match trump.suit() {
        Some(_) => format!("{} trump{s}{bowers}{beside}", NUMBERS[number]),
        None => format!("{} aces", NUMBERS[aces.len().min(5)]),
    }
}

/// The last of the others who showed out of a suit: 'East showed out of hearts'.
fn shown(view: &View) -> Option<String> {
    let call = view.public().call?;
    let voids = view.voids();
    let others = voids.iter().rev().filter(|void| void.seat != view.seat());
    let void = others.into_iter().find(|void| !call.sits_out(void.seat))?;
    let suit = if call.trump.suit() == Some(void.suit) {
        "trumps"
    } else {
        void.suit.name()
    };
    Some(format!("{} showed out of {suit}", void.seat))
}

/// Where the highest trump is that the seat has not seen: 'the left bower is with West in two worlds of three'.
fn highest(view: &View, places: &[Place], chance: impl Fn(Card, Place) -> f64) -> Option<String> {
    let public = view.public();
    let trump = public.call?.trump;
    let seen = public.played() | view.hand() | view.discard().into_iter().collect();
    let mut out = trump.trumps() - seen;
    if !public.call?.taken {
        out = out - Cards::one(public.upcard);
    }
    let card = out.iter().max_by_key(|&card| trump.worth(card))?;
    let called = match Some(card) {
        of if of == trump.right() => "the right bower".to_owned(),
        of if of == trump.left() => "the left bower".to_owned(),
        _ => card.to_string(),
    };
    let likely = places.iter().map(|&place| (chance(card, place), place));
    let (chance, place) = likely.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let share = share(chance);
    Some(match place {
        Place::Hand(seat) => format!("{called} is with {seat}{share}"),
        Place::Kitty => format!("{called} is in the kitty{share}"),
        Place::Discard => format!("{} laid {called} away{share}", public.dealer),
    })
}

/// A chance as people say it: the nearest simple fraction.
fn share(chance: f64) -> String {
    if chance > 0.995 {
        return String::new();
    }
    let simple = [
        (1, 5),
        (1, 4),
        (1, 3),
        (2, 5),
        (1, 2),
        (3, 5),
        (2, 3),
        (3, 4),
        (4, 5),
        (9, 10),
    ];
    let far = |&(of, all): &(i32, i32)| (chance - f64::from(of) / f64::from(all)).abs();
    let near = simple.into_iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    match near {
        Some((9, _)) => " in nine worlds of ten".to_owned(),
        Some((1, all)) => format!(" in one world of {}", NUMBERS[all as usize % 6]),
        Some((of, all)) => {
            format!(
                " in {} worlds of {}",
                NUMBERS[of as usize % 6],
                NUMBERS[all as usize % 6]
            )
        }
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    #[test]
    fn shares_are_said_simply() {
        assert_eq!(share(1.0), "");
        assert_eq!(share(0.66), " in two worlds of three");
        assert_eq!(share(0.3), " in one world of three");
        assert_eq!(share(0.97), " in nine worlds of ten");
    }

    #[test]
    fn a_card_is_played_because_of_who_showed_out_and_who_has_the_bower() {
        let view = View::from_json(
            r#"{"seat":"S","dealer":"E","hand":["9S","QS","9H","AH"],"upcard":"JH","taken":true,
            "bids":[["S","pass"],["W","pass"],["N","order"]],"trump":"H","maker":"N",
            "tricks":[[["S","KC"],["W","9C"],["N","AC"],["E","9D"]],[["N","AD"],["E","JH"]]]}"#,
        );
        let view = view.unwrap();
        let west = Place::Hand(Seat::West);
        let chance = |card: Card, place| match (card.to_string().as_str(), place == west) {
            ("JD", true) => 0.65,
            _ => 0.1,
        };
        let said = because(
            &view,
            Move::Play("9H".parse().unwrap()),
            &[west, Place::Kitty],
            chance,
        );
        assert_eq!(
            said.as_deref(),
            Some("East showed out of diamonds, the left bower is with West in two worlds of three")
        );
    }

    #[test]
    fn a_bid_is_made_because_of_what_one_holds() {
        let view = View::from_json(
            r#"{"seat":"S","dealer":"S","hand":["JH","JD","AH","KC","AS"],"upcard":"9H",
            "bids":[["W","pass"],["N","pass"],["E","pass"]]}"#,
        );
        let order = Move::Bid(Bid::Order { alone: true });
        let said = because(&view.unwrap(), order, &[], |_, _| 0.0);
        assert_eq!(
            said.as_deref(),
            Some("four trumps with both bowers, one ace beside")
        );
    }
}
