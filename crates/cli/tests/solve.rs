//! `fairdeal solve` and scripts that need a solver, as a user calls them. Without DDS on this machine what needs it
//! says so and passes.

use std::path::Path;

use assert_cmd::Command;

const BOARDS: &str = "\
n QJ6.K652.J85.T98 e 873.J97.AT764.Q4 s K5.T83.KQ9.A7652 w AT942.AQ4.32.KJ3
n AK96.KQ8.A98.K63 e QJT5432.T.6.QJ82 s .J97543.K7532.94 w 87.A62.QJT4.AT75
";

fn fairdeal(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("fairdeal").unwrap();
    command.current_dir(folder);
    command
}

/// What was printed and said; nothing if there is no solver here.
fn solved(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = fairdeal(folder).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    if said.contains("apt-get install libdds0") {
        needs::skipped("dds", said.trim_end());
        return None;
    }
    assert!(output.status.success(), "{said}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn tables_json_and_pbn_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    let Some(tables) = solved(folder.path(), &["solve", "boards.oneline"]) else {
        return;
    };
    assert_eq!(
        tables,
        "\
Board 1, dealer North, vulnerable None
        C   D   H   S   N
North   7   5   6   5   6
East    5   7   6   8   6
South   7   5   6   5   6
West    5   7   6   8   6
Par EW 110: EW 2S=

Board 2, dealer East, vulnerable NS
        C   D   H   S   N
North   6   8  10   4   9
East    7   3   2   9   3
South   6   8  10   4   9
West    7   3   2   9   3
Par NS 100: EW 4Sx-1
"
    );
    let json = solved(folder.path(), &["solve", "--json", "boards.oneline"]).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["boards"][1]["tricks"]["S"]["H"], 10);
    assert_eq!(json["boards"][0]["par"]["score"], -110);
    assert_eq!(json["boards"][0]["par"]["contracts"][0], "EW 2S=");

    let printed = solved(folder.path(), &["solve", "boards.oneline", "-o", "out.pbn"]).unwrap();
    assert_eq!(printed, "");
    let pbn = std::fs::read_to_string(folder.path().join("out.pbn")).unwrap();
    assert!(pbn.contains("[OptimumScore \"EW 110\"]"), "{pbn}");
    assert!(pbn.contains("\nS  H 10\n"), "{pbn}");
    assert_eq!(
        solved(folder.path(), &["solve", "out.pbn"]).unwrap(),
        tables
    );
}

/// Lines are added, and no other byte changes; a second time nothing does.
#[test]
fn results_are_added_to_what_a_file_says() {
    let folder = tempfile::tempdir().unwrap();
    let others = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bridge/tests/data/formats/others");
    for name in ["composer.pbn", "player.pbn"] {
        let before = std::fs::read(others.join(name)).unwrap();
        std::fs::write(folder.path().join("a.pbn"), &before).unwrap();
        let once = ["solve", "a.pbn", "-o", "once.pbn"];
        if solved(folder.path(), &once).is_none() {
            return;
        }
        solved(folder.path(), &["solve", "once.pbn", "-o", "twice.pbn"]).unwrap();
        let [once, twice] =
            ["once.pbn", "twice.pbn"].map(|file| std::fs::read(folder.path().join(file)).unwrap());
        assert!(once == twice, "{name}");
        let mut lines = once.split(|&byte| byte == b'\n');
        for line in before.split(|&byte| byte == b'\n') {
            let line_is_there = lines.any(|known| known == line);
            assert!(line_is_there, "{name}: {}", String::from_utf8_lossy(line));
        }
        assert!(once.len() > before.len());
    }
}

#[test]
fn where_the_solver_is_missing_the_error_names_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    std::fs::write(
        folder.path().join("slam.dlr"),
        "condition tricks(north, spades) == 13",
    )
    .unwrap();
    for arguments in [
        &["solve", "boards.oneline", "-o", "out.pbn"][..],
        &["deal", "slam.dlr", "-o", "out.pbn"],
    ] {
        let mut command = fairdeal(folder.path());
        let output = command
            .env("FAIRDEAL_DDS", "no-such-file.so")
            .args(arguments)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("no-such-file.so") && said.contains("DDS"),
            "{said}"
        );
        assert!(output.stdout.is_empty() && !folder.path().join("out.pbn").exists());
    }
    // Checking a script needs no solver.
    let mut command = fairdeal(folder.path());
    command
        .env("FAIRDEAL_DDS", "no-such-file.so")
        .args(["check", "slam.dlr"])
        .assert()
        .success();
}

#[test]
fn what_cannot_be_solved_is_said_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let partial = "n AK96.KQ8.A98.K63 e QJT5432.T.6.QJ82\n";
    std::fs::write(folder.path().join("partial.oneline"), partial).unwrap();
    std::fs::write(folder.path().join("bad.oneline"), "n AK e QJ s KK w 2").unwrap();
    std::fs::write(folder.path().join("boards.oneline"), BOARDS).unwrap();
    for (arguments, code, words) in [
        (&["solve", "partial.oneline"][..], 1, "board 1 lacks hands"),
        (&["solve", "bad.oneline"], 1, "bad.oneline:1:"),
        (
            &["solve", "missing.oneline"],
            1,
            "cannot read missing.oneline",
        ),
        (
            &["solve", "boards.oneline", "-o", "out.lin"],
            2,
            "lin has no place",
        ),
        (&["solve", "boards"], 2, "--from"),
    ] {
        let output = fairdeal(folder.path()).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(words), "{said}");
        assert!(output.stdout.is_empty());
    }
    assert!(!folder.path().join("out.lin").exists());
}
