//! `fairdeal euchre play`: a game in the terminal, with and against bots.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::euchre::{
    Bot, Company, Level, Move, Record, Seat, Session, Statistics, StatisticsFile, Worlds,
};

use super::draw::Drawing;
use super::options::{HouseRules, level};
use super::show::{self, Chances};
use crate::Failure;
use crate::output;

#[derive(Args)]
#[command(after_help = KEYS)]
pub(crate) struct Arguments {
    /// How well the opponents play
    #[arg(long, value_parser = level(), default_value = "club")]
    level: Level,

    /// How well the partner plays [default: as the opponents]
    #[arg(long, value_parser = level())]
    partner: Option<Level>,

    /// The seed: the same seed deals the same cards [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Moves can be taken back, and nothing is counted
    #[arg(long)]
    practice: bool,

    /// Keep a record of the game in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Show a recorded game again, instead of playing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["record", "practice", "seed", "stats"])]
    replay: Option<PathBuf>,

    /// Where statistics are kept between games [default: a file in your data folder]
    #[arg(long, value_name = "FILE")]
    stats_file: Option<PathBuf>,

    /// Keep no statistics
    #[arg(long, conflicts_with = "stats_file")]
    no_stats: bool,

    /// Show the statistics, instead of playing
    #[arg(long, conflicts_with = "no_stats")]
    stats: bool,

    #[command(flatten)]
    house: HouseRules,
}

const KEYS: &str = "\
When it is your turn, type the number of a move, or the card or bid itself. Other answers:
  ?  a hint: what each move is worth     o  the odds: who probably holds what
  u  take back (with --practice)         q  stop playing";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let drawing = Drawing::new(out.is_terminal() && std::env::var_os("NO_COLOR").is_none());
    if let Some(path) = &arguments.replay {
        return replay(path, &drawing, &mut out);
    }
    let statistics = arguments.statistics()?;
    if arguments.stats {
        let total = statistics.map_or(Ok(Statistics::default()), |file| file.total())?;
        return Ok(write!(out, "{}", statistics_text(&total))?);
    }
    let seed = arguments.seed.unwrap_or_else(crate::deal::random_seed);
    let company = Company {
        you: Seat::South,
        partner: Bot::new(arguments.partner.unwrap_or(arguments.level)),
        opponents: Bot::new(arguments.level),
        adviser: Bot::new(Level::Expert),
    };
    let mut table = Table {
        session: Session::new(company, arguments.house.rules(), seed),
        drawing,
        practice: arguments.practice,
        input: io::stdin().lock(),
        out,
    };
    writeln!(
        table.out,
        "Euchre to ten, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = table.play();
    if let Some(path) = &arguments.record {
        let record = format!("{:#}\n", table.session.record().to_json());
        output::small_file(path, record.as_bytes())?.finish()?;
    }
    played?;
    if let (Some(file), false) = (statistics, arguments.practice) {
        file.add(table.session.statistics())?;
        write!(table.out, "\n{}", statistics_text(&file.total()?))?;
    }
    Ok(())
}

impl Arguments {
    /// The file of statistics, if any are kept.
    fn statistics(&self) -> Result<Option<StatisticsFile>, Failure> {
        if self.no_stats || self.practice {
            return Ok(None);
        }
        let path = match &self.stats_file {
            Some(path) => path.clone(),
            None => match data_folder() {
                Some(folder) => {
                    let folder = folder.join("fairdeal");
                    std::fs::create_dir_all(&folder)
                        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
                    folder.join("euchre.redb")
                }
                None => return Ok(None),
            },
        };
        let file = StatisticsFile::open(&path).with_context(|| path.display().to_string())?;
        Ok(Some(file))
    }
}

/// Where programs keep what is theirs.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| {
        std::env::var_os(name)
            .filter(|path| !path.is_empty())
            .map(PathBuf::from)
    };
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| folder("HOME").map(|home| home.join(".local/share")))
}

/// Someone stopped playing.
enum End {
    Over,
    Stopped,
}

/// The longest answer that is read.
const MOST: u64 = 1000;

