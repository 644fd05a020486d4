//! Random numbers are weights: what is counted and dealt with them, against every deal of a small pack and every value that
//! the random numbers can have.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use bridge::score::Strain;
use bridge::{Deal, Hand, Predeal, Seat, Side, Vulnerability};
use condition::{Evaluator, Oracle};
use plan::{DrawMethod, FindError, Finder, PlanError, Plans, Strategy, Watch};
use script::Compiled;
use space::{Budget, Key};
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Eight cards are left to deal, two to each seat: 2520 deals.
const FEW: &str =
    "predeal north SAKQJT98765,H2 east HAKQJT98765,S4 south DAKQJT98765,C2 west CAKQJT98765,D2\n";
const DEALS: usize = 2520;

const CONDITIONS: [&str; 12] = [
    "rnd(10) < 3",
    "spades(north) > 10 and rnd(1000) < 139",
    "(spades(north) > 10 and rnd(7) < 3) or (hearts(north) > 1 and rnd(5) < 2)",
    "(spades(north) > 10 and rnd(7) < 3) or hearts(north) > 2 or clubs(west) > 11",
    "spades(north) > rnd(3) + 9",
    "(rnd(1000) % 1000 + 1000) % 1000 < (spades(north) > 10 ? 200 : 700)",
    "not (hearts(east) > 10 and rnd(4) == 0) and diamonds(south) >= 10 + rnd(2)",
    "rnd(6) + rnd(6) >= 7 + (clubs(west) > 10)",
    "keep and (hascard(west, 3S) or keep)\nkeep = rnd(9) < 4",
    "(hcp(west) > 9 ? rnd(2) : rnd(3)) > 0 and spades(north) + hearts(north) != 13",
    "rnd(2) * spades(north) > 10 or rnd(3) * hearts(north) > 3",
    "rnd(8) < 4 and rnd(8) < 4 and clubs(east) < 2",
];

