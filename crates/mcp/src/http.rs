//! The same over HTTP: a message is posted, and its answer comes back. Nothing is kept between requests, so there is nothing to bound
//! beside what the server bounds; who goes away stops the work.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use fairdeal_server::{Office, TOOLS_PATH};
use rpc::{Message, Refusal};
use serde_json::Value;

use crate::assistant::Assistant;
use crate::version::{UNEQUAL, UNKNOWN_VERSION, Version};

const VERSION: &str = "mcp-protocol-version";
const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";
const JSON: &str = "application/json";

/// The tools at [`TOOLS_PATH`], for a server to take in.
pub fn over_http(office: Arc<Office>) -> Router {
    let assistant = Arc::new(Assistant::new(office));
    Router::new()
        .route(TOOLS_PATH, post(posted))
        .with_state(assistant)
}

async fn posted(
    State(assistant): State<Arc<Assistant>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    // Who may ask was looked at by the server. A page in a browser asks with its origin, and none has reason to.
    if headers.contains_key(ORIGIN) {
        return (StatusCode::FORBIDDEN, "no page is answered here").into_response();
    }
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.starts_with(JSON)) {
        let why = "what is posted is application/json";
        return (StatusCode::UNSUPPORTED_MEDIA_TYPE, why).into_response();
    }
    let Message { id, method, params } = match Message::read(&body) {
        Ok(message) => message,
        Err(refusal) => return reply(StatusCode::BAD_REQUEST, rpc::answer(None, Err(refusal))),
    };
    let Some(method) = method else {
        let refusal = Refusal::unfit("nothing was asked here that could be answered");
        return reply(StatusCode::BAD_REQUEST, rpc::answer(id, Err(refusal)));
    };
    let version = match agreeing(&headers, &method, &params, id.is_some()) {
        Ok(version) => version,
        Err(refusal) => return reply(StatusCode::BAD_REQUEST, rpc::answer(id, Err(refusal))),
    };
    if id.is_none() {
        // What we are told changes nothing.
        return StatusCode::ACCEPTED.into_response();
    }
    let answer = assistant.answer(&method, &params, version).await;
    let status = match &answer {
        // Where everything is agreed on first, that something is refused is said in the answer alone.
        Err(refusal) if Version::said(&params).is_some() => match refusal.code {
            Refusal::UNKNOWN => StatusCode::NOT_FOUND,
            UNKNOWN_VERSION => StatusCode::BAD_REQUEST,
            _ if Version::complete(&params).is_err() => StatusCode::BAD_REQUEST,
            _ => StatusCode::OK,
        },
        _ => StatusCode::OK,
    };
    reply(status, rpc::answer(id, answer))
}

fn reply(status: StatusCode, message: Value) -> Response {
    (
        status,
        [(CONTENT_TYPE, JSON)],
        Body::from(message.to_string()),
    )
        .into_response()
}

/// The version in the headers, if they say one, and the same as the message: since 2026 what stands between client and server looks at
/// headers only, and must not be told something else.
fn agreeing(
    headers: &HeaderMap,
    method: &str,
    params: &Value,
    is_question: bool,
) -> Result<Option<Version>, Refusal> {
    let unequal = |why: String| Refusal::new(UNEQUAL, why);
    let named = one(headers, VERSION)?;
    let said = Version::said(params);
    if method == "initialize" {
        let asked = params["protocolVersion"].as_str();
        if named.is_some() && named != asked {
            return Err(Refusal::unfit(format!(
                "{VERSION} is not the version that is asked for"
            )));
        }
        let called = one(headers, METHOD)?;
        if called.is_some_and(|called| called != method) {
            return Err(unequal(format!("{METHOD} is not {method}")));
        }
        return Ok(None);
    }
    let version = named.and_then(Version::of_name);
    if named.is_some() && version.is_none() && said.is_none() {
        let why = format!("version {} is not spoken here", named.unwrap_or_default());
        return Err(Refusal::new(UNKNOWN_VERSION, why));
    }
    if version.is_some_and(Version::is_by_request) {
        if one(headers, METHOD)? != Some(method) {
            return Err(unequal(format!("{METHOD} is not {method}")));
        }
        let name = match method {
            "tools/call" => params["name"].as_str(),
            "resources/read" => params["uri"].as_str(),
            _ => None,
        };
        let called = one(headers, NAME)?;
        if let Some(name) = name
            && called != Some(name)
            && called != Some(&format!("=?base64?{}?=", base64(name.as_bytes())))
        {
            return Err(unequal(format!("{NAME} is not {name}")));
        }
    }
    if is_question {
        match said {
            Some(said) if named != Some(said) => {
                return Err(unequal(format!("{VERSION} is not {said}")));
            }
            None if version.is_some_and(Version::is_by_request) || method == "server/discover" => {
                Version::complete(params)?;
            }
            _ => {}
        }
    }
    Ok(version)
}

