//! Boards on paper, looked at as they are laid out: every layout, both sizes of paper, both sizes of print, for students and
//! teachers, with boards as nobody would wish them. Text does not stand over text, nothing goes over a margin, no page is
//! without boards, and students see no answers; HTML and PDF show the same.

use std::process::Command;

use bridge::formats::{Audience, Format, Paper, PaperLayout, PaperStyle, Style, WriteError, pages};
use bridge::{Board, Deal, Hand, HandType, Seat, Tricks};
use paper::{Area, Mark, Page, Run};

/// Nearer to the edge of the paper nothing stands.
const MARGIN: f32 = 28.0;

/// Deals that are shuffled well enough to be different.
fn deal(mut seed: u64) -> Deal {
    let mut cards: Vec<bridge::Card> = bridge::Card::all().collect();
    for last in (1..cards.len()).rev() {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        cards.swap(last, (seed >> 33) as usize % (last + 1));
    }
    let hand = |cards: &[bridge::Card]| {
        cards
            .iter()
            .fold(Hand::EMPTY, |hand, &card| hand.with(card))
    };
    Deal([0, 13, 26, 39].map(|from| hand(&cards[from..from + 13])))
}

/// The first board of a file in PBN.
fn from_pbn(lines: &str) -> Board {
    let pbn = format!(
        "[Board \"7\"]\n[Dealer \"E\"]\n[Deal \"N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432\"]\n{lines}\n"
    );
    Format::Pbn.read(pbn.as_bytes()).boards.remove(0)
}

fn tricks(number: u64) -> Tricks {
    Tricks::from_fn(|seat, strain| {
        ((number + seat as u64 * 3 + strain.index() as u64 * 5) % 14) as u8
    })
}

/// Ordinary boards, some of them solved.
fn boards(number: u64) -> Vec<Board> {
    let board = |number: u64| {
        let mut board = Board::new(number, deal(number));
        if !number.is_multiple_of(3) {
            board.tricks = Some(tricks(number));
        }
        board.hand_type = HandType::new("SECRET transfer");
        board
    };
    (1..=number).map(board).collect()
}

/// Boards with long names, all letters there are, endless comments and auctions, suits of thirteen cards, and hands that are
/// not given.
fn hostile() -> Vec<Board> {
    let mut boards = boards(3);
    let long = "SECRET \u{202e}橋牌 🂡 e\u{301}\u{301} ﷽ words ".repeat(300);
    let comment: String = long.chars().take(10_000).collect();
    let auction = "1C Pass ".repeat(150);
    for lines in [
        format!("{{{comment}}}\n[Contract \"7NTXX\"]\n[Declarer \"N\"]\n[Result \"0\"]"),
        format!("[Auction \"W\"]\n{auction}"),
        "[Auction \"S\"]\n1S =1= X XX 7NT\nX XX Pass Pass Pass\n[Note \"1:SECRET meaning\"]\n{SECRET}".to_owned(),
        format!("{{SECRET{}}}", "W".repeat(3_000)),
        format!("[Contract \"{}\"]\n[Declarer \"Ω\"]", "9".repeat(400)),
    ] {
        boards.push(from_pbn(&lines));
    }
    for board in boards.iter_mut().step_by(2) {
        board.hand_type = HandType::new(&format!("SECRET{}", "♥M".repeat(500)));
        board.tricks = Some(tricks(4));
    }
    boards[1].number = u64::MAX;
    boards[2].deal.0[1] = Hand::EMPTY;
    boards[2].deal.0[3] = Hand::EMPTY;
    boards.push(Board::new(9, Deal::default()));
    boards
}

/// Every way to put boards on paper, but for the number a page.
fn styles() -> Vec<PaperStyle> {
    let mut styles = Vec::new();
    for layout in PaperLayout::ALL {
        for paper in Paper::ALL {
            for large in [false, true] {
                for audience in Audience::ALL {
                    styles.push(PaperStyle {
                        layout: Some(layout),
                        seat: None,
                        boards_per_page: None,
                        large,
                        audience: Some(audience),
                        paper: Some(paper),
                    });
                }
            }
        }
    }
    styles
}

