//! `fairdeal level write`: a leveled copy of a script, and whether it does what it should.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use fairdeal::bridge::{Card, Seat};
use fairdeal::level::{self, Effort, Leveled, Scenario};
use fairdeal::plan::Placement;
use fairdeal::script::{Loaded, Settings};
use fairdeal::{Verified, verify, verify_classic};
use serde_json::json;

use super::{LevelArguments, one_in, percent, report};
use crate::Failure;
use crate::output::{Output, count, say, small_file};
use crate::sources::ScriptArguments;
use crate::threads;

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    script: ScriptArguments,

    #[command(flatten)]
    types: LevelArguments,

    /// The file to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write two scripts, the second one here: mixed as said, their boards come closer to the shares than those of one script
    #[arg(long, value_name = "FILE2", requires = "output", conflicts_with_all = ["verify", "json"])]
    combine: Option<PathBuf>,

    /// Of what keeps are made: cards, spot cards in certain hands, which every program understands; or rnd, random numbers
    #[arg(long, value_name = "STYLE", default_value = "cards")]
    style: Named,

    /// How many pilot cards keeps are made of, up to 8, or which ones: west:2C,east:2D
    #[arg(long, value_name = "PILOTS", default_value = "4", value_parser = pilots)]
    pilots: Pilots,

    /// Deal the script that was written, here and as the classic program deals, and show the shares
    #[arg(long)]
    verify: bool,

    /// How many boards --verify deals here, and looks for on the classic program
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "verify")]
    verify_boards: u64,

    /// How many deals it makes for that on the classic program at the most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4_000_000,
        requires = "verify"
    )]
    verify_deals: u64,

    /// How much work counting each type may be before it is estimated; a second does some hundred million steps
    #[arg(long, value_name = "STEPS")]
    budget: Option<u64>,

    /// What was found, as one JSON object on standard output; needs -o
    #[arg(long, requires = "output")]
    json: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    quiet: bool,
}

/// What keeps are made of.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Named {
    Cards,
    Rnd,
}

/// Pilots by number or by name.
#[derive(Clone)]
enum Pilots {
    Number(usize),
    These(Vec<Placement>),
}

fn pilots(text: &str) -> Result<Pilots, String> {
    if let Ok(number) = text.parse() {
        return Ok(Pilots::Number(number));
    }
    let pilot = |text: &str| {
        let bad = || format!("'{text}' is not a pilot: write a seat and a card, like west:2C");
        let (seat, card) = text.split_once(':').ok_or_else(bad)?;
        let named = |wanted: &Seat| {
            let (name, letter) = (wanted.to_string(), wanted.letter().to_string());
            name.eq_ignore_ascii_case(seat.trim()) || letter.eq_ignore_ascii_case(seat.trim())
        };
        let seat = Seat::ALL.into_iter().find(named).ok_or_else(bad)?;
        let card: Card = card.trim().parse().map_err(|_| bad())?;
        Ok::<Placement, String>(Placement { seat, card })
    };
    text.split(',')
        .map(pilot)
        .collect::<Result<_, _>>()
        .map(Pilots::These)
}

/// More than this and other ways are offered.
const TOO_FAR: f64 = 0.005;
/// So many other choices are shown.
const TRADES: usize = 4;
/// The numbers of pilots that are offered.
const OFFERED: [usize; 3] = [4, 6, 8];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let input = arguments.script.input()?;
    let settings = arguments.script.settings();
    let loaded = load(&input, &settings, arguments);
    super::compiled(&loaded)?;
    let scenario = arguments.types.scenario(&loaded)?;
    let effort = super::effort(arguments.budget, threads(None));
    let leveled = leveled(arguments, &loaded, &scenario, &effort)?;
    if let Some(second) = &arguments.combine {
        let encode = |text: String| input.encoding().encode(&text);
        return write_two(arguments, &loaded, &scenario, &leveled, second, &encode);
    }
    let failed = |error| super::failure(error, &loaded);
    let text = leveled.script(&loaded.script, &scenario).map_err(failed)?;
    let verified = if arguments.verify {
        Some(verified(arguments, &text, &scenario, settings, &loaded)?)
    } else {
        None
    };
    let output = arguments
        .output
        .as_deref()
        .filter(|path| *path != Path::new("-"));
    let mut out = Output::open(output)?;
    out.write(&input.encoding().encode(&text))?;
    out.finish()?;
    if arguments.json {
        println!("{:#}", as_json(&scenario, &leveled, verified.as_ref()));
    }
    if !arguments.quiet {
        say(summary(&scenario, &leveled, verified.as_ref()).trim_end());
        if arguments.style == Named::Cards && leveled.assignment.worst > TOO_FAR {
            say(offers(&loaded, &scenario, &leveled, &effort)?.trim_end());
        }
    }
    Ok(())
}

