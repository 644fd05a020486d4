//! What a hand is worth: points of any table, controls, losers, suit quality, the Four C's and other ways to count.
//!
//! Everything the project knows about the value of cards is computed here, suit by suit, so that each
//! measure fits in one table of 8,192 holdings; what some add for the shape of the whole hand comes beside it. It knows
//! nothing of seats, deals or conditions.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::{Hand, Holding, Rank, Suit};

/// What each rank is worth, in one suit as in another: a point count.
///
/// ```
/// use bridge::{Hand, PointCount};
/// let hand: Hand = "AK4.QT92.J.98765".parse().unwrap();
/// assert_eq!(PointCount::HCP.of_hand(hand), 10);
/// assert_eq!(PointCount::CONTROLS.of_hand(hand), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointCount([i32; 13]);

impl PointCount {
    /// High card points: 4, 3, 2, 1.
    pub const HCP: PointCount = PointCount::falling(&[4, 3, 2, 1]);
    /// Controls: two for an ace, one for a king.
    pub const CONTROLS: PointCount = PointCount::falling(&[2, 1]);
    /// The number of tens.
    pub const TENS: PointCount = PointCount::falling(&[0, 0, 0, 0, 1]);
    /// The number of jacks.
    pub const JACKS: PointCount = PointCount::falling(&[0, 0, 0, 1]);
    /// The number of queens.
    pub const QUEENS: PointCount = PointCount::falling(&[0, 0, 1]);
    /// The number of kings.
    pub const KINGS: PointCount = PointCount::falling(&[0, 1]);
    /// The number of aces.
    pub const ACES: PointCount = PointCount::falling(&[1]);
    /// How many of A K.
    pub const TOP2: PointCount = PointCount::falling(&[1, 1]);
    /// How many of A K Q.
    pub const TOP3: PointCount = PointCount::falling(&[1, 1, 1]);
    /// How many of A K Q J.
    pub const TOP4: PointCount = PointCount::falling(&[1, 1, 1, 1]);
    /// How many of A K Q J T.
    pub const TOP5: PointCount = PointCount::falling(&[1, 1, 1, 1, 1]);
    /// BUM-RAP points times 100: 4.5, 3, 1.5, 0.75, 0.25, ten a suit.
    pub const BUM_RAP: PointCount = PointCount::falling(&[450, 300, 150, 75, 25]);
    /// Thomas Andrews' Fifths times 100: 4, 2.8, 1.8, 1, 0.4, ten a suit.
    pub const FIFTHS: PointCount = PointCount::falling(&[400, 280, 180, 100, 40]);
    /// Banzai points: 5, 4, 3, 2, 1.
    pub const BANZAI: PointCount = PointCount::falling(&[5, 4, 3, 2, 1]);
    /// C13 points: 6, 4, 2, 1, thirteen a suit.
    pub const C13: PointCount = PointCount::falling(&[6, 4, 2, 1]);

    /// The ten counts that `altcount` numbers, in its order.
    pub const ALTERNATES: [PointCount; 10] = [
        PointCount::TENS,
        PointCount::JACKS,
        PointCount::QUEENS,
        PointCount::KINGS,
        PointCount::ACES,
        PointCount::TOP2,
        PointCount::TOP3,
        PointCount::TOP4,
        PointCount::TOP5,
        PointCount::C13,
    ];

    const fn falling(values: &[i32]) -> PointCount {
        let mut points = [0; 13];
        let mut i = 0;
        while i < values.len() {
            points[12 - i] = values[i];
            i += 1;
        }
        PointCount(points)
    }

    /// The count that gives these values from the ace down, and nothing to the ranks that are left.
    /// None if there are more than thirteen.
    pub fn from_ace_down(values: &[i32]) -> Option<PointCount> {
        (values.len() <= 13).then(|| PointCount::falling(values))
    }

    /// What one card of this rank is worth.
    pub fn of_rank(&self, rank: Rank) -> i32 {
        self.0[rank.index()]
    }

    /// What a holding is worth.
    pub fn of(&self, holding: Holding) -> i32 {
        holding.ranks().map(|rank| self.of_rank(rank)).sum()
    }

