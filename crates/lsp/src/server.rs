//! The conversation with an editor: what it says, in order, and who answers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fairdeal::Watch;
use ls_types::{
    Diagnostic, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    Position, Range, TextDocumentIdentifier, Uri, VersionedTextDocumentIdentifier,
};
use rpc::{Dialect, Input, Message, Output, Questions, Refusal};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use crate::documents::{Document, Documents};
use crate::positions::Columns;
use crate::replies::Replies;

/// How long a text is left alone before it is looked at: who types has not finished yet.
const PAUSE: Duration = Duration::from_millis(150);
/// How many questions are worked on at once.
const AT_ONCE: usize = 4;
/// A refusal: nothing is agreed on yet.
const TOO_EARLY: i32 = -32002;

/// Answers an editor about the scripts that are open in it, until it says goodbye or closes its side.
pub async fn converse(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
) {
    let output = Arc::new(Output::new(Dialect::Editor, output));
    let server = Arc::new(ScriptServer {
        output: output.clone(),
        documents: Arc::default(),
        places: Semaphore::new(AT_ONCE),
    });
    let mut stage = Stage::Begins;
    let mut questions = Questions::new(output.clone());
    let mut input = Input::new(Dialect::Editor, input);
    while let Ok(Some(message)) = input.next().await {
        let (method, id, params) = match message {
            Ok(Message { method, id, params }) => (method.unwrap_or_default(), id, params),
            Err(refusal) => {
                output.refuse(refusal).await;
                continue;
            }
        };
        match (stage, id, &*method) {
            (_, None, "exit") => {
                server.documents.stop();
                break;
            }
            (_, None, "$/cancelRequest") => questions.withdraw(&params["id"]),
            (Stage::Goes, None, _) => server.hear(&method, params).await,
            // What is said too early or too late is not heard, and what has no method answers a question that nobody asked.
            (_, None, _) | (_, _, "") => {}
            (Stage::Begins, Some(id), "initialize") => {
                stage = Stage::Goes;
                output.answer(id, Ok(server.begin(&params))).await;
            }
            (Stage::Goes, Some(id), "shutdown") => {
                stage = Stage::Ends;
                server.documents.stop();
                output.answer(id, Ok(Value::Null)).await;
            }
            (Stage::Goes, Some(id), _) => {
                let server = server.clone();
                questions.take(id, async move { server.answer(&method, params).await });
            }
            (Stage::Begins, Some(id), _) => {
                let refusal = Refusal::new(TOO_EARLY, "the first question is initialize");
                output.answer(id, Err(refusal)).await;
            }
            (Stage::Ends, Some(id), _) => {
                let refusal = Refusal::unfit("nothing is answered after shutdown");
                output.answer(id, Err(refusal)).await;
            }
        }
    }
    // What was asked is answered.
    questions.finish().await;
    server.documents.stop();
}

/// How far a conversation is.
#[derive(Clone, Copy)]
enum Stage {
    Begins,
    Goes,
    Ends,
}

/// Answers an editor about the scripts that are open in it.
struct ScriptServer {
    output: Arc<Output>,
    documents: Arc<Documents>,
    places: Semaphore,
}

/// Stops work whose answer nobody waits for any more.
struct StopsOnDrop(Watch);

impl Drop for StopsOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A question about a text: each has some of this.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    text_document: TextDocumentIdentifier,
    position: Option<Position>,
    range: Option<Range>,
    new_name: Option<String>,
    #[serde(default)]
    context: Context,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Context {
    include_declaration: bool,
    diagnostics: Vec<Diagnostic>,
}

impl Question {
    fn position(&self) -> Result<Position, Refusal> {
        let missing = || Refusal::bad_params("there is no position");
        self.position.ok_or_else(missing)
    }

    fn range(&self) -> Result<Range, Refusal> {
        let missing = || Refusal::bad_params("there is no range");
        self.range.ok_or_else(missing)
    }
}

/// What can be asked about a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Topic {
    Completion,
    Signature,
    Hover,
    Definition,
    References,
    Renamable,
    Rename,
    Symbols,
    Folds,
    Formatting,
    Actions,
    Hints,
}

impl Topic {
    fn of_method(method: &str) -> Option<Topic> {
        Some(match method.strip_prefix("textDocument/")? {
            "completion" => Topic::Completion,
            "signatureHelp" => Topic::Signature,
            "hover" => Topic::Hover,
            "definition" => Topic::Definition,
            "references" => Topic::References,
            "prepareRename" => Topic::Renamable,
            "rename" => Topic::Rename,
            "documentSymbol" => Topic::Symbols,
            "foldingRange" => Topic::Folds,
            "formatting" => Topic::Formatting,
            "codeAction" => Topic::Actions,
            "inlayHint" => Topic::Hints,
            _ => return None,
        })
    }

    fn answer(self, asked: &Question, replies: &Replies, watch: &Watch) -> Result<Value, Refusal> {
        match self {
            Topic::Completion => written(replies.completion(asked.position()?)),
            Topic::Signature => written(replies.signature(asked.position()?)),
            Topic::Hover => written(replies.hover(asked.position()?, watch)),
            Topic::Definition => written(replies.definition(asked.position()?)),
            Topic::References => {
                let declaration = asked.context.include_declaration;
                written(replies.references(asked.position()?, declaration))
            }
            Topic::Renamable => written(replies.renamable(asked.position()?)),
            Topic::Rename => {
                let new = asked.new_name.as_deref().unwrap_or_default();
                written(
                    replies
                        .rename(asked.position()?, new)
                        .map_err(Refusal::unfit)?,
                )
            }
            Topic::Symbols => written(replies.symbols()),
            Topic::Folds => written(replies.folds()),
            Topic::Formatting => written(replies.formatting()),
            Topic::Actions => written(replies.actions(asked.range()?, &asked.context.diagnostics)),
            Topic::Hints => written(replies.hints(asked.range()?, watch)),
        }
    }
}

