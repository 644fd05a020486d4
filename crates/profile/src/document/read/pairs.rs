//! Reading how the subprofiles of partners belong together, and what they hold together.

use bridge::{Seat, Side};

use super::subprofile::{SUITS, range};
use crate::combining::choice::{Pairing, first_of};
use crate::combining::demand::PairDemand;
use crate::document::fields::{At, Fields, Problems};
use crate::document::model::{
    Coupling, IndexMap, Linked, PairConstraint, Profile, Range, RoleMode, RoleUsage, Subprofile,
};

/// How the subprofiles of a side's seats belong together.
pub(super) fn coupling(
    fields: &mut Fields,
    side: Side,
    on: bool,
    seats: &[Vec<Subprofile>; 4],
    order: [Seat; 4],
    problems: &mut Problems,
) -> Coupling {
    let [first, second] = side.seats();
    let (mode_name, bespoke_name, linked_name, drives) = match side {
        Side::NorthSouth => (
            "ns_role_mode",
            "ns_bespoke_map",
            "ns_linked_profile",
            ["north_drives", "south_drives"],
        ),
        Side::EastWest => (
            "ew_role_mode",
            "ew_bespoke_map",
            "ew_linked_profile",
            ["east_drives", "west_drives"],
        ),
    };
    let modes = [
        (drives[0], RoleMode::Drives(first)),
        (drives[1], RoleMode::Drives(second)),
        ("random_driver", RoleMode::Random),
        ("no_driver", RoleMode::First),
        ("no_driver_no_index", RoleMode::Off),
    ];
    let given = fields.get(mode_name);
    let mode = given.and_then(|at| at.word(&modes, problems));
    let mode = if on {
        mode.unwrap_or(RoleMode::First)
    } else {
        RoleMode::Off
    };
    let number = |seat: Seat| seats[seat as usize].len();
    let bespoke = fields.get(bespoke_name).and_then(|at| {
        let driver = match mode {
            RoleMode::Drives(seat) => seat,
            RoleMode::First => first_of(order, side),
            RoleMode::Random => {
                problems.error(
                    &at.path,
                    format!("a map needs a fixed driver: {mode_name} says random_driver"),
                );
                return None;
            }
            RoleMode::Off => {
                problems.warn(&at.path, "nobody drives, so this map has no effect");
                return None;
            }
        };
        let map = index_map(
            &at,
            driver,
            number(driver),
            number(driver.partner()),
            problems,
        )?;
        for index in (0..number(driver)).filter(|index| !map.contains_key(index)) {
            problems.error(&at.path, format!("{driver}'s index {index} has no entry"));
        }
        Some(map)
    });
    let linked = fields.get(linked_name).and_then(|at| {
        let mut fields = at.fields(problems)?;
        let seat_at = fields.need("primary_seat", problems)?;
        let primary = seat_at.seat(problems)?;
        if primary != first && primary != second {
            problems.error(&seat_at.path, format!("{primary} is not of this pair"));
            return None;
        }
        let map_at = fields.need("subprofile_map", problems)?;
        let other = primary.partner();
        let map = index_map(&map_at, primary, number(primary), number(other), problems)?;
        fields.end(problems);
        Some(Linked { primary, map })
    });
    if linked.is_some() && bespoke.is_some() {
        problems.warn(bespoke_name, format!("{linked_name} goes before this map"));
    }
    Coupling {
        mode,
        bespoke,
        linked,
    }
}

/// `{"0": [1, 2]}`: indices of one seat to those of the other, both from 0.
fn index_map(
    at: &At,
    seat: Seat,
    from: usize,
    to: usize,
    problems: &mut Problems,
) -> Option<IndexMap> {
    let mut map = IndexMap::new();
    for (name, at) in at.fields(problems)?.all() {
        let Some(index) = name.parse().ok().filter(|&index: &usize| index < from) else {
            let message = match from.checked_sub(1) {
                Some(last) => {
                    format!("{seat} has no subprofile of this index: they go from 0 to {last}")
                }
                None => format!("{seat} has no subprofiles"),
            };
            problems.error(&at.path, message);
            continue;
        };
        let items = at.list(problems)?;
        let Some(last) = to.checked_sub(1) else {
            let other = seat.partner();
            problems.error(&at.path, format!("{other} has no subprofiles"));
            continue;
        };
        if items.is_empty() {
            problems.error(&at.path, "name at least one index");
        }
        let mut indices: Vec<usize> = items
            .iter()
            .filter_map(|at| at.whole(0, last.min(u8::MAX.into()) as u8, problems))
            .map(usize::from)
            .collect();
        indices.sort_unstable();
        indices.dedup();
        map.insert(index, indices);
    }
    Some(map)
}

