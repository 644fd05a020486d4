//! How much of what states promise is kept, learnt from some that were worked out.
//!
//! A promise takes the other side as it is on average, and what one place takes as if it said nothing of the other. How far that is off
//! hangs mostly on what each row is like by itself, and the class: how many cards of each kind it takes, and how much that varies. So
//! what is kept is a product of a factor for each row and one for the class. Its logarithm is a sum over features of these, fitted to the
//! states that were worked out. Whatever it says, samples have no bias; the better it is, the closer they are.

use std::ops::Range;

use super::MOST_BULK;

/// How many cards of each kind, on average.
type Mean = [f32; MOST_BULK];

/// How many cards of each kind something takes on average, and how much that varies.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    pub(super) mean: Mean,
    pub(super) variance: Mean,
}

impl Spread {
    /// By the averages and those of the squares.
    pub(super) fn of(mean: [f64; MOST_BULK], squares: [f64; MOST_BULK]) -> Spread {
        let variance = |kind: usize| (squares[kind] - mean[kind] * mean[kind]).max(0.0) as f32;
        Spread {
            mean: mean.map(|cards| cards as f32),
            variance: std::array::from_fn(variance),
        }
    }
}

/// A row of a place: how it is spread, and in how many ways it can go on.
pub(super) type RowSpread<'p> = (&'p Spread, usize);

/// States that were worked out: what is known of each beforehand, what it promised, and what came of it.
pub(super) struct Lessons {
    kinds: usize,
    /// For each state its features, side by side.
    features: Vec<f64>,
    states: Vec<Lesson>,
}

struct Lesson {
    promised: f64,
    came: f64,
}

/// Features of each kind, and those of a row beside them.
const OF_KIND: usize = 5;
const OF_ROW: usize = 2;

/// Where the features of both rows and of the class are.
fn parts(kinds: usize) -> [Range<usize>; 3] {
    let of_row = OF_KIND * kinds + OF_ROW;
    [
        0..of_row,
        of_row..2 * of_row,
        2 * of_row..2 * of_row + OF_KIND * kinds,
    ]
}

/// Fewer states for each feature teach nothing.
const FEWEST_FOR_EACH: usize = 8;
/// So many steps find the best factors, and as much is held against large ones.
const STEPS: usize = 3;
const RIDGE: f64 = 1e-4;
/// What comes of a state is taken as this many times what others come to at the most, for a few do not say what many are like.
const MOST_TIMES: f64 = 8.0;
/// No row and no class changes what is kept by more than this, as a logarithm: what was not seen may still be.
const MOST_CHANGE: f64 = 1.5;
/// What varies by less than this part of its square does not vary.
const LEAST_OFF: f64 = 1e-9;

/// Features of what is spread so.
fn of_spread(spread: &Spread, kinds: usize) -> impl Iterator<Item = f64> {
    (0..kinds).flat_map(|kind| {
        let [mean, variance] = [spread.mean[kind], spread.variance[kind]].map(f64::from);
        [
            mean,
            variance,
            mean * mean,
            variance * variance,
            mean * variance,
        ]
    })
}

fn of_row((spread, entries): RowSpread, kinds: usize) -> impl Iterator<Item = f64> {
    let root = (entries as f64).sqrt();
    of_spread(spread, kinds).chain([root, root.sqrt()])
}

impl Lessons {
    pub(super) fn new(kinds: usize) -> Lessons {
        Lessons {
            kinds,
            features: Vec::new(),
            states: Vec::new(),
        }
    }

    /// How many features a state has.
    fn width(&self) -> usize {
        parts(self.kinds)[2].end
    }

    /// A state promised so much, and so much came of it.
    pub(super) fn add(&mut self, rows: [RowSpread; 2], class: &Spread, promised: f64, came: f64) {
        for row in rows {
            self.features.extend(of_row(row, self.kinds));
        }
        self.features.extend(of_spread(class, self.kinds));
        self.states.push(Lesson { promised, came });
    }

