//! `fairdeal texas42 play`: a game in the terminal, with and against bots.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;

use clap::Args;
use fairdeal::texas42::{Bot, Game, HandScore, Level, Move, Seat, Stage, Watch, Worlds, limits};

use super::options::{House, level};
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

    /// Keep a record of the game in this file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    #[command(flatten)]
    house: House,
}

const KEYS: &str = "\
When it is your turn, type a domino, a bid (30, 2 marks) or a call (5, doubles, none). Other answers:
  ?  a hint: what each move is worth     o  the odds: who probably holds what
  q  stop playing";

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let seed = arguments.seed.unwrap_or_else(fairdeal::random_seed);
    let rules = arguments.house.rules();
    let mut table = Table {
        game: Game::new(rules, seed),
        opponents: Bot::new(arguments.level),
        partner: Bot::new(arguments.partner.unwrap_or(arguments.level)),
        // Ctrl-C ends a game as it ends any program.
        watch: Watch::default(),
        input: io::stdin().lock(),
        out: io::stdout().lock(),
    };
    let (goal, name) = (rules.scoring.goal(), rules.scoring.name());
    writeln!(
        table.out,
        "Texas 42 to {goal} {name}, seed {seed}. You are South, with North. ? is a hint, q ends the game."
    )?;
    let played = table.play();
    if let Some(path) = &arguments.record {
        let record = serde_json::to_string(&table.game.record())?;
        output::small_file(path, record.as_bytes())?.finish(false)?;
    }
    played
}

/// The longest answer that is read.
const MOST: u64 = 1000;

/// The person's seat.
const YOU: Seat = Seat::South;

struct Table<'a> {
    game: Game,
    opponents: Bot,
    partner: Bot,
    watch: Watch,
    input: io::StdinLock<'a>,
    out: io::StdoutLock<'a>,
}

impl Table<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        while self.game.winner().is_none() {
            let (number, score) = (self.game.number(), self.game.score());
            let dealer = self.game.hand().view(YOU).public().dealer;
            let dealer = dealer.map_or_else(String::new, |seat| format!(" {seat} deals."));
            writeln!(self.out, "\nHand {number}: {score}.{dealer}")?;
            if !self.play_hand()? {
                return Ok(writeln!(self.out, "You stopped at {}.", self.game.score())?);
            }
            if let Some(result) = HandScore::of(self.game.hand()) {
                writeln!(self.out, "{}", result.words)?;
            }
            self.game.next_hand();
        }
        let who = if self.game.winner() == Some(YOU.side()) {
            "You and North win"
        } else {
            "East and West win"
        };
        Ok(writeln!(self.out, "\n{who}: {}.", self.game.score())?)
    }

    /// A seed for each decision of the game.
    fn thinking_seed(&self) -> u64 {
        let number = self.game.number() as u64 * 64 + self.game.hand().moves().len() as u64;
        self.game
            .seed()
            .wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Plays a hand to its end; says whether it got there.
    fn play_hand(&mut self) -> Result<bool, Failure> {
        while let Some(seat) = self.game.hand().turn() {
            let made = if seat == YOU {
                let Some(made) = self.your_move()? else {
                    return Ok(false);
                };
                made
            } else {
                let bot = if seat == YOU.partner() {
                    self.partner
                } else {
                    self.opponents
                };
                let view = self.game.hand().view(seat);
                bot.judge(&view, self.thinking_seed(), &self.watch)?.best
            };
            self.game.make(made)?;
            if seat != YOU {
                writeln!(self.out, "  {seat}: {}", said(made))?;
            }
            if let Some(taken) = self.game.hand().trick_taken() {
                writeln!(self.out, "  {taken}")?;
            }
        }
        Ok(true)
    }

    fn your_move(&mut self) -> Result<Option<Move>, Failure> {
        let view = self.game.hand().view(YOU);
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
            write!(self.out, "> ")?;
            self.out.flush()?;
            let mut line = Vec::new();
            let input = self.input.by_ref();
            if input.take(MOST).read_until(b'\n', &mut line)? == 0 {
                writeln!(self.out)?;
                return Ok(None);
            }
            let text = String::from_utf8_lossy(&line).trim().to_lowercase();
            match text.as_str() {
                "" => {}
                "q" | "quit" => return Ok(None),
                "?" | "h" | "hint" => {
                    let adviser = Bot::new(limits::ADVICE_LEVEL);
                    let hint = adviser.judge(&view, self.thinking_seed(), &self.watch)?;
                    write!(self.out, "{hint}")?;
                }
                "o" | "odds" => {
                    let odds = Worlds::new(&view, &self.watch)?.answer(&self.watch)?;
                    write!(self.out, "{odds}")?;
                }
                text => match Move::meant_by(text, &moves) {
                    Some(made) => return Ok(Some(made)),
                    None => {
                        let shown: String = text.chars().take(20).collect();
                        writeln!(self.out, "'{shown}' is no move here: {}", names.join("  "))?;
                    }
                },
            }
        }
    }
}

/// What someone did, as it is said at a table.
fn said(made: Move) -> String {
    match made {
        Move::Call(call) => call.words(),
        made => made.name(),
    }
}
