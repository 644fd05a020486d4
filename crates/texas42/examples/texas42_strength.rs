//! How strong the bots are, and where the numbers of the rule of thumb come from:
//!
//! - `texas42_strength fit HANDS` plays hands out with each trump and fits what their features are worth, by least squares.
//! - `texas42_strength levels DEALS` lets each level play the one below on the same deals.
//! - `texas42_strength weighing DEALS` compares the expert with and without weights from bids.
//! - `texas42_strength match A B DEALS` lets any two play, said as for `fairdeal texas42 arena`: `expert,iterations=500,bids`.
//! - `texas42_strength latency HANDS` says how long the expert's longest decisions take, whatever the house and the other players do.
//! - `texas42_strength calibration HANDS [ITERATIONS [FIRST]]` lets experts play themselves and says how often bids are made that were forecast so.

use rand::Rng;
use space::Watch;
use texas42::{
    Arena, Bid, Bot, BotSettings, Call, Deal, Domino, FEATURES, HouseRules, Judgement, Level, Move,
    NelORule, NoMove, PlayedHand, Rules, Score, Seat, Trump, features, playout_points,
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, usual: u64| {
        arguments
            .get(i)
            .and_then(|text| text.parse().ok())
            .unwrap_or(usual)
    };
    match arguments.first().map(String::as_str) {
        Some("fit") => fit(number(1, 4000)),
        Some("levels") => levels(number(1, 400)),
        Some("weighing") => weighing(number(1, 400)),
        Some("match") => {
            let player = |i: usize| arguments.get(i)?.parse::<BotSettings>().ok();
            match (player(2), player(1)) {
                (Some(b), Some(a)) => {
                    duel(&arguments[1..3].join(" - "), &a.bot, &b.bot, number(3, 400))
                }
                _ => println!("texas42_strength match A B DEALS"),
            }
        }
        Some("latency") => latency(number(1, 100)),
        Some("calibration") => calibration(number(1, 1000), number(2, 100), number(3, 0)),
        Some("all") => {
            levels(number(1, 400));
            weighing(number(1, 400));
            latency(number(1, 400));
            // Hands that forecasts were not fitted to.
            calibration(number(1, 400) * 45, 100, 500_000);
        }
        _ => println!("texas42_strength fit|levels|weighing|latency|calibration|all NUMBER"),
    }
}

fn duel(name: &str, a: &Bot, b: &Bot, deals: u64) {
    let arena = Arena {
        a,
        b,
        house: HouseRules::default(),
        seed: 42,
        deals,
        threads: 1,
        clock: Some(&needs::processor_time),
    };
    match arena.run(&|_| {}, &Watch::default()) {
        Ok(tally) => {
            let longest = tally.thinking.map(|of| 1000.0 * of.longest.as_secs_f64());
            let [a, b] = longest.map(|longest| format!("{longest:.1} ms"));
            print!("{name}: {}", tally.result());
            println!("the longest: a {a}, b {b}");
        }
        Err(error) => println!("{name}: {error}"),
    }
}

fn levels(deals: u64) {
    let [random, beginner, club, expert] = Level::ALL.map(Bot::new);
    duel("beginner - random", &beginner, &random, deals * 4);
    duel("club - beginner", &club, &beginner, deals * 4);
    duel("expert - club", &expert, &club, deals);
    duel("expert - random", &expert, &random, deals / 2);
}

fn weighing(deals: u64) {
    let plain = Bot::new(Level::Expert);
    let mut weighed = plain;
    weighed.weigh_bids = true;
    duel("weighed by bids - not weighed", &weighed, &plain, deals);
}

