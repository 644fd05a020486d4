//! Spaces on decks small enough to list: everything the engine says is compared with the list.

mod brute;
mod cases;
mod random;

use rand::Rng;
use space::{Budget, Cards, Deal, Error, Order, Quantity, Setup, Space, Watch, stream};

/// Draws that an exactly uniform sampler fails once in ten thousand times; the seeds are fixed.
const LEAST: f64 = 1e-4;

fn in_every_order(setup: &Setup) -> Vec<Space> {
    let orders = Order::ALL.map(|order| {
        setup
            .build_in(order, Budget::default(), &Watch::default())
            .unwrap()
    });
    orders.into_iter().chain([setup.build().unwrap()]).collect()
}

/// Everything about a space that can be compared with a list of its deals.
fn agrees_with_list(space: &Space, deals: &[Deal]) {
    assert_eq!(space.count(), deals.len() as u128);
    let mut listed: Vec<Deal> = space.iter().collect();
    for (i, deal) in listed.iter().enumerate() {
        assert_eq!(space.rank(deal), Ok(i as u128));
    }
    listed.sort();
    assert_eq!(listed, deals);
    let past = space.nth(space.count());
    assert!(matches!(past, Err(Error::PastTheCount { .. })));

    let marginals = space.marginals();
    for place in 0..space.setup().capacities().len() {
        for card in space.setup().deck().cards().iter() {
            let with = deals.iter().filter(|deal| deal[place].has(card)).count();
            assert_eq!(marginals.count(card, place), with as u128);
        }
    }
    let places = space.setup().capacities().len();
    let quantity = Quantity::new(0, |card| card as i32 % 5 - 1)
        + Quantity::number(places - 1, Cards(0b0101_0110));
    let values: Vec<i64> = deals.iter().map(|deal| quantity.of(deal)).collect();
    let mean = space.expectation(&quantity);
    assert_eq!(mean.is_none(), deals.is_empty());
    if let Some(mean) = mean {
        assert_eq!(mean.numerator, values.iter().sum::<i64>() as i128);
        assert_eq!(mean.denominator, values.len() as u128);
    }
    let mut histogram = std::collections::BTreeMap::new();
    for value in values {
        *histogram.entry(value).or_insert(0) += 1;
    }
    assert_eq!(space.distribution(&quantity).unwrap(), histogram);
}

#[test]
fn counts_lists_and_totals_agree_with_brute_force() {
    for case in cases::all() {
        let deals = brute::list(&case.setup);
        println!("{}: {} deals", case.name, deals.len());
        for space in in_every_order(&case.setup) {
            agrees_with_list(&space, &deals);
        }
    }
}

#[test]
fn samples_are_uniform() {
    for case in cases::all() {
        let deals = brute::list(&case.setup);
        for space in in_every_order(&case.setup) {
            let mut rng = stream(7, 1);
            if deals.is_empty() {
                assert_eq!(space.sample(&mut rng), None);
                continue;
            }
            let draws = (0..40 * deals.len()).map(|_| space.sample(&mut rng).unwrap());
            let p = brute::evenness(draws, &deals);
            assert!(p > LEAST, "{} {:?}: p = {p}", case.name, space.order());
        }
    }
}

/// A larger space, sampled until a draw passes the rules left out, is as fair: that is how questions that do not fit a
/// budget are dealt.
#[test]
fn samples_of_a_larger_space_that_pass_the_check_are_uniform_too() {
    let mut tested = 0;
    for case in cases::all().iter().filter(|case| !case.checked.is_empty()) {
        let deals = brute::list(&case.setup);
        let larger = case.larger.build().unwrap();
        assert!(larger.count() > deals.len() as u128, "{}", case.name);
        let mut rng = stream(8, 1);
        let passes = |deal: &Deal| case.checked.iter().all(|rule| rule.holds(deal));
        let mut draw = || loop {
            let deal = larger.sample(&mut rng).unwrap();
            if passes(&deal) {
                return deal;
            }
        };
        let p = brute::evenness((0..40 * deals.len()).map(|_| draw()), &deals);
        assert!(p > LEAST, "{}: p = {p}", case.name);
        tested += 1;
    }
    assert!(tested > 8);
}

/// Shuffling and throwing away: the method everyone trusts.
fn by_rejection(setup: &Setup, rng: &mut impl Rng) -> Deal {
    let open = Setup::new(setup.deck().clone(), setup.capacities().iter().copied()).unwrap();
    let open = open.build().unwrap();
    loop {
        let deal = open.sample(rng).unwrap();
        if setup.holds(&deal) {
            return deal;
        }
    }
}

#[test]
fn rejection_agrees() {
    for case in cases::all() {
        let deals = brute::list(&case.setup);
        if deals.len() > 20 {
            let mut rng = stream(9, 1);
            let draws = (0..10 * deals.len()).map(|_| by_rejection(&case.setup, &mut rng));
            let p = brute::evenness(draws, &deals);
            assert!(p > LEAST, "{}: p = {p}", case.name);
        }
    }
}

