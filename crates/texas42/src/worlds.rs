//! The worlds that fit a view: every way in which the dominoes that a seat has not seen can lie. They are counted and drawn
//! by `space`, exactly and each with the same chance.

use std::fmt;

use rand::Rng;
use serde::Serialize;
use space::{Budget, Cards, Deck, Quantity, Setup, Space, Stopped, Watch};

use crate::view::Fact;
use crate::{Domino, Dominoes, Rules, Seat, Suit, View, Void};

/// All worlds that fit a view: never none.
///
/// ```
/// use texas42::{Hand, Seat, View, Watch, Worlds};
/// let view = View::opening(Seat::South, "0-0 0-6 0-5 0-4 6-6 6-5 6-4".parse()?);
/// let worlds = Worlds::new(&view, &Watch::default())?;
/// assert_eq!(worlds.count(), 399_072_960);
/// let world = worlds.sample(2026, 1);
/// assert!(world.iter().all(|(_, hand)| hand.len() == 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Worlds {
    seat: Seat,
    seats: [Seat; 3],
    hand: Dominoes,
    unseen: Dominoes,
    voids: Vec<Void>,
    facts: Vec<Fact>,
    rules: &'static Rules,
    space: Space,
}

/// Why there are no worlds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldsError {
    /// Facts that cannot all be true; without any one of them the rest could be.
    #[error("no world fits this view: {}", Clash(.0))]
    Contradiction(Vec<Fact>),
    /// The engine refused.
    #[error(transparent)]
    Space(space::Error),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<space::Error> for WorldsError {
    fn from(error: space::Error) -> WorldsError {
        match error {
            space::Error::Stopped(stopped) => stopped.into(),
            error => WorldsError::Space(error),
        }
    }
}

/// Facts that clash, in words.
struct Clash<'a>(&'a [Fact]);

impl fmt::Display for Clash<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for fact in self.0 {
            write!(f, "{fact}; ")?;
        }
        f.write_str("the dominoes that are left do not fit in the hands that are left")
    }
}

/// What is known of one suit in one hidden hand.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuitOdds {
    /// The suit.
    #[serde(skip)]
    pub suit: Suit,
    /// The chance that the hand has none of it.
    pub void: f64,
    /// How many of it the hand has on average.
    pub mean: f64,
}

impl Worlds {
    /// The worlds that fit a view.
    ///
    /// # Errors
    /// A view whose facts contradict each other: the error names those that do. Or it was stopped.
    pub fn new(view: &View, watch: &Watch) -> Result<Worlds, WorldsError> {
        let space = build(view, view.facts(), watch)?;
        if space.count() == 0 {
            return Err(WorldsError::Contradiction(clash(view, watch)?));
        }
        Ok(Worlds {
            seat: view.seat(),
            voids: view.voids().to_vec(),
            seats: view.seat().others(),
            hand: view.hand(),
            unseen: unseen(view),
            facts: view.facts().to_vec(),
            rules: view.rules(),
            space,
        })
    }

    /// How many there are.
    pub fn count(&self) -> u128 {
        self.space.count()
    }

    /// The seat whose view they fit.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who did not follow what, in the order in which it was seen.
    pub fn voids(&self) -> &[Void] {
        &self.voids
    }

    /// What was seen of hidden hands besides: in sevens what was closest, and who bid on doubles.
    pub fn other_facts(&self) -> impl Iterator<Item = &Fact> {
        let facts = self.facts.iter();
        facts.filter(|fact| !matches!(fact, Fact::Void(_)) && fact.seat() != self.seat)
    }

    /// The rules of the game; with no trumps as long as they are not known.
    pub fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// The hidden hands, clockwise from the seat whose view it is.
    pub fn seats(&self) -> [Seat; 3] {
        self.seats
    }

    /// How many dominoes each hidden hand has.
    pub fn capacities(&self) -> [(Seat, usize); 3] {
        let capacities = self.space.setup().capacities();
        std::array::from_fn(|place| (self.seats[place], usize::from(capacities[place])))
    }

    /// The dominoes that the seat has not seen.
    pub fn unseen(&self) -> Dominoes {
        self.unseen
    }

    /// For each unseen domino, the exact chance that it is in each hidden hand.
    pub fn odds(&self) -> Vec<(Domino, [f64; 3])> {
        let marginals = self.space.marginals();
        let chances = |domino: Domino| [0, 1, 2].map(|place| marginals.chance(domino.id(), place));
        self.rules
            .arranged(self.unseen)
            .into_iter()
            .map(|domino| (domino, chances(domino)))
            .collect()
    }

