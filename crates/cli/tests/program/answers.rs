//! Answers as JSON: what the library answers is what the command prints with `--json`, what the golden files have, and what
//! docs/json.md shows; their schemas are those in docs/schema.
//!
//! `UPDATE=1 cargo test -p fairdeal-cli --test program answers` writes down what they are now: golden files
//! (crates/fairdeal/tests/golden), the page and the schemas.

use std::path::{Path, PathBuf};

use fairdeal::answer::ErrorAnswer;
use fairdeal::bridge::double_dummy::{SolvedBoard, SolvedBoards, Solver};
use fairdeal::bridge::score::Contract;
use fairdeal::bridge::{Board, Deal, Format, Seat};
use fairdeal::profile::{AttemptMethod, AttemptReport, AttemptRequest, TracedAttempt};
use fairdeal::{
    Check, ComparedBoards, CopyOptions, Effort, Explain, Leveled, Library, LibraryRequest, Mixed,
    MixedQuestion, NoText, Opening, Profile, Published, Question, Reveal, Script, SecretKey,
    SetOrder, Statement, Wanted, Watch, euchre, level, script, store, texas42,
};
use schemars::{Schema, schema_for};
use serde_json::Value;

use crate::{fairdeal as command, folder};

const HAND: &str = "5-5 5-6 5-4 5-0 6-6 4-4 1-0";

/// An answer: what the command is asked, what the library answers, and the schema of its type.
struct Case {
    name: &'static str,
    /// What is typed after `fairdeal`; the error has no command that ends well.
    typed: &'static str,
    library: fn(&Path) -> Value,
    schema: fn() -> Schema,
}

macro_rules! cases {
    ($($name:literal, $typed:literal, $answer:ty, $library:expr;)*) => {
        vec![$(Case {
            name: $name,
            typed: $typed,
            library: |folder| {
                let answer: fn(&Path) -> $answer = $library;
                serde_json::to_value(answer(folder)).unwrap()
            },
            schema: || schema_for!($answer),
        }),*]
    };
}

fn watch() -> Watch {
    Watch::default()
}

fn script_of(folder: &Path, name: &str) -> Script {
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    Script::named(name, &text).unwrap()
}

fn question(folder: &Path, name: &str) -> Question {
    if name.ends_with(".json") {
        profile_of(folder, name).into()
    } else {
        script_of(folder, name).into()
    }
}

fn profile_of(folder: &Path, name: &str) -> Profile {
    Profile::from_json(&std::fs::read_to_string(folder.join(name)).unwrap())
}

fn profile(folder: &Path) -> Profile {
    profile_of(folder, "profile.json")
}

fn attempted(folder: &Path, method: AttemptMethod) -> AttemptReport {
    let request = AttemptRequest {
        boards: 2,
        each_board: true,
        ..AttemptRequest::new(method)
    };
    profile(folder).attempted(&request, &watch()).unwrap()
}

fn dealt(folder: &Path, name: &str) -> fairdeal::DealReport {
    report(question(folder, name).deal(20).seed(7))
}

fn report(deal: fairdeal::Deal) -> fairdeal::DealReport {
    let dealing = deal.ready(&watch()).unwrap();
    let dealt = dealing.run(&Wanted::default(), &mut NoText, &watch());
    dealt.unwrap().report()
}

fn secret(folder: &Path) -> SecretKey {
    SecretKey::read(&std::fs::read(folder.join("secret.key")).unwrap()).unwrap()
}

fn committed(folder: &Path) -> Statement {
    let deal = question(folder, "notrump.dlr").deal(2);
    deal.commit(&secret(folder), Some("lotto"), &watch())
        .unwrap()
}

fn revealed(folder: &Path) -> Reveal {
    let question = question(folder, "notrump.dlr");
    Reveal::new(&committed(folder), &question, &secret(folder), Some("8-14")).unwrap()
}

fn verified(folder: &Path, file: &str) -> fairdeal::Proof {
    let format = Format::from_extension(&file[file.len() - 3..]).unwrap();
    let bytes = std::fs::read(folder.join(file)).unwrap();
    let files = [ComparedBoards {
        boards: format.read(&bytes).whole().unwrap(),
        says_dealer: format.keeps().dealer,
    }];
    let statement = committed(folder);
    let published = Published {
        statement: Some(&statement).filter(|_| file == "boards.pbn"),
        question: None,
    };
    revealed(folder)
        .verify(&published, &files, 1, &watch())
        .unwrap()
}

