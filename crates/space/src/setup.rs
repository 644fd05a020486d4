//! The question: a deck, the places it goes to, where single cards may lie, and the rules.

use std::sync::Arc;

use crate::formulas::{BoundFormula, FormulaId, Formulas};
use crate::order::Order;
use crate::weighing::Weighing;
use crate::{Cards, Deal, Deck, Error, MAX_PLACES, Quantity, Rule, Space, Watch};

/// What a build may cost, counted and never clocked, so that the same question has the same answer on
/// every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// Steps of work, in all orders that are tried: splits looked at, states found, automaton transitions made.
    pub work: u64,
    /// Bytes held by the graph while it is built.
    pub memory: u64,
}

impl Default for Budget {
    /// A few seconds on one core, and well under half a gigabyte.
    fn default() -> Budget {
        Budget {
            work: 1_200_000_000,
            memory: 400 << 20,
        }
    }
}

/// A question that can be asked of a deck: which deals qualify?
///
/// ```
/// use space::{Cards, Deck, Quantity, Setup};
/// // Six cards, three each for two players; player 0 must have at least two of cards 0, 1 and 2.
/// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
/// let rule = Quantity::number(0, Cards(0b111)).within(2..=3);
/// let space = Setup::new(deck, [3, 3])?.require(rule)?.build()?;
/// assert_eq!(space.count(), 10);
/// # Ok::<(), space::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Setup {
    deck: Deck,
    capacities: Vec<u8>,
    /// For each card, the places where it may lie, as a bit set.
    may: [u8; 64],
    rules: Vec<Rule>,
    /// Rules that follow from the others.
    implied: Vec<Rule>,
    /// Quantities that the engine must be able to follow, though no rule speaks of them.
    followed: Vec<Quantity>,
    /// Formulas whose values are wanted.
    tallied: Vec<BoundFormula>,
    /// How much a deal counts by the first of them, if not all count once.
    pub(crate) weighing: Option<Weighing>,
}

impl Setup {
    /// All deals of a deck to places with these capacities.
    ///
    /// # Errors
    /// No places or too many, or capacities that do not add up to the deck.
    pub fn new(deck: Deck, capacities: impl IntoIterator<Item = u8>) -> Result<Setup, Error> {
        let capacities: Vec<u8> = capacities.into_iter().take(MAX_PLACES + 1).collect();
        let places = capacities.len();
        if !(1..=MAX_PLACES).contains(&places) {
            return Err(Error::Places(places));
        }
        let capacity = capacities.iter().map(|&c| c as usize).sum();
        let cards = deck.cards().len();
        if capacity != cards {
            return Err(Error::Capacities { capacity, cards });
        }
        Ok(Setup {
            deck,
            may: [((1u16 << places) - 1) as u8; 64],
            capacities,
            rules: Vec::new(),
            implied: Vec::new(),
            followed: Vec::new(),
            tallied: Vec::new(),
            weighing: None,
        })
    }

    fn check_place(&self, place: usize) -> Result<(), Error> {
        let places = self.capacities.len();
        if place < places {
            Ok(())
        } else {
            Err(Error::NoSuchPlace { place, places })
        }
    }

    /// The cards may lie in these places only. Said twice of a card, both hold.
    ///
    /// # Errors
    /// A card that is not in the deck, or a place that is not there.
    pub fn restrict(
        mut self,
        cards: Cards,
        places: impl IntoIterator<Item = usize>,
    ) -> Result<Setup, Error> {
        let mut mask = 0u8;
        for place in places {
            self.check_place(place)?;
            mask |= 1 << place;
        }
        if let Some(card) = (cards - self.deck.cards()).first() {
            return Err(Error::NotInDeck(card));
        }
        for card in cards.iter() {
            self.may[card as usize] &= mask;
        }
        Ok(self)
    }

    /// Every deal must satisfy this rule.
    ///
    /// # Errors
    /// A rule that looks at a place that is not there.
    pub fn require(mut self, rule: Rule) -> Result<Setup, Error> {
        let places = rule.places(self.deck.cards());
        let looked_at = (0..MAX_PLACES).filter(|place| places >> place & 1 == 1);
        let mut quantities = Vec::new();
        rule.quantities(&mut quantities);
        let named = quantities
            .iter()
            .filter_map(|quantity| quantity.last_place());
        looked_at
            .chain(named)
            .try_for_each(|place| self.check_place(place))?;
        self.rules.push(rule);
        Ok(self)
    }