    /// For each hidden hand, what is known of each suit of which something is unseen, exactly. It looks at the watch for each
    /// hand and suit.
    ///
    /// # Errors
    /// The engine's, if the distribution does not fit its budget, or it was stopped.
    pub fn suits(&self, watch: &Watch) -> Result<[Vec<SuitOdds>; 3], WorldsError> {
        let mut all: [Vec<SuitOdds>; 3] = Default::default();
        for (place, odds) in all.iter_mut().enumerate() {
            for suit in self.rules.suits() {
                let members = self.rules.members(suit) & self.unseen;
                if members.is_empty() {
                    continue;
                }
                watch.look()?;
                let number = Quantity::number(place, cards(members));
                let mean = self
                    .space
                    .expectation(&number)
                    .map_or(0.0, |mean| mean.value());
                let distribution = self.space.distribution(&number)?;
                let none = distribution.get(&0).copied().unwrap_or(0);
                odds.push(SuitOdds {
                    suit,
                    void: none as f64 / self.count() as f64,
                    mean,
                });
            }
        }
        Ok(all)
    }

    /// World `number` of a seed: each world has the same chance.
    pub fn sample(&self, seed: u64, number: u64) -> [(Seat, Dominoes); 3] {
        let hands = self.draw_hands(&mut space::stream(seed, number));
        self.seats.map(|seat| (seat, hands[seat as usize]))
    }

    /// A world, each with the same chance: all four hands, by seat, that of the seat among them.
    pub fn draw_hands(&self, rng: &mut impl Rng) -> [Dominoes; 4] {
        // There is at least one world, or there would be no `Worlds`.
        self.hands_of(&self.space.sample(rng).unwrap_or_default())
    }

    /// All worlds, one after the other, as hands by seat.
    pub fn iter(&self) -> impl Iterator<Item = [Dominoes; 4]> {
        self.space.iter().map(|deal| self.hands_of(&deal))
    }

    fn hands_of(&self, deal: &space::Deal) -> [Dominoes; 4] {
        let mut hands = [self.hand; 4];
        for (place, seat) in self.seats.into_iter().enumerate() {
            hands[seat as usize] = Dominoes::from_bits(deal.at(place).0 as u32);
        }
        hands
    }
}

fn unseen(view: &View) -> Dominoes {
    Dominoes::ALL - view.seen()
}

/// Domino numbers are card numbers.
fn cards(dominoes: Dominoes) -> Cards {
    Cards(u64::from(dominoes.bits()))
}

/// The space of the worlds that fit these facts.
fn build(view: &View, facts: &[Fact], watch: &Watch) -> Result<Space, space::Error> {
    let (rules, unseen) = (view.rules(), unseen(view));
    let seats = view.seat().others();
    // Each domino once: with the suit that it would be led as.
    let groups = rules.suits().map(|suit| {
        let led = unseen.iter().filter(|&domino| rules.led_as(domino) == suit);
        led.map(Domino::id).collect::<Vec<u8>>()
    });
    let capacities = seats.map(|seat| view.holds(seat) as u8);
    let mut setup = Setup::new(Deck::new(groups)?, capacities)?;
    for fact in facts.iter().filter(|fact| fact.seat() != view.seat()) {
        let place = (0..3).find(|&place| seats[place] == fact.seat());
        if let (Fact::Doubles(seat, bid), Some(place)) = (fact, place) {
            let shown = (view.played(*seat) & Dominoes::DOUBLES).len();
            let least = bid.doubles().saturating_sub(shown) as i64;
            let held = Quantity::number(place, cards(unseen & Dominoes::DOUBLES));
            setup = setup.require(held.within(least..=7))?;
        } else {
            let elsewhere = (0..3).filter(|&other| Some(other) != place);
            setup = setup.restrict(cards(fact.excludes(rules) & unseen), elsewhere)?;
        }
    }
    setup.build_within(Budget::default(), watch)
}

