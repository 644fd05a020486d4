//! Leveled boards: dealt by share here, and by keeps on the classic program.

use fairdeal::level::{self, Effort, Frequencies, Leveled, Options, Scenario};
use fairdeal::{Dealing, Request, Shard, script, verify, verify_classic};

const LADDER: &str = include_str!("../../../examples/notrump-ladder.dlr");

fn ladder() -> (script::Script, Scenario) {
    let options = Options {
        from_averages: true,
        ..Options::default()
    };
    let input = script::Input::from_text("ladder", LADDER).unwrap();
    let (script, _) = script::parse(&input, &Default::default());
    let scenario = Scenario::new(&script, &options).unwrap();
    (script, scenario)
}

fn dealt(request: &Request) -> (String, Dealing) {
    let (_, scenario) = ladder();
    let shares = level::wanted(&scenario, &Effort::default()).unwrap();
    let dealing = Dealing::leveled(&scenario, &shares, request).unwrap();
    let mut text = Vec::new();
    let mut write = |bytes: &[u8], _| {
        text.extend_from_slice(bytes);
        Ok(())
    };
    dealing.run(&Default::default(), &mut write).unwrap();
    (String::from_utf8(text).unwrap(), dealing)
}

#[test]
fn boards_depend_neither_on_threads_nor_on_parts() {
    let request = |threads, shard| Request {
        boards: Some(60),
        seed: 11,
        threads,
        shard,
        ..Request::default()
    };
    let (one, dealing) = dealt(&request(1, None));
    assert_eq!(one.lines().count(), 60);
    assert!(dealing.source().is_leveled());
    assert_eq!(dealt(&request(3, None)).0, one);
    let parts = (1..=3).map(|part| dealt(&request(2, Some(Shard { part, of: 3 }))).0);
    assert_eq!(parts.collect::<String>(), one);
}

/// The shares are within sampling error, and a board takes few tries: nothing is thrown away for them.
#[test]
fn shares_are_met_at_the_speed_of_dealing() {
    let (_, scenario) = ladder();
    let shares = level::wanted(&scenario, &Effort::default()).unwrap();
    let request = Request {
        boards: Some(20_000),
        seed: 3,
        ..Request::default()
    };
    let dealing = Dealing::leveled(&scenario, &shares, &request).unwrap();
    let outcome = dealing
        .run(&Default::default(), &mut |_, _| Ok(()))
        .unwrap();
    assert_eq!(outcome.boards, 20_000);
    assert!(outcome.tries < 2 * outcome.boards, "{}", outcome.tries);
    let json = outcome.statistics.json();
    let averages: Vec<f64> = json
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["mean"].as_f64())
        .collect();
    assert_eq!(averages.len(), 5, "{json}");
    // Four standard errors of 20% of 20,000 boards are 1.13 points.
    assert!(
        averages.iter().all(|share| (share - 20.0).abs() < 1.13),
        "{averages:?}"
    );
}

/// The classic program deals the written script within half a percentage point of 20% each.
#[test]
fn the_written_ladder_on_the_classic_program() {
    let (script, scenario) = ladder();
    let pilots = level::pilots(&scenario, 6).unwrap();
    let frequencies = Frequencies::new(&scenario, &pilots, &Effort::default()).unwrap();
    let leveled = Leveled::by_cards(&scenario, frequencies).unwrap();
    assert!(
        leveled.assignment.worst < 0.002,
        "{}",
        leveled.assignment.worst
    );
    let text = leveled.script(&script, &scenario).unwrap();
    let settings = script::Settings::default();
    let classic = verify_classic(&text, &scenario, &settings, u64::MAX, 6_000_000).unwrap();
    let here = verify(&text, &scenario, &settings, 60_000, 2).unwrap();
    for (verified, least) in [(classic, 40_000), (here, 60_000)] {
        assert!(verified.boards >= least, "{verified:?}");
        assert_eq!(verified.cells.iter().sum::<u64>(), verified.boards);
        for (share, _) in verified.shares() {
            assert!((share - 0.2).abs() < 0.005, "{verified:?}");
        }
    }
}