fn understood<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|why| Refusal::bad_params(why.to_string()))
}

fn written(answer: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(answer).map_err(|_| Refusal::lost())
}

impl ScriptServer {
    /// What is agreed on at the beginning.
    fn begin(&self, params: &Value) -> Value {
        let encodings = &params["capabilities"]["general"]["positionEncodings"];
        let has_utf8 = |all: &Vec<Value>| all.iter().any(|one| one == "utf-8");
        let columns = if encodings.as_array().is_some_and(has_utf8) {
            Columns::Utf8
        } else {
            Columns::Utf16
        };
        let folders = params["workspaceFolders"].as_array();
        let mut uris: Vec<&Value> = folders
            .into_iter()
            .flatten()
            .map(|one| &one["uri"])
            .collect();
        if uris.is_empty() {
            // Editors that know no folders say it so.
            uris.push(&params["rootUri"]);
        }
        let path = |uri: &Value| -> Option<PathBuf> {
            let uri: Uri = uri.as_str()?.parse().ok()?;
            uri.to_file_path().map(|path| path.into_owned())
        };
        self.documents
            .begin(columns, uris.into_iter().filter_map(path));
        json!({
            "capabilities": capabilities(columns),
            "serverInfo": { "name": "fairdeal", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    /// The texts that are open, as they change. What cannot be understood has no answer, for none is waited for.
    async fn hear(self: &Arc<Self>, method: &str, params: Value) {
        match method {
            "textDocument/didOpen" => {
                if let Ok(DidOpenTextDocumentParams {
                    text_document: opened,
                }) = understood(params)
                {
                    let all = self.documents.put(&opened.uri, opened.version, opened.text);
                    self.look_at(all);
                }
            }
            "textDocument/didChange" => {
                if let Ok(DidChangeTextDocumentParams {
                    text_document,
                    content_changes,
                }) = understood(params)
                {
                    let VersionedTextDocumentIdentifier { uri, version } = text_document;
                    let all = self.documents.change(&uri, version, content_changes);
                    self.look_at(all);
                }
            }
            "textDocument/didClose" => {
                if let Ok(DidCloseTextDocumentParams {
                    text_document: closed,
                }) = understood(params)
                {
                    let others = self.documents.close(&closed.uri);
                    self.look_at(others);
                    // What is not open has nothing said of it.
                    self.say(&closed.uri, None, &[]).await;
                }
            }
            _ => {}
        }
    }

    /// Answers a question. The work ends when the text changes, or when the question is withdrawn.
    async fn answer(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        let topic = Topic::of_method(method).ok_or_else(|| Refusal::unknown(method))?;
        let question: Question = understood(params)?;
        let Ok(_place) = self.places.acquire().await else {
            return Err(Refusal::lost());
        };
        let Some(document) = self.documents.get(&question.text_document.uri) else {
            return Ok(Value::Null);
        };
        let stop = StopsOnDrop(document.watch.part());
        let watch = stop.0.clone();
        let replies = Replies::new(self.documents.clone(), document.clone());
        let work = tokio::task::spawn_blocking(move || topic.answer(&question, &replies, &watch));
        let answer = work.await;
        drop(stop);
        if topic == Topic::Hover {
            count_behind(document);
        }
        answer.unwrap_or_else(|_| Err(Refusal::lost()))
    }

    /// Looks at texts after a while, and says what is wrong with them.
    fn look_at(self: &Arc<Self>, documents: Vec<Arc<Document>>) {
        for document in documents {
            let server = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                let all = &server.documents;
                if !all.is_current(&document) {
                    return;
                }
                let replies = Replies::new(all.clone(), document.clone());
                let found = tokio::task::spawn_blocking(move || replies.diagnostics()).await;
                if let Ok(Some(found)) = found
                    && all.is_current(&document)
                {
                    server.say(&document.uri, document.version, &found).await;
                }
            });
        }
    }

    /// Says what is wrong with a text.
    async fn say(&self, uri: &Uri, version: Option<i32>, found: &[Diagnostic]) {
        let mut params = json!({ "uri": uri, "diagnostics": found });
        if let Some(version) = version {
            params["version"] = version.into();
        }
        self.output
            .tell("textDocument/publishDiagnostics", params)
            .await;
    }
}

/// Counts what was only estimated when somebody pointed at it, until the text changes.
fn count_behind(document: Arc<Document>) {
    tokio::task::spawn_blocking(move || {
        if let Some(pointed) = document.pointed() {
            pointed.count_noted(&document.watch);
        }
    });
}

fn capabilities(columns: Columns) -> Value {
    json!({
        "positionEncoding": match columns {
            Columns::Utf16 => "utf-16",
            Columns::Utf8 => "utf-8",
        },
        // Changes come in pieces.
        "textDocumentSync": 2,
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": ["(", ","] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "foldingRangeProvider": true,
        "documentFormattingProvider": true,
        "renameProvider": { "prepareProvider": true },
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "inlayHintProvider": true,
    })
}
