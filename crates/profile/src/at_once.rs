//! How likely a deal of a profile is, about, after a bounded amount of work.
//!
//! Counting four hands at once may take seconds for each kind of combination. Counting *one* hand out of the cards that are
//! left takes microseconds: so a deal is drawn hand by hand, the rarest first, each from all hands that are asked for and
//! as likely as any of them, and the product of the chances on the way is, on average, the chance of the whole. Some hundred
//! such draws, most of them of the kinds that matter most, give two digits.

use bridge::{Hand, Holding, PointCount, Suit};
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;
use space::{Stopped, Watch};

use crate::combination::Combinations;
use crate::demand::Demand;
use crate::kept::Mark;

/// The stream that estimates draw from; no board's seed shares it.
const SEED: u64 = u64::from_le_bytes(*b"estimate");
/// So much of the draws goes by shares alone, whatever the guesses say: a guess may be far off.
const BY_SHARE: f64 = 0.2;
/// The points of all suits.
const MOST_POINTS: usize = 40;
/// Ace, king, queen and jack of a suit; the other nine cannot be told apart by any line of a profile.
const HONOURS: u16 = 0b1_1110_0000_0000;

/// A chance that was estimated.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// The chance.
    pub(crate) probability: f64,
    /// Its standard error.
    pub(crate) error: f64,
}

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
    let unknown: Vec<(&[Demand; 4], f64)> = kinds
        .filter(|(form, _)| combinations.kept.counted(Mark::of(form)).is_none())
        .collect();
    let mut guesses = Guesses::default();
    let mut guess = |(form, share): &(&[Demand; 4], f64)| {
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
    let mut stream = space::stream(SEED, 0);
    let first: f64 = stream.random();
    let (mut sum, mut squares) = (0.0, 0.0);
    let (mut drawn, mut upto) = (0, 0.0);
    for (at, (form, share)) in unknown.iter().enumerate() {
        let rate = rate(at);
        upto += rate;
        let mut deals = None;
        while drawn < draws && (f64::from(drawn) + first) / f64::from(draws) < upto {
            watch.look()?;
            let deals = deals.get_or_insert_with(|| DrawnDeals::new(form));
            let weight = share / rate * deals.draw(&mut stream);
            sum += weight;
            squares += weight * weight;
            drawn += 1;
        }
    }
    let number = f64::from(drawn.max(1));
    let mean = sum / number;
    let variance = (squares / number - mean * mean).max(0.0);
    Ok(Estimate {
        probability: mean,
        error: (variance / number).sqrt(),
    })
}

/// About the chance of one form of demands, after so many draws.
pub(crate) fn estimate_one(form: &[Demand; 4], draws: u32, watch: &Watch) -> Result<f64, Stopped> {
    let mut stream = space::stream(SEED, 1);
    let mut deals = DrawnDeals::new(form);
    let mut sum = 0.0;
    for _ in 0..draws {
        watch.look()?;
        sum += deals.draw(&mut stream);
    }
    Ok(sum / f64::from(draws.max(1)))
}

/// Guesses at the chances of forms of demands: as if hands had nothing to do with each other. The same hand is asked for in
/// many of them.
#[derive(Default)]
pub(crate) struct Guesses(FxHashMap<Demand, f64>);

impl Guesses {
    pub(crate) fn of(&mut self, form: &[Demand; 4]) -> f64 {
        let mut alone = |demand: &Demand| {
            let known = self.0.entry(*demand);
            *known.or_insert_with(|| chance_alone(demand))
        };
        form.iter().map(&mut alone).product()
    }
}

/// The chance that a hand of a whole deck is one that is asked for, by its lengths and points.
fn chance_alone(demand: &Demand) -> f64 {
    if demand.is_any() {
        return 1.0;
    }
    HandsLeft::new(Hand::DECK, demand).chance()
}

/// Deals drawn hand by hand.
struct DrawnDeals<'a> {
    demands: &'a [Demand; 4],
    /// The rarest first: the last one gets what is left, and should seldom refuse it.
    order: [usize; 4],
    /// The hands of the first, from the whole deck.
    first: HandsLeft,
}

