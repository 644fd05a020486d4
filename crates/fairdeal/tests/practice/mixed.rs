//! Several questions, mixed by weight.

use fairdeal::bridge::Seat;
use fairdeal::{
    Check, Effort, Format, Mixed, MixedQuestion, NoText, Opening, Question, SetOrder,
    StatisticAnswer, Wanted, Watch, Weight, WeightedName, ask_json,
};
use serde_json::{Value, json};

use crate::{
    FIVE, boards, chi_square, counted, leveled, points, profile, refusal, script, type_of,
};

fn mixed(questions: Vec<(&str, u32, Question)>) -> Question {
    let questions = questions
        .into_iter()
        .map(|(name, weight, question)| MixedQuestion {
            name: name.to_owned(),
            weight: weight.into(),
            question,
        });
    Mixed::new(questions.collect()).unwrap().into()
}

const NORTH: &str = r#""N": {"subprofiles": [
    {"name": "long", "standard": {"hearts": {"min_cards": 6}}},
    {"name": "short", "standard": {"hearts": {"max_cards": 1}}}]}"#;

fn three() -> Question {
    mixed(vec![
        (
            "strong",
            3,
            script("dealer south condition hcp(south) > 15 action average \"points\" hcp(south)"),
        ),
        (
            "weak",
            1,
            script("dealer west condition hcp(west) < 6 action average \"points\" hcp(west)"),
        ),
        ("hearts", 2, profile(NORTH)),
    ])
}

#[test]
fn boards_come_by_weight_and_are_those_of_their_questions() {
    let dealt = boards(three().deal(3000).seed(9));
    let Question::Mixed(mixed) = three() else {
        panic!("no mixture");
    };
    let mut counts = [0; 3];
    let alone: Vec<_> = mixed
        .questions()
        .iter()
        .map(|one| boards(one.question.deal(3000).seed(9)))
        .collect();
    for board in &dealt {
        let of = ["strong", "weak", "hearts"]
            .iter()
            .position(|name| type_of(board).starts_with(name));
        let of = of.unwrap();
        counts[of] += 1;
        // The board of a question is the one that it has alone.
        let own = &alone[of][board.number as usize - 1];
        assert_eq!(
            (&own.deal, own.dealer, own.vulnerable),
            (&board.deal, board.dealer, board.vulnerable)
        );
    }
    // Two degrees of freedom: 13.8 comes once in a thousand.
    assert!(
        chi_square(&counts, &[0.5, 1.0 / 6.0, 1.0 / 3.0]) < 13.8,
        "{counts:?}"
    );
    let types: Vec<&str> = counted(&dealt).into_keys().collect();
    assert_eq!(
        types,
        [
            "hearts: North (long)",
            "hearts: North (short)",
            "strong",
            "weak"
        ]
    );
    assert!(
        dealt
            .iter()
            .filter(|b| type_of(b) == "strong")
            .all(|b| b.dealer == Seat::South && points(b, Seat::South) > 15)
    );
}

#[test]
fn neither_parts_nor_threads_nor_the_number_of_boards_matter() {
    let deal = || three().deal(60).seed(2);
    let whole = boards(deal());
    assert_eq!(boards(deal().threads(3)), whole);
    let parts = (1..=4).flat_map(|part| boards(deal().shard(part, 4)));
    assert_eq!(parts.collect::<Vec<_>>(), whole);
    assert_eq!(boards(three().deal(90).seed(2))[..60], whole[..]);
}

#[test]
fn a_set_of_a_mixture_is_exact_and_so_are_its_types() {
    let questions = || {
        mixed(vec![
            ("five", 2, leveled(FIVE)),
            ("weak", 1, script("condition hcp(west) < 6")),
            ("hearts", 1, profile(NORTH)),
        ])
    };
    for order in SetOrder::ALL {
        let deal = || questions().deal(40).seed(6).quota(Some(order));
        let dealt = boards(deal());
        let counts: Vec<(&str, u64)> = counted(&dealt).into_iter().collect();
        assert_eq!(
            counts,
            [
                ("five: Best", 4),
                ("five: Good", 4),
                ("five: Low", 4),
                ("five: Mid", 4),
                ("five: Strong", 4),
                ("hearts: North (long)", 5),
                ("hearts: North (short)", 5),
                ("weak", 10),
            ],
            "{order:?}"
        );
        let parts = (1..=3).flat_map(|part| boards(deal().shard(part, 3)));
        assert_eq!(parts.collect::<Vec<_>>(), dealt);
        let ready = deal().ready(&Watch::default()).unwrap();
        assert!(ready.expectations(None).contains(&"a set of 40 boards: 4 five: Low, 4 five: Mid, 4 five: Good, 4 five: Best, 4 five: Strong, 10 weak, 5 hearts: North (long), 5 hearts: North (short)".to_owned()));
    }
    // The likelier question is the easier one: every deal is of one of five types.
    let easy = boards(
        questions()
            .deal(40)
            .seed(6)
            .quota(Some(SetOrder::EasyFirst)),
    );
    assert_eq!(type_of(&easy[0]), "five: Mid");
}

