//! How often the interval of a share holds the truth: drawn again and again with a chance that is known.

use rand::RngExt;
use space::{Stream, interval, stream};

/// How many of some draws succeed, by the lengths of the runs that fail: one random number for each success.
fn successes(chance: f64, draws: u64, rng: &mut Stream) -> u64 {
    let (mut drawn, mut found) = (0.0, 0);
    loop {
        // One less the number is above 0, which has no logarithm.
        let number = 1.0 - rng.random::<f64>();
        drawn += 1.0 + (number.ln() / (-chance).ln_1p()).floor();
        if drawn > draws as f64 {
            return found;
        }
        found += 1;
    }
}

/// An interval with the same middle and half the width.
fn half_as_wide((low, high): (f64, f64)) -> (f64, f64) {
    let (middle, reach) = ((low + high) / 2.0, (high - low) / 4.0);
    (middle - reach, middle + reach)
}

#[test]
fn the_interval_of_a_share_holds_the_truth_as_often_as_it_says() {
    let rounds = needs::rounds(400, 20_000);
    let questions = [0.5, 0.1, 0.01, 0.001]
        .into_iter()
        .flat_map(|chance| [200, 2_000, 40_000].map(|draws| (chance, draws)));
    for (number, (chance, draws)) in questions.enumerate() {
        let holds = |(low, high): (f64, f64)| (low..=high).contains(&chance);
        let (mut held, mut held_by_half, mut sum) = (0, 0, 0);
        for round in 0..rounds {
            let mut rng = stream(number as u64, round);
            let found = successes(chance, draws, &mut rng);
            sum += found;
            let interval = interval(found, draws);
            held += u64::from(holds(interval));
            held_by_half += u64::from(holds(half_as_wide(interval)));
        }
        let what = format!("{chance} in {draws} draws: {held} and {held_by_half} of {rounds}");
        // The draws themselves are what they should be.
        let all = (rounds * draws) as f64;
        let deviation = (all * chance * (1.0 - chance)).sqrt();
        assert!(
            (sum as f64 - all * chance).abs() < 4.0 * deviation,
            "{what}"
        );
        let share = |held: u64| held as f64 / rounds as f64;
        let by_luck = |share: f64| 3.0 * (share * (1.0 - share) / rounds as f64).sqrt();
        assert!(share(held) > 0.93 - by_luck(0.93), "{what}");
        // An interval that always holds the truth is too wide; few successes come in steps too large for 95%.
        let most = if chance * draws as f64 > 10.0 {
            0.97 + by_luck(0.97)
        } else {
            1.0
        };
        assert!(share(held) < most, "{what}");
        assert!(share(held_by_half) < 0.8, "{what}");
    }
}
