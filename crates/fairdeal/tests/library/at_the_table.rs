//! What is asked at the table: leads over worlds and boards, what cards of a play have cost, and boards by what their files say.

use fairdeal::bridge::double_dummy::{KnownResults, Solver, TouchingCards, par};
use fairdeal::bridge::score::{Contract, Strain};
use fairdeal::bridge::{Board, Deal, Format, Hand, Seat, Tricks, Vulnerability};
use fairdeal::{
    Dealt, Effort, Error, LeadAnswer, LeadOdds, LeadRequest, NoText, Profile, Question, Script,
    TextTo, Wanted, Watch, costs_of_plays, lead_on_boards, leads_of_boards,
};

const NOTRUMP: &str = "condition hcp(south) >= 15 and hcp(south) <= 17 and hcp(north) >= 9";
const HAND: &str = "QJ962.84.K75.J83";

fn watch() -> Watch {
    Watch::default()
}

fn script(text: &str) -> Script {
    Script::from_text(text).unwrap()
}

fn request(worlds: u64) -> LeadRequest {
    let contract = Contract::at_the_table("3NT").unwrap();
    LeadRequest {
        hand: Some(HAND.parse().unwrap()),
        worlds,
        seed: Some(1.into()),
        ..LeadRequest::new(contract, Seat::South)
    }
}

fn odds(answer: LeadAnswer) -> LeadOdds {
    match answer {
        LeadAnswer::Worlds(odds) => odds,
        LeadAnswer::Boards(boards) => panic!("{boards}"),
    }
}

fn code<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    answer.unwrap_err().body().code
}

#[test]
fn leads_are_means_over_the_worlds_of_the_script() {
    let answer = odds(script(NOTRUMP).lead(&request(12), &watch()).unwrap());
    assert_eq!((answer.worlds, answer.asked, answer.beaten_by), (12, 12, 5));
    assert_eq!(answer.hand.to_string(), HAND);
    // The same worlds, dealt and solved one by one.
    let predealt = format!("predeal west SQJ962,H84,DK75,CJ83\n{NOTRUMP}");
    let solver = Solver::load().unwrap();
    let worlds: Vec<Deal> = script(&predealt)
        .deal(12)
        .seed(1)
        .boards()
        .unwrap()
        .map(|board| board.unwrap().deal)
        .collect();
    for lead in &answer.leads {
        for &card in lead.cards.cards() {
            let tricks = worlds.iter().map(|deal| {
                assert_eq!(deal[Seat::West].to_string(), HAND);
                let leads = solver.leads(deal, Seat::South, Strain::Notrump).unwrap();
                leads.of(card).unwrap()
            });
            let tricks: Vec<u8> = tricks.collect();
            let mean = tricks.iter().map(|&n| f64::from(n)).sum::<f64>() / 12.0;
            let beats = tricks.iter().filter(|&&n| n >= 5).count() as f64 / 12.0;
            assert!((lead.tricks - mean).abs() < 1e-12, "{card}");
            assert!((lead.beats - beats).abs() < 1e-12, "{card}");
        }
    }
    // The best comes first, and differences are to it.
    let best = &answer.leads[0];
    assert_eq!(best.to_the_best, None);
    for lead in &answer.leads[1..] {
        let behind = lead.to_the_best.unwrap();
        assert!((best.tricks + behind.tricks.difference - lead.tricks).abs() < 1e-12);
        assert!((best.beats + behind.beats.difference - lead.beats).abs() < 1e-12);
        assert!(behind.beats.difference <= 0.0);
    }
    // A predeal says the hand as well, and threads do not matter.
    let by_predeal = LeadRequest {
        hand: None,
        threads: 2,
        ..request(12)
    };
    let same = odds(script(&predealt).lead(&by_predeal, &watch()).unwrap());
    assert_eq!(same, answer);
    // As boards, they are the same worlds.
    let boards: Vec<Board> = (1..)
        .zip(&worlds)
        .map(|(n, deal)| Board::new(n, *deal))
        .collect();
    let of_boards = odds(lead_on_boards(&boards, &by_predeal, &watch()).unwrap());
    assert_eq!((of_boards.leads, of_boards.seed), (answer.leads, None));
}