fn laid_out(boards: &[Board], style: &Style) -> Vec<Page> {
    let mut all = Vec::new();
    let done = pages(boards, style, &mut |page| {
        all.push(page.clone());
        Ok(())
    });
    done.unwrap();
    all
}

fn runs(page: &Page) -> impl Iterator<Item = &Run> {
    let marks = page.blocks.iter().flat_map(|block| &block.marks);
    marks.filter_map(|mark| match mark {
        Mark::Text(run) => Some(run),
        _ => None,
    })
}

fn area_of(mark: &Mark) -> Area {
    match mark {
        Mark::Text(run) => run.area(),
        Mark::Box { area, .. } => *area,
        Mark::Line { from, to, .. } => Area {
            x: from.0.min(to.0),
            y: from.1.min(to.1),
            width: (from.0 - to.0).abs(),
            height: (from.1 - to.1).abs(),
        },
    }
}

/// What must hold of every page.
fn check(page: &Page, about: &str) {
    let (width, height) = page.paper.size();
    let sheet = Area {
        x: MARGIN,
        y: MARGIN,
        width: width - 2.0 * MARGIN,
        height: height - 2.0 * MARGIN,
    };
    for (place, block) in page.blocks.iter().enumerate() {
        assert!(sheet.contains(&block.area), "{about}: {:?}", block.area);
        for mark in &block.marks {
            assert!(
                block.area.contains(&area_of(mark)),
                "{about}: {mark:?} in {:?}",
                block.area
            );
        }
        for other in &page.blocks[place + 1..] {
            assert!(
                !block.area.overlaps(&other.area),
                "{about}: {:?} {:?}",
                block.area,
                other.area
            );
        }
        let runs: Vec<(Area, &str)> = block
            .marks
            .iter()
            .filter_map(|mark| match mark {
                Mark::Text(run) => Some((run.area(), run.text.as_str())),
                _ => None,
            })
            .collect();
        for (place, (area, text)) in runs.iter().enumerate() {
            for (other, over) in &runs[place + 1..] {
                assert!(!area.overlaps(other), "{about}: {text:?} and {over:?}");
            }
        }
    }
    assert!(
        runs(page).any(|run| run.text.starts_with("Board ")),
        "{about}: no boards"
    );
    assert!(runs(page).all(|run| run.size > 2.0), "{about}: unreadable");
}

fn text_of(pages: &[Page]) -> String {
    let texts = pages.iter().flat_map(runs).map(|run| run.text.as_str());
    texts.collect::<Vec<_>>().join("\n")
}

#[test]
fn no_text_stands_over_text_and_nothing_goes_over_the_margin() {
    for paper in styles() {
        for (kind, boards) in [
            ("usual", boards(19)),
            ("hostile", hostile()),
            ("one", boards(1)),
        ] {
            for back in [false, true] {
                if back && paper.audience == Some(Audience::Students) {
                    continue;
                }
                let style = Style {
                    title: Some("A lesson on everything ".repeat(if kind == "usual" {
                        1
                    } else {
                        20
                    })),
                    introduction: (kind != "one")
                        .then(|| "Count winners.\n\nThen losers. ".repeat(30)),
                    answers: back,
                    paper: paper.clone(),
                    ..Style::default()
                };
                let about = format!("{kind} {back} {paper:?}");
                let pages = laid_out(&boards, &style);
                assert!(!pages.is_empty());
                for page in &pages {
                    check(page, &about);
                }
            }
        }
    }
}

#[test]
fn any_number_of_boards_a_page_is_kept_to() {
    for layout in PaperLayout::ALL {
        for number in [1, 2, 3, 5, 7, 12, 17, 36] {
            let paper = PaperStyle {
                layout: Some(layout),
                boards_per_page: Some(number),
                audience: Some(Audience::Students),
                ..PaperStyle::default()
            };
            let style = Style {
                paper,
                ..Style::default()
            };
            let pages = laid_out(&boards(40), &style);
            for page in &pages {
                check(page, &format!("{layout:?} {number}"));
                assert!(runs(page).all(|run| run.size > 4.4), "{layout:?} {number}");
                let boards = page.blocks.iter().filter(|block| {
                    let heading =
                        |mark: &Mark| matches!(mark, Mark::Text(run) if run.level == Some(2));
                    block.marks.iter().any(heading)
                });
                assert!(boards.count() <= usize::from(number), "{layout:?} {number}");
            }
        }
    }
}

