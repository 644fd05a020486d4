//! A server of a test, and a client that can also misbehave.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use fairdeal::Watch;
use fairdeal_server::{Server, ServerError, Settings};
use serde_json::Value;

/// A server on a port of its own, which is stopped when this is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) log: Log,
    watch: Watch,
    thread: Option<JoinHandle<Result<(), ServerError>>>,
}

/// What the server wrote to its log.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Running {
    pub(crate) fn usual() -> Running {
        Running::with(Settings::on_port(0))
    }

    pub(crate) fn with(settings: Settings) -> Running {
        let server = Server::bind(settings).unwrap();
        let (watch, log) = (Watch::default(), Log::default());
        let address = server.address();
        let (stop, written) = (watch.clone(), log.clone());
        let thread = std::thread::spawn(move || server.run(Box::new(written), &stop));
        Running {
            address,
            log,
            watch,
            thread: Some(thread),
        }
    }

    pub(crate) fn connect(&self) -> Client {
        Client::new(TcpStream::connect(self.address).unwrap())
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        let mut client = self.connect();
        client.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        client.answer().unwrap()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let mut client = self.connect();
        client.post(path, &body.to_string());
        client.answer().unwrap()
    }

    /// A number of /metrics.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name} in\n{text}"))
            .parse()
            .unwrap()
    }

    /// Waits until a number of /metrics is as it should be.
    pub(crate) fn until(&self, name: &str, number: u64) {
        for _ in 0..6_000 {
            if self.metric(name) == number {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{name} does not become {number}");
    }

    /// Asks it to stop.
    pub(crate) fn stop(&self) {
        self.watch.stop();
    }

    /// Waits until it has stopped.
    pub(crate) fn ended(&mut self) {
        self.thread.take().unwrap().join().unwrap().unwrap();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

pub(crate) struct Client {
    pub(crate) stream: BufReader<TcpStream>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// In lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(one, _)| one == name);
        found.next().map(|(_, value)| value.as_str())
    }

    /// The status, and the code of the error.
    pub(crate) fn wrong(&self) -> (u16, String) {
        let code = self.json()["error"]["code"].as_str().map(str::to_owned);
        (self.status, code.unwrap_or_default())
    }
}

impl Client {
    pub(crate) fn new(stream: TcpStream) -> Client {
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .unwrap();
        Client {
            stream: BufReader::new(stream),
        }
    }

    /// Sends something as it is. That the other side listens no more shows when its answer is read.
    pub(crate) fn send(&mut self, text: &str) {
        let _ = self.stream.get_mut().write_all(text.as_bytes());
    }

    pub(crate) fn post(&mut self, path: &str, body: &str) {
        let length = body.len();
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
    }

    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    /// The head of an answer.
    pub(crate) fn head(&mut self) -> io::Result<Answer> {
        let first = self.line()?;
        let status = first
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut answer = Answer {
            status: status.ok_or(io::ErrorKind::InvalidData)?,
            headers: Vec::new(),
            body: Vec::new(),
        };
        loop {
            let line = self.line()?;
            let Some((name, value)) = line.split_once(':') else {
                return Ok(answer);
            };
            let header = (name.to_lowercase(), value.trim().to_owned());
            answer.headers.push(header);
        }
    }

    /// A whole answer; an error if it is cut off.
    pub(crate) fn answer(&mut self) -> io::Result<Answer> {
        let mut answer = self.head()?;
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let length = self.line()?;
                let length = usize::from_str_radix(&length, 16).map_err(io::Error::other)?;
                let from = answer.body.len();
                answer.body.resize(from + length, 0);
                self.stream.read_exact(&mut answer.body[from..])?;
                self.line()?;
                if length == 0 {
                    return Ok(answer);
                }
            }
        }
        let length = answer.header("content-length").map_or(Ok(0), str::parse);
        answer.body.resize(length.map_err(io::Error::other)?, 0);
        self.stream.read_exact(&mut answer.body)?;
        Ok(answer)
    }
}
