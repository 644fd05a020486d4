//! What `fairdeal deal` may be asked of a profile and not of a script.

use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::Deal;

use super::SettingArguments;
use crate::Failure;

#[derive(Args)]
pub(crate) struct ProfileArguments {
    /// Turn boards round half of the time, or never; else as the profile says
    #[arg(long, value_name = "YES|NO", value_parser = yes_or_no, help_heading = "Profiles")]
    rotate: Option<bool>,

    /// Begin the cycle of vulnerabilities at a random board, by the seed
    #[arg(long, help_heading = "Profiles")]
    random_vulnerability: bool,

    /// With reject, help or construct: say on standard error what comes of each attempt; --trace=FILE writes it to a file
    /// instead, as JSON lines if its name ends with .jsonl
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, help_heading = "Profiles")]
    trace: Option<Option<PathBuf>>,

    #[command(flatten)]
    settings: SettingArguments,
}

pub(crate) fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".to_owned()),
    }
}

impl ProfileArguments {
    /// The file that attempts are written to, if there is one.
    pub(crate) fn trace_file(&self) -> Option<&Path> {
        self.trace.as_ref()?.as_deref()
    }

    /// What is asked for, with these.
    pub(crate) fn apply(&self, deal: Deal) -> Result<Deal, Failure> {
        Ok(deal
            .turned(self.rotate)
            .random_vulnerability(self.random_vulnerability)
            .trace(self.trace.is_some())
            .settings(self.settings.read()?))
    }
}
