//! How the hand types of partners belong together: who chooses first, what goes with what, and in which role a hand type
//! may be used.

use bridge::{Seat, Side};
use serde_json::{Map, Value, json};

use crate::document::{self, of_type, types};
use crate::parse::whole;
use crate::step::Step;

/// Who of a pair chooses first, in the order in which it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DriverMode {
    /// The first in the dealing order.
    First,
    Drives(Seat),
    Random,
    Off,
}

/// What goes with what: for each hand type of the one, those of the other. Both count from 0.
pub(crate) type GoesWith = Vec<Vec<usize>>;

pub(crate) fn modes(side: Side) -> [DriverMode; 5] {
    let [first, second] = side.seats();
    [
        DriverMode::Off,
        DriverMode::Drives(first),
        DriverMode::Drives(second),
        DriverMode::Random,
        DriverMode::First,
    ]
}

impl DriverMode {
    /// As it is offered.
    pub(crate) fn label(self) -> String {
        match self {
            DriverMode::First => "whoever is first in the dealing order".to_owned(),
            DriverMode::Drives(seat) => seat.to_string(),
            DriverMode::Random => "either, at random for each board".to_owned(),
            DriverMode::Off => "each for itself".to_owned(),
        }
    }

    /// As it is written.
    fn word(self) -> String {
        match self {
            DriverMode::First => "no_driver".to_owned(),
            DriverMode::Drives(seat) => format!("{}_drives", seat.to_string().to_lowercase()),
            DriverMode::Random => "random_driver".to_owned(),
            DriverMode::Off => "no_driver_no_index".to_owned(),
        }
    }
}

fn prefix(side: Side) -> &'static str {
    match side {
        Side::NorthSouth => "ns",
        Side::EastWest => "ew",
    }
}

fn name(side: Side, field: &str) -> String {
    format!("{}_{field}", prefix(side))
}

/// The older way to say that North and South choose each for itself.
const OLDER: &str = "ns_index_coupling_enabled";

pub(crate) fn mode(document: &Value, side: Side) -> DriverMode {
    if side == Side::NorthSouth && document.get(OLDER) == Some(&Value::Bool(false)) {
        return DriverMode::Off;
    }
    let word = document::text(document, &format!("/{}", name(side, "role_mode")));
    let known = modes(side).into_iter().find(|mode| mode.word() == word);
    known.unwrap_or(DriverMode::First)
}

pub(crate) fn set_mode(document: &mut Value, side: Side, new: DriverMode) {
    if mode(document, side) == new {
        return;
    }
    let fields = document::object(document, "");
    if side == Side::NorthSouth {
        fields.shift_remove(OLDER);
    }
    fields.insert(name(side, "role_mode"), new.word().into());
    // A map needs somebody who always chooses first.
    if matches!(new, DriverMode::Random | DriverMode::Off) {
        fields.shift_remove(&name(side, "bespoke_map"));
    }
}

/// Whether a field of a side is there.
fn given(document: &Value, side: Side, field: &str) -> bool {
    let value = document.get(name(side, field));
    value.is_some_and(|value| !value.is_null())
}

/// Whether the hand types of two partners can belong together. A linked profile says it all, and nothing is asked then.
fn can_be_coupled(document: &Value, side: Side) -> bool {
    let [a, b] = side.seats().map(|seat| types(document, seat));
    let coupled = given(document, side, "bespoke_map") || (a == b && a > 1);
    coupled && !given(document, side, "linked_profile")
}

/// Whether it can be said how the hand types of two partners belong together, and is not.
pub(crate) fn is_open(document: &Value, side: Side) -> bool {
    let older = side == Side::NorthSouth && document.get(OLDER).is_some();
    can_be_coupled(document, side) && !given(document, side, "role_mode") && !older
}

/// Lets partners choose each for itself.
pub(crate) fn set_each_for_itself(document: &mut Value, side: Side) {
    set_mode(document, side, DriverMode::Off);
}

/// Whether what goes with what depends on who is first in the dealing order.
pub(crate) fn map_follows_order(document: &Value, side: Side) -> bool {
    given(document, side, "bespoke_map") && mode(document, side) == DriverMode::First
}

/// Whether the hand type of a seat follows from the partner's, so that its shares say nothing.
pub(crate) fn follows(document: &Value, seat: Seat) -> bool {
    let sides = [Side::NorthSouth, Side::EastWest].into_iter();
    let side = sides.into_iter().find(|side| side.seats().contains(&seat));
    let Some(side) = side.filter(|&side| can_be_coupled(document, side)) else {
        return false;
    };
    let fixed = matches!(
        mode(document, side),
        DriverMode::First | DriverMode::Drives(_)
    );
    let one_each = map(document, side).is_none_or(|map| map.iter().all(|others| others.len() < 2));
    fixed && one_each && driver(document, side) != seat
}

/// The steps of a side.
pub(crate) fn steps(document: &Value, side: Side) -> Vec<Step> {
    if !can_be_coupled(document, side) {
        return Vec::new();
    }
    let seats = side.seats();
    let mut steps = vec![Step::Roles(side)];
    let mode = mode(document, side);
    if matches!(mode, DriverMode::First | DriverMode::Drives(_)) {
        steps.push(Step::Map(side));
    }
    if mode != DriverMode::Off {
        for seat in seats {
            steps.extend((0..types(document, seat)).map(|index| Step::Role(seat, index)));
        }
    }
    steps
}

