//! Whether a board is one that a document asks for, read off the document itself. Nothing of the crate is used: what a profile
//! means is written here a second time, by what its authors are told, so that the two can be held against each other.

use serde_json::Value;

/// Seats as documents write them, clockwise from North.
pub const SEATS: [&str; 4] = ["N", "E", "S", "W"];
/// Suits as documents write them where they are drawn.
pub const SUITS: [&str; 4] = ["S", "H", "D", "C"];
const SUIT_FIELDS: [&str; 4] = ["spades", "hearts", "diamonds", "clubs"];

/// A hand as far as documents ask about it: cards and points of each suit, spades first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    pub cards: [i64; 4],
    pub points: [i64; 4],
}

impl Hand {
    /// A hand of its text, `AKQ.J.T98.765432`.
    fn of(text: &str) -> Hand {
        let suits: Vec<&str> = text.split('.').collect();
        let worth = |card: char| "JQKA".find(card).map_or(0, |place| place as i64 + 1);
        Hand {
            cards: [0, 1, 2, 3].map(|s| suits[s].replace('-', "").len() as i64),
            points: [0, 1, 2, 3].map(|s| suits[s].chars().map(worth).sum()),
        }
    }

    /// All of its points.
    pub fn total(&self) -> i64 {
        self.points.iter().sum()
    }
}

/// The hands of a deal from its text, `n AKQ.J.T98.765432 e … s … w …`, from North.
pub fn hands(text: &str) -> [Hand; 4] {
    let words: Vec<&str> = text.split_whitespace().collect();
    let hand = |seat: &str| {
        let place = words
            .iter()
            .position(|word| word.eq_ignore_ascii_case(seat));
        Hand::of(words[place.unwrap() + 1])
    };
    SEATS.map(hand)
}

/// What a dealer says that it drew for a board before its cards.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Drawn {
    /// The subprofile of each seat, from 0, from North.
    pub subprofiles: [usize; 4],
    /// The suits that each seat drew, in their order, spades being 0.
    pub suits: [Vec<usize>; 4],
}

/// Ways to misread a document, each of which boards must show to be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A drawn suit must be within the standard range too.
    BothRanges,
    /// The ranges belong to the drawn suits from the last to the first.
    RangesBackwards,
    /// Pairs of suits have no ranges of their own.
    NoOverrides,
    /// The first range of a pair belongs to the suit that was drawn first.
    OverridesAsDrawn,
    /// The last drawn suit of the other seat is meant.
    LastSuit,
    /// The suit that was drawn is meant where it is the one that was not.
    DrawnForNotDrawn,
    /// Boards are never turned.
    NeverTurned,
    /// Subprofiles of exclusions are numbered from 0.
    ExclusionsFromZero,
    /// Excluded shapes are meant in any order of the suits.
    ExcludedInAnyOrder,
    /// One of two clauses is enough.
    OneClauseIsEnough,
    /// A pair's constraint holds for all of its subprofiles.
    PairsForAll,
    /// Points are those of the whole hand wherever a suit's are meant.
    PointsOfTheHand,
}

/// All of them.
pub const MISTAKES: [Mistake; 12] = [
    Mistake::BothRanges,
    Mistake::RangesBackwards,
    Mistake::NoOverrides,
    Mistake::OverridesAsDrawn,
    Mistake::LastSuit,
    Mistake::DrawnForNotDrawn,
    Mistake::NeverTurned,
    Mistake::ExclusionsFromZero,
    Mistake::ExcludedInAnyOrder,
    Mistake::OneClauseIsEnough,
    Mistake::PairsForAll,
    Mistake::PointsOfTheHand,
];

/// From the least to the most.
pub type Bounds = (i64, i64);

fn both(one: Bounds, other: Bounds) -> Bounds {
    (one.0.max(other.0), one.1.min(other.1))
}

fn within(value: i64, bounds: Bounds) -> bool {
    bounds.0 <= value && value <= bounds.1
}

/// A range of a document; what is not given does not limit.
fn bounds(document: &Value, least: &str, most: &str, whole: Bounds) -> Bounds {
    let read = |field: &str, usual| document[field].as_i64().unwrap_or(usual);
    (read(least, whole.0), read(most, whole.1))
}