    /// What they teach.
    pub(super) fn learnt(&self) -> Kept {
        let width = self.width();
        let mut kept = Kept {
            kinds: self.kinds,
            middle: vec![0.0; width],
            factors: vec![0.0; width],
        };
        let promised = self.states.iter().map(|one| one.promised).sum::<f64>();
        let came = self.states.iter().map(|one| one.came).sum::<f64>();
        if self.states.len() < FEWEST_FOR_EACH * width || came == 0.0 {
            return kept;
        }
        // Each feature as so many times what it is mostly off its middle, and a constant.
        let number = self.states.len() as f64;
        let mut squares = vec![0.0; width];
        for features in self.features.chunks(width) {
            let sums = kept.middle.iter_mut().zip(&mut squares);
            for ((sum, square), feature) in sums.zip(features) {
                *sum += feature / number;
                *square += feature * feature / number;
            }
        }
        let scale = |(square, middle): (f64, &f64)| match square - middle * middle {
            off if off > LEAST_OFF * square => off.sqrt().recip(),
            _ => 0.0,
        };
        let scales: Vec<f64> = squares.into_iter().zip(&kept.middle).map(scale).collect();
        let mut scaled = Vec::with_capacity(self.states.len() * (width + 1));
        for features in self.features.chunks(width) {
            let of_all = features.iter().zip(&kept.middle).zip(&scales);
            scaled.extend(of_all.map(|((feature, middle), scale)| (feature - middle) * scale));
            scaled.push(1.0);
        }
        let aim = |one: &Lesson| {
            let times = one.came / one.promised * promised / came;
            (one.promised / promised, times.min(MOST_TIMES))
        };
        let aims: Vec<(f64, f64)> = self.states.iter().map(aim).collect();
        let factors = fitted(&scaled, &aims, width + 1);
        let unscaled = factors.iter().zip(&scales);
        kept.factors = unscaled.map(|(factor, scale)| factor * scale).collect();
        kept
    }

    /// How far what states come to is from what they promise, in parts of it, after what was learnt of them; as far as it can be without
    /// any.
    pub(super) fn off(&self, kept: &Kept) -> f64 {
        let (mut all, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for (features, state) in self.features.chunks(self.width()).zip(&self.states) {
            let promised = state.promised * kept.of_state(features);
            all += promised;
            sum += state.came;
            squares += state.came.powi(2) / promised;
        }
        let mean = sum / all;
        if mean > 0.0 {
            (squares / all / mean.powi(2) - 1.0).max(0.0).sqrt()
        } else {
            f64::INFINITY
        }
    }
}

/// How much is kept of what states promise.
pub(super) struct Kept {
    kinds: usize,
    /// For each feature how much is in the middle, and what it does to the logarithm.
    middle: Vec<f64>,
    factors: Vec<f64>,
}

impl Kept {
    /// What the features of a part do to what is kept.
    fn of_part(&self, part: usize, features: impl Iterator<Item = f64>) -> f64 {
        let part = parts(self.kinds)[part].clone();
        let known = self.factors[part.clone()].iter().zip(&self.middle[part]);
        let of = |(feature, (factor, middle)): (f64, (&f64, &f64))| factor * (feature - middle);
        let change = features.zip(known).map(of).sum::<f64>();
        exponential(change.clamp(-MOST_CHANGE, MOST_CHANGE))
    }

    /// The factor of a row of the first place or the second.
    pub(super) fn of_row(&self, place: usize, row: RowSpread) -> f64 {
        self.of_part(place, of_row(row, self.kinds))
    }

    /// The factor of a class.
    pub(super) fn of_class(&self, class: &Spread) -> f64 {
        self.of_part(2, of_spread(class, self.kinds))
    }

