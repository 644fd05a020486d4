//! What can be asked, and who answers.

use std::sync::Arc;

use fairdeal::Request;
use fairdeal::answer::ErrorBody;
use fairdeal_server::Office;
use rpc::Refusal;
use serde_json::{Value, json};

use crate::version::Version;
use crate::{resources, tools};

/// What an assistant is told before anything else.
const INSTRUCTIONS: &str = "\
Fairdeal deals bridge boards under conditions, fairly, and counts how likely conditions are, exactly. A condition is a script in the \
dealer language, such as `condition hcp(south) >= 15 and spades(north) >= 5`, or a hand profile. Write a script with the words of \
fairdeal://words (or the tool `words`), begin from an example (the tool `examples`), and try it with `check` before you deal. The tool \
`profile` makes a profile of lines such as `balanced 15-17` for each seat. The same seed gives the same boards. Numbers are exact \
where the answer says so. An error says what is wrong, where, and what to do.";

/// The tools, for one who asks.
#[derive(Debug)]
pub(crate) struct Assistant {
    office: Arc<Office>,
    tools: Vec<Value>,
}

impl Assistant {
    pub(crate) fn new(office: Arc<Office>) -> Assistant {
        Assistant {
            office,
            tools: tools::all(),
        }
    }

    /// Answers a question of a conversation in which a version was agreed on, or was not.
    pub(crate) async fn answer(
        &self,
        method: &str,
        params: &Value,
        agreed: Option<Version>,
    ) -> Result<Value, Refusal> {
        if method == "initialize" {
            let mut said = about();
            said["protocolVersion"] = Version::agreed(params).name().into();
            said["serverInfo"] = who();
            return Ok(said);
        }
        let own = Version::of_request(params)?;
        if method == "server/discover" || own.is_some_and(Version::is_by_request) {
            Version::complete(params)?;
        }
        let version = own.or(agreed).unwrap_or(Version::ASSUMED);
        let by_request = version.is_by_request();
        let mut result = match method {
            "server/discover" => {
                let mut said = about();
                said["supportedVersions"] = json!(Version::ALL.map(Version::name));
                said["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": who() });
                said
            }
            "ping" if !by_request => json!({}),
            "tools/list" => json!({ "tools": self.tools }),
            "tools/call" => self.call(params).await?,
            "resources/list" => json!({ "resources": resources::all() }),
            "resources/read" => {
                let address = params["uri"].as_str().unwrap_or_default();
                let code = if by_request {
                    Refusal::BAD_PARAMS
                } else {
                    NO_RESOURCE
                };
                let none = || Refusal::new(code, format!("there is nothing at {address:?}"));
                json!({ "contents": [resources::read(address).ok_or_else(none)?] })
            }
            // Some ask for these whatever we say we have.
            "resources/templates/list" => json!({ "resourceTemplates": [] }),
            "prompts/list" => json!({ "prompts": [] }),
            _ => return Err(Refusal::unknown(method)),
        };
        if by_request {
            result["resultType"] = "complete".into();
            if method != "tools/call" {
                // Nothing is to be kept: it may be another program the next time.
                result["ttlMs"] = 0.into();
                result["cacheScope"] = "private".into();
            }
        }
        Ok(result)
    }

    /// Calls a tool. What is wrong with a request is the tool's answer, which the assistant reads; only a tool that is not there is an
    /// error of the protocol.
    async fn call(&self, params: &Value) -> Result<Value, Refusal> {
        let name = params["name"].as_str().unwrap_or_default();
        let Some(verb) = Request::VERBS.into_iter().find(|verb| *verb == name) else {
            return Err(Refusal::bad_params(format!("there is no tool {name:?}")));
        };
        let document = match &params["arguments"] {
            Value::Null => json!({}),
            arguments => arguments.clone(),
        };
        let answer = match Request::of_verb(verb, document) {
            // Work stops when its answer is dropped.
            Ok(request) => self.office.answer(request).await,
            Err(error) => Err(error.body()),
        };
        let (text, is_error) = match answer {
            Ok(answer) => (answer.to_string(), false),
            Err(body) => (told(body), true),
        };
        Ok(json!({ "content": [{ "type": "text", "text": text }], "isError": is_error }))
    }
}

/// A refusal until 2025: there is no such text.
const NO_RESOURCE: i32 = -32002;

/// An error of the library, as a tool tells it.
fn told(body: ErrorBody) -> String {
    serde_json::to_string(&body.answer()).unwrap_or_default()
}

fn about() -> Value {
    json!({ "capabilities": { "tools": {}, "resources": {} }, "instructions": INSTRUCTIONS })
}

fn who() -> Value {
    json!({ "name": "fairdeal", "title": "Fairdeal", "version": env!("CARGO_PKG_VERSION") })
}
