//! The real deck of 52, four suits of thirteen to four places of thirteen: exact reference values, and
//! second methods for what cannot be listed.

use std::ops::RangeInclusive;

use space::{Budget, Cards, Deal, Deck, Order, Quantity, Rule, Setup, Space, Watch, stream};
use statrs::distribution::{ChiSquared, ContinuousCDF};

const TOTAL: u128 = 53644737765488792839237440000;
/// 13-card hands: 52 choose 13. What is said of one hand leaves the other 39 cards free.
const HANDS: u128 = 635013559600;

const NORTH: usize = 0;
const EAST: usize = 1;
const SOUTH: usize = 2;
const WEST: usize = 3;
const CLUBS: usize = 0;
const DIAMONDS: usize = 1;
const HEARTS: usize = 2;
const SPADES: usize = 3;

fn suit(suit: usize) -> Cards {
    Cards(0x1fff << (16 * suit))
}

/// High card points: the ace is the thirteenth card of its sixteen bits.
fn hcp(card: u8) -> i32 {
    (card as i32 % 16 - 8).clamp(0, 4)
}

fn length(place: usize, of: usize, range: RangeInclusive<i64>) -> Rule {
    Quantity::number(place, suit(of)).within(range)
}

fn points(place: usize, range: RangeInclusive<i64>) -> Rule {
    Quantity::new(place, hcp).within(range)
}

fn points_in(place: usize, of: usize, range: RangeInclusive<i64>) -> Rule {
    let worth = |card| if suit(of).has(card) { hcp(card) } else { 0 };
    Quantity::new(place, worth).within(range)
}

fn question(rules: impl IntoIterator<Item = Rule>) -> Setup {
    let deck = Deck::new((0..4).map(|s| suit(s).iter().collect::<Vec<u8>>())).unwrap();
    let setup = Setup::new(deck, [13; 4]).unwrap();
    let require = |setup: Setup, rule| setup.require(rule).unwrap();
    rules.into_iter().fold(setup, require)
}

fn balanced(place: usize) -> Rule {
    let lengths = (0..4).map(|s| Quantity::number(place, suit(s)));
    Rule::test(lengths, |lengths| {
        let mut sorted = [0; 4];
        sorted.copy_from_slice(lengths);
        sorted.sort();
        [[3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5]].contains(&sorted)
    })
}

/// North has six spades and a weak hand, South five hearts and an opening one.
fn two_seats() -> Vec<Rule> {
    vec![
        length(NORTH, SPADES, 6..=13),
        points(NORTH, 10..=12),
        length(SOUTH, HEARTS, 5..=13),
        points(SOUTH, 12..=14),
    ]
}

fn three_seats() -> Vec<Rule> {
    let mut rules = two_seats();
    rules.push(points(EAST, 0..=7));
    rules
}

/// A weak two in hearts, a take-out hand, a two-suiter, and the rest: tight in every seat.
fn weak_two() -> Vec<Rule> {
    vec![
        length(WEST, HEARTS, 6..=6),
        points_in(WEST, HEARTS, 5..=7),
        points(WEST, 6..=11),
        length(NORTH, HEARTS, 0..=1),
        length(NORTH, SPADES, 3..=5),
        length(NORTH, DIAMONDS, 3..=5),
        length(NORTH, CLUBS, 3..=5),
        points(NORTH, 12..=20),
        length(EAST, SPADES, 5..=6),
        points_in(EAST, SPADES, 3..=7),
        length(EAST, CLUBS, 4..=5),
        points_in(EAST, CLUBS, 3..=7),
        points(EAST, 12..=20),
        length(SOUTH, HEARTS, 4..=6),
        length(SOUTH, SPADES, 2..=4),
        points(SOUTH, 8..=17),
    ]
}

/// An opening hand, a take-out double and two limited hands, with ranges in every suit.
fn take_out_double() -> Vec<Rule> {
    vec![
        points(NORTH, 12..=18),
        length(NORTH, SPADES, 5..=6),
        points_in(NORTH, SPADES, 3..=10),
        length(NORTH, HEARTS, 0..=4),
        length(NORTH, DIAMONDS, 0..=4),
        length(NORTH, CLUBS, 0..=4),
        points(EAST, 12..=15),
        length(EAST, SPADES, 0..=2),
        length(EAST, HEARTS, 4..=4),
        points_in(EAST, HEARTS, 3..=10),
        length(EAST, DIAMONDS, 3..=5),
        length(EAST, CLUBS, 3..=5),
        points(SOUTH, 5..=10),
        length(SOUTH, SPADES, 2..=3),
        length(SOUTH, HEARTS, 2..=5),
        length(SOUTH, DIAMONDS, 1..=5),
        length(SOUTH, CLUBS, 1..=5),
        points(WEST, 0..=7),
        length(WEST, SPADES, 1..=5),
        length(WEST, HEARTS, 2..=5),
        length(WEST, DIAMONDS, 2..=5),
        length(WEST, CLUBS, 2..=5),
    ]
}

