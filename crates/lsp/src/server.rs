//! The conversation with an editor: what it says, in order, and who answers.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fairdeal::Watch;
use tower_lsp_server::jsonrpc::{Error, Result};
use tower_lsp_server::ls_types::*;
use tower_lsp_server::{Client, LanguageServer};

use crate::documents::{Document, Documents};
use crate::positions::Columns;
use crate::replies::Replies;

/// How long a text is left alone before it is looked at: who types has not finished yet.
const PAUSE: Duration = Duration::from_millis(150);

/// Answers an editor about the scripts that are open in it.
#[derive(Debug)]
pub struct ScriptServer {
    client: Client,
    documents: Arc<Documents>,
}

/// Stops work whose answer nobody waits for any more.
struct StopsOnDrop(Watch);

impl Drop for StopsOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl ScriptServer {
    pub(crate) fn new(client: Client) -> ScriptServer {
        ScriptServer {
            client,
            documents: Arc::default(),
        }
    }

    /// Asks about a text, beside the conversation. The work ends when the text changes, or when the request is withdrawn.
    async fn ask<T: Send + 'static>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(&Replies, &Watch) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some(document) = self.documents.get(uri) else {
            return Ok(None);
        };
        let stop = StopsOnDrop(document.watch.part());
        let watch = stop.0.clone();
        let replies = Replies::new(self.documents.clone(), document);
        let work = tokio::task::spawn_blocking(move || answer(&replies, &watch));
        let answer = work.await.map_err(|_| Error::internal_error());
        drop(stop);
        answer
    }

    /// Counts what was only estimated when somebody pointed at it, until the text changes.
    fn count_behind(&self, uri: &Uri) {
        if let Some(document) = self.documents.get(uri) {
            tokio::task::spawn_blocking(move || {
                if let Some(pointed) = document.pointed() {
                    pointed.count_noted(&document.watch);
                }
            });
        }
    }

    /// Looks at texts after a while, and says what is wrong with them.
    fn look_at(&self, documents: Vec<Arc<Document>>) {
        for document in documents {
            let (all, client) = (self.documents.clone(), self.client.clone());
            tokio::spawn(async move {
                tokio::time::sleep(PAUSE).await;
                if !all.is_current(&document) {
                    return;
                }
                let replies = Replies::new(all.clone(), document.clone());
                let found = tokio::task::spawn_blocking(move || replies.diagnostics()).await;
                if let Ok(Some(found)) = found
                    && all.is_current(&document)
                {
                    let (uri, version) = (document.uri.clone(), document.version);
                    client.publish_diagnostics(uri, found, version).await;
                }
            });
        }
    }
}

fn capabilities(columns: Columns) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match columns {
            Columns::Utf16 => PositionEncodingKind::UTF16,
            Columns::Utf8 => PositionEncodingKind::UTF8,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Kind(
            TextDocumentSyncKind::INCREMENTAL,
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_owned(), ",".to_owned()]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        inlay_hint_provider: Some(OneOf::Left(true)),
        ..ServerCapabilities::default()
    }
}

impl LanguageServer for ScriptServer {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let encodings = params
            .capabilities
            .general
            .and_then(|general| general.position_encodings);
        let columns = match encodings {
            Some(known) if known.contains(&PositionEncodingKind::UTF8) => Columns::Utf8,
            _ => Columns::Utf16,
        };
        let path = |uri: &Uri| uri.to_file_path().map(|path| path.into_owned());
        #[expect(deprecated, reason = "editors that know no folders say it so")]
        let folders: Vec<PathBuf> = match (&params.workspace_folders, &params.root_uri) {
            (Some(folders), _) if !folders.is_empty() => {
                folders.iter().filter_map(|one| path(&one.uri)).collect()
            }
            (_, Some(root)) => path(root).into_iter().collect(),
            _ => Vec::new(),
        };
        self.documents.begin(columns, folders.into_iter());
        Ok(InitializeResult {
            capabilities: capabilities(columns),
            server_info: Some(ServerInfo {
                name: "fairdeal".to_owned(),
                version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn shutdown(&self) -> Result<()> {
        self.documents.stop();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let all = self.documents.put(&opened.uri, opened.version, opened.text);
        self.look_at(all);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let VersionedTextDocumentIdentifier { uri, version } = params.text_document;
        let all = self.documents.change(&uri, version, params.content_changes);
        self.look_at(all);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let others = self.documents.close(&uri);
        self.look_at(others);
        // What is not open has nothing said of it.
        self.client.publish_diagnostics(uri, Vec::new(), None).await;
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let TextDocumentPositionParams {
            text_document,
            position,
        } = params.text_document_position;
        let items = self.ask(&text_document.uri, move |replies, _| {
            replies.completion(position)
        });
        Ok(items.await?.map(CompletionResponse::Array))
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        let position = at.position;
        self.ask(&at.text_document.uri, move |replies, _| {
            replies.signature(position)
        })
        .await
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let at = params.text_document_position_params;
        let (uri, position) = (at.text_document.uri, at.position);
        let hover = self.ask(&uri, move |replies, watch| replies.hover(position, watch));
        let hover = hover.await;
        self.count_behind(&uri);
        hover
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        let position = at.position;
        let place = self.ask(&at.text_document.uri, move |replies, _| {
            replies.definition(position)
        });
        Ok(place.await?.map(GotoDefinitionResponse::Scalar))
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        let (position, declaration) = (at.position, params.context.include_declaration);
        self.ask(&at.text_document.uri, move |replies, _| {
            replies.references(position, declaration)
        })
        .await
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let position = params.position;
        self.ask(&params.text_document.uri, move |replies, _| {
            replies.renamable(position)
        })
        .await
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let (position, new) = (at.position, params.new_name);
        let renamed = self.ask(&at.text_document.uri, move |replies, _| {
            Some(replies.rename(position, &new))
        });
        match renamed.await? {
            Some(Err(why)) => Err(Error {
                message: why.into(),
                ..Error::invalid_request()
            }),
            Some(Ok(edit)) => Ok(edit),
            None => Ok(None),
        }
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        let symbols = self.ask(&params.text_document.uri, |replies, _| replies.symbols());
        Ok(symbols.await?.map(DocumentSymbolResponse::Nested))
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.ask(&params.text_document.uri, |replies, _| replies.folds())
            .await
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.ask(&params.text_document.uri, |replies, _| replies.formatting())
            .await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let (range, said) = (params.range, params.context.diagnostics);
        self.ask(&params.text_document.uri, move |replies, _| {
            replies.actions(range, &said)
        })
        .await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let range = params.range;
        self.ask(&params.text_document.uri, move |replies, watch| {
            replies.hints(range, watch)
        })
        .await
    }
}
