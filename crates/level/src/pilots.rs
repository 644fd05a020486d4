//! Which cards serve as pilots: spot cards in the opponents' hands that the script does not ask about.

use bridge::{Card, Rank, Seat, Suit};
use condition::Node;
use plan::Placement;

use crate::exchange::atoms;
use crate::{LevelError, Scenario};

/// The most pilots.
pub const MOST_PILOTS: usize = 8;

/// So many pilots of a scenario: west 2C, east 2D, west 3C, east 3D and so on up, without cards that are predealt or that
/// the scenario asks about.
///
/// # Errors
/// When there are not enough of them.
pub fn pilots(scenario: &Scenario, number: usize) -> Result<Vec<Placement>, LevelError> {
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
