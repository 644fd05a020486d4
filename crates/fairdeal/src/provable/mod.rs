//! Dealing that can be proved: a statement is made public before, the key after, and anyone deals the same boards again.
//!
//! `statement.rs` has what is made public beforehand, `reveal.rs` what is made public afterwards, `proof.rs` what comes of
//! dealing again; `whole_question.rs` has a question as texts, so that no file is needed for that.

mod proof;
mod proof_error;
mod reveal;
mod statement;
mod whole_question;

pub use proof::{ComparedBoards, Proof, ProofFinding, ProofPart, Published};
pub use proof_error::ProofError;
pub use reveal::Reveal;
pub use statement::Statement;
pub use whole_question::{LevelTerms, TypeTerms, WholeQuestion};

/// A file of a statement or a reveal has no more bytes than this.
pub const MOST_PROOF_BYTES: u64 = 64 << 20;
