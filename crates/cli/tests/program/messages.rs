//! What the command says: one table of what is typed, with which files, and what must come out.

use std::path::Path;

use crate::{fairdeal, folder, names};

/// What is typed, what the script `a.dlr` says, and what must be among what is printed, in this order. A line that begins with
/// `not: ` must not be there.
struct Case {
    typed: &'static [&'static str],
    script: &'static str,
    says: &'static [&'static str],
}

const fn case(
    typed: &'static [&'static str],
    script: &'static str,
    says: &'static [&'static str],
) -> Case {
    Case {
        typed,
        script,
        says,
    }
}

const CHECK: &[&str] = &["check", "a.dlr"];

const TWO_TYPES: &str = "HandType_Weak = hcp(south) < 10\nHandType_Strong = hcp(south) > 9\nc1 = hascard(west, 2C)\n\
    condition (HandType_Weak and c1) or HandType_Strong\n";

const KEPT_TYPES: &str = "weak = hcp(south) < 10\nstrong = hcp(south) > 9\nroll = rnd(1000)\nlevelWeak = weak and roll < 139\n\
    levelStrong = strong\nlevelTheDeal = levelWeak or levelStrong\ncondition levelTheDeal\n";

const ONE_BOARD: &str = "[Board \"1\"]\n[Dealer \"N\"]\n[Vulnerable \"None\"]\n\
    [Deal \"N:AKJ8.AK.JT64.KT5 T9643.72.3.AJ762 5.QJ6543.K87.843 Q72.T98.AQ952.Q9\"]\n\n";

