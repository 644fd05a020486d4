//! Drafts: what is kept of a profile that is being made or changed, so that it can be gone on with another day.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is kept of a profile that is being made or changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Draft {
    /// The file name of the profile that is changed; none for a new one.
    pub of: Option<String>,
    /// What was in that file when the change began.
    pub was: Option<String>,
    /// The question that is to be answered next; none if all are.
    pub at: Option<String>,
    /// The questions that have been answered.
    pub answered: Vec<String>,
    /// The questions that a line has answered along with its own.
    #[serde(default)]
    pub said: Vec<String>,
    /// The profile so far.
    pub document: Value,
}

impl Draft {
    /// The name of the profile so far; empty if it has none yet.
    pub fn name(&self) -> &str {
        let name = self.document.get("profile_name").and_then(Value::as_str);
        name.unwrap_or_default()
    }
}
