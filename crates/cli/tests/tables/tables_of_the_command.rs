//! Tables as a user of the command makes and reads them.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

const SCRIPT: &str = "\
strong = hcp(south) >= 15
condition strong and shape(south, any 4333 + any 4432 + any 5332)
action csvrpt(\"hearts\", hearts(south)), average \"north's points\" hcp(north), average \"a fit\" hearts(north) + hearts(south) > 7
";

fn fairdeal(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::cargo_bin("fairdeal").unwrap();
    command.current_dir(folder).env("FAIRDEAL_CACHE", "");
    command.args(arguments).output().unwrap()
}

fn done(folder: &Path, arguments: &[&str]) -> String {
    let output = fairdeal(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap() + &said
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = fairdeal(folder, arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("strong.dlr"), SCRIPT).unwrap();
    folder
}

/// What is dealt into a table is what is dealt without one, and comes back from it.
#[test]
fn a_table_has_the_boards_of_its_seed() {
    let folder = folder();
    let folder = folder.path();
    let deal = ["deal", "strong.dlr", "-n", "700", "--seed", "3"];
    done(folder, &[&deal[..], &["-o", "plain.json"]].concat());
    for format in ["parquet", "arrow"] {
        let (table, back) = (format!("boards.{format}"), format!("{format}.json"));
        let said = done(folder, &[&deal[..], &["-o", &table]].concat());
        assert!(said.contains("north's points"), "{said}");
        done(folder, &["convert", &table, &back]);
        let read = |name: &str| -> Vec<serde_json::Value> {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            text.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        let (plain, back) = (read("plain.json"), read(&back));
        assert_eq!(plain.len(), 700);
        for (plain, back) in plain.iter().zip(&back) {
            for field in ["number", "dealer", "vulnerable", "hands"] {
                assert_eq!(plain[field], back[field], "{field}");
            }
            assert_eq!(plain["values"]["hearts"], back["values"]["hearts"]);
            assert!(
                back["values"]["north's points"].is_string()
                    || back["values"]["north's points"].is_number()
            );
        }
        assert_eq!(plain.len(), back.len());
        let again = format!("again.{format}");
        done(folder, &["convert", "plain.json", &again]);
        done(folder, &["convert", &again, "again.json"]);
        assert_eq!(read("again.json"), plain, "{format}");
    }
}

/// Parts of a run are parts of its table, and threads change nothing.
#[test]
fn parts_and_threads_make_the_same_rows() {
    let folder = folder();
    let folder = folder.path();
    let deal = [
        "deal",
        "strong.dlr",
        "-n",
        "3000",
        "--seed",
        "x",
        "--column",
        "points=hcp(north)",
        "--column",
        "strong",
    ];
    let whole = |threads: &str, name: &str| {
        done(
            folder,
            &[&deal[..], &["--threads", threads, "-o", name]].concat(),
        );
        done(folder, &["convert", name, "out.csv"]);
        std::fs::read_to_string(folder.join("out.csv")).unwrap()
    };
    let one = whole("1", "one.arrow");
    assert_eq!(one, whole("3", "three.parquet"));
    let head = one.lines().next().unwrap();
    assert!(head.ends_with("points,strong"), "{head}");
    let mut parts = String::new();
    for part in ["1/3", "2/3", "3/3"] {
        done(
            folder,
            &[&deal[..], &["--shard", part, "-o", "part.parquet"]].concat(),
        );
        done(folder, &["convert", "part.parquet", "part.csv"]);
        let part = std::fs::read_to_string(folder.join("part.csv")).unwrap();
        parts.extend(part.lines().skip(1).map(|line| format!("{line}\n")));
    }
    assert_eq!(one, format!("{head}\n{parts}"));
}

#[test]
fn columns_that_mean_nothing_are_refused_at_their_place() {
    let folder = folder();
    let folder = folder.path();
    let column = |text: &str| {
        refused(
            folder,
            &[
                "deal",
                "strong.dlr",
                "-n",
                "5",
                "--seed",
                "1",
                "--column",
                text,
                "-o",
                "x.parquet",
            ],
        )
    };
    let said = column("points=hcp(suoth)");
    assert!(
        said.contains("column points") && said.contains("south"),
        "{said}"
    );
    let said = column("luck=rnd(5)");
    assert!(said.contains("column luck draws a random number"), "{said}");
    let said = column("north=hcp(south)");
    assert!(said.contains("two columns are called north"), "{said}");
    let said = column("two=hcp(south) hcp(north)");
    assert!(said.contains("one expression"), "{said}");
    let said = column("more=1 condition 0");
    assert!(said.contains("one expression"), "{said}");
    assert!(!folder.join("x.parquet").exists());
    let said = refused(
        folder,
        &["deal", "strong.dlr", "--column", "strong", "-o", "x.pbn"],
    );
    assert!(said.contains("--column is for tables"), "{said}");
}

#[test]
fn results_and_pars_stand_in_their_columns() {
    let folder = folder();
    let folder = folder.path();
    let deal = [
        "deal",
        "strong.dlr",
        "-n",
        "3",
        "--seed",
        "5",
        "--solve",
        "--no-cache",
    ];
    done(
        folder,
        &[
            &deal[..],
            &[
                "--column",
                "nt=tricks(south, notrump)",
                "-o",
                "solved.parquet",
            ],
        ]
        .concat(),
    );
    done(folder, &[&deal[..], &["-o", "solved.json"]].concat());
    done(folder, &["convert", "solved.parquet", "back.json"]);
    let read = |name: &str| -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    for (solved, back) in read("solved.json").iter().zip(read("back.json")) {
        assert_eq!(solved["tricks"], back["tricks"]);
        assert_eq!(solved["par"], back["par"]);
        assert!(solved["tricks"].is_object(), "{solved}");
        let notrump = &back["values"]["nt"];
        let notrump = notrump.as_i64().or_else(|| notrump.as_str()?.parse().ok());
        assert_eq!(notrump, solved["tricks"]["S"]["N"].as_i64(), "{back}");
    }
}

#[test]
fn what_is_no_table_is_said_to_be_none() {
    let folder = folder();
    let folder = folder.path();
    for format in ["parquet", "arrow"] {
        let name = format!("broken.{format}");
        std::fs::write(folder.join(&name), "n AKQ").unwrap();
        let said = refused(folder, &["convert", &name, "x.pbn"]);
        assert!(said.contains("this is not"), "{said}");
    }
}
