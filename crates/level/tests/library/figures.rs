//! Exact figures of leveling: the usual keeps, the notrump ladder, and what bad input says.

use level::{
    Frequencies, KeepRates, LevelError, Leveled, MeasuringLimits, Options, Scenario, ScriptKeeps,
    check_pilots, choose_pilots,
};
use plan::{Placement, Watch};
use script::Script;

const LADDER: &str = include_str!("../../../../examples/notrump-ladder.dlr");
const RAISES: &str = include_str!("../../../../examples/major-raise.dlr");

fn read(text: &str, options: &Options) -> Script {
    let settings = script::Settings {
        appended: options.definitions(),
        ..script::Settings::default()
    };
    let input = script::Input::from_text("test", text).unwrap();
    let (script, diagnostics) = script::parse(&input, &settings);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    script
}

fn of(types: &str) -> Options {
    Options {
        types: types
            .split(';')
            .map(|list| level::parse_types(list).unwrap())
            .collect(),
        ..Options::default()
    }
}

fn from_averages() -> Options {
    Options {
        from_averages: true,
        ..Options::default()
    }
}

fn scenario(text: &str, options: &Options) -> Result<Scenario, LevelError> {
    Scenario::new(&read(text, options), options)
}

fn measured(text: &str, options: &Options) -> Result<Frequencies, LevelError> {
    Frequencies::new(
        &scenario(text, options)?,
        &[],
        &MeasuringLimits::usual(),
        &Watch::default(),
    )
}

fn by_cards(scenario: &Scenario, frequencies: Frequencies) -> Leveled {
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    Leveled::by_cards(scenario, frequencies, &limits, &watch).unwrap()
}

#[test]
fn the_usual_keeps_have_these_rates() {
    let script = read("#include \"script/Leveling\"\n", &Options::default());
    let keeps = ScriptKeeps::find(&script, &Options::default()).unwrap();
    let rates = KeepRates::new(&script, &keeps, &Watch::default()).unwrap();
    let rate = |name: &str| {
        let level = rates.keeps.iter().find(|level| level.name == name);
        level.unwrap_or_else(|| panic!("{name}")).rate
    };
    let known = [
        ("keep06", "keep94", 13, 204),
        ("keep44", "keep56", 89, 204),
        ("keep015", "keep985", 13, 850),
        ("keep03", "keep97", 559, 20825),
        ("keep045", "keep955", 247, 5100),
        ("keep11", "keep89", 547, 5100),
        ("keep14", "keep86", 182, 1275),
        ("keep19", "keep81", 19, 102),
        ("keep25", "keep75", 1, 4),
        ("keep30", "keep70", 761, 2550),
        ("keep33", "keep67", 8257, 24990),
        ("keep47", "keep53", 19707, 41650),
    ];
    for (name, complement, above, below) in known {
        assert_eq!(rate(name), (above, below), "{name}");
        assert_eq!(rate(complement), (below - above, below), "{complement}");
    }
}

#[test]
fn the_ladder_by_nature() {
    let frequencies = measured(LADDER, &from_averages()).unwrap();
    assert!(frequencies.is_exact());
    let known = [
        0.096845088686,
        0.048655988076,
        0.013257727242,
        0.005343507496,
        0.002105597891,
    ];
    for (cell, known) in frequencies.cells.iter().zip(known) {
        assert!((cell.probability - known).abs() < 5e-13, "{known}");
    }
    assert_eq!(frequencies.targets, [0.2; 5]);
}

/// The hand-made keeps of the ladder: what they give, and what they cost.
#[test]
fn the_ladder_by_hand() {
    let script = read(LADDER, &from_averages());
    let scenario = Scenario::new(&script, &from_averages()).unwrap();
    let rates = KeepRates::new(&script, &scenario.keeps, &Watch::default()).unwrap();
    let frequencies = rates
        .within(&scenario, &MeasuringLimits::usual(), &Watch::default())
        .unwrap();
    let made = ["keep03", "keep045", "keep19", "keep56"];
    let kept: Vec<f64> = frequencies
        .cells
        .iter()
        .enumerate()
        .map(|(i, cell)| {
            let level = made.get(i).map(|name| {
                let mut levels = rates.keeps.iter();
                levels.find(|level| level.name == *name).unwrap()
            });
            let rate = level.map_or(1.0, |level| cell.rate(|pattern| level.patterns[pattern]));
            cell.probability * rate
        })
        .collect();
    let all: f64 = kept.iter().sum();
    for (kept, known) in kept.iter().zip([21.88, 20.27, 20.12, 21.50, 16.23]) {
        assert!((100.0 * kept / all - known).abs() < 0.005, "{known}");
    }
    assert_eq!((1.0 / all).round(), 77.0);
    assert_eq!((1.0 / frequencies.probability()).round(), 6.0);
    // The best of the keeps that there are is better than what was chosen by hand.
    let solved = rates.best_keeps(&frequencies, &Watch::default());
    let solved = solved.unwrap().unwrap();
    assert!(solved.assignment.worst < 0.015 && solved.names.len() == 5);
}

