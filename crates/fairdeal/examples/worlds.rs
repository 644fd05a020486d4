//! What a euchre player can know: how many worlds fit, who may hold what, and what to play.

use fairdeal::Watch;
use fairdeal::euchre::{Bot, Level, View, Worlds, hint};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let view = View::from_json(
        r#"{"seat": "S", "dealer": "E", "upcard": "9H", "hand": ["JH", "AH", "KS", "QS", "TD"], "bids": []}"#,
    )?;
    let watch = Watch::default();
    let worlds = Worlds::new(&view)?;
    print!("{}", worlds.answer(None, 1, &watch)?);
    print!(
        "{}",
        hint(&view, &Bot::new(Level::Expert), false, 1, &watch)?
    );
    Ok(())
}