    fn of_state(&self, features: &[f64]) -> f64 {
        let parts = parts(self.kinds).into_iter().enumerate();
        let of = |(part, range): (usize, Range<usize>)| {
            self.of_part(part, features[range].iter().copied())
        };
        parts.map(of).product()
    }
}

/// Nearly the exponential, and the same on every machine.
fn exponential(x: f64) -> f64 {
    let mut power = 1.0 + x / 256.0;
    for _ in 0..8 {
        power *= power;
    }
    power
}

/// By Newton's steps: what times each feature the exponential of their sum is nearest to what it should be (as if that were counted, so
/// that large ones matter as much as they are), each state with its weight. The last feature is a constant.
fn fitted(states: &[f64], aims: &[(f64, f64)], width: usize) -> Vec<f64> {
    let mut factors = vec![0.0; width];
    let mut matrix = vec![0.0; width * width];
    for _ in 0..STEPS {
        let mut right: Vec<f64> = factors.iter().map(|factor| -RIDGE * factor).collect();
        right[width - 1] = 0.0;
        matrix.fill(0.0);
        for at in 0..width {
            matrix[at * width + at] = RIDGE;
        }
        for (features, (weight, aim)) in states.chunks(width).zip(aims) {
            let sum: f64 = features
                .iter()
                .zip(&factors)
                .map(|(x, factor)| x * factor)
                .sum();
            let is = exponential(sum.clamp(-3.0, 3.0));
            for (at, feature) in features.iter().enumerate() {
                right[at] += weight * (aim - is) * feature;
                let times = weight * is * feature;
                let row = &mut matrix[at * width..][..=at];
                row.iter_mut()
                    .zip(features)
                    .for_each(|(sum, other)| *sum += times * other);
            }
        }
        let step = solved(&mut matrix, right, width);
        factors
            .iter_mut()
            .zip(step)
            .for_each(|(factor, step)| *factor += step);
    }
    factors
}

/// What a symmetric matrix times which is the right side, by Cholesky; of the matrix only what is below the diagonal is looked at.
fn solved(matrix: &mut [f64], mut right: Vec<f64>, width: usize) -> Vec<f64> {
    for at in 0..width {
        for other in 0..=at {
            let (above, own) = matrix.split_at(at * width);
            let others = if other == at {
                own
            } else {
                &above[other * width..]
            };
            let products: f64 = own[..other].iter().zip(others).map(|(x, y)| x * y).sum();
            let left = own[other] - products;
            matrix[at * width + other] = if other == at {
                left.max(f64::MIN_POSITIVE).sqrt()
            } else {
                left / matrix[other * width + other]
            };
        }
    }
    for at in 0..width {
        let row = &matrix[at * width..][..at];
        let known: f64 = row.iter().zip(&right).map(|(x, y)| x * y).sum();
        right[at] = (right[at] - known) / matrix[at * width + at];
    }
    for at in (0..width).rev() {
        let below = at + 1..width;
        let known: f64 = below
            .map(|other| matrix[other * width + at] * right[other])
            .sum();
        right[at] = (right[at] - known) / matrix[at * width + at];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let mut matrix = vec![4.0, 0.0, 0.0, 2.0, 5.0, 0.0, 1.0, 3.0, 6.0];
        // Of the whole matrix times 1, 2, 3.
        let right = vec![4.0 + 4.0 + 3.0, 2.0 + 10.0 + 9.0, 1.0 + 6.0 + 18.0];
        let found = solved(&mut matrix, right, 3);
        for (found, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }

    /// What hangs on the rows and the class is learnt, so that nearly nothing is off; without lessons all is kept.
    #[test]
    fn what_is_kept_is_learnt() {
        let mut mix = 1u64;
        let mut next = || {
            mix = mix.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (mix >> 40) as f32 / (1u64 << 24) as f32
        };
        let mut lessons = Lessons::new(2);
        let none = lessons.learnt();
        assert_eq!(none.of_state(&vec![3.0; lessons.width()]), 1.0);
        for _ in 0..2_000 {
            let mut spread = || {
                let mut spread = Spread::default();
                for kind in 0..2 {
                    spread.mean[kind] = 3.0 * next();
                    spread.variance[kind] = next();
                }
                spread
            };
            let (a, b, class) = (spread(), spread(), spread());
            let entries = 1 + (next() * 50.0) as usize;
            let change = 0.3 * f64::from(a.mean[0]) - 0.4 * f64::from(b.variance[1])
                + 0.1 * f64::from(class.mean[1]).powi(2);
            let promised = f64::from(1.0 + next());
            let came = promised * change.exp();
            lessons.add([(&a, entries), (&b, 7)], &class, promised, came);
        }
        let kept = lessons.learnt();
        let (before, after) = (lessons.off(&none), lessons.off(&kept));
        assert!(before > 0.3 && after < 0.03, "{before} {after}");
        // What is known of a state by its parts is what is known of it as a whole.
        let a = Spread {
            mean: [1.0; MOST_BULK],
            variance: [0.5; MOST_BULK],
        };
        let b = Spread::default();
        lessons.add([(&a, 9), (&b, 4)], &a, 1.0, 1.0);
        let last = lessons.features.len() - lessons.width();
        let by_parts = kept.of_row(0, (&a, 9)) * kept.of_row(1, (&b, 4)) * kept.of_class(&a);
        assert_eq!(by_parts, kept.of_state(&lessons.features[last..]));
    }
}