/// Two scripts whose boards are to be mixed.
fn write_two(
    arguments: &Arguments,
    loaded: &Loaded,
    scenario: &Scenario,
    leveled: &Leveled,
    second: &Path,
    encode: &dyn Fn(String) -> Vec<u8>,
) -> Result<(), Failure> {
    let Some(combined) = leveled.combined() else {
        let message = "no two assignments come closer to the shares than one: write one script";
        return Err(Failure::Work(anyhow::anyhow!(message)));
    };
    let first = arguments.output.as_deref().unwrap_or(Path::new("-"));
    let mut files = Vec::new();
    for (path, assignment) in [(first, combined.first), (second, combined.second)] {
        let one = leveled.with(scenario, assignment);
        let text = one.script(&loaded.script, scenario);
        let text = text.map_err(|error| super::failure(error, loaded))?;
        files.push(small_file(path, &encode(text))?);
    }
    for file in files {
        file.finish()?;
    }
    if !arguments.quiet {
        let (m, n) = combined.weights;
        say(format_args!(
            "deal boards of both and mix them, {m} of the first for {n} of the second: fairdeal combine FIRST={m} SECOND={n} -o BOTH\n\
             the worst share of all boards is {:.2} percentage points off; with one script it would be {:.2}",
            100.0 * combined.worst,
            100.0 * leveled.assignment.worst,
        ));
    }
    Ok(())
}

fn load(input: &fairdeal::script::Input, settings: &Settings, arguments: &Arguments) -> Loaded {
    let settings = Settings {
        appended: arguments.types.definitions(),
        ..settings.clone()
    };
    let options = fairdeal::script::CompileOptions {
        double_dummy: true,
        ..Default::default()
    };
    fairdeal::script::load(input, &settings, &options)
}

fn leveled(
    arguments: &Arguments,
    loaded: &Loaded,
    scenario: &Scenario,
    effort: &Effort,
) -> Result<Leveled, Failure> {
    let failed = |error| super::failure(error, loaded);
    let pilots = match (&arguments.pilots, arguments.style) {
        (_, Named::Rnd) => Vec::new(),
        (Pilots::Number(number), _) => level::pilots(scenario, *number).map_err(failed)?,
        (Pilots::These(pilots), _) => {
            level::check_pilots(scenario, pilots).map_err(failed)?;
            pilots.clone()
        }
    };
    let frequencies = super::frequencies(loaded, scenario, &pilots, effort)?;
    match arguments.style {
        Named::Cards => Leveled::by_cards(scenario, frequencies).map_err(failed),
        Named::Rnd => Ok(Leveled::by_draws(frequencies)),
    }
}

fn verified(
    arguments: &Arguments,
    text: &str,
    scenario: &Scenario,
    mut settings: Settings,
    loaded: &Loaded,
) -> Result<[Verified; 2], Failure> {
    // What the script includes lies beside it.
    let folder = arguments.script.file.parent();
    let folder = folder.filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).to_owned();
    settings.include_folders.push(folder);
    let failed = |error| super::failure(error, loaded);
    let (boards, deals) = (arguments.verify_boards, arguments.verify_deals);
    let here = verify(text, scenario, &settings, boards, threads(None)).map_err(failed)?;
    let classic = verify_classic(text, scenario, &settings, boards, deals).map_err(failed)?;
    Ok([here, classic])
}

fn as_json(
    scenario: &Scenario,
    leveled: &Leveled,
    verified: Option<&[Verified; 2]>,
) -> serde_json::Value {
    let pilots = leveled.frequencies.pilots.iter();
    let pilots: Vec<String> = pilots
        .map(|pilot| format!("{} {}", pilot.seat, pilot.card))
        .collect();
    let keeps = leveled.keep_texts(&|pilot| format!("pilot{}", pilot + 1));
    let mut json = report::as_json(scenario, &leveled.frequencies);
    json["pilots"] = pilots.into();
    json["leveled"] = json!({
        "keeps": keeps,
        "rates": leveled.assignment.rates,
        "shares": leveled.assignment.shares,
        "worst": leveled.assignment.worst,
        "kept": leveled.assignment.kept,
    });
    let trade = leveled.trade.iter();
    json["trade"] = trade
        .map(|one| json!({"worst": one.worst, "kept": one.kept}))
        .collect();
    let bias = leveled.bias.iter().map(|bias| {
        bias.map(|bias| {
            json!({"seat": bias.seat.to_string(), "suit": format!("{:?}", bias.suit).to_lowercase(),
                "natural": bias.natural, "kept": bias.kept})
        })
    });
    json["bias"] = bias.collect();
    if let Some(verified) = verified {
        let found = |verified: &Verified| {
            let shares: Vec<f64> = verified.shares().iter().map(|(share, _)| *share).collect();
            json!({"boards": verified.boards, "deals": verified.deals, "shares": shares})
        };
        json["verified"] = json!({"here": found(&verified[0]), "classic": found(&verified[1])});
    }
    json
}