    /// What a hand is worth. For many hands, take a [`SuitTable`].
    pub fn of_hand(&self, hand: Hand) -> i32 {
        Suit::ALL
            .iter()
            .map(|&suit| self.of(hand.holding(suit)))
            .sum()
    }
}

/// A number that can be read off a suit, and, for most, off a whole hand as the sum over its suits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Measure {
    /// How many cards.
    Length,
    /// Points of a table.
    Points(PointCount),
    /// Classic losers: see [`losers`].
    Losers,
    /// Modern losers with halves, times 100: see [`half_losers`].
    HalfLosers,
    /// Suit quality times 100: see [`quality`].
    Quality,
    /// The Four C's of Kaplan and Rubens times 100: see [`four_cs`].
    FourCs,
    /// Koelman's new losers times 100: see [`new_losers`].
    NewLosers,
    /// Losers adjusted for aces and queens, times 100: see [`adjusted_losers`].
    AdjustedLosers,
    /// Quick tricks times 100: see [`quick_tricks`].
    QuickTricks,
    /// Goren's points for short suits: 3 for a void, 2 for a singleton, 1 for a doubleton.
    ShortSuits,
    /// Karpin's points for long suits: 1 for each card over four.
    LongSuits,
    /// Pavlicek's points for short suits: see [`pavlicek`].
    Pavlicek,
    /// Bergen's points before aces and tens are weighed against queens and jacks: see [`bergen_in_suit`].
    BergenSuits,
    /// Zar points: high card points, controls, the two longest suits, and the longest less the shortest.
    Zar,
    /// How many cards the two longest suits have together; nothing in a suit.
    TwoLongest,
}

impl Measure {
    /// Its value in one suit. For [`Measure::FourCs`] and others that look at the shape, that is the suit's share before
    /// [`Measure::for_shape`].
    pub fn in_suit(&self, holding: Holding) -> i32 {
        match self {
            Measure::Length => holding.len() as i32,
            Measure::Points(count) => count.of(holding),
            Measure::Losers => losers(holding),
            Measure::HalfLosers => half_losers(holding),
            Measure::Quality => quality(holding),
            Measure::FourCs => four_cs_share(holding),
            Measure::NewLosers => new_losers(holding),
            Measure::AdjustedLosers => adjusted_losers(holding),
            Measure::QuickTricks => quick_tricks(holding),
            Measure::ShortSuits => 3 - holding.len().min(3) as i32,
            Measure::LongSuits => holding.len().saturating_sub(4) as i32,
            Measure::Pavlicek => pavlicek(holding),
            Measure::BergenSuits => bergen_in_suit(holding),
            Measure::Zar => PointCount::C13.of(holding),
            Measure::TwoLongest => 0,
        }
    }

    /// Its value in a whole hand.
    pub fn in_hand(&self, hand: Hand) -> i32 {
        let suits: i32 = Suit::ALL
            .iter()
            .map(|&suit| self.in_suit(hand.holding(suit)))
            .sum();
        suits + self.for_shape(hand)
    }

    /// What is added to the sum over the suits for the shape of the whole hand; for most, nothing.
    pub fn for_shape(&self, hand: Hand) -> i32 {
        self.for_lengths(Suit::ALL.map(|suit| hand.length(suit)))
    }

    /// Whether it adds something for the shape of the whole hand.
    pub fn looks_at_shape(&self) -> bool {
        matches!(self, Measure::FourCs | Measure::Zar | Measure::TwoLongest)
    }

    fn for_lengths(&self, lengths: [usize; 4]) -> i32 {
        match self {
            Measure::FourCs => -discount_of_lengths(lengths),
            Measure::Zar => {
                let mut lengths = lengths.map(|length| length as i32);
                lengths.sort_unstable();
                2 * lengths[3] + lengths[2] - lengths[0]
            }
            Measure::TwoLongest => {
                let mut lengths = lengths.map(|length| length as i32);
                lengths.sort_unstable();
                lengths[3] + lengths[2]
            }
            _ => 0,
        }
    }

    /// The least and the most that it can be in one suit, of any length.
    ///
    /// ```
    /// use bridge::{Measure, PointCount};
    /// assert_eq!(Measure::Losers.range_in_suit(), (0, 3));
    /// assert_eq!(Measure::Points(PointCount::HCP).range_in_suit(), (0, 10));
    /// ```
    pub fn range_in_suit(&self) -> (i32, i32) {
        self.ranges().in_suit
    }

