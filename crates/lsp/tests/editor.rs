//! A conversation with an editor, in memory: every feature on a script of 150 lines with includes, and a thousand edits at random.

use std::collections::{BTreeSet, VecDeque};
use std::path::Path;

use fairdeal::Script;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf};

/// The other end of the conversation.
struct Editor {
    input: WriteHalf<DuplexStream>,
    output: ReadHalf<DuplexStream>,
    /// What was read and belongs to no message yet.
    read: Vec<u8>,
    told: VecDeque<Value>,
    asked: u64,
    folder: TempDir,
}

const HANDS: &str = "\
// What the hands of the script are made of.
strong = hcp(south) >= 15 and hcp(south) <= 17
flat = shape(south, any 4333 + any 4432 + any 5332)
";

/// A script of 150 lines: what is asked for below stands at its top.
fn script() -> String {
    let mut text = "\
#include \"parts/hands.dlr\"
// What East
// does not have.
quiet = hcp(east) < 8
opens = strong and flat
points = hcp(south) + hcp(north)
condition opens and quiet
    and points >= 24
    and spades( north)<5
action
    average \"points\" points,
    printoneline
"
    .to_owned();
    for number in text.lines().count()..150 {
        text += &format!("// line {number}\n");
    }
    text
}

impl Editor {
    /// An editor with a folder open, and a script and its include in it.
    async fn new() -> Editor {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("parts")).unwrap();
        std::fs::write(folder.path().join("parts/hands.dlr"), HANDS).unwrap();
        std::fs::write(folder.path().join("main.dlr"), script()).unwrap();
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        tokio::spawn(async move {
            let (input, output) = tokio::io::split(theirs);
            fairdeal_lsp::converse(input, output).await;
        });
        let (output, input) = tokio::io::split(ours);
        let mut editor = Editor {
            input,
            output,
            read: Vec::new(),
            told: VecDeque::new(),
            asked: 0,
            folder,
        };
        let root = format!("file://{}", editor.folder.path().display());
        let folders = json!([{ "uri": root, "name": "folder" }]);
        let begun = editor
            .ask(
                "initialize",
                json!({ "capabilities": {}, "workspaceFolders": folders }),
            )
            .await;
        assert_eq!(begun["serverInfo"]["name"], "fairdeal");
        editor.tell("initialized", json!({})).await;
        editor
    }

    fn uri(&self, name: &str) -> String {
        let folder = self.folder.path().canonicalize().unwrap();
        format!("file://{}", folder.join(name).display())
    }

    async fn send(&mut self, message: Value) {
        let text = message.to_string();
        let framed = format!("Content-Length: {}\r\n\r\n{text}", text.len());
        self.input.write_all(framed.as_bytes()).await.unwrap();
    }

    async fn tell(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(message).await;
    }

    /// The next message, whatever it is.
    async fn next(&mut self) -> Value {
        loop {
            let head = self.read.windows(4).position(|bytes| bytes == b"\r\n\r\n");
            if let Some(head) = head {
                let lines = String::from_utf8(self.read[..head].to_vec()).unwrap();
                let length = lines.split("Content-Length: ").nth(1).unwrap();
                let length: usize = length.lines().next().unwrap().parse().unwrap();
                if self.read.len() >= head + 4 + length {
                    let rest = self.read.split_off(head + 4 + length);
                    let message = std::mem::replace(&mut self.read, rest);
                    return serde_json::from_slice(&message[head + 4..]).unwrap();
                }
            }
            let mut more = [0; 4096];
            let length = self.output.read(&mut more).await.unwrap();
            assert!(length > 0, "the server has ended");
            self.read.extend(&more[..length]);
        }
    }

    async fn answer(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(message).await;
        loop {
            let message = self.next().await;
            if message["id"] == id {
                return message;
            }
            self.told.push_back(message);
        }
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        let mut answer = self.answer(method, params).await;
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].take()
    }

    async fn open(&mut self, name: &str, text: &str) {
        let document =
            json!({ "uri": self.uri(name), "languageId": "dealer", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }))
            .await;
    }

    async fn change(&mut self, name: &str, version: i32, text: &str) {
        let document = json!({ "uri": self.uri(name), "version": version });
        let changes = json!([{ "text": text }]);
        self.tell(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        )
        .await;
    }

    /// What is said of a version of a text.
    async fn diagnostics(&mut self, name: &str, version: i32) -> Value {
        let uri = self.uri(name);
        loop {
            let message = match self.told.pop_front() {
                Some(message) => message,
                None => self.next().await,
            };
            let params = &message["params"];
            if message["method"] == "textDocument/publishDiagnostics"
                && params["uri"] == *uri
                && params["version"] == version
            {
                return params["diagnostics"].clone();
            }
        }
    }

    /// Asks about the place of a piece of a text.
    async fn at(&mut self, method: &str, text: &str, piece: &str, more: Value) -> Value {
        let params = self.params(text, piece, more);
        self.ask(method, params).await
    }

    fn params(&self, text: &str, piece: &str, more: Value) -> Value {
        let mut params = json!({
            "textDocument": { "uri": self.uri("main.dlr") },
            "position": position(text, text.find(piece).unwrap()),
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        params
    }
}

fn position(text: &str, at: usize) -> Value {
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": at - start })
}

/// The byte at a position of a text in plain letters.
fn byte(text: &str, position: &Value) -> usize {
    let line = position["line"].as_u64().unwrap() as usize;
    let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    before + position["character"].as_u64().unwrap() as usize
}

fn everything() -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } })
}

