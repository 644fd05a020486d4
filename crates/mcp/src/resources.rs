//! Texts that help to use the tools: the words of the dealer language, examples, and what a profile may say.

use fairdeal::script::WordList;
use fairdeal::{Example, profile};
use serde_json::{Value, json};

const WORDS: &str = "fairdeal://words";
const SCHEMA: &str = "fairdeal://profile-schema";
const EXAMPLES: &str = "fairdeal://examples/";
const PLAIN: &str = "text/plain";
const JSON: &str = "application/json";

/// All of them.
pub(crate) fn all() -> Vec<Value> {
    let words = json!({
        "uri": WORDS,
        "name": "words",
        "title": "The words of the dealer language",
        "description": "Every word a script may have: how it is written, and what it means.",
        "mimeType": PLAIN,
    });
    let schema = json!({
        "uri": SCHEMA,
        "name": "profile-schema",
        "title": "What a hand profile may say",
        "description": "The JSON schema of hand profiles.",
        "mimeType": JSON,
    });
    let examples = Example::all().iter().map(|example| {
        json!({
            "uri": format!("{EXAMPLES}{}", example.file),
            "name": example.file,
            "description": example.about,
            "mimeType": kind(example),
        })
    });
    [words, schema].into_iter().chain(examples).collect()
}

fn kind(example: &Example) -> &'static str {
    if example.is_profile() { JSON } else { PLAIN }
}

/// What there is at an address.
pub(crate) fn read(address: &str) -> Option<Value> {
    let (text, kind) = match address {
        WORDS => (WordList::all().to_string(), PLAIN),
        SCHEMA => (profile::SCHEMA.to_owned(), JSON),
        _ => {
            let example = Example::find(address.strip_prefix(EXAMPLES)?)?;
            (example.text.to_owned(), kind(example))
        }
    };
    Some(json!({ "uri": address, "mimeType": kind, "text": text }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_listed_can_be_read_and_nothing_else() {
        for one in all() {
            let address = one["uri"].as_str().unwrap();
            let read = read(address).unwrap_or_else(|| panic!("{address}"));
            let text = read["text"].as_str().unwrap();
            assert!(text.len() > 100, "{address}");
            assert_eq!(read["mimeType"], one["mimeType"], "{address}");
        }
        for address in [
            "",
            "words",
            "fairdeal://",
            "fairdeal://examples/",
            "fairdeal://examples/../words",
            "file:///etc/passwd",
        ] {
            assert!(read(address).is_none(), "{address}");
        }
    }
}
