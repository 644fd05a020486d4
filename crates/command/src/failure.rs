//! Why a command failed, and how that is said on a terminal: with the places, and with the option that would help.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use fairdeal::Error;
use fairdeal::answer::{ErrorBody, Explained};
use fairdeal::profile::Problem;
use fairdeal::script::{Diagnostic, Sources};

use crate::interrupt::{INTERRUPTED, watch};
use crate::output::{is_closed_pipe, say};

/// More findings than this are counted and not shown: the first ones are those to begin with.
pub(crate) const SHOWN: usize = 20;

/// Why the command failed.
pub(crate) enum Failure {
    /// The work could not be done, or there is no answer.
    Work(anyhow::Error),
    /// The command was not used as it should be.
    Usage(String),
    /// All has been said; only the exit code is left.
    Said(u8),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Work(error.into())
    }
}

impl Failure {
    /// An error of the libraries that knows its word for programs.
    pub(crate) fn of(error: impl Explained) -> Failure {
        Failure::Work(Error::other(&error).into())
    }

    /// Says what went wrong; the exit code. Where the answer would have been JSON, the error is JSON too.
    pub(crate) fn say(self, json: bool) -> ExitCode {
        let error = match self {
            Failure::Said(code) => return ExitCode::from(code),
            Failure::Usage(message) => {
                if json {
                    print_error(ErrorBody::new("usage", message.clone()));
                }
                say(format_args!("fairdeal: {message}"));
                return ExitCode::from(2);
            }
            Failure::Work(error) if is_closed_pipe(&error) => return ExitCode::SUCCESS,
            Failure::Work(error) => error,
        };
        match error.downcast::<Error>() {
            Ok(error) => {
                if json {
                    print_error(error.body());
                }
                say_error(&error)
            }
            // Whatever a game or a wizard calls it: it was stopped.
            Err(_) if watch().is_stopped() => say_error(&Error::Stopped),
            Err(error) => {
                if json {
                    print_error(body_of(&error));
                }
                say(format_args!("fairdeal: {}", in_words(&error)));
                ExitCode::FAILURE
            }
        }
    }
}

/// An error and its causes. What the system says is put in words for people.
fn in_words(error: &anyhow::Error) -> String {
    let words = error
        .chain()
        .map(|cause| match cause.downcast_ref::<io::Error>() {
            Some(error) => fairdeal::answer::cause(error),
            None => cause.to_string(),
        });
    words.collect::<Vec<_>>().join(": ")
}

/// The error in the one shape that errors have. What the system says has no word for programs.
fn body_of(error: &anyhow::Error) -> ErrorBody {
    use fairdeal::{euchre, store, texas42};
    let plain = || ErrorBody::new("failed", in_words(error));
    None.or_else(|| Some(error.downcast_ref::<store::StoreError>()?.body()))
        .or_else(|| Some(error.downcast_ref::<euchre::ViewError>()?.body()))
        .or_else(|| Some(error.downcast_ref::<euchre::Clash>()?.body()))
        .or_else(|| Some(error.downcast_ref::<euchre::NoMove>()?.body()))
        .or_else(|| Some(error.downcast_ref::<texas42::ViewError>()?.body()))
        .or_else(|| Some(error.downcast_ref::<texas42::WorldsError>()?.body()))
        .or_else(|| Some(error.downcast_ref::<texas42::NoMove>()?.body()))
        .unwrap_or_else(plain)
}

fn print_error(body: ErrorBody) {
    if let Ok(json) = serde_json::to_string_pretty(&body.answer()) {
        let _ = writeln!(io::stdout(), "{json}");
    }
}

