//! Scripts that ask for double dummy results.

use fairdeal::bridge::double_dummy::{Solver, par};
use fairdeal::bridge::score::Strain;
use fairdeal::bridge::{Deal, Format, Seat, Suit, Vulnerability};
use fairdeal::{Dealt, Script, TextTo, Wanted, Watch};

fn dealt(text: &str, threads: usize) -> (String, Dealt) {
    let watch = Watch::default();
    let script = fairdeal::Question::from(Script::from_text(text).unwrap());
    let dealing = script
        .deal_usual()
        .seed(7)
        .threads(threads)
        .ready(&watch)
        .unwrap();
    let mut out = Vec::new();
    let dealt = dealing.run(&Wanted::default(), &mut TextTo(&mut out), &watch);
    (String::from_utf8(out).unwrap(), dealt.unwrap())
}

fn solver() -> Solver {
    Solver::load().unwrap()
}

fn deal(line: &str) -> Deal {
    Format::Oneline.read(line.as_bytes()).whole().unwrap()[0].deal
}

#[test]
fn a_condition_on_tricks_holds_of_what_is_dealt_on_any_number_of_threads() {
    let solver = solver();
    let text =
        "condition tricks(north, spades) >= 8 and dds(south, notrump) < 8 and spades(north) == 5
        produce 3 action printoneline";
    let (one, outcome) = dealt(text, 1);
    assert_eq!(outcome.boards, 3);
    for line in one.lines() {
        let deal = deal(line);
        let spades = Strain::Suit(Suit::Spades);
        assert!(solver.tricks(&deal, Seat::North, spades).unwrap() >= 8);
        assert!(solver.tricks(&deal, Seat::South, Strain::Notrump).unwrap() < 8);
    }
    assert_eq!(one, dealt(text, 3).0);
}

#[test]
fn reports_have_all_results_and_par_is_that_of_the_side() {
    let solver = solver();
    let text = "produce 2 vulnerable NS action csvrpt(deal, par(NS), par(EW, none), trix(east), trix(deal))";
    let (report, _) = dealt(text, 2);
    for line in report.lines() {
        let (hands, numbers) = line.split_once(',').unwrap();
        let numbers: Vec<i32> = numbers.split(',').map(|n| n.parse().unwrap()).collect();
        let table = solver.table(&deal(hands), &Watch::default()).unwrap();
        let tricks = |seat| Strain::ALL.map(|strain| i32::from(table.of(seat, strain)));
        let mut expected = vec![
            par(&table, Seat::North, Vulnerability::NorthSouth).score,
            -par(&table, Seat::East, Vulnerability::None).score,
        ];
        expected.extend(tricks(Seat::East));
        expected.extend(Seat::ALL.into_iter().flat_map(tricks));
        assert_eq!(numbers, expected);
    }
}

#[test]
fn a_contract_is_evaluated_over_the_boards() {
    // North has all the spades there are: seven of them make whatever lies where.
    let text = "predeal north SAKQJT98765432 produce 2 action evalcontract(NS, x7S, vul), average \"same\" tricks(north, spades)";
    let (_, outcome) = dealt(text, 1);
    let text = outcome.statistics.text(false);
    for (line, value) in text
        .lines()
        .zip(["13.0000", "100.0000", "2210.0000", "13.0000"])
    {
        assert!(line.contains(value), "{line}");
    }
    assert!(text.starts_with("NS 7S tricks"), "{text}");
}

#[test]
fn whatever_asks_has_a_solver() {
    let watch = Watch::default();
    let ready = |text: &str| Script::from_text(text).unwrap().deal(1).ready(&watch);
    for asks in [
        "condition tricks(north, spades) > 7",
        "action average par(NS)",
        "action evalcontract(EW, x3N, nv)",
        "action printrpt(trix(deal))",
    ] {
        assert!(ready(asks).is_ok(), "{asks}");
    }
    // A name that nothing uses asks nothing.
    assert!(ready("unused = tricks(north, spades) condition hcp(north) > 10").is_ok());
}

#[test]
fn a_stop_leaves_boards_that_all_have_their_results_and_can_be_gone_on_from() {
    let question = fairdeal::Question::from(Script::from_text("condition 1").unwrap());
    let deal = |start: u64| question.deal(4).seed(3).start(start).solve(true);
    let wanted = Wanted {
        format: Some(Format::Json),
        keep: true,
        ..Wanted::default()
    };
    let run = |start: u64, watch: &Watch| {
        let dealing = deal(start).ready(&Watch::default()).unwrap();
        dealing.run(&wanted, &mut fairdeal::NoText, watch).unwrap()
    };
    let whole = run(1, &Watch::default());
    assert_eq!(whole.kept.len(), 4);
    // Within the second or third board: each takes five looks and a few more.
    let stopped = run(1, &Watch::stopping_at(16));
    assert!(stopped.boards < 4 && stopped.ended == fairdeal::Ended::Stopped);
    assert_eq!(stopped.kept.len() as u64, stopped.boards);
    let rest = run(stopped.next, &Watch::default());
    let joined = [stopped.kept, rest.kept].concat();
    assert_eq!(joined, whole.kept);
    assert!(joined.iter().all(|board| board.tricks.is_some()));
    // One after the other, they are the same; and without being asked for, there are none.
    let boards: Result<Vec<_>, _> = deal(1).boards().unwrap().collect();
    let boards = boards.unwrap();
    assert_eq!(boards, whole.kept);
    let plain = question.deal(1).seed(3).boards().unwrap().next();
    assert_eq!(plain.unwrap().unwrap().tricks, None);
}
