//! Boards for practice: sets in exact shares, questions mixed by weight, scenario files, questions side by side, and boards turned to their dealers.

mod compare;
mod mixed;
mod scenarios;
mod sets;
mod turned;

use std::collections::BTreeMap;

use fairdeal::{Board, Deal, Leveled, Profile, Question, Script, Watch, level};

/// Five types of South's points, from very common to very rare.
const FIVE: &str = "HandType_Low = hcp(south) < 8\nHandType_Mid = hcp(south) >= 8 and hcp(south) < 12\n\
    HandType_Good = hcp(south) >= 12 and hcp(south) < 16\nHandType_Best = hcp(south) > 19\n\
    HandType_Strong = hcp(south) >= 16 and hcp(south) < 20";

fn script(text: &str) -> Question {
    Script::from_text(text).unwrap().into()
}

fn leveled(text: &str) -> Question {
    let script = Script::from_text(text).unwrap();
    let leveled = Leveled::new(&script, &level::Options::default());
    leveled.unwrap().into()
}

fn profile(seats: &str) -> Question {
    let text = format!(
        r#"{{"profile_name": "Practice", "dealer": "N", "tag": "Opener", "rotate_deals_by_default": false, "seat_profiles": {{{seats}}}}}"#
    );
    Profile::from_json(&text).into()
}

fn boards(deal: Deal) -> Vec<Board> {
    deal.boards().unwrap().collect::<Result<_, _>>().unwrap()
}

fn refusal(deal: Deal) -> (String, String) {
    let body = deal.ready(&Watch::default()).unwrap_err().body();
    (body.code.to_string(), body.message)
}

fn type_of(board: &Board) -> &str {
    board.hand_type.as_ref().map_or("", |words| words.as_str())
}

fn counted(boards: &[Board]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for board in boards {
        *counts.entry(type_of(board)).or_insert(0) += 1;
    }
    counts
}

/// The chi-square of counts, with the shares they should have.
fn chi_square(counts: &[u64], shares: &[f64]) -> f64 {
    let all = counts.iter().sum::<u64>() as f64;
    let each = counts.iter().zip(shares).filter(|(_, share)| **share > 0.0);
    each.map(|(&count, share)| (count as f64 - all * share).powi(2) / (all * share))
        .sum()
}

fn points(board: &Board, seat: fairdeal::bridge::Seat) -> usize {
    let worth = |card: fairdeal::bridge::Card| card.rank().index().saturating_sub(8);
    board.deal[seat].cards().map(worth).sum()
}
