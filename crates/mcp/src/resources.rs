//! Texts that help to use the tools: the words of the dealer language, examples, and what a profile may say.

use fairdeal::script::WordList;
use fairdeal::{Example, profile};
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};

const WORDS: &str = "fairdeal://words";
const SCHEMA: &str = "fairdeal://profile-schema";
const EXAMPLES: &str = "fairdeal://examples/";
const PLAIN: &str = "text/plain";
const JSON: &str = "application/json";

/// All of them.
pub(crate) fn all() -> Vec<Resource> {
    let words = Resource::new(WORDS, "words")
        .with_title("The words of the dealer language")
        .with_description("Every word a script may have: how it is written, and what it means.")
        .with_mime_type(PLAIN);
    let schema = Resource::new(SCHEMA, "profile-schema")
        .with_title("What a hand profile may say")
        .with_description("The JSON schema of hand profiles.")
        .with_mime_type(JSON);
    let examples = Example::all().iter().map(|example| {
        Resource::new(format!("{EXAMPLES}{}", example.file), example.file)
            .with_description(example.about)
            .with_mime_type(kind(example))
    });
    [words, schema].into_iter().chain(examples).collect()
}

fn kind(example: &Example) -> &'static str {
    if example.is_profile() { JSON } else { PLAIN }
}

/// What there is at an address.
pub(crate) fn read(address: &str) -> Option<ReadResourceResult> {
    let (text, kind) = match address {
        WORDS => (WordList::all().to_string(), PLAIN),
        SCHEMA => (profile::SCHEMA.to_owned(), JSON),
        _ => {
            let example = Example::find(address.strip_prefix(EXAMPLES)?)?;
            (example.text.to_owned(), kind(example))
        }
    };
    let contents = ResourceContents::text(text, address).with_mime_type(kind);
    Some(ReadResourceResult::new(vec![contents]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_listed_can_be_read_and_nothing_else() {
        for one in all() {
            let read = read(&one.uri).unwrap_or_else(|| panic!("{}", one.uri));
            let ResourceContents::TextResourceContents {
                text, mime_type, ..
            } = &read.contents[0]
            else {
                panic!("{} is a text", one.uri);
            };
            assert!(
                text.len() > 100 && *mime_type == one.mime_type,
                "{}",
                one.uri
            );
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
