//! Leveled boards: dealt by share here, and by keeps on the classic program.

use fairdeal::level::{self, Frequencies, MeasuringLimits, Options};
use fairdeal::script::Input;
use fairdeal::{
    Leveled, NoText, Question, Script, StatisticAnswer, TextTo, VerifyOptions, Wanted, Watch,
    verify_classic, verify_here,
};

const LADDER: &str = include_str!("../../../../examples/notrump-ladder.dlr");

fn ladder() -> Leveled {
    let options = Options {
        from_averages: true,
        ..Options::default()
    };
    let script = Script::named("ladder", LADDER).unwrap();
    Leveled::new(&script, &options).unwrap()
}

fn text(deal: fairdeal::Deal) -> String {
    let watch = Watch::default();
    let mut text = Vec::new();
    let dealing = deal.ready(&watch).unwrap();
    dealing
        .run(&Wanted::default(), &mut TextTo(&mut text), &watch)
        .unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn boards_depend_neither_on_threads_nor_on_parts() {
    let deal = || Question::from(ladder()).deal(60).seed(11);
    let one = text(deal());
    assert_eq!(one.lines().count(), 60);
    assert_eq!(text(deal().threads(3)), one);
    let parts = (1..=3).map(|part| text(deal().threads(2).shard(part, 3)));
    assert_eq!(parts.collect::<String>(), one);
    // How many boards are asked for makes no difference to those that are.
    assert!(text(Question::from(ladder()).deal(200).seed(11)).starts_with(&one));
}

/// The shares are within sampling error, and a board takes few tries: nothing is thrown away for them.
#[test]
fn shares_are_met_at_the_speed_of_dealing() {
    let watch = Watch::default();
    // The first boards are too few for tables.
    let dealing = ladder()
        .deal(21_023)
        .seed(3)
        .start(1024)
        .ready(&watch)
        .unwrap();
    let dealt = dealing
        .run(&Wanted::default(), &mut NoText, &watch)
        .unwrap();
    assert_eq!(dealt.boards, 20_000);
    assert!(dealt.tries < 4 * dealt.boards, "{}", dealt.tries);
    let averages = dealt.statistics.answers().into_iter();
    let averages: Vec<f64> = averages
        .filter_map(|one| match one {
            StatisticAnswer::Average { mean, .. } => mean,
            StatisticAnswer::Frequency { .. } => None,
        })
        .collect();
    assert_eq!(averages.len(), 5);
    // Four standard errors of 20% of 20,000 boards are 1.13 points.
    assert!(
        averages.iter().all(|share| (share - 20.0).abs() < 1.13),
        "{averages:?}"
    );
}

/// The classic program deals the written script within half a percentage point of 20% each.
#[test]
fn the_written_ladder_on_the_classic_program() {
    let ladder = ladder();
    let scenario = ladder.scenario();
    let watch = Watch::default();
    let pilots = level::choose_pilots(scenario, 6).unwrap();
    let limits = MeasuringLimits::usual();
    let frequencies = Frequencies::new(scenario, &pilots, &limits, &watch);
    let leveled =
        level::Leveled::by_cards(scenario, frequencies.unwrap(), &limits, &watch).unwrap();
    assert!(
        leveled.assignment.worst < 0.002,
        "{}",
        leveled.assignment.worst
    );
    let script = &ladder.script().loaded().script;
    let text = leveled.script(script, scenario).unwrap();
    let text = Input::from_text("the leveled script", &text).unwrap();
    let settings = ladder.script().settings();
    let options = |boards, deals| VerifyOptions {
        boards,
        deals,
        threads: 2,
    };
    let classic = options(u64::MAX, 6_000_000);
    let classic = verify_classic(&text, scenario, settings, &classic, &watch).unwrap();
    let here = verify_here(&text, scenario, settings, &options(60_000, 0), &watch).unwrap();
    for (verified, least) in [(classic, 40_000), (here, 60_000)] {
        assert!(verified.boards >= least, "{verified:?}");
        assert!((verified.shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        for share in &verified.shares {
            assert!((share - 0.2).abs() < 0.005, "{verified:?}");
        }
    }
}