    /// The least and the most that it can be in a whole hand, of thirteen cards or fewer: a hand that is not given, or not
    /// yet dealt in full, has a value too.
    ///
    /// ```
    /// use bridge::{Measure, PointCount};
    /// assert_eq!(Measure::Losers.range(), (0, 12));
    /// // Four aces, four kings, four queens and one jack.
    /// assert_eq!(Measure::Points(PointCount::HCP).range(), (0, 37));
    /// ```
    pub fn range(&self) -> (i32, i32) {
        self.ranges().in_hand
    }

    /// Both ranges. All but those of point counts, which are quickly worked out and may be any number of tables, are worked
    /// out once.
    fn ranges(&self) -> Ranges {
        static KNOWN: Mutex<BTreeMap<Measure, Ranges>> = Mutex::new(BTreeMap::new());
        if let Measure::Points(_) = self {
            return Ranges::new(*self);
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        *known.entry(*self).or_insert_with(|| Ranges::new(*self))
    }
}

/// How small and how large a measure can be.
#[derive(Clone, Copy)]
struct Ranges {
    in_suit: (i32, i32),
    in_hand: (i32, i32),
}

impl Ranges {
    /// Worked out from the evaluation itself, so that no measure has to say it.
    fn new(measure: Measure) -> Ranges {
        // Of a suit, by its length: the suits of a hand are independent but for their lengths.
        let by_length = match measure {
            Measure::Points(count) => points_by_length(&count),
            _ => {
                let mut by_length = [(i32::MAX, i32::MIN); 14];
                for bits in 0..1 << 13 {
                    let holding = Holding(bits);
                    let value = measure.in_suit(holding);
                    let (least, most) = &mut by_length[holding.len()];
                    (*least, *most) = ((*least).min(value), (*most).max(value));
                }
                by_length
            }
        };
        let joined = |a: (i32, i32), b: (i32, i32)| (a.0.min(b.0), a.1.max(b.1));
        let mut in_hand = (i32::MAX, i32::MIN);
        for c in 0..=13 {
            for d in 0..=13 - c {
                for h in 0..=13 - c - d {
                    for s in 0..=13 - c - d - h {
                        let lengths = [c, d, h, s];
                        let for_shape = measure.for_lengths(lengths);
                        let suits = lengths.map(|length| by_length[length]);
                        let sum = |side: fn(&(i32, i32)) -> i32| {
                            let sum = suits.iter().map(side).fold(0, i32::saturating_add);
                            sum.saturating_add(for_shape)
                        };
                        in_hand = joined(in_hand, (sum(|range| range.0), sum(|range| range.1)));
                    }
                }
            }
        }
        Ranges {
            in_suit: by_length.into_iter().fold((i32::MAX, i32::MIN), joined),
            in_hand,
        }
    }
}

/// The least and the most that a holding of each length is worth: that of its lowest or highest ranks, by what they count.
fn points_by_length(count: &PointCount) -> [(i32, i32); 14] {
    let mut values = count.0;
    values.sort_unstable();
    let mut by_length = [(0i32, 0i32); 14];
    for length in 1..14 {
        let (least, most) = by_length[length - 1];
        by_length[length] = (
            least.saturating_add(values[length - 1]),
            most.saturating_add(values[13 - length]),
        );
    }
    by_length
}

/// The values of a measure for all 8,192 holdings.
#[derive(Clone, Debug)]
pub struct SuitTable(Arc<[i32; 8192]>);

impl SuitTable {
    /// The table of a measure: 8,192 evaluations. All but those of point counts, which are quickly worked out and may be any
    /// number of tables, are worked out once.
    pub fn new(measure: Measure) -> SuitTable {
        static KNOWN: Mutex<BTreeMap<Measure, SuitTable>> = Mutex::new(BTreeMap::new());
        if let Measure::Points(count) = measure {
            return SuitTable::of_points(&count);
        }
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let table = || match measure {
            // Losers are asked for most: one loop that the compiler sees through fills eight holdings at once.
            Measure::Losers => SuitTable::filled(losers),
            _ => SuitTable::filled(|holding| measure.in_suit(holding)),
        };
        known.entry(measure).or_insert_with(table).clone()
    }

