//! The same profile with everybody one seat further: what West had is North's, what North had is East's, and so on.
//!
//! It works on the document, so that fields which are not known stay where they are. Four turns make the same again.

use bridge::Seat;
use serde_json::{Map, Value};

use crate::document::fields::seat;
use crate::document::migrate::{coupling_as_a_mode, usage_by_its_name};

/// Turns the document of a profile by one seat, clockwise.
///
/// ```
/// use serde_json::json;
/// let document = json!({"dealer": "W", "seat_profiles": {"W": {"seat": "W"}}, "ew_role_mode": "west_drives"});
/// let turned = json!({"dealer": "N", "seat_profiles": {"N": {"seat": "N"}}, "ns_role_mode": "north_drives"});
/// assert_eq!(profile::rotate(document), turned);
/// ```
pub fn rotate(mut document: Value) -> Value {
    let Some(fields) = document.as_object_mut() else {
        return document;
    };
    // It speaks of North and South only, and has no counterpart for the others.
    coupling_as_a_mode(fields, &mut Vec::new());
    usage_by_its_name(fields, &mut Vec::new());
    turn(fields.get_mut("dealer"));
    for seat in items(fields.get_mut("hand_dealing_order")) {
        turn(Some(seat));
    }
    for exclusion in items(fields.get_mut("subprofile_exclusions")) {
        turn(exclusion.get_mut("seat"));
    }
    for pair in items(fields.get_mut("pair_constraints")) {
        turn_pair(pair);
    }
    for name in ["ns_linked_profile", "ew_linked_profile"] {
        let linked = fields.get_mut(name);
        turn(linked.and_then(|linked| linked.get_mut("primary_seat")));
    }
    for name in ["ns_role_mode", "ew_role_mode"] {
        turn_mode(fields.get_mut(name));
    }
    let seats = fields.get_mut("seat_profiles");
    if let Some(seats) = seats.and_then(Value::as_object_mut) {
        for profile in seats.values_mut() {
            turn_seat(profile);
        }
        rename(seats, |name| seat(name).map(|seat| next(seat).to_string()));
    }
    rename(fields, other_side);
    document
}

fn next(seat: Seat) -> char {
    seat.turned(1).letter()
}

/// A seat's letter becomes the next one's.
fn turn(value: Option<&mut Value>) {
    if let Some(value) = value
        && let Some(seat) = value.as_str().and_then(seat)
    {
        *value = next(seat).to_string().into();
    }
}

/// `north_drives` becomes `east_drives`.
fn turn_mode(value: Option<&mut Value>) {
    const MODES: [&str; 4] = ["north_drives", "east_drives", "south_drives", "west_drives"];
    if let Some(value) = value
        && let Some(at) = MODES.iter().position(|mode| value == mode)
    {
        *value = MODES[(at + 1) % 4].into();
    }
}

/// What partners hold together. East becomes South, who is named after North.
fn turn_pair(pair: &mut Value) {
    let Some(side) = pair.get_mut("pair") else {
        return;
    };
    match side.as_str() {
        Some("NS") => *side = "EW".into(),
        Some("EW") => {
            *side = "NS".into();
            for both in items(pair.get_mut("subprofiles")) {
                if let Some(both) = both.as_array_mut() {
                    both.reverse();
                }
            }
        }
        _ => {}
    }
}

/// What stands in the place of a seat.
fn turn_seat(profile: &mut Value) {
    turn(profile.get_mut("seat"));
    for one in items(profile.get_mut("subprofiles")) {
        for (name, field) in [
            ("partner_contingent_constraint", "partner_seat"),
            ("opponents_contingent_suit_constraint", "opponent_seat"),
        ] {
            let contingent = one.get_mut(name);
            turn(contingent.and_then(|contingent| contingent.get_mut(field)));
        }
        if let Some(fields) = one.as_object_mut() {
            rename(fields, other_side);
        }
    }
}

/// The field that says of one side what this one says of the other.
fn other_side(name: &str) -> Option<String> {
    const FIELDS: [&str; 4] = ["role_mode", "bespoke_map", "linked_profile", "role_usage"];
    let (side, field) = name.split_once('_')?;
    let other = match side {
        "ns" => "ew",
        "ew" => "ns",
        _ => return None,
    };
    FIELDS.contains(&field).then(|| format!("{other}_{field}"))
}

fn items(value: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    value.and_then(Value::as_array_mut).into_iter().flatten()
}

/// Gives fields other names in their places.
fn rename(fields: &mut Map<String, Value>, new: impl Fn(&str) -> Option<String>) {
    let each = std::mem::take(fields).into_iter();
    *fields = each
        .map(|(name, value)| (new(&name).unwrap_or(name), value))
        .collect();
}
