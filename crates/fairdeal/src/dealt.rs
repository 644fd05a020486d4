//! What came of dealing: for people, for programs, and to be joined with what other parts of the run came to.

use std::collections::BTreeMap;
use std::fmt;

use answer::plural;
use bridge::Board;
use plan::{Chunk, Enumeration};
use profile::{DealtShares, DealtTally};
use serde::{Deserialize, Serialize};
use space::Watch;

use crate::answers::StatisticAnswer;
use crate::board_source::BoardSource;
use crate::dealing::{Collected, Dealing};
use crate::error::Error;
use crate::plots::{self, Picture, StatisticsFormat};
use crate::practice_set::{SetAnswer, TypeBoards};
use crate::question::Question;
use crate::seed::Seed;
use crate::statistics::Statistics;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ended {
    /// All boards were dealt, or all that a file has were looked at.
    Complete,
    /// The tries that were allowed were not enough.
    TriesRanOut,
    /// No deal is left that did not come before, as far as trying can tell.
    NoMoreDeals,
    /// It was stopped.
    Stopped,
}

/// What came of dealing.
#[derive(Clone, Debug)]
pub struct Dealt {
    /// How many boards were dealt.
    pub boards: u64,
    /// How many deals were tried.
    pub tries: u64,
    /// How many boards were asked for, or are in the file.
    pub asked: u64,
    /// The first board that was not dealt.
    pub next: u64,
    /// The mark of the question: see [`Question::fingerprint`](crate::Question::fingerprint).
    pub question: String,
    /// What they were dealt by.
    pub seed: Seed,
    /// The plan's name.
    pub plan: String,
    /// How it ended.
    pub ended: Ended,
    /// What the script counted.
    pub statistics: Statistics,
    /// What became of the boards of a file.
    pub filtered: Option<Filtered>,
    /// The boards, if they were to be kept.
    pub kept: Vec<Board>,
    /// Of several questions, how many boards are of each.
    pub questions: Vec<TypeBoards>,
    /// The set that the boards are, or are of.
    pub set: Option<SetAnswer>,
    /// How many tries were made of each share of all deals.
    pub(crate) tries_of_share: BTreeMap<u64, u64>,
    drawn: Drawing,
    pub(crate) tally: DealtTally,
    profile: Option<Box<DealtShares>>,
}

/// What became of the boards of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filtered {
    /// How many do not qualify.
    pub refused: u64,
    /// The numbers of those that could not be completed in so many tries.
    pub incomplete: Vec<u64>,
    /// What the format that they were written in has no place for, a sentence for each kind of thing.
    pub losses: Vec<String>,
}

/// Where boards came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Drawing {
    /// Some deals were tried.
    Tried,
    /// They were drawn from exactly the deals that qualify.
    Exactly,
    /// They are all of those, or a part that was asked for.
    All,
    /// Each from the deals of a type that was drawn first.
    Leveled,
    /// Each from the deals of a combination.
    Profile,
    /// Each from one of several questions.
    Mixed,
}

impl Dealt {
    pub(crate) fn nothing(dealing: &Dealing) -> Dealt {
        let boards = &dealing.run.boards;
        let exact = |number: u64| {
            let plan = dealing.source.plan_of(number);
            plan.is_some_and(|plan| plan.is_exact())
        };
        let all_exact = boards.start < boards.end && plan::Plans::tiers(boards.clone()).all(exact);
        Dealt {
            boards: 0,
            tries: 0,
            asked: boards.end - boards.start,
            next: boards.start,
            question: dealing.mark(),
            seed: dealing.seed.clone(),
            plan: dealing.plan.clone(),
            ended: Ended::Complete,
            statistics: dealing.statistics.clone(),
            filtered: None,
            kept: Vec::new(),
            questions: match &dealing.question {
                Question::Mixed(mixed) => {
                    let names = mixed.questions().iter().map(|one| one.name.clone());
                    names.map(|name| TypeBoards { name, boards: 0 }).collect()
                }
                _ => Vec::new(),
            },
            set: dealing.set.clone(),
            tries_of_share: BTreeMap::new(),
            drawn: match dealing.source {
                BoardSource::Mix(..) => Drawing::Leveled,
                BoardSource::Profile(_) => Drawing::Profile,
                BoardSource::Mixed(_) => Drawing::Mixed,
                _ if !all_exact => Drawing::Tried,
                _ if dealing.asked.each_once == Some(Enumeration::InOrder) => Drawing::All,
                _ => Drawing::Exactly,
            },
            tally: DealtTally::default(),
            profile: None,
        }
    }