/// What is asked of a suit.
#[derive(Clone, Copy, Debug)]
pub struct AskedSuit {
    pub cards: Bounds,
    pub points: Bounds,
}

impl AskedSuit {
    fn of(document: &Value) -> AskedSuit {
        AskedSuit {
            cards: bounds(document, "min_cards", "max_cards", (0, 13)),
            points: bounds(document, "min_hcp", "max_hcp", (0, 37)),
        }
    }

    fn and(self, other: AskedSuit) -> AskedSuit {
        AskedSuit {
            cards: both(self.cards, other.cards),
            points: both(self.points, other.points),
        }
    }
}

/// What the ranges ask of a hand.
#[derive(Clone, Copy, Debug)]
pub struct AskedHand {
    pub suits: [AskedSuit; 4],
    pub total: Bounds,
}

impl AskedHand {
    fn fault(&self, hand: &Hand, mistake: Option<Mistake>) -> Option<String> {
        for (s, asked) in self.suits.iter().enumerate() {
            let points = match mistake {
                Some(Mistake::PointsOfTheHand) => hand.total(),
                _ => hand.points[s],
            };
            if !within(hand.cards[s], asked.cards) || !within(points, asked.points) {
                let held = (hand.cards[s], points);
                return Some(format!("{asked:?} of {}, holds {held:?}", SUIT_FIELDS[s]));
            }
        }
        let total = hand.total();
        (!within(total, self.total)).then(|| format!("{:?} points, has {total}", self.total))
    }
}

fn list(document: &Value) -> &[Value] {
    document.as_array().map_or(&[], Vec::as_slice)
}

fn place(names: &[&str], name: &Value) -> usize {
    let name = name.as_str().unwrap();
    names.iter().position(|one| *one == name).unwrap()
}

/// The subprofiles of a seat; none if the document says nothing of it.
pub fn subprofiles(document: &Value, seat: usize) -> &[Value] {
    list(&document["seat_profiles"][SEATS[seat]]["subprofiles"])
}

/// The suits that may be drawn by a subprofile with random suits.
pub fn allowed_suits(subprofile: &Value) -> Vec<usize> {
    let allowed = list(&subprofile["random_suit_constraint"]["allowed_suits"]);
    allowed.iter().map(|suit| place(&SUITS, suit)).collect()
}

/// What the ranges ask of the four hands; nothing can be dealt if a suit is looked for where none was drawn.
pub fn asked(document: &Value, drawn: &Drawn, mistake: Option<Mistake>) -> Option<[AskedHand; 4]> {
    let anything = AskedHand {
        suits: [AskedSuit::of(&Value::Null); 4],
        total: (0, 37),
    };
    let mut asked = [anything; 4];
    if document["is_invariants_safety_profile"] == true {
        return Some(asked);
    }
    for (seat, mine) in asked.iter_mut().enumerate() {
        let Some(subprofile) = subprofiles(document, seat).get(drawn.subprofiles[seat]) else {
            continue;
        };
        let standard = &subprofile["standard"];
        let mut suits = SUIT_FIELDS.map(|field| AskedSuit::of(&standard[field]));
        let random = &subprofile["random_suit_constraint"];
        if !random.is_null() {
            for (i, range) in drawn_ranges(random, &drawn.suits[seat], mistake) {
                let suit = &mut suits[i];
                *suit = match mistake {
                    Some(Mistake::BothRanges) => suit.and(range),
                    _ => range,
                };
            }
        }
        for (field, whose) in [
            ("partner_contingent_constraint", "partner_seat"),
            ("opponents_contingent_suit_constraint", "opponent_seat"),
        ] {
            let contingent = &subprofile[field];
            if contingent.is_null() {
                continue;
            }
            let other = place(&SEATS, &contingent[whose]);
            let drawn_by_other = &drawn.suits[other];
            let first = match mistake {
                Some(Mistake::LastSuit) => drawn_by_other.last(),
                _ => drawn_by_other.first(),
            };
            let mut suit = *first?;
            if contingent["use_non_chosen_suit"] == true
                && mistake != Some(Mistake::DrawnForNotDrawn)
            {
                let from = &subprofiles(document, other)[drawn.subprofiles[other]];
                let mut left = allowed_suits(from);
                left.retain(|suit| !drawn_by_other.contains(suit));
                assert_eq!(left.len(), 1, "exactly one suit is not drawn");
                suit = left[0];
            }
            let range = AskedSuit::of(&contingent["suit_range"]);
            suits[suit] = suits[suit].and(range);
        }
        let total = bounds(standard, "total_min_hcp", "total_max_hcp", (0, 37));
        *mine = AskedHand { suits, total };
    }
    Some(asked)
}

