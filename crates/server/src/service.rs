//! The paths, and what is done at each: a request is read, answered in the office, and stopped when its client goes away.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use fairdeal::{DealRequest, Error, Format, Request, Watch};
use fairdeal_page::{Page, PageFile};
use http_body_util::{BodyExt, Limited};
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, HeaderValue, VARY,
};
use hyper::{HeaderMap, Method, StatusCode};
use miniz_oxide::deflate::compress_to_vec_zlib;
use tokio::sync::{Semaphore, mpsc};

use crate::access::{Token, names_this_machine};
use crate::gate::Place;
use crate::limits::{LONGEST_BODY, PIECE, PIECES};
use crate::log::{Event, Log, milliseconds};
use crate::metrics::{Metrics, Now, count};
use crate::office::{Office, StopsWhenDropped, Unanswered, release};
use crate::reply;
use crate::{TOOLS_PATH, Tools};

/// What all requests share.
pub(crate) struct Service {
    pub(crate) office: Arc<Office>,
    pub(crate) metrics: Metrics,
    pub(crate) log: Log,
    pub(crate) token: Option<Token>,
    pub(crate) patience: Duration,
    pub(crate) page: Page,
    /// Files of the page that were asked for, by their names, as they are sent.
    pub(crate) deflated: Mutex<HashMap<&'static str, Bytes>>,
    pub(crate) tools: Option<Tools>,
    pub(crate) connections: Arc<Semaphore>,
}

/// The paths that are served, as they are named in the log and in numbers; what else is asked for is a file of the studio, or
/// nothing.
static PATHS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let verbs = Request::VERBS.map(|verb| format!("/v1/{verb}"));
    let others = [
        BOARDS,
        API,
        "/openapi.json",
        "/health",
        "/metrics",
        TOOLS_PATH,
    ];
    verbs.into_iter().chain(others.map(str::to_owned)).collect()
});
/// Where boards come one after the other.
const BOARDS: &str = "/v1/boards";
/// Where the page is on which all of it can be tried.
const API: &str = "/api";
/// What the files of the studio are called in the log: all of them are one,
const STUDIO: &str = "studio";
/// and what is nothing at all.
const OTHER: &str = "other";
/// Paths that anyone may ask for: they tell nothing of what is asked here.
const OPEN: [&str; 3] = [API, "/health", STUDIO];

/// All paths for programs, as OpenAPI 3.1. A test makes it of the types of requests and answers. Inside the program it is packed,
/// to a tenth of what it is.
pub static OPENAPI: LazyLock<String> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/openapi"));
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(packed).unwrap_or_default();
    String::from_utf8_lossy(&text).into_owned()
});
const PAGE: &str = include_str!("page.html");

type Shared = State<Arc<Service>>;

pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route(API, get(page))
        .route(
            "/openapi.json",
            get(|| async { reply::json(OPENAPI.as_str()) }),
        )
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route(BOARDS, post(boards));
    for verb in Request::VERBS {
        let at = move |State(service): Shared, request: HttpRequest| answer(service, verb, request);
        router = router.route(&format!("/v1/{verb}"), post(at));
    }
    let mut router = router
        .fallback(studio)
        .method_not_allowed_fallback(|| async { wrong_method() })
        .with_state(service.clone());
    if let Some(tools) = service.tools {
        let tools = tools(service.office.clone());
        router = router.merge(tools.layer(from_fn_with_state(service.clone(), read_first)));
    }
    router.layer(from_fn_with_state(service, around))
}

fn wrong_method() -> Response {
    let message = "this path is not asked in this way: verbs are posted, the rest is got";
    reply::wrong(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
}

/// How a path is called in the log and in numbers: never by what a client made up.
fn called(service: &Service, path: &str) -> &'static str {
    match PATHS.iter().find(|known| *known == path) {
        Some(known) => known,
        None if path == "/" || studio_file(service, path).is_some() => STUDIO,
        None => OTHER,
    }
}

