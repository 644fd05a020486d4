//! Which cards serve as pilots: spot cards in the opponents' hands that the script does not ask about.

use std::str::FromStr;

use bridge::{Card, Rank, Seat, Suit};
use condition::Node;
use plan::Placement;

use crate::exchange::atoms;
use crate::{LevelError, Scenario};

/// The most pilots.
pub const MOST_PILOTS: usize = 8;
/// So many where nobody says how many.
const USUAL_PILOTS: usize = 4;

/// Which cards serve as pilots: so many, or these.
///
/// ```
/// use level::PilotChoice;
/// assert_eq!("4".parse(), Ok(PilotChoice::default()));
/// assert!(matches!("west:2C,e:2D".parse(), Ok(PilotChoice::These(pilots)) if pilots.len() == 2));
/// assert!("south".parse::<PilotChoice>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PilotChoice {
    /// So many, chosen by [`choose_pilots`].
    Number(usize),
    /// These.
    These(Vec<Placement>),
}

impl Default for PilotChoice {
    fn default() -> PilotChoice {
        PilotChoice::Number(USUAL_PILOTS)
    }
}

impl PilotChoice {
    /// The cards, for a scenario.
    ///
    /// # Errors
    /// As for [`choose_pilots`] and [`check_pilots`].
    pub fn of(&self, scenario: &Scenario) -> Result<Vec<Placement>, LevelError> {
        match self {
            PilotChoice::Number(number) => choose_pilots(scenario, *number),
            PilotChoice::These(pilots) => {
                check_pilots(scenario, pilots)?;
                Ok(pilots.clone())
            }
        }
    }
}

impl FromStr for PilotChoice {
    type Err = LevelError;

    /// A number, or seats and cards like `west:2C,east:2D`.
    fn from_str(text: &str) -> Result<PilotChoice, LevelError> {
        if let Ok(number) = text.parse() {
            return Ok(PilotChoice::Number(number));
        }
        let pilot = |text: &str| {
            let bad = || {
                let message =
                    format!("'{text}' is not a pilot: write a seat and a card, like west:2C");
                LevelError::Pilots(message)
            };
            let (seat, card) = text.split_once(':').ok_or_else(bad)?;
            Ok(Placement {
                seat: seat.trim().parse().map_err(|_| bad())?,
                card: card.trim().parse().map_err(|_| bad())?,
            })
        };
        let pilots: Result<Vec<Placement>, LevelError> = text.split(',').map(pilot).collect();
        pilots.map(PilotChoice::These)
    }
}

/// So many pilots of a scenario: west 2C, east 2D, west 3C, east 3D and so on up, without cards that are predealt or that
/// the scenario asks about.
///
/// # Errors
/// When there are not enough of them.
pub fn choose_pilots(scenario: &Scenario, number: usize) -> Result<Vec<Placement>, LevelError> {
    if !(1..=MOST_PILOTS).contains(&number) {
        let message = format!("from 1 to {MOST_PILOTS} pilots can be used, not {number}");
        return Err(LevelError::Pilots(message));
    }
    let mentioned = mentioned(scenario);
    let predealt = |card: Card| !scenario.predeal().free().has(card);
    // The minors first: authors ask more of the majors.
    let pairs = [
        [(Seat::West, Suit::Clubs), (Seat::East, Suit::Diamonds)],
        [(Seat::West, Suit::Hearts), (Seat::East, Suit::Spades)],
    ];
    let candidates = pairs.into_iter().flat_map(|pair| {
        let ranks = Rank::all().take_while(|rank| *rank < Rank::TEN);
        ranks.flat_map(move |rank| pair.map(|(seat, suit)| (seat, suit, rank)))
    });
    let free = candidates
        .map(|(seat, suit, rank)| Placement {
            seat,
            card: Card::new(suit, rank),
        })
        .filter(|pilot| !mentioned.contains(&pilot.card) && !predealt(pilot.card));
    let pilots: Vec<Placement> = free.take(number).collect();
    if pilots.len() == number {
        Ok(pilots)
    } else {
        let message = format!(
            "only {} spot cards are left that the script does not speak of",
            pilots.len()
        );
        Err(LevelError::Pilots(message))
    }
}

/// Whether pilots that a user chose will do.
///
/// # Errors
/// A pilot that is predealt, that the scenario asks about, or that comes twice; none at all, or too many.
pub fn check_pilots(scenario: &Scenario, pilots: &[Placement]) -> Result<(), LevelError> {
    if !(1..=MOST_PILOTS).contains(&pilots.len()) {
        let message = format!(
            "from 1 to {MOST_PILOTS} pilots can be used, not {}",
            pilots.len()
        );
        return Err(LevelError::Pilots(message));
    }
    let mentioned = mentioned(scenario);
    for (i, pilot) in pilots.iter().enumerate() {
        if !scenario.predeal().free().has(pilot.card) {
            return Err(LevelError::Predealt(pilot.card.to_string()));
        }
        if mentioned.contains(&pilot.card) {
            return Err(LevelError::Mentioned(pilot.card.to_string()));
        }
        if pilots[..i].contains(pilot) {
            let message = format!("{} {} is named twice", pilot.seat, pilot.card);
            return Err(LevelError::Pilots(message));
        }
    }
    Ok(())
}

/// The cards that the scenario names.
fn mentioned(scenario: &Scenario) -> Vec<Card> {
    let nodes = scenario.cells.iter().map(|cell| cell.node);
    let condition = scenario.condition(nodes.collect());
    let mut cards = Vec::new();
    for atom in atoms(&condition) {
        if let Node::HasCard { card, .. } = atom {
            cards.push(card);
        }
    }
    cards
}
