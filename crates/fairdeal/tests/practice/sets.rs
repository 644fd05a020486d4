//! Sets that come out exactly in their shares.

use fairdeal::bridge::Seat;
use fairdeal::{
    DealReport, Effort, Format, NoText, Question, Script, SetOrder, StatisticAnswer, Strategy,
    Wanted, Watch, ask_json,
};
use serde_json::{Value, json};

use crate::{
    FIVE, boards, chi_square, counted, leveled, points, profile, refusal, script, type_of,
};

const SHUFFLED: Option<SetOrder> = Some(SetOrder::Shuffled);

#[test]
fn twenty_four_boards_over_five_types_are_five_five_five_five_and_four() {
    let question = leveled(FIVE);
    let mut short = std::collections::BTreeMap::new();
    for seed in 0..1000 {
        let dealt = boards(question.deal(24).seed(seed).quota(SHUFFLED));
        let counts = counted(&dealt);
        let mut sorted: Vec<u64> = counts.values().copied().collect();
        sorted.sort_unstable();
        assert_eq!(sorted, [4, 5, 5, 5, 5], "seed {seed}");
        let (name, _) = counts.iter().find(|(_, count)| **count == 4).unwrap();
        *short.entry((*name).to_owned()).or_insert(0u64) += 1;
        for board in &dealt {
            let wanted = match points(board, Seat::South) {
                0..8 => "Low",
                8..12 => "Mid",
                12..16 => "Good",
                16..20 => "Strong",
                _ => "Best",
            };
            assert_eq!(type_of(board), wanted);
        }
    }
    let short: Vec<u64> = short.into_values().collect();
    // Four degrees of freedom: 18.5 comes once in a thousand.
    assert!(chi_square(&short, &[0.2; 5]) < 18.5, "{short:?}");
}

#[test]
fn within_a_type_every_deal_is_as_likely_as_any_other() {
    let number = 6_000;
    let dealt = boards(leveled(FIVE).deal(number).seed(5).quota(SHUFFLED));
    for (name, asks) in [
        ("Mid", "hcp(south) >= 8 and hcp(south) < 12"),
        ("Best", "hcp(south) > 19"),
    ] {
        // How many spades South has, and how many points North: counted, and dealt.
        for (expression, most) in [("spades(south)", 8), ("hcp(north) / 2", 9)] {
            let text = format!("condition {asks} action frequency \"f\" ({expression}, 0, {most})");
            let counting = Script::from_text(&text).unwrap();
            let odds = counting.odds(Effort::Usual, &Watch::default()).unwrap();
            let StatisticAnswer::Frequency { cells, exact, .. } = &odds.values[0] else {
                panic!("no frequency");
            };
            assert!(exact);
            let value = |board: &fairdeal::Board| match expression {
                "spades(south)" => {
                    let spades = fairdeal::bridge::Suit::Spades;
                    let cards = board.deal[Seat::South].cards();
                    cards.filter(|card| card.suit() == spades).count()
                }
                _ => points(board, Seat::North) / 2,
            };
            let mut counts = vec![0; cells.len()];
            for board in dealt.iter().filter(|board| type_of(board) == name) {
                let class = value(board).to_string();
                let at = cells.iter().position(|cell| cell.value == class);
                counts[at.unwrap_or(cells.len() - 1)] += 1;
            }
            assert_eq!(counts.iter().sum::<u64>(), number / 5);
            let shares: Vec<f64> = cells.iter().map(|cell| cell.share).collect();
            // What is rare is put together with what is beside it.
            let (mut few, mut joined) = ((0, 0.0), Vec::new());
            for (count, share) in counts.into_iter().zip(shares) {
                few = (few.0 + count, few.1 + share);
                if few.1 * number as f64 / 5.0 > 10.0 {
                    joined.push(std::mem::replace(&mut few, (0, 0.0)));
                }
            }
            if let Some(last) = joined.last_mut() {
                *last = (last.0 + few.0, last.1 + few.1);
            }
            let (counts, shares): (Vec<u64>, Vec<f64>) = joined.into_iter().unzip();
            let off = chi_square(&counts, &shares);
            // At most nine degrees of freedom: 27.9 comes once in a thousand.
            assert!(counts.len() > 3 && off < 27.9, "{name} {expression}: {off}");
        }
    }
}

#[test]
fn neither_parts_nor_threads_change_a_set() {
    let question = leveled(FIVE);
    let deal = || question.deal(24).seed(3).quota(Some(SetOrder::Spread));
    let whole = boards(deal());
    assert_eq!(boards(deal().threads(3)), whole);
    let parts = (1..=5).flat_map(|part| boards(deal().shard(part, 5)));
    assert_eq!(parts.collect::<Vec<_>>(), whole);
    assert_eq!(boards(deal().start(20)), whole[19..]);
    // With another number of boards it is another set.
    let more = boards(question.deal(25).seed(3).quota(Some(SetOrder::Spread)));
    assert_eq!(counted(&more).into_values().collect::<Vec<_>>(), [5; 5]);
}

