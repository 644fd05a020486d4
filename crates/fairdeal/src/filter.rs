//! Boards from a file, filtered by a question: those that qualify stay as they are, those with hands that are not given are
//! completed at random.
//!
//! A board that lacks hands is dealt again and again, from a stream of its own, until it qualifies: of all ways to complete
//! it that do, each has the same chance. A profile first draws a combination that it can still have, by the shares.

use std::sync::Arc;

use bridge::{Board, Deal, Predeal, Tricks};
use condition::EvalError;
use plan::{FindError, Finder, FoundBoard, Plan, PlanError, Trial, Worker};
use profile::{AboutBoard, ProfileFilter};
use script::Value;
use space::Watch;

use crate::auction_filter::AuctionFilter;
use crate::board_source::About;
use crate::deal_error::{DealError, MAX_KEPT};
use crate::dealing::{BoardSink, Collected, Collecting, Dealing, Wanted};
use crate::dealt::{Dealt, Filtered};
use crate::error::Error;
use crate::question::Question;
use crate::solving::add_results;

/// How often completing a board is tried, when nobody says how often.
pub const COMPLETING_TRIES: u64 = 10_000_000;

/// How many boards a thread takes at a time.
const AT_ONCE: u64 = 32;

impl Dealing {
    /// Filters boards instead of dealing new ones. Their numbers, dealers and vulnerabilities stay. The tries that were asked
    /// for are those for each board that lacks hands, [`COMPLETING_TRIES`] unless said otherwise; and so many boards as
    /// were asked for are kept at most, but never fewer because a script says how many to produce.
    ///
    /// # Errors
    /// What went wrong first.
    pub fn filter(
        &self,
        boards: Vec<Board>,
        wanted: &Wanted,
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        if boards.len() as u64 > MAX_KEPT {
            return Err(DealError::Kept("a file of boards").into());
        }
        let not_for_files = match &self.question {
            _ if self.set.is_some() => Some("a set in exact shares"),
            Question::Mixed(_) => Some("a mixture"),
            _ => None,
        };
        if let Some(what) = not_for_files {
            let who = "boards that are dealt, and these come from a file";
            return Err(DealError::NotForThis { what, who }.into());
        }
        let mut wanted = wanted.clone();
        wanted.style = wanted.style.for_boards(&boards);
        let wanted = &wanted;
        let writer = self.writer(wanted);
        self.check_place(&writer, wanted)?;
        let given = boards.len() as u64;
        let mut dealt = Dealt::nothing(self);
        (dealt.asked, dealt.next) = (given, 1);
        let mut filtered = Filtered::default();
        let mut kept = crate::writing::WrittenText::default();
        // Which boards of the file are written.
        let mut places = Vec::new();
        sink.text(&writer.begin().map_err(DealError::from)?)?;
        let most = self.asked.boards.unwrap_or(u64::MAX);
        let sifting = Sifting {
            collecting: Collecting::new(self, &writer, wanted),
            boards: &boards,
        };
        // Each board of the file is looked at once: a run over their places, whose boards are what became of them.
        let run = plan::Run {
            key: self.run.key,
            // Whoever wants none looks at none.
            boards: 1..if most == 0 { 1 } else { given + 1 },
            generate: None,
            threads: self.run.threads,
            distinct: false,
        };
        let filter = match &self.question {
            Question::Profile(profile) => Some(profile.filter(self.asked.turned, watch)?),
            _ => None,
        };
        let bidding = AuctionFilter::of(&self.question)?;
        let look = || Looking {
            dealing: self,
            boards: &boards,
            filter: filter.as_ref(),
            bidding: bidding.as_ref(),
            trial: None,
            worker: None,
        };
        let hand_over = |chunk: plan::Chunk<Vec<Looked>>| -> Result<_, Error> {
            for looked in chunk.made {
                let place = dealt.next as usize - 1;
                dealt.tries += looked.tries;
                dealt.next += 1;
                match looked.outcome {
                    Outcome::Refused => filtered.refused += 1,
                    Outcome::Incomplete(number) => filtered.incomplete.push(number),
                    Outcome::Kept(collected) => {
                        dealt.boards += 1;
                        places.push(place);
                        dealt.statistics.join(&collected.statistics);
                        dealt.tally.join(&collected.tally);
                        dealt.kept.extend(collected.boards);
                        sink.text(&kept.join(collected.written))?;
                    }
                }
                if dealt.boards == most {
                    return Ok(std::ops::ControlFlow::Break(()));
                }
            }
            Ok(std::ops::ControlFlow::Continue(()))
        };
        let ran = plan::run(&run, look, &sifting, watch, hand_over);
        ran.map_err(|error| match error {
            plan::RunError::Find(FindError::Plan(error)) => self.question.no_plan(error, watch),
            plan::RunError::Find(FindError::Eval(error)) => self.question.no_answer(error),
            plan::RunError::Sink(error) => error,
        })?;
        self.check_solved()?;
        sink.text(&writer.end(&kept).map_err(DealError::from)?)?;
        if let Some(format) = self.format(wanted) {
            let written = places.iter().map(|&place| boards[place].clone());
            let written = written.map(|board| self.at_the_table(board).0);
            filtered.losses = format.losses(&written.collect::<Vec<_>>());
        }
        dealt.filtered = Some(filtered);
        dealt.end_filtered(self, watch);
        Ok(dealt)
    }
}

