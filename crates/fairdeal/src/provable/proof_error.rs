//! Why there is no statement, or no reveal.

use answer::Explained;

/// Why there is no statement, or no reveal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// Something that is no statement, or no reveal.
    #[error("this is no {0} that fairdeal {version} can read: {1}", version = env!("CARGO_PKG_VERSION"))]
    Unreadable(&'static str, String),
    /// A statement whose mark is not that of what it says.
    #[error(
        "the statement was changed after it was made: its mark is {0}, and that of what it says is {1}"
    )]
    Changed(String, String),
    /// Another key.
    #[error(
        "this is not the key that was committed to: its mark is {0}, and the statement has {1}"
    )]
    OtherKey(String, String),
    /// Another question.
    #[error(
        "this is not the question that was committed to: the script or profile, what it includes, its parameters or its types are not the same"
    )]
    OtherQuestion,
    /// A public value is missing.
    #[error("the statement announces a public value, and it is missing: {0}")]
    PublicMissing(String),
    /// A public value that nobody announced: whoever may choose whether to mix one in can choose between boards.
    #[error("the statement announces no public value, so none can be mixed in")]
    PublicNotAnnounced,
    /// An announcement of nothing, or a long one.
    #[error("say in at most 1000 characters where the public value will come from")]
    BadAnnouncement,
    /// More boards than are kept.
    #[error("a statement is about at most {most} boards, and these are {0}", most = crate::deal_error::MAX_KEPT)]
    TooMany(u64),
    /// Boards that are not fair.
    #[error("nobody commits to boards that are not fair: {0}")]
    NotFair(&'static str),
}

impl Explained for ProofError {
    fn code(&self) -> &'static str {
        match self {
            ProofError::Unreadable(..) => "unreadable",
            ProofError::Changed(..) => "statement-changed",
            ProofError::OtherKey(..) => "other-key",
            ProofError::OtherQuestion => "other-question",
            ProofError::PublicMissing(_) => "public-missing",
            ProofError::PublicNotAnnounced => "public-not-announced",
            ProofError::BadAnnouncement => "bad-announcement",
            ProofError::TooMany(_) => "too-many-kept",
            ProofError::NotFair(_) => "not-fair",
        }
    }
}

impl From<ProofError> for crate::Error {
    fn from(error: ProofError) -> crate::Error {
        crate::Error::other(&error)
    }
}
