//! Every board says what it was dealt as: the type or the subprofiles that were drawn for it, and those of its cards.

use bridge::{HandType, PointCount, Suit};
use fairdeal::{
    Board, Deal, Format, Leveled, NoText, Profile, Question, Script, Wanted, Watch, bridge, level,
};

const WAYS: &str = r#"{"profile_name": "Two ways", "dealer": "E", "tag": "Opener", "rotate_deals_by_default": true, "seat_profiles": {
    "N": {"subprofiles": [{"name": "passes", "standard": {"total_max_hcp": 11}}]},
    "E": {"subprofiles": [
        {"name": "spades", "weight_percent": 70, "standard": {"spades": {"min_cards": 6}, "total_max_hcp": 10}},
        {"weight_percent": 30, "standard": {"total_min_hcp": 20}}]},
    "S": {"subprofiles": [{"random_suit_constraint": {"allowed_suits": ["S", "H", "D", "C"], "required_suits_count": 1,
        "suit_ranges": [{"min_cards": 5}]}}]}}}"#;
const TYPES: &str = "
    condition spades(south) >= 5
    HandType_Weak = hcp(south) <= 11
    HandType_Opening = hcp(south) >= 12 and hcp(south) <= 19
    HandType_Strong = hcp(south) >= 20
";
const KEPT: &str = "
    weak = hcp(south) <= 11
    strong = hcp(south) >= 16
    keep = hascard(west, 2C)
    condition spades(south) >= 5 and ((weak and keep) or strong)
";

fn ways() -> Question {
    Profile::from_json(WAYS).into()
}

fn leveled() -> Question {
    let script = Script::from_text(TYPES).unwrap();
    let leveled = Leveled::new(&script, &level::Options::default());
    leveled.unwrap().into()
}

fn script(text: &str) -> Question {
    Script::from_text(text).unwrap().into()
}

fn boards(deal: Deal) -> Vec<Board> {
    deal.boards().unwrap().collect::<Result<_, _>>().unwrap()
}

fn written(deal: Deal, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    deal.write(format, &mut out, &Watch::default()).unwrap();
    out
}

fn points(board: &Board, seat: bridge::Seat) -> u32 {
    PointCount::HCP.of_hand(board.deal[seat]) as u32
}

