//! How fast and how strong the bot is: what `./bench --euchre` runs. Every match is on duplicate deals with the dealer
//! stuck, as in OpenSpiel's game; who is 'timed' has four milliseconds a decision. A name may also be a bot with its habits:
//! 'expert,even,iterations=600'; 'strong/10/8' is a strong one who asks 10 hundredths of a trick more of a hand and plays one card in 8
//! without thinking, to find levels by. Times of decisions are processor time.
//!
//!     strength speed | shares HANDS | latency HANDS | evidence HANDS | match NAME NAME DEALS | all DEALS

use std::hint::black_box;
use std::time::{Duration, Instant};

use euchre::{
    Arena, BidWeighing, Bot, BotSettings, Cards, Deal, Hand, Judgement, Level, Move, NoMove, Place,
    Player, Rules, Seat, View, Watch, World, Worlds,
};
use rand::Rng;
use search::Budget;
use space::Stream;

/// A bot that may play by the clock, on fair worlds or on greedy ones.
struct Timed {
    bot: Bot,
    time: Option<Duration>,
    greedy: bool,
}

impl Timed {
    /// Judges with as much time as there is for a decision.
    fn timed<T>(&self, judge: impl FnOnce(Budget) -> T) -> T {
        let Some(time) = self.time else {
            return judge(Budget::Iterations(self.bot.iterations));
        };
        let end = Instant::now() + time;
        judge(Budget::Until(&|| Instant::now() >= end))
    }
}

impl Player for Timed {
    fn play(&self, view: &View, seed: u64, watch: &Watch) -> Result<Judgement, NoMove> {
        let fair = self.timed(|budget| self.bot.judge_within(view, seed, budget, watch));
        match &fair {
            // What needs no search is the same for all.
            Ok(judgement) if self.greedy && judgement.iterations > 0 => {
                let worlds = Worlds::new(view)?;
                let draw = |rng: &mut Stream| greedy(view, &worlds, rng);
                Ok(self.timed(|budget| self.bot.judge_in(view, seed, budget, &draw, watch))?)
            }
            _ => fair,
        }
    }
}

/// The usual way to deal unfairly: place by place, each from what fits it, starting over when stuck.
fn greedy(view: &View, worlds: &Worlds, rng: &mut Stream) -> World {
    let voids = view.voids();
    let public = view.public();
    let pinned = public.call.filter(|call| call.taken).map(|_| public.upcard);
    let fits = |card: euchre::Card, place: Place| {
        let void = voids
            .iter()
            .any(|v| Place::Hand(v.seat) == place && worlds.suit(v.suit).has(card));
        let dealers = place == Place::Hand(public.dealer) || place == Place::Discard;
        !void && (dealers || pinned != Some(card))
    };
    'again: loop {
        let mut rest = worlds.unseen();
        let mut world = World::default();
        world.hands[view.seat() as usize] = view.hand();
        for (place, size) in worlds.places() {
            for _ in 0..size {
                let able: Cards = rest.iter().filter(|&card| fits(card, place)).collect();
                let index = ((rng.next_u32() as u64 * able.len() as u64) >> 32) as usize;
                let Some(card) = able.iter().nth(index) else {
                    continue 'again;
                };
                let taken = Cards::one(card);
                rest = rest - taken;
                match place {
                    Place::Hand(seat) => {
                        world.hands[seat as usize] = world.hands[seat as usize] | taken
                    }
                    Place::Kitty => world.kitty = world.kitty | taken,
                    Place::Discard => world.discard = world.discard | taken,
                }
            }
        }
        return world;
    }
}

fn player(name: &str) -> Option<Timed> {
    let expert = Bot::new(Level::Expert);
    let timed = |change: fn(&mut Bot)| {
        let mut bot = expert;
        change(&mut bot);
        Timed {
            bot,
            time: Some(Duration::from_millis(4)),
            greedy: false,
        }
    };
    Some(match name {
        "timed" => timed(|_| {}),
        "timed-greedy" => Timed {
            greedy: true,
            ..timed(|_| {})
        },
        "timed-flat" => timed(|bot| bot.options.depth = 1),
        "timed-eager" => timed(|bot| bot.options.ripe = 1),
        "timed-random-playouts" => timed(|bot| bot.options.heuristic_playouts = false),
        "timed-unsolved" => timed(|bot| bot.options.solve = false),
        "timed-even" => timed(|bot| bot.weigh_bids = false),
        // As it was before: all worlds count the same, and bids are searched as a tree.
        "timed-before" => timed(|bot| (bot.weigh_bids, bot.tree_of_bids) = (false, true)),
        name => {
            let mut parts = name.split('/');
            let BotSettings { mut bot, time } = parts.next()?.parse().ok()?;
            if let Some(caution) = parts.next() {
                bot.habits.caution = caution.parse().ok()?;
                bot.habits.slips = parts.next()?.parse().ok()?;
            }
            Timed {
                bot,
                time,
                greedy: false,
            }
        }
    })
}

