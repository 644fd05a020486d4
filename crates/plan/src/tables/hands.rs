//! Where the cards of a try come from: what is dealt beforehand, seats drawn from tables, whole deals drawn from a space,
//! and a pack for the rest.

use std::sync::Arc;

use bridge::{Deal, Hand, Predeal, Seat};
use condition::{Condition, NodeId, Seats};
use rand::Rng;
use space::{Budget, Setup, Space, Watch};

use crate::choosing::plan::PlanError;
use crate::counting::exact::{self, Inexact, predealt};
use crate::tables::class::{ClassTable, TableBuilder, TableRequest};
use crate::tables::pack::Pack;

/// What drawing a hand from a table costs, in units of ten nanoseconds,
const DRAW: f64 = 10.0;
/// what drawing a second hand with it costs,
const SECOND: f64 = 20.0;
/// what drawing a whole deal from a space costs,
const WHOLE: f64 = 100.0;
/// and about what the first checks cost, whatever they are.
const LOOK: f64 = 10.0;

/// One or two seats whose hands come from a table.
#[derive(Clone, Debug)]
struct TableSeats {
    first: Seat,
    second: Option<Seat>,
    table: Arc<ClassTable>,
}

/// What is dealt beforehand, and what is left to draw from.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    fixed: [Hand; 4],
    /// How many cards each seat still gets.
    needs: [usize; 4],
    free: Hand,
    /// Where whole deals are drawn, the space they come from: those with lengths given beforehand, or those that satisfy
    /// what of the condition can be counted.
    space: Option<Arc<Space>>,
    /// The share of all deals that are in that space.
    space_share: f64,
    /// The conjuncts that hold for all deals of that space.
    held: Vec<NodeId>,
    /// Seats that are drawn from the hands that can still qualify, before any other is dealt.
    drawn: Option<TableSeats>,
}

/// Which conjuncts of a condition are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountedPart {
    /// All of them, or there is no plan.
    Everything,
    /// All that can be.
    AllPossible,
    /// Those that look at one seat.
    SingleSeats,
    /// Those that look at no other seats than these.
    Within(Seats),
}

impl CountedPart {
    /// Whether a conjunct that looks at some seats is among them.
    fn has(self, seats: Seats) -> bool {
        match self {
            CountedPart::Everything | CountedPart::AllPossible => true,
            CountedPart::SingleSeats => seats.len() == 1,
            CountedPart::Within(these) => seats.within(these),
        }
    }
}

impl Hands {
    pub(crate) fn new(predeal: &Predeal, watch: &Watch) -> Result<Hands, PlanError> {
        let fixed = predeal.hands;
        let mut needs = [0; 4];
        for (need, hand) in needs.iter_mut().zip(fixed) {
            *need = 13usize.checked_sub(hand.len()).ok_or(PlanError::Predeal)?;
        }
        let free = predeal.free();
        if free.len() != needs.iter().sum::<usize>() {
            return Err(PlanError::Predeal);
        }
        let space = if predeal.has_lengths() {
            let space = predealt(predeal)?.build_within(Budget::default(), watch)?;
            Some(Arc::new(space))
        } else {
            None
        };
        match &space {
            Some(space) if space.count() == 0 => Err(PlanError::Predeal),
            _ => Ok(Hands {
                fixed,
                needs,
                free,
                space,
                space_share: 1.0,
                held: Vec::new(),
                drawn: None,
            }),
        }
    }

    /// Whether whole deals are drawn, from a space.
    pub(crate) fn are_whole_deals(&self) -> bool {
        self.space.is_some()
    }

    /// The space that they are drawn from.
    pub(crate) fn space(&self) -> Option<&Space> {
        self.space.as_deref()
    }

    /// Whether a conjunct needs no check, because it holds for whatever is drawn.
    pub(crate) fn hold(&self, node: NodeId) -> bool {
        self.held.contains(&node)
    }

    /// Whether nothing is dealt beforehand.
    pub(crate) fn are_of_a_full_pack(&self) -> bool {
        self.free == Hand::DECK
    }

    /// The seats that are dealt before any check.
    pub(crate) fn drawn(&self) -> Seats {
        let drawn = self.drawn.iter();
        drawn
            .flat_map(|drawn| [Some(drawn.first), drawn.second])
            .flatten()
            .collect()
    }

    /// The share of deals in which those seats have hands of the table.
    pub(crate) fn share(&self) -> f64 {
        let drawn = self.drawn.as_ref();
        drawn.map_or(self.space_share, |drawn| drawn.table.share())
    }

    /// What it costs to begin a deal, in units of ten nanoseconds.
    pub(crate) fn price(&self) -> f64 {
        match (&self.space, self.drawn().len()) {
            (Some(_), _) => WHOLE,
            (None, 0) => 0.0,
            (None, 1) => DRAW,
            (None, _) => DRAW + SECOND,
        }
    }

