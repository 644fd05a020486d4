//! Messages one after the other, as a protocol tells them apart.

use std::io;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::sync::Mutex;

use crate::message::answer;
use crate::{Dialect, Message, Refusal};

/// The longest message that is read; a script of a megabyte is a long one.
const LONGEST: u64 = 1 << 26;
/// The longest line before a message.
const LONGEST_LINE: u64 = 1 << 12;

/// Where the other side speaks.
pub struct Input {
    stream: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    dialect: Dialect,
}

impl Input {
    /// Reads from a stream.
    pub fn new(dialect: Dialect, stream: impl AsyncRead + Send + Unpin + 'static) -> Input {
        Input {
            stream: BufReader::new(Box::new(stream)),
            dialect,
        }
    }

    /// The next message, or what is wrong with it; nothing at the end.
    ///
    /// # Errors
    /// That the stream cannot be read.
    pub async fn next(&mut self) -> io::Result<Option<Result<Message, Refusal>>> {
        match self.dialect {
            Dialect::Editor => self.next_with_length().await,
            Dialect::Assistant => loop {
                let Some(line) = self.line(LONGEST).await? else {
                    return Ok(None);
                };
                let line = line.trim_ascii();
                if !line.is_empty() {
                    return Ok(Some(Message::read(line)));
                }
            },
        }
    }

    async fn next_with_length(&mut self) -> io::Result<Option<Result<Message, Refusal>>> {
        let mut length = None;
        loop {
            let Some(line) = self.line(LONGEST_LINE).await? else {
                return Ok(None);
            };
            let line = String::from_utf8_lossy(&line);
            match line.trim().split_once(':') {
                Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                    length = value.trim().parse().ok();
                }
                None if line.trim().is_empty() => break,
                _ => {}
            }
        }
        let Some(length) = length.filter(|length| *length <= LONGEST) else {
            let why = "before a message is its Content-Length, and that is not too long";
            return Ok(Some(Err(Refusal::new(-32700, why))));
        };
        let mut text = Vec::new();
        let mut message = (&mut self.stream).take(length);
        message.read_to_end(&mut text).await?;
        Ok(Some(Message::read(&text)))
    }

    /// A line, or as much of it as is read at once; nothing at the end.
    async fn line(&mut self, longest: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut rest = (&mut self.stream).take(longest);
        let length = rest.read_until(b'\n', &mut line).await?;
        Ok((length > 0).then_some(line))
    }
}

/// Where the other side listens: one message after the other, each of them whole.
pub struct Output {
    stream: Mutex<Box<dyn AsyncWrite + Send + Unpin>>,
    pub(crate) dialect: Dialect,
}

impl Output {
    /// Writes to a stream.
    pub fn new(dialect: Dialect, stream: impl AsyncWrite + Send + Unpin + 'static) -> Output {
        Output {
            stream: Mutex::new(Box::new(stream)),
            dialect,
        }
    }

    /// Says something to which there is no answer.
    pub async fn tell(&self, method: &str, params: Value) {
        self.send(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
            .await;
    }

    /// Answers a question.
    pub async fn answer(&self, id: Value, result: Result<Value, Refusal>) {
        self.send(answer(Some(id), result)).await;
    }

    /// Says what is wrong with something that cannot be read.
    pub async fn refuse(&self, refusal: Refusal) {
        let id = match self.dialect {
            Dialect::Editor => Some(Value::Null),
            Dialect::Assistant => None,
        };
        self.send(answer(id, Err(refusal))).await;
    }

    async fn send(&self, message: Value) {
        let text = message.to_string();
        let framed = match self.dialect {
            Dialect::Editor => format!("Content-Length: {}\r\n\r\n{text}", text.len()),
            Dialect::Assistant => text + "\n",
        };
        let mut stream = self.stream.lock().await;
        // Who does not listen any more closes its side soon, and that ends everything.
        if stream.write_all(framed.as_bytes()).await.is_ok() {
            let _ = stream.flush().await;
        }
    }
}
