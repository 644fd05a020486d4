//! Sets of boards that come out exactly in their shares: of each type as many as it should have, in a chosen order.
//!
//! A set is one thing: which board is of which type follows from the seed, the number of boards and the order. Parts of it
//! can still be dealt alone. Within a type, every deal is as likely as any other.

use std::fmt;

use plan::{Arrangement, Quota, QuotaPart};
use serde::{Deserialize, Serialize};
use space::Key;

use crate::deal_error::DealError;
use crate::error::Error;

/// What is drawn for combinations comes from streams far from those of parts.
const BY_COLUMNS: u64 = 1 << 32;
/// So many types of a set are named in a sentence.
const NAMED: usize = 12;

/// In which order the boards of a set come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SetOrder {
    /// At random, every order as likely as any other.
    #[default]
    Shuffled,
    /// So that the types are in proportion from the first board on: any board has about as many of each before it as it
    /// should, to less than one.
    Spread,
    /// Type after type, in the order of the question.
    Blocks,
    /// Type after type, the one that comes most often by nature first: what players meet every day is easiest.
    EasyFirst,
}

impl SetOrder {
    /// All of them.
    pub const ALL: [SetOrder; 4] = [
        SetOrder::Shuffled,
        SetOrder::Spread,
        SetOrder::Blocks,
        SetOrder::EasyFirst,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            SetOrder::Shuffled => "shuffled",
            SetOrder::Spread => "spread",
            SetOrder::Blocks => "blocks",
            SetOrder::EasyFirst => "easy-first",
        }
    }

    /// The order of a name.
    pub fn from_name(name: &str) -> Option<SetOrder> {
        let mut all = SetOrder::ALL.into_iter();
        all.find(|order| order.name() == name)
    }
}

/// A set as it was dealt, or is being dealt: the whole of it, also where only a part is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SetAnswer {
    /// How many boards it has.
    pub boards: u64,
    /// In which order.
    pub order: SetOrder,
    /// How many of each type.
    pub types: Vec<TypeBoards>,
}

/// A type, or one of several questions, and its boards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeBoards {
    /// What it is called.
    pub name: String,
    /// How many boards it has.
    pub boards: u64,
}

impl fmt::Display for SetAnswer {
    /// `a set of 24 boards: 5 weak, 5 strong, …`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let dealt: Vec<&TypeBoards> = self.types.iter().filter(|one| one.boards > 0).collect();
        let named = dealt.iter().take(NAMED);
        let named: Vec<String> = named
            .map(|one| format!("{} {}", one.boards, one.name))
            .collect();
        let boards = answer::plural(self.boards, "board");
        write!(f, "a set of {boards}: {}", named.join(", "))?;
        match dealt.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, " and {more} more types"),
        }
    }
}

/// What is asked for: the set, or the boards of it that are of one question.
#[derive(Clone, Debug)]
pub(crate) struct PracticeSet {
    order: SetOrder,
    /// How many numbers come before its first board.
    before: u64,
    boards: u64,
    key: Key,
    /// Of a part, its place among the parts and the numbers of its boards.
    part: Option<(u64, Vec<u64>)>,
}

impl PracticeSet {
    /// A set of so many boards, after so many numbers.
    pub(crate) fn new(
        order: SetOrder,
        before: u64,
        boards: u64,
        key: Key,
    ) -> Result<PracticeSet, DealError> {
        if boards > Quota::MOST_BOARDS {
            return Err(DealError::SetTooLarge(boards));
        }
        Ok(PracticeSet {
            order,
            before,
            boards,
            key,
            part: None,
        })
    }

    /// Which board is of which part. How common parts are by nature is asked only where the order needs it.
    pub(crate) fn quota(
        &self,
        parts: &[QuotaPart],
        common: impl FnOnce() -> Result<Vec<f64>, Error>,
    ) -> Result<Quota, Error> {
        let arrangement = self.arrangement(parts.len(), common)?;
        let quota = Quota::new(parts, self.boards, &arrangement, &mut self.stream(0));
        Ok(self.placed(quota))
    }

    /// The same for parts that are combinations, whose rows have whole numbers of boards: their columns are what is put in
    /// order, and `common` says how common those are.
    pub(crate) fn quota_by_columns(
        &self,
        parts: &[QuotaPart],
        common: &[f64],
    ) -> Result<Quota, Error> {
        let arrangement = self.arrangement(common.len(), || Ok(common.to_vec()))?;
        let stream = &mut self.stream(BY_COLUMNS);
        let quota = Quota::by_columns(parts, self.boards, &arrangement, stream);
        Ok(self.placed(quota))
    }

    fn arrangement(
        &self,
        parts: usize,
        common: impl FnOnce() -> Result<Vec<f64>, Error>,
    ) -> Result<Arrangement, Error> {
        Ok(match self.order {
            SetOrder::Shuffled => Arrangement::Shuffled,
            SetOrder::Spread => Arrangement::Spread,
            SetOrder::Blocks => Arrangement::Blocks((0..parts).collect()),
            SetOrder::EasyFirst => {
                let common = common()?;
                let mut order: Vec<usize> = (0..parts).collect();
                answer::sort_by(&mut order, |one, other| {
                    common[*other].total_cmp(&common[*one])
                });
                Arrangement::Blocks(order)
            }
        })
    }

    fn stream(&self, first: u64) -> space::Stream {
        let place = self.part.as_ref().map_or(0, |(place, _)| place + 1);
        self.key.of("practice sets").stream(first + place)
    }

    /// Of a part, with the numbers of its boards.
    fn placed(&self, quota: Quota) -> Quota {
        match &self.part {
            None if self.before == 0 => quota,
            None => quota.at((1..=self.boards)
                .map(|n| self.before.saturating_add(n))
                .collect()),
            Some((_, numbers)) => quota.at(numbers.clone()),
        }
    }

    /// Whether it has no boards.
    pub(crate) fn is_empty(&self) -> bool {
        self.boards == 0
    }

    /// The boards of one part as a set of their own.
    pub(crate) fn part(&self, quota: &Quota, part: usize) -> PracticeSet {
        PracticeSet {
            boards: quota.counts()[part],
            part: Some((part as u64, quota.boards_of(part))),
            ..*self
        }
    }

    /// What it comes to.
    pub(crate) fn answer(&self, types: Vec<TypeBoards>) -> SetAnswer {
        SetAnswer {
            boards: self.boards,
            order: self.order,
            types,
        }
    }
}
