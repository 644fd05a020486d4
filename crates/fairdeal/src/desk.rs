//! Where requests are answered for many: within limits, and without working out twice what was asked before.
//!
//! A desk keeps questions that were asked lately, with the plans that were made for them, and answers that are not long. Both
//! are bounded, and neither changes an answer: the same request has the same answer anyway.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use answer::ErrorBody;
use bridge::Format;
use serde_json::Value as Json;
use space::Watch;

use crate::ask::{MOST_BOARDS, answer_at};
use crate::dealing::{BoardSink, Wanted};
use crate::dealt::Dealt;
use crate::effort::Effort;
use crate::error::Error;
use crate::question::Question;
use crate::requests::{DealRequest, QuestionRequest, Request};

/// What one request may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The most effort.
    pub effort: Effort,
    /// The most boards of one answer.
    pub boards: u64,
    /// The most boards that are written one after the other.
    pub written: u64,
}

impl Default for Limits {
    /// Those of a caller who waits for the answer alone: [`MOST_BOARDS`] in one answer, and no others.
    fn default() -> Limits {
        Limits {
            effort: Effort::Patient,
            boards: MOST_BOARDS,
            written: u64::MAX,
        }
    }
}

impl Limits {
    /// Those where many ask: usual effort, and a million boards written one after the other.
    pub fn shared() -> Limits {
        Limits {
            effort: Effort::Usual,
            written: 1_000_000,
            ..Limits::default()
        }
    }

    /// The same with another most effort.
    pub fn with_effort(self, effort: Effort) -> Limits {
        Limits { effort, ..self }
    }

    /// That an effort is within them.
    pub(crate) fn check_effort(&self, effort: Effort) -> Result<Effort, Error> {
        let rank = |effort| Effort::NAMED.iter().position(|one| *one == effort);
        if rank(effort) > rank(self.effort) {
            let most = self.effort.name().unwrap_or("usual");
            let message = format!("the most effort that is made here is {most}");
            return Err(Error::Other(ErrorBody::new("too-much-effort", message)));
        }
        Ok(effort)
    }
}

/// How many questions are kept,
const QUESTIONS: usize = 32;
/// and how many bytes all their plans may take, about.
const PLAN_BYTES: usize = 256 << 20;
/// How many answers are kept,
const ANSWERS: usize = 128;
/// and how long one of them may be.
const LONGEST_ANSWER: usize = 64 << 10;
/// No question or answer is kept whose request is longer.
const LONGEST_REQUEST: usize = 64 << 10;

/// Where requests are answered.
///
/// ```
/// use fairdeal::{Desk, Limits, Watch};
/// let desk = Desk::new(Limits::shared());
/// let request = serde_json::from_str(r#"{"ask": "odds", "script": "condition hcp(south) > 36"}"#).unwrap();
/// let answer = desk.answer(&request, &Watch::default()).unwrap();
/// assert_eq!(desk.known(&request), Some(answer));
/// ```
#[derive(Debug, Default)]
pub struct Desk {
    limits: Limits,
    questions: Mutex<VecDeque<(Asked, Question)>>,
    answers: Mutex<VecDeque<(Request, Arc<str>)>>,
}

/// A question as it was asked, but for the effort.
#[derive(Clone, PartialEq, Debug)]
struct Asked {
    question: QuestionRequest,
    leveled: bool,
}

impl Desk {
    /// A desk with these limits.
    pub fn new(limits: Limits) -> Desk {
        Desk {
            limits,
            ..Desk::default()
        }
    }

    /// What one request may ask for.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The answer to a request, as JSON.
    ///
    /// # Errors
    /// What is wrong with it, or with the question; that it asks for too much, or was stopped.
    pub fn answer(&self, request: &Request, watch: &Watch) -> Result<Arc<str>, Error> {
        if let Some(answer) = self.known(request) {
            return Ok(answer);
        }
        let answer = answer_at(self, request, watch)?;
        let text = serde_json::to_string(&answer).map_err(std::io::Error::other)?;
        let text: Arc<str> = text.into();
        if text.len() <= LONGEST_ANSWER && is_short(request) {
            let mut answers = lock(&self.answers);
            answers.push_front((request.clone(), text.clone()));
            answers.truncate(ANSWERS);
        }
        Ok(text)
    }