/// The written block is exact, predicts what the script that was written counts, and can be written again.
#[test]
fn the_ladder_written() {
    let options = from_averages();
    let script = read(LADDER, &options);
    let scenario = Scenario::new(&script, &options).unwrap();
    let pilots = choose_pilots(&scenario, 4).unwrap();
    let frequencies = Frequencies::new(
        &scenario,
        &pilots,
        &MeasuringLimits::usual(),
        &Watch::default(),
    )
    .unwrap();
    let leveled = by_cards(&scenario, frequencies);
    assert!(leveled.assignment.worst < 0.005, "{:?}", leveled.assignment);
    let text = leveled.script(&script, &scenario).unwrap();
    assert!(!text.contains("#include") && !text.contains("keep045"));
    assert!(text.contains("average \"12-14, percent\" 100 * nt12"));
    // What the written names mean, counted as conditions: the last condition of a script counts.
    let mut kept = Vec::new();
    for name in ["Nt12", "Nt15", "Nt18", "Nt20", "Nt22"] {
        let text = format!("{text}\ncondition level{}\n", name);
        let input = script::Input::from_text("written", &text).unwrap();
        let loaded = script::load(&input, &Default::default(), &Default::default());
        let compiled = loaded.compiled.unwrap();
        let (condition, predeal) = (&compiled.condition, &compiled.predeal);
        let counts = plan::placements(
            condition,
            predeal,
            &[],
            Default::default(),
            &Watch::default(),
        )
        .unwrap();
        kept.push(counts[0] as f64 / leveled.frequencies.total as f64);
    }
    let all: f64 = kept.iter().sum();
    for (kept, predicted) in kept.iter().zip(&leveled.assignment.shares) {
        assert!((kept / all - predicted).abs() < 1e-12, "{predicted}");
    }
    assert!((all / leveled.assignment.kept - 1.0).abs() < 1e-12);
    let again = read(&text, &options);
    let scenario = Scenario::new(&again, &options).unwrap();
    let once_more = leveled.script(&again, &scenario).unwrap();
    assert_eq!(once_more, text);
}

#[test]
fn a_script_with_random_keeps_can_be_leveled_again() {
    let options = of("force,limit,simple");
    let script = read(RAISES, &options);
    let scenario = Scenario::new(&script, &options).unwrap();
    let limits = MeasuringLimits {
        boards: 2_000,
        tries: 1_000_000,
        ..MeasuringLimits::default()
    };
    let frequencies = Frequencies::new(&scenario, &[], &limits, &Watch::default()).unwrap();
    let leveled = Leveled::by_draws(frequencies);
    assert!(leveled.assignment.worst < 1e-3);
    let text = leveled.script(&script, &scenario).unwrap();
    assert!(text.contains("% 100000 < "), "{text}");
    let again = read(&text, &options);
    let scenario = Scenario::new(&again, &options).unwrap();
    assert!(
        scenario
            .keeps
            .names()
            .iter()
            .all(|name| name.starts_with("keep"))
    );
    assert_eq!(leveled.script(&again, &scenario).unwrap(), text);
}

#[test]
fn overlaps_and_gaps_show_their_share() {
    let text = "condition spades(south) >= 5";
    let overlap = measured(
        text,
        &of("low=hcp(south)<12,middle=hcp(south)<13,high=hcp(south)>12"),
    );
    let overlap = overlap.unwrap_err().to_string();
    assert!(
        overlap.starts_with("low and middle overlap: 65.29% of the deals"),
        "{overlap}"
    );
    let gap = measured(text, &of("low=hcp(south)<12,high=hcp(south)>12")).unwrap_err();
    let gap = gap.to_string();
    assert!(gap.starts_with("8.13% of the deals are of none"), "{gap}");
    // One deal in 158 billion is enough.
    let rare = measured("condition 1", &of("most=hcp(south)<37"));
    assert!(matches!(rare, Err(LevelError::Gap { .. })), "{rare:?}");
    let both = Options {
        first_wins: true,
        rest: true,
        ..of("low=hcp(south)<12,middle=hcp(south)<13")
    };
    let decided = measured(text, &both).unwrap();
    assert_eq!(decided.cells.len(), 3);
    let sum: f64 = decided.natural().iter().sum();
    assert!((sum - 1.0).abs() < 1e-12);
}