#[rustfmt::skip]
const CASES: &[Case] = &[
    // In one line.
    case(&["odds", "-e", "hcp(north) == 0"], "", &["195211110454559719309440000 deals qualify", "counted exactly", "1 in 274.80"]),
    case(&["odds", "-e", "hascard(north, KS)", "--given", "hascard(north, AS)"], "", &["given: ", "of these qualify: counted exactly", "probability 0.235294117647"]),
    case(&["odds", "-e", "hcp(south) > 9 and rnd(2) == 0", "--given", "hcp(north) > 20"], "", &["given: ", "estimated, not counted", "95% interval"]),
    case(&["odds", "a.dlr", "--given", "long"], "long = spades(north) > 6\nhascard(north, AS) and long", &["counted exactly", "probability 0."]),
    case(&["odds", "-e", "hcp(north) > 3", "--given", "hcp(north) > 40"], "", &["no deal satisfies what is given"]),
    case(&["odds", "-e", "hcp(north) > 3", "--given", "hcp(nort) > 4"], "", &["there is no seat nort", "--given:1:5", "did you mean north?"]),
    case(&["odds", "-e", "hcp(north) > 3", "--given", "-4 < hcp(south)"], "", &["probability 0."]),
    case(&["odds", "-e", "hcp(north) > 3", "--given", "produce 4"], "", &["what is given is one condition, and nothing else"]),
    case(&["odds"], "", &["name a script or a profile, or write a condition after -e"]),
    case(&["odds", "a.dlr", "-e", "1"], "1", &["give a file or -e, not both"]),
    case(&["deal", "-n", "2", "--seed", "1", "--format", "oneline"], "", &["n ", "\nn ", "not: \nn \nn ", "2 boards"]),
    case(&["deal", "-e", "hcp(north) > 30", "-n", "1", "--seed", "1", "--format", "oneline"], "", &["n ", "1 board"]),
    case(&["explain", "-e", "hcp(north) > 20 and hcp(south) > 20"], "", &["no deal satisfies the condition", "these clash", "command line:1:1"]),
    case(&["check", "-e", "hpc(north) > 20"], "", &["there is no function hpc", "command line:1:1"]),
    case(&["examples"], "", &["one-notrump", "weak-two", "weak-two-defence"]),
    case(&["examples", "weak-tow"], "", &["there is no example weak-tow (did you mean weak-two?)"]),
    case(&["examples", "weak-two"], "", &["# alias: WeakTwo", "condition"]),
    case(&["deal", "weak-two", "-n", "1", "--format", "oneline"], "", &["n ", "1 board"]),
    case(&["words", "balanced"], "", &["shape(seat", "How it is written", "shape(north, any 4333 + any 4432 + any 5332)"]),
    case(&["words", "1nt"], "", &["hcp(seat", "shape(seat", "hcp(north) >= 15 and hcp(north) <= 17"]),
    case(&["words", "quallity"], "", &["did you mean quality?"]),
    // One finding an error, errors first, repeats once.
    case(CHECK, "unused = 1\na = usereval(1)\nb = usereval(2) + usereval(3)\na + b > 3\n", &["error[unknown-word]: there is no function usereval, 3 times", "1 error", "not: usereval, 2 times"]),
    case(CHECK, "unused = 1\nhcp(north) > 3\nlast = hpc(north)\nlast > 2", &["error[unknown-word]", "warning[replaced-condition]", "1 error, "]),
    // A missing quote.
    case(CHECK, "action printes(\"one\"),\n  average \"points hcp(north),\n  average \"tricks\" hcp(south),\n  average \"more\" hcp(east)\n", &["a \" is missing on this line", "a.dlr:2:11", "1 error\n", "not: a.dlr:4"]),
    case(CHECK, "action average \"points hcp(north),\n  average \"tricks hcp(south)\nproduce 3\n", &["a \" is missing on this line", "a.dlr:1:16", "1 error"]),
    case(CHECK, "action printes(\"two\nlines\"),\n  average \"points hcp(north)\n", &["a.dlr:3:11", "not: a.dlr:1"]),
    case(CHECK, "action average \"points hcp(north),\n  average \"length spades(south)\nproduce 3\n", &["a \" is missing on this line", "a.dlr:1:16", "1 error"]),
    // No hint may be wrong.
    case(CHECK, "starter west\nhcp(west) > 11\n", &["there is no statement starter", "1 error", "not: give it one first"]),
    case(CHECK, "produse 12\nhcp(west) > 11\n", &["there is no statement produse", "did you mean produce?"]),
    case(CHECK, "opens and hcp(west) > 11\n", &["opens has no meaning here", "give it one first: opens = "]),
    // Files.
    case(&["check", "b.dlr"], "1", &["cannot read b.dlr: there is no such file", "not: did you mean"]),
    case(&["check", "a"], "1", &["did you mean a.dlr?"]),
    case(&["convert", "a.dlm", "b.lin"], "1", &["cannot read a.dlm: there is no such file; did you mean a.dlr?"]),
    case(&["check", "no/b.dlr"], "1", &["there is no folder no"]),
    case(CHECK, "% PBN 2.1\n[Event \"\"]\n[Deal \"N:...\"]\n", &["a.dlr has boards, as PBN, and is no dealer script", "--from"]),
    case(CHECK, "qx|o1|md|3SAK,,|rh||ah|Board 1|sv|o|pg||\n", &["a.dlr has boards, as LIN, and is no dealer script"]),
    case(CHECK, "%PDF-1.7 and so on", &["a.dlr is a PDF file, and no dealer script: a script is a text"]),
    case(CHECK, "{\"profile_name\": 1}", &["a.dlr is JSON, and no dealer script: a hand profile is a file whose name ends with .json"]),
    case(CHECK, "{\"number\":1,\"hands\":{\"N\":null}}", &["a.dlr has boards, as JSON"]),
    case(CHECK, "<!DOCTYPE html><html>", &["a.dlr is a page of the web"]),
    case(CHECK, "# nothing yet\n", &["this script is empty: every deal qualifies"]),
    case(&["deal", "a.dlr", "-n", "1", "--format", "oneline"], "", &["this script is empty", "1 board"]),
    case(&["check", "a.dlr/b.dlr"], "1", &["there is no folder a.dlr"]),
    case(&["deal", "-n", "1", "-o", "a.dlr/b.pbn"], "1", &["cannot write a.dlr/b.pbn: a.dlr is a file, and no folder", "not: os error"]),
    case(&["deal", "-n", "1", "--key", "nokey"], "", &["cannot read nokey: there is no such file", "not: os error"]),
    case(&["deal", "-n", "1", "-o", "a.dlr/"], "1", &["a.dlr/ is there already", "not: os error"]),
    case(&["deal", "-n", "1", "-o", "new/b.pbn"], "1", &["there is no folder new: make it first, with mkdir new"]),
    case(&["deal", "-n", "1", "-o", "new/"], "1", &["1 board"]),
    case(&["deal", "-n", "1", "-o", "new/deep/"], "1", &["there is no folder new: make it first, with mkdir new"]),
    case(&["examples", "weak-two", "-o", "new/"], "1", &["new/ is the name of a folder: name a file in it"]),
    case(&["examples", "-o", "new/"], "1", &["wrote new/one-notrump.dlr"]),
    case(&["euchre", "worlds", "a.dlr/b.json"], "1", &["cannot read a.dlr/b.json", "not: os error"]),
    case(&["profile", "list", "--store", "a.dlr"], "1", &["cannot read a.dlr", "not: os error"]),
    // Options without effect.
    case(&["deal", "-n", "1", "--format", "lin", "-o", "x.pbn"], "", &["x.pbn: the file is called .pbn, and has LIN in it"]),
    case(&["deal", "-n", "1", "--players", "--plot", "-o", "x.pbn"], "", &["a place for players has no effect on pbn", "--plot has no effect"]),
    case(&["deal", "a.dlr", "-n", "1", "--param", "3=4", "-o", "x.pbn"], "hcp(north) > $2 + 0", &["--param 3 has no effect"]),
    case(&["deal", "-e", "hcp(north) > 36", "--all", "--seed", "4", "--shard", "1/1000000000", "--quiet"], "", &["not: --seed has no effect"]),
    case(&["deal", "a.dlr", "-n", "1", "--plot", "--json", "-o", "x.pbn"], "hcp(north) > 3 action frequency \"x\" (hcp(north), 0, 9)", &["--plot has no effect on JSON and CSV"]),
    case(&["deal", "a.dlr", "-n", "1", "--plot", "--stats", "x.csv", "-o", "x.pbn"], "hcp(north) > 3 action frequency \"x\" (hcp(north), 0, 9)", &["--plot has no effect on JSON and CSV"]),
    case(&["deal", "a.dlr", "-n", "1", "--plot", "-o", "x.pbn"], "hcp(north) > 3 action frequency \"x\" (hcp(north), 0, 9)", &["not: --plot has no effect"]),
    case(&["level", "report", "a.dlr", "--plot", "--json"], TWO_TYPES, &["--plot has no effect with --json"]),
    case(&["level", "report", "a.dlr", "a.dlr", "--plot"], TWO_TYPES, &["--plot has no effect with several files"]),
    case(&["level", "report", "a.dlr", "--plot"], TWO_TYPES, &["not: --plot has no effect"]),
    case(&["level", "write", "a.dlr", "--style", "rnd", "--pilots", "6"], TWO_TYPES, &["--pilots has no effect with --style rnd"]),
    case(&["level", "write", "a.dlr", "--style", "rnd", "--pilots", "6", "--quiet"], TWO_TYPES, &["not: --pilots has no effect"]),
    case(&["level", "write", "a.dlr", "--pilots", "4"], TWO_TYPES, &["not: --pilots has no effect"]),
    case(&["level", "rates", "a.dlr", "--shares", "40,60"], TWO_TYPES, &["--shares has no effect without --solve"]),
    case(&["level", "rates", "a.dlr", "--shares", "40,60", "--solve"], TWO_TYPES, &["not: --shares has no effect"]),
    case(&["solve", "a.dlr", "--from", "pbn", "--lead", "--no-cache", "--contract", "3NT", "--by", "south"], ONE_BOARD, &["--no-cache has no effect with --lead"]),
    case(&["solve", "a.dlr", "--from", "pbn", "--no-cache"], ONE_BOARD, &["not: --no-cache has no effect"]),
    // What a script counts, quietly: only if it is asked for, or all there is.
    case(&["deal", "a.dlr", "-n", "1", "-q", "-o", "x.pbn"], "hcp(north) > 3 action printall, average \"points\" hcp(north)", &["not: points"]),
    case(&["deal", "a.dlr", "-n", "1", "-q", "--plot", "-o", "x.pbn"], "hcp(north) > 3 action printall, frequency \"points\" (hcp(north), 0, 37)", &["Frequency points", "100.00%", "████"]),
    case(&["deal", "a.dlr", "-n", "1", "-q"], "hcp(north) > 3 action average \"points\" hcp(north)", &["points", "not: 1 board"]),
    // Pictures of what is counted.
    case(&["odds", "a.dlr", "--plot"], "hcp(north) > 35 action frequency \"points\" (hcp(north), 36, 37)", &["counted exactly", "Frequency points:", "36", "████████", "37", "██▋"]),
    case(&["odds", "a.dlr", "--plot"], "hcp(north) > 3", &["1 in ", "--plot has no effect: the script counts no frequency"]),
    case(&["odds", "a.dlr", "a.dlr", "--plot"], "hcp(north) > 3", &["--plot and --stats are for one script"]),
    case(&["odds", "a.dlr", "--stats", "x.png"], "hcp(north) > 3", &["--stats cannot write .png: name a file that ends with .txt, .json, .csv, .svg, .html"]),
    case(&["deal", "a.dlr", "-n", "1", "--stats", "x.jpeg"], "hcp(north) > 3", &["--stats cannot write .jpeg", "not: 1 board"]),
    case(&["deal", "a.dlr", "-n", "1", "--plot", "--stats", "x.svg", "-o", "x.pbn"], "hcp(north) > 3 action frequency \"x\" (hcp(north), 0, 9)", &["not: --plot has no effect"]),
    // Nothing is written over for good.
    case(&["convert", "--from", "pbn", "--to", "pbn", "--turn", "1", "a.dlr", "a.dlr"], ONE_BOARD, &["fairdeal: a.dlr was there already; what was in it is now in a.dlr~"]),
    case(&["convert", "--from", "pbn", "--to", "pbn", "--turn", "1", "-q", "a.dlr", "a.dlr"], ONE_BOARD, &["not: a.dlr"]),
    case(&["odds", "-e", "hcp(north) > 3", "--stats", "a.dlr"], "1", &["--stats cannot write .dlr"]),
    // Formats to read are those that can be read.
    case(&["convert", "a.parquet", "y.pbn"], "", &["the name a.parquet does not tell the format: say --from and one of ", "pbn", "not: html", "not: pdf"]),
    case(&["convert", "a.pbn", "y.parquet"], "", &["the name y.parquet does not tell the format: say --to and one of ", "html", "pdf"]),
    // Hand types where they are kept.
    case(&["level", "report", "a.dlr"], KEPT_TYPES, &["weak", "strong", "not: no hand types"]),
    case(CHECK, "HandType_Weak = hcp(south) < 10\nHandType_Weak_Share = 2\nHandType_Strong = hcp(south) > 9\n", &["warning[type-without-share]: HandType_Strong has no share"]),
    case(&["level", "report", "a.dlr"], "HandType_Weak = hcp(south) < 10\nHandType_Weak_Share = 2\nHandType_Strong = hcp(south) > 9\n", &["66.67%", "33.33%"]),
    // Lints.
    case(CHECK, "HandType_Weak = hcp(south) < 10\nLevelType_Long = spades(south) > 5\nhcp(south) > 3", &["nothing wrong"]),
    case(CHECK, "hearts(west) == (3 or 4)", &["3 or 4 is 1, whatever the cards", "write hearts(west) == 3 or hearts(west) == 4", "1 warning"]),
    case(CHECK, "hearts(west) == 3 or 4", &["4 alone is always true"]),
    case(CHECK, "hcp(north) > 3 action printes(\"points\\n\", hcp(north))", &["inside a text, \\n is printed as it stands", "1 warning"]),
    case(CHECK, "cccc(north) >= 12", &["cccc counts in hundredths: 12 is 0.12 here", "write 12.00, or 1200"]),
    case(CHECK, "ltc(north) < 7", &["ltc counts in hundredths: 7 is 0.07 here"]),
    case(CHECK, "hcp(south) >= 10.0", &["hcp does not: 10.0 is 1000 here", "write 10"]),
    case(CHECK, "hcp(south) > 3 produce -3", &["error[number-below-zero]: produce needs a whole number, 0 or more", "write produce 3"]),
    case(CHECK, "predeal north SKA\nhcp(south) > 3", &["cards are written from the highest to the lowest", "write SAK", "1 error\n"]),
    case(CHECK, "predeal north SAA\nhcp(south) > 3", &["a card is named twice here", "write SA"]),
    case(CHECK, "predeal north sak\nhcp(south) > 3", &["cards are written in capitals", "write SAK"]),
    case(CHECK, "hascard(north, as)", &["a card is written in capitals", "write AS"]),
    case(CHECK, "odd = hcp(north) > 20 and aces(north) == 0 and kings(north) == 0\nhcp(south) > 3 or odd", &["warning[never-true]: odd is true for no deal", "1 warning"]),
    case(CHECK, "hcp(south) > 4 and spades(south) > 2 and hcp(south)>4", &["warning[said-twice]: this is said twice", "here already", "1 warning"]),
    case(CHECK, "a = hcp(south) > 4\na or a", &["warning[said-twice]"]),
    case(CHECK, "a = rnd(3) == 0\na or a or hcp(south) > 4", &["nothing wrong"]),
    case(CHECK, "hcp(south) > 4 or hcp(north) > 4 and hcp(east) > 5", &["warning[and-before-or]: and binds before or here", "this goes together"]),
    case(CHECK, "hcp(south) > 4 or (hcp(north) > 4 and hcp(east) > 5)", &["nothing wrong"]),
    // A name defined again.
    case(CHECK, "a = hcp(south) > 4\na = hcp(south) > 5\na", &["a has a meaning already: the classic program stops at this definition", "a.dlr:2:1", "first defined here", "--last-wins takes the last"]),
    case(&["check", "a.dlr", "--last-wins"], "a = hcp(south) > 4\na = hcp(south) > 5\na", &["nothing uses a", "1 warning"]),
    case(&["odds", "a.dlr", "--last-wins"], "a = hcp(south) > 4\na = a and hcp(south) > 36\na", &["1 in 158"]),
    case(&["check", "--json", "a.dlr"], "a = hcp(south) > 4\na = hcp(south) > 5\na", &["\"end_line\": 2", "\"end_column\": 2", "\"label\": \"first defined here\"", "\"line\": 1", "\"end_column\": 2"]),
    case(&["odds", "--json", "a.dlr"], "a = hcp(south) > 4\na = hcp(south) > 5\na", &["\"end_column\": 2", "\"label\": \"first defined here\""]),
    // The clash that an explanation shows.
    case(CHECK, "condition hcp(north) >= 20 and spades(north) >= 5 and hcp(south) >= 12 and hcp(east) > 8", &["warning[never]", "these clash: without any one of them, there are deals", "and this"]),
];