/// A header that may be there once.
fn one<'a>(headers: &'a HeaderMap, name: &str) -> Result<Option<&'a str>, Refusal> {
    let mut all = headers.get_all(name).into_iter();
    let first = all.next();
    match first.map(|value| value.to_str()).transpose() {
        Ok(first) if all.next().is_none() => Ok(first),
        _ => Err(Refusal::new(
            UNEQUAL,
            format!("{name} is there once, in plain letters"),
        )),
    }
}

/// How a name is written in a header that could not be there as it is.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at <= three.len() {
                letter as char
            } else {
                '='
            });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};
    use serde_json::json;

    fn headers(all: &[(&'static str, &'static str)]) -> HeaderMap {
        let all = all.iter();
        all.map(|(name, value)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        })
        .collect()
    }

    /// The number of the refusal, 0 if there is none.
    fn code(all: &[(&'static str, &'static str)], method: &str, params: &Value) -> i32 {
        let found = agreeing(&headers(all), method, params, true);
        found.err().map_or(0, |refusal| refusal.code)
    }

    #[test]
    fn names_in_headers_are_packed_where_they_must_be() {
        let all = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
        ];
        for (plain, packed) in all {
            assert_eq!(base64(plain.as_bytes()), packed);
        }
    }

    #[test]
    fn headers_say_the_same_as_the_message() {
        let old = (VERSION, "2025-06-18");
        let new = (VERSION, "2026-07-28");
        let call = (METHOD, "tools/call");
        let plain = json!({ "name": "odds" });
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let full = json!({ "name": "odds", "_meta": meta });
        // Until 2025 nothing has to be said but a version that is known.
        assert_eq!(code(&[], "tools/call", &plain), 0);
        assert_eq!(code(&[old], "tools/call", &plain), 0);
        assert_eq!(
            code(&[(VERSION, "1999-01-01")], "tools/call", &plain),
            UNKNOWN_VERSION
        );
        // Since then everything is there twice.
        assert_eq!(code(&[new, call, (NAME, "odds")], "tools/call", &full), 0);
        assert_eq!(
            code(
                &[new, call, (NAME, "=?base64?b2Rkcw==?=")],
                "tools/call",
                &full
            ),
            0
        );
        for wrong in [
            vec![],
            vec![old, call, (NAME, "odds")],
            vec![new, (NAME, "odds")],
            vec![new, call],
            vec![new, call, (NAME, "deal")],
            vec![new, (METHOD, "tools/list"), (NAME, "odds")],
        ] {
            assert_eq!(code(&wrong, "tools/call", &full), UNEQUAL, "{wrong:?}");
        }
        assert_eq!(
            code(&[new, call, (NAME, "odds")], "tools/call", &plain),
            -32602
        );
        assert_eq!(code(&[], "server/discover", &json!({})), -32602);
        // Who begins says a version in one way.
        let hello = json!({ "protocolVersion": "2025-06-18" });
        assert_eq!(code(&[], "initialize", &hello), 0);
        assert_eq!(code(&[old], "initialize", &hello), 0);
        assert_eq!(code(&[new], "initialize", &hello), -32600);
        assert_eq!(code(&[old, call], "initialize", &hello), UNEQUAL);
    }
}
