//! What the program says beside its output: exit codes, errors, warnings and the progress meter.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::{Duration, SystemTime};

use space::Watch;

use crate::{lasting, run};

/// Runs a script from standard input.
fn script(switches: &str, text: &str) -> (String, String, u8) {
    let args = switches.split_whitespace().map(Into::into).collect();
    let (output, errors, code) = run(args, text);
    (lasting(&output), errors, code)
}

#[test]
fn faults_are_warned_of_only_where_a_script_relies_on_them() {
    for (switches, text, warning) in [
        ("", "altcount 3 1 1", "redefines pt1 here"),
        (
            "",
            "altcount 8 1 1",
            "redefines top3 (pt6), and losers with it, here",
        ),
        ("", "predeal spades(north) == 5", "ignores predealt lengths"),
        ("-2", "predeal east SA", "swapping moves predealt cards"),
        (
            "",
            "action average imps(hcp(north))",
            "one too many for 420",
        ),
        ("", "/* a > b */", "prints the <, >, E, O and F"),
        ("", "/* East */", "prints the <, >, E, O and F"),
        (
            "-p 10",
            "action average 1000000000",
            "adds averages up in 32 bits",
        ),
        ("-p 1", "action printpbn", "turns -v round"),
        ("", "hcp(north) * 1000000000 > 5", "computes in 32 bits"),
    ] {
        let (_, errors, code) = script(&format!("-s 1 -g 100 {switches}"), text);
        assert_eq!(code, 0, "{text}: {errors}");
        assert!(errors.contains(warning), "{text}: {errors}");
    }
    let fair = "predeal east SA pointcount 6 4 2 1 // E > F\n/* east */ hcp(north) > 5 action average losers(east), printpbn";
    let (_, errors, _) = script("-s 1 -p 2", fair);
    assert_eq!(errors, "");
}

#[test]
fn what_cannot_be_run_is_an_error_with_its_place() {
    for (text, message) in [
        ("hpc(north) > 5", "hpc"),
        ("condition hcp(north) >", "error"),
        ("x = 1 x = 2", "x has a meaning already"),
        ("action average tricks(north, spades)", "double dummy"),
        ("action evalcontract", "evalcontract"),
        (
            "action csvrpt(hcp(north))",
            "csvrpt is not an action of the classic program",
        ),
        (
            "action frequency \"f\" (hcp(north), 0, 9999, hcp(south), 0, 9999)",
            "the frequency of f has more than",
        ),
        ("predeal north SA east SA", "SA is predealt twice"),
        ("1 / (hcp(north) - hcp(north)) == 1", "division by zero"),
    ] {
        let (output, errors, code) = script("-s 1 -p 1", text);
        assert_eq!((output.as_str(), code), ("", 255), "{text}");
        assert!(errors.contains(message), "{text}: {errors}");
    }
    let (_, errors, code) = run(vec!["no such file".into()], "");
    assert_eq!(code, 255);
    assert!(errors.starts_with("no such file: No such file"), "{errors}");
}

#[test]
fn switches_that_do_not_deal_say_so() {
    let (_, errors, code) = script("-h", "");
    assert!(
        errors.starts_with("Usage: dealer [-023ehuvmqV]") && code == 255,
        "{errors}"
    );
    let (_, errors, code) = script("-z", "");
    assert!(
        errors.starts_with("dealer: invalid option -- 'z'\nUsage") && code == 255,
        "{errors}"
    );
    let (output, _, code) = script("-e", "");
    assert_eq!(
        (output.as_str(), code),
        ("Exhaust mode not included in this executable\n", 1)
    );
    let (output, _, code) = script("-V", "");
    assert!(output.starts_with("Version info....\n") && code == 1);
    let (_, errors, code) = script("-s 9223372036854775808", "");
    assert!(errors.starts_with("Seed overflow") && code == 255);
    let (_, errors, code) = script("-l 1", "");
    assert_eq!(
        (errors.as_str(), code),
        ("Cannot find or open library file\n", 255)
    );
}

#[test]
fn the_meter_shows_each_percent_that_is_done() {
    let (_, errors, _) = script("-m -s 1 -p 3", "action average 1");
    let blank = " ".repeat(38);
    let done = [
        "Calculating...  0",
        "Calculating... 33",
        "Calculating... 66",
        "Calculating... 100",
    ];
    assert_eq!(
        errors,
        done.join("% complete\r") + "% complete\r" + &blank + "\r"
    );
    let (_, errors, _) = script("-m -s 1 -g 10", "condition 0");
    assert_eq!(errors, format!("Calculating...  0% complete\r{blank}\r"));
}