/// The expert's decisions in hands where every other move is anything that is legal, and every other house has some variants: how long
/// they take, and which take longest.
fn latency(hands: u64) {
    let expert = Bot::new(Level::Expert);
    let mut timing = needs::Timing::default();
    for number in 0..hands {
        let mut rng = space::stream(9, number);
        let on = |i: u32| number % 2 == 1 && number >> i & 1 == 1;
        let house = HouseRules {
            follow_me: true,
            doubles: on(1),
            plunge: on(2),
            splash: on(3),
            sevens: on(4),
            nel_o: NelORule::ALL[if number % 2 == 1 {
                number as usize / 2 % 5
            } else {
                0
            }],
            ..HouseRules::default()
        };
        let deal = Deal::random(&mut rng);
        let dealer = Seat::ALL[(number % 4) as usize];
        let mut hand = PlayedHand::new(house, Score::default(), dealer, deal);
        while let Some(seat) = hand.turn() {
            let (view, seed) = (hand.view(seat), rng.next_u64());
            let judge = |bot: &Bot| bot.judge(&view, seed, &Watch::default());
            let what = |judged: &Result<Judgement, NoMove>| {
                format!(
                    "hand {number}, {:?}, {} played, {} moves, {} games, call {:?}",
                    view.stage(),
                    (0..4)
                        .map(|s| view.played(Seat::ALL[s]).len())
                        .sum::<usize>(),
                    view.legal_moves().len(),
                    judged.as_ref().map_or(0, |of| of.iterations),
                    view.call(),
                )
            };
            let Ok(judged) = timing.time(what, || judge(&expert)) else {
                return;
            };
            let made = match rng.next_u32() % 2 {
                0 => judge(&Bot::new(Level::Random)).map_or(judged.best, |any| any.best),
                _ => judged.best,
            };
            if hand.make(made).is_err() {
                return;
            }
        }
    }
    timing.print();
}

/// A hand of experts against themselves: what was forecast at the bid that won and at the call, and whether it was made.
fn forecasts(expert: &Bot, number: u64) -> Option<(f64, f64, bool)> {
    let mut rng = space::stream(4242, number);
    let deal = Deal::random(&mut rng);
    let dealer = Seat::ALL[(number % 4) as usize];
    let mut hand = PlayedHand::new(HouseRules::default(), Score::default(), dealer, deal);
    let (mut bid, mut call) = (None, None);
    while let Some(seat) = hand.turn() {
        let seed = rng.next_u64();
        let judged = expert
            .judge(&hand.view(seat), seed, &Watch::default())
            .ok()?;
        match judged.best {
            Move::Bid(Bid::Pass) => {}
            Move::Bid(_) => bid = judged.forecast,
            Move::Call(_) => call = judged.forecast,
            Move::Play(_) => {}
        }
        hand.make(judged.best).ok()?;
    }
    Some((bid?, call?, hand.position().is_made()?))
}

/// Forecasts of the bids that won, and whether they were made.
fn calibration(hands: u64, iterations: u64, first: u64) {
    let expert = Bot::new(Level::Expert).with_iterations(iterations);
    let played: Vec<_> = (first..first + hands)
        .filter_map(|hand| forecasts(&expert, hand))
        .collect();
    for (name, pick) in [("bid", 0), ("call", 1)] {
        let value = |of: &(f64, f64, bool)| if pick == 0 { of.0 } else { of.1 };
        for (low, high) in [
            (0.0, 0.4),
            (0.4, 0.5),
            (0.5, 0.6),
            (0.6, 0.8),
            (0.8, 0.9),
            (0.9, 1.01),
        ] {
            let within: Vec<_> = played
                .iter()
                .filter(|of| (low..high).contains(&value(of)))
                .collect();
            let n = within.len().max(1) as f64;
            let mean = within.iter().map(|of| value(of)).sum::<f64>() / n;
            let made = within.iter().filter(|of| of.2).count() as f64 / n;
            println!(
                "forecast at the {name} {:.0} to {:.0}%: {} bids, forecast {:.1}%, made {:.1}%",
                100.0 * low,
                100.0 * high,
                within.len(),
                100.0 * mean,
                100.0 * made
            );
        }
        // The line that fits best, of log odds.
        let (mut a, mut b) = (0.0, 1.0);
        for _ in 0..2000 {
            let (mut da, mut db) = (0.0, 0.0);
            for of in &played {
                let p = value(of).clamp(0.001, 0.999);
                let x = (p / (1.0 - p)).ln();
                let error = f64::from(u8::from(of.2)) - 1.0 / (1.0 + (-(a + b * x)).exp());
                da += error;
                db += error * x;
            }
            let n = played.len().max(1) as f64;
            a += 0.5 * da / n;
            b += 0.2 * db / n;
        }
        println!(
            "fitted to the {name}'s: {a:.3} + {b:.3} log odds, {} bids",
            played.len()
        );
    }
}

