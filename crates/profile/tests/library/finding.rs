//! Boards of a profile through the one door that all boards go through: the same whatever the threads and however many are
//! asked for, and stopped when that is wanted.

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::common::{document, example_text, loaded};
use bridge::Deal;
use plan::{Chunk, FindError, Finder, PlanError, Run, Strategy, Watch, consumer};
use profile::{
    AttemptMethod, AttemptRequest, CombinationsError, LoadedProfile, ProfileSource,
    ProfileStrategy, Settings, TracedAttempt,
};
use serde_json::json;

const STRATEGIES: [ProfileStrategy; 5] = [
    ProfileStrategy::Planned(Strategy::Auto),
    ProfileStrategy::Planned(Strategy::Exact),
    ProfileStrategy::Attempts(AttemptMethod::Reject),
    ProfileStrategy::Attempts(AttemptMethod::Help),
    ProfileStrategy::Attempts(AttemptMethod::Construct),
];

fn example(name: &str) -> LoadedProfile {
    loaded(serde_json::from_str(&example_text(name)).unwrap())
}

fn source(loaded: &LoadedProfile, strategy: ProfileStrategy) -> ProfileSource {
    loaded.source(strategy, &Settings::default(), true, false)
}

/// The boards of a run.
fn dealt(source: &ProfileSource, boards: std::ops::Range<u64>, threads: usize) -> Vec<Deal> {
    let run = Run {
        key: 3.into(),
        boards,
        generate: None,
        threads,
        distinct: false,
    };
    let mut deals = Vec::new();
    let keep = consumer(Vec::new, |made: &mut Vec<Deal>, dealt| {
        made.push(dealt.deal);
        Ok(())
    });
    let sink = |chunk: Chunk<Vec<Deal>>| -> Result<_, Infallible> {
        deals.extend(chunk.made);
        Ok(ControlFlow::Continue(()))
    };
    let done = plan::run(&run, || source.finder(), &keep, &Watch::default(), sink);
    done.unwrap();
    deals
}

#[test]
fn boards_do_not_depend_on_threads_or_on_how_many_there_are() {
    let loaded = example("one-notrump");
    for strategy in STRATEGIES {
        let whole = dealt(&source(&loaded, strategy), 1..141, 1);
        assert_eq!(whole.len(), 140);
        assert_eq!(dealt(&source(&loaded, strategy), 1..141, 3), whole);
        for boards in [1..2, 1..11, 60..70, 100..141] {
            let part = &whole[boards.start as usize - 1..boards.end as usize - 1];
            assert_eq!(dealt(&source(&loaded, strategy), boards, 2), part);
        }
    }
}

#[test]
fn tries_bound_attempts_and_plans_alike() {
    let rare = json!({"N": [{"standard": {"total_min_hcp": 30}}]});
    let loaded = loaded(document(rare, json!({})));
    for strategy in [
        ProfileStrategy::Planned(Strategy::Reject),
        ProfileStrategy::Attempts(AttemptMethod::Reject),
        ProfileStrategy::Attempts(AttemptMethod::Help),
    ] {
        let mut finder = source(&loaded, strategy).finder();
        let found = finder.find(1.into(), 1, 17, &Watch::default()).unwrap();
        assert_eq!((found.deal, found.tries), (None, 17));
        assert_eq!(found.about.drawn.unwrap().combination, 0);
        let failures = found.about.failures.map(|failures| failures.attempts);
        let attempts = matches!(strategy, ProfileStrategy::Attempts(_));
        assert_eq!(failures, attempts.then_some(17));
    }
}

#[test]
fn attempts_are_traced_if_that_is_wanted() {
    let loaded = example("e-six-spades");
    let trace = |traced: bool| {
        let strategy = ProfileStrategy::Attempts(AttemptMethod::Help);
        let source = loaded.source(strategy, &Settings::default(), true, traced);
        let found = source
            .finder()
            .find(3.into(), 1, u64::MAX, &Watch::default());
        found.unwrap().about.trace
    };
    assert_eq!(trace(false), []);
    let mut told = loaded.trace(&Settings::default());
    let begun = told.begun();
    assert!(begun.to_string().starts_with("19.00% or less is tight; "));
    let json = serde_json::to_value(&begun).unwrap();
    assert_eq!(
        (&json["event"], &json["tight_chance"]),
        (&json!("begun"), &json!(0.19))
    );
    let told: Vec<TracedAttempt> = trace(true)
        .into_iter()
        .map(|event| told.told(event))
        .collect();
    let words: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "board 1: the only combination; tight: North",
            "board 1, attempt 1: North failed, shape",
            "board 1, attempt 2: North failed, shape",
            "board 1, attempt 3: North failed, shape",
            "board 1, attempt 4: North failed, shape",
            "board 1, attempt 5: made",
        ]
    );
    let json = serde_json::to_value(&told[3]).unwrap();
    let none = json!({"as_seat": 0, "other": 0, "unchecked": 0, "hcp": 0, "shape": 0});
    assert_eq!(
        json,
        json!({"event": "failed", "board": 1, "attempt": 3, "seat": "N", "why": "shape", "so_far": {
            "N": {"as_seat": 3, "other": 0, "unchecked": 0, "hcp": 0, "shape": 3},
            "E": none, "S": none, "W": none}})
    );
}