/// What is done around every request: who may ask, and the log.
async fn around(State(service): Shared, request: HttpRequest, next: Next) -> Response {
    let path = called(&service, request.uri().path());
    let mut logged = Logged {
        service: &service,
        path,
        began: Instant::now(),
        answered: false,
    };
    let response = match refused(&service, path, &request) {
        Some(refused) => refused,
        None => next.run(request).await,
    };
    logged.answered = true;
    let (status, time) = (response.status().as_u16(), logged.began.elapsed());
    let code = response.extensions().get::<reply::Code>();
    service.metrics.answered(path, status, time);
    service.log.write(Event::Answered {
        path,
        status,
        code: code.map(|code| code.0.as_str()),
        milliseconds: milliseconds(time),
    });
    response
}

/// Reads what is posted before it is handed on, within the bounds of all requests.
async fn read_first(State(service): Shared, request: HttpRequest, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    match read_body(&service, &head.headers, body).await {
        Ok(body) => next.run(HttpRequest::from_parts(head, body.into())).await,
        Err(wrong) => *wrong,
    }
}

/// Notes a request whose client went away: then it is dropped before it is answered.
struct Logged<'a> {
    service: &'a Service,
    path: &'static str,
    began: Instant,
    answered: bool,
}

impl Drop for Logged<'_> {
    fn drop(&mut self) {
        if !self.answered {
            count(&self.service.metrics.gone);
            self.service.log.write(Event::Gone {
                path: self.path,
                milliseconds: milliseconds(self.began.elapsed()),
            });
        }
    }
}

/// Why a request is not even looked at, if it is not.
fn refused(service: &Service, path: &str, request: &HttpRequest) -> Option<Response> {
    match &service.token {
        Some(token) if !OPEN.contains(&path) && !token.is_in(request.headers()) => {
            let message = "this server answers who has its token: Authorization: Bearer TOKEN";
            Some(reply::wrong(StatusCode::UNAUTHORIZED, "no-token", message))
        }
        None if !names_this_machine(request.headers()) => {
            let message = "this server answers on this machine only, by the name localhost";
            Some(reply::wrong(StatusCode::FORBIDDEN, "wrong-host", message))
        }
        _ => None,
    }
}

async fn page() -> Response {
    let mut response = reply::response(StatusCode::OK, "text/html; charset=utf-8", PAGE.into());
    let policy = "default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

fn studio_file(service: &Service, path: &str) -> Option<PageFile> {
    fairdeal_page::file(service.page, path.strip_prefix('/')?)
}

/// Whether a client takes what is packed as the files of the page are.
fn takes_deflate(headers: &HeaderMap) -> bool {
    let taken = headers.get_all(ACCEPT_ENCODING).into_iter();
    let mut taken = taken
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    taken.any(|one| one.trim().eq_ignore_ascii_case("deflate"))
}

/// A file as most browsers take it, which is worked out once: inside the program it is packed to less than that.
async fn deflated(service: &Arc<Service>, file: PageFile) -> Bytes {
    let look = |service: &Service| -> Option<Bytes> {
        let known = service.deflated.lock();
        let known = known.unwrap_or_else(PoisonError::into_inner);
        known.get(file.name).cloned()
    };
    if let Some(known) = look(service) {
        return known;
    }
    let service = service.clone();
    let work = tokio::task::spawn_blocking(move || {
        let bytes = Bytes::from(compress_to_vec_zlib(&file.bytes(), 6));
        let known = service.deflated.lock();
        let mut known = known.unwrap_or_else(PoisonError::into_inner);
        known.insert(file.name, bytes.clone());
        bytes
    });
    work.await.unwrap_or_default()
}

/// A file of the studio; the page to try everything, where there is no studio.
async fn studio(State(service): Shared, request: HttpRequest) -> Response {
    let path = request.uri().path();
    let Some(file) = studio_file(&service, path) else {
        if path == "/" {
            return Redirect::temporary(API).into_response();
        }
        let message = "there is nothing at this path; /openapi.json lists what there is";
        return reply::wrong(StatusCode::NOT_FOUND, "no-such-path", message);
    };
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return wrong_method();
    }
    let takes_packed = takes_deflate(request.headers());
    let body = if takes_packed {
        deflated(&service, file).await
    } else {
        file.bytes().into()
    };
    let mut response = reply::response(StatusCode::OK, file.kind(), body.into());
    let policy = format!("{}; frame-ancestors 'none'", fairdeal_page::POLICY);
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if takes_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("deflate"));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(CONTENT_SECURITY_POLICY, policy);
    }
    // It may be kept, and is asked for again when the program is another one.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