#[test]
fn a_page_a_board_is_that_whatever_the_number() {
    let paper = PaperStyle {
        layout: Some(PaperLayout::Page),
        boards_per_page: Some(4),
        ..PaperStyle::default()
    };
    let style = Style {
        paper,
        ..Style::default()
    };
    assert_eq!(laid_out(&boards(5), &style).len(), 5);
}

#[test]
fn students_see_no_answers() {
    for paper in styles() {
        let is_teachers = paper.audience == Some(Audience::Teacher);
        let style = Style {
            paper: paper.clone(),
            ..Style::default()
        };
        for boards in [boards(9), hostile()] {
            let text = text_of(&laid_out(&boards, &style));
            for secret in ["SECRET", "HCP", "Par", "Makes", "Hand type", "Answers"] {
                if !is_teachers {
                    assert!(!text.contains(secret), "{secret} in {paper:?}");
                }
            }
            if is_teachers && !matches!(paper.layout, Some(PaperLayout::Seat | PaperLayout::Strip))
            {
                for word in ["SECRET", "HCP", "Par", "Makes", "Hand type"] {
                    assert!(text.contains(word), "{word} not in {paper:?}");
                }
            }
        }
    }
}

/// Who knows the seed can deal the boards again.
#[test]
fn students_are_not_told_the_seed() {
    for (audience, told) in [(Audience::Students, false), (Audience::Teacher, true)] {
        let style = Style {
            origin: Some("fairdeal, seed 4711".to_owned()),
            paper: PaperStyle {
                audience: Some(audience),
                ..PaperStyle::default()
            },
            ..Style::default()
        };
        for format in [Format::Html, Format::Pdf] {
            let mut bytes = Vec::new();
            format.write(&boards(2), &style, &mut bytes).unwrap();
            let says = String::from_utf8_lossy(&bytes).contains("seed 4711");
            assert_eq!(says, told, "{audience:?} {}", format.name());
        }
    }
}

#[test]
fn answers_at_the_back_are_not_for_students() {
    let style = |audience| Style {
        answers: true,
        paper: PaperStyle {
            audience,
            ..PaperStyle::default()
        },
        ..Style::default()
    };
    let students = style(Some(Audience::Students));
    assert!(matches!(
        students.check(Format::Pdf),
        Err(WriteError::AnswersForStudents)
    ));
    assert!(students.check(Format::Pbn).is_ok());
    let pages = laid_out(&boards(8), &style(None));
    assert_eq!(pages.len(), 2);
    assert!(!text_of(&pages[..1]).contains("HCP"));
    assert!(text_of(&pages[1..]).contains("Answers") && text_of(&pages[1..]).contains("HCP"));
}

#[test]
fn long_comments_go_on_and_nothing_of_them_is_lost() {
    let words: Vec<String> = (0..1_500).map(|word| format!("word{word}")).collect();
    let board = from_pbn(&format!("{{{}}}", words.join(" ")));
    for layout in [PaperLayout::Records, PaperLayout::Page] {
        let paper = PaperStyle {
            layout: Some(layout),
            ..PaperStyle::default()
        };
        let style = Style {
            paper,
            ..Style::default()
        };
        let pages = laid_out(&[board.clone(), board.clone()], &style);
        assert!(pages.len() > 1);
        let text = text_of(&pages);
        let found: Vec<&str> = text
            .split_whitespace()
            .filter(|word| word.starts_with("word"))
            .collect();
        assert_eq!(found.len(), 3_000, "{layout:?}");
        assert!(text.contains("Board 7, continued"));
    }
}

/// What a seat holds in a suit, as it is printed.
fn holdings(board: &Board, seats: &[Seat]) -> Vec<String> {
    let mut all = Vec::new();
    for &seat in seats {
        for suit in bridge::Suit::WRITTEN {
            let ranks = board.deal[seat].holding(suit).ranks();
            let ranks: Vec<String> = ranks
                .map(|rank| rank.letter().to_string().replace('T', "10"))
                .collect();
            if !ranks.is_empty() {
                all.push(ranks.join(" "));
            }
        }
    }
    all
}

