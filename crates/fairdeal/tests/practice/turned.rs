//! Boards that are turned to their dealers, for numbered trays.

use fairdeal::bridge::Seat;
use fairdeal::{Board, Format, NoText, Wanted, Watch};

use crate::{boards, points, profile, refusal, script, type_of};

#[test]
fn who_is_meant_to_deal_sits_where_the_number_says() {
    let strong = script(
        "dealer south vulnerable NS condition hcp(south) > 19 HandType_Strong = hcp(south) > 19",
    );
    let straight = boards(strong.deal(20).seed(3));
    for threads in [1, 2] {
        let turned = boards(
            strong
                .deal(20)
                .seed(3)
                .threads(threads)
                .turn_to_dealer(true),
        );
        for (board, straight) in turned.iter().zip(&straight) {
            assert!(board.follows_its_number());
            assert!(points(board, board.dealer) > 19);
            // Only the seats change.
            assert_eq!(board.deal[board.dealer], straight.deal[Seat::South]);
            assert_eq!(
                board.deal[board.dealer.turned(1)],
                straight.deal[Seat::West]
            );
        }
    }
    let none = script("condition hcp(south) > 19");
    let deal = || none.deal(20).seed(3).turn_to_dealer(true);
    assert_eq!(boards(deal()), boards(none.deal(20).seed(3)));
    let said = deal().ready(&Watch::default()).unwrap().expectations(None);
    assert_eq!(
        said,
        ["the script does not say who deals, so no board is turned"]
    );
}

#[test]
fn the_words_of_a_profile_turn_with_its_seats() {
    let north = r#""N": {"subprofiles": [{"name": "strong", "standard": {"total_min_hcp": 18}},
        {"name": "weak", "standard": {"total_max_hcp": 5}}]}"#;
    let question = profile(north);
    for board in boards(question.deal(12).seed(1).turn_to_dealer(true)) {
        let strong = format!("{} (strong)", board.dealer);
        let weak = format!("{} (weak)", board.dealer);
        let wanted = if points(&board, board.dealer) > 17 {
            strong
        } else {
            weak
        };
        assert_eq!(type_of(&board), wanted);
        assert!(board.follows_its_number());
    }
}

#[test]
fn boards_of_a_file_are_turned_by_their_own_dealers() {
    let watch = Watch::default();
    let any = script("condition 1");
    let mut given = boards(script("condition hcp(east) > 15").deal(8).seed(1));
    for board in &mut given {
        board.dealer = Seat::East;
    }
    let dealing = any.deal_usual().turn_to_dealer(true).ready(&watch).unwrap();
    let wanted = Wanted {
        format: Some(Format::Dlm),
        keep: true,
        ..Wanted::default()
    };
    let dealt = dealing
        .filter(given.clone(), &wanted, &mut NoText, &watch)
        .unwrap();
    assert!(
        dealt
            .kept
            .iter()
            .all(|board: &Board| board.follows_its_number() && points(board, board.dealer) > 15)
    );
    assert_eq!(dealt.filtered.unwrap().losses, Vec::<String>::new());
    // Unturned, the format for machines says what helps.
    let losses = Format::Dlm.losses(&given);
    assert_eq!(
        losses,
        [
            "dlm has no place for the dealer and vulnerability of 6 boards; boards that are turned to their dealers have those of their numbers"
        ]
    );
}

#[test]
fn formats_for_machines_say_what_helps_before_dealing() {
    let question = script("dealer south condition 1");
    let watch = Watch::default();
    for (format, helps) in [
        (Format::Dup, true),
        (Format::Bri, true),
        (Format::Dlm, true),
        (Format::Pbn, false),
    ] {
        let said = |turn| {
            let dealing = question.deal(5).turn_to_dealer(turn).ready(&watch).unwrap();
            dealing.expectations(Some(format)).concat()
        };
        assert_eq!(said(false).contains("turned to their dealers"), helps);
        assert_eq!(said(true), "");
    }
    let both = question
        .deal(5)
        .turn_to_dealer(true)
        .random_vulnerability(true);
    assert_eq!(refusal(both).0, "turned-and-random");
}
