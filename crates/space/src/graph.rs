//! The layered graph: for every step of an order, the nodes that matter and the splits that lead on, with
//! exact counts, stored so that a walk down touches one cache line a step.

use crate::Error;
use crate::binomial::binomial;
use crate::grow::RawLayer;
use crate::meter::Pace;
use crate::order::{Step, Track};

/// How many cards go to each place of a step, six bits each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Split(u32);

impl Split {
    /// Nothing goes anywhere.
    pub(crate) const NONE: Split = Split(0);

    #[inline]
    pub(crate) fn number(self, i: usize) -> u8 {
        (self.0 >> (6 * i) & 63) as u8
    }

    /// The same split, with a number for the `i`-th place.
    #[inline]
    pub(crate) fn with(self, i: usize, number: u8) -> Split {
        Split(self.0 | (number as u32) << (6 * i))
    }

    /// The split of these numbers.
    pub(crate) fn of(numbers: impl IntoIterator<Item = u8>) -> Split {
        let numbers = numbers.into_iter().enumerate();
        numbers.fold(Split::NONE, |split, (i, n)| split.with(i, n))
    }

    /// In how many ways `have` cards can be split so.
    pub(crate) fn ways(self, have: u8, step: &Step) -> u128 {
        let mut have = have;
        let mut ways = 1u128;
        for i in 0..step.places.len() {
            ways *= binomial(have, self.number(i)) as u128;
            have -= self.number(i);
        }
        ways
    }
}

const LAST: u32 = 1 << 31;

/// One way on from a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// About 2^32 times the share of this edge and those before it, less than 2 off; see `Space::sample`.
    pub share: u32,
    /// Where the child's edges begin, in the next layer.
    pub child: u32,
    split: u32,
}

impl Edge {
    #[inline]
    pub(crate) fn split(self) -> Split {
        Split(self.split & !LAST)
    }
    #[inline]
    pub(crate) fn is_last(self) -> bool {
        self.split & LAST != 0
    }
}

/// The nodes before one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layer {
    /// Node by node, in the order of discovery; each node's last edge is marked.
    pub edges: Vec<Edge>,
    /// Where each node's edges begin: rising, so a node is found by its first edge.
    pub first: Vec<u32>,
    /// How many ways lead on from each node to the end.
    pub counts: Vec<u128>,
    /// How many cards wait in the step's slot, by node.
    pub have: Vec<u8>,
}

impl Layer {
    /// The number of the node whose edges begin here.
    pub(crate) fn node(&self, first: u32) -> usize {
        self.first.partition_point(|&f| f < first)
    }

    /// The bytes it takes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.edges[..]) + self.first.len() * (4 + 16 + 1)
    }

    /// The edges of a node.
    pub(crate) fn edges_of(&self, node: usize) -> &[Edge] {
        let end = self
            .first
            .get(node + 1)
            .map_or(self.edges.len(), |&e| e as usize);
        &self.edges[self.first[node] as usize..end]
    }
}

/// All layers. A question that nothing satisfies has none but an empty first layer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub layers: Vec<Layer>,
    /// The number of ways from the start to the end.
    pub count: u128,
}

/// What counting a node and an edge costs. It is not charged: making them took more, and that was.
const WORK_A_NODE: u64 = 4;
const WORK_AN_EDGE: u64 = 4;

/// Counts from the last layer up, leaving out what leads nowhere: `ends` says which nodes after the last qualify.
pub(crate) fn count(
    track: &Track,
    mut raw: Vec<RawLayer>,
    ends: Vec<bool>,
    pace: &mut Pace,
) -> Result<Graph, Error> {
    // For each node of the layer below: where its edges begin and how many ways lead on; 0 if none.
    let mut below: Vec<(u32, u128)> = ends.into_iter().map(|ends| (0, ends.into())).collect();
    let mut layers = Vec::with_capacity(raw.len());
    for step in track.steps.iter().rev() {
        let old = raw.pop().expect("a layer for every step");
        let mut layer = Layer::default();
        let mut here = Vec::with_capacity(old.first.len());
        let mut kept: Vec<(u128, u32, Split)> = Vec::new();
        for node in 0..old.first.len() {
            let end = old
                .first
                .get(node + 1)
                .map_or(old.edges.len(), |&e| e as usize);
            let begin = old.first[node] as usize;
            pace.did(WORK_A_NODE + WORK_AN_EDGE * (end - begin) as u64)?;
            let have = old.have[node];
            let mut total = 0u128;
            kept.clear();
            for &(child, split) in &old.edges[begin..end] {
                let (first, ways) = below[child as usize];
                if ways > 0 {
                    let block = ways.checked_mul(split.ways(have, step));
                    total = block
                        .and_then(|block| total.checked_add(block))
                        .ok_or(Error::TooManyDeals)?;
                    kept.push((total, first, split));
                }
            }
            let first = layer.edges.len() as u32;
            here.push((first, total));
            if total == 0 {
                continue;
            }
            layer.first.push(first);
            layer.counts.push(total);
            layer.have.push(have);
            let scale = 4294967296.0 / total as f64;
            layer
                .edges
                .extend(kept.iter().map(|&(upto, child, split)| Edge {
                    share: (upto as f64 * scale) as u32,
                    child,
                    split: split.0,
                }));
            if let Some(last) = layer.edges.last_mut() {
                last.split |= LAST;
            }
        }
        below = here;
        layers.push(layer);
    }
    layers.reverse();
    let count = below.first().map_or(0, |&(_, ways)| ways);
    Ok(Graph { layers, count })
}
