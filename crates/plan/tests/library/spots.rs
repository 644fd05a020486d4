//! Keeps on spot cards are counted as weights: against every deal of a small pack.

use std::collections::BTreeMap;

use bridge::{Deal, Hand, Predeal};
use condition::{Evaluator, NoOracle};
use plan::Watch;
use space::Budget;

/// Twelve cards are left to deal, three to each seat: 369,600 deals. Of the low clubs and diamonds nothing but a keep tells any from
/// another; the ace and the king are honours.
const FEW: &str =
    "predeal north SAKQJT98765 east HAKQJT98765 south DAQJT9876,S43 west CKQJT9876,H43\n";
const DEALS: usize = 369_600;

const PILOTS: &str =
    "c1 = hascard(west,2C)\nc2 = hascard(east,2D)\nc3 = hascard(west,3C)\nc4 = hascard(east,3D)\n";

/// What is kept, and what is asked beside.
const CONDITIONS: [(&str, &str); 7] = [
    ("c1 and (c2 or not c3) and (not c2 or c4)", "clubs(west)"),
    (
        "(hcp(north) > 20 and c1) or (hcp(north) < 21 and (c3 or c4))",
        "hcp(north) + clubs(south)",
    ),
    (
        "(clubs(west) > 10 ? c1 + c2 : 2 * c3 + c4) > 1 and clubs(south) < 3",
        "100 * (diamonds(east) > 1)",
    ),
    // Two hands are asked for one card, and both for cards of one suit.
    (
        "c1 or hascard(north,2C) and hascard(east,3C) or c2 and hascard(south,3D)",
        "clubs(north) - diamonds(south)",
    ),
    // Two lists of pilots, each in a conjunct of its own.
    (
        "(c1 or c3) and (c2 or not c4) and hcp(south) > 19",
        "spades(north)",
    ),
    // A card is asked about beside, and a length of one is an answer too.
    (
        "c1 or c2 and c3 and not c4",
        "hascard(west,2C) + clubs(east)",
    ),
    // Coins beside cards.
    (
        "c1 and c3 or hcp(east) > 10 and not c2 and clubs(west) > 10",
        "clubs(east) * hcp(east)",
    ),
];

/// All deals that a predeal leaves.
fn deals(predeal: &Predeal) -> Vec<Deal> {
    let free: Vec<u64> = predeal.free().cards().map(|card| 1 << card.id()).collect();
    let mut deals = vec![predeal.hands];
    for card in free {
        let with = |hands: [Hand; 4]| {
            let open = (0..4).filter(move |&seat: &usize| hands[seat].len() < 13);
            open.map(move |seat| {
                let mut with = hands;
                with[seat] = with[seat].union(Hand::from_bits(card));
                with
            })
        };
        deals = deals.into_iter().flat_map(with).collect();
    }
    deals.into_iter().map(Deal).collect()
}

#[test]
fn keeps_on_spot_cards_are_counted_as_every_deal_is() {
    let mut all: Option<Vec<Deal>> = None;
    for (condition, value) in CONDITIONS {
        let text = format!("{FEW}{PILOTS}condition {condition}\naction average {value}");
        let input = script::Input::from_text("test", &text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let script = loaded.compiled.expect(&text);
        let all = all.get_or_insert_with(|| deals(&script.predeal));
        assert_eq!(all.len(), DEALS);
        let mut evaluator = Evaluator::new(&script.condition);
        let mut expected: BTreeMap<Vec<i64>, u128> = BTreeMap::new();
        for deal in all.iter() {
            evaluator.next_deal();
            if evaluator.holds(deal, &mut NoOracle).unwrap() {
                let value = evaluator.value(0, deal, &mut NoOracle).unwrap();
                *expected.entry(vec![value]).or_insert(0) += 1;
            }
        }
        let asked = [script.condition.values().to_vec()];
        let (budget, watch) = (Budget::default(), Watch::default());
        let (condition, predeal) = (&script.condition, &script.predeal);
        let (odds, tables) =
            plan::survey(condition, predeal, &asked, budget, None, &watch).unwrap();
        assert_eq!(odds.total, DEALS as u128);
        assert_eq!(odds.count, Some(expected.values().sum()), "{text}");
        assert_eq!(tables[0].rows, expected, "{text}");
        // What a hand can be alone is not exchanged: West must have the cards that are asked for.
        for (seat, chance) in odds.seats {
            let hands = |deal: &&Deal| evaluator.holds(deal, &mut NoOracle).unwrap();
            let mut might: Vec<Hand> = all.iter().filter(hands).map(|deal| deal[seat]).collect();
            might.sort_unstable_by_key(|hand| hand.bits());
            might.dedup();
            // No hand that qualifies is left out of what might.
            assert!(
                chance * 220.0 + 1e-9 >= might.len() as f64,
                "{text} {seat:?}"
            );
        }
    }
}
