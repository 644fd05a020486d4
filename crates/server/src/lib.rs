//! Fairdeal over HTTP: the verbs of the library as paths, for sites and services.
//!
//! `POST /v1/odds {"script": "…"}` is answered with what `fairdeal::ask` answers; docs/server.md says what else there is. The
//! server decides nothing about cards. It knows clients: how much of theirs it reads, how many it works for at once, how
//! long, and that it stops when nobody waits any more.

#![forbid(unsafe_code)]

mod access;
mod connection;
mod gate;
pub mod limits;
mod log;
mod metrics;
mod office;
mod reply;
mod service;

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fairdeal::Watch;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};

pub use access::{Token, TokenError};
use connection::Connection;
pub use fairdeal_page::{Page, PageFile, STUDIO};
use limits::{LONGEST_HEAD, MOST_CONNECTIONS};
use log::{Event, Log};
use metrics::{Metrics, count};
pub use office::{Bounds, Office};
pub use service::OPENAPI;
use service::Service;

/// How often it is asked whether the server should stop.
const LOOK: Duration = Duration::from_millis(50);

/// Where tools for assistants are.
pub const TOOLS_PATH: &str = "/mcp";
/// What answers at [`TOOLS_PATH`] for an office.
pub type Tools = fn(Arc<Office>) -> axum::Router;

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens: on this machine only, unless there is a token.
    pub address: SocketAddr,
    /// What clients have to show, if they have to.
    pub token: Option<Token>,
    /// How much is worked on.
    pub bounds: Bounds,
    /// How long a slow client is waited for.
    pub patience: Duration,
    /// The files of the studio, which is at `/`; none if there is none.
    pub page: Page,
    /// Tools for assistants, if there are to be any.
    pub tools: Option<Tools>,
}

impl Settings {
    /// The usual settings, on this machine and some port; 0 is any that is free.
    pub fn on_port(port: u16) -> Settings {
        Settings {
            address: (IpAddr::V4(Ipv4Addr::LOCALHOST), port).into(),
            token: None,
            bounds: Bounds::default(),
            patience: limits::PATIENCE,
            page: STUDIO,
            tools: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServerError {
    /// Others could reach it, and there is no token.
    NoToken(SocketAddr),
    /// It cannot listen there.
    CannotListen(SocketAddr, io::Error),
    /// The system has no room for it.
    CannotRun(io::Error),
}

impl fmt::Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ServerError::NoToken(address) => write!(
                f,
                "others can reach {}: whoever asks there has to show a token, and there is none",
                address.ip()
            ),
            ServerError::CannotListen(address, error) => {
                let why = match error.kind() {
                    io::ErrorKind::AddrInUse => "another program listens there".to_owned(),
                    io::ErrorKind::AddrNotAvailable => {
                        "this machine has no such address".to_owned()
                    }
                    _ => fairdeal::answer::cause(error),
                };
                write!(f, "cannot listen on {address}: {why}")
            }
            ServerError::CannotRun(error) => {
                write!(f, "cannot run: {}", fairdeal::answer::cause(error))
            }
        }
    }
}

impl std::error::Error for ServerError {}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

impl Server {
    /// Listens. Requests wait until it runs.
    ///
    /// # Errors
    /// That it may not, or cannot, listen there.
    pub fn bind(settings: Settings) -> Result<Server, ServerError> {
        let address = settings.address;
        if !address.ip().is_loopback() && settings.token.is_none() {
            return Err(ServerError::NoToken(address));
        }
        let cannot = |error| ServerError::CannotListen(address, error);
        let listener = TcpListener::bind(address).map_err(cannot)?;
        listener.set_nonblocking(true).map_err(cannot)?;
        let address = listener.local_addr().map_err(cannot)?;
        Ok(Server {
            listener,
            address,
            settings,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until the watch is stopped. Then what is being worked on is finished, what waits is told to come back, and
    /// nobody is let in any more. What happens is written to `log`, a JSON object a line.
    ///
    /// # Errors
    /// That the system has no room for it.
    pub fn run(self, log: Box<dyn io::Write + Send>, watch: &Watch) -> Result<(), ServerError> {
        let runtime = self.settings.bounds.runtime(1);
        let runtime = runtime.map_err(ServerError::CannotRun)?;
        let ran = runtime.block_on(self.serve(Log::to(log), watch));
        // What was not finished in time looks at a watch that was stopped.
        runtime.shutdown_timeout(Duration::from_secs(1));
        ran
    }

    async fn serve(self, log: Log, watch: &Watch) -> Result<(), ServerError> {
        let settings = self.settings;
        let listener = tokio::net::TcpListener::from_std(self.listener);
        let listener = listener.map_err(ServerError::CannotRun)?;
        let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let service = Arc::new(Service {
            office: Arc::new(Office::new(&settings.bounds)),
            metrics: Metrics::default(),
            log,
            token: settings.token,
            patience: settings.patience,
            page: settings.page,
            deflated: Mutex::default(),
            tools: settings.tools,
            connections: connections.clone(),
        });
        service.log.write(Event::Listening {
            address: &self.address.to_string(),
            version: env!("CARGO_PKG_VERSION"),
        });
        let (stop, stopping) = watch::channel(false);
        let accepting = tokio::spawn(accept(listener, service.clone(), stopping));
        while !watch.is_stopped() {
            tokio::time::sleep(LOOK).await;
        }
        accepting.abort();
        service.log.write(Event::Stopping {
            working: service.office.gate.working(),
            waiting: service.office.gate.waiting(),
        });
        service.office.gate.close();
        let _ = stop.send(true);
        // All connections closed is all places free.
        let all = connections.acquire_many(MOST_CONNECTIONS as u32);
        let most = Duration::from_secs(settings.bounds.seconds) + settings.patience;
        let finished = tokio::time::timeout(most, all).await.is_ok();
        service.log.write(Event::Stopped { finished });
        Ok(())
    }
}

/// Lets clients in, as many as there may be.
async fn accept(
    listener: tokio::net::TcpListener,
    service: Arc<Service>,
    stopping: watch::Receiver<bool>,
) {
    let router = service::router(service.clone());
    loop {
        let Ok(place) = service.connections.clone().acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // As with too many open files: somebody has to leave first.
            tokio::time::sleep(LOOK).await;
            continue;
        };
        count(&service.metrics.connections);
        let open = Open::new(&service);
        let (router, stopping, patience) = (router.clone(), stopping.clone(), service.patience);
        tokio::spawn(async move {
            talk(stream, router, patience, stopping).await;
            drop((open, place));
        });
    }
}

/// A connection, counted as long as it is open.
struct Open(Arc<Service>);

impl Open {
    fn new(service: &Arc<Service>) -> Open {
        count(&service.metrics.open);
        Open(service.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.metrics.open.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers one client until it leaves, or the server stops and its last answer is given.
async fn talk(
    stream: TcpStream,
    router: axum::Router,
    patience: Duration,
    mut stopping: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let connection = TokioIo::new(Connection::new(stream, patience));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(connection, TowerToHyperService::new(router));
    let mut connection = pin!(connection);
    let mut stopping = pin!(stopping.wait_for(|stopping| *stopping));
    let mut told = false;
    // A client that breaks off is no concern of ours.
    let _ = std::future::poll_fn(|context| {
        if !told && stopping.as_mut().poll(context).is_ready() {
            told = true;
            connection.as_mut().graceful_shutdown();
        }
        connection.as_mut().poll(context)
    })
    .await;
}
