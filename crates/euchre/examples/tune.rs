//! Finds better numbers for the heuristic: plays it against itself on duplicate deals, half of them with the dealer
//! stuck, with one number changed at a time, and keeps what wins on two sets of deals.
//!
//!     tune DEALS ROUNDS
//!
//! The numbers of `heuristic.rs` are what four rounds of 200,000 deals came to, rounded; two rounds take three minutes.

use euchre::{CardWorths, Deal, Hand, Heuristic, Rules, Seat, Side};

const STEPS: [i16; 6] = [20, -20, 10, -10, 5, -5];

fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(deals)), Some(Ok(rounds))) = (arguments.next(), arguments.next()) else {
        eprintln!("say: tune DEALS ROUNDS");
        std::process::exit(2);
    };
    let first = Heuristic::default();
    let mut best = first;
    let mut seed = 0;
    for round in 1..=rounds {
        for index in 0..numbers(&mut best).len() {
            for step in STEPS {
                let mut changed = best;
                *numbers(&mut changed)[index] += step;
                seed += 2;
                let won = compare(&changed, &best, deals, seed);
                // A change that does nothing wins by nothing; one that won by luck does not win again.
                if won.0 > 2.0 * won.1 && compare(&changed, &best, deals, seed + 1).0 > 0.0 {
                    best = changed;
                }
            }
        }
        let (points, error) = compare(&best, &first, 4 * deals, u64::MAX - round);
        println!(
            "after round {round}, {points:+.4} ± {:.4} points a hand: {best:#?}",
            1.96 * error
        );
    }
}

/// Everything that can be changed.
fn numbers(heuristic: &mut Heuristic) -> Vec<&mut i16> {
    fn of(worths: &mut CardWorths) -> impl Iterator<Item = &mut i16> {
        let CardWorths { trump, side, void } = worths;
        trump.iter_mut().chain(side).chain([void])
    }
    of(&mut heuristic.make)
        .chain(of(&mut heuristic.alone))
        .chain(&mut heuristic.order)
        .chain(&mut heuristic.name)
        .chain(&mut heuristic.next)
        .chain([
            &mut heuristic.go_alone,
            &mut heuristic.to_partner,
            &mut heuristic.to_opponent,
        ])
        .collect()
}

/// What one wins over the other a hand, and the standard error of that.
fn compare(one: &Heuristic, other: &Heuristic, deals: u64, seed: u64) -> (f64, f64) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let part = |thread: u64| {
        let each = (thread..deals).step_by(threads as usize);
        each.map(|deal| points_a_hand(one, other, deal, seed))
            .fold((0.0, 0.0), |(sum, squares), points| {
                (sum + points, squares + points * points)
            })
    };
    let parts: Vec<(f64, f64)> = std::thread::scope(|scope| {
        let started: Vec<_> = (0..threads).map(|k| scope.spawn(move || part(k))).collect();
        let joined = started.into_iter().map(|thread| thread.join());
        joined.collect::<Result<_, _>>().unwrap_or_default()
    });
    let n = deals as f64;
    let mean = parts.iter().map(|part| part.0).sum::<f64>() / n;
    let squares = parts.iter().map(|part| part.1).sum::<f64>() / n;
    (mean, ((squares - mean * mean).max(0.0) / n).sqrt())
}

/// A deal from both sides.
fn points_a_hand(one: &Heuristic, other: &Heuristic, deal: u64, seed: u64) -> f64 {
    let cards = Deal::random(&mut space::stream(seed, deal));
    let dealer = Seat::ALL[deal as usize % 4];
    let rules = Rules {
        stick_the_dealer: (deal / 4).is_multiple_of(2),
        ..Rules::default()
    };
    let in_room = |side: Side| {
        let mut position = *Hand::new(rules, Default::default(), dealer, cards).position();
        loop {
            if let Some(points) = position.points() {
                return points.for_side(side);
            }
            let heuristic = if position.turn().side() == side {
                one
            } else {
                other
            };
            position.make(position.heuristic_move(heuristic));
        }
    };
    let points: i8 = Side::ALL.into_iter().map(in_room).sum();
    points as f64 / 2.0
}
