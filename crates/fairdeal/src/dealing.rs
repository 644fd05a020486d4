//! Dealing: made ready, and run. Boards are one stream, whatever the question; what is written, counted, kept or filed away
//! is made of that stream.

use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use answer::plural;
use bridge::double_dummy::{Solver, result_values};
use bridge::formats::{Format, Style};
use bridge::{Board, HandType};
use condition::EvalError;
use plan::{Chunk, Consumer, Enumeration, FindError, Run, RunError};
use profile::{AttemptEvent, DealtTally, TracedAttempt};
use script::{Action, Value};
use space::Watch;

use crate::board_source::{About, BoardSource, Sourced};
use crate::boards::Boards;
use crate::deal::{Asked, BOARDS, Deal, Shard};
use crate::deal_error::{DealError, MAX_KEPT, MAX_LISTED};
use crate::dealt::{Dealt, Ended};
use crate::error::Error;
use crate::fingerprint::fingerprint;
use crate::practice_set::{PracticeSet, SetAnswer};
use crate::question::{OwnNumbers, Question};
use crate::seed::Seed;
use crate::solving::{Solving, SolvingFinder, Told, add_results};
use crate::statistics::Statistics;
use crate::writing::{Writer, WrittenText, is_whole_deal, prints};

/// What is to be made of the boards.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// How they are written; else by the script's print actions, else as `printall` does, and those of a profile as text.
    pub format: Option<Format>,
    /// What a format has beside the boards. Where they come from and what the script reports is added to it.
    pub style: Style,
    /// Whether the boards are kept, for more than one file.
    pub keep: bool,
}

/// Where what is made of boards goes, in the order of the boards.
pub trait BoardSink {
    /// Some text.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn text(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// What was written down of an attempt.
    ///
    /// # Errors
    /// Why it cannot be written.
    fn trace(&mut self, _told: &TracedAttempt) -> io::Result<()> {
        Ok(())
    }
}

/// Text that goes to a writer.
pub struct TextTo<W>(pub W);

impl<W: io::Write> BoardSink for TextTo<W> {
    fn text(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }
}

/// Nobody wants the text.
pub struct NoText;

