//! Boards of two keys that differ in one bit have nothing to do with each other, by tests that find out any stream that two
//! keys share.

use bridge::{Card, Seat};
use fairdeal::{Board, Script, SecretKey, Seed, bridge};
use statrs::distribution::{ChiSquared, ContinuousCDF};

const CARDS: usize = 52;
/// What no honest pair of keys comes to at these seeds, and every other does.
const UNLIKELY: f64 = 1e-4;

/// For each card of a board, who holds it.
type Holders = [u8; CARDS];

fn key(bit: Option<usize>) -> SecretKey {
    let mut bytes = [0x5a; 32];
    if let Some(bit) = bit {
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
    SecretKey::read(&bytes).unwrap()
}

fn holders(board: &Board) -> Holders {
    let mut holders = [0; CARDS];
    for (holder, card) in holders.iter_mut().zip(Card::all()) {
        let held = |seat: &Seat| board.deal[*seat].has(card);
        *holder = Seat::ALL.iter().position(held).unwrap() as u8;
    }
    holders
}

fn boards(seed: Seed, number: u64) -> Vec<Holders> {
    let script = Script::from_text("condition 1").unwrap();
    let boards = script.deal(number).seed(seed).boards().unwrap();
    boards.map(|board| holders(&board.unwrap())).collect()
}

fn likely(chi: f64, freedom: f64) -> f64 {
    1.0 - ChiSquared::new(freedom).unwrap().cdf(chi)
}

/// How likely cards that are dealt fairly lie as unevenly as these.
fn evenly(boards: &[Holders]) -> f64 {
    let mut cells = [[0u64; 4]; CARDS];
    for board in boards {
        for (card, holder) in board.iter().enumerate() {
            cells[card][*holder as usize] += 1;
        }
    }
    let expected = boards.len() as f64 / 4.0;
    let square = |count: &u64| (*count as f64 - expected).powi(2) / expected;
    // Each board gives thirteen cards to each seat, so that a few less may vary.
    let chi: f64 = cells.iter().flatten().map(square).sum::<f64>() * 51.0 / 52.0;
    likely(chi, 51.0 * 3.0)
}

/// How likely two independent rows of boards have such cards in such hands together: who holds a card on one side says
/// nothing about who holds it on the other.
fn unrelated<'a>(pairs: impl Iterator<Item = (&'a Holders, &'a Holders)>) -> f64 {
    let mut cells = [[0u64; 4]; 4];
    let mut number = 0.0;
    for (one, other) in pairs {
        number += 1.0;
        for (a, b) in one.iter().zip(other) {
            cells[*a as usize][*b as usize] += 1;
        }
    }
    let expected = number * 52.0 / 16.0;
    let square = |count: &u64| (*count as f64 - expected).powi(2) / expected;
    let chi: f64 = cells.iter().flatten().map(square).sum::<f64>() * 51.0 / 52.0;
    likely(chi, 9.0)
}

/// The chance that so many cards of two random boards are in the same hands. How many sets of cards agree on the average is
/// plain to count; the rest is inclusion and exclusion.
fn agreement_chances() -> Vec<f64> {
    let ln = |n: usize| (1..=n).map(|k| (k as f64).ln()).sum::<f64>();
    let choose = |n: usize, k: usize| (ln(n) - ln(k) - ln(n - k)).exp();
    let mut sets = [0.0; CARDS + 1];
    for a in 0..=13 {
        for b in 0..=13 {
            for c in 0..=13 {
                for d in 0..=13 {
                    let taken: usize = a + b + c + d;
                    let ways: f64 = [a, b, c, d]
                        .iter()
                        .map(|&k| choose(13, k).ln() + ln(13) - ln(13 - k))
                        .sum();
                    sets[taken] += (ways + ln(CARDS - taken) - ln(CARDS)).exp();
                }
            }
        }
    }
    let chance = |k: usize| -> f64 {
        let sign = |j: usize| if (j - k).is_multiple_of(2) { 1.0 } else { -1.0 };
        (k..=CARDS).map(|j| sign(j) * choose(j, k) * sets[j]).sum()
    };
    (0..=CARDS).map(|k| chance(k).max(0.0)).collect()
}