#[test]
fn each_layout_has_the_hands_it_should_have_and_no_others() {
    use Seat::{East, North, South, West};
    let shown = |layout: PaperLayout, seat: Option<Seat>| -> Vec<Seat> {
        match (layout, seat) {
            (PaperLayout::Seat, Some(seat)) => vec![seat],
            (PaperLayout::Bidding | PaperLayout::Declarer, Some(East)) => vec![East, West],
            (PaperLayout::Bidding | PaperLayout::Declarer, _) => vec![North, South],
            (PaperLayout::Lead, Some(East)) => vec![East, South],
            (PaperLayout::Lead, _) => vec![West, North],
            _ => Seat::ALL.to_vec(),
        }
    };
    let board = Board::new(1, deal(5));
    for layout in PaperLayout::ALL {
        for seat in [None, Some(East)] {
            let paper = PaperStyle {
                layout: Some(layout),
                seat,
                audience: Some(Audience::Students),
                ..PaperStyle::default()
            };
            let style = Style {
                paper,
                ..Style::default()
            };
            let pages = laid_out(std::slice::from_ref(&board), &style);
            let mut texts: Vec<&str> = pages
                .iter()
                .flat_map(runs)
                .map(|run| run.text.as_str())
                .collect();
            let seats = shown(layout, seat);
            for holding in holdings(&board, &seats) {
                let place = texts.iter().position(|text| *text == holding);
                texts.remove(place.unwrap_or_else(|| panic!("{layout:?} {seat:?} {holding}")));
            }
            let others: Vec<Seat> = Seat::ALL
                .into_iter()
                .filter(|seat| !seats.contains(seat))
                .collect();
            for holding in holdings(&board, &others)
                .iter()
                .filter(|holding| holding.len() > 3)
            {
                assert!(
                    !texts.contains(&holding.as_str()),
                    "{layout:?} {seat:?} {holding}"
                );
            }
        }
    }
}

#[test]
fn who_declares_and_who_leads_follows_from_the_file() {
    let board = from_pbn("[Contract \"4S\"]\n[Declarer \"E\"]\n[Play \"S\"]\nD5 - - -\n*");
    let text = |layout| {
        let paper = PaperStyle {
            layout: Some(layout),
            audience: Some(Audience::Students),
            ..PaperStyle::default()
        };
        let style = Style {
            paper,
            ..Style::default()
        };
        text_of(&laid_out(std::slice::from_ref(&board), &style))
    };
    let declarer = text(PaperLayout::Declarer);
    for words in [
        "East (you)",
        "West (dummy)",
        "Contract: ",
        "4",
        " by East",
        "Lead: ",
    ] {
        assert!(declarer.contains(words), "{words}: {declarer}");
    }
    let lead = text(PaperLayout::Lead);
    assert!(
        lead.contains("South (you)") && lead.contains("West (dummy)"),
        "{lead}"
    );
    // What was led is the answer.
    assert!(
        lead.contains("Your lead") && !lead.contains("Lead: "),
        "{lead}"
    );
}

#[test]
fn no_boards_are_a_page_that_says_so() {
    for format in [Format::Html, Format::Pdf] {
        let mut bytes = Vec::new();
        format.write(&[], &Style::default(), &mut bytes).unwrap();
        assert!(!bytes.is_empty());
    }
    assert!(text_of(&laid_out(&[], &Style::default())).contains("No boards"));
}

fn written(format: Format, boards: &[Board], style: &Style) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(boards, style, &mut bytes).unwrap();
    bytes
}

/// The texts of a page in HTML, one after the other.
fn texts_of_html(html: &str) -> Vec<String> {
    let texts = html.lines().filter(|line| line.starts_with("<text "));
    let inside = |line: &str| {
        let text = line.split_once('>').unwrap().1;
        let text = text.strip_suffix("</text>").unwrap();
        text.replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&quot;", "\"")
            .replace("&amp;", "&")
    };
    texts.map(inside).collect()
}

/// The letters of a text, sorted: readers of PDF put lines together in an order of their own.
fn letters(text: &str) -> Vec<char> {
    let mut letters: Vec<char> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    letters.sort_unstable();
    letters
}

