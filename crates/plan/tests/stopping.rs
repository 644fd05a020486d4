//! Whatever takes long is stopped at any of its looks at the watch, and says so or gives what was done: what was given up is
//! never taken for an answer. How much work passes between two looks is bounded.

use std::ops::ControlFlow;
use std::sync::Arc;

use bridge::{Deal, Seat};
use plan::{
    Chunk, Conflict, Dealt, DrawMethod, Enumeration, Exists, Finder, Inexact, OddsError, Placement,
    Plan, PlanError, Plans, Run, Strategy, Watch,
};
use script::Compiled;
use space::{Budget, Stopped};

fn compiled(text: &str) -> Compiled {
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    loaded.compiled.expect(text)
}

/// Two seats, with enough said of them for tables and for counting.
const TWO_SEATS: &str = "condition (spades(south)>4 and spades(north)>3 or hearts(south)>4 and hearts(north)>3) \
    and hcp(south)>11 and hcp(north)>9\naction average hcp(south)";
/// No two parts clash, all of them do.
const CLASH: &str = "condition hcp(north) >= 15 and hcp(east) >= 12 and hcp(south) >= 8 and hcp(west) >= 6 \
    and spades(west) >= 6 and controls(north) < 7";

/// Does some work whole, and then stopped at some of its looks, among them the first and the last. A stopped one must be
/// what `fits` wants, given what the whole came to.
fn stopped_at_any_look<T: std::fmt::Debug>(
    name: &str,
    work: impl Fn(&Watch) -> T,
    fits: impl Fn(&T, &T) -> bool,
) {
    let watch = Watch::default();
    let whole = work(&watch);
    let looks = watch.looks();
    assert!(looks > 0, "{name} never looks");
    let stops = (0..4)
        .map(|i| 1 + i * looks / 4)
        .chain([2, looks.saturating_sub(1), looks]);
    for stop in stops.filter(|stop| (1..=looks).contains(stop)) {
        let watch = Watch::stopping_at(stop);
        let done = work(&watch);
        assert!(
            fits(&done, &whole),
            "{name}, stopped at {stop} of {looks}: {done:?}"
        );
        // After it was stopped it came back: it may have looked again on its way out, but has not gone on.
        assert!(
            watch.looks() <= stop + 200,
            "{name}: {} looks, stopped at {stop}",
            watch.looks()
        );
    }
    let late = Watch::stopping_at(looks + 1);
    assert_eq!(format!("{:?}", work(&late)), format!("{whole:?}"), "{name}");
}

#[test]
fn planning() {
    let pinned = |method| Strategy::Pinned(method);
    let (north, south) = (Seat::North, Seat::South);
    let strategies = [
        (Strategy::Reject, 1),
        (Strategy::Auto, 40),
        (Strategy::Auto, 50_000),
        (pinned(DrawMethod::Hand(south)), 1),
        (pinned(DrawMethod::Hands(south, north)), 1),
        (pinned(DrawMethod::CountSeats), 1),
    ];
    let lengths =
        "predeal spades(north)==5 hearts(south)==4 condition hcp(north) + hcp(south) > 27";
    for text in [TWO_SEATS, lengths] {
        let script = compiled(text);
        let (condition, predeal) = (&script.condition, &script.predeal);
        for (strategy, boards) in strategies {
            let work = |watch: &Watch| {
                let plan = Plan::new(strategy, condition, predeal, boards, watch);
                plan.map(|plan| (plan.method(), plan.price()))
            };
            stopped_at_any_look(&format!("{strategy:?} {boards}"), work, |done, _| {
                *done == Err(PlanError::Stopped)
            });
        }
        let work = |watch: &Watch| {
            let budget = Budget::default();
            let plan = Plan::each_once(Enumeration::InOrder, condition, predeal, budget, watch);
            plan.map(|plan| plan.count())
        };
        stopped_at_any_look("each once", work, |done, _| {
            *done == Err(PlanError::Stopped)
        });
    }
}

