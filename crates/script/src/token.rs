//! From text to tokens, includes and parameters put in place.
//!
//! The rules are the classic program's: the longest match wins, `4333` is a number that may be a shape, `AS` is a
//! card, `SAK` a holding, and `#` at the start of a line a comment. What later programs add (a `#` anywhere,
//! decimals, `$3`, `#include`) is read too, and noted where it matters for portability.

use bridge::score::{Contract, Doubling, Strain};
use bridge::{Card, Holding, Rank, Suit};

use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS};
use crate::metadata;
use crate::source::{FileId, Included, MAX_INCLUDE_DEPTH, Settings, Sources, Span};
use crate::syntax::Parameter;
use crate::word::{self, Word};

/// What a token is.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum TokenKind {
    /// A whole number; four digits may also be a shape.
    Number(i64),
    /// A number with a decimal point, times 100.
    Decimal(i64),
    /// Four digits and x's, with an x among them.
    Shape,
    Word(&'static Word),
    Name,
    Card(Card),
    Holding(Suit, Holding),
    Contract(Contract),
    Text(String),
    /// `\n` outside of a text.
    NewLine,
    /// What stands between `shape{` and `}`.
    Braces(String),
    /// What stands between the braces after `points "name"`.
    Block(String),
    Symbol(&'static str),
    /// A whole line `#include …`; only in a text that is read as it was written.
    Include,
    /// `$` and a digit; only in a text that is read as it was written.
    Parameter,
    /// Here the script ends, and something begins that is no part of it.
    Apart,
    End,
}

/// A token, its place and its own text.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub span: Span,
    pub text: String,
    /// Whether it is the first on its line.
    pub leads: bool,
}

/// What the lexer leaves: tokens, comments, and what it noticed.
#[derive(Default)]
pub(crate) struct Lexed {
    pub tokens: Vec<Token>,
    pub comments: Vec<Span>,
    /// Where texts stand that have a backslash in them.
    pub backslashes: Vec<Span>,
    /// What the classic program would not take: the place and why.
    pub later: Vec<(Span, String)>,
    pub diagnostics: Vec<Diagnostic>,
    /// The text of what is given, if something is.
    pub given: Option<FileId>,
    /// The texts of columns.
    pub columns: Vec<FileId>,
}

/// Longer names are refused, so that nothing that compares names can be slow.
const MAX_NAME: usize = 255;

/// A list in braces is refused when its parameters make it longer.
const LONGEST_LIST: usize = 8192;

/// More tokens are refused: with the tree that is made of them they take some hundred bytes each.
const MAX_TOKENS: usize = 400_000;

/// Symbols, longer ones first.
const SYMBOLS: [&str; 21] = [
    "==", "!=", "<=", ">=", "&&", "||", "(", ")", ",", "+", "-", "*", "/", "%", "<", ">", "=", "!",
    "?", ":", ";",
];

/// Reads a script and all it includes.
pub(crate) fn lex(sources: &mut Sources, settings: &Settings) -> Lexed {
    let mut lexer = Lexer {
        settings,
        defaults: metadata::parameters(sources.text(sources.main())),
        sources,
        out: Lexed::default(),
        open: Vec::new(),
        as_written: false,
    };
    let main = lexer.sources.main();
    if lexer.sources.marked {
        let span = Span {
            file: main,
            start: 0,
            end: 0,
        };
        let why = "the byte order mark in front ends the script before it begins";
        lexer.out.later.push((span, why.into()));
    }
    lexer.file(main);
    if let Some((name, text)) = &settings.appended {
        let appended = lexer.sources.append(name, text);
        lexer.file(appended);
    }
    let given = settings.given.iter();
    for (place, (name, text)) in given.chain(&settings.columns).enumerate() {
        let file = lexer.sources.append(name, text);
        lexer.out.tokens.push(Token {
            kind: TokenKind::Apart,
            span: lexer.sources.end_of(main),
            text: String::new(),
            leads: true,
        });
        lexer.file(file);
        match &settings.given {
            Some(_) if place == 0 => lexer.out.given = Some(file),
            _ => lexer.out.columns.push(file),
        }
    }
    let span = lexer.sources.end_of(main);
    lexer.out.tokens.push(Token {
        kind: TokenKind::End,
        span,
        text: String::new(),
        leads: true,
    });
    lexer.out
}

