//! Double dummy results that are known without a solver, or that another program published, and what must hold of
//! any; and the same boards as DDS solves them, where the system has it.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use bridge::double_dummy::{KnownResults, Solver, SolverError, par};
use bridge::score::Strain;
use bridge::{
    Card, Deal, Format, Hand, LegalPlay, PlayFault, Seat, Side, Suit, Tricks, Vulnerability,
};
use space::Watch;

fn solver() -> Solver {
    Solver::load().unwrap()
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
    let solver = solver();
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
    let solver = solver();
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
    let solver = solver();
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
    let solver = solver();
    let deal = shuffled(2024);
    let turned = Deal([3, 0, 1, 2].map(|seat| deal.0[seat]));
    let tables = solver.tables(&[deal, turned], &Watch::default()).unwrap();
    let expected = Tricks::from_fn(|seat, strain| tables[0].of(seat.turned(3), strain));
    assert_eq!(tables[1], expected);
}

#[test]
fn what_was_solved_before_a_stop_is_kept() {
    let solver = solver();
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
    let solver = solver();
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
    let solver = solver();
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

/// What DDS says to some lines, a line for each; nothing where the system has no DDS.
fn libdds(arguments: &[&str], lines: &[String]) -> Option<Vec<String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/libdds.py");
    let started = Command::new("python3")
        .arg(script)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut python = needs::found("dds", started)?;
    let text = lines.join("\n");
    // It reads everything before it answers.
    python
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    let output = python.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(77) {
        needs::skipped("dds", said.trim_end());
        return None;
    }
    assert!(output.status.success(), "{said}");
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<String> = answers.lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len());
    Some(answers)
}

/// As a line of twenty numbers.
fn line(tricks: &Tricks) -> String {
    let numbers = Seat::ALL
        .into_iter()
        .flat_map(|seat| Strain::ALL.map(|strain| tricks.of(seat, strain).to_string()));
    numbers.collect::<Vec<_>>().join(" ")
}