/// An irreducible part of the facts that leaves no world.
fn clash(view: &View, watch: &Watch) -> Result<Vec<Fact>, space::Error> {
    let mut facts: Vec<Fact> = view.facts().to_vec();
    let mut i = 0;
    while i < facts.len() {
        let mut fewer = facts.clone();
        fewer.remove(i);
        match build(view, &fewer, watch)?.count() {
            0 => facts = fewer,
            _ => i += 1,
        }
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(text: &str) -> View {
        View::from_json(text).unwrap()
    }

    /// With voids and an unfinished trick: every world by brute force.
    #[test]
    fn counts_and_odds_agree_with_brute_force() {
        let view = view(
            r#"{"seat":"S","hand":["5-5","5-1","4-4","2-1"],"trump":"6","tricks":[
                [["S","6-6"],["W","6-0"],["N","4-0"],["E","6-1"]],
                [["S","6-5"],["W","6-2"],["N","3-0"],["E","6-3"]],
                [["S","3-3"],["W","2-0"]]]}"#,
        );
        let worlds = Worlds::new(&view, &Watch::default()).unwrap();
        let [west, north, east] = worlds.capacities().map(|(_, number)| number);
        assert_eq!([west, north, east], [4, 5, 5]);
        let rules = view.rules();
        let mut count = 0u64;
        let mut in_place = [[0u64; Domino::COUNT]; 3];
        let mut fours_void = 0u64;
        let fours = Suit::Pip(crate::Pip::new(4).unwrap());
        for hand in worlds.unseen().subsets(west) {
            let rest = worlds.unseen() - hand;
            for second in rest.subsets(north) {
                let world = [hand, second, rest - second];
                let fits = view.voids().iter().all(|void| {
                    let place = worlds.seats().iter().position(|&seat| seat == void.seat);
                    place.is_none_or(|place| !world[place].meets(rules.members(void.suit)))
                });
                if !fits {
                    continue;
                }
                count += 1;
                fours_void += u64::from(!world[2].meets(rules.members(fours)));
                for (place, hand) in world.iter().enumerate() {
                    for domino in hand.iter() {
                        in_place[place][domino.id() as usize] += 1;
                    }
                }
            }
        }
        assert!(count > 1_000);
        assert_eq!(worlds.count(), u128::from(count));
        for (domino, chances) in worlds.odds() {
            for place in 0..3 {
                let truth = in_place[place][domino.id() as usize] as f64 / count as f64;
                assert!((chances[place] - truth).abs() < 1e-12);
            }
        }
        let east = &worlds.suits(&Watch::default()).unwrap()[2];
        let odds = east.iter().find(|odds| odds.suit == fours).unwrap();
        assert!((odds.void - fours_void as f64 / count as f64).abs() < 1e-12);
    }

    /// A world that is drawn gives the seat the same view: sizes, unseen dominoes and voids.
    #[test]
    fn worlds_keep_to_every_fact() {
        let view = view(
            r#"{"seat":"E","hand":["5-5","5-1","4-4","3-1","1-0"],"trump":"doubles","tricks":[
                [["W","6-6"],["N","0-0"],["E","3-3"],["S","6-5"]],
                [["W","6-4"],["N","6-1"],["E","5-0"],["S","6-3"]],
                [["W","4-3"],["N","4-1"]]]}"#,
        );
        let worlds = Worlds::new(&view, &Watch::default()).unwrap();
        for number in 1..=500 {
            let world = worlds.sample(42, number);
            let all = world
                .iter()
                .fold(Dominoes::NONE, |all, (_, hand)| all | *hand);
            assert_eq!(all, Dominoes::ALL - view.seen());
            for (seat, hand) in world {
                assert_eq!(hand.len(), view.holds(seat));
                for void in view.voids().iter().filter(|void| void.seat == seat) {
                    assert!(!hand.meets(view.rules().members(void.suit)));
                }
            }
        }
    }

    /// Each of a few worlds is drawn as often as the others, by chi-square.
    #[test]
    fn worlds_are_drawn_evenly() {
        let view = view(
            r#"{"seat":"S","hand":["4-4"],"trump":"6","tricks":[
                [["S","6-6"],["W","6-0"],["N","6-4"],["E","6-1"]],
                [["S","6-5"],["W","6-2"],["N","3-0"],["E","6-3"]],
                [["S","3-3"],["W","3-1"],["N","4-3"],["E","3-2"]],
                [["S","2-2"],["W","2-0"],["N","2-1"],["E","4-2"]],
                [["S","1-1"],["W","5-1"],["N","4-1"],["E","1-0"]],
                [["S","5-5"],["W","5-0"],["N","5-2"]]]}"#,
        );
        let worlds = Worlds::new(&view, &Watch::default()).unwrap();
        let count = worlds.count() as usize;
        let mut drawn = std::collections::BTreeMap::new();
        let draws = 2_000 * count as u64;
        for number in 0..draws {
            *drawn.entry(worlds.sample(7, number)).or_insert(0u64) += 1;
        }
        assert_eq!(drawn.len(), count);
        let chi: f64 = drawn
            .values()
            .map(|&n| (n as f64 - 2_000.0).powi(2) / 2_000.0)
            .sum();
        // Far beyond the 99.9% point of any number of worlds of this order.
        assert!(
            chi < count as f64 + 5.0 * (2.0 * count as f64).sqrt(),
            "{chi} of {count}"
        );
    }

    #[test]
    fn a_contradiction_names_its_facts() {
        // Of the six dominoes left five are trumps, and East holds two that are none.
        let view = view(
            r#"{"seat":"S","hand":["5-5","5-4"],"trump":"6","tricks":[
                [["S","5-3"],["W","5-2"],["N","5-1"],["E","5-0"]],
                [["S","4-4"],["W","4-3"],["N","4-2"],["E","4-1"]],
                [["S","3-3"],["W","3-2"],["N","3-1"],["E","3-0"]],
                [["S","2-2"],["W","2-1"],["N","2-0"],["E","0-0"]],
                [["S","6-6"],["W","6-0"],["N","1-0"],["E","1-1"]]]}"#,
        );
        let error = Worlds::new(&view, &Watch::default())
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "no world fits this view: East did not follow trumps in trick 5; the dominoes that are left do not fit in the hands that are left"
        );
    }
}
