//! Reading anything at all: the corpus, thousands of mutations of it, and scripts made to be too much.
//!
//! Nothing here may panic or run away. The work is bounded by counts, so the test takes the same steps on any machine.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bridge::Deal;
use condition::{Evaluator, NoOracle};
use script::{CompileOptions, Folders, Input, Settings, compile, lint, parse, portable};

fn corpus() -> Vec<(PathBuf, String)> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/corpus", "../../examples"].map(|folder| here.join(folder));
    let entries = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "dlr"));
    files.sort();
    let read = |path: PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// Everything that can be done with a text. Returns how many errors it has.
fn exercise(text: &str) -> usize {
    let settings = Settings {
        includes: Arc::new(Folders(vec![
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"),
        ])),
        parameters: [
            (1, "hcp(north) > 3".to_owned()),
            (2, "shape{north, \u{e9}}".to_owned()),
        ]
        .into(),
        appended: Some(("appended".to_owned(), "more = hcp(south)\n".to_owned())),
        given: Some(("given".to_owned(), "hcp(east) > 3".to_owned())),
        columns: vec![("column".to_owned(), "hcp(west)".to_owned())],
        last_wins: text.len().is_multiple_of(2),
    };
    let Ok(input) = Input::from_text("fuzz", text) else {
        return 1;
    };
    let (script, mut diagnostics) = parse(&input, &settings);
    let options = CompileOptions {
        double_dummy: true,
        ..CompileOptions::default()
    };
    match compile(&script, &options) {
        Ok(compiled) => {
            let mut evaluator = Evaluator::new(&compiled.condition);
            let deal = Deal::default();
            let _ = evaluator.holds(&deal, &mut NoOracle);
            for value in 0..compiled.condition.values().len().min(50) {
                let _ = evaluator.value(value, &deal, &mut NoOracle);
            }
        }
        Err(errors) => diagnostics.extend(errors),
    }
    let errors = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error())
        .count();
    diagnostics.extend(lint(&script));
    diagnostics.extend(portable(&script));
    for diagnostic in &diagnostics {
        let located = diagnostic.located(&script.sources);
        assert!(located.line >= 1 && located.column >= 1 && located.start <= located.end);
    }
    for diagnostic in diagnostics.iter().take(3) {
        assert!(
            diagnostic
                .render(&script.sources, false)
                .contains(diagnostic.code)
        );
    }
    assert!(script.to_string().len() < 50_000_000);
    errors
}

/// A small generator of our own: the same mutations each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % n.max(1)
    }
}