fn mixed(folder: &Path) -> Question {
    let one = |name: &str, file: &str, weight: u32| MixedQuestion {
        name: name.to_owned(),
        weight: weight.into(),
        question: question(folder, file),
    };
    let both = vec![
        one("notrump", "notrump.dlr", 2),
        one("profile", "profile.json", 1),
    ];
    Mixed::new(both).unwrap().into()
}

fn explained(folder: &Path, name: &str) -> fairdeal::Explanation {
    question(folder, name)
        .explain(Explain::default(), &watch())
        .unwrap()
}

fn leveled(folder: &Path, name: &str) -> Leveled {
    Leveled::new(&script_of(folder, name), &level::Options::default()).unwrap()
}

fn view(folder: &Path) -> euchre::View {
    euchre::View::from_json(&std::fs::read_to_string(folder.join("euchre.json")).unwrap()).unwrap()
}

fn notrump() -> Contract {
    Contract::at_the_table("3NT").unwrap()
}

fn played(folder: &Path) -> Vec<Board> {
    let bytes = std::fs::read(folder.join("played.pbn")).unwrap();
    Format::Pbn.read(&bytes).whole().unwrap()
}

fn hand() -> texas42::Hand {
    let dominoes = HAND.split(' ').map(|domino| domino.parse().unwrap());
    texas42::Hand::new(dominoes).unwrap()
}

