//! What a condition asks beyond the cards, as a worker answers it: random numbers from the stream of the board that is
//! being looked for, double dummy results from a solver, each worked out once for a deal.

use std::sync::Arc;

use bridge::double_dummy::{Leads, Par, Solver, par};
use bridge::score::Strain;
use bridge::{Card, Deal, Record, Seat, Side, Tricks, Vulnerability};
use condition::{Asked, EvalErrorKind, Oracle};
use space::Stream;

/// What a solver has said about one deal.
#[derive(Clone, Debug)]
struct Answers {
    solver: Option<Solver>,
    deal: Deal,
    known: [[Option<u8>; 5]; 4],
    /// Strains of which more than one declarer will be asked for.
    whole: [bool; 5],
    /// What leads give, by declarer and strain.
    leads: Vec<((Seat, Strain), Leads)>,
}

impl Answers {
    fn new(solver: Option<Solver>) -> Answers {
        Answers {
            solver,
            deal: Deal::default(),
            known: Default::default(),
            whole: [false; 5],
            leads: Vec::new(),
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
            let is_second = |seat: Seat| self.known[seat as usize][place].is_some();
            if self.whole[place] || Seat::ALL.into_iter().any(is_second) {
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

    /// The tricks of a declarer after a lead.
    fn after_lead(
        &mut self,
        deal: &Deal,
        (declarer, strain): (Seat, Strain),
        card: Card,
    ) -> Result<i64, EvalErrorKind> {
        self.of(deal);
        let asked = (declarer, strain);
        let known = self.leads.iter().position(|(known, _)| *known == asked);
        let place = match known {
            Some(place) => place,
            None => {
                let solver = self.solver.ok_or(EvalErrorKind::NoSolver)?;
                let leads = solver.leads(deal, declarer, strain);
                let leads = leads.map_err(|_| EvalErrorKind::NoSolver)?;
                // The best lead is the one that the result is worked out for.
                let best = 13 - leads.best();
                self.known[declarer as usize][strain.index()] = Some(best);
                self.leads.push((asked, leads));
                self.leads.len() - 1
            }
        };
        let tricks = self.leads[place].1.of(card);
        let tricks = tricks.ok_or(EvalErrorKind::NotHeld)?;
        Ok(i64::from(13 - tricks))
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
pub struct BoardOracle {
    /// The stream of the board.
    pub(crate) stream: Stream,
    /// Its number.
    pub number: u64,
    answers: Answers,
    /// What the file says of the board, if it comes from one.
    pub(crate) told: Option<Told>,
}

/// What a file says of a board: perhaps nothing.
pub(crate) type Told = Option<Arc<Record>>;

impl BoardOracle {
    /// Nobody in particular yet; what needs a solver is asked of this one.
    pub fn new(solver: Option<Solver>) -> BoardOracle {
        BoardOracle {
            stream: space::stream(0, 0),
            number: 0,
            answers: Answers::new(solver),
            told: None,
        }
    }

    /// Hears all twenty results of a deal, which then need not be worked out.
    pub fn know(&mut self, deal: &Deal, tricks: &Tricks) {
        self.answers.of(deal);
        for (seat, strain) in Seat::ALL
            .into_iter()
            .flat_map(|seat| Strain::ALL.map(|strain| (seat, strain)))
        {
            self.answers.known[seat as usize][strain.index()] = Some(tricks.of(seat, strain));
        }
    }

    /// Without a solver, and with random numbers from this stream.
    pub(crate) fn with_stream(stream: Stream) -> BoardOracle {
        BoardOracle {
            stream,
            ..BoardOracle::new(None)
        }
    }

    /// Par, with the side that is asked about bidding first where that matters.
    fn par_of(&mut self, deal: &Deal, side: Side, vulnerable: Vulnerability) -> Option<Par> {
        let tricks = self.answers.table(deal)?;
        let [first, _] = side.seats();
        Some(par(&tricks, first, vulnerable))
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

    fn expect(&mut self, deal: &Deal, strains: [bool; 5]) {
        self.answers.of(deal);
        self.answers.whole = strains;
    }

    /// Where it matters who bids first, the side that is asked about does.
    fn par(&mut self, deal: &Deal, side: Side, vulnerable: Vulnerability) -> Option<i64> {
        let score = i64::from(self.par_of(deal, side, vulnerable)?.score);
        Some(match side {
            Side::NorthSouth => score,
            Side::EastWest => -score,
        })
    }

    fn ask(&mut self, deal: &Deal, asked: &Asked) -> Result<i64, EvalErrorKind> {
        match asked {
            Asked::AfterLead {
                declarer,
                strain,
                card,
            } => self.answers.after_lead(deal, (*declarer, *strain), *card),
            Asked::ParContract { side, vulnerable } => {
                let par = self.par_of(deal, *side, *vulnerable);
                let par = par.ok_or(EvalErrorKind::NoSolver)?;
                let theirs = par
                    .contracts
                    .iter()
                    .filter(|contract| contract.declarers.iter().all(|seat| seat.side() == *side));
                let highest = theirs.map(|contract| contract.contract.in_order()).max();
                Ok(highest.map_or(0, i64::from))
            }
            Asked::Told(told) => match &self.told {
                Some(record) => Ok(told.answer(record.as_deref())),
                None => Err(EvalErrorKind::NoFile),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use condition::{Condition, Evaluator, Graph, NodeId};

    /// A condition without a rule and with these values.
    fn values(make: impl FnOnce(&mut Graph) -> Vec<NodeId>) -> Evaluator {
        let mut graph = Graph::default();
        let anything = graph.constant(1);
        let values = make(&mut graph);
        Evaluator::new(&Condition::new(graph, anything, values))
    }

    fn deal() -> Deal {
        let hands = [
            "AKQJT98765432...",
            ".AKQJT98765432..",
            "..AKQJT98765432.",
            "...AKQJT98765432",
        ];
        Deal(hands.map(|hand| hand.parse().unwrap()))
    }

    /// How many of the twenty results are known after the first value.
    fn known_after_one(mut evaluator: Evaluator) -> usize {
        let mut oracle = BoardOracle::new(Solver::load().ok());
        evaluator.value(0, &deal(), &mut oracle).unwrap();
        let known = oracle.answers.known.iter().flatten();
        known.filter(|known| known.is_some()).count()
    }

    /// All twenty are five strains, each solved once; what is asked of one declarer is solved for that one.
    #[test]
    fn a_strain_is_solved_once_for_values_that_ask_for_several_declarers() {
        let spades = Strain::Suit(bridge::Suit::Spades);
        let all = values(|graph| {
            let seats = Seat::ALL.into_iter();
            seats.map(|seat| graph.tricks(seat, spades)).collect()
        });
        assert_eq!(known_after_one(all), 4);
        let one = values(|graph| {
            let strains = Strain::ALL.into_iter();
            strains.map(|one| graph.tricks(Seat::South, one)).collect()
        });
        assert_eq!(known_after_one(one), 1);
        let sum = values(|graph| {
            let [north, south] = [Seat::North, Seat::South].map(|seat| graph.tricks(seat, spades));
            vec![graph.arithmetic(condition::Arithmetic::Add, north, south)]
        });
        assert_eq!(known_after_one(sum), 4);
        // The second is asked only if the first is not enough.
        let either = values(|graph| {
            let seven = graph.constant(7);
            let most = [Seat::North, Seat::South].map(|seat| {
                let tricks = graph.tricks(seat, spades);
                graph.compare(condition::Comparison::More, tricks, seven)
            });
            vec![graph.any(most.to_vec())]
        });
        assert_eq!(known_after_one(either), 1);
    }
}
