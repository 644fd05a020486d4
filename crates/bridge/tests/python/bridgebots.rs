//! bridgebots, a Python library for records of play, reads ours: it works out the order of the cards and who declares by itself.

use std::fmt::Write as _;

use bridge::formats::{Format, Style};
use bridge::{Board, Card, Hand, Seat, Suit};

use super::{Numbers, run};

const BIDS: [&str; 5] = ["1NT", "2S", "4H", "3D", "5C"];

/// A board that was played from the first card to the last: as PBN, and as the line that bridgebots should write of it.
fn played(number: u64, numbers: &mut Numbers) -> (String, String) {
    let board = Board::new(number, numbers.deal());
    let bid = BIDS[numbers.below(BIDS.len())];
    let (passes, doubled) = (numbers.below(4), numbers.below(2) == 1);
    let declarer = board.dealer.turned(passes);
    let mut calls = vec!["Pass"; passes];
    calls.extend([bid].iter().chain(doubled.then_some(&"X")));
    calls.extend(["Pass"; 3]);
    let trumps = Suit::from_letter(bid.chars().nth(1).unwrap()).filter(|_| !bid.ends_with("NT"));

    let mut hands = board.deal.0;
    let first = declarer.next();
    let (mut leader, mut made) = (first, 0);
    let (mut rows, mut order) = (String::new(), Vec::new());
    for _ in 0..13 {
        let mut trick: Vec<(Seat, Card)> = Vec::new();
        for turn in 0..4 {
            let seat = leader.turned(turn);
            let follows =
                trick
                    .first()
                    .map(|(_, led)| led.suit())
                    .map_or(Hand::default(), |suit| {
                        hands[seat as usize]
                            .cards()
                            .filter(|card| card.suit() == suit)
                            .collect()
                    });
            let may = if follows.is_empty() {
                hands[seat as usize]
            } else {
                follows
            };
            let card = may.cards().nth(numbers.below(may.len())).unwrap();
            hands[seat as usize] = hands[seat as usize].without(card);
            trick.push((seat, card));
            order.push(card.to_string());
        }
        let led = trick[0].1.suit();
        let strength = |card: Card| {
            (
                Some(card.suit()) == trumps,
                card.suit() == led,
                card.rank().index(),
            )
        };
        let (winner, _) = *trick
            .iter()
            .max_by_key(|(_, card)| strength(*card))
            .unwrap();
        made += u32::from(winner.side() == declarer.side());
        let row = [0, 1, 2, 3].map(|turn| {
            let seat = first.turned(turn);
            let (_, card) = trick.iter().find(|(who, _)| *who == seat).unwrap();
            card.to_string()
        });
        let _ = writeln!(rows, "{}", row.join(" "));
        leader = winner;
    }

    let [n, e, s, w] = board.deal.0;
    let vulnerable = board.vulnerable.to_string();
    let contract = format!("{bid}{}", if doubled { "X" } else { "" });
    let (dealer, by) = (board.dealer.letter(), declarer.letter());
    let pbn = format!(
        "[Board \"{number}\"]\n[West \"Wim\"]\n[North \"Noor\"]\n[East \"Eva\"]\n[South \"Siem\"]\n[Dealer \"{dealer}\"]\n\
         [Vulnerable \"{vulnerable}\"]\n[Deal \"N:{n} {e} {s} {w}\"]\n[Declarer \"{by}\"]\n[Contract \"{contract}\"]\n\
         [Result \"{made}\"]\n[Auction \"{dealer}\"]\n{}\n[Play \"{}\"]\n{rows}*\n\n",
        calls.join(" "),
        first.letter(),
    );
    let side = |name| match &vulnerable[..] {
        "All" => name,
        one if one == name => name,
        _ => "-",
    };
    let line = format!(
        "{dealer} {} {} {n} {e} {s} {w} {contract} by {by}: {made} | Noor Eva Siem Wim | {} | {}\n",
        side("NS"),
        side("EW"),
        calls.join(" ").to_uppercase(),
        order.join(" "),
    );
    (pbn, line)
}

#[test]
fn bridgebots_reads_what_was_bid_and_played() {
    let Some(python) = needs::python_with("bridgebots") else {
        return;
    };
    let mut numbers = Numbers(11);
    let (pbn, wanted): (String, String) =
        (1..=60).map(|number| played(number, &mut numbers)).unzip();
    let boards = Format::Pbn.read(pbn.as_bytes()).whole().unwrap();
    assert_eq!(boards.len(), 60);
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [(Format::Pbn, "ours.pbn"), (Format::Lin, "ours.lin")] {
        let mut bytes = Vec::new();
        format
            .write(&boards, &Style::default(), &mut bytes)
            .unwrap();
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    run(python, "bridgebots_files.py", folder.path());
    for name in ["ours.pbn.txt", "ours.lin.txt"] {
        let found = std::fs::read_to_string(folder.path().join(name)).unwrap();
        for (found, wanted) in found.lines().zip(wanted.lines()) {
            assert_eq!(found, wanted, "{name}");
        }
        assert_eq!(found.lines().count(), 60, "{name}");
    }
}
