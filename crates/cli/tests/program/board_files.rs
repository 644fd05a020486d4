//! Board files through the command: the same boards in every format, whole files or none.

use crate::{fairdeal, folder, names, printed};

const SCRIPT: &str = "condition hcp(south) >= 15\naction printoneline\n";
const FORMATS: [&str; 9] = [
    "pbn", "lin", "csv", "json", "rbn", "bri", "dup", "dlm", "oneline",
];

#[test]
fn every_format_of_a_run_is_the_same_boards() {
    let folder = folder(&[("s.dlr", SCRIPT)]);
    let path = folder.path();
    let lines = printed(path, "deal s.dlr -n 20 --seed 5 --quiet");
    for format in FORMATS {
        printed(
            path,
            &format!("deal s.dlr -n 20 --seed 5 --quiet -o boards.{format}"),
        );
        let arguments = format!("convert boards.{format} - --to oneline --quiet");
        assert_eq!(printed(path, &arguments), lines, "{format}");
        // The same with the boards in pieces, from several threads.
        let piped = printed(
            path,
            &format!("deal s.dlr -n 20 --seed 5 --threads 3 --quiet --format {format}"),
        );
        let written = std::fs::read(path.join(format!("boards.{format}"))).unwrap();
        assert_eq!(piped.as_bytes(), written, "{format}");
    }
}

#[test]
fn a_script_keeps_all_boards_that_it_dealt() {
    let folder = folder(&[("s.dlr", SCRIPT), ("never.dlr", "hcp(south) < 15\n")]);
    let path = folder.path();
    printed(path, "deal s.dlr -n 300 --seed 5 --quiet -o boards.lin");
    let again = printed(
        path,
        "deal s.dlr --from boards.lin --format lin --quiet --threads 2",
    );
    assert_eq!(
        again,
        std::fs::read_to_string(path.join("boards.lin")).unwrap()
    );
    let some = printed(
        path,
        "deal s.dlr --from boards.lin -n 7 --format lin --quiet --threads 2",
    );
    let first: Vec<&str> = again.lines().take(7).collect();
    assert_eq!(some.lines().collect::<Vec<_>>(), first);
    let arguments = "deal never.dlr --from boards.lin -o none.pbn".split(' ');
    // That none of them qualifies is an answer.
    fairdeal(path).args(arguments).assert().code(0);
    assert_eq!(
        names(path),
        ["boards.lin", "never.dlr", "none.pbn", "s.dlr"]
    );
}

#[test]
fn a_board_is_completed_the_same_way_by_any_number_of_threads() {
    let partial = "[Board \"4\"]\n[Deal \"S:AKQ2.AK3.A87.Q86 - - -\"]\n\n".repeat(100);
    let folder = folder(&[("s.dlr", SCRIPT), ("partial.pbn", &partial)]);
    let completed = |threads| {
        let from = "deal s.dlr --from partial.pbn --seed 9 --quiet --format oneline --threads";
        printed(folder.path(), &format!("{from} {threads}"))
    };
    let one = completed(1);
    assert_eq!(one, completed(3));
    let different: std::collections::BTreeSet<&str> = one.lines().collect();
    assert_eq!(different.len(), 100);
    assert!(one.lines().all(|line| line.contains("s AKQ2.AK3.A87.Q86")));
}

#[test]
fn a_wrong_or_cut_file_writes_nothing() {
    let whole = "n JT9862.952.AT87. e KQ.T3.53.KJ97654 s A753.KJ8.KJ92.A8 w 4.AQ764.Q64.QT32\n";
    let folder = folder(&[("one.oneline", whole)]);
    let path = folder.path();
    for format in FORMATS {
        let file = format!("cut.{format}");
        printed(path, &format!("convert one.oneline {file} --quiet"));
        let bytes = std::fs::read(path.join(&file)).unwrap();
        // In the middle of the cards, wherever a format has them.
        let at = if format == "csv" {
            bytes.len() - 9
        } else {
            2 * bytes.len() / 3
        };
        std::fs::write(path.join(&file), &bytes[..at.min(bytes.len() - 5)]).unwrap();
        let arguments = ["convert", &file, "out.pbn"];
        let assert = fairdeal(path).args(arguments).assert();
        let output = assert.get_output();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{format}: {said}");
        assert!(said.starts_with(&format!("{file}:")), "{said}");
        assert!(!path.join("out.pbn").exists(), "{format}");
    }
}

/// Without a seed one is drawn and said, and with it the same boards come in the same order.
#[test]
fn a_mix_can_be_made_again() {
    let folder = folder(&[("s.dlr", SCRIPT)]);
    let path = folder.path();
    printed(path, "deal s.dlr -n 20 --seed 1 --quiet -o a.lin");
    printed(path, "deal s.dlr -n 20 --seed 2 --quiet -o b.lin");
    let mix = |arguments: &str| {
        let mixed = fairdeal(path)
            .args("combine a.lin=75% b.lin=0.25 -o mix.lin".split(' '))
            .args(arguments.split_whitespace())
            .assert()
            .success();
        let said = String::from_utf8(mixed.get_output().stderr.clone()).unwrap();
        let boards = std::fs::read_to_string(path.join("mix.lin")).unwrap();
        (said, boards)
    };
    let (said, boards) = mix("");
    let seed = said
        .lines()
        .next()
        .unwrap()
        .strip_prefix("27 boards; seed ");
    let seed = seed.unwrap_or_else(|| panic!("{said}"));
    assert_eq!(mix(&format!("--seed {seed}")).1, boards);
    assert!((1..=20).any(|other| mix(&format!("--seed {other}")).1 != boards));
    assert!(boards.lines().all(|line| line.starts_with("qx|o")));
    // The same cards as in the files, each board once.
    let cards = |text: &str| -> Vec<String> {
        let hands = text.lines().map(|line| line.split("|rh|").next().unwrap());
        let mut hands: Vec<String> = hands
            .map(|line| line.split_once("|md|").unwrap().1[1..].to_owned())
            .collect();
        hands.sort();
        hands
    };
    let read = |name: &str| std::fs::read_to_string(path.join(name)).unwrap();
    let known = cards(&(read("a.lin") + &read("b.lin")));
    let mixed = cards(&boards);
    assert!(mixed.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(mixed.iter().all(|hands| known.contains(hands)));
}

/// A pattern that the shell has made files of means all of them, unless the newest are asked for.
#[test]
fn the_newest_of_files_that_are_named_one_by_one() {
    let folder = folder(&[("s.dlr", SCRIPT)]);
    let path = folder.path();
    for (version, boards) in [("v1", 3), ("v2", 4)] {
        let arguments = format!("deal s.dlr -n {boards} --seed 1 --quiet -o a-{version}.lin");
        printed(path, &arguments);
    }
    let boards = |arguments: &str| {
        let arguments = format!("combine a-v1.lin a-v2.lin --all -o - --to lin {arguments}");
        printed(path, &arguments).lines().count()
    };
    assert_eq!((boards(""), boards("--newest")), (7, 4));
}
