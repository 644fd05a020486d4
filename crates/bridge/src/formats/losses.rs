//! What of the records of boards a format has no place for, counted by kind.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Carries, Format, lin};
use crate::record::is_among;
use crate::{Board, Record, Seat};

/// So many tags are named that are left out.
const NAMED: usize = 5;

/// The tags that pages for printing show.
const ON_PAPER: [&str; 3] = ["Contract", "Declarer", "Result"];

/// Whether a record of a board that this seat deals has something of a kind.
type Asked = fn(&Record, Seat) -> bool;

fn has_calls(record: &Record) -> bool {
    let auction = record.auction();
    auction.is_some_and(|auction| !auction.calls.is_empty())
}

/// Each kind of thing that is left out, and of how many boards.
pub(super) fn of_records(
    format: Format,
    carries: Carries,
    boards: &[&Board],
) -> Vec<(String, usize)> {
    if format == Format::Pbn {
        return Vec::new();
    }
    let records = || {
        let known = |board: &&'_ Board| Some((board.dealer, board.record.clone()?));
        boards.iter().filter_map(known)
    };
    let count = |lost: Asked| {
        let lost = |(dealer, record): &(Seat, Arc<Record>)| lost(record, *dealer);
        records().filter(lost).count()
    };
    let (all, table) = (carries == Carries::All, carries == Carries::Table);
    let shown = carries == Carries::Shown;
    let told = table || shown;
    let auctions: (&str, Asked) = if table {
        let what = "the auctions, which do not begin with the dealer,";
        (what, |record, dealer| {
            lin::auction(record, dealer).is_none() && has_calls(record)
        })
    } else {
        ("the auctions", |record, _| has_calls(record))
    };
    let play: Asked = if table {
        |record, _| lin::loses_play(record)
    } else {
        |record, _| record.play().is_some()
    };
    let kinds: [(bool, &str, Asked); 6] = [
        (!all && !shown, auctions.0, auctions.1),
        (!all, "the play", play),
        (!all && !told, "the comments", |record, _| {
            !record.comments().is_empty()
        }),
        (!all, "the tables", |record, _| !record.tables().is_empty()),
        (
            !all && !table,
            "the commands that only LIN has",
            |record, _| record.lin_commands().next().is_some(),
        ),
        (
            true,
            "the lines near boards that belong to none,",
            |record, _| record.has_stray_lines(),
        ),
    ];
    let mut lost: Vec<(String, usize)> = Vec::new();
    let (mut of_tags, mut names) = (0, Vec::new());
    if !all && carries != Carries::Tags {
        let mut known: BTreeSet<String> = BTreeSet::new();
        for (dealer, record) in records() {
            let tags = record.plain_tags();
            let mut tags = tags.iter().filter(|tag| {
                let says = !matches!(tag.raw.trim(), "" | "?" | "-");
                let told = table && lin::has_place(&record, dealer, tag)
                    || shown && is_among(&ON_PAPER, &tag.name);
                says && !told
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
