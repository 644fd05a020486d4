//! `fairdeal profile check`: what is wrong with a profile, what can never be dealt, and what is very rare.

use std::io::{self, Write as _};
use std::path::PathBuf;

use clap::Args;
use fairdeal::bridge::Seat;
use fairdeal::profile::{self, Combinations, Counted, Problem, Profile, Viability, one_in};
use fairdeal::space::Budget;
use serde_json::{Value, json};

use super::load::{Loaded, show, text_of_named};
use super::store::StoreArguments;
use crate::Failure;
use crate::output::count;
use crate::threads;

/// What comes less often is named.
const RARE: f64 = 1e-6;
/// Odds are counted here if there are so few kinds of combinations; `report` counts all.
const FEW_COMBINATIONS: usize = 30;
/// The work that one count may take.
const WORK: u64 = 50_000_000;
/// So much of each list is shown.
const SHOWN: usize = 20;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The profile: a file, or a name on the shelf; - is standard input
    file: PathBuf,

    /// Everything as one JSON object
    #[arg(long)]
    json: bool,
}

impl Arguments {
    pub(crate) fn run(&self, store: &StoreArguments) -> Result<(), Failure> {
        run(&text_of_named(&self.file, store)?, self.json)
    }
}

/// What was found in a profile that can be read.
struct Found {
    viability: Viability,
    /// Combinations that are very rare, with their chances.
    rare: Vec<(usize, f64)>,
}

pub(crate) fn run(text: &str, as_json: bool) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let reading = profile::read(text);
    if !as_json {
        show(&reading.problems);
    }
    let Some(profile) = reading.profile else {
        let errors = reading.errors().count();
        if as_json {
            writeln!(out, "{:#}", problems_json(&reading.problems))?
        } else {
            writeln!(out, "{}", count(errors as u64, "error"))?
        }
        return Err(Failure::Said(1));
    };
    let combinations = Combinations::new(&profile)?;
    let loaded = Loaded {
        profile,
        problems: reading.problems,
        combinations,
    };
    let found = Found {
        viability: Viability::new(&loaded.profile, &loaded.combinations),
        rare: rare(&loaded.combinations),
    };
    if as_json {
        writeln!(out, "{:#}", found.json(&loaded))?
    } else {
        write!(out, "{}", found.text(&loaded))?
    }
    match loaded.combinations.dealable().next() {
        Some(_) => Ok(()),
        None => Err(Failure::Said(1)),
    }
}

fn problems_json(problems: &[Problem]) -> Value {
    let each = problems.iter().map(|problem| {
        let severity = if problem.is_error() {
            "error"
        } else {
            "warning"
        };
        json!({"severity": severity, "path": problem.path, "message": problem.message})
    });
    let errors = problems.iter().filter(|problem| problem.is_error()).count();
    json!({"errors": errors, "warnings": problems.len() - errors, "problems": each.collect::<Vec<_>>()})
}

/// The combinations that are very rare, the rarest first.
fn rare(combinations: &Combinations) -> Vec<(usize, f64)> {
    if combinations.dealable().count() > FEW_COMBINATIONS {
        return Vec::new();
    }
    let budget = Budget {
        work: WORK,
        ..Budget::default()
    };
    let counted = Counted::combinations(combinations, budget, threads(None));
    let chance = |(index, one): (usize, &profile::Combination)| {
        let odds = counted.odds(&one.demands)?;
        (one.is_dealable() && odds.probability < RARE).then_some((index, odds.probability))
    };
    let all = combinations.all().iter().enumerate();
    let mut rare: Vec<(usize, f64)> = all.filter_map(chance).collect();
    rare.sort_by(|a, b| a.1.total_cmp(&b.1));
    rare
}

