//! What is wrong with a document, in the words of the questions: no path, no name of a field.

use bridge::Seat;
use profile::Problem;

/// Names of fields, and what people call them. Those without words say nothing that the others do not say.
const WORDS: [(&str, &str); 46] = [
    ("profile_name", "the name"),
    ("dealer", "the dealer"),
    ("tag", "who it is for"),
    ("description", "what it teaches"),
    ("hand_dealing_order", "the dealing order"),
    ("rotate_deals_by_default", "turning the boards"),
    ("random_suits_differ", "different random suits"),
    ("sort_order", "the order in lists"),
    ("schema_version", "the form of the file"),
    ("ns_role_mode", "who of North and South chooses first"),
    ("ew_role_mode", "who of East and West chooses first"),
    ("ns_bespoke_map", "what goes with what for North and South"),
    ("ew_bespoke_map", "what goes with what for East and West"),
    ("ns_linked_profile", "the link of North and South"),
    ("ew_linked_profile", "the link of East and West"),
    (
        "ns_index_coupling_enabled",
        "whether North and South choose together",
    ),
    ("subprofile_map", "what goes with what"),
    ("primary_seat", "the seat that chooses"),
    ("subprofile_exclusions", "shapes to leave out"),
    ("excluded_shapes", "shapes"),
    ("allowed_shapes", "shapes"),
    ("pair_constraints", "two partners together"),
    ("subprofile_index", "hand type"),
    ("length_eq", "length"),
    ("standard", ""),
    ("min_cards", "the fewest cards"),
    ("max_cards", "the most cards"),
    ("min_hcp", "the fewest HCP"),
    ("max_hcp", "the most HCP"),
    ("total_min_hcp", "the fewest HCP in all"),
    ("total_max_hcp", "the most HCP in all"),
    ("weight_percent", "share"),
    ("ns_role_usage", "when it is used"),
    ("ew_role_usage", "when it is used"),
    ("ns_role_for_seat", "when it is used"),
    ("random_suit_constraint", "random suits"),
    ("allowed_suits", "the suits to draw from"),
    ("required_suits_count", "how many suits are drawn"),
    ("suit_ranges", "the ranges of the drawn suits"),
    ("per_suit_range", "the range of the drawn suits"),
    ("pair_overrides", "pairs with ranges of their own"),
    ("first_range", "the first suit"),
    ("second_range", "the second suit"),
    ("partner_contingent_constraint", "the suit of another seat"),
    (
        "opponents_contingent_suit_constraint",
        "the suit of another seat",
    ),
    ("suit_range", ""),
];

/// What a field is called.
fn word(name: &str) -> String {
    let known = WORDS.iter().find(|(known, _)| *known == name);
    known.map_or_else(|| name.replace('_', " "), |(_, word)| (*word).to_owned())
}

/// A problem, in words.
pub(crate) fn words(problem: &Problem) -> String {
    let message = plain(&problem.message);
    match place(&problem.path) {
        place if place.is_empty() => message,
        place => format!("{place}: {message}"),
    }
}

/// Where a problem is: `North, hand type 2, spades, the fewest cards`.
fn place(path: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut names = path.split('.').peekable();
    while let Some(part) = names.next() {
        let (name, index) = match part.split_once('[') {
            Some((name, index)) => (name, index.trim_end_matches(']').parse::<usize>().ok()),
            None => (part, None),
        };
        let number = index.map(|index| index + 1);
        match (name, number) {
            ("seat_profiles", _) => {
                let seat = names.next().map(|name| match seat(name) {
                    Some(seat) => seat.to_string(),
                    None => name.replace('_', " "),
                });
                parts.extend(seat);
            }
            ("subprofiles", Some(number)) => parts.push(format!("hand type {number}")),
            ("subprofiles", None) => parts.push("hand types".to_owned()),
            (name, number) => {
                let word = word(name);
                match number {
                    _ if word.is_empty() => {}
                    Some(number) => parts.push(format!("{word}, number {number}")),
                    None => parts.push(word),
                }
            }
        }
    }
    parts.join(", ")
}

fn seat(name: &str) -> Option<Seat> {
    let mut letters = name.chars();
    let letter = letters.next().filter(|_| letters.next().is_none());
    letter.and_then(Seat::from_letter)
}

/// A message without names of fields.
fn plain(message: &str) -> String {
    let is_of_name = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    let mut text = String::new();
    let mut rest = message;
    while !rest.is_empty() {
        let end = rest
            .find(|letter| !is_of_name(letter))
            .unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        match name {
            "subprofile" => text += "hand type",
            "subprofiles" => text += "hand types",
            name if name.contains('_') => text += &word(name),
            name => text += name,
        }
        let between = after.find(is_of_name).unwrap_or(after.len());
        text += &after[..between];
        rest = &after[between..];
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(document: serde_json::Value) -> Vec<String> {
        let reading = profile::read_document(document);
        reading.problems.iter().map(words).collect()
    }

    #[test]
    fn no_path_and_no_field_is_named() {
        let documents = [
            json!({}),
            json!({"profile_name": "", "dealer": "X", "tag": 4, "seat_profiles": {"Q": 1}, "hand_dealing_order": ["N"]}),
            json!({"profile_name": "a", "dealer": "N", "tag": "Opener", "seat_profiles": {"N": {"subprofiles": [
                {"standard": {"spades": {"min_cards": 14, "max_cards": 5.5, "min_hcp": 9, "max_hcp": 2}, "total_min_hcp": 38},
                 "random_suit_constraint": {"allowed_suits": ["S", "S"], "required_suits_count": 3},
                 "weight_percent": -4, "ns_role_usage": "never", "unknown_field": 1},
                {"random_suit_constraint": {"allowed_suits": ["S", "H"], "required_suits_count": 2, "suit_ranges": [{}],
                 "pair_overrides": [{"suits": ["S", "S"]}]}, "partner_contingent_constraint": {"partner_seat": "E"}},
                {"opponents_contingent_suit_constraint": {"opponent_seat": "E", "suit_range": {}}}]}},
                "subprofile_exclusions": [{"seat": "N", "subprofile_index": 9, "excluded_shapes": ["1"]}, {}],
                "ns_role_mode": "random_driver", "ns_bespoke_map": {"9": [9]}}),
        ];
        let mut all = Vec::new();
        for document in documents {
            all.extend(found(document));
        }
        assert!(all.len() > 15, "{all:?}");
        for one in &all {
            assert!(
                !one.contains(['_', '[']) && !one.contains("subprofile"),
                "{one}"
            );
        }
        assert!(
            all.contains(&"North, hand type 1, spades, the fewest cards: 14 is over 13".to_owned()),
            "{all:#?}"
        );
    }
}