    /// About what it costs to begin a deal and to look at it.
    pub(crate) fn price_of_a_look(&self) -> f64 {
        self.price() + LOOK
    }

    /// The same where whole deals are drawn.
    pub(crate) fn price_of_whole_deals() -> f64 {
        WHOLE + LOOK
    }

    /// The same, with whole deals drawn from those that satisfy the conjuncts that are to be counted, if their space can be built.
    pub(crate) fn counting(
        &self,
        condition: &Condition,
        predeal: &Predeal,
        counted: CountedPart,
        build: impl FnOnce(&Setup) -> Result<Space, space::Error>,
        watch: &Watch,
    ) -> Result<Hands, PlanError> {
        let graph = condition.graph();
        let mut setup = exact::predealt(predeal)?;
        let all = setup.build_within(Budget::default(), watch)?.count();
        let mut held = Vec::new();
        let rules = exact::rules_of(graph, condition.conjuncts());
        for (&node, rule) in condition.conjuncts().iter().zip(rules) {
            if !counted.has(graph.facts(node).seats) {
                continue;
            }
            match rule {
                // Random numbers are asked once a deal is drawn that they have a say in.
                Ok(conjunct) if conjunct.decides || counted != CountedPart::Everything => {
                    setup = setup.require(conjunct.rule)?;
                    held.extend(conjunct.decides.then_some(node));
                }
                Ok(_) => return Err(Inexact::Opaque(node).into()),
                Err(why) if counted == CountedPart::Everything => return Err(why.into()),
                Err(_) => {}
            }
        }
        let space = build(&setup).map_err(Inexact::from)?;
        Ok(Hands {
            space_share: space.count() as f64 / all as f64,
            space: Some(Arc::new(space)),
            held,
            drawn: None,
            ..self.clone()
        })
    }

    /// Begins a table for a seat, or for a second one where one is drawn from a table; `None` if there can be none, or it
    /// was stopped.
    pub(crate) fn begin_table(&self, request: &TableRequest, seat: Seat) -> Option<TableBuilder> {
        match &self.drawn {
            None => TableBuilder::one(request),
            Some(drawn) => TableBuilder::two(&drawn.table, request, seat),
        }
    }

    /// The same, with a seat drawn from a table, or a second one with the first.
    pub(crate) fn with_table(&self, table: ClassTable, seat: Seat) -> Hands {
        let (first, second) = match &self.drawn {
            None => (seat, None),
            Some(drawn) => (drawn.first, Some(seat)),
        };
        Hands {
            drawn: Some(TableSeats {
                first,
                second,
                table: Arc::new(table),
            }),
            ..self.clone()
        }
    }

    /// What a table for a seat, or for a second one with it, must hold and may take.
    pub(crate) fn table_request<'a>(
        &self,
        condition: &'a Condition,
        seat: Seat,
        work: u64,
        watch: &'a Watch,
    ) -> TableRequest<'a> {
        let seat = self.drawn.as_ref().map_or(seat, |drawn| drawn.first);
        let others = Seat::ALL.into_iter().filter(|other| *other != seat);
        let lacks = others.fold(Hand::EMPTY, |all, other| {
            all.union(self.fixed[other as usize])
        });
        TableRequest {
            condition,
            seat,
            has: self.fixed[seat as usize],
            lacks,
            work,
            watch,
        }
    }
}

/// The cards that are still to be drawn, for one worker.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    pack: Pack,
    whole: Deal,
}

impl Draws {
    pub(crate) fn new(hands: &Hands) -> Draws {
        Draws {
            pack: Pack::new(hands.free.bits()),
            whole: Deal::default(),
        }
    }

    /// Begins a new deal.
    #[inline]
    pub(crate) fn begin(&mut self, hands: &Hands, deal: &mut Deal, rng: &mut impl Rng) {
        deal.0 = hands.fixed;
        if let Some(space) = &hands.space {
            if let Some(drawn) = space.sample(rng) {
                self.whole = Deal([0, 1, 2, 3].map(|p| Hand::from_bits(drawn[p].0)));
            }
            return;
        }
        let Some(drawn) = &hands.drawn else {
            self.pack.gather();
            return;
        };
        if let Some((first, second)) = drawn.table.draw(rng) {
            deal[drawn.first] = first;
            if let Some(seat) = drawn.second {
                deal[seat] = second;
            }
            let taken = first.union(second);
            self.pack = Pack::new(hands.free.bits() & !taken.bits());
        }
    }

    /// Deals one seat.
    #[inline]
    pub(crate) fn seat(&mut self, hands: &Hands, seat: Seat, deal: &mut Deal, rng: &mut impl Rng) {
        deal[seat] = match hands.space {
            Some(_) => self.whole[seat],
            None => {
                let drawn = self.pack.draw(hands.needs[seat as usize], rng);
                hands.fixed[seat as usize].union(Hand::from_bits(drawn))
            }
        };
    }
}