#[test]
fn what_is_proved_and_what_was_only_seen_is_told_apart() {
    let text = "condition spades(south) >= 5";
    let counted = measured(text, &of("low=hcp(south)<12,high=hcp(south)>11")).unwrap();
    assert!(counted.one_type_each);
    let hard = "low=cccc(north)+cccc(south)<2000,high=cccc(north)+cccc(south)>1999";
    let seen = measured(text, &of(hard)).unwrap();
    assert!(!seen.one_type_each);
}

/// Five overlapping types: the first that fits counts, so the parts are disjoint and complete.
#[test]
fn overlapping_types_with_first_wins() {
    let text = "condition hcp(south) >= 8";
    let options = Options {
        first_wins: true,
        ..of(
            "long=spades(south)>5,strong=hcp(south)>15,red=hearts(south)>4,\
              even=spades(south)>3,other=hcp(south)>0",
        )
    };
    let script = read(text, &options);
    let scenario = Scenario::new(&script, &options).unwrap();
    let pilots = choose_pilots(&scenario, 4).unwrap();
    let frequencies = Frequencies::new(
        &scenario,
        &pilots,
        &MeasuringLimits::usual(),
        &Watch::default(),
    )
    .unwrap();
    assert!(frequencies.is_exact());
    let all = measured(text, &of("each=hcp(south)>=8")).unwrap();
    let counts = frequencies.cells.iter().map(|cell| cell.count.unwrap());
    assert_eq!(Some(counts.sum::<u128>()), all.cells[0].count);
    let leveled = by_cards(&scenario, frequencies);
    assert!(leveled.assignment.worst < 0.005);
    let written = leveled.script(&script, &scenario).unwrap();
    assert!(
        written.contains("levelStrong = strong and not (long)"),
        "{written}"
    );
    assert!(
        written.contains("condition (hcp(south) >= 8) and levelTheDeal"),
        "{written}"
    );
}

#[test]
fn what_cannot_be_says_why() {
    let empty = measured(
        "condition hcp(south) > 9",
        &of("weak=hcp(south)<10,rest1=hcp(south)>9"),
    );
    assert_eq!(
        empty.unwrap_err().to_string(),
        "no deal of this script is of type weak"
    );
    let predealt = "predeal west C2 condition 1";
    let options = of("low=hcp(south)<12,high=hcp(south)>11");
    let scenario = scenario(predealt, &options).unwrap();
    let chosen = choose_pilots(&scenario, 4).unwrap();
    let cards: Vec<String> = chosen
        .iter()
        .map(|p| format!("{} {}", p.seat, p.card))
        .collect();
    assert_eq!(cards, ["East D2", "West C3", "East D3", "West C4"]);
    let two_of_clubs = Placement {
        seat: bridge::Seat::West,
        card: "2C".parse().unwrap(),
    };
    let error = check_pilots(&scenario, &[two_of_clubs]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the pilot card C2 is predealt, so it decides nothing"
    );
}

#[test]
fn two_lists_level_both() {
    let text = "condition hcp(south) >= 11 and hcp(south) <= 14";
    let types = "short=spades(south)<5,long=spades(south)>4;weak=hcp(south)<13,good=hcp(south)>12";
    let options = Options {
        shares: vec![vec![25.0, 75.0], vec![50.0, 50.0]],
        ..of(types)
    };
    let frequencies = measured(text, &options).unwrap();
    assert_eq!(frequencies.targets, [0.125, 0.125, 0.375, 0.375]);
    let scenario = scenario(text, &options).unwrap();
    let wanted = level::target_shares(&scenario, &MeasuringLimits::usual(), &Watch::default());
    assert_eq!(wanted.unwrap(), frequencies.targets);
    // Nobody has six spades among four.
    let clash = "few=spades(south)<4,many=spades(south)>3;six=spades(south)>5,less=spades(south)<6";
    let frequencies = measured("condition 1", &of(clash)).unwrap();
    assert!(frequencies.targets[0] == 0.0 && (frequencies.targets[1] - 0.5).abs() < 1e-8);
}

