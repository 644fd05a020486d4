//! `fairdeal texas42 play`: a game in the terminal, with and against bots.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::texas42::{
    Bot, Game, GameRecord, HandScore, KeptGame, Level, Move, NoMove, Seat, Seated, Stage, View,
    Watch, Worlds, limits,
};

use super::options::{House, level};
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

    /// The seed: the same seed deals the same dominoes [default: a random one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Go on with the game that was stopped last, with its players
    #[arg(long, conflicts_with_all = ["level", "partner", "seed", "practice", "replay"])]
    resume: bool,

    /// Moves can be taken back
    #[arg(long)]
    practice: bool,

    /// Keep a record of the game in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Show the game of this record again, instead of playing
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    replay: Option<PathBuf>,

    #[command(flatten)]
    house: House,
}

const KEYS: &str = "\
When it is your turn, type a domino, a bid (30, 2 marks) or a call (5, doubles, none). Other answers:
  ?  a hint: what each move is worth     o  the odds: who probably holds what
  u  take back (with --practice)         q  stop playing";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    if let Some(path) = &arguments.replay {
        return replay(path, &mut out);
    }
    let kept = KeptFile::of("texas42");
    let (seated, practice) = if arguments.resume {
        let game = KeptFile::resumed(kept.as_ref(), KeptGame::from_json)?;
        let bot = |name: &str| Level::from_name(name).map(Bot::new);
        (game.resumed(bot)?, game.practice)
    } else {
        let seed = arguments.seed.unwrap_or_else(fairdeal::random_seed);
        let partner = arguments.partner.unwrap_or(arguments.level);
        let [partner, opponents] = [partner, arguments.level].map(Bot::new);
        let game = Game::new(arguments.house.rules(), seed);
        (Seated::new(game, partner, opponents), arguments.practice)
    };
    let (seed, scoring) = (seated.game().seed(), seated.game().rules().scoring);
    let mut table = Table {
        seated,
        practice,
        // Ctrl-C ends a game as it ends any program.
        watch: Watch::default(),
        input: io::stdin().lock(),
        out,
    };
    let (goal, name) = (scoring.goal(), scoring.name());
    writeln!(
        table.out,
        "Texas 42 to {goal} {name}, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = table.play();
    if let Some(path) = &arguments.record {
        let record = serde_json::to_string(&table.seated.game().record())?;
        output::small_file(path, record.as_bytes())?.finish(false)?;
    }
    match kept {
        Some(kept) if table.seated.winner().is_none() => {
            let name = |bot: &Bot| bot.level.name().to_owned();
            let game = table.seated.kept(practice, name);
            kept.keep(&game, arguments.resume, &mut table.out)?;
        }
        Some(kept) if arguments.resume => kept.forget()?,
        _ => {}
    }
    played
}

/// Someone stopped playing, or did not.
enum End {
    Over,
    Stopped,
}