    /// Adds some boards in a row, from a board on.
    pub(crate) fn add(&mut self, source: &BoardSource, first: u64, chunk: &Chunk<Collected>) {
        self.boards += chunk.boards;
        self.tries += chunk.tries;
        self.next += chunk.boards;
        let share = source.plan_of(first).map_or(1.0, |plan| plan.share());
        *self.tries_of_share.entry(share.to_bits()).or_default() += chunk.tries;
        self.statistics.join(&chunk.made.statistics);
        self.tally.join(&chunk.made.tally);
        for (one, boards) in self.questions.iter_mut().zip(&chunk.made.questions) {
            one.boards += boards;
        }
    }

    /// Notes how it ended.
    pub(crate) fn end(&mut self, dealing: &Dealing, watch: &Watch) {
        self.ended = dealing.ended(self.boards, watch);
        self.tally.failures.asked = self.asked;
        self.profile = dealing.question.dealt_profile(self, dealing).map(Box::new);
    }

    /// Notes how looking at a file ended.
    pub(crate) fn end_filtered(&mut self, dealing: &Dealing, watch: &Watch) {
        let stopped = watch.is_stopped() && self.next <= self.asked;
        self.ended = if stopped {
            Ended::Stopped
        } else {
            Ended::Complete
        };
        self.profile = dealing.question.dealt_profile(self, dealing).map(Box::new);
    }

    /// The share of all deals that the tries were drawn from: 1 unless plans drew only what might do.
    pub fn share(&self) -> f64 {
        let shares = self.tries_of_share.iter();
        let shares = shares.map(|(share, tries)| (f64::from_bits(*share), *tries as f64));
        match self.tries_of_share.len() {
            0 => 1.0,
            1 => shares.map(|(share, _)| share).sum(),
            _ => self.tries as f64 / shares.map(|(share, tries)| tries / share).sum::<f64>(),
        }
    }

    /// What came of it, as it goes over the wire.
    pub fn report(&self) -> DealReport {
        let first = self.next - self.boards.min(self.next);
        let numbered = self.filtered.is_none() && self.boards > 0;
        DealReport {
            dealt: self.answer(),
            question: self.question.clone(),
            numbers: numbered
                .then_some([first, self.next - 1])
                .into_iter()
                .collect(),
            asked: self.asked,
            ended: self.ended,
            set: self.set.clone(),
            session: None,
        }
    }

