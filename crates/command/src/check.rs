//! `fairdeal check`: what is wrong with a script or a profile, or might be.

use std::io::{self, Write};

use clap::Args;
use fairdeal::{Check, CheckReport, Error, LibraryRequest, Question};

use crate::failure::{show, show_problems};
use crate::question::{EffortArguments, QuestionsArguments, ask_library};
use crate::{Failure, print_json, progress, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionsArguments,

    /// Also find what the classic program would not take
    #[arg(long)]
    portable: bool,

    #[command(flatten)]
    effort: EffortArguments,

    /// Everything as one JSON object, for editors
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(question) = arguments.question.open()? else {
        let wanted = Check {
            portable: arguments.portable,
            effort: arguments.effort.of_library(),
        };
        let library = arguments.question.library()?;
        return ask_library(&library, &LibraryRequest::Check(wanted), arguments.json);
    };
    if arguments.portable && question.is_profile() {
        let message = "--portable is for scripts, and this is a profile";
        return Err(Failure::Usage(message.to_owned()));
    }
    let wanted = Check {
        portable: arguments.portable,
        effort: arguments.effort.effort(),
    };
    check(&question, wanted, arguments.json)
}

pub(crate) fn check(question: &Question, wanted: Check, json: bool) -> Result<(), Failure> {
    let report = progress::during(watch(), || question.check(wanted, watch()));
    if watch().is_stopped() {
        return Err(Error::Stopped.into());
    }
    let mut out = io::stdout().lock();
    match (&report, question) {
        _ if json => print_json(&report)?,
        (CheckReport::Script(check), Question::Script(script)) => {
            for header in &check.headers {
                writeln!(out, "{}: {}", header.key, header.value)?;
            }
            for parameter in &check.parameters {
                writeln!(out, "parameter {parameter}")?;
            }
            if let Some(chat) = &check.chat {
                writeln!(out, "{}", chat.trim_end())?;
            }
            show(check.findings(), script.sources());
            write!(out, "{check}")?;
        }
        (CheckReport::Profile(check), Question::Profile(profile)) => {
            show_problems(profile.problems());
            write!(out, "{check}")?;
        }
        _ => {}
    }
    if report.is_usable() {
        Ok(())
    } else {
        Err(Failure::Said(1))
    }
}
