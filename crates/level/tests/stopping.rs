//! Leveling that is stopped comes back soon, and what it gave up is never taken for an answer.

use level::{
    Frequencies, KeepOptions, KeepRatesReport, LevelError, Leveled, MeasuringLimits, Options,
    Scenario, Watch,
};
use plan::Strategy;
use script::Script;
use space::Budget;

const LADDER: &str = include_str!("../../../examples/notrump-ladder.dlr");

fn ladder() -> (Script, Options, Scenario) {
    let options = Options {
        from_averages: true,
        ..Options::default()
    };
    let input = script::Input::from_text("ladder", LADDER).unwrap();
    let (script, _) = script::parse(&input, &Default::default());
    let scenario = Scenario::new(&script, &options).unwrap();
    (script, options, scenario)
}

/// Everything is estimated, from a few boards.
fn estimating() -> MeasuringLimits {
    MeasuringLimits {
        budget: Budget { work: 1, memory: 1 },
        boards: 2_000,
        ..MeasuringLimits::usual()
    }
}

#[test]
fn what_was_stopped_before_it_began_says_so() {
    let (script, options, scenario) = ladder();
    let watch = Watch::default();
    let leveled = Leveled::new(&scenario, &KeepOptions::default(), &estimating(), &watch);
    let leveled = leveled.unwrap();
    watch.stop();
    for limits in [MeasuringLimits::usual(), estimating()] {
        let (frequencies, keeps) = (leveled.frequencies.clone(), KeepOptions::default());
        let outcomes = [
            Frequencies::new(&scenario, &[], &limits, &watch).err(),
            level::target_shares(&scenario, &limits, &watch).err(),
            Leveled::new(&scenario, &keeps, &limits, &watch).err(),
            Leveled::by_cards(&scenario, frequencies, &limits, &watch).err(),
            leveled.two_assignments(&watch).err(),
            leveled
                .two_scripts(&script, &scenario, &limits, &watch)
                .err(),
            KeepRatesReport::new(&script, &options, true, &limits, &watch).err(),
            level::survey(&watch).err(),
            level::mix(&scenario, &[0.2; 5], Strategy::Auto, None, &watch).err(),
        ];
        for outcome in outcomes {
            assert_eq!(outcome, Some(LevelError::Stopped));
        }
    }
}

/// Stopped after any number of looks at the watch, it says so or has the whole answer, and never a part of it.
#[test]
fn what_is_stopped_on_the_way_is_no_answer() {
    let (_, _, scenario) = ladder();
    let work = |watch: &Watch| {
        let leveled = Leveled::new(&scenario, &KeepOptions::default(), &estimating(), watch)?;
        Ok::<_, LevelError>((leveled.assignment, leveled.bias))
    };
    let whole = Watch::default();
    let answer = work(&whole).unwrap();
    let looks = whole.looks();
    assert!(looks > 1_000, "{looks}");
    let mut stopped = 0;
    for part in 0..6 {
        let watch = Watch::default();
        let outcome = std::thread::scope(|scope| {
            let working = scope.spawn(|| work(&watch));
            while watch.looks() < looks * part / 6 && !working.is_finished() {
                std::thread::yield_now();
            }
            watch.stop();
            working.join().unwrap()
        });
        match outcome {
            Ok(found) => assert_eq!(found, answer),
            Err(error) => {
                assert_eq!(error, LevelError::Stopped);
                stopped += 1;
            }
        }
    }
    assert!(stopped > 0);
}