#[test]
fn odds_and_their_like() {
    let script = compiled(TWO_SEATS);
    let (condition, predeal) = (&script.condition, &script.predeal);
    let asked = [condition.values().to_vec()];
    let none = Budget { work: 1, memory: 1 };
    let stopped = OddsError::Plan(PlanError::Stopped);
    for (name, budget) in [("counted", Budget::default()), ("estimated", none)] {
        let work = |watch: &Watch| plan::survey(condition, predeal, &asked, budget, None, watch);
        stopped_at_any_look(name, work, |done, _| done.as_ref() == Err(&stopped));
        let work = |watch: &Watch| plan::odds(condition, predeal, budget, None, watch);
        stopped_at_any_look(name, work, |done, _| done.as_ref() == Err(&stopped));
        let work = |watch: &Watch| plan::seat_chances(condition, predeal, budget, watch);
        stopped_at_any_look(name, work, |done, _| *done == Err(Stopped));
        let work = |watch: &Watch| plan::seat_odds(condition, predeal, budget, watch);
        stopped_at_any_look(name, work, |done, _| *done == Err(Stopped));
    }
    let card = |card: &str| card.parse().unwrap();
    let west = |name| Placement {
        seat: Seat::West,
        card: card(name),
    };
    for placements in [vec![], vec![west("2C"), west("3C")]] {
        let work = |watch: &Watch| {
            plan::placements(condition, predeal, &placements, Budget::default(), watch)
        };
        stopped_at_any_look("placements", work, |done, _| *done == Err(Inexact::Stopped));
    }
}

/// These say what is shown; what was stopped was not shown.
#[test]
fn conflicts_and_lints() {
    for text in [CLASH, TWO_SEATS] {
        let script = compiled(text);
        let (condition, predeal) = (&script.condition, &script.predeal);
        let (graph, nodes) = (condition.graph(), condition.conjuncts());
        let budget = Budget::default();
        let work = |watch: &Watch| plan::exists(graph, nodes, predeal, budget, watch);
        stopped_at_any_look("exists", work, |done, _| *done == Exists::Unknown);
        let work = |watch: &Watch| plan::conflict(graph, nodes, predeal, budget, watch);
        stopped_at_any_look("conflict", work, |done: &Option<Conflict>, whole| {
            match (done, whole) {
                (None, _) => true,
                // Parts that clash, but not as few as can be, and that is said.
                (Some(done), Some(whole)) => {
                    let shown = |part: &usize| done.parts.contains(part);
                    !done.irreducible && whole.parts.iter().all(shown)
                }
                _ => false,
            }
        });
    }
    let types = "strong = hcp(south) > 15  long = spades(south) > 5  weak = hcp(south) < 20
        condition (strong and hascard(west, 2C)) or (long and hascard(east, 2D)) or (weak and hascard(west, 3D))";
    let script = compiled(types);
    let work =
        |watch: &Watch| plan::lint(&script.condition, &script.predeal, Budget::default(), watch);
    stopped_at_any_look("lint", work, |done, whole| {
        done.len() < whole.len() && done.iter().all(|finding| whole.contains(finding))
    });
}

