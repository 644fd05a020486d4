//! From a document to a profile: every rule about what a file may say is here.
//!
//! The document itself is kept as it is, unknown fields and their order included: what is saved is the document, so
//! nothing can be lost.

mod exclusions;
mod pairs;
mod subprofile;

use bridge::{Seat, Side};
use serde_json::Value;

use crate::combining::choice::pairings;
use crate::document::fields::{At, Fields, Problem, Problems, seat};
use crate::document::model::{Profile, Subprofile, Tag};
use exclusions::exclusions;
use pairs::{coupling, pair_constraints, warn_of_unused};
use subprofile::{check_contingents, subprofile};

/// The most subprofiles of one seat.
const MOST_SUBPROFILES: usize = 100;
/// Weights are shares of a hundred, and may be this far off.
const WEIGHTS: f64 = 100.0;
const WEIGHTS_OFF: f64 = 2.0;

/// What was made of a document.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The document, if it is JSON at all.
    pub document: Option<Value>,
    /// The profile, if nothing is wrong with it.
    pub profile: Option<Profile>,
    /// What is wrong, or might be.
    pub problems: Vec<Problem>,
}

impl Reading {
    /// What is wrong.
    pub fn errors(&self) -> impl Iterator<Item = &Problem> {
        self.problems.iter().filter(|problem| problem.is_error())
    }
}

/// Reads a profile. Everything that is wrong is found at once, each thing with its path.
///
/// ```
/// let reading = profile::read(r#"{
///     "profile_name": "Six spades", "dealer": "N", "tag": "Opener",
///     "seat_profiles": {"N": {"seat": "N", "subprofiles": [{"standard": {"spades": {"min_cards": 14}}}]}}
/// }"#);
/// assert_eq!(
///     reading.problems[0].to_string(),
///     "seat_profiles.N.subprofiles[0].standard.spades.min_cards: 14 is over 13"
/// );
/// ```
pub fn read(text: &str) -> Reading {
    // Some editors begin a file with a mark that is no part of it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match serde_json::from_str::<Value>(text) {
        Ok(document) => read_document(document),
        Err(error) => {
            let mut problems = Problems::default();
            problems.error("", format!("this is not a JSON document: {error}"));
            Reading {
                document: None,
                profile: None,
                problems: problems.0,
            }
        }
    }
}

/// Reads a profile from a document.
pub fn read_document(document: Value) -> Reading {
    let mut problems = Problems::default();
    let root = At {
        path: String::new(),
        value: &document,
    };
    let profile = profile(&root, &mut problems);
    let wrong = problems.0.iter().any(Problem::is_error);
    Reading {
        profile: profile.filter(|_| !wrong),
        document: Some(document),
        problems: problems.0,
    }
}

fn profile(root: &At, problems: &mut Problems) -> Option<Profile> {
    let mut fields = root.fields(problems)?;
    let name = fields
        .need("profile_name", problems)
        .and_then(|at| at.text(problems));
    if name.is_some_and(|name| name.trim().is_empty()) {
        problems.error("profile_name", "a profile needs a name");
    }
    let dealer = fields
        .need("dealer", problems)
        .and_then(|at| at.seat(problems));
    let tags = [("Opener", Tag::Opener), ("Overcaller", Tag::Overcaller)];
    let tag = fields
        .need("tag", problems)
        .and_then(|at| at.word(&tags, problems));
    let mut flag = |name, usual, problems: &mut Problems| {
        let found = fields.get(name).and_then(|at| at.flag(problems));
        found.unwrap_or(usual)
    };
    let rotates = flag("rotate_deals_by_default", true, problems);
    let bypassed = flag("is_invariants_safety_profile", false, problems);
    let north_south_coupled = flag("ns_index_coupling_enabled", true, problems);
    let suits_differ = flag("random_suits_differ", false, problems);
    if bypassed {
        problems.warn(
            "is_invariants_safety_profile",
            "the ranges of this profile are passed over: any deal qualifies",
        );
    }
    let mut description = "";
    for name in ["description", "author", "version", "category"] {
        let text = fields.get(name).and_then(|at| at.text(problems));
        if name == "description" {
            description = text.unwrap_or_default();
        }
    }
    // What these say is for the programs that wrote them.
    for name in ["schema_version", "sort_order", "rotated_from"] {
        fields.get(name);
    }
    let order = dealing_order(&mut fields, dealer.unwrap_or(Seat::North), problems);
    let mut seats = match fields.need("seat_profiles", problems) {
        Some(at) => seat_profiles(&at, problems),
        None => Default::default(),
    };
    if let Some(at) = fields.get("subprofile_exclusions") {
        exclusions(&at, &mut seats, problems);
    }
    check_contingents(&seats, problems);
    let pairs = match fields.get("pair_constraints") {
        Some(at) => pair_constraints(&at, &seats, problems),
        None => Vec::new(),
    };
    let couplings = [Side::NorthSouth, Side::EastWest].map(|side| {
        let on = side == Side::EastWest || north_south_coupled;
        coupling(&mut fields, side, on, &seats, order, problems)
    });
    fields.end(problems);
    let profile = Profile {
        name: name?.to_owned(),
        description: description.to_owned(),
        dealer: dealer?,
        tag: tag?,
        order,
        rotates,
        bypassed,
        seats,
        couplings,
        pairs,
        suits_differ,
    };
    for (side, path) in [
        (Side::NorthSouth, "ns_role_mode"),
        (Side::EastWest, "ew_role_mode"),
    ] {
        let pairings = pairings(&profile, side);
        if !pairings.is_empty() {
            warn_of_unused(&profile, side, &pairings, problems);
        } else {
            let [first, second] = side.seats();
            let message = format!(
                "no subprofile of {first} and {second} may be used together in their roles"
            );
            problems.error(path, message);
        }
    }
    Some(profile)
}

