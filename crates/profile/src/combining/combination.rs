//! Combinations: a subprofile for each seat with the suits drawn for it. Each is dealable or not, and each that is has its
//! share of the boards.
//!
//! First comes the choice of subprofiles, by weight and coupling, among those that have a dealable draw of suits; then the
//! draw of suits, each dealable one as likely as any other. How hard a combination is has no say in it.

use bridge::{Seat, Side, Suit};
use rand::{Rng, RngExt};
use rustc_hash::FxHashMap;
use space::{Stopped, Watch};

use crate::combining::choice::{choices, most_choices};
use crate::combining::dealable::is_dealable;
use crate::combining::demand::{
    Demands, ProfileLine, Requirement, SuitReason, Whose, lines_of_pair, lines_of_suit, suit_word,
};
use crate::combining::symmetry::{Names, rename};
use crate::counting::kept::KeptCounts;
use crate::document::model::{Profile, Range};

/// The most combinations that are looked at.
pub const MOST_COMBINATIONS: usize = 100_000;

/// Why the combinations of a profile were not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CombinationsError {
    /// There are too many.
    #[error(
        "the subprofiles and suits can be drawn in more than {MOST_COMBINATIONS} ways: \
         use fewer subprofiles in a seat, or couple those of partners"
    )]
    TooMany,
    /// Looking at them was stopped.
    #[error("looking at the combinations was stopped")]
    Stopped,
}

impl From<Stopped> for CombinationsError {
    fn from(_: Stopped) -> CombinationsError {
        CombinationsError::Stopped
    }
}

impl answer::Explained for CombinationsError {
    fn code(&self) -> &'static str {
        match self {
            CombinationsError::TooMany => "too-many-combinations",
            CombinationsError::Stopped => "stopped",
        }
    }
}

/// A subprofile for each seat and the suits that were drawn: what holds of one board.
#[derive(Clone, PartialEq, Debug)]
pub struct Combination {
    /// Indices from 0, from North.
    pub subprofiles: [usize; 4],
    /// The suits that each seat drew, in their order.
    pub suits: [Vec<Suit>; 4],
    /// Its share of the boards; 0 if it cannot be dealt.
    pub share: f64,
    /// What it asks of the hands.
    pub demands: Demands,
    /// Which of the kinds of demands it has, and what the names in those stand for: combinations of one kind differ in the
    /// names of suits and seats only. `None` if it cannot be dealt.
    pub(crate) kind: Option<(usize, Names)>,
}

impl Combination {
    /// Whether there is any deal for it.
    pub fn is_dealable(&self) -> bool {
        self.kind.is_some()
    }

    /// `North (two suits: spades, clubs), West (hearts)`: the seats where something was drawn.
    pub fn describe(&self, profile: &Profile) -> String {
        let drawn = Seat::ALL
            .into_iter()
            .filter(|&seat| profile.seat(seat).len() > 1 || !self.suits[seat as usize].is_empty());
        let words: Vec<String> = drawn
            .map(|seat| self.words_of(profile, seat, seat))
            .collect();
        if words.is_empty() {
            "the only combination".to_owned()
        } else {
            words.join("; ")
        }
    }

    /// What a board of it was dealt as, for the seats as they are at the table if the board is turned round: the same words,
    /// and those of a seat whose only subprofile has a name. `None` where there is nothing to tell boards apart by.
    pub fn hand_type(&self, profile: &Profile, turned: bool) -> Option<String> {
        let at_the_table = Seat::ALL.map(|seat| {
            if turned {
                (seat.partner(), seat)
            } else {
                (seat, seat)
            }
        });
        let told = at_the_table.into_iter().filter(|(seat, _)| {
            let all = profile.seat(*seat);
            let has_name = all[self.subprofiles[*seat as usize]].name.is_some();
            all.len() > 1 || has_name || !self.suits[*seat as usize].is_empty()
        });
        let words: Vec<String> = told
            .map(|(seat, at)| self.words_of(profile, seat, at))
            .collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// `North (two suits): spades then clubs`: what was drawn for a seat of the profile, under the name of the seat at the
    /// table.
    fn words_of(&self, profile: &Profile, seat: Seat, at: Seat) -> String {
        let name = profile.name_at(seat, self.subprofiles[seat as usize], at);
        let suits = self.suits[seat as usize].iter();
        let suits: Vec<&str> = suits.map(|&suit| suit_word(suit, false)).collect();
        if suits.is_empty() {
            name
        } else {
            format!("{name}: {}", suits.join(" then "))
        }
    }

    /// The lines of the profile that hold for it.
    ///
    /// # Errors
    /// A draw of suits that means nothing.
    pub fn lines(&self, profile: &Profile) -> Result<Vec<ProfileLine>, BadDraw> {
        if let Some(seats) = drawn_twice(&self.suits).filter(|_| profile.suits_differ) {
            return Err(BadDraw::SameSuit(seats));
        }
        let mut lines = Vec::new();
        for seat in Seat::ALL {
            lines.extend(seat_lines(profile, self.subprofiles, &self.suits, seat)?);
        }
        let pairs = profile.pairs.iter().filter(|_| !profile.bypassed);
        for pair in pairs.filter(|pair| pair.applies(self.subprofiles)) {
            lines.extend(lines_of_pair(pair));
        }
        Ok(lines)
    }
}

/// Why nothing can be dealt for a draw of suits, whatever the ranges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadDraw {
    /// A seat looks at the suit of another, which drew none.
    NoSuit {
        /// Who looks.
        seat: Seat,
        /// At whom.
        at: Seat,
    },
    /// Two seats drew the same suit, and may not.
    SameSuit([Seat; 2]),
}