    fn answer(&self) -> DealtAnswer {
        match &self.profile {
            Some(profile) => DealtAnswer::Profile(profile.clone()),
            None => DealtAnswer::Script(Box::new(ScriptDealt {
                boards: self.boards,
                tries: self.tries,
                share: self.share(),
                seed: self.seed.name(),
                key: self.seed.key_mark().map(str::to_owned),
                generator: GENERATOR.to_owned(),
                plan: self.plan.clone(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                statistics: self.statistics.answers(),
                given: self.filtered.as_ref().map(|_| self.asked),
                refused: self.filtered.as_ref().map(|filtered| filtered.refused),
                incomplete: self.filtered.as_ref().map(|one| one.incomplete.clone()),
                questions: self.questions.clone(),
            })),
        }
    }

    /// What there is to say of boards that are missing, a sentence each.
    pub fn shortcomings(&self) -> Vec<String> {
        let Dealt {
            boards,
            asked,
            tries,
            ..
        } = *self;
        let deals = plural(tries, "deal");
        if let Some(filtered) = &self.filtered {
            let incomplete = filtered.incomplete.iter().map(|number| {
                format!("board {number} could not be completed in the tries that were allowed")
            });
            let none = (boards == 0).then(|| "no board of the file qualifies".to_owned());
            return incomplete.chain(none).collect();
        }
        match self.ended {
            Ended::Complete | Ended::Stopped => Vec::new(),
            _ if self.tally.failures.attempts > 0 => {
                let failures = self.tally.failures.report().to_string();
                let next = self.next;
                vec![format!(
                    "board {next} was given up\n{}",
                    failures.trim_end()
                )]
            }
            Ended::NoMoreDeals => vec![format!(
                "{asked} different boards were asked for, and no more than {boards} came up in {deals}"
            )],
            Ended::TriesRanOut if boards == 0 => vec![format!("none of {deals} qualified")],
            Ended::TriesRanOut => {
                let were = |number: u64| if number == 1 { "was" } else { "were" };
                let (asked_were, tries_were) = (were(asked), were(tries));
                let asked = plural(asked, "board");
                vec![format!(
                    "{asked} {asked_were} asked for; {deals} {tries_were} not enough"
                )]
            }
        }
    }
}

/// The generator of all random numbers.
pub(crate) const GENERATOR: &str = "ChaCha8";

impl fmt::Display for Dealt {
    /// `3 boards from 141 deals, 1 in 47.0; seed 1`
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let seed = &self.seed;
        if let Some(filtered) = &self.filtered {
            let (boards, refused) = (self.boards, filtered.refused);
            let given = plural(self.asked, "board");
            let by = if self.drawn == Drawing::Profile {
                "profile"
            } else {
                "script"
            };
            return write!(
                f,
                "{boards} of {given} kept, {refused} refused by the {by}; {seed}"
            );
        }
        // A plan that draws only what might do tries fewer deals than there are; the odds are those of all deals.
        let share = self.share();
        let each = match self.boards {
            0 => String::new(),
            n => format!(", 1 in {:.1}", self.tries as f64 / share / n as f64),
        };
        let (boards, deals) = (plural(self.boards, "board"), plural(self.tries, "deal"));
        match self.drawn {
            Drawing::Leveled => write!(f, "{boards}, leveled; {seed}"),
            Drawing::Profile => write!(f, "{boards} from {deals}; {seed}"),
            Drawing::Mixed => {
                let each = self.questions.iter();
                let each = each.map(|one| format!("{} {}", one.boards, one.name));
                let each = each.collect::<Vec<_>>().join(", ");
                write!(f, "{boards}: {each}; {seed}")
            }
            Drawing::All => write!(f, "{boards}: all that qualify{each} of all deals"),
            Drawing::Exactly => write!(f, "{boards}{each} of all deals; {seed}"),
            Drawing::Tried if share < 1.0 => {
                write!(
                    f,
                    "{boards} from {deals} that might do{each} of all; {seed}"
                )
            }
            Drawing::Tried => write!(f, "{boards} from {deals}{each}; {seed}"),
        }
    }
}

/// What came of dealing, as it goes over the wire.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealReport {
    /// What was dealt.
    #[serde(flatten)]
    pub dealt: DealtAnswer,
    /// A mark of the question, by which parts of one run are told from parts of another.
    pub question: String,
    /// The numbers of the boards: the first and the last of each part that is in it, in order.
    pub numbers: Vec<[u64; 2]>,
    /// How many boards were asked for, or are in the file.
    pub asked: u64,
    /// How it ended.
    pub ended: Ended,
    /// The set in exact shares that the boards are, or are a part of.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub set: Option<SetAnswer>,
    /// The folder that was written, if one was.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub session: Option<SessionAnswer>,
}

/// A session's folder, and what is in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionAnswer {
    /// Where it was written.
    pub folder: String,
    /// Its files.
    pub files: Vec<SessionFile>,
}

/// A file of a session.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionFile {
    /// Its name in the folder.
    pub name: String,
    /// What it is for.
    pub about: String,
}

impl fmt::Display for SessionAnswer {
    /// The folder, and a line for each file.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let width = self.files.iter().map(|file| file.name.chars().count());
        let width = width.max().unwrap_or_default();
        write!(f, "written to {}:", self.folder)?;
        for SessionFile { name, about } in &self.files {
            write!(f, "\n  {name:width$}  {about}")?;
        }
        Ok(())
    }
}

/// What was dealt.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum DealtAnswer {
    /// Of a profile.
    Profile(Box<DealtShares>),
    /// Of a script.
    Script(Box<ScriptDealt>),
}

