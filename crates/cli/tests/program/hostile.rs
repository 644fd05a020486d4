//! Input that is too much, no script at all, or nothing; readers that go away; places where nothing can be written.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Command, Stdio};

use crate::{binary, fairdeal, folder, names, printed};

/// What a command says on standard error when it fails with this code.
fn said(folder: &std::path::Path, arguments: &[&str], code: i32) -> String {
    let assert = fairdeal(folder).args(arguments).assert().code(code);
    String::from_utf8_lossy(&assert.get_output().stderr).into_owned()
}

#[test]
fn a_hundred_megabytes_are_no_script() {
    let folder = folder(&[]);
    let file = File::create(folder.path().join("huge.dlr")).unwrap();
    file.set_len(100 << 20).unwrap();
    for command in ["deal", "check"] {
        let said = said(folder.path(), &[command, "huge.dlr"], 1);
        assert_eq!(
            said,
            "fairdeal: huge.dlr is larger than 4 MB: that is no dealer script\n"
        );
    }
    let include = "#include \"huge.dlr\"\n";
    fs::write(folder.path().join("include.dlr"), include).unwrap();
    let said = said(folder.path(), &["deal", "include.dlr"], 1);
    assert!(said.contains("include.dlr:1:1"), "{said}");
}

#[test]
fn what_is_no_view_is_said() {
    let folder = folder(&[("deep.json", &"[".repeat(100_000)), ("empty.json", "")]);
    let file = File::create(folder.path().join("huge.json")).unwrap();
    file.set_len(100 << 20).unwrap();
    let said = |name: &str| said(folder.path(), &["texas42", "worlds", name], 1);
    assert_eq!(
        said("huge.json"),
        "fairdeal: huge.json is larger than 1 MB: that is no view\n"
    );
    for name in ["deep.json", "empty.json"] {
        let said = said(name);
        assert!(said.starts_with("fairdeal: this is no view: "), "{said}");
    }
    assert!(said("missing.json").starts_with("fairdeal: cannot read missing.json: "));
}

#[test]
fn ten_thousand_parentheses_are_too_deep() {
    let deep = |open: &str, close: &str| {
        format!("condition {}1{}", open.repeat(10_000), close.repeat(10_000))
    };
    for text in [deep("(", ")"), deep("(", "")] {
        let folder = folder(&[("deep.dlr", &text)]);
        let said = said(folder.path(), &["check", "deep.dlr"], 1);
        assert!(
            said.contains("deep.dlr:1:") && said.len() < 20_000,
            "{said}"
        );
    }
}

#[test]
fn includes_that_go_in_circles_end() {
    let folder = folder(&[
        ("a.dlr", "#include \"b.dlr\"\n"),
        ("b.dlr", "#include \"a.dlr\"\n"),
    ]);
    let said = said(folder.path(), &["deal", "a.dlr"], 1);
    assert!(said.contains("a.dlr includes itself"), "{said}");
}

#[test]
fn any_bytes_are_answered() {
    let folder = folder(&[]);
    let bytes: Vec<u8> = (0..6000u32).map(|i| (i * i * 31 + i / 7) as u8).collect();
    fs::write(folder.path().join("bytes.dlr"), bytes).unwrap();
    let said = said(folder.path(), &["deal", "bytes.dlr"], 1);
    assert!(said.contains("error[") && said.contains("more"), "{said}");
    fs::write(folder.path().join("empty.dlr"), "").unwrap();
    assert_eq!(
        printed(folder.path(), "deal empty.dlr -n 1")
            .lines()
            .count(),
        6
    );
    assert_eq!(printed(folder.path(), "check empty.dlr"), "1 warning\n");
}

#[test]
fn a_reader_may_go_away() {
    let folder = folder(&[
        ("any.dlr", "action printoneline"),
        ("bad.dlr", &"hpc ".repeat(500)),
    ]);
    for arguments in [
        "deal any.dlr -q -n 18446744073709551615",
        "deal any.dlr -q -n 99999999999999 --seed 1 --shard 3/8 --threads 2",
        "dealer -v -p 100000000 -g 100000000 any.dlr",
        "words",
        "words --json",
        "texas42 perfect --kind both --csv",
    ] {
        let mut child = Command::new(binary())
            .current_dir(folder.path())
            .args(arguments.split_whitespace())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 100];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (said.as_str(), output.status.code()),
            ("", Some(0)),
            "{arguments}"
        );
    }
    // The same for what is said beside the boards.
    for arguments in ["deal bad.dlr", "check bad.dlr"] {
        let mut child = Command::new(binary())
            .current_dir(folder.path())
            .args(arguments.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stderr.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{arguments}");
    }
}

#[test]
fn what_fails_leaves_nothing_behind_and_spoils_nothing() {
    let folder = folder(&[
        ("divide.dlr", "condition 10 / aces(north) > 2"),
        ("boards.txt", "precious"),
    ]);
    said(
        folder.path(),
        &["deal", "divide.dlr", "-n", "10000", "-o", "boards.txt"],
        1,
    );
    let kept = fs::read_to_string(folder.path().join("boards.txt")).unwrap();
    assert_eq!(kept, "precious");
    assert_eq!(names(folder.path()), ["boards.txt", "divide.dlr"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("any.dlr", "action printoneline")]);
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    if File::create(closed.join("probe")).is_ok() {
        needs::skipped("ordinary", "this user may write everywhere");
        return;
    }
    let said = said(
        folder.path(),
        &["deal", "any.dlr", "-o", "closed/boards.txt"],
        1,
    );
    assert!(
        said.starts_with("fairdeal: cannot write closed/boards.txt: "),
        "{said}"
    );
    assert!(!said.contains(".fairdeal-"), "{said}");
}

/// What is no file is written to as it is, and is still what it was afterwards.
#[cfg(unix)]
#[test]
fn a_pipe_with_a_name_stays_one() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder(&[("any.dlr", "action printoneline")]);
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        needs::skipped("mkfifo", "there is no mkfifo");
        return;
    }
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).unwrap()
    });
    let arguments = ["deal", "any.dlr", "-n", "3", "--seed", "1", "-o", "pipe"];
    said(folder.path(), &arguments, 0);
    assert_eq!(reader.join().unwrap().lines().count(), 3);
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
}
