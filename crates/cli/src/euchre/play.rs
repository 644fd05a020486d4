//! `fairdeal euchre play`: a game in the terminal, with and against bots.

use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::euchre::{
    GameFile, Level, Move, Players, Session, Statistics, StatisticsFile, Watch, limits,
};

use super::draw::Drawing;
use super::options::{HouseRules, level};
use crate::{Failure, output};

#[derive(Args)]
#[command(after_help = KEYS)]
pub(crate) struct Arguments {
    /// How well the opponents play
    #[arg(long, value_parser = level(), default_value = limits::TABLE_LEVEL.name())]
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

    /// Keep a record of the game in this file, in EGN if its name ends in .egn
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Show a recorded game again, ours or in EGN, instead of playing
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
        return Ok(write!(out, "{total}")?);
    }
    let seed = arguments.seed.unwrap_or_else(fairdeal::random_seed);
    let players = Players::new(arguments.level, arguments.partner);
    let mut table = Terminal {
        session: Session::new(players, arguments.house.rules(), seed),
        drawing,
        practice: arguments.practice,
        // Ctrl-C ends a game as it ends any program.
        watch: Watch::default(),
        input: io::stdin().lock(),
        out,
    };
    writeln!(
        table.out,
        "Euchre to ten, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = table.play();
    if let Some(path) = &arguments.record {
        let record = game_file(path).written(table.session.game())?;
        output::small_file(path, record.as_bytes())?.finish(false)?;
    }
    played?;
    if let (Some(file), false) = (statistics, arguments.practice) {
        file.add(table.session.statistics())?;
        write!(table.out, "\n{}", file.total()?)?;
    }
    Ok(())
}

impl Arguments {
    /// The file of statistics, if any are kept.
    fn statistics(&self) -> Result<Option<StatisticsFile>, Failure> {
        if self.no_stats || self.practice {
            return Ok(None);
        }
        let path = match (&self.stats_file, data_folder()) {
            (Some(path), _) => path.clone(),
            (None, None) => return Ok(None),
            (None, Some(folder)) => {
                let folder = folder.join("fairdeal");
                std::fs::create_dir_all(&folder)
                    .with_context(|| format!("cannot make the folder {}", folder.display()))?;
                folder.join("euchre.redb")
            }
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

struct Terminal<'a> {
    session: Session,
    drawing: Drawing,
    practice: bool,
    watch: Watch,
    input: io::StdinLock<'a>,
    out: io::StdoutLock<'a>,
}

impl Terminal<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        while self.session.winner().is_none() {
            let hand = self.drawing.beginning(self.session.game());
            writeln!(self.out, "\n{hand}")?;
            if let End::Stopped = self.play_hand()? {
                let score = self.session.game().score();
                writeln!(self.out, "You stopped at {score}.")?;
                return Ok(());
            }
            if let Some(outcome) = self.session.game().hand().outcome() {
                writeln!(self.out, "{outcome}")?;
            }
            self.session.next_hand();
        }
        let who = if self.session.winner() == Some(self.session.you().side()) {
            "You and North win"
        } else {
            "East and West win"
        };
        let score = self.session.game().score();
        Ok(writeln!(self.out, "\n{who}, {score}.")?)
    }

    fn play_hand(&mut self) -> Result<End, Failure> {
        loop {
            while let Some((seat, made)) = self.session.bot_moves(&self.watch)? {
                let made = self.drawing.made(made, seat == self.session.you());
                writeln!(self.out, "  {seat}: {made}")?;
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
        if let Some(taken) = self.session.game().hand().trick_taken() {
            writeln!(self.out, "  {taken}")?;
        }
        Ok(())
    }

    fn your_turn(&mut self) -> Result<End, Failure> {
        let moves = self.session.moves();
        let (view, hand) = (self.session.view(), self.session.held());
        let turn = self.drawing.your_turn(&view, &hand, &moves);
        write!(self.out, "\n{turn}")?;
        loop {
            write!(self.out, "> ")?;
            self.out.flush()?;
            let mut line = Vec::new();
            let input = self.input.by_ref();
            if input.take(MOST).read_until(b'\n', &mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(End::Stopped);
            }
            let text = String::from_utf8_lossy(&line).trim().to_lowercase();
            match text.as_str() {
                "" => {}
                "q" | "quit" => return Ok(End::Stopped),
                "?" | "h" | "hint" => write!(self.out, "{}", self.session.advice(&self.watch)?)?,
                "o" | "odds" => {
                    let odds = self.session.odds(&self.watch)?;
                    write!(self.out, "{}", odds.on_one_screen())?;
                }
                "u" | "undo" if !self.practice => writeln!(
                    self.out,
                    "Moves are taken back in practice only: --practice."
                )?,
                "u" | "undo" if self.session.undo() => {
                    writeln!(self.out, "Taken back.")?;
                    return Ok(End::Over);
                }
                "u" | "undo" => writeln!(self.out, "There is nothing to take back in this hand.")?,
                answer => {
                    if let Some(made) = Move::meant_by(answer, &moves) {
                        self.session.make(made, &self.watch)?;
                        return Ok(End::Over);
                    }
                    let (answer, most) = (answer.escape_debug(), moves.len());
                    writeln!(
                        self.out,
                        "'{answer}' is no move here: type a number from 1 to {most}, ? or q."
                    )?;
                }
            }
        }
    }
}

fn game_file(path: &Path) -> GameFile {
    GameFile::of_name(&path.to_string_lossy())
}

fn replay(path: &Path, drawing: &Drawing, out: &mut impl Write) -> Result<(), Failure> {
    let name = path.display().to_string();
    let mut text = String::new();
    File::open(path)
        .and_then(|file| {
            let most = limits::LONGEST_RECORD as u64;
            file.take(most).read_to_string(&mut text)
        })
        .with_context(|| format!("cannot read {name}"))?;
    let (game, filled_in) = game_file(path).read(&text).context(name)?;
    for note in filled_in {
        writeln!(out, "{note}")?;
    }
    for hand in game.hands() {
        writeln!(out, "{}", drawing.whole_hand(hand))?;
    }
    Ok(writeln!(out, "{}", game.score())?)
}