#[test]
fn what_cannot_be_led_from_is_said() {
    let no_hand = LeadRequest {
        hand: None,
        ..request(3)
    };
    assert_eq!(
        code(script(NOTRUMP).lead(&no_hand, &watch())),
        "no-leader-hand"
    );
    let short = LeadRequest {
        hand: Some("AKQ...".parse().unwrap()),
        ..request(3)
    };
    assert_eq!(code(script(NOTRUMP).lead(&short, &watch())), "not-a-hand");
    let other = script(&format!("predeal west SA\n{NOTRUMP}"));
    assert_eq!(code(other.lead(&request(3), &watch())), "other-leader-hand");
    let taken = script(&format!("predeal north SQ\n{NOTRUMP}"));
    assert!(taken.lead(&request(3), &watch()).is_err());
    assert_eq!(
        code(script(NOTRUMP).lead(&request(1 << 40), &watch())),
        "too-many-worlds"
    );
    let never = script("condition hcp(south) > 37");
    assert!(never.lead(&request(3), &watch()).is_err());
    let profile = Question::from(Profile::from_json("{}"));
    assert_eq!(code(profile.lead(&request(3), &watch())), "not-for-this");
    let board = Board::new(1, played().deal);
    assert_eq!(
        code(lead_on_boards(&[board], &request(3), &watch())),
        "not-for-this"
    );
}

#[test]
fn worlds_that_were_done_before_a_stop_are_the_answer() {
    let whole = odds(script(NOTRUMP).lead(&request(3), &watch()).unwrap());
    let mut some = 0;
    for looks in 1..60 {
        match script(NOTRUMP).lead(&request(3), &Watch::stopping_at(looks)) {
            Err(error) => assert!(matches!(error, Error::Stopped), "{error}"),
            Ok(answer) => {
                let answer = odds(answer);
                assert_eq!(answer.asked, 3);
                some += u32::from(answer.worlds < 3);
                if answer.worlds == 3 {
                    assert_eq!(answer, whole);
                    break;
                }
            }
        }
    }
    assert!(some >= 1, "some stop comes between two worlds");
}

#[test]
fn boards_with_other_hands_are_told_one_by_one() {
    let boards: Result<Vec<Board>, _> = script("condition 1")
        .deal(3)
        .seed(2)
        .boards()
        .unwrap()
        .collect();
    let mut boards = boards.unwrap();
    boards[1].deal[Seat::East] = Hand::EMPTY;
    let asked = LeadRequest {
        hand: None,
        ..request(9)
    };
    let LeadAnswer::Boards(told) = lead_on_boards(&boards, &asked, &watch()).unwrap() else {
        panic!("there is no one hand to lead from");
    };
    assert_eq!(told.progress(), (2, 2));
    assert_eq!(
        (told.left_out[0].number, told.left_out[0].why.as_str()),
        (2, "it lacks hands")
    );
    let solver = Solver::load().unwrap();
    for (leads, board) in told.boards.iter().zip([&boards[0], &boards[2]]) {
        let tricks = solver
            .tricks(&board.deal, Seat::South, Strain::Notrump)
            .unwrap();
        assert_eq!((leads.number, leads.tricks), (board.number, tricks));
        assert_eq!(leads.leads[0].tricks, 13 - tricks);
        let cards: usize = leads
            .leads
            .iter()
            .map(|lead| lead.cards.cards().len())
            .sum();
        assert_eq!(cards, 13);
        assert_eq!(
            leads.leads.len(),
            TouchingCards::of(board.deal[Seat::West]).len()
        );
        assert!(
            leads
                .leads
                .iter()
                .all(|lead| lead.beats == (lead.tricks >= 5))
        );
    }
}