/// The ranges of the suits that a seat drew.
fn drawn_ranges(
    random: &Value,
    suits: &[usize],
    mistake: Option<Mistake>,
) -> Vec<(usize, AskedSuit)> {
    if suits.len() == 2 && mistake != Some(Mistake::NoOverrides) {
        for pair in list(&random["pair_overrides"]) {
            let named: Vec<usize> = list(&pair["suits"])
                .iter()
                .map(|s| place(&SUITS, s))
                .collect();
            if named.iter().all(|suit| suits.contains(suit)) {
                let to = match mistake {
                    Some(Mistake::OverridesAsDrawn) => suits,
                    _ => &named,
                };
                let ranges =
                    ["first_range", "second_range"].map(|field| AskedSuit::of(&pair[field]));
                return std::iter::zip(to.iter().copied(), ranges).collect();
            }
        }
    }
    let range = |i: usize| {
        if random["per_suit_range"].is_null() {
            AskedSuit::of(&random["suit_ranges"][i])
        } else {
            AskedSuit::of(&random["per_suit_range"])
        }
    };
    let numbered = suits.iter().enumerate().map(|(i, &suit)| match mistake {
        Some(Mistake::RangesBackwards) => (suit, range(suits.len() - 1 - i)),
        _ => (suit, range(i)),
    });
    numbered.collect()
}

/// Whether a hand has a shape: four lengths, x for any, for spades, hearts, diamonds, clubs, or `any` in front for any order.
pub fn has_shape(hand: &Hand, words: &str) -> bool {
    let fits = |shape: &str, order: [usize; 4]| {
        std::iter::zip(shape.chars(), order).all(|(length, suit)| {
            length == 'x' || length.to_digit(10).map(i64::from) == Some(hand.cards[suit])
        })
    };
    match words.strip_prefix("any ") {
        Some(shape) => orders().any(|order| fits(shape.trim(), order)),
        None => fits(words, [0, 1, 2, 3]),
    }
}

/// The orders of four suits.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    let orders = (0..256).map(|n| [n / 64, n / 16 % 4, n / 4 % 4, n % 4]);
    orders.filter(|order: &[usize; 4]| (0..4).all(|suit| order.contains(&suit)))
}

/// Whether an exclusion takes a hand out.
fn excludes(exclusion: &Value, hand: &Hand, mistake: Option<Mistake>) -> bool {
    let shapes = list(&exclusion["excluded_shapes"]);
    if !shapes.is_empty() {
        return shapes.iter().any(|shape| {
            let shape = shape.as_str().unwrap();
            match mistake {
                Some(Mistake::ExcludedInAnyOrder) => has_shape(hand, &format!("any {shape}")),
                _ => has_shape(hand, shape),
            }
        });
    }
    let holds = |clause: &Value| {
        let group = match clause["group"].as_str().unwrap() {
            "MAJOR" => 0..2,
            "MINOR" => 2..4,
            _ => 0..4,
        };
        let length = clause["length_eq"].as_i64().unwrap();
        let suits = group.filter(|&suit: &usize| hand.cards[suit] == length);
        suits.count() as i64 == clause["count"].as_i64().unwrap()
    };
    let clauses = list(&exclusion["clauses"]);
    match mistake {
        Some(Mistake::OneClauseIsEnough) => clauses.iter().any(holds),
        _ => clauses.iter().all(holds),
    }
}