impl BoardSink for NoText {
    fn text(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// Boards that are ready to be dealt.
#[derive(Clone, Debug)]
pub struct Dealing {
    pub(crate) question: Question,
    pub(crate) asked: Asked,
    pub(crate) source: BoardSource,
    /// What they are dealt by.
    pub(crate) seed: Seed,
    pub(crate) run: Run,
    pub(crate) solver: Option<Solver>,
    /// Solves the boards, if they are to have their results.
    pub(crate) solving: Option<Arc<Solving>>,
    /// Whether making something of a board, beside solving it, takes so long that they are handed over one by one.
    pub(crate) one_by_one: bool,
    /// How many boards the whole run was to have.
    pub(crate) whole: u64,
    /// What the script does with its boards.
    pub(crate) actions: Vec<Action<Value>>,
    pub(crate) statistics: Statistics,
    /// The set that its boards are, if they are one.
    pub(crate) set: Option<SetAnswer>,
    /// What the question says of its boards; of a mixture, each of its questions.
    numbers: Vec<OwnNumbers>,
    /// The plan's name, so that a board can always be traced.
    pub(crate) plan: String,
}

impl Dealing {
    pub(crate) fn new(deal: Deal, watch: &Watch) -> Result<Dealing, Error> {
        let Deal { question, asked } = deal;
        watch.begin("planning", None);
        watch.look()?;
        if let Some(Shard { part, of }) = asked.shard
            && !(1..=of).contains(&part)
        {
            return Err(DealError::NoSuchPart(part, of).into());
        }
        let numbers = question.numbers()?;
        let whole = asked.boards.or(numbers.produce).unwrap_or(BOARDS);
        // Boards before the script's first one are not of the run, though they have numbers.
        let before = numbers.start_board.saturating_sub(1);
        let seed = asked.seed.clone();
        let seed: Seed = seed.unwrap_or_else(|| question.own_seed().unwrap_or(0).into());
        let solver = question.solver()?;
        let solving = Solving::if_asked(&asked)?;
        if asked.turn_to_dealer && asked.random_vulnerability {
            return Err(DealError::TurnedAndRandom.into());
        }
        let set = match asked.set {
            Some(_) if asked.each_once.is_some() => return Err(DealError::DistinctSet.into()),
            Some(order) => Some(PracticeSet::new(order, before, whole, seed.key())?),
            None => None,
        };
        let Sourced { source, counts } = question.source(&asked, set.as_ref(), solver, watch)?;
        // Where each deal comes once, there are no more boards than deals.
        let count = source.count(1).filter(|_| asked.each_once.is_some());
        let most = count.map_or(u64::MAX, |count| u64::try_from(count).unwrap_or(u64::MAX));
        let run_length = match asked.each_once {
            Some(Enumeration::InOrder) => most,
            _ => whole.saturating_add(before).min(most),
        };
        let part = asked
            .shard
            .map_or(1..run_length.saturating_add(1), |shard| {
                shard.boards(run_length)
            });
        let first = part.start.max(asked.start).max(before.saturating_add(1));
        let boards = first.min(part.end)..part.end;
        if asked.each_once == Some(Enumeration::InOrder) && boards.end - boards.start > MAX_LISTED {
            return Err(DealError::TooManyToList(count.unwrap_or_default()).into());
        }
        if boards.start < boards.end {
            plan_all(&question, &source, &boards, watch)?;
        }
        let actions = question.actions()?;
        let gives_each_once = source.plan_of(1).is_some_and(|plan| plan.gives_each_once());
        let distinct = asked.each_once.is_some() && !gives_each_once;
        if distinct && asked.shard.is_some() {
            return Err(DealError::NoDistinctPart.into());
        }
        Ok(Dealing {
            run: Run {
                key: seed.key(),
                generate: asked.generate.or(numbers.generate),
                threads: asked.threads,
                distinct,
                boards: boards.clone(),
            },
            plan: source.plan_name(&boards),
            seed,
            statistics: statistics(&question)?,
            set: set.map(|set| set.answer(counts)),
            numbers: match &question {
                Question::Mixed(mixed) => {
                    let questions = mixed.questions().iter();
                    let numbers = questions.map(|one| one.question.numbers());
                    numbers.collect::<Result<_, _>>()?
                }
                _ => vec![numbers],
            },
            question,
            asked,
            source,
            solver,
            one_by_one: false,
            solving,
            whole,
            actions,
        })
    }

    /// The numbers of the boards it will deal.
    pub fn boards(&self) -> Range<u64> {
        self.run.boards.clone()
    }

    /// What they are dealt by.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// The names of the plans that they are found by.
    pub fn plan(&self) -> &str {
        &self.plan
    }

    /// Where each deal comes once and there are fewer than were asked for: how many were, and how many there are.
    pub fn fewer(&self) -> Option<(u64, u128)> {
        let count = self.source.count(1)?;
        let asked = self.whole;
        let once = self.asked.each_once == Some(Enumeration::Shuffled);
        (once && count < u128::from(asked)).then_some((asked, count))
    }

    /// Whether it writes boards; a script may also only count.
    pub fn writes(&self, format: Option<Format>) -> bool {
        format.is_some() || self.question.is_written_as_text() || self.actions.iter().any(prints)
    }

    /// How boards are shown to a person where nobody said how: whole deals as text, however the script writes them for other programs.
    /// `None` where the script prints something else, of which only its author knows how it should look, or nothing.
    pub fn shown_to_people(&self) -> Option<Format> {
        let mut printed = self
            .actions
            .iter()
            .filter(|action| prints(action))
            .peekable();
        printed.peek()?;
        printed.all(is_whole_deal).then_some(Format::Text)
    }

    /// Whether it counts how often something comes, so that there is something to draw as bars.
    pub fn has_frequencies(&self) -> bool {
        let is_frequency = |action: &Action<Value>| matches!(action, Action::Frequency { .. });
        self.actions.iter().any(is_frequency)
    }

    /// What there is to say before a run: what a format has no place for, what of a profile is left out, that there are
    /// fewer boards than were asked for, or how long a board takes.
    pub fn expectations(&self, format: Option<Format>) -> Vec<String> {
        let mut sentences = Vec::new();
        // A line of hands says nothing of dealers, and nobody expects it to.
        if let Some(format) = format.filter(|format| *format != Format::Oneline)
            && !format.keeps().dealer
            && self.question.says_dealer()
            && !self.asked.turn_to_dealer
        {
            let (name, helps) = (format.name(), format.turning_helps());
            sentences.push(format!(
                "{name} has no place for the dealer and vulnerability of the script{helps}"
            ));
        }
        if self.asked.turn_to_dealer && !self.question.names_dealer() {
            sentences.push("the script does not say who deals, so no board is turned".to_owned());
        }
        if let Some(set) = &self.set {
            sentences.push(set.to_string());
        }
        if let Question::Profile(profile) = &self.question {
            if let Some((left_out, all)) = profile.left_out() {
                let all = plural(all as u64, "combination");
                sentences.push(format!(
                    "{left_out} of {all} cannot be dealt and are left out; fairdeal check says why"
                ));
            }
            if let Some(why) = self.asked.strategy.unfair_because() {
                let name = self.asked.strategy.name();
                sentences.push(format!("{name} is not fair: {why}"));
            }
        }
        if let Some((asked, count)) = self.fewer() {
            sentences.push(format!(
                "{asked} different boards were asked for, and {count} qualify: here are all of them"
            ));
        }
        let once = self.asked.each_once.is_some() && !self.run.distinct;
        let priced = self.source.price(self.run.boards.start.max(1));
        if let Some((price, found)) = priced.filter(|_| !once) {
            let seconds = price / crate::explain::UNITS_A_SECOND;
            if seconds >= 1.0 && found {
                sentences.push(format!("about {seconds:.0} s a board"));
            } else if seconds >= 1.0 {
                sentences.push(format!(
                    "none found so far: {seconds:.0} s a board or more, if there are any; fairdeal explain says why"
                ));
            }
        }
        sentences
    }

    /// Where a board of its seed comes from, so that it can always be traced.
    pub fn origin(&self) -> String {
        let once = match self.asked.each_once {
            None => "",
            Some(Enumeration::Shuffled) => ", distinct",
            Some(Enumeration::InOrder) => ", all",
        };
        let version = env!("CARGO_PKG_VERSION");
        let seed = &self.seed;
        let of = self.question.origin(self.asked.strategy, &self.plan);
        let vulnerable = if self.asked.random_vulnerability {
            format!(
                ", vulnerabilities from board {}",
                seed.vulnerability_from() + 1
            )
        } else {
            String::new()
        };
        let set = self.set.as_ref().map_or(String::new(), |set| {
            format!(", set of {}, {}", set.boards, set.order.name())
        });
        let turned = if self.asked.turn_to_dealer {
            ", turned to the dealer"
        } else {
            ""
        };
        format!("fairdeal {version}, ChaCha8, {seed}, {of}{once}{vulnerable}{set}{turned}")
    }

    /// The mark by which parts of the run are told from parts of another: that of the question, and of the set if it is one.
    pub(crate) fn mark(&self) -> String {
        let question = self.question.fingerprint();
        match &self.set {
            None => question,
            Some(set) => {
                let boards = set.boards.to_string();
                fingerprint([&*question, &*boards, set.order.name()])
            }
        }
    }

    /// The style of files that are written of its boards.
    pub fn style(&self, style: &Style) -> Style {
        Style {
            origin: Some(self.origin()),
            title: style.title.clone().or_else(|| self.question.title()),
            hand_types: style.hand_types || self.question.has_hand_types(),
            ..style.clone()
        }
    }

    /// The format that boards are written in, if it is one.
    pub(crate) fn format(&self, wanted: &Wanted) -> Option<Format> {
        // What is printed where nobody says anything has no place for results.
        let nothing_said = matches!(self.actions[..], [Action::PrintAll]);
        let text = self.question.is_written_as_text() || self.solving.is_some() && nothing_said;
        let usual = text.then_some(Format::Text);
        wanted.format.or(usual.filter(|_| !wanted.keep))
    }

    /// Someone who finds its boards.
    pub(crate) fn finder(&self) -> SolvingFinder {
        SolvingFinder {
            finder: self.source.finder(),
            solving: self.solving.clone(),
            one_by_one: self.one_by_one,
        }
    }

    /// Whether a board takes long, once it is found.
    #[cfg(feature = "tables")]
    pub(crate) fn is_slow(&self, number: u64) -> bool {
        let solving = self.solving.as_ref();
        self.one_by_one || solving.is_some_and(|solving| solving.is_for(number))
    }

    /// That all boards were solved, if that was asked for.
    pub(crate) fn check_solved(&self) -> Result<(), Error> {
        self.solving
            .as_ref()
            .map_or(Ok(()), |solving| solving.check())
    }

    pub(crate) fn writer(&self, wanted: &Wanted) -> Writer {
        match self.format(wanted) {
            // Boards that are kept are written elsewhere.
            None if wanted.keep => Writer::Actions(Vec::new()),
            Some(format) => {
                let style = self.style(&wanted.style);
                Writer::in_format(format, style, &self.actions, self.solving.is_some())
            }
            None => Writer::Actions(self.actions.iter().filter(|a| prints(a)).cloned().collect()),
        }
    }

    /// The question that a board is of, and what is known of the board there.
    fn question_of<'a>(&'a self, about: &'a About) -> QuestionOf<'a> {
        match (about, &self.question, &self.source) {
            (About::Of(place, about), Question::Mixed(mixed), BoardSource::Mixed(source)) => {
                let one = &mixed.questions()[*place];
                QuestionOf {
                    name: Some(&one.name),
                    question: &one.question,
                    numbers: &self.numbers[*place],
                    source: source.parts().nth(*place).unwrap_or(&self.source),
                    about,
                }
            }
            _ => QuestionOf {
                name: None,
                question: &self.question,
                numbers: &self.numbers[0],
                source: &self.source,
                about,
            },
        }
    }

    /// A board as it was dealt, with its results. It is not turned yet.
    pub(crate) fn board(&self, number: u64, deal: bridge::Deal, told: &Told) -> Board {
        let of = self.question_of(&told.about);
        let mut board = Board::new(number, deal);
        if self.asked.random_vulnerability {
            let from = self.seed.vulnerability_from();
            board.vulnerable = Board::new(number.wrapping_add(from), deal).vulnerable;
        }
        let drawn = match of.about {
            About::Profile(about) => about.drawn,
            _ => None,
        };
        let dealer = drawn.and_then(|drawn| of.question.dealer_of(drawn));
        board.dealer = dealer.or(of.numbers.dealer).unwrap_or(board.dealer);
        board.vulnerable = of.numbers.vulnerable.unwrap_or(board.vulnerable);
        add_results(&mut board, told.tricks);
        board
    }

    /// A board as it comes to the table, and by how many seats it was turned for it.
    pub(crate) fn at_the_table(&self, board: Board) -> (Board, usize) {
        if self.asked.turn_to_dealer {
            board.turned_to_dealer()
        } else {
            (board, 0)
        }
    }

    /// What a board was dealt as, where there is a word for it. Values of its deal are asked for one by one.
    pub(crate) fn hand_type(
        &self,
        about: &About,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<Option<HandType>, EvalError> {
        let of = self.question_of(about);
        let own = match (of.about, of.question, of.source) {
            (About::Profile(about), Question::Profile(profile), _) => {
                about.drawn.and_then(|drawn| profile.hand_type(drawn))
            }
            (About::Part(_), Question::Leveled(leveled), _) if leveled.has_labels() => {
                let label = leveled
                    .scenario()
                    .label_of(&mut |value| ask(Value(value)))?;
                label.and_then(HandType::new)
            }
            (About::Part(part), _, BoardSource::Mix(_, types)) => types[*part].clone(),
            (About::Nothing, Question::Script(script), _) => match script.types() {
                Some(types) => HandType::new(&types.of(&mut |value| ask(Value(value)))?),
                None => None,
            },
            _ => None,
        };
        Ok(match (of.name, own) {
            (None, own) => own,
            (Some(name), None) => HandType::new(name),
            (Some(name), Some(own)) => HandType::new(&format!("{name}: {own}")),
        })
    }

    /// Deals. `sink` gets what is made of the boards, in their order; what stands before the first and after the last comes
    /// with none.
    ///
    /// # Errors
    /// What went wrong first. Boards that were not found are no error: they are missing, and [`Dealt::ended`] says why.
    pub fn run(
        &self,
        wanted: &Wanted,
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let writer = self.writer(wanted);
        self.check_place(&writer, wanted)?;
        self.check_room(&writer, wanted)?;
        let mut dealt = Dealt::nothing(self);
        let mut kept = WrittenText::default();
        sink.text(&writer.begin().map_err(DealError::from)?)?;
        let collecting = Collecting::new(self, &writer, wanted);
        let mut trace = self.question.trace(&self.asked, watch)?;
        if let Some(trace) = &trace {
            sink.trace(&trace.begun())?;
        }
        let mut next = self.run.boards.start;
        self.run_chunks(&collecting, watch, &mut |chunk| {
            dealt.add(&self.source, next, &chunk);
            next += chunk.boards;
            let Collected {
                written,
                boards,
                events,
                ..
            } = chunk.made;
            dealt.kept.extend(boards);
            if let Some(trace) = &mut trace {
                for event in events {
                    sink.trace(&trace.told(event))?;
                }
            }
            sink.text(&kept.join(written))
        })?;
        self.check_solved()?;
        sink.text(&writer.end(&kept).map_err(DealError::from)?)?;
        dealt.end(self, watch);
        Ok(dealt)
    }

    /// Deals, and hands over what was made of some boards in a row, in their order.
    pub(crate) fn run_chunks<C: Consumer<About = Told>>(
        &self,
        consumer: &C,
        watch: &Watch,
        hand_over: &mut dyn FnMut(Chunk<C::Made>) -> io::Result<()>,
    ) -> Result<(), Error> {
        let finder = || self.finder();
        let sink = |chunk| hand_over(chunk).map(ControlFlow::Continue);
        let ran = plan::run(&self.run, finder, consumer, watch, sink);
        ran.map_err(|error| match error {
            RunError::Find(FindError::Plan(error)) => self.question.no_plan(error, watch),
            RunError::Find(FindError::Eval(error)) => self.question.no_answer(error),
            RunError::Sink(error) => Error::Write(error),
        })
    }

    /// Whether what is written has a place for results, if there are any.
    pub(crate) fn check_place(&self, writer: &Writer, wanted: &Wanted) -> Result<(), DealError> {
        if self.solving.is_none() || wanted.keep {
            return Ok(());
        }
        let (has_place, what) = match self.format(wanted) {
            Some(format) => (format.takes_results(), format!("{} has", format.name())),
            None => (writer.prints_pbn(), "what the script prints has".to_owned()),
        };
        if has_place {
            Ok(())
        } else {
            Err(DealError::NoPlaceForResults(what))
        }
    }

    /// Whether what is written has a place for all boards: that is better known before they are dealt.
    fn check_room(&self, writer: &Writer, wanted: &Wanted) -> Result<(), DealError> {
        let last = self.run.boards.end.saturating_sub(1);
        let number = self.run.boards.end - self.run.boards.start;
        if let Some(format) = wanted.format
            && let Some(most) = format.highest_number()
            && last > most
        {
            return Err(DealError::TooMany(format, most, last));
        }
        if let Some(format) = wanted.format {
            wanted.style.check(format)?;
            if let Some(most) = format.most_boards().filter(|most| number > *most) {
                return Err(DealError::TooManyAtOnce(format, most, number));
            }
        }
        let kept = match writer {
            _ if wanted.keep => Some("a folder"),
            Writer::ByBoard(..) => None,
            Writer::Whole(..) => wanted.format.map(Format::name),
            Writer::Actions(actions) => {
                let paged = |action: &Action<Value>| matches!(action, Action::Print(_));
                actions.iter().any(paged).then_some("print(...)")
            }
        };
        match kept {
            Some(what) if number > MAX_KEPT => Err(DealError::Kept(what)),
            _ => Ok(()),
        }
    }

    /// How it ended, after so many boards.
    pub(crate) fn ended(&self, boards: u64, watch: &Watch) -> Ended {
        let run = &self.run;
        if boards >= run.boards.end - run.boards.start {
            Ended::Complete
        } else if watch.is_stopped() {
            Ended::Stopped
        } else if run.distinct && run.generate.is_none() && !self.source.is_by_attempts() {
            Ended::NoMoreDeals
        } else {
            Ended::TriesRanOut
        }
    }

    /// The boards, as they are asked for.
    pub fn into_boards(self, watch: Watch) -> Boards {
        Boards::new(self, watch)
    }
}

/// The question that a board is of, and what is known of the board there.
struct QuestionOf<'a> {
    /// Of one of several, its name.
    name: Option<&'a str>,
    question: &'a Question,
    numbers: &'a OwnNumbers,
    source: &'a BoardSource,
    about: &'a About,
}

/// Plans the boards of a question, so that all that may be wrong is known, and said at its place.
fn plan_all(
    question: &Question,
    source: &BoardSource,
    boards: &Range<u64>,
    watch: &Watch,
) -> Result<(), Error> {
    match (question, source) {
        (Question::Mixed(mixed), BoardSource::Mixed(source)) => {
            let mut parts = mixed.questions().iter().zip(source.parts());
            parts.try_for_each(|(one, source)| plan_all(&one.question, source, boards, watch))
        }
        _ => {
            let planned = source.plan(boards, watch);
            planned.map_err(|error| question.no_plan(error, watch))
        }
    }
}

/// What a question counts over its boards, before the first.
fn statistics(question: &Question) -> Result<Statistics, Error> {
    let Question::Mixed(mixed) = question else {
        let statistics = Statistics::new(&question.actions()?);
        return Ok(statistics.map_err(DealError::Frequency)?);
    };
    let questions = mixed.questions().iter();
    let each = questions.map(|one| Ok((one.name.as_str(), statistics(&one.question)?)));
    let each = each.collect::<Result<Vec<_>, Error>>()?;
    Ok(Statistics::of_questions(each))
}

/// What a thread makes of some boards in a row.
#[derive(Debug)]
pub(crate) struct Collected {
    pub written: WrittenText,
    pub statistics: Statistics,
    /// What came of the boards of a profile.
    pub tally: DealtTally,
    /// What happened to each attempt, if that was to be written down.
    pub events: Vec<AttemptEvent>,
    pub boards: Vec<Board>,
    /// Of several questions, how many boards are of each.
    pub questions: Vec<u64>,
}

/// Makes what is wanted of boards.
pub(crate) struct Collecting<'a> {
    dealing: &'a Dealing,
    writer: &'a Writer,
    keep: bool,
    /// Whether what is made has a place for what boards were dealt as.
    hand_types: bool,
    /// Whether its results are further values there.
    results_as_values: bool,
}

impl<'a> Collecting<'a> {
    pub(crate) fn new(dealing: &'a Dealing, writer: &'a Writer, wanted: &Wanted) -> Collecting<'a> {
        let written = match dealing.format(wanted) {
            Some(format) => format.keeps().hand_type,
            None => writer.prints_pbn(),
        };
        Collecting {
            dealing,
            writer,
            keep: wanted.keep,
            results_as_values: dealing.solving.is_some()
                && dealing
                    .format(wanted)
                    .is_some_and(Format::has_results_as_values),
            hand_types: dealing.question.has_hand_types() && (wanted.keep || written),
        }
    }

