//! Which seat makes a profile hard, as attempts at some boards find it, and what those boards are.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;

use bridge::{Deal, Measure, PointCount, Seat, Shape};
use condition::EvalError;
use plan::{
    Chunk, Consumer, Dealt, FindError, Finder, FoundBoard, PlanError, Run, RunError, Watch,
};
use serde::Serialize;
use space::Key;

use super::{NamedCombination, TightSeats, by_seat, subprofile_name};
use crate::answers::distance::HandTally;
use crate::attempting::attempts::AttemptMethod;
use crate::attempting::failures::{FailureReport, Failures};
use crate::attempting::settings::Settings;
use crate::combining::combination::Combination;
use crate::document::model::Profile;
use crate::finding::drawn::DrawnCombination;
use crate::finding::source::{ProfileFinder, ProfileSource, ProfileStrategy};
use crate::loaded::LoadedProfile;

/// So many boards are dealt to see where attempts fail, unless it is said how many.
pub const ATTEMPTED_BOARDS: u64 = 100;
/// The seed of boards that are dealt to see what comes of them, unless one is said.
pub const SAMPLE_SEED: u64 = 1;

/// Attempts that are asked for, to see where they fail.
#[derive(Clone, PartialEq, Debug)]
pub struct AttemptRequest {
    /// How boards are dealt.
    pub method: AttemptMethod,
    /// The constants of the method.
    pub settings: Settings,
    /// How many boards.
    pub boards: u64,
    /// What their random numbers come from.
    pub key: Key,
    /// Whether each board is told of.
    pub each_board: bool,
}

impl AttemptRequest {
    /// The usual attempts by a method.
    pub fn new(method: AttemptMethod) -> AttemptRequest {
        AttemptRequest {
            method,
            settings: Settings::default(),
            boards: ATTEMPTED_BOARDS,
            key: SAMPLE_SEED.into(),
            each_board: false,
        }
    }
}

/// What attempts at some boards came to. A board that is given up is counted, and the next one tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptReport {
    /// How boards were dealt: `reject`, `help` or `construct`.
    pub strategy: String,
    /// Whether that is fair.
    pub fair: bool,
    /// Where attempts failed.
    #[serde(flatten)]
    pub failures: FailureReport,
    /// The seats that are tight.
    pub tight: TightSeats,
    /// What came of each board; null if that was not asked for.
    pub boards: Option<Vec<AttemptedBoard>>,
    #[serde(skip)]
    unfair: Option<&'static str>,
}

/// What came of one board.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptedBoard {
    /// Its number.
    pub board: u64,
    /// Whether it was made, or given up.
    pub made: bool,
    /// How many attempts that took.
    pub attempts: u64,
    /// What was drawn for it; in the end, if it was drawn anew.
    #[serde(flatten)]
    pub drawn: NamedCombination,
    /// What each seat was to have and has, as the profile names the seats: the board is not turned round.
    pub hands: BTreeMap<Seat, AttemptedHand>,
}

/// What a seat has on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttemptedHand {
    /// Its hand type: the name of the subprofile that was drawn, or its number from 1.
    pub hand_type: String,
    /// Its lengths, spades first: `5=3=3=2`; null if the board was given up.
    pub shape: Option<String>,
    /// Its high card points; null if the board was given up.
    pub hcp: Option<u8>,
}

impl AttemptReport {
    /// Makes the attempts.
    ///
    /// # Errors
    /// When nothing can be dealt, or it was stopped.
    pub fn new(
        loaded: &LoadedProfile,
        request: &AttemptRequest,
        threads: usize,
        watch: &Watch,
    ) -> Result<AttemptReport, FindError> {
        let (profile, combinations) = (&loaded.profile, &loaded.combinations);
        let AttemptRequest {
            method, settings, ..
        } = request;
        // What is said of a seat is said of the profile's seat, so no board is turned.
        let strategy = ProfileStrategy::Attempts(*method);
        let source = loaded.source(strategy, settings, false, false);
        let sampling = Sampling {
            boards: request.boards,
            key: request.key,
            goes_on: true,
            keeps_rows: request.each_board,
        };
        let sample = Sample::dealt(&source, sampling, threads, watch)?;
        let rows = sample.rows.iter().filter_map(|row| {
            let one = &combinations.all()[row.drawn?.combination];
            Some(AttemptedBoard::new(profile, one, row))
        });
        Ok(AttemptReport {
            strategy: method.to_string(),
            fair: strategy.is_fair(),
            failures: sample.failures.report(),
            tight: TightSeats::new(profile, combinations, settings),
            boards: request.each_board.then(|| rows.collect()),
            unfair: method.unfair_because(),
        })
    }