struct Table<'a> {
    seated: Seated,
    practice: bool,
    watch: Watch,
    input: io::StdinLock<'a>,
    out: io::StdoutLock<'a>,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        while self.seated.winner().is_none() {
            writeln!(self.out, "\n{}", beginning(self.seated.game()))?;
            if let End::Stopped = self.play_hand()? {
                let score = self.seated.game().score();
                return Ok(writeln!(self.out, "You stopped at {score}.")?);
            }
            if let Some(result) = HandScore::of(self.seated.game().hand()) {
                writeln!(self.out, "{}", result.words)?;
            }
            self.seated.next_hand();
        }
        let who = if self.seated.winner() == Some(self.seated.you.side()) {
            "You and North win"
        } else {
            "East and West win"
        };
        let score = self.seated.game().score();
        Ok(writeln!(self.out, "\n{who}: {score}.")?)
    }

    fn play_hand(&mut self) -> Result<End, Failure> {
        loop {
            while let Some((seat, made)) = self.bot_moves()? {
                writeln!(self.out, "  {seat}: {}", said(made))?;
                self.end_of_trick()?;
            }
            if !self.seated.is_your_turn() {
                return Ok(End::Over);
            }
            if let End::Stopped = self.your_turn()? {
                return Ok(End::Stopped);
            }
            self.end_of_trick()?;
        }
    }

    /// One move of a bot, if it is a bot's turn.
    fn bot_moves(&mut self) -> Result<Option<(Seat, Move)>, NoMove> {
        let think = |bot: &Bot, view: &View, seed| bot.judge(view, seed, &self.watch);
        self.seated.bot_moves(think)
    }

    /// Says who took the trick, if one has just been finished.
    fn end_of_trick(&mut self) -> Result<(), Failure> {
        if let Some(taken) = self.seated.game().hand().trick_taken() {
            writeln!(self.out, "  {taken}")?;
        }
        Ok(())
    }

    fn your_turn(&mut self) -> Result<End, Failure> {
        let view = self.seated.view();
        let moves = view.legal_moves();
        let names: Vec<String> = moves.iter().map(|made| made.name()).collect();
        writeln!(self.out, "\nYou hold {}", view.rules().shown(view.hand()))?;
        let asked = match view.stage() {
            Some(Stage::Bid) => "What do you bid?",
            Some(Stage::Call) => "What do you call?",
            _ => "What do you play?",
        };
        writeln!(self.out, "{asked}  {}", names.join("  "))?;
        loop {
            let Some(text) = at_table::typed(&mut self.input, &mut self.out)? else {
                return Ok(End::Stopped);
            };
            match text.as_str() {
                "" => {}
                "q" | "quit" => return Ok(End::Stopped),
                "?" | "h" | "hint" => {
                    let adviser = Bot::new(limits::ADVICE_LEVEL);
                    let hint = adviser.judge(&view, self.seated.thinking_seed(), &self.watch)?;
                    write!(self.out, "{hint}")?;
                }
                "o" | "odds" => {
                    let odds = Worlds::new(&view, &self.watch)?.answer(&self.watch)?;
                    write!(self.out, "{odds}")?;
                }
                "u" | "undo" if !self.practice => writeln!(
                    self.out,
                    "Moves are taken back in practice only: --practice."
                )?,
                "u" | "undo" if self.seated.undo() => {
                    writeln!(self.out, "Taken back.")?;
                    return Ok(End::Over);
                }
                "u" | "undo" => writeln!(self.out, "There is nothing to take back in this hand.")?,
                text => match Move::meant_by(text, &moves) {
                    Some(made) => {
                        self.seated.make(made)?;
                        return Ok(End::Over);
                    }
                    None => {
                        let shown: String = text.chars().take(20).collect();
                        writeln!(self.out, "'{shown}' is no move here: {}", names.join("  "))?;
                    }
                },
            }
        }
    }
}

/// The number of a hand, the score before it and who deals.
fn beginning(game: &Game) -> String {
    let (number, score) = (game.number(), game.hand().public().score);
    let dealer = game.hand().public().dealer;
    let dealer = dealer.map_or_else(String::new, |seat| format!(" {seat} deals."));
    format!("Hand {number}: {score}.{dealer}")
}

/// Shows a game that was recorded, hand by hand, with all dominoes.
fn replay(path: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let name = path.display().to_string();
    let record = GameRecord::from_json(&at_table::text_of(path)?);
    let recorded = record.and_then(|record| record.replay()).context(name)?;
    let mut hands = recorded.hands();
    let (seed, rules, before) = (recorded.seed(), recorded.rules(), recorded.score_before());
    let mut game = Game::begun(rules, seed, Seat::North, before);
    loop {
        let Some(hand) = hands.next() else {
            return Ok(writeln!(out, "{}", recorded.score())?);
        };
        let dealer = hand.public().dealer.unwrap_or(Seat::North);
        game.lay(dealer, *hand.deal());
        writeln!(out, "{}", beginning(&game))?;
        for seat in Seat::ALL {
            let held = hand
                .view(seat)
                .rules()
                .shown(hand.deal().hands[seat as usize]);
            writeln!(out, "  {seat:<6}{held}")?;
        }
        for &(seat, made) in hand.moves() {
            game.make(made)?;
            writeln!(out, "  {seat}: {}", said(made))?;
            if let Some(taken) = game.hand().trick_taken() {
                writeln!(out, "  {taken}")?;
            }
        }
        match HandScore::of(hand) {
            Some(result) => writeln!(out, "{}\n", result.words)?,
            None => writeln!(out, "The hand was not finished.\n")?,
        }
        game.next_hand();
    }
}

/// What someone did, as it is said at a table.
fn said(made: Move) -> String {
    match made {
        Move::Call(call) => call.words(),
        made => made.name(),
    }
}
