//! `fairdeal euchre play`: a game in the terminal, with and against bots.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::euchre::{
    GameFile, KeptGame, Level, Move, Players, Session, Statistics, StatisticsFile, Style, Watch,
    limits,
};

use super::draw::Drawing;
use super::options::{HouseRules, level, style};
use crate::at_table::{self, KeptFile};
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
    let mut table = Terminal {
        session,
        drawing,
        practice,
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
    match kept {
        Some(kept) if table.session.winner().is_none() => {
            let game = table.session.kept(practice);
            kept.keep(&game, arguments.resume, &mut table.out)?;
        }
        Some(kept) if arguments.resume => kept.forget()?,
        _ => {}
    }
    played?;
    if let (Some(file), false) = (statistics, practice) {
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

/// Someone stopped playing.
enum End {
    Over,
    Stopped,
}

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
            let Some(text) = at_table::typed(&mut self.input, &mut self.out)? else {
                return Ok(End::Stopped);
            };
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
