//! Finds better figures for the rule of thumb: plays it against itself on duplicate deals, half of them with the dealer
//! stuck, with one figure changed at a time, and keeps what wins on two sets of deals.
//!
//!     tune DEALS ROUNDS
//!
//! The figures of `thumb.rs` are what four rounds of 200,000 deals came to, rounded; two rounds take three minutes.

use euchre::{Deal, Figures, Hand, Rules, Seat, Side, Thumb};

const STEPS: [i16; 6] = [20, -20, 10, -10, 5, -5];

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let (Some(Ok(deals)), Some(Ok(rounds))) = (numbers.next(), numbers.next()) else {
        eprintln!("say: tune DEALS ROUNDS");
        std::process::exit(2);
    };
    let first = Thumb::default();
    let mut best = first;
    let mut seed = 0;
    for round in 1..=rounds {
        for index in 0..figures(&mut best).len() {
            for step in STEPS {
                let mut changed = best;
                *figures(&mut changed)[index] += step;
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
fn figures(thumb: &mut Thumb) -> Vec<&mut i16> {
    fn of(figures: &mut Figures) -> impl Iterator<Item = &mut i16> {
        let Figures { trump, side, void } = figures;
        trump.iter_mut().chain(side).chain([void])
    }
    of(&mut thumb.make)
        .chain(of(&mut thumb.alone))
        .chain(&mut thumb.order)
        .chain(&mut thumb.name)
        .chain(&mut thumb.next)
        .chain([
            &mut thumb.go_alone,
            &mut thumb.to_partner,
            &mut thumb.to_opponent,
        ])
        .collect()
}

/// What one wins over the other a hand, and the standard error of that.
fn compare(one: &Thumb, other: &Thumb, deals: u64, seed: u64) -> (f64, f64) {
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
fn points_a_hand(one: &Thumb, other: &Thumb, deal: u64, seed: u64) -> f64 {
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
            let thumb = if position.turn().side() == side {
                one
            } else {
                other
            };
            position.make(position.rule_of_thumb(thumb));
        }
    };
    let points: i8 = Side::ALL.into_iter().map(in_room).sum();
    points as f64 / 2.0
}