/// Solves the normal equations.
fn solve(mut matrix: Vec<[f64; FEATURES + 1]>) -> Vec<f64> {
    for (i, row) in matrix.iter_mut().enumerate() {
        row[i] += 1e-6;
    }
    for i in 0..FEATURES {
        let pivot = matrix[i];
        for (j, row) in matrix.iter_mut().enumerate() {
            if j != i {
                let factor = row[i] / pivot[i];
                row.iter_mut()
                    .zip(pivot)
                    .for_each(|(value, of)| *value -= factor * of);
            }
        }
    }
    (0..FEATURES)
        .map(|i| matrix[i][FEATURES] / matrix[i][i])
        .collect()
}

fn fit(hands: u64) {
    let mut normal = vec![[0.0; FEATURES + 1]; FEATURES];
    let mut all = Vec::new();
    for k in 0..hands {
        let mut rng = space::stream(77, k);
        let deal = Deal::random(&mut rng);
        let hand = deal.hands[0];
        let crude = |trump: &Trump| {
            let of = features(Rules::of(Call::Trumps(*trump)), hand);
            of[1] * 2.0 + of[2] * 2.0 + of[3] + of[9] * 3.0
        };
        let mut trumps: Vec<Trump> = Trump::all().collect();
        trumps.sort_by(|a, b| crude(b).total_cmp(&crude(a)));
        for trump in trumps.into_iter().take(3) {
            let call = Call::Trumps(trump);
            let points = playout_points(hand, call, 60, &mut rng);
            let row = features(Rules::of(call), hand);
            let mean = points.iter().map(|&p| f64::from(p)).sum::<f64>() / points.len() as f64;
            for i in 0..FEATURES {
                for j in 0..FEATURES {
                    normal[i][j] += row[i] * row[j];
                }
                normal[i][FEATURES] += row[i] * mean;
            }
            all.push((row, mean, points));
        }
    }
    let weights = solve(normal);
    println!("{weights:.3?}");
    let (mut error, mut variance) = (0.0, 0.0);
    let mean: f64 = all.iter().map(|of| of.1).sum::<f64>() / all.len() as f64;
    for (row, value, _) in &all {
        let estimate: f64 = row.iter().zip(&weights).map(|(a, b)| a * b).sum();
        error += (estimate - value).powi(2);
        variance += (mean - value).powi(2);
    }
    println!(
        "explains {:.1}% of the variance",
        100.0 * (1.0 - error / variance)
    );
    for low in (16..44).step_by(2) {
        let within = |row: &[f64; FEATURES]| {
            let estimate: f64 = row.iter().zip(&weights).map(|(a, b)| a * b).sum();
            (f64::from(low)..f64::from(low) + 2.0).contains(&estimate)
        };
        let points: Vec<u32> = all
            .iter()
            .filter(|of| within(&of.0))
            .flat_map(|of| of.2.clone())
            .collect();
        let share = |bid: u32| {
            points.iter().filter(|&&p| p >= bid).count() as f64 / points.len().max(1) as f64
        };
        println!(
            "strength {low}: {} games, 30 {:.2}, 34 {:.2}, 38 {:.2}, 42 {:.2}",
            points.len(),
            share(30),
            share(34),
            share(38),
            share(42)
        );
    }
    let _ = (Domino::COUNT, Score::default(), Seat::North);
}