fn chance(space: &Space) -> f64 {
    space.count() as f64 / TOTAL as f64
}

#[test]
fn every_deal() {
    assert_eq!(question([]).build().unwrap().count(), TOTAL);
}

#[test]
fn one_hand_to_the_last_digit() {
    let table = [
        (
            vec![length(NORTH, SPADES, 5..=13)],
            111975893420,
            0.176336224207,
        ),
        (vec![points(NORTH, 10..=12)], 167495370416, 0.263766604482),
        (
            vec![length(NORTH, SPADES, 5..=13), points(NORTH, 10..=12)],
            29939411603,
            0.047147672912,
        ),
        (
            vec![length(NORTH, SPADES, 6..=6), points(NORTH, 10..=12)],
            7156885014,
            0.011270444396,
        ),
        (
            vec![balanced(NORTH), points(NORTH, 15..=17)],
            30897212184,
            0.048655988076,
        ),
        (
            vec![length(NORTH, SPADES, 8..=13), points(NORTH, 20..=37)],
            4761804,
            0.000007498744,
        ),
    ];
    for (rules, hands, probability) in table {
        for order in Order::ALL {
            let space = question(rules.clone())
                .build_in(order, Budget::default(), &Watch::default())
                .unwrap();
            assert_eq!(space.count(), hands * (TOTAL / HANDS));
            assert!((chance(&space) - probability).abs() < 5e-13);
        }
    }
    let six_spades = question([length(NORTH, SPADES, 6..=6), points(NORTH, 10..=12)]);
    assert_eq!(
        six_spades.build().unwrap().count(),
        604600034108919818184129600
    );
}

#[test]
fn two_and_three_seats() {
    for order in Order::ALL {
        let two = question(two_seats())
            .build_in(order, Budget::default(), &Watch::default())
            .unwrap();
        assert!((chance(&two) / 7.177595e-4 - 1.0).abs() < 1e-6);
    }
    for order in [Order::Rare, Order::Places] {
        let three = question(three_seats())
            .build_in(order, Budget::default(), &Watch::default())
            .unwrap();
        assert_eq!(three.count(), 16450362954267572411167824);
        assert!((chance(&three) / 3.066538e-4 - 1.0).abs() < 1e-6);
    }
}

/// Two orders share no intermediate state; that they agree to the last digit is a second method.
#[test]
fn four_seats_tight_and_loose() {
    let tight = question(weak_two());
    let counts = [Order::Groups, Order::Rare].map(|order| {
        tight
            .build_in(order, Budget::default(), &Watch::default())
            .unwrap()
            .count()
    });
    assert_eq!(counts[0], counts[1]);
    let one_in = TOTAL / counts[0];
    assert!((8_000_000..10_000_000).contains(&one_in), "1 in {one_in}");

    let loose = question(take_out_double()).build().unwrap();
    let one_in = TOTAL / loose.count();
    assert!((9_000..11_000).contains(&one_in), "1 in {one_in}");
    // The same count, by sampling a larger space, without three of the seats' points, and checking.
    let (left_out, kept): (Vec<_>, Vec<_>) =
        { take_out_double().into_iter().enumerate() }.partition(|(i, _)| [6, 12, 17].contains(i));
    let larger = question(kept.into_iter().map(|(_, rule)| rule));
    let larger = larger.build().unwrap();
    let mut rng = stream(1, 1);
    let draws = needs::rounds(100_000, 5_000_000);
    let passes = |deal: &Deal| left_out.iter().all(|(_, rule)| rule.holds(deal));
    let passed = (0..draws)
        .filter(|_| passes(&larger.sample(&mut rng).unwrap()))
        .count() as f64;
    let share = loose.count() as f64 / larger.count() as f64;
    let deviation = (draws as f64 * share * (1.0 - share)).sqrt();
    assert!((passed - draws as f64 * share).abs() < 4.0 * deviation);
}

#[test]
fn more_points_than_the_deck_has() {
    let rules = [
        points(NORTH, 15..=18),
        points(EAST, 12..=20),
        points(SOUTH, 8..=17),
        points(WEST, 6..=11),
        length(WEST, HEARTS, 6..=6),
    ];
    let space = question(rules).build().unwrap();
    assert_eq!(space.count(), 0);
    assert_eq!(space.sample(&mut stream(1, 1)), None);
}

