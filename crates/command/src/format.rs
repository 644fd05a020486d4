//! `fairdeal format`: scripts laid out anew.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use fairdeal::script::{Input, Settings};
use fairdeal::{Error, LaidOut, Script};

use crate::board_file::is_standard;
use crate::failure::show;
use crate::input::name_of;
use crate::output::{say, small_file};
use crate::{Failure, watch};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The scripts, each written back where it changes; - is standard input, which goes to standard output
    #[arg(value_name = "FILE", default_value = "-")]
    files: Vec<PathBuf>,

    /// Write nothing, name the scripts that would change, and end with 1 if there are any
    #[arg(long)]
    check: bool,
}

const EXAMPLES: &str = "\
Lines end where they ended, and texts and comments say what they said; what a script means does not change. A script that cannot be
read stays as it is, and the others are written all the same.

Examples:
  fairdeal format weak-twos.dlr
  fairdeal format --check *.dlr";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut failed = false;
    for file in &arguments.files {
        if watch().is_stopped() {
            return Err(Error::Stopped.into());
        }
        match laid_out(file) {
            Ok(laid_out) if arguments.check => {
                if laid_out.changed {
                    writeln!(io::stdout(), "{}", name_of(file))?;
                    failed = true;
                }
            }
            Ok(laid_out) if is_standard(file) => io::stdout().write_all(&laid_out.bytes())?,
            Ok(laid_out) if laid_out.changed => small_file(file, &laid_out.bytes())?.replace()?,
            Ok(_) => {}
            Err(Error::Script(wrong)) => {
                show(&wrong.findings, &wrong.sources);
                failed = true;
            }
            Err(error) => {
                say(format_args!("fairdeal: {error}"));
                failed = true;
            }
        }
    }
    if failed {
        Err(Failure::Said(1))
    } else {
        Ok(())
    }
}

fn laid_out(file: &Path) -> Result<LaidOut, Error> {
    if is_standard(file) {
        let input = Input::from_reader(&name_of(file), io::stdin().lock());
        let input = input.map_err(|error| Error::Unreadable(error.to_string()))?;
        Script::new(input, Settings::default()).laid_out()
    } else {
        Script::open(file)?.laid_out()
    }
}
