//! The plan of a board, and with it the board, follows from the question and the board's number alone: whichever board is
//! asked for first, on whichever thread, after whatever was stopped, and however many boards there are.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use bridge::{Deal, Seat};
use plan::{Chunk, Dealt, Finder, Plan, PlanError, Plans, Run, Strategy, Watch};
use script::Compiled;

/// A board of each tier.
const NUMBERS: [u64; 9] = [1, 100, 600, 1_500, 3_000, 5_000, 20_000, 100_000, 200_000];

/// Questions of every kind, and the share of the boards that each is planned for.
const QUESTIONS: [(&str, f64); 9] = [
    // Nothing pays.
    ("condition hcp(north) >= 12", 1.0),
    // Tables pay from some tier on.
    (
        "condition hcp(south)>=15 and hcp(south)<=17 and shape(south, any 4333 + any 4432)",
        1.0,
    ),
    (
        "condition (spades(south)>4 and spades(north)>3 or hearts(south)>4 and hearts(north)>3) and hcp(south)>11",
        1.0,
    ),
    // Counting does, in the end.
    (
        "condition spades(north)>=6 and hcp(north)>=10 and hcp(north)<=12 and hearts(south)>=5 and hcp(south)>=12 \
         and hcp(south)<=14",
        1.0,
    ),
    // Nothing is found by trying.
    (
        "condition shape(north, 3136) and hascard(north,JS) and hascard(north,TC) and hcp(north)==1 \
         and tens(north)==1 and hcp(south)>=22",
        1.0,
    ),
    // Something is dealt beforehand.
    (
        "predeal north SAK, HQ condition spades(north) > 5 and hcp(south) > 14",
        1.0,
    ),
    (
        "predeal spades(north)==5 hearts(south)==4 condition hcp(north) + hcp(south) > 27",
        1.0,
    ),
    // Only a part of the boards comes from it.
    (
        "condition hcp(south)>=15 and hcp(south)<=17 and shape(south, any 4333 + any 4432)",
        0.01,
    ),
    // It depends on more than the cards.
    (
        "condition hcp(west) > 20 and rnd(3) == 0 and spades(east) > 4",
        1.0,
    ),
];

fn compiled(text: &str) -> Compiled {
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    loaded.compiled.expect(text)
}

fn plans((text, share): (&str, f64)) -> Arc<Plans> {
    let script = compiled(text);
    let plans = Plans::new(Strategy::Auto, &script.condition, &script.predeal);
    Arc::new(plans.with_share(share))
}

/// All that can be seen of a plan.
fn seen(plan: &Plan) -> String {
    let steps: Vec<_> = plan.steps().collect();
    let (considered, share, price) = (plan.considered(), plan.share(), plan.price());
    format!("{} {considered:?} {steps:?} {share} {price}", plan.method())
}

/// The plan of a board and the board itself, from plans of which nothing or anything may have been made.
fn asked(plans: &Arc<Plans>, number: u64) -> (String, Deal) {
    let watch = Watch::default();
    let found = plans
        .finder()
        .find(2024.into(), number, u64::MAX, &watch)
        .unwrap();
    let plan = plans.plan_of(number, &watch).unwrap();
    (seen(&plan), found.deal.unwrap())
}

#[test]
fn plans_follow_from_the_number() {
    let (mut methods, mut changing) = (BTreeSet::new(), 0);
    for question in QUESTIONS {
        let in_order = plans(question);
        let expected = NUMBERS.map(|number| asked(&in_order, number));
        let plans_so_far = in_order.so_far();
        assert_eq!(plans_so_far.len(), NUMBERS.len());
        let of_question: BTreeSet<String> = plans_so_far
            .iter()
            .map(|plan| plan.method().to_string())
            .collect();
        changing += usize::from(of_question.len() > 1);
        methods.extend(of_question);
        // From the last to the first.
        let backwards = plans(question);
        for (number, expected) in NUMBERS.iter().zip(&expected).rev() {
            assert_eq!(asked(&backwards, *number), *expected, "{question:?}");
        }
        // Each from plans of its own.
        for (number, expected) in NUMBERS.iter().zip(&expected).skip(1) {
            assert_eq!(asked(&plans(question), *number), *expected, "{question:?}");
        }
        // All at once.
        let together = plans(question);
        std::thread::scope(|scope| {
            let on_thread = |number| {
                let together = &together;
                scope.spawn(move || asked(together, number))
            };
            let threads = NUMBERS.map(on_thread);
            let found = threads.map(|thread| thread.join().unwrap());
            assert_eq!(found, expected, "{question:?}");
        });
    }
    // They are of every kind, and mostly not the same in all tiers.
    assert!(changing >= 7, "{changing}");
    let kinds = ["plain", "hand-", "hands-", "count"];
    let some = |kind: &&str| methods.iter().any(|method| method.starts_with(*kind));
    assert!(kinds.iter().all(some), "{methods:?}");
}

/// Stopped in the middle, a tier is not planned; later it is, and as if nothing had been.
#[test]
fn a_plan_that_was_stopped_is_made_later() {
    for question in QUESTIONS {
        let expected = plans(question);
        let whole = Watch::default();
        let numbers = &NUMBERS[..3];
        let expected: Vec<String> = numbers
            .iter()
            .map(|&number| seen(&expected.plan_of(number, &whole).unwrap()))
            .collect();
        let looks = whole.looks();
        for stop in [1, 2, looks / 5, looks / 3, looks / 2, looks - 1, looks] {
            let plans = plans(question);
            let watch = Watch::stopping_at(stop.max(1));
            let stopped = numbers
                .iter()
                .map(|&number| plans.plan_of(number, &watch))
                .find(Result::is_err);
            assert_eq!(
                stopped.map(Result::unwrap_err),
                Some(PlanError::Stopped),
                "{question:?} {stop}"
            );
            let made = plans.so_far().len();
            assert!(made < numbers.len());
            let again = numbers
                .iter()
                .map(|&number| seen(&plans.plan_of(number, &Watch::default()).unwrap()));
            assert!(
                again.eq(expected.iter().cloned()),
                "{question:?} {stop} {made}"
            );
        }
    }
}