/// What came of dealing a script.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScriptDealt {
    /// How many boards were dealt.
    pub boards: u64,
    /// How many deals were tried.
    pub tries: u64,
    /// The share of all deals that the tries were drawn from.
    pub share: f64,
    /// The seed: a number as its digits, a text as it is, of a secret key `key` and how its mark begins.
    pub seed: String,
    /// The mark of the secret key, if it is one: what is made public of it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// The generator of all random numbers.
    pub generator: String,
    /// The plan that found them.
    pub plan: String,
    /// The version that dealt them.
    pub version: String,
    /// What the script counted.
    pub statistics: Vec<StatisticAnswer>,
    /// How many boards the file had, where they came from one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub given: Option<u64>,
    /// How many of those do not qualify.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refused: Option<u64>,
    /// The numbers of those that could not be completed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub incomplete: Option<Vec<u64>>,
    /// Of several questions that were mixed, how many boards are of each.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub questions: Vec<TypeBoards>,
}

impl DealReport {
    /// How many boards were dealt.
    pub fn boards(&self) -> u64 {
        match &self.dealt {
            DealtAnswer::Script(dealt) => dealt.boards,
            DealtAnswer::Profile(dealt) => dealt.boards,
        }
    }

    /// As text for people: what the script counted. With `plot`, frequencies are drawn. A profile's shares are a table.
    pub fn text(&self, statistics: &Statistics, plot: bool) -> String {
        match &self.dealt {
            DealtAnswer::Script(_) => statistics.text(plot),
            DealtAnswer::Profile(dealt) => dealt.shares_text(),
        }
    }

    /// What was counted, as the text of a file; as text for people, with `plot` frequencies are drawn. `title` is what pictures are
    /// called.
    ///
    /// # Errors
    /// Never for what was dealt.
    pub fn statistics(
        &self,
        statistics: &Statistics,
        format: StatisticsFormat,
        title: &str,
        plot: bool,
    ) -> Result<String, Error> {
        let answers = statistics.answers();
        let pictures = match &self.dealt {
            DealtAnswer::Script(_) => Vec::new(),
            DealtAnswer::Profile(dealt) => shares_of_seats(dealt),
        };
        Ok(match (format, &self.dealt) {
            (StatisticsFormat::Text, _) => self.text(statistics, plot),
            (StatisticsFormat::Json, _) => {
                let json = serde_json::to_string_pretty(self);
                json.map_err(|error| Error::Write(error.into()))? + "\n"
            }
            (StatisticsFormat::Csv, DealtAnswer::Script(_)) => plots::csv(&answers),
            (StatisticsFormat::Csv, DealtAnswer::Profile(dealt)) => dealt.shares_csv(),
            (StatisticsFormat::Svg, _) => plots::svg(title, &answers, &pictures),
            (StatisticsFormat::Html, _) => plots::html(title, &answers, &pictures),
        })
    }

    /// The seed, as it is named to others.
    pub fn seed(&self) -> &str {
        match &self.dealt {
            DealtAnswer::Script(dealt) => &dealt.seed,
            DealtAnswer::Profile(dealt) => &dealt.seed,
        }
    }

    /// The mark of the secret key that they were dealt by, if it was one.
    pub fn key(&self) -> Option<&str> {
        match &self.dealt {
            DealtAnswer::Script(dealt) => dealt.key.as_deref(),
            DealtAnswer::Profile(dealt) => dealt.key.as_deref(),
        }
    }

    /// Whether the boards came from a file: those have the numbers of the file, and not those of a run.
    pub fn is_filtered(&self) -> bool {
        let given = matches!(&self.dealt, DealtAnswer::Script(dealt) if dealt.given.is_some());
        given || (self.boards() > 0 && self.numbers.is_empty())
    }

    /// That it can be of the same run as what has this mark and seed.
    pub(crate) fn is_of(&self, question: &str, seed: &str, key: Option<&str>) -> bool {
        self.question == question && self.seed() == seed && self.key() == key
    }

