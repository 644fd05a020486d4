//! A board of a profile that is being made, so that its author sees what comes of it.

use bridge::formats::Style;
use bridge::{Board, Format};
use plan::Finder;
use profile::{LoadedProfile, Reading};
use space::{Key, Watch};

/// So many boards are shown: with what is asked next they stay on a screen of 24 lines.
const BOARDS: u64 = 1;

/// The first board of a key, as people read it.
///
/// # Errors
/// Why there is none; or anything, if it was stopped.
pub(crate) fn sample(reading: Reading, key: Key, watch: &Watch) -> Result<String, String> {
    let loaded = LoadedProfile::new(reading, watch).map_err(|error| error.to_string())?;
    let profile = &loaded.profile;
    let source = loaded.source(
        Default::default(),
        &Default::default(),
        profile.rotates,
        false,
    );
    let mut finder = source.finder();
    let mut boards = Vec::new();
    for number in 1..=BOARDS {
        let found = finder.find(key, number, u64::MAX, watch);
        let found = found.map_err(|error| error.to_string())?;
        if let Some((deal, drawn)) = found.deal.zip(found.about.drawn) {
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