/// What became of a board of the file.
struct Looked {
    tries: u64,
    outcome: Outcome,
}

enum Outcome {
    /// It does not qualify.
    Refused,
    /// It was not completed in so many tries: its number.
    Incomplete(u64),
    /// It is kept.
    Kept(Box<Collected>),
}

/// What is known of a board that was looked at.
struct AboutLooked {
    tries: u64,
    kept: Option<(Deal, About)>,
    incomplete: bool,
    tricks: Option<Tricks>,
}

/// Looks at the boards of a file, by their places in it.
struct Looking<'a> {
    dealing: &'a Dealing,
    boards: &'a [Board],
    /// For a profile, what tells its boards.
    filter: Option<&'a ProfileFilter>,
    /// How the boards of a scenario should have been bid.
    bidding: Option<&'a AuctionFilter>,
    trial: Option<Trial>,
    /// Whoever completed the last board.
    worker: Option<Worker>,
}

impl Looking<'_> {
    /// Whether a complete board qualifies.
    fn look_at(&mut self, place: u64, deal: &Deal) -> Result<AboutLooked, FindError> {
        let kept = match self.filter {
            Some(filter) => filter.accepts(deal).map(|drawn| {
                let about = AboutBoard {
                    drawn: Some(drawn),
                    failures: None,
                    trace: Vec::new(),
                };
                About::Profile(Box::new(about))
            }),
            None => {
                let compiled = self.dealing.question.dealt_script();
                let fits = compiled.predeal.fits(deal);
                let key = self.dealing.run.key;
                let passes = fits && self.trial(place).passes(key, place, deal)?;
                passes.then_some(About::Nothing)
            }
        };
        Ok(AboutLooked {
            tries: 1,
            kept: kept.map(|about| (*deal, about)),
            incomplete: false,
            tricks: None,
        })
    }

    /// Whoever tries the condition of a script, on a board of the file.
    fn trial(&mut self, place: u64) -> &mut Trial {
        let dealing = self.dealing;
        let trial = self.trial.get_or_insert_with(|| {
            let condition = dealing.question.dealt_condition();
            Trial::new(condition).with_solver(dealing.solver)
        });
        trial.set_record(self.boards[place as usize - 1].record.clone());
        trial
    }

    /// Deals the hands that are not given until the board qualifies.
    fn complete(
        &mut self,
        place: u64,
        deal: &Deal,
        watch: &Watch,
    ) -> Result<AboutLooked, FindError> {
        let (key, dealing) = (self.dealing.run.key, self.dealing);
        let tries = dealing.asked.generate.unwrap_or(COMPLETING_TRIES);
        let refused = AboutLooked {
            tries: 0,
            kept: None,
            incomplete: false,
            tricks: None,
        };
        if let Some(filter) = self.filter {
            let found = filter.complete(deal, key, place, tries, watch)?;
            stopped_is_no_answer(found.deal.is_none(), watch)?;
            // Where nothing was drawn, no combination can have these cards.
            if found.about.drawn.is_none() {
                return Ok(refused);
            }
            return Ok(AboutLooked {
                tries: found.tries,
                incomplete: found.deal.is_none(),
                tricks: None,
                kept: found
                    .deal
                    .map(|deal| (deal, About::Profile(Box::new(found.about)))),
            });
        }
        // No hands make up for what the file says.
        if !self.trial(place).file_passes()? {
            return Ok(refused);
        }
        let compiled = dealing.question.dealt_script();
        let given = Predeal {
            hands: [0, 1, 2, 3].map(|i| compiled.predeal.hands[i].union(deal.0[i])),
            lengths: compiled.predeal.lengths,
        };
        let strategy = plan::Strategy::Auto;
        let condition = dealing.question.dealt_condition();
        let plan = match Plan::new(strategy, condition, &given, 1, watch) {
            Ok(plan) => Arc::new(plan.with_solver(dealing.solver)),
            // What the script wants is not what this board has, or can have.
            Err(PlanError::Predeal | PlanError::Never) => return Ok(refused),
            Err(error) => return Err(error.into()),
        };
        let worker = self.worker.insert(plan.worker());
        worker.set_record(self.boards[place as usize - 1].record.clone());
        let found = worker.board(key, place, tries, watch)?;
        stopped_is_no_answer(found.deal.is_none(), watch)?;
        Ok(AboutLooked {
            tries: found.tries,
            incomplete: found.deal.is_none(),
            tricks: None,
            kept: found.deal.map(|deal| (deal, About::Nothing)),
        })
    }
}

