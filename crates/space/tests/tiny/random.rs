//! Random questions: decks of at most 12 cards, 2 to 4 places, random rules and restrictions.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use space::{Budget, Cards, FormulaId, Formulas, Quantity, Rule, Setup, Watch};

use crate::{agrees_with_list, brute, in_every_order};

/// A rule as data, so that a failing one can be made smaller.
#[derive(Clone, Debug)]
enum Spec {
    Number(usize, u64, i64, i64),
    Points(usize, Vec<i32>, i64, i64),
    Both(usize, usize, u64, i64),
    Compare(usize, usize, u64),
    Any(Vec<Spec>),
    All(Vec<Spec>),
    Not(Box<Spec>),
}

impl Spec {
    fn rule(&self, places: usize) -> Rule {
        let all = |specs: &[Spec]| specs.iter().map(|s| s.rule(places)).collect::<Vec<_>>();
        match self {
            Spec::Number(p, cards, lo, more) => {
                Quantity::number(p % places, Cards(*cards)).within(*lo..=lo + more)
            }
            Spec::Points(p, worths, lo, more) => {
                let worths = worths.clone();
                let worth = |card: u8| worths.get(card as usize).copied().unwrap_or(0);
                Quantity::new(p % places, worth).within(*lo..=lo + more)
            }
            Spec::Both(p, q, cards, least) => {
                let number = |place: &usize| Quantity::number(place % places, Cards(*cards));
                (number(p) + number(q)).within(*least..=99)
            }
            Spec::Compare(p, q, cards) => Rule::test(
                [
                    Quantity::number(p % places, Cards(*cards)),
                    Quantity::number(q % places, Cards(!cards)),
                ],
                |v| v[0] > v[1],
            ),
            Spec::Any(specs) => Rule::any(all(specs)),
            Spec::All(specs) => Rule::all(all(specs)),
            Spec::Not(spec) => !spec.rule(places),
        }
    }

    /// The same as a formula: 1 where it holds.
    fn formula(&self, places: usize, formulas: &mut Formulas) -> FormulaId {
        let quantity = |p: &usize, cards: u64| Quantity::number(p % places, Cards(cards));
        match self {
            Spec::Number(p, cards, lo, more) => {
                let range = *lo..=lo + more;
                let number = formulas.read([quantity(p, *cards)], |v| v[0]);
                formulas.combine([number], move |v| range.contains(&v[0]).into())
            }
            Spec::Points(p, worths, lo, more) => {
                let (worths, range) = (worths.clone(), *lo..=lo + more);
                let worth = |card: u8| worths.get(card as usize).copied().unwrap_or(0);
                let points = Quantity::new(p % places, worth);
                formulas.read([points], move |v| range.contains(&v[0]).into())
            }
            Spec::Both(p, q, cards, least) => {
                let least = *least;
                let sum = quantity(p, *cards) + quantity(q, *cards);
                formulas.read([sum], move |v| (v[0] >= least).into())
            }
            Spec::Compare(p, q, cards) => {
                let first = formulas.read([quantity(p, *cards)], |v| v[0]);
                let second = formulas.read([quantity(q, !cards)], |v| v[0]);
                formulas.combine([first, second], |v| (v[0] > v[1]).into())
            }
            Spec::Any(specs) => {
                let ids: Vec<FormulaId> =
                    specs.iter().map(|s| s.formula(places, formulas)).collect();
                formulas.combine(ids, |v| v.iter().any(|v| *v != 0).into())
            }
            Spec::All(specs) => {
                let ids: Vec<FormulaId> =
                    specs.iter().map(|s| s.formula(places, formulas)).collect();
                formulas.combine(ids, |v| v.iter().all(|v| *v != 0).into())
            }
            Spec::Not(spec) => {
                let formula = spec.formula(places, formulas);
                formulas.combine([formula], |v| (v[0] == 0).into())
            }
        }
    }
}

fn spec() -> impl Strategy<Value = Spec> {
    let place = 0..4usize;
    let cards = 0..1u64 << 12;
    let leaf = prop_oneof![
        (place.clone(), cards.clone(), 0..4i64, 0..3i64)
            .prop_map(|(p, c, lo, more)| Spec::Number(p, c, lo, more)),
        (
            place.clone(),
            prop::collection::vec(-1..4, 12),
            -1..6i64,
            0..4i64
        )
            .prop_map(|(p, w, lo, more)| Spec::Points(p, w, lo, more)),
        (place.clone(), place.clone(), cards.clone(), 0..5i64)
            .prop_map(|(p, q, c, least)| Spec::Both(p, q, c, least)),
        (place.clone(), place, cards).prop_map(|(p, q, c)| Spec::Compare(p, q, c)),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..3).prop_map(Spec::Any),
            prop::collection::vec(inner.clone(), 1..3).prop_map(Spec::All),
            inner.prop_map(|spec| Spec::Not(Box::new(spec))),
        ]
    })
}