/// Reads the text of a script alone: includes are not followed, and parameters keep their place.
pub(crate) fn lex_as_written(sources: &mut Sources) -> Lexed {
    let mut lexer = Lexer {
        settings: &Settings::default(),
        defaults: Vec::new(),
        sources,
        out: Lexed::default(),
        open: Vec::new(),
        as_written: true,
    };
    let main = lexer.sources.main();
    lexer.file(main);
    lexer.out
}

struct Lexer<'a> {
    sources: &'a mut Sources,
    settings: &'a Settings,
    out: Lexed,
    /// The files being read, each included by the one before.
    open: Vec<FileId>,
    /// The parameters that the script declares.
    defaults: Vec<Parameter>,
    /// Whether includes and parameters are tokens themselves.
    as_written: bool,
}

/// A piece of text being read, and the place its tokens get: its own, or that of a parameter.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    file: FileId,
    fixed: Option<Span>,
    line_start: bool,
    quotes: Option<Quotes>,
}

/// How many quotes a text has, and how many of them stand before a place.
struct Quotes {
    total: usize,
    at: usize,
    before: usize,
}

impl Cursor<'_> {
    /// How many quotes stand from a place on. Places come in order, so the text is counted once.
    fn quotes_from(&mut self, at: usize) -> usize {
        let count = |text: &str| text.matches('"').count();
        let text = self.text;
        let quotes = self.quotes.get_or_insert_with(|| Quotes {
            total: count(text),
            at: 0,
            before: 0,
        });
        quotes.before += count(&text[quotes.at..at]);
        quotes.at = at;
        quotes.total - quotes.before
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        let own = Span {
            file: self.file,
            start: start as u32,
            end: self.at as u32,
        };
        self.fixed.unwrap_or(own)
    }
}