/// A board that was not completed because it was stopped is not one that cannot be.
fn stopped_is_no_answer(missing: bool, watch: &Watch) -> Result<(), PlanError> {
    if missing { Ok(watch.look()?) } else { Ok(()) }
}

impl Finder for Looking<'_> {
    type About = AboutLooked;

    fn find(
        &mut self,
        _: space::Key,
        place: u64,
        _: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<AboutLooked>, FindError> {
        watch.look().map_err(PlanError::from)?;
        let board = &self.boards[place as usize - 1];
        self.worker = None;
        let bid_otherwise = self.bidding.is_some_and(|bidding| !bidding.passes(board));
        let mut about = if bid_otherwise {
            AboutLooked {
                tries: 0,
                kept: None,
                incomplete: false,
                tricks: None,
            }
        } else if board.deal.is_complete() {
            self.look_at(place, &board.deal)?
        } else {
            self.complete(place, &board.deal, watch)?
        };
        if let (Some(solving), Some((deal, _))) = (&self.dealing.solving, &about.kept) {
            about.tricks = solving.tricks(deal, watch).map_err(PlanError::from)?;
        }
        Ok(FoundBoard {
            deal: Some(about.kept.as_ref().map_or(board.deal, |(deal, _)| *deal)),
            tries: about.tries,
            about,
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        match (&mut self.worker, &mut self.trial) {
            (Some(worker), _) => worker.value(index, deal),
            (None, Some(trial)) => trial.value(index, deal),
            // A profile has no values.
            (None, None) => Ok(0),
        }
    }

    fn boards_at_once(&mut self, _: u64, _: &Watch) -> Result<u64, FindError> {
        // One that is solved takes long enough to be handed over alone.
        Ok(if self.dealing.solving.is_some() {
            1
        } else {
            AT_ONCE
        })
    }
}

/// Makes of a board that was looked at what is made of one that was dealt.
struct Sifting<'a> {
    collecting: Collecting<'a>,
    boards: &'a [Board],
}

impl plan::Consumer for Sifting<'_> {
    type About = AboutLooked;
    type Made = Vec<Looked>;

    fn start(&self) -> Vec<Looked> {
        Vec::new()
    }

    fn add(
        &self,
        made: &mut Vec<Looked>,
        dealt: &mut plan::Dealt<AboutLooked>,
    ) -> Result<(), EvalError> {
        let given = &self.boards[dealt.number as usize - 1];
        let tries = dealt.about.tries;
        let outcome = match dealt.about.kept.take() {
            None if dealt.about.incomplete => Outcome::Incomplete(given.number),
            None => Outcome::Refused,
            Some((deal, about)) => {
                let mut collected = plan::Consumer::start(&self.collecting);
                let mut board = Board {
                    deal,
                    ..given.clone()
                };
                add_results(&mut board, dealt.about.tricks);
                if let About::Profile(about) = &about {
                    collected.tally.add(about);
                }
                let mut ask = |value: Value| dealt.value(value.0);
                self.collecting
                    .collect(&mut collected, board, &about, &mut ask)?;
                Outcome::Kept(Box::new(collected))
            }
        };
        made.push(Looked { tries, outcome });
        Ok(())
    }
}
