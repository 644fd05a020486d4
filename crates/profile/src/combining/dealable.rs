//! Whether there is a deal at all in which every seat has what is asked of it: decided, without counting.
//!
//! The suits are dealt one after the other, first in the way that leaves every seat about as much as it should still get,
//! and then in all others. What was seen to lead nowhere is remembered, and what is still needed is compared with what
//! is left, so that an impossible demand is mostly refused at once. What takes long is asked of the engine, which knows
//! other ways; and if that takes too long as well, the search goes on: it ends, because there are finitely many states.

use bridge::{Predeal, Shape, Side, Suit};
use plan::Exists;
use rustc_hash::FxHashSet;
use space::{Budget, Stopped, Watch};

use crate::combining::compile::condition_of;
use crate::combining::demand::{Demand, Demands, POINTS_IN_DECK, POINTS_IN_SUIT, PairDemand};
use crate::combining::narrow::narrowed;
use crate::document::model::Range;

/// Whether some deal is one that is asked for.
///
/// # Errors
/// When it was stopped before that was decided.
///
/// ```
/// use profile::{Demands, Range, is_dealable};
/// let watch = plan::Watch::default();
/// let mut demands = Demands::any();
/// for (demand, min) in demands.hands.iter_mut().zip([15, 12, 8, 5]) {
///     demand.total = Range { min, max: 37 };
/// }
/// assert_eq!(is_dealable(&demands, &watch), Ok(true));
/// demands.hands[3].total.min = 6;
/// assert_eq!(is_dealable(&demands, &watch), Ok(false), "that is 41 points");
/// ```
pub fn is_dealable(demands: &Demands, watch: &Watch) -> Result<bool, Stopped> {
    watch.look()?;
    let upside_down = |demand: &Demand| {
        let ranges = demand.cards.iter().chain(&demand.points);
        ranges.chain([&demand.total]).any(|range| range.is_empty())
            || !Shape::all().any(|shape| demand.allows(shape))
    };
    let pair_upside_down = |pair: &PairDemand| {
        let mut ranges = pair.cards.iter().chain([&pair.points]);
        ranges.any(|range| range.is_empty())
    };
    let hands = &demands.hands;
    if demands.pairs.iter().any(pair_upside_down)
        || hands.iter().any(upside_down)
        || !hands.iter().all(has_a_hand)
    {
        return Ok(false);
    }
    // If only one seat is asked for anything, whatever it has leaves some deal for the others.
    let asked = hands.iter().filter(|demand| !demand.is_any()).count();
    if asked < 2 && demands.is_of_single_hands() {
        return Ok(true);
    }
    let Some(narrow) = narrowed(demands) else {
        return Ok(false);
    };
    let mut search = Search::new(&narrow, watch);
    if let Some(settled) = search.within(SOON)? {
        return Ok(settled);
    }
    let condition = condition_of(demands);
    let (graph, parts) = (condition.graph(), condition.conjuncts());
    let (predeal, budget) = (Predeal::default(), Budget::default());
    let exists = plan::exists(graph, parts, &predeal, budget, watch);
    // What the engine left open because it was stopped says nothing.
    watch.look()?;
    match exists {
        Exists::Yes => Ok(true),
        Exists::No => Ok(false),
        Exists::Unknown => Ok(search.within(u64::MAX)?.unwrap_or(false)),
    }
}

/// Whether there is any hand that is asked for: by shape, the sums of points that the suits can have.
fn has_a_hand(demand: &Demand) -> bool {
    if demand.is_any() {
        return true;
    }
    // For each suit and length, the sums of points that it can have, as a bit set.
    let points = |suit: Suit, length: u32| -> u64 {
        let held = (0..16u32).filter(|held| {
            let honours = held.count_ones();
            honours <= length && length - honours <= 9
        });
        let worth = held.map(|held| {
            let each = [4, 3, 2, 1].into_iter().enumerate();
            let held = each.filter(|(i, _)| held >> i & 1 == 1);
            held.map(|(_, worth)| worth).sum::<u8>()
        });
        let allowed = worth.filter(|&worth| demand.points[suit as usize].contains(worth));
        allowed.fold(0, |all, worth| all | 1 << worth)
    };
    let points = Suit::ALL
        .map(|suit| -> [u64; 14] { std::array::from_fn(|length| points(suit, length as u32)) });
    let wanted: u64 = (demand.total.min..=demand.total.max.min(POINTS_IN_DECK))
        .fold(0, |all, points| all | 1 << points);
    let fits = |shape: Shape| {
        let sums = Suit::ALL.into_iter().fold(1u64, |sums, suit| {
            let points = points[suit as usize][usize::from(shape.length(suit))];
            let each = (0..=POINTS_IN_SUIT).filter(|worth| points >> worth & 1 == 1);
            each.fold(0, |all, worth| all | sums << worth)
        });
        sums & wanted != 0
    };
    Shape::all().filter(|&shape| demand.allows(shape)).any(fits)
}

