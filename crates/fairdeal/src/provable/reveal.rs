//! What is made public after the event: the key, what was mixed into it, and the question.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::provable::proof_error::ProofError;
use crate::provable::statement::Statement;
use crate::provable::whole_question::WholeQuestion;
use crate::question::Question;
use crate::seed::{SecretKey, SeedError, quoted};

/// All that is needed to deal the boards of a statement again.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reveal {
    /// What was made public before.
    pub statement: Statement,
    /// The key, as 64 hexadecimal digits.
    pub key: String,
    /// The public value that was mixed in.
    pub public: Option<String>,
    /// The question.
    pub question: WholeQuestion,
}

impl Reveal {
    /// What is made public after the event. It is checked that it is what was committed to.
    ///
    /// # Errors
    /// What is not; or a public value that is missing, or that nobody announced.
    pub fn new(
        statement: &Statement,
        question: &Question,
        key: &SecretKey,
        public: Option<&str>,
    ) -> Result<Reveal, crate::Error> {
        statement.check()?;
        if key.mark() != statement.key {
            return Err(ProofError::OtherKey(key.mark(), statement.key.clone()).into());
        }
        let question = WholeQuestion::of(question);
        if question.mark(key) != statement.question {
            return Err(ProofError::OtherQuestion.into());
        }
        // What cannot be mixed in is said now.
        key.seed(public)?;
        let reveal = Reveal {
            statement: statement.clone(),
            key: key.reveal(),
            public: public.map(str::to_owned),
            question,
        };
        reveal.check_public()?;
        Ok(reveal)
    }

    /// Reads a reveal.
    ///
    /// # Errors
    /// A text that is none. Whether it holds is asked by [`Reveal::verify`].
    pub fn from_json(text: &str) -> Result<Reveal, ProofError> {
        let read = serde_json::from_str(text);
        read.map_err(|error| ProofError::Unreadable("reveal", error.to_string()))
    }

    /// The key itself.
    pub(crate) fn secret(&self) -> Result<SecretKey, SeedError> {
        SecretKey::from_digits(&self.key)
    }

    /// That a public value was mixed in if one was announced, and only then.
    pub(crate) fn check_public(&self) -> Result<(), ProofError> {
        match (&self.statement.public, &self.public) {
            (Some(announced), None) => Err(ProofError::PublicMissing(quoted(announced))),
            (None, Some(_)) => Err(ProofError::PublicNotAnnounced),
            _ => Ok(()),
        }
    }
}

impl fmt::Debug for Reveal {
    /// Before it is made public it is as secret as its key.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Reveal")
            .field("statement", &self.statement)
            .finish_non_exhaustive()
    }
}

impl fmt::Display for Reveal {
    /// What it reveals, in words.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.statement)?;
        if let Some(public) = &self.public {
            writeln!(f, "mixed in: {}", quoted(public))?;
        }
        Ok(())
    }
}
