//! Ctrl-C: what is done is kept, and what is said leads to the rest.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::{binary, folder, names, printed};

/// A script that finds a board in some thousands of deals: by a draw that the cards have a word in, so that no plan can
/// be quicker.
const RARE: &str = "
    condition hcp(north) >= 10 and rnd(1500 + 0 * hcp(north)) == 0
    action printoneline, average \"controls\" controls(north)
";

/// Starts a command, and presses Ctrl-C when it has come so far.
fn interrupt(folder: &Path, arguments: &str, come_so_far: impl Fn() -> bool) -> Output {
    let mut child = Command::new(binary())
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !come_so_far() && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    press_control_c(&child);
    child.wait_with_output().unwrap()
}

fn press_control_c(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(killed.success());
}

/// Whether some boards have been written to the file that is not in its place yet.
fn has_begun(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).unwrap();
    entries.flatten().any(|entry| {
        let name = entry.file_name().into_string().unwrap();
        let length = entry.metadata().map_or(0, |metadata| metadata.len());
        name.starts_with(".fairdeal-") && length > 0
    })
}

#[test]
fn the_parts_of_a_run_that_was_cut_off_are_the_run() {
    let folder = folder(&[("rare.dlr", RARE)]);
    let path = folder.path();
    let run = "deal rare.dlr -n 3000 --seed 3";
    let first = format!("{run} --threads 1 -o boards.oneline --stats counts.txt");
    let output = interrupt(path, &first, || has_begun(path));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let kept = ["boards.oneline.part", "counts.txt.part", "rare.dlr"];
    assert_eq!(names(path), kept, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    let part = fs::read_to_string(path.join("boards.oneline.part")).unwrap();
    let boards = part.lines().count();
    assert_eq!(
        lines[0],
        format!("fairdeal: stopped after {boards} of 3000 boards; they are in boards.oneline.part")
    );
    let next = boards + 1;
    let how = format!("-n 3000 --seed 3 --start {next} and another output file");
    assert_eq!(
        lines[1],
        format!("fairdeal: to go on, say the same with {how}")
    );

    printed(path, &format!("{run} --start {next} -o rest.oneline"));
    printed(path, &format!("{run} -o whole.oneline"));
    let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
    assert!(part + &read("rest.oneline") == read("whole.oneline"));
}

/// What happened to attempts until then is kept beside its place, whole lines of it.
#[test]
fn a_trace_that_was_cut_off_is_kept() {
    let spades = r#"{"profile_name": "Six spades", "dealer": "N", "tag": "Opener", "seat_profiles": {"N":
        {"subprofiles": [{"standard": {"spades": {"min_cards": 6, "max_cards": 6}, "total_min_hcp": 20}}]}}}"#;
    let folder = folder(&[("six.json", spades)]);
    let path = folder.path();
    let run = "deal six.json -n 1000000 --seed 3 --strategy reject --threads 1";
    let run = format!("{run} --trace=attempts.jsonl -o boards.oneline");
    let output = interrupt(path, &run, || has_begun(path));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    let kept = ["attempts.jsonl.part", "boards.oneline.part", "six.json"];
    assert_eq!(names(path), kept, "{said}");
    let told = "fairdeal: the attempts so far are in attempts.jsonl.part";
    assert!(said.lines().any(|line| line == told), "{said}");
    let lines = fs::read_to_string(path.join("attempts.jsonl.part")).unwrap();
    let is_json = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
    assert!(lines.ends_with('\n') && lines.lines().all(is_json));
}

#[test]
fn what_was_counted_is_told_and_nothing_is_written_for_no_boards() {
    let never = "condition rnd(1000000000000) == 1 action average \"points\" hcp(north)";
    let folder = folder(&[("never.dlr", never)]);
    // Nothing shows how far it is: it never comes to a board, so any moment will do.
    let began = std::time::Instant::now();
    let output = interrupt(folder.path(), "deal never.dlr -n 1 --seed 1", || {
        began.elapsed() > Duration::from_millis(300)
    });
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{said}");
    assert!(
        said.starts_with("fairdeal: stopped after 0 of 1 board\n"),
        "{said}"
    );
    assert!(said.contains("points  no boards"), "{said}");
    assert_eq!(names(folder.path()), ["never.dlr"]);
}

