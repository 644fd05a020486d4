//! Whatever the condition, every method of finding boards gives the same ones as often: forty written conditions over every
//! construct, and two hundred scripts that a grammar makes (a thousand in the long form), each dealt by several methods and
//! compared with dealing at random and looking.

mod alike;
mod grammar;
mod written;

use std::sync::Arc;

use alike::{Comparison, Sample};
use bridge::{Deal, Hand, Predeal, Seat};
use plan::{DrawMethod, Enumeration, Plan, PlanError, Strategy, Trial, Watch};
use rand::RngExt;
use script::Compiled;
use space::Budget;

/// How many boards of a condition are compared.
const BOARDS: u64 = 400;
/// Of so many conditions, one is also dealt by counting two seats.
const PAIRS_COUNTED: usize = 5;
/// So many tries are too many: the condition is too rare for this test.
const MOST_TRIES: u64 = 100_000;

fn compiled(text: &str) -> Compiled {
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    loaded.compiled.expect(text)
}

/// A random deal with what is dealt beforehand, by the plainest shuffle.
fn deal(predeal: &Predeal, stream: &mut space::Stream) -> Deal {
    let mut cards: Vec<u8> = predeal.free().cards().map(|card| card.id()).collect();
    let mut hands = predeal.hands;
    for hand in &mut hands {
        while hand.len() < 13 {
            let card = cards.swap_remove(stream.random_range(0..cards.len()));
            *hand = hand.union(Hand::from_bits(1 << card));
        }
    }
    Deal(hands)
}

/// Boards found by dealing and asking for the whole condition, with no plan at all. `None` if they are too rare.
fn looked_for(script: &Compiled, seed: u64) -> Option<Sample> {
    let mut trial = Trial::new(&script.condition);
    let mut stream = space::stream(seed, 0);
    let lengths = |deal: &Deal| {
        let asked = |seat: Seat, suit| script.predeal.length(seat, suit);
        Seat::ALL.into_iter().all(|seat| {
            bridge::Suit::ALL.into_iter().all(|suit| {
                let length = deal[seat].length(suit);
                asked(seat, suit).is_none_or(|asked| usize::from(asked) == length)
            })
        })
    };
    let mut sample = Sample::default();
    for number in 0..MOST_TRIES {
        let deal = deal(&script.predeal, &mut stream);
        // Predealt lengths are no condition: other deals were never dealt.
        if !lengths(&deal) {
            continue;
        }
        sample.tries += 1;
        if trial.passes(seed.into(), number, &deal).unwrap() {
            sample.deals.push(deal);
        }
        if sample.deals.len() as u64 == BOARDS {
            return Some(sample);
        }
    }
    None
}

/// Boards found by a plan.
fn planned(plan: &Arc<Plan>, seed: u64) -> Sample {
    let mut worker = plan.worker();
    let mut sample = Sample {
        share: plan.share(),
        ..Sample::default()
    };
    for number in 1..=BOARDS {
        let found = worker.board(seed.into(), number, u64::MAX, &Watch::default());
        let found = found.unwrap();
        sample.tries += found.tries;
        sample.deals.extend(found.deal);
    }
    sample
}

/// The plans that a condition can have, with their names.
fn plans(script: &Compiled, counts_pairs: bool) -> Vec<(String, Arc<Plan>)> {
    let (condition, predeal, watch) = (&script.condition, &script.predeal, Watch::default());
    let by =
        |strategy, boards| Plan::new(strategy, condition, predeal, boards, &watch).map(Arc::new);
    let mut plans = vec![
        ("reject".to_owned(), by(Strategy::Reject, BOARDS).unwrap()),
        ("auto".to_owned(), by(Strategy::Auto, 5_000).unwrap()),
    ];
    let spoken_of = script
        .condition
        .graph()
        .facts(script.condition.root())
        .seats;
    let seats: Vec<Seat> = spoken_of.iter().collect();
    let pairs = seats
        .windows(2)
        .map(|pair| DrawMethod::Hands(pair[0], pair[1]));
    // Two seats are counted where that is little work: it is one pair of those that are spoken of.
    let counted = match (counts_pairs, &seats[..]) {
        (true, [first, .., last]) => Some(DrawMethod::CountPair(*first, *last)),
        _ => None,
    };
    let hands = seats.iter().copied().map(DrawMethod::Hand).chain(pairs);
    for method in hands.chain(counted) {
        match by(Strategy::Pinned(method), BOARDS) {
            Ok(plan) => plans.push((method.to_string(), plan)),
            Err(PlanError::Unfit(..) | PlanError::Inexact(_)) => {}
            Err(error) => panic!("{method}: {error}"),
        }
    }
    // Counting is for other tests; here it is tried where it is little work.
    let budget = Budget {
        work: 2_000_000,
        ..Budget::default()
    };
    match Plan::each_once(Enumeration::Shuffled, condition, predeal, budget, &watch) {
        Ok(plan) => plans.push(("exact".to_owned(), Arc::new(plan))),
        Err(PlanError::Inexact(_)) => {}
        // Deals that qualify were found before: there are some.
        Err(error) => panic!("exact: {error}"),
    }
    plans
}