/// A board with everything: North has all top cards.
const PLAYED: &str = "\
[Board \"1\"]
[Dealer \"N\"]
[Vulnerable \"None\"]
[Deal \"N:AKQ.AKQ.AKQ.AKQJ 432.432.432.T432 765.765.765.8765 JT98.JT98.JT98.9\"]
[Declarer \"N\"]
[Contract \"6NT\"]
[Result \"11\"]
[Auction \"N\"]
2C Pass 2D Pass
6NT Pass Pass Pass
[Play \"E\"]
S2 S5 S8 SA
C2 C5 C9 CA
C3 C6 D8 CJ
CT C7 D9 CQ
S3 S6 S9 SK
*
";

fn played() -> Board {
    Format::Pbn
        .read(PLAYED.as_bytes())
        .whole()
        .unwrap()
        .remove(0)
}

#[test]
fn cards_cost_what_they_give_away() {
    let board = played();
    let plays = costs_of_plays(std::slice::from_ref(&board), None, 1, &watch()).unwrap();
    let play = &plays.boards[0];
    assert_eq!((play.tricks, play.cards.len()), (13, 20));
    assert_eq!(play.contract.as_at_the_table(), "6NT");
    let lost = |cards: &[&fairdeal::bridge::double_dummy::CardCost]| -> u8 {
        cards.iter().map(|card| card.cost).sum()
    };
    let (ours, theirs): (Vec<_>, Vec<_>) = play
        .cards
        .iter()
        .partition(|card| card.seat.side() == Seat::North.side());
    assert_eq!(
        (lost(&ours), lost(&theirs)),
        (play.lost_by_declarer, play.lost_by_defenders)
    );
    assert_eq!(
        play.tricks - play.lost_by_declarer + play.lost_by_defenders,
        play.at_the_end
    );
    let costly: Vec<String> = play
        .cards
        .iter()
        .filter(|card| card.cost > 0)
        .map(|card| format!("{} {} {}", card.trick, card.seat, card.card))
        .collect();
    assert_eq!(costly, Vec::<String>::new(), "{play}");
    // All cards, whoever took the tricks: what is left at the end is what was taken.
    let solver = Solver::load().unwrap();
    let tricks = solver
        .tricks(&board.deal, Seat::North, Strain::Notrump)
        .unwrap();
    assert_eq!(tricks, play.tricks);
}

#[test]
fn a_slip_is_found_where_it_was_made() {
    // North plays the jack and the queen of clubs where the ace would do.
    let slip = PLAYED.replace(
        "C2 C5 C9 CA\nC3 C6 D8 CJ\nCT C7 D9 CQ\nS3 S6 S9 SK",
        "H2 H5 H8 HA\nC2 C5 C9 CJ\nCT C6 D8 CQ",
    );
    let board = Format::Pbn.read(slip.as_bytes()).whole().unwrap().remove(0);
    let plays = costs_of_plays(std::slice::from_ref(&board), None, 1, &watch()).unwrap();
    let play = &plays.boards[0];
    // Each step is what a position is worth by itself: the sums hold whatever was played.
    assert_eq!(
        play.tricks - play.lost_by_declarer + play.lost_by_defenders,
        play.at_the_end
    );
    for pair in play.cards.windows(2) {
        let declaring = pair[1].seat.side() == Seat::North.side();
        let (before, after) = (pair[0].tricks, pair[1].tricks);
        assert_eq!(
            pair[1].cost,
            if declaring {
                before - after
            } else {
                after - before
            }
        );
    }
    // A contract that is told counts instead of the file's.
    let told = Some((Contract::at_the_table("7NT").unwrap(), Seat::North));
    let as_seven = costs_of_plays(&[board], told, 1, &watch()).unwrap();
    assert_eq!(as_seven.boards[0].contract.level(), 7);
}

#[test]
fn boards_without_a_contract_or_a_play_are_left_out_and_told() {
    let without = |tag: &str| {
        let mut lines: Vec<&str> = PLAYED
            .lines()
            .filter(|line| !line.starts_with(tag))
            .collect();
        lines.retain(|line| tag != "[Auction" || !line.contains("Pass"));
        Format::Pbn
            .read((lines.join("\n") + "\n").as_bytes())
            .whole()
            .unwrap()
            .remove(0)
    };
    let no_contract = without("[Contract");
    // The auction says it, too.
    assert!(leads_of_boards(&[no_contract], None, 1, &watch()).is_ok());
    let plain = Board::new(7, played().deal);
    let told = leads_of_boards(&[plain.clone(), played()], None, 1, &watch()).unwrap();
    assert_eq!(told.boards.len(), 1);
    assert_eq!(
        told.left_out[0].why,
        "its file does not say what was played, and by whom"
    );
    assert_eq!(
        code(leads_of_boards(
            std::slice::from_ref(&plain),
            None,
            1,
            &watch()
        )),
        "nothing-to-solve"
    );
    assert_eq!(
        code(leads_of_boards(&[], None, 1, &watch())),
        "nothing-to-solve"
    );
    let contract = Some((Contract::at_the_table("1C").unwrap(), Seat::West));
    assert!(leads_of_boards(std::slice::from_ref(&plain), contract, 1, &watch()).is_ok());
    let plays = costs_of_plays(&[plain, played()], contract, 1, &watch());
    // West declares: the play does not begin with North.
    assert_eq!(code(plays), "nothing-to-solve");
    let passed = PLAYED.replace("6NT\"]", "Pass\"]");
    let passed = Format::Pbn.read(passed.as_bytes()).whole().unwrap();
    let error = leads_of_boards(&passed, None, 1, &watch()).unwrap_err();
    assert!(error.to_string().contains("it was passed out"), "{error}");
    let revoked = PLAYED.replace("C3 C6 D8 CJ", "C3 C6 D8 HK");
    let revoked = Format::Pbn.read(revoked.as_bytes()).whole().unwrap();
    let error = costs_of_plays(&revoked, None, 1, &watch()).unwrap_err();
    assert!(
        error.to_string().contains("East cannot play C3 there"),
        "{error}"
    );
    assert!(matches!(
        costs_of_plays(&[played()], None, 1, &Watch::stopping_at(1)),
        Err(Error::Stopped)
    ));
}

/// The boards that a script keeps of a file.
fn kept(text: &str, boards: &[Board]) -> Result<(Vec<u64>, Dealt), Error> {
    let question = Question::from(script(text));
    let dealing = question.deal_usual().seed(1).ready(&watch())?;
    let wanted = Wanted {
        format: Some(Format::Pbn),
        keep: true,
        ..Wanted::default()
    };
    let dealt = dealing.filter(boards.to_vec(), &wanted, &mut NoText, &watch())?;
    Ok((dealt.kept.iter().map(|board| board.number).collect(), dealt))
}

/// Four boards: one notrump, Stayman; a spade, doubled; passed out; and one that was not bid.
fn bid() -> Vec<Board> {
    let auctions = [
        "[Declarer \"S\"]\n[Contract \"3NT\"]\n[Result \"9\"]\n[Auction \"N\"]\nPass Pass 1NT Pass\n2C Pass 2D Pass\n3NT AP\n",
        "[Result \"6\"]\n[Auction \"E\"]\n1S X AP\n",
        "[Auction \"S\"]\nAP\n",
        "",
    ];
    let mut pbn = String::new();
    for (number, auction) in (1..).zip(auctions) {
        let board = script("condition 1")
            .deal(1)
            .seed(number)
            .boards()
            .unwrap()
            .next();
        let hands: Vec<String> = board
            .unwrap()
            .unwrap()
            .deal
            .0
            .iter()
            .map(Hand::to_string)
            .collect();
        pbn += &format!(
            "[Board \"{number}\"]\n[Deal \"N:{}\"]\n[Site \"here\"]\n{auction}\n",
            hands.join(" ")
        );
    }
    Format::Pbn.read(pbn.as_bytes()).whole().unwrap()
}

#[test]
fn a_condition_asks_what_the_file_says() {
    let boards = bid();
    for (condition, wanted) in [
        ("auction(\"1N -P- 2C\")", vec![1]),
        ("auction(\"1N 2C * 3N AP\")", vec![1]),
        (
            "auction(south, \"1N\") or auction(east, \"1S (X)\")",
            vec![1, 2],
        ),
        ("auction(north, \"1N\")", vec![]),
        ("not auction(\"1N\")", vec![2, 3, 4]),
        ("contract(\"3N\")", vec![1]),
        ("contract(south, \"3?/4?\") and result() >= 9", vec![1]),
        ("contract(east, \"?Sx\")", vec![2]),
        ("contract(\"pass\")", vec![3]),
        ("result() == -1", vec![3, 4]),
        (
            "result() < 7 and hcp(north) >= 0 and auction(\"*\")",
            vec![2, 3],
        ),
        ("1", vec![1, 2, 3, 4]),
    ] {
        let (found, dealt) = kept(&format!("condition {condition}"), &boards).unwrap();
        assert_eq!(found, wanted, "{condition}");
        assert_eq!(dealt.filtered.unwrap().refused, 4 - wanted.len() as u64);
    }
}

#[test]
fn a_board_that_lacks_hands_is_completed_only_if_its_file_allows_it() {
    let mut boards = bid();
    for board in &mut boards {
        board.deal[Seat::East] = Hand::EMPTY;
        board.deal[Seat::West] = Hand::EMPTY;
    }
    let (found, dealt) = kept("condition auction(\"1N\") and hcp(east) >= 0", &boards).unwrap();
    assert_eq!(found, [1]);
    assert!(dealt.kept[0].deal.is_complete());
    // The others were refused at once, not after millions of tries.
    assert!(dealt.tries < 10, "{}", dealt.tries);
}

#[test]
fn where_there_is_no_file_that_is_said() {
    let asks = script("condition hcp(north) > 3 and auction(\"1N\")");
    let boards: Result<Vec<Board>, Error> =
        asks.deal(2).seed(1).boards().and_then(Iterator::collect);
    let error = boards.unwrap_err();
    let body = error.body();
    assert_eq!(body.code, "no-file");
    assert!(
        body.message.contains("boards that are dealt have no file"),
        "{}",
        body.message
    );
    assert_eq!(body.places[0].text.as_deref(), Some("auction(\"1N\")"));
    assert!(body.help.is_some());
    assert_eq!(
        code(Question::from(asks.clone()).odds(Effort::Quick, &watch())),
        "no-file"
    );
    // Reading and checking it is fine.
    assert!(asks.compiled().is_ok());
    let wrong = script("condition auction(\"1N 9C\")");
    let error = wrong.compiled().unwrap_err().body();
    assert_eq!(
        (error.code.as_str(), error.places[0].text.as_deref()),
        ("pattern", Some("\"1N 9C\""))
    );
}

#[test]
fn the_header_of_a_scenario_filters_boards_that_were_bid() {
    let boards = bid();
    for (header, wanted) in [
        (r"1N +Pass\s+[23]", vec![1, 4]),
        ("1NT +Pass", vec![1, 4]),
        (r"Auction.....\nPass Pass 1N", vec![1, 4]),
        (r"Auction.....\\nPass +Pass +1N", vec![1, 4]),
        ("here", vec![1, 2, 3, 4]),
        ("1[HS] +(X|Pass)", vec![2, 4]),
        ("", vec![1, 2, 3, 4]),
    ] {
        let text = format!("# Auction-Filter: {header}\ncondition 1");
        let (found, _) = kept(&text, &boards).unwrap();
        assert_eq!(found, wanted, "{header}");
    }
    let wrong = kept("# auction-filter: 1N (\ncondition 1", &boards);
    assert_eq!(code(wrong.map(|_| ())), "auction-filter");
    // What is dealt has not been bid: the header says nothing of it.
    let dealt = script("# auction-filter: 1N\ncondition 1")
        .deal(2)
        .seed(1)
        .boards()
        .unwrap();
    assert_eq!(dealt.count(), 2);
}

#[test]
fn scripts_know_tricks_after_a_lead_and_the_contract_at_par() {
    let text = "predeal west SQ produce 3 vulnerable EW
        action csvrpt(deal, lead(south, notrump, QS), parcontract(NS), parcontract(EW), parcontract(EW) + 0, parcontract(NS) >= x3N)";
    let question = Question::from(script(text));
    let mut out = Vec::new();
    let dealing = question.deal_usual().seed(5).ready(&watch()).unwrap();
    dealing
        .run(&Wanted::default(), &mut TextTo(&mut out), &watch())
        .unwrap();
    let solver = Solver::load().unwrap();
    let report = String::from_utf8(out).unwrap();
    assert_eq!(report.lines().count(), 3);
    for line in report.lines() {
        let (hands, values) = line.split_once(',').unwrap();
        let deal = Format::Oneline.read(hands.as_bytes()).whole().unwrap()[0].deal;
        let leads = solver.leads(&deal, Seat::South, Strain::Notrump).unwrap();
        let after = 13 - leads.of("SQ".parse().unwrap()).unwrap();
        let table: Tricks = solver.table(&deal, &watch()).unwrap();
        let of_side = |first: Seat| {
            let par = par(&table, first, Vulnerability::EastWest);
            let theirs = par
                .contracts
                .into_iter()
                .filter(|c| c.declarers[0].side() == first.side());
            theirs.map(|contract| contract.contract.in_order()).max()
        };
        let name = |number: Option<u8>| {
            let contract = number.and_then(Contract::from_order);
            contract.map_or("-".to_owned(), Contract::as_at_the_table)
        };
        let [ns, ew] = [Seat::North, Seat::East].map(of_side);
        let game = u8::from(ns.unwrap_or(0) >= 15);
        let expected = format!(
            "{after},{},{},{},{game}",
            name(ns),
            name(ew),
            ew.unwrap_or(0)
        );
        assert_eq!(values, expected);
    }
    // A card that the leader lacks has no answer, unless it is guarded.
    let lacking = script("predeal north SQ condition lead(south, notrump, QS) < 9");
    let boards: Result<Vec<Board>, Error> =
        lacking.deal(1).seed(1).boards().and_then(Iterator::collect);
    let body = boards.unwrap_err().body();
    assert_eq!(body.code, "no-answer");
    assert!(body.help.unwrap().contains("hascard"), "{}", body.message);
    let guarded = script("condition hascard(west, QS) and lead(south, notrump, QS) <= 13");
    let boards: Result<Vec<Board>, Error> =
        guarded.deal(2).seed(1).boards().and_then(Iterator::collect);
    assert!(
        boards
            .unwrap()
            .iter()
            .all(|board| board.deal[Seat::West].has("SQ".parse().unwrap()))
    );
}

/// Results that were known before are taken as they are.
#[derive(Debug)]
struct AllSevens;

impl KnownResults for AllSevens {
    fn of(&self, _: &Deal) -> Option<Tricks> {
        Some(Tricks::from_fn(|_, _| 7))
    }

    fn add(&self, deal: &Deal, _: &Tricks) {
        panic!("{deal} was known");
    }
}

#[test]
fn boards_are_solved_by_what_is_known() {
    let deal = Question::from(script("condition 1"))
        .deal(3)
        .seed(1)
        .solve(true);
    let deal = deal.known_results(Some(std::sync::Arc::new(AllSevens)));
    for board in deal.boards().unwrap() {
        assert_eq!(board.unwrap().tricks, Some(Tricks::from_fn(|_, _| 7)));
    }
}
