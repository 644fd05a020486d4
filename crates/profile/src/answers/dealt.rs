//! What was dealt of a profile: the shares asked for and got.

use std::collections::BTreeMap;
use std::fmt;

use answer::{plural, share};
use bridge::{Board, Deal, Seat};
use serde::{Deserialize, Serialize};

use super::{NamedCombination, by_seat, subprofile_name};
use crate::attempting::failures::{FailureReport, Failures};
use crate::combining::combination::Combinations;
use crate::document::model::Profile;
use crate::finding::drawn::AboutBoard;
use crate::finding::source::ProfileStrategy;

/// What boards of a profile came to, added up as they are dealt.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DealtTally {
    /// How many boards there are.
    pub boards: u64,
    /// How many of each combination: by their numbers in [`Combinations::all`].
    pub combinations: BTreeMap<usize, u64>,
    /// Why attempts failed, those at a board that was not made too.
    pub failures: Failures,
}

impl DealtTally {
    /// Adds a board.
    pub fn add(&mut self, about: &AboutBoard) {
        self.boards += 1;
        if let Some(drawn) = about.drawn {
            *self.combinations.entry(drawn.combination).or_default() += 1;
        }
        self.missed(about);
    }

    /// Adds what is known of a board that was not found.
    pub fn missed(&mut self, about: &AboutBoard) {
        if let Some(failures) = &about.failures {
            self.failures.join(failures);
        }
    }

    /// Adds further boards.
    pub fn join(&mut self, later: &DealtTally) {
        self.boards += later.boards;
        for (combination, boards) in &later.combinations {
            *self.combinations.entry(*combination).or_default() += boards;
        }
        self.failures.join(&later.failures);
    }
}

/// How boards of a profile were dealt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HowDealt {
    /// The seed, as it is named to others.
    pub seed: String,
    /// The mark of the secret key, if it is one.
    pub key: Option<String>,
    /// How many deals were tried.
    pub tries: u64,
    /// How boards were found.
    pub strategy: ProfileStrategy,
    /// Whether they were turned round half of the time.
    pub rotated: bool,
    /// Vulnerabilities are those of the boards this much further on.
    pub vulnerability_from: u64,
}

/// What was dealt of a profile, with the shares asked for and got.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtShares {
    /// The profile's name,
    pub profile: String,
    /// and what it teaches.
    pub description: String,
    /// How many boards were dealt.
    pub boards: u64,
    /// How many deals were tried for them.
    pub tries: u64,
    /// The seed: a string, because many readers of JSON cannot hold it as a number. Of a secret key, `key` and how its mark
    /// begins.
    pub seed: String,
    /// The mark of the secret key, if it is one: what is made public of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The generator of the random numbers.
    pub generator: String,
    /// The version of the program.
    pub version: String,
    /// How boards were found: `auto`, `exact`, `reject`, `help`, `construct`, or the name of a plan.
    pub strategy: String,
    /// Whether that is fair.
    pub fair: bool,
    /// Whether boards were turned round half of the time.
    pub rotated: bool,
    /// Who was vulnerable on board 1.
    pub first_vulnerability: String,
    /// By seat, the share of each subprofile.
    pub shares: BTreeMap<Seat, Vec<DealtSubprofile>>,
    /// The combinations that came.
    pub combinations: Vec<DealtCombination>,
    /// How many combinations cannot be dealt.
    pub left_out: usize,
    /// Why attempts failed, if boards were dealt by attempts.
    pub failures: Option<FailureReport>,
}

/// How often a subprofile came.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtSubprofile {
    /// Its name, or its number from 1.
    pub subprofile: String,
    /// Its weight in the profile.
    pub weight: f64,
    /// The share that it was to have, by weight and coupling, once what cannot be dealt is left out.
    pub asked: f64,
    /// The share that it had.
    pub got: f64,
}

/// How often a combination came.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DealtCombination {
    /// Which it is.
    #[serde(flatten)]
    pub named: NamedCombination,
    /// The share that it was to have.
    pub share: f64,
    /// How many boards it had.
    pub boards: u64,
}

