//! The colours of scripts in editors: a TextMate grammar, made of the table of words.
//!
//! `UPDATE=1 cargo test -p fairdeal-script --test library grammar` writes it anew.

use std::path::Path;

use script::{Group, words};
use serde_json::{Value, json};

/// What words of a group are called in a grammar, so that every theme has a colour for them.
fn scope(group: Group) -> &'static str {
    match group {
        Group::Hand | Group::Counts | Group::Deal => "support.function",
        Group::Operator => "keyword.operator.word",
        Group::Statement => "keyword.control",
        Group::Action => "keyword.other.action",
        Group::Place => "constant.language",
    }
}

const GROUPS: [Group; 7] = [
    Group::Statement,
    Group::Action,
    Group::Operator,
    Group::Hand,
    Group::Counts,
    Group::Deal,
    Group::Place,
];

/// All spellings of the words that go by some scope; longer ones first, since the first that fits is taken.
fn spellings(of: &str) -> Vec<&'static str> {
    let mut all: Vec<&str> = words()
        .iter()
        .filter(|word| scope(word.group) == of)
        .flat_map(|word| std::iter::once(word.name).chain(word.spellings.iter().copied()))
        .filter(|spelling| {
            spelling
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
        .collect();
    all.sort_by_key(|spelling| (std::cmp::Reverse(spelling.len()), *spelling));
    all.dedup();
    all
}

fn named(name: &str) -> String {
    format!("{name}.dealer")
}

fn line(name: &str, is: &str) -> Value {
    json!({"name": named(name), "match": is})
}

/// Whole runs of letters and digits.
fn run(name: &str, is: &str) -> Value {
    line(name, &format!(r"\b(?:{is})\b"))
}

fn grammar() -> Value {
    let mut scopes: Vec<&str> = GROUPS.map(scope).to_vec();
    scopes.dedup();
    let by_scope = |of: &str| run(of, &format!("(?i:{})", spellings(of).join("|")));
    let mut code = vec![
        // A name that is given a value.
        json!({"match": r"^\s*([A-Za-z][A-Za-z0-9_]*)\s*(=)(?!=)", "captures": {
            "1": {"name": named("entity.name.function")}, "2": {"name": named("keyword.operator.assignment")}}}),
        // Lists in braces and tables of points have grammars of their own.
        json!({"name": named("meta.shape"), "begin": r"\b((?i:shape))\s*(\{)", "end": r"\}",
            "beginCaptures": {"1": {"name": named("support.function")}},
            "patterns": [{"include": "#comments"},
                json!({"match": r"(?i:\b(?:north|east|south|west)\b|\b[nesw](?=\s*,))", "name": named("constant.language")}),
                run("keyword.operator.word", "(?i:and|or|not)"), line("constant.numeric.shape", r"[0-9xMmshdc+\-\[\]()]+")]}),
        json!({"name": named("meta.points"), "begin": r"(?<=\x22)\s*(\{)", "end": r"\}",
            "patterns": [{"include": "#comments"}, run("keyword.other", "(?i:length)"),
                line("constant.numeric", r"-?\b[0-9]+(?:\.[0-9]+)?\+?"), line("constant.other.card", r"\[[AKQJT2-9x]+\+?\]|\b[AKQJT]\b")]}),
    ];
    code.extend(scopes.into_iter().map(by_scope));
    code.extend([
        run("constant.numeric.shape", r"(?=[0-9xX]*[xX])[0-9xX]{4}"),
        run("constant.other.card", "[2-9TJQKA][CDHS]"),
        run("constant.other.holding", "[CDHS]A?K?Q?J?T?9?8?7?6?5?4?3?2?"),
        run("constant.other.contract", "[xz][1-7][CDHSN]x{0,2}"),
        run("constant.numeric", r"[0-9]+(?:\.[0-9]+)?"),
        line("variable.parameter", r"\$[0-9]"),
        line("keyword.operator", r"==|!=|<=|>=|&&|\|\||[-+*/%<>=!?:]"),
        line("variable.other", r"\b[A-Za-z][A-Za-z0-9_]*\b"),
    ]);
    json!({
        "information_for_contributors": "Made of the table of words: see crates/script/tests/library/grammar.rs.",
        "name": "Dealer",
        "scopeName": "source.dealer",
        "fileTypes": ["dlr", "btn"],
        "patterns": [{"include": "#comments"}, {"include": "#texts"}, {"include": "#code"}],
        "repository": {
            "comments": {"patterns": [
                {"match": "^(#include)\\s+(\"[^\"]*\"|<[^>]*>)?", "captures": {
                    "1": {"name": named("keyword.control.include")}, "2": {"name": named("string.quoted.include")}}},
                {"match": r"^(#)\s*([A-Za-z][A-Za-z0-9 _-]*)(:)(.*)$", "name": named("comment.line.number-sign"), "captures": {
                    "2": {"name": named("storage.type.header")}}},
                line("comment.line.number-sign", "#.*$"),
                line("comment.line.double-slash", "//.*$"),
                {"name": named("comment.block"), "begin": r"/\*", "end": r"\*/"},
            ]},
            "texts": {"name": named("string.quoted.double"), "begin": "\"", "end": "\""},
            "code": {"patterns": code},
        },
    })
}

#[test]
fn the_grammar_has_every_word() {
    let text = serde_json::to_string_pretty(&grammar()).unwrap() + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../editors/vscode/syntaxes/dealer.tmLanguage.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        known == text,
        "{} is out of date: see grammar.rs",
        path.display()
    );
    for word in words() {
        if word.name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            assert!(spellings(scope(word.group)).contains(&word.name));
        }
    }
}
