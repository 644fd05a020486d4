//! What can be dealt and what never can, before anything is dealt: each subprofile, each two of different seats, and each
//! combination, with the reason in the profile's own words.

use bridge::{Seat, Suit};

use crate::combination::{Combination, Combinations};
use crate::conflict::{Conflict, conflict, list};
use crate::line::{Line, suit_word};
use crate::model::Profile;

/// Reasons are looked for in so many combinations: those of the others are most likely among them.
const MOST_EXPLAINED: usize = 2_000;

/// Why combinations cannot be dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Lines that cannot hold together.
    Conflict(Conflict),
    /// A seat looks at the suit of another, which drew none.
    NoSuit {
        /// Who looks, and its subprofile.
        seat: (Seat, usize),
        /// At whom, and its subprofile.
        at: (Seat, usize),
    },
}

impl Reason {
    /// In words.
    pub fn sentence(&self, profile: &Profile) -> String {
        match self {
            Reason::Conflict(conflict) => conflict.sentence(),
            Reason::NoSuit { seat, at } => format!(
                "{} looks at the suit of {}, which draws none.",
                profile.name_of(seat.0, seat.1),
                profile.name_of(at.0, at.1)
            ),
        }
    }
}

/// Combinations that cannot be dealt for one reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Why.
    pub reason: Reason,
    /// The suits in which the same lines clash in the same way.
    pub also_in: Vec<Suit>,
    /// Which of [`Combinations::all`].
    pub combinations: Vec<usize>,
}

impl LeftOut {
    /// Why, in words.
    pub fn sentence(&self, profile: &Profile) -> String {
        let reason = self.reason.sentence(profile);
        let suits: Vec<String> = self
            .also_in
            .iter()
            .map(|&suit| suit_word(suit, false).to_owned())
            .collect();
        if suits.is_empty() {
            reason
        } else {
            format!("{reason} The same in {}.", list(&suits))
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
    pub fn new(profile: &Profile, combinations: &Combinations) -> Viability {
        let subprofiles = Seat::ALL.map(|seat| {
            let number = profile.seat(seat).len();
            let count = |index| tally(combinations, &[(seat, index)]);
            (0..number).map(count).collect::<Vec<_>>()
        });
        let left_out = left_out(profile, combinations);
        let explained: usize = left_out.iter().map(|one| one.combinations.len()).sum();
        let all = combinations.all().len() - combinations.dealable().count();
        Viability {
            never_together: never_together(profile, combinations, &subprofiles),
            unexplained: all - explained,
            left_out,
            subprofiles,
        }
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

/// How many combinations have these subprofiles, and how many of them can be dealt.
fn tally(combinations: &Combinations, with: &[(Seat, usize)]) -> (usize, usize) {
    let has = |one: &&Combination| {
        let has = |&(seat, index): &(Seat, usize)| one.subprofiles[seat as usize] == index;
        with.iter().all(has)
    };
    let found = combinations.all().iter().filter(has);
    found.fold((0, 0), |(all, dealable), one| {
        (all + 1, dealable + usize::from(one.is_dealable()))
    })
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
            for one in all(first).filter(|&one| dealable(one)) {
                for other in all(second).filter(|&other| dealable(other)) {
                    let (number, dealable) = tally(combinations, &[one, other]);
                    if number > 0 && dealable == 0 {
                        found.push([one, other]);
                    }
                }
            }
        }
    }
    found
}

fn left_out(profile: &Profile, combinations: &Combinations) -> Vec<LeftOut> {
    let mut found: Vec<LeftOut> = Vec::new();
    let all = combinations.all().iter().enumerate();
    let impossible = all.filter(|(_, one)| !one.is_dealable());
    for (index, one) in impossible.take(MOST_EXPLAINED) {
        let reason = match one.lines(profile) {
            Ok(lines) => conflict(&lines).map(Reason::Conflict),
            Err((seat, at)) => Some(Reason::NoSuit {
                seat: (seat, one.subprofiles[seat as usize]),
                at: (at, one.subprofiles[at as usize]),
            }),
        };
        let Some(reason) = reason else {
            continue;
        };
        let known = found.iter_mut().find_map(|known| {
            let suit = same_but_for_suit(&known.reason, &reason)?;
            Some((known, suit))
        });
        match known {
            Some((known, suit)) => {
                known.combinations.push(index);
                let fresh = suit.filter(|suit| !known.also_in.contains(suit));
                known.also_in.extend(fresh);
            }
            None => found.push(LeftOut {
                reason,
                also_in: Vec::new(),
                combinations: vec![index],
            }),
        }
    }
    found.sort_by_key(|one| std::cmp::Reverse(one.combinations.len()));
    found
}

/// Whether two reasons are the same, but perhaps for the one suit that they speak of: that suit, where it is another.
fn same_but_for_suit(known: &Reason, new: &Reason) -> Option<Option<Suit>> {
    if known == new {
        return Some(None);
    }
    let (Reason::Conflict(known), Reason::Conflict(new)) = (known, new) else {
        return None;
    };
    let (from, to) = (known.suit()?, new.suit()?);
    let same = |(a, b): (&Line, &Line)| {
        (a.seat, a.because) == (b.seat, b.because) && a.asks.in_suit(to) == b.asks
    };
    let mut pairs = known.lines.iter().zip(&new.lines);
    let all = known.lines.len() == new.lines.len() && pairs.all(same);
    (all && from != to).then_some(Some(to))
}
