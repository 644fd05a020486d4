//! What stands at a place in a text that is being written, and what may be written there.
//!
//! A text with a cursor in it is seldom a whole script, so this looks at its words and signs and not at its tree.

use crate::source::{FileId, Input, Sources, Span};
use crate::syntax::{Script, StatementKind};
use crate::token::{Token, TokenKind, lex_as_written};
use crate::word::{self, Group, Sense, StatementWord, Word};

/// The words and signs of a text, around a place in it.
#[derive(Debug)]
pub struct AtCursor {
    tokens: Vec<Token>,
    /// The last token that begins before the place.
    before: Option<usize>,
    /// Whether the place is in a comment or a text, or behind one that never ends.
    inside: bool,
    at: u32,
}

/// A word, or a table of points, whose parentheses a place is in.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// How it is written.
    pub name: String,
    /// The word; a table of points is none.
    pub word: Option<&'static Word>,
    /// What stands between its parentheses, as the table of words says.
    pub parameters: Vec<&'static str>,
    /// In which of them the place is.
    pub argument: usize,
}

/// Something that may be written at a place.
#[derive(Clone, PartialEq, Debug)]
pub struct Completion {
    /// What is written.
    pub text: String,
    /// The word, if it is one; else it is a name of the script.
    pub word: Option<&'static Word>,
    /// What it stands for, if it is a name.
    pub meaning: Option<String>,
}

/// What stands between the parentheses of a table of points.
const OF_TABLE: &str = "(seat[, suit])";

/// Longer meanings are cut.
const LONGEST_MEANING: usize = 200;

impl AtCursor {
    /// Looks at a place in a text.
    pub fn new(text: &str, at: u32) -> AtCursor {
        let nothing = AtCursor {
            tokens: Vec::new(),
            before: None,
            inside: true,
            at,
        };
        let Ok(input) = Input::from_text("text", text) else {
            return nothing;
        };
        let mut sources = Sources::new(&input);
        let lexed = lex_as_written(&mut sources);
        let is_around = |span: &Span| span.start < at && at < span.end;
        let text = sources.text(sources.main());
        // The end of a comment's line is still in it.
        let in_comment = lexed.comments.iter().any(|span| {
            let to_the_end = !text[span.range()].ends_with("*/");
            is_around(span) || to_the_end && span.end == at
        });
        let in_text = lexed.tokens.iter().any(|token| {
            let is_text = matches!(
                token.kind,
                TokenKind::Text(_) | TokenKind::Include | TokenKind::Block(_)
            );
            is_text && is_around(&token.span)
        });
        let unending = lexed
            .diagnostics
            .iter()
            .any(|said| matches!(said.code, "text" | "comment") && said.span.start < at);
        AtCursor {
            before: lexed.tokens.iter().rposition(|token| token.span.start < at),
            inside: in_comment || in_text || unending,
            tokens: lexed.tokens,
            at,
        }
    }

    /// The word at the place, and where it stands. Whether it is used as a name is for the script to say.
    pub fn word(&self) -> Option<(&'static Word, Span)> {
        let mut tokens = self.tokens.iter();
        let token = tokens.rfind(|token| {
            token.span.touches(token.span.file, self.at) && self.word_of(token).is_some()
        })?;
        Some((self.word_of(token)?, token.span))
    }

