//! Bids as evidence. By default all worlds of a view are equally likely; with this option a world counts less for every
//! bid or call in it that its player would not have made by the rule of thumb. It is an opinion about people, and it is said
//! where it is on. No world that fits is ever impossible by it.

use rand::Rng;
use space::{Stopped, Watch};

use crate::table_state::TableState;
use crate::{Bid, Call, Dominoes, Seat, View, Worlds, heuristic};

/// How much less a world counts for each bid that departs from the rule of thumb.
const DEPARTURE: f64 = 1.0 / 4.0;

/// From this many departures on, more do not count: people are not that regular.
const MOST_DEPARTURES: u32 = 3;

/// The policy in words.
pub const WEIGHING_POLICY: &str = "a world counts a quarter for each bid or call in it that its player would not have made by the rule of \
                          thumb, and a 64th from three such on";

/// How the bids of a view weigh its worlds.
#[derive(Clone, Debug)]
pub struct BidWeighing {
    /// The table before each bid of another seat, and what was said.
    bids: Vec<(TableState, Seat, Bid)>,
    /// The table before the call, if another seat made it.
    call: Option<(TableState, Seat, Call)>,
    played: [Dominoes; 4],
}

impl BidWeighing {
    /// What the bids of a view say.
    pub fn new(view: &View) -> BidWeighing {
        let public = view.public();
        let mut bids = Vec::new();
        let mut call = None;
        if let Some(dealer) = public.dealer {
            let mut table = TableState::new(public.house, dealer);
            for &(seat, bid) in &public.bids {
                if seat != view.seat() {
                    bids.push((table, seat, bid));
                }
                table.bid(bid);
            }
            let called = public.call.filter(|_| table.turn != view.seat());
            call = called.map(|call| (table, table.turn, call));
        }
        BidWeighing {
            bids,
            call,
            played: Seat::ALL.map(|seat| view.played(seat)),
        }
    }

    /// The weight of a world, from 1 down to a 64th.
    pub fn weight(&self, world: &[Dominoes; 4]) -> f64 {
        let dealt = |seat: Seat| world[seat as usize] | self.played[seat as usize];
        // Whether they bid is told by a hand; how high, by the moment.
        let departs = |&&(ref table, seat, bid): &&(TableState, Seat, Bid)| {
            let expected = heuristic::bid(table, dealt(seat));
            (expected == Bid::Pass) != (bid == Bid::Pass)
        };
        let bids = self.bids.iter().filter(departs).count() as u32;
        let calls = self
            .call
            .iter()
            .filter(|(table, seat, call)| heuristic::call(table, dealt(*seat)) != *call);
        let departures = bids + calls.count() as u32;
        DEPARTURE.powi(departures.min(MOST_DEPARTURES) as i32)
    }

    /// Worlds to draw from, each by its weight: all of them if they are few, and else a thousand that are drawn evenly
    /// from all. It looks at the watch every 64 worlds.
    ///
    /// # Errors
    /// It was stopped.
    pub fn weighed(
        &self,
        worlds: &Worlds,
        rng: &mut impl Rng,
        watch: &Watch,
    ) -> Result<WeighedWorlds, Stopped> {
        let mut weighed = WeighedWorlds {
            worlds: Vec::with_capacity(WEIGHED),
            up_to: Vec::with_capacity(WEIGHED),
        };
        let mut total = 0.0;
        let mut add = |number: usize, world: [Dominoes; 4]| {
            if number.is_multiple_of(64) {
                watch.look()?;
            }
            total += self.weight(&world);
            weighed.worlds.push(world);
            weighed.up_to.push(total);
            Ok(())
        };
        if worlds.count() <= WEIGHED as u128 {
            let mut all = worlds.iter().enumerate();
            all.try_for_each(|(number, world)| add(number, world))?;
        } else {
            (0..WEIGHED).try_for_each(|number| add(number, worlds.draw_hands(rng)))?;
        }
        Ok(weighed)
    }
}

/// How many worlds are weighed.
const WEIGHED: usize = 1000;

/// Worlds with their weights.
#[derive(Clone, Debug)]
pub struct WeighedWorlds {
    worlds: Vec<[Dominoes; 4]>,
    /// The weights up to each.
    up_to: Vec<f64>,
}

impl WeighedWorlds {
    /// One of them, by its weight.
    #[inline]
    pub fn draw_hands(&self, rng: &mut impl Rng) -> [Dominoes; 4] {
        let total = self.up_to.last().copied().unwrap_or_default();
        let at = f64::from(rng.next_u32()) / 4_294_967_296.0 * total;
        let index = self.up_to.partition_point(|&up_to| up_to <= at);
        self.worlds.get(index).copied().unwrap_or_default()
    }
}
