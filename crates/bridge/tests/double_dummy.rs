//! Double dummy results that are known without a solver, or that another program published, and what must hold of
//! any. Without DDS on this machine these tests say so and pass.

use bridge::double_dummy::{Solver, SolverError, par};
use bridge::score::Strain;
use bridge::{Deal, Hand, Seat, Side, Suit, Tricks, Vulnerability};
use space::Watch;

fn solver() -> Option<Solver> {
    needs::found("dds", Solver::load())
}

fn deal(hands: [&str; 4]) -> Deal {
    Deal(hands.map(|hand| hand.parse().unwrap()))
}

/// A deal that a number stands for: enough like random.
fn shuffled(mut number: u64) -> Deal {
    let mut cards: Vec<_> = Hand::DECK.cards().collect();
    for i in (1..52).rev() {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        cards.swap(i, (number >> 33) as usize % (i + 1));
    }
    let mut hands = cards
        .chunks(13)
        .map(|cards| cards.iter().copied().collect());
    Deal([(); 4].map(|()| hands.next().unwrap()))
}

#[test]
fn with_a_suit_each_whoever_declares_in_it_takes_all() {
    let Some(solver) = solver() else { return };
    let deal = deal([
        "AKQJT98765432...",
        ".AKQJT98765432..",
        "..AKQJT98765432.",
        "...AKQJT98765432",
    ]);
    let tricks = solver.table(&deal, &Watch::default()).unwrap();
    let owner = [
        Side::EastWest,
        Side::NorthSouth,
        Side::EastWest,
        Side::NorthSouth,
    ];
    for seat in Seat::ALL {
        for (strain, owner) in Strain::ALL.into_iter().zip(owner) {
            let expected = if owner.seats().contains(&seat) { 13 } else { 0 };
            assert_eq!(tricks.of(seat, strain), expected, "{seat} {strain:?}");
        }
        // Without trumps the hand on lead takes every trick.
        assert_eq!(tricks.of(seat, Strain::Notrump), 0);
    }
}

#[test]
fn all_top_cards_take_all_tricks() {
    let Some(solver) = solver() else { return };
    let deal = deal([
        "AKQ.AKQ.AKQ.AKQJ",
        "432.432.432.T432",
        "765.765.765.8765",
        "JT98.JT98.JT98.9",
    ]);
    let tricks = solver.table(&deal, &Watch::default()).unwrap();
    assert_eq!(tricks.of(Seat::North, Strain::Notrump), 13);
    assert_eq!(tricks.of(Seat::South, Strain::Notrump), 13);
    for declarer in [Seat::East, Seat::West] {
        assert_eq!(tricks.of(declarer, Strain::Notrump), 0);
    }
}

#[test]
fn one_result_is_the_same_as_in_the_table_from_any_thread() {
    let Some(solver) = solver() else { return };
    let deals: Vec<Deal> = (0..3).map(shuffled).collect();
    let tables = solver.tables(&deals, &Watch::default()).unwrap();
    std::thread::scope(|scope| {
        for seat in Seat::ALL {
            let (deals, tables) = (&deals, &tables);
            scope.spawn(move || {
                for (deal, table) in deals.iter().zip(tables) {
                    for strain in [Strain::Suit(Suit::Hearts), Strain::Notrump] {
                        assert_eq!(
                            solver.tricks(deal, seat, strain),
                            Ok(table.of(seat, strain))
                        );
                    }
                }
            });
        }
    });
}

#[test]
fn turning_the_table_turns_the_results() {
    let Some(solver) = solver() else { return };
    let deal = shuffled(2024);
    let turned = Deal([3, 0, 1, 2].map(|seat| deal.0[seat]));
    let tables = solver.tables(&[deal, turned], &Watch::default()).unwrap();
    let expected = Tricks::from_fn(|seat, strain| tables[0].of(seat.turned(3), strain));
    assert_eq!(tables[1], expected);
}

#[test]
fn what_was_solved_before_a_stop_is_kept() {
    let Some(solver) = solver() else { return };
    let deals: Vec<Deal> = (10..14).map(shuffled).collect();
    let watch = Watch::default();
    let some = std::thread::scope(|scope| {
        let solving = scope.spawn(|| solver.tables(&deals, &watch).unwrap());
        while watch.progress().done < 1 {
            std::thread::yield_now();
        }
        watch.stop();
        solving.join().unwrap()
    });
    // Another may have been finished while the stop was on its way, but the four take longer than that.
    assert!((1..4).contains(&some.len()), "{}", some.len());
    assert_eq!(watch.progress().doing, "solving");
    assert_eq!(watch.progress().of, Some(4));
    // Between two looks is one strain, and each thread looks once more at its end.
    assert!(watch.looks() >= 5 * some.len() as u64);
    assert_eq!(solver.table(&deals[0], &watch), Err(SolverError::Stopped));
    assert_eq!(solver.tables(&deals, &watch), Ok(Vec::new()));
    let watch = Watch::default();
    assert_eq!(some[0], solver.table(&deals[0], &watch).unwrap());
    assert_eq!(solver.tables(&[], &watch), Ok(Vec::new()));
}

#[test]
fn a_deal_that_is_not_whole_is_refused() {
    let Some(solver) = solver() else { return };
    let twice = Deal([shuffled(1).0[0]; 4]);
    for deal in [Deal::default(), twice] {
        assert_eq!(
            solver.table(&deal, &Watch::default()),
            Err(SolverError::Deal(deal))
        );
    }
}

/// The three deals that come with DDS, solved by another program that uses it: tricks of North, East, South and West in
/// clubs, diamonds, hearts, spades and notrump, and par with North as dealer for each vulnerability.
#[test]
fn published_deals_come_out_as_published() {
    let Some(solver) = solver() else { return };
    let published = [
        (
            [
                "QJ6.K652.J85.T98",
                "873.J97.AT764.Q4",
                "K5.T83.KQ9.A7652",
                "AT942.AQ4.32.KJ3",
            ],
            [[7, 5, 6, 5, 6], [5, 7, 6, 8, 6]],
            [-110, -110, -110, -110],
        ),
        (
            [
                "AK96.KQ8.A98.K63",
                "QJT5432.T.6.QJ82",
                ".J97543.K7532.94",
                "87.A62.QJT4.AT75",
            ],
            [[6, 8, 10, 4, 9], [7, 3, 2, 9, 3]],
            [100, 100, 200, 200],
        ),
        (
            [
                "73.QJT.AQ54.T752",
                "QT6.876.KJ9.AQ84",
                "5.A95432.7632.K6",
                "AKJ9842.K.T8.J93",
            ],
            [[3, 8, 9, 3, 4], [9, 4, 4, 10, 8]],
            [-300, -420, -300, -500],
        ),
    ];
    let deals = published.map(|(hands, ..)| deal(hands));
    let tables = solver.tables(&deals, &Watch::default()).unwrap();
    for ((hands, sides, pars), table) in published.into_iter().zip(tables) {
        let expected = Tricks::from_fn(|seat, strain| sides[seat as usize % 2][strain.index()]);
        assert_eq!(table, expected, "{hands:?}");
        let vulnerable = [
            Vulnerability::None,
            Vulnerability::NorthSouth,
            Vulnerability::EastWest,
            Vulnerability::All,
        ];
        let found = vulnerable.map(|vulnerable| par(&table, Seat::North, vulnerable).score);
        assert_eq!(found, pars, "{hands:?}");
    }
}