/// Two seats that drew the same suit, if there are such.
fn drawn_twice(suits: &[Vec<Suit>; 4]) -> Option<[Seat; 2]> {
    let shared = |one: Seat, other: Seat| {
        let mut drawn = suits[one as usize].iter();
        drawn.any(|suit| suits[other as usize].contains(suit))
    };
    let pairs = Seat::ALL.into_iter().enumerate().flat_map(|(i, one)| {
        let later = Seat::ALL.into_iter().skip(i + 1);
        later.map(move |other| [one, other])
    });
    pairs.into_iter().find(|&[one, other]| shared(one, other))
}

/// What holds of one seat.
fn seat_lines(
    profile: &Profile,
    subprofiles: [usize; 4],
    suits: &[Vec<Suit>; 4],
    seat: Seat,
) -> Result<Vec<ProfileLine>, BadDraw> {
    if profile.bypassed {
        return Ok(Vec::new());
    }
    let one = &profile.seat(seat)[subprofiles[seat as usize]];
    let mut lines = Vec::new();
    // The range of a suit that is drawn replaces the standard one.
    let drawn = &suits[seat as usize];
    for suit in Suit::WRITTEN {
        if drawn.contains(&suit) {
            continue;
        }
        let range = one.standard.suits[suit as usize];
        let path = format!("{}.standard.{}", one.path, suit_word(suit, false));
        lines.extend(lines_of_suit(
            seat,
            suit,
            range,
            SuitReason::Standard,
            &path,
        ));
    }
    let line = |asks, path: String| ProfileLine {
        whose: Whose::Hand(seat),
        asks,
        because: SuitReason::Standard,
        path,
    };
    if one.standard.points != Range::POINTS {
        let path = format!("{}.standard", one.path);
        lines.push(line(Requirement::Points(one.standard.points), path));
    }
    if let Some(allowed) = &one.shapes {
        let asks = Requirement::Shapes(allowed.shapes, allowed.words.clone());
        lines.push(line(asks, format!("{}.allowed_shapes", one.path)));
    }
    for exclusion in &one.exclusions {
        let asks = Requirement::Not(exclusion.shapes, exclusion.words.clone());
        lines.push(line(asks, exclusion.path.clone()));
    }
    if let Some(random) = one.further.random() {
        let path = format!("{}.random_suit_constraint", one.path);
        for (&suit, range) in drawn.iter().zip(random.ranges_of(drawn)) {
            lines.extend(lines_of_suit(seat, suit, range, SuitReason::Drawn, &path));
        }
    }
    if let Some(contingent) = one.further.contingent() {
        let other = contingent.seat;
        let none = BadDraw::NoSuit { seat, at: other };
        let drawn = &suits[other as usize];
        let chosen = profile.seat(other)[subprofiles[other as usize]]
            .further
            .random()
            .ok_or(none)?;
        let (suit, because) = if !contingent.not_chosen {
            (drawn.first(), SuitReason::DrawnBy(other))
        } else {
            let left = chosen.allowed.iter().find(|suit| !drawn.contains(suit));
            (left, SuitReason::NotDrawnBy(other))
        };
        let suit = *suit.ok_or(none)?;
        lines.extend(lines_of_suit(
            seat,
            suit,
            contingent.range,
            because,
            &one.path,
        ));
    }
    Ok(lines)
}

/// All combinations of a profile, with their shares.
#[derive(Clone, PartialEq, Debug)]
pub struct Combinations {
    all: Vec<Combination>,
    /// Choices of subprofiles that can be dealt: up to which number below one each is drawn, and their dealable
    /// combinations.
    drawn: Vec<(f64, Vec<usize>)>,
    /// The demands of each kind.
    pub(crate) kinds: Vec<Demands>,
    /// What was counted of such kinds before.
    pub(crate) kept: KeptCounts,
}