/// Boards of a session that was cut off stay as a part, and the command that is advised completes it.
#[test]
fn a_session_that_was_cut_off_is_completed() {
    let profile = r#"{"profile_name": "Rare", "dealer": "N", "tag": "Opener", "seat_profiles":
        {"N": {"subprofiles": [{"standard": {"spades": {"min_cards": 8}, "total_min_hcp": 15}}]}}}"#;
    let folder = folder(&[("rare.dlr", RARE), ("rare.json", profile)]);
    let path = folder.path();
    for (run, boards) in [
        ("deal rare.dlr -n 12000 --seed 3 --threads 1", 12_000),
        (
            "deal rare.json -n 600 --seed 3 --strategy reject --set reject_attempts=100000000 --threads 1",
            600,
        ),
    ] {
        let began = std::time::Instant::now();
        // It keeps its boards to the end, so nothing shows how far it is: any moment after the first will do.
        let output = interrupt(path, &format!("{run} --session friday"), || {
            began.elapsed() > Duration::from_millis(800)
        });
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{said}");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].starts_with("fairdeal: stopped after "), "{said}");
        assert!(
            lines[0].ends_with(&format!("of {boards} boards; they are in friday.part")),
            "{said}"
        );
        assert!(path.join("friday.part/manifest.json").exists() && !path.join("friday").exists());
        let next = lines[1].split_once("--start ").unwrap().1;
        let next = next.split(':').next().unwrap();
        assert!(
            lines[1].ends_with(": the folder is then completed"),
            "{said}"
        );
        // Another start is refused, and says which one is right.
        let wrong = format!("{run} --session friday --start 1");
        let refused = crate::fairdeal(path)
            .args(wrong.split_whitespace())
            .assert()
            .code(1);
        let refused = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
        assert!(
            refused.contains(&format!("it goes on from board {next}")),
            "{refused}"
        );

        printed(path, &format!("{run} --session friday --start {next}"));
        printed(path, &format!("{run} -o whole.lin"));
        let read = |name: &str| fs::read_to_string(path.join(name)).unwrap();
        assert_eq!(read("friday/boards.lin"), read("whole.lin"));
        assert!(read("friday/manifest.json").contains(&format!("\"boards\": {boards},")));
        assert!(!path.join("friday.part").exists());
        fs::remove_dir_all(path.join("friday")).unwrap();
        fs::remove_file(path.join("whole.lin")).unwrap();
    }
}

/// Counting, planning and leveling say what they were at.
#[test]
fn what_was_stopped_is_said() {
    let seat = |seat: &str| {
        format!(
            "(losers({seat}) == 7 and controls({seat}) > 2 and hcp({seat}) + spades({seat}) > 12 or hcp({seat}) < 9 and shape({seat}, any 5xxx))"
        )
    };
    let rich = ["north", "east", "south", "west"].map(seat).join(" and ");
    let rich =
        format!("condition {rich}\nHandType_A = hcp(north) < 9\nHandType_B = hcp(north) >= 9\n");
    let folder = folder(&[("rich.dlr", &rich)]);
    for (arguments, doing) in [
        ("odds rich.dlr --budget 100000000000", "counting"),
        ("level report rich.dlr --budget 100000000000", ""),
        ("report rich.dlr --budget 100000000000", "counting"),
    ] {
        let began = std::time::Instant::now();
        let output = interrupt(folder.path(), arguments, || {
            began.elapsed() > Duration::from_millis(700)
        });
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments}: {said}");
        assert!(
            said.contains("fairdeal: stopped while "),
            "{arguments}: {said}"
        );
        assert!(said.contains(doing), "{arguments}: {said}");
    }
}
