//! Whether two samples of boards come from the same distribution: chi-square over shapes, points and named cards, one by
//! one and all together, and the odds that each says of the condition.

use bridge::{Card, Deal, Measure, PointCount, Seat, Suit};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Some boards, and how they were found.
#[derive(Clone, Debug)]
pub struct Sample {
    pub deals: Vec<Deal>,
    pub tries: u64,
    /// The share of all deals that the tries were drawn from.
    pub share: f64,
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            deals: Vec::new(),
            tries: 0,
            share: 1.0,
        }
    }
}

/// Some fifty thousand comparisons at fixed seeds: fair ones all pass this.
pub const LEAST: f64 = 1e-7;
/// Chi-square for each degree of freedom, over all of them: 1 for fair dealing, and little else with so many.
const MOST_FOR_EACH: f64 = 1.03;

/// Chi-square of two samples' counts and its degrees of freedom; none if there is nothing to tell apart.
fn chi_square(a: &[Deal], b: &[Deal], class: impl Fn(&Deal) -> usize) -> Option<(f64, f64)> {
    let mut counts = [[0.0f64; 2]; 64];
    for (sample, deals) in [a, b].into_iter().enumerate() {
        for deal in deals {
            counts[class(deal).min(63)][sample] += 1.0;
        }
    }
    let ratio = (b.len() as f64 / a.len() as f64).sqrt();
    let cells = counts.into_iter().filter(|[x, y]| x + y >= 10.0);
    let (mut chi, mut free) = (0.0, -1.0);
    for [x, y] in cells {
        chi += (x * ratio - y / ratio).powi(2) / (x + y);
        free += 1.0;
    }
    (free > 0.0).then_some((chi, free))
}

/// All that is compared, each as a chi-square with its degrees of freedom.
fn compared(a: &Sample, b: &Sample) -> Vec<(f64, f64)> {
    let points = |deal: &Deal, seat| Measure::Points(PointCount::HCP).in_hand(deal[seat]) as usize;
    let holder = |deal: &Deal, card| Seat::ALL.into_iter().position(|seat| deal[seat].has(card));
    let mut all = Vec::new();
    for seat in Seat::ALL {
        all.push(chi_square(&a.deals, &b.deals, |deal| points(deal, seat)));
        for suit in Suit::ALL {
            all.push(chi_square(&a.deals, &b.deals, |deal| {
                deal[seat].length(suit)
            }));
        }
    }
    for card in Card::all().step_by(5) {
        let class = |deal: &Deal| holder(deal, card).unwrap_or(4);
        all.push(chi_square(&a.deals, &b.deals, class));
    }
    all.into_iter().flatten().collect()
}

fn likely((chi, free): (f64, f64)) -> f64 {
    1.0 - ChiSquared::new(free).unwrap().cdf(chi)
}

/// How likely the most different of all that is compared is.
pub fn least_likely(a: &Sample, b: &Sample) -> f64 {
    compared(a, b).into_iter().map(likely).fold(1.0, f64::min)
}

/// Whether the odds that two samples show differ by more than five times what chance explains.
pub fn odds_differ(a: &Sample, b: &Sample) -> bool {
    let odds = |sample: &Sample| {
        let passed = sample.deals.len() as f64 / sample.tries as f64;
        let error = ((1.0 - passed) / sample.deals.len() as f64).sqrt();
        (sample.share * passed, error)
    };
    let ((p, p_error), (q, q_error)) = (odds(a), odds(b));
    (p / q).ln().abs() > 5.0 * p_error.hypot(q_error)
}

/// Many comparisons, and all of them together.
#[derive(Default, Debug)]
pub struct Comparison {
    chi: f64,
    free: f64,
}

impl Comparison {
    /// Compares two samples.
    pub fn add(&mut self, a: &Sample, b: &Sample, what: &str) {
        assert!(!odds_differ(a, b), "the odds differ: {what}");
        for found in compared(a, b) {
            assert!(likely(found) > LEAST, "{found:?} of {what}");
            self.chi += found.0;
            self.free += found.1;
        }
    }

    /// All comparisons together: what is only a little off each time adds up.
    pub fn conclude(self) {
        let each = self.chi / self.free;
        assert!(each < MOST_FOR_EACH, "{each} for each of {}", self.free);
    }
}
