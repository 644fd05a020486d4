//! What is said: messages, and why some have no answer.

use serde::Deserialize;
use serde_json::{Value, json};

/// A message of the other side: a question if it has a number, something told if it has none, and an answer to a question of ours if it
/// has no method.
#[derive(Deserialize, Debug)]
pub struct Message {
    /// The number of a question, which may be a text.
    pub id: Option<Value>,
    /// What is asked or told.
    pub method: Option<String>,
    /// The rest of it.
    #[serde(default)]
    pub params: Value,
}

impl Message {
    /// Reads a message.
    ///
    /// ```
    /// let ping = rpc::Message::read(br#"{"jsonrpc": "2.0", "id": 1, "method": "ping"}"#).unwrap();
    /// assert_eq!(ping.method.as_deref(), Some("ping"));
    /// assert_eq!(rpc::Message::read(b"[").unwrap_err().code, -32700);
    /// assert_eq!(rpc::Message::read(b"[]").unwrap_err().code, -32600);
    /// ```
    ///
    /// # Errors
    /// That it is no JSON, or no message.
    pub fn read(text: &[u8]) -> Result<Message, Refusal> {
        let value: Value = serde_json::from_slice(text)
            .map_err(|why| Refusal::new(-32700, format!("this is no JSON: {why}")))?;
        // A list would be read as the fields of a message, in their order.
        if !value.is_object() {
            return Err(Refusal::unfit("this is no message: a message is an object"));
        }
        serde_json::from_value(value)
            .map_err(|why| Refusal::unfit(format!("this is no message: {why}")))
    }
}

/// Why a question has no answer.
#[derive(Clone, PartialEq, Debug)]
pub struct Refusal {
    /// The number that the protocols have for it.
    pub code: i32,
    /// A sentence for people.
    pub message: String,
    /// What programs may want to know.
    pub data: Option<Value>,
}

impl Refusal {
    /// The code of a question that is not known.
    pub const UNKNOWN: i32 = -32601;
    /// The code of a question with something wrong in it.
    pub const BAD_PARAMS: i32 = -32602;

    /// A refusal with a number of the protocol's own.
    pub fn new(code: i32, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// It is not the time for that, or nothing that can be asked.
    pub fn unfit(message: impl Into<String>) -> Refusal {
        Refusal::new(-32600, message)
    }

    /// Nothing is known of such a question.
    pub fn unknown(method: &str) -> Refusal {
        Refusal::new(Refusal::UNKNOWN, format!("there is no method {method:?}"))
    }

    /// The question is known, and something is wrong with the rest of it.
    pub fn bad_params(message: impl Into<String>) -> Refusal {
        Refusal::new(Refusal::BAD_PARAMS, message)
    }

    /// Our fault.
    pub fn lost() -> Refusal {
        Refusal::new(-32603, "the work was lost")
    }

    /// As part of an answer.
    fn written(self) -> Value {
        let mut error = json!({ "code": self.code, "message": self.message });
        if let Some(data) = self.data {
            error["data"] = data;
        }
        error
    }
}

/// The answer to a question; to whatever cannot be read where there is no number.
pub fn answer(id: Option<Value>, answer: Result<Value, Refusal>) -> Value {
    let mut message = json!({ "jsonrpc": "2.0" });
    if let Some(id) = id {
        message["id"] = id;
    }
    match answer {
        Ok(result) => message["result"] = result,
        Err(refusal) => message["error"] = refusal.written(),
    }
    message
}