fn compete(a: &str, b: &str, deals: u64) -> Option<()> {
    let (one, other) = (player(a)?, player(b)?);
    let arena = Arena {
        a: &one,
        b: &other,
        rules: Rules {
            stick_the_dealer: true,
            ..Rules::default()
        },
        seed: 1,
        deals,
        threads: 1,
        clock: Some(&needs::processor_time),
    };
    let tally = arena.run(&|_| {}, &Watch::default()).ok()?;
    let points = tally.points_a_hand();
    let times = tally.thinking.map(|of| {
        let (mean, longest) = (of.milliseconds(), 1000.0 * of.longest.as_secs_f64());
        format!("{mean:.2} ms, at most {longest:.1}")
    });
    println!(
        "{a:<10} against {b:<22} {deals:>5} deals  {:+.3} ± {:.3} points a hand; a decision {} against {}",
        points.value, points.interval, times[0], times[1]
    );
    Some(())
}

/// How much more likely what was bid and played makes the true world than even weights do, in nats a decision of the expert's.
fn evidence(hands: u64) {
    const WORLDS: u32 = 1000;
    let expert = Bot::new(Level::Expert).with_iterations(200);
    let (mut decisions, mut nats) = (0u64, 0.0);
    for k in 0..hands {
        let rng = &mut space::stream(5, k);
        let dealer = Seat::ALL[k as usize % 4];
        let deal = Deal::random(rng);
        let mut hand = Hand::new(Rules::default(), Default::default(), dealer, deal);
        while let Some(seat) = hand.turn() {
            let view = hand.view(seat);
            let Ok(judged) = expert.judge(&view, rng.next_u64(), &Watch::default()) else {
                return;
            };
            if let (Ok(worlds), true) = (Worlds::new(&view), judged.iterations > 0) {
                let truth = World {
                    hands: Seat::ALL.map(|seat| hand.position().hand(seat)),
                    kitty: hand.deal().kitty,
                    discard: hand.discard().map_or(Cards::NONE, Cards::one),
                };
                decisions += 1;
                let weighing = BidWeighing::new(&view);
                let drawn = (0..WORLDS).map(|_| weighing.weight(&worlds.sample(rng)));
                let mean = drawn.sum::<f64>() / f64::from(WORLDS);
                nats += (weighing.weight(&truth) / mean).ln();
            }
            if hand.make(judged.best).is_err() {
                return;
            }
        }
    }
    println!(
        "what was bid and played makes the true world more likely by {:.3} nats, over {decisions} decisions",
        nats / decisions as f64
    );
}

