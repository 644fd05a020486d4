//! Boards of an event from the first file to the last, as their organizer and a player type it.

use std::path::Path;

use crate::{fairdeal, folder};

/// What a command prints, and its exit code.
fn said(path: &Path, line: &str) -> (String, i32) {
    let output = fairdeal(path).args(line.split(' ')).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let code = output.status.code().unwrap();
    (String::from_utf8(text).unwrap(), code)
}

#[test]
fn an_event_is_committed_to_revealed_and_verified() {
    let folder = folder(&[
        ("script.dlr", "#include \"part.dlr\"\ncondition strong\n"),
        ("part.dlr", "strong = hcp(south) >= $0\n"),
        ("other.key", &"0123456789abcdef".repeat(4)),
    ]);
    let path = folder.path();
    let done = |line: &str| {
        let (text, code) = said(path, line);
        assert_eq!(code, 0, "{line}: {text}");
        text
    };
    let script = "script.dlr --param 0=15";
    done(&format!(
        "commit {script} -n 8 --new-key secret.key --public-from lotto -o statement.json"
    ));
    let key = std::fs::read_to_string(path.join("secret.key")).unwrap();
    let mixed = "--key secret.key --public 8-14-21";
    let dealt = done(&format!("deal {script} -n 8 {mixed} -o boards.pbn"));
    let statement = std::fs::read_to_string(path.join("statement.json")).unwrap();
    let boards = std::fs::read_to_string(path.join("boards.pbn")).unwrap();
    for public in [&dealt, &statement, &boards] {
        assert!(!public.contains(key.trim()), "{public}");
    }
    // Nobody reveals another key or script.
    let (text, code) = said(
        path,
        &format!("reveal statement.json {script} --key other.key --public 8-14-21 -o no.json"),
    );
    assert!(code == 1 && text.contains("not the key"), "{text}");
    let (text, code) = said(
        path,
        &format!("reveal statement.json script.dlr --param 0=16 {mixed} -o no.json"),
    );
    assert!(code == 1 && text.contains("not the question"), "{text}");
    assert!(!path.join("no.json").exists());
    done(&format!(
        "reveal statement.json {script} {mixed} -o reveal.json"
    ));
    let verify = "verify reveal.json boards.pbn --statement statement.json --question script.dlr";
    let text = done(verify);
    assert!(
        text.starts_with("8 boards: all as they were committed to"),
        "{text}"
    );
    // A part that was changed, a board, and a statement of another version.
    std::fs::write(path.join("part.dlr"), "strong = hcp(south) >= $0 \n").unwrap();
    let (text, code) = said(path, verify);
    assert!(code == 1 && text.contains("not the question"), "{text}");
    let changed = boards.replacen("\"N:", "\"S:", 1);
    std::fs::write(path.join("changed.pbn"), changed).unwrap();
    let (text, code) = said(path, "verify reveal.json changed.pbn");
    assert!(code == 1 && text.contains("  board 1 is not"), "{text}");
    assert!(text.contains("7 of 8 boards are the same"), "{text}");
    // A file with a board that cannot be is not compared in part.
    let impossible = boards.replacen("\"N:", "\"N:A", 1);
    std::fs::write(path.join("impossible.pbn"), impossible).unwrap();
    let (text, code) = said(path, "verify reveal.json impossible.pbn");
    assert!(code == 1 && text.contains("nothing was compared"), "{text}");
    assert!(!text.contains("--skip-bad"), "{text}");
    let reveal = std::fs::read_to_string(path.join("reveal.json")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let older = reveal.replace(&format!("\"{version}\""), "\"0.0.1\"");
    std::fs::write(path.join("older.json"), older).unwrap();
    let (text, code) = said(path, "verify older.json boards.pbn");
    assert!(code == 1 && text.contains("of version \"0.0.1\""), "{text}");
}
