//! Reading a script, with the options that every command on scripts has, and showing what is wrong with it.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::condition::EvalError;
use fairdeal::script::{
    self, CompileOptions, Compiled, Diagnostic, Input, Loaded, Settings, Sources,
};

use crate::Failure;
use crate::output::say;
use crate::profile::StoreArguments;

/// More findings than this are counted and not shown: the first ones are those to begin with.
const SHOWN: usize = 20;

#[derive(Args)]
pub(crate) struct ScriptArguments {
    /// The script (.dlr, .btn, .dl) or hand profile (.json, or its name on the shelf); - is standard input
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) store: StoreArguments,

    /// A further folder to look for #include files in; may be given several times
    #[arg(short = 'I', long = "include", value_name = "FOLDER")]
    include: Vec<PathBuf>,

    /// The text of a parameter: --param 3=15 makes $3 mean 15
    #[arg(long = "param", value_name = "N=TEXT", value_parser = parameter)]
    parameters: Vec<(u8, String)>,
}

fn parameter(text: &str) -> Result<(u8, String), String> {
    let (number, value) = text
        .split_once('=')
        .ok_or("write a number and a text, like 3=15")?;
    match number.strip_prefix('$').unwrap_or(number).parse() {
        Ok(number @ 0..=9) => Ok((number, value.to_owned())),
        _ => Err(format!("parameters go from 0 to 9, there is no {number}")),
    }
}

impl ScriptArguments {
    /// Whether something was given that only a script can use.
    pub(crate) fn are_for_scripts(&self) -> bool {
        !self.include.is_empty() || !self.parameters.is_empty()
    }

    /// The script as it is read.
    pub(crate) fn input(&self) -> Result<Input, Failure> {
        Ok(if self.file == Path::new("-") {
            Input::from_reader("standard input", io::stdin().lock())?
        } else {
            Input::from_path(&self.file)?
        })
    }

    /// Where includes are looked for, and the parameters.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            include_folders: self.include.clone(),
            parameters: self.parameters.iter().cloned().collect::<BTreeMap<_, _>>(),
            appended: None,
        }
    }

    /// Reads and compiles the script. What is wrong with it is not said yet.
    pub(crate) fn load(&self) -> Result<Loaded, Failure> {
        self.load_with(None)
    }

    /// The same, with statements that are read after the script.
    pub(crate) fn load_with(&self, appended: Option<(String, String)>) -> Result<Loaded, Failure> {
        let input = self.input()?;
        let settings = Settings {
            appended,
            ..self.settings()
        };
        // Whether there is a solver here is asked when it is needed, not when a script is read.
        let options = CompileOptions {
            double_dummy: true,
            ..CompileOptions::default()
        };
        Ok(script::load(&input, &settings, &options))
    }
}

/// Whether what goes to standard error may be coloured.
pub(crate) fn colour() -> bool {
    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Shows findings on standard error.
pub(crate) fn show(diagnostics: &[Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics.iter().take(SHOWN) {
        say(format_args!("{}\n", diagnostic.render(sources, colour())));
    }
    match diagnostics.len().saturating_sub(SHOWN) {
        0 => {}
        more => say(format_args!("and {more} more\n")),
    }
}

/// A division by zero and its kin, at its place in the script.
pub(crate) fn no_answer(error: EvalError, compiled: &Compiled, loaded: &Loaded) -> Failure {
    match compiled.place(error.node) {
        Some(span) => {
            let finding = Diagnostic::error(
                "no-answer",
                span,
                format!("{error}, for a deal that came up"),
            )
            .help("guard it: x > 0 and 10 / x > 2 asks only where x is not 0");
            show(&[finding], &loaded.script.sources);
            Failure::Said(1)
        }
        None => Failure::Work(error.into()),
    }
}
