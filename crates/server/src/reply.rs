//! Answers and errors as HTTP has them.

use axum::body::Body;
use axum::response::Response;
use fairdeal::answer::ErrorBody;
use hyper::StatusCode;
use hyper::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, RETRY_AFTER,
    WWW_AUTHENTICATE, X_CONTENT_TYPE_OPTIONS,
};

use crate::limits;
use crate::office::Unanswered;

/// The code of an error, kept with its response for the log.
#[derive(Clone)]
pub(crate) struct Code(pub(crate) String);

/// What is sent with every answer: nothing guesses what it is, keeps it, or runs what is in it.
pub(crate) fn response(status: StatusCode, kind: &'static str, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

/// An answer.
pub(crate) fn json(text: impl Into<Body>) -> Response {
    response(StatusCode::OK, "application/json", text.into())
}

/// An error, in the one shape that errors have.
pub(crate) fn failed(status: StatusCode, body: ErrorBody) -> Response {
    let code = Code(body.code.clone());
    let text = serde_json::to_string(&body.answer()).unwrap_or_default();
    let mut response = response(status, "application/json", text.into());
    response.extensions_mut().insert(code);
    let headers = response.headers_mut();
    if status == StatusCode::SERVICE_UNAVAILABLE {
        headers.insert(RETRY_AFTER, limits::RETRY_AFTER.into());
    }
    if status == StatusCode::UNAUTHORIZED {
        headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    response
}

/// The same, of a code and a sentence.
pub(crate) fn wrong(status: StatusCode, code: &str, message: impl Into<String>) -> Response {
    failed(status, ErrorBody::new(code, message))
}

/// What could not be answered: a request that is none is the client's fault in form, and the rest in what it asks.
pub(crate) fn unanswered(why: &Unanswered, seconds: u64) -> Response {
    let body = why.body(seconds);
    let status = match why {
        Unanswered::NoPlace(_) => StatusCode::SERVICE_UNAVAILABLE,
        Unanswered::Library(_) if body.code == "bad-request" => StatusCode::BAD_REQUEST,
        Unanswered::Library(_) | Unanswered::TooLong => StatusCode::UNPROCESSABLE_ENTITY,
        Unanswered::Lost => StatusCode::INTERNAL_SERVER_ERROR,
    };
    failed(status, body)
}