/// A text with some of it cut, doubled, swapped with another, or peppered with what matters to a parser.
fn mutate(text: &str, other: &str, dice: &mut Dice) -> String {
    const PEPPER: [&str; 24] = [
        "(",
        ")",
        "{",
        "}",
        "\"",
        "/*",
        "*/",
        "#",
        "\n",
        ",",
        "+",
        "-",
        "not ",
        "?",
        ":",
        "=",
        "==",
        "$1",
        "any ",
        "shape{",
        "x",
        "0",
        "\u{e9}",
        "#include \"script/Leveling\"\n",
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=dice.below(4) {
        let at = dice.below(chars.len() + 1).min(chars.len());
        let end = (at + dice.below(30)).min(chars.len());
        match dice.below(5) {
            0 => {
                chars.drain(at..end);
            }
            1 => {
                let copy: Vec<char> = chars[at..end].to_vec();
                chars.splice(at..at, copy);
            }
            2 => {
                let other: Vec<char> = other.chars().collect();
                let from = dice.below(other.len());
                let to = (from + dice.below(60)).min(other.len());
                chars.splice(at..at, other[from..to].iter().copied());
            }
            3 => {
                chars.splice(at..end, PEPPER[dice.below(PEPPER.len())].chars());
            }
            _ => {
                let pepper = PEPPER[dice.below(PEPPER.len())].repeat(1 + dice.below(8));
                chars.splice(at..at, pepper.chars());
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn the_corpus_and_its_mutations_are_read_without_harm() {
    let corpus = corpus();
    assert!(corpus.len() > 15);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for (_, text) in &corpus {
        exercise(text);
    }
    for round in 0..needs::rounds(4_000, 200_000) {
        let (_, text) = &corpus[round % corpus.len()];
        let (_, other) = &corpus[dice.below(corpus.len())];
        exercise(&mutate(text, other, &mut dice));
    }
}

#[test]
fn good_scripts_of_the_corpus_have_no_errors() {
    for (path, text) in corpus() {
        let name = path.file_name().unwrap().to_str().unwrap();
        let good = [
            "classic-words.dlr",
            "one-notrump.dlr",
            "weak-two.dlr",
            "major-raise.dlr",
            "notrump-ladder.dlr",
            "lead-against-notrump.dlr",
        ]
        .contains(&name);
        assert_eq!(exercise(&text) == 0, good, "{name}");
    }
}

#[test]
fn what_is_too_much_is_an_error() {
    let many = 10_000;
    let deep = format!("x = {}1{}", "(".repeat(many), ")".repeat(many));
    let chain = format!("x = 1{}", " ? 1 : 0".repeat(many));
    let names: String = (1..many)
        .map(|i| format!("a{i} = a{} + 1\n", i - 1))
        .collect();
    let unknown: String = (0..many).map(|i| format!("b{i} = c{i}\n")).collect();
    let signs = format!("x = {}1", "not - ".repeat(many));
    assert!(exercise(&deep) > 0);
    assert_eq!(exercise(&chain), 0);
    assert_eq!(
        exercise(&format!("a0 = hcp(north)\n{names}a{} > 3", many - 1)),
        0
    );
    assert!(exercise(&unknown) > 50);
    assert_eq!(exercise(&signs), 0);
    assert!(exercise(&"1 ".repeat(1_000_000)) > 0);
    assert!(exercise(&"x".repeat(1_000_000)) > 0);
    for opening in [
        "hascard(north,",
        "imps(",
        "1 ? ",
        "score(vul, x3N, ",
        "not (- ",
        "1 + (2 * (",
        "shape{north, (",
    ] {
        assert!(exercise(&opening.repeat(20_000)) > 0, "{opening}");
    }
    let sums = "hascard(north,AS) + ".repeat(20_000) + "1";
    assert_eq!(exercise(&sums), 0);
    let ands: String = (1..5_000)
        .map(|i| format!("e{i} = e{} and hcp(north) > {}\n", i - 1, i % 30))
        .collect();
    assert_eq!(exercise(&format!("e0 = 1\n{ands}")), 0);
    assert!(Input::from_text("large", &" ".repeat(script::MAX_BYTES + 1)).is_err());
    assert!(Input::from_reader("endless", std::io::repeat(b'(')).is_err());
}

#[test]
fn the_examples_are_clean_in_every_respect() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "dlr") {
            let input = Input::from_path(&path).unwrap();
            let loaded = script::load(&input, &Settings::default(), &CompileOptions::default());
            assert_eq!(loaded.diagnostics, [], "{}", path.display());
            assert_eq!(lint(&loaded.script), [], "{}", path.display());
            assert!(!loaded.script.headers.is_empty(), "{}", path.display());
            scripts += 1;
        }
    }
    assert!(scripts >= 3);
}

/// What they are measured for is what real scripts cost, so they must be as real ones are: a third leveled by coins, a third by
/// spot cards, quiet opponents in half of them.
#[test]
fn the_forty_scripts_in_the_manner_of_authors_are_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/authors");
    let (mut scripts, mut coins, mut cards, mut quiet) = (0, 0, 0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let input = Input::from_path(&path).unwrap();
        let loaded = script::load(&input, &Settings::default(), &CompileOptions::default());
        assert_eq!(loaded.diagnostics, [], "{name}");
        assert_eq!(lint(&loaded.script), [], "{name}");
        assert_eq!(portable(&loaded.script), [], "{name}");
        scripts += 1;
        coins += usize::from(text.contains("rnd(1000)"));
        cards += usize::from(text.contains("hascard(west,2C)") || text.contains("keep44 ="));
        quiet += usize::from(text.contains("Quiet"));
    }
    assert_eq!(scripts, 40);
    assert!((12..=15).contains(&coins), "{coins}");
    assert!((12..=15).contains(&cards), "{cards}");
    assert!((18..=24).contains(&quiet), "{quiet}");
}