/// How likely the numbers of cards that agree, board by board, are those of independent boards.
fn agreement<'a>(pairs: impl Iterator<Item = (&'a Holders, &'a Holders)>) -> f64 {
    let mut counts = [0u64; CARDS + 1];
    for (one, other) in pairs {
        counts[one.iter().zip(other).filter(|(a, b)| a == b).count()] += 1;
    }
    let number = counts.iter().sum::<u64>() as f64;
    let chances = agreement_chances();
    // What comes seldom is counted together.
    let (mut cells, mut few) = (Vec::new(), (0.0, 0.0));
    for (count, chance) in counts.iter().zip(&chances) {
        if chance * number >= 25.0 {
            cells.push((*count as f64, chance * number));
        } else {
            few = (few.0 + *count as f64, few.1 + chance * number);
        }
    }
    cells.push(few);
    let square = |(count, expected): &(f64, f64)| (count - expected).powi(2) / expected.max(1.0);
    likely(cells.iter().map(square).sum(), cells.len() as f64 - 1.0)
}

/// All tests of two rows of boards, with the boards that have the same number and those beside them.
fn verdict(one: &[Holders], other: &[Holders]) -> Vec<f64> {
    let mut found = vec![evenly(one), evenly(other)];
    for shift in [0, 1] {
        for (left, right) in [(one, &other[shift..]), (other, &one[shift..])] {
            found.push(unrelated(left.iter().zip(right)));
            found.push(agreement(left.iter().zip(right)));
        }
    }
    found
}

#[test]
fn agreement_of_random_boards_is_known() {
    let chances = agreement_chances();
    let sum: f64 = chances.iter().sum();
    let mean: f64 = chances.iter().zip(0..).map(|(p, k)| p * f64::from(k)).sum();
    assert!(
        (sum - 1.0).abs() < 1e-4 && (mean - 13.0).abs() < 1e-3,
        "{sum} {mean}"
    );
}

#[test]
fn keys_that_differ_in_one_bit_have_unrelated_boards() {
    let number = needs::rounds(20_000, 1_000_000) as u64;
    let one = boards(key(None).seed(None).unwrap(), number);
    for bit in [0, 255] {
        let other = boards(key(Some(bit)).seed(None).unwrap(), number);
        for likely in verdict(&one, &other) {
            assert!(likely > UNLIKELY, "bit {bit}: {likely}");
        }
    }
    // So have a key and the same key with a public value, or two values.
    let [a, b] = ["8 14", "8 15"].map(|value| boards(key(None).seed(Some(value)).unwrap(), number));
    for likely in verdict(&one, &a).into_iter().chain(verdict(&a, &b)) {
        assert!(likely > UNLIKELY, "a public value: {likely}");
    }
}

/// A stream that is shared is found out: for all boards, for the boards beside, or for one board in fifty.
#[test]
fn shared_streams_are_found_out() {
    let number = needs::rounds(20_000, 1_000_000) as u64;
    let one = boards(key(None).seed(None).unwrap(), number);
    let other = boards(key(Some(7)).seed(None).unwrap(), number);
    let refused = |variant: &[Holders]| verdict(&one, variant).into_iter().any(|p| p < UNLIKELY);
    assert!(!refused(&other));
    assert!(refused(&one));
    let shifted: Vec<Holders> = one[1..].iter().chain(&other[..1]).copied().collect();
    assert!(refused(&shifted));
    let some: Vec<Holders> = other
        .iter()
        .zip(&one)
        .enumerate()
        .map(|(k, (fresh, shared))| if k % 50 == 0 { *shared } else { *fresh })
        .collect();
    assert!(refused(&some));
}