#[test]
fn limits_fall_where_they_always_fell() {
    let generated = |switches: &str, text: &str| {
        let (output, _, _) = script(&format!("-s 1 {switches}"), text);
        let lines: Vec<&str> = output.lines().collect();
        let number = |line: &str| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        (
            number(lines[lines.len() - 3]),
            number(lines[lines.len() - 2]),
        )
    };
    assert_eq!(generated("", "action printoneline"), (40, 40));
    assert_eq!(generated("", "action average 1, printes(\"\")"), (40, 40));
    assert_eq!(generated("", "condition 0"), (10_000_000, 0));
    assert_eq!(generated("", "generate 500 action average 1"), (500, 500));
    assert_eq!(generated("", "generate 500 produce 7 produce 9"), (7, 7));
    assert_eq!(generated("-p 3", "produce 7"), (3, 3));
    assert_eq!(generated("-p -3", "produce 7"), (0, 0));
    assert_eq!(
        generated("-p 0 -g 70", "produce 0 action average 1"),
        (70, 70)
    );
}

#[test]
fn without_a_seed_the_clock_gives_one_and_patience_ends() {
    // A clock that goes on by one second at each look.
    let looks = Cell::new(0);
    let clock = || {
        looks.set(looks.get() + 1);
        SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000 + looks.get())
    };
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let surroundings = classic::Surroundings {
        stdin: &mut "condition 0".as_bytes(),
        stdout: &mut stdout,
        stderr: &mut stderr,
        clock: &clock,
    };
    let code = classic::run(
        ["-t", "3"].map(Into::into).into_iter(),
        surroundings,
        &Watch::default(),
    );
    let output = String::from_utf8(stdout).unwrap();
    assert_eq!(
        output,
        "Generated 12288 hands\nProduced 0 hands\nInitial random seed 1000000001\nTime needed    4.000 sec\n"
    );
    assert_eq!((stderr, code), (Vec::new(), 1));
}

#[test]
fn texts_are_printed_in_the_bytes_they_were_written_in() {
    for (name, bytes) in [("UTF-8", "caf\u{e9}".as_bytes()), ("Latin-1", b"caf\xe9")] {
        let script = [
            b"action printes(\"",
            bytes,
            b"\"), average \"",
            bytes,
            b"\" 1, frequency \"",
            bytes,
            b"\" (1, 1, 1)",
        ]
        .concat();
        let mut stdout = Vec::new();
        let surroundings = classic::Surroundings {
            stdin: &mut &script[..],
            stdout: &mut stdout,
            stderr: &mut io::sink(),
            clock: &SystemTime::now,
        };
        let args = ["-v", "-p", "1"].map(Into::into).into_iter();
        assert_eq!(classic::run(args, surroundings, &Watch::default()), 0);
        let expected = [
            bytes,
            bytes,
            b": 1\nFrequency ",
            bytes,
            b":\n    1\t       1\n",
        ]
        .concat();
        assert_eq!(stdout, expected, "{name}");
    }
}

/// A reader that went away.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut stderr = Vec::new();
    let surroundings = classic::Surroundings {
        stdin: &mut "action printall".as_bytes(),
        stdout: &mut Closed,
        stderr: &mut stderr,
        clock: &SystemTime::now,
    };
    let args = ["-s", "1", "-p", "1000000"].map(Into::into).into_iter();
    assert_eq!(classic::run(args, surroundings, &Watch::default()), 0);
    assert_eq!(stderr, Vec::<u8>::new());
}

/// A writer that stops the run at its first board.
struct StopAtFirst<'a>(Vec<u8>, &'a Watch);

impl Write for StopAtFirst<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.stop();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_stop_ends_the_run_soon_and_keeps_what_was_printed() {
    let watch = Watch::default();
    let mut stdout = StopAtFirst(Vec::new(), &watch);
    let args = ["-s", "1", "-p", "1000000"].map(Into::into).into_iter();
    let surroundings = classic::Surroundings {
        stdin: &mut "action printoneline".as_bytes(),
        stdout: &mut stdout,
        stderr: &mut io::sink(),
        clock: &|| SystemTime::UNIX_EPOCH,
    };
    assert_eq!(classic::run(args, surroundings, &watch), classic::STOPPED);
    let lines = stdout.0.iter().filter(|&&byte| byte == b'\n').count();
    let progress = watch.progress();
    assert_eq!((progress.doing, progress.of), ("dealing", Some(1_000_000)));
    assert_eq!(lines as u64, progress.done);
    // It prints by blocks of 64 KB, a thousand lines, and looks at the watch every 256 deals.
    assert!((256..2_000).contains(&progress.done), "{progress:?}");
    assert!(progress.done <= 256 * watch.looks());
    assert!(!String::from_utf8_lossy(&stdout.0).contains("Generated"));
}
