//! What can be dealt and what never can, before anything is dealt: each subprofile, each two of different seats, and each
//! combination, with the reason in the profile's own words.

use answer::listed;
use bridge::{Seat, Suit};
use rustc_hash::FxHashMap;
use space::{Stopped, Watch};

use crate::combining::combination::{BadDraw, Combination, Combinations};
use crate::combining::conflict::{LineConflict, line_conflict};
use crate::combining::demand::{Demands, ProfileLine, suit_word};
use crate::combining::symmetry::rename_suits;
use crate::document::model::Profile;

/// Reasons are looked for in so many combinations: those of the others are most likely among them.
const MOST_EXPLAINED: usize = 2_000;
/// So many other suits are named that a reason holds for as well.
const SUITS_NAMED: usize = 5;

/// Why combinations cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeftOutReason {
    /// Lines that cannot hold together.
    Conflict(LineConflict),
    /// A seat looks at the suit of another, which drew none.
    NoSuit {
        /// Who looks, and its subprofile.
        seat: (Seat, usize),
        /// At whom, and its subprofile.
        at: (Seat, usize),
    },
    /// Two seats can only draw the same suit, and may not.
    SameSuit([(Seat, usize); 2]),
}

impl LeftOutReason {
    /// In words.
    pub fn sentence(&self, profile: &Profile) -> String {
        match self {
            LeftOutReason::Conflict(conflict) => conflict.sentence(),
            LeftOutReason::NoSuit { seat, at } => format!(
                "{} looks at the suit of {}, which draws none.",
                profile.name_of(seat.0, seat.1),
                profile.name_of(at.0, at.1)
            ),
            LeftOutReason::SameSuit(seats) => {
                let [one, other] = seats.map(|(seat, index)| profile.name_of(seat, index));
                format!("{one} and {other} cannot draw different suits, and must.")
            }
        }
    }
}

/// Combinations that cannot be dealt for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Why.
    pub reason: LeftOutReason,
    /// The suits in which the same lines clash in the same way: for each that the lines speak of, in their order.
    pub also_in: Vec<Vec<Suit>>,
    /// Which of [`Combinations::all`].
    pub combinations: Vec<usize>,
}

impl LeftOut {
    /// Why, in words.
    pub fn sentence(&self, profile: &Profile) -> String {
        let reason = self.reason.sentence(profile);
        let named = |suits: &Vec<Suit>| listed(suits.iter().map(|&suit| suit_word(suit, false)));
        let all: Vec<String> = self.also_in.iter().map(named).collect();
        let single = self.also_in.iter().all(|suits| suits.len() == 1);
        match all.len() {
            0 => reason,
            _ if single => format!("{reason} The same in {}.", listed(all)),
            1..=SUITS_NAMED => format!("{reason} The same in {}.", all.join("; in ")),
            more => {
                let more = more - SUITS_NAMED;
                let named = all[..SUITS_NAMED].join("; in ");
                format!("{reason} The same in {named}; and in {more} more.")
            }
        }
    }
}

/// What can be dealt.
#[derive(Clone, PartialEq, Debug)]
pub struct Viability {
    /// For each subprofile, by seat: how many combinations have it, and how many of those can be dealt.
    pub subprofiles: [Vec<(usize, usize)>; 4],
    /// Two subprofiles that never come together, though each can be dealt with others.
    pub never_together: Vec<[(Seat, usize); 2]>,
    /// What is left out, and why.
    pub left_out: Vec<LeftOut>,
    /// How many more combinations are left out, whose reasons were not looked for.
    pub unexplained: usize,
}

impl Viability {
    /// Looks at all combinations.
    ///
    /// # Errors
    /// When it was stopped.
    pub fn new(
        profile: &Profile,
        combinations: &Combinations,
        watch: &Watch,
    ) -> Result<Viability, Stopped> {
        let mut subprofiles = Seat::ALL.map(|seat| vec![(0, 0); profile.seat(seat).len()]);
        for one in combinations.all() {
            for (seat, &index) in subprofiles.iter_mut().zip(&one.subprofiles) {
                seat[index] = seen_with(seat[index], one);
            }
        }
        let left_out = left_out(profile, combinations, watch)?;
        let explained: usize = left_out.iter().map(|one| one.combinations.len()).sum();
        let all = combinations.all().len() - combinations.dealable().count();
        Ok(Viability {
            never_together: never_together(profile, combinations, &subprofiles),
            unexplained: all - explained,
            left_out,
            subprofiles,
        })
    }

    /// The subprofiles that can never be dealt.
    pub fn never(&self) -> impl Iterator<Item = (Seat, usize)> {
        Seat::ALL.into_iter().flat_map(|seat| {
            let all = self.subprofiles[seat as usize].iter().enumerate();
            let never = all.filter(|(_, (of, dealable))| *of > 0 && *dealable == 0);
            never.map(move |(index, _)| (seat, index))
        })
    }
}