/// Boards of the whole, or of each type, or exact counts: estimates hold what is counted.
#[test]
fn estimates_agree_with_counts() {
    let script = read(LADDER, &from_averages());
    let scenario = Scenario::new(&script, &from_averages()).unwrap();
    let pilots = choose_pilots(&scenario, 4).unwrap();
    let exact = Frequencies::new(
        &scenario,
        &pilots,
        &MeasuringLimits::usual(),
        &Watch::default(),
    )
    .unwrap();
    let nothing = space::Budget { work: 1, memory: 1 };
    let limits = MeasuringLimits {
        budget: nothing,
        boards: 16_000,
        ..MeasuringLimits::default()
    };
    let estimate = Frequencies::new(&scenario, &pilots, &limits, &Watch::default()).unwrap();
    assert!(!estimate.is_exact());
    for (exact, estimate) in exact.cells.iter().zip(&estimate.cells) {
        let (low, high) = estimate.interval.unwrap();
        let margin = (high - low) / 2.0;
        assert!((low - margin..=high + margin).contains(&exact.probability));
        // Exchanging cards that are alike leaves little chance in who holds the pilots.
        for (exact, estimate) in exact.patterns.iter().zip(&estimate.patterns) {
            assert!((exact - estimate).abs() < 0.01, "{exact} {estimate}");
        }
    }
    let threads = MeasuringLimits {
        threads: 3,
        ..limits
    };
    assert_eq!(
        Frequencies::new(&scenario, &pilots, &threads, &Watch::default()).unwrap(),
        estimate
    );
}

#[test]
fn a_mix_says_which_type_cannot_be_dealt() {
    let (limits, watch) = (MeasuringLimits::usual(), Watch::default());
    let text = "condition hcp(south) < 38";
    let options = of("few=hcp(south)<20,many=hcp(south)>19,nobody=hcp(south)>37");
    let scenario = scenario(text, &options).unwrap();
    let shares = level::target_shares(&scenario, &limits, &watch).unwrap();
    let mix = |shares: &[f64]| {
        level::mix(&scenario, shares, plan::Strategy::Auto, None, &watch)
            .map(|mix| mix.parts().count())
    };
    let nobody = LevelError::Empty("nobody".to_owned(), "");
    assert_eq!(mix(&shares), Err(nobody));
    assert_eq!(mix(&[0.5, 0.5, 0.0]), Ok(2));
    assert_eq!(mix(&[0.0; 3]), Err(LevelError::NoTypes));
}

/// A quick look costs less than the usual one, which costs less than a patient one.
#[test]
fn limits_have_names() {
    let [quick, usual, patient] = [
        MeasuringLimits::quick(),
        MeasuringLimits::usual(),
        MeasuringLimits::patient(),
    ];
    for (less, more) in [(quick, usual), (usual, patient)] {
        assert!(less.budget.work < more.budget.work && less.proof < more.proof);
        assert!(less.boards < more.boards && less.tries < more.tries);
    }
    assert_eq!(usual, MeasuringLimits::default());
    assert_eq!(usual.counting(Some(7)).budget.work, 7);
    assert_eq!(usual.counting(None), usual);
}

/// A type that is one in some ten million of its scenario: counted, and, with no budget for that, estimated from boards of its
/// own, closely, and with few tries.
#[test]
fn a_type_of_one_in_ten_million() {
    let text = "\
opens = spades(south) > 4 and hcp(south) > 10 and hcp(south) < 20 and losers(south) < 8
quiet = hcp(west) < 12 and controls(east) < 5 and not shape(east, any 7xxx + any 8xxx)
HandType_Wild = spades(north) > 6 and hcp(north) > 21 and aces(north) > 2
HandType_Usual = not (spades(north) > 6 and hcp(north) > 21 and aces(north) > 2)
condition opens and quiet
";
    let scenario = scenario(text, &Options::default()).unwrap();
    let measured = |limits: MeasuringLimits| {
        let watch = Watch::default();
        let frequencies = Frequencies::new(&scenario, &[], &limits, &watch).unwrap();
        let tries = watch.progress().tries;
        assert!(tries < 4_000_000, "{tries}");
        frequencies
    };
    let counted = measured(MeasuringLimits::usual().counting(Some(1_000_000_000)));
    assert!(counted.is_exact());
    let natural = counted.natural()[0];
    assert!((5e-8..1e-7).contains(&natural), "{natural}");
    let estimated = measured(MeasuringLimits::usual().counting(Some(1_000)));
    assert!(!estimated.is_exact());
    for (cell, truth) in estimated.cells.iter().zip(&counted.cells) {
        // Two types with fixed streams; intervals of twice the width hold both.
        let (low, high) = cell.interval.unwrap();
        let margin = (high - low) / 2.0;
        assert!(low - margin < truth.probability && truth.probability < high + margin);
        assert!(high / low < 1.1, "{low} to {high}");
    }
}