    fn word_of(&self, token: &Token) -> Option<&'static Word> {
        match token.kind {
            TokenKind::Word(word) => Some(word),
            TokenKind::Name => word::find(&token.text.to_ascii_lowercase()),
            TokenKind::Braces(_) => word::find("shape"),
            _ => None,
        }
    }

    /// The name of the file that is included at the place.
    pub fn include(&self) -> Option<&str> {
        let is_here = |token: &&Token| {
            token.kind == TokenKind::Include && token.span.touches(token.span.file, self.at)
        };
        let include = self.tokens.iter().find(is_here)?;
        include.text.split('"').nth(1)
    }

    /// The innermost word whose parentheses the place is in.
    pub fn call(&self, script: &Script) -> Option<Call> {
        if self.inside {
            return None;
        }
        let (mut depth, mut argument) = (0usize, 0);
        for at in (0..=self.before?).rev() {
            match self.tokens[at].kind {
                TokenKind::Symbol(")") if self.tokens[at].span.start < self.at => depth += 1,
                TokenKind::Symbol("(") if depth > 0 => depth -= 1,
                TokenKind::Symbol(",") if depth == 0 => argument += 1,
                TokenKind::Symbol("(") => {
                    let (word, name) = self.called(at, script)?;
                    let arguments = word.map_or(OF_TABLE, |word| word.arguments);
                    let parameters = parameters(arguments);
                    return Some(Call {
                        name,
                        word,
                        argument: argument.min(parameters.len().saturating_sub(1)),
                        parameters,
                    });
                }
                TokenKind::Word(word) if matches!(word.sense, Sense::Statement(_)) => return None,
                _ => {}
            }
        }
        None
    }

    /// What stands before a parenthesis, perhaps with a label between.
    fn called(&self, at: usize, script: &Script) -> Option<(Option<&'static Word>, String)> {
        let mut before = at.checked_sub(1)?;
        if matches!(self.tokens[before].kind, TokenKind::Text(_)) {
            before = before.checked_sub(1)?;
        }
        let token = &self.tokens[before];
        if let Some(word) = self.word_of(token) {
            let takes = word.arguments.contains('(');
            return takes.then(|| (Some(word), token.text.clone()));
        }
        let is_table = script.statements.iter().any(
            |one| matches!(&one.kind, StatementKind::Points { name, .. } if *name == token.text),
        );
        is_table.then(|| (None, token.text.clone()))
    }

    /// What may be written at the place: words that fit there, and the names of a script.
    pub fn completions(&self, script: &Script) -> Vec<Completion> {
        if self.inside {
            return Vec::new();
        }
        let fits: Box<dyn Fn(&Word) -> bool> = match self.call(script) {
            Some(call) => match call.parameters.get(call.argument) {
                Some(parameter) => fits_parameter(parameter),
                None => return Vec::new(),
            },
            None => self.fits_statement(),
        };
        let words = word::words().iter().filter(|word| fits(word));
        let words = words.map(|word| Completion {
            text: word.name.to_owned(),
            word: Some(word),
            meaning: None,
        });
        let mut all: Vec<Completion> = words.collect();
        if all.iter().any(|one| one.text == "hcp") {
            all.extend(names(script));
        }
        all
    }

    /// What fits outside of all parentheses, or in those that only group.
    fn fits_statement(&self) -> Box<dyn Fn(&Word) -> bool> {
        // The word that is being written says nothing of what it may be.
        let mut before = self.before;
        if before.is_some_and(|at| self.tokens[at].span.end >= self.at) {
            before = before.and_then(|at| at.checked_sub(1));
        }
        let sense = before.and_then(|at| self.word_of(&self.tokens[at]));
        match sense.map(|word| word.sense) {
            Some(Sense::Statement(StatementWord::Dealer | StatementWord::Opener)) => {
                fits_parameter("seat")
            }
            Some(Sense::Statement(StatementWord::Vulnerable)) => fits_parameter("vulnerability"),
            Some(Sense::Statement(StatementWord::Predeal)) => {
                Box::new(|word| matches!(word.sense, Sense::Seat(_) | Sense::Suit(_)))
            }
            Some(Sense::Statement(
                StatementWord::Produce
                | StatementWord::Generate
                | StatementWord::Seed
                | StatementWord::StartBoard,
            )) => Box::new(|_| false),
            _ => Box::new(|word| word.group != Group::Place),
        }
    }
}

/// The words that fit where the table of words says what is expected.
fn fits_parameter(parameter: &str) -> Box<dyn Fn(&Word) -> bool> {
    let (seat, suit, side) = (
        |word: &Word| matches!(word.sense, Sense::Seat(_)),
        |word: &Word| matches!(word.sense, Sense::Suit(_)),
        |word: &Word| word.sense.side().is_some(),
    );
    match parameter {
        "seat" | "seats" => Box::new(seat),
        "suit" => Box::new(suit),
        "strain" => Box::new(move |word| suit(word) || word.sense == Sense::NoTrump),
        "side" => Box::new(side),
        "side or seat" => Box::new(move |word| side(word) || seat(word)),
        "vulnerability" => Box::new(|word| matches!(word.sense, Sense::Vulnerability(_))),
        "vul or nv" => Box::new(|word| matches!(word.sense, Sense::Declarer(_))),
        "list" => Box::new(|word| word.sense == Sense::Any),
        "card" | "contract" | "low" | "high" | "step" => Box::new(|_| false),
        _ if parameter.starts_with('"') => Box::new(|_| false),
        _ => Box::new(move |word| word.group <= Group::Operator),
    }
}

