//! 'Five at the most in every suit, and six in the one that is drawn': how people write it, and what they mean.

use serde_json::json;

use super::checker::Mistake;
use super::dealt::Dealt;

#[test]
fn a_drawn_suit_has_its_own_range_and_the_note_says_so() {
    let at_most_five = json!({"min_cards": 0, "max_cards": 5});
    let document = json!({
        "profile_name": "A six-card major", "dealer": "N", "tag": "Opener",
        "seat_profiles": {"N": {"seat": "N", "subprofiles": [{
            "standard": {"spades": at_most_five, "hearts": at_most_five, "diamonds": at_most_five, "clubs": at_most_five},
            "random_suit_constraint": {"allowed_suits": ["S", "H"], "required_suits_count": 1,
                "suit_ranges": [{"min_cards": 6, "max_cards": 6}]},
        }]}},
    });
    let dealt = Dealt::new(document, 1_000);
    assert_eq!(dealt.boards.len(), 1_000);
    let mut drawn = [0, 0];
    for board in &dealt.boards {
        assert_eq!(dealt.fault(board, None), None);
        let suit = board.drawn.suits[0][0];
        let north = &board.hands[if board.turned { 2 } else { 0 }];
        assert_eq!(north.cards[suit], 6);
        let others = (0..4).filter(|other| *other != suit);
        assert!(others.clone().all(|other| north.cards[other] <= 5));
        drawn[suit] += 1;
        assert!(dealt.fault(board, Some(Mistake::BothRanges)).is_some());
    }
    // Each major on half of the boards, within four deviations.
    assert!(
        drawn.iter().all(|&boards| (437..=563).contains(&boards)),
        "{drawn:?}"
    );

    let said: Vec<String> = dealt
        .loaded
        .problems
        .iter()
        .map(|problem| problem.to_string())
        .collect();
    assert_eq!(
        said,
        [
            "seat_profiles.N.subprofiles[0].random_suit_constraint: what is asked of a drawn suit (6 cards) replaces what is \
            asked of spades and hearts otherwise (at most 5 cards)"
        ]
    );
    assert_eq!(dealt.loaded.problems[0].severity, profile::Severity::Note);
}
