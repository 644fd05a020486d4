//! How often the combinations of a profile would come by themselves, beside how often the profile wants them.

use std::collections::BTreeMap;

use crate::combining::combination::Combinations;
use crate::counting::counted::Counted;

/// How often the boards of a choice of subprofiles would come by themselves, and how often they are to come.
#[derive(Clone, PartialEq, Debug)]
pub struct NaturalShare {
    /// Indices from 0, from North.
    pub subprofiles: [usize; 4],
    /// Which of [`Combinations::all`]: one for each draw of suits that can be dealt.
    pub combinations: Vec<usize>,
    /// How many deals there are for them together, if all were counted. A deal for several draws of suits counts for each.
    pub count: Option<u128>,
    /// The chance that a random deal is one of them, counted in the same way.
    pub probability: f64,
    /// The share of the boards that they would have if every deal for a combination came as often as any other.
    pub natural: f64,
    /// The share of the boards that the profile gives them.
    pub target: f64,
}

/// For each choice of subprofiles that can be dealt, in the order of the combinations: how often it would come by itself,
/// and how often it is to come. What was not counted counts as never.
pub fn natural(counted: &Counted, combinations: &Combinations) -> Vec<NaturalShare> {
    let mut places: BTreeMap<[usize; 4], usize> = BTreeMap::new();
    let mut shares: Vec<NaturalShare> = Vec::new();
    let all = combinations.all().iter().enumerate();
    for (index, one) in all.filter(|(_, one)| one.is_dealable()) {
        let place = *places.entry(one.subprofiles).or_insert_with(|| {
            shares.push(NaturalShare {
                subprofiles: one.subprofiles,
                combinations: Vec::new(),
                count: Some(0),
                probability: 0.0,
                natural: 0.0,
                target: 0.0,
            });
            shares.len() - 1
        });
        let share = &mut shares[place];
        let odds = counted.odds(&one.demands);
        let count = odds.and_then(|odds| odds.count);
        share.combinations.push(index);
        share.count = share.count.zip(count).map(|(sum, count)| sum + count);
        share.probability += odds.map_or(0.0, |odds| odds.probability);
        share.target += one.share;
    }
    let total: f64 = shares.iter().map(|share| share.probability).sum();
    for share in shares.iter_mut().filter(|_| total > 0.0) {
        share.natural = share.probability / total;
    }
    shares
}