/// So many states are looked at before the engine is asked.
const SOON: u64 = 20_000;

/// Who of the four seats has which of a suit's four honours: how many and how many points each seat has.
#[derive(Clone, Copy)]
struct Honours {
    number: [u8; 4],
    points: [u8; 4],
}

/// What has been dealt so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    left: [u8; 4],
    points: [u8; 4],
    /// By seat, the lengths of the suits dealt so far.
    lengths: [[u8; 4]; 4],
}

struct Search<'a> {
    demands: &'a [Demand; 4],
    pairs: &'a [PairDemand; 2],
    /// The suits, the tightest first.
    suits: [Suit; 4],
    /// For each of them, the ways to share its honours.
    honours: [Vec<Honours>; 4],
    /// By seat and suit, clubs first: the lengths that some shape it may have has, as a bit set.
    lengths: [[u16; 4]; 4],
    /// How many states may still be looked at.
    looks: u64,
    /// From each suit on, the cards and the points that each seat can still take.
    cards_from: [[Range; 4]; 5],
    points_from: [[Range; 4]; 5],
    /// The points that each seat should have in the end.
    aims: [u8; 4],
    /// Seats with excluded shapes, and by number of suits the beginnings of the shapes that are not.
    beginnings: [Option<Vec<FxHashSet<[u8; 4]>>>; 4],
    /// States that lead nowhere, with the suit that comes next.
    dead: FxHashSet<(usize, State)>,
    watch: &'a Watch,
}

const NOTHING: Range = Range { min: 0, max: 0 };