    /// What two parts of one run came to together, in either order.
    ///
    /// # Errors
    /// Where they are not of one run: another question or seed, or boards that both have.
    pub fn joined(&self, other: &DealReport) -> Result<DealReport, Error> {
        let refused = |message: &str| Error::Other(answer::ErrorBody::new("other-run", message));
        if !self.is_of(&other.question, other.seed(), other.key()) {
            return Err(refused(
                "these are not parts of one run: they have other questions or seeds",
            ));
        }
        let mut numbers = [&self.numbers[..], &other.numbers[..]].concat();
        numbers.sort_unstable();
        if numbers.windows(2).any(|pair| pair[1][0] <= pair[0][1]) {
            return Err(refused("some boards are in both parts"));
        }
        let dealt = match (&self.dealt, &other.dealt) {
            (DealtAnswer::Script(one), DealtAnswer::Script(other)) => one
                .joined(other)
                .map(|dealt| DealtAnswer::Script(Box::new(dealt))),
            (DealtAnswer::Profile(one), DealtAnswer::Profile(other)) => one
                .joined(other)
                .map(|dealt| DealtAnswer::Profile(Box::new(dealt))),
            _ => None,
        };
        let asked = self.asked.checked_add(other.asked);
        let (Some(dealt), Some(asked)) = (dealt, asked) else {
            return Err(refused("these do not count the same things"));
        };
        Ok(DealReport {
            dealt,
            question: self.question.clone(),
            numbers,
            asked,
            ended: if self.ended == Ended::Complete {
                other.ended
            } else {
                self.ended
            },
            // Parts of one set have the same mark.
            set: self.set.clone(),
            // What is joined lies in several places, or in a new one.
            session: None,
        })
    }
}

impl ScriptDealt {
    fn joined(&self, other: &ScriptDealt) -> Option<ScriptDealt> {
        let pairs = self.statistics.iter().zip(&other.statistics);
        let statistics = pairs.map(|(one, other)| one.joined(other));
        let same_length = self.statistics.len() == other.statistics.len();
        let statistics = statistics.collect::<Option<_>>().filter(|_| same_length)?;
        let tries = self.tries.checked_add(other.tries)?;
        let is_share = |share: f64| share > 0.0 && share <= 1.0;
        let shares = is_share(self.share) && is_share(other.share);
        let all = self.tries as f64 / self.share + other.tries as f64 / other.share;
        let sum =
            |one: Option<u64>, other: Option<u64>| one.zip(other).map(|(a, b)| a.saturating_add(b));
        if !shares {
            return None;
        }
        Some(ScriptDealt {
            boards: self.boards.checked_add(other.boards)?,
            tries,
            share: if self.share == other.share {
                self.share
            } else {
                tries as f64 / all
            },
            seed: self.seed.clone(),
            key: self.key.clone(),
            generator: self.generator.clone(),
            plan: joined_names(&self.plan, &other.plan),
            version: self.version.clone(),
            statistics,
            given: sum(self.given, other.given),
            refused: sum(self.refused, other.refused),
            questions: {
                let same = |(one, other): &(&TypeBoards, &TypeBoards)| one.name == other.name;
                let pairs = || self.questions.iter().zip(&other.questions);
                if self.questions.len() != other.questions.len() || !pairs().all(|two| same(&two)) {
                    return None;
                }
                let both = pairs().map(|(one, other)| {
                    let boards = one.boards.checked_add(other.boards)?;
                    let name = one.name.clone();
                    Some(TypeBoards { name, boards })
                });
                both.collect::<Option<_>>()?
            },
            incomplete: match (&self.incomplete, &other.incomplete) {
                (Some(one), Some(other)) => Some([&one[..], &other[..]].concat()),
                _ => None,
            },
        })
    }
}

/// The shares that the subprofiles of a profile got, a picture for each seat.
fn shares_of_seats(dealt: &DealtShares) -> Vec<Picture> {
    let note = format!("of {}", plural(dealt.boards, "board"));
    let seats = dealt.shares.iter().map(|(seat, subprofiles)| {
        let bars = subprofiles
            .iter()
            .map(|one| (one.subprofile.clone(), one.got));
        Picture::bars(seat.to_string(), note.clone(), bars.collect())
    });
    seats.collect()
}

/// The plans of two parts: one name if they are the same.
fn joined_names(one: &str, other: &str) -> String {
    if one == other {
        one.to_owned()
    } else {
        format!("{one}; {other}")
    }
}
