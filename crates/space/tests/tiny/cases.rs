//! One table of named cases. Every way to get at a space runs over all of them, and all agree.

use space::{Cards, Quantity, Reader, Rule, Setup};

use crate::brute::deck;

/// A question, and the rules that a relaxed build leaves to the check.
pub struct Case {
    pub name: &'static str,
    pub setup: Setup,
    pub relaxed: &'static [&'static str],
}

fn case(name: &'static str, setup: Setup, relaxed: &'static [&'static str]) -> Case {
    Case {
        name,
        setup,
        relaxed,
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
    vec![
        case("no condition", eight(&[2, 3, 3]), &[]),
        case("one place has everything", eight(&[8]), &[]),
        case("an empty place", eight(&[4, 0, 4]), &[]),
        case(
            "a length",
            eight(&[3, 3, 2])
                .require("length", length(0, 2..=3))
                .unwrap(),
            &["length"],
        ),
        case(
            "points in two places",
            eight(&[3, 3, 2])
                .require("first", points(0).within(2..=4))
                .unwrap()
                .require("second", points(1).within(0..=1))
                .unwrap(),
            &["second"],
        ),
        case(
            "points and lengths in every place",
            eight(&[2, 2, 2, 2])
                .require("lengths", Rule::all([length(0, 1..=2), length(1, 0..=1)]))
                .unwrap()
                .require("points", Rule::all((0..4).map(|p| points(p).within(0..=2))))
                .unwrap(),
            &["points"],
        ),
        case(
            "a named card, or no points",
            eight(&[3, 5])
                .require("union", Rule::any([holds(0, 7), points(0).within(0..=0)]))
                .unwrap(),
            &["union"],
        ),
        case(
            "not both",
            eight(&[4, 4])
                .require("not", !Rule::all([holds(0, 3), holds(0, 7)]))
                .unwrap(),
            &["not"],
        ),
        case(
            "a union across places",
            eight(&[3, 3, 2])
                .require(
                    "union",
                    Rule::any([
                        Rule::all([length(0, 3..=3), points(1).within(2..=9)]),
                        Rule::all([length(0, 0..=1), points(2).within(0..=0)]),
                    ]),
                )
                .unwrap()
                .require("card", !holds(1, 0))
                .unwrap(),
            &["union"],
        ),
        case(
            "partners have five between them",
            eight(&[2, 2, 2, 2])
                .require(
                    "fit",
                    (Quantity::number(0, LOW) + Quantity::number(2, LOW)).within(3..=4),
                )
                .unwrap(),
            &["fit"],
        ),
        case(
            "more points than the neighbour",
            eight(&[3, 3, 2])
                .require("more", Rule::test([points(0), points(1)], |v| v[0] > v[1]))
                .unwrap(),
            &["more"],
        ),
        case(
            "points that may be negative",
            eight(&[3, 5])
                .require("sum", Quantity::new(0, |c| c as i32 % 3 - 1).within(-1..=0))
                .unwrap(),
            &["sum"],
        ),
        case(
            "a reader of its own",
            eight(&[3, 3, 2])
                .require("longest", Rule::reader(LongestIsTwo))
                .unwrap(),
            &["longest"],
        ),
        case(
            "cards that may not lie somewhere",
            eight(&[3, 3, 2])
                .restrict(Cards(0b11), [0, 2])
                .unwrap()
                .restrict(Cards(0b110), [1, 2])
                .unwrap()
                .require("points", points(1).within(1..=2))
                .unwrap(),
            &["points"],
        ),
        case(
            "cards already dealt",
            eight(&[3, 3, 2])
                .restrict(Cards(0b1000_0001), [1])
                .unwrap()
                .require("points", points(1).within(3..=3))
                .unwrap()
                .require("length", length(0, 1..=2))
                .unwrap(),
            &["length"],
        ),
        case(
            "one deal only",
            eight(&[4, 4]).require("length", length(0, 4..=4)).unwrap(),
            &[],
        ),
        case(
            "nothing qualifies",
            eight(&[4, 4])
                .require(
                    "points",
                    Rule::all([points(0).within(4..=6), points(1).within(4..=6)]),
                )
                .unwrap(),
            &[],
        ),
        case(
            "forced cards clash",
            eight(&[1, 7]).restrict(Cards(0b11), [0]).unwrap(),
            &[],
        ),
        case(
            "an impossible rule",
            eight(&[4, 4]).require("never", Rule::any([])).unwrap(),
            &[],
        ),
    ]
}