impl Found {
    fn text(&self, loaded: &Loaded) -> String {
        let Loaded {
            profile,
            combinations,
            ..
        } = loaded;
        let all = combinations.all().len();
        let dealable = combinations.dealable().count();
        let mut lines = vec![match (all, dealable) {
            (1, 1) => format!("{}: it can be dealt", profile.name),
            (1, 0) => format!("{}: it cannot be dealt", profile.name),
            _ => format!(
                "{}: {all} combinations, {dealable} can be dealt",
                profile.name
            ),
        }];
        for seat in Seat::ALL
            .into_iter()
            .filter(|&seat| profile.seat(seat).len() > 1)
        {
            let share = |index| {
                let share = 100.0 * combinations.share_of(seat, index);
                format!("{} {share:.1}%", loaded.name(seat, index))
            };
            let shares: Vec<String> = (0..profile.seat(seat).len()).map(share).collect();
            lines.push(format!("{seat}: {}", shares.join(", ")));
        }
        // Where nothing can be dealt, the reasons below say it all.
        for (seat, index) in self.viability.never().filter(|_| dealable > 0) {
            lines.push(format!("never dealt: {}", profile.name_of(seat, index)));
        }
        for [one, other] in self.viability.never_together.iter().take(SHOWN) {
            let names = [one, other].map(|(seat, index)| profile.name_of(*seat, *index));
            lines.push(format!("never together: {}", names.join(" and ")));
        }
        let left_out = &self.viability.left_out;
        for one in left_out.iter().take(SHOWN) {
            let reason = one.sentence(profile);
            lines.push(match all {
                1 => reason,
                _ => {
                    let number = count(one.combinations.len() as u64, "combination");
                    format!("left out, {number}: {reason}")
                }
            });
        }
        if left_out.len() > SHOWN {
            lines.push(format!("and {} reasons more", left_out.len() - SHOWN));
        }
        if self.viability.unexplained > 0 {
            let more = self.viability.unexplained as u64;
            lines.push(format!(
                "and {} more are left out",
                count(more, "combination")
            ));
        }
        for (index, chance) in self.rare.iter().take(SHOWN) {
            let words = combinations.all()[*index].describe(profile);
            lines.push(format!("very rare, 1 in {}: {words}", one_in(*chance)));
        }
        let warnings = loaded.problems.len() as u64;
        lines.push(match warnings {
            0 if dealable == all => "nothing wrong".to_owned(),
            0 => String::new(),
            n => count(n, "warning"),
        });
        let mut text = lines.join("\n").trim_end().to_owned();
        text.push('\n');
        text
    }

    fn json(&self, loaded: &Loaded) -> Value {
        let Loaded {
            profile,
            combinations,
            problems,
        } = loaded;
        let subprofile = |&(seat, index): &(Seat, usize)| json!({"seat": seat.letter().to_string(), "subprofile": index + 1});
        let mut found = problems_json(problems);
        found["profile"] = profile.name.as_str().into();
        found["combinations"] = combinations.all().len().into();
        found["dealable"] = combinations.dealable().count().into();
        found["shares"] = shares_json(profile, combinations);
        found["never"] = self.viability.never().map(|one| subprofile(&one)).collect();
        let together = self.viability.never_together.iter();
        found["never_together"] = together
            .map(|pair| pair.iter().map(subprofile).collect::<Vec<_>>())
            .collect();
        let left_out = self.viability.left_out.iter().map(|one| {
            let lines: Vec<Value> = match &one.reason {
                profile::Reason::Conflict(conflict) => conflict
                    .lines
                    .iter()
                    .map(|line| json!({"line": line.to_string(), "path": line.path}))
                    .collect(),
                profile::Reason::NoSuit { .. } => Vec::new(),
            };
            json!({"combinations": one.combinations.len(), "reason": one.sentence(profile), "lines": lines})
        });
        found["left_out"] = left_out.collect();
        let rare = self.rare.iter().map(|(index, chance)| {
            json!({"combination": combinations.all()[*index].describe(profile), "probability": chance})
        });
        found["rare"] = rare.collect();
        found
    }
}

/// The shares of the subprofiles, by seat.
pub(crate) fn shares_json(profile: &Profile, combinations: &Combinations) -> Value {
    let seats = Seat::ALL.into_iter().map(|seat| {
        let share = |index| combinations.share_of(seat, index);
        let shares: Vec<f64> = (0..profile.seat(seat).len()).map(share).collect();
        (seat.letter().to_string(), json!(shares))
    });
    Value::Object(seats.collect())
}