struct Table<'a> {
    session: Session,
    drawing: Drawing,
    practice: bool,
    input: io::StdinLock<'a>,
    out: io::StdoutLock<'a>,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        while self.session.winner().is_none() {
            let hand = self.drawing.beginning(self.session.game());
            writeln!(self.out, "\n{hand}")?;
            if let End::Stopped = self.play_hand()? {
                writeln!(
                    self.out,
                    "You stopped at {}.",
                    self.drawing.score(self.session.game().score())
                )?;
                return Ok(());
            }
            writeln!(
                self.out,
                "{}",
                self.drawing.result(self.session.game().hand())
            )?;
            self.session.next_hand();
        }
        let won = self.session.winner() == Some(self.session.you().side());
        let who = if won {
            "You and North win"
        } else {
            "East and West win"
        };
        writeln!(
            self.out,
            "\n{who}, {}.",
            self.drawing.score(self.session.game().score())
        )?;
        Ok(())
    }

    fn play_hand(&mut self) -> Result<End, Failure> {
        loop {
            while let Some((seat, made)) = self.session.bot_moves()? {
                writeln!(
                    self.out,
                    "  {seat}: {}",
                    self.drawing.made(made, seat == self.session.you())
                )?;
                self.end_of_trick()?;
            }
            if !self.session.is_your_turn() {
                return Ok(End::Over);
            }
            if let End::Stopped = self.your_turn()? {
                return Ok(End::Stopped);
            }
            self.end_of_trick()?;
        }
    }

    /// Says who took the trick, if one has just been finished.
    fn end_of_trick(&mut self) -> Result<(), Failure> {
        if let Some(text) = self.drawing.finished_trick(self.session.game().hand()) {
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }

    fn your_turn(&mut self) -> Result<End, Failure> {
        let moves = self.session.moves();
        write!(
            self.out,
            "\n{}",
            self.drawing.your_turn(&self.session.view(), &moves)
        )?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let mut line = Vec::new();
            if self
                .input
                .by_ref()
                .take(MOST)
                .read_until(b'\n', &mut line)?
                == 0
            {
                writeln!(self.out)?;
                return Ok(End::Stopped);
            }
            let text = String::from_utf8_lossy(&line).trim().to_lowercase();
            match text.as_str() {
                "" => {}
                "q" | "quit" => return Ok(End::Stopped),
                "?" | "h" | "hint" => {
                    let advice = show::values_text(self.session.advice()?);
                    write!(self.out, "{advice}")?;
                }
                "o" | "odds" => {
                    let view = self.session.view();
                    let worlds = Worlds::new(&view)?;
                    let text = show::worlds_text(&view, &worlds, &Chances::Counted(worlds.odds()));
                    write!(self.out, "{text}")?;
                }
                "u" | "undo" if !self.practice => {
                    writeln!(
                        self.out,
                        "Moves are taken back in practice only: --practice."
                    )?;
                }
                "u" | "undo" => {
                    if self.session.undo() {
                        writeln!(self.out, "Taken back.")?;
                        return Ok(End::Over);
                    } else {
                        writeln!(self.out, "There is nothing to take back in this hand.")?
                    }
                }
                answer => match chosen(answer, &moves) {
                    Some(made) => {
                        self.session.make(made)?;
                        return Ok(End::Over);
                    }
                    None => {
                        let most = moves.len();
                        writeln!(
                            self.out,
                            "'{}' is no move here: type a number from 1 to {most}, ? or q.",
                            answer.escape_debug()
                        )?;
                    }
                },
            }
        }
    }
}

/// The move that an answer means: its number, its card, or its words.
fn chosen(answer: &str, moves: &[Move]) -> Option<Move> {
    if let Ok(number) = answer.parse::<usize>() {
        return moves.get(number.checked_sub(1)?).copied();
    }
    let meant = |made: &&Move| {
        let card = made.card().map(|card| card.to_string().to_lowercase());
        made.to_string().to_lowercase() == answer || card.is_some_and(|card| card == answer)
    };
    moves.iter().find(meant).copied()
}

fn replay(path: &Path, drawing: &Drawing, out: &mut impl Write) -> Result<(), Failure> {
    let mut text = String::new();
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    file.take(64 << 20)
        .read_to_string(&mut text)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let record = Record::from_json(&text).with_context(|| path.display().to_string())?;
    let game = record
        .replay()
        .with_context(|| path.display().to_string())?;
    for hand in game.hands() {
        writeln!(out, "{}", drawing.whole_hand(hand))?;
    }
    Ok(writeln!(out, "{}", drawing.score(game.score()))?)
}

fn statistics_text(total: &Statistics) -> String {
    let mut text = format!(
        "games: {} won of {}\nhands: {}\n",
        total.won, total.games, total.hands
    );
    text += &format!(
        "trump made: {} times, {} made, {} euchred",
        total.calls, total.made, total.euchred
    );
    text += &format!(
        "; alone {} times, {} with all five\n",
        total.alone, total.marched
    );
    if total.decisions > 0 {
        text += &format!(
            "lost against the hint: {:.2} points in {} decisions, {:.3} each\n",
            total.points_lost,
            total.decisions,
            total.points_lost / total.decisions as f64
        );
    }
    let bins = total.calibration.iter().filter(|bin| bin.cases > 0);
    for bin in bins {
        let cases = bin.cases as f64;
        text += &format!(
            "odds of about {:>3.0}% came true {:>3.0}% of {} times\n",
            100.0 * bin.said / cases,
            100.0 * bin.true_cases as f64 / cases,
            bin.cases
        );
    }
    text
}