/// Runs a conversation.
fn talk<F: Future<Output = ()>>(conversation: F) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    runtime.block_on(conversation);
}

#[test]
fn what_is_wrong_is_said_and_put_right() {
    talk(async {
        let mut editor = Editor::new().await;
        editor.open("main.dlr", &script()).await;
        assert_eq!(editor.diagnostics("main.dlr", 1).await, json!([]));
        let wrong = script().replace("spades( north)", "spdes(north)");
        editor.change("main.dlr", 2, &wrong).await;
        let said = editor.diagnostics("main.dlr", 2).await;
        assert_eq!(said[0]["code"], "unknown-word");
        assert_eq!(
            said[0]["range"]["start"],
            position(&wrong, wrong.find("spdes").unwrap())
        );
        assert!(
            said[0]["message"]
                .as_str()
                .unwrap()
                .contains("did you mean spades?")
        );
        let params = json!({
            "textDocument": { "uri": editor.uri("main.dlr") },
            "range": said[0]["range"],
            "context": { "diagnostics": said },
        });
        let actions = editor.ask("textDocument/codeAction", params).await;
        assert_eq!(actions[0]["title"], "write spades");
        assert_eq!(actions[0]["diagnostics"][0]["code"], "unknown-word");
        let edits = &actions[0]["edit"]["changes"][editor.uri("main.dlr")];
        assert_eq!(edits[0]["newText"], "spades");
        assert_eq!(edits[0]["range"], said[0]["range"]);
        // What counting shows is said too.
        let never = script().replace("points >= 24", "hcp(east) > 9");
        editor.change("main.dlr", 3, &never).await;
        let said = editor.diagnostics("main.dlr", 3).await;
        let codes: Vec<&Value> = said
            .as_array()
            .unwrap()
            .iter()
            .map(|one| &one["code"])
            .collect();
        assert!(codes.contains(&&json!("never")), "{said}");
    });
}

/// Every finding of the table of cases that has a fix is offered it, and is gone when it is taken.
#[test]
fn every_finding_that_has_a_fix_is_put_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../script/tests/errors");
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|ending| ending == "dlr"));
    talk(async {
        let mut editor = Editor::new().await;
        let mut codes = BTreeSet::new();
        for path in scripts {
            let name = path.file_name().unwrap().to_str().unwrap();
            let text = std::fs::read_to_string(&path).unwrap();
            editor.open(name, &text).await;
            let uri = editor.uri(name);
            let params = json!({
                "textDocument": { "uri": uri },
                "range": everything(),
                "context": { "diagnostics": [] },
            });
            let actions = editor.ask("textDocument/codeAction", params).await;
            let actions = actions.as_array().unwrap();
            let fixable = Script::from_text(&text).unwrap().fixable();
            assert_eq!(actions.len(), fixable.len(), "{name}: {actions:?}");
            for (action, finding) in actions.iter().zip(&fixable) {
                let edit = &action["edit"]["changes"][&uri][0];
                let range =
                    byte(&text, &edit["range"]["start"])..byte(&text, &edit["range"]["end"]);
                let mut fixed = text.clone();
                fixed.replace_range(range, edit["newText"].as_str().unwrap());
                let fixed = Script::from_text(&fixed).unwrap().fixable();
                let same = |all: &[fairdeal::script::Diagnostic]| {
                    let same = |one: &&fairdeal::script::Diagnostic| {
                        (one.code, &one.message) == (finding.code, &finding.message)
                    };
                    all.iter().filter(same).count()
                };
                assert!(same(&fixed) < same(&fixable), "{name}: {}", finding.message);
                codes.insert(finding.code);
            }
        }
        assert!(codes.len() >= 5, "{codes:?}");
    });
}