/// How many boards have each type.
fn counted(boards: &[Board]) -> Vec<(String, usize)> {
    let mut counts = std::collections::BTreeMap::new();
    for board in boards {
        let words = board.hand_type.as_ref().map_or("", HandType::as_str);
        *counts.entry(words.to_owned()).or_default() += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn the_subprofiles_and_suits_of_a_profile_are_those_of_the_seats_at_the_table() {
    let boards = boards(ways().deal(200).seed(3));
    for board in &boards {
        let words = board.hand_type.as_ref().unwrap().as_str();
        // The dealer is East, or West where the board is turned round.
        let turned = board.dealer == bridge::Seat::West;
        let at = |seat: bridge::Seat| if turned { seat.partner() } else { seat };
        let [north, east, south] =
            [bridge::Seat::North, bridge::Seat::East, bridge::Seat::South].map(at);
        assert!(words.contains(&format!("{north} (passes)")), "{words}");
        assert!(points(board, north) <= 11);
        if words.contains(&format!("{east} (spades)")) {
            assert!(board.deal[east].holding(Suit::Spades).len() >= 6, "{words}");
        } else {
            assert!(words.contains(&format!("{east} 2")), "{words}");
            assert!(points(board, east) >= 20, "{words}");
        }
        let drawn = Suit::ALL.into_iter().find(|suit| {
            let name = format!("{suit:?}").to_lowercase();
            words.contains(&format!("{south}: {name}"))
        });
        assert!(
            board.deal[south].holding(drawn.unwrap()).len() >= 5,
            "{words}"
        );
        // Seats come in their order at the table.
        let places = bridge::Seat::ALL.map(|seat| words.find(&seat.to_string()));
        assert!(places.iter().flatten().is_sorted(), "{words}");
    }
    let some = |words: &str| {
        boards
            .iter()
            .any(|one| one.hand_type.as_ref().unwrap().as_str() == words)
    };
    assert!(some("North (passes); East (spades); South: hearts"));
    assert!(some("North: hearts; South (passes); West (spades)"));
}

#[test]
fn a_profile_without_anything_to_draw_or_name_says_nothing() {
    let plain = r#"{"profile_name": "Strong", "dealer": "N", "tag": "Opener",
        "seat_profiles": {"N": {"subprofiles": [{"standard": {"total_min_hcp": 20}}]}}}"#;
    let plain = Question::from(Profile::from_json(plain));
    assert!(
        boards(plain.deal(5).seed(1))
            .iter()
            .all(|board| board.hand_type.is_none())
    );
    let csv = String::from_utf8(written(plain.deal(1).seed(1), Format::Csv)).unwrap();
    assert!(!csv.contains("hand_type"));
}

#[test]
fn the_types_of_a_leveled_script_are_those_that_were_drawn() {
    let boards = boards(leveled().deal(300).seed(1));
    for board in &boards {
        let wanted = match points(board, bridge::Seat::South) {
            0..=11 => "Weak",
            12..=19 => "Opening",
            _ => "Strong",
        };
        assert_eq!(board.hand_type, HandType::new(wanted));
    }
    assert!(counted(&boards).iter().all(|(_, number)| *number > 70));
    // What has no share is none of the parts.
    let options = level::Options {
        shares: vec![vec![0.0, 40.0, 60.0]],
        ..level::Options::default()
    };
    let without = Leveled::new(&Script::from_text(TYPES).unwrap(), &options).unwrap();
    let types = counted(&self::boards(without.deal(50).seed(1)));
    let types: Vec<&str> = types.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(types, ["Opening", "Strong"]);
}

#[test]
fn the_types_that_a_script_names_are_those_of_the_cards() {
    for (text, weak, strong) in [(TYPES, "Weak", "Strong"), (KEPT, "weak", "strong")] {
        let boards = boards(script(text).deal(400).seed(6));
        for board in &boards {
            let known = board.hand_type.as_ref().map(HandType::as_str);
            match points(board, bridge::Seat::South) {
                0..=11 => assert_eq!(known, Some(weak)),
                20.. => assert_eq!(known, Some(strong)),
                _ => assert!(known.is_some()),
            }
        }
    }
    // Boards that are of no type say nothing, and a script without types has no column for them.
    let some = boards(
        script("HandType_Void = spades(north) == 0")
            .deal(200)
            .seed(1),
    );
    let void = some.iter().filter(|board| board.hand_type.is_some());
    assert!((1..20).contains(&void.count()));
    let csv = written(script("hcp(north) > 9").deal(1).seed(1), Format::Csv);
    assert!(!String::from_utf8(csv).unwrap().contains("hand_type"));
}

/// The types change no board: the same script without them deals the same.
#[test]
fn types_move_no_boards() {
    let without = TYPES.replace("HandType", "Hand");
    for board in [1, 40, 600] {
        let deals = |text: &str| -> Vec<_> {
            let boards = boards(script(text).deal(board).seed(9));
            boards.iter().map(|board| board.deal).collect()
        };
        assert_eq!(deals(TYPES), deals(&without));
    }
}

#[test]
fn every_way_to_the_boards_says_the_same() {
    for (name, question) in [
        ("profile", ways()),
        ("leveled", leveled()),
        ("script", script(TYPES)),
        ("kept", script(KEPT)),
    ] {
        let boards = boards(question.deal(60).seed(2));
        assert!(
            boards.iter().all(|board| board.hand_type.is_some()),
            "{name}"
        );
        assert_eq!(
            boards,
            self::boards(question.deal(60).seed(2).threads(3)),
            "{name}"
        );
        for format in [Format::Pbn, Format::Csv, Format::Json] {
            let bytes = written(question.deal(60).seed(2).threads(2), format);
            let mut read = format.read(&bytes).whole().unwrap();
            // PBN also says where they come from.
            read.iter_mut().for_each(|board| board.record = None);
            assert_eq!(read, boards, "{name}");
        }
        for format in [Format::Html, Format::Text] {
            let page = String::from_utf8(written(question.deal(60).seed(2), format)).unwrap();
            assert_eq!(page.matches("Hand type: ").count(), 60, "{name}");
        }
        let wanted = Wanted {
            keep: true,
            ..Wanted::default()
        };
        let watch = Watch::default();
        let dealing = question.deal(60).seed(2).ready(&watch).unwrap();
        let dealt = dealing.run(&wanted, &mut NoText, &watch).unwrap();
        assert_eq!(dealt.kept, boards, "{name}");
        // Where there is no place, nothing is written.
        let lin = written(question.deal(60).seed(2), Format::Lin);
        let mut plain = boards.clone();
        plain.iter_mut().for_each(|board| board.hand_type = None);
        let mut without = Vec::new();
        Format::Lin
            .write(&plain, &Default::default(), &mut without)
            .unwrap();
        assert_eq!(lin, without, "{name}");
    }
}

#[test]
fn a_script_that_prints_pbn_says_it_too() {
    let question = script(&format!("{TYPES} action printpbn"));
    let watch = Watch::default();
    let dealing = question.deal(3).seed(1).ready(&watch).unwrap();
    let mut out = Vec::new();
    dealing
        .run(&Wanted::default(), &mut fairdeal::TextTo(&mut out), &watch)
        .unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out.matches("[HandType \"").count(), 3);
}