#[test]
fn what_scripts_count_is_counted_over_their_own_boards() {
    let watch = Watch::default();
    let run = |part| {
        let dealing = three()
            .deal(300)
            .seed(4)
            .shard(part, 2)
            .ready(&watch)
            .unwrap();
        let wanted = Wanted {
            format: Some(Format::Csv),
            keep: true,
            ..Wanted::default()
        };
        dealing.run(&wanted, &mut NoText, &watch).unwrap()
    };
    let (one, other) = (run(1), run(2));
    let all = [&one.kept[..], &other.kept[..]].concat();
    let report = one.report().joined(&other.report()).unwrap();
    let fairdeal::DealtAnswer::Script(dealt) = &report.dealt else {
        panic!("not that of scripts");
    };
    for (place, (name, seat)) in [("strong", Seat::South), ("weak", Seat::West)]
        .into_iter()
        .enumerate()
    {
        let of: Vec<_> = all.iter().filter(|board| type_of(board) == name).collect();
        let sum: usize = of.iter().map(|board| points(board, seat)).sum();
        let StatisticAnswer::Average {
            label,
            boards,
            sum: counted,
            ..
        } = &dealt.statistics[place]
        else {
            panic!("no average");
        };
        assert_eq!(*label, format!("{name}: points"));
        assert_eq!(
            (*boards, counted.as_deref()),
            (Some(of.len() as u64), Some(&*sum.to_string()))
        );
        assert_eq!(dealt.questions[place].boards, of.len() as u64);
    }
    assert_eq!(
        dealt.questions.iter().map(|one| one.boards).sum::<u64>(),
        300
    );
    assert!(one.to_string().starts_with("150 boards: "), "{one}");
    assert!(one.to_string().contains(" strong, "), "{one}");
}

#[test]
fn what_has_no_meaning_is_refused() {
    let one = |weight: u32, question: Question| MixedQuestion {
        name: "a".to_owned(),
        weight: weight.into(),
        question,
    };
    let any = || script("condition 1");
    assert_eq!(
        Mixed::new(vec![one(0, any())]).unwrap_err().body().code,
        "nothing-to-mix"
    );
    assert_eq!(
        Mixed::new(vec![one(1, any()); 101])
            .unwrap_err()
            .body()
            .code,
        "too-many-to-mix"
    );
    assert_eq!(
        Mixed::new(vec![one(1, three())]).unwrap_err().body().code,
        "not-for-this"
    );
    assert_eq!(refusal(three().deal(5).distinct()).0, "not-for-this");
    assert_eq!(refusal(three().deal(5).trace(true)).0, "not-for-this");
    // What only a profile has is asked of the profile.
    assert_eq!(boards(three().deal(5).turned(Some(true))).len(), 5);
    let scripts = mixed(vec![("a", 1, any()), ("b", 1, any())]);
    assert_eq!(
        refusal(scripts.deal(5).turned(Some(true))).0,
        "not-for-this"
    );
    let watch = Watch::default();
    let odds = three().odds(Effort::Quick, &watch).unwrap_err().body();
    assert_eq!(odds.message, "counting odds is for one question at a time");
    let dealing = three().deal(5).ready(&watch).unwrap();
    let given = boards(any().deal(2));
    let filtered = dealing.filter(given, &Wanted::default(), &mut NoText, &watch);
    assert_eq!(filtered.unwrap_err().body().code, "not-for-this");
    // A question that can never be is said with its reason.
    let never = mixed(vec![
        ("a", 1, any()),
        ("never", 1, script("condition hcp(south) > 37")),
    ]);
    assert_eq!(refusal(never.deal(5)).0, "conflict");
    assert!(three().check(Check::default(), &watch).is_usable());
}

#[test]
fn names_have_weights_unless_they_are_names() {
    let folder = tempfile::tempdir().unwrap();
    let odd = folder.path().join("odd=2");
    std::fs::write(&odd, "condition 1").unwrap();
    let names = |names: &[&std::path::Path]| {
        let names: Vec<_> = names.iter().map(|name| name.to_path_buf()).collect();
        WeightedName::all(&names, &Opening::default())
    };
    let path = |text: &str| std::path::PathBuf::from(text);
    let (a, b, c) = (
        path("one/slams.dlr=3"),
        path("two/slams.dlr=50%"),
        path("weak two.json"),
    );
    let named = names(&[&a, &b, &c, &odd, &c]).unwrap();
    let short: Vec<&str> = named.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(
        short,
        [
            "one/slams.dlr",
            "two/slams.dlr",
            "weak two.json (1)",
            "odd=2",
            "weak two.json (2)"
        ]
    );
    assert_eq!(named[0].weight, Weight::from(3));
    assert_eq!(named[1].weight, "0.5".parse().unwrap());
    assert_eq!((named[3].weight, &named[3].path), (Weight::ONE, &odd));
    let twice = odd.with_file_name("odd=2=4");
    let named = names(&[&twice]).unwrap();
    assert_eq!((named[0].weight, &named[0].path), (Weight::from(4), &odd));
    assert!(names(&[&path("a.dlr=99999999999")]).is_err());
}

#[test]
fn requests_mix_too() {
    let asked = |request: Value| -> Result<Value, Value> {
        let parse = |text: String| serde_json::from_str(&text).unwrap();
        let answer = ask_json(&request.to_string(), &Watch::default());
        answer.map(parse).map_err(parse)
    };
    let questions = json!([{"name": "five", "weight": 1.5, "script": FIVE, "level": true}, {"script": "condition hcp(south) > 20", "weight": 0.5}]);
    let dealt =
        asked(json!({"ask": "deal", "mixed": questions, "boards": 20, "seed": 1, "quota": true}))
            .unwrap();
    let counted = &dealt["dealt"]["questions"];
    assert_eq!(
        *counted,
        json!([{"name": "five", "boards": 15}, {"name": "2", "boards": 5}])
    );
    let both =
        asked(json!({"ask": "deal", "mixed": questions, "script": "condition 1"})).unwrap_err();
    assert_eq!(
        both["error"]["message"],
        "give one question or several to mix, not both"
    );
    let weight = asked(json!({"ask": "deal", "mixed": [{"script": "condition 1", "weight": -1}]}))
        .unwrap_err();
    assert_eq!(weight["error"]["code"], "bad-request");
}
