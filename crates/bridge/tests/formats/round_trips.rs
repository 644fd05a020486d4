//! Whatever two formats can both carry survives the way from one to the other and back.

use bridge::formats::{Format, Keeps};
use bridge::score::Strain;
use bridge::{Board, Card, Deal, Hand, HandType, Seat, Tricks, Vulnerability};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::{read, written};

fn deals() -> impl Strategy<Value = Deal> {
    let cards: Vec<Card> = Card::all().collect();
    Just(cards).prop_shuffle().prop_map(|cards| {
        let hand = |seat: usize| cards[13 * seat..13 * (seat + 1)].iter().copied().collect();
        Deal([0, 1, 2, 3].map(hand))
    })
}

fn boards() -> impl Strategy<Value = Board> {
    let vulnerable = prop::sample::select(vec![
        Vulnerability::None,
        Vulnerability::NorthSouth,
        Vulnerability::EastWest,
        Vulnerability::All,
    ]);
    let seats = prop::sample::select(Seat::ALL.to_vec());
    // Two hands or three may be missing: one cannot, because it is known from the others.
    let given = prop::sample::select(vec![0b1111u8, 0b0101, 0b0011, 0b1000, 0b0100, 0b1111]);
    let tricks = option::of(vec(0u8..=13, 20));
    let values = (option::of("[^\u{0}]{1,9}"), option::of("-?[0-9]{1,18}"));
    // A number sign alone means 'as before' in PBN, and a question mark that it is not known.
    let hand_type = option::of("[^\u{0}-\u{1f}#?]{1,12}");
    (
        deals(),
        seats,
        vulnerable,
        given,
        tricks,
        option::of(-7600..7600),
        values,
        hand_type,
    )
        .prop_map(
            |(deal, dealer, vulnerable, given, tricks, par, values, hand_type)| {
                let mut board = Board::new(1, deal);
                board.dealer = dealer;
                board.vulnerable = vulnerable;
                for seat in Seat::ALL {
                    if given >> seat as u8 & 1 == 0 {
                        board.deal[seat] = Hand::EMPTY;
                    }
                }
                board.tricks = tricks.map(|tricks| {
                    let mut tricks = tricks.into_iter();
                    Tricks::from_fn(|_: Seat, _: Strain| tricks.next().unwrap())
                });
                board.par = par;
                board.hand_type = hand_type.as_deref().and_then(HandType::new);
                let named = [("a text", values.0), ("number", values.1)];
                board.values = named
                    .into_iter()
                    .filter_map(|(name, value)| Some((name.to_owned(), value?)))
                    .collect();
                board
            },
        )
}

/// What is left of boards that go through formats that keep so much.
fn reduced(boards: &[Board], keeps: Keeps) -> Vec<Board> {
    let mut left: Vec<Board> = boards.to_vec();
    left.retain(|board| keeps.partial || board.deal.is_complete());
    for (board, place) in left.iter_mut().zip(1..) {
        if !keeps.dealer {
            let par = board.par;
            board.renumber(if keeps.numbers { board.number } else { place });
            board.par = par;
        }
        if !keeps.hand_type {
            board.hand_type = None;
        }
        if !keeps.tricks {
            board.tricks = None;
            board.par = None;
        }
        if !keeps.values {
            board.values.clear();
        }
    }
    left
}

fn both(a: Keeps, b: Keeps) -> Keeps {
    Keeps {
        numbers: a.numbers && b.numbers,
        dealer: a.dealer && b.dealer,
        partial: a.partial && b.partial,
        hand_type: a.hand_type && b.hand_type,
        tricks: a.tricks && b.tricks,
        values: a.values && b.values,
        record: a.record.min(b.record),
    }
}

/// The order of a board's values is that of a table's columns.
fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    for board in &mut boards {
        board.values.sort();
    }
    boards
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(needs::rounds(24, 1_000)))]

    #[test]
    fn between_every_two_formats(mut boards in vec(boards(), 1..6), first in 1u64..90) {
        for (board, number) in boards.iter_mut().zip(first..) {
            board.number = number;
        }
        let readable = Format::ALL.into_iter().filter(|format| format.is_read());
        for (a, b) in readable.clone().flat_map(|a| readable.clone().map(move |b| (a, b))) {
            let keeps = both(a.keeps(), b.keeps());
            // Boards that neither has a place for, or has to number in a row, are left out on the way in.
            let mut carried: Vec<Board> = boards.clone();
            carried.retain(|board| keeps.partial || board.deal.is_complete());
            if carried.is_empty() {
                continue;
            }
            for (board, number) in carried.iter_mut().zip(first..) {
                board.number = number;
            }
            let through = read(b, &written(b, &read(a, &written(a, &carried))));
            let wanted = reduced(&carried, keeps);
            prop_assert_eq!(sorted(through), sorted(wanted), "{} to {}", a.name(), b.name());
        }
    }

    #[test]
    fn numbers_may_be_any(board in boards(), number in any::<u64>()) {
        let board = Board { number, ..board };
        for format in [Format::Pbn, Format::Lin, Format::Csv, Format::Json, Format::Rbn] {
            let boards = [board.clone()];
            let wanted = reduced(&boards, format.keeps());
            prop_assert_eq!(sorted(read(format, &written(format, &boards))), sorted(wanted), "{}", format.name());
        }
    }
}
