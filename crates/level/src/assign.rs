//! Which keep goes with which cell: the scale that is common to all, and for each cell the keep that comes closest.
//!
//! Cells should be kept in proportion to their shares over their natural chances. How often in all is free: the rarest
//! cell need not be kept always. A lower scale throws more deals away, and may fit the keeps that there are better.

/// So many scales are tried, down to this part of the largest.
const SCALES: u32 = 600;
const LEAST_SCALE: f64 = 0.3;
/// A literal more must make a rate better by this part of it.
const LITERAL: f64 = 0.0003;
/// Keeps whose rates differ by less than this part are looked at together.
const NEAR: f64 = 0.03;
/// How much worse than the best the worst share may be, if that saves deals.
const THRIFT: f64 = 0.0005;

/// A keep that a cell may have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Choice {
    /// The share of the cell's deals that it keeps.
    pub rate: f64,
    /// How long it is to write.
    pub literals: u32,
    /// Which keep it is.
    pub keep: usize,
}

/// What a cell needs: its natural chance and its share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Need {
    pub probability: f64,
    pub target: f64,
}

/// A keep for each cell, and what comes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Assignment {
    /// Which keep each cell has; `None` for a cell that should not come at all.
    pub keeps: Vec<Option<usize>>,
    /// The share of its deals that each cell keeps.
    pub rates: Vec<f64>,
    /// The share of boards that each cell gets.
    pub shares: Vec<f64>,
    /// How far the worst share is off.
    pub worst: f64,
    /// The chance that a deal is kept.
    pub kept: f64,
}

/// The assignments between which there is a choice: from the one that keeps the most deals to the one that comes closest to
/// the shares.
pub(crate) fn search(needs: &[Need], choices: &[Vec<Choice>]) -> Vec<Assignment> {
    let sorted: Vec<Vec<Choice>> = choices.iter().map(|choices| thinned(choices)).collect();
    let wanted = needs.iter().filter(|need| need.target > 0.0);
    let most = wanted.map(|need| need.probability / need.target);
    let most = most.fold(f64::INFINITY, f64::min);
    let scale = |step: u32| LEAST_SCALE.powf(f64::from(step) / f64::from(SCALES));
    let mut found: Vec<Assignment> = (0..=SCALES)
        .filter_map(|step| at_scale(needs, &sorted, most * scale(step)))
        .collect();
    found.sort_by(|a, b| b.kept.total_cmp(&a.kept).then(a.worst.total_cmp(&b.worst)));
    let mut front: Vec<Assignment> = Vec::new();
    for assignment in found {
        if front
            .last()
            .is_none_or(|last| assignment.worst < last.worst)
        {
            front.push(assignment);
        }
    }
    front
}

/// The one to take: it keeps the most deals of those that come about as close to the shares as any.
pub(crate) fn best(front: &[Assignment]) -> Option<&Assignment> {
    let least = front.last()?.worst;
    front.iter().find(|one| one.worst <= least + THRIFT)
}

/// By rate, and of equal rates only the shortest.
fn thinned(choices: &[Choice]) -> Vec<Choice> {
    let mut sorted: Vec<Choice> = choices.iter().copied().filter(|c| c.rate > 0.0).collect();
    sorted.sort_by(|a, b| {
        let rates = a.rate.total_cmp(&b.rate);
        rates.then((a.literals, a.keep).cmp(&(b.literals, b.keep)))
    });
    let mut thin: Vec<Choice> = Vec::new();
    for choice in sorted {
        match thin.last_mut() {
            Some(last) if choice.rate - last.rate < 1e-9 => {
                if choice.literals < last.literals {
                    *last = choice;
                }
            }
            _ => thin.push(choice),
        }
    }
    thin
}

/// The closest keeps at a scale.
fn at_scale(needs: &[Need], choices: &[Vec<Choice>], scale: f64) -> Option<Assignment> {
    let mut chosen: Vec<Option<Choice>> = Vec::new();
    for (need, choices) in needs.iter().zip(choices) {
        chosen.push(if need.target > 0.0 {
            Some(closest(choices, scale * need.target / need.probability)?)
        } else {
            None
        });
    }
    let rates: Vec<f64> = chosen.iter().map(|c| c.map_or(0.0, |c| c.rate)).collect();
    Some(predicted(
        needs,
        chosen.iter().map(|c| c.map(|c| c.keep)).collect(),
        rates,
    ))
}

/// What comes of these rates.
pub(crate) fn predicted(needs: &[Need], keeps: Vec<Option<usize>>, rates: Vec<f64>) -> Assignment {
    let got: Vec<f64> = needs
        .iter()
        .zip(&rates)
        .map(|(need, rate)| need.probability * rate)
        .collect();
    let kept: f64 = got.iter().sum();
    let shares: Vec<f64> = got.iter().map(|got| got / kept).collect();
    let off = needs
        .iter()
        .zip(&shares)
        .map(|(need, share)| (need.target - share).abs());
    Assignment {
        keeps,
        rates,
        worst: off.fold(0.0, f64::max),
        shares,
        kept,
    }
}

/// The keep that is closest to a rate, in proportion; a shorter one if that is nearly as close.
fn closest(choices: &[Choice], wanted: f64) -> Option<Choice> {
    let from = choices.partition_point(|choice| choice.rate < wanted * (1.0 - NEAR));
    let upto = choices.partition_point(|choice| choice.rate <= wanted * (1.0 + NEAR));
    // Where none is near, its neighbours.
    let near = match from < upto {
        true => from..upto,
        false => from.saturating_sub(1)..(upto + 1).min(choices.len()),
    };
    let price =
        |choice: &Choice| (choice.rate / wanted - 1.0).abs() + LITERAL * f64::from(choice.literals);
    let near = choices[near].iter().copied();
    near.min_by(|a, b| price(a).total_cmp(&price(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(rates: &[f64]) -> Vec<Choice> {
        let choice = |(keep, &rate): (usize, &f64)| Choice {
            rate,
            literals: 1,
            keep,
        };
        rates.iter().enumerate().map(choice).collect()
    }

    /// The only exact fit is at a scale that keeps the rarer type three times in four.
    #[test]
    fn a_lower_scale_may_fit_better() {
        let needs = [(0.3, 0.5), (0.1, 0.5)].map(|(probability, target)| Need {
            probability,
            target,
        });
        let rates = choices(&[0.25, 0.3, 0.75, 1.0]);
        let front = search(&needs, &[rates.clone(), rates]);
        let first = &front[0];
        assert_eq!(first.rates, [0.3, 1.0]);
        let last = best(&front).unwrap();
        assert_eq!(last.rates, [0.25, 0.75]);
        assert!(last.worst < 1e-12 && last.kept < first.kept);
    }

    #[test]
    fn a_type_without_a_share_is_never_kept() {
        let needs = [(0.3, 0.0), (0.1, 1.0)].map(|(probability, target)| Need {
            probability,
            target,
        });
        let rates = choices(&[0.25, 1.0]);
        let front = search(&needs, &[rates.clone(), rates]);
        let one = best(&front).unwrap();
        assert_eq!(
            (one.keeps[0], one.rates[0], one.shares[1]),
            (None, 0.0, 1.0)
        );
    }
}
