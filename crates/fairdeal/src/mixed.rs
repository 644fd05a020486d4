//! Several questions as one: each board is of one of them, by weight.
//!
//! Which question a board is of is drawn from a stream of its own, or follows from the set if the boards are one; then the board
//! is the one that this question has under the same seed and number. So neither threads nor shards matter.

use std::sync::Arc;

use bridge::Deal;
use condition::EvalError;
use plan::{FindError, Finder, FoundBoard, Quota, QuotaPart, Watch};
use rand::RngExt;
use space::Key;

use crate::board_source::{About, BoardSource, SourceFinder, Sourced};
use crate::combine::Weight;
use crate::deal::Asked;
use crate::deal_error::DealError;
use crate::effort::Effort;
use crate::error::Error;
use crate::practice_set::{PracticeSet, TypeBoards};
use crate::question::Question;

/// The most questions that are mixed.
pub(crate) const MOST_QUESTIONS: usize = 100;

/// One of several questions.
#[derive(Clone, Debug)]
pub struct MixedQuestion {
    /// What it is called: its boards say so, before their own hand type.
    pub name: String,
    /// How often it comes: only what weights are to each other matters.
    pub weight: Weight,
    /// The question.
    pub question: Question,
}

/// Several questions, mixed by weight. A clone is the same mixture.
///
/// ```
/// use fairdeal::{Mixed, MixedQuestion, Question, Script};
/// let question = |name: &str, text: &str, weight: u32| -> Result<MixedQuestion, fairdeal::Error> {
///     Ok(MixedQuestion { name: name.to_owned(), weight: weight.into(), question: Script::from_text(text)?.into() })
/// };
/// let mixed = Mixed::new(vec![
///     question("strong", "condition hcp(south) >= 16", 3)?,
///     question("weak", "condition hcp(south) < 8", 1)?,
/// ])?;
/// for board in Question::from(mixed).deal(10).seed(1).boards()? {
///     assert!(["strong", "weak"].contains(&board?.hand_type.unwrap().as_str()));
/// }
/// # Ok::<(), fairdeal::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mixed {
    questions: Arc<[MixedQuestion]>,
}

impl Mixed {
    /// A mixture. What has no weight is left out.
    ///
    /// # Errors
    /// Nothing to mix, too many questions, or one that is itself a mixture.
    pub fn new(mut questions: Vec<MixedQuestion>) -> Result<Mixed, Error> {
        questions.retain(|one| !one.weight.is_zero());
        let is_mixed = |one: &MixedQuestion| matches!(one.question, Question::Mixed(_));
        match questions.len() {
            0 => Err(DealError::NothingToMix.into()),
            many @ MOST_QUESTIONS.. if many > MOST_QUESTIONS => {
                Err(DealError::TooManyToMix(many).into())
            }
            _ if questions.iter().any(is_mixed) => {
                let (what, who) = ("a mixture", "questions that are none themselves");
                Err(DealError::NotForThis { what, who }.into())
            }
            _ => Ok(Mixed {
                questions: questions.into(),
            }),
        }
    }

    /// The questions.
    pub fn questions(&self) -> &[MixedQuestion] {
        &self.questions
    }

