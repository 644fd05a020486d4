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
