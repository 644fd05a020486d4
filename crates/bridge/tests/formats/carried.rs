//! What a file says of a board stays with it: whole within PBN, and elsewhere as far as a format has a place for it.

use std::fmt::Write as _;

use bridge::formats::{Format, Style};
use bridge::{Board, Card, Deal, Hand, Seat, Tricks};

use crate::{read, written};

/// Numbers without any pattern that matters here, the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn deal(&mut self) -> Deal {
        let mut cards: Vec<Card> = Card::all().collect();
        for i in (1..cards.len()).rev() {
            let other = self.below(i + 1);
            cards.swap(i, other);
        }
        let hand =
            |seat: usize| -> Hand { cards[13 * seat..13 * (seat + 1)].iter().copied().collect() };
        Deal([0, 1, 2, 3].map(hand))
    }
}

const CALLS: [&str; 6] = [
    "1C Pass 1S =1= Pass\n1NT Pass 3NT =2= Pass\nPass Pass",
    "Pass Pass 1H X\n2H AP",
    "1NT Pass 2C =1= Pass\n2D Pass 3NT AP",
    "Pass Pass Pass Pass",
    "1D 1H X =2= 4H\nX $1 XX AP",
    "2H Pass {a thought} Pass *",
];

/// Two tricks and a card, in the columns of PBN, whoever wins them.
fn play(deal: &Deal, leader: Seat) -> String {
    let hands = [0, 1, 2, 3].map(|turn| deal[leader.turned(turn)].cards().collect::<Vec<_>>());
    let row = |trick: usize| {
        let cards: Vec<String> = hands.iter().map(|hand| hand[trick].to_string()).collect();
        cards.join(" ")
    };
    format!("{}\n{}\n*", row(0), row(1))
}

