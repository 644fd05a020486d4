//! What is drawn for a board before its cards: its combination, and whether it is turned round.

use bridge::{Deal, Seat};
use rand::RngExt;
use space::{Key, Stream};

use crate::attempting::failures::{AttemptEvent, Failures};
use crate::combining::combination::{Combination, Combinations};
use crate::document::model::Profile;

/// What is drawn for a board before its cards comes from a stream of its own.
const CHOICES: &str = "choices";

/// What was drawn for a board before its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawnCombination {
    /// Which of [`Combinations::all`].
    pub combination: usize,
    /// Whether the board is turned round, the dealer with it.
    pub turned: bool,
}

impl DrawnCombination {
    /// Who deals.
    pub fn dealer(&self, profile: &Profile) -> Seat {
        if self.turned {
            profile.dealer.partner()
        } else {
            profile.dealer
        }
    }

    /// A deal of the combination as it comes to the table.
    pub(crate) fn at_the_table(&self, deal: Deal) -> Deal {
        Deal(self.turn(deal.0))
    }

    /// What each seat has, from North, as it is at the table. Turning twice leaves it as it was.
    pub(crate) fn turn<T>(&self, [n, e, s, w]: [T; 4]) -> [T; 4] {
        if self.turned {
            [s, w, n, e]
        } else {
            [n, e, s, w]
        }
    }
}

/// What can be told of a board of a profile beside its cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AboutBoard {
    /// What was drawn for it; `None` if nothing in the profile can be dealt, or with the cards that are given.
    pub drawn: Option<DrawnCombination>,
    /// If it was dealt by attempts, why they failed.
    pub failures: Option<Failures>,
    /// What happened to each attempt, if that was to be written down.
    pub trace: Vec<AttemptEvent>,
}

impl AboutBoard {
    /// What was drawn for a planned board.
    pub(crate) fn planned(drawn: Option<DrawnCombination>) -> AboutBoard {
        AboutBoard {
            drawn,
            failures: None,
            trace: Vec::new(),
        }
    }
}

/// The stream of what is drawn for a board before its cards.
pub(crate) fn choices_of(key: Key, number: u64) -> Stream {
    key.of(CHOICES).stream(number)
}

/// What is drawn for a board before its cards: whether it is turned, and its combination. `None` if nothing can be dealt.
pub(crate) fn draw(
    combinations: &Combinations,
    rotates: bool,
    stream: &mut Stream,
) -> Option<DrawnCombination> {
    let turned = stream.random::<bool>() && rotates;
    let combination = combinations.draw(stream)?;
    Some(DrawnCombination {
        combination,
        turned,
    })
}

/// The same for a board of a set, whose choice of subprofiles is known.
pub(crate) fn draw_of_choice(
    combinations: &Combinations,
    choice: usize,
    rotates: bool,
    stream: &mut Stream,
) -> Option<DrawnCombination> {
    let turned = stream.random::<bool>() && rotates;
    let combination = combinations.draw_of_choice(choice, stream)?;
    Some(DrawnCombination {
        combination,
        turned,
    })
}

/// Whether a deal at the table is one that a combination asks for.
pub fn qualifies(combination: &Combination, drawn: DrawnCombination, deal: &Deal) -> bool {
    combination.demands.holds(&Deal(drawn.turn(deal.0)))
}