#[rustfmt::skip]
fn cases() -> Vec<Case> {
    let cases = cases![
        "deal", "deal notrump.dlr -n 20 --seed 7 -o boards.pbn --json", fairdeal::DealReport, |f| dealt(f, "notrump.dlr");
        "deal-profile", "deal profile.json -n 20 --seed 7 -o boards.lin --json", fairdeal::DealReport, |f| dealt(f, "profile.json");
        "deal-set", "deal types.dlr --level --quota --order spread -n 9 --seed 7 -o boards.pbn --json", fairdeal::DealReport, |f| report(Question::from(leveled(f, "types.dlr")).deal(9).seed(7).quota(Some(SetOrder::Spread)));
        "deal-mixed", "deal notrump.dlr=2 profile.json=1 -n 20 --seed 7 -o boards.pbn --json", fairdeal::DealReport, |f| report(mixed(f).deal(20).seed(7));
        "compare", "compare notrump.dlr types.dlr --effort quick --json", fairdeal::Comparison, |f| question(f, "notrump.dlr").compare(&question(f, "types.dlr"), ["notrump", "types"], Effort::Quick, &watch()).unwrap();
        "odds", "odds notrump.dlr --json", fairdeal::Odds, |f| question(f, "notrump.dlr").odds(Effort::Usual, &watch()).unwrap();
        "odds-given", "odds -e hascard(north,KS) --given hascard(north,AS) --json", fairdeal::Odds, |_| {
            let script = Script::named("command line", "hascard(north,KS)").unwrap();
            Question::from(script).odds_given("--given", "hascard(north,AS)", Effort::Usual, &watch()).unwrap()
        };
        "odds-library", "odds ./notrump.dlr ./types.dlr --json", fairdeal::LibraryTable, |f| {
            let names = ["notrump.dlr", "types.dlr"].map(|name| f.join(name));
            let library = Library::open(&names, &Opening::default()).unwrap();
            library.ask(&LibraryRequest::Odds(Library::usual_effort()), 1, &|| 0.0, &watch()).unwrap()
        };
        "odds-profile", "odds profile.json --json", fairdeal::Odds, |f| question(f, "profile.json").odds(Effort::Usual, &watch()).unwrap();
        "explain", "explain notrump.dlr --json", fairdeal::Explanation, |f| explained(f, "notrump.dlr");
        "explain-never", "explain clash.dlr --json", fairdeal::Explanation, |f| explained(f, "clash.dlr");
        "explain-profile", "explain profile.json --json", fairdeal::Explanation, |f| explained(f, "profile.json");
        "explain-single", "explain single.json --json", fairdeal::Explanation, |f| explained(f, "single.json");
        "report", "report notrump.dlr --json", fairdeal::Report, |f| question(f, "notrump.dlr").report(Effort::Usual, &watch()).unwrap();
        "check", "check wrong.dlr --json", fairdeal::CheckReport, |f| question(f, "wrong.dlr").check(Check::default(), &watch());
        "examples", "examples --json", fairdeal::ExampleList, |_| fairdeal::ExampleList::all();
        "words", "words losers --json", script::WordList, |_| script::WordList::about("losers");
        "level-report", "level report types.dlr --json", level::LevelReport, |f| leveled(f, "types.dlr").report(Effort::Usual, &watch()).unwrap();
        "level-write", "level write types.dlr -o leveled.dlr --json", level::LeveledReport, |f| leveled(f, "types.dlr").copy(&CopyOptions::default(), &watch()).unwrap().report();
        "level-rates", "level rates kept.dlr --json", level::KeepRatesReport, |f| script_of(f, "kept.dlr").keep_rates(&level::Options::default(), false, (Effort::Usual, 1), &watch()).unwrap();
        "profile-check", "profile check profile.json --json", fairdeal::CheckReport, |f| question(f, "profile.json").check(Check::default(), &watch());
        "profile-report", "profile report profile.json --json", fairdeal::profile::ProfileReport, |f| profile(f).report(&Default::default(), Effort::Usual, &watch()).unwrap();
        "profile-report-attempts", "profile report profile.json --strategy construct -n 2 --by-board --json", AttemptReport, |f| attempted(f, AttemptMethod::Construct);
        "profile-compare", "profile compare profile.json -n 50 --json", fairdeal::profile::StrategyComparison, |f| profile(f).compare(&Default::default(), 50, 1.into(), &|| 0.0, &watch()).unwrap();
        "profile-list", "profile list --store . --json", store::ProfileListing, |f| store::ProfileStore::at(f.to_owned()).listing(1, &watch()).unwrap();
        "profile-show", "profile show profile --store . --json", store::ShownProfile, |f| store::ProfileStore::at(f.to_owned()).show("profile", 1, &watch()).unwrap();
        "euchre-worlds", "euchre worlds euchre.json --json", euchre::WorldsAnswer, |f| euchre::Worlds::new(&view(f)).unwrap().answer(None, 1, &watch()).unwrap();
        "euchre-hint", "euchre hint euchre.json --level club --seed 5 --json", euchre::Hint, |f| euchre::hint(&view(f), &euchre::Bot::new(euchre::Level::Club), false, 5, &watch()).unwrap();
        "texas42-hand", "texas42 hand 5-5 5-6 5-4 5-0 6-6 4-4 1-0 --json", texas42::HandAnswer, |_| texas42::HandAnswer::new(hand(), None, &watch()).unwrap();
        "texas42-strength", "texas42 strength 5-0 --json", texas42::StrengthAnswer, |_| texas42::strength(Some("5-0".parse().unwrap()), None, &watch()).unwrap();
        "texas42-perfect", "texas42 perfect --trump 0 --trumps 6 --json", texas42::PerfectAnswer, |_| {
            let wanted = texas42::Wanted { trumps: Some(6), ..texas42::Wanted::default() };
            let request = texas42::PerfectRequest { trump: Some("0".parse().unwrap()), kinds: texas42::PerfectKinds::Gold, wanted };
            texas42::perfect_lists(&request, &watch()).unwrap()
        };
        "texas42-odds", "texas42 odds 5-5 5-6 5-4 5-0 6-6 4-4 1-0 --worlds 64 --seed 1 --quiet --json", texas42::OddsAnswer, |_| texas42::odds(&texas42::OddsRequest { worlds: 64, ..texas42::OddsRequest::new(hand(), 1) }, &watch()).unwrap();
        "texas42-worlds", "texas42 worlds dominoes.json --json", texas42::WorldsAnswer, |f| {
            let view = texas42::View::from_json(&std::fs::read_to_string(f.join("dominoes.json")).unwrap()).unwrap();
            texas42::Worlds::new(&view, &watch()).unwrap().answer(&watch()).unwrap()
        };
        "commit", "commit notrump.dlr -n 2 --key secret.key --public-from lotto -o statement.json --json", fairdeal::Statement, |f| committed(f);
        "reveal", "reveal statement.json notrump.dlr --key secret.key --public 8-14 -o reveal.json --json", fairdeal::Reveal, |f| revealed(f);
        "verify", "verify reveal.json boards.pbn --statement statement.json --json", fairdeal::Proof, |f| verified(f, "boards.pbn");
        "verify-changed", "verify reveal.json board.lin --json", fairdeal::Proof, |f| verified(f, "board.lin");
        "solve", "solve board.lin --json", SolvedBoards, |f| {
            let boards = Format::Lin.read(&std::fs::read(f.join("board.lin")).unwrap()).whole().unwrap();
            let deals: Vec<Deal> = boards.iter().map(|board| board.deal).collect();
            let tables = Solver::load().unwrap().tables(&deals, &watch()).unwrap();
            let solved = boards.into_iter().zip(tables).map(|(board, tricks)| SolvedBoard::new(board, tricks));
            SolvedBoards::from(solved.collect::<Vec<_>>())
        };
        "lead", "lead notrump-lead.dlr --contract 3NT --by south --worlds 20 --seed 1 --json", fairdeal::LeadAnswer, |f| {
            let request = fairdeal::LeadRequest { worlds: 20, seed: Some(1.into()), ..fairdeal::LeadRequest::new(notrump(), Seat::South) };
            question(f, "notrump-lead.dlr").lead(&request, &watch()).unwrap()
        };
        "solve-lead", "solve played.pbn --lead --json", fairdeal::BoardsLeads, |f| fairdeal::leads_of_boards(&played(f), None, 1, &watch()).unwrap();
        "solve-play", "solve played.pbn --play --json", fairdeal::BoardsPlays, |f| fairdeal::costs_of_plays(&played(f), None, 1, &watch()).unwrap();
        "error", "odds wrong.dlr --json", ErrorAnswer, |f| question(f, "wrong.dlr").odds(Effort::Usual, &watch()).unwrap_err().body().answer();
    ];
    cases
}