impl DealtShares {
    /// What came of boards that were dealt so.
    pub fn new(
        profile: &Profile,
        combinations: &Combinations,
        tally: &DealtTally,
        how: HowDealt,
    ) -> DealtShares {
        let all = combinations.all();
        let total = tally.boards.max(1) as f64;
        let got = |seat: Seat, index: usize| {
            let with = tally
                .combinations
                .iter()
                .filter(|(one, _)| all[**one].subprofiles[seat as usize] == index);
            with.map(|(_, number)| *number).sum::<u64>() as f64 / total
        };
        let subprofile = |seat: Seat, index: usize| DealtSubprofile {
            subprofile: subprofile_name(profile, seat, index),
            weight: profile.seat(seat)[index].weight,
            asked: combinations.share_of(seat, index),
            got: got(seat, index),
        };
        let each = tally.combinations.iter().map(|(one, boards)| {
            let one = &all[*one];
            DealtCombination {
                named: NamedCombination::new(profile, one),
                share: one.share,
                boards: *boards,
            }
        });
        let first = Board::new(1u64.wrapping_add(how.vulnerability_from), Deal::default());
        let attempts = matches!(how.strategy, ProfileStrategy::Attempts(_));
        DealtShares {
            profile: profile.name.clone(),
            description: profile.description.clone(),
            boards: tally.boards,
            tries: how.tries,
            seed: how.seed,
            key: how.key,
            generator: "ChaCha8".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            strategy: how.strategy.to_string(),
            fair: how.strategy.is_fair(),
            rotated: how.rotated,
            first_vulnerability: first.vulnerable.to_string(),
            shares: by_seat(|seat| {
                let all = 0..profile.seat(seat).len();
                all.map(|index| subprofile(seat, index)).collect()
            }),
            combinations: each.collect(),
            left_out: all.len() - combinations.dealable().count(),
            failures: attempts.then(|| tally.failures.report()),
        }
    }
}

impl DealtShares {
    /// What two parts of one run came to together; `None` if they are not of one profile, dealt in one way.
    pub fn joined(&self, other: &DealtShares) -> Option<DealtShares> {
        let how = |one: &DealtShares| {
            let names = [
                &one.profile,
                &one.seed,
                &one.strategy,
                &one.first_vulnerability,
            ];
            (names.map(String::clone), one.rotated, one.left_out)
        };
        if how(self) != how(other) {
            return None;
        }
        let boards = self.boards.checked_add(other.boards)?;
        let mut combinations = self.combinations.clone();
        for more in &other.combinations {
            match combinations.iter_mut().find(|one| one.named == more.named) {
                Some(known) => known.boards = known.boards.checked_add(more.boards)?,
                None => combinations.push(more.clone()),
            }
        }
        let mut shares = self.shares.clone();
        for (seat, subprofiles) in &mut shares {
            for (index, one) in subprofiles.iter_mut().enumerate() {
                let has =
                    |of: &&DealtCombination| of.named.subprofiles.get(seat) == Some(&(index + 1));
                let got = combinations.iter().filter(has).map(|of| of.boards);
                let got = got.fold(0u64, u64::saturating_add);
                one.got = got as f64 / boards.max(1) as f64;
            }
        }
        let failures = match (&self.failures, &other.failures) {
            (Some(one), Some(other)) => Some(one.joined(other)),
            _ => None,
        };
        Some(DealtShares {
            boards,
            tries: self.tries.checked_add(other.tries)?,
            combinations,
            shares,
            failures,
            ..self.clone()
        })
    }

    /// The shares as a table for people.
    pub fn shares_text(&self) -> String {
        let mut text = format!("{:<6}{:>9}{:>9}  subprofile\n", "seat", "asked", "got");
        for (seat, one) in self.subprofiles() {
            let seat = seat.to_string();
            let (asked, got) = (share(one.asked, 2), share(one.got, 2));
            text += &format!("{seat:<6}{asked:>9}{got:>9}  {}\n", one.subprofile);
        }
        text
    }

    /// The shares as a table for spreadsheets.
    pub fn shares_csv(&self) -> String {
        let mut text = String::from("seat,subprofile,weight,asked,got\n");
        for (seat, one) in self.subprofiles() {
            let name = one.subprofile.replace('"', "\"\"");
            let (letter, weight) = (seat.letter(), one.weight);
            text += &format!("{letter},\"{name}\",{weight},{},{}\n", one.asked, one.got);
        }
        text
    }

    fn subprofiles(&self) -> impl Iterator<Item = (Seat, &DealtSubprofile)> {
        let each = self.shares.iter();
        each.flat_map(|(seat, all)| all.iter().map(|one| (*seat, one)))
    }
}

impl fmt::Display for DealtShares {
    /// `16 boards from 240 deals; seed 7`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (boards, tries) = (plural(self.boards, "board"), plural(self.tries, "deal"));
        write!(f, "{boards} from {tries}; ")?;
        match &self.key {
            Some(_) => write!(f, "{}", self.seed),
            None if self.seed.parse::<u64>().is_ok() => write!(f, "seed {}", self.seed),
            None => write!(f, "seed {:?}", self.seed),
        }
    }
}