impl Lexer<'_> {
    fn file(&mut self, file: FileId) {
        self.open.push(file);
        let text = self.sources.text(file).to_owned();
        self.text(Cursor {
            text: &text,
            at: 0,
            file,
            fixed: None,
            line_start: true,
            quotes: None,
        });
        self.open.pop();
    }

    fn text(&mut self, mut cursor: Cursor) {
        while let Some(first) = cursor.rest().chars().next() {
            let start = cursor.at;
            if self.out.tokens.len() == MAX_TOKENS {
                if self
                    .out
                    .diagnostics
                    .last()
                    .is_none_or(|last| last.code != "too-large")
                {
                    cursor.at += first.len_utf8();
                    let span = cursor.span(start);
                    self.error(
                        "too-large",
                        span,
                        format!("this script has more than {MAX_TOKENS} words and signs"),
                    );
                }
                return;
            }
            match first {
                '\n' => {
                    cursor.at += 1;
                    cursor.line_start = true;
                }
                _ if first.is_whitespace() => cursor.at += first.len_utf8(),
                '#' => self.hash(&mut cursor),
                '/' if cursor.rest().starts_with("//") => {
                    cursor.at += line_length(cursor.rest());
                    let span = cursor.span(start);
                    self.out.comments.push(span);
                    self.ends_its_line(&cursor, span);
                }
                '/' if cursor.rest().starts_with("/*") => self.block_comment(&mut cursor),
                '"' => self.string(&mut cursor),
                '{' if self.after_points() => self.block(&mut cursor),
                '$' => self.parameter(&mut cursor),
                '\\' if cursor.rest().starts_with("\\n") => {
                    cursor.at += 2;
                    self.push(&mut cursor, start, TokenKind::NewLine);
                }
                '0'..='9' => self.number(&mut cursor),
                '.' if cursor.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                    self.number(&mut cursor);
                }
                'a'..='z' | 'A'..='Z' => self.name(&mut cursor),
                _ => self.symbol(&mut cursor),
            }
        }
    }

    fn push(&mut self, cursor: &mut Cursor, start: usize, kind: TokenKind) {
        let token = Token {
            kind,
            span: cursor.span(start),
            text: cursor.text[start..cursor.at].to_owned(),
            leads: cursor.line_start && cursor.fixed.is_none(),
        };
        cursor.line_start = false;
        self.out.tokens.push(token);
    }

    fn error(&mut self, code: &'static str, span: Span, message: impl Into<String>) {
        self.out
            .diagnostics
            .push(Diagnostic::error(code, span, message));
    }

    /// A comment, or an include.
    fn hash(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let line = cursor.rest()[..line_length(cursor.rest())].to_owned();
        let first_column = start == 0 || cursor.text.as_bytes()[start - 1] == b'\n';
        cursor.at += line.len();
        let span = cursor.span(start);
        if cursor.line_start
            && let Some(rest) = line.strip_prefix("#include")
        {
            if self.as_written {
                return self.push(cursor, start, TokenKind::Include);
            }
            let path = rest.trim();
            match path.strip_prefix('"').and_then(|path| path.split_once('"')) {
                Some((path, _)) if !path.is_empty() => self.include(span, path),
                _ => self.out.diagnostics.push(
                    Diagnostic::error("include", span, "an include needs the name of a file")
                        .help("write #include \"script/Name\""),
                ),
            }
            return;
        }
        self.out.comments.push(span);
        self.ends_its_line(cursor, span);
        if !first_column {
            self.out
                .later
                .push((span, "a # begins a comment only in the first column".into()));
        }
    }

    /// A comment up to the end of its line has such an end, or is noted.
    fn ends_its_line(&mut self, cursor: &Cursor, span: Span) {
        if cursor.rest().is_empty() && cursor.fixed.is_none() {
            let why = "a comment at the very end of a script needs the end of its line";
            self.out.later.push((span, why.into()));
        }
    }

    fn include(&mut self, span: Span, path: &str) {
        self.out.later.push((
            span,
            "#include is a comment, and the names it gives are unknown".into(),
        ));
        if self.open.len() > MAX_INCLUDE_DEPTH {
            self.error("include", span, "includes are nested too deeply");
            return;
        }
        let from = span.file;
        match self.sources.include(from, path, self.settings) {
            Ok(Included::Now(file)) => self.file(file),
            Ok(Included::Again(file)) if self.open.contains(&file) => {
                self.error("include", span, format!("{path} includes itself"));
            }
            Ok(Included::Again(_)) => self.out.diagnostics.push(Diagnostic::warning(
                "include-again",
                span,
                format!("{path} is included already: this one is left out"),
            )),
            Err(refusal) => {
                let short: String = path.chars().take(200).collect();
                self.error(
                    "include",
                    span,
                    format!("cannot include {short}: {refusal}"),
                );
            }
        }
    }

    fn block_comment(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        match cursor.rest()[2..].find("*/") {
            Some(length) => {
                cursor.at += length + 4;
                self.out.comments.push(cursor.span(start));
            }
            None => {
                cursor.at += 2;
                let span = cursor.span(start);
                self.error("comment", span, "this comment never ends");
                cursor.at = cursor.text.len();
            }
        }
    }

    fn string(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let before = self.out.tokens.last();
        let title = before.is_some_and(|token| token.text.eq_ignore_ascii_case("title"));
        // A title whose second quote is missing ends with its line: what follows then has its quotes in pairs.
        let line = line_length(&cursor.rest()[1..]);
        let on_line = cursor.rest()[1..=line].contains('"');
        let closed = !title || on_line || cursor.quotes_from(start + 1) % 2 == 1;
        let rest = &cursor.rest()[1..];
        if !closed {
            let text = rest[..line].trim_end_matches('\r').to_owned();
            cursor.at += 1 + line;
            self.out
                .later
                .push((cursor.span(start), "a text ends with a quote".into()));
            return self.push(cursor, start, TokenKind::Text(text));
        }
        match rest.find('"') {
            Some(length) => {
                let text = cursor.rest()[1..=length].to_owned();
                cursor.at += length + 2;
                if text.contains('\\') && self.out.backslashes.len() < MAX_DIAGNOSTICS {
                    self.out.backslashes.push(cursor.span(start));
                }
                self.push(cursor, start, TokenKind::Text(text));
            }
            None => {
                cursor.at += line_length(cursor.rest());
                let last = cursor.span(start);
                let span = self.opened(last).unwrap_or(last);
                let error = Diagnostic::error(
                    "text",
                    span,
                    "this text never ends: a \" is missing on this line",
                );
                self.out.diagnostics.push(error);
                cursor.at = cursor.text.len();
            }
        }
    }

    /// What stands for a parameter: what was given, else what the script says.
    fn value(&self, number: u8) -> Option<String> {
        let given = self.settings.parameters.get(&number).cloned();
        let declared = || self.defaults.iter().find(|known| known.number == number);
        given.or_else(|| declared().map(|known| known.default.clone()))
    }

    /// Where a text never ends, some line before it may lack its quote: the next text then ends where it should begin, and so on.
    /// It is the line that, with a quote at its end, leaves the fewest lines inside of texts.
    fn opened(&self, last: Span) -> Option<Span> {
        /// Nobody has so many texts over several lines.
        const MOST: usize = 200;
        let text = self.sources.text(last.file);
        let is_long = |token: &&Token| {
            token.span.file == last.file
                && matches!(&token.kind, TokenKind::Text(text) if text.contains('\n'))
        };
        let long: Vec<&Token> = self.out.tokens.iter().filter(is_long).take(MOST).collect();
        let lines_within = |tokens: &[&Token]| -> usize {
            tokens
                .iter()
                .map(|token| token.text.matches('\n').count())
                .sum()
        };
        let mut best = (lines_within(&long), last);
        for (index, token) in long.iter().enumerate() {
            let start = token.span.start as usize;
            let end = start + line_length(&text[start..]);
            let within = lines_within(&long[..index]) + lines_in_texts(&text[end..]);
            if within < best.0 {
                let end = end as u32;
                best = (within, Span { end, ..token.span });
            }
        }
        Some(best.1)
    }

    fn parameter(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        cursor.at += 1;
        let digit = cursor
            .rest()
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(10));
        cursor.at += usize::from(digit.is_some());
        let span = cursor.span(start);
        let Some(digit) = digit.filter(|_| cursor.fixed.is_none()) else {
            self.error("no-parameter", span, "a parameter is $ and one digit");
            return;
        };
        if self.as_written {
            return self.push(cursor, start, TokenKind::Parameter);
        }
        self.out
            .later
            .push((span, "there are no parameters".into()));
        match self.value(digit as u8) {
            Some(text) => {
                let first = self.out.tokens.len();
                self.text(Cursor {
                    text: &text,
                    at: 0,
                    file: cursor.file,
                    fixed: Some(span),
                    line_start: false,
                    quotes: None,
                });
                if let Some(token) = self.out.tokens.get_mut(first) {
                    token.leads = cursor.line_start;
                    cursor.line_start = false;
                }
            }
            None => {
                self.out.diagnostics.push(
                    Diagnostic::error(
                        "parameter",
                        span,
                        format!("parameter ${digit} has no value"),
                    )
                    .help(format!(
                        "give parameter {digit} a value, or the script a line # param {digit} = value"
                    )),
                );
                // Most parameters are numbers: with one in its place, what follows is not blamed.
                self.push(cursor, start, TokenKind::Number(0));
            }
        }
    }

    fn number(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let rest = cursor.rest().as_bytes();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let shape = rest
            .iter()
            .take(4)
            .take_while(|byte| matches!(byte, b'0'..=b'9' | b'x'))
            .count();
        if digits < 4 && shape == 4 {
            cursor.at += 4;
            return self.push(cursor, start, TokenKind::Shape);
        }
        if digits == 1
            && let Some(card) = rest
                .get(1)
                .and_then(|&suit| card(rest[0] as char, suit as char))
        {
            cursor.at += 2;
            return self.push(cursor, start, TokenKind::Card(card));
        }
        if rest.get(digits) == Some(&b'.') {
            let decimals = rest[digits + 1..]
                .iter()
                .take_while(|byte| byte.is_ascii_digit())
                .count();
            cursor.at += digits + 1 + decimals;
            return self.decimal(cursor, start, digits, decimals);
        }
        cursor.at += digits;
        match cursor.text[start..cursor.at].parse() {
            Ok(number) => {
                if number > i64::from(i32::MAX) {
                    let span = cursor.span(start);
                    self.out
                        .later
                        .push((span, "numbers go up to 2147483647".into()));
                }
                self.push(cursor, start, TokenKind::Number(number));
            }
            Err(_) => {
                let span = cursor.span(start);
                self.error("number", span, "this number is too large");
                self.push(cursor, start, TokenKind::Number(0));
            }
        }
    }

    fn decimal(&mut self, cursor: &mut Cursor, start: usize, digits: usize, decimals: usize) {
        let span = cursor.span(start);
        self.out
            .later
            .push((span, "numbers have no decimals".into()));
        let text = &cursor.text[start..cursor.at];
        let whole: i64 = match digits {
            0 => 0,
            _ => text[..digits].parse().unwrap_or(i64::MAX),
        };
        let hundredths: i64 = match (decimals, text[digits + 1..].parse::<i64>()) {
            (0, _) => 0,
            (1, Ok(tenths)) => 10 * tenths,
            (2, Ok(hundredths)) => hundredths,
            _ => {
                self.error(
                    "number",
                    span,
                    "a number has at most two digits after its point",
                );
                0
            }
        };
        let value = whole
            .checked_mul(100)
            .and_then(|value| value.checked_add(hundredths));
        if value.is_none() {
            self.error("number", span, "this number is too large");
        }
        self.push(cursor, start, TokenKind::Decimal(value.unwrap_or(0)));
    }

    fn name(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        cursor.at += cursor
            .rest()
            .bytes()
            .take_while(|byte| is_part(byte))
            .count();
        let text = &cursor.text[start..cursor.at];
        if text.len() > MAX_NAME {
            let span = cursor.span(start);
            self.error(
                "name",
                span,
                format!("a name has at most {MAX_NAME} letters"),
            );
            return self.push(cursor, start, TokenKind::Number(0));
        }
        if text == "shape" && cursor.rest().trim_start().starts_with('{') {
            return self.braces(cursor, start);
        }
        let kind = classify(text);
        self.push(cursor, start, kind);
    }

    /// `shape{…}`: the list has a grammar of its own, so it stays one token.
    fn braces(&mut self, cursor: &mut Cursor, start: usize) {
        let rest = cursor.rest();
        let open = rest.len() - rest.trim_start().len() + 1;
        let inner = &rest[open..];
        let (length, closed) = match inner.find(['}', ';', '"']) {
            Some(length) if inner[length..].starts_with('}') => (length, true),
            _ => (line_length(inner), false),
        };
        let mut list = inner[..length].to_owned();
        cursor.at += open + length + usize::from(closed);
        let span = cursor.span(start);
        if list.contains('$') && !self.as_written {
            list = self.with_parameters(&list, span, cursor.fixed.is_some());
        }
        self.out.later.push((span, "shape{…} is unknown".into()));
        if !closed {
            self.error(
                "shape",
                span,
                "this list of shapes never ends: a } is missing",
            );
        }
        self.push(cursor, start, TokenKind::Braces(list));
    }

    /// A list in braces with the texts of its parameters in their places.
    fn with_parameters(&mut self, list: &str, span: Span, inside: bool) -> String {
        let mut parts = list.split('$');
        let mut text = parts.next().unwrap_or("").to_owned();
        for part in parts {
            let digit = part.chars().next().and_then(|digit| digit.to_digit(10));
            let Some(digit) = digit.filter(|_| !inside) else {
                self.error("no-parameter", span, "a parameter is $ and one digit");
                return text;
            };
            match self.value(digit as u8) {
                Some(value) => text.push_str(&value),
                None => {
                    let message = format!("parameter ${digit} has no value");
                    self.error("parameter", span, message);
                    text.push_str("north");
                }
            }
            text.push_str(&part[1..]);
            if text.len() > LONGEST_LIST {
                self.error("shape", span, "this list of shapes is too long");
                return String::new();
            }
        }
        text
    }

    /// Whether the last tokens are `points "name"`.
    fn after_points(&self) -> bool {
        match &self.out.tokens[..] {
            [.., word, name] => {
                word.text.eq_ignore_ascii_case("points") && matches!(name.kind, TokenKind::Text(_))
            }
            _ => false,
        }
    }

    /// `{ A 4 K 3 }`: a table has a grammar of its own, so it stays one token.
    fn block(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let inner = &cursor.rest()[1..];
        let (length, closed) = match inner.find('}') {
            Some(length) => (length, true),
            None => (line_length(inner), false),
        };
        let text = inner[..length].to_owned();
        cursor.at += 1 + length + usize::from(closed);
        if !closed {
            let span = cursor.span(start);
            self.error("points", span, "this table never ends: a } is missing");
        }
        self.push(cursor, start, TokenKind::Block(text));
    }

    fn symbol(&mut self, cursor: &mut Cursor) {
        let start = cursor.at;
        let rest = cursor.rest();
        match SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            Some(symbol) => {
                cursor.at += symbol.len();
                let kind = match word::find(symbol) {
                    Some(word) => TokenKind::Word(word),
                    None => TokenKind::Symbol(symbol),
                };
                self.push(cursor, start, kind);
            }
            None => {
                // One finding for a run of them: a binary file should not give a million.
                let strange = |c: char| {
                    !c.is_ascii_alphanumeric()
                        && !c.is_whitespace()
                        && !"()\"#$,+-*/%<>=!?:&|".contains(c)
                };
                let run = rest.find(|c| !strange(c)).unwrap_or(rest.len());
                let one = rest.chars().next().map_or(1, char::len_utf8);
                cursor.at += run.max(one);
                let span = cursor.span(start);
                let seen: String = cursor.text[start..cursor.at].chars().take(20).collect();
                let error =
                    Diagnostic::error("character", span, format!("'{seen}' means nothing here"));
                self.out.diagnostics.push(match seen.as_str() {
                    "&" => error.help("write && or and").instead("&&"),
                    "|" => error.help("write || or or").instead("||"),
                    _ => error,
                });
            }
        }
    }
}

