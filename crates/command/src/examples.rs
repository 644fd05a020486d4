//! `fairdeal examples`: scripts and profiles to begin with, listed, shown, or written as files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::{Example, ExampleList};

use crate::output::{say, small_file};
use crate::{Failure, print};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The example to show, or to write with -o [default: list them]
    name: Option<String>,

    /// Write the example to this file; without a name, all of them into this folder, which is made if it is not there
    #[arg(short, long, value_name = "PLACE")]
    output: Option<PathBuf>,

    /// The list as JSON
    #[arg(long, conflicts_with_all = ["name", "output"])]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  fairdeal examples weak-two
  fairdeal examples weak-two -o my-weak-two.dlr
  fairdeal examples -o lessons/
  fairdeal deal weak-two -n 4";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Some(name) = &arguments.name else {
        return match &arguments.output {
            None => print(&ExampleList::all(), arguments.json),
            Some(folder) => write_all(folder),
        };
    };
    let Some(example) = Example::find(name) else {
        let meant =
            Example::like(name).map_or(String::new(), |meant| format!(" (did you mean {meant}?)"));
        let message = format!("there is no example {name}{meant}: fairdeal examples lists them");
        return Err(Failure::Work(anyhow::anyhow!(message)));
    };
    match &arguments.output {
        None => Ok(io::stdout().write_all(example.text.as_bytes())?),
        Some(path) if path.is_dir() => write(example, &path.join(example.file)),
        Some(path) => write(example, path),
    }
}

/// Writes an example. What is there is not ours to replace.
fn write(example: &Example, path: &Path) -> Result<(), Failure> {
    if path.exists() {
        let path = path.display();
        let message = format!("{path} is there already: name another file");
        return Err(Failure::Work(anyhow::anyhow!(message)));
    }
    small_file(path, example.text.as_bytes())?.finish(false)?;
    say(format_args!("fairdeal: wrote {}", path.display()));
    Ok(())
}

fn write_all(folder: &Path) -> Result<(), Failure> {
    let there = |example: &&Example| folder.join(example.file).exists();
    if let Some(example) = Example::all().iter().find(there) {
        let message = format!(
            "{} is there already: name another folder",
            folder.join(example.file).display()
        );
        return Err(Failure::Work(anyhow::anyhow!(message)));
    }
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| {
        anyhow::Error::new(error).context(format!("cannot make {}", folder.display()))
    })?;
    for example in Example::all() {
        write(example, &folder.join(example.file))?;
    }
    Ok(())
}
