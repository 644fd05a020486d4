//! The document of a profile, looked at and changed value by value.
//!
//! It may be incomplete or even wrong in places while it is being made: what cannot be read counts as what is usual, and
//! reading it as a profile says what is wrong. A change touches only what is different: a value that is there in another
//! form (5.0 for 5, a missing field for what is usual) is left as it is.

use bridge::{Seat, Suit};
use profile::{Range, SuitRange, suit_word};
use serde_json::{Map, Value, json};

/// The suits of a pair with ranges of its own.
pub(crate) type SuitPair = [Suit; 2];

/// What a hand type asks beyond its ranges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FurtherKind {
    Nothing,
    Random,
    Partner,
    Opponent,
}

impl FurtherKind {
    pub(crate) const ALL: [FurtherKind; 4] = [
        FurtherKind::Nothing,
        FurtherKind::Random,
        FurtherKind::Partner,
        FurtherKind::Opponent,
    ];

    /// The field it stands in.
    pub(crate) fn field(self) -> Option<&'static str> {
        match self {
            FurtherKind::Nothing => None,
            FurtherKind::Random => Some("random_suit_constraint"),
            FurtherKind::Partner => Some("partner_contingent_constraint"),
            FurtherKind::Opponent => Some("opponents_contingent_suit_constraint"),
        }
    }

    /// The field in which the other seat stands.
    fn seat_field(self) -> Option<&'static str> {
        match self {
            FurtherKind::Nothing | FurtherKind::Random => None,
            FurtherKind::Partner => Some("partner_seat"),
            FurtherKind::Opponent => Some("opponent_seat"),
        }
    }
}

/// A text; empty if there is none.
pub(crate) fn text<'d>(document: &'d Value, pointer: &str) -> &'d str {
    let value = document.pointer(pointer).and_then(Value::as_str);
    value.unwrap_or_default()
}

/// A seat by its letter.
pub(crate) fn seat(document: &Value, pointer: &str) -> Option<Seat> {
    let mut letters = text(document, pointer).chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    letter.and_then(Seat::from_letter)
}

/// A value that is there and not null.
fn given<'d>(document: &'d Value, pointer: &str) -> Option<&'d Value> {
    document.pointer(pointer).filter(|value| !value.is_null())
}

/// Where a hand type stands.
pub(crate) fn of_type(seat: Seat, index: usize) -> String {
    format!("/seat_profiles/{}/subprofiles/{index}", seat.letter())
}

/// How many hand types a seat has; none if any hand will do.
pub(crate) fn types(document: &Value, seat: Seat) -> usize {
    let list = format!("/seat_profiles/{}/subprofiles", seat.letter());
    let list = document.pointer(&list).and_then(Value::as_array);
    list.map_or(0, Vec::len)
}

/// What a hand type asks beyond its ranges.
pub(crate) fn kind(document: &Value, seat: Seat, index: usize) -> FurtherKind {
    let place = of_type(seat, index);
    let has = |kind: &FurtherKind| {
        let field = kind.field();
        field.is_some_and(|field| given(document, &format!("{place}/{field}")).is_some())
    };
    FurtherKind::ALL
        .into_iter()
        .find(has)
        .unwrap_or(FurtherKind::Nothing)
}

/// Where what a hand type asks beyond its ranges stands.
pub(crate) fn of_further(document: &Value, seat: Seat, index: usize) -> Option<String> {
    let field = kind(document, seat, index).field()?;
    Some(format!("{}/{field}", of_type(seat, index)))
}

/// Whether a seat draws a suit in some of its hand types.
pub(crate) fn draws(document: &Value, seat: Seat) -> bool {
    let mut all = 0..types(document, seat);
    all.any(|index| kind(document, seat, index) == FurtherKind::Random)
}

/// The other seats that draw a suit, which a hand type can look at: the partner first, then clockwise.
pub(crate) fn can_point_at(document: &Value, seat: Seat) -> Vec<Seat> {
    let others = [seat.partner(), seat.turned(1), seat.turned(3)];
    let draw = |other: &Seat| draws(document, *other);
    others.into_iter().filter(draw).collect()
}

