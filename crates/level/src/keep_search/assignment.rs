//! Which keep goes with which cell: the scale that is common to all, and for each cell the keep that comes closest.
//!
//! Cells should be kept in proportion to their shares over their natural chances. How often in all is free: the rarest
//! cell need not be kept always. A lower scale throws more deals away, and may fit the keeps that there are better.

use space::{Stopped, Watch};

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
pub(crate) struct CandidateKeep {
    /// The share of the cell's deals that it keeps.
    pub rate: f64,
    /// How long it is to write.
    pub literals: u32,
    /// Which keep it is.
    pub keep: usize,
}

/// What a cell needs: its natural chance and its share.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct CellNeed {
    pub probability: f64,
    pub target: f64,
}

/// A keep for each cell, and what comes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct KeepAssignment {
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
pub(crate) fn assignments(
    needs: &[CellNeed],
    candidates: &[Vec<CandidateKeep>],
    watch: &Watch,
) -> Result<Vec<KeepAssignment>, Stopped> {
    let mut sorted = Vec::with_capacity(candidates.len());
    for candidates in candidates {
        watch.look()?;
        sorted.push(thinned(candidates));
    }
    let wanted = needs.iter().filter(|need| need.target > 0.0);
    let most = wanted.map(|need| need.probability / need.target);
    let most = most.fold(f64::INFINITY, f64::min);
    let scale = |step: u32| LEAST_SCALE.powf(f64::from(step) / f64::from(SCALES));
    let mut found: Vec<KeepAssignment> = Vec::new();
    for step in 0..=SCALES {
        watch.look()?;
        found.extend(at_scale(needs, &sorted, most * scale(step)));
    }
    answer::sort_by(&mut found, |a, b| {
        b.kept.total_cmp(&a.kept).then(a.worst.total_cmp(&b.worst))
    });
    let mut front: Vec<KeepAssignment> = Vec::new();
    for assignment in found {
        if front
            .last()
            .is_none_or(|last| assignment.worst < last.worst)
        {
            front.push(assignment);
        }
    }
    Ok(front)
}

/// The one to take: it keeps the most deals of those that come about as close to the shares as any.
pub(crate) fn best(front: &[KeepAssignment]) -> Option<&KeepAssignment> {
    let least = front.last()?.worst;
    front.iter().find(|one| one.worst <= least + THRIFT)
}

/// By rate, and of equal rates only the shortest.
fn thinned(candidates: &[CandidateKeep]) -> Vec<CandidateKeep> {
    let rated = candidates.iter().copied();
    let mut sorted: Vec<CandidateKeep> = rated.filter(|c| c.rate > 0.0).collect();
    answer::sort_by(&mut sorted, |a, b| {
        let rates = a.rate.total_cmp(&b.rate);
        rates.then((a.literals, a.keep).cmp(&(b.literals, b.keep)))
    });
    let mut thin: Vec<CandidateKeep> = Vec::new();
    for candidate in sorted {
        match thin.last_mut() {
            Some(last) if candidate.rate - last.rate < 1e-9 => {
                if candidate.literals < last.literals {
                    *last = candidate;
                }
            }
            _ => thin.push(candidate),
        }
    }
    thin
}

/// The closest keeps at a scale.
fn at_scale(
    needs: &[CellNeed],
    candidates: &[Vec<CandidateKeep>],
    scale: f64,
) -> Option<KeepAssignment> {
    let mut chosen: Vec<Option<CandidateKeep>> = Vec::new();
    for (need, candidates) in needs.iter().zip(candidates) {
        chosen.push(if need.target > 0.0 {
            let wanted = scale * need.target / need.probability;
            Some(closest(candidates, wanted)?)
        } else {
            None
        });
    }
    let rates: Vec<f64> = chosen.iter().map(|c| c.map_or(0.0, |c| c.rate)).collect();
    let keeps = chosen.iter().map(|c| c.map(|c| c.keep)).collect();
    Some(predicted(needs, keeps, rates))
}

/// What comes of these rates.
pub(crate) fn predicted(
    needs: &[CellNeed],
    keeps: Vec<Option<usize>>,
    rates: Vec<f64>,
) -> KeepAssignment {
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
    KeepAssignment {
        keeps,
        rates,
        worst: off.fold(0.0, f64::max),
        shares,
        kept,
    }
}

/// The keep that is closest to a rate, in proportion; a shorter one if that is nearly as close.
fn closest(candidates: &[CandidateKeep], wanted: f64) -> Option<CandidateKeep> {
    let from = candidates.partition_point(|candidate| candidate.rate < wanted * (1.0 - NEAR));
    let upto = candidates.partition_point(|candidate| candidate.rate <= wanted * (1.0 + NEAR));
    let near = if from < upto {
        from..upto
    } else {
        // None is near: its neighbours.
        from.saturating_sub(1)..(upto + 1).min(candidates.len())
    };
    let price = |candidate: &CandidateKeep| {
        (candidate.rate / wanted - 1.0).abs() + LITERAL * f64::from(candidate.literals)
    };
    let near = candidates[near].iter().copied();
    near.min_by(|a, b| price(a).total_cmp(&price(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(rates: &[f64]) -> Vec<CandidateKeep> {
        let candidate = |(keep, &rate): (usize, &f64)| CandidateKeep {
            rate,
            literals: 1,
            keep,
        };
        rates.iter().enumerate().map(candidate).collect()
    }

    /// The only exact fit is at a scale that keeps the rarer type three times in four.
    #[test]
    fn a_lower_scale_may_fit_better() {
        let needs = [(0.3, 0.5), (0.1, 0.5)].map(|(probability, target)| CellNeed {
            probability,
            target,
        });
        let rates = candidates(&[0.25, 0.3, 0.75, 1.0]);
        let found = assignments(&needs, &[rates.clone(), rates], &Watch::default());
        let front = found.unwrap();
        let first = &front[0];
        assert_eq!(first.rates, [0.3, 1.0]);
        let last = best(&front).unwrap();
        assert_eq!(last.rates, [0.25, 0.75]);
        assert!(last.worst < 1e-12 && last.kept < first.kept);
    }

    #[test]
    fn a_type_without_a_share_is_never_kept() {
        let needs = [(0.3, 0.0), (0.1, 1.0)].map(|(probability, target)| CellNeed {
            probability,
            target,
        });
        let rates = candidates(&[0.25, 1.0]);
        let found = assignments(&needs, &[rates.clone(), rates], &Watch::default());
        let front = found.unwrap();
        let one = best(&front).unwrap();
        assert_eq!(
            (one.keeps[0], one.rates[0], one.shares[1]),
            (None, 0.0, 1.0)
        );
    }
}
