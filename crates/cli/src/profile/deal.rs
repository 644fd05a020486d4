//! `fairdeal deal` of a profile.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use fairdeal::bridge::{Board, Deal, Seat};
use fairdeal::plan::{Stop, Strategy, Way};
use fairdeal::profile::Method;
use fairdeal::{DealError, How, ProfileDealing, ProfileOutcome, ProfileRequest};
use serde_json::{Map, Value, json};

use super::odds::named;
use super::{Loaded, SettingArguments, session};
use crate::Failure;
use crate::deal::{Arguments, Named, random_seed};
use crate::interrupt::on_interrupt;
use crate::output::{Output, count, say};
use crate::progress::Progress;

/// Why a plan cannot be pinned by its seats.
pub(crate) const SEATS: &str = "plans that name seats are for scripts: a profile has a plan for each combination, whoever has which hand";

/// What may be asked of a profile and not of a script.
#[derive(Args)]
pub(crate) struct ProfileArguments {
    /// Write a folder: the boards as LIN, PBN and text, and a manifest with the shares asked for and got
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["output", "format"], help_heading = "Profiles")]
    session: Option<PathBuf>,

    /// Turn boards round half of the time, or never; else as the profile says
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no, help_heading = "Profiles")]
    rotate: Option<bool>,

    /// Begin the cycle of vulnerabilities at a random board, by the seed
    #[arg(long, help_heading = "Profiles")]
    random_vulnerability: bool,

    /// With reject or help: say on standard error what comes of each attempt
    #[arg(long, help_heading = "Profiles")]
    trace: bool,

    #[command(flatten)]
    settings: SettingArguments,
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    }
}

impl ProfileArguments {
    /// One of them that was given, to say that it is of no use.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            (self.session.is_some(), "--session"),
            (self.rotate.is_some(), "--rotate"),
            (self.random_vulnerability, "--random-vulnerability"),
            (self.trace, "--trace"),
            (self.settings.are_given(), "--set and --settings"),
        ];
        given
            .iter()
            .find(|(given, _)| *given)
            .map(|(_, name)| *name)
    }
}

pub(crate) fn run(arguments: &Arguments, text: &str) -> Result<(), Failure> {
    if let Some(name) = arguments.for_scripts() {
        return Err(Failure::Usage(format!(
            "{name} is for scripts, and this is a profile"
        )));
    }
    let own = &arguments.profile;
    let how = how(arguments)?;
    let session = own.session.as_deref().or(arguments.folder());
    if let Some(folder) = session {
        session::check(folder)?;
    }
    let file = arguments.output().filter(|_| session.is_none());
    let loaded = Loaded::new(text, arguments.quiet)?;
    loaded.can_be_dealt(arguments.quiet)?;
    if how == How::Attempts(Method::Help) {
        say("fairdeal: help is not fair: it favours long suits, and its re-draws shift the shares");
    }
    let mut request = arguments.request(arguments.seed.unwrap_or_else(random_seed))?;
    request
        .style
        .title
        .get_or_insert(loaded.profile.name.clone());
    let asked = ProfileRequest {
        settings: own.settings.read()?,
        rotates: own.rotate,
        vulnerability_from: if own.random_vulnerability {
            request.seed % 16
        } else {
            0
        },
        trace: own.trace,
        keep: session.is_some(),
        ..ProfileRequest::new(request, how)
    };
    let dealing = ProfileDealing::new(&loaded.profile, &loaded.combinations, &asked)?;
    let boards = dealing.boards();
    let number = boards.end - boards.start;
    let mut out = Output::open(file)?;
    let stop = Arc::new(Stop::default());
    let interrupted = on_interrupt(&stop)?;
    let progress = Progress::new(number, "boards", arguments.quiet);
    let dealt = progress.during(&stop, || {
        let mut write = |bytes: &[u8], boards: u64| {
            if session.is_none() {
                out.write(bytes)?;
            }
            progress.add(boards);
            Ok(())
        };
        let mut trace = |text: &str| {
            if !text.is_empty() {
                say(text.trim_end());
            }
        };
        dealing.run(&stop, &mut write, &mut trace)
    });
    let outcome = match dealt {
        Ok(outcome) => outcome,
        Err(DealError::Io(error)) => {
            let cannot = format!("cannot write {}", out.name());
            return Err(Failure::Work(anyhow::Error::new(error).context(cannot)));
        }
        Err(error) => return Err(error.into()),
    };
    let seed = asked.request.seed;
    if interrupted() {
        let kept = out.keep_part()?;
        let next = boards.start + outcome.boards;
        arguments.say_how_to_go_on(outcome.boards, number, Some((seed, next)), kept);
        return Err(Failure::Said(130));
    }
    let summary = summary(&loaded, &asked, &outcome);
    if outcome.boards < number {
        if asked.request.generate.is_some() {
            say(format_args!(
                "fairdeal: {} made; the tries of --generate were not enough",
                count(outcome.boards, "board")
            ));
        } else {
            say(format_args!(
                "fairdeal: board {} was given up",
                boards.start + outcome.boards
            ));
            say(outcome.failures.text().trim_end());
        }
        return Err(Failure::Said(1));
    }
    match session {
        Some(folder) => {
            let manifest = format!("{summary:#}\n");
            session::write(folder, &outcome.kept, &dealing.style(), &manifest)?;
        }
        None => out.finish()?,
    }
    let taken = file.is_none() && session.is_none();
    match (arguments.json, taken) {
        (true, true) => say(format_args!("{summary:#}")),
        (true, false) => writeln!(io::stdout(), "{summary:#}")?,
        (false, _) if arguments.quiet => {}
        (false, _) => {
            let (boards, tries) = (count(outcome.boards, "board"), count(outcome.tries, "deal"));
            say(format_args!("{boards} from {tries}; seed {seed}"));
        }
    }
    Ok(())
}

