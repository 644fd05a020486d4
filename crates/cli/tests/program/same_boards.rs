//! A seed's boards are the same however they are asked for.

use crate::{fairdeal, folder, names, printed};

const SCRIPT: &str = "
    produce 60
    opens = spades(south) >= 5 and hcp(south) >= 12
    condition opens and hcp(north) + rnd(3) >= 8
    action printoneline(losers(south)), printes(\"draw \", rnd(1000), \\n), average \"points\" hcp(south)
";

#[test]
fn threads_and_shards_and_starts_make_no_difference() {
    let folder = folder(&[("script.dlr", SCRIPT)]);
    let deal = |more: &str| printed(folder.path(), &format!("deal script.dlr --seed 5 {more}"));
    let whole = deal("--threads 1");
    assert_eq!(whole.lines().count(), 120);
    assert_eq!(deal("--threads 2"), whole);
    assert_eq!(deal("--threads 7"), whole);
    for of in [1, 2, 7, 61] {
        let parts = (1..=of).map(|part| deal(&format!("--shard {part}/{of}")));
        assert_eq!(parts.collect::<String>(), whole, "{of} shards");
    }
    let lines = |from: usize| {
        whole
            .split_inclusive('\n')
            .skip(2 * (from - 1))
            .collect::<String>()
    };
    assert_eq!(deal("--start 1"), whole);
    assert_eq!(deal("--start 42"), lines(42));
    assert_eq!(deal("--start 61"), "");
    // A shard that was cut off goes on in its own part.
    assert_eq!(deal("--shard 2/2 --start 58"), lines(58));
    assert_eq!(deal("--shard 1/2 --start 58"), "");
}

#[test]
fn tries_are_counted_in_the_order_of_the_boards() {
    let folder = folder(&[("script.dlr", SCRIPT)]);
    let deal = |threads: u32| {
        let arguments = format!("deal script.dlr --seed 5 --generate 700 --threads {threads}");
        let assert = fairdeal(folder.path())
            .args(arguments.split_whitespace())
            .assert();
        let output = assert.code(1).get_output().clone();
        (output.stdout, String::from_utf8(output.stderr).unwrap())
    };
    let (boards, said) = deal(1);
    assert!(
        !boards.is_empty() && said.contains(" from 700 deals"),
        "{said}"
    );
    assert_eq!(deal(2), (boards, said));
}

#[test]
fn a_seed_that_nobody_chose_is_said_and_can_be_given_again() {
    let folder = folder(&[("script.dlr", SCRIPT)]);
    let assert = fairdeal(folder.path())
        .args(["deal", "script.dlr"])
        .assert();
    let output = assert.success().get_output().clone();
    let said = String::from_utf8(output.stderr).unwrap();
    let seed = said.lines().find_map(|line| line.split_once("; seed "));
    let (_, seed) = seed.expect("the seed is said");
    let again = printed(folder.path(), &format!("deal script.dlr --seed {seed}"));
    assert_eq!(again.as_bytes(), output.stdout);
}

#[test]
fn the_command_beats_the_script() {
    let script = "seed 9 produce 2 action printoneline";
    let folder = folder(&[("script.dlr", script)]);
    let deal = |more: &str| printed(folder.path(), &format!("deal script.dlr -q {more}"));
    assert_eq!(deal(""), deal("--seed 9 -n 2"));
    assert_ne!(deal(""), deal("--seed 8"));
    assert_eq!(deal("-n 5").lines().count(), 5);
    assert!(deal("--format text").starts_with("Board 1 "));
}

#[test]
fn standard_input_and_files_give_the_same() {
    let folder = folder(&[("script.dlr", SCRIPT)]);
    let whole = printed(folder.path(), "deal script.dlr --seed 5");
    let mut from_stdin = fairdeal(folder.path());
    from_stdin
        .args(["deal", "-", "--seed", "5"])
        .write_stdin(SCRIPT);
    from_stdin.assert().success().stdout(whole);
    printed(folder.path(), "deal script.dlr --seed 5 -o boards.oneline");
    let boards = std::fs::read_to_string(folder.path().join("boards.oneline")).unwrap();
    assert_eq!(
        boards,
        printed(folder.path(), "deal script.dlr --seed 5 --format oneline")
    );
    assert_eq!(names(folder.path()), ["boards.oneline", "script.dlr"]);
}

#[test]
fn statistics_go_where_they_are_asked_to() {
    let folder = folder(&[("script.dlr", SCRIPT)]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    for name in ["counts.json", "counts.csv", "counts.txt"] {
        let deal = format!("deal script.dlr --seed 5 --stats {name}");
        printed(folder.path(), &deal);
    }
    let json: serde_json::Value = serde_json::from_str(&read("counts.json")).unwrap();
    assert_eq!((&json["boards"], &json["seed"]), (&60.into(), &"5".into()));
    assert!(read("counts.csv").contains("points"));
    assert!(read("counts.txt").starts_with("points "));
    // Standard output is free when the boards are in a file, and standard error is JSON alone when it is not.
    let out = printed(
        folder.path(),
        "deal script.dlr --seed 5 --json -o boards.txt",
    );
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&out).unwrap(),
        json
    );
    let assert = fairdeal(folder.path())
        .args(["deal", "script.dlr", "--seed", "5", "--json"])
        .assert();
    let said = &assert.get_output().stderr;
    assert_eq!(
        serde_json::from_slice::<serde_json::Value>(said).unwrap(),
        json
    );
}

#[test]
fn check_tells_editors_of_headers_and_chat() {
    let scenario =
        "# alias: A\n# button-text: B\n/*@chat\nfirst\nsecond\n@chat*/\nhpc(north) > 3\n";
    let folder = folder(&[("scenario.btn", scenario)]);
    let assert = fairdeal(folder.path())
        .args(["check", "--json", "scenario.btn"])
        .assert();
    let json: serde_json::Value =
        serde_json::from_slice(&assert.code(1).get_output().stdout).unwrap();
    assert_eq!(json["headers"][1]["value"], "B");
    assert_eq!(json["chat"], "first\nsecond");
    assert_eq!(json["errors"], 1);
    assert_eq!(json["diagnostics"][0]["line"], 7);
}

#[cfg(unix)]
#[test]
fn a_link_named_dealer_is_the_classic_program() {
    let folder = folder(&[(
        "script.dlr",
        "produce 2 hcp(north) > 20 action printoneline",
    )]);
    let link = folder.path().join("dealer");
    std::os::unix::fs::symlink(crate::binary(), &link).unwrap();
    let mut dealer = assert_cmd::Command::new(&link);
    dealer
        .current_dir(folder.path())
        .args(["-v", "-s", "1", "script.dlr"]);
    let output = dealer.assert().success().get_output().stdout.clone();
    let ours = printed(folder.path(), "dealer -v -s 1 script.dlr");
    assert_eq!(String::from_utf8(output).unwrap(), ours);
    assert!(ours.starts_with("n "), "{ours}");
}
