//! What of the records of boards a format has no place for, counted by kind.

use std::collections::BTreeSet;

use super::{Carries, lin};
use crate::record::is_among;
use crate::{Board, Record};

/// So many tags are named that are left out.
const NAMED: usize = 5;

/// The tags that pages for printing show.
const ON_PAPER: [&str; 3] = ["Contract", "Declarer", "Result"];

/// Whether a record has something of a kind.
type Asked = fn(&Record) -> bool;

/// Each kind of thing that is left out, and of how many boards.
pub(super) fn of_records(carries: Carries, boards: &[&Board]) -> Vec<(String, usize)> {
    if carries == Carries::All {
        return Vec::new();
    }
    let records = || boards.iter().filter_map(|board| board.record.as_deref());
    let count = |lost: Asked| records().filter(|record| lost(record)).count();
    let table = carries == Carries::Table;
    let told = table || carries == Carries::Shown;
    let play: Asked = if table {
        lin::loses_play
    } else {
        |record| record.play().is_some()
    };
    let kinds: [(bool, &str, Asked); 4] = [
        (!told, "the auctions", |record| {
            record
                .auction()
                .is_some_and(|auction| !auction.calls.is_empty())
        }),
        (true, "the play", play),
        (!told, "the comments", |record| {
            !record.comments().is_empty()
        }),
        (true, "the tables", |record| !record.tables().is_empty()),
    ];
    let mut lost: Vec<(String, usize)> = Vec::new();
    let (mut of_tags, mut names) = (0, Vec::new());
    if carries != Carries::Tags {
        let mut known: BTreeSet<String> = BTreeSet::new();
        for record in records() {
            let tags = record.plain_tags();
            let mut tags = tags.iter().filter(|tag| {
                let says = !matches!(tag.raw.trim(), "" | "?" | "-");
                says && !(table && lin::has_place(record, tag))
                    && !(carries == Carries::Shown && is_among(&ON_PAPER, &tag.name))
            });
            let mut any = false;
            for tag in &mut tags {
                any = true;
                if known.insert(tag.name.to_lowercase()) {
                    names.push(tag.name.clone());
                }
            }
            of_tags += usize::from(any);
        }
    }
    if of_tags > 0 {
        let more = names.len().saturating_sub(NAMED);
        let tags = if names.len() == 1 { "tag" } else { "tags" };
        names.truncate(NAMED);
        let names = names.join(", ");
        let what = match more {
            0 => format!("the {tags} {names}"),
            more => format!("the {tags} {names} and {more} more"),
        };
        lost.push((what, of_tags));
    }
    let kinds = kinds.into_iter().filter(|(lost, ..)| *lost);
    lost.extend(kinds.map(|(_, what, is_lost)| (what.to_owned(), count(is_lost))));
    lost
}
