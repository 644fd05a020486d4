//! Bids as evidence. By default all worlds of a view are equally likely; with this option a world counts less for every
//! bid in it that its player would not have made by the heuristic. It is an opinion about people, and so it is off
//! unless asked for, and said where it is on.

use rand::Rng;
use space::{Stopped, Watch};

use crate::moves::Bid;
use crate::table_state::TableState;
use crate::{Card, Cards, Place, Seat, View, World, Worlds, heuristic};

/// How much less a world counts for each bid that departs from the heuristic.
const DEPARTURE: f64 = 1.0 / 8.0;

/// From this many departures on, more do not count: people are not that regular.
const MOST_DEPARTURES: u32 = 2;

/// The policy in words.
pub const WEIGHING_POLICY: &str = "a world counts an eighth for each bid in it that its player would not have made by the rule of \
                          thumb, and a 64th from two such bids on";

/// How the bids of a view weigh its worlds.
#[derive(Clone, Debug)]
pub struct BidWeighing {
    /// The table before each bid of another seat, and what was said.
    bids: Vec<(TableState, Seat, Bid)>,
    played: [Cards; 4],
    /// The dealer and the upcard, where it was taken.
    taken: Option<(Seat, Cards)>,
}

impl BidWeighing {
    /// What the bids of a view say.
    pub fn new(view: &View) -> BidWeighing {
        let public = view.public();
        let mut table = TableState::new(public.rules, public.dealer, public.upcard);
        let mut bids = Vec::new();
        // Where partners exchanged cards, what those two held when they bid is not known.
        let known = |seat: Seat| {
            let exchanged = public.has_exchange()
                && public
                    .call
                    .is_some_and(|call| call.maker.side() == seat.side());
            seat != view.seat() && !exchanged
        };
        for &(seat, bid) in &public.bids {
            if known(seat) {
                bids.push((table, seat, bid));
            }
            table.bid(bid);
        }
        let taken = public
            .call
            .filter(|call| call.taken && view.table().stage != crate::Stage::Defend);
        BidWeighing {
            bids,
            played: Seat::ALL.map(|seat| public.played_by(seat).map(|(_, card)| card).collect()),
            taken: taken.map(|_| (public.dealer, Cards::one(public.upcard))),
        }
    }

    /// The weight of a world, from 1 down to a 64th.
    pub fn weight(&self, world: &World) -> f64 {
        let departs = |&&(ref table, seat, bid): &&(TableState, Seat, Bid)| {
            let mut hand = world.hands[seat as usize] | self.played[seat as usize];
            if let Some((dealer, upcard)) = self.taken
                && dealer == seat
            {
                hand = (hand | world.discard) - upcard;
            }
            heuristic::HEURISTIC.bid(table, hand) != bid
        };
        let departures = self.bids.iter().filter(departs).count() as u32;
        DEPARTURE.powi(departures.min(MOST_DEPARTURES) as i32)
    }

    /// A world, each with a chance in proportion to its weight: exactly, by drawing until one is taken.
    pub fn sample(&self, worlds: &Worlds, rng: &mut impl Rng) -> World {
        loop {
            let world = worlds.sample(rng);
            let weight = self.weight(&world);
            // Weights are powers of two, so 32 bits decide exactly.
            if (rng.next_u32() as f64) < weight * 4294967296.0 {
                return world;
            }
        }
    }

    /// Estimates of who holds what, from so many worlds drawn uniformly and weighed. It looks at the watch every 256
    /// worlds.
    ///
    /// # Errors
    /// It was stopped.
    pub fn odds(
        &self,
        worlds: &Worlds,
        samples: u32,
        rng: &mut impl Rng,
        watch: &Watch,
    ) -> Result<WeighedOdds, Stopped> {
        let mut odds = WeighedOdds::default();
        for number in 0..samples {
            if number.is_multiple_of(256) {
                watch.look()?;
            }
            let world = worlds.sample(rng);
            let weight = self.weight(&world);
            odds.total += weight;
            odds.squares += weight * weight;
            odds.worlds.push((world, weight));
        }
        Ok(odds)
    }
}

/// Weighed worlds, and what they say of who holds what: estimates, and no counts.
#[derive(Clone, Debug, Default)]
pub struct WeighedOdds {
    worlds: Vec<(World, f64)>,
    total: f64,
    squares: f64,
}

impl WeighedOdds {
    /// How many equally weighed worlds would tell as much.
    pub fn effective(&self) -> f64 {
        self.total * self.total / self.squares.max(f64::MIN_POSITIVE)
    }

    fn mean_of(&self, of: impl Fn(&World) -> f64) -> f64 {
        let sum: f64 = self
            .worlds
            .iter()
            .map(|(world, weight)| of(world) * weight)
            .sum();
        sum / self.total.max(f64::MIN_POSITIVE)
    }

    /// The chance that a card lies in a place.
    pub fn chance(&self, card: Card, place: Place) -> f64 {
        self.mean_of(|world| world.at(place).has(card) as u8 as f64)
    }

    /// How many of these cards a place holds on average.
    pub fn mean(&self, cards: Cards, place: Place) -> f64 {
        self.mean_of(|world| (world.at(place) & cards).len() as f64)
    }

    /// The chance that a place holds none of these cards.
    pub fn void(&self, cards: Cards, place: Place) -> f64 {
        self.mean_of(|world| (world.at(place) & cards).is_empty() as u8 as f64)
    }
}
