//! Boards that are solved as they are found: whoever finds a board also asks for its twenty results, so that a stop leaves
//! only boards that have them.

use std::sync::{Arc, Mutex, PoisonError};

use bridge::double_dummy::{KnownResults, Solver, SolverError, par};
use bridge::{Board, Deal, Tricks};
use condition::EvalError;
use plan::{FindError, Finder, FoundBoard, PlanError};
use space::{Key, Stopped, Watch};

use crate::board_source::{About, SourceFinder};
use crate::deal::Asked;
use crate::error::Error;
use crate::script_question::solver_if;

/// The solver, for the boards of a run.
#[derive(Debug)]
pub(crate) struct Solving {
    /// Each thread that finds boards solves its own.
    solver: Solver,
    /// The last board that is solved.
    last: u64,
    /// What was worked out before.
    known: Option<Arc<dyn KnownResults>>,
    failed: Mutex<Option<SolverError>>,
}

impl Solving {
    /// If that is asked for.
    pub(crate) fn if_asked(asked: &Asked) -> Result<Option<Arc<Solving>>, Error> {
        let solving = |solver: Solver| Solving {
            solver: solver.on_threads(1),
            last: asked.solve_first,
            known: asked.known_results.clone(),
            failed: Mutex::default(),
        };
        Ok(solver_if(asked.solve)?.map(solving).map(Arc::new))
    }

    /// Whether a board is solved.
    pub(crate) fn is_for(&self, number: u64) -> bool {
        number <= self.last
    }

    /// The results of a deal; none where the solver failed, which [`Solving::check`] tells.
    pub(crate) fn tricks(&self, deal: &Deal, watch: &Watch) -> Result<Option<Tricks>, Stopped> {
        let known = self.known.as_deref();
        if let Some(tricks) = known.and_then(|known| known.of(deal)) {
            return Ok(Some(tricks));
        }
        match self.solver.table(deal, watch) {
            Ok(tricks) => {
                if let Some(known) = known {
                    known.add(deal, &tricks);
                }
                Ok(Some(tricks))
            }
            Err(SolverError::Stopped) => Err(Stopped),
            Err(error) => {
                let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
                failed.get_or_insert(error);
                Ok(None)
            }
        }
    }

    /// That it has solved all that it was asked.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        match &*failed {
            Some(error) => Err(Error::other(error)),
            None => Ok(()),
        }
    }
}

/// What is told of a board that was found.
pub(crate) struct Told {
    pub about: About,
    /// Its results, if they were asked for.
    pub tricks: Option<Tricks>,
}

/// Finds boards, and solves them if that is asked for.
pub(crate) struct SolvingFinder {
    pub finder: SourceFinder,
    pub solving: Option<Arc<Solving>>,
    /// Whether something else takes long enough for boards to be handed over one by one.
    pub one_by_one: bool,
}

impl Finder for SolvingFinder {
    type About = Told;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<Told>, FindError> {
        let found = self.finder.find(key, number, tries, watch)?;
        let tricks = match (&self.solving, &found.deal) {
            (Some(solving), Some(deal)) if solving.is_for(number) => {
                solving.tricks(deal, watch).map_err(PlanError::from)?
            }
            _ => None,
        };
        Ok(FoundBoard {
            deal: found.deal,
            tries: found.tries,
            about: Told {
                about: found.about,
                tricks,
            },
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.finder.value(index, deal)
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        let wanted = self.finder.boards_at_once(number, watch)?;
        // One that is solved takes long enough to be handed over alone.
        let solving = self.solving.as_ref();
        let alone = self.one_by_one || solving.is_some_and(|solving| solving.is_for(number));
        Ok(if alone { 1 } else { wanted })
    }
}

/// Puts results into a board, and the par that follows from them.
pub(crate) fn add_results(board: &mut Board, tricks: Option<Tricks>) {
    if let Some(tricks) = tricks {
        board.tricks = Some(tricks);
        board.par = Some(par(&tricks, board.dealer, board.vulnerable).score);
    }
}