/// How boards are to be found.
fn how(arguments: &Arguments) -> Result<How, Failure> {
    let how = match arguments.strategy {
        Named::Auto => How::Planned(match arguments.plan {
            Some(way) => Strategy::Pinned(way),
            None => Strategy::Auto,
        }),
        Named::Exact => How::Planned(Strategy::Exact),
        Named::Reject => How::Attempts(Method::Reject),
        Named::Help => How::Attempts(Method::Help),
    };
    let attempts = matches!(how, How::Attempts(_));
    let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
    match arguments.plan {
        _ if attempts && arguments.generate.is_some() => wrong(
            "reject and help have their own limits: --set reject_attempts=N, attempts=N, tries=N",
        ),
        _ if !attempts && arguments.profile.trace => {
            wrong("there are no attempts to trace: say --strategy reject or help too")
        }
        Some(Way::Hand(_) | Way::Hands(..)) => wrong(SEATS),
        _ => Ok(how),
    }
}

/// What was dealt, with the shares asked for and got.
fn summary(loaded: &Loaded, asked: &ProfileRequest, outcome: &ProfileOutcome) -> Value {
    let Loaded {
        profile,
        combinations,
        ..
    } = loaded;
    let total = outcome.boards.max(1) as f64;
    let all = combinations.all();
    let got = |seat: Seat, index: usize| -> f64 {
        let with = outcome
            .got
            .iter()
            .filter(|(one, _)| all[**one].subprofiles[seat as usize] == index);
        with.map(|(_, number)| *number as f64).sum::<f64>() / total
    };
    let shares: Map<String, Value> = Seat::ALL
        .into_iter()
        .map(|seat| {
            let each = (0..profile.seat(seat).len()).map(|index| {
                json!({
                    "subprofile": loaded.name(seat, index),
                    "weight": profile.seat(seat)[index].weight,
                    "asked": combinations.share_of(seat, index),
                    "got": got(seat, index),
                })
            });
            (seat.letter().to_string(), Value::Array(each.collect()))
        })
        .collect();
    let each = outcome.got.iter().map(|(one, number)| {
        let mut value = named(loaded, &all[*one]);
        value["share"] = all[*one].share.into();
        value["boards"] = (*number).into();
        value
    });
    let attempts = matches!(asked.how, How::Attempts(_));
    json!({
        "profile": profile.name,
        "description": profile.description,
        "boards": outcome.boards,
        "tries": outcome.tries,
        "seed": asked.request.seed.to_string(),
        "generator": "ChaCha8",
        "version": env!("CARGO_PKG_VERSION"),
        "strategy": match asked.how {
            How::Planned(Strategy::Pinned(way)) => way.to_string(),
            How::Planned(Strategy::Exact) => "exact".to_owned(),
            How::Planned(_) => "auto".to_owned(),
            How::Attempts(Method::Reject) => "reject".to_owned(),
            How::Attempts(Method::Help) => "help".to_owned(),
        },
        "fair": asked.how != How::Attempts(Method::Help),
        "rotated": asked.rotates.unwrap_or(profile.rotates),
        "first_vulnerability": Board::new(1 + asked.vulnerability_from, Deal::default()).vulnerable.to_string(),
        "shares": shares,
        "combinations": each.collect::<Vec<_>>(),
        "left_out": all.len() - combinations.dealable().count(),
        "failures": attempts.then(|| outcome.failures.json()),
    })
}
