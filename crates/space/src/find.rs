//! Finding one deal that qualifies, or proving that there is none, in far less than it takes to count them.

use crate::race::build_of_width;
use crate::{Budget, Deal, Error, Order, Setup, Watch};

/// The width of the first attempt at finding a deal, and by how much the next ones are wider.
const FIRST_WIDTH: usize = 500;
const WIDER: usize = 16;

/// A deal, if there is one. A graph with only some of the states of each layer still has nothing but deals that qualify:
/// a narrow one is enough to find a deal of a question that has many, and a question that has few has a small graph.
pub(crate) fn find(setup: &Setup, budget: Budget, watch: &Watch) -> Result<Option<Deal>, Error> {
    find_from_width(setup, budget, FIRST_WIDTH, watch)
}

fn find_from_width(
    setup: &Setup,
    budget: Budget,
    width: usize,
    watch: &Watch,
) -> Result<Option<Deal>, Error> {
    let mut width = width;
    let mut left = budget;
    loop {
        let (space, cut) = build_of_width(setup, &Order::ALL, left, width, watch)?;
        if space.count() > 0 {
            return space.nth(0).map(Some);
        }
        if !cut {
            return Ok(None);
        }
        left.work = left.work.saturating_sub(space.work());
        width = width.saturating_mul(WIDER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;
    use crate::Quantity;

    /// However narrow the first attempt: what is there is found, and what is not is proved.
    #[test]
    fn narrow_graphs_find_what_there_is() {
        let ranks = |place| Quantity::new(place, |card| i32::from(card % 6) * i32::from(card % 6));
        for wanted in 0..60 {
            let deck = Deck::new([vec![0, 1, 2, 3, 4, 5], vec![6, 7, 8, 9, 10, 11]]).unwrap();
            let setup = Setup::new(deck, [4, 4, 4]).unwrap();
            let setup = setup.require(ranks(0).within(wanted..=wanted));
            let setup = setup.unwrap().require(ranks(1).within(30..=31));
            let setup = setup.unwrap();
            let count = setup.build().unwrap().count();
            for width in [1, 2, 7, 500] {
                let found = find_from_width(&setup, Budget::default(), width, &Watch::default());
                let found = found.unwrap();
                assert_eq!(found.is_some(), count > 0, "{wanted}");
                assert!(found.is_none_or(|deal| setup.holds(&deal)));
            }
        }
    }
}