/// How many ends of lines are inside of texts, as far as quotes tell. A text that is not ended goes on to the end.
fn lines_in_texts(text: &str) -> usize {
    let parts = text.split('"').skip(1).step_by(2);
    parts.map(|inside| inside.matches('\n').count()).sum()
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

fn card(rank: char, suit: char) -> Option<Card> {
    let suit = Suit::ALL.into_iter().find(|known| known.letter() == suit)?;
    let rank = Rank::all().find(|known| known.letter() == rank)?;
    Some(Card::new(suit, rank))
}

/// What a run of letters and digits is. Words come first, then the things that are made of a suit's letter.
fn classify(text: &str) -> TokenKind {
    if let Some(word) = word::find(text) {
        return TokenKind::Word(word);
    }
    let letters: Vec<char> = text.chars().collect();
    if letters.len() == 4
        && letters
            .iter()
            .all(|letter| matches!(letter, '0'..='9' | 'x'))
    {
        return TokenKind::Shape;
    }
    if let [rank, suit] = letters[..]
        && let Some(card) = card(rank, suit)
    {
        return TokenKind::Card(card);
    }
    if let Some((suit, holding)) = holding(&letters) {
        return TokenKind::Holding(suit, holding);
    }
    match contract(&letters) {
        Some(contract) => TokenKind::Contract(contract),
        None => TokenKind::Name,
    }
}

/// What a text is that might be a name; nothing if it is no one run of letters and digits.
pub(crate) fn kind_of(text: &str) -> Option<TokenKind> {
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.len() <= MAX_NAME;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (begins && text.bytes().all(is_part)).then(|| match word::find(&text.to_ascii_lowercase()) {
        Some(word) => TokenKind::Word(word),
        None => classify(text),
    })
}

/// `SAK4`: a suit's letter and ranks from high to low; the letter alone is a void.
fn holding(letters: &[char]) -> Option<(Suit, Holding)> {
    let (&first, ranks) = letters.split_first()?;
    let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == first)?;
    let mut bits = 0u16;
    for &letter in ranks {
        let bit = 1 << Rank::all().find(|rank| rank.letter() == letter)?.index();
        if bits != 0 && bit >= bits & bits.wrapping_neg() {
            return None;
        }
        bits |= bit;
    }
    Some((suit, Holding(bits)))
}

/// `x3N`, `z4Sx`, `x6Hxx`.
fn contract(letters: &[char]) -> Option<Contract> {
    let (['x' | 'z', level, strain], doubling) = letters.split_at_checked(3)? else {
        return None;
    };
    let doubling = match doubling {
        [] => Doubling::Undoubled,
        ['x'] => Doubling::Doubled,
        ['x', 'x'] => Doubling::Redoubled,
        _ => return None,
    };
    let strain = Strain::ALL
        .into_iter()
        .find(|known| known.letter() == *strain)?;
    Contract::new(u8::try_from(level.to_digit(10)?).ok()?, strain, doubling)
}
