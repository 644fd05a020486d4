//! What went wrong, in one shape for everybody.

use serde::Serialize;

/// An error as it goes over the wire: `{"error": {"code": …, "message": …, "places": […], "help": …}}`.
///
/// ```
/// let error = answer::ErrorBody::new("never", "no deal satisfies the condition, whatever the cards");
/// let json = serde_json::to_value(error.answer()).unwrap();
/// assert_eq!(json["error"]["code"], "never");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorAnswer {
    /// What went wrong.
    pub error: ErrorBody,
}

/// What went wrong.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorBody {
    /// A word for programs, which stays the same when the sentence is improved: `never`, `not-exact`.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// Where it is, the place to begin with first; none if it has no place.
    pub places: Vec<Place>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A place in a text, or in a document.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file, or what the text is called.
    pub file: Option<String>,
    /// The line, from 1,
    pub line: Option<usize>,
    /// and the column in it, from 1.
    pub column: Option<usize>,
    /// The line on which it ends,
    pub end_line: Option<usize>,
    /// and the column after its last character.
    pub end_column: Option<usize>,
    /// In a document, the path: `seat_profiles.N.subprofiles[1].standard`.
    pub path: Option<String>,
    /// What stands there.
    pub text: Option<String>,
    /// What is to be said of it.
    pub label: Option<String>,
}

impl ErrorBody {
    /// An error without a place.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> ErrorBody {
        ErrorBody {
            code: code.into(),
            message: message.into(),
            places: Vec::new(),
            help: None,
        }
    }

    /// The same, as it goes over the wire.
    pub fn answer(self) -> ErrorAnswer {
        ErrorAnswer { error: self }
    }
}

/// An error that knows its code: every error of the libraries that reaches a user does.
pub trait Explained: std::error::Error {
    /// A word for programs, which stays the same when the sentence is improved.
    fn code(&self) -> &'static str;

    /// What to do about it, in words that name no program's options.
    fn help(&self) -> Option<String> {
        None
    }

    /// The error in the shape that everybody gets it in.
    fn body(&self) -> ErrorBody {
        ErrorBody {
            help: self.help(),
            ..ErrorBody::new(self.code(), self.to_string())
        }
    }
}

/// What cannot happen has no code.
impl Explained for std::convert::Infallible {
    fn code(&self) -> &'static str {
        match *self {}
    }
}