/// A folder with what the cases are about: golden/inputs, and what is made of it.
fn inputs() -> tempfile::TempDir {
    let folder = folder(&[]);
    for entry in std::fs::read_dir(root().join("crates/fairdeal/tests/golden/inputs")).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "statement.json",
        pretty(serde_json::to_value(committed(folder.path())).unwrap()),
    );
    write(
        "reveal.json",
        pretty(serde_json::to_value(revealed(folder.path())).unwrap()),
    );
    let mut boards = Vec::new();
    let deal = question(folder.path(), "notrump.dlr").deal(2);
    let deal = deal.seed(secret(folder.path()).seed(Some("8-14")).unwrap());
    deal.write(Format::Pbn, &mut boards, &watch()).unwrap();
    write("boards.pbn", String::from_utf8(boards).unwrap());
    folder
}

/// What depends on the machine is left out: how long it took, and where the store lies.
fn without_the_machine(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "seconds" {
                    *value = 0.0.into();
                } else if let ("chance", Some(chance)) = (&**name, value.as_f64()) {
                    // How it is worked out differs in the last digit between builds of the library that does it.
                    *value = ((chance * 1e12).round() / 1e12).into();
                } else if name == "folder" && value.is_string()
                    || name == "file" && value.as_str().is_some_and(|v| v.contains('/'))
                {
                    *value = "…".into();
                } else {
                    without_the_machine(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_the_machine),
        _ => {}
    }
}

fn pretty(mut value: Value) -> String {
    without_the_machine(&mut value);
    serde_json::to_string_pretty(&value).unwrap() + "\n"
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compares a file with what it should have, or writes it.
fn holds(path: &Path, text: &str) {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        known == text,
        "{} is out of date: see answers.rs\n{text}",
        path.display()
    );
}

#[test]
fn the_library_answers_what_the_command_prints() {
    for case in cases() {
        let folder = inputs();
        let output = command(folder.path())
            .args(case.typed.split(' '))
            .output()
            .unwrap();
        let printed: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}: {output:?}", case.name));
        let answered = (case.library)(folder.path()).to_string();
        let answered: Value = serde_json::from_str(&answered).unwrap();
        assert_eq!(pretty(printed), pretty(answered), "{}", case.name);
    }
}

