//! `fairdeal level write`: a leveled copy of a script, and whether it does what it should.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fairdeal::level::{Alternative, KeepOptions, KeepStyle, PilotChoice};
use fairdeal::{CopyOptions, Leveled, LeveledCopy, LibraryCopies, LibraryRequest, VerifyOptions};

use super::LevelArguments;
use crate::output::{Output, say, small_file};
use crate::question::{EffortArguments, QuestionArguments, ask_library};
use crate::{Failure, print_json, progress, threads, watch};

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    question: QuestionArguments,

    /// Instead of one script, all of this folder: their copies are in the folder that -o names, and a table shows what came
    /// out. What has a copy of it as it is, by its hash, is left alone
    #[arg(long, value_name = "FOLDER", requires = "output", conflicts_with_all = ["file", "expression", "combine", "verify"])]
    all: Option<PathBuf>,

    /// With --all: write all copies anew
    #[arg(long, requires = "all")]
    again: bool,

    #[command(flatten)]
    types: LevelArguments,

    /// The file to write [default: standard output]; with --all, the folder
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write two scripts, the second one here: mixed as said, their boards come closer to the shares than those of one script
    #[arg(long, value_name = "FILE2", requires = "output", conflicts_with_all = ["verify", "json"])]
    combine: Option<PathBuf>,

    /// Of what keeps are made: cards, spot cards in certain hands, which every program understands; or rnd, random numbers
    #[arg(long, value_name = "STYLE", default_value = "cards")]
    style: StyleName,

    /// How many pilot cards keeps are made of, up to 8, or which ones: west:2C,east:2D [default: 4]
    #[arg(long, value_name = "PILOTS")]
    pilots: Option<PilotChoice>,

    /// Deal the script that was written, here and as the classic program deals, and show the shares
    #[arg(long)]
    verify: bool,

    /// How many boards --verify deals here, and looks for on the classic program
    #[arg(long, value_name = "N", default_value_t = VerifyOptions::default().boards, requires = "verify")]
    verify_boards: u64,

    /// How many deals it makes for that on the classic program at the most
    #[arg(long, value_name = "N", default_value_t = VerifyOptions::default().deals, requires = "verify")]
    verify_deals: u64,

    #[command(flatten)]
    effort: EffortArguments,

    /// What was found, as one JSON object on standard output; needs -o
    #[arg(long, requires = "output")]
    json: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// What keeps are made of.
#[derive(Clone, Copy, ValueEnum)]
enum StyleName {
    Cards,
    Rnd,
}

impl Arguments {
    fn options(&self) -> CopyOptions {
        let keeps = KeepOptions {
            style: match self.style {
                StyleName::Cards => KeepStyle::Cards,
                StyleName::Rnd => KeepStyle::Rnd,
            },
            pilots: self.pilots.clone().unwrap_or_default(),
        };
        CopyOptions {
            keeps,
            effort: self.effort.effort(),
            threads: threads(None),
        }
    }

    fn verification(&self) -> VerifyOptions {
        VerifyOptions {
            boards: self.verify_boards,
            deals: self.verify_deals,
            threads: threads(None),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let by_draws = matches!(arguments.style, StyleName::Rnd);
    if by_draws && arguments.pilots.is_some() && !arguments.quiet {
        say("fairdeal: --pilots has no effect with --style rnd: such keeps need no cards");
    }
    if let (Some(folder), Some(output)) = (&arguments.all, &arguments.output) {
        return write_all(arguments, folder, output);
    }
    let script = arguments.types.script(&arguments.question)?;
    let leveled = Leveled::new(&script, &arguments.types.options())?;
    let options = arguments.options();
    let mut copy = progress::during(watch(), || leveled.copy(&options, watch()))?;
    if let Some(second) = &arguments.combine {
        return write_two(arguments, &copy, second);
    }
    if arguments.verify {
        let options = arguments.verification();
        progress::during(watch(), || copy.verify(&options, watch()))?;
    }
    let output = arguments.output.as_deref();
    let mut out = Output::open(output.filter(|path| *path != Path::new("-")))?;
    out.write(&copy.encoded(copy.text()))?;
    out.finish(arguments.quiet)?;
    let report = copy.report();
    if arguments.json {
        print_json(&report)?;
    }
    if !arguments.quiet {
        say(report.to_string().trim_end());
        for alternative in progress::during(watch(), || copy.alternatives(watch()))? {
            say(offered(&alternative));
        }
    }
    Ok(())
}

/// Copies of all scripts of a folder.
fn write_all(arguments: &Arguments, folder: &Path, output: &Path) -> Result<(), Failure> {
    let mut copy = arguments.options();
    copy.effort = arguments.effort.of_library();
    // Scripts are leveled side by side.
    copy.threads = 1;
    let library = arguments.question.library_to_copy(folder, output)?;
    let request = LibraryRequest::Copy(LibraryCopies {
        options: arguments.types.options(),
        copy,
        folder: output.to_owned(),
        again: arguments.again,
    });
    ask_library(&library, &request, arguments.json)
}

/// Two scripts whose boards are to be mixed.
fn write_two(arguments: &Arguments, copy: &LeveledCopy, second: &Path) -> Result<(), Failure> {
    let two = progress::during(watch(), || copy.two_scripts(watch()))?;
    let first = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let mut files = Vec::new();
    for (path, text) in [(first, &two.first), (second, &two.second)] {
        files.push(small_file(path, &copy.encoded(text))?);
    }
    for file in files {
        file.finish(arguments.quiet)?;
    }
    if !arguments.quiet {
        let (m, n) = two.weights;
        say(format_args!(
            "deal boards of both and mix them, {m} of the first for {n} of the second: fairdeal combine FIRST={m} SECOND={n} -o BOTH\n{two}"
        ));
    }
    Ok(())
}

/// How an alternative is had.
fn offered(alternative: &Alternative) -> String {
    match alternative {
        Alternative::MorePilots { pilots, worst } => {
            let off = 100.0 * worst;
            format!("with --pilots {pilots} the worst share is {off:.2} off")
        }
        Alternative::TwoScripts { worst } => {
            let off = 100.0 * worst;
            format!("with --combine FILE2, two scripts to be mixed, it is {off:.2} off")
        }
        Alternative::RandomKeeps => {
            "--style rnd has any rate, where the program has rnd".to_owned()
        }
        other => other.to_string(),
    }
}