#[test]
fn orders_are_what_they_say() {
    let shares = [
        ("Low", 12),
        ("Mid", 5),
        ("Good", 5),
        ("Best", 3),
        ("Strong", 5),
    ];
    let shares = shares.map(|(name, share)| format!("\nHandType_{name}_Share = {share}"));
    let text = format!("{FIVE}{}", shares.concat());
    let question = leveled(&text);
    let types = |order| -> Vec<String> {
        let dealt = boards(question.deal(20).seed(8).quota(Some(order)));
        dealt
            .iter()
            .map(|board| type_of(board).to_owned())
            .collect()
    };
    let runs = |order| {
        let mut types = types(order);
        types.dedup();
        types
    };
    let numbers = |types: &[String]| {
        let count = |name: &str| types.iter().filter(|one| *one == name).count();
        ["Low", "Mid", "Good", "Best", "Strong"].map(count)
    };
    assert_eq!(
        runs(SetOrder::Blocks),
        ["Low", "Mid", "Good", "Best", "Strong"]
    );
    // By nature 28, 37, 25, 9 and 1 percent.
    assert_eq!(
        runs(SetOrder::EasyFirst),
        ["Mid", "Low", "Good", "Strong", "Best"]
    );
    let spread = types(SetOrder::Spread);
    let all = numbers(&spread);
    assert_eq!(all[0], 8);
    assert_eq!(all[3], 2);
    assert_eq!(all.iter().sum::<usize>(), 20);
    for upto in 1..20 {
        for (have, all) in numbers(&spread[..upto]).into_iter().zip(all) {
            let wanted = all as f64 * upto as f64 / 20.0;
            assert!((have as f64 - wanted).abs() < 1.0);
        }
    }
    assert!(runs(SetOrder::Shuffled).len() > 8);
    for order in SetOrder::ALL {
        assert_eq!(SetOrder::from_name(order.name()), Some(order));
    }
}

#[test]
fn two_lists_of_types_both_come_out() {
    let options = fairdeal::level::Options {
        types: vec![
            fairdeal::level::parse_types(
                "weak=hcp(south)<8,fair=hcp(south)>=8 and hcp(south)<13,good=hcp(south)>12",
            )
            .unwrap(),
            fairdeal::level::parse_types(
                "short=spades(south)<3,some=spades(south)==3,long=spades(south)>3",
            )
            .unwrap(),
        ],
        ..Default::default()
    };
    let script = Script::from_text("condition 1").unwrap();
    let leveled = fairdeal::Leveled::new(&script, &options).unwrap();
    for seed in 0..20 {
        let dealt = boards(leveled.deal(12).seed(seed).quota(SHUFFLED));
        for name in ["weak/", "fair/", "good/", "/short", "/some", "/long"] {
            let of = dealt.iter().filter(|board| type_of(board).contains(name));
            assert_eq!(of.count(), 4, "{name}");
        }
    }
}

const WEIGHTED: &str = r#""N": {"subprofiles": [
    {"name": "weak", "weight_percent": 50, "standard": {"total_max_hcp": 8}},
    {"name": "fair", "weight_percent": 30, "standard": {"total_min_hcp": 9, "total_max_hcp": 14}},
    {"name": "good", "weight_percent": 20, "standard": {"total_min_hcp": 15}}]}"#;

#[test]
fn the_choices_of_a_profile_come_out_too() {
    let question = profile(WEIGHTED);
    for seed in 0..20 {
        let dealt = boards(question.deal(20).seed(seed).quota(SHUFFLED));
        let counts: Vec<(&str, u64)> = counted(&dealt).into_iter().collect();
        assert_eq!(
            counts,
            [
                ("North (fair)", 6),
                ("North (good)", 4),
                ("North (weak)", 10)
            ]
        );
        let most = dealt.iter().filter(|board| points(board, Seat::North) <= 8);
        assert_eq!(most.count(), 10);
    }
    let deal = || question.deal(20).seed(1).quota(Some(SetOrder::EasyFirst));
    let mut types: Vec<String> = boards(deal())
        .iter()
        .map(|b| type_of(b).to_owned())
        .collect();
    types.dedup();
    assert_eq!(types, ["North (fair)", "North (weak)", "North (good)"]);
    let parts = (1..=3).flat_map(|part| boards(deal().shard(part, 3)));
    assert_eq!(parts.collect::<Vec<_>>(), boards(deal()));
}

