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

    /// Forgets what was said of another deal.
    fn of(&mut self, deal: &Deal) {
        if self.deal != *deal {
            *self = Answers::new(self.solver);
            self.deal = *deal;
        }
    }

    fn tricks(&mut self, deal: &Deal, declarer: Seat, strain: Strain) -> Option<u8> {
        self.of(deal);
        let place = strain.index();
        if self.known[declarer as usize][place].is_none() {
            let solver = self.solver?;
            // Who asks for a second declarer may ask for the others too, and all four cost little more than two.
            if Seat::ALL
                .into_iter()
                .any(|seat| self.known[seat as usize][place].is_some())
            {
                self.learn(deal, strain)?;
            } else {
                let tricks = solver.tricks(deal, declarer, strain).ok();
                self.known[declarer as usize][place] = tricks;
            }
        }
        self.known[declarer as usize][place]
    }

    /// Learns all of a strain.
    fn learn(&mut self, deal: &Deal, strain: Strain) -> Option<()> {
        let tricks = self.solver?.strain(deal, strain).ok()?;
        for seat in Seat::ALL {
            self.known[seat as usize][strain.index()] = Some(tricks[seat as usize]);
        }
        Some(())
    }

    /// All twenty.
    fn table(&mut self, deal: &Deal) -> Option<Tricks> {
        self.of(deal);
        for strain in Strain::ALL {
            let known = |seat: Seat| self.known[seat as usize][strain.index()].is_some();
            if !Seat::ALL.into_iter().all(known) {
                self.learn(deal, strain)?;
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
    /// Its number.
    pub number: u64,
    answers: Answers,
}

impl BoardOracle {
    pub(crate) fn new(solver: Option<Solver>) -> BoardOracle {
        BoardOracle {
            stream: space::stream(0, 0),
            number: 0,
            answers: Answers::new(solver),
        }
    }

    /// Without a solver, and with random numbers from this stream.
    pub(crate) fn with_stream(stream: Stream) -> BoardOracle {
        BoardOracle {
            stream,
            ..BoardOracle::new(None)
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

    fn board_number(&self) -> u64 {
        self.number
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
