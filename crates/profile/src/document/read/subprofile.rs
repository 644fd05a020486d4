//! Reading one subprofile: its ranges, its drawn suits, and what it says of another seat's suit.

use bridge::{Seat, ShapePattern, ShapeSet, Suit};

use crate::combining::demand::suit_word;
use crate::document::fields::{At, Fields, Problems};
use crate::document::model::{
    AllowedShapes, Contingent, Further, PairOverride, RandomSuits, Range, RoleUsage, Standard,
    Subprofile, SuitRange,
};

pub(super) fn subprofile(at: &At, seat: Seat, problems: &mut Problems) -> Option<Subprofile> {
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
    let older = usage("ns_role_for_seat");
    let north_south = if north_south == RoleUsage::Any {
        older
    } else {
        north_south
    };
    let shapes = fields.get("allowed_shapes");
    let shapes = shapes.and_then(|at| allowed_shapes(&at, problems));
    let further = further(&mut fields, seat, problems);
    if let Further::Random(random) = &further {
        let path = format!("{}.random_suit_constraint", fields.path);
        note_replacing(&path, &standard, random, problems);
    }
    let path = fields.path.clone();
    fields.end(problems);
    Some(Subprofile {
        name: name.filter(|name| !name.is_empty()).map(str::to_owned),
        standard,
        shapes,
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

/// The shapes that are named, such as `any 4333` and `5xxx`.
fn allowed_shapes(at: &At, problems: &mut Problems) -> Option<AllowedShapes> {
    let mut shapes = ShapeSet::EMPTY;
    let mut words = Vec::new();
    for item in at.list(problems)? {
        let text = item.text(problems)?.trim();
        let pattern = text.strip_prefix("any ").map(str::trim_start);
        match pattern.unwrap_or(text).parse::<ShapePattern>() {
            Ok(found) => {
                shapes = shapes.union(&ShapeSet::of(&found, pattern.is_some()));
                let any = if pattern.is_some() { "any " } else { "" };
                words.push(format!("{any}{found}"));
            }
            Err(error) => problems.error(&item.path, error.to_string()),
        }
    }
    if words.is_empty() {
        problems.error(&at.path, "name at least one shape");
        return None;
    }
    let known = [("balanced", &BALANCED[..3]), ("semi-balanced", &BALANCED)];
    let same = |named: &&(&str, &[&str])| {
        named.1.len() == words.len() && named.1.iter().all(|one| words.iter().any(|w| w == one))
    };
    let words = match known.iter().find(same) {
        Some((name, _)) => (*name).to_owned(),
        None => words.join(" or "),
    };
    Some(AllowedShapes { shapes, words })
}

/// The first three are balanced, all of them semi-balanced.
const BALANCED: [&str; 5] = ["any 4333", "any 4432", "any 5332", "any 5422", "any 6322"];

/// The range of a suit that is drawn replaces the standard one: where both could not have been meant, that is said.
fn note_replacing(path: &str, standard: &Standard, random: &RandomSuits, problems: &mut Problems) {
    let ranges = random.ranges.iter().copied();
    let ranges: Vec<SuitRange> = ranges
        .chain(random.overrides.iter().flat_map(|pair| pair.ranges))
        .collect();
    let matters = |before: SuitRange, after: SuitRange| {
        let points = before.points.common(after.points);
        before.cards.common(after.cards) != after.cards
            || points.common(Range::POINTS_IN_SUIT) != after.points.common(Range::POINTS_IN_SUIT)
    };
    let replaced = |suit: &Suit| {
        let before = standard.suits[*suit as usize];
        ranges.iter().any(|&after| matters(before, after))
    };
    let suits: Vec<Suit> = random.allowed.iter().copied().filter(replaced).collect();
    if suits.is_empty() {
        return;
    }
    let words = |ranges: Vec<SuitRange>| {
        let mut words: Vec<String> = ranges.iter().map(SuitRange::to_string).collect();
        words.dedup();
        words.join(" or ")
    };
    let before = suits.iter().map(|&suit| standard.suits[suit as usize]);
    let names = suits.iter().map(|&suit| suit_word(suit, false));
    problems.note(
        path,
        format!(
            "what is asked of a drawn suit ({}) replaces what is asked of {} otherwise ({})",
            words(ranges.clone()),
            answer::listed(names),
            words(before.collect())
        ),
    );
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
pub(super) const SUITS: [(&str, Suit); 4] = [
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

pub(super) fn range(
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
        (_, Some(at), _) => contingent(&at, "partner_seat", seat, problems).map(Further::Partner),
        (_, _, Some(at)) => contingent(&at, "opponent_seat", seat, problems).map(Further::Opponent),
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
    own: Seat,
    problems: &mut Problems,
) -> Option<Contingent> {
    let mut fields = at.fields(problems)?;
    let seat_at = fields.need(name, problems);
    let seat = seat_at.as_ref().and_then(|at| at.seat(problems));
    if let (Some(at), Some(seat)) = (&seat_at, seat) {
        let what = name.trim_end_matches("_seat");
        let is_partner = seat == own.partner();
        if seat == own {
            problems.error(&at.path, format!("{seat} cannot look at its own suit"));
        } else if is_partner != (what == "partner") {
            let is = if is_partner { "partner" } else { "opponent" };
            let message = format!("{seat} is {own}'s {is}, not its {what}: {seat}'s suit is meant");
            problems.warn(&at.path, message);
        }
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
pub(super) fn check_contingents(seats: &[Vec<Subprofile>; 4], problems: &mut Problems) {
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