    /// As a table for spreadsheets: of the boards where they were asked for, else of the seats.
    pub fn csv(&self) -> String {
        let Some(boards) = &self.boards else {
            return self.failures.csv();
        };
        let mut text = String::from("board,made,attempts,combination");
        for letter in Seat::ALL.map(Seat::letter) {
            text += &format!(",{letter}_hand_type,{letter}_shape,{letter}_hcp");
        }
        text.push('\n');
        for one in boards {
            let combination = quoted(&one.drawn.combination);
            let AttemptedBoard {
                board,
                made,
                attempts,
                ..
            } = one;
            text += &format!("{board},{made},{attempts},{combination}");
            for hand in one.hands.values() {
                let shape = hand.shape.as_deref().unwrap_or_default();
                let hcp = hand.hcp.map_or(String::new(), |hcp| hcp.to_string());
                text += &format!(",{},{shape},{hcp}", quoted(&hand.hand_type));
            }
            text.push('\n');
        }
        text
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

impl AttemptedBoard {
    fn new(profile: &Profile, one: &Combination, row: &SampledBoard) -> AttemptedBoard {
        let hand = |seat: Seat| {
            let hand = row.deal.map(|deal| deal[seat]);
            AttemptedHand {
                hand_type: subprofile_name(profile, seat, one.subprofiles[seat as usize]),
                shape: hand.and_then(Shape::of).map(|shape| shape.to_string()),
                hcp: hand.map(|hand| Measure::Points(PointCount::HCP).in_hand(hand) as u8),
            }
        };
        AttemptedBoard {
            board: row.number,
            made: row.deal.is_some(),
            attempts: row.failures.map_or(0, |failures| failures.attempts),
            drawn: NamedCombination::new(profile, one),
            hands: by_seat(hand),
        }
    }
}

impl fmt::Display for AttemptReport {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.failures, self.tight)?;
        if let Some(why) = self.unfair {
            writeln!(f, "{} is not fair: {why}", self.strategy)?;
        }
        let Some(boards) = &self.boards else {
            return Ok(());
        };
        write!(f, "\nboard  attempts")?;
        for seat in Seat::ALL {
            write!(f, "  {:<10}", seat.to_string())?;
        }
        writeln!(f, "  hand types")?;
        for one in boards {
            write!(f, "{:>5}{:>10}", one.board, one.attempts)?;
            if one.made {
                for hand in one.hands.values() {
                    let shape = hand.shape.as_deref().unwrap_or_default();
                    write!(f, "  {shape}{:>3}", hand.hcp.unwrap_or_default())?;
                }
            } else {
                write!(f, "  {:<46}", "given up")?;
            }
            writeln!(f, "  {}", one.drawn.combination)?;
        }
        Ok(())
    }
}

/// Boards that are dealt to be looked at.
#[derive(Clone, Copy)]
pub(crate) struct Sampling {
    pub(crate) boards: u64,
    pub(crate) key: Key,
    /// Whether it goes on after a board that was given up.
    pub(crate) goes_on: bool,
    /// Whether each board is kept.
    pub(crate) keeps_rows: bool,
}

/// What came of them.
#[derive(Default)]
pub(crate) struct Sample {
    /// How many were made.
    pub(crate) boards: u64,
    pub(crate) tries: u64,
    pub(crate) hands: HandTally,
    pub(crate) failures: Failures,
    rows: Vec<SampledBoard>,
}

/// One of them.
#[derive(Clone, Copy)]
struct SampledBoard {
    number: u64,
    /// Its cards, if it was made.
    deal: Option<Deal>,
    drawn: Option<DrawnCombination>,
    failures: Option<Failures>,
}

impl Sample {
    /// Deals them.
    pub(crate) fn dealt(
        source: &ProfileSource,
        sampling: Sampling,
        threads: usize,
        watch: &Watch,
    ) -> Result<Sample, FindError> {
        let run = Run {
            key: sampling.key,
            boards: 1..sampling.boards.saturating_add(1),
            generate: None,
            threads,
            distinct: false,
        };
        let finder = || SampleFinder {
            finder: source.finder(),
            goes_on: sampling.goes_on,
        };
        let mut sample = Sample::default();
        let sink = |chunk: Chunk<Sample>| -> Result<ControlFlow<()>, Infallible> {
            sample.tries += chunk.tries;
            sample.boards += chunk.made.boards;
            sample.hands.join(&chunk.made.hands);
            sample.failures.join(&chunk.made.failures);
            sample.rows.extend(chunk.made.rows);
            Ok(ControlFlow::Continue(()))
        };
        let tallying = Tallying {
            keeps_rows: sampling.keeps_rows,
        };
        match plan::run(&run, finder, &tallying, watch, sink) {
            Ok(()) => {}
            Err(RunError::Find(error)) => return Err(error),
            Err(RunError::Sink(never)) => match never {},
        }
        // Half of the boards are no sample of them.
        watch.look().map_err(PlanError::from)?;
        sample.failures.asked = sampling.boards;
        Ok(sample)
    }
}

/// Finds boards to be looked at. A run ends at a board that was not found; where it should go on, such a board counts as
/// found, and only what is told of it says that it has no cards.
struct SampleFinder {
    finder: ProfileFinder,
    goes_on: bool,
}

impl Finder for SampleFinder {
    type About = SampledBoard;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<SampledBoard>, FindError> {
        let found = self.finder.find(key, number, tries, watch)?;
        let goes_on = self.goes_on && !watch.is_stopped();
        let no_cards = goes_on.then(Deal::default);
        Ok(FoundBoard {
            deal: found.deal.or(no_cards),
            tries: found.tries,
            about: SampledBoard {
                number,
                deal: found.deal,
                drawn: found.about.drawn,
                failures: found.about.failures,
            },
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.finder.value(index, deal)
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        self.finder.boards_at_once(number, watch)
    }
}

/// Keeps of boards what a sample needs.
struct Tallying {
    keeps_rows: bool,
}

impl Tallying {
    fn keep(&self, made: &mut Sample, board: SampledBoard) {
        if let Some(failures) = &board.failures {
            made.failures.join(failures);
        }
        if let Some(deal) = &board.deal {
            made.boards += 1;
            made.hands.add(deal);
        }
        if self.keeps_rows {
            made.rows.push(board);
        }
    }
}

impl Consumer for Tallying {
    type About = SampledBoard;
    type Made = Sample;

    fn start(&self) -> Sample {
        Sample::default()
    }

    fn add(&self, made: &mut Sample, dealt: &mut Dealt<SampledBoard>) -> Result<(), EvalError> {
        self.keep(made, dealt.about);
        Ok(())
    }

    fn missed(&self, made: &mut Sample, about: SampledBoard) {
        self.keep(made, about);
    }
}