/// The capacities of 2 to 4 places; together at most `cards`, and the last takes what is left.
fn capacities(cards: u8, shares: &[u8]) -> Vec<u8> {
    let mut left = cards;
    let mut capacities: Vec<u8> = shares
        .iter()
        .map(|share| {
            let taken = (*share).min(left);
            left -= taken;
            taken
        })
        .collect();
    capacities.push(left);
    capacities
}

proptest! {
    #![proptest_config(ProptestConfig { cases: needs::rounds(160, 4_000), failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn random_questions_agree_with_brute_force(
        cards in 4..=9u8,
        shares in prop::collection::vec(0..4u8, 1..=3),
        specs in prop::collection::vec(spec(), 0..4),
        restricted in prop::collection::vec((0..9u8, 1..15u8), 0..3),
    ) {
        let capacities = capacities(cards, &shares);
        let places = capacities.len();
        let mut setup = Setup::new(brute::deck(cards), capacities).unwrap();
        for (card, mask) in restricted {
            let allowed = (0..places).filter(|p| mask >> p & 1 == 1);
            setup = setup.restrict(Cards::one(card % cards), allowed).unwrap();
        }
        for spec in &specs {
            setup = setup.require(spec.rule(places)).unwrap();
        }
        let deals = brute::list(&setup);
        for space in in_every_order(&setup) {
            agrees_with_list(&space, &deals);
        }
        let found = setup.find(Budget::default(), &Watch::default()).unwrap();
        prop_assert_eq!(found.is_some(), !deals.is_empty());
        prop_assert!(found.is_none_or(|deal| setup.holds(&deal)));
    }

    #[test]
    fn formulas_and_their_tallies_agree_with_brute_force(
        cards in 4..=9u8,
        shares in prop::collection::vec(0..4u8, 1..=3),
        specs in prop::collection::vec(spec(), 0..4),
        tallied in prop::collection::vec(spec(), 0..3),
        restricted in prop::collection::vec((0..9u8, 1..15u8), 0..2),
    ) {
        let capacities = capacities(cards, &shares);
        let places = capacities.len();
        let mut plain = Setup::new(brute::deck(cards), capacities).unwrap();
        for (card, mask) in restricted {
            let allowed = (0..places).filter(|p| mask >> p & 1 == 1);
            plain = plain.restrict(Cards::one(card % cards), allowed).unwrap();
        }
        let mut formulas = Formulas::default();
        let required: Vec<FormulaId> = specs.iter().map(|s| s.formula(places, &mut formulas)).collect();
        let wanted: Vec<FormulaId> = tallied.iter().map(|s| s.formula(places, &mut formulas)).collect();
        let sum = formulas.combine(wanted.clone(), |v| v.iter().sum());
        let formulas = Arc::new(formulas);
        let mut with_formulas = plain.clone();
        for (spec, formula) in specs.iter().zip(required) {
            plain = plain.require(spec.rule(places)).unwrap();
            with_formulas = with_formulas.require(Rule::formula(&formulas, formula)).unwrap();
        }
        let deals = brute::list(&plain);
        for space in in_every_order(&with_formulas) {
            agrees_with_list(&space, &deals);
        }
        let found = with_formulas.find(Budget::default(), &Watch::default()).unwrap();
        prop_assert_eq!(found.is_some(), !deals.is_empty());
        let mut expected = BTreeMap::new();
        for deal in &deals {
            let values = tallied.iter().map(|spec| i64::from(spec.rule(places).holds(deal)));
            let mut values: Vec<i64> = values.collect();
            values.push(values.iter().sum());
            *expected.entry(values).or_insert(0) += 1;
        }
        let watch = Watch::default();
        let ids: Vec<FormulaId> = wanted.into_iter().chain([sum]).collect();
        let counting = with_formulas.counting(&formulas, &ids, Budget::default(), &watch).unwrap();
        for (place, chance) in counting.alone().unwrap() {
            // No hand is ruled out that some deal has.
            let mut hands: Vec<Cards> = deals.iter().map(|deal| deal[place]).collect();
            hands.sort();
            hands.dedup();
            prop_assert!(chance.numerator >= hands.len() as i128);
            prop_assert!(chance.numerator <= chance.denominator as i128);
        }
        prop_assert_eq!(counting.tally().unwrap(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: needs::rounds(12, 300), failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(43), ..ProptestConfig::default() })]

    #[test]
    fn twelve_cards_and_four_places(specs in prop::collection::vec(spec(), 1..4)) {
        let mut setup = Setup::new(brute::deck(12), [3; 4]).unwrap();
        for spec in &specs {
            setup = setup.require(spec.rule(4)).unwrap();
        }
        let deals = brute::list(&setup);
        for space in in_every_order(&setup) {
            assert_eq!(space.count(), deals.len() as u128);
            for (i, deal) in deals.iter().enumerate().step_by(97) {
                let rank = space.rank(deal).unwrap();
                assert_eq!(space.nth(rank).unwrap(), *deal, "deal {i}");
            }
        }
    }
}