#[test]
fn what_is_included_is_followed_as_it_is_in_the_editor_and_not_out_of_the_folder() {
    talk(async {
        let mut editor = Editor::new().await;
        editor.open("main.dlr", &script()).await;
        editor.diagnostics("main.dlr", 1).await;
        // The include is opened and loses a name: the script that includes it says so.
        editor
            .open("parts/hands.dlr", &HANDS.replace("flat =", "even ="))
            .await;
        let said = editor.diagnostics("main.dlr", 1).await;
        assert_eq!(said[0]["code"], "unknown-name", "{said}");
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret.dlr"), "secret = 1").unwrap();
        let link = editor.folder.path().join("parts/link.dlr");
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.path().join("secret.dlr"), link).unwrap();
        #[cfg(not(unix))]
        let _ = link;
        for name in ["../secret.dlr", "parts/link.dlr"] {
            editor
                .change(
                    "main.dlr",
                    5,
                    &format!("#include \"{name}\"\ncondition secret"),
                )
                .await;
            let said = editor.diagnostics("main.dlr", 5).await;
            assert_eq!(said[0]["code"], "include", "{said}");
        }
    });
}

#[test]
fn words_are_offered_and_explained() {
    talk(async {
        let mut editor = Editor::new().await;
        let text = script().replace("spades( north)<5", "hcp(");
        editor.open("main.dlr", &text).await;
        let at = text.find("hcp(\n").unwrap() + 4;
        let params = json!({ "textDocument": { "uri": editor.uri("main.dlr") }, "position": position(&text, at) });
        let offered = editor.ask("textDocument/completion", params.clone()).await;
        let labels: Vec<&str> = offered
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["label"].as_str().unwrap())
            .collect();
        assert_eq!(labels, ["north", "east", "south", "west"]);
        let signature = editor.ask("textDocument/signatureHelp", params).await;
        assert_eq!(signature["signatures"][0]["label"], "hcp(seat, suit)");
        assert_eq!(signature["activeParameter"], 0);
        let offered = editor
            .at(
                "textDocument/completion",
                &text,
                "opens and quiet",
                json!({}),
            )
            .await;
        let has = |label: &str| {
            offered
                .as_array()
                .unwrap()
                .iter()
                .any(|one| one["label"] == label)
        };
        assert!(has("hcp") && has("strong") && has("quiet") && has("produce"));
    });
}

#[test]
fn odds_are_shown_where_the_cursor_is_and_behind_names() {
    talk(async {
        let mut editor = Editor::new().await;
        let text = script();
        editor.open("main.dlr", &text).await;
        let said = |hover: &Value| hover["contents"]["value"].as_str().unwrap().to_owned();
        let hover = editor
            .at("textDocument/hover", &text, "strong and", json!({}))
            .await;
        let strong = said(&hover);
        assert!(
            strong.contains("strong = hcp(south) >= 15 and hcp(south) <= 17"),
            "{strong}"
        );
        assert!(
            strong.contains("**1 in 9.9**") && strong.contains("counted exactly"),
            "{strong}"
        );
        let hover = editor
            .at("textDocument/hover", &text, "hcp(east) < 8", json!({}))
            .await;
        let word = said(&hover);
        assert!(
            word.contains("High card points") && word.contains("**1 in 3.5**"),
            "{word}"
        );
        let params =
            json!({ "textDocument": { "uri": editor.uri("main.dlr") }, "range": everything() });
        let hints = editor.ask("textDocument/inlayHint", params).await;
        let labels: Vec<&str> = hints
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["label"].as_str().unwrap())
            .collect();
        assert_eq!(labels.len(), 3, "{hints}");
        assert_eq!(&labels[..2], ["1 in 3.5", "1 in 21"]);
        assert_eq!(
            hints[0]["position"],
            position(&text, text.find(" = hcp(east)").unwrap())
        );
    });
}

