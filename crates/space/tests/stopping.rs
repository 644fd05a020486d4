//! Stopping: whatever is under way ends soon after its watch is stopped, with nothing that could be taken for an answer.
//! Work is counted and never clocked, so these tests say the same on every machine.

use std::ops::RangeInclusive;
use std::sync::Arc;

use space::{
    Budget, Cards, Deck, Error, FormulaId, Formulas, Order, Quantity, Rule, Setup, Stopped, Watch,
};

/// Steps of work, in the units of a budget. A look is due after 50,000; what was begun is finished first.
const MOST_BETWEEN_LOOKS: u64 = 100_000;

fn suit(suit: usize) -> Cards {
    Cards(0x1fff << (16 * suit))
}

fn hcp(card: u8) -> i32 {
    (card as i32 % 16 - 8).clamp(0, 4)
}

fn length(place: usize, of: usize, range: RangeInclusive<i64>) -> Rule {
    Quantity::number(place, suit(of)).within(range)
}

fn points(place: usize, range: RangeInclusive<i64>) -> Rule {
    Quantity::new(place, hcp).within(range)
}

fn question(rules: impl IntoIterator<Item = Rule>) -> Setup {
    let deck = Deck::new((0..4).map(|s| suit(s).iter().collect::<Vec<u8>>())).unwrap();
    let setup = Setup::new(deck, [13; 4]).unwrap();
    let require = |setup: Setup, rule| setup.require(rule).unwrap();
    rules.into_iter().fold(setup, require)
}

/// Two seats, and something of the third: a graph of two hundred thousand nodes.
fn three_seats() -> Setup {
    question([
        length(0, 3, 6..=13),
        points(0, 10..=12),
        length(2, 2, 5..=13),
        points(2, 12..=14),
        points(1, 0..=7),
    ])
}

/// Loose in every seat: more than a small budget, in every order.
fn loose_four_seats() -> Setup {
    let seat = |place| {
        let suits = (0..4).map(move |s| length(place, s, 1..=6));
        suits.chain([points(place, 5..=15)])
    };
    question((0..4).flat_map(seat))
}

/// One reader whose states hardly ever meet: nearly all of the work is making automata.
fn many_states() -> Setup {
    let ranks = |s: usize| {
        let worth = move |card| {
            if suit(s).has(card) {
                card as i32 % 16
            } else {
                0
            }
        };
        Quantity::new(0, worth)
    };
    question([Rule::test((0..4).map(ranks), |sums| {
        sums[0] > sums[1] && (sums[2] * sums[3]) % 7 == 3
    })])
}

/// A union over all seats and suits: automata of several places, joined one after the other.
fn union_across_seats() -> Setup {
    let both = |(place, s)| Rule::all([length(place, s, 6..=13), points((place + 1) % 4, 12..=20)]);
    let pairs = (0..4).flat_map(|place| (0..4).map(move |s| (place, s)));
    question([Rule::any(pairs.map(both))])
}

/// A score of each seat, worked out from five formulas; the seats' scores fall from the first to the last.
fn scores() -> (Setup, Arc<Formulas>, Vec<FormulaId>) {
    let mut formulas = Formulas::default();
    let scores: Vec<FormulaId> = (0..4)
        .map(|seat| {
            let points = formulas.read([Quantity::new(seat, hcp)], |v| v[0]);
            let suits = (0..4).map(|s| Quantity::number(seat, suit(s)));
            let shape = formulas.read(suits, |v| v.iter().map(|n| (n - 3).abs()).sum());
            formulas.combine([points, shape], |v| 2 * v[0] + v[1])
        })
        .collect();
    let falling = formulas.combine(scores.clone(), |v| v.is_sorted_by(|a, b| a > b).into());
    let formulas = Arc::new(formulas);
    let setup = question([Rule::formula(&formulas, falling)]);
    (setup, formulas, scores)
}

/// An operation that can be stopped; whether it came to an end is all that matters here.
type Operation = Box<dyn Fn(&Watch) -> Result<(), Error>>;

fn budget(work: u64) -> Budget {
    Budget {
        work,
        ..Budget::default()
    }
}

fn building(setup: Setup, work: u64) -> Operation {
    Box::new(move |watch| setup.build_within(budget(work), watch).map(drop))
}

