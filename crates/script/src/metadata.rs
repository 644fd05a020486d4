//! What a scenario says about itself in its comments: `# key: value` lines at its top, parameters with what they are unless
//! someone says otherwise, and a chat text.
//!
//! But for the parameters none of it means anything to a deal. It is kept so that it can be shown, and written out again.

use crate::syntax::{Header, Parameter};

/// A longer text is a remark: one parameter can stand in many places.
const LONGEST_DEFAULT: usize = 300;

/// The parameters of a script: lines `# param N = default  # text`, wherever they stand. The first for a number counts.
pub(crate) fn parameters(text: &str) -> Vec<Parameter> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for found in text.lines().filter_map(parameter) {
        if parameters.iter().all(|known| known.number != found.number) {
            parameters.push(found);
        }
    }
    parameters
}

fn parameter(line: &str) -> Option<Parameter> {
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix("param")?;
    let (number, rest) = rest.strip_prefix([' ', '\t'])?.split_once('=')?;
    let number = number.trim();
    let number = number.parse().ok().filter(|_| number.len() == 1)?;
    let (default, text) = rest.split_once('#').unwrap_or((rest, ""));
    let default = default.trim();
    (default.len() <= LONGEST_DEFAULT).then(|| Parameter {
        number,
        default: default.to_owned(),
        text: text.trim().to_owned(),
    })
}

/// The headers and the chat text of a script.
pub(crate) fn read(text: &str) -> (Vec<Header>, Option<String>) {
    let headers = text
        .lines()
        .take_while(|line| line.trim().is_empty() || line.starts_with('#'))
        .filter_map(|line| header(line.strip_prefix('#')?))
        .collect();
    let chat = text
        .split_once("/*@chat")
        .and_then(|(_, rest)| rest.split_once("@chat*/"))
        .map(|(chat, _)| chat.trim_matches(['\r', '\n']).to_owned());
    (headers, chat)
}

/// `key: value`, where the key is one word, dashes allowed.
fn header(line: &str) -> Option<Header> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "-_".contains(c));
    is_key.then(|| Header {
        key: key.to_owned(),
        value: value.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_stop_where_the_script_begins() {
        let text = "# alias: Weak2\n# button-text: Weak two: spades\n# a remark\n\nproduce 3\n# late: no\n";
        let (headers, chat) = read(text);
        let pairs: Vec<_> = headers
            .iter()
            .map(|h| (h.key.as_str(), h.value.as_str()))
            .collect();
        assert_eq!(
            pairs,
            [("alias", "Weak2"), ("button-text", "Weak two: spades")]
        );
        assert_eq!(chat, None);
    }

    #[test]
    fn parameters_are_declared_in_comments() {
        let text = "# param 0 = west  # who opens\nproduce 3\n#  param 3 =15\n# param 0 = east\n# param x = 1\n# params 4 = 2\n # param 5 = 1\n";
        let read = parameters(text);
        let read: Vec<_> = read
            .iter()
            .map(|one| (one.number, one.default.as_str(), one.text.as_str()))
            .collect();
        assert_eq!(read, [(0, "west", "who opens"), (3, "15", "")]);
    }

    #[test]
    fn the_chat_is_what_stands_between_its_marks() {
        let (_, chat) = read("/*@chat\n--- Hello.\n@chat*/\n1");
        assert_eq!(chat.as_deref(), Some("--- Hello."));
    }
}