/// The seat whose suit a hand type looks at.
pub(crate) fn pointed_at(document: &Value, seat: Seat, index: usize) -> Option<Seat> {
    let name = kind(document, seat, index).seat_field()?;
    let place = of_further(document, seat, index)?;
    self::seat(document, &format!("{place}/{name}"))
}

fn of_random(seat: Seat, index: usize) -> String {
    format!("{}/random_suit_constraint", of_type(seat, index))
}

fn suits_at(document: &Value, pointer: &str) -> Vec<Suit> {
    let list = document.pointer(pointer).and_then(Value::as_array);
    let letters = list.into_iter().flatten().filter_map(Value::as_str);
    letters
        .filter_map(|text| Suit::from_letter(text.chars().next()?))
        .collect()
}

/// The suits that are drawn from.
pub(crate) fn allowed(document: &Value, seat: Seat, index: usize) -> Vec<Suit> {
    suits_at(
        document,
        &format!("{}/allowed_suits", of_random(seat, index)),
    )
}

/// How many suits are drawn.
pub(crate) fn number_drawn(document: &Value, seat: Seat, index: usize) -> usize {
    let number = format!("{}/required_suits_count", of_random(seat, index));
    let number = document.pointer(&number).and_then(Value::as_f64);
    number.map_or(1, |number| (number as usize).clamp(1, 4))
}

/// The pairs with ranges of their own.
pub(crate) fn pairs(document: &Value, seat: Seat, index: usize) -> Vec<SuitPair> {
    let place = format!("{}/pair_overrides", of_random(seat, index));
    let list = document.pointer(&place).and_then(Value::as_array);
    let number = list.map_or(0, Vec::len);
    let pair = |at: usize| {
        let suits = suits_at(document, &format!("{place}/{at}/suits"));
        // One that cannot be read is an error of the document; it stands for itself here.
        <SuitPair>::try_from(suits).unwrap_or([Suit::Clubs; 2])
    };
    (0..number).map(pair).collect()
}

/// A range; whatever is missing is usual.
pub(crate) fn range(of: Option<&Value>, names: [&str; 2], whole: Range) -> Range {
    let number = |name: &str, usual: u8| {
        let number = of.and_then(|of| of.get(name)).and_then(Value::as_f64);
        number.map_or(usual, |number| number as u8)
    };
    Range {
        min: number(names[0], whole.min),
        max: number(names[1], whole.max),
    }
}

pub(crate) const CARDS: [&str; 2] = ["min_cards", "max_cards"];
pub(crate) const POINTS: [&str; 2] = ["min_hcp", "max_hcp"];
pub(crate) const TOTAL: [&str; 2] = ["total_min_hcp", "total_max_hcp"];

/// What is asked in a suit.
pub(crate) fn suit_range(document: &Value, pointer: &str) -> SuitRange {
    let of = document.pointer(pointer);
    SuitRange {
        cards: range(of, CARDS, Range::CARDS),
        points: range(of, POINTS, Range::POINTS),
    }
}

/// What holds of a suit that is drawn; older documents have one range for all.
pub(crate) fn drawn_range(seat: Seat, index: usize, at: usize, document: &Value) -> SuitRange {
    let random = of_random(seat, index);
    match given(document, &format!("{random}/suit_ranges")) {
        Some(_) => suit_range(document, &format!("{random}/suit_ranges/{at}")),
        None => suit_range(document, &format!("{random}/per_suit_range")),
    }
}

/// An object, made if it is not there. The last part of the path alone may be missing, and parts that are objects.
pub(crate) fn object<'d>(document: &'d mut Value, pointer: &str) -> &'d mut Map<String, Value> {
    let mut at = document;
    for part in pointer.split('/').skip(1) {
        at = match at {
            Value::Array(items) => {
                let index: usize = part.parse().unwrap_or(0);
                while items.len() <= index {
                    items.push(json!({}));
                }
                &mut items[index]
            }
            other => fields_of(other).entry(part).or_insert(Value::Null),
        };
    }
    fields_of(at)
}

/// The fields of an object; what is none becomes one.
fn fields_of(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = json!({});
    }
    match value {
        Value::Object(fields) => fields,
        _ => unreachable!("it was made an object"),
    }
}