/// What partners hold together.
pub(super) fn pair_constraints(
    at: &At,
    seats: &[Vec<Subprofile>; 4],
    problems: &mut Problems,
) -> Vec<PairConstraint> {
    let items = at.list(problems).unwrap_or_default();
    if items.len() > MOST_PAIR_CONSTRAINTS {
        let number = items.len();
        let message = format!("{number} are too many: at most {MOST_PAIR_CONSTRAINTS}");
        problems.error(&at.path, message);
        return Vec::new();
    }
    let each = items
        .iter()
        .filter_map(|at| pair_constraint(at, seats, problems));
    each.collect()
}

/// The most that is asked of partners together.
const MOST_PAIR_CONSTRAINTS: usize = 1_000;

fn pair_constraint(
    at: &At,
    seats: &[Vec<Subprofile>; 4],
    problems: &mut Problems,
) -> Option<PairConstraint> {
    let mut fields = at.fields(problems)?;
    let pairs = [("NS", Side::NorthSouth), ("EW", Side::EastWest)];
    let side = fields.need("pair", problems);
    let side = side.and_then(|at| at.word(&pairs, problems));
    let mut asks = PairDemand::ANY;
    for (name, suit) in SUITS {
        if let Some(at) = fields.get(name) {
            let mut fields = at.fields(problems)?;
            let names = ["min_cards", "max_cards"];
            asks.cards[suit as usize] = range(&mut fields, names, Range::CARDS, problems);
            fields.end(problems);
        }
    }
    let names = ["min_hcp", "max_hcp"];
    asks.points = range(&mut fields, names, Range::POINTS_TOGETHER, problems);
    let only = fields.get("subprofiles");
    fields.end(problems);
    let side = side?;
    let only = match only {
        Some(at) => Some(pairs_of_subprofiles(&at, side, seats, problems)?),
        None => None,
    };
    Some(PairConstraint {
        side,
        asks,
        only,
        path: at.path.clone(),
    })
}

/// `[[1, 2]]`: subprofiles of the two partners, both from 1.
fn pairs_of_subprofiles(
    at: &At,
    side: Side,
    seats: &[Vec<Subprofile>; 4],
    problems: &mut Problems,
) -> Option<Vec<[usize; 2]>> {
    let [first, second] = side.seats();
    let mut pairs = Vec::new();
    for item in at.list(problems)? {
        let numbers = item.list(problems)?;
        let [one, other] = &numbers[..] else {
            let message = format!("name two subprofiles: of {first} and of {second}, from 1");
            problems.error(&item.path, message);
            continue;
        };
        let number = |at: &At, seat: Seat, problems: &mut Problems| {
            let number = seats[seat as usize].len();
            at.whole(1, number.min(255) as u8, problems)
        };
        let found = (
            number(one, first, problems),
            number(other, second, problems),
        );
        if let (Some(one), Some(other)) = found {
            pairs.push([usize::from(one) - 1, usize::from(other) - 1]);
        }
    }
    if pairs.is_empty() {
        problems.error(&at.path, "name at least one pair of subprofiles");
    }
    Some(pairs)
}

/// Warns of subprofiles that are never chosen, though they might be by their weights.
pub(super) fn warn_of_unused(
    profile: &Profile,
    side: Side,
    pairings: &[Pairing],
    problems: &mut Problems,
) {
    for (place, seat) in side.seats().into_iter().enumerate() {
        for (index, one) in profile.seat(seat).iter().enumerate() {
            let chosen = pairings.iter().any(|(pair, _)| pair[place] == index);
            if !chosen && one.weight > 0.0 {
                let name = profile.name_of(seat, index);
                let partner = seat.partner();
                let why = match one.usage {
                    RoleUsage::Any => {
                        format!("{partner}'s hand type decides, and none leads to it")
                    }
                    _ => "the role that it is for never comes".to_owned(),
                };
                let message = format!("{name} is never chosen: {why}");
                problems.warn(&one.path, message);
            }
        }
    }
}
