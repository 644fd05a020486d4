//! The worlds that fit a view: every way in which the cards that a seat has not seen may lie. They are a
//! [`space::Space`], so they are counted exactly, drawn with the same chance each, and asked who holds what.
//!
//! Every fact binds them: hand sizes, suits not followed, the taken upcard. If nothing fits, the facts that clash are
//! named; none is ever dropped.

use std::fmt;

use rand::Rng;
use serde::{Serialize, Serializer};
use space::{Deck, Marginals, Setup, Space};

use crate::{Card, Cards, Clash, Seat, Suit, Trump, View, Void};

/// Where a card may lie that a seat has not seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In a hand.
    Hand(Seat),
    /// Face down in the kitty.
    Kitty,
    /// Laid away by the dealer.
    Discard,
}

impl Place {
    /// `N`, `E`, `S`, `W`, `kitty` or `discard`.
    pub fn name(self) -> &'static str {
        match self {
            Place::Hand(seat) => ["N", "E", "S", "W"][seat as usize],
            Place::Kitty => "kitty",
            Place::Discard => "discard",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// On the wire a place is its name, as a value and as a key.
impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One way in which all cards may lie, those that the seat holds included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct World {
    /// The hands as they are now, by seat.
    pub hands: [Cards; 4],
    /// The three face-down cards of the kitty.
    pub kitty: Cards,
    /// What the dealer laid away: a card, or nothing.
    pub discard: Cards,
}

impl World {
    /// The cards in a place.
    pub fn at(&self, place: Place) -> Cards {
        match place {
            Place::Hand(seat) => self.hands[seat as usize],
            Place::Kitty => self.kitty,
            Place::Discard => self.discard,
        }
    }

    fn add(&mut self, place: Place, cards: Cards) {
        let there = match place {
            Place::Hand(seat) => &mut self.hands[seat as usize],
            Place::Kitty => &mut self.kitty,
            Place::Discard => &mut self.discard,
        };
        *there = *there | cards;
    }
}

/// A fact that binds worlds, apart from the sizes of the hands: these cards lie in these places only.
#[derive(Clone, Debug)]
struct Fact {
    said: String,
    cards: Cards,
    places: Vec<Place>,
}

/// All worlds that fit a view.
#[derive(Clone, Debug)]
pub struct Worlds {
    seat: Seat,
    voids: Vec<Void>,
    space: Space,
    places: Vec<Place>,
    /// What the seat knows already.
    known: World,
    /// What is trump, for the suits that hidden cards belong to.
    trump: Trump,
}

impl Worlds {
    /// The worlds that fit a view.
    ///
    /// # Errors
    /// The facts that clash, if no world fits.
    pub fn new(view: &View) -> Result<Worlds, Clash> {
        let hidden = Hidden::of(view);
        let facts = hidden.facts(view);
        let space = hidden.space(facts.iter())?;
        if space.count() == 0 {
            return Err(hidden.clash(facts)?);
        }
        Ok(Worlds {
            seat: view.seat(),
            voids: view.voids(),
            space,
            trump: trump_of(view),
            places: hidden.places.iter().map(|&(place, _)| place).collect(),
            known: hidden.known,
        })
    }

    /// The seat whose view they fit.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Who did not follow which suit, as far as the seat remembers.
    pub fn voids(&self) -> &[Void] {
        &self.voids
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.space.count() as u64
    }

    /// The places where hidden cards lie, with how many.
    pub fn places(&self) -> impl Iterator<Item = (Place, u8)> {
        let capacities = self.space.setup().capacities().iter();
        self.places.iter().copied().zip(capacities.copied())
    }

    /// The cards that the seat has not seen.
    pub fn unseen(&self) -> Cards {
        Cards::from_space(self.space.setup().deck().cards())
    }

    /// The cards of a suit as the trump has it, or as printed while there is no trump.
    pub fn suit(&self, suit: Suit) -> Cards {
        self.trump.cards_of(suit)
    }

    /// A world, each with the same chance.
    #[inline]
    pub fn sample(&self, rng: &mut impl Rng) -> World {
        let mut world = self.known;
        // There is at least one world, or there would be no `Worlds`.
        if let Some(deal) = self.space.sample(rng) {
            for (p, &place) in self.places.iter().enumerate() {
                world.add(place, Cards::from_space(deal[p]));
            }
        }
        world
    }

    /// All worlds, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = World> {
        self.space.iter().map(|deal| {
            let mut world = self.known;
            for (p, &place) in self.places.iter().enumerate() {
                world.add(place, Cards::from_space(deal[p]));
            }
            world
        })
    }

    /// The exact odds of who holds what.
    pub fn odds(&self) -> Odds<'_> {
        Odds {
            marginals: self.space.marginals(),
            worlds: self,
        }
    }
}

/// Exact odds over all worlds of a view.
pub struct Odds<'a> {
    worlds: &'a Worlds,
    marginals: Marginals,
}

impl Odds<'_> {
    /// The chance that an unseen card lies in a place.
    pub fn chance(&self, card: Card, place: Place) -> f64 {
        let at = self.worlds.places.iter().position(|&p| p == place);
        at.map_or(0.0, |p| self.marginals.chance(card.id(), p))
    }

    /// How many cards of a suit (as the trump has it) a place holds on average.
    pub fn mean(&self, suit: Suit, place: Place) -> f64 {
        let cards = self.worlds.unseen() & self.worlds.trump.cards_of(suit);
        cards.iter().map(|card| self.chance(card, place)).sum()
    }

    /// The chance that a place holds no card of a suit: the worlds in which it does not, counted.
    pub fn void(&self, suit: Suit, place: Place) -> f64 {
        let Some(p) = self.worlds.places.iter().position(|&other| other == place) else {
            return 0.0;
        };
        let cards = self.worlds.unseen() & self.worlds.trump.cards_of(suit);
        let others = (0..self.worlds.places.len()).filter(|&other| other != p);
        let setup = self.worlds.space.setup().clone();
        let without = setup
            .restrict(cards.to_space(), others)
            .and_then(|setup| setup.build());
        // The question was answered with fewer restrictions, so it cannot be too large with one more.
        without.map_or(0.0, |space| {
            space.count() as f64 / self.worlds.space.count() as f64
        })
    }
}