    /// For a table, which has a place for what boards were dealt as and asks for the values itself.
    #[cfg(feature = "tables")]
    pub(crate) fn of_table(dealing: &'a Dealing, nothing: &'a Writer) -> Collecting<'a> {
        Collecting {
            dealing,
            writer: nothing,
            keep: false,
            hand_types: dealing.question.has_hand_types(),
            results_as_values: false,
        }
    }

    /// Adds a board, whose values are asked for one by one.
    pub(crate) fn collect(
        &self,
        made: &mut Collected,
        board: Board,
        about: &About,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<(), EvalError> {
        let board = self.finished(board, about, ask)?;
        if self.keep {
            made.boards.push(board.clone());
        }
        self.writer.board(board, ask, &mut made.written)?;
        self.count(made, about, ask)
    }

    /// A board that was found, and what is known of it; what came of looking for it is counted.
    pub(crate) fn found(
        &self,
        made: &mut Collected,
        dealt: &mut plan::Dealt<Told>,
    ) -> (Board, About) {
        let board = self.dealing.board(dealt.number, dealt.deal, &dealt.about);
        let mut about = std::mem::replace(&mut dealt.about.about, About::Nothing);
        if let About::Profile(about) = &mut about {
            made.tally.add(about);
            made.events.append(&mut about.trace);
        }
        (board, about)
    }

    /// A board as it is written: at the table, with what the script reports and what it was dealt as.
    pub(crate) fn finished(
        &self,
        board: Board,
        about: &About,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<Board, EvalError> {
        let (mut board, steps) = self.dealing.at_the_table(board);
        // A value that the script reports by such a name is what it means.
        if let (true, Some(tricks), Some(par)) = (self.results_as_values, board.tricks, board.par) {
            board.set_values(result_values(&tricks, par));
        }
        self.writer.add_values(&mut board, ask)?;
        // What a file says of its board stays.
        if self.hand_types && board.hand_type.is_none() {
            let own = self.dealing.hand_type(about, ask)?;
            board.hand_type = own.and_then(|words| words.turned(steps));
        }
        Ok(board)
    }

    /// Counts a board.
    pub(crate) fn count(
        &self,
        made: &mut Collected,
        about: &About,
        ask: &mut dyn FnMut(Value) -> Result<i64, EvalError>,
    ) -> Result<(), EvalError> {
        let question = match about {
            About::Of(place, _) => Some(*place),
            _ => None,
        };
        if let Some(place) = question {
            made.questions
                .resize(made.questions.len().max(place + 1), 0);
            made.questions[place] += 1;
        }
        made.statistics.add_of(question, ask)
    }
}

impl Consumer for Collecting<'_> {
    type About = Told;
    type Made = Collected;

    fn start(&self) -> Collected {
        Collected {
            written: WrittenText::default(),
            statistics: self.dealing.statistics.clone(),
            tally: DealtTally::default(),
            events: Vec::new(),
            boards: Vec::new(),
            questions: Vec::new(),
        }
    }

    fn add(&self, made: &mut Collected, dealt: &mut plan::Dealt<Told>) -> Result<(), EvalError> {
        let (board, about) = self.found(made, dealt);
        self.collect(made, board, &about, &mut |value| dealt.value(value.0))
    }

    fn missed(&self, made: &mut Collected, told: Told) {
        if let About::Profile(about) = told.about {
            made.tally.missed(&about);
            made.events.extend(about.trace);
        }
    }
}

/// Kept alive by whoever finds boards.
pub(crate) type SharedDealing = Arc<Dealing>;
