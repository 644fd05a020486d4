//! Boards on paper through the command: what a teacher types, and what is said of what does not go together.

use std::path::Path;
use std::process::Command;

use crate::{fairdeal, folder, names, printed};

const ONE_NOTRUMP: &str = include_str!("../../../../examples/one-notrump.dlr");

/// What a command says on standard error, and how it ends.
fn said(folder: &Path, arguments: &str) -> (String, Option<i32>) {
    let mut command = fairdeal(folder);
    let output = command.args(arguments.split_whitespace()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    (said, output.status.code())
}

/// The text of each page of a PDF.
fn sheets(file: &Path) -> Vec<String> {
    let read = Command::new("pdftotext").arg(file).arg("-").output();
    let text = String::from_utf8(read.unwrap().stdout).unwrap();
    let text = text.trim_end_matches('\x0c');
    text.split('\x0c').map(str::to_owned).collect()
}

#[test]
fn a_teachers_friday_is_a_pdf_with_all_boards_solved() {
    let folder = folder(&[("one-notrump.dlr", ONE_NOTRUMP)]);
    let path = folder.path();
    printed(
        path,
        "deal one-notrump.dlr -n 16 --seed 1 --solve --quiet -o friday.pdf",
    );
    let pdf = std::fs::read(path.join("friday.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF-"));
    // The same seed gives the same bytes, however many threads there are.
    printed(
        path,
        "deal one-notrump.dlr -n 16 --seed 1 --solve --quiet --threads 1 -o again.pdf",
    );
    assert_eq!(pdf, std::fs::read(path.join("again.pdf")).unwrap());
    if !needs::pdf() {
        return;
    }
    let sheets = sheets(&path.join("friday.pdf"));
    assert_eq!(sheets.len(), 2);
    let text = sheets.join("\n");
    for number in 1..=16 {
        assert!(
            text.contains(&format!("Board {number}\n")),
            "{number}: {text}"
        );
    }
    for (words, times) in [("Par:", 16), ("Makes:", 16), ("HCP", 16), ("Hand type", 0)] {
        assert_eq!(text.matches(words).count(), times, "{words}: {text}");
    }
    assert!(text.contains(" by N-S, +4"), "{text}");
}

#[test]
fn every_layout_is_written_by_deal_convert_solve_and_combine() {
    let folder = folder(&[("s.dlr", "condition hcp(south) >= 15\n")]);
    let path = folder.path();
    printed(path, "deal s.dlr -n 3 --seed 5 --quiet -o boards.pbn");
    for layout in [
        "records", "page", "seat", "strip", "bidding", "declarer", "lead",
    ] {
        let options = format!("--layout {layout} --large --paper letter --for students --quiet");
        printed(
            path,
            &format!("deal s.dlr -n 3 --seed 5 {options} -o dealt.html"),
        );
        printed(
            path,
            &format!("convert boards.pbn converted.html {options}"),
        );
        printed(path, &format!("solve boards.pbn -o solved.html {options}"));
        printed(
            path,
            &format!("combine boards.pbn --in-order -o combined.html {options}"),
        );
        let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
        let dealt = read("dealt.html");
        let body = |page: &str| page.split_once("<body>").unwrap().1.to_owned();
        assert!(dealt.contains("size: 612pt 792pt"), "{layout}");
        for name in ["converted.html", "solved.html", "combined.html"] {
            assert_eq!(body(&read(name)), body(&dealt), "{layout} {name}");
        }
    }
}

#[test]
fn what_does_not_go_together_is_refused_before_anything_is_done() {
    let folder = folder(&[("s.dlr", "condition hcp(south) >= 15\n")]);
    let path = folder.path();
    printed(path, "deal s.dlr -n 3 --seed 5 --quiet -o boards.pbn");
    let before = names(path);
    for (arguments, words, code) in [
        (
            "deal s.dlr -o a.pdf --answers --for students",
            "answers at the back are not for students",
            1,
        ),
        (
            "convert boards.pbn a.pdf --answers --for students",
            "answers at the back are not for students",
            1,
        ),
        (
            "solve boards.pbn -o a.pdf --answers --for students",
            "answers at the back are not for students",
            1,
        ),
        (
            "deal s.dlr -n 10001 -o a.pdf",
            "a pdf file has at most 10000 boards, and 10001 are asked for: deal them in parts",
            1,
        ),
        (
            "convert boards.pbn a.pdf --boards-per-page 0",
            "0 is not in 1..=36",
            2,
        ),
        ("convert boards.pbn a.pdf --seat up", "up", 2),
        (
            "convert boards.pbn a.pdf --layout book",
            "records, page, seat, strip, bidding, declarer, lead",
            2,
        ),
        (
            "convert a.pdf b.pbn",
            "boards cannot be read from pdf: it is made for people to look at",
            2,
        ),
    ] {
        let (said, ended) = said(path, arguments);
        assert!(said.contains(words), "{arguments}: {said}");
        assert_eq!(ended, Some(code), "{arguments}: {said}");
        assert_eq!(names(path), before, "{arguments}");
    }
}

#[test]
fn options_without_effect_are_said() {
    let folder = folder(&[("s.dlr", "condition hcp(south) >= 15\n")]);
    let path = folder.path();
    for (arguments, words) in [
        (
            "deal s.dlr -n 2 --seed 5 -o a.lin --large",
            "large print has no effect on lin: it is for html and pdf",
        ),
        (
            "deal s.dlr -n 2 --seed 5 --title x",
            "the title has no effect on what is written: it is for html and pdf",
        ),
        (
            "convert a.lin b.pdf --seat north",
            "the seat has no effect on the layout records",
        ),
        (
            "solve a.lin --for teacher",
            "whom it is for has no effect on what is written",
        ),
        (
            "deal s.dlr -n 2 --seed 5 --session lesson --layout page --boards-per-page 3",
            "the number of boards a page has no effect",
        ),
    ] {
        let (said_loudly, ended) = said(path, arguments);
        assert!(said_loudly.contains(words), "{arguments}: {said_loudly}");
        assert_eq!(ended, Some(0), "{arguments}");
        if !arguments.contains("session") {
            let (quiet, _) = said(path, &format!("{arguments} --quiet"));
            assert!(!quiet.contains("no effect"), "{arguments}: {quiet}");
        }
    }
    let (said, _) = said(
        path,
        "deal s.dlr -n 2 --seed 5 --session other --players --layout page --title x",
    );
    assert!(!said.contains("no effect"), "{said}");
}
