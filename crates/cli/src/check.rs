//! `fairdeal check`: what is wrong with a script, or might be.

use std::io::{self, Write};

use clap::Args;
use fairdeal::script::{self, Loaded};
use fairdeal::space::Budget;
use serde_json::json;

use crate::Failure;
use crate::output::count;
use crate::profile;
use crate::progress;
use crate::sources::{self, ScriptArguments};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    /// Also find what the classic program would not take
    #[arg(long)]
    portable: bool,

    /// How much work each question may take that needs counting: whether any deal, or every deal, satisfies the condition,
    /// and whether types that are kept by coins overlap; a second does some hundred million
    #[arg(long, value_name = "STEPS", default_value_t = 30_000_000)]
    budget: u64,

    /// Everything as one JSON object, for editors
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    if let Some(text) = profile::given(&arguments.script.file, &arguments.script.store)? {
        return if arguments.portable {
            Err(Failure::Usage(
                "--portable is for scripts, and this is a profile".to_owned(),
            ))
        } else {
            profile::check(&text, arguments.json)
        };
    }
    let Loaded {
        script,
        mut diagnostics,
        compiled,
    } = arguments.script.load()?;
    diagnostics.extend(script::lint(&script));
    if let Some(compiled) = &compiled {
        let budget = Budget {
            work: arguments.budget,
            ..Budget::default()
        };
        let count = || fairdeal::counted_lints(&script, compiled, budget);
        diagnostics.extend(script::settled(&script, compiled));
        diagnostics.extend(progress::waiting("counting", count));
    }
    if arguments.portable {
        diagnostics.extend(script::portable(&script));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count() as u64;
    let warnings = diagnostics.len() as u64 - errors;
    let mut out = io::stdout().lock();
    if arguments.json {
        let located: Vec<_> = diagnostics
            .iter()
            .map(|d| d.located(&script.sources))
            .collect();
        let found = json!({"errors": errors, "warnings": warnings, "diagnostics": located,
            "headers": script.headers, "chat": script.chat});
        writeln!(out, "{found:#}")?;
    } else {
        for header in &script.headers {
            writeln!(out, "{}: {}", header.key, header.value)?;
        }
        if let Some(chat) = &script.chat {
            writeln!(out, "{}", chat.trim_end())?;
        }
        sources::show(&diagnostics, &script.sources);
        match (errors, warnings) {
            (0, 0) => writeln!(out, "nothing wrong")?,
            (0, n) => writeln!(out, "{}", count(n, "warning"))?,
            (n, 0) => writeln!(out, "{}", count(n, "error"))?,
            (n, m) => writeln!(out, "{}, {}", count(n, "error"), count(m, "warning"))?,
        }
    }
    match errors {
        0 => Ok(()),
        _ => Err(Failure::Said(1)),
    }
}
