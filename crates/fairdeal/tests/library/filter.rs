//! Boards of a file, completed: of all ways that qualify, each has the same chance.

use fairdeal::bridge::{Board, Card, Deal, Format, Seat};
use fairdeal::{Deal as Asked, Dealt, Question, Script, TextTo, Wanted, Watch};

fn filter(text: &str, boards: &[Board], asked: impl Fn(Asked) -> Asked) -> (Vec<Board>, Dealt) {
    let watch = Watch::default();
    let question = Question::from(Script::from_text(text).unwrap());
    let dealing = asked(question.deal_usual()).ready(&watch).unwrap();
    let wanted = Wanted {
        format: Some(Format::Json),
        ..Wanted::default()
    };
    let mut bytes: Vec<u8> = Vec::new();
    let dealt = dealing.filter(boards.to_vec(), &wanted, &mut TextTo(&mut bytes), &watch);
    let dealt = dealt.unwrap();
    let kept = match dealt.boards {
        0 => Vec::new(),
        _ => Format::Json.read(&bytes).whole().unwrap(),
    };
    (kept, dealt)
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
    let asked = |deal: Asked| deal.seed(3).threads(2);
    let (kept, dealt) = filter("condition spades(east) == 7", &boards, asked);
    assert_eq!(dealt.boards, BOARDS);
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
    let asked = |deal: Asked| deal.seed(1);
    let refused = |dealt: Dealt| dealt.filtered.unwrap().refused;
    let (kept, _) = filter("predeal east SA,HA\ncondition 1", &boards, asked);
    assert!(kept[0].deal[Seat::East].has("SA".parse().unwrap()));
    let (kept, dealt) = filter("predeal north SA\ncondition 1", &boards, asked);
    assert_eq!((kept.len(), refused(dealt)), (0, 1));
    let (completed, _) = filter("condition 1", &boards, |deal| deal);
    let whole = [Board {
        deal: completed[0].deal,
        ..boards[0].clone()
    }];
    let (_, dealt) = filter("predeal spades(north)==3\ncondition 1", &whole, asked);
    assert_eq!(refused(dealt), 1);
}

#[test]
fn what_cannot_be_completed_is_told() {
    let boards = [majors_missing(5)];
    let asked = |deal: Asked| deal.generate(Some(10));
    let (kept, dealt) = filter(
        "condition rnd(1000000 + 0 * hcp(east)) == 77",
        &boards,
        asked,
    );
    assert!(kept.is_empty());
    assert_eq!(
        (dealt.tries, dealt.filtered.unwrap().incomplete),
        (10, vec![5])
    );
    // What can never be completed is refused without a try.
    let (kept, dealt) = filter("condition hcp(north) == 11", &boards, asked);
    assert!(kept.is_empty());
    assert_eq!((dealt.tries, dealt.filtered.unwrap().refused), (0, 1));
}
