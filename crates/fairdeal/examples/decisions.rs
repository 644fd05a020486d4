//! What a decision of the club bot takes when Rust asks for it, in microseconds: `decisions N`. The same games are played
//! through C and C# (tests/linked), so that the difference is what those doors cost.

use std::time::{Duration, Instant};

use fairdeal::Watch;
use fairdeal::euchre::{Bot, Game, Level, Rules};

fn main() {
    let asked = std::env::args().nth(1).and_then(|word| word.parse().ok());
    let decisions: u64 = asked.unwrap_or(1000);
    let (bot, watch) = (Bot::new(Level::Club), Watch::default());
    let (mut left, mut spent, mut seed) = (decisions, Duration::ZERO, 0);
    while left > 0 {
        seed += 1;
        let mut game = Game::new(Rules::default(), seed);
        while game.winner().is_none() && left > 0 {
            let Some(turn) = game.hand().turn() else {
                game.next_hand();
                continue;
            };
            let view = game.hand().view(turn);
            let began = Instant::now();
            let judgement = bot.judge(&view, seed + left, &watch);
            spent += began.elapsed();
            let best = judgement.expect("it is its turn, and nobody stops it").best;
            game.make(best).expect("bots keep to the rules");
            left -= 1;
        }
    }
    println!("{:.3}", spent.as_secs_f64() * 1e6 / decisions as f64);
}