impl<'a> Search<'a> {
    fn new(demands: &'a Demands, watch: &'a Watch) -> Search<'a> {
        let Demands {
            hands: demands,
            pairs,
        } = demands;
        let lengths = demands.map(|demand| lengths(&demand));
        let slack = |suit: &Suit| -> u32 {
            let each = demands.iter().zip(lengths).map(|(demand, lengths)| {
                let Range { min, max } = demand.points[*suit as usize];
                lengths[*suit as usize].count_ones() + u32::from(max - min)
            });
            each.sum()
        };
        let mut suits = Suit::ALL;
        answer::sort_by_key(&mut suits, slack);
        let mut cards_from = [[NOTHING; 4]; 5];
        let mut points_from = [[NOTHING; 4]; 5];
        for at in (0..4).rev() {
            for (seat, demand) in demands.iter().enumerate() {
                let suit = suits[at] as usize;
                cards_from[at][seat] = sum(cards_from[at + 1][seat], demand.cards[suit]);
                points_from[at][seat] = sum(points_from[at + 1][seat], demand.points[suit]);
            }
        }
        let beginnings = std::array::from_fn(|seat| {
            let demand: &Demand = &demands[seat];
            (demand.shapes != Demand::any().shapes).then(|| beginnings(demand, suits))
        });
        Search {
            demands,
            pairs,
            suits,
            honours: suits.map(|suit| honours(demands, suit)),
            cards_from,
            points_from,
            aims: aims(demands),
            lengths,
            looks: 0,
            beginnings,
            dead: FxHashSet::default(),
            watch,
        }
    }

    /// Whether what each seat still needs and can take, from a suit on, is there.
    fn within_bounds(&self, at: usize, state: &State) -> bool {
        let (mut least, mut most) = (0, 0);
        for seat in 0..4 {
            let total = self.demands[seat].total;
            let cards = self.cards_from[at][seat];
            let points = self.points_from[at][seat];
            if !cards.contains(state.left[seat])
                || state.points[seat] + points.min > total.max
                || state.points[seat] + points.max < total.min
            {
                return false;
            }
            least += points.min.max(total.min.saturating_sub(state.points[seat]));
            most += points.max.min(total.max - state.points[seat]);
        }
        let left = POINTS_IN_DECK - POINTS_IN_SUIT * at as u8;
        // What each side has in the end, by its seats and by what is asked of the two together; the sides have all of it.
        let [ns, ew] = Side::ALL.map(|side| {
            let each = side.seats().map(|seat| {
                let seat = seat as usize;
                let total = self.demands[seat].total;
                let points = self.points_from[at][seat];
                Range {
                    min: (state.points[seat] + points.min).max(total.min),
                    max: (state.points[seat] + points.max).min(total.max),
                }
            });
            sum(each[0], each[1]).common(self.pairs[side as usize].points)
        });
        (least..=most).contains(&left)
            && !ns.is_empty()
            && !ew.is_empty()
            && ns.min + ew.min <= POINTS_IN_DECK
            && ns.max + ew.max >= POINTS_IN_DECK
    }

    /// Whether there is a deal; `None` if so many looks did not tell.
    fn within(&mut self, looks: u64) -> Result<Option<bool>, Stopped> {
        self.looks = looks;
        let whole = State {
            left: [13; 4],
            points: [0; 4],
            lengths: [[0; 4]; 4],
        };
        let suits_fit = Suit::ALL.into_iter().all(|suit| {
            let lengths = self.lengths.map(|lengths| lengths[suit as usize]);
            let pairs = self.pairs.map(|pair| pair.cards[suit as usize]);
            can_be_shared(lengths, pairs)
        });
        let found = suits_fit && self.within_bounds(0, &whole) && self.goes_on(0, &whole)?;
        Ok((found || self.looks > 0).then_some(found))
    }

    /// Whether a state leads to a deal. What was not looked at to the end is not remembered.
    fn goes_on(&mut self, at: usize, state: &State) -> Result<bool, Stopped> {
        if at == 4 {
            return Ok(true);
        }
        // The lengths so far matter only where shapes are excluded.
        let mut known = *state;
        for (lengths, beginnings) in known.lengths.iter_mut().zip(&self.beginnings) {
            if beginnings.is_none() {
                *lengths = [0; 4];
            }
        }
        let key = (at, known);
        if self.dead.contains(&key) || self.looks == 0 {
            return Ok(false);
        }
        self.looks -= 1;
        for lengths in self.lengths(at, state) {
            self.watch.look()?;
            let mut next = *state;
            for (seat, length) in lengths.into_iter().enumerate() {
                next.left[seat] -= length;
                next.lengths[seat][at] = length;
            }
            for honours in self.shares(at, state, lengths) {
                for seat in 0..4 {
                    next.points[seat] = state.points[seat] + honours.points[seat];
                }
                if self.within_bounds(at + 1, &next) && self.goes_on(at + 1, &next)? {
                    return Ok(true);
                }
            }
        }
        if self.looks > 0 {
            self.dead.insert(key);
        }
        Ok(false)
    }

    /// The ways to share a suit's cards, the most even first.
    fn lengths(&self, at: usize, state: &State) -> Vec<[u8; 4]> {
        let suit = self.suits[at] as usize;
        let ranges: [Range; 4] = std::array::from_fn(|seat| {
            let rest = self.cards_from[at + 1][seat];
            let left = state.left[seat];
            let possible = Range {
                min: left.saturating_sub(rest.max),
                max: left.saturating_sub(rest.min),
            };
            possible.common(self.demands[seat].cards[suit])
        });
        let allowed = self.lengths.map(|lengths| lengths[suit]);
        let pairs = self.pairs.map(|pair| pair.cards[suit]);
        let fits = |lengths: &[u8; 4]| {
            let [n, e, s, w] = *lengths;
            if !pairs[0].contains(n + s) || !pairs[1].contains(e + w) {
                return false;
            }
            let each = std::iter::zip(lengths, allowed);
            each.into_iter()
                .all(|(&length, allowed)| allowed >> length & 1 == 1)
                && self.beginnings.iter().enumerate().all(|(seat, known)| {
                    let mut so_far = state.lengths[seat];
                    so_far[at] = lengths[seat];
                    known
                        .as_ref()
                        .is_none_or(|known| known[at].contains(&so_far))
                })
        };
        let suits_left = 4 - at as i32;
        let uneven = |lengths: &[u8; 4]| -> i32 {
            let off = |seat: usize| {
                (i32::from(lengths[seat]) * suits_left - i32::from(state.left[seat])).pow(2)
            };
            (0..4).map(off).sum()
        };
        let each = |seat: usize| ranges[seat].min..=ranges[seat].max;
        let mut ways = Vec::new();
        for a in each(0) {
            for b in each(1) {
                for c in each(2) {
                    let Some(d) = 13u8.checked_sub(a + b + c) else {
                        break;
                    };
                    let lengths = [a, b, c, d];
                    if ranges[3].contains(d) && fits(&lengths) {
                        ways.push(lengths);
                    }
                }
            }
        }
        ways.sort_by_key(uneven);
        ways
    }

    /// The ways to share a suit's honours with these lengths, those nearest to the aims first.
    fn shares(&self, at: usize, state: &State, lengths: [u8; 4]) -> Vec<Honours> {
        let suits_left = 4 - at as i32;
        let fits = |honours: &&Honours| {
            let room = |seat: usize| honours.number[seat] <= lengths[seat];
            (0..4).all(room)
        };
        let off = |honours: &Honours| -> i32 {
            let one = |seat: usize| {
                let aim = i32::from(self.aims[seat]) - i32::from(state.points[seat]);
                (i32::from(honours.points[seat]) * suits_left - aim).pow(2)
            };
            (0..4).map(one).sum()
        };
        let mut shares: Vec<Honours> = self.honours[at].iter().filter(fits).copied().collect();
        shares.sort_by_key(off);
        shares.dedup_by_key(|honours| honours.points);
        shares
    }
}

