//! Reading what is asked, as JSON: what is wrong with it is said in words, with the field in which it is.

use answer::ErrorBody;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::error::Error;

/// Objects with more fields than this are no requests of ours, and nobody looks for the one that is wrong.
const MOST_FIELDS: usize = 64;

/// Reads a request, or a part of one, from its text.
///
/// ```
/// use fairdeal::{DealRequest, read_request};
/// let error = read_request::<DealRequest>(r#"{"script": "condition 1", "boards": -3}"#).unwrap_err();
/// assert_eq!(error.to_string(), "`boards` is -3, and should be a whole number, 0 or more");
/// ```
///
/// # Errors
/// What is wrong with it.
pub fn read_request<R: DeserializeOwned>(text: &str) -> Result<R, Error> {
    from_document(read_document(text.as_bytes())?)
}

/// Reads a document in JSON, of whatever kind.
///
/// # Errors
/// Where it is none.
///
/// ```
/// let error = fairdeal::read_document(b"{").unwrap_err();
/// assert!(error.to_string().starts_with("this is not JSON that can be read"));
/// ```
pub fn read_document(bytes: &[u8]) -> Result<Json, Error> {
    serde_json::from_slice(bytes).map_err(|error| {
        let message = format!("this is not JSON that can be read: {error}");
        Error::Other(ErrorBody::new("bad-request", message))
    })
}

/// Reads a request that is a document already.
pub(crate) fn from_document<R: DeserializeOwned>(document: Json) -> Result<R, Error> {
    // Read by reference: what is wrong is looked for in the document afterwards.
    R::deserialize(&document).map_err(|error| {
        let said = error.to_string();
        let field = wrong_field::<R>(&document, &said);
        Error::Other(ErrorBody::new("bad-request", in_words(&said, field)))
    })
}

/// The field without which this would not be said.
fn wrong_field<'a, R: DeserializeOwned>(document: &'a Json, said: &str) -> Option<&'a str> {
    let fields = document.as_object()?;
    if fields.len() > MOST_FIELDS || !said.starts_with("invalid ") {
        return None;
    }
    let without = |name: &str| {
        let rest = fields.iter().filter(|(other, _)| *other != name);
        let rest: serde_json::Map<_, _> = rest.map(|(k, v)| (k.clone(), v.clone())).collect();
        R::deserialize(&Json::Object(rest)).err()
    };
    // What names the kind of request (`ask`, `do`) is missed by all of them.
    let names = || {
        fields
            .keys()
            .filter(|name| !matches!(name.as_str(), "ask" | "do"))
    };
    let by_itself = names().find(|name| {
        let other = without(name).map(|error| error.to_string());
        other.is_none_or(|other| other != said && !other.starts_with("missing field"))
    });
    let needed = || {
        names().find(|name| {
            let missed = without(name).map(|error| error.to_string());
            missed.is_some_and(|missed| missed.starts_with(&format!("missing field `{name}`")))
        })
    };
    by_itself.or_else(needed).map(String::as_str)
}

/// What serde says, as people say it.
fn in_words(said: &str, field: Option<&str>) -> String {
    let translated = said
        .strip_prefix("invalid type: ")
        .or_else(|| said.strip_prefix("invalid value: "))
        .and_then(|rest| rest.split_once(", expected "));
    match (field, translated) {
        (Some(field), Some((found, wanted))) => {
            format!(
                "`{field}` is {}, and should be {}",
                found_in_words(found),
                wanted_in_words(wanted)
            )
        }
        (None, Some((found, wanted))) => {
            format!(
                "{} stands where {} should be",
                found_in_words(found),
                wanted_in_words(wanted)
            )
        }
        (Some(field), None) => format!("`{field}`: {said}"),
        (None, None) => said.to_owned(),
    }
}

/// ``integer `-3` `` is -3, `map` is an object.
fn found_in_words(found: &str) -> String {
    let value = || {
        found
            .split_once('`')
            .map(|(_, value)| value.trim_end_matches('`'))
    };
    match found {
        "map" => "an object".to_owned(),
        "sequence" => "a list".to_owned(),
        "null" | "unit value" => "null".to_owned(),
        _ if found.starts_with("string ") => found.replacen("string", "the text", 1),
        _ => value().unwrap_or(found).to_owned(),
    }
}

/// `u64` is a whole number, 0 or more.
fn wanted_in_words(wanted: &str) -> &str {
    match wanted {
        "u64" | "u32" | "usize" => "a whole number, 0 or more",
        "u16" => "a whole number from 0 to 65535",
        "u8" => "a whole number from 0 to 255",
        "i64" | "i32" | "isize" => "a whole number",
        "f64" | "f32" => "a number",
        "a string" | "a borrowed string" => "a text",
        "a boolean" => "true or false",
        "a map" => "an object",
        "a sequence" => "a list",
        _ if wanted.starts_with("struct ") || wanted.starts_with("internally tagged enum ") => {
            "an object"
        }
        _ => wanted,
    }
}

#[cfg(test)]
mod tests {
    use crate::requests::{DealRequest, Request};

    fn said(request: &str) -> String {
        super::read_request::<Request>(request)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn what_is_wrong_with_a_request_is_said_with_its_field() {
        let cases = [
            (
                r#"{"ask": "deal", "script": "condition 1", "boards": -3}"#,
                "`boards` is -3, and should be a whole number, 0 or more",
            ),
            (
                r#"{"ask": "deal", "script": "condition 1", "boards": 1.5}"#,
                "`boards` is 1.5, and should be a whole number, 0 or more",
            ),
            (
                r#"{"ask": "deal", "script": ["condition 1"]}"#,
                "`script` is a list, and should be a text",
            ),
            (
                r#"{"ask": "odds", "script": "condition 1", "rest": "yes"}"#,
                "`rest` is the text \"yes\", and should be true or false",
            ),
            ("3", "3 stands where an object should be"),
            (
                r#"{"ask": "deal", "script": 1"#,
                "this is not JSON that can be read: EOF while parsing an object at line 1 column 27",
            ),
        ];
        for (request, expected) in cases {
            assert_eq!(said(request), expected, "{request}");
        }
        assert!(said(r#"{"ask": "shuffle"}"#).starts_with("unknown variant `shuffle`"));
    }

    #[test]
    fn a_field_that_must_be_there_is_named_too() {
        #[derive(Debug, serde::Deserialize)]
        struct Numbered {
            #[expect(dead_code, reason = "it is only read")]
            number: u64,
        }
        let error = super::read_request::<Numbered>(r#"{"name": 1, "number": "x"}"#).unwrap_err();
        let expected = "`number` is the text \"x\", and should be a whole number, 0 or more";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn nothing_is_looked_for_in_what_is_no_request() {
        let fields: Vec<String> = (0..1000).map(|at| format!("\"field{at}\": 1")).collect();
        let request = format!("{{{}, \"boards\": -3}}", fields.join(","));
        let error = super::read_request::<DealRequest>(&request).unwrap_err();
        assert_eq!(
            error.to_string(),
            "-3 stands where a whole number, 0 or more should be"
        );
    }
}
