//! Boards that come from elsewhere: which of them a profile could have dealt, and those with hands that are not given,
//! completed as the profile would.

use std::sync::Arc;

use bridge::{Deal, Hand, Predeal};
use plan::{Exists, FindError, FoundBoard, Plan, PlanError, Strategy, Watch};
use rand::RngExt;
use rustc_hash::FxHashMap;
use space::{Budget, Key, Stream};

use crate::combining::combination::Combinations;
use crate::combining::compile::condition_of;
use crate::combining::demand::Demand;
use crate::finding::drawn::{AboutBoard, DrawnCombination, choices_of};

/// Looks at boards that come from elsewhere. What is asked of a seat is looked at once for a hand, however many
/// combinations ask for it.
///
/// ```
/// use std::sync::Arc;
///
/// let reading = profile::read(r#"{
///     "profile_name": "Six spades", "dealer": "N", "tag": "Opener",
///     "seat_profiles": {"N": {"seat": "N", "subprofiles": [{"standard": {"spades": {"min_cards": 6}}}]}}
/// }"#);
/// let watch = plan::Watch::default();
/// let combinations = profile::Combinations::new(&reading.profile.unwrap(), &watch).unwrap();
/// let combinations = Arc::new(combinations);
/// // Each has a suit: North the clubs, South the hearts, West the spades.
/// let deal = bridge::Deal([0, 1, 2, 3].map(|suit| bridge::Hand::from_bits(0x1fff << (16 * suit))));
/// assert_eq!(profile::ProfileFilter::new(combinations.clone(), true).accepts(&deal), None);
/// let [n, e, s, w] = deal.0;
/// let deal = bridge::Deal([n, e, w, s]);
/// let accepted = profile::ProfileFilter::new(combinations, true).accepts(&deal);
/// assert!(accepted.unwrap().turned);
/// ```
#[derive(Clone, Debug)]
pub struct ProfileFilter {
    combinations: Arc<Combinations>,
    rotates: bool,
    /// What is asked of some seat by some combination, each once.
    demands: Vec<Demand>,
    /// The combinations that have a share: which of all, and which of the demands each seat has.
    asked: Vec<(usize, [usize; 4])>,
    /// Whether some of them ask something of partners together.
    of_pairs: bool,
}

impl ProfileFilter {
    /// For boards that may be turned round or not.
    pub fn new(combinations: Arc<Combinations>, rotates: bool) -> ProfileFilter {
        let mut demands: Vec<Demand> = Vec::new();
        let mut known: FxHashMap<Demand, usize> = FxHashMap::default();
        let mut number = |demand: Demand| {
            *known.entry(demand).or_insert_with(|| {
                demands.push(demand);
                demands.len() - 1
            })
        };
        let all = combinations.all().iter().enumerate();
        let asked = all
            .filter(|(_, one)| one.share > 0.0)
            .map(|(index, one)| (index, one.demands.hands.map(&mut number)))
            .collect();
        let mut all = combinations.all().iter();
        let of_pairs = all.any(|one| !one.demands.is_of_single_hands());
        ProfileFilter {
            of_pairs,
            combinations,
            rotates,
            demands,
            asked,
        }
    }

    /// The first combination that a complete deal fits, as it is or turned round; `None` if it is no board of the profile.
    pub fn accepts(&self, deal: &Deal) -> Option<DrawnCombination> {
        self.fitting(deal.0).next()
    }

    /// The combinations that each hand which is given whole fits: first with the board as it is, then turned round.
    fn fitting(&self, given: [Hand; 4]) -> impl Iterator<Item = DrawnCombination> {
        let turns = [false, true]
            .into_iter()
            .take(1 + usize::from(self.rotates));
        turns.flat_map(move |turned| {
            let as_it_is = DrawnCombination {
                combination: 0,
                turned,
            };
            let hands = as_it_is.turn(given);
            let mut known = hands.map(|_| vec![None; self.demands.len()]);
            let mut holds = move |seat: usize, demand: usize| {
                *known[seat][demand].get_or_insert_with(|| {
                    hands[seat].len() < 13 || self.demands[demand].holds(hands[seat])
                })
            };
            let together = move |combination: usize| {
                let demands = &self.combinations.all()[combination].demands;
                demands.hold_together(&Deal(hands))
            };
            let fit = self.asked.iter().filter(move |(combination, demands)| {
                (0..4).all(|seat| holds(seat, demands[seat]))
                    && (!self.of_pairs || together(*combination))
            });
            fit.map(move |&(combination, _)| DrawnCombination {
                combination,
                turned,
            })
        })
    }

    /// Completes a board of a key with hands that are given: of the combinations that these cards can still be a board of,
    /// turned round or not, one is drawn by the shares, and then one of its deals with these cards, each as likely as any
    /// other. Where nothing was drawn it is no board of the profile; where there is no deal the tries ran out, or it was
    /// stopped.
    ///
    /// # Errors
    /// When there is no plan, or planning was stopped.
    pub fn complete(
        &self,
        given: &Deal,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutBoard>, FindError> {
        let mut stream = choices_of(key, number);
        let mut left: Vec<DrawnCombination> = self.fitting(given.0).collect();
        // One that turns out to have no deal is left out, and another drawn: those that have one come by their shares.
        while let Some(drawn) = self.draw_from(&mut left, &mut stream) {
            let predeal = Predeal {
                hands: drawn.turn(given.0),
                ..Predeal::default()
            };
            let Some(plan) = self.plan(drawn, &predeal, watch)? else {
                continue;
            };
            let found = Arc::new(plan).worker().board(key, number, tries, watch)?;
            return Ok(FoundBoard {
                deal: found.deal.map(|deal| drawn.at_the_table(deal)),
                tries: found.tries,
                about: AboutBoard::planned(Some(drawn)),
            });
        }
        Ok(FoundBoard {
            deal: None,
            tries: 0,
            about: AboutBoard::planned(None),
        })
    }

    /// Takes one of those that are left, by their shares.
    fn draw_from(
        &self,
        left: &mut Vec<DrawnCombination>,
        stream: &mut Stream,
    ) -> Option<DrawnCombination> {
        let share = |drawn: &DrawnCombination| self.combinations.all()[drawn.combination].share;
        let total: f64 = left.iter().map(share).sum();
        let mut below = total * stream.random::<f64>();
        let at = left.iter().position(|drawn| {
            below -= share(drawn);
            below < 0.0
        });
        // What is lost in rounding belongs to the last.
        let at = at.or(left.len().checked_sub(1))?;
        Some(left.remove(at))
    }

    /// The plan for a combination with cards that are given; `None` if there is no such deal.
    fn plan(
        &self,
        drawn: DrawnCombination,
        predeal: &Predeal,
        watch: &Watch,
    ) -> Result<Option<Plan>, PlanError> {
        let condition = condition_of(&self.combinations.all()[drawn.combination].demands);
        let plan = match Plan::new(Strategy::Auto, &condition, predeal, 1, watch) {
            Ok(plan) => plan,
            Err(PlanError::Never | PlanError::Predeal) => return Ok(None),
            Err(error) => return Err(error),
        };
        if plan.found_some() {
            return Ok(Some(plan));
        }
        // A short rehearsal that found none is no proof that there is none.
        let (graph, parts) = (condition.graph(), condition.conjuncts());
        let exists = plan::exists(graph, parts, predeal, Budget::default(), watch);
        watch.look()?;
        Ok((exists != Exists::No).then_some(plan))
    }
}
