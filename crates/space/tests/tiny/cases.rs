//! One table of named cases. Every way to get at a space runs over all of them, and all agree.

use space::{Cards, Quantity, Reader, Rule, Setup};

use crate::brute::deck;

/// A question, and a larger one: the same without the rules that a sampler may leave to a check.
pub struct Case {
    pub name: &'static str,
    pub setup: Setup,
    pub larger: Setup,
    /// The rules that make the difference.
    pub checked: Vec<Rule>,
}

fn case<const N: usize>(name: &'static str, larger: Setup, checked: [Rule; N]) -> Case {
    let setup = checked.iter().fold(larger.clone(), |setup, rule| {
        setup.require(rule.clone()).unwrap()
    });
    Case {
        name,
        setup,
        larger,
        checked: checked.into(),
    }
}

/// The cards of the first suit of an eight-card deck.
const LOW: Cards = Cards(0b1111);

fn points(place: usize) -> Quantity {
    Quantity::new(place, |card| match card % 4 {
        3 => 2,
        2 => 1,
        _ => 0,
    })
}

fn eight(places: &[u8]) -> Setup {
    Setup::new(deck(8), places.iter().copied()).unwrap()
}

/// A reader with a state of its own: the first place's longest suit has exactly two cards.
struct LongestIsTwo;

impl Reader for LongestIsTwo {
    type State = (u8, u8);
    fn label(&self, place: usize, card: u8) -> u32 {
        if place == 0 {
            1 + (card >= 4) as u32
        } else {
            0
        }
    }
    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn read(&self, &(a, b): &(u8, u8), _: usize, label: u32, number: u8) -> Option<(u8, u8)> {
        let next = if label == 1 {
            (a + number, b)
        } else {
            (a, b + number)
        };
        (next.0 <= 2 && next.1 <= 2).then_some(next)
    }
    fn accepts(&self, &(a, b): &(u8, u8)) -> bool {
        a.max(b) == 2
    }
}

/// The table.
pub fn all() -> Vec<Case> {
    let length = |place, range| Quantity::number(place, LOW).within(range);
    let holds = |place, card| Quantity::number(place, Cards::one(card)).within(1..=1);
    let with = |setup: Setup, rule: Rule| setup.require(rule).unwrap();
    let restricted = |setup: Setup, cards: u64, places: &[usize]| {
        let places = places.iter().copied();
        setup.restrict(Cards(cards), places).unwrap()
    };
    let clubs = |place| Quantity::number(place, LOW);
    vec![
        case("no condition", eight(&[2, 3, 3]), []),
        case("one place has everything", eight(&[8]), []),
        case("an empty place", eight(&[4, 0, 4]), []),
        case("a length", eight(&[3, 3, 2]), [length(0, 2..=3)]),
        case(
            "points in two places",
            with(eight(&[3, 3, 2]), points(0).within(2..=4)),
            [points(1).within(0..=1)],
        ),
        case(
            "points and lengths in every place",
            with(
                eight(&[2, 2, 2, 2]),
                Rule::all([length(0, 1..=2), length(1, 0..=1)]),
            ),
            [Rule::all((0..4).map(|p| points(p).within(0..=2)))],
        ),
        case(
            "a named card, or no points",
            eight(&[3, 5]),
            [Rule::any([holds(0, 7), points(0).within(0..=0)])],
        ),
        case(
            "not both",
            eight(&[4, 4]),
            [!Rule::all([holds(0, 3), holds(0, 7)])],
        ),
        case(
            "a union across places",
            with(eight(&[3, 3, 2]), !holds(1, 0)),
            [Rule::any([
                Rule::all([length(0, 3..=3), points(1).within(2..=9)]),
                Rule::all([length(0, 0..=1), points(2).within(0..=0)]),
            ])],
        ),
        case(
            "partners have three between them",
            eight(&[2, 2, 2, 2]),
            [(clubs(0) + clubs(2)).within(3..=4)],
        ),
        case(
            "more points than the neighbour",
            eight(&[3, 3, 2]),
            [Rule::test([points(0), points(1)], |v| v[0] > v[1])],
        ),
        case(
            "points that may be negative",
            eight(&[3, 5]),
            [Quantity::new(0, |c| c as i32 % 3 - 1).within(-1..=0)],
        ),
        case(
            "a reader of its own",
            eight(&[3, 3, 2]),
            [Rule::reader(LongestIsTwo)],
        ),
        case(
            "cards that may not lie somewhere",
            restricted(restricted(eight(&[3, 3, 2]), 0b11, &[0, 2]), 0b110, &[1, 2]),
            [points(1).within(1..=2)],
        ),
        case(
            "cards already dealt",
            with(
                restricted(eight(&[3, 3, 2]), 0b1000_0001, &[1]),
                points(1).within(3..=3),
            ),
            [length(0, 1..=2)],
        ),
        case("one deal only", with(eight(&[4, 4]), length(0, 4..=4)), []),
        case(
            "nothing qualifies",
            with(
                eight(&[4, 4]),
                Rule::all([points(0).within(4..=6), points(1).within(4..=6)]),
            ),
            [],
        ),
        case(
            "forced cards clash",
            restricted(eight(&[1, 7]), 0b11, &[0]),
            [],
        ),
        case(
            "an impossible rule",
            with(eight(&[4, 4]), Rule::any([])),
            [],
        ),
    ]
}
