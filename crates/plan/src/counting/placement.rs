//! Who holds a few cards, among the deals that satisfy a condition: every combination of answers, counted.

use bridge::{Card, Predeal, Seat};
use condition::Condition;
use space::{Budget, Quantity, Watch};

use crate::counting::exact::{CountingProblem, Inexact};

/// A card in a hand: a fact that holds or does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Placement {
    /// Whose hand.
    pub seat: Seat,
    /// Which card.
    pub card: Card,
}

/// The most cards that are asked about at once: each doubles the combinations.
const MOST: usize = 12;

/// In how many deals that satisfy a condition each combination of these placements comes: entry `p` of the list counts the
/// deals in which exactly those placements hold whose bits are set in `p`.
///
/// # Errors
/// When the condition cannot be counted within the budget, or too many placements are asked about.
///
/// ```
/// use bridge::Seat;
/// use plan::Placement;
///
/// let input = script::Input::from_text("any deal", "condition 1").unwrap();
/// let any = script::load(&input, &Default::default(), &Default::default()).compiled.unwrap();
/// let placement = Placement { seat: Seat::West, card: "2C".parse().unwrap() };
/// let (budget, watch) = Default::default();
/// let counts = plan::placements(&any.condition, &any.predeal, &[placement], budget, &watch).unwrap();
/// assert_eq!(counts[0], 3 * counts[1]);
/// ```
pub fn placements(
    condition: &Condition,
    predeal: &Predeal,
    placements: &[Placement],
    budget: Budget,
    watch: &Watch,
) -> Result<Vec<u128>, Inexact> {
    if placements.len() > MOST {
        return Err(Inexact::TooLarge);
    }
    let problem = CountingProblem::of_cards(condition, predeal)?;
    if placements.is_empty() {
        // A count alone takes less than a graph that can follow quantities.
        let counting = problem
            .setup
            .counting(&problem.formulas, &[], budget, watch)?;
        return Ok(vec![counting.tally()?.values().sum()]);
    }
    // Each placement has a bit of its own in the sum.
    let bit = |(i, at): (usize, &Placement)| {
        let worth = move |card: u8| i32::from(card == at.card.id()) << i;
        Quantity::new(at.seat as usize, worth)
    };
    let bits = placements.iter().enumerate().map(bit);
    let pattern = bits.fold(Quantity::default(), |sum, bit| sum + bit);
    let mut counts = vec![0; 1 << placements.len()];
    for (pattern, count) in problem.setup.distribution(&pattern, budget, watch)? {
        counts[pattern as usize] = count;
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str, placements: &[(Seat, &str)]) -> Vec<u128> {
        let input = script::Input::from_text("test", text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.expect(text);
        let at = |&(seat, card): &(Seat, &str)| Placement {
            seat,
            card: card.parse().unwrap(),
        };
        let placements: Vec<Placement> = placements.iter().map(at).collect();
        let predeal = &compiled.predeal;
        let (budget, watch) = (Budget::default(), Watch::default());
        super::placements(&compiled.condition, predeal, &placements, budget, &watch).unwrap()
    }

    /// The same question put another way: the placements as part of the condition.
    #[test]
    fn combinations_are_counted_as_conditions_are() {
        let base = "spades(south) >= 5 and hcp(south) >= 12";
        let at = [(Seat::West, "2C"), (Seat::East, "2D"), (Seat::West, "3C")];
        let asked = ["hascard(west,2C)", "hascard(east,2D)", "hascard(west,3C)"];
        let counts = count(base, &at);
        for (pattern, &expected) in counts.iter().enumerate() {
            let facts = asked
                .iter()
                .enumerate()
                .map(|(i, fact)| match pattern >> i & 1 {
                    1 => format!(" and {fact}"),
                    _ => format!(" and not {fact}"),
                });
            let text = facts.fold(base.to_owned(), |text, fact| text + &fact);
            assert_eq!(count(&text, &[]), [expected], "{text}");
        }
    }

    #[test]
    fn cards_dealt_beforehand_and_cards_that_exclude_each_other_are_known() {
        let both = [(Seat::West, "2C"), (Seat::East, "2C")];
        assert_eq!(count("1", &both)[3], 0);
        let predealt = count("predeal north C2 condition hcp(north) > 9", &both);
        assert!(predealt[0] > 0 && predealt[1..].iter().all(|&count| count == 0));
    }
}