/// Everything in the crate that can take long.
fn operations() -> Vec<(&'static str, Operation)> {
    let (falling, formulas, scores) = scores();
    let distribution = three_seats();
    let spread = |i: usize| {
        Quantity::new(i % 4, move |c| {
            i32::from(c as usize == 12 + 16 * (i % 4)) << i
        })
    };
    let pattern = (0..4)
        .map(spread)
        .fold(Quantity::default(), |sum, q| sum + q);
    let space = three_seats().build().unwrap();
    let counted = three_seats();
    let in_order = three_seats();
    let found = loose_four_seats();
    vec![
        ("three seats", building(three_seats(), 1_000_000_000)),
        ("loose four seats", building(loose_four_seats(), 20_000_000)),
        ("many states", building(many_states(), 20_000_000)),
        ("a union", building(union_across_seats(), 20_000_000)),
        (
            "in an order",
            Box::new(move |watch| {
                let space = in_order.build_in(Order::Rare, Budget::default(), watch);
                space.map(drop)
            }),
        ),
        (
            "finding",
            Box::new(move |watch| found.find(Budget::default(), watch).map(drop)),
        ),
        (
            "counting",
            Box::new(move |watch| {
                let formulas = Arc::default();
                let counting = counted.counting(&formulas, &[], Budget::default(), watch)?;
                counting.alone()?;
                counting.tally().map(drop)
            }),
        ),
        (
            "counting by scores",
            Box::new(move |watch| {
                let counting = falling.counting(&formulas, &scores, budget(20_000_000), watch)?;
                counting.alone()?;
                counting.tally().map(drop)
            }),
        ),
        (
            "a distribution",
            Box::new(move |watch| {
                let values = distribution.distribution(&pattern, Budget::default(), watch);
                values.map(drop)
            }),
        ),
        (
            "marginals",
            Box::new(move |watch| Ok(space.marginals_watched(watch).map(drop)?)),
        ),
    ]
}

#[test]
fn every_operation_looks_often_and_can_be_stopped_at_any_look() {
    for (name, operation) in operations() {
        let watch = Watch::default();
        let whole = operation(&watch);
        assert!(
            matches!(whole, Ok(()) | Err(Error::OverBudget { .. })),
            "{name}: {whole:?}"
        );
        let between = watch.most_work_between_looks();
        assert!(between <= MOST_BETWEEN_LOOKS, "{name}: {between}");
        let looks = watch.looks();
        assert!(looks > 20, "{name}: {looks} looks");
        // Early, where the automata are made; late, where the graph is counted; and between.
        for at in [
            1,
            2,
            looks / 50,
            looks / 3,
            looks * 9 / 10,
            looks - 1,
            looks,
        ] {
            let watch = Watch::stopping_at(at.max(1));
            let stopped = operation(&watch);
            assert_eq!(
                stopped,
                Err(Error::Stopped(Stopped)),
                "{name} at {at} of {looks}"
            );
            assert_eq!(
                watch.looks(),
                at.max(1),
                "{name} went on after it was stopped"
            );
        }
    }
}

/// What is charged to the budget is not done behind the watch's back.
#[test]
fn looks_keep_up_with_the_work() {
    for setup in [
        three_seats(),
        question([points(0, 10..=12), points(1, 5..=9)]),
    ] {
        let watch = Watch::default();
        let space = setup.build_within(Budget::default(), &watch).unwrap();
        let least = space.work() / MOST_BETWEEN_LOOKS;
        assert!(watch.looks() >= least, "{} of {least}", watch.looks());
    }
}

#[test]
fn another_thread_can_stop_it() {
    let watch = Watch::default();
    let setup = loose_four_seats();
    let ended = std::thread::scope(|scope| {
        let worker = scope.spawn(|| setup.build_within(Budget::default(), &watch).map(drop));
        while watch.looks() < 5 {
            std::thread::yield_now();
        }
        watch.stop();
        worker.join().unwrap()
    });
    assert_eq!(ended, Err(Error::Stopped(Stopped)));
}

#[test]
fn a_watch_that_was_stopped_before_stops_the_smallest_question() {
    let watch = Watch::default();
    watch.stop();
    let setup = question([length(0, 3, 13..=13)]);
    assert_eq!(
        setup.build_within(Budget::default(), &watch).map(drop),
        Err(Error::Stopped(Stopped))
    );
    assert_eq!(
        setup.find(Budget::default(), &watch),
        Err(Error::Stopped(Stopped))
    );
}

/// To be watched changes nothing but that it can be stopped.
#[test]
fn a_watched_space_is_the_same_space() {
    let plain = three_seats().build().unwrap();
    let watch = Watch::default();
    let part = watch.part();
    let watched = { three_seats() }
        .build_within(Budget::default(), &part)
        .unwrap();
    assert_eq!(
        (plain.count(), plain.order(), plain.work(), plain.nodes()),
        (
            watched.count(),
            watched.order(),
            watched.work(),
            watched.nodes()
        )
    );
    assert_eq!(plain.marginals_watched(&watch), Ok(plain.marginals()));
}