/// What is counted along in a trace is what is reported in the end, over all boards.
#[test]
fn a_trace_counts_along() {
    let loaded = example("two-tight-seats");
    let strategy = ProfileStrategy::Attempts(AttemptMethod::Reject);
    let source = loaded.source(strategy, &Settings::default(), true, true);
    let mut finder = source.finder();
    let mut trace = loaded.trace(&Settings::default());
    let mut failures = profile::Failures::default();
    let mut last = None;
    for number in 1..=5 {
        let about = finder
            .find(3.into(), number, u64::MAX, &Watch::default())
            .unwrap()
            .about;
        failures.join(&about.failures.unwrap());
        last = about
            .trace
            .into_iter()
            .map(|event| trace.told(event))
            .last();
    }
    let Some(TracedAttempt::Made {
        board: 5, so_far, ..
    }) = last
    else {
        panic!("{last:?}");
    };
    let seats: Vec<_> = so_far.into_values().collect();
    assert_eq!(seats, failures.seats);
    assert!(failures.seats[0].other > 0 && failures.seats[2].unchecked > 0);
}

/// Whatever is stopped before it begins says so, and nothing is taken for an answer.
#[test]
fn what_is_stopped_says_so() {
    let stopped = Watch::default();
    stopped.stop();
    let loaded = example("weak-two-defence");
    let combinations = profile::Combinations::new(&loaded.profile, &stopped);
    assert_eq!(combinations, Err(CombinationsError::Stopped));
    let demands = loaded.combinations.all()[0].demands;
    assert!(profile::is_dealable(&demands, &stopped).is_err());
    assert!(profile::Viability::new(&loaded.profile, &loaded.combinations, &stopped).is_err());
    let budget = Default::default();
    assert!(loaded.odds(budget, 2, &stopped).is_err());
    assert!(
        loaded
            .report(&Settings::default(), budget, 1, &stopped)
            .is_err()
    );
    assert!(loaded.check(2, &stopped).is_err());
    let explained = loaded.explain(Strategy::Auto, 40, budget, 1, &stopped);
    assert_eq!(explained, Err(PlanError::Stopped));
    let compared = loaded.compare(&Settings::default(), 10, 1.into(), 2, &|| 0.0, &stopped);
    assert_eq!(compared, Err(FindError::Plan(PlanError::Stopped)));
    let mut planned = source(&loaded, STRATEGIES[0]).finder();
    let found = planned.find(1.into(), 1, u64::MAX, &stopped);
    assert_eq!(found, Err(FindError::Plan(PlanError::Stopped)));
}

/// Work under way comes back soon after it is stopped, from another thread.
#[test]
fn long_work_is_stopped_soon() {
    let rare = json!({"N": [{"standard": {"total_min_hcp": 37, "total_max_hcp": 37}}]});
    let attempts = loaded(document(rare, json!({})));
    let settings = Settings {
        reject_attempts: 1_000_000_000,
        ..Settings::default()
    };
    let defence = example("weak-two-defence");
    type Work<'a> = &'a (dyn Fn(&Watch) -> bool + Sync);
    let works: [Work; 3] = [
        &|watch| {
            let request = AttemptRequest {
                settings: settings.clone(),
                boards: 3,
                ..AttemptRequest::new(AttemptMethod::Reject)
            };
            attempts.attempted(&request, 1, watch).is_err()
        },
        &|watch| {
            defence
                .report(&settings, Default::default(), 2, watch)
                .is_err()
        },
        &|watch| {
            defence
                .compare(&settings, 1_000_000, 1.into(), 2, &|| 0.0, watch)
                .is_err()
        },
    ];
    for work in works {
        let watch = Watch::default();
        std::thread::scope(|scope| {
            let stopped = scope.spawn(|| work(&watch));
            while watch.looks() < 1_000 {
                std::thread::yield_now();
            }
            watch.stop();
            assert!(stopped.join().unwrap());
        });
    }
}

/// A profile of which nothing can be dealt has no boards, and says why.
#[test]
fn nothing_to_deal_is_an_error_with_reasons() {
    let seats = json!({"N": [{"standard": {"total_min_hcp": 21}}], "S": [{"standard": {"total_min_hcp": 20}}]});
    let loaded = loaded(document(seats, json!({})));
    let error = loaded.ensure_dealable(&Watch::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "nothing in this profile can be dealt:\n  North 21+ and South 20+ need 41 HCP; the deck has 40."
    );
    for strategy in STRATEGIES {
        let found = source(&loaded, strategy)
            .finder()
            .find(1.into(), 1, 9, &Watch::default());
        assert_eq!(found, Err(FindError::Plan(PlanError::Never)));
    }
}