/// By suit, clubs first, the lengths that the shapes which are asked for have.
fn lengths(demand: &Demand) -> [u16; 4] {
    let mut lengths = [0; 4];
    for shape in Shape::all().filter(|&shape| demand.allows(shape)) {
        for suit in Suit::ALL {
            lengths[suit as usize] |= 1 << shape.length(suit);
        }
    }
    lengths
}

/// Whether a suit can be shared so that each seat has one of these lengths, and each side what is asked of it together.
fn can_be_shared(lengths: [u16; 4], pairs: [Range; 2]) -> bool {
    let of = |side: usize, number: u8| {
        let [one, other] = [lengths[side], lengths[side + 2]];
        let splits = |first: u8| one >> first & 1 == 1 && other >> (number - first) & 1 == 1;
        pairs[side].contains(number) && (0..=number).any(splits)
    };
    (0..=13).any(|number| of(0, number) && of(1, 13 - number))
}

fn sum(a: Range, b: Range) -> Range {
    Range {
        min: a.min + b.min,
        max: a.max + b.max,
    }
}

/// All ways to share the honours of a suit that keep to the points asked for in it.
fn honours(demands: &[Demand; 4], suit: Suit) -> Vec<Honours> {
    let mut ways = Vec::new();
    for way in 0..256usize {
        let mut honours = Honours {
            number: [0; 4],
            points: [0; 4],
        };
        for (i, worth) in [4, 3, 2, 1].into_iter().enumerate() {
            let seat = way >> (2 * i) & 3;
            honours.number[seat] += 1;
            honours.points[seat] += worth;
        }
        let fits = |seat: usize| demands[seat].points[suit as usize].contains(honours.points[seat]);
        if (0..4).all(fits) {
            ways.push(honours);
        }
    }
    ways
}

/// What each seat should have of the forty points: ten, as far as its range allows, and the rest where there is room.
fn aims(demands: &[Demand; 4]) -> [u8; 4] {
    let mut aims: [u8; 4] = std::array::from_fn(|seat| {
        let total = demands[seat].total;
        10u8.clamp(total.min, total.max)
    });
    for _ in 0..POINTS_IN_DECK {
        let sum: u8 = aims.iter().sum();
        let room = |seat: &usize| {
            if sum < POINTS_IN_DECK {
                aims[*seat] < demands[*seat].total.max
            } else {
                aims[*seat] > demands[*seat].total.min
            }
        };
        let Some(seat) = (0..4).filter(room).min_by_key(|&seat| {
            if sum < POINTS_IN_DECK {
                aims[seat]
            } else {
                u8::MAX - aims[seat]
            }
        }) else {
            break;
        };
        match sum.cmp(&POINTS_IN_DECK) {
            std::cmp::Ordering::Less => aims[seat] += 1,
            std::cmp::Ordering::Equal => break,
            std::cmp::Ordering::Greater => aims[seat] -= 1,
        }
    }
    aims
}

/// For each number of suits dealt, how the shapes that are asked for begin.
fn beginnings(demand: &Demand, suits: [Suit; 4]) -> Vec<FxHashSet<[u8; 4]>> {
    let allowed: Vec<Shape> = Shape::all().filter(|&shape| demand.allows(shape)).collect();
    let beginning = |shape: &Shape, upto: usize| {
        let mut lengths = [0; 4];
        for (length, suit) in lengths.iter_mut().zip(suits).take(upto) {
            *length = shape.length(suit);
        }
        lengths
    };
    (1..=4)
        .map(|upto| allowed.iter().map(|shape| beginning(shape, upto)).collect())
        .collect()
}
