//! Fairdeal for assistants, by the model context protocol: the verbs of the library as tools, and texts that help to use them.
//!
//! An assistant's program starts [`serve`] and speaks with it on standard input and output, or asks a server at
//! [`over_http`]'s path. Requests are answered in the office of the server, within its bounds; here they are only called tools.

#![forbid(unsafe_code)]

mod resources;
mod tools;

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use fairdeal::answer::ErrorBody;
use fairdeal::{Request, Watch};
use fairdeal_server::limits::LONGEST_BODY;
use fairdeal_server::{Bounds, Office, TOOLS_PATH};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;

/// How often it is asked whether to stop.
const LOOK: Duration = Duration::from_millis(50);
/// Threads beside those that work: one that reads, one that writes.
const READING_AND_WRITING: usize = 2;

/// What an assistant is told before anything else.
const INSTRUCTIONS: &str = "\
Fairdeal deals bridge boards under conditions, fairly, and counts how likely conditions are, exactly. A condition is a script in the \
dealer language, such as `condition hcp(south) >= 15 and spades(north) >= 5`, or a hand profile. Write a script with the words of \
fairdeal://words (or the tool `words`), begin from an example (the tool `examples`), and try it with `check` before you deal. The tool \
`profile` makes a profile of lines such as `balanced 15-17` for each seat. The same seed gives the same boards. Numbers are exact \
where the answer says so. An error says what is wrong, where, and what to do.";

/// The tools, for one who asks.
#[derive(Clone, Debug)]
struct Assistant {
    office: Arc<Office>,
    tools: Arc<[Tool]>,
}

impl Assistant {
    fn new(office: Arc<Office>) -> Assistant {
        Assistant {
            office,
            tools: tools::all().into(),
        }
    }
}

impl ServerHandler for Assistant {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .build();
        let version = env!("CARGO_PKG_VERSION");
        ServerConfig::new(can)
            .with_server_info(Implementation::new("fairdeal", version).with_title("Fairdeal"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    /// What is wrong with a request is the tool's answer, which the assistant reads; only a tool that is not there is an error
    /// of the protocol.
    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(verb) = Request::VERBS.into_iter().find(|verb| *verb == asked.name) else {
            let message = format!("there is no tool {:?}", asked.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let document = Value::Object(asked.arguments.unwrap_or_default());
        let request = match Request::of_verb(verb, document) {
            Ok(request) => request,
            Err(error) => return Ok(wrong(error.body()).into()),
        };
        // Work stops when its answer is dropped.
        let answer = tokio::select! {
            answer = self.office.answer(request) => answer,
            () = context.ct.cancelled() => Err(fairdeal::Error::Stopped.body()),
        };
        Ok(match answer {
            Ok(answer) => CallToolResult::success(vec![ContentBlock::text(&*answer)]),
            Err(body) => wrong(body),
        }
        .into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::all()))
    }

    async fn read_resource(
        &self,
        asked: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let found = resources::read(&asked.uri);
        let found = found.ok_or_else(|| {
            let message = format!("there is nothing at {:?}", asked.uri);
            ErrorData::resource_not_found(message, None)
        })?;
        Ok(found.into())
    }
}

/// An error of the library, as a tool tells it.
fn wrong(body: ErrorBody) -> CallToolResult {
    let text = serde_json::to_string(&body.answer()).unwrap_or_default();
    CallToolResult::error(vec![ContentBlock::text(text)])
}

/// The tools at [`TOOLS_PATH`], for a server to take in. Nothing is kept between requests, so there is nothing to bound beside what the
/// server bounds; who goes away stops the work.
pub fn over_http(office: Arc<Office>) -> Router {
    let assistant = Assistant::new(office);
    // Who may ask was looked at by the server. A page in a browser asks with its origin, and none has reason to.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(LONGEST_BODY)
        .disable_allowed_hosts()
        .enforce_origin_validation();
    let service = StreamableHttpService::new(
        move || Ok(assistant.clone()),
        Arc::new(NeverSessionManager::default()),
        config,
    );
    Router::new().route_service(TOOLS_PATH, service)
}

/// Answers an assistant's program on standard input and output until it closes them, or the watch is stopped.
///
/// # Errors
/// That the system has no room for it, or that the other side speaks something else.
pub fn serve(bounds: &Bounds, watch: &Watch) -> io::Result<()> {
    let runtime = bounds.runtime(READING_AND_WRITING)?;
    let ended = runtime.block_on(async {
        let assistant = Assistant::new(Arc::new(Office::new(bounds)));
        let speaking = async {
            let streams = (tokio::io::stdin(), tokio::io::stdout());
            let running = assistant.serve(streams).await.map_err(io::Error::other)?;
            running.waiting().await.map_err(io::Error::other)?;
            Ok(())
        };
        let stopped = async {
            while !watch.is_stopped() {
                tokio::time::sleep(LOOK).await;
            }
        };
        tokio::select! {
            ended = speaking => ended,
            () = stopped => Ok(()),
        }
    });
    // A thread that waits for input cannot be stopped, and is not waited for.
    runtime.shutdown_background();
    ended
}