#[test]
fn html_and_pdf_show_what_is_laid_out_and_the_same_each_time() {
    let has_reader = needs::pdf();
    let folder = tempfile::tempdir().unwrap();
    for paper in styles() {
        let style = Style {
            title: Some("Lesson <1> & \"more\"".into()),
            origin: Some("fairdeal, seed 7".into()),
            paper: paper.clone(),
            ..Style::default()
        };
        let mut boards = boards(6);
        boards.push(from_pbn(
            "{Żółć Ελλάδα Москва 橋 <b>}\n[Auction \"N\"]\n1S X XX AP",
        ));
        let pages = laid_out(&boards, &style);
        let html = String::from_utf8(written(Format::Html, &boards, &style)).unwrap();
        let laid: Vec<&str> = pages
            .iter()
            .flat_map(runs)
            .map(|run| run.text.as_str())
            .collect();
        assert_eq!(texts_of_html(&html), laid, "{paper:?}");
        assert_eq!(
            html.matches("<section class=\"page\">").count(),
            pages.len()
        );
        let pdf = written(Format::Pdf, &boards, &style);
        assert!(pdf.starts_with(b"%PDF-"));
        assert_eq!(pdf, written(Format::Pdf, &boards, &style), "{paper:?}");
        let dates = [b"/CreationDate".as_slice(), b"/ModDate"];
        assert!(
            dates
                .iter()
                .all(|date| !pdf.windows(date.len()).any(|bytes| bytes == *date))
        );
        if !has_reader {
            continue;
        }
        let file = folder.path().join("boards.pdf");
        std::fs::write(&file, &pdf).unwrap();
        let read = Command::new("pdftotext")
            .arg(&file)
            .arg("-")
            .output()
            .unwrap();
        assert!(
            read.stderr.is_empty(),
            "{}",
            String::from_utf8_lossy(&read.stderr)
        );
        let text = String::from_utf8(read.stdout).unwrap();
        let sheets: Vec<&str> = text.trim_end_matches('\x0c').split('\x0c').collect();
        assert_eq!(sheets.len(), pages.len(), "{paper:?}");
        for (sheet, page) in sheets.iter().zip(&pages) {
            let laid: String = runs(page).map(|run| run.text.as_str()).collect();
            assert_eq!(letters(sheet), letters(&laid), "{paper:?}");
        }
    }
}

#[test]
fn every_board_of_a_page_has_a_heading_in_html() {
    let html = written(Format::Html, &boards(9), &Style::default());
    let html = String::from_utf8(html).unwrap();
    assert_eq!(html.matches("role=\"heading\" aria-level=\"2\"").count(), 9);
    assert!(html.contains("lang=\"en\"") && html.contains("name=\"viewport\""));
}

#[test]
fn a_pdf_has_ten_thousand_boards_at_most() {
    let boards = vec![Board::new(1, Deal::default()); 10_001];
    let written = Format::Pdf.write(&boards, &Style::default(), &mut Vec::new());
    let why = written.unwrap_err().to_string();
    assert_eq!(
        why,
        "10001 boards cannot be written: a PDF has at most 10,000: write them in parts"
    );
    let style = Style {
        paper: PaperStyle {
            layout: Some(PaperLayout::Seat),
            boards_per_page: Some(1),
            ..PaperStyle::default()
        },
        ..Style::default()
    };
    let written = Format::Pdf.write(&boards[..6_000], &style, &mut Vec::new());
    let why = written.unwrap_err().to_string();
    assert!(why.contains("more than 20,000 pages"), "{why}");
}

#[test]
fn what_has_no_effect_is_said() {
    let paper = PaperStyle {
        layout: Some(PaperLayout::Page),
        seat: Some(Seat::North),
        boards_per_page: Some(4),
        large: true,
        audience: Some(Audience::Teacher),
        paper: Some(Paper::Letter),
    };
    let style = Style {
        title: Some("A lesson".into()),
        answers: true,
        players: true,
        paper,
        ..Style::default()
    };
    assert_eq!(style.without_effect(&[Format::Lin]).len(), 8);
    let on_paper = style.without_effect(&[Format::Pdf]);
    assert_eq!(
        on_paper,
        [
            "the seat has no effect on the layout page",
            "the number of boards a page has no effect on the layout page",
            "a place for players has no effect on pdf: it is for lin",
        ]
    );
    assert!(Style::default().without_effect(&[]).is_empty());
}
