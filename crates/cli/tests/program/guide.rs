//! The guide: its table of contents has every page, its links lead somewhere, its pages that are made of tables hold, and every
//! word, command, setting and format is in it. That its commands print what it shows is tested in readme.rs.
//!
//! `UPDATE=1 cargo test -p fairdeal-cli --test program guide` writes down what the pages should be: words.md and a-to-z.md.
//! (commands.md is made beside the commands, in help.rs.)

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use fairdeal::bridge::Format;
use fairdeal::script::{Dialect, Group, Word, words};
use fairdeal::{Effort, Script, Watch};

use crate::{fairdeal as command, folder};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(docs().join(name)).unwrap()
}

/// The pages that the table of contents names, in its order: title and file.
pub(crate) fn pages() -> Vec<(String, String)> {
    let summary = read("SUMMARY.md");
    links(&summary)
        .map(|(title, file)| (title.to_owned(), file.to_owned()))
        .collect()
}

/// The links of a page: what is shown, and where it leads.
fn links(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split("](").zip(text.split("](").skip(1)).map(|pair| {
        let shown = pair.0.rsplit('[').next().unwrap_or_default();
        (shown, pair.1.split(')').next().unwrap_or_default())
    })
}

/// A page without what is typed and printed.
fn prose(text: &str) -> String {
    let mut is_code = false;
    let keep = |line: &&str| {
        is_code ^= line.starts_with("```");
        !is_code && !line.starts_with("    ")
    };
    let kept: Vec<&str> = text.lines().filter(keep).collect();
    kept.join("\n")
}

/// How a heading is linked to: as mdbook has it.
fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase();
    let kept = kept.chars().filter_map(|letter| match letter {
        ' ' => Some('-'),
        letter if letter.is_alphanumeric() || "-_".contains(letter) => Some(letter),
        _ => None,
    });
    kept.collect()
}

fn headings(text: &str) -> Vec<String> {
    let prose = prose(text);
    let lines = prose.lines().filter(|line| line.starts_with('#'));
    lines
        .map(|line| line.trim_start_matches('#').trim().to_owned())
        .collect()
}

/// Compares a page with what it should have, or writes it.
fn holds(name: &str, text: &str) {
    let path = docs().join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "docs/{name} is out of date: see guide.rs");
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let mut listed: Vec<String> = pages().into_iter().map(|(_, file)| file).collect();
    listed.sort();
    let files = std::fs::read_dir(docs()).unwrap();
    let names = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut known: Vec<String> = names
        .filter(|name| name.ends_with(".md") && name != "SUMMARY.md")
        .collect();
    known.sort();
    assert_eq!(listed, known);
}

#[test]
fn every_link_leads_somewhere() {
    for (_, file) in pages() {
        let text = prose(&read(&file));
        for (shown, target) in links(&text) {
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (name, part) = target.split_once('#').unwrap_or((target, ""));
            let name = if name.is_empty() { &file } else { name };
            assert!(docs().join(name).exists(), "{file}: {shown}: {target}");
            let known = || headings(&read(name)).iter().any(|one| anchor(one) == part);
            assert!(part.is_empty() || known(), "{file}: {shown}: {target}");
        }
    }
}

#[test]
fn every_format_is_in_the_guide() {
    let page = read("boards.md");
    for format in Format::ALL {
        let name = format.name();
        let is_there = [
            format!("`{name}`"),
            format!("`.{name}`"),
            format!(".{name}"),
        ]
        .iter()
        .any(|form| page.contains(form));
        assert!(is_there, "docs/boards.md says nothing of {name}");
    }
}

/// The names of all fields of a JSON schema.
fn fields(schema: &serde_json::Value, names: &mut BTreeSet<String>) {
    match schema {
        serde_json::Value::Object(parts) => {
            if let Some(serde_json::Value::Object(properties)) = parts.get("properties") {
                names.extend(properties.keys().cloned());
            }
            parts.values().for_each(|part| fields(part, names));
        }
        serde_json::Value::Array(parts) => parts.iter().for_each(|part| fields(part, names)),
        _ => {}
    }
}