/// Lengths by the hypergeometric formula, which shares nothing with the engine.
#[test]
fn lengths_by_formula() {
    let choose = |n: u128, k: u128| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
    let space = question([]).build().unwrap();
    let lengths = space
        .distribution(&Quantity::number(EAST, suit(HEARTS)))
        .unwrap();
    for n in 0..=13 {
        let hands = choose(13, n) * choose(39, 13 - n);
        assert_eq!(lengths[&(n as i64)], hands * (TOTAL / HANDS));
    }
}

/// The points of one hand by a table over (cards, points), card by card.
#[test]
fn points_by_a_table() {
    let mut table = vec![[0u128; 41]; 14];
    table[0][0] = 1;
    for card in (0..4).flat_map(|s| suit(s).iter()) {
        for held in (0..13).rev() {
            for sum in 0..=37 {
                let ways = table[held][sum];
                if ways > 0 {
                    table[held + 1][sum + hcp(card) as usize] += ways;
                }
            }
        }
    }
    let space = question([]).build().unwrap();
    let points = space.distribution(&Quantity::new(WEST, hcp)).unwrap();
    for (value, count) in points {
        assert_eq!(count, table[13][value as usize] * (TOTAL / HANDS));
    }
}

#[test]
fn marginals_and_expectations() {
    let space = question(two_seats()).build().unwrap();
    let marginals = space.marginals();
    for card in space.setup().deck().cards().iter() {
        let everywhere: u128 = (0..4).map(|place| marginals.count(card, place)).sum();
        assert_eq!(everywhere, space.count());
    }
    // The untracked seats are alike.
    assert_eq!(marginals.count(60, EAST), marginals.count(60, WEST));
    let mean = space.expectation(&Quantity::new(NORTH, hcp)).unwrap();
    let points = space.distribution(&Quantity::new(NORTH, hcp)).unwrap();
    let sum: i128 = points.iter().map(|(v, n)| *v as i128 * *n as i128).sum();
    assert_eq!(mean.numerator, sum);
    assert_eq!(points.keys().copied().collect::<Vec<_>>(), [10, 11, 12]);
}

/// Samples of a large space against its exact distributions, in every order.
#[test]
fn samples_have_the_counted_distribution() {
    let setup = question(two_seats());
    let length = Quantity::number(WEST, suit(DIAMONDS));
    for order in Order::ALL {
        let space = setup
            .build_in(order, Budget::default(), &Watch::default())
            .unwrap();
        let exact = space.distribution(&length).unwrap();
        let mut rng = stream(5, 5);
        let draws = needs::rounds(100_000, 5_000_000);
        let mut seen = [0u32; 14];
        for _ in 0..draws {
            seen[length.of(&space.sample(&mut rng).unwrap()) as usize] += 1;
        }
        let expected = |n: &i64| exact[n] as f64 / space.count() as f64 * draws as f64;
        let cells: Vec<i64> = exact
            .keys()
            .copied()
            .filter(|n| expected(n) > 5.0)
            .collect();
        let square = |n: &i64| (seen[*n as usize] as f64 - expected(n)).powi(2) / expected(n);
        let chi: f64 = cells.iter().map(square).sum();
        let p = 1.0 - ChiSquared::new(cells.len() as f64 - 1.0).unwrap().cdf(chi);
        assert!(p > 1e-4, "{order:?}: p = {p}");
    }
}

/// What a seed gives is a promise. If this fails, boards that people have kept the seeds of are lost.
#[test]
fn streams_and_samples_are_pinned() {
    use rand::Rng;
    let first = |seed, board| stream(seed, board).next_u64();
    assert_eq!(
        [
            first(0, 0),
            first(0, 1),
            first(1, 0),
            first(u64::MAX, u64::MAX)
        ],
        [
            6744923559274098776,
            12206870292510896558,
            1361056129356072182,
            9998504397746317436
        ]
    );
    let space = question(two_seats())
        .build_in(Order::Rare, Budget::default(), &Watch::default())
        .unwrap();
    let deal = space.sample(&mut stream(2024, 1)).unwrap();
    assert_eq!(space.rank(&deal), Ok(36839263109765967628191791));
    let hands = [NORTH, EAST, SOUTH, WEST].map(|place| deal[place].0);
    let expected = [
        2037318119110738186,
        4504218445283877,
        9038406655082576,
        254735970639813760,
    ];
    assert_eq!(hands, expected);
}