/// The test above has teeth: dealing the first place fairly and only redrawing the second until it fits,
/// as many programs do, is not uniform, and is found out.
#[test]
fn unfair_dealing_is_found_out() {
    let case = &cases::all()[4];
    assert_eq!(case.name, "points in two places");
    let (first_only, second) = (case.larger.build().unwrap(), &case.checked[0]);
    let deals = brute::list(&case.setup);
    let mut rng = stream(10, 1);
    let unfair = |rng: &mut space::Stream| loop {
        let first = first_only.sample(rng).unwrap()[0];
        let others = Setup::new(case.setup.deck().clone(), [3, 3, 2]).unwrap();
        let others = others.restrict(first, [0]).unwrap().build().unwrap();
        let redrawn = (0..200).map(|_| others.sample(rng).unwrap());
        if let Some(deal) = { redrawn }.find(|deal| second.holds(deal)) {
            return deal;
        }
    };
    let draws = (0..40 * deals.len()).map(|_| unfair(&mut rng));
    let p = brute::evenness(draws, &deals);
    assert!(p < 1e-9, "p = {p}");
}

/// A generator whose first 32 bits are given.
struct Rigged {
    first: Option<u32>,
    then: space::Stream,
}

impl rand::TryRng for Rigged {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.first.take().unwrap_or_else(|| self.then.next_u32()))
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.then.next_u64())
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.then.fill_bytes(bytes);
        Ok(())
    }
}

/// Two splits: card 0 elsewhere, with a share of 2/3, and here. The boundary is at 2^33 / 3 = 2863311530.67:
/// that draw must put the card here in exactly a third of its cases, and its neighbours never and always.
#[test]
fn the_boundary_between_two_splits_is_exact() {
    let deck = space::Deck::new([[0], [1], [2]]).unwrap();
    let rule = Quantity::number(0, Cards(0b1)).within(0..=1);
    let setup = Setup::new(deck, [1, 2]).unwrap();
    let space = setup.require(rule).unwrap().build().unwrap();
    assert!(
        !space.nth(0).unwrap()[0].has(0),
        "the split 'elsewhere' comes first"
    );
    let share = |first: u32| {
        let here = |seed: u64| {
            let mut rng = Rigged {
                first: Some(first),
                then: stream(seed, 0),
            };
            space.sample(&mut rng).unwrap()[0].has(0) as u32
        };
        (0..30_000).map(here).sum::<u32>() as f64 / 30_000.0
    };
    assert_eq!(share(2863311529), 0.0);
    assert!((share(2863311530) - 1.0 / 3.0).abs() < 0.01);
    assert_eq!(share(2863311531), 1.0);
}

#[test]
fn bad_input_is_an_error() {
    let deck = || brute::deck(8);
    let two = || Setup::new(deck(), [4, 4]).unwrap();
    assert_eq!(
        Setup::new(deck(), [4, 3]).unwrap_err(),
        Error::Capacities {
            capacity: 7,
            cards: 8
        }
    );
    assert_eq!(Setup::new(deck(), []).unwrap_err(), Error::Places(0));
    assert_eq!(Setup::new(deck(), [1; 9]).unwrap_err(), Error::Places(9));
    assert_eq!(space::Deck::new([[64]]).unwrap_err(), Error::NoSuchCard(64));
    assert_eq!(
        two().restrict(Cards(1 << 20), [0]).unwrap_err(),
        Error::NotInDeck(20)
    );
    let nowhere = Error::NoSuchPlace {
        place: 2,
        places: 2,
    };
    assert_eq!(two().restrict(Cards(1), [2]).unwrap_err(), nowhere);
    let rule = Quantity::number(2, Cards(1)).within(0..=1);
    assert_eq!(two().require(rule).unwrap_err(), nowhere);
    let far = Quantity::number(99, Cards(1));
    assert!(two().require(far.clone().within(0..=1)).is_err());
    assert!(two().build().unwrap().distribution(&far).is_err());
    let stranger = Deal::new([Cards(0b1111), Cards(0b1111)]);
    assert_eq!(
        two().build().unwrap().rank(&stranger),
        Err(Error::NotInSpace)
    );
}

#[test]
fn a_small_budget_is_kept_and_said() {
    let case = &cases::all()[5];
    let tight = Budget {
        work: 30,
        memory: 1 << 20,
    };
    for order in Order::ALL {
        let error = case
            .setup
            .build_in(order, tight, &Watch::default())
            .unwrap_err();
        assert_eq!(error, Error::OverBudget { work: 30 });
    }
    let cramped = Budget {
        work: 1 << 20,
        memory: 100,
    };
    assert!(matches!(
        case.setup.build_within(cramped, &Watch::default()),
        Err(Error::OverMemory { memory: 100 })
    ));
}

#[test]
fn more_deals_than_can_be_counted_is_an_error() {
    let deck = space::Deck::new([0..32, 32..64]).unwrap();
    let setup = Setup::new(deck, [8; 8]).unwrap();
    assert_eq!(setup.build().unwrap_err(), Error::TooManyDeals);
}