fn say_error(error: &Error) -> ExitCode {
    match error {
        Error::Stopped => {
            let doing = match watch().progress().doing {
                "" => String::new(),
                doing => format!(" while {doing}"),
            };
            say(format_args!("fairdeal: stopped{doing}"));
            return ExitCode::from(INTERRUPTED);
        }
        Error::Script(wrong) => {
            if let Some(headline) = &wrong.headline {
                say(format_args!("fairdeal: {headline}\n"));
            }
            show(&wrong.findings, &wrong.sources);
        }
        Error::Profile(problems) => show_problems(problems),
        Error::NothingDealable(reasons) => {
            say("fairdeal: nothing in this profile can be dealt:");
            for reason in reasons.iter().take(SHOWN) {
                say(format_args!("  {reason}"));
            }
        }
        error => {
            let code = error.body().code;
            let hint = hint(&code);
            say(format_args!("fairdeal: {error}{hint}"));
            if is_usage(&code) {
                return ExitCode::from(2);
            }
        }
    }
    ExitCode::FAILURE
}

/// Whether an error of the library means that the command was not used as it should be.
fn is_usage(code: &str) -> bool {
    const USAGE: [&str; 10] = [
        "not-for-this",
        "set-without-types",
        "distinct-set",
        "turned-and-random",
        "part-without-seed",
        "plan-names-seats",
        "attempts-have-limits",
        "nothing-to-trace",
        "no-store",
        "bad-version",
    ];
    USAGE.contains(&code)
}

/// The option that helps with an error of the library, by its word for programs: what is said after the sentence.
fn hint(code: &str) -> &'static str {
    match code {
        "too-many-to-list" => ": list a part with --shard, or draw some with --distinct",
        "part-without-seed" => ": say --seed",
        "set-without-types" => " (--level; or FILE=WEIGHT for several)",
        "attempts-have-limits" => ": --set reject_attempts=N, attempts=N, tries=N",
        "nothing-to-trace" => ": say --strategy reject, help or construct too",
        "no-store" => ": name one with --store",
        "no-such-draft" => ": list --drafts shows them",
        "no-leader-hand" => ": --hand QJ962.84.K75.J83",
        "no-types" => {
            ": name them with --types a,b,c, define HandType_NAME = … in the script, or take those of its averages with --from-averages"
        }
        "types-gap" => {
            "; make them a type of their own with --rest, or put them out of the condition"
        }
        "types-overlap" => "; say with --first-wins that the first one counts",
        "type-is-keep" => "; --hold and its name takes it as it is",
        "no-keeps" => ", or named with --drop",
        _ => "",
    }
}

/// The same finding with the option that helps.
fn with_hint(finding: &Diagnostic) -> Diagnostic {
    let help = match (finding.code, &finding.help) {
        ("not-exact", _) => {
            "leave out --strategy exact: what cannot be counted is then checked".to_owned()
        }
        ("redefined", Some(help)) => format!("{help}; --last-wins takes the last"),
        ("parameter", Some(help)) => {
            let mut words = help.split_whitespace();
            let number = words.find(|word| word.parse::<u8>().is_ok());
            format!("give it one with --param {}=VALUE", number.unwrap_or("N"))
        }
        _ => return finding.clone(),
    };
    Diagnostic {
        help: Some(help),
        ..finding.clone()
    }
}

/// Whether what goes to standard error may be coloured.
pub(crate) fn colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows findings on standard error: as many as one begins with.
pub(crate) fn show(findings: &[Diagnostic], sources: &Sources) {
    for finding in findings.iter().take(SHOWN) {
        let drawn = with_hint(finding).render(sources, colour());
        say(format_args!("{drawn}\n"));
    }
    and_more(findings.len(), "\n");
}

/// Shows what is wrong with a profile on standard error.
pub(crate) fn show_problems<'p>(problems: impl IntoIterator<Item = &'p Problem>) {
    let mut number = 0;
    for problem in problems {
        number += 1;
        if number <= SHOWN {
            say(format_args!("{}: {problem}", problem.severity));
        }
    }
    and_more(number, "");
}

fn and_more(number: usize, end: &str) {
    if number > SHOWN {
        say(format_args!("and {} more{end}", number - SHOWN));
    }
}
