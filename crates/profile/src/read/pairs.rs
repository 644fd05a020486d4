//! Reading how the subprofiles of partners belong together.

use bridge::{Seat, Side};

use crate::choice::first_of;
use crate::fields::{At, Fields, Problems};
use crate::model::{Coupling, IndexMap, Linked, RoleMode, Subprofile};

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
            let message = format!(
                "{seat} has no subprofile of this index: they go from 0 to {}",
                from - 1
            );
            problems.error(&at.path, message);
            continue;
        };
        let items = at.list(problems)?;
        if items.is_empty() {
            problems.error(&at.path, "name at least one index");
        }
        let mut indices: Vec<usize> = items
            .iter()
            .filter_map(|at| at.whole(0, (to - 1) as u8, problems))
            .map(usize::from)
            .collect();
        indices.sort_unstable();
        indices.dedup();
        map.insert(index, indices);
    }
    Some(map)
}
