//! What a condition asks beyond the cards, as a worker answers it: random numbers from the stream of the board that is
//! being looked for, double dummy results from a solver, each worked out once for a deal.

use bridge::double_dummy::{Solver, par};
use bridge::score::Strain;
use bridge::{Deal, Seat, Side, Tricks, Vulnerability};
use condition::Oracle;
use space::Stream;

/// What a solver has said about one deal.
#[derive(Clone, Debug)]
struct Answers {
    solver: Option<Solver>,
    deal: Deal,
    known: [[Option<u8>; 5]; 4],
}

impl Answers {
    fn new(solver: Option<Solver>) -> Answers {
        Answers {
            solver,
            deal: Deal::default(),
            known: Default::default(),
        }
    }

    fn tricks(&mut self, deal: &Deal, declarer: Seat, strain: Strain) -> Option<u8> {
        if self.deal != *deal {
            *self = Answers::new(self.solver);
            self.deal = *deal;
        }
        let known = &mut self.known[declarer as usize][strain.index()];
        if known.is_none() {
            *known = self.solver?.tricks(deal, declarer, strain).ok();
        }
        *known
    }

    /// All twenty. Strain by strain: the solver remembers what it saw of one for the next declarer.
    fn table(&mut self, deal: &Deal) -> Option<Tricks> {
        for strain in Strain::ALL {
            for seat in Seat::ALL {
                self.tricks(deal, seat, strain)?;
            }
        }
        let known = self.known;
        Some(Tricks::from_fn(|seat, strain| {
            known[seat as usize][strain.index()].unwrap_or_default()
        }))
    }
}

/// Who answers, for one board after the other.
#[derive(Clone, Debug)]
pub(crate) struct BoardOracle {
    /// The stream of the board.
    pub stream: Stream,
    answers: Answers,
}

impl BoardOracle {
    pub(crate) fn new(solver: Option<Solver>) -> BoardOracle {
        BoardOracle {
            stream: space::stream(0, 0),
            answers: Answers::new(solver),
        }
    }
}

impl Oracle for BoardOracle {
    fn random(&mut self, bound: i64) -> i64 {
        let Ok(bound @ 1..) = u64::try_from(bound) else {
            return 0;
        };
        space::below(bound, &mut self.stream) as i64
    }

    fn tricks(&mut self, deal: &Deal, declarer: Seat, strain: Strain) -> Option<i64> {
        self.answers.tricks(deal, declarer, strain).map(i64::from)
    }

    /// Where it matters who bids first, the side that is asked about does.
    fn par(&mut self, deal: &Deal, side: Side, vulnerable: Vulnerability) -> Option<i64> {
        let tricks = self.answers.table(deal)?;
        let [first, _] = side.seats();
        let score = i64::from(par(&tricks, first, vulnerable).score);
        Some(match side {
            Side::NorthSouth => score,
            Side::EastWest => -score,
        })
    }
}
