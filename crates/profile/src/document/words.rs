//! A profile in words: every rule of it, for people who do not read JSON.

use answer::listed;
use bridge::{Seat, Side, Suit};

use crate::combining::choice::first_of;
use crate::combining::demand::{Requirement, Whose, lines_of_pair, suit_word};
use crate::document::model::{
    Contingent, Coupling, Further, IndexMap, PairConstraint, Profile, RandomSuits, Range, RoleMode,
    RoleUsage, Subprofile, SuitRange, Tag,
};

/// All that a profile says, on a page.
///
/// ```
/// let reading = profile::read(r#"{
///     "profile_name": "Six spades", "dealer": "N", "tag": "Opener", "rotate_deals_by_default": false,
///     "seat_profiles": {"N": {"seat": "N", "subprofiles": [
///         {"standard": {"spades": {"min_cards": 6, "max_cards": 6}, "total_min_hcp": 10, "total_max_hcp": 12}}
///     ]}}
/// }"#);
/// assert_eq!(profile::words(&reading.profile.unwrap()), "\
/// Hands for those who open; North deals; boards are not turned round.
///
/// North
///   6 spades
///   10-12 HCP
/// East, South and West: any hand
/// ");
/// ```
pub fn words(profile: &Profile) -> String {
    let mut page = String::new();
    let mut add = |line: &str| {
        page += line.trim_end();
        page.push('\n');
    };
    let who = match profile.tag {
        Tag::Opener => "open",
        Tag::Overcaller => "overcall",
    };
    let turned = if profile.rotates {
        "half of the boards are turned round"
    } else {
        "boards are not turned round"
    };
    add(&format!(
        "Hands for those who {who}; {} deals; {turned}.",
        profile.dealer
    ));
    if profile.bypassed {
        add("What it asks for is passed over: any deal qualifies.");
    }
    add("");
    let any = |seat: &Seat| matches!(profile.seat(*seat), [one] if asks_nothing(one));
    let (free, asked): (Vec<Seat>, Vec<Seat>) = Seat::ALL.into_iter().partition(any);
    for seat in asked {
        for line in seat_words(profile, seat) {
            add(&line);
        }
    }
    let free: Vec<String> = free.iter().map(Seat::to_string).collect();
    match free.len() {
        0 => {}
        _ => add(&format!("{}: any hand", listed(&free))),
    }
    for side in [Side::NorthSouth, Side::EastWest] {
        for line in coupling_words(profile, side) {
            add(&line);
        }
    }
    for pair in &profile.pairs {
        add(&pair_words(pair));
    }
    if profile.suits_differ {
        add("No suit is drawn by two seats.");
    }
    let clockwise = [0, 1, 2, 3].map(|steps| profile.dealer.turned(steps));
    if profile.order != clockwise {
        let order = profile.order.map(|seat| seat.to_string());
        add(&format!("Dealing order: {}", order.join(", ")));
    }
    page
}

fn asks_nothing(one: &Subprofile) -> bool {
    subprofile_words(one).is_empty() && one.name.is_none()
}

fn seat_words(profile: &Profile, seat: Seat) -> Vec<String> {
    let all = profile.seat(seat);
    let indented = |one: &Subprofile, by: &str| -> Vec<String> {
        let words = match subprofile_words(one) {
            words if words.is_empty() => vec!["any hand".to_owned()],
            words => words,
        };
        words.iter().map(|line| format!("{by}{line}")).collect()
    };
    if let [one] = all {
        let name = one.name.as_ref();
        let name = name.map_or(String::new(), |name| format!(": {name}"));
        let mut lines = vec![format!("{seat}{name}")];
        lines.extend(indented(one, "  "));
        return lines;
    }
    let mut lines = vec![format!("{seat}, one of {} hand types", all.len())];
    for (index, one) in all.iter().enumerate() {
        let name = one.name.as_deref().unwrap_or_default();
        let share = format!("{:.1}", 100.0 * one.weight);
        let share = share.trim_end_matches(".0");
        let heading = format!("  {}. {name}", index + 1);
        lines.push(format!("{} ({share}%)", heading.trim_end()));
        lines.extend(indented(one, "     "));
    }
    lines
}

/// What a hand type asks, a rule a line.
fn subprofile_words(one: &Subprofile) -> Vec<String> {
    let mut lines = Vec::new();
    for suit in Suit::WRITTEN {
        let SuitRange { cards, points } = one.standard.suits[suit as usize];
        if cards != Range::CARDS {
            lines.push(Requirement::Cards(suit, cards).to_string());
        }
        if points.within(Range::POINTS_IN_SUIT).is_some() {
            lines.push(Requirement::PointsIn(suit, points).to_string());
        }
    }
    lines.extend(one.shapes.iter().map(|allowed| allowed.words.clone()));
    if one.standard.points != Range::POINTS {
        lines.push(Requirement::Points(one.standard.points).to_string());
    }
    match &one.further {
        Further::Nothing => {}
        Further::Random(random) => lines.extend(random_words(random)),
        Further::Partner(contingent) | Further::Opponent(contingent) => {
            lines.push(contingent_words(contingent));
        }
    }
    let excluded = one.exclusions.iter();
    lines.extend(excluded.map(|exclusion| format!("not {}", exclusion.words)));
    match one.usage {
        RoleUsage::Any => {}
        RoleUsage::DriverOnly => lines.push("only when this seat chooses first".to_owned()),
        RoleUsage::FollowerOnly => lines.push("only when the partner chooses first".to_owned()),
    }
    lines
}

