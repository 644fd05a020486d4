//! The numbers of DESIGN.md, computed: a document that carries an example must not drift from the code.

use rand::TryRng;

use crate::automaton::Automaton;
use crate::graph::Layer;
use crate::meter::Meter;
use crate::order::{Leftover, Track};
use crate::parts::{CompiledPlaces, Parts};
use crate::{Budget, Cards, Deal, Deck, Order, Quantity, Setup, Space, Watch, binomial};

const DESIGN: &str = include_str!("../DESIGN.md");

const NORTH: usize = 0;
const SOUTH: usize = 1;
const STOCK: usize = 2;
const ACES: Cards = Cards(0b0001_0001);
const KINGS: Cards = Cards(0b0010_0010);
const LOW: Cards = Cards(0b1100_1100);

fn setup() -> Setup {
    let deck = Deck::new([[0, 1, 2, 3], [4, 5, 6, 7]]).unwrap();
    let points = Quantity::new(NORTH, |card| match card % 4 {
        0 => 2,
        1 => 1,
        _ => 0,
    });
    let aces = Quantity::number(SOUTH, ACES);
    let setup = Setup::new(deck, [2, 2, 4]).unwrap();
    let setup = setup.require(points.within(2..=4)).unwrap();
    setup.require(aces.within(0..=0)).unwrap()
}

fn space(order: Order) -> Space {
    setup()
        .build_in(order, Budget::default(), &Watch::default())
        .unwrap()
}

/// That the document says so, in these words.
fn says(words: &str) {
    assert!(DESIGN.contains(words), "DESIGN.md does not say '{words}'");
}

#[test]
fn kinds_cells_and_steps() {
    let settled = setup().settle().unwrap();
    let tracked = settled.tracked(&setup());
    assert_eq!(tracked, 1 << NORTH | 1 << SOUTH);
    let track = Track::new(&setup(), &settled, tracked, Order::Rare);
    assert_eq!(track.slots, [ACES, KINGS, LOW]);
    let cells: Vec<(usize, u8, u8)> = { track.cells.iter() }
        .map(|cell| (cell.place, cell.card, cell.most))
        .collect();
    let expected = [
        (NORTH, 0),
        (SOUTH, 0),
        (NORTH, 1),
        (SOUTH, 1),
        (NORTH, 2),
        (SOUTH, 2),
    ];
    assert_eq!(cells, expected.map(|(place, card)| (place, card, 2)));
    assert_eq!(track.steps.len(), 3);
    for step in &track.steps {
        assert_eq!(step.places, [NORTH, SOUTH]);
        assert_eq!(step.closes, Some(Leftover::Rest));
    }
    says("420");
    assert_eq!(binomial(8, 2) * binomial(6, 2), 420);
}

/// The states before each of a place's own cells, and after the last.
fn own_states(part: &Automaton, place: usize) -> Vec<u32> {
    let cells = (0..6).filter(|cell| cell % 2 == place).chain([6]);
    cells.map(|cell| part.states(cell)).collect()
}

#[test]
fn automata() {
    let settled = setup().settle().unwrap();
    let tracked = settled.tracked(&setup());
    let track = Track::new(&setup(), &settled, tracked, Order::Rare);
    let watch = Watch::default();
    let mut meter = Meter::new(Budget::default(), &watch);
    let mut compiled = CompiledPlaces::default();
    let parts = Parts::new(
        &setup(),
        &settled,
        tracked,
        &track,
        &mut compiled,
        &mut meter,
    );
    let parts = parts.unwrap().automata;
    assert_eq!(own_states(&parts[NORTH], NORTH), [1, 3, 2, 1]);
    assert_eq!(own_states(&parts[SOUTH], SOUTH), [1, 1, 3, 1]);
    says("1, 3 and 2 states");
    says("1, 1 and 3 states");
}

/// The edges of a node: the numbers for North and South, the ways of the split, and the ways on from the child.
fn edges(space: &Space, s: usize, node: usize) -> Vec<(u8, u8, u128, u128)> {
    let layer: &Layer = &space.graph.layers[s];
    let of_edge = |edge: &crate::graph::Edge| {
        let split = edge.split();
        let ways = split.ways(layer.have[node], &space.track.steps[s]);
        (
            split.number(0),
            split.number(1),
            ways,
            space.ways_from(s + 1, edge.child),
        )
    };
    layer.edges_of(node).iter().map(of_edge).collect()
}

