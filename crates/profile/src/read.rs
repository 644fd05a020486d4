//! From a document to a profile: every rule about what a file may say is here.
//!
//! The document itself is kept as it is, unknown fields and their order included: what is saved is the document, so
//! nothing can be lost.

use bridge::{Seat, ShapePattern, ShapeSet, Side, Suit};
use serde_json::Value;

use crate::choice::{first_of, pairings};
use crate::fields::{At, Fields, Problem, Problems, seat};
use crate::model::{
    Contingent, Coupling, Exclusion, Further, IndexMap, Linked, PairOverride, Profile, RandomSuits,
    Range, RoleMode, RoleUsage, Standard, Subprofile, SuitRange, Tag,
};

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
    };
    for (side, path) in [
        (Side::NorthSouth, "ns_role_mode"),
        (Side::EastWest, "ew_role_mode"),
    ] {
        if pairings(&profile, side).is_empty() {
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

fn subprofile(at: &At, seat: Seat, problems: &mut Problems) -> Option<Subprofile> {
    let mut fields = at.fields(problems)?;
    let name = fields.get("name").and_then(|at| at.text(problems));
    let standard = match fields.get("standard") {
        Some(at) => standard(&at, problems),
        None => Standard::ANY,
    };
    let weight = fields.get("weight_percent").map_or(0.0, |at| {
        let weight = at.number(problems).unwrap_or(0.0);
        if weight < 0.0 {
            problems.error(&at.path, format!("{weight} is negative"));
        }
        weight
    });
    let usages = [
        ("any", RoleUsage::Any),
        ("driver_only", RoleUsage::DriverOnly),
        ("follower_only", RoleUsage::FollowerOnly),
    ];
    let mut usage = |name| {
        let found = fields.get(name).and_then(|at| at.word(&usages, problems));
        found.unwrap_or_default()
    };
    let (north_south, east_west) = (usage("ns_role_usage"), usage("ew_role_usage"));
    let further = further(&mut fields, seat, problems);
    let path = fields.path.clone();
    fields.end(problems);
    Some(Subprofile {
        name: name.filter(|name| !name.is_empty()).map(str::to_owned),
        standard,
        further,
        weight,
        usage: match seat {
            Seat::North | Seat::South => north_south,
            Seat::East | Seat::West => east_west,
        },
        exclusions: Vec::new(),
        path,
    })
}

fn standard(at: &At, problems: &mut Problems) -> Standard {
    let mut standard = Standard::ANY;
    let Some(mut fields) = at.fields(problems) else {
        return standard;
    };
    for (name, suit) in SUITS {
        if let Some(at) = fields.get(name) {
            standard.suits[suit as usize] = suit_range(&at, problems);
        }
    }
    let names = ["total_min_hcp", "total_max_hcp"];
    standard.points = range(&mut fields, names, Range::POINTS, problems);
    fields.end(problems);
    standard
}

/// The suits by their names in a file.
const SUITS: [(&str, Suit); 4] = [
    ("spades", Suit::Spades),
    ("hearts", Suit::Hearts),
    ("diamonds", Suit::Diamonds),
    ("clubs", Suit::Clubs),
];

fn suit_range(at: &At, problems: &mut Problems) -> SuitRange {
    let Some(mut fields) = at.fields(problems) else {
        return SuitRange::ANY;
    };
    let read = SuitRange {
        cards: range(
            &mut fields,
            ["min_cards", "max_cards"],
            Range::CARDS,
            problems,
        ),
        points: range(&mut fields, ["min_hcp", "max_hcp"], Range::POINTS, problems),
    };
    fields.end(problems);
    read
}

fn range(
    fields: &mut Fields,
    names: [&'static str; 2],
    whole: Range,
    problems: &mut Problems,
) -> Range {
    let [min, max] = names.map(|name| fields.get(name));
    let number = |at: Option<&At>, usual, problems: &mut Problems| {
        let found = at.and_then(|at| at.whole(whole.min, whole.max, problems));
        found.unwrap_or(usual)
    };
    let range = Range {
        min: number(min.as_ref(), whole.min, problems),
        max: number(max.as_ref(), whole.max, problems),
    };
    if range.is_empty() {
        let at = min.or(max).map_or(fields.path.clone(), |at| at.path);
        let Range { min, max } = range;
        problems.error(&at, format!("{min} is over {}, which is {max}", names[1]));
        return whole;
    }
    range
}

fn further(fields: &mut Fields, seat: Seat, problems: &mut Problems) -> Further {
    let names = [
        "random_suit_constraint",
        "partner_contingent_constraint",
        "opponents_contingent_suit_constraint",
    ];
    let [random, partner, opponent] = names.map(|name| fields.get(name));
    let given = [&random, &partner, &opponent].into_iter().flatten().count();
    if given > 1 {
        let message = format!("at most one of {} may be given", names.join(", "));
        problems.error(&fields.path, message);
    }
    let found = match (random, partner, opponent) {
        (Some(at), _, _) => random_suits(&at, problems).map(Further::Random),
        (_, Some(at), _) => {
            let mut right = |other: Seat| other == seat.partner();
            contingent(&at, "partner_seat", &mut right, problems).map(Further::Partner)
        }
        (_, _, Some(at)) => {
            let mut right = |other: Seat| other != seat && other != seat.partner();
            contingent(&at, "opponent_seat", &mut right, problems).map(Further::Opponent)
        }
        _ => None,
    };
    found.unwrap_or(Further::Nothing)
}

fn random_suits(at: &At, problems: &mut Problems) -> Option<RandomSuits> {
    let mut fields = at.fields(problems)?;
    let allowed_at = fields.need("allowed_suits", problems);
    let mut allowed = Vec::new();
    if let Some(at) = &allowed_at {
        for item in at.list(problems)? {
            match item.suit(problems) {
                Some(suit) if allowed.contains(&suit) => {
                    problems.error(&item.path, "this suit stands here twice");
                }
                suit => allowed.extend(suit),
            }
        }
    }
    let number = match fields.get("required_suits_count") {
        Some(at) => usize::from(at.whole(1, 4, problems)?),
        None => 1,
    };
    if number > allowed.len() {
        let message = format!(
            "{number} suits are to be drawn, and there are {} to draw from",
            allowed.len()
        );
        problems.error(&at.path, message);
    }
    let ranges = random_ranges(&mut fields, number, problems);
    let mut overrides = Vec::new();
    if let Some(at) = fields.get("pair_overrides") {
        for item in at.list(problems)? {
            let pair = pair_override(&item, problems);
            if let Some(pair) = pair {
                let drawn = |suit| allowed.contains(&suit);
                if number != 2 || !pair.suits.into_iter().all(drawn) {
                    problems.warn(&item.path, "this pair is never drawn");
                }
                overrides.push(pair);
            }
        }
    }
    fields.end(problems);
    Some(RandomSuits {
        allowed,
        ranges: ranges?,
        overrides,
    })
}

/// A range for each suit that is drawn; older files have one for all.
fn random_ranges(
    fields: &mut Fields,
    number: usize,
    problems: &mut Problems,
) -> Option<Vec<SuitRange>> {
    let older = fields.get("per_suit_range");
    if let Some(at) = fields.get("suit_ranges") {
        let items = at.list(problems)?;
        let mut ranges: Vec<SuitRange> = items.iter().map(|at| suit_range(at, problems)).collect();
        if ranges.len() < number {
            let found = ranges.len();
            let message = format!("{number} suits are drawn, and there are ranges for {found}");
            problems.error(&at.path, message);
            return None;
        }
        if ranges.len() > number {
            let message = format!("only the first {number} are used: so many suits are drawn");
            problems.warn(&at.path, message);
            ranges.truncate(number);
        }
        return Some(ranges);
    }
    match older {
        Some(at) => Some(vec![suit_range(&at, problems); number]),
        None => {
            problems.error(&fields.path, "suit_ranges is missing");
            None
        }
    }
}

fn pair_override(at: &At, problems: &mut Problems) -> Option<PairOverride> {
    let mut fields = at.fields(problems)?;
    let suits_at = fields.need("suits", problems)?;
    let suits: Vec<Suit> = suits_at
        .list(problems)?
        .iter()
        .filter_map(|at| at.suit(problems))
        .collect();
    let suits = match suits[..] {
        [a, b] if a != b => Some([a, b]),
        _ => {
            problems.error(&suits_at.path, "name two different suits");
            None
        }
    };
    let ranges = ["first_range", "second_range"].map(|name| {
        let at = fields.need(name, problems);
        at.map_or(SuitRange::ANY, |at| suit_range(&at, problems))
    });
    fields.end(problems);
    Some(PairOverride {
        suits: suits?,
        ranges,
    })
}

fn contingent(
    at: &At,
    name: &'static str,
    right: &mut dyn FnMut(Seat) -> bool,
    problems: &mut Problems,
) -> Option<Contingent> {
    let mut fields = at.fields(problems)?;
    let seat_at = fields.need(name, problems);
    let seat = seat_at.as_ref().and_then(|at| at.seat(problems));
    if let (Some(at), Some(seat)) = (&seat_at, seat)
        && !right(seat)
    {
        let what = name.trim_end_matches("_seat");
        problems.error(&at.path, format!("{seat} is not this seat's {what}"));
    }
    let range = fields.need("suit_range", problems);
    let range = range.map(|at| suit_range(&at, problems));
    let not_chosen = fields.get("use_non_chosen_suit");
    let not_chosen = not_chosen.and_then(|at| at.flag(problems)).unwrap_or(false);
    fields.end(problems);
    Some(Contingent {
        seat: seat?,
        range: range?,
        not_chosen,
    })
}

/// A range in another seat's suit needs a seat that draws one.
fn check_contingents(seats: &[Vec<Subprofile>; 4], problems: &mut Problems) {
    for one in seats.iter().flatten() {
        let Some(contingent) = one.further.contingent() else {
            continue;
        };
        let others = &seats[contingent.seat as usize];
        let random: Vec<&RandomSuits> = others
            .iter()
            .filter_map(|other| other.further.random())
            .collect();
        let seat = contingent.seat;
        if random.is_empty() {
            let message = format!("{seat} draws no suit in any of its subprofiles");
            problems.error(&one.path, message);
        } else if contingent.not_chosen && random.iter().any(|random| random.left() != 1) {
            let message =
                format!("the suit {seat} did not draw is not one: exactly one must be left");
            problems.error(&one.path, message);
        }
    }
}

fn exclusions(at: &At, seats: &mut [Vec<Subprofile>; 4], problems: &mut Problems) {
    for item in at.list(problems).unwrap_or_default() {
        let Some(mut fields) = item.fields(problems) else {
            continue;
        };
        let seat = fields.need("seat", problems);
        let seat = seat.and_then(|at| at.seat(problems));
        let index_at = fields.need("subprofile_index", problems);
        let index = index_at.as_ref().and_then(|at| at.whole(1, 255, problems));
        let shapes = fields.get("excluded_shapes");
        let clauses = fields.get("clauses");
        let excluded = match (shapes, clauses) {
            (Some(at), None) => excluded_shapes(&at, problems),
            (None, Some(at)) => excluded_by_clauses(&at, problems),
            _ => {
                problems.error(&item.path, "give excluded_shapes or clauses, one of them");
                None
            }
        };
        fields.end(problems);
        let (Some(seat), Some(index), Some((shapes, words))) = (seat, index, excluded) else {
            continue;
        };
        let all = &mut seats[seat as usize];
        let number = all.len();
        match all.get_mut(usize::from(index) - 1) {
            Some(one) => one.exclusions.push(Exclusion {
                shapes,
                words,
                path: item.path,
            }),
            None => {
                let message = format!("{seat} has no subprofile {index}: it has {number}");
                problems.error(&index_at.map_or(item.path, |at| at.path), message);
            }
        }
    }
}

fn excluded_shapes(at: &At, problems: &mut Problems) -> Option<(ShapeSet, String)> {
    let mut all = ShapeSet::EMPTY;
    let mut words = Vec::new();
    for item in at.list(problems)? {
        let text = item.text(problems)?;
        match text.parse::<ShapePattern>() {
            Ok(pattern) => {
                all = all.union(&ShapeSet::of(&pattern, false));
                words.push(pattern.to_string());
            }
            Err(error) => problems.error(&item.path, error.to_string()),
        }
    }
    if words.is_empty() {
        problems.error(&at.path, "name at least one shape");
    }
    Some((all, words.join(", ")))
}

fn excluded_by_clauses(at: &At, problems: &mut Problems) -> Option<(ShapeSet, String)> {
    const MAJORS: &[Suit] = &[Suit::Spades, Suit::Hearts];
    const MINORS: &[Suit] = &[Suit::Diamonds, Suit::Clubs];
    let groups = [
        ("ANY", &Suit::ALL[..]),
        ("MAJOR", MAJORS),
        ("MINOR", MINORS),
    ];
    let items = at.list(problems)?;
    if !(1..=2).contains(&items.len()) {
        problems.error(&at.path, "one or two clauses are needed");
        return None;
    }
    let mut shapes = ShapeSet::all();
    let mut words = Vec::new();
    for item in items {
        let mut fields = item.fields(problems)?;
        let group_at = fields.need("group", problems)?;
        let suits = group_at.word(&groups, problems)?;
        let length = fields.need("length_eq", problems)?.whole(0, 13, problems)?;
        let count = fields.need("count", problems)?.whole(0, 4, problems)?;
        fields.end(problems);
        shapes = shapes.common(&ShapeSet::from_fn(|shape| {
            let as_long = suits.iter().filter(|&&suit| shape.length(suit) == length);
            as_long.count() == usize::from(count)
        }));
        let group = match suits.len() {
            4 => "",
            _ if suits == MAJORS => "major ",
            _ => "minor ",
        };
        let plural = if count == 1 { "" } else { "s" };
        words.push(format!("{count} {group}suit{plural} of {length} cards"));
    }
    Some((shapes, words.join(" and ")))
}

/// How the subprofiles of a side's seats belong together.
fn coupling(
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
    let mode = match on {
        true => mode.unwrap_or(RoleMode::First),
        false => RoleMode::Off,
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
