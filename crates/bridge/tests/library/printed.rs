//! The page for printing, printed by a real browser: no board is split between two sheets of paper. Where Chromium or
//! pdftotext (of poppler) is missing the test says so.

use std::path::Path;
use std::process::Command;

use bridge::formats::{Format, Style};
use bridge::{Board, Deal};

/// The text of each sheet of a page.
fn sheets(folder: &Path, html: &[u8]) -> Option<Vec<String>> {
    let (page, pdf) = (folder.join("page.html"), folder.join("page.pdf"));
    std::fs::write(&page, html).unwrap();
    let printed = Command::new("chromium")
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-pdf-header-footer",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("--print-to-pdf={}", pdf.display()))
        .arg(&page)
        .output()
        .ok()?;
    if !printed.status.success() || !pdf.exists() {
        return None;
    }
    let text = Command::new("pdftotext").arg(&pdf).arg("-").output().ok()?;
    let text = String::from_utf8(text.stdout).ok()?;
    Some(
        text.trim_end_matches('\x0c')
            .split('\x0c')
            .map(str::to_owned)
            .collect(),
    )
}

#[test]
fn no_board_is_split_between_two_sheets() {
    if !needs::browser() {
        return;
    }
    let hands = [
        "J987.JT7643.A4.Q",
        ".KQ2.QT9.AK98543",
        "AQ42.A8.KJ762.J2",
        "KT653.95.853.T76",
    ];
    let deal = Deal(hands.map(|hand| hand.parse().unwrap()));
    let mut boards: Vec<Board> = (1..=37).map(|number| Board::new(number, deal)).collect();
    // Boards with two hands are less high, so that the rows do not all fit the same way.
    for board in boards.iter_mut().step_by(3) {
        let words = "North (a hand with a long name); South 2: hearts then clubs; ".repeat(3);
        board.hand_type = bridge::HandType::new(&words);
    }
    for board in boards.iter_mut().step_by(5) {
        board.deal.0[1] = Default::default();
        board.deal.0[3] = Default::default();
    }
    let mut html = Vec::new();
    let style = Style {
        title: Some("A lesson".into()),
        ..Style::default()
    };
    Format::Html.write(&boards, &style, &mut html).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let Some(sheets) = sheets(folder.path(), &html) else {
        needs::skipped("browser", "chromium cannot print here");
        return;
    };
    assert!((4..=9).contains(&sheets.len()), "{} sheets", sheets.len());
    let mut seen = 0;
    for sheet in &sheets {
        let count = |text: &str| sheet.matches(text).count();
        // A spade for each hand: North's and South's are in every board, East's and West's in most.
        let numbers = seen + 1..seen + 1 + count("vul.");
        let hands: usize = numbers
            .clone()
            .map(|n| if n % 5 == 1 { 2 } else { 4 })
            .sum();
        assert_eq!(count("♠"), hands, "boards {numbers:?}");
        assert_eq!(count("♣"), hands, "boards {numbers:?}");
        seen = numbers.end - 1;
    }
    assert_eq!(seen, boards.len());
}
