//! A weak two and its defence as a real file has it: East, the partner of the opener, is asked about 'its opponent's' suit.

use std::collections::BTreeMap;

use super::checker::Drawn;
use super::dealt::{Dealt, file};
use super::{UNLIKELY, chance, distance, shares_of};

const FILE: &str = "crates/profile/tests/data/weak-two-opponents.json";
/// Six boards took 8,538 tries when this was written, twenty 42,574.
const TRIES_OF_SIX: u64 = 30_000;
const TRIES_OF_TWENTY: u64 = 120_000;

/// It loads with a warning that names what is odd, and boards are found without much trying.
#[test]
fn a_partner_named_as_an_opponent_is_dealt_with_a_warning() {
    let dealt = Dealt::new(file(FILE), 20);
    let said: Vec<String> = dealt
        .loaded
        .problems
        .iter()
        .map(|problem| problem.to_string())
        .collect();
    let warning = |index: usize| {
        format!(
            "seat_profiles.E.subprofiles[{index}].opponents_contingent_suit_constraint.opponent_seat: West is East's partner, \
             not its opponent: West's suit is meant"
        )
    };
    assert_eq!(said, [0, 2].map(warning));
    let problems = dealt.loaded.problems.iter();
    assert!(
        problems
            .clone()
            .all(|problem| problem.severity == profile::Severity::Warning)
    );
    for board in &dealt.boards {
        assert_eq!(dealt.fault(board, None), None);
    }
    let tries: Vec<u64> = dealt.boards.iter().map(|board| board.tries).collect();
    let (six, twenty): (u64, u64) = (tries[..6].iter().sum(), tries.iter().sum());
    assert!(six <= TRIES_OF_SIX, "{six}");
    assert!(twenty <= TRIES_OF_TWENTY, "{twenty}");
}

/// North's and East's kinds of hand have their shares, by themselves and together, and so have West's suits.
#[test]
fn its_kinds_of_hand_have_their_shares() {
    let dealt = Dealt::new(file(FILE), needs::rounds(2_000, 5_000));
    let shares = shares_of(&dealt, &dealt.combinations(), None);
    let boards = dealt.boards.len() as f64;
    let kinds = |drawn: &Drawn| [drawn.subprofiles[0], drawn.subprofiles[1]];
    let suit = |drawn: &Drawn| [drawn.suits[3][0], 0];
    let by_kind: &dyn Fn(&Drawn) -> [usize; 2] = &kinds;
    for key in [by_kind, &suit] {
        let mut cells: BTreeMap<[usize; 2], (f64, f64)> = BTreeMap::new();
        for (drawn, share) in &shares {
            cells.entry(key(drawn)).or_default().1 += share * boards;
        }
        for board in &dealt.boards {
            assert_eq!(dealt.fault(board, None), None);
            cells.get_mut(&key(&board.drawn)).unwrap().0 += 1.0;
        }
        assert!(chance(distance(cells.into_values())) > UNLIKELY);
    }
}