/// The first thing in which a deal is not what a document asks for, given what was drawn and whether the board is turned.
pub fn fault(
    document: &Value,
    drawn: &Drawn,
    turned: bool,
    dealer: &str,
    deal: &[Hand; 4],
    mistake: Option<Mistake>,
) -> Option<String> {
    let opposite = |seat: usize| if turned { (seat + 2) % 4 } else { seat };
    let meant = SEATS[opposite(place(&SEATS, &document["dealer"]))];
    if dealer != meant {
        return Some(format!("{dealer} deals instead of {meant}"));
    }
    let hand = |seat: usize| match mistake {
        Some(Mistake::NeverTurned) => &deal[seat],
        _ => &deal[opposite(seat)],
    };
    if let Some(fault) = drawn_fault(document, drawn) {
        return Some(fault);
    }
    let Some(asked) = asked(document, drawn, mistake) else {
        return Some("a suit is looked for where none was drawn".into());
    };
    if document["is_invariants_safety_profile"] == true {
        return None;
    }
    for seat in 0..4 {
        let name = SEATS[seat];
        let hand = hand(seat);
        if let Some(fault) = asked[seat].fault(hand, mistake) {
            return Some(format!("{name}: {fault}"));
        }
        let Some(subprofile) = subprofiles(document, seat).get(drawn.subprofiles[seat]) else {
            continue;
        };
        let allowed = list(&subprofile["allowed_shapes"]);
        if !allowed.is_empty()
            && !allowed
                .iter()
                .any(|shape| has_shape(hand, shape.as_str().unwrap()))
        {
            return Some(format!("{name}: {:?} is not among {allowed:?}", hand.cards));
        }
        let first = match mistake {
            Some(Mistake::ExclusionsFromZero) => 0,
            _ => 1,
        };
        let number = drawn.subprofiles[seat] as i64 + first;
        for exclusion in list(&document["subprofile_exclusions"]) {
            let mine = exclusion["seat"] == name && exclusion["subprofile_index"] == number;
            if mine && excludes(exclusion, hand, mistake) {
                return Some(format!(
                    "{name}: {:?} is excluded by {exclusion}",
                    hand.cards
                ));
            }
        }
    }
    for pair in list(&document["pair_constraints"]) {
        let seats = match pair["pair"].as_str().unwrap() {
            "NS" => [0, 2],
            _ => [1, 3],
        };
        let chosen = seats.map(|seat| drawn.subprofiles[seat] as i64 + 1);
        let only = list(&pair["subprofiles"]);
        let named = |one: &Value| one[0] == chosen[0] && one[1] == chosen[1];
        if !only.is_empty() && !only.iter().any(named) && mistake != Some(Mistake::PairsForAll) {
            continue;
        }
        let [one, other] = seats.map(hand);
        for (s, field) in SUIT_FIELDS.iter().enumerate() {
            let cards = bounds(&pair[*field], "min_cards", "max_cards", (0, 26));
            if !within(one.cards[s] + other.cards[s], cards) {
                return Some(format!("{}: {cards:?} {field} together", pair["pair"]));
            }
        }
        let points = bounds(pair, "min_hcp", "max_hcp", (0, 40));
        if !within(one.total() + other.total(), points) {
            return Some(format!("{}: {points:?} points together", pair["pair"]));
        }
    }
    None
}

/// What a dealer cannot have drawn: no such subprofile, or no such suits.
fn drawn_fault(document: &Value, drawn: &Drawn) -> Option<String> {
    for (seat, name) in SEATS.iter().enumerate() {
        let (index, suits) = (drawn.subprofiles[seat], &drawn.suits[seat]);
        let there = subprofiles(document, seat);
        let subprofile = there.get(index).unwrap_or(&Value::Null);
        if subprofile.is_null() && index != 0 {
            return Some(format!("{} has no subprofile {index}", name));
        }
        let random = &subprofile["random_suit_constraint"];
        let count = random["required_suits_count"].as_u64().unwrap_or(1);
        let asked = if random.is_null() { 0 } else { count as usize };
        let allowed = allowed_suits(subprofile);
        let differ = suits
            .iter()
            .enumerate()
            .all(|(i, suit)| !suits[..i].contains(suit));
        if suits.len() != asked || !differ || !suits.iter().all(|suit| allowed.contains(suit)) {
            return Some(format!("{} cannot draw {suits:?}", name));
        }
    }
    let mut all: Vec<usize> = drawn.suits.concat();
    let number = all.len();
    all.sort_unstable();
    all.dedup();
    let twice = document["random_suits_differ"] == true && all.len() < number;
    twice.then(|| "two seats drew the same suit".into())
}
