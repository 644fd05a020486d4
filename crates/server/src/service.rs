//! The paths, and what is done at each: a request is read, waits for its place, is answered by the library on a thread of its
//! own, and is stopped when its client goes away or its time is over.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request as HttpRequest, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{Redirect, Response};
use axum::routing::{get, post};
use fairdeal::{DealRequest, Desk, Error, Format, Request, Watch};
use fairdeal_page::Page;
use http_body_util::{BodyExt, Limited};
use hyper::StatusCode;
use hyper::body::{Body as HttpBody, Bytes, Frame, SizeHint};
use hyper::header::{
    CACHE_CONTROL, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue,
};
use tokio::sync::{Semaphore, mpsc, oneshot};

use crate::access::{Token, names_this_machine};
use crate::gate::{Gate, NoPlace, Place};
use crate::limits::{LONGEST_BODY, PIECE, PIECES};
use crate::log::{Event, Log, milliseconds};
use crate::metrics::{Metrics, Now, count};
use crate::reply;

/// What all requests share.
pub(crate) struct Service {
    pub(crate) desk: Desk,
    pub(crate) gate: Gate,
    pub(crate) metrics: Metrics,
    pub(crate) log: Log,
    pub(crate) token: Option<Token>,
    pub(crate) seconds: u64,
    pub(crate) patience: Duration,
    pub(crate) page: Page,
    pub(crate) connections: Arc<Semaphore>,
}

/// The paths that are served, as they are named in the log and in numbers.
const PATHS: [&str; 18] = [
    "/v1/deal",
    "/v1/odds",
    "/v1/explain",
    "/v1/check",
    "/v1/level",
    "/v1/report",
    "/v1/lead",
    "/v1/compare",
    "/v1/words",
    "/v1/solve",
    "/v1/worlds",
    "/v1/hint",
    "/v1/boards",
    "/",
    "/openapi.json",
    "/health",
    "/metrics",
    STUDIO_PATH,
];
/// Where the files of the studio are: all of them are one path for the log.
const STUDIO_PATH: &str = "/studio/";
/// Paths that anyone may ask for: they tell nothing of what is asked here.
const OPEN: [&str; 3] = ["/", "/health", STUDIO_PATH];

pub(crate) const OPENAPI: &str = include_str!("../openapi.json");
const PAGE: &str = include_str!("page.html");

type Shared = State<Arc<Service>>;