/// Compares all methods on some scripts, and says how many plans of each kind there were: rejecting, planned, of one seat, of
/// two, exact, of two that were counted.
fn compare(scripts: &[String], seed: u64) -> [usize; 6] {
    let mut kinds = [0; 6];
    let mut comparison = Comparison::default();
    for (number, text) in scripts.iter().enumerate() {
        let script = compiled(text);
        let seed = seed + 100 * number as u64;
        let reference = looked_for(&script, seed).expect(text);
        let counts_pairs = number % PAIRS_COUNTED == 0;
        for (i, (name, plan)) in plans(&script, counts_pairs).into_iter().enumerate() {
            kinds[match plan.method() {
                _ if i < 2 => i,
                DrawMethod::Hand(_) => 2,
                DrawMethod::Hands(..) => 3,
                DrawMethod::CountPair(..) => 5,
                _ => 4,
            }] += 1;
            let sample = planned(&plan, seed + 1 + i as u64);
            comparison.add(&reference, &sample, &format!("{name}: {text}"));
        }
    }
    comparison.conclude();
    kinds
}

#[test]
fn written_conditions() {
    let texts: Vec<String> = written::SCRIPTS.map(str::to_owned).to_vec();
    assert_eq!(texts.len(), 40);
    let [reject, auto, hand, hands, exact, pairs] = compare(&texts, 1_000_000);
    assert_eq!((reject, auto), (40, 40));
    assert!(
        hand >= 50 && hands >= 20 && exact >= 10 && pairs >= 3,
        "{hand} {hands} {exact} {pairs}"
    );
}

#[test]
fn generated_scripts() {
    let mut stream = space::stream(2026, 7);
    let mut texts = Vec::new();
    let scripts = needs::rounds(200, 1_000);
    while texts.len() < scripts {
        let text = grammar::script(&mut stream);
        let script = compiled(&text);
        // Neither too common to tell anything, nor too rare to wait for.
        let mut trial = Trial::new(&script.condition);
        let mut holds = |number| {
            let deal = deal(&script.predeal, &mut stream);
            trial.passes(1.into(), number, &deal).unwrap()
        };
        let held = (0..1500).filter(|&number| holds(number)).count();
        if (15..750).contains(&held) {
            texts.push(text);
        }
    }
    let [reject, auto, hand, hands, exact, pairs] = compare(&texts, 2_000_000);
    assert_eq!((reject, auto), (scripts, scripts));
    assert!(
        hand >= scripts && hands >= scripts / 2 && exact >= scripts / 20 && pairs >= scripts / 10,
        "{hand} {hands} {exact} {pairs}"
    );
}

/// The comparison has teeth: boards of another condition are told apart, and so is a plan that draws from too
/// little.
#[test]
fn other_boards_are_told_apart() {
    let of = |text| looked_for(&compiled(text), 1).unwrap();
    let a = of("hcp(north) >= 12 and hcp(north) <= 14");
    let b = of("hcp(north) >= 12 and hcp(north) <= 14 and spades(north) < 5");
    assert!(alike::least_likely(&a, &b) < alike::LEAST);
    let mut short = a.clone();
    short.share = 0.6;
    assert!(alike::odds_differ(&a, &short));
    assert!(!alike::odds_differ(
        &a,
        &of("hcp(north) > 11 and hcp(north) < 15")
    ));
}