    /// Points add up: a holding is worth its seven lowest ranks and its six highest.
    fn of_points(count: &PointCount) -> SuitTable {
        let low: [i32; 128] = std::array::from_fn(|bits| count.of(Holding(bits as u16)));
        let high: [i32; 64] = std::array::from_fn(|bits| count.of(Holding((bits << 7) as u16)));
        SuitTable::filled(|Holding(bits)| low[bits as usize & 127] + high[bits as usize >> 7 & 63])
    }

    /// Filled where it stays: its 32 kB are neither copied nor cleared beforehand.
    fn filled(value: impl Fn(Holding) -> i32) -> SuitTable {
        let table: Arc<[i32]> = (0..1 << 13).map(|bits| value(Holding(bits))).collect();
        SuitTable(table.try_into().expect("there are 8,192 holdings"))
    }

    /// The value of a holding.
    #[inline]
    pub fn holding(&self, holding: Holding) -> i32 {
        self.0[usize::from(holding.0) & 0x1fff]
    }

    /// The value in one suit.
    #[inline]
    pub fn suit(&self, hand: Hand, suit: Suit) -> i32 {
        self.0[(hand.bits() >> (16 * suit as u32)) as usize & 0x1fff]
    }

    /// The sum over the four suits.
    #[inline]
    pub fn hand(&self, hand: Hand) -> i32 {
        let bits = hand.bits();
        let at = |suit: u32| self.0[(bits >> (16 * suit)) as usize & 0x1fff];
        at(0) + at(1) + at(2) + at(3)
    }
}

fn has(holding: Holding, rank: Rank) -> i32 {
    i32::from(holding.has(rank))
}

/// Classic losers: of the three highest cards, or as many as there are, each that is not an ace, king or queen
/// of its length. A singleton loses unless it is the ace, a doubleton counts only ace and king.
pub fn losers(holding: Holding) -> i32 {
    let length = holding.len();
    let lost = |rank, shortest| i32::from(length >= shortest && !holding.has(rank));
    lost(Rank::ACE, 1) + lost(Rank::KING, 2) + lost(Rank::QUEEN, 3)
}

/// Modern losers times 100, as DealerV2's `ltc` counts them: AQ- and a singleton king half a loser, AJT and KJT
/// one and a half, Qxx two and a half.
pub fn half_losers(holding: Holding) -> i32 {
    let [a, k, q, j, t] =
        [Rank::ACE, Rank::KING, Rank::QUEEN, Rank::JACK, Rank::TEN].map(|rank| holding.has(rank));
    match holding.len() {
        0 => 0,
        1 if a => 0,
        1 if k => 50,
        1 => 100,
        2 if a && k => 0,
        2 if a && q => 50,
        2 if a || k => 100,
        2 => 200,
        _ => match (a, k, q) {
            (true, true, true) => 0,
            (true, true, false) | (true, false, true) if j => 50,
            (true, true, _) | (true, _, true) | (_, true, true) => 100,
            (true, false, false) | (false, true, false) if j && t => 150,
            (true, false, false) | (false, true, false) => 200,
            (false, false, true) if j => 200,
            (false, false, true) => 250,
            (false, false, false) => 300,
        },
    }
}

/// Losers by Johannes Koelman's count (The Bridge World, May 2003), times 100: one and a half for a missing ace, one for a
/// missing king in a suit of two cards or more, half a loser for a missing queen in a suit of three or more.
///
/// ```
/// use bridge::{Hand, Measure};
/// let hand: Hand = "KQJ2.KQ2.KQ2.KQ2".parse().unwrap();
/// assert_eq!(Measure::NewLosers.in_hand(hand), 600);
/// ```
pub fn new_losers(holding: Holding) -> i32 {
    let missing = [(Rank::ACE, 150), (Rank::KING, 100), (Rank::QUEEN, 50)];
    let counted = holding.len().min(3);
    let losers = missing[..counted]
        .iter()
        .map(|&(rank, half_losers)| if holding.has(rank) { 0 } else { half_losers });
    losers.sum()
}

/// Losers times 100, half a loser less for each ace and half a loser more for each queen.
pub fn adjusted_losers(holding: Holding) -> i32 {
    100 * losers(holding) - 50 * has(holding, Rank::ACE) + 50 * has(holding, Rank::QUEEN)
}

/// Quick tricks times 100: AK two, AQ one and a half, an ace or KQ one, a king that is not alone a half.
pub fn quick_tricks(holding: Holding) -> i32 {
    let [a, k, q] = [Rank::ACE, Rank::KING, Rank::QUEEN].map(|rank| holding.has(rank));
    match (a, k, q) {
        (true, true, _) => 200,
        (true, false, true) => 150,
        (true, false, false) | (false, true, true) => 100,
        (false, true, false) if holding.len() > 1 => 50,
        _ => 0,
    }
}

/// Richard Pavlicek's points for a short suit: 3, 2 and 1 for a void, a singleton and a doubleton; but where it has a wasted
/// honour, only as far as that is more than its high card points. Wasted are a king, queen or jack alone, and a queen or
/// jack in a doubleton.
pub fn pavlicek(holding: Holding) -> i32 {
    let [k, q, j] = [Rank::KING, Rank::QUEEN, Rank::JACK].map(|rank| holding.has(rank));
    let short = 3 - holding.len().min(3) as i32;
    let wasted = match holding.len() {
        1 => k || q || j,
        2 => q || j,
        _ => false,
    };
    if wasted {
        (short - PointCount::HCP.of(holding)).max(0)
    } else {
        short
    }
}

/// What a suit brings to Marty Bergen's starting points: its high card points, one for each card over four, one if it is of
/// four cards or more and has three of the five honours, and one less if it is dubious: a king, queen or jack alone, or a
/// doubleton with a queen or a jack and no ace.
pub fn bergen_in_suit(holding: Holding) -> i32 {
    let [a, k, q, j] =
        [Rank::ACE, Rank::KING, Rank::QUEEN, Rank::JACK].map(|rank| holding.has(rank));
    let length = holding.len();
    let quality = length >= 4 && PointCount::TOP5.of(holding) >= 3;
    let dubious = match length {
        1 => k || q || j,
        2 => !a && (q || j),
        _ => false,
    };
    PointCount::HCP.of(holding) + length.saturating_sub(4) as i32 + i32::from(quality)
        - i32::from(dubious)
}

/// Suit quality times 100 (The Bridge World, October 1982): length times points, where lower cards help a suit of
/// up to six and a longer suit is forgiven a missing queen or jack.
pub fn quality(holding: Holding) -> i32 {
    let [q, j, t] = [Rank::QUEEN, Rank::JACK, Rank::TEN].map(|rank| holding.has(rank));
    let honours = PointCount::TOP4.of(holding);
    let [eight, nine] = [6, 7].map(|bit| holding.0 >> bit & 1 == 1);
    // In halves of a point, so that everything stays a whole number.
    let extra = match holding.len() {
        0..=6 => {
            let ten = i32::from(t) * if honours > 1 || j { 2 } else { 1 };
            let nine = i32::from(nine && (honours == 2 || t || eight));
            ten + nine
        }
        7 => 2 * i32::from(!q || !j),
        8 if !q => 4,
        8 => 2 * i32::from(!j),
        _ => 4 * i32::from(!q) + 2 * i32::from(!j),
    };
    holding.len() as i32 * 5 * (2 * PointCount::HCP.of(holding) + extra)
}

/// What one suit brings to [`four_cs`]: its quality, its honours as far as they are protected, its shortness.
fn four_cs_share(holding: Holding) -> i32 {
    let length = holding.len();
    let [a, k, q, j, t] =
        [Rank::ACE, Rank::KING, Rank::QUEEN, Rank::JACK, Rank::TEN].map(|rank| holding.has(rank));
    let nine = holding.0 >> 7 & 1 == 1;
    let above_queen = i32::from(a) + i32::from(k);
    let above_jack = above_queen + i32::from(q);
    let above_ten = above_jack + i32::from(j);
    let ace = if a { 300 } else { 0 };
    let king = match (k, length) {
        (false, _) => 0,
        (true, 1) => 50,
        (true, _) => 200,
    };
    let queen = match (q, length, above_queen) {
        (false, _, _) | (true, 1, _) => 0,
        (true, 2, 0) => 50,
        (true, 2, _) | (true, _, 0) => 75,
        (true, _, _) => 100,
    };
    let jack = match (j, above_jack) {
        (true, 2) => 50,
        (true, 1) => 25,
        _ => 0,
    };
    let ten = match (t, above_ten) {
        (true, 2) => 25,
        (true, 1) if nine => 25,
        _ => 0,
    };
    let shortness = 100 * 3usize.saturating_sub(length) as i32;
    quality(holding) + ace + king + queen + jack + ten + shortness
}

/// What the Four C's take off for the shape of the whole hand: the first step of shortness, or half a point for 4333.
fn discount_of_lengths(lengths: [usize; 4]) -> i32 {
    if lengths.iter().any(|&length| length < 3) {
        100
    } else if lengths.iter().all(|&length| length <= 4) {
        50
    } else {
        0
    }
}

/// The Four C's (Kaplan and Rubens' Caution: Complex Computer Count), times 100.
///
/// ```
/// let hand: bridge::Hand = "AQT6542.5.T86.A5".parse().unwrap();
/// assert_eq!(bridge::four_cs(hand), 1510);
/// ```
pub fn four_cs(hand: Hand) -> i32 {
    Measure::FourCs.in_hand(hand)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(text: &str) -> Holding {
        let ranks = text
            .chars()
            .map(|letter| Rank::from_letter(letter).unwrap());
        Holding(ranks.fold(0, |bits, rank| bits | 1 << rank.index()))
    }

    /// Every holding is inside its range, every end of a range is some holding's value, and so for hands: all of two suits,
    /// which show every discount, and some of four.
    #[test]
    fn ranges_are_what_the_evaluation_can_give() {
        let odd = PointCount::from_ace_down(&[5, -3, 0, 2, -1]).unwrap();
        let points = [PointCount::HCP, PointCount::C13, PointCount::TOP5, odd];
        let measures = points.map(Measure::Points).into_iter().chain([
            Measure::Length,
            Measure::Losers,
            Measure::HalfLosers,
            Measure::Quality,
            Measure::FourCs,
            Measure::NewLosers,
            Measure::AdjustedLosers,
            Measure::QuickTricks,
            Measure::ShortSuits,
            Measure::LongSuits,
            Measure::Pavlicek,
            Measure::BergenSuits,
            Measure::Zar,
            Measure::TwoLongest,
        ]);
        for measure in measures {
            let values = (0..1 << 13).map(|bits| measure.in_suit(Holding(bits)));
            let (least, most) = (values.clone().min().unwrap(), values.max().unwrap());
            assert_eq!(measure.range_in_suit(), (least, most), "{measure:?}");
            let (least, most) = measure.range();
            let mut state = 1u64;
            let mut seen = (i32::MAX, i32::MIN);
            for step in 0..20_000 {
                let mut hand = Hand::EMPTY;
                while hand.len() < 13 - step % 5 {
                    state = state
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    hand = hand.union(Hand::from_bits(1 << (state >> 58)));
                }
                let value = measure.in_hand(hand);
                seen = (seen.0.min(value), seen.1.max(value));
            }
            assert!(least <= seen.0 && seen.1 <= most, "{measure:?}");
        }
    }

    #[test]
    fn the_ends_of_a_range_are_reached_by_some_hand() {
        for (measure, low, high) in [
            (Measure::Points(PointCount::HCP), "...", "AKQJ.AKQ.AKQ.AKQ"),
            (Measure::Points(PointCount::TOP5), "...", "AKQJT.AKQJT.AKQ."),
            (Measure::Length, "...", "AKQJT98765432..."),
            (Measure::Losers, "...", "5432.432.432.432"),
            (Measure::HalfLosers, "...", "5432.432.432.432"),
        ] {
            let [low, high] = [low, high].map(|hand| measure.in_hand(hand.parse().unwrap()));
            assert_eq!(measure.range(), (low, high), "{measure:?}");
        }
    }

    #[test]
    fn losers_follow_the_classic_definition() {
        let cases = [
            ("", 0),
            ("A", 0),
            ("K", 1),
            ("2", 1),
            ("AK", 0),
            ("A2", 1),
            ("K2", 1),
            ("KQ", 1),
            ("Q2", 2),
            ("32", 2),
            ("AKQ", 0),
            ("AQ2", 1),
            ("Q32", 2),
            ("432", 3),
            ("AJT98", 2),
            ("65432", 3),
        ];
        for (text, expected) in cases {
            assert_eq!(losers(holding(text)), expected, "{text}");
        }
    }

    #[test]
    fn half_losers_follow_the_documented_table() {
        let cases = [
            ("", 0),
            ("A", 0),
            ("K", 50),
            ("Q", 100),
            ("AK", 0),
            ("AQ", 50),
            ("KQ", 100),
            ("QJ", 200),
            ("AKQ", 0),
            ("AKJ2", 50),
            ("AQJ", 50),
            ("AKT", 100),
            ("KQJ", 100),
            ("AJT", 150),
            ("KJT2", 150),
            ("AJ2", 200),
            ("QJ2", 200),
            ("QT2", 250),
            ("JT2", 300),
        ];
        for (text, expected) in cases {
            assert_eq!(half_losers(holding(text)), expected, "{text}");
        }
    }

    /// Holdings, and what each count makes of them: new losers, adjusted losers, quick tricks, Goren's, Karpin's and
    /// Pavlicek's points, and Bergen's.
    #[test]
    fn other_counts_by_hand() {
        for (text, counts) in [
            ("", [0, 0, 0, 3, 0, 3, 0]),
            ("A", [0, -50, 100, 2, 0, 2, 4]),
            ("K", [150, 100, 0, 2, 0, 0, 2]),
            ("J", [150, 100, 0, 2, 0, 1, 0]),
            ("T", [150, 100, 0, 2, 0, 2, 0]),
            ("AK", [0, -50, 200, 1, 0, 1, 7]),
            ("AQ", [100, 100, 150, 1, 0, 0, 6]),
            ("KQ", [150, 150, 100, 1, 0, 0, 4]),
            ("K2", [150, 100, 50, 1, 0, 1, 3]),
            ("Q2", [250, 250, 0, 1, 0, 0, 1]),
            ("J2", [250, 200, 0, 1, 0, 0, 0]),
            ("92", [250, 200, 0, 1, 0, 1, 0]),
            ("AKQ", [0, 0, 200, 0, 0, 0, 9]),
            ("A32", [150, 150, 100, 0, 0, 0, 4]),
            ("QJT9", [250, 250, 0, 0, 0, 0, 4]),
            ("KJT865", [200, 200, 50, 0, 2, 0, 7]),
            ("9876543", [300, 300, 0, 0, 3, 0, 3]),
        ] {
            let holding = holding(text);
            let measures = [
                Measure::NewLosers,
                Measure::AdjustedLosers,
                Measure::QuickTricks,
                Measure::ShortSuits,
                Measure::LongSuits,
                Measure::Pavlicek,
                Measure::BergenSuits,
            ];
            assert_eq!(
                measures.map(|measure| measure.in_suit(holding)),
                counts,
                "{text}"
            );
        }
        let hand: Hand = "AQT6542.5.T86.A5".parse().unwrap();
        assert_eq!(Measure::Zar.in_hand(hand), 10 + 4 + 10 + 6);
        assert_eq!(Measure::TwoLongest.in_hand(hand), 10);
    }

    #[test]
    fn a_table_agrees_with_what_it_was_made_from() {
        let hand: Hand = "AQT6542.5.T86.A5".parse().unwrap();
        for measure in [
            Measure::Length,
            Measure::Losers,
            Measure::Quality,
            Measure::Points(PointCount::C13),
        ] {
            let table = SuitTable::new(measure);
            assert_eq!(table.hand(hand), measure.in_hand(hand));
            assert_eq!(
                table.suit(hand, Suit::Spades),
                measure.in_suit(hand.holding(Suit::Spades))
            );
        }
    }

    #[test]
    fn a_point_count_has_at_most_thirteen_values() {
        assert_eq!(
            PointCount::from_ace_down(&[4, 3, 2, 1]),
            Some(PointCount::HCP)
        );
        assert_eq!(PointCount::from_ace_down(&[0; 14]), None);
    }
}