/// Who chooses first.
pub(crate) fn driver(document: &Value, side: Side) -> Seat {
    let seats = side.seats();
    match mode(document, side) {
        DriverMode::Drives(seat) => seat,
        _ => {
            let mut order = document::order(document).into_iter();
            let first = order.find(|seat| seats.contains(seat));
            first.unwrap_or(seats[0])
        }
    }
}

/// What goes with what; `None` if it is the same number.
pub(crate) fn map(document: &Value, side: Side) -> Option<GoesWith> {
    let fields = document.get(name(side, "bespoke_map"))?.as_object()?;
    let indices = |value: &Value| -> Vec<usize> {
        let list = value.as_array().into_iter().flatten();
        list.filter_map(Value::as_f64)
            .map(|index| index as usize)
            .collect()
    };
    let number = types(document, driver(document, side));
    let entry = |index: usize| fields.get(&index.to_string()).map(indices);
    Some(
        (0..number)
            .map(|index| entry(index).unwrap_or_default())
            .collect(),
    )
}

pub(crate) fn set_map(document: &mut Value, side: Side, new: Option<GoesWith>) {
    if map(document, side) == new {
        return;
    }
    let field = name(side, "bespoke_map");
    let fields = document::object(document, "");
    match new {
        None => {
            fields.shift_remove(&field);
        }
        Some(map) => {
            let each = map.into_iter().enumerate();
            let map: Map<String, Value> = each
                .map(|(index, others)| (index.to_string(), json!(others)))
                .collect();
            fields.insert(field, Value::Object(map));
        }
    }
}

/// `same`, or `1: 2 3; 2: 1`.
pub(crate) fn map_words(map: Option<&GoesWith>) -> String {
    let Some(map) = map else {
        return "same".to_owned();
    };
    let each = map.iter().enumerate().map(|(index, others)| {
        let others: Vec<String> = others.iter().map(|other| (other + 1).to_string()).collect();
        format!("{}: {}", index + 1, others.join(" "))
    });
    each.collect::<Vec<_>>().join("; ")
}

/// What goes with what, for so many hand types of the one and of the other.
pub(crate) fn parse_map(text: &str, from: usize, to: usize) -> Result<Option<GoesWith>, String> {
    if matches!(text.trim().to_lowercase().as_str(), "" | "same") {
        return Ok(None);
    }
    let mut map = vec![Vec::new(); from];
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (index, others) = part
            .split_once(':')
            .ok_or("write same, or something like 1: 2 3; 2: 1")?;
        let index = whole(index, 1, from)?;
        let words = others
            .split(|letter: char| letter == ',' || letter.is_whitespace())
            .filter(|word| !word.is_empty());
        for word in words {
            let other = whole(word, 1, to)? - 1;
            if !map[index - 1].contains(&other) {
                map[index - 1].push(other);
            }
        }
    }
    match map.iter().position(Vec::is_empty) {
        Some(index) => Err(format!("nothing goes with hand type {}", index + 1)),
        None => Ok(Some(map)),
    }
}

/// The roles in which a hand type may be used: as offered, and as written.
pub(crate) const ROLES: [(&str, &str); 3] = [
    ("in either role", "any"),
    ("only when this seat chooses first", "driver_only"),
    ("only when the partner chooses first", "follower_only"),
];

fn role_field(seat: Seat) -> &'static str {
    match seat {
        Seat::North | Seat::South => "ns_role_usage",
        Seat::East | Seat::West => "ew_role_usage",
    }
}

/// Which of [`ROLES`] a hand type has.
pub(crate) fn role(document: &Value, seat: Seat, index: usize) -> usize {
    let place = format!("{}/{}", of_type(seat, index), role_field(seat));
    let word = document::text(document, &place);
    let known = ROLES.iter().position(|(_, known)| *known == word);
    known.unwrap_or(0)
}

pub(crate) fn set_role(document: &mut Value, seat: Seat, index: usize, new: usize) {
    if role(document, seat, index) != new {
        let fields = document::object(document, &of_type(seat, index));
        fields.insert(role_field(seat).to_owned(), ROLES[new].1.into());
    }
}

/// Forgets what is said of hand types that a seat no longer has.
pub(crate) fn forget(document: &mut Value, seat: Seat, number: usize) {
    for side in [Side::NorthSouth, Side::EastWest] {
        if !side.seats().contains(&seat) {
            continue;
        }
        // Whoever chose what goes with what is asked again.
        let fields = document::object(document, "");
        fields.shift_remove(&name(side, "bespoke_map"));
        let linked = name(side, "linked_profile");
        let primary = document::seat(document, &format!("/{linked}/primary_seat"));
        let map = document.pointer_mut(&format!("/{linked}/subprofile_map"));
        let Some(map) = map.and_then(Value::as_object_mut) else {
            continue;
        };
        let is_left = |index: Option<f64>| index.is_some_and(|index| index < number as f64);
        if primary == Some(seat) {
            map.retain(|index, _| is_left(index.parse().ok()))
        } else {
            map.retain(|_, others| {
                let others = others.as_array_mut();
                others.is_some_and(|others| {
                    others.retain(|other| is_left(other.as_f64()));
                    !others.is_empty()
                })
            })
        }
    }
}