/// A tournament's file with something of everything.
fn tournament(boards: usize) -> String {
    let mut numbers = Numbers(7);
    let mut text = "% PBN 2.1\n% EXPORT\n%Creator: a test\n; a line at the head\n".to_owned();
    for number in 1..=boards {
        let plain = Board::new(number as u64, numbers.deal());
        let [n, e, s, w] = plain.deal.0;
        let calls = CALLS[numbers.below(CALLS.len())];
        let leader = Seat::ALL[numbers.below(4)];
        let _ = write!(
            text,
            "[Event \"Club Championship, \\\"B\\\" \\\\ {number}\"]\n[Site \"North Street, East End\"]\n\
             [Date \"2025.01.31\"]\n[Board \"{number}\"]\n[West \"W. East\"]\n[North \"Jürgen\"]\n[East \"Ève\"]\n\
             [South \"Zoë S.\"]\n[Dealer \"{}\"]\n[Vulnerable \"{}\"]\n[Deal \"N:{n} {e} {s} {w}\"]\n\
             [Scoring \"MP;MP1\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"{}\"]\n",
            plain.dealer.letter(),
            plain.vulnerable,
            numbers.below(14),
        );
        if numbers.below(2) == 0 {
            text.push_str("[HandType \"weak two\"]\n");
        }
        let _ = writeln!(text, "[Auction \"{}\"]\n{calls}", plain.dealer.letter());
        if calls.contains("=1=") {
            text.push_str("[Note \"1:four or more: \\\"really\\\"\"]\n");
        }
        if calls.contains("=2=") {
            text.push_str("[Note \"2:to play\"]\n");
        }
        let _ = writeln!(
            text,
            "[Play \"{}\"]\n{}",
            leader.letter(),
            play(&plain.deal, leader)
        );
        match numbers.below(3) {
            0 => text.push_str("{North leads.\n\n[Board \"99\"]\nThe prose goes on; E-W wait.}\n"),
            1 => text.push_str("{short} {and again}\n; to the end of the line\n"),
            _ => {}
        }
        text.push_str("[BCFlags \"1f\"]\n[Xyzzy \"tag of nobody\"] ; and a word\n");
        if numbers.below(2) == 0 {
            text.push_str("[ScoreTable \"Place\\3R;Contract\\5L\"]\n  1 3NT\n  2 4S\n");
        }
        if numbers.below(4) == 0 {
            text.push_str("%a line for one program\n");
        }
        text.push('\n');
    }
    text.push_str("; after all boards\n\n");
    text
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// The first line in which two texts differ, for a message that can be read.
fn assert_same(one: &str, other: &str) {
    for (line, (a, b)) in (1..).zip(one.lines().zip(other.lines())) {
        assert_eq!(a, b, "line {line}");
    }
    assert_eq!(one.len(), other.len());
}

#[test]
fn pbn_gives_back_every_byte() {
    let file = tournament(200);
    let boards = read(Format::Pbn, file.as_bytes());
    assert_eq!(boards.len(), 200);
    assert_same(&text(written(Format::Pbn, &boards)), &file);
    assert_eq!(Format::Pbn.losses(&boards), [""; 0]);
}

#[test]
fn pbn_of_windows_gives_back_every_byte() {
    let file = tournament(3).replace('\n', "\r\n");
    let bytes: Vec<u8> = file.chars().map(|letter| letter as u32 as u8).collect();
    let boards = read(Format::Pbn, &bytes);
    let record = boards[0].record.as_ref().unwrap();
    assert_eq!(record.tag("north").unwrap(), "Jürgen");
    assert!(written(Format::Pbn, &boards) == bytes);
    // Beside a file of UTF-8 it becomes UTF-8, so that no letter of either is lost.
    let mut both = boards.clone();
    both.extend(read(Format::Pbn, tournament(1).as_bytes()));
    let joined = text(written(Format::Pbn, &both));
    assert_eq!(joined.matches("[North \"Jürgen\"]").count(), 4);
    assert!(joined.starts_with("% PBN 2.1\n% EXPORT\n%Creator: a test\n; a line"));
    assert_eq!(joined.matches("%Creator").count(), 1);
}

/// Three styles of files: lesson sheets with prose, results of a club, and a table with its auction and play. What our writer
/// does to each is nothing.
#[test]
fn files_of_three_programs_come_back_as_they_are() {
    for name in ["composer.pbn", "scorer.pbn", "player.pbn"] {
        let bytes = std::fs::read(crate::data("others").join(name)).unwrap();
        let boards = read(Format::Pbn, &bytes);
        let again = written(Format::Pbn, &boards);
        assert!(
            again == bytes,
            "{name}:\n{}",
            String::from_utf8_lossy(&again)
        );
    }
    let bytes = std::fs::read(crate::data("others").join("player.pbn")).unwrap();
    let boards = read(Format::Pbn, &bytes);
    let record = boards[0].record.as_ref().unwrap();
    assert_eq!(record.tag("VisitTeam").unwrap(), "Süd");
    assert_eq!(
        record.auction().unwrap().calls[4].note.as_deref(),
        Some("three hearts, “support”")
    );
    let lin = text(written(Format::Lin, &boards));
    let table = "|sv|b|mb|1D|mb|p|mb|1H|mb|2C!|an|six or more|mb|d!|an|three hearts, “support”|mb|p|mb|2H|mb|p|mb|p|mb|p|\
        pc|CK|pc|C2|pc|C6|pc|CQ|pc|CA|pc|CJ|pc|C7|pc|H3|mc|8|nt|Björn war schnell|pg||\n";
    assert!(
        lin.starts_with("qx|o7|pn|Björn,René,Jürgen,Zoë|md|1SAQ42"),
        "{lin}"
    );
    assert!(lin.ends_with(table), "{lin}");
}

#[test]
fn layout_is_ours_and_the_rest_is_not() {
    let odd = "% PBN 1.0\n\n[Board   \"5\"] [Event \"Club\"]\n[Dealer \"n\"]\n[Vulnerable \"Love\"] ; none\n\
        [Deal \"e:.KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76 J987.JT7643.A4.Q\"]\n[Auction \"N\"] 1C AP\n";
    let boards = read(Format::Pbn, odd.as_bytes());
    let wanted = "% PBN 1.0\n\n[Board \"5\"]\n[West \"\"]\n[North \"\"]\n[East \"\"]\n[South \"\"]\n[Event \"Club\"]\n\
        [Site \"\"]\n[Date \"\"]\n[Dealer \"n\"]\n[Vulnerable \"Love\"] ; none\n\
        [Deal \"e:.KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76 J987.JT7643.A4.Q\"]\n\
        [Scoring \"\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]\n[Auction \"N\"]\n1C AP\n\n";
    let once = text(written(Format::Pbn, &boards));
    assert_same(&once, wanted);
    assert_same(
        &text(written(Format::Pbn, &read(Format::Pbn, once.as_bytes()))),
        wanted,
    );
}

/// The same as in the game before, also when that game is no longer before it.
#[test]
fn what_is_the_same_as_before_is_said_in_full() {
    let file = "[Event \"Club\"]\n[Foo \"bar\"]\n[Deal \"N:J987.JT7643.A4.Q - AQ42.A8.KJ762.J2 -\"]\n\n\
        [Event \"#\"]\n[Foo \"#\"]\n[Deal \"#\"]\n";
    let boards = read(Format::Pbn, file.as_bytes());
    let second = text(written(Format::Pbn, &boards[1..]));
    assert!(
        second.contains("[Event \"Club\"]") && second.contains("[Foo \"bar\"]"),
        "{second}"
    );
    assert_eq!(boards[0].deal, boards[1].deal);
}

#[test]
fn results_are_added_and_nothing_else_changes() {
    let file = tournament(40);
    let mut boards = read(Format::Pbn, file.as_bytes());
    for board in &mut boards {
        board.tricks = Some(Tricks::from_fn(|seat, _| 6 + seat as u8));
        board.par = Some(-420);
    }
    let solved = text(written(Format::Pbn, &boards));
    let mut rest = solved.lines();
    for line in file.lines() {
        assert!(rest.any(|known| known == line), "{line} is missing");
    }
    let added = solved.lines().count() - file.lines().count();
    assert_eq!(added, 40 * 22);
    let again = read(Format::Pbn, solved.as_bytes());
    assert!(again.iter().all(|board| board.par == Some(-420)));
    assert_same(&text(written(Format::Pbn, &again)), &solved);
}

#[test]
fn a_new_number_is_all_that_is_new() {
    let file = tournament(2);
    let mut boards = read(Format::Pbn, file.as_bytes());
    boards[1].number = 77;
    boards[1].hand_type = None;
    let renumbered = text(written(Format::Pbn, &boards));
    let wanted = file.replace("[Board \"2\"]", "[Board \"77\"]");
    let (first, second) = wanted.split_at(wanted.find("\n\n[Event").unwrap());
    let wanted = format!("{first}{}", second.replace("[HandType \"weak two\"]\n", ""));
    assert_same(&renumbered, &wanted);
}

/// What LIN has a place for, of each board.
fn at_the_table(boards: &[Board]) -> Vec<String> {
    let facts = boards.iter().map(|board| {
        let record = board.record.as_ref().unwrap();
        let names = ["North", "East", "South", "West", "Result"].map(|tag| record.tag(tag));
        let auction = record.auction().unwrap();
        let comments = record.comments().join(" / ").replace('\n', " ");
        // Without a contract nobody knows who led to the second trick.
        let played = auction
            .contract()
            .filter(|(contract, _)| contract != "Pass");
        let play = played.and_then(|_| record.play());
        format!("{names:?} {auction:?} {play:?} {comments}")
    });
    facts.collect()
}

#[test]
fn lin_keeps_what_happens_at_a_table() {
    let boards = read(Format::Pbn, tournament(200).as_bytes());
    let lin = written(Format::Lin, &boards);
    let back = read(Format::Lin, &lin);
    let pbn = written(Format::Pbn, &back);
    let again = read(Format::Pbn, &pbn);
    for (wanted, found) in at_the_table(&boards).into_iter().zip(at_the_table(&again)) {
        assert_eq!(found, wanted);
    }
    assert!(written(Format::Lin, &again) == lin);
    let lost = Format::Lin.losses(&boards);
    assert_eq!(lost.len(), 4, "{lost:?}");
    assert_eq!(
        lost[1],
        "lin has no place for the tags Event, Site, Date, Scoring, BCFlags and 1 more of 200 boards"
    );
    // What follows from the auction is said in PBN.
    let record = again[0].record.as_ref().unwrap();
    let (contract, _) = record.auction().unwrap().contract().unwrap();
    assert_eq!(record.tag("Contract").unwrap(), contract);
}

#[test]
fn a_line_of_lin() {
    let lin = "qx|o7|pn|me,lefty,partner,righty|md|1SAQ42HA8DKJ762CJ2,SKT653H95D853CT76,SJ987HJT7643DA4CQ,SHKQ2DQT9CAK98543|\
        rh||ah|Board 7|sv|b|mb|1D|mb|p|mb|1H|mb|2C!|an|six or more|mb|d!|mb|p|mb|2H|mb|p|mb|p|mb|p|\
        pc|CK|pc|C2|pc|C6|pc|CQ|pc|CA|pc|CJ|mc|8|nt|South is endplayed|pg||\n";
    let boards = read(Format::Lin, lin.as_bytes());
    assert_eq!(text(written(Format::Lin, &boards)), lin);
    let pbn = text(written(Format::Pbn, &boards));
    let wanted = "[Board \"7\"]\n[West \"lefty\"]\n[North \"partner\"]\n[East \"righty\"]\n[South \"me\"]\n[Dealer \"S\"]\n\
        [Vulnerable \"All\"]\n[Deal \"N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76\"]\n\
        [Scoring \"\"]\n[Declarer \"N\"]\n[Contract \"2H\"]\n[Result \"8\"]\n[Auction \"S\"]\n1D Pass 1H 2C =1=\n\
        X =2= Pass 2H Pass\nPass Pass\n[Note \"1:six or more\"]\n[Note \"2:Alert\"]\n[Play \"E\"]\nCK C2 C6 CQ\n\
        CA CJ - -\n*\n{South is endplayed}\n\n";
    assert!(pbn.ends_with(wanted), "{pbn}");
    let named = Style {
        players: true,
        ..Style::default()
    };
    let mut first = Vec::new();
    Format::Lin.write(&boards, &named, &mut first).unwrap();
    assert!(text(first).starts_with("pn|me,lefty,partner,righty|qx|o7|md|1"));
}

#[test]
fn names_of_a_match_are_those_of_the_room() {
    let hands = "3SAQ42HA8DKJ762CJ2,SKT653H95D853CT76,SJ987HJT7643DA4CQ";
    let lin = format!("pn|a,b,c,d,e,f,g,h|pg||qx|o1|md|{hands}|pg||qx|c1|md|{hands}|pg||");
    let boards = read(Format::Lin, lin.as_bytes());
    let south = |board: &Board| {
        board
            .record
            .as_ref()
            .unwrap()
            .tag("South")
            .unwrap()
            .into_owned()
    };
    assert_eq!(boards.iter().map(south).collect::<Vec<_>>(), ["a", "e"]);
    assert_eq!(
        boards[1].record.as_ref().unwrap().tag("Room").unwrap(),
        "Closed"
    );
    assert!(text(written(Format::Lin, &boards[1..])).starts_with("qx|c1|pn|e,f,g,h|md|3"));
}

#[test]
fn tags_of_no_board_stay_where_they_are() {
    let deal = "[Deal \"N:AKQJT98765432... - - -\"]";
    let board = |number: u32| {
        let tags = "[Event \"\"]\n[Site \"\"]\n[Date \"\"]\n";
        let seats = "[West \"\"]\n[North \"\"]\n[East \"\"]\n[South \"\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n";
        let rest =
            "[Scoring \"\"]\n[Declarer \"\"]\n[Contract \"\"]\n[Result \"\"]\n[Room \"Open\"]\n";
        format!("{tags}[Board \"{number}\"]\n{seats}{deal}\n{rest}\n")
    };
    // Between boards, and after the last one; a tag that boards have too is of none of them here.
    let stray = "[Event \"Totals; all\"]\n[TotalScoreTable \"Rank;Name\"]\n1 Smith\n2 Jones\n\n";
    let end = "[HandType \"of nobody\"]\n[Auction \"N\"]\n1C AP\n; the end\n\n";
    let file = format!("{}{stray}{}{end}", board(1), board(2));
    let boards = read(Format::Pbn, file.as_bytes());
    assert_eq!(boards.len(), 2);
    assert_same(&text(written(Format::Pbn, &boards)), &file);
    assert_eq!(boards[1].hand_type, None);
    let record = boards[1].record.as_ref().unwrap();
    assert_eq!(record.auction(), None);
    assert_eq!(record.tag("Event").unwrap(), "");
    assert_eq!(record.comments(), ["the end"]);
    // Elsewhere it is said that they are left out.
    for format in [Format::Json, Format::Lin, Format::Csv] {
        let lost = format.losses(&boards).join("\n");
        let wanted = "no place for the lines near boards that belong to none, of 1 board";
        assert!(lost.contains(wanted), "{lost}");
    }
}

#[test]
fn commands_that_only_lin_has_stay_with_the_boards() {
    let hands = "3SAQ42HA8DKJ762CJ2,SKT653H95D853CT76,SJ987HJT7643DA4CQ,SHKQ2DQT9CAK98543";
    let first = "vg|Cup,Final,I,1,2,Us,0,Them,3|rs|4HN=,3NE-1|qx|o1|zz|yes|";
    let lin = format!(
        "{first}md|{hands}|rh||ah|Board 1|sv|o|pg||\nqx|o2|md|{hands}|rh||ah|Board 2|sv|n|pg||\n"
    );
    let boards = read(Format::Lin, lin.as_bytes());
    assert_eq!(boards.len(), 2);
    assert_same(&text(written(Format::Lin, &boards)), &lin);
    // By way of PBN and JSON, too.
    for format in [Format::Pbn, Format::Json] {
        let there = written(format, &boards);
        assert!(text(there.clone()).contains("%LIN vg|Cup,Final,I,1,2,Us,0,Them,3|"));
        let back = read(format, &there);
        let again = text(written(Format::Lin, &back));
        assert!(again.starts_with(first), "{again}");
        assert_eq!(again.matches("vg|").count(), 1, "{again}");
        assert_eq!(format.losses(&boards), Vec::<String>::new());
    }
    let lost = Format::Csv.losses(&boards).join("\n");
    let wanted = "csv has no place for the commands that only LIN has of 1 board";
    assert!(lost.contains(wanted), "{lost}");
    // After the last board, with the last board.
    let late = format!("{lin}rs|4HN=|");
    let boards = read(Format::Lin, late.as_bytes());
    assert!(text(written(Format::Pbn, &boards[1..])).contains("\n%LIN rs|4HN=|\n"));
    // A line of another file does not write what it likes.
    let pbn = b"%LIN qx|o9|md|x|\n[Deal \"N:AKQJT98765432... - - -\"]\n";
    let lin = text(written(Format::Lin, &read(Format::Pbn, pbn)));
    assert_eq!(lin.matches("md|").count(), 1, "{lin}");
    assert_eq!(read(Format::Lin, lin.as_bytes()).len(), 1);
}

#[test]
fn an_auction_that_another_begins_is_announced_as_lost_in_lin() {
    let pbn = |starter: char| {
        format!(
            "[Dealer \"N\"]\n[Deal \"N:AKQJT98765432... - - -\"]\n[Declarer \"N\"]\n[Contract \"1S\"]\n\
             [Auction \"{starter}\"]\n1S Pass Pass Pass\n"
        )
    };
    let good = read(Format::Pbn, pbn('N').as_bytes());
    assert!(text(written(Format::Lin, &good)).contains("mb|1S|mb|p|"));
    assert_eq!(Format::Lin.losses(&good), Vec::<String>::new());
    let other = read(Format::Pbn, pbn('S').as_bytes());
    assert!(!text(written(Format::Lin, &other)).contains("mb|"));
    assert_eq!(
        Format::Lin.losses(&other),
        [
            "lin has no place for the tags Declarer, Contract of 1 board",
            "lin has no place for the auctions, which do not begin with the dealer, of 1 board"
        ]
    );
}

#[test]
fn what_is_left_out_is_named_and_counted() {
    let boards = read(Format::Pbn, tournament(10).as_bytes());
    let lost = Format::Oneline.losses(&boards).join("\n");
    for what in [
        "the tags Event, Site, Date, West, North and 6 more of 10 boards",
        "the auctions of 10 boards",
        "the play of 10 boards",
        "the comments of 10 boards",
    ] {
        assert!(
            lost.contains(&format!("oneline has no place for {what}")),
            "{lost}"
        );
    }
    let one = read(
        Format::Pbn,
        b"[Deal \"N:AKQJT98765432... - - -\"]\n[Foo \"bar\"]\n",
    );
    assert_eq!(
        Format::Rbn.losses(&one),
        ["rbn has no place for the tag Foo of 1 board"]
    );
}

#[test]
fn json_has_members_for_it_and_a_table_has_columns() {
    let boards = read(Format::Pbn, tournament(50).as_bytes());
    let json = text(written(Format::Json, &boards));
    let first: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!(first["tags"]["North"], "Jürgen");
    assert_eq!(first["headers"][2], "%Creator: a test");
    assert_eq!(Format::Json.losses(&boards), [""; 0]);
    let back = read(Format::Json, json.as_bytes());
    assert_eq!(at_the_table(&back), at_the_table(&boards));
    // A second way there and back changes nothing.
    assert_same(&text(written(Format::Json, &back)), &json);
    let pbn = text(written(Format::Pbn, &back));
    for line in tournament(50).lines().filter(|line| line.starts_with('[')) {
        let line = line.split(" ; ").next().unwrap();
        assert!(pbn.lines().any(|known| known == line), "{line} is missing");
    }
    let csv = text(written(Format::Csv, &boards));
    let head = csv.lines().next().unwrap();
    assert!(
        head.contains(",[Event],[Site],[Date],[West],[North],"),
        "{head}"
    );
    let back = read(Format::Csv, csv.as_bytes());
    for board in &back {
        assert_eq!(
            board.record.as_ref().unwrap().tag("South").unwrap(),
            "Zoë S."
        );
    }
    let lost = Format::Csv.losses(&boards);
    assert!(
        lost[0].starts_with("csv has no place for the auctions of 50 boards"),
        "{lost:?}"
    );
}

/// Other programs may mean something else by our names.
#[test]
fn members_of_another_kind_are_no_reason_to_refuse_a_board() {
    let json = "{\"hands\":{\"N\":\"AKQJT98765432...\"},\"tags\":[1],\"auction\":\"1C\",\"play\":7,\"comments\":{},\"tables\":3}";
    let boards = read(Format::Json, json.as_bytes());
    assert_eq!(boards[0].record, None);
}

#[test]
fn a_board_that_was_dealt_has_no_record() {
    let boards = [Board::new(1, Numbers(3).deal())];
    for format in [Format::Pbn, Format::Lin, Format::Json, Format::Csv] {
        assert_eq!(
            read(format, &written(format, &boards)),
            boards,
            "{}",
            format.name()
        );
    }
    assert!(size_of::<Board>() <= 152, "{}", size_of::<Board>());
}

#[test]
fn files_of_another_kind_are_told_as_such() {
    for (bytes, kind) in [
        (&b"%PDF-1.7\n%\xe2\xe3"[..], "a PDF file"),
        (b"PAR1\x15\x04", "a Parquet table"),
        (
            b"PK\x03\x04\x14",
            "a ZIP archive or a file of an office program",
        ),
    ] {
        for format in Format::ALL {
            let problems = format.read(bytes).problems;
            let message = format!("line 1: this is {kind}, and no file of boards");
            assert_eq!(
                problems.iter().map(ToString::to_string).collect::<Vec<_>>(),
                [message]
            );
        }
    }
}
