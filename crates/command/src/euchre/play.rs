//! `fairdeal euchre play`: a game in the terminal, with and against bots.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::euchre::{
    GameFile, KeptGame, Level, Move, Players, Session, Side, Statistics, StatisticsFile, Style,
    Watch, limits,
};

use super::draw::Drawing;
use super::options::{HouseRules, level, style};
use crate::at_table::{self, KeptFile, Table, Terminal};
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

    /// How boldly the bots bid
    #[arg(long, value_parser = style(), default_value = Style::default().name())]
    style: Style,

    /// The seed: the same seed deals the same cards [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Go on with the game that was stopped last, with its players
    #[arg(long, conflicts_with_all = ["level", "partner", "style", "seed", "practice", "stats", "replay"])]
    resume: bool,

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
    let kept = KeptFile::of("euchre");
    let (session, practice) = if arguments.resume {
        let game = KeptFile::resumed(kept.as_ref(), KeptGame::from_json)?;
        (Session::resumed(&game)?, game.practice)
    } else {
        let seed = arguments.seed.unwrap_or_else(fairdeal::random_seed);
        let players = Players::new(arguments.level, arguments.partner);
        let players = players.with_style(arguments.style);
        let session = Session::new(players, arguments.house.rules(), seed);
        (session, arguments.practice)
    };
    let seed = session.game().seed();
    let table = EuchreTable { session, drawing };
    let mut terminal = Terminal::new(table, practice, out);
    writeln!(
        terminal.out,
        "Euchre to ten, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = terminal.play(",");
    let session = &terminal.table.session;
    if let Some(path) = &arguments.record {
        let record = game_file(path).written(session.game())?;
        output::small_file(path, record.as_bytes())?.finish(false)?;
    }
    let stopped = session.winner().is_none().then(|| session.kept(practice));
    KeptFile::after(kept, stopped, arguments.resume, &mut terminal.out)?;
    played?;
    if let (Some(file), false) = (statistics, practice) {
        file.add(session.statistics())?;
        write!(terminal.out, "\n{}", file.total()?)?;
    }
    Ok(())
}

impl Arguments {
    /// The file of statistics, if any are kept.
    fn statistics(&self) -> Result<Option<StatisticsFile>, Failure> {
        if self.no_stats || self.practice {
            return Ok(None);
        }
        let path = match (&self.stats_file, at_table::data_folder()) {
            (Some(path), _) => path.clone(),
            (None, None) => return Ok(None),
            (None, Some(folder)) => {
                at_table::make_folder(&folder)?;
                folder.join("euchre.redb")
            }
        };
        let file = StatisticsFile::open(&path).with_context(|| path.display().to_string())?;
        Ok(Some(file))
    }
}

/// A game of euchre, and how it is drawn.
struct EuchreTable {
    session: Session,
    drawing: Drawing,
}

impl Table for EuchreTable {
    fn winner(&self) -> Option<Side> {
        self.session.winner()
    }

    fn score(&self) -> String {
        self.session.game().score().to_string()
    }

    fn beginning(&self) -> String {
        self.drawing.beginning(self.session.game()).to_string()
    }

    fn outcome(&self) -> Option<String> {
        let outcome = self.session.game().hand().outcome()?;
        Some(outcome.to_string())
    }

    fn next_hand(&mut self) {
        self.session.next_hand();
    }

    fn bot_moves(&mut self, watch: &Watch) -> Result<Option<String>, Failure> {
        let made = self.session.bot_moves(watch)?;
        let you = self.session.you();
        Ok(made.map(|(seat, made)| format!("{seat}: {}", self.drawing.made(made, seat == you))))
    }

    fn trick_taken(&self) -> Option<String> {
        let taken = self.session.game().hand().trick_taken()?;
        Some(taken.to_string())
    }

    fn is_your_turn(&self) -> bool {
        self.session.is_your_turn()
    }

    fn your_turn(&self) -> String {
        let (view, hand) = (self.session.view(), self.session.held());
        let turn = self.drawing.your_turn(&view, &hand, &self.session.moves());
        turn.to_string()
    }

    fn hint(&mut self, watch: &Watch) -> Result<String, Failure> {
        Ok(self.session.advice(watch)?.to_string())
    }

    fn odds(&self, watch: &Watch) -> Result<String, Failure> {
        Ok(self.session.odds(watch)?.on_one_screen().to_string())
    }

    fn undo(&mut self) -> bool {
        self.session.undo()
    }

    fn make_meant(&mut self, text: &str, watch: &Watch) -> Result<Result<(), String>, Failure> {
        let moves = self.session.moves();
        let Some(made) = Move::meant_by(text, &moves) else {
            let (text, most) = (text.escape_debug(), moves.len());
            return Ok(Err(format!(
                "'{text}' is no move here: type a number from 1 to {most}, ? or q."
            )));
        };
        self.session.make(made, watch)?;
        Ok(Ok(()))
    }
}

fn game_file(path: &Path) -> GameFile {
    GameFile::of_name(&path.to_string_lossy())
}

fn replay(path: &Path, drawing: &Drawing, out: &mut impl Write) -> Result<(), Failure> {
    let name = path.display().to_string();
    let (game, filled_in) = game_file(path)
        .read(&at_table::text_of(path)?)
        .context(name)?;
    for note in filled_in {
        writeln!(out, "{note}")?;
    }
    for hand in game.hands() {
        writeln!(out, "{}", drawing.whole_hand(hand))?;
    }
    Ok(writeln!(out, "{}", game.score())?)
}