    /// A rule that every deal that qualifies satisfies anyway. What other rules say of several places can be said here
    /// of one place alone, so that counting sees early which of its hands lead nowhere. No deal is ruled out by it, and
    /// nobody looks whether it does follow.
    ///
    /// # Errors
    /// A rule that looks at a place that is not there.
    pub fn implies(self, rule: Rule) -> Result<Setup, Error> {
        let mut setup = self.require(rule)?;
        setup.implied.extend(setup.rules.pop());
        Ok(setup)
    }

    /// The same question, with a quantity that the graph must be able to follow.
    pub(crate) fn follow(mut self, quantity: Quantity) -> Result<Setup, Error> {
        if let Some(place) = quantity.last_place() {
            self.check_place(place)?;
        }
        self.followed.push(quantity);
        Ok(self)
    }

    /// The same question, with formulas whose values are wanted.
    pub(crate) fn tallying(
        mut self,
        formulas: &Arc<Formulas>,
        ids: &[FormulaId],
    ) -> Result<Setup, Error> {
        for &id in ids {
            let id = BoundFormula::new(formulas, id);
            let named = id.quantities().filter_map(Quantity::last_place);
            named
                .into_iter()
                .try_for_each(|place| self.check_place(place))?;
            self.tallied.push(id);
        }
        Ok(self)
    }

    /// Builds the space within the default budget, in the cheapest order.
    ///
    /// # Errors
    /// [`Error::OverBudget`], or [`Error::TooManyDeals`].
    pub fn build(&self) -> Result<Space, Error> {
        self.build_within(Budget::default(), &Watch::default())
    }

    /// Builds the space within a budget, in the cheapest order.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::TooManyDeals`], or [`Error::Stopped`].
    pub fn build_within(&self, budget: Budget, watch: &Watch) -> Result<Space, Error> {
        crate::race::build(self, &Order::ALL, budget, watch)
    }

