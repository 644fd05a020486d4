//! What to do with a view, and what can be known.

use std::fmt;

use serde::Serialize;
use space::Watch;

use crate::{Judgement, NoMove, Player, View, Worlds, WorldsAnswer};

/// What to do with a view, what each move is worth, and what can be known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Texas42Hint"))]
pub struct Hint {
    /// What to do, and why.
    #[serde(flatten)]
    pub judgement: Judgement,
    /// The worlds that fit the view, each counted once.
    pub worlds: WorldsAnswer,
}

/// What a player would do with a view, and what it can know.
///
/// # Errors
/// It is not the seat's turn, no world fits the view, or it was stopped.
pub fn hint(view: &View, player: &dyn Player, seed: u64, watch: &Watch) -> Result<Hint, NoMove> {
    watch.begin("thinking", None);
    let judgement = player.play(view, seed, watch)?;
    watch.begin("counting", None);
    let worlds = Worlds::new(view, watch)?.answer(watch)?;
    Ok(Hint { judgement, worlds })
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}\n{}", self.judgement, self.worlds)
    }
}
