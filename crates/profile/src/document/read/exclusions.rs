//! Reading exclusions: shapes that do not qualify, written as shapes or as clauses.

use bridge::{ShapePattern, ShapeSet, Suit};

use crate::document::fields::{At, Problems};
use crate::document::model::{Exclusion, Subprofile};

/// Reads all exclusions, each into the subprofile that it belongs to.
pub(super) fn exclusions(at: &At, seats: &mut [Vec<Subprofile>; 4], problems: &mut Problems) {
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
    let words = words.join(" and ");
    if shapes == ShapeSet::EMPTY {
        problems.warn(
            &at.path,
            format!("no hand has {words}: this excludes nothing"),
        );
    }
    Some((shapes, words))
}