fn compiled(condition: &str) -> Compiled {
    // Definitions come before the condition that uses them.
    let mut lines: Vec<&str> = condition.lines().rev().collect();
    let last = lines.pop().unwrap();
    lines.insert(0, FEW);
    let text = format!(
        "{}\ncondition {last}\naction average 100 * spades(north) + hearts(north)",
        lines.join("\n")
    );
    let input = script::Input::from_text("test", &text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    loaded.compiled.expect(&text)
}

/// All deals that a predeal leaves.
fn deals(predeal: &Predeal) -> Vec<Deal> {
    let free: Vec<u64> = predeal.free().cards().map(|card| 1 << card.id()).collect();
    let mut deals = vec![(predeal.hands, 0)];
    for card in free {
        deals = deals
            .into_iter()
            .flat_map(|(hands, _)| {
                (0..4)
                    .filter(move |&seat: &usize| hands[seat].len() < 13)
                    .map(move |seat| {
                        let mut with = hands;
                        with[seat] = with[seat].union(Hand::from_bits(card));
                        (with, 0)
                    })
            })
            .collect();
    }
    deals.into_iter().map(|(hands, _)| Deal(hands)).collect()
}

/// Answers with given random numbers, as they are asked for, and notes how many there could have been.
struct Told {
    numbers: Vec<i64>,
    bounds: Vec<i64>,
}

impl Oracle for Told {
    fn random(&mut self, below: i64) -> i64 {
        let place = self.bounds.len();
        self.bounds.push(below);
        self.numbers.get(place).copied().unwrap_or(0)
    }

    fn tricks(&mut self, _: &Deal, _: Seat, _: Strain) -> Option<i64> {
        None
    }

    fn par(&mut self, _: &Deal, _: Side, _: Vulnerability) -> Option<i64> {
        None
    }
}

/// The chance that a condition holds for a deal: every sequence of random numbers is tried.
fn chance(evaluator: &mut Evaluator, deal: &Deal) -> f64 {
    let mut numbers: Vec<i64> = Vec::new();
    let mut chance = 0.0;
    loop {
        let mut told = Told {
            numbers,
            bounds: Vec::new(),
        };
        evaluator.next_deal();
        let holds = evaluator.holds(deal, &mut told).unwrap();
        let Told {
            numbers: asked,
            bounds,
        } = told;
        if holds {
            chance += bounds
                .iter()
                .map(|&bound| 1.0 / bound as f64)
                .product::<f64>();
        }
        // The next sequence: the last number that can grow does.
        let mut next: Vec<i64> = (0..bounds.len())
            .map(|place| asked.get(place).copied().unwrap_or(0))
            .collect();
        while let Some(last) = next.pop() {
            if last + 1 < bounds[next.len()] {
                next.push(last + 1);
                break;
            }
        }
        if next.is_empty() {
            return chance;
        }
        numbers = next;
    }
}

#[test]
fn chances_and_means_are_those_of_every_deal_and_every_number() {
    for text in CONDITIONS {
        let script = compiled(text);
        let all = deals(&script.predeal);
        assert_eq!(all.len(), DEALS);
        let mut evaluator = Evaluator::new(&script.condition);
        let (mut weight, mut sum) = (0.0, 0.0);
        for deal in &all {
            let one = chance(&mut evaluator, deal);
            let value = 100 * deal[Seat::North].length(bridge::Suit::Spades)
                + deal[Seat::North].length(bridge::Suit::Hearts);
            (weight, sum) = (weight + one, sum + one * value as f64);
        }
        let asked = [script.condition.values().to_vec()];
        let watch = Watch::default();
        let (odds, tables) = plan::survey(
            &script.condition,
            &script.predeal,
            &asked,
            Budget::default(),
            None,
            &watch,
        )
        .unwrap();
        assert_eq!(
            (odds.count, odds.interval, odds.total),
            (None, None, DEALS as u128),
            "{text}"
        );
        assert!(
            (odds.probability - weight / DEALS as f64).abs() < 1e-12,
            "{text}: {}",
            odds.probability
        );
        assert_eq!(tables[0].interval(), None, "{text}");
        assert!(
            (tables[0].mean().unwrap() - sum / weight).abs() < 1e-9,
            "{text}"
        );
    }
}

/// Every deal comes as often as its weight says, by whatever method it is found.
#[test]
fn deals_come_by_their_weights() {
    const BOARDS: u64 = 30_000;
    let by = |method| Strategy::Pinned(method);
    let strategies = [
        Strategy::Auto,
        by(DrawMethod::Plain),
        by(DrawMethod::Count),
        by(DrawMethod::Cases),
        by(DrawMethod::CountPair(Seat::North, Seat::South)),
    ];
    let mut with_cases = 0;
    for text in CONDITIONS {
        let script = compiled(text);
        let all = deals(&script.predeal);
        let mut evaluator = Evaluator::new(&script.condition);
        let weights: HashMap<Deal, f64> = all
            .iter()
            .map(|deal| (*deal, chance(&mut evaluator, deal)))
            .collect();
        let total: f64 = weights.values().sum();
        for strategy in strategies {
            let plans = Arc::new(Plans::new(strategy, &script.condition, &script.predeal));
            let mut finder = plans.finder();
            let mut found: HashMap<Deal, u64> = HashMap::new();
            for number in 1..=BOARDS {
                match finder.find(Key::from(5), number, u64::MAX, &Watch::default()) {
                    Ok(board) => *found.entry(board.deal.unwrap()).or_insert(0) += 1,
                    Err(FindError::Plan(PlanError::Unfit(DrawMethod::Cases, _))) => break,
                    Err(error) => panic!("{text}: {error}"),
                }
            }
            if found.is_empty() {
                continue;
            }
            with_cases += u32::from(strategy == by(DrawMethod::Cases));
            assert!(found.keys().all(|deal| weights[deal] > 0.0), "{text}");
            // Deals of one weight are looked at together, by the fifty.
            let mut cells: BTreeMap<(u64, u64), (f64, f64)> = BTreeMap::new();
            for (place, deal) in all.iter().filter(|deal| weights[*deal] > 0.0).enumerate() {
                let cell = ((weights[deal] * 1e9) as u64, place as u64 / 50);
                let cell = cells.entry(cell).or_insert((0.0, 0.0));
                cell.0 += BOARDS as f64 * weights[deal] / total;
                cell.1 += found.get(deal).copied().unwrap_or(0) as f64;
            }
            let large: Vec<(f64, f64)> = cells
                .into_values()
                .filter(|(expected, _)| *expected >= 10.0)
                .collect();
            assert!(large.len() > 20, "{text}");
            let square: f64 = large
                .iter()
                .map(|(expected, seen)| (seen - expected).powi(2) / expected)
                .sum();
            let likely = 1.0
                - ChiSquared::new(large.len() as f64 - 1.0)
                    .unwrap()
                    .cdf(square);
            assert!(
                likely > 1e-4,
                "{text} {strategy:?}: {square} of {}",
                large.len()
            );
        }
    }
    assert_eq!(with_cases, 6);
}

/// A ladder of notrump hands, leveled by coins: exactly the weighted sum of the five exact chances.
#[test]
fn a_ladder_by_coins_is_the_weighted_sum() {
    let steps = [
        (12, 14, 22u32),
        (15, 17, 43),
        (18, 19, 159),
        (20, 21, 393),
        (22, 24, 1000),
    ];
    let hand = |low: u32, high: u32| {
        format!(
            "shape(north, any 4333 + any 4432 + any 5332) and hcp(north) >= {low} and hcp(north) <= {high}"
        )
    };
    let odds = |condition: &str| {
        let text = format!("roll = (rnd(1000) % 1000 + 1000) % 1000\ncondition {condition}");
        let input = script::Input::from_text("test", &text).unwrap();
        let script = script::load(&input, &Default::default(), &Default::default())
            .compiled
            .unwrap();
        plan::odds(
            &script.condition,
            &script.predeal,
            Budget::default(),
            None,
            &Watch::default(),
        )
        .unwrap()
    };
    let terms = steps.map(|(low, high, keep)| format!("({} and roll < {keep})", hand(low, high)));
    let ladder = odds(&terms.join(" or "));
    let counts =
        steps.map(|(low, high, keep)| odds(&hand(low, high)).count.unwrap() * u128::from(keep));
    let wanted = counts.iter().sum::<u128>() as f64 / (ladder.total * 1000) as f64;
    assert_eq!(ladder.probability, wanted);
    assert_eq!((ladder.count, ladder.interval), (None, None));
}
