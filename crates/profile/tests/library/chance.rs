//! How likely a deal of a profile is: estimated as it would be counted, kept, and known again.

use std::path::Path;

use profile::{ChanceBudget, KeptCounts, LoadedProfile, Settings};
use space::{Budget, Watch};

/// Nothing is counted, so many deals are drawn.
const fn drawn(draws: u32) -> ChanceBudget {
    ChanceBudget { work: 0, draws }
}

fn read_file(file: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

fn loaded(file: &str) -> LoadedProfile {
    LoadedProfile::new(profile::read(&read_file(file)), &Watch::default()).unwrap()
}

fn larger(name: &str) -> LoadedProfile {
    loaded(&format!("../../benches/shelf/{name}.json"))
}

/// An estimate is where a count is, within what it says of itself.
#[test]
fn estimates_are_where_counts_are() {
    let watch = Watch::default();
    for (name, draws) in [
        ("b-five-spades", 10),
        ("two-tight-seats", 1_000),
        ("one-notrump", 2_000),
    ] {
        let profile = loaded(&format!("../../examples/profiles/{name}.json"));
        let estimate = profile.chance(drawn(draws), 1, &watch).unwrap();
        assert!(!estimate.is_exact());
        let kept = KeptCounts::default();
        let counted = profile.keeping(&kept);
        let counted = counted.odds(Budget::default(), 2, &watch).unwrap();
        assert!(counted.exact);
        let (probability, error) = (estimate.probability.unwrap(), estimate.error.unwrap());
        let off = (probability - counted.probability).abs();
        assert!(
            off <= 4.0 * error + 1e-12,
            "{name}: {off} with an error of {error}"
        );
        assert!(
            error < 0.1 * probability,
            "{name}: {error} of {probability}"
        );
    }
}

/// Also where most draws bring little and a few bring much: four seats that want more points than there are in most deals.
#[test]
fn estimates_of_what_is_very_rare_are_where_counts_are() {
    let profile = loaded("../../examples/profiles/weak-two-defence.json");
    let estimate = profile.chance(drawn(4_000), 1, &Watch::default()).unwrap();
    let (probability, error) = (estimate.probability.unwrap(), estimate.error.unwrap());
    // `fairdeal odds` counts this in some seconds.
    let counted = 2.171_095_783e-6;
    assert!((probability - counted).abs() < 3.0 * error, "{estimate:?}");
    assert!(error < 0.3 * counted, "{estimate:?}");
}

/// A short estimate of a large profile agrees with a long one: hundreds of combinations, shapes that are excluded, suits of
/// other seats.
#[test]
fn short_estimates_are_where_long_ones_are() {
    let watch = Watch::default();
    for name in ["overcalls", "preempts", "three-suits"] {
        let profile = larger(name);
        assert!(profile.combinations.all().len() > 500, "{name}");
        let [short, long] = [400, 8_000].map(|draws| {
            let chance = profile.chance(drawn(draws), 1, &watch).unwrap();
            (chance.probability.unwrap(), chance.error.unwrap())
        });
        let off = (short.0 - long.0).abs();
        assert!(off < 4.0 * (short.1 + long.1), "{name}: {short:?} {long:?}");
        assert!(short.1 < 0.2 * short.0, "{name}: {short:?}");
        assert!(long.1 < 0.4 * short.1, "{name}: {short:?} {long:?}");
    }
}

/// What is kept is not counted again: with no work allowed the answers are the same.
#[test]
fn what_is_kept_is_not_counted_again() {
    let watch = Watch::default();
    let kept = KeptCounts::default();
    let file = "../../examples/profiles/two-tight-seats.json";
    let profile = loaded(file).keeping(&kept);
    let report = profile
        .report(&Settings::default(), Budget::default(), 2, &watch)
        .unwrap();
    let written = kept.written();
    assert!(report.is_exact() && kept.len() > 2);
    let again = KeptCounts::from_written(&written).unwrap();
    assert_eq!(again.written(), written);
    let profile = loaded(file).keeping(&again);
    let nothing = Budget {
        work: 0,
        ..Budget::default()
    };
    assert_eq!(
        profile
            .report(&Settings::default(), nothing, 1, &watch)
            .unwrap(),
        report
    );
    let chance = profile.chance(drawn(0), 1, &watch).unwrap();
    assert!(chance.is_exact());
    assert_eq!(chance.probability, Some(report.probability));
    assert_eq!(again.written(), written);
}

/// One more answer changes some combinations, and the others are known.
#[test]
fn another_version_uses_what_is_known() {
    let watch = Watch::default();
    let kept = KeptCounts::default();
    let text = read_file("../../examples/profiles/one-notrump.json");
    let load = |text: &str| LoadedProfile::new(profile::read(text), &watch).unwrap();
    let counted = load(&text).keeping(&kept);
    counted.odds(Budget::default(), 2, &watch).unwrap();
    let before = kept.len();
    let changed = text.replace("One notrump", "Another notrump");
    let changed = load(&changed).keeping(&kept);
    assert!(changed.chance(drawn(0), 1, &watch).unwrap().is_exact());
    assert_eq!(kept.len(), before);
}

/// An estimate that a count gave way to is kept for as much work, and no more; a count is never lost to an estimate.
#[test]
fn an_estimate_gives_way_to_a_count() {
    let watch = Watch::default();
    let kept = KeptCounts::default();
    let profile = loaded("../../examples/profiles/two-tight-seats.json").keeping(&kept);
    let little = Budget {
        work: 100,
        ..Budget::default()
    };
    let estimated = profile.odds(little, 1, &watch).unwrap();
    assert!(!estimated.exact);
    assert_eq!(profile.odds(little, 1, &watch).unwrap(), estimated);
    let again = KeptCounts::from_written(&kept.written()).unwrap();
    let same = profile.clone().keeping(&again);
    assert_eq!(same.odds(little, 1, &watch).unwrap(), estimated);
    let counted = profile.odds(Budget::default(), 1, &watch).unwrap();
    assert!(counted.exact);
    kept.take_over(&again);
    assert_eq!(profile.odds(little, 1, &watch).unwrap(), counted);
    again.take_over(&kept);
    assert_eq!(again.written(), kept.written());
}

/// Anything else than what was written is nothing, and upsets nobody.
#[test]
fn other_texts_are_not_taken_for_counts() {
    assert!(KeptCounts::from_written("").unwrap().is_empty());
    let mark = "f".repeat(32);
    let good = format!("{mark} 5 12 - N0.5,S0.25\n");
    assert_eq!(KeptCounts::from_written(&good).unwrap().written(), good);
    for wrong in [
        "\n",
        "hello",
        &good[..40],
        &format!("{mark} 5 12 - -  "),
        &format!("{mark} 5 12 - - more"),
        &format!("{mark} -5 12 - -"),
        &format!("{mark} 5 99999999999999999999999999999999 - -"),
        &format!("{mark} 5 - 0.5,0.4 -"),
        &format!("{mark} 5 - 2,0.4,3 -"),
        &format!("{mark} 5 - NaN,NaN,NaN -"),
        &format!("{mark} 5 1 - é0.5"),
        &format!("{mark} 5 1 - N"),
        &format!("{mark}0 5 1 - -"),
    ] {
        assert!(KeptCounts::from_written(wrong).is_none(), "{wrong:?}");
    }
}

/// Whatever is stopped says so, and keeps nothing that it does not know.
#[test]
fn a_stop_is_no_answer() {
    for looks in [1, 5, 50, 300] {
        let kept = KeptCounts::default();
        let profile = larger("two-suiters").keeping(&kept);
        let watch = Watch::stopping_at(looks);
        assert!(
            profile.chance(ChanceBudget::SHORT, 1, &watch).is_err(),
            "{looks}"
        );
        assert!(kept.is_empty());
    }
}

/// The rarest combination is found, counted or about.
#[test]
fn the_rarest_combination_is_named() {
    let watch = Watch::default();
    let profile = loaded("../../examples/profiles/one-notrump.json");
    let about = profile.rarest(&watch).unwrap().unwrap();
    assert!(!about.exact);
    let kept = KeptCounts::default();
    let profile = profile.keeping(&kept);
    let odds = profile.odds(Budget::default(), 2, &watch).unwrap();
    let least = odds.combinations.iter().map(|one| one.probability);
    let least = least.min_by(f64::total_cmp).unwrap();
    let rarest = profile.rarest(&watch).unwrap().unwrap();
    assert!(rarest.exact);
    assert_eq!(rarest.probability, least);
    assert_eq!(rarest.combination, about.combination);
    assert!((about.probability / least - 1.0).abs() < 0.3);
}