fn summary(scenario: &Scenario, leveled: &Leveled, verified: Option<&[Verified; 2]>) -> String {
    let frequencies = &leveled.frequencies;
    let mut text = String::new();
    let width = scenario.cells.iter().map(|cell| cell.name.chars().count());
    let width = width.max().unwrap_or(0).max(4);
    let _ = write!(
        text,
        "{:width$}  {:>16}  {:>8}  {:>9}  {:>8}",
        "type", "natural", "target", "keep", "predicted"
    );
    if verified.is_some() {
        let _ = write!(text, "  {:>14}  {:>14}", "dealt here", "classic");
    }
    let natural = frequencies.natural();
    for (i, cell) in scenario.cells.iter().enumerate() {
        let measured = &frequencies.cells[i];
        let _ = write!(
            text,
            "\n{:width$}  {:>16}  {:>8}  {:>8.3}%  {:>9}",
            cell.name,
            super::natural(measured, natural[i]),
            percent(frequencies.targets[i]),
            100.0 * leveled.assignment.rates[i],
            percent(leveled.assignment.shares[i]),
        );
        for verified in verified.into_iter().flatten() {
            let (share, error) = verified.shares()[i];
            let found = format!("{} ± {:.2}", percent(share), 196.0 * error);
            let _ = write!(text, "  {found:>14}");
        }
    }
    let _ = writeln!(text);
    if let Some([here, classic]) = verified {
        let _ = writeln!(
            text,
            "dealt: {} here, {} of the classic program's {}",
            count(here.boards, "board"),
            count(classic.boards, "board"),
            count(classic.deals, "deal"),
        );
    }
    let assignment = &leveled.assignment;
    let points = |share: f64| format!("{:.2}", 100.0 * share);
    let _ = writeln!(
        text,
        "{} is kept ({} qualifies by nature); the worst share is {} percentage points off",
        one_in(assignment.kept),
        one_in(frequencies.probability()),
        points(assignment.worst),
    );
    let others: Vec<_> = leveled
        .trade
        .iter()
        .filter(|other| *other != assignment)
        .collect();
    for other in others.iter().step_by(others.len().div_ceil(TRADES).max(1)) {
        let _ = writeln!(
            text,
            "at {} it would be {}",
            one_in(other.kept),
            points(other.worst)
        );
    }
    for (cell, bias) in scenario.cells.iter().zip(&leveled.bias) {
        if let Some(bias) = bias {
            let suit = format!("{:?}", bias.suit).to_lowercase();
            let _ = writeln!(
                text,
                "bias of {}: {} has about {:.1} {suit} on average, {:.1} without keeps",
                cell.name, bias.seat, bias.kept, bias.natural
            );
        }
    }
    text
}

/// What else could be done where the shares are too far off.
fn offers(
    loaded: &Loaded,
    scenario: &Scenario,
    leveled: &Leveled,
    effort: &Effort,
) -> Result<String, Failure> {
    let mut text = String::new();
    let used = leveled.frequencies.pilots.len();
    for number in OFFERED.into_iter().filter(|&number| number > used) {
        let Ok(pilots) = level::pilots(scenario, number) else {
            continue;
        };
        let frequencies = super::frequencies(loaded, scenario, &pilots, effort)?;
        if let Ok(other) = Leveled::by_cards(scenario, frequencies)
            && other.assignment.worst < leveled.assignment.worst
        {
            let off = 100.0 * other.assignment.worst;
            let _ = writeln!(
                text,
                "with --pilots {number} the worst share is {off:.2} off"
            );
        }
    }
    if let Some(combined) = leveled.combined() {
        let off = 100.0 * combined.worst;
        let _ = writeln!(
            text,
            "with --combine FILE2, two scripts to be mixed, it is {off:.2} off"
        );
    }
    if text.is_empty() {
        text.push_str("--style rnd has any rate, where the program has rnd\n");
    }
    Ok(text)
}
