//! How often the intervals of an arena's result hold the truth: tallies of players whose strength is known.

use euchre::{Estimate, Tally};
use rand::{Rng, RngExt};

/// What A may win in a deal more than B, of both rooms together: some values more often than others, 0.6 in the mean.
const DIFFERENCES: [i32; 10] = [-4, -2, -1, 0, 0, 1, 1, 2, 3, 6];
const POINTS_A_HAND: f64 = 0.6 / 2.0;
/// How likely A is to win a game.
const GAME: f64 = 0.7;

fn tally(deals: u64, rng: &mut impl Rng) -> Tally {
    let mut tally = Tally::default();
    for _ in 0..deals {
        let difference = DIFFERENCES[rng.random_range(0..DIFFERENCES.len())];
        tally.differences.push(difference);
        if rng.random_bool(GAME) {
            tally.games_a += 1;
        } else {
            tally.games_b += 1;
        }
    }
    tally
}

#[test]
fn the_intervals_of_a_tally_hold_the_truth_as_often_as_they_say() {
    let rounds = needs::rounds(1_000, 50_000);
    for deals in [60, 400] {
        let mut held = [[0u32; 2]; 2];
        for round in 0..rounds {
            let tally = tally(deals, &mut space::stream(deals, round));
            let games = tally.games().unwrap();
            for (held, (found, truth)) in held
                .iter_mut()
                .zip([(tally.points_a_hand(), POINTS_A_HAND), (games, GAME)])
            {
                let Estimate { value, interval } = found;
                let off = (value - truth).abs();
                held[0] += u32::from(off <= interval);
                held[1] += u32::from(off <= interval / 2.0);
            }
        }
        for [whole, half] in held {
            let [whole, half] = [whole, half].map(|held| f64::from(held) / rounds as f64);
            let by_luck = 3.0 * (0.95 * 0.05 / rounds as f64).sqrt();
            // Games come in whole numbers, which leaves it a little off: 93.4% for 60 of them.
            let likely = 0.93 - by_luck..=0.97 + by_luck;
            assert!(likely.contains(&whole), "{deals} deals: {whole} and {half}");
            assert!(half < 0.75, "{deals} deals: {whole} and {half}");
        }
    }
}