/// Commands with their options are in commands.md, which is made of them. The other settings stand on the pages of what they set.
#[test]
fn every_setting_is_in_the_guide() {
    let mut wanted: Vec<(&str, String)> = Vec::new();
    let mut named = BTreeSet::new();
    let schema = serde_json::from_str(fairdeal::profile::SCHEMA).unwrap();
    fields(&schema, &mut named);
    assert!(named.len() > 60, "{named:?}");
    wanted.extend(named.into_iter().map(|name| ("profiles.md", name)));
    let settings = fairdeal::profile::Settings::NAMES;
    wanted.extend(settings.map(|name| ("profiles.md", name.to_owned())));
    let rules = |rules: serde_json::Value| -> Vec<String> {
        let rules = rules.as_object().unwrap();
        rules.keys().cloned().collect()
    };
    let euchre = serde_json::to_value(fairdeal::euchre::Rules::default()).unwrap();
    wanted.extend(rules(euchre).into_iter().map(|name| ("euchre.md", name)));
    let texas42 = serde_json::to_value(fairdeal::texas42::HouseRules::default()).unwrap();
    wanted.extend(rules(texas42).into_iter().map(|name| ("texas42.md", name)));
    for format in fairdeal::StatisticsFormat::ALL {
        wanted.push(("first-script.md", format!(".{}", format.extension())));
    }
    for layout in fairdeal::bridge::formats::PaperLayout::ALL {
        wanted.push(("paper.md", layout.name().to_owned()));
    }
    for name in [".parquet", ".arrow"] {
        wanted.push(("tables.md", name.to_owned()));
    }
    for (page, name) in [
        ("profiles.md", "FAIRDEAL_STORE"),
        ("boards.md", "FAIRDEAL_CACHE"),
        ("commands.md", "--effort"),
    ] {
        wanted.push((page, name.to_owned()));
    }
    for (page, name) in wanted {
        let text = read(page);
        let written = [format!("`{name}`"), format!("\"{name}\"")];
        // A letter stands everywhere, unless it is written as code.
        let is_there = written.iter().any(|form| text.contains(form))
            || name.len() > 2 && text.contains(&name);
        assert!(is_there, "docs/{page} says nothing of {name}");
    }
}

