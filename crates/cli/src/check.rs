//! `fairdeal check`: what is wrong with a script, or might be.

use clap::Args;
use fairdeal::script::{self, Loaded};
use serde_json::json;

use crate::Failure;
use crate::sources::{self, ScriptArguments};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    /// Also find what the classic program would not take
    #[arg(long)]
    portable: bool,

    /// Everything as one JSON object, for editors
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Loaded {
        script,
        mut diagnostics,
        ..
    } = arguments.script.load()?;
    diagnostics.extend(script::lint(&script));
    if arguments.portable {
        diagnostics.extend(script::portable(&script));
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    let warnings = diagnostics.len() - errors;
    if arguments.json {
        let located: Vec<_> = diagnostics
            .iter()
            .map(|d| d.located(&script.sources))
            .collect();
        let found = json!({"errors": errors, "warnings": warnings, "diagnostics": located,
            "headers": script.headers, "chat": script.chat});
        println!("{found:#}");
    } else {
        for header in &script.headers {
            println!("{}: {}", header.key, header.value);
        }
        if let Some(chat) = &script.chat {
            println!("{}", chat.trim_end());
        }
        sources::show(&diagnostics, &script.sources);
        match (errors, warnings) {
            (0, 0) => println!("nothing wrong"),
            (0, n) => println!("{n} {}", plural(n, "warning")),
            (n, 0) => println!("{n} {}", plural(n, "error")),
            (n, m) => println!("{n} {}, {m} {}", plural(n, "error"), plural(m, "warning")),
        }
    }
    match errors {
        0 => Ok(()),
        _ => Err(Failure::Said(1)),
    }
}

fn plural(number: usize, word: &str) -> String {
    match number {
        1 => word.to_owned(),
        _ => format!("{word}s"),
    }
}