fn dealt(plans: &Arc<Plans>, boards: Range<u64>, threads: usize) -> Vec<Deal> {
    let run = Run {
        key: 9.into(),
        boards,
        generate: None,
        threads,
        distinct: false,
    };
    let mut deals = Vec::new();
    let add = |made: &mut Vec<Deal>, dealt: &mut Dealt| {
        made.push(dealt.deal);
        Ok(())
    };
    let sink = |chunk: Chunk<Vec<Deal>>| {
        deals.extend(chunk.made);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    let (consumer, watch) = (plan::consumer(Vec::new, add), Watch::default());
    plan::run(&run, || plans.finder(), &consumer, &watch, sink).unwrap();
    let progress = watch.progress();
    let number = run.boards.end - run.boards.start;
    assert_eq!(
        (progress.doing, progress.done, progress.of),
        ("dealing", number, Some(number))
    );
    deals
}

/// Any part of a run is that part of the whole, whatever comes before and after it.
#[test]
fn parts_of_runs_are_parts_of_the_whole() {
    for question in [QUESTIONS[1], QUESTIONS[2], QUESTIONS[7]] {
        let whole = dealt(&plans(question), 1..1_300, 1);
        assert_eq!(whole.len(), 1_299);
        let kept = plans(question);
        for (part, threads) in [
            (1..2, 1),
            (1..41, 3),
            (1..1_300, 3),
            (35..70, 2),
            (900..1_300, 2),
            (1_290..1_300, 1),
        ] {
            let expected = &whole[part.start as usize - 1..part.end as usize - 1];
            assert_eq!(
                dealt(&plans(question), part.clone(), threads),
                expected,
                "{part:?}"
            );
            assert_eq!(dealt(&kept, part.clone(), threads), expected, "{part:?}");
        }
    }
}

/// What no hand of a seat can satisfy is never dealt, by whatever plan. (Once a table without a hand was drawn from: the
/// boards had a seat without cards, which satisfies these conditions.)
#[test]
fn what_no_hand_can_satisfy_is_not_dealt() {
    let short =
        "condition spades(north)<4 and hearts(north)<4 and diamonds(north)<4 and clubs(north)<4";
    let two_seats = "condition spades(north)<4 and hearts(north)<4 and diamonds(north)<4 and clubs(north)<4 and hcp(south)>9";
    for text in [short, two_seats] {
        let plans = plans((text, 1.0));
        for number in [1, 100_000, 1] {
            let error = plans.plan_of(number, &Watch::default()).unwrap_err();
            assert_eq!(error, PlanError::Never, "{text}");
        }
        let script = compiled(text);
        for method in plan::DrawMethod::all().filter(|method| *method != plan::DrawMethod::Plain) {
            let names_north = match method {
                plan::DrawMethod::Hand(seat) => seat == Seat::North,
                plan::DrawMethod::Hands(first, second)
                | plan::DrawMethod::CountPair(first, second) => {
                    first == Seat::North || second == Seat::North
                }
                // No coin is thrown here.
                plan::DrawMethod::Cases => false,
                _ => true,
            };
            let strategy = Strategy::Pinned(method);
            let made = Plan::new(
                strategy,
                &script.condition,
                &script.predeal,
                10,
                &Watch::default(),
            );
            assert!(
                !names_north || made.as_ref().err() == Some(&PlanError::Never),
                "{text} {method}"
            );
        }
    }
}

/// Values can be asked for before any board was found.
#[test]
fn a_deal_has_values_before_the_first_board() {
    let script = compiled("condition hcp(north) > 12 action average hcp(north)");
    let plans = Arc::new(Plans::new(
        Strategy::Auto,
        &script.condition,
        &script.predeal,
    ));
    let deal = plans
        .finder()
        .find(1.into(), 1, u64::MAX, &Watch::default())
        .unwrap()
        .deal
        .unwrap();
    let before = plans.finder().value(0, &deal).unwrap();
    assert!(before > 12, "{before}");
    let mut finder = plans.finder();
    finder
        .find(1.into(), 1, u64::MAX, &Watch::default())
        .unwrap();
    assert_eq!(finder.value(0, &deal), Ok(before));
}

/// Any strategy but the cheapest has one plan for all boards, and so has a plan that was made elsewhere.
#[test]
fn one_plan_where_nothing_is_chosen() {
    let script = compiled(QUESTIONS[3].0);
    let (condition, predeal, watch) = (&script.condition, &script.predeal, Watch::default());
    for strategy in [
        Strategy::Reject,
        Strategy::Exact,
        Strategy::Pinned(plan::DrawMethod::Hand(Seat::North)),
    ] {
        let plans = Plans::new(strategy, condition, predeal);
        let first = plans.plan_of(1, &watch).unwrap();
        assert!(Arc::ptr_eq(
            &first,
            &plans.plan_of(1_000_000, &watch).unwrap()
        ));
        let made = Plan::new(strategy, condition, predeal, 7, &watch).unwrap();
        assert_eq!(seen(&made), seen(&first));
        let given = Plans::of(made, condition, predeal);
        assert_eq!(seen(&given.plan_of(70_000, &watch).unwrap()), seen(&first));
        assert_eq!(given.memory(), plans.memory());
    }
}