fn names(script: &Script) -> impl Iterator<Item = Completion> {
    let names = script.names();
    names.definitions.into_iter().map(|given| {
        let meaning = script.sources.slice(given.statement);
        Completion {
            meaning: Some(meaning.chars().take(LONGEST_MEANING).collect()),
            text: given.name,
            word: None,
        }
    })
}

/// What stands between parentheses, one by one: `(seat[, suit])` is `seat` and `suit`.
fn parameters(arguments: &'static str) -> Vec<&'static str> {
    let inner = arguments.split_once('(').map_or("", |(_, inner)| inner);
    let inner = inner.split(')').next().unwrap_or("");
    let parts = inner
        .split(',')
        .map(|part| part.trim_matches(['[', ']', ' ']));
    parts.filter(|part| !part.is_empty()).collect()
}

impl Script {
    /// The file that a name leads to where the script includes it.
    pub fn included(&self, name: &str) -> Option<FileId> {
        let mut files = self.sources.files();
        files.find(|file| *file != self.sources.main() && self.sources.name(*file) == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Settings, parse};

    /// A text with a bar where the place is.
    fn at(text: &str) -> (AtCursor, Script) {
        let place = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let (script, _) = parse(
            &Input::from_text("test", &text).unwrap(),
            &Settings::default(),
        );
        (AtCursor::new(&text, place as u32), script)
    }

    fn offered(text: &str) -> Vec<String> {
        let (cursor, script) = at(text);
        let all = cursor.completions(&script);
        all.into_iter().map(|one| one.text).collect()
    }

    #[test]
    fn what_fits_is_offered() {
        assert_eq!(offered("a = hcp(|"), ["north", "east", "south", "west"]);
        assert_eq!(
            offered("a = hcp(north, |)"),
            ["spades", "hearts", "diamonds", "clubs"]
        );
        assert_eq!(offered("dealer no|"), ["north", "east", "south", "west"]);
        assert!(offered("vulnerable |").contains(&"none".to_owned()));
        assert!(offered("a = tricks(north, |").contains(&"notrump".to_owned()));
        assert_eq!(offered("a = shape(north, |"), ["any"]);
        assert_eq!(offered("produce |"), [""; 0]);
        let all = offered("mine = 1\ncondition |");
        assert!(
            ["hcp", "mine", "not"]
                .iter()
                .all(|one| all.contains(&(*one).to_owned()))
        );
        assert!(offered("mine = 1\naction frequency \"x\" (|").contains(&"mine".to_owned()));
        assert!(offered("|").contains(&"produce".to_owned()));
        for nothing in [
            "// a|",
            "title \"a|\"",
            "/* never | ends",
            "a = \"| ends",
            "# c|",
        ] {
            assert_eq!(offered(nothing), [""; 0], "{nothing}");
        }
    }

    #[test]
    fn the_call_and_its_argument_are_known() {
        let call = |text: &str| {
            let (cursor, script) = at(text);
            let call = cursor.call(&script)?;
            Some((call.name, call.parameters, call.argument))
        };
        let some = |name: &str, parameters: &[&'static str], argument| {
            Some((name.to_owned(), parameters.to_vec(), argument))
        };
        assert_eq!(call("a = hcp(|"), some("hcp", &["seat", "suit"], 0));
        assert_eq!(call("a = HCP(north, |"), some("HCP", &["seat", "suit"], 1));
        assert_eq!(
            call("a = score(vul, x3N, hcp(north)|)"),
            some("score", &["vul or nv", "contract", "tricks"], 2)
        );
        assert_eq!(
            call("points \"mine\" { A 4 }\na = mine(|"),
            some("mine", &["seat", "suit"], 0)
        );
        assert_eq!(call("a = hcp(north)|"), None);
        assert_eq!(call("a = (1 + |"), None);
        assert_eq!(call("a = hcp(north\ncondition |"), None);
    }

    #[test]
    fn words_and_includes_are_found() {
        let (cursor, _) = at("a = hc|p(north)");
        assert_eq!(cursor.word().unwrap().0.name, "hcp");
        let (cursor, _) = at("#include \"script/Le|veling\"");
        assert_eq!(cursor.include(), Some("script/Leveling"));
        let (cursor, _) = at("abc = 1|");
        assert!(cursor.word().is_none() && cursor.include().is_none());
    }
}