/// A board whose auction, contract and result are known, for the words that ask for them.
const PLAYED: &str = "\
[Board \"1\"]
[Dealer \"W\"]
[Vulnerable \"None\"]
[Deal \"W:AT942.AQ4.32.KJ3 QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652\"]
[Declarer \"W\"]
[Contract \"2S\"]
[Result \"8\"]
[Auction \"W\"]
1N Pass 2C Pass
2S Pass Pass Pass
";

/// What comes of the example of a word: the odds of a condition, else what is printed.
fn comes_of(word: &Word, script: &str) -> String {
    let folder = folder(&[("a.dlr", script), ("played.pbn", PLAYED)]);
    let run = |arguments: &[&str]| {
        let output = command(folder.path()).args(arguments).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}: {said}", word.name);
        // Averages and the like are said beside the boards.
        let printed = String::from_utf8(output.stdout).unwrap();
        if printed.trim().is_empty() {
            said
        } else {
            printed
        }
    };
    if matches!(word.name, "auction" | "contract" | "result") {
        let kept = run(&[
            "deal",
            "a.dlr",
            "--from",
            "played.pbn",
            "--format",
            "oneline",
            "--quiet",
        ]);
        assert_eq!(kept.lines().count(), 1, "{}: {kept}", word.name);
        return "asked of the boards of a file, with `--from`".to_owned();
    }
    if script.contains("action") {
        let mut typed = vec!["deal", "a.dlr", "--quiet"];
        if !script.contains("produce") {
            typed.extend(["-n", "1"]);
        }
        if !script.contains("seed") {
            typed.extend(["--seed", "1"]);
        }
        let printed = run(&typed);
        let lines: Vec<&str> = printed.trim_end().lines().map(str::trim_end).collect();
        assert!(!printed.trim().is_empty(), "{} prints nothing", word.name);
        return format!("prints\n\n```text\n{}\n```", lines.join("\n"));
    }
    let odds = Script::from_text(script).unwrap();
    let odds = odds.odds(Effort::Usual, &Watch::default()).unwrap().odds;
    assert!(odds.probability > 0.0, "{}: no deal does", word.name);
    let about = if odds.exact { "" } else { "about " };
    format!("{about}1 deal in {:.2}", 1.0 / odds.probability)
}

/// The page of all words.
fn words_page() -> String {
    let mut page = "# The words\n\n\
        Every word of the language, with an example and what comes of it: how often a condition holds, counted over all deals where nothing else \
        is said, or what a script prints for the first board of seed 1. `fairdeal words TEXT` finds words by what they mean. Words that the classic program \
        does not know are marked.\n"
        .to_owned();
    let mut group: Option<Group> = None;
    for word in words() {
        if group != Some(word.group) {
            group = Some(word.group);
            page += &format!("\n## {}\n", word.group);
        }
        page += &format!("\n### {}\n\n`{}`", word.name, word.usage());
        if !word.spellings.is_empty() {
            let also: Vec<String> = word
                .spellings
                .iter()
                .map(|one| format!("`{one}`"))
                .collect();
            page += &format!(", also {}", also.join(", "));
        }
        let later = match word.dialect {
            Dialect::Classic => "",
            Dialect::Later => " *Not in the classic program.*",
        };
        page += &format!(": {}{later}", word.meaning);
        if let Some(source) = word.source {
            page += &format!(" From {source}.");
        }
        if let Some(example) = word.example {
            page += &format!(" `{}` has {}.", example.hand, example.value);
        }
        if let Some(differs) = word.differs {
            page += &format!(" {differs}");
        }
        let script = word.written();
        let script = script.unwrap_or_else(|| panic!("{} has no example", word.name));
        page += &format!(
            "\n\n```dealer\n{script}\n```\n\n{}\n",
            comes_of(word, script)
        );
    }
    page
}

#[test]
fn the_page_of_words_holds_and_every_example_is_evaluated() {
    holds("words.md", &words_page());
}

/// The index: words, commands, settings, formats and what pages are about, with where each is explained.
fn index() -> String {
    let mut entries: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let mut add = |name: &str, shown: &str, link: String| {
        let key = (name.to_lowercase(), shown.to_owned());
        let places = entries.entry(key).or_default();
        if !places.contains(&link) {
            places.push(link);
        }
    };
    for word in words() {
        for name in std::iter::once(&word.name).chain(word.spellings) {
            let link = format!("[word](words.md#{})", anchor(word.name));
            add(name, &format!("`{name}`"), link);
        }
    }
    for format in Format::ALL {
        let name = format.name();
        add(
            name,
            &format!("`.{name}`"),
            "[format](boards.md)".to_owned(),
        );
    }
    let commands = read("commands.md");
    let mut of = String::new();
    for line in commands.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            of = name.to_owned();
            let shown = of.trim_start_matches("fairdeal ").to_owned();
            add(
                &shown,
                &format!("`{shown}`"),
                format!("[command](commands.md#{})", anchor(&of)),
            );
        } else if let Some(setting) = line.strip_prefix("| `")
            && let Some(name) = setting
                .split(['`', ' '])
                .find(|part| part.starts_with("--"))
        {
            let name = name.trim_end_matches(',');
            let link = format!(
                "[{}](commands.md#{})",
                of.trim_start_matches("fairdeal "),
                anchor(&of)
            );
            add(name.trim_start_matches('-'), &format!("`{name}`"), link);
        }
    }
    for (title, file) in pages() {
        if [
            "words.md",
            "commands.md",
            "a-to-z.md",
            "json.md",
            "welcome.md",
        ]
        .contains(&&*file)
        {
            continue;
        }
        add(&title, &title, format!("[page]({file})"));
        for heading in headings(&read(&file)).into_iter().skip(1) {
            add(
                &heading,
                &heading,
                format!("[{title}]({file}#{})", anchor(&heading)),
            );
        }
    }
    let mut page = "# Index\n\nWords of the language, commands, settings, formats, and what pages are about.\n".to_owned();
    let mut letter = None;
    for ((name, shown), places) in entries {
        let first = name.chars().next().filter(char::is_ascii_alphabetic);
        let title = first.map_or("Signs and numbers".to_owned(), |one| {
            one.to_uppercase().to_string()
        });
        if letter.as_ref() != Some(&title) {
            page += &format!("\n## {title}\n\n");
            letter = Some(title);
        }
        page += &format!("- {shown}: {}\n", places.join(", "));
    }
    page
}

#[test]
fn the_index_holds() {
    holds("a-to-z.md", &index());
}

#[test]
fn pages_are_printed_in_the_terminal() {
    let folder = folder(&[]);
    let page = crate::printed(folder.path(), "help leveling");
    assert!(
        page.starts_with("Leveling\n========\n") || page.contains("\n====="),
        "{page}"
    );
    for (_, file) in pages() {
        let topic = file.trim_end_matches(".md");
        assert!(
            crate::printed(folder.path(), &format!("help {topic}")).len() > 200,
            "{topic}"
        );
    }
    // A command that is no page, and one of several words.
    assert!(crate::printed(folder.path(), "help deal").contains("Usage: fairdeal deal"));
    assert!(
        crate::printed(folder.path(), "help profile edit").contains("Usage: fairdeal profile edit")
    );
    assert!(crate::printed(folder.path(), "help euchre").contains("fairdeal euchre --help"));
    let refused = command(folder.path())
        .args(["help", "flying"])
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&refused.stderr).contains("there is no command and no page flying")
    );
}