    /// The same for whoever is content with less: given up where the rules take too much to compile in the first order that is
    /// looked at. What then fails costs a third of what it costs to look at all orders, and hardly anything fails that would not there.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::TooManyDeals`], or [`Error::Stopped`].
    ///
    /// ```
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Watch};
    ///
    /// let deck = Deck::new([[0, 1, 2], [3, 4, 5]])?;
    /// let setup = Setup::new(deck, [3, 3])?.require(Quantity::number(0, Cards(0b111)).within(2..=3))?;
    /// let watch = Watch::default();
    /// assert_eq!(setup.build_if_soon(Budget::default(), &watch)?.count(), 10);
    /// let least = Budget { work: 1, ..Budget::default() };
    /// assert!(setup.build_if_soon(least, &watch).is_err());
    /// # Ok::<(), space::Error>(())
    /// ```
    pub fn build_if_soon(&self, budget: Budget, watch: &Watch) -> Result<Space, Error> {
        crate::race::build_if_first_compiles(self, budget, watch)
    }

    /// Builds the space in a given order.
    ///
    /// # Errors
    /// [`Error::OverBudget`], [`Error::TooManyDeals`], or [`Error::Stopped`].
    pub fn build_in(&self, order: Order, budget: Budget, watch: &Watch) -> Result<Space, Error> {
        crate::race::build(self, &[order], budget, watch)
    }

    /// A deal that qualifies, if there is one; that there is none is proved. This takes far less than counting them,
    /// unless there are few.
    ///
    /// # Errors
    /// [`Error::OverBudget`] where neither was shown, or [`Error::Stopped`].
    ///
    /// ```
    /// use space::{Budget, Cards, Deck, Quantity, Setup, Watch};
    ///
    /// let watch = Watch::default();
    /// let deck = Deck::new([0..13u8, 16..29, 32..45, 48..61].map(Vec::from_iter)).unwrap();
    /// let aces = |place| Quantity::number(place, Cards::from_iter([12, 28, 44, 60]));
    /// let setup = Setup::new(deck, [13; 4]).unwrap();
    /// let some = setup.clone().require(aces(0).within(2..=2)).unwrap();
    /// let deal = some.find(Budget::default(), &watch).unwrap().unwrap();
    /// assert!(some.holds(&deal));
    /// let none = some.require(aces(1).within(3..=4)).unwrap();
    /// assert_eq!(none.find(Budget::default(), &watch).unwrap(), None);
    /// ```
    pub fn find(&self, budget: Budget, watch: &Watch) -> Result<Option<Deal>, Error> {
        crate::find::find(self, budget, watch)
    }

    /// Whether a deal deals this deck to these places, keeps to the restrictions, and satisfies every rule.
    pub fn holds(&self, deal: &Deal) -> bool {
        let mut seen = Cards::NONE;
        for place in 0..MAX_PLACES {
            let cards = deal[place];
            let capacity = self.capacities.get(place).copied().unwrap_or(0);
            let allowed = cards.iter().all(|c| self.may[c as usize] >> place & 1 == 1);
            if cards.len() != capacity as usize || !(cards & seen).is_empty() || !allowed {
                return false;
            }
            seen = seen | cards;
        }
        seen == self.deck.cards() && self.rules.iter().all(|rule| rule.holds(deal))
    }

    /// The deck.
    pub fn deck(&self) -> &Deck {
        &self.deck
    }

    /// How many cards each place holds.
    pub fn capacities(&self) -> &[u8] {
        &self.capacities
    }

    pub(crate) fn rules(&self) -> impl Iterator<Item = &Rule> {
        self.rules.iter()
    }

    pub(crate) fn implied(&self) -> impl Iterator<Item = &Rule> {
        self.implied.iter()
    }

    pub(crate) fn tallied(&self) -> &[BoundFormula] {
        &self.tallied
    }

    /// What is left to decide once the cards that can lie in one place only lie there.
    pub(crate) fn settle(&self) -> Option<Settled> {
        let mut may = self.may;
        let mut free = self.deck.cards();
        let mut left = [0u8; MAX_PLACES];
        left[..self.capacities.len()].copy_from_slice(&self.capacities);
        let mut fixed = Deal::default();
        loop {
            let full = (0..MAX_PLACES)
                .filter(|&place| left[place] == 0)
                .fold(0u8, |mask, place| mask | 1 << place);
            let before = free;
            for card in before.iter() {
                let mask = &mut may[card as usize];
                *mask &= !full;
                match mask.count_ones() {
                    0 => return None,
                    1 => {
                        let place = mask.trailing_zeros() as usize;
                        left[place] = left[place].checked_sub(1)?;
                        fixed[place] = fixed[place] | Cards::one(card);
                        free = free - Cards::one(card);
                    }
                    _ => {}
                }
            }
            if free == before {
                return Some(Settled {
                    fixed,
                    free,
                    left,
                    may,
                });
            }
        }
    }

    /// What all rules and followed quantities can tell about a card in a place.
    pub(crate) fn labels(&self, place: usize, card: u8, out: &mut Vec<u32>) {
        for rule in self.rules() {
            rule.labels(place, card, out);
        }
        for quantity in &self.followed {
            // Only equality matters, and a worth fits in 32 bits unless it was added up absurdly.
            let worth = quantity.worth(place, card);
            out.extend([worth as u32, (worth >> 32) as u32]);
        }
        for id in &self.tallied {
            id.labels(place, card, out);
        }
    }
}

/// A question with the forced cards in place.
#[derive(Clone)]
pub(crate) struct Settled {
    /// The cards that can lie in one place only.
    pub fixed: Deal,
    /// The other cards.
    pub free: Cards,
    /// What each place can still take.
    pub left: [u8; MAX_PLACES],
    /// Where each free card may lie.
    pub may: [u8; 64],
}

impl Settled {
    /// The places that something can tell apart from the others, as a bit set: those that a rule or a
    /// followed quantity looks at, or where some free card may not lie. The others share what remains.
    pub(crate) fn tracked(&self, setup: &Setup) -> u8 {
        let open = (0..MAX_PLACES)
            .filter(|&place| self.left[place] > 0)
            .fold(0u8, |mask, place| mask | 1 << place);
        let mut tracked = 0;
        let mut labels = Vec::new();
        for card in self.free.iter() {
            tracked |= open & !self.may[card as usize];
            for place in 0..MAX_PLACES {
                labels.clear();
                setup.labels(place, card, &mut labels);
                if labels.iter().any(|&label| label != 0) {
                    tracked |= 1 << place;
                }
            }
        }
        tracked & open
    }
}