pub(crate) fn router(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route("/", get(page))
        .route("/openapi.json", get(|| async { reply::json(OPENAPI) }))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route(
            "/studio",
            get(|| async { Redirect::permanent(STUDIO_PATH) }),
        )
        .route(STUDIO_PATH, get(studio))
        .route("/studio/{*path}", get(studio))
        .route("/v1/boards", post(boards));
    for verb in Request::VERBS {
        let at = move |State(service): Shared, request: HttpRequest| answer(service, verb, request);
        router = router.route(&format!("/v1/{verb}"), post(at));
    }
    router
        .fallback(|| async {
            let message = "there is nothing at this path; /openapi.json lists what there is";
            reply::wrong(StatusCode::NOT_FOUND, "no-such-path", message)
        })
        .method_not_allowed_fallback(|| async {
            let message = "this path is not asked in this way: verbs are posted, the rest is got";
            reply::wrong(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
        })
        .layer(from_fn_with_state(service.clone(), around))
        .with_state(service)
}

/// What is done around every request: who may ask, and the log.
async fn around(State(service): Shared, request: HttpRequest, next: Next) -> Response {
    let path = request.uri().path();
    let is = |known: &str| match known {
        STUDIO_PATH => path.starts_with(known),
        known => path == known,
    };
    let path = PATHS.into_iter().find(|known| is(known)).unwrap_or("other");
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

/// A file of the studio.
async fn studio(State(service): Shared, request: HttpRequest) -> Response {
    let path = request.uri().path().strip_prefix(STUDIO_PATH);
    let Some(file) = path.and_then(|path| fairdeal_page::file(service.page, path)) else {
        let message = if service.page.is_empty() {
            "the studio was not built into this program: studio/build makes it, before the program is built"
        } else {
            "the studio has no such file"
        };
        return reply::wrong(StatusCode::NOT_FOUND, "no-such-path", message);
    };
    let mut response = reply::response(StatusCode::OK, file.kind(), file.bytes.into());
    let policy = format!("{}; frame-ancestors 'none'", fairdeal_page::POLICY);
    let headers = response.headers_mut();
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
        working: service.gate.working(),
        waiting: service.gate.waiting(),
    };
    let text = service.metrics.text(&now);
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    reply::response(StatusCode::OK, kind, text.into())
}

/// Stops some work when whoever waits for it is gone.
struct StopsWhenDropped(Watch);

impl Drop for StopsWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Answers a verb.
async fn answer(service: Arc<Service>, verb: &'static str, request: HttpRequest) -> Response {
    let request = match read(&service, verb, request).await {
        Ok(request) => request,
        Err(wrong) => return *wrong,
    };
    match ask(&service, request).await {
        Ok(answer) => reply::json(answer.to_string()),
        Err(why) => reply::unanswered(&why, service.seconds),
    }
}

/// Why there is no answer.
pub(crate) enum Unanswered {
    /// There was no place to work on it.
    NoPlace(NoPlace),
    /// It took too long.
    TooLong,
    /// The library says why.
    Library(Error),
    /// The library gave no answer at all, which it never should.
    Lost,
}

/// Asks the library, on a thread of its own, when there is a place. Who drops this stops the work.
pub(crate) async fn ask(service: &Arc<Service>, request: Request) -> Result<Arc<str>, Unanswered> {
    if let Some(known) = service.desk.known(&request) {
        count(&service.metrics.known);
        return Ok(known);
    }
    let place = service.gate.enter().await.map_err(Unanswered::NoPlace)?;
    let watch = Watch::default();
    let _stops = StopsWhenDropped(watch.clone());
    let (tell, told) = oneshot::channel();
    let at = service.clone();
    tokio::task::spawn_blocking(move || {
        let answer = at.desk.answer(&request, &watch);
        release(place);
        let _ = tell.send(answer);
    });
    match tokio::time::timeout(Duration::from_secs(service.seconds), told).await {
        Err(_) => Err(Unanswered::TooLong),
        Ok(Ok(answer)) => answer.map_err(Unanswered::Library),
        Ok(Err(_)) => Err(Unanswered::Lost),
    }
}

/// A place is free before its answer is told: whoever hears the answer finds it free.
fn release(place: Place) {
    drop(place);
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
    let seconds = service.seconds;
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
    let place = match service.gate.enter().await {
        Ok(place) => place,
        Err(why) => return failed(&Unanswered::NoPlace(why)),
    };
    let watch = Watch::default();
    let stops = StopsWhenDropped(watch.clone());
    let (pieces, mut taken) = mpsc::channel(PIECES);
    deal_on_a_thread(&service, request, format, pieces, watch, place);
    // What is wrong is known before the first piece, and is then told as an error.
    let time = Duration::from_secs(service.seconds);
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
    let time = Duration::from_secs(service.seconds);
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
        let dealt = service.desk.write(&request, format, &mut sink, &watch);
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

/// Reads a request: its kind, its length, its time and its depth are bounded.
async fn read(
    service: &Service,
    verb: &str,
    request: HttpRequest,
) -> Result<Request, Box<Response>> {
    let headers = request.headers();
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
    let body = Limited::new(request.into_body(), LONGEST_BODY).collect();
    let body = match within(service.patience, body).await {
        Some(Ok(body)) => body.to_bytes(),
        Some(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            return Err(too_large());
        }
        Some(Err(_)) => {
            let message = "the request ends before it is complete";
            return Err(refusal(StatusCode::BAD_REQUEST, "bad-request", message));
        }
        None => {
            let message = "the request took too long to arrive";
            return Err(refusal(StatusCode::REQUEST_TIMEOUT, "too-slow", message));
        }
    };
    let document = serde_json::from_slice(&body);
    let document = document.map_err(|error| {
        let message = format!("this is not JSON that can be read: {error}");
        refusal(StatusCode::BAD_REQUEST, "bad-request", message)
    })?;
    let request = Request::of_verb(verb, document);
    request.map_err(|error| {
        let why = Unanswered::Library(error);
        Box::new(reply::unanswered(&why, service.seconds))
    })
}

/// A request that is not taken, in a box: what is carried through every step is small.
fn refusal(status: StatusCode, code: &str, message: impl Into<String>) -> Box<Response> {
    Box::new(reply::wrong(status, code, message))
}

async fn within<T>(time: Duration, work: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(time, work).await.ok()
}
