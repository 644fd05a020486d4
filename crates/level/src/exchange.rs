//! Cards that a condition cannot tell apart, exchanged: what one deal says of all deals that differ from it only so.
//!
//! If the small clubs mean the same to a condition, then a deal that satisfies it still does when they are dealt anew to
//! the same numbers. Who holds the deuce is then known from how many small clubs each seat has, for all those deals at
//! once, and a few thousand deals say more than a few hundred thousand would by themselves.

use bridge::{Card, Deal, Hand, Holding, Measure, Predeal, Rank, Seat, Suit};
use condition::{Condition, Node, NodeId};
use plan::Placement;
use rustc_hash::FxHashSet;

/// The pilots of one suit and the cards that they can be exchanged with.
#[derive(Clone, Debug)]
struct Group {
    /// All cards that are alike, the pilots among them.
    alike: Hand,
    /// For each pilot card, the seats whose holding it matters, and which bits of a pattern say so.
    pilots: Vec<(Card, Vec<(Seat, usize)>)>,
}

/// Who holds some pilot cards, for a deal and all deals that a condition cannot tell from it.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    groups: Vec<Group>,
    patterns: usize,
}

impl Exchange {
    pub(crate) fn new(condition: &Condition, predeal: &Predeal, pilots: &[Placement]) -> Exchange {
        let atoms = atoms(condition);
        let free = predeal.free();
        let mut groups: Vec<Group> = Vec::new();
        for (bit, pilot) in pilots.iter().enumerate() {
            let fact = (pilot.seat, bit);
            let known = groups.iter_mut().find(|group| group.alike.has(pilot.card));
            let group = match known {
                Some(group) => group,
                None => {
                    let like = |card: &Card| {
                        card.suit() == pilot.card.suit()
                            && free.has(*card)
                            && atoms.iter().all(|atom| alike(atom, *card, pilot.card))
                    };
                    let cards = Card::all().filter(like).chain([pilot.card]);
                    groups.push(Group {
                        alike: cards.fold(Hand::EMPTY, Hand::with),
                        pilots: Vec::new(),
                    });
                    let last = groups.len() - 1;
                    &mut groups[last]
                }
            };
            match group
                .pilots
                .iter_mut()
                .find(|(card, _)| *card == pilot.card)
            {
                Some((_, facts)) => facts.push(fact),
                None => group.pilots.push((pilot.card, vec![fact])),
            }
        }
        Exchange {
            groups,
            patterns: 1 << pilots.len(),
        }
    }

    /// The chance of each pattern.
    pub(crate) fn chances(&self, deal: &Deal) -> Vec<f64> {
        let mut chances = vec![0.0; self.patterns];
        chances[0] = 1.0;
        for group in &self.groups {
            let numbers = Seat::ALL.map(|seat| deal[seat].common(group.alike).len());
            let mut next = vec![0.0; self.patterns];
            group.add(0, numbers, 0, 1.0, &mut |bits, chance| {
                for (pattern, known) in chances.iter().enumerate() {
                    if *known > 0.0 {
                        next[pattern | bits] += known * chance;
                    }
                }
            });
            chances = next;
        }
        chances
    }
}

impl Group {
    /// Deals the pilots from the `first` on to seats that have so many of these cards, and tells what came out.
    fn add(
        &self,
        first: usize,
        numbers: [usize; 4],
        bits: usize,
        chance: f64,
        out: &mut dyn FnMut(usize, f64),
    ) {
        let Some((_, facts)) = self.pilots.get(first) else {
            out(bits, chance);
            return;
        };
        let all: usize = numbers.iter().sum();
        for seat in Seat::ALL {
            let number = numbers[seat as usize];
            if number == 0 {
                continue;
            }
            let mut left = numbers;
            left[seat as usize] -= 1;
            let said = facts.iter().filter(|(holder, _)| *holder == seat);
            let bits = said.fold(bits, |bits, (_, bit)| bits | 1 << bit);
            let chance = chance * number as f64 / all as f64;
            self.add(first + 1, left, bits, chance, out);
        }
    }
}

/// What a condition and its values ask of hands.
pub(crate) fn atoms(condition: &Condition) -> Vec<Node> {
    let graph = condition.graph();
    let values = condition.values().iter().copied();
    let mut open: Vec<NodeId> = values.chain([condition.root()]).collect();
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut atoms = Vec::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let node = graph.node(id);
        match node {
            Node::Measure { .. } | Node::HasCard { .. } => atoms.push(node.clone()),
            _ => node.for_each_operand(|operand| open.push(operand)),
        }
    }
    atoms
}

/// Whether an atom cannot tell two cards of a suit apart.
pub(crate) fn alike(atom: &Node, one: Card, other: Card) -> bool {
    match atom {
        Node::HasCard { card, .. } => one == other || (*card != one && *card != other),
        Node::Measure { suit, .. } if suit.is_some_and(|suit| suit != one.suit()) => true,
        Node::Measure { measure, .. } => same_worth(*measure, one.rank(), other.rank()),
        _ => true,
    }
}

/// Whether a measure is the same with either rank in place of the other, whatever else is in the suit.
fn same_worth(measure: Measure, one: Rank, other: Rank) -> bool {
    match measure {
        Measure::Length => true,
        Measure::Points(count) => count.of_rank(one) == count.of_rank(other),
        _ => {
            let (a, b) = (1u16 << one.index(), 1u16 << other.index());
            (0..1u16 << 13)
                .filter(|bits| bits & (a | b) == 0)
                .all(|bits| {
                    measure.in_suit(Holding(bits | a)) == measure.in_suit(Holding(bits | b))
                })
        }
    }
}

/// How long each suit of each seat is: by seat, then by suit, clubs first.
pub(crate) fn lengths(deal: &Deal) -> [[f64; 4]; 4] {
    Seat::ALL.map(|seat| Suit::ALL.map(|suit| deal[seat].length(suit) as f64))
}
