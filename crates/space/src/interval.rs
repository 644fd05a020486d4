//! How far a share that was found by drawing may be from the truth.

/// Where fewer were found than this, or fewer were not, the bounds are worked out: Wilson's are too narrow then (with one or none
/// expected, they hold the truth in as few as 84 cases of 100).
const FEW: u64 = 9;

/// The interval of a share, at 95%: `found` of so many draws. It is Wilson's, or, where few were found, that of Clopper and
/// Pearson, which holds the truth in at least as many cases.
///
/// ```
/// let (low, high) = space::interval(50, 100);
/// assert!(0.40 < low && low < 0.41 && 0.59 < high && high < 0.60);
/// // None of a hundred: it may still be one of thirty.
/// let (low, high) = space::interval(0, 100);
/// assert!(low == 0.0 && 0.036 < high && high < 0.037);
/// ```
pub fn interval(found: u64, draws: u64) -> (f64, f64) {
    let draws = draws.max(1);
    let missed = draws.saturating_sub(found);
    if found < FEW {
        return exact(found, draws);
    }
    if missed < FEW {
        let (low, high) = exact(missed, draws);
        return (1.0 - high, 1.0 - low);
    }
    let (n, z) = (draws as f64, 1.959964);
    let p = found as f64 / n;
    let centre = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (
        ((centre - spread) / scale).max(0.0),
        ((centre + spread) / scale).min(1.0),
    )
}

/// The shares for which so few, or fewer, and so many, or more, are each found in 25 cases of 1,000.
fn exact(found: u64, draws: u64) -> (f64, f64) {
    let share_for = |wanted: f64, most: u64| {
        let (mut low, mut high) = (0.0, 1.0);
        // Down to the last bits, however small it is.
        for _ in 0..200 {
            let middle = if low == 0.0 {
                high / 4.0
            } else {
                (low + high) / 2.0
            };
            if at_most(most, draws, middle) > wanted {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    };
    let low = found
        .checked_sub(1)
        .map_or(0.0, |less| share_for(0.975, less));
    let high = if found == draws {
        1.0
    } else {
        share_for(0.025, found)
    };
    (low, high)
}

/// The chance that at most so many of some draws have what a share has.
fn at_most(most: u64, draws: u64, share: f64) -> f64 {
    // The chance of none, and of each further one by the one before.
    let mut chance = (draws as f64 * (-share).ln_1p()).exp();
    let mut sum = chance;
    for number in 1..=most.min(draws) {
        chance *= (draws - number + 1) as f64 / number as f64 * share / (1.0 - share);
        sum += chance;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over all that may be found, weighed by how likely it is: at least 93.5% hold the truth, however rare it is, and where
    /// it is not rare no more than 96.5%.
    #[test]
    fn intervals_hold_what_is_rare_and_what_is_common() {
        let draws = 2_000;
        for expected in [
            0.05, 0.1, 0.17, 0.3, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.6, 10.0, 14.5, 20.0, 40.0,
            100.0, 1_000.0,
        ] {
            let share = expected / draws as f64;
            for share in [share, 1.0 - share] {
                let chance = |number: u64| match number {
                    0 => at_most(0, draws, share),
                    n => binomial(n, draws, share),
                };
                let holds = |&number: &u64| {
                    let (low, high) = interval(number, draws);
                    low <= share && share <= high
                };
                // What is further away than this never comes.
                let (middle, far) = (draws as f64 * share, 40.0 + 8.0 * expected.sqrt());
                let least = (middle - far).max(0.0) as u64;
                let most = draws.min((middle + far) as u64);
                let held: f64 = (least..=most).filter(holds).map(chance).sum();
                assert!(held > 0.934, "{share}: {held}");
                assert!(held < 0.966 || expected < 20.0, "{share}: {held}");
            }
        }
        assert!(matches!(interval(0, 0), (0.0, high) if high > 0.97));
        assert!(matches!(interval(1, 1), (low, 1.0) if low < 0.03));
    }

    fn binomial(number: u64, draws: u64, share: f64) -> f64 {
        let choose: f64 = (1..=number)
            .map(|i| ((draws - number + i) as f64 / i as f64).ln())
            .sum();
        let (n, rest) = (number as f64, (draws - number) as f64);
        (choose + n * share.ln() + rest * (-share).ln_1p()).exp()
    }
}
