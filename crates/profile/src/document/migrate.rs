//! Older files in the current form. Nothing is lost: what a file means stays the same, and fields that are not known are
//! left where they are.

use serde_json::{Map, Value, json};

use crate::document::model::Profile;

/// The schema that is written.
pub const SCHEMA_VERSION: u64 = 1;

/// A document in the current form, and what was changed in it.
#[derive(Clone, PartialEq, Debug)]
pub struct Migrated {
    /// The document.
    pub document: Value,
    /// What was changed, in words; nothing if it was current already.
    pub changes: Vec<String>,
}

/// Brings the document of a profile to the current form.
pub fn migrate(mut document: Value, profile: &Profile) -> Migrated {
    let mut changes = Vec::new();
    if let Some(fields) = document.as_object_mut() {
        ranges_for_each_suit(fields, &mut changes);
        coupling_as_a_mode(fields, &mut changes);
        usage_by_its_name(fields, &mut changes);
        if absent(fields, "hand_dealing_order") {
            let order = profile.order.map(|seat| seat.letter().to_string());
            fields.insert("hand_dealing_order".to_owned(), json!(order));
            changes.push(
                "hand_dealing_order: written down; it was the dealer, then clockwise".to_owned(),
            );
        }
        let version = fields.get("schema_version").and_then(Value::as_u64);
        if version.is_none_or(|version| version < SCHEMA_VERSION) {
            fields.insert("schema_version".to_owned(), json!(SCHEMA_VERSION));
            changes.push(format!("schema_version: {SCHEMA_VERSION}"));
        }
    }
    Migrated { document, changes }
}

fn absent(fields: &Map<String, Value>, name: &str) -> bool {
    fields.get(name).is_none_or(Value::is_null)
}

/// The subprofiles of a document, with their paths.
fn subprofiles(
    fields: &mut Map<String, Value>,
) -> impl Iterator<Item = (String, &mut Map<String, Value>)> {
    let seats = fields
        .get_mut("seat_profiles")
        .and_then(Value::as_object_mut);
    seats.into_iter().flatten().flat_map(|(seat, profile)| {
        let all = profile.get_mut("subprofiles").and_then(Value::as_array_mut);
        let all = all.into_iter().flatten().enumerate();
        all.filter_map(move |(i, one)| {
            let path = format!("seat_profiles.{seat}.subprofiles[{i}]");
            Some((path, one.as_object_mut()?))
        })
    })
}

/// `per_suit_range` for all drawn suits becomes a range for each.
fn ranges_for_each_suit(fields: &mut Map<String, Value>, changes: &mut Vec<String>) {
    for (path, one) in subprofiles(fields) {
        let random = one.get_mut("random_suit_constraint");
        let Some(random) = random.and_then(Value::as_object_mut) else {
            continue;
        };
        if absent(random, "per_suit_range") {
            continue;
        }
        let number = random.get("required_suits_count").and_then(Value::as_f64);
        let number = number.unwrap_or(1.0) as usize;
        let given = !absent(random, "suit_ranges");
        // In its place, so that the file stays as its author ordered it.
        let renamed = std::mem::take(random)
            .into_iter()
            .filter_map(|(name, value)| match name.as_str() {
                "per_suit_range" if given => None,
                "per_suit_range" => {
                    Some(("suit_ranges".to_owned(), Value::Array(vec![value; number])))
                }
                "suit_ranges" if !given => None,
                _ => Some((name, value)),
            });
        *random = renamed.collect();
        changes.push(format!(
            "{path}.random_suit_constraint: suit_ranges instead of per_suit_range"
        ));
    }
}

/// `ns_role_for_seat` becomes `ns_role_usage`.
pub(crate) fn usage_by_its_name(fields: &mut Map<String, Value>, changes: &mut Vec<String>) {
    for (path, one) in subprofiles(fields) {
        if absent(one, "ns_role_for_seat") {
            continue;
        }
        let given = one.get("ns_role_usage").and_then(Value::as_str);
        let given = given.is_some_and(|usage| usage != "any");
        let renamed =
            std::mem::take(one)
                .into_iter()
                .filter_map(|(name, value)| match name.as_str() {
                    "ns_role_for_seat" if given => None,
                    "ns_role_for_seat" => Some(("ns_role_usage".to_owned(), value)),
                    "ns_role_usage" if !given => None,
                    _ => Some((name, value)),
                });
        *one = renamed.collect();
        changes.push(format!("{path}: ns_role_usage instead of ns_role_for_seat"));
    }
}

/// `ns_index_coupling_enabled` becomes a mode, or nothing where it says what is usual.
pub(crate) fn coupling_as_a_mode(fields: &mut Map<String, Value>, changes: &mut Vec<String>) {
    let Some(enabled) = fields
        .get("ns_index_coupling_enabled")
        .and_then(Value::as_bool)
    else {
        return;
    };
    fields.shift_remove("ns_index_coupling_enabled");
    if !enabled {
        fields.insert("ns_role_mode".to_owned(), json!("no_driver_no_index"));
    }
    changes.push("ns_role_mode instead of ns_index_coupling_enabled".to_owned());
}