/// A text that is asked about has no file, and what is typed has one.
fn name_no_files(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            for (name, value) in fields {
                if name == "file" {
                    *value = Value::Null;
                } else {
                    name_no_files(value);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(name_no_files),
        _ => {}
    }
}

/// The table of requests that every door is asked (crates/fairdeal/tests/requests.jsonl): one that has the name of a golden file has
/// its answer.
#[test]
fn requests_have_the_same_answers() {
    let table = include_str!("../../../fairdeal/tests/requests.jsonl");
    let mut compared = 0;
    for line in table.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let name = line["name"].as_str().unwrap();
        let golden = root().join(format!("crates/fairdeal/tests/golden/{name}.json"));
        let Ok(golden) = std::fs::read_to_string(golden) else {
            continue;
        };
        let answer = fairdeal::ask_json(&line["request"].to_string(), &watch());
        let mut answer: Value = serde_json::from_str(&answer.unwrap()).unwrap();
        if line["request"]["ask"] == "deal" {
            answer = answer["dealt"].take();
        }
        // Read from text like the answer, so that the last digits are the same.
        let mut golden: Value = serde_json::from_str(&golden).unwrap();
        name_no_files(&mut golden);
        name_no_files(&mut answer);
        assert_eq!(pretty(answer), pretty(golden), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 25);
}

/// What is typed for a trace of attempts as JSON lines, and those.
fn traced(folder: &Path) -> (&'static str, String) {
    let typed = "deal profile.json -n 1 --seed 19 --strategy construct --trace=attempts.jsonl -o boards.pbn";
    let output = command(folder).args(typed.split(' ')).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let lines = std::fs::read_to_string(folder.join("attempts.jsonl")).unwrap();
    (typed, lines)
}

/// The referee is asked by requests, not by a command: their schemas, and the table of a new game.
fn holds_referee(root: &Path, page: &mut String) {
    let text = |schema: Schema| serde_json::to_string_pretty(&schema).unwrap() + "\n";
    for (name, schema) in [
        ("euchre-request", schema_for!(euchre::RefereeRequest)),
        ("euchre-answer", schema_for!(euchre::RefereeAnswer)),
        ("texas42-request", schema_for!(texas42::RefereeRequest)),
        ("texas42-answer", schema_for!(texas42::RefereeAnswer)),
    ] {
        let path = root.join(format!("docs/schema/{name}.json"));
        holds(&path, &text(schema));
    }
    let asked = r#"{"ask": "euchre", "do": "new", "seed": 7, "id": "table 1"}"#;
    assert!(page.contains(asked), "the page shows what is asked");
    let answer = fairdeal::ask_json(asked, &watch()).unwrap();
    let answer = pretty(serde_json::from_str(&answer).unwrap());
    let golden = root.join("crates/fairdeal/tests/golden/euchre-table.json");
    holds(&golden, &answer);
    let begin = "<!-- euchre table -->\n";
    let from = page.find(begin).expect("docs/json.md has the table") + begin.len();
    let to = from + page[from..].find("<!-- end -->").unwrap();
    page.replace_range(from..to, &format!("```json\n{answer}```\n"));
}

#[test]
fn golden_files_schemas_and_the_page_hold() {
    let folder = inputs();
    let root = root();
    let page_path = root.join("docs/json.md");
    let page = std::fs::read_to_string(&page_path).unwrap();
    let mut made = page.clone();
    for case in cases() {
        let answer = pretty((case.library)(folder.path()));
        holds(
            &root.join(format!("crates/fairdeal/tests/golden/{}.json", case.name)),
            &answer,
        );
        let schema = serde_json::to_string_pretty(&(case.schema)()).unwrap() + "\n";
        holds(
            &root.join(format!("docs/schema/{}.json", case.name)),
            &schema,
        );
        let (begin, end) = (format!("<!-- golden: {} -->\n", case.name), "<!-- end -->");
        let from = made
            .find(&begin)
            .unwrap_or_else(|| panic!("docs/json.md has no {begin}"))
            + begin.len();
        let to = from + made[from..].find(end).unwrap();
        let shown = format!("`fairdeal {}`\n\n```json\n{answer}```\n", case.typed);
        made.replace_range(from..to, &shown);
    }
    let (typed, lines) = traced(folder.path());
    let golden = root.join("crates/fairdeal/tests/golden/deal-trace.jsonl");
    holds(&golden, &lines);
    let schema = serde_json::to_string_pretty(&schema_for!(TracedAttempt)).unwrap() + "\n";
    holds(&root.join("docs/schema/deal-trace.json"), &schema);
    let begin = "<!-- lines: deal-trace -->\n";
    let from = made.find(begin).expect("docs/json.md has the lines") + begin.len();
    let to = from + made[from..].find("<!-- end -->").unwrap();
    let shown = format!("`fairdeal {typed}`\n\n```json\n{lines}```\n");
    made.replace_range(from..to, &shown);
    holds_referee(&root, &mut made);
    holds(&page_path, &made);
    assert_eq!(
        page.matches("<!-- golden: ").count(),
        cases().len(),
        "each answer once"
    );
}