#[test]
fn what_a_file_says_of_its_boards_stays_and_the_others_get_theirs() {
    let question = script(TYPES);
    let mut given = boards(question.deal(4).seed(1));
    given[0].hand_type = HandType::new("from elsewhere");
    given[1].hand_type = None;
    // A board that is completed is dealt as something, too.
    given[2].hand_type = None;
    given[2].deal[bridge::Seat::North] = Default::default();
    given[2].deal[bridge::Seat::East] = Default::default();
    let own = boards(question.deal(4).seed(1));
    let watch = Watch::default();
    for format in [Format::Csv, Format::Pbn, Format::Json] {
        let dealing = question.deal_usual().seed(7).ready(&watch).unwrap();
        let wanted = Wanted {
            format: Some(format),
            ..Wanted::default()
        };
        let mut out = Vec::new();
        let mut to = fairdeal::TextTo(&mut out);
        dealing
            .filter(given.clone(), &wanted, &mut to, &watch)
            .unwrap();
        let kept = format.read(&out).whole().unwrap();
        let types: Vec<_> = kept.iter().map(|board| board.hand_type.clone()).collect();
        let wanted = [&given[0], &own[1], &own[2], &own[3]].map(|one| one.hand_type.clone());
        assert_eq!(types, wanted, "{}", format.name());
    }
    // A question without types leaves them, and its table has a column for them.
    let any = script("condition 1")
        .deal_usual()
        .seed(7)
        .ready(&watch)
        .unwrap();
    let wanted = Wanted {
        format: Some(Format::Csv),
        ..Wanted::default()
    };
    let mut out = Vec::new();
    let mut to = fairdeal::TextTo(&mut out);
    any.filter(own.clone(), &wanted, &mut to, &watch).unwrap();
    assert_eq!(Format::Csv.read(&out).whole().unwrap(), own);
    // A profile says what it takes a board for.
    let dealt = boards(ways().deal(10).seed(4));
    let mut bare = dealt.clone();
    bare.iter_mut().for_each(|board| board.hand_type = None);
    let dealing = ways().deal_usual().seed(7).ready(&watch).unwrap();
    let wanted = Wanted {
        keep: true,
        ..Wanted::default()
    };
    let kept = dealing
        .filter(bare, &wanted, &mut NoText, &watch)
        .unwrap()
        .kept;
    assert_eq!(kept.len(), 10);
    assert!(kept.iter().all(|board| board.hand_type.is_some()));
}
