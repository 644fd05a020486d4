//! What `fairdeal deal` may be asked of a profile and not of a script.

use std::path::PathBuf;

use clap::Args;
use fairdeal::plan::Strategy;
use fairdeal::profile::{AttemptMethod, ProfileStrategy};

use super::SettingArguments;
use crate::Failure;
use crate::deal::{Arguments, Named};

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

/// How boards are to be found.
pub(crate) fn strategy(arguments: &Arguments) -> Result<ProfileStrategy, Failure> {
    let strategy = match arguments.strategy {
        Named::Auto => ProfileStrategy::Planned(match arguments.plan {
            Some(method) => Strategy::Pinned(method),
            None => Strategy::Auto,
        }),
        Named::Exact => ProfileStrategy::Planned(Strategy::Exact),
        Named::Reject => ProfileStrategy::Attempts(AttemptMethod::Reject),
        Named::Help => ProfileStrategy::Attempts(AttemptMethod::Help),
    };
    let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
    let wrong = |message: String| Err(Failure::Usage(message));
    if attempts && arguments.generate.is_some() {
        return wrong(
            "reject and help have their own limits: --set reject_attempts=N, attempts=N, tries=N"
                .to_owned(),
        );
    }
    if !attempts && arguments.profile.trace {
        return wrong(
            "there are no attempts to trace: say --strategy reject or help too".to_owned(),
        );
    }
    match strategy.check() {
        Ok(()) => Ok(strategy),
        Err(error) => wrong(error.to_string()),
    }
}
