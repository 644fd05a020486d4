//! A few boards of a profile that is being made, so that its author sees what comes of it.

use bridge::formats::Style;
use bridge::{Board, Format};
use profile::{Combinations, Plans, Profile};
use space::Watch;

/// So many boards are shown.
const BOARDS: u64 = 2;

/// The first boards of a seed, as people read them.
///
/// # Errors
/// Why there are none; nothing is said if it was stopped.
pub(crate) fn sample(profile: &Profile, seed: u64, watch: &Watch) -> Result<String, String> {
    let combinations = Combinations::new(profile).map_err(|error| error.to_string())?;
    let plans = Plans::new(&combinations, Default::default(), BOARDS, profile.rotates);
    let mut finder = plans.worker();
    let mut boards = Vec::new();
    for number in 1..=BOARDS {
        let _ = watch;
        let found = finder.board(seed, number, u64::MAX, &Default::default());
        let (drawn, found) = found.map_err(|error| error.to_string())?;
        if let Some(deal) = found.deal {
            let mut board = Board::new(number, deal);
            board.dealer = drawn.dealer(profile);
            boards.push(board);
        }
    }
    let mut text = Vec::new();
    let written = Format::Text.write(&boards, &Style::default(), &mut text);
    written.map_err(|error| error.to_string())?;
    Ok(String::from_utf8_lossy(&text).trim_end().to_owned())
}