fn random_words(random: &RandomSuits) -> Vec<String> {
    let suits = |suits: &[Suit]| -> String {
        let words = suits.iter().map(|&suit| suit_word(suit, false).to_owned());
        listed(words)
    };
    let number = random.ranges.len();
    let many = if number == 1 { "suit" } else { "suits" };
    let mut lines = vec![format!(
        "{number} {many} drawn at random for each board, from {}",
        suits(&random.allowed)
    )];
    for (range, place) in random
        .ranges
        .iter()
        .zip(["first", "second", "third", "fourth"])
    {
        let which = if number == 1 {
            "in it".to_owned()
        } else {
            format!("in the {place}")
        };
        lines.push(format!("  {which}: {range}"));
    }
    for pair in &random.overrides {
        let [a, b] = pair.suits.map(|suit| suit_word(suit, false));
        let [first, second] = pair.ranges;
        lines.push(format!("  but with {a} and {b}: {a} {first}; {b} {second}"));
    }
    lines
}

/// `North and South together: 8+ hearts, 25+ HCP`, and for which hand types.
fn pair_words(pair: &PairConstraint) -> String {
    let asks = lines_of_pair(pair).map(|line| line.asks.to_string());
    let asks: Vec<String> = asks.collect();
    let asks = match asks.len() {
        0 => "anything".to_owned(),
        _ => asks.join(", "),
    };
    let [first, second] = pair.side.seats();
    let only = pair.only.iter().flatten().map(|[one, other]| {
        let (one, other) = (one + 1, other + 1);
        format!("{first} {one} with {second} {other}")
    });
    let only: Vec<String> = only.collect();
    let whose = Whose::Pair(pair.side);
    match only.len() {
        0 => format!("{whose}: {asks}"),
        _ => format!("{whose}, if {}: {asks}", only.join(" or ")),
    }
}

fn contingent_words(contingent: &Contingent) -> String {
    let Contingent {
        seat,
        range,
        not_chosen,
    } = contingent;
    let drew = if *not_chosen { "did not draw" } else { "drew" };
    format!("in the suit {seat} {drew}: {range}")
}

impl std::fmt::Display for SuitRange {
    /// `5-6 cards, 4+ HCP`; `anything`.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let cards = self.cards.within(Range::CARDS);
        let cards = cards.map(|words| match self.cards.max {
            1 => format!("{words} card"),
            _ => format!("{words} cards"),
        });
        let points = self.points.within(Range::POINTS_IN_SUIT);
        let points = points.map(|words| format!("{words} HCP"));
        match (cards, points) {
            (None, None) => f.write_str("anything"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (Some(cards), Some(points)) => write!(f, "{cards}, {points}"),
        }
    }
}

fn coupling_words(profile: &Profile, side: Side) -> Vec<String> {
    let [first, second] = side.seats();
    let Coupling {
        mode,
        bespoke,
        linked,
    } = profile.coupling(side);
    let map_words = |from: Seat, map: &IndexMap| -> Vec<String> {
        let one = |(index, others): (&usize, &Vec<usize>)| {
            let others: Vec<String> = others.iter().map(|other| (other + 1).to_string()).collect();
            let to = from.partner();
            format!("  {from} {}: {to} {}", index + 1, others.join(" or "))
        };
        map.iter().map(one).collect()
    };
    if let Some(linked) = linked {
        let from = linked.primary;
        let to = from.partner();
        let mut lines = vec![format!(
            "{from} chooses its hand type first, and then {to}:"
        )];
        lines.extend(map_words(from, &linked.map));
        return lines;
    }
    let [a, b] = [first, second].map(|seat| profile.seat(seat).len());
    if bespoke.is_none() && (a != b || a == 1) {
        return Vec::new();
    }
    let driver = match mode {
        RoleMode::Off => {
            return vec![format!(
                "{first} and {second} choose their hand types each for itself"
            )];
        }
        RoleMode::Random => {
            return vec![format!(
                "{first} or {second}, at random, chooses a hand type; the partner has that of the same number"
            )];
        }
        RoleMode::Drives(seat) => *seat,
        RoleMode::First => first_of(profile.order, side),
    };
    let follower = driver.partner();
    match bespoke {
        None => vec![format!(
            "{driver} chooses a hand type; {follower} has that of the same number"
        )],
        Some(map) => {
            let mut lines = vec![format!(
                "{driver} chooses a hand type, and then {follower}:"
            )];
            lines.extend(map_words(driver, map));
            lines
        }
    }
}