/// The boards that were dealt until it was stopped, and what was said of them.
fn dealt(plans: &Arc<Plans>, run: &Run, watch: &Watch) -> Vec<Deal> {
    let mut deals = Vec::new();
    let add = |made: &mut Vec<Deal>, dealt: &mut Dealt| {
        made.push(dealt.deal);
        Ok(())
    };
    let sink = |chunk: Chunk<Vec<Deal>>| {
        assert_eq!(chunk.boards, chunk.made.len() as u64);
        deals.extend(chunk.made);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    let consumer = plan::consumer(Vec::new, add);
    plan::run(run, || plans.finder(), &consumer, watch, sink).unwrap();
    if let "dealing" = watch.progress().doing {
        assert_eq!(watch.progress().done, deals.len() as u64);
    }
    deals
}

fn runs() -> impl Iterator<Item = Run> {
    [(1, false), (3, false), (1, true)]
        .into_iter()
        .map(|(threads, distinct)| Run {
            key: 4.into(),
            boards: 1..1_200,
            generate: None,
            threads,
            distinct,
        })
}

/// A run that was stopped has dealt the first boards of the whole one, and no others.
#[test]
fn running() {
    let script = compiled(TWO_SEATS);
    for run in runs() {
        let plans = || {
            Arc::new(Plans::new(
                Strategy::Auto,
                &script.condition,
                &script.predeal,
            ))
        };
        let watch = Watch::default();
        let whole = dealt(&plans(), &run, &watch);
        assert_eq!(whole.len(), 1_199);
        let looks = watch.looks();
        let mut lengths = Vec::new();
        for stop in [
            1,
            2,
            looks / 4,
            looks / 2,
            3 * looks / 4,
            looks - 3,
            looks - 1,
        ] {
            let watch = Watch::stopping_at(stop);
            let plans = plans();
            let part = dealt(&plans, &run, &watch);
            assert_eq!(part, whole[..part.len()], "{run:?} {stop}");
            lengths.push(part.len());
            // Those plans go on where they were stopped.
            let rest = Run {
                boards: 1 + part.len() as u64..1_200,
                ..run.clone()
            };
            assert_eq!(
                dealt(&plans, &rest, &Watch::default()),
                whole[part.len()..],
                "{run:?} {stop}"
            );
        }
        assert!(
            lengths.iter().any(|&length| 0 < length && length < 1_199),
            "{lengths:?}"
        );
    }
}

/// A run that is stopped by what becomes of its boards ends soon after.
#[test]
fn stopped_by_the_one_who_takes_the_boards() {
    let script = compiled("condition hcp(north) >= 10");
    let plans = Arc::new(Plans::new(
        Strategy::Auto,
        &script.condition,
        &script.predeal,
    ));
    for run in runs() {
        let whole = dealt(&plans, &run, &Watch::default());
        let watch = Watch::default();
        let mut deals = Vec::new();
        let add = |made: &mut Vec<Deal>, dealt: &mut Dealt| {
            if dealt.number == 30 {
                watch.stop();
            }
            made.push(dealt.deal);
            Ok(())
        };
        let sink = |chunk: Chunk<Vec<Deal>>| {
            deals.extend(chunk.made);
            Ok::<_, ()>(ControlFlow::Continue(()))
        };
        let consumer = plan::consumer(Vec::new, add);
        plan::run(&run, || plans.finder(), &consumer, &watch, sink).unwrap();
        // On several threads others may have got further, up to the end of their chunks.
        assert!(
            run.threads > 1 || deals.len() == 30,
            "{} {run:?}",
            deals.len()
        );
        assert!(deals.len() >= 30, "{} {run:?}", deals.len());
        assert_eq!(deals, whole[..deals.len()]);
    }
}

/// A search that never ends is stopped, and has found nothing.
#[test]
fn finding() {
    let script = compiled("condition hcp(north) > 12 and rnd(10) > 20");
    let plans = Arc::new(Plans::new(
        Strategy::Reject,
        &script.condition,
        &script.predeal,
    ));
    let mut finder = plans.finder();
    finder.find(1.into(), 1, 1, &Watch::default()).unwrap();
    for stop in [1, 2, 10] {
        let watch = Watch::stopping_at(stop);
        let found = finder.find(1.into(), 1, u64::MAX, &watch).unwrap();
        assert_eq!(found.deal, None);
        assert!(
            found.tries > 0 && found.tries <= stop * 4096,
            "{}",
            found.tries
        );
        assert_eq!(found.tries, watch.progress().tries);
    }
}

/// What is done between two looks: tries of a search, steps of an evaluator in a rehearsal, nodes worked out for a table.
/// (What the engine does is bounded in its own tests.)
#[test]
fn work_between_looks_is_bounded() {
    let most = |strategy, text: &str| {
        let script = compiled(text);
        let watch = Watch::default();
        let plan = Plan::new(strategy, &script.condition, &script.predeal, 1, &watch).unwrap();
        let planning = watch.most_work_between_looks();
        let watch = Watch::default();
        let mut worker = Arc::new(plan).worker();
        for number in 1..500 {
            worker.board(1.into(), number, 400, &watch).unwrap();
        }
        assert!(watch.looks() > 0);
        (planning, watch.most_work_between_looks())
    };
    // About a millisecond each.
    let (rehearsal, finding) = most(
        Strategy::Reject,
        "condition hcp(north) > 28 and hcp(south) < 5",
    );
    assert!(rehearsal > 0 && rehearsal < 600_000, "{rehearsal} steps");
    assert!(finding > 0 && finding <= 4096, "{finding} tries");
    // A condition that takes long to ask is asked less often from look to look.
    let name = |i: usize| format!("hcp(north) * {i} + losers(south) % {} > {}", i + 2, 9 * i);
    let terms: Vec<String> = (1..400).map(name).collect();
    let dear = format!(
        "condition hcp(north) > 28 or {} > 398",
        terms
            .iter()
            .map(|term| format!("({term})"))
            .collect::<Vec<_>>()
            .join(" + ")
    );
    let (rehearsal, finding) = most(Strategy::Reject, &dear);
    assert!(rehearsal > 0 && rehearsal < 600_000, "{rehearsal} steps");
    assert!(finding > 0 && finding < 500, "{finding} tries");
    // Of a table, each node at most once.
    let (north, south) = (Seat::North, Seat::South);
    for method in [DrawMethod::Hand(south), DrawMethod::Hands(south, north)] {
        let script = compiled(TWO_SEATS);
        let watch = Watch::default();
        let strategy = Strategy::Pinned(method);
        let plan = Plan::new(strategy, &script.condition, &script.predeal, 1, &watch);
        assert_eq!(plan.unwrap().method(), method);
        let most = watch.most_work_between_looks();
        // Rehearsals look after so many tries, too, and those have few steps here.
        assert!(most > 0 && most < 50_000, "{method}: {most}");
    }
}
