//! Double dummy results that are kept: found again, never needed, and never in the way.

use bridge::double_dummy::KnownResults;
use bridge::{Card, Deal, Hand, Tricks};
use store::SolvedDeals;

/// A deal that a number stands for.
fn deal(number: usize) -> Deal {
    let mut cards: Vec<Card> = Card::all().collect();
    for i in 0..52 {
        cards.swap(i, (i * 7 + number * (i + 3)) % 52);
    }
    let hand = |seat: usize| -> Hand { cards[13 * seat..13 * seat + 13].iter().copied().collect() };
    Deal([0, 1, 2, 3].map(hand))
}

fn tricks(number: usize) -> Tricks {
    Tricks::from_fn(|seat, strain| ((number + 3 * seat as usize + strain.index()) % 14) as u8)
}

#[test]
fn what_was_kept_is_known_again() {
    let folder = tempfile::tempdir().unwrap();
    let solved = SolvedDeals::at(folder.path().join("new"));
    for number in 0..20 {
        assert_eq!(solved.of(&deal(number)), None);
        solved.add(&deal(number), &tricks(number));
        assert_eq!(solved.of(&deal(number)), Some(tricks(number)));
    }
    solved.keep();
    let again = SolvedDeals::at(folder.path().join("new"));
    for number in 0..20 {
        assert_eq!(again.of(&deal(number)), Some(tricks(number)));
    }
    // Seats matter.
    let mut turned = deal(3);
    turned.0.rotate_left(1);
    assert_eq!(again.of(&turned), None);
    assert_eq!(again.of(&Deal::default()), None);
    again.add(&Deal::default(), &tricks(1));
    assert_eq!(again.of(&Deal::default()), None);
}

#[test]
fn two_at_once_lose_nothing_of_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = [1, 2].map(|_| SolvedDeals::at(folder.path()));
    one.add(&deal(1), &tricks(1));
    other.add(&deal(2), &tricks(2));
    one.keep();
    other.keep();
    let both = SolvedDeals::at(folder.path());
    assert_eq!(both.of(&deal(1)), Some(tricks(1)));
    assert_eq!(both.of(&deal(2)), Some(tricks(2)));
}

#[test]
fn a_damaged_file_is_passed_over_and_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("solved");
    let solved = SolvedDeals::at(folder.path());
    solved.add(&deal(1), &tricks(1));
    solved.keep();
    let whole = std::fs::read(&file).unwrap();
    let mut wrong = whole.clone();
    let last = wrong.len() - 3;
    wrong[last] = if wrong[last] == b'1' { b'2' } else { b'1' };
    let broken: [&[u8]; 5] = [
        &wrong,
        &whole[..whole.len() - 9],
        b"",
        b"\xff\xfe\n",
        b"hello\nworld\n",
    ];
    for bytes in broken {
        std::fs::write(&file, bytes).unwrap();
        let solved = SolvedDeals::at(folder.path());
        assert_eq!(solved.of(&deal(1)), None);
        solved.add(&deal(2), &tricks(2));
        solved.keep();
        assert_eq!(SolvedDeals::at(folder.path()).of(&deal(2)), Some(tricks(2)));
    }
    // A folder in its place is left alone.
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let solved = SolvedDeals::at(folder.path());
    solved.add(&deal(1), &tricks(1));
    solved.keep();
    assert!(file.is_dir());
}

#[test]
fn it_does_not_grow_for_ever() {
    let folder = tempfile::tempdir().unwrap();
    let solved = SolvedDeals::at(folder.path());
    let first = deal(0);
    solved.add(&first, &tricks(0));
    let mut cards: Vec<Card> = Card::all().collect();
    let mut last = first;
    // As many deals as there may be, each with other cards for the first seats.
    for number in 0..100_000usize {
        let mut state = number as u64 + 1;
        for i in (1..52).rev() {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            cards.swap(i, (state >> 33) as usize % (i + 1));
        }
        let hand =
            |seat: usize| -> Hand { cards[13 * seat..13 * seat + 13].iter().copied().collect() };
        last = Deal([0, 1, 2, 3].map(hand));
        solved.add(&last, &tricks(number));
    }
    solved.keep();
    assert!(
        std::fs::metadata(folder.path().join("solved"))
            .unwrap()
            .len()
            < 6 << 20
    );
    let again = SolvedDeals::at(folder.path());
    assert_eq!(again.of(&first), None);
    assert!(again.of(&last).is_some());
}

#[test]
fn an_empty_name_keeps_nothing() {
    let solved = SolvedDeals::usual(Some("".into()));
    solved.add(&deal(1), &tricks(1));
    assert_eq!(solved.of(&deal(1)), Some(tricks(1)));
    solved.keep();
    let folder = tempfile::tempdir().unwrap();
    let solved = SolvedDeals::usual(Some(folder.path().as_os_str().to_owned()));
    solved.add(&deal(1), &tricks(1));
    solved.keep();
    assert!(folder.path().join("solved").is_file());
}
