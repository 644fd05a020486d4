//! Every method of finding boards has the same distribution: hands drawn from tables against plain dealing and looking.

use std::sync::Arc;

use bridge::{Card, Deal, Measure, PointCount, Seat, Suit};
use plan::{Plan, Strategy, Watch};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Conditions of every kind.
const CONDITIONS: [&str; 10] = [
    "spades(north)==6 and hcp(north)>=10 and hcp(north)<=12",
    "shape(south, any 4333 + any 4432 + any 5332) and hcp(south)>=15 and hcp(south)<=17",
    "spades(north)>=6 and hcp(north)>=10 and hcp(north)<=12 and hearts(south)>=5 and hcp(south)>=12 and hcp(south)<=14",
    "(spades(south)>4 and spades(north)>3 or hearts(south)>4 and hearts(north)>3) and hcp(south)>11 and hcp(north)>9",
    "spades(north)+spades(south)>=9 and hcp(north)+hcp(south)>=25 and hcp(north)>14",
    "losers(west)<5 and hcp(west)<15 and controls(east)<2",
    "hascard(west,AS) and hascard(west,AH) and (hcp(east)>15 or spades(east)>6)",
    "top3(east,hearts)==2 and hearts(east)>5 and hcp(east)<11 and hcp(east)>4 and hcp(west)<8",
    "c13(north) > 25 and clubs(south) > 4",
    "(hcp(south) > 19 ? shape(north, any 6xxx) : hcp(north) > 15 and spades(south) > 5)",
];

fn plan(text: &str, boards: u64) -> Arc<Plan> {
    let input = script::Input::from_text("test", &format!("condition {text}")).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let compiled = loaded.compiled.expect(text);
    let (condition, predeal) = (&compiled.condition, &compiled.predeal);
    let plan = Plan::new(
        Strategy::Auto,
        condition,
        predeal,
        boards,
        &Watch::default(),
    );
    Arc::new(plan.unwrap())
}

fn boards(plan: &Arc<Plan>, seed: u64, number: u64) -> Vec<Deal> {
    let mut worker = plan.worker();
    let mut board = |k| {
        worker
            .board(seed.into(), k, u64::MAX, &Watch::default())
            .unwrap()
            .deal
    };
    (1..=number).map(|k| board(k).unwrap()).collect()
}

/// Some 570 comparisons at fixed seeds: fair ones all pass this.
const LEAST: f64 = 1e-5;

/// How likely two samples as different as these are, if they come from the same distribution.
fn alike(a: &[Deal], b: &[Deal], class: impl Fn(&Deal) -> usize) -> f64 {
    let mut counts = vec![[0.0f64; 2]; 64];
    for (sample, deals) in [a, b].into_iter().enumerate() {
        deals
            .iter()
            .for_each(|deal| counts[class(deal).min(63)][sample] += 1.0);
    }
    let (all_a, all_b) = (a.len() as f64, b.len() as f64);
    let mut chi = 0.0;
    let mut cells = 0;
    for [x, y] in counts.into_iter().filter(|[x, y]| x + y >= 10.0) {
        chi += (x * (all_b / all_a).sqrt() - y * (all_a / all_b).sqrt()).powi(2) / (x + y);
        cells += 1;
    }
    match cells {
        0 | 1 => 1.0,
        n => 1.0 - ChiSquared::new(f64::from(n) - 1.0).unwrap().cdf(chi),
    }
}

#[test]
fn drawn_and_tried_boards_are_alike() {
    let points =
        |deal: &Deal, seat: Seat| Measure::Points(PointCount::HCP).in_hand(deal[seat]) as usize;
    let holder = |deal: &Deal, card: Card| {
        Seat::ALL
            .into_iter()
            .position(|seat| deal[seat].has(card))
            .unwrap()
    };
    let mut methods = [0; 3];
    for (number, text) in CONDITIONS.into_iter().enumerate() {
        let tried = plan(text, 1);
        assert!(tried.drawn().is_empty() && !tried.is_counted(), "{text}");
        let seed = number as u64;
        let a = boards(&tried, seed, 4000);
        // Long runs are planned for some of them only: counting what cannot be counted takes its time too.
        let runs = [(20_000, 1000 + seed), (100_000_000, 2000 + seed)];
        for (wanted, seed) in runs.into_iter().take(if number < 5 { 2 } else { 1 }) {
            let other = plan(text, wanted);
            match (other.is_counted(), other.drawn().is_empty()) {
                (true, _) => methods[2] += 1,
                (false, false) => methods[1] += 1,
                (false, true) => methods[0] += 1,
            }
            let b = boards(&other, seed, 4000);
            for seat in Seat::ALL {
                let p = alike(&a, &b, |deal| points(deal, seat));
                assert!(p > LEAST, "{text}: points of {seat}, p = {p}");
                for suit in Suit::ALL {
                    let p = alike(&a, &b, |deal| deal[seat].length(suit));
                    assert!(p > LEAST, "{text}: {suit:?} of {seat}, p = {p}");
                }
            }
            for card in Card::all().step_by(3) {
                let p = alike(&a, &b, |deal| holder(deal, card));
                assert!(p > LEAST, "{text}: {card}, p = {p}");
            }
        }
    }
    let [_, from_tables, counted] = methods;
    assert!(from_tables >= 7 && counted >= 1, "{methods:?}");
}

/// The comparison has teeth: boards of a slightly different condition are told apart.
#[test]
fn other_boards_are_not_alike() {
    let a = boards(&plan("hcp(north) >= 12 and hcp(north) <= 14", 1), 1, 4000);
    let b = boards(
        &plan(
            "hcp(north) >= 12 and hcp(north) <= 14 and spades(north) < 6",
            1,
        ),
        2,
        4000,
    );
    assert!(alike(&a, &b, |deal| deal[Seat::North].length(Suit::Spades)) < 1e-9);
}

/// What a seed gives is a promise, for each plan.
#[test]
fn boards_are_pinned() {
    let text = CONDITIONS[2];
    let first = |boards_wanted| boards(&plan(text, boards_wanted), 2024, 1)[0].to_string();
    assert_eq!(
        first(1),
        "n AT8432.KJ.A6.973 e QJ9.T.JT9432.T86 s K6.Q7653.KQ5.KJ2 w 75.A9842.87.AQ54"
    );
    assert_eq!(
        first(20_000),
        "n AK9642.62.QT4.K4 e Q.T8753.A82.Q763 s T.AKQ94.J75.A982 w J8753.J.K963.JT5"
    );
    assert_eq!(
        first(100_000_000),
        "n AKQ843.J52.6.T53 e 6.96.AQ8754.J742 s 7.AKQ873.KJ32.86 w JT952.T4.T9.AKQ9"
    );
}
