//! How likely a deal of a profile is, about, after a bounded amount of work.
//!
//! Counting four hands at once may take seconds for each kind of combination, and there may be hundreds of kinds. Deals that
//! are drawn to fit and weighed tell the chance of one kind; here they are spread over all kinds, most of them over the
//! kinds that matter most, so that some thousand of them tell the chance of the whole.

use rand::RngExt;
use rustc_hash::FxHashMap;
use space::{Key, Stopped, Watch};

use crate::combining::combination::Combinations;
use crate::combining::demand::{Demand, Demands};
use crate::counting::estimate::{Estimate, Weighing};
use crate::counting::hand_table::chance_of;
use crate::counting::kept::Mark;

/// What the stream that estimates draw from is for; no board shares it.
const STREAMS: &str = "estimate at once";
/// So much of the draws goes by shares alone, whatever the guesses say: a guess may be far off.
const BY_SHARE: f64 = 0.2;

/// About the chance that a random deal is one for the combination that was drawn, over the kinds that were not counted,
/// after so many draws.
pub(crate) fn estimate(
    combinations: &Combinations,
    draws: u32,
    watch: &Watch,
) -> Result<Estimate, Stopped> {
    let kinds = combinations
        .kinds
        .iter()
        .zip(combinations.shares_of_kinds());
    let unknown: Vec<(&Demands, f64)> = kinds
        .filter(|(form, _)| combinations.kept.counted(Mark::of(form)).is_none())
        .collect();
    let mut guesses = Guesses::default();
    let mut guess = |(form, share): &(&Demands, f64)| {
        watch.look()?;
        Ok(share * guesses.of(form))
    };
    let guesses = unknown
        .iter()
        .map(&mut guess)
        .collect::<Result<Vec<f64>, Stopped>>()?;
    let shares: f64 = unknown.iter().map(|(_, share)| share).sum();
    let guessed: f64 = guesses.iter().sum();
    // How often each kind is drawn: about by what it should bring.
    let rate = |at: usize| {
        let by_share = unknown[at].1 / shares;
        if guessed > 0.0 {
            BY_SHARE * by_share + (1.0 - BY_SHARE) * guesses[at] / guessed
        } else {
            by_share
        }
    };
    let mut stream = Key::ours(STREAMS).stream(0);
    let first: f64 = stream.random();
    let (mut sum, mut squares) = (0.0, 0.0);
    let (mut drawn, mut upto) = (0, 0.0);
    for (at, (form, share)) in unknown.iter().enumerate() {
        let rate = rate(at);
        upto += rate;
        let mut deals = None;
        while drawn < draws && (f64::from(drawn) + first) / f64::from(draws) < upto {
            watch.look()?;
            let deals = deals.get_or_insert_with(|| Weighing::new(form));
            let weight = share / rate * deals.draw(&mut stream);
            sum += weight;
            squares += weight * weight;
            drawn += 1;
        }
    }
    Ok(Estimate::of(f64::from(drawn), sum, squares))
}

/// Guesses at the chances of forms of demands: as if hands had nothing to do with each other. The same hand is asked for in
/// many of them.
#[derive(Default)]
pub(crate) struct Guesses(FxHashMap<Demand, f64>);

impl Guesses {
    pub(crate) fn of(&mut self, form: &Demands) -> f64 {
        let mut alone = |demand: &Demand| {
            let known = self.0.entry(*demand);
            *known.or_insert_with(|| chance_of(demand))
        };
        form.hands.iter().map(&mut alone).product()
    }
}