#[test]
fn names_are_found_and_changed_in_all_files() {
    talk(async {
        let mut editor = Editor::new().await;
        let text = script();
        editor.open("main.dlr", &text).await;
        let (main, hands) = (editor.uri("main.dlr"), editor.uri("parts/hands.dlr"));
        let given = editor
            .at("textDocument/definition", &text, "strong and", json!({}))
            .await;
        assert_eq!(given["uri"], hands);
        assert_eq!(
            given["range"]["start"],
            json!({ "line": 1, "character": 0 })
        );
        let file = editor
            .at("textDocument/definition", &text, "parts/hands", json!({}))
            .await;
        assert_eq!(file["uri"], hands);
        let context = json!({ "context": { "includeDeclaration": true } });
        let used = editor
            .at("textDocument/references", &text, "points = hcp", context)
            .await;
        assert_eq!(used.as_array().unwrap().len(), 3);
        let prepared = editor
            .at("textDocument/prepareRename", &text, "strong and", json!({}))
            .await;
        assert_eq!(prepared["placeholder"], "strong");
        let new = json!({ "newName": "solid" });
        let edit = editor
            .at("textDocument/rename", &text, "strong and", new)
            .await;
        assert_eq!(edit["changes"][&main].as_array().unwrap().len(), 1);
        assert_eq!(edit["changes"][&hands][0]["newText"], "solid");
        let params = editor.params(&text, "strong and", json!({ "newName": "hcp" }));
        let refused = editor.answer("textDocument/rename", params).await;
        let why = refused["error"]["message"].as_str().unwrap();
        assert!(why.contains("word of the language"), "{why}");
    });
}

#[test]
fn the_script_is_outlined_folded_and_laid_out() {
    talk(async {
        let mut editor = Editor::new().await;
        let text = script();
        editor.open("main.dlr", &text).await;
        let document = json!({ "textDocument": { "uri": editor.uri("main.dlr") } });
        let symbols = editor
            .ask("textDocument/documentSymbol", document.clone())
            .await;
        let names: Vec<&str> = symbols
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, ["quiet", "opens", "points", "condition", "action"]);
        let folds = editor
            .ask("textDocument/foldingRange", document.clone())
            .await;
        let lines: Vec<(u64, u64)> = folds
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                (
                    one["startLine"].as_u64().unwrap(),
                    one["endLine"].as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(lines, [(1, 2), (6, 8), (9, 11), (12, 149)]);
        let mut params = document;
        params["options"] = json!({ "tabSize": 4, "insertSpaces": true });
        let edits = editor.ask("textDocument/formatting", params).await;
        let laid_out = edits[0]["newText"].as_str().unwrap();
        assert_eq!(
            laid_out,
            text.replace("spades( north)<5", "spades(north) < 5")
        );
    });
}

/// A thousand edits, each at a place and of a text that a number picks, with questions between them.
#[test]
fn a_thousand_edits_at_random_never_end_it() {
    const PIECES: [&str; 16] = [
        "(",
        ")",
        "\"",
        "\n",
        "hcp(",
        "/*",
        "*/",
        "#include \"",
        " and ",
        "\u{1f0a1}",
        "=",
        "{",
        "$1",
        "opens",
        "0",
        "condition ",
    ];
    const ASKED: [&str; 6] = [
        "completion",
        "hover",
        "definition",
        "signatureHelp",
        "documentSymbol",
        "formatting",
    ];
    talk(async {
        let mut editor = Editor::new().await;
        editor.open("main.dlr", &script()).await;
        let uri = editor.uri("main.dlr");
        let mut state = 0x5eed_u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for version in 2..1002 {
            let place = |line: u64, character: u64| json!({ "line": line, "character": character });
            let (line, column, more) = (random(160), random(40), random(9));
            let text = PIECES[random(PIECES.len() as u64) as usize];
            let range = json!({ "start": place(line, column), "end": place(line, column + more) });
            let change = json!([{ "range": range, "text": text }]);
            let document = json!({ "uri": uri, "version": version });
            editor
                .tell(
                    "textDocument/didChange",
                    json!({ "textDocument": document, "contentChanges": change }),
                )
                .await;
            if version % 10 == 0 {
                let params = json!({
                    "textDocument": { "uri": uri },
                    "position": place(random(160), random(40)),
                    "options": { "tabSize": 4, "insertSpaces": true },
                });
                let asked = ASKED[random(ASKED.len() as u64) as usize];
                editor.ask(&format!("textDocument/{asked}"), params).await;
            }
        }
        editor.change("main.dlr", 2000, &script()).await;
        assert_eq!(editor.diagnostics("main.dlr", 2000).await, json!([]));
        assert_eq!(editor.ask("shutdown", Value::Null).await, Value::Null);
        assert!(Path::new(editor.folder.path()).exists());
    });
}
