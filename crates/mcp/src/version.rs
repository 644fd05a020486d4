//! The versions of the protocol, and what they differ in.
//!
//! Until 2025 a conversation begins with `initialize`, where a version is agreed on. Since 2026 each request says for itself, in its
//! `_meta`, which version it is of and what its client can do; a client that wants to know more asks `server/discover`.

use rpc::Refusal;
use serde_json::{Value, json};

/// A version of the protocol that is spoken here. Later ones are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Version(&'static str);

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

impl Version {
    /// All of them, the oldest first.
    pub(crate) const ALL: [Version; 5] = [
        Version("2024-11-05"),
        Version::ASSUMED,
        Version("2025-06-18"),
        Version::LAST_AGREED,
        Version("2026-07-28"),
    ];
    /// What is spoken by who does not say.
    pub(crate) const ASSUMED: Version = Version("2025-03-26");
    /// The last one that is agreed on at the beginning.
    const LAST_AGREED: Version = Version("2025-11-25");

    pub(crate) fn name(self) -> &'static str {
        self.0
    }

    pub(crate) fn of_name(name: &str) -> Option<Version> {
        Version::ALL.into_iter().find(|version| version.0 == name)
    }

    /// Whether each request says everything for itself.
    pub(crate) fn is_by_request(self) -> bool {
        self > Version::LAST_AGREED
    }

    /// What is agreed on with a client that begins: its own version, if that is one that begins so.
    pub(crate) fn agreed(params: &Value) -> Version {
        let asked = params["protocolVersion"]
            .as_str()
            .and_then(Version::of_name);
        let fits = asked.filter(|version| !version.is_by_request());
        fits.unwrap_or(Version::LAST_AGREED)
    }

    /// The name of the version that a request says it is of.
    pub(crate) fn said(params: &Value) -> Option<&str> {
        params["_meta"][VERSION].as_str()
    }

    /// The version of a request, where it says one.
    pub(crate) fn of_request(params: &Value) -> Result<Option<Version>, Refusal> {
        let Some(said) = Version::said(params) else {
            return Ok(None);
        };
        let unknown = || Refusal {
            data: Some(json!({ "requested": said, "supported": Version::ALL.map(Version::name) })),
            ..Refusal::new(
                UNKNOWN_VERSION,
                format!("version {said} is not spoken here"),
            )
        };
        Version::of_name(said).map(Some).ok_or_else(unknown)
    }

    /// Whether a request says all that it has to say for itself.
    pub(crate) fn complete(params: &Value) -> Result<(), Refusal> {
        let meta = &params["_meta"];
        let has = |key: &&str| match *key {
            VERSION => meta[VERSION].is_string(),
            key => meta[key].is_object(),
        };
        let missing: Vec<&str> = [VERSION, CAPABILITIES]
            .into_iter()
            .filter(|key| !has(key))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        let missing = missing.join(" and ");
        Err(Refusal::bad_params(format!("_meta lacks {missing}")))
    }
}

/// A refusal: the version is not known.
pub(crate) const UNKNOWN_VERSION: i32 = -32022;
/// A refusal: what is said around a request and in it is not the same.
pub(crate) const UNEQUAL: i32 = -32020;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_agreed_on_that_both_know_and_begin_with() {
        let agreed = |asked: &str| Version::agreed(&json!({ "protocolVersion": asked })).name();
        assert_eq!(agreed("2024-11-05"), "2024-11-05");
        assert_eq!(agreed("2026-07-28"), "2025-11-25");
        assert_eq!(agreed("1999-01-01"), "2025-11-25");
        assert!(Version::ALL.is_sorted());
    }
}