    /// The answer, if it is known already.
    pub fn known(&self, request: &Request) -> Option<Arc<str>> {
        let mut answers = lock(&self.answers);
        let place = answers.iter().position(|(known, _)| known == request)?;
        let known = answers.remove(place)?;
        answers.push_front(known);
        answers.front().map(|(_, answer)| answer.clone())
    }

    /// Deals the boards of a request, and writes them in a format, as they are found.
    ///
    /// # Errors
    /// What is wrong with the request or the question; that it asks for too many boards; what cannot be written; or that it
    /// was stopped, though what was written by then stays.
    pub fn write(
        &self,
        request: &DealRequest,
        format: Format,
        sink: &mut dyn BoardSink,
        watch: &Watch,
    ) -> Result<Dealt, Error> {
        let dealing = request.ready(self, self.limits.written, watch)?;
        let wanted = Wanted {
            format: Some(format),
            ..Wanted::default()
        };
        let dealt = dealing.run(&wanted, sink, watch)?;
        watch.look()?;
        Ok(dealt)
    }

    /// A question that was asked before, or as `read` reads it.
    pub(crate) fn question(
        &self,
        asked: &QuestionRequest,
        leveled: bool,
        read: impl FnOnce() -> Result<Question, Error>,
    ) -> Result<Question, Error> {
        let asked = Asked {
            question: QuestionRequest {
                effort: None,
                ..asked.clone()
            },
            leveled,
        };
        {
            let mut questions = lock(&self.questions);
            let place = questions.iter().position(|(known, _)| *known == asked);
            if let Some(known) = place.and_then(|place| questions.remove(place)) {
                let question = known.1.clone();
                questions.push_front(known);
                return Ok(question);
            }
        }
        let question = read()?;
        if asked.question.length() <= LONGEST_REQUEST {
            let mut questions = lock(&self.questions);
            questions.push_front((asked, question.clone()));
            // The one that was asked last stays, whatever it takes: it is in use.
            let mut bytes = 0;
            let mut fits = |place: usize, question: &Question| {
                bytes += question.plan_bytes();
                place == 0 || place < QUESTIONS && bytes <= PLAN_BYTES
            };
            let kept = questions.iter().enumerate();
            let kept = kept.take_while(|(place, (_, question))| fits(*place, question));
            let kept = kept.count();
            questions.truncate(kept);
        }
        Ok(question)
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether a request is short enough to be kept.
fn is_short(request: &Request) -> bool {
    let length = match request {
        Request::Deal(one) => {
            let mixed = one.mixed.iter().map(|one| one.question.length());
            one.question.length() + mixed.sum::<usize>()
        }
        Request::Odds(one) => one.question.length() + one.given.as_ref().map_or(0, String::len),
        Request::Explain(one) => one.question.length(),
        Request::Check(one) => one.question.length(),
        Request::Level(one) => one.question.length(),
        Request::Report(one) => one.length(),
        Request::Lead(one) => one.question.length(),
        Request::Compare(one) => one.one.length() + one.other.length(),
        Request::Words(one) => one.text.as_ref().map_or(0, String::len),
        Request::Solve(one) => one.boards.len(),
        Request::Worlds(one) => json_length(&one.view),
        Request::Hint(one) => json_length(&one.view),
        Request::Examples(one) => one.name.as_ref().map_or(0, String::len),
        Request::Formats(_) => 0,
        // A table is never the same again.
        Request::Euchre(_) => return false,
        Request::Texas42(one) => match one.length() {
            Some(length) => length,
            None => return false,
        },
        #[cfg(feature = "profile-lines")]
        Request::Profile(one) => one.line_length() + one.profile.as_ref().map_or(0, json_length),
    };
    length <= LONGEST_REQUEST
}

impl QuestionRequest {
    /// About how many bytes it has.
    fn length(&self) -> usize {
        let script = self.script.as_ref().map_or(0, String::len);
        let parameters = self.parameters.values().map(String::len).sum::<usize>();
        let types = self.types.iter().map(String::len).sum::<usize>();
        let shares = self.shares.iter().map(|list| 8 * list.len()).sum::<usize>();
        script + parameters + types + shares + self.profile.as_ref().map_or(0, json_length)
    }
}

/// About how many bytes a document takes.
fn json_length(document: &Json) -> usize {
    16 + match document {
        Json::String(text) => text.len(),
        Json::Array(list) => list.iter().map(json_length).sum(),
        Json::Object(fields) => fields
            .iter()
            .map(|(name, value)| name.len() + json_length(value))
            .sum(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dealing::TextTo;

    fn request(verb: &str, document: Json) -> Request {
        Request::of_verb(verb, document).unwrap()
    }

    fn plans(desk: &Desk, script: &str) -> usize {
        let asked = QuestionRequest {
            script: Some(script.to_owned()),
            ..QuestionRequest::default()
        };
        match desk.question(&asked, false, || unreachable!("it is kept")) {
            Ok(Question::Script(script)) => script.plan_count(),
            _ => unreachable!("it is a script"),
        }
    }

    #[test]
    fn a_question_that_was_asked_before_has_its_plan_already() {
        let (desk, watch) = (Desk::new(Limits::shared()), Watch::default());
        let script = "condition hcp(south) >= 20";
        let mut boards = Vec::new();
        for seed in [1, 2, 1] {
            let deal = json!({"script": script, "boards": 3, "seed": seed});
            boards.push(desk.answer(&request("deal", deal), &watch).unwrap());
        }
        assert_eq!(plans(&desk, script), 1);
        assert!(boards[0] == boards[2] && boards[0] != boards[1]);
        // What is kept gives the boards of a desk that has nothing.
        let fresh = json!({"script": script, "boards": 3, "seed": 2});
        let fresh = Desk::default().answer(&request("deal", fresh), &watch);
        assert_eq!(fresh.unwrap(), boards[1]);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let (desk, watch) = (Desk::new(Limits::shared()), Watch::default());
        for number in 0..2 * ANSWERS {
            let words = json!({"text": number.to_string()});
            desk.answer(&request("words", words), &watch).unwrap();
            let asked = QuestionRequest {
                script: Some(format!("condition hcp(south) > {number}")),
                ..QuestionRequest::default()
            };
            asked_of(&desk, &asked);
        }
        assert_eq!(lock(&desk.answers).len(), ANSWERS);
        assert_eq!(lock(&desk.questions).len(), QUESTIONS);
        // What is long is not kept at all: neither the answer, nor the question.
        let many = request("deal", json!({"script": "condition 1", "boards": 1_000}));
        assert!(desk.answer(&many, &watch).unwrap().len() > LONGEST_ANSWER);
        assert_eq!(desk.known(&many), None);
        let long = QuestionRequest {
            script: Some(format!("condition 1 #{}", "x".repeat(LONGEST_REQUEST))),
            ..QuestionRequest::default()
        };
        asked_of(&desk, &long);
        assert!(
            lock(&desk.questions)
                .iter()
                .all(|(known, _)| known.question != long)
        );
    }

    fn asked_of(desk: &Desk, asked: &QuestionRequest) {
        let read = || Ok(crate::Script::from_text(asked.script.as_deref().unwrap())?.into());
        desk.question(asked, false, read).unwrap();
    }

    #[test]
    fn limits_hold() {
        let watch = Watch::default();
        let desk = Desk::new(Limits::shared().with_effort(Effort::Quick));
        let code = |error: Error| error.body().code;
        let odds = |effort: &str| {
            let odds = json!({"script": "condition hcp(south) > 36", "effort": effort});
            desk.answer(&request("odds", odds), &watch)
        };
        assert!(odds("quick").is_ok());
        assert_eq!(code(odds("usual").unwrap_err()), "too-much-effort");
        let Request::Deal(deal) = request(
            "deal",
            json!({"boards": 1_000_001, "script": "condition 1"}),
        ) else {
            unreachable!("it is one")
        };
        let wrote = desk.write(&deal, Format::Pbn, &mut TextTo(Vec::new()), &watch);
        assert_eq!(code(wrote.unwrap_err()), "bad-request");
    }
}