#[test]
fn every_case_says_what_it_must() {
    let mut wrong = Vec::new();
    for case in CASES {
        let folder = folder(&[("a.dlr", case.script)]);
        let store = folder.path().join("shelf");
        let output = fairdeal(folder.path())
            .args(case.typed)
            .env("FAIRDEAL_STORE", store)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        let mut rest = &said[..];
        for part in case.says {
            if let Some(part) = part.strip_prefix("not: ") {
                if said.contains(part) {
                    wrong.push(format!(
                        "{:?} {:?} says {part:?}:\n{said}",
                        case.typed, case.script
                    ));
                }
                continue;
            }
            // Words about boards go to standard error, boards to standard output: either may come first.
            match (rest.find(part), said.contains(part)) {
                (Some(at), _) => rest = &rest[at + part.len()..],
                (None, true) => {}
                (None, false) => {
                    wrong.push(format!(
                        "{:?} {:?} lacks {part:?}:\n{said}",
                        case.typed, case.script
                    ));
                }
            }
        }
        if said.contains("os error") || said.contains("panicked") || said.contains(".fairdeal-") {
            wrong.push(format!("{:?} {:?}:\n{said}", case.typed, case.script));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The lines of the help that one begins with.
#[test]
fn a_beginner_needs_nothing_but_the_program() {
    let folder = folder(&[]);
    let help = crate::printed(folder.path(), "--help");
    let lines = help
        .lines()
        .skip_while(|line| !line.starts_with("Begin with"));
    let lines = lines.skip(1).take_while(|line| !line.is_empty());
    let mut run = 0;
    for line in lines {
        let typed = line.trim().split("   ").next().unwrap();
        let mut arguments = Vec::new();
        for (number, part) in typed.split('\'').enumerate() {
            if number % 2 == 1 {
                arguments.push(part);
            } else {
                arguments.extend(part.split_whitespace());
            }
        }
        assert_eq!(arguments.remove(0), "fairdeal", "{line}");
        let output = fairdeal(folder.path())
            .args(&arguments)
            .env("FAIRDEAL_STORE", folder.path().join("shelf"))
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        // Without a terminal there is nobody to ask.
        assert!(
            output.status.success() || said.contains("terminal"),
            "{line}: {said}"
        );
        run += 1;
    }
    assert!(run >= 5, "{help}");
    assert_eq!(names(folder.path()), ["friday.pbn", "mine.dlr"]);
}

/// A folder of forty scripts, two of them bad, through every command that takes a folder.
#[test]
fn a_library_is_asked_as_a_whole() {
    let library = folder(&[
        ("bad.dlr", "condition hpc(north) > 3\n"),
        ("boards.dlr", "[Event \"\"]\n[Deal \"N:...\"]\n"),
    ]);
    let inner = library.path().join("generated");
    std::fs::create_dir(&inner).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    for entry in std::fs::read_dir(examples).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "dlr") {
            std::fs::copy(&path, library.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    for number in 0..34 {
        let (low, long) = (8 + number % 9, 4 + number % 3);
        let text = format!(
            "HandType_Low = hcp(south) < {low} + 3\nHandType_High = hcp(south) >= {low} + 3\n\
             fits = spades(south) >= {long} and spades(north) >= 3\n\
             condition fits and hcp(south) >= {low}\n"
        );
        std::fs::write(inner.join(format!("g{number:02}.dlr")), text).unwrap();
    }
    for (typed, has) in [
        ("check .", "warnings"),
        ("odds .", "1 in"),
        ("level report .", "Low "),
    ] {
        let began = std::time::Instant::now();
        let output = fairdeal(library.path())
            .args(typed.split(' '))
            .output()
            .unwrap();
        let table = String::from_utf8(output.stdout).unwrap();
        println!(
            "$ fairdeal {typed}\n{table}({:.1} s)\n",
            began.elapsed().as_secs_f64()
        );
        assert_eq!(output.status.code(), Some(1), "two are bad\n{table}");
        assert!(table.contains("41 scripts, 2 with errors; "), "{table}");
        assert!(
            table.contains("generated/g33.dlr") && table.contains(has),
            "{table}"
        );
        assert!(table.contains("has boards, as PBN"), "{table}");
    }
    // A copy is written of what has hand types, and not again of a script as it is.
    let copies = folder(&[]);
    let write = |summary: &str| {
        let output = fairdeal(library.path())
            .args(["level", "write", "--all", ".", "-o"])
            .arg(copies.path().join("leveled"))
            .output()
            .unwrap();
        let table = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "two are bad\n{table}");
        assert!(table.contains(summary), "{table}");
    };
    write("41 scripts, 36 written, 0 up to date, 2 with errors; ");
    write("41 scripts, 0 written, 36 up to date, 2 with errors; ");
    let copy = std::fs::read_to_string(copies.path().join("leveled/generated/g05.dlr")).unwrap();
    assert!(copy.contains("# leveled-from: ") && copy.contains("### BEGIN GENERATED LEVELING ###"));
    let changed = std::fs::read_to_string(inner.join("g05.dlr")).unwrap() + "# changed\n";
    std::fs::write(inner.join("g05.dlr"), changed).unwrap();
    write("41 scripts, 1 written, 35 up to date, 2 with errors; ");
    // A script without averages has none to take types from, and is not wrong for that.
    let plain = folder(&[("a.dlr", "condition hcp(south) > 3\n")]);
    let output = fairdeal(plain.path())
        .args(["level", "write", "--all", ".", "--from-averages", "-o"])
        .arg(copies.path().join("by averages"))
        .output()
        .unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.contains("average") && !table.contains("with errors"),
        "{table}"
    );
    // A script without hand types has none to be leveled, and is not wrong for that.
    let without = crate::printed(library.path(), "level report weak-two.dlr one-notrump.dlr");
    assert!(
        without.contains("no hand types") && without.contains("2 scripts; "),
        "{without}"
    );
    let one = crate::printed(library.path(), "odds generated/g05.dlr --json");
    let one: serde_json::Value = serde_json::from_str(&one).unwrap();
    let all = crate::printed(library.path(), "odds generated weak-two.dlr --json");
    let all: serde_json::Value = serde_json::from_str(&all).unwrap();
    assert_eq!(all["scripts"].as_array().unwrap().len(), 35);
    assert_eq!(all["scripts"][5]["probability"], one["probability"]);
    assert_eq!(all["scripts"][34]["file"], "weak-two.dlr");
}
