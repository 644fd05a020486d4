//! `fairdeal texas42 play`: a game in the terminal, with and against bots.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use fairdeal::texas42::{
    Bot, Game, GameRecord, HandScore, Judgement, KeptGame, Level, Move, NoMove, Seat, Seated, Side,
    Stage, View, Watch, Worlds, limits,
};

use super::options::{House, level};
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
    let mut terminal = Terminal::new(seated, practice, out);
    let (goal, name) = (scoring.goal(), scoring.name());
    writeln!(
        terminal.out,
        "Texas 42 to {goal} {name}, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = terminal.play(":");
    let seated = &terminal.table;
    if let Some(path) = &arguments.record {
        let record = serde_json::to_string(&seated.game().record())?;
        output::small_file(path, record.as_bytes())?.finish(false)?;
    }
    let name = |bot: &Bot| bot.level.name().to_owned();
    let stopped = seated.winner().is_none();
    let stopped = stopped.then(|| seated.kept(practice, name));
    KeptFile::after(kept, stopped, arguments.resume, &mut terminal.out)?;
    played
}

impl Table for Seated {
    fn winner(&self) -> Option<Side> {
        self.winner()
    }

    fn score(&self) -> String {
        self.game().score().to_string()
    }

    fn beginning(&self) -> String {
        // A hand that is gone on with has its bids and tricks, which nobody remembers.
        let moves = self.game().hand().moves().iter();
        let done = moves.map(|&(seat, made)| format!("\n  {seat}: {}", said(made)));
        beginning(self.game()) + &done.collect::<String>()
    }

    fn outcome(&self) -> Option<String> {
        HandScore::of(self.game().hand()).map(|result| result.words)
    }

    fn next_hand(&mut self) {
        self.next_hand();
    }

    fn bot_moves(&mut self, watch: &Watch) -> Result<Option<String>, Failure> {
        let think = |bot: &Bot, view: &View, seed| bot.judge(view, seed, watch);
        let made: Option<(Seat, Move)> = self.bot_moves::<Judgement, NoMove>(think)?;
        Ok(made.map(|(seat, made)| format!("{seat}: {}", said(made))))
    }

    fn trick_taken(&self) -> Option<String> {
        let taken = self.game().hand().trick_taken()?;
        Some(taken.to_string())
    }

    fn is_your_turn(&self) -> bool {
        self.is_your_turn()
    }

    fn your_turn(&self) -> String {
        let view = self.view();
        let held = view.rules().shown(view.hand());
        let asked = match view.stage() {
            Some(Stage::Bid) => "What do you bid?",
            Some(Stage::Call) => "What do you call?",
            _ => "What do you play?",
        };
        format!("You hold {held}\n{asked}  {}\n", names(&view.legal_moves()))
    }

    fn hint(&mut self, watch: &Watch) -> Result<String, Failure> {
        let adviser = Bot::new(limits::ADVICE_LEVEL);
        let hint = adviser.judge(&self.view(), self.thinking_seed(), watch)?;
        Ok(hint.to_string())
    }

    fn odds(&self, watch: &Watch) -> Result<String, Failure> {
        let odds = Worlds::new(&self.view(), watch)?.answer(watch)?;
        Ok(odds.to_string())
    }

    fn undo(&mut self) -> bool {
        self.undo()
    }

    fn make_meant(&mut self, text: &str, _: &Watch) -> Result<Result<(), String>, Failure> {
        let moves = self.view().legal_moves();
        let Some(made) = Move::meant_by(text, &moves) else {
            let shown: String = text.chars().take(20).collect();
            return Ok(Err(format!("'{shown}' is no move here: {}", names(&moves))));
        };
        self.make(made)?;
        Ok(Ok(()))
    }
}

/// Moves as they are typed.
fn names(moves: &[Move]) -> String {
    let names: Vec<String> = moves.iter().map(|made| made.name()).collect();
    names.join("  ")
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
