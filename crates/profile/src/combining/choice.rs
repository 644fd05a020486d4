//! Which subprofiles come together, and how often: weights, and how those of partners are coupled.

use bridge::{Seat, Side};

use crate::document::model::{Coupling, Profile, RoleMode, RoleUsage};

/// A subprofile for each seat, from North, and the share of boards that it is meant for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Choice {
    /// Indices from 0.
    pub(crate) subprofiles: [usize; 4],
    /// Its share, before what cannot be dealt is left out.
    pub(crate) weight: f64,
}

/// Indices of two partners, North's or East's first, and their share.
pub(crate) type Pairing = ([usize; 2], f64);

/// All choices that are ever made.
pub(crate) fn choices(profile: &Profile) -> Vec<Choice> {
    let [north_south, east_west] =
        [Side::NorthSouth, Side::EastWest].map(|side| pairings(profile, side));
    let mut choices = Vec::new();
    for &([north, south], one) in &north_south {
        for &([east, west], other) in &east_west {
            choices.push(Choice {
                subprofiles: [north, east, south, west],
                weight: one * other,
            });
        }
    }
    choices
}

/// How many choices there are at the most.
pub(crate) fn most_choices(profile: &Profile) -> usize {
    profile.seats.iter().map(Vec::len).product()
}

/// What two partners may have together; empty if their roles leave nothing.
pub(crate) fn pairings(profile: &Profile, side: Side) -> Vec<Pairing> {
    let [first, second] = side.seats();
    let coupling = profile.coupling(side);
    let drivers = drivers(profile, side, coupling);
    let mut all: Vec<Pairing> = Vec::new();
    let mut add = |driver: Seat, index: usize, other: usize, share: f64| {
        let pair = if driver == first {
            [index, other]
        } else {
            [other, index]
        };
        match all.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, known)) => *known += share,
            None if share > 0.0 => all.push((pair, share)),
            None => {}
        }
    };
    if let Some(linked) = &coupling.linked {
        let primary = linked.primary;
        let everything: Vec<usize> = (0..profile.seat(primary.partner()).len()).collect();
        let indices: Vec<usize> = (0..profile.seat(primary).len()).collect();
        for (index, share) in shares(profile, primary, &indices) {
            let others = linked.map.get(&index).unwrap_or(&everything);
            for (other, part) in shares(profile, primary.partner(), others) {
                add(primary, index, other, share * part);
            }
        }
        return all;
    }
    if drivers.is_empty() {
        for (a, one) in profile.seat(first).iter().enumerate() {
            for (b, other) in profile.seat(second).iter().enumerate() {
                add(first, a, b, one.weight * other.weight);
            }
        }
        return all;
    }
    for (driver, part) in drivers {
        let follower = driver.partner();
        let may_follow =
            |other: &usize| profile.seat(follower)[*other].usage != RoleUsage::DriverOnly;
        let followers = |index: usize| -> Vec<usize> {
            let mapped = coupling.bespoke.as_ref().and_then(|map| map.get(&index));
            let followers = mapped.cloned().unwrap_or_else(|| vec![index]);
            followers.into_iter().filter(may_follow).collect()
        };
        let may_drive = |index: &usize| {
            profile.seat(driver)[*index].usage != RoleUsage::FollowerOnly
                && !followers(*index).is_empty()
        };
        let indices: Vec<usize> = (0..profile.seat(driver).len()).filter(may_drive).collect();
        for (index, share) in shares(profile, driver, &indices) {
            for (other, of_it) in shares(profile, follower, &followers(index)) {
                add(driver, index, other, part * share * of_it);
            }
        }
    }
    all
}

/// Who drives, and how often; nobody if each draws for itself.
fn drivers(profile: &Profile, side: Side, coupling: &Coupling) -> Vec<(Seat, f64)> {
    let [first, second] = side.seats();
    let [a, b] = [first, second].map(|seat| profile.seat(seat).len());
    let coupled = coupling.bespoke.is_some() || (a == b && a > 1);
    match coupling.mode {
        _ if !coupled => Vec::new(),
        RoleMode::Off => Vec::new(),
        RoleMode::Drives(seat) => vec![(seat, 1.0)],
        RoleMode::Random => vec![(first, 0.5), (second, 0.5)],
        RoleMode::First => vec![(first_of(profile.order, side), 1.0)],
    }
}

/// The seat of a side that comes first in an order.
pub(crate) fn first_of(order: [Seat; 4], side: Side) -> Seat {
    let seats = side.seats();
    let first = order.into_iter().find(|seat| seats.contains(seat));
    first.unwrap_or(seats[0])
}

/// Some of a seat's subprofiles with their weights, so that they add up to one; equal if none has a weight.
fn shares(profile: &Profile, seat: Seat, indices: &[usize]) -> Vec<(usize, f64)> {
    let weight = |index: usize| profile.seat(seat)[index].weight;
    let sum: f64 = indices.iter().map(|&index| weight(index)).sum();
    let share = |index: usize| {
        if sum > 0.0 {
            weight(index) / sum
        } else {
            1.0 / indices.len() as f64
        }
    };
    indices.iter().map(|&index| (index, share(index))).collect()
}
