//! Decks small enough to list: what the engine says of a question against the list of all its deals.

use arbitrary::{Result, Unstructured};
use fairdeal::space::{Cards, Deal, Deck, Quantity, Rule, Setup, stream};

/// A rule over so many places.
fn rule(u: &mut Unstructured, places: usize, depth: u32) -> Result<Rule> {
    let place = u.choose_index(places)?;
    let other = u.choose_index(places)?;
    let cards = Cards(u.arbitrary::<u16>()?.into());
    let least = i64::from(u.int_in_range(-1..=4)?);
    let most = least + i64::from(u.int_in_range(0..=4)?);
    Ok(match u.int_in_range(0..=if depth == 0 { 3 } else { 6 })? {
        0 => Quantity::number(place, cards).within(least..=most),
        1 => {
            let by = i32::from(u.int_in_range(2..=5u8)?);
            Quantity::new(place, move |card| i32::from(card) % by - 1).within(least..=most)
        }
        2 => (Quantity::number(place, cards) + Quantity::number(other, cards)).within(least..=most),
        3 => {
            let numbers = [
                Quantity::number(place, cards),
                Quantity::number(other, Cards(!cards.0)),
            ];
            Rule::test(numbers, |v| v[0] > v[1])
        }
        4 => Rule::any([rule(u, places, depth - 1)?, rule(u, places, depth - 1)?]),
        5 => Rule::all([rule(u, places, depth - 1)?, rule(u, places, depth - 1)?]),
        _ => !rule(u, places, depth - 1)?,
    })
}

fn question(u: &mut Unstructured) -> Result<Option<Setup>> {
    let cards: u8 = u.int_in_range(4..=9)?;
    let places = u.int_in_range(2..=3usize)?;
    let mut left = cards;
    let mut capacities = Vec::new();
    for place in 0..places {
        let capacity = if place + 1 == places {
            left
        } else {
            u.int_in_range(0..=left)?
        };
        capacities.push(capacity);
        left -= capacity;
    }
    let deck =
        Deck::new([0..cards / 2, cards / 2..cards]).expect("two suits without a card in common");
    let Ok(mut setup) = Setup::new(deck, capacities) else {
        return Ok(None);
    };
    for _ in 0..u.int_in_range(1..=3)? {
        setup = setup
            .require(rule(u, places, 2)?)
            .expect("the places are there");
    }
    Ok(Some(setup))
}

/// All deals, card by card.
fn listed(setup: &Setup) -> Vec<Deal> {
    fn deal_on(setup: &Setup, cards: &[u8], deal: Deal, out: &mut Vec<Deal>) {
        let Some((&card, rest)) = cards.split_first() else {
            out.extend(setup.holds(&deal).then_some(deal));
            return;
        };
        for (place, &capacity) in setup.capacities().iter().enumerate() {
            if deal[place].len() < usize::from(capacity) {
                let mut next = deal;
                next[place] = next[place] | Cards::one(card);
                deal_on(setup, rest, next, out);
            }
        }
    }
    let cards: Vec<u8> = setup.deck().cards().iter().collect();
    let mut out = Vec::new();
    deal_on(setup, &cards, Deal::default(), &mut out);
    out.sort();
    out
}

/// The count, every deal by its number and back, and some draws.
pub fn count(data: &[u8]) {
    let Ok(Some(setup)) = question(&mut Unstructured::new(data)) else {
        return;
    };
    let deals = listed(&setup);
    let space = setup.build().expect("a small deck fits every budget");
    assert_eq!(space.count(), deals.len() as u128);
    let mut by_number: Vec<Deal> = space.iter().collect();
    for (number, deal) in by_number.iter().enumerate() {
        assert_eq!(space.rank(deal), Ok(number as u128));
    }
    by_number.sort();
    assert_eq!(by_number, deals);
    let mut rng = stream(5, 1);
    for _ in 0..8 {
        match space.sample(&mut rng) {
            Some(drawn) => assert!(deals.binary_search(&drawn).is_ok()),
            None => assert!(deals.is_empty()),
        }
    }
}