impl<'a> DrawnDeals<'a> {
    fn new(demands: &'a [Demand; 4]) -> DrawnDeals<'a> {
        let alone = demands.each_ref().map(chance_alone);
        let mut order = [0, 1, 2, 3];
        order.sort_by(|&a, &b| alone[a].total_cmp(&alone[b]));
        DrawnDeals {
            demands,
            order,
            first: HandsLeft::new(Hand::DECK, &demands[order[0]]),
        }
    }

    /// The chance of a deal that is drawn: nothing if it turns out to be none of those that are asked for.
    fn draw(&mut self, stream: &mut impl Rng) -> f64 {
        let mut left = Hand::DECK;
        let mut chance = 1.0;
        let mut hands = [Hand::default(); 4];
        let [first, others @ .., last] = self.order;
        let later = others.map(Some);
        for place in [None].into_iter().chain(later) {
            let made = place.map(|seat| HandsLeft::new(left, &self.demands[seat]));
            let possible = made.as_ref().unwrap_or(&self.first);
            chance *= possible.chance();
            if chance == 0.0 {
                return 0.0;
            }
            let hand = possible.draw(stream);
            hands[place.unwrap_or(first)] = hand;
            left = Hand::from_bits(left.bits() & !hand.bits());
        }
        hands[last] = left;
        let holds = self
            .demands
            .iter()
            .zip(hands)
            .all(|(one, hand)| one.holds(hand));
        if holds { chance } else { 0.0 }
    }
}

/// So many cards and so many points of a suit, and in how many ways.
type Part = (usize, usize, f64);

/// All hands of thirteen, out of the cards that are left, that have the lengths and points which are asked for.
struct HandsLeft {
    left: Hand,
    /// By suit, what it can give.
    parts: [Vec<Part>; 4],
    /// By number of suits, cards and points: in how many ways the first suits give them.
    ways: [Box<[[f64; MOST_POINTS + 1]; 14]>; 5],
    /// The points that are asked for.
    points: std::ops::RangeInclusive<usize>,
}

impl HandsLeft {
    fn new(left: Hand, demand: &Demand) -> HandsLeft {
        let parts = Suit::ALL.map(|suit| parts(left.holding(suit), demand, suit));
        let mut ways = std::array::from_fn(|_| Box::new([[0.0; MOST_POINTS + 1]; 14]));
        ways[0][0][0] = 1.0;
        for (suit, parts) in parts.iter().enumerate() {
            let (before, after) = ways.split_at_mut(suit + 1);
            let (before, after) = (&before[suit], &mut after[0]);
            for cards in 0..=13 {
                for points in 0..=MOST_POINTS {
                    let so_far = before[cards][points];
                    if so_far == 0.0 {
                        continue;
                    }
                    // The last suit has to make up the thirteen.
                    let needed = if suit == 3 { 13 - cards } else { 0 };
                    for (more, worth, each) in parts {
                        if *more >= needed && cards + more <= 13 {
                            after[cards + more][points + worth] += so_far * each;
                        }
                    }
                }
            }
        }
        let most = usize::from(demand.total.max).min(MOST_POINTS);
        HandsLeft {
            left,
            parts,
            ways,
            points: usize::from(demand.total.min)..=most,
        }
    }

    fn number(&self) -> f64 {
        let points = self.points.clone();
        points.map(|points| self.ways[4][13][points]).sum()
    }

    /// The chance that thirteen of the cards are such a hand.
    fn chance(&self) -> f64 {
        let cards = self.left.len() as u32;
        let all: f64 = (0..13)
            .map(|i| f64::from(cards - i) / f64::from(i + 1))
            .product();
        self.number() / all
    }