/// Sets a text if it is another.
pub(crate) fn set_text(document: &mut Value, pointer: &str, name: &str, new: &str) {
    if text(document, &format!("{pointer}/{name}")) != new {
        object(document, pointer).insert(name.to_owned(), new.into());
    }
}

/// Sets a range as far as it is another.
fn set_range(
    document: &mut Value,
    pointer: &str,
    names: [&'static str; 2],
    whole: Range,
    new: Range,
) {
    let known = range(document.pointer(pointer), names, whole);
    for (name, known, new) in [
        (names[0], known.min, new.min),
        (names[1], known.max, new.max),
    ] {
        if known != new {
            object(document, pointer).insert(name.to_owned(), new.into());
        }
    }
}

/// Sets a hand type's points.
pub(crate) fn set_points(document: &mut Value, seat: Seat, index: usize, new: Range) {
    let standard = format!("{}/standard", of_type(seat, index));
    set_range(document, &standard, TOTAL, Range::POINTS, new);
}

/// Sets what is asked in a suit.
pub(crate) fn set_suit_range(document: &mut Value, pointer: &str, new: SuitRange) {
    set_range(document, pointer, CARDS, Range::CARDS, new.cards);
    set_range(document, pointer, POINTS, Range::POINTS, new.points);
}

/// Sets what holds of a suit that is drawn.
pub(crate) fn set_drawn(document: &mut Value, seat: Seat, index: usize, at: usize, new: SuitRange) {
    if drawn_range(seat, index, at, document) == new {
        return;
    }
    let random = of_random(seat, index);
    if given(document, &format!("{random}/suit_ranges")).is_none() {
        let number = number_drawn(document, seat, index);
        let one = document.pointer(&format!("{random}/per_suit_range"));
        let one = one.cloned().unwrap_or_else(|| written(SuitRange::ANY));
        let fields = object(document, &random);
        fields.shift_remove("per_suit_range");
        fields.insert("suit_ranges".to_owned(), json!(vec![one; number]));
    }
    set_suit_range(document, &format!("{random}/suit_ranges/{at}"), new);
}

/// A range with all its fields.
fn written(range: SuitRange) -> Value {
    json!({
        "min_cards": range.cards.min, "max_cards": range.cards.max,
        "min_hcp": range.points.min, "max_hcp": range.points.max,
    })
}

/// A hand type that says nothing yet.
fn any_type() -> Value {
    let mut standard = Map::new();
    for suit in Suit::WRITTEN {
        let word = suit_word(suit, false).to_owned();
        standard.insert(word, written(SuitRange::ANY));
    }
    standard.insert(TOTAL[0].to_owned(), Range::POINTS.min.into());
    standard.insert(TOTAL[1].to_owned(), Range::POINTS.max.into());
    json!({
        "standard": standard,
        "random_suit_constraint": null,
        "partner_contingent_constraint": null,
        "opponents_contingent_suit_constraint": null,
    })
}

/// Gives a seat so many hand types. What is said of those that go, goes too.
pub(crate) fn set_types(document: &mut Value, seat: Seat, number: usize) {
    let known = types(document, seat);
    if known == number {
        return;
    }
    let letter = seat.letter().to_string();
    if number == 0 {
        object(document, "/seat_profiles").shift_remove(&letter);
    } else {
        let fields = object(document, &format!("/seat_profiles/{letter}"));
        fields
            .entry("seat")
            .or_insert_with(|| letter.clone().into());
        let list = fields.entry("subprofiles").or_insert_with(|| json!([]));
        if let Some(list) = list.as_array_mut() {
            list.resize_with(number, any_type);
        }
    }
    // Shares that no longer make a hundred say nothing.
    let sum: f64 = weights(document, seat).into_iter().flatten().sum();
    if number < known && !(98.0..=102.0).contains(&sum) {
        set_weights(document, seat, None);
    }
    crate::exclusions::forget(document, seat, number);
    crate::together::forget(document, seat, number);
    crate::coupling::forget(document, seat, number);
}

/// Makes a hand type ask something else beyond its ranges.
pub(crate) fn set_kind(document: &mut Value, seat: Seat, index: usize, new: FurtherKind) {
    let known = kind(document, seat, index);
    if known == new {
        return;
    }
    let value = match new {
        FurtherKind::Nothing => Value::Null,
        FurtherKind::Random => json!({
            "allowed_suits": ["S", "H", "D", "C"],
            "required_suits_count": 1,
            "suit_ranges": [written(SuitRange::ANY)],
            "pair_overrides": [],
        }),
        FurtherKind::Partner | FurtherKind::Opponent => json!({
            "suit_range": written(SuitRange::ANY),
            "use_non_chosen_suit": false,
        }),
    };
    let fields = object(document, &of_type(seat, index));
    if let Some(field) = known.field() {
        fields.insert(field.to_owned(), Value::Null);
    }
    if let Some(field) = new.field() {
        fields.insert(field.to_owned(), value);
    }
}

/// Makes a hand type look at the suit of another seat. What it asks in that suit stays.
pub(crate) fn point_at(document: &mut Value, seat: Seat, index: usize, other: Seat) {
    if pointed_at(document, seat, index) == Some(other) {
        return;
    }
    let new = match other {
        other if other == seat.partner() => FurtherKind::Partner,
        _ => FurtherKind::Opponent,
    };
    let known = kind(document, seat, index);
    let before = of_further(document, seat, index).filter(|_| known.seat_field().is_some());
    let before = before.and_then(|place| document.pointer(&place).cloned());
    set_kind(document, seat, index, new);
    let (Some(field), Some(name)) = (new.field(), new.seat_field()) else {
        return;
    };
    let mut fields = Map::new();
    fields.insert(name.to_owned(), other.letter().to_string().into());
    let place = format!("{}/{field}", of_type(seat, index));
    let asked = before.or_else(|| document.pointer(&place).cloned());
    let asked = asked.and_then(|value| value.as_object().cloned());
    let is_seat = |name: &str| matches!(name, "partner_seat" | "opponent_seat");
    let rest = asked
        .into_iter()
        .flatten()
        .filter(|(name, _)| !is_seat(name));
    fields.extend(rest);
    object(document, &of_type(seat, index)).insert(field.to_owned(), Value::Object(fields));
}

/// Sets the suits that are drawn from; no more are drawn than there are.
pub(crate) fn set_allowed(document: &mut Value, seat: Seat, index: usize, new: &[Suit]) {
    if allowed(document, seat, index) != new {
        let letters: Vec<String> = new.iter().map(|suit| suit.letter().to_string()).collect();
        object(document, &of_random(seat, index))
            .insert("allowed_suits".to_owned(), json!(letters));
        let number = number_drawn(document, seat, index).min(new.len());
        set_number(document, seat, index, number);
    }
}

/// Sets how many suits are drawn, and makes room for a range of each.
pub(crate) fn set_number(document: &mut Value, seat: Seat, index: usize, new: usize) {
    if number_drawn(document, seat, index) == new {
        return;
    }
    let fields = object(document, &of_random(seat, index));
    fields.insert("required_suits_count".to_owned(), new.into());
    let ranges = fields.get_mut("suit_ranges");
    if let Some(ranges) = ranges.and_then(Value::as_array_mut) {
        ranges.resize_with(new, || written(SuitRange::ANY));
    }
    if new != 2 && !pairs(document, seat, index).is_empty() {
        object(document, &of_random(seat, index)).insert("pair_overrides".to_owned(), json!([]));
    }
}

/// Sets which pairs have ranges of their own: a new one begins with those that hold anyway.
pub(crate) fn set_pairs(document: &mut Value, seat: Seat, index: usize, new: &[SuitPair]) {
    let known = pairs(document, seat, index);
    let same = |a: &SuitPair, b: &SuitPair| a == b || (a[0] == b[1] && a[1] == b[0]);
    let all_known = new
        .iter()
        .all(|pair| known.iter().any(|one| same(one, pair)));
    if all_known && known.len() == new.len() {
        return;
    }
    let ranges = [0, 1].map(|at| written(drawn_range(seat, index, at, document)));
    let fields = object(document, &of_random(seat, index));
    let list = fields.entry("pair_overrides").or_insert(Value::Null);
    let mut left = match list.take() {
        Value::Array(items) => items,
        _ => Vec::new(),
    };
    let mut kept = known.iter();
    left.retain(|_| {
        let pair = kept.next();
        pair.is_some_and(|pair| new.iter().any(|one| same(one, pair)))
    });
    for pair in new {
        if !known.iter().any(|one| same(one, pair)) {
            let suits = pair.map(|suit| suit.letter().to_string());
            let [first, second] = &ranges;
            left.push(json!({"suits": suits, "first_range": first, "second_range": second}));
        }
    }
    *list = Value::Array(left);
}

/// Where the range of a suit of a pair stands.
pub(crate) fn of_pair(seat: Seat, index: usize, pair: usize, at: usize) -> String {
    let name = ["first_range", "second_range"][at];
    format!("{}/pair_overrides/{pair}/{name}", of_random(seat, index))
}

/// How often each hand type of a seat comes, if that is said of any.
pub(crate) fn weights(document: &Value, seat: Seat) -> Option<Vec<f64>> {
    let weight = |index: usize| {
        let weight = format!("{}/weight_percent", of_type(seat, index));
        document
            .pointer(&weight)
            .and_then(Value::as_f64)
            .unwrap_or(0.0)
    };
    let weights: Vec<f64> = (0..types(document, seat)).map(weight).collect();
    weights
        .iter()
        .any(|&weight| weight != 0.0)
        .then_some(weights)
}

/// Sets how often each comes; `None` is equally often.
pub(crate) fn set_weights(document: &mut Value, seat: Seat, new: Option<Vec<f64>>) {
    let known = weights(document, seat);
    if known == new {
        return;
    }
    for index in 0..types(document, seat) {
        let weight = new.as_ref().map_or(0.0, |new| new[index]);
        if known.as_ref().map_or(0.0, |known| known[index]) == weight {
            continue;
        }
        // People write 50, not 50.0.
        let value = if weight.fract() == 0.0 {
            json!(weight as u64)
        } else {
            json!(weight)
        };
        object(document, &of_type(seat, index)).insert("weight_percent".to_owned(), value);
    }
}

/// Sets the name of a hand type: at its head, where people look for it.
pub(crate) fn set_type_name(document: &mut Value, seat: Seat, index: usize, new: &str) {
    let place = of_type(seat, index);
    if text(document, &format!("{place}/name")) == new {
        return;
    }
    let fields = object(document, &place);
    match fields.get_mut("name") {
        _ if new.is_empty() => {
            fields.shift_remove("name");
        }
        Some(name) => *name = new.into(),
        None => {
            let rest = std::mem::take(fields);
            fields.insert("name".to_owned(), new.into());
            fields.extend(rest);
        }
    }
}

/// The dealing order: the one that is given, or clockwise from the dealer.
pub(crate) fn order(document: &Value) -> [Seat; 4] {
    let dealer = seat(document, "/dealer").unwrap_or(Seat::North);
    given_order(document).unwrap_or([0, 1, 2, 3].map(|steps| dealer.turned(steps)))
}

/// The dealing order, if one is given.
pub(crate) fn given_order(document: &Value) -> Option<[Seat; 4]> {
    let each = |at: usize| seat(document, &format!("/hand_dealing_order/{at}"));
    Some([each(0)?, each(1)?, each(2)?, each(3)?])
}

/// Sets the dealing order; `None` is clockwise from the dealer.
pub(crate) fn set_order(document: &mut Value, new: Option<[Seat; 4]>) {
    const FIELD: &str = "hand_dealing_order";
    if given_order(document) == new {
        return;
    }
    let fields = object(document, "");
    match new {
        None => {
            fields.shift_remove(FIELD);
        }
        Some(order) => {
            let letters = order.map(|seat| seat.letter().to_string());
            fields.insert(FIELD.to_owned(), json!(letters));
        }
    }
}

/// A yes or no; as usual if it is not there.
pub(crate) fn flag(document: &Value, pointer: &str, usual: bool) -> bool {
    let flag = document.pointer(pointer).and_then(Value::as_bool);
    flag.unwrap_or(usual)
}

/// Sets a yes or no if it is another.
pub(crate) fn set_flag(document: &mut Value, pointer: &str, name: &str, usual: bool, new: bool) {
    if flag(document, &format!("{pointer}/{name}"), usual) != new {
        object(document, pointer).insert(name.to_owned(), new.into());
    }
}