impl Combinations {
    /// Looks at all combinations of a profile: which there are, which can be dealt, and how often each is drawn.
    ///
    /// # Errors
    /// When there are too many, or it was stopped.
    pub fn new(profile: &Profile, watch: &Watch) -> Result<Combinations, CombinationsError> {
        let few = |number: usize| number <= MOST_COMBINATIONS;
        if !few(most_choices(profile)) {
            return Err(CombinationsError::TooMany);
        }
        let mut found = Combinations {
            all: Vec::new(),
            drawn: Vec::new(),
            kinds: Vec::new(),
            kept: KeptCounts::default(),
        };
        let mut known: FxHashMap<Demands, Option<usize>> = FxHashMap::default();
        let mut weights = Vec::new();
        let choices = choices(profile);
        watch.begin("looking at combinations", Some(choices.len() as u64));
        for choice in choices {
            let mut dealable = Vec::new();
            let mut drawn: Vec<[Vec<Suit>; 4]> = draws(profile, choice.subprofiles).collect();
            // Draws that share a suit are none, unless there are no others: then they say why nothing can be dealt.
            if profile.suits_differ && drawn.iter().any(|suits| drawn_twice(suits).is_none()) {
                drawn.retain(|suits| drawn_twice(suits).is_none());
            }
            for suits in drawn {
                let combination =
                    found.look_at(profile, choice.subprofiles, suits, &mut known, watch)?;
                if combination.is_dealable() {
                    dealable.push(found.all.len());
                }
                found.all.push(combination);
                if !few(found.all.len()) {
                    return Err(CombinationsError::TooMany);
                }
            }
            if !dealable.is_empty() {
                weights.push(choice.weight);
                found.drawn.push((0.0, dealable));
            }
            watch.add(1);
        }
        let sum: f64 = weights.iter().sum();
        let mut upto = 0.0;
        for ((bound, dealable), weight) in found.drawn.iter_mut().zip(weights) {
            upto += weight / sum;
            *bound = upto;
            for &index in dealable.iter() {
                found.all[index].share = weight / sum / dealable.len() as f64;
            }
        }
        Ok(found)
    }

    fn look_at(
        &mut self,
        profile: &Profile,
        subprofiles: [usize; 4],
        suits: [Vec<Suit>; 4],
        known: &mut FxHashMap<Demands, Option<usize>>,
        watch: &Watch,
    ) -> Result<Combination, Stopped> {
        watch.look()?;
        let mut combination = Combination {
            subprofiles,
            suits,
            share: 0.0,
            demands: Demands::any(),
            kind: None,
        };
        if let Ok(lines) = combination.lines(profile) {
            combination.demands = Demands::of(&lines);
            let (demands, names) = rename(&combination.demands);
            let kind = match known.get(&demands) {
                Some(kind) => *kind,
                None => {
                    let kind = is_dealable(&demands, watch)?.then(|| {
                        self.kinds.push(demands);
                        self.kinds.len() - 1
                    });
                    known.insert(demands, kind);
                    kind
                }
            };
            combination.kind = kind.map(|kind| (kind, names));
        }
        Ok(combination)
    }

    /// How many kinds of those that can be dealt there are: combinations of one kind differ in the names of suits and seats
    /// only, and are as rare as each other.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// All of them, those that cannot be dealt too.
    pub fn all(&self) -> &[Combination] {
        &self.all
    }

    /// Those that can be dealt.
    pub fn dealable(&self) -> impl Iterator<Item = &Combination> {
        self.all.iter().filter(|one| one.is_dealable())
    }

    /// The seats of which some combination that can be dealt asks something.
    pub fn asked_seats(&self) -> Vec<Seat> {
        let asked = |seat: &Seat| {
            let mut all = self.dealable();
            all.any(|one| one.demands.asks(*seat))
        };
        Seat::ALL.into_iter().filter(asked).collect()
    }

    /// Draws one; `None` if none can be dealt.
    pub fn draw(&self, rng: &mut impl Rng) -> Option<usize> {
        let number: f64 = rng.random();
        let at = self.drawn.partition_point(|(upto, _)| *upto <= number);
        let (_, dealable) = self.drawn.get(at).or(self.drawn.last())?;
        Some(dealable[rng.random_range(0..dealable.len())])
    }

    /// The choices of subprofiles that can be dealt, indices from 0 from North, each with its share of the boards.
    pub fn choices(&self) -> impl Iterator<Item = ([usize; 4], f64)> {
        self.drawn.iter().filter_map(|(_, dealable)| {
            let first = &self.all[*dealable.first()?];
            Some((first.subprofiles, first.share * dealable.len() as f64))
        })
    }