    /// One of the hands, each as likely as any other but for the names of small cards. There must be one.
    fn draw(&self, stream: &mut impl Rng) -> Hand {
        let every = self.points.clone();
        let mut points = pick(
            stream,
            every.map(|points| (points, self.ways[4][13][points])),
        );
        let mut cards = 13;
        let mut bits = 0;
        for (suit, parts) in self.parts.iter().enumerate().rev() {
            let before = &self.ways[suit];
            let fitting = parts
                .iter()
                .filter(|(more, worth, _)| *more <= cards && *worth <= points);
            let (more, worth) = pick(
                stream,
                fitting.map(|&(more, worth, each)| {
                    ((more, worth), each * before[cards - more][points - worth])
                }),
            );
            cards -= more;
            points -= worth;
            let holding = self.left.holding(Suit::ALL[suit]);
            let honours = subsets(holding.0 & HONOURS)
                .filter(|honours| worth_of(*honours) == worth)
                .map(|honours| (honours, spots(holding, honours, more)));
            let honours = pick(stream, honours);
            let mut held = honours;
            for card in 0..9 {
                let small = 1 << card;
                if (held.count_ones() as usize) < more && holding.0 & small != 0 {
                    held |= small;
                }
            }
            bits |= u64::from(held) << (16 * suit);
        }
        Hand::from_bits(bits)
    }
}

/// What a suit can give to a hand that is asked for.
fn parts(holding: Holding, demand: &Demand, suit: Suit) -> Vec<Part> {
    let mut ways = [[0.0; 11]; 14];
    let (cards, points) = (demand.cards[suit as usize], demand.points[suit as usize]);
    for honours in subsets(holding.0 & HONOURS) {
        let worth = worth_of(honours);
        if !points.contains(worth as u8) {
            continue;
        }
        for number in cards.min..=cards.max.min(13) {
            let number = usize::from(number);
            ways[number][worth] += spots(holding, honours, number);
        }
    }
    let each = (0..14).flat_map(|cards| (0..11).map(move |points| (cards, points)));
    each.map(|(cards, points)| (cards, points, ways[cards][points]))
        .filter(|(.., ways)| *ways > 0.0)
        .collect()
}

/// In how many ways small cards of a suit make these honours up to so many cards.
fn spots(holding: Holding, honours: u16, cards: usize) -> f64 {
    let small = (holding.0 & !HONOURS).count_ones() as usize;
    let Some(wanted) = cards.checked_sub(honours.count_ones() as usize) else {
        return 0.0;
    };
    if wanted > small {
        return 0.0;
    }
    (0..wanted).fold(1.0, |ways, i| ways * (small - i) as f64 / (i + 1) as f64)
}

/// All subsets of some honours.
fn subsets(honours: u16) -> impl Iterator<Item = u16> + Clone {
    let all = (0..16u16).map(|set| set << HONOURS.trailing_zeros());
    all.filter(move |set| set & !honours == 0)
}

fn worth_of(honours: u16) -> usize {
    PointCount::HCP.of(Holding(honours)) as usize
}

/// One of several, by their weights; the last with any where rounding leaves none.
fn pick<T>(stream: &mut impl Rng, among: impl Iterator<Item = (T, f64)> + Clone) -> T
where
    T: Copy + Default,
{
    let total: f64 = among.clone().map(|(_, weight)| weight).sum();
    let mut below = total * stream.random::<f64>();
    let mut picked = T::default();
    for (one, weight) in among.filter(|(_, weight)| *weight > 0.0) {
        picked = one;
        below -= weight;
        if below < 0.0 {
            break;
        }
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Range;

    /// One hand is counted, not estimated: the known chances of five spades, and of ten to twelve points with them.
    #[test]
    fn one_hand_is_counted() {
        let mut demand = Demand::any();
        demand.cards[Suit::Spades as usize] = Range { min: 5, max: 13 };
        assert!((1.0 / chance_alone(&demand) - 5.6706).abs() < 0.001);
        demand.total = Range { min: 10, max: 12 };
        assert!((chance_alone(&demand) - 0.047_147_672_912).abs() < 1e-12);
        assert_eq!(chance_alone(&Demand::any()), 1.0);
    }

    /// What is drawn are hands that are asked for, from the cards that are left.
    #[test]
    fn hands_that_are_drawn_are_asked_for() {
        let mut demand = Demand::any();
        demand.cards[0] = Range { min: 4, max: 6 };
        demand.points[0] = Range { min: 3, max: 7 };
        demand.total = Range { min: 8, max: 14 };
        let left = Hand::from_bits(Hand::DECK.bits() & !0x0000_1001_0ff0_1200);
        let hands = HandsLeft::new(left, &demand);
        let mut stream = space::stream(1, 1);
        for _ in 0..200 {
            let hand = hands.draw(&mut stream);
            assert_eq!(hand.len(), 13);
            assert_eq!(hand.bits() & !left.bits(), 0);
            assert!(demand.holds(hand));
        }
    }
}