/// The pars of a table as `tests/libdds.py` writes them.
fn pars(tricks: &Tricks) -> String {
    let vulnerable = [
        Vulnerability::None,
        Vulnerability::NorthSouth,
        Vulnerability::EastWest,
        Vulnerability::All,
    ];
    let fields = Seat::ALL.into_iter().flat_map(|dealer| {
        vulnerable.map(|vulnerable| {
            let par = par(tricks, dealer, vulnerable);
            let contracts: BTreeSet<String> = par
                .contracts
                .iter()
                .map(|contract| {
                    let north = Side::NorthSouth.seats().contains(&contract.declarers[0]);
                    let side = if north { "NS" } else { "EW" };
                    format!("{side}{}", contract.contract.strain().letter())
                })
                .collect();
            let contracts: Vec<String> = contracts.into_iter().collect();
            format!("{}:{}", par.score, contracts.join(","))
        })
    });
    fields.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_hundred_boards_have_the_results_and_the_par_of_libdds() {
    let deals: Vec<Deal> = (0..100).map(|number| shuffled(number * 7919 + 1)).collect();
    let lines: Vec<String> = deals
        .iter()
        .map(|deal| deal.0.map(|hand| hand.to_string()).join(" "))
        .collect();
    let Some(theirs) = libdds(&["tables", "--threads", "2"], &lines) else {
        return;
    };
    let ours = solver().tables(&deals, &Watch::default()).unwrap();
    for ((deal, ours), theirs) in deals.iter().zip(&ours).zip(&theirs) {
        assert_eq!(line(ours), *theirs, "{deal}");
    }
    let their_pars = libdds(&["par"], &theirs).unwrap();
    for ((deal, ours), theirs) in deals.iter().zip(&ours).zip(their_pars) {
        assert_eq!(pars(ours), theirs, "{deal}");
    }
}

#[test]
fn the_par_of_strange_tables_is_that_of_libdds() {
    let mut number = 1u64;
    let mut below = |bound: u64| {
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % bound
    };
    let mut table = || {
        // Defenders take what declarer leaves, now and then one more or less: as in real deals.
        let north: [u64; 5] = std::array::from_fn(|_| below(14));
        Tricks::from_fn(|seat, strain| {
            let theirs = north[strain.index()];
            let mine = if Side::NorthSouth.seats().contains(&seat) {
                theirs
            } else {
                13 - theirs
            };
            match below(6) {
                0 => mine.saturating_sub(1) as u8,
                _ => mine as u8,
            }
        })
    };
    let tables: Vec<Tricks> = (0..needs::rounds(2_000, 20_000)).map(|_| table()).collect();
    let lines: Vec<String> = tables.iter().map(line).collect();
    let Some(theirs) = libdds(&["par"], &lines) else {
        return;
    };
    for (table, theirs) in tables.iter().zip(theirs) {
        assert_eq!(pars(table), theirs, "{table:?}");
    }
}

#[test]
fn whoever_asks_needs_no_stack_of_their_own() {
    let asker = std::thread::Builder::new().stack_size(128 << 10);
    let asked = asker.spawn(|| {
        let deal = shuffled(5);
        let one = solver().tricks(&deal, Seat::East, Strain::Notrump).unwrap();
        let table = solver().table(&deal, &Watch::default()).unwrap();
        let row = solver().strain(&deal, Strain::Notrump).unwrap();
        assert_eq!(row, Seat::ALL.map(|seat| table.of(seat, Strain::Notrump)));
        assert_eq!(one, row[Seat::East as usize]);
    });
    asked.unwrap().join().unwrap();
}

/// A play of all cards by the rules, each of them whatever a number says.
fn played(deal: &Deal, declarer: Seat, strain: Strain, mut number: u64) -> LegalPlay {
    let mut known = legal(deal, declarer, strain, &[]).unwrap();
    while known.cards().len() < 52 {
        let mut cards: Vec<Card> = known.cards().iter().map(|played| played.card).collect();
        number = number
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let all: Vec<Card> = Hand::DECK.cards().collect();
        let tried = (0..52).map(|i| all[((number >> 33) as usize + 7 * i) % 52]);
        let next = tried.into_iter().find_map(|card| {
            cards.push(card);
            let play = legal(deal, declarer, strain, &cards).ok();
            cards.pop();
            play
        });
        known = next.expect("someone can always play");
    }
    known
}

/// Some cards in the order of their play, as PBN has them: a row a trick, in the order of the first one.
fn legal(
    deal: &Deal,
    declarer: Seat,
    strain: Strain,
    cards: &[Card],
) -> Result<LegalPlay, PlayFault> {
    let leader = declarer.turned(1);
    let hands: Vec<String> = deal.0.iter().map(Hand::to_string).collect();
    let mut pbn = format!(
        "[Deal \"N:{}\"]\n[Play \"{}\"]\n",
        hands.join(" "),
        leader.letter()
    );
    for trick in cards.chunks(4) {
        let mut row = [
            "-".to_owned(),
            "-".to_owned(),
            "-".to_owned(),
            "-".to_owned(),
        ];
        for card in trick {
            let seat = Seat::ALL
                .into_iter()
                .find(|&seat| deal[seat].has(*card))
                .unwrap();
            row[(seat as usize + 4 - leader as usize) % 4] = card.to_string();
        }
        pbn += &(row.join(" ") + "\n");
    }
    if cards.is_empty() {
        pbn += "- - - -\n";
    }
    let boards = Format::Pbn.read(pbn.as_bytes()).boards;
    let play = boards[0].record.as_ref().unwrap().play().unwrap();
    let play = play.by_the_rules(deal, declarer, strain)?;
    // Whoever played out of turn is not there.
    if play.cards().len() == cards.len() {
        return Ok(play);
    }
    Err(PlayFault::NotHeld {
        seat: leader,
        card: cards[play.cards().len()],
    })
}

/// The trumps and declarers that some deals are tried with.
fn contracts() -> impl Iterator<Item = (u64, Seat, Strain)> {
    (0..5).map(|i| {
        (
            i,
            Seat::ALL[i as usize % 4],
            Strain::ALL[(2 * i as usize + 4) % 5],
        )
    })
}

#[test]
fn a_lead_is_worth_what_the_position_after_it_is() {
    for (number, declarer, strain) in contracts() {
        let deal = shuffled(number + 300);
        let leads = solver().leads(&deal, declarer, strain).unwrap();
        assert_eq!(
            13 - leads.best(),
            solver().tricks(&deal, declarer, strain).unwrap()
        );
        let asked: Vec<_> = deal[declarer.turned(1)]
            .cards()
            .map(|card| (deal, legal(&deal, declarer, strain, &[card]).unwrap()))
            .collect();
        let after = solver().along_plays(&asked, &Watch::default()).unwrap();
        assert_eq!(after.len(), 13);
        for ((_, play), tricks) in asked.iter().zip(after) {
            let card = play.cards()[0].card;
            assert_eq!(leads.of(card), Some(13 - tricks[1]), "{deal} {card}");
            assert_eq!(tricks[0], 13 - leads.best());
        }
        assert_eq!(leads.of(deal[declarer].cards().next().unwrap()), None);
    }
}

#[test]
fn leads_and_plays_are_those_of_libdds() {
    let line = |deal: &Deal, declarer: Seat, strain: Strain| {
        let hands = deal.0.map(|hand| hand.to_string()).join(" ");
        format!("{hands} {} {}", strain.letter(), declarer as usize)
    };
    let asked: Vec<(Deal, LegalPlay)> = contracts()
        .map(|(number, declarer, strain)| {
            let deal = shuffled(number + 400);
            (deal, played(&deal, declarer, strain, number))
        })
        .collect();
    let lines: Vec<String> = contracts()
        .zip(&asked)
        .map(|((_, declarer, strain), (deal, _))| line(deal, declarer, strain))
        .collect();
    let Some(theirs) = libdds(&["leads"], &lines) else {
        return;
    };
    let wanted: Vec<_> = contracts()
        .zip(&asked)
        .map(|((_, by, strain), (deal, _))| (*deal, by, strain))
        .collect();
    let ours = solver().leads_of_all(&wanted, &Watch::default()).unwrap();
    for (((deal, declarer, _), ours), theirs) in wanted.iter().zip(ours).zip(theirs) {
        let mut fields: Vec<String> = deal[declarer.turned(1)]
            .cards()
            .map(|card| format!("{card}:{}", ours.of(card).unwrap()))
            .collect();
        fields.sort();
        assert_eq!(fields.join(" "), theirs, "{deal}");
    }
    let lines: Vec<String> = lines
        .iter()
        .zip(&asked)
        .map(|(line, (_, play))| {
            let cards: Vec<String> = play
                .cards()
                .iter()
                .map(|played| played.card.to_string())
                .collect();
            format!("{line} {}", cards.join(" "))
        })
        .collect();
    let theirs = libdds(&["play"], &lines).unwrap();
    let ours = solver().along_plays(&asked, &Watch::default()).unwrap();
    for (ours, theirs) in ours.iter().zip(theirs) {
        assert_eq!(ours.len(), 53);
        let ours: Vec<String> = ours.iter().map(u8::to_string).collect();
        assert_eq!(ours.join(" "), theirs);
    }
}

#[test]
fn a_play_that_breaks_the_rules_is_refused() {
    let deal = deal([
        "AKQ.AKQ.AKQ.AKQJ",
        "432.432.432.T432",
        "765.765.765.8765",
        "JT98.JT98.JT98.9",
    ]);
    let cards =
        |text: &str| -> Vec<Card> { text.split(' ').map(|card| card.parse().unwrap()).collect() };
    let tried = |text: &str| {
        legal(&deal, Seat::North, Strain::Notrump, &cards(text)).map_err(|fault| fault.to_string())
    };
    let good = tried("S2 S5 S8 SA CA CT C5 C9").unwrap();
    let seats: Vec<char> = good
        .cards()
        .iter()
        .map(|played| played.seat.letter())
        .collect();
    assert_eq!(seats.iter().collect::<String>(), "ESWNNESW");
    assert_eq!(
        tried("S2 H5").unwrap_err(),
        "South cannot play H5 there with a card of suit S in hand"
    );
    assert_eq!(
        tried("S2 S5 S8 SA CA CT C5 C9 CA").unwrap_err(),
        "North cannot play CA there: it is not in that hand"
    );
}

#[test]
fn leads_known_before_a_stop_are_kept() {
    let asked: Vec<_> = contracts()
        .map(|(number, by, strain)| (shuffled(number), by, strain))
        .collect();
    let solver = solver().on_threads(1);
    let some = solver.leads_of_all(&asked, &Watch::stopping_at(3)).unwrap();
    let all = solver.leads_of_all(&asked, &Watch::default()).unwrap();
    assert_eq!((some.len(), all.len()), (2, 5));
    assert_eq!(some, all[..2]);
    let partial = [(Deal::default(), Seat::North, Strain::Notrump)];
    assert_eq!(
        solver.leads_of_all(&partial, &Watch::default()),
        Err(SolverError::Deal(Deal::default()))
    );
}

/// Results of some deals, which are not what they would be if they were worked out.
#[derive(Debug, Default)]
struct Remembered(std::sync::Mutex<Vec<(Deal, Tricks)>>);

impl KnownResults for Remembered {
    fn of(&self, deal: &Deal) -> Option<Tricks> {
        let known = self.0.lock().unwrap();
        known
            .iter()
            .find(|(known, _)| known == deal)
            .map(|(_, tricks)| *tricks)
    }

    fn add(&self, deal: &Deal, tricks: &Tricks) {
        self.0.lock().unwrap().push((*deal, *tricks));
    }
}

#[test]
fn what_is_known_is_not_worked_out_again() {
    let deals: Vec<Deal> = (20..23).map(shuffled).collect();
    let known = Remembered::default();
    known.add(&deals[1], &Tricks::default());
    let watch = Watch::default();
    let found = solver().tables_knowing(&deals, &known, &watch).unwrap();
    assert_eq!(watch.progress().of, Some(2));
    assert_eq!(found[1], Tricks::default());
    assert_eq!(
        [found[0], found[2]].to_vec(),
        solver()
            .tables(&[deals[0], deals[2]], &Watch::default())
            .unwrap()
    );
    assert_eq!(known.0.lock().unwrap().len(), 3);
    // All of it is known now, and a stop does not matter.
    let watch = Watch::default();
    watch.stop();
    assert_eq!(
        solver().tables_knowing(&deals, &known, &watch),
        Ok(found.clone())
    );
    let more = [deals[0], shuffled(30), deals[2]];
    assert_eq!(
        solver().tables_knowing(&more, &known, &watch),
        Ok(found[..1].to_vec())
    );
}