    /// Draws one of a choice of subprofiles, by its place in [`Combinations::choices`]; `None` if there is no such choice.
    pub fn draw_of_choice(&self, choice: usize, rng: &mut impl Rng) -> Option<usize> {
        let (_, dealable) = self.drawn.get(choice)?;
        Some(dealable[rng.random_range(0..dealable.len())])
    }

    /// Draws the suits of a combination anew, its subprofiles kept.
    pub(crate) fn draw_suits(&self, index: usize, rng: &mut impl Rng) -> usize {
        let dealable = self.drawn.iter().find(|(_, all)| all.contains(&index));
        dealable.map_or(index, |(_, all)| all[rng.random_range(0..all.len())])
    }

    /// The share of boards in which a seat has a subprofile.
    pub fn share_of(&self, seat: Seat, subprofile: usize) -> f64 {
        let with = |one: &&Combination| one.subprofiles[seat as usize] == subprofile;
        // A sum of nothing is -0.0.
        0.0 + self
            .all
            .iter()
            .filter(with)
            .map(|one| one.share)
            .sum::<f64>()
    }

    /// The share of boards of each kind.
    pub(crate) fn shares_of_kinds(&self) -> Vec<f64> {
        let mut shares = vec![0.0; self.kinds.len()];
        for one in &self.all {
            if let Some((kind, _)) = one.kind {
                shares[kind] += one.share;
            }
        }
        shares
    }
}

/// All draws of suits for a choice of subprofiles.
fn draws(profile: &Profile, subprofiles: [usize; 4]) -> impl Iterator<Item = [Vec<Suit>; 4]> {
    let each = Seat::ALL.map(|seat| {
        let one = &profile.seat(seat)[subprofiles[seat as usize]];
        let random = one.further.random();
        random.map_or(vec![Vec::new()], |random| random.draws())
    });
    let number: usize = each.iter().map(Vec::len).product();
    (0..number).map(move |mut number| {
        let mut next = |seat: Seat| {
            let draws = &each[seat as usize];
            let draw = draws[number % draws.len()].clone();
            number /= draws.len();
            draw
        };
        Seat::ALL.map(&mut next)
    })
}

/// The order in which attempts are checked: seats that draw suits first, then the others of which something is asked.
pub(crate) fn checking_order(profile: &Profile, combination: &Combination) -> Vec<Seat> {
    let asked = |seat: &&Seat| combination.demands.asks(**seat);
    let draws = |seat: &Seat| !combination.suits[*seat as usize].is_empty();
    let (random, others): (Vec<Seat>, Vec<Seat>) = profile
        .order
        .iter()
        .filter(asked)
        .partition(|seat| draws(seat));
    random.into_iter().chain(others).collect()
}

/// A dealing order to write into a profile: seats that draw suits first, those with the most risk before the others;
/// then who drives North and South; whoever looks at another's suit after that seat; the rest clockwise from the dealer.
pub fn proposed_order(profile: &Profile) -> [Seat; 4] {
    use crate::document::model::{Further, RoleMode};
    let clockwise = [0, 1, 2, 3].map(|steps| profile.dealer.turned(steps));
    let risk = |seat: Seat| -> f64 {
        let each = profile.seat(seat).iter().map(|one| match one.further {
            Further::Random(_) => one.weight,
            Further::Partner(_) | Further::Opponent(_) => 0.5 * one.weight,
            Further::Nothing => 0.0,
        });
        each.sum()
    };
    let draws = |seat: &Seat| {
        let mut all = profile.seat(*seat).iter();
        all.any(|one| one.further.random().is_some())
    };
    let mut order: Vec<Seat> = clockwise.into_iter().filter(draws).collect();
    answer::sort_by(&mut order, |a, b| risk(*b).total_cmp(&risk(*a)));
    let driver = match profile.coupling(Side::NorthSouth).mode {
        RoleMode::Drives(seat) => Some(seat),
        _ => {
            let seats = Side::NorthSouth.seats();
            let open = |seat: &Seat| seats.contains(seat) && !order.contains(seat);
            clockwise.into_iter().find(open)
        }
    };
    let contingent = |seat: Seat, partner: bool| {
        profile.seat(seat).iter().any(|one| match one.further {
            Further::Partner(_) => partner,
            Further::Opponent(_) => !partner,
            _ => false,
        })
    };
    let partners = clockwise.into_iter().filter(|&seat| contingent(seat, true));
    let opponents = clockwise
        .into_iter()
        .filter(|&seat| contingent(seat, false));
    let rest = driver
        .into_iter()
        .chain(partners)
        .chain(opponents)
        .chain(clockwise);
    for seat in rest {
        if !order.contains(&seat) {
            order.push(seat);
        }
    }
    [order[0], order[1], order[2], order[3]]
}
