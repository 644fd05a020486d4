//! What others did as evidence. By default all worlds of a view are equally likely; with this option a world counts for as
//! much as its players were likely to do in it what they did: to bid as they bid by the bidding table, and to lay away and play
//! what they did by the rule of thumb. It is an opinion about people, and so it is said where it is on. No world that is possible
//! counts for nothing.

use rand::Rng;
use space::{Stopped, Watch};

use crate::answers::WEIGHED_WORLDS;
use crate::moves::Bid;
use crate::table_state::TableState;
use crate::{BiddingTable, Card, Cards, Move, Place, Seat, Trump, View, World, Worlds, heuristic};

/// How likely a player is to choose a card for reasons of its own, each that it may play with the same chance.
const OWN_REASONS: f64 = 0.75;

/// How likely a dealer is to lay away what the rule of thumb would.
const LAID_BY_RULE: f64 = 0.8;

/// The policy in words.
pub const WEIGHING_POLICY: &str = "a world counts for as much as its players were likely to bid and play in it as they did: by \
                          the bidding table 85 times in 100, and by the rule of thumb four discards in five and one card in four; the rest is as they please";

/// How the bids and cards of a view weigh its worlds.
#[derive(Clone, Debug)]
pub struct BidWeighing {
    /// The table before each bid of another seat, and what was said.
    bids: Vec<(TableState, Seat, Bid)>,
    /// The table before each card of another seat, the card, and the cards that the seat has played from then on.
    cards: Vec<(TableState, Seat, Card, Cards)>,
    played: [Cards; 4],
    /// The dealer and the upcard, where it was taken.
    taken: Option<(Seat, Cards)>,
    /// The dealer and what is trump, where the dealer laid away a card that the seat has not seen.
    laid: Option<(Seat, Trump)>,
    bidding: BiddingTable<'static>,
}

impl BidWeighing {
    /// What the bids and cards of a view say.
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
        let played = Seat::ALL.map(|seat| {
            public
                .played_by(seat)
                .map(|(_, card)| card)
                .collect::<Cards>()
        });
        let mut cards = Vec::new();
        if public.call.is_some() && !public.tricks.is_empty() {
            table.call = public.call;
            table.begin_play();
            let mut still = played;
            for &(seat, card) in public.tricks.iter().flat_map(|trick| &trick.0) {
                if seat != view.seat() {
                    cards.push((table, seat, card, still[seat as usize]));
                }
                still[seat as usize] = still[seat as usize] - Cards::one(card);
                table.play(card);
            }
        }
        let taken = public
            .call
            .filter(|call| call.taken && view.table().stage != crate::Stage::Defend);
        // Where partners exchanged cards, what the dealer chose from is not known.
        let unseen = public.dealer != view.seat() && !public.has_exchange();
        BidWeighing {
            bids,
            cards,
            played,
            laid: taken
                .filter(|_| unseen)
                .map(|call| (public.dealer, call.trump)),
            taken: taken.map(|_| (public.dealer, Cards::one(public.upcard))),
            bidding: BiddingTable::usual(),
        }
    }

    /// The weight of a world: at most 1, and more than 0.
    pub fn weight(&self, world: &World) -> f64 {
        let mut weight = 1.0;
        for &(ref table, seat, bid) in &self.bids {
            let mut hand = world.hands[seat as usize] | self.played[seat as usize];
            if let Some((dealer, upcard)) = self.taken
                && dealer == seat
            {
                hand = (hand | world.discard) - upcard;
            }
            weight *= self.bidding.chance(table, hand, bid);
        }
        if let Some((dealer, trump)) = self.laid {
            let at = dealer as usize;
            let six = world.hands[at] | self.played[at] | world.discard;
            let expected = world.discard == Cards::one(heuristic::worst(six, trump));
            weight *= if expected {
                LAID_BY_RULE
            } else {
                (1.0 - LAID_BY_RULE) / 5.0
            };
        }
        for &(ref table, seat, card, still) in &self.cards {
            let hand = world.hands[seat as usize] | still;
            let playable = table.playable(hand);
            if playable.len() < 2 {
                continue;
            }
            let expected = heuristic::HEURISTIC.choose(table, hand) == Move::Play(card);
            let by_rule = (1.0 - OWN_REASONS) * f64::from(u8::from(expected));
            weight *= by_rule + OWN_REASONS / playable.len() as f64;
        }
        weight
    }

    /// As many weighed worlds as answers are made from: fifty thousand.
    ///
    /// # Errors
    /// It was stopped.
    pub fn usual(
        &self,
        worlds: &Worlds,
        rng: &mut impl Rng,
        watch: &Watch,
    ) -> Result<WeighedWorlds, Stopped> {
        self.weighed(worlds, WEIGHED_WORLDS, rng, watch)
    }

    /// Worlds with their weights: all of them, if they are no more than this number, else so many drawn uniformly. It looks at
    /// the watch every 256 worlds.
    ///
    /// # Errors
    /// It was stopped.
    pub fn weighed(
        &self,
        worlds: &Worlds,
        number: u32,
        rng: &mut impl Rng,
        watch: &Watch,
    ) -> Result<WeighedWorlds, Stopped> {
        let mut weighed = WeighedWorlds::default();
        if worlds.count() <= number.into() {
            for world in worlds.iter() {
                weighed.add(world, self.weight(&world), watch)?;
            }
        } else {
            for _ in 0..number {
                let world = worlds.sample(rng);
                weighed.add(world, self.weight(&world), watch)?;
            }
        }
        Ok(weighed)
    }
}

/// Weighed worlds, and what they say of who holds what: estimates, and no counts.
#[derive(Clone, Debug, Default)]
pub struct WeighedWorlds {
    /// Each world, its weight, and the weights up to it added up.
    worlds: Vec<(World, f64, f64)>,
    total: f64,
    squares: f64,
}

impl WeighedWorlds {
    fn add(&mut self, world: World, weight: f64, watch: &Watch) -> Result<(), Stopped> {
        if self.worlds.len().is_multiple_of(256) {
            watch.look()?;
        }
        self.total += weight;
        self.squares += weight * weight;
        self.worlds.push((world, weight, self.total));
        Ok(())
    }

    /// How many equally weighed worlds would tell as much.
    pub fn effective(&self) -> f64 {
        self.total * self.total / self.squares.max(f64::MIN_POSITIVE)
    }

    /// One of these worlds, each with a chance in proportion to its weight.
    #[inline]
    pub fn sample(&self, rng: &mut impl Rng) -> World {
        let luck = rng.next_u32() as f64 / 4294967296.0 * self.total;
        let at = self.worlds.partition_point(|&(_, _, up_to)| up_to <= luck);
        let drawn = self.worlds.get(at).or(self.worlds.last());
        drawn.map_or(World::default(), |&(world, ..)| world)
    }

    fn mean_of(&self, of: impl Fn(&World) -> f64) -> f64 {
        let each = self.worlds.iter();
        let sum: f64 = each.map(|(world, weight, _)| of(world) * weight).sum();
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