#[test]
fn both_sides_of_a_profile_come_out() {
    let east = r#", "E": {"subprofiles": [{"name": "a", "weight_percent": 50, "standard": {"spades": {"min_cards": 3}}},
        {"name": "b", "weight_percent": 50, "standard": {"spades": {"max_cards": 2}}}]}"#;
    let question = profile(&format!("{WEIGHTED}{east}"));
    for seed in 0..20 {
        let dealt = boards(question.deal(10).seed(seed).quota(SHUFFLED));
        let of = |name: &str| {
            dealt
                .iter()
                .filter(|board| type_of(board).contains(name))
                .count()
        };
        let names = [
            "North (weak)",
            "North (fair)",
            "North (good)",
            "East (a)",
            "East (b)",
        ];
        assert_eq!(names.map(of), [5, 3, 2, 5, 5]);
    }
}

#[test]
fn what_has_no_meaning_is_refused() {
    let plain = refusal(script("condition hcp(south) > 9").deal(5).quota(SHUFFLED));
    assert_eq!(plain.0, "set-without-types");
    assert!(plain.1.contains("needs types"), "{}", plain.1);
    let distinct = refusal(profile(WEIGHTED).deal(5).quota(SHUFFLED).distinct());
    assert_eq!(distinct.0, "distinct-set");
    let large = refusal(leveled(FIVE).deal(5_000_000).quota(SHUFFLED));
    assert_eq!(large.0, "set-too-large");
    for strategy in [Strategy::Reject, Strategy::Help, Strategy::Construct] {
        let deal = profile(WEIGHTED).deal(5).quota(SHUFFLED).strategy(strategy);
        assert_eq!(refusal(deal).0, "not-for-this");
    }
    let watch = Watch::default();
    let dealing = profile(WEIGHTED).deal(5).quota(SHUFFLED).ready(&watch);
    let given = boards(script("condition 1").deal(5));
    let filtered = dealing
        .unwrap()
        .filter(given, &Wanted::default(), &mut NoText, &watch);
    assert_eq!(filtered.unwrap_err().body().code, "not-for-this");
}

#[test]
fn a_set_says_what_it_is_and_its_parts_join() {
    let watch = Watch::default();
    let question = leveled(FIVE);
    let dealing = |question: &Question, boards: u64, order, part| {
        let deal = question.deal(boards).seed(4).quota(Some(order));
        deal.shard(part, 2).ready(&watch).unwrap()
    };
    let report = |boards, order, part| -> DealReport {
        let wanted = Wanted {
            format: Some(Format::Pbn),
            ..Wanted::default()
        };
        let dealing = dealing(&question, boards, order, part);
        dealing.run(&wanted, &mut NoText, &watch).unwrap().report()
    };
    let one = report(24, SetOrder::Spread, 1);
    let set = one.set.as_ref().unwrap();
    assert_eq!((set.boards, set.order), (24, SetOrder::Spread));
    assert_eq!(set.types.iter().map(|one| one.boards).sum::<u64>(), 24);
    let both = one.joined(&report(24, SetOrder::Spread, 2)).unwrap();
    assert_eq!((both.boards(), &both.set), (24, &one.set));
    // Parts of other sets are of other runs.
    assert!(one.joined(&report(26, SetOrder::Spread, 2)).is_err());
    assert!(one.joined(&report(24, SetOrder::Blocks, 2)).is_err());
    let dealing = dealing(&question, 24, SetOrder::Spread, 1);
    let sentence = &dealing.expectations(None)[0];
    assert!(sentence.starts_with("a set of 24 boards: "), "{sentence}");
    assert!(sentence.contains("5 "), "{sentence}");
    assert!(dealing.origin().ends_with(", set of 24, spread"));
}

#[test]
fn requests_ask_for_sets_too() {
    let asked = |request: Value| -> Result<Value, Value> {
        let parse = |text: String| serde_json::from_str(&text).unwrap();
        let answer = ask_json(&request.to_string(), &Watch::default());
        answer.map(parse).map_err(parse)
    };
    let deal = json!({"ask": "deal", "script": FIVE, "level": true, "boards": 5, "seed": 1, "quota": true, "order": "blocks"});
    let dealt = asked(deal).unwrap();
    let types = dealt["boards"].as_array().unwrap().iter();
    let types: Vec<&str> = types
        .filter_map(|board| board["hand_type"].as_str())
        .collect();
    assert_eq!(types, ["Low", "Mid", "Good", "Best", "Strong"]);
    assert_eq!(dealt["dealt"]["set"]["order"], "blocks");
    assert_eq!(
        dealt["dealt"]["set"]["types"][3],
        json!({"name": "Best", "boards": 1})
    );
    let wrong = json!({"ask": "deal", "script": FIVE, "level": true, "order": "blocks"});
    let wrong = asked(wrong).unwrap_err();
    assert_eq!(
        wrong["error"]["message"],
        "an order is for a set: say quota too"
    );
    let wrong = json!({"ask": "deal", "script": FIVE, "level": true, "quota": true, "order": "up"});
    assert_eq!(asked(wrong).unwrap_err()["error"]["code"], "bad-request");
}