/// What suits mean in a view: before trump is made, what is printed on the cards.
fn trump_of(view: &View) -> Trump {
    view.public().call.map_or(Trump::None, |call| call.trump)
}

/// What a seat has not seen, and where it can be.
struct Hidden {
    unseen: Cards,
    places: Vec<(Place, u8)>,
    known: World,
    trump: Trump,
}

impl Hidden {
    fn of(view: &View) -> Hidden {
        let public = view.public();
        let mut known = World::default();
        known.add(Place::Hand(view.seat()), view.hand());
        known.add(Place::Kitty, view.kitty());
        if let Some(card) = view.discard() {
            known.add(Place::Discard, Cards::one(card));
        }
        let mut seen = public.played() | view.hand() | known.kitty | known.discard;
        // While the bidding goes on, an ordered upcard still lies on the table if someone may defend alone.
        let taken = public.call.filter(|call| call.taken);
        let in_bidding = view.table().stage == crate::Stage::Defend;
        if taken.is_none() || in_bidding {
            seen = seen | Cards::one(public.upcard);
        }
        let mut places = Vec::new();
        for seat in Seat::ALL.into_iter().filter(|&seat| seat != view.seat()) {
            places.push((Place::Hand(seat), size(view, seat)));
        }
        places.push((Place::Kitty, 3 - known.kitty.len() as u8));
        if taken.is_some() && !in_bidding && view.seat() != public.dealer {
            places.push((Place::Discard, 1));
        }
        Hidden {
            unseen: Cards::DECK - seen,
            places,
            known,
            trump: trump_of(view),
        }
    }

    fn facts(&self, view: &View) -> Vec<Fact> {
        let public = view.public();
        let all = || self.places.iter().map(|&(place, _)| place);
        let mut facts: Vec<Fact> = Vec::new();
        for void in view.voids() {
            facts.push(Fact {
                said: void.to_string(),
                cards: self.trump.cards_of(void.suit) & self.unseen,
                places: all()
                    .filter(|&place| place != Place::Hand(void.seat))
                    .collect(),
            });
        }
        let Some(call) = public.call else {
            return facts;
        };
        let upcard = public.upcard;
        if call.taken && self.unseen.has(upcard) {
            let dealer = public.dealer;
            let mut places = vec![Place::Hand(dealer), Place::Discard];
            let mut said = format!("{dealer} took {upcard}, and has not played it");
            if public.has_exchange() && call.maker.side() == dealer.side() {
                places.push(Place::Hand(dealer.partner()));
                said += ", though it may have given it to its partner";
            }
            places.retain(|&place| all().any(|other| other == place));
            facts.push(Fact {
                said,
                cards: Cards::one(upcard),
                places,
            });
        }
        if let Some(card) = view.given()
            && self.unseen.has(card)
        {
            let partner = view.seat().partner();
            facts.push(Fact {
                said: format!("{} gave {card} to {partner}", view.seat()),
                cards: Cards::one(card),
                places: vec![Place::Hand(partner)],
            });
        }
        facts
    }

    /// The space of all layouts that keep to these facts.
    fn space<'a>(&self, facts: impl Iterator<Item = &'a Fact>) -> Result<Space, Clash> {
        let suits = Suit::ALL.map(|suit| {
            let cards = self.unseen & self.trump.cards_of(suit);
            cards.iter().map(Card::id).collect::<Vec<u8>>()
        });
        let setup = Deck::new(suits)
            .and_then(|deck| Setup::new(deck, self.places.iter().map(|&(_, size)| size)));
        let restricted = facts.fold(setup, |setup, fact| {
            let places =
                (0..self.places.len()).filter(|&p| fact.places.contains(&self.places[p].0));
            setup?.restrict(fact.cards.to_space(), places)
        });
        let built = restricted.and_then(|setup| setup.build());
        built.map_err(|error| Clash::of([error.to_string()]))
    }

    /// The facts that clash: a smallest set, without any one of which some world would fit, and the sizes.
    fn clash(&self, mut facts: Vec<Fact>) -> Result<Clash, Clash> {
        let mut i = 0;
        while i < facts.len() {
            let others = facts
                .iter()
                .enumerate()
                .filter(|&(j, _)| j != i)
                .map(|(_, fact)| fact);
            match self.space(others)?.count() {
                0 => {
                    facts.remove(i);
                }
                _ => i += 1,
            }
        }
        let sizes: Vec<String> = self
            .places
            .iter()
            .map(|(place, size)| format!("{place} {size}"))
            .collect();
        let hidden = format!("the hidden cards are {}", self.unseen);
        let room = format!("there is room for them in {}", sizes.join(", "));
        let facts = facts.into_iter().map(|fact| fact.said);
        Ok(Clash::of(facts.chain([hidden, room])))
    }
}

/// How many cards another seat holds. What is done face down before the first card is taken as done, unless the seat
/// whose view it is takes part in it.
fn size(view: &View, seat: Seat) -> u8 {
    let public = view.public();
    let size = 5 - public.played_by(seat).count() as u8;
    let (given, received) = (view.given().is_some(), view.received().is_some());
    if seat == view.seat().partner() {
        size + given as u8 - received as u8
    } else {
        size
    }
}
