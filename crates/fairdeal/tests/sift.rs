//! Boards of a file, completed: of all ways that qualify, each has the same chance.

use fairdeal::bridge::{Board, Card, Deal, Format, Seat};
use fairdeal::{Dealing, Request, Sifted, script};

fn sift(text: &str, boards: &[Board], request: Request) -> (Vec<Board>, Sifted) {
    let input = script::Input::from_text("test", text).unwrap();
    let loaded = script::load(&input, &Default::default(), &Default::default());
    let format = Some(Format::Json);
    let request = Request { format, ..request };
    let dealing = Dealing::new(&loaded.compiled.unwrap(), &request).unwrap();
    let mut bytes: Vec<u8> = Vec::new();
    let sifted = dealing.sift(boards, &Default::default(), &mut |piece, _| {
        bytes.extend(piece);
        Ok(())
    });
    let sifted = sifted.unwrap();
    let kept = match sifted.outcome.boards {
        0 => Vec::new(),
        _ => Format::Json.read(&bytes).whole().unwrap(),
    };
    (kept, sifted)
}

/// East and West have all spades and hearts between them.
fn majors_missing(number: u64) -> Board {
    let hand = |text: &str| Some(text.parse().unwrap());
    let given = [
        hand("..AKQJT98765432."),
        None,
        hand("...AKQJT98765432"),
        None,
    ];
    Board::new(number, Deal::given(given).unwrap())
}

#[test]
fn completions_are_fair() {
    const BOARDS: u64 = 1500;
    let boards: Vec<Board> = (1..=BOARDS).map(majors_missing).collect();
    let request = Request {
        seed: 3,
        threads: 2,
        ..Request::default()
    };
    let (kept, sifted) = sift("condition spades(east) == 7", &boards, request);
    assert_eq!(sifted.outcome.boards, BOARDS);
    // The ace of spades is one of East's seven of thirteen, and the ace of hearts one of six, whatever the other does.
    let mut counts = [0u32; 4];
    let ace = |text: &str| text.parse::<Card>().unwrap();
    for board in &kept {
        let east = board.deal[Seat::East];
        counts[usize::from(east.has(ace("SA"))) + 2 * usize::from(east.has(ace("HA")))] += 1;
    }
    let chances = [6.0 * 7.0, 7.0 * 7.0, 6.0 * 6.0, 7.0 * 6.0].map(|ways| ways / 169.0);
    let chi: f64 = counts
        .iter()
        .zip(chances)
        .map(|(&count, chance)| {
            (f64::from(count) - chance * BOARDS as f64).powi(2) / (chance * BOARDS as f64)
        })
        .sum();
    // Three degrees of freedom: fair completions pass 21 once in ten thousand times.
    assert!(chi < 21.0, "{counts:?}: chi-square {chi}");
}

#[test]
fn what_a_script_deals_beforehand_must_fit() {
    let boards = [majors_missing(1)];
    let request = || Request {
        seed: 1,
        ..Request::default()
    };
    let (kept, _) = sift("predeal east SA,HA\ncondition 1", &boards, request());
    assert!(kept[0].deal[Seat::East].has("SA".parse().unwrap()));
    let (kept, sifted) = sift("predeal north SA\ncondition 1", &boards, request());
    assert_eq!((kept.len(), sifted.refused), (0, 1));
    let whole = [Board {
        deal: kept_deal(&boards),
        ..boards[0].clone()
    }];
    let (_, sifted) = sift("predeal spades(north)==3\ncondition 1", &whole, request());
    assert_eq!(sifted.refused, 1);
}

fn kept_deal(boards: &[Board]) -> Deal {
    let (kept, _) = sift("condition 1", boards, Request::default());
    kept[0].deal
}

#[test]
fn what_cannot_be_completed_is_told() {
    let boards = [majors_missing(5)];
    let request = Request {
        generate: Some(10),
        ..Request::default()
    };
    let (kept, sifted) = sift("condition rnd(1000000) == 77", &boards, request.clone());
    assert!(kept.is_empty());
    assert_eq!((sifted.outcome.tries, sifted.incomplete), (10, vec![5]));
    // What can never be completed is refused without a try.
    let (kept, sifted) = sift("condition hcp(north) == 11", &boards, request);
    assert!(kept.is_empty());
    assert_eq!((sifted.outcome.tries, sifted.refused), (0, 1));
}