/// How many combinations there are so far and how many of them can be dealt, with one more.
fn seen_with((all, dealable): (usize, usize), one: &Combination) -> (usize, usize) {
    (all + 1, dealable + usize::from(one.is_dealable()))
}

fn never_together(
    profile: &Profile,
    combinations: &Combinations,
    subprofiles: &[Vec<(usize, usize)>; 4],
) -> Vec<[(Seat, usize); 2]> {
    let dealable = |(seat, index): (Seat, usize)| subprofiles[seat as usize][index].1 > 0;
    let all = |seat: Seat| (0..profile.seat(seat).len()).map(move |index| (seat, index));
    let mut found = Vec::new();
    for (i, first) in Seat::ALL.into_iter().enumerate() {
        for &second in &Seat::ALL[i + 1..] {
            let columns = profile.seat(second).len();
            let mut together = vec![(0, 0); profile.seat(first).len() * columns];
            for one in combinations.all() {
                let [row, column] = [first, second].map(|seat| one.subprofiles[seat as usize]);
                let cell = &mut together[row * columns + column];
                *cell = seen_with(*cell, one);
            }
            for one in all(first).filter(|&one| dealable(one)) {
                for other in all(second).filter(|&other| dealable(other)) {
                    let (number, dealable) = together[one.1 * columns + other.1];
                    if number > 0 && dealable == 0 {
                        found.push([one, other]);
                    }
                }
            }
        }
    }
    found
}

fn left_out(
    profile: &Profile,
    combinations: &Combinations,
    watch: &Watch,
) -> Result<Vec<LeftOut>, Stopped> {
    let mut found: Vec<LeftOut> = Vec::new();
    let mut explained = Explained::default();
    let all = combinations.all().iter().enumerate();
    let impossible = all.filter(|(_, one)| !one.is_dealable());
    for (index, one) in impossible.take(MOST_EXPLAINED) {
        watch.look()?;
        let with = |seat: Seat| (seat, one.subprofiles[seat as usize]);
        let reason = match one.lines(profile) {
            Ok(lines) => {
                let conflict = explained.conflict(&one.demands, &lines, watch)?;
                conflict.map(LeftOutReason::Conflict)
            }
            Err(BadDraw::NoSuit { seat, at }) => Some(LeftOutReason::NoSuit {
                seat: with(seat),
                at: with(at),
            }),
            Err(BadDraw::SameSuit(seats)) => Some(LeftOutReason::SameSuit(seats.map(with))),
        };
        let Some(reason) = reason else {
            continue;
        };
        let known = found.iter_mut().find_map(|known| {
            let suits = same_but_for_suits(&known.reason, &reason)?;
            Some((known, suits))
        });
        match known {
            Some((known, suits)) => {
                known.combinations.push(index);
                let fresh = suits.filter(|suits| !known.also_in.contains(suits));
                known.also_in.extend(fresh);
            }
            None => found.push(LeftOut {
                reason,
                also_in: Vec::new(),
                combinations: vec![index],
            }),
        }
    }
    answer::sort_by_key(&mut found, |one| std::cmp::Reverse(one.combinations.len()));
    Ok(found)
}

/// The conflicts that were found, by what was asked, whatever its suits are called: what differs by the names of suits only
/// is looked at once.
#[derive(Default)]
struct Explained {
    known: FxHashMap<Demands, (LineConflict, [Suit; 4])>,
}

impl Explained {
    /// The conflict among the lines of some demands.
    fn conflict(
        &mut self,
        demands: &Demands,
        lines: &[ProfileLine],
        watch: &Watch,
    ) -> Result<Option<LineConflict>, Stopped> {
        let (form, suits) = rename_suits(demands);
        if let Some((conflict, before)) = self.known.get(&form) {
            let new = |suit: Suit| {
                let place = before.iter().position(|&named| named == suit);
                place.map_or(suit, |place| suits[place])
            };
            if let Some(renamed) = conflict.in_suits(new, lines) {
                return Ok(Some(renamed));
            }
        }
        let conflict = line_conflict(lines, watch)?;
        if let Some(conflict) = &conflict {
            self.known.insert(form, (conflict.clone(), suits));
        }
        Ok(conflict)
    }
}

/// Whether two reasons are the same, but perhaps for the suits that they speak of: those, where they are others.
fn same_but_for_suits(known: &LeftOutReason, new: &LeftOutReason) -> Option<Option<Vec<Suit>>> {
    if known == new {
        return Some(None);
    }
    let (LeftOutReason::Conflict(known), LeftOutReason::Conflict(new)) = (known, new) else {
        return None;
    };
    let (from, to) = (known.suits(), new.suits());
    let renamed = |suit: Suit| {
        let place = from.iter().position(|&named| named == suit);
        let place = place.filter(|&place| place < to.len());
        place.map_or(suit, |place| to[place])
    };
    let same = known.lines.len() == new.lines.len()
        && known
            .in_suits(renamed, &new.lines)
            .is_some_and(|found| found.lines == new.lines);
    same.then_some(Some(to))
}