async fn health() -> Response {
    let version = env!("CARGO_PKG_VERSION");
    reply::json(format!("{{\"status\":\"ok\",\"version\":\"{version}\"}}"))
}

async fn metrics(State(service): Shared) -> Response {
    let now = Now {
        working: service.office.gate.working(),
        waiting: service.office.gate.waiting(),
        known: service.office.known.load(Ordering::Relaxed),
    };
    let text = service.metrics.text(&now);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    reply::response(StatusCode::OK, kind, text.into())
}

/// Answers a verb.
async fn answer(service: Arc<Service>, verb: &'static str, request: HttpRequest) -> Response {
    let request = match read(&service, verb, request).await {
        Ok(request) => request,
        Err(wrong) => return *wrong,
    };
    match service.office.ask(request).await {
        Ok(answer) => reply::json(answer.to_string()),
        Err(why) => reply::unanswered(&why, service.office.seconds),
    }
}

/// A piece of a stream of boards, or its end.
enum Piece {
    Bytes(Bytes),
    End,
    /// It could not be dealt to its end.
    Failed(Error),
}

/// Boards, one after the other, in some format.
async fn boards(State(service): Shared, request: HttpRequest) -> Response {
    let seconds = service.office.seconds;
    let failed = |why: &Unanswered| reply::unanswered(why, seconds);
    let format = match format_of(request.uri().query().unwrap_or_default()) {
        Ok(format) => format,
        Err(wrong) => return *wrong,
    };
    let request = match read(&service, "deal", request).await {
        Ok(Request::Deal(request)) => request,
        Ok(_) => return failed(&Unanswered::Lost),
        Err(wrong) => return *wrong,
    };
    let place = match service.office.gate.enter().await {
        Ok(place) => place,
        Err(why) => return failed(&Unanswered::NoPlace(why)),
    };
    let watch = Watch::default();
    let stops = StopsWhenDropped(watch.clone());
    let (pieces, mut taken) = mpsc::channel(PIECES);
    deal_on_a_thread(&service, request, format, pieces, watch, place);
    // What is wrong is known before the first piece, and is then told as an error.
    let time = Duration::from_secs(service.office.seconds);
    let first = match tokio::time::timeout(time, taken.recv()).await {
        Err(_) | Ok(Some(Piece::Failed(Error::Stopped))) => return failed(&Unanswered::TooLong),
        Ok(Some(Piece::Failed(error))) => return failed(&Unanswered::Library(error)),
        Ok(None) => return failed(&Unanswered::Lost),
        Ok(Some(first)) => first,
    };
    let body = BoardsBody {
        first: Some(first),
        taken,
        ended: false,
        service,
        _stops: stops,
    };
    reply::response(StatusCode::OK, kind_of(format), Body::new(body))
}

/// The format that is asked for: boards as JSON, one a line, unless said otherwise.
fn format_of(query: &str) -> Result<Format, Box<Response>> {
    let mut format = Format::Json;
    for part in query.split('&').filter(|part| !part.is_empty()) {
        let named = part.strip_prefix("format=").and_then(Format::from_name);
        let Some(named) = named else {
            let names = Format::ALL.map(Format::name).join(", ");
            let message = format!("this path takes format=, which is one of {names}");
            return Err(refusal(StatusCode::BAD_REQUEST, "bad-request", message));
        };
        format = named;
    }
    Ok(format)
}

/// What a format is called here.
pub(crate) fn kind_of(format: Format) -> &'static str {
    match format {
        Format::Json => "application/x-ndjson",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Html => "text/html; charset=utf-8",
        Format::Pdf => "application/pdf",
        _ => "text/plain; charset=utf-8",
    }
}

fn deal_on_a_thread(
    service: &Arc<Service>,
    request: DealRequest,
    format: Format,
    pieces: mpsc::Sender<Piece>,
    watch: Watch,
    place: Place,
) {
    let (service, handle) = (service.clone(), tokio::runtime::Handle::current());
    let stop = watch.clone();
    let time = Duration::from_secs(service.office.seconds);
    let timer = handle.spawn(async move {
        tokio::time::sleep(time).await;
        stop.stop();
    });
    handle.clone().spawn_blocking(move || {
        let mut sink = PieceSink {
            pieces: pieces.clone(),
            gathered: Vec::new(),
            handle,
            patience: service.patience,
        };
        let dealt = service
            .office
            .desk
            .write(&request, format, &mut sink, &watch);
        let last = match dealt.and_then(|_| Ok(sink.hand_over()?)) {
            Ok(()) => Piece::End,
            Err(error) => Piece::Failed(error),
        };
        release(place);
        timer.abort();
        let _ = pieces.blocking_send(last);
    });
}