/// The expert's decisions in hands where every other move is anything that is legal, and every other house has some variants: how long
/// they take, and which take longest.
fn latency(hands: u64) {
    let expert = Bot::new(Level::Expert);
    let mut timing = needs::Timing::default();
    for number in 0..hands {
        let mut rng = space::stream(9, number);
        let on = |i: u32| number % 2 == 1 && number >> i & 1 == 1;
        let rules = Rules {
            stick_the_dealer: on(1),
            no_trump: on(2),
            defend_alone: on(3),
            ..Rules::default()
        };
        let deal = Deal::random(&mut rng);
        let dealer = Seat::ALL[(number % 4) as usize];
        let mut hand = Hand::new(rules, Default::default(), dealer, deal);
        while let Some(seat) = hand.turn() {
            let (view, seed) = (hand.view(seat), rng.next_u64());
            let judge = |bot: &Bot| bot.judge(&view, seed, &Watch::default());
            let what = |judged: &Result<Judgement, NoMove>| {
                format!(
                    "hand {number}, {:?}, {} played, {} moves, {} games",
                    view.stage(),
                    view.public().played().len(),
                    view.legal_moves().len(),
                    judged.as_ref().map_or(0, |of| of.iterations),
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

/// Views of a player in the middle of a hand, and at the first card.
fn views(tricks: usize) -> Vec<View> {
    let beginner = Bot::new(Level::Beginner);
    (0..200)
        .filter_map(|k| {
            let mut hand = Hand::new(
                Rules::default(),
                Default::default(),
                Seat::East,
                Deal::random(&mut space::stream(8, k)),
            );
            while let Some(seat) = hand.turn() {
                let view = hand.view(seat);
                let plays = hand
                    .position()
                    .legal_moves()
                    .all(|made| matches!(made, Move::Play(_)));
                if plays
                    && hand.public().played().len() >= 4 * tricks
                    && hand.position().legal().len() > 1
                {
                    return Some(view);
                }
                hand.make(beginner.judge(&view, 1, &Watch::default()).ok()?.best)
                    .ok()?;
            }
            None
        })
        .collect()
}

fn speed() {
    let views_mid = views(2);
    let (mut drawn, mut time) = (0u64, Duration::ZERO);
    for view in &views_mid {
        let Ok(worlds) = Worlds::new(view) else {
            continue;
        };
        let mut rng = space::stream(1, 1);
        let began = Instant::now();
        for _ in 0..20_000 {
            black_box(worlds.sample(&mut rng));
        }
        time += began.elapsed();
        drawn += 20_000;
    }
    println!(
        "uniform worlds a second, after two tricks: {:.0} (aim 2000000)",
        drawn as f64 / time.as_secs_f64()
    );
    let bot = Bot::new(Level::Expert).with_iterations(20_000);
    let (mut iterations, began) = (0, Instant::now());
    for view in views(0).iter().take(40) {
        iterations += bot
            .judge(view, 1, &Watch::default())
            .map_or(0, |judgement| judgement.iterations);
    }
    let rate = iterations as f64 / began.elapsed().as_secs_f64();
    println!("search iterations a second, at the first card: {rate:.0} (aim 150000)");
}

/// How often a hand brings the dealer's side so many points, in games of the club level.
fn shares(hands: u64) {
    let club = Bot::new(Level::Club);
    let mut counts = [0u64; 9];
    for k in 0..hands {
        let rules = Rules::default();
        let dealer = Seat::ALL[k as usize % 4];
        let mut hand = Hand::new(
            rules,
            Default::default(),
            dealer,
            Deal::random(&mut space::stream(77, k)),
        );
        while let Some(seat) = hand.turn() {
            let Ok(judgement) = club.judge(&hand.view(seat), k, &Watch::default()) else {
                return;
            };
            if hand.make(judgement.best).is_err() {
                return;
            }
        }
        let points = hand.points().unwrap_or_default().for_side(dealer.side());
        counts[(points + 4) as usize] += 1;
    }
    for (points, count) in (-4..=4).zip(counts) {
        println!(
            "{points:+}: {:.0} in ten thousand",
            count as f64 * 10_000.0 / hands as f64
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse().unwrap_or(100);
    let done = match words[..] {
        ["speed"] => {
            speed();
            Some(())
        }
        ["shares", hands] => {
            shares(number(hands));
            Some(())
        }
        ["evidence", hands] => {
            evidence(number(hands));
            Some(())
        }
        ["latency", hands] => {
            latency(number(hands));
            Some(())
        }
        ["match", a, b, deals] => compete(a, b, number(deals)),
        ["all", deals] => {
            let deals = number(deals);
            latency(deals);
            let levels = Level::ALL.map(Level::name);
            for pair in levels.windows(2) {
                // Who does not search plays many deals while an expert plays one.
                let times = if pair[1] == "expert" { 1 } else { 20 };
                compete(pair[1], pair[0], deals * times);
            }
            let matches = [
                ("expert", "random"),
                ("timed", "timed-greedy"),
                ("timed", "timed-flat"),
                ("timed", "timed-eager"),
                ("timed", "timed-random-playouts"),
                ("timed", "timed-unsolved"),
                ("timed", "timed-even"),
                ("timed", "timed-before"),
            ];
            matches
                .into_iter()
                .try_for_each(|(a, b)| compete(a, b, deals))
        }
        _ => None,
    };
    if done.is_none() {
        eprintln!(
            "say: speed, shares HANDS, latency HANDS, evidence HANDS, match NAME NAME DEALS, or all DEALS"
        );
        std::process::exit(2);
    }
}