    /// Where its boards come from.
    pub(crate) fn source(
        &self,
        asked: &Asked,
        set: Option<&PracticeSet>,
        watch: &Watch,
    ) -> Result<Sourced, Error> {
        let one_question = |what| {
            let who = "one question at a time";
            Err(DealError::NotForThis { what, who }.into())
        };
        if asked.each_once.is_some() {
            return one_question("each deal only once");
        }
        if asked.trace {
            return one_question("tracing attempts");
        }
        let profiles = self.questions.iter().any(|one| one.question.is_profile());
        let quota = set.map(|set| self.quota(set, watch)).transpose()?;
        let mut upto = 0;
        let (mut parts, mut counts) = (Vec::new(), Vec::new());
        for (place, one) in self.questions.iter().enumerate() {
            let own = profiles.then(|| asked.for_question(&one.question));
            let asked = own.as_ref().unwrap_or(asked);
            let solver = one.question.solver()?;
            // A set of a question that has types is a set of those types too.
            let part = set.zip(quota.as_ref());
            let part = part.map(|(set, quota)| set.part(quota, place));
            let typed = part.as_ref().filter(|_| one.question.has_parts());
            let sourced = one.question.source(asked, typed, solver, watch)?;
            upto += one.weight.units();
            parts.push((upto, sourced.source));
            match (&quota, sourced.counts.is_empty()) {
                (Some(quota), true) => counts.push(TypeBoards {
                    name: one.name.clone(),
                    boards: quota.counts()[place],
                }),
                _ => counts.extend(sourced.counts.into_iter().map(|type_| TypeBoards {
                    name: format!("{}: {}", one.name, type_.name),
                    ..type_
                })),
            }
        }
        let source = MixedSource {
            parts,
            quota: quota.map(Arc::new),
        };
        Ok(Sourced {
            source: BoardSource::Mixed(Arc::new(source)),
            counts,
        })
    }

    fn quota(&self, set: &PracticeSet, watch: &Watch) -> Result<Quota, Error> {
        let parts = self.questions.iter().enumerate();
        let parts = parts.map(|(column, one)| QuotaPart {
            share: one.weight.units() as f64,
            row: 0,
            column,
        });
        set.quota(&parts.collect::<Vec<_>>(), || {
            let chance = |one: &MixedQuestion| {
                let odds = one.question.odds(Effort::Quick, watch)?;
                Ok(odds.probability())
            };
            self.questions.iter().map(chance).collect()
        })
    }
}

/// Where the boards of a mixture come from.
#[derive(Debug)]
pub(crate) struct MixedSource {
    /// For each question the sum of weights up to it, and where its boards come from.
    parts: Vec<(u64, BoardSource)>,
    quota: Option<Arc<Quota>>,
}

impl MixedSource {
    /// Where the boards of each question come from.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &BoardSource> {
        self.parts.iter().map(|(_, source)| source)
    }

    /// The same with the share of each question.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (&BoardSource, f64)> {
        let total = self.total() as f64;
        let before = std::iter::once(0).chain(self.parts.iter().map(|(upto, _)| *upto));
        let parts = self.parts.iter().zip(before);
        parts.map(move |((upto, source), before)| (source, (upto - before) as f64 / total))
    }

    fn total(&self) -> u64 {
        self.parts.last().map_or(0, |(upto, _)| *upto)
    }

    /// Someone who finds boards of it.
    pub(crate) fn finder(self: &Arc<MixedSource>) -> MixedFinder {
        MixedFinder {
            finders: self.parts().map(BoardSource::finder).collect(),
            source: self.clone(),
            last: 0,
        }
    }
}

/// Finds boards of a mixture, one after the other.
pub(crate) struct MixedFinder {
    source: Arc<MixedSource>,
    finders: Vec<SourceFinder>,
    last: usize,
}

impl Finder for MixedFinder {
    type About = About;

    fn find(
        &mut self,
        key: Key,
        number: u64,
        tries: u64,
        watch: &Watch,
    ) -> Result<FoundBoard<About>, FindError> {
        let source = &self.source;
        let of_set = source.quota.as_ref().and_then(|set| set.part_of(number));
        self.last = of_set.unwrap_or_else(|| {
            let mut stream = key.of("mixtures").stream(number);
            let draw = stream.random_range(0..source.total());
            source.parts.partition_point(|(upto, _)| *upto <= draw)
        });
        let found = self.finders[self.last].find(key, number, tries, watch)?;
        Ok(FoundBoard {
            deal: found.deal,
            tries: found.tries,
            about: About::Of(self.last, Box::new(found.about)),
        })
    }

    fn value(&mut self, index: usize, deal: &Deal) -> Result<i64, EvalError> {
        self.finders[self.last].value(index, deal)
    }

    fn boards_at_once(&mut self, number: u64, watch: &Watch) -> Result<u64, FindError> {
        let mut least = u64::MAX;
        for finder in &mut self.finders {
            least = least.min(finder.boards_at_once(number, watch)?);
        }
        Ok(least)
    }
}