/// Gathers what is written to pieces that are worth sending, and waits while the client has not taken those before.
struct PieceSink {
    pieces: mpsc::Sender<Piece>,
    gathered: Vec<u8>,
    handle: tokio::runtime::Handle,
    patience: Duration,
}

impl PieceSink {
    fn hand_over(&mut self) -> std::io::Result<()> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let piece = Piece::Bytes(std::mem::take(&mut self.gathered).into());
        let send = async { tokio::time::timeout(self.patience, self.pieces.send(piece)).await };
        match self.handle.block_on(send) {
            Ok(Ok(())) => Ok(()),
            // The client is gone, or takes nothing.
            Ok(Err(_)) | Err(_) => Err(std::io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl fairdeal::BoardSink for PieceSink {
    fn text(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.gathered.extend_from_slice(bytes);
        if self.gathered.len() >= PIECE {
            self.hand_over()?;
        }
        Ok(())
    }
}

/// Boards on their way. What is not dealt to its end is not ended either: the client sees that it is cut off.
struct BoardsBody {
    first: Option<Piece>,
    taken: mpsc::Receiver<Piece>,
    ended: bool,
    service: Arc<Service>,
    _stops: StopsWhenDropped,
}

impl HttpBody for BoardsBody {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, std::io::Error>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let piece = match self.first.take() {
            Some(first) => Some(first),
            None => std::task::ready!(self.taken.poll_recv(context)),
        };
        Poll::Ready(match piece {
            Some(Piece::Bytes(bytes)) => {
                let sent = &self.service.metrics.bytes;
                sent.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                Some(Ok(Frame::data(bytes)))
            }
            Some(Piece::End) => {
                self.ended = true;
                None
            }
            Some(Piece::Failed(_)) | None => {
                self.ended = true;
                Some(Err(std::io::ErrorKind::ConnectionAborted.into()))
            }
        })
    }

    fn is_end_stream(&self) -> bool {
        self.ended
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::default()
    }
}

/// Reads a request of a verb.
async fn read(
    service: &Service,
    verb: &str,
    request: HttpRequest,
) -> Result<Request, Box<Response>> {
    let (head, body) = request.into_parts();
    let body = read_body(service, &head.headers, body).await?;
    let document = fairdeal::read_document(&body);
    let request = document.and_then(|document| Request::of_verb(verb, document));
    request.map_err(|error| {
        let why = Unanswered::Library(error);
        Box::new(reply::unanswered(&why, service.office.seconds))
    })
}

/// Reads what is posted: its kind, its length and its time are bounded.
async fn read_body(
    service: &Service,
    headers: &HeaderMap,
    body: Body,
) -> Result<Bytes, Box<Response>> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind
        .and_then(|kind| kind.split(';').next())
        .unwrap_or_default();
    if !kind.trim().eq_ignore_ascii_case("application/json") {
        let message = "a request is JSON: say Content-Type: application/json";
        return Err(refusal(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "not-json",
            message,
        ));
    }
    let too_large = || {
        let message = format!("a request has at most {LONGEST_BODY} bytes");
        refusal(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    };
    let length = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok());
    let length = length.and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > LONGEST_BODY as u64) {
        return Err(too_large());
    }
    let body = Limited::new(body, LONGEST_BODY).collect();
    match tokio::time::timeout(service.patience, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => {
            let message = "the request ends before it is complete";
            Err(refusal(StatusCode::BAD_REQUEST, "bad-request", message))
        }
        Err(_) => {
            let message = "the request took too long to arrive";
            Err(refusal(StatusCode::REQUEST_TIMEOUT, "too-slow", message))
        }
    }
}

/// A request that is not taken, in a box: what is carried through every step is small.
fn refusal(status: StatusCode, code: &str, message: impl Into<String>) -> Box<Response> {
    Box::new(reply::wrong(status, code, message))
}