/// The order in the file, or the dealer's: clockwise.
fn dealing_order(fields: &mut Fields, dealer: Seat, problems: &mut Problems) -> [Seat; 4] {
    let usual = [0, 1, 2, 3].map(|steps| dealer.turned(steps));
    let Some(at) = fields.get("hand_dealing_order") else {
        return usual;
    };
    let Some(items) = at.list(problems) else {
        return usual;
    };
    let order: Vec<Seat> = items.iter().filter_map(|at| at.seat(problems)).collect();
    let all = Seat::ALL.iter().all(|seat| order.contains(seat));
    match <[Seat; 4]>::try_from(order) {
        Ok(order) if all => order,
        _ => {
            problems.error(&at.path, "name each of the four seats once");
            usual
        }
    }
}

fn seat_profiles(at: &At, problems: &mut Problems) -> [Vec<Subprofile>; 4] {
    let mut seats = [(); 4].map(|()| vec![Subprofile::any()]);
    let Some(fields) = at.fields(problems) else {
        return seats;
    };
    for (name, at) in fields.all() {
        match seat(name) {
            Some(seat) => {
                if let Some(subprofiles) = seat_profile(&at, seat, problems) {
                    seats[seat as usize] = subprofiles;
                }
            }
            None => problems.error(&at.path, "there is no such seat: N, E, S or W"),
        }
    }
    seats
}

fn seat_profile(at: &At, seat: Seat, problems: &mut Problems) -> Option<Vec<Subprofile>> {
    let mut fields = at.fields(problems)?;
    if let Some(at) = fields.get("seat")
        && at.seat(problems).is_some_and(|named| named != seat)
    {
        problems.error(&at.path, format!("this is the place of {seat}"));
    }
    let list = fields.need("subprofiles", problems);
    fields.end(problems);
    let list = list?;
    let items = list.list(problems)?;
    if items.is_empty() {
        problems.error(&list.path, "a seat needs at least one subprofile");
        return None;
    }
    if items.len() > MOST_SUBPROFILES {
        let number = items.len();
        let message = format!("{number} subprofiles are too many: at most {MOST_SUBPROFILES}");
        problems.error(&list.path, message);
        return None;
    }
    let mut subprofiles: Vec<Subprofile> = items
        .iter()
        .filter_map(|at| subprofile(at, seat, problems))
        .collect();
    share_weights(&mut subprofiles, &list.path, problems);
    (subprofiles.len() == items.len()).then_some(subprofiles)
}

/// Weights become shares of one: equal if there are none, rescaled if they nearly add up.
fn share_weights(subprofiles: &mut [Subprofile], path: &str, problems: &mut Problems) {
    let sum: f64 = subprofiles.iter().map(|one| one.weight).sum();
    let equal = 1.0 / subprofiles.len() as f64;
    if sum != 0.0 && (sum - WEIGHTS).abs() > WEIGHTS_OFF {
        problems.error(
            path,
            format!("the weights add up to {sum}: they should add up to 100, or all be 0"),
        );
    }
    for one in subprofiles {
        one.weight = if sum == 0.0 { equal } else { one.weight / sum };
    }
}
