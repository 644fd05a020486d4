//! The solver itself: the crate `pons-dds`, which is DDS by Bo Haglund and Søren Hein in Rust.
//!
//! An engine remembers the positions that it has seen, in a table of up to [`MOST_MEMORY`]. There are no more of them in
//! a process than it has cores, whoever asks: an engine is taken for one piece of work, and given back. This module knows
//! how cards are told to it; it does not know what the answers are for, or on which thread it is called. A search
//! goes some MiB deep into the stack.

use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};

use contract_bridge::deal::Builder;
use contract_bridge::hand::{Card as TheirCard, Holding, Rank as TheirRank};
use contract_bridge::{
    FullDeal, Hand, Seat as TheirSeat, Strain as TheirStrain, Suit as TheirSuit,
};
use pons_dds::{Board, CurrentTrick, Objective, PlayTrace, Solver, Target};

use super::solver::SolverError;
use crate::score::Strain;
use crate::{Card, Deal, Rank, Seat, Suit};

/// What an engine's table has at first, and at most, in MiB: as in DDS. A search that needs more forgets and goes on.
const MEMORY: u32 = 95;
const MOST_MEMORY: u32 = 160;

/// However many cores there are: some GiB must do.
const MOST_ENGINES: usize = 32;

/// All engines of the process.
#[derive(Debug)]
pub(super) struct Engines {
    most: usize,
    idle: Mutex<Idle>,
    given_back: Condvar,
}

#[derive(Default)]
struct Idle {
    engines: Vec<Solver>,
    /// How many there are, those at work included.
    made: usize,
}

impl std::fmt::Debug for Idle {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} of {} idle", self.engines.len(), self.made)
    }
}

impl Engines {
    pub(super) fn all() -> Result<&'static Engines, SolverError> {
        static ALL: LazyLock<Engines> = LazyLock::new(|| {
            let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
            Engines {
                most: cores.min(MOST_ENGINES),
                idle: Mutex::default(),
                given_back: Condvar::new(),
            }
        });
        Ok(&ALL)
    }

    /// How many callers can be served at once.
    pub(super) fn threads(&self) -> usize {
        self.most
    }

    /// The tricks that each declarer can take in one strain: less than three times the work of one.
    pub(super) fn all_declarers(
        &self,
        deal: &Deal,
        strain: Strain,
    ) -> Result<[u8; 4], SolverError> {
        let deal = theirs(deal)?;
        let mut engine = self.take();
        let solver = engine.solver();
        solver.set_strain(their_strain(strain));
        let tricks = solver.solve(deal);
        Ok(Seat::ALL.map(|seat| tricks.get(their_seat(seat)).get()))
    }

    /// The tricks that one declarer can take.
    pub(super) fn one_declarer(
        &self,
        deal: &Deal,
        strain: Strain,
        declarer: Seat,
    ) -> Result<u8, SolverError> {
        let objective = Objective {
            board: opening(deal, strain, declarer)?,
            target: Target::Any(None),
        };
        let found = self.take().solver().solve_board(&objective);
        // Whatever is led, somebody leads.
        let best = found.plays.first().map_or(0, |play| play.score.get());
        Ok(13 - best)
    }

    /// The tricks that the defenders can take after each lead, for each card of the leader: about twice the work of one result.
    pub(super) fn leads(
        &self,
        deal: &Deal,
        strain: Strain,
        declarer: Seat,
    ) -> Result<Vec<(Card, u8)>, SolverError> {
        let objective = Objective {
            board: opening(deal, strain, declarer)?,
            target: Target::Legal,
        };
        let found = self.take().solver().solve_board(&objective);
        let mut leads = Vec::with_capacity(13);
        for play in found.plays {
            let tricks = play.score.get();
            let suit = Suit::ALL[play.card.suit as usize];
            let ranks = std::iter::once(play.card.rank).chain(play.equals);
            let cards = ranks.filter_map(|rank| Rank::from_index(usize::from(rank.get()) - 2));
            leads.extend(cards.map(|rank| (Card::new(suit, rank), tricks)));
        }
        Ok(leads)
    }

    /// The tricks that declarer can take before the first card, and after each of some cards that were played by the rules.
    pub(super) fn along(
        &self,
        deal: &Deal,
        strain: Strain,
        declarer: Seat,
        cards: &[Card],
    ) -> Result<Vec<u8>, SolverError> {
        let trace = PlayTrace {
            board: opening(deal, strain, declarer)?,
            cards: cards
                .iter()
                .take(52)
                .map(|&card| their_card(card))
                .collect(),
        };
        let found = self.take().solver().try_analyse_play(&trace);
        let found = found.map_err(|error| SolverError::Failed(error.to_string()))?;
        Ok(found.tricks.iter().map(|tricks| tricks.get()).collect())
    }

    /// Waits for an engine.
    fn take(&self) -> Engine<'_> {
        let mut idle = lock(&self.idle);
        let solver = loop {
            if let Some(solver) = idle.engines.pop() {
                break solver;
            }
            if idle.made < self.most {
                idle.made += 1;
                break new_solver();
            }
            let waited = self.given_back.wait(idle);
            idle = waited.unwrap_or_else(PoisonError::into_inner);
        };
        Engine {
            engines: self,
            solver: Some(solver),
        }
    }
}

fn new_solver() -> Solver {
    Solver::with_memory(TheirStrain::Notrump, MEMORY, MOST_MEMORY)
}

/// An engine that someone has.
struct Engine<'a> {
    engines: &'a Engines,
    solver: Option<Solver>,
}

impl Engine<'_> {
    fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(new_solver)
    }
}

impl Drop for Engine<'_> {
    /// Gives it back. One that has failed is left in no state to go on with: another may be made instead.
    fn drop(&mut self) {
        let mut idle = lock(&self.engines.idle);
        match self.solver.take() {
            Some(solver) if !std::thread::panicking() => idle.engines.push(solver),
            _ => idle.made -= 1,
        }
        self.engines.given_back.notify_one();
    }
}

/// No one panics with this lock in hand; and if, what it holds is still good.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn theirs(deal: &Deal) -> Result<FullDeal, SolverError> {
    // Their deuce is bit 2, ours is bit 0.
    let [north, east, south, west] = deal.0.map(|hand| {
        let [clubs, diamonds, hearts, spades] =
            [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades]
                .map(|suit| Holding::from_bits_truncate(hand.holding(suit).0 << 2));
        Hand::new(clubs, diamonds, hearts, spades)
    });
    let hands = Builder::new()
        .north(north)
        .east(east)
        .south(south)
        .west(west);
    hands.build_full().map_err(|_| SolverError::Deal(*deal))
}

/// A deal before the opening lead.
fn opening(deal: &Deal, strain: Strain, declarer: Seat) -> Result<Board, SolverError> {
    let leader = their_seat(declarer.turned(1));
    let trick = CurrentTrick::new(their_strain(strain), leader);
    let board = Board::try_new(theirs(deal)?.into(), trick);
    board.map_err(|error| SolverError::Failed(error.to_string()))
}

fn their_card(card: Card) -> TheirCard {
    TheirCard {
        suit: TheirSuit::ASC[card.suit() as usize],
        rank: TheirRank::new(card.rank().index() as u8 + 2),
    }
}

fn their_seat(seat: Seat) -> TheirSeat {
    TheirSeat::ALL[seat as usize]
}

fn their_strain(strain: Strain) -> TheirStrain {
    TheirStrain::ASC[strain.index()]
}