#[test]
fn the_graph_and_its_counts() {
    let space = space(Order::Rare);
    let counts: Vec<&[u128]> = { space.graph.layers.iter() }
        .map(|l| &l.counts[..])
        .collect();
    assert_eq!(counts, [&[141][..], &[6, 60, 15], &[6, 12, 12, 4, 4, 1]]);
    assert_eq!(
        edges(&space, 0, 0),
        [(0, 0, 1, 6), (1, 0, 2, 60), (2, 0, 1, 15)]
    );
    assert_eq!(edges(&space, 1, 0), [(2, 0, 1, 6)]);
    let of_one_ace = [
        (0, 0, 1, 12),
        (0, 1, 2, 12),
        (0, 2, 1, 4),
        (1, 0, 2, 6),
        (1, 1, 2, 4),
    ];
    assert_eq!(edges(&space, 1, 1), of_one_ace);
    assert_eq!(
        edges(&space, 1, 2),
        [(0, 0, 1, 6), (0, 1, 2, 4), (0, 2, 1, 1)]
    );
    let last = [
        (0, 2, 6),
        (1, 2, 12),
        (1, 1, 12),
        (1, 0, 4),
        (0, 1, 4),
        (0, 0, 1),
    ];
    for (node, (north, south, ways)) in last.into_iter().enumerate() {
        assert_eq!(edges(&space, 2, node), [(north, south, ways, 1)]);
    }
    assert_eq!(space.count(), 141);
    assert_eq!(space.nodes(), 10);
    let all_edges: usize = space
        .graph
        .layers
        .iter()
        .map(|layer| layer.edges.len())
        .sum();
    assert_eq!(all_edges, 18);
    says("10 nodes and 18 edges");
    says("6 + 120 + 15 = **141**");
    let others = [Order::Groups, Order::Places].map(self::space);
    assert_eq!(others.each_ref().map(Space::count), [141, 141]);
    let [groups, places] = others.map(|space| space.nodes());
    says(&format!("{groups} nodes by groups"));
    says(&format!("{places} by places"));
}

/// A generator that gives one half every time.
struct Middle(u32);

impl TryRng for Middle {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0 += 1;
        Ok(1 << 31)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        unreachable!("no draw is at a boundary")
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Self::Error> {
        unreachable!("draws are words")
    }
}

#[test]
fn one_sample_its_index_and_back() {
    let space = space(Order::Rare);
    let shares: Vec<u32> = { space.graph.layers[0].edges.iter() }
        .map(|edge| edge.share)
        .collect();
    assert_eq!(shares[..2], [182_764_565, 3_838_055_881]);
    says("182764565");
    says("3838055881");
    let mut middle = Middle(0);
    let deal = space.sample(&mut middle).unwrap();
    let expected = [(NORTH, [4, 6]), (SOUTH, [3, 5])];
    for (place, cards) in expected {
        assert_eq!(deal[place], Cards::from_iter(cards));
    }
    assert_eq!(deal[STOCK], Cards::from_iter([0, 1, 2, 7]));
    assert_eq!(middle.0, 6);
    says("six random numbers");
    assert_eq!(space.rank(&deal), Ok(96));
    assert_eq!(space.nth(96), Ok(deal));
    says("6 + 60 + 12 + 12 + 6 = **96**");
}

#[test]
fn totals() {
    let space = space(Order::Rare);
    let marginals = space.marginals();
    assert_eq!(
        [NORTH, SOUTH, STOCK].map(|place| marginals.count(0, place)),
        [75, 0, 66]
    );
    says("75 of the 141");
    let points = Quantity::new(NORTH, |card| (2 - card as i32 % 4).max(0));
    let distribution = space.distribution(&points).unwrap();
    let distribution: Vec<(i64, u128)> = distribution.into_iter().collect();
    assert_eq!(distribution, [(2, 86), (3, 40), (4, 15)]);
    says("86 deals, three in 40 and four in 15");
    // And by brute force, every way to give North and South two cards each.
    let pairs = || (0..8u8).flat_map(|a| (0..a).map(move |b| Cards::from_iter([a, b])));
    let deals = pairs().flat_map(|north| pairs().map(move |south| (north, south)));
    let all = Cards(0xff);
    let deals = deals.map(|(north, south)| Deal::new([north, south, all - north - south]));
    assert_eq!(deals.filter(|deal| setup().holds(deal)).count(), 141);
}
