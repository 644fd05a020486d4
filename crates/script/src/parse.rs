//! From tokens to the syntax tree: statements, and how to go on after an error.
//!
//! The grammar is the classic one, without separators: a statement ends where the next token cannot go on with it.
//! After an error, reading goes on at the next line that begins a statement, so several errors show in one run.

use bridge::score::{Contract, Doubling, Strain};
use bridge::{Seat, Side, Suit, Vulnerability};
use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS, closest};
use crate::points_table::PointsTable;
use crate::source::{FileId, Input, Settings, Sources, Span};
use crate::syntax::*;
use crate::token::{Lexed, Token, TokenKind, lex};
use crate::word::{self, Dialect, Sense, StatementWord, Word};
use crate::{action, again, metadata};

/// Reads a script. The tree holds what could be read; what could not is in the diagnostics.
///
/// ```
/// let input = script::Input::from_text("notrump", "hcp(north) >= 15 and hpc(north) <= 17").unwrap();
/// let (script, diagnostics) = script::parse(&input, &script::Settings::default());
/// assert_eq!(script.statements.len(), 1);
/// assert_eq!(diagnostics[0].help.as_deref(), Some("did you mean hcp?"));
/// ```
pub fn parse(input: &Input, settings: &Settings) -> (Script, Vec<Diagnostic>) {
    let mut sources = Sources::new(input);
    let Lexed {
        tokens,
        comments,
        backslashes,
        later,
        diagnostics,
        given,
        columns,
    } = lex(&mut sources, settings);
    let (mut tokens, mut later) = (tokens, later);
    words_in_any_case(&mut tokens, &mut later);
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        exprs: Vec::new(),
        defined: FxHashSet::default(),
        tables: FxHashSet::default(),
        unread: None,
        no_names: FxHashSet::default(),
        later,
        diagnostics,
        read: Vec::new(),
    };
    let mut statements = parser.statements();
    if let Some(given) = given {
        let message = "what is given is one condition, and nothing else";
        let help = "join several with and: hcp(north) > 14 and spades(north) > 4";
        parser.check_apart(given, &statements, &sources, ("given", message, help));
    }
    for column in &columns {
        let message = "a column is one expression, and nothing else";
        let help = "write what it shows: hcp(north), or spades(north) > 4";
        parser.check_apart(*column, &statements, &sources, ("column", message, help));
    }
    if settings.last_wins {
        again::tell_apart(&mut statements, &mut parser.exprs, &parser.read);
    }
    let Parser {
        exprs,
        mut diagnostics,
        mut later,
        ..
    } = parser;
    answer::sort(&mut later);
    let unreadable = diagnostics.iter().any(Diagnostic::is_error);
    answer::sort_by_key(&mut diagnostics, |diagnostic| {
        (diagnostic.span.file, diagnostic.span.start)
    });
    diagnostics.truncate(MAX_DIAGNOSTICS);
    let (headers, chat) = metadata::read(sources.text(sources.main()));
    let parameters = metadata::parameters(sources.text(sources.main()));
    (
        Script {
            sources,
            exprs,
            statements,
            headers,
            parameters,
            chat,
            comments,
            backslashes,
            later,
            unreadable,
            given,
            columns,
        },
        diagnostics,
    )
}

/// Words may be written in any case, unless the script gives such a name itself: then it is a name wherever it stands.
fn words_in_any_case(tokens: &mut [Token], later: &mut Vec<(Span, String)>) {
    let is_given = |pair: &[Token]| matches!(pair[1].kind, TokenKind::Symbol("="));
    let given: FxHashSet<String> = tokens
        .windows(2)
        .filter(|pair| is_given(pair))
        .map(|pair| pair[0].text.clone())
        .collect();
    for token in tokens {
        if token.kind == TokenKind::Name
            && !given.contains(&token.text)
            && let Some(word) = word::find(&token.text.to_ascii_lowercase())
        {
            token.kind = TokenKind::Word(word);
            let why = format!("words have small letters, and {} is unknown", token.text);
            later.push((token.span, why));
        }
    }
}

/// A quote is missing, and the text goes on to where the next one should begin.
pub(crate) fn missing_quote(span: Span) -> Diagnostic {
    let message = "a \" is missing on this line: its text goes on below";
    let end = Span {
        start: span.end,
        ..span
    };
    Diagnostic::error("text", span, message)
        .help("end the text with a \" on its own line")
        .fixed(end, "\"")
}

/// The parser cannot go on with this statement; a diagnostic says why.
pub(crate) struct Stuck;

pub(crate) type Parsed<T> = Result<T, Stuck>;

pub(crate) struct Parser {
    pub(crate) tokens: Vec<Token>,
    pub(crate) at: usize,
    pub(crate) depth: usize,
    pub(crate) exprs: Vec<Expr>,
    /// The names given so far: a later word among them is a name from there on.
    pub(crate) defined: FxHashSet<String>,
    /// The tables of points given so far.
    pub(crate) tables: FxHashSet<String>,
    /// A name whose expression is being read: if that fails, the name still exists.
    unread: Option<(String, Span)>,
    /// What was wrongly used as a name: that is said once, where the name is given.
    no_names: FxHashSet<String>,
    /// What the classic program would not take, so far.
    pub(crate) later: Vec<(Span, String)>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// How many expressions had been read at the end of each statement.
    read: Vec<usize>,
}

impl Parser {
    pub(crate) fn peek(&self) -> &Token {
        self.ahead(0)
    }

    pub(crate) fn ahead(&self, steps: usize) -> &Token {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.at + steps).min(last)]
    }

    pub(crate) fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(crate) fn previous_span(&self) -> Span {
        self.tokens[self.at.saturating_sub(1)].span
    }

    pub(crate) fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek().kind, TokenKind::Symbol(found) if found == symbol)
    }

    pub(crate) fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        if found {
            self.next();
        }
        found
    }

    /// Where something is missing: the next token, or the last one if that is on another line or at the end.
    fn gap(&self) -> Span {
        let token = self.peek();
        if (token.leads || self.is_at_end()) && self.at > 0 {
            self.previous_span()
        } else {
            token.span
        }
    }

    pub(crate) fn stuck<T>(&mut self, diagnostic: Diagnostic) -> Parsed<T> {
        self.diagnostics.push(diagnostic);
        Err(Stuck)
    }

    /// An error that says what should have been here.
    pub(crate) fn expected<T>(&mut self, what: &str) -> Parsed<T> {
        let token = self.peek();
        if self.no_names.contains(&token.text) || self.is_cut_short() || self.is_misquoted() {
            return Err(Stuck);
        }
        if let Some(text) = self.open_text() {
            return self.stuck(text);
        }
        let found = match token.kind {
            TokenKind::End | TokenKind::Apart => "the script ends".to_owned(),
            _ => format!(
                "'{}' is here",
                token.text.chars().take(40).collect::<String>()
            ),
        };
        let span = if self.is_at_end() {
            self.gap()
        } else {
            token.span
        };
        self.stuck(Diagnostic::error(
            "syntax",
            span,
            format!("expected {what}, but {found}"),
        ))
    }

    /// Whether the script ends here.
    fn is_at_end(&self) -> bool {
        matches!(self.peek().kind, TokenKind::End | TokenKind::Apart)
    }

    /// Where nothing fits on a line on which a text of several lines ends, that end is probably the beginning of the next text:
    /// what is missing is missing on the line where it begins.
    fn open_text(&self) -> Option<Diagnostic> {
        /// What is further from the text has nothing to do with it.
        const NEAR: usize = 8;
        let tokens = &self.tokens[self.at.saturating_sub(NEAR)..=self.at];
        let on_line = tokens.iter().rposition(|token| token.leads).unwrap_or(0);
        // A text of several lines may lead its line itself: what follows it is on another.
        let text = tokens[on_line.saturating_sub(1)..]
            .iter()
            .rfind(|token| matches!(&token.kind, TokenKind::Text(text) if text.contains('\n')))?;
        let first = text.text.find('\n').unwrap_or(text.text.len());
        let end = text.span.end.min(text.span.start + first as u32);
        Some(missing_quote(Span { end, ..text.span }))
    }

    /// Whether it has been said that a quote is missing: whatever stands behind it is then read the wrong way round.
    fn is_misquoted(&self) -> bool {
        self.diagnostics.iter().any(|said| said.code == "text")
    }

    /// Whether the script ends here only because a text or a comment does not, which has been said.
    fn is_cut_short(&self) -> bool {
        let mut said = self.diagnostics.iter();
        self.is_at_end() && said.any(|d| matches!(d.code, "text" | "comment"))
    }

    pub(crate) fn expect_symbol(&mut self, symbol: &str) -> Parsed<Span> {
        if self.is_symbol(symbol) {
            return Ok(self.next().span);
        }
        if symbol == ")" && self.is_symbol("=") {
            let span = self.peek().span;
            return self.stuck(
                Diagnostic::error("single-equals", span, "= gives a name; it does not compare")
                    .help("write == to compare")
                    .instead("=="),
            );
        }
        self.expected(&format!("'{symbol}'"))
    }

    /// The word that the next token is. A later word that was given as a name is a name.
    pub(crate) fn word(&self) -> Option<&'static Word> {
        self.word_ahead(0)
    }

    fn word_ahead(&self, steps: usize) -> Option<&'static Word> {
        let token = self.ahead(steps);
        match token.kind {
            TokenKind::Word(word) if !self.defined.contains(&token.text) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn sense(&self) -> Option<Sense> {
        self.word().map(|word| word.sense)
    }

    /// The name that a token can be: a name, or a later word.
    pub(crate) fn name_ahead(&self, steps: usize) -> Option<&str> {
        let token = self.ahead(steps);
        match token.kind {
            TokenKind::Name => Some(&token.text),
            TokenKind::Word(word)
                if word.dialect == Dialect::Later || word::is_later_spelling(&token.text) =>
            {
                Some(&token.text)
            }
            _ => None,
        }
    }

    /// Takes a word; one that only later programs know is noted.
    pub(crate) fn take_word(&mut self) -> Token {
        let later = match self.word() {
            Some(word) => {
                word.dialect == Dialect::Later || word::is_later_spelling(&self.peek().text)
            }
            None => false,
        };
        let token = self.next();
        if later {
            self.later
                .push((token.span, format!("the word {} is unknown", token.text)));
        }
        token
    }

    fn statements(&mut self) -> Vec<Statement> {
        let mut statements = Vec::new();
        while self.peek().kind != TokenKind::End {
            if self.peek().kind == TokenKind::Apart {
                self.next();
                continue;
            }
            let start = self.peek().span;
            let before = self.at;
            if self.take_symbol(";") {
                self.later
                    .push((start, "nothing stands between statements".into()));
                continue;
            }
            match self.statement() {
                Ok(kind) => {
                    let span = start.to(self.previous_span());
                    statements.push(Statement { kind, span });
                    self.read.push(self.exprs.len());
                }
                Err(Stuck) => {
                    if let Some((name, span)) = self.unread.take() {
                        statements.push(self.unread_name(name, span));
                        self.read.push(self.exprs.len());
                    }
                    self.skip_to_statement(before);
                }
            }
        }
        statements
    }

    /// A definition that could not be read still gives its name a meaning, so that its uses are not errors too.
    fn unread_name(&mut self, name: String, span: Span) -> Statement {
        let expr = self.add(ExprKind::Invalid, span);
        self.defined.insert(name.clone());
        Statement {
            kind: StatementKind::Define {
                name,
                name_span: span,
                expr,
            },
            span,
        }
    }

    /// Goes to the next line that begins a statement.
    fn skip_to_statement(&mut self, from: usize) {
        self.at = self.at.max(from + 1).min(self.tokens.len() - 1);
        while !self.is_at_end() {
            let defines = matches!(self.ahead(1).kind, TokenKind::Symbol("="));
            let begins = matches!(self.sense(), Some(Sense::Statement(_)));
            if self.peek().leads && (defines || begins) {
                return;
            }
            self.at += 1;
        }
    }

    fn statement(&mut self) -> Parsed<StatementKind> {
        if matches!(self.ahead(1).kind, TokenKind::Symbol("=")) {
            return self.definition();
        }
        match self.sense() {
            Some(Sense::Statement(StatementWord::Seed | StatementWord::StartBoard))
                if !matches!(self.ahead(1).kind, TokenKind::Number(_)) => {}
            Some(Sense::Statement(StatementWord::Opener)) if self.seat_at(1).is_none() => {}
            Some(Sense::Statement(StatementWord::Title | StatementWord::Points))
                if !matches!(self.ahead(1).kind, TokenKind::Text(_)) => {}
            Some(Sense::Statement(word)) => {
                self.take_word();
                return self.keyword(word);
            }
            Some(Sense::Action(_)) => {
                let span = self.peek().span;
                self.later
                    .push((span, "an action stands after the word action".into()));
                return Ok(StatementKind::MoreActions(action::actions(self)?));
            }
            _ => {}
        }
        if self.begins_unknown_statement() {
            return self.unknown_statement();
        }
        let expr = self.expression()?;
        Ok(StatementKind::Condition {
            expr,
            keyword: false,
        })
    }

    /// A name that nobody gave, and on the same line something that cannot go on with an expression: someone meant a statement.
    fn begins_unknown_statement(&self) -> bool {
        let (name, follows) = (self.peek(), self.ahead(1));
        let is_name = matches!(name.kind, TokenKind::Name) && !self.defined.contains(&name.text);
        let stands_alone = match follows.kind {
            TokenKind::Word(word) => matches!(
                word.sense,
                Sense::Seat(_) | Sense::Suit(_) | Sense::Vulnerability(_) | Sense::NoTrump
            ),
            TokenKind::Number(_)
            | TokenKind::Decimal(_)
            | TokenKind::Text(_)
            | TokenKind::Card(_)
            | TokenKind::Holding(..)
            | TokenKind::Name => true,
            _ => false,
        };
        name.leads && is_name && stands_alone && !follows.leads
    }

    fn unknown_statement(&mut self) -> Parsed<StatementKind> {
        let token = self.peek().clone();
        let is_statement = |word: &&Word| matches!(word.sense, Sense::Statement(_));
        let statements = word::words().iter().filter(is_statement);
        let message = format!("there is no statement {}", token.text);
        let error = Diagnostic::error("unknown-statement", token.span, message);
        self.stuck(
            match closest(&token.text, statements.map(|word| word.name)) {
                Some(word) => error.meant(word),
                None => error.help("fairdeal words lists the statements there are"),
            },
        )
    }

    /// A text apart, such as what is given, is one condition and nothing else: else there is a finding with this code,
    /// message and help.
    fn check_apart(
        &mut self,
        file: FileId,
        statements: &[Statement],
        sources: &Sources,
        (code, message, help): (&'static str, &str, &str),
    ) {
        let mut given = statements.iter().filter(|one| one.span.file == file);
        let is_condition =
            |one: &Statement| matches!(one.kind, StatementKind::Condition { keyword: false, .. });
        let wrong = match (given.next(), given.next()) {
            (Some(one), None) if is_condition(one) => return,
            (Some(one), None) => one.span,
            (_, Some(second)) => second.span,
            (None, None) => sources.end_of(file),
        };
        // What could not be read has been said.
        if self.diagnostics.iter().all(|said| said.span.file != file) {
            let error = Diagnostic::error(code, wrong, message);
            self.diagnostics.push(error.help(help));
        }
    }

    fn definition(&mut self) -> Parsed<StatementKind> {
        let token = self.peek().clone();
        let Some(name) = self.name_ahead(0).map(str::to_owned) else {
            return self.not_a_name(token);
        };
        self.next();
        self.next();
        self.unread = Some((name.clone(), token.span));
        let expr = self.expression()?;
        self.unread = None;
        self.defined.insert(name.clone());
        Ok(StatementKind::Define {
            name,
            name_span: token.span,
            expr,
        })
    }

    /// What cannot be given a meaning, and what it already means.
    fn not_a_name(&mut self, token: Token) -> Parsed<StatementKind> {
        let text = &token.text;
        let why = no_name(text, &token.kind).unwrap_or_else(|| "this cannot be a name".to_owned());
        let error = Diagnostic::error("not-a-name", token.span, why);
        self.no_names.insert(text.clone());
        self.stuck(match token.kind {
            TokenKind::Number(_) | TokenKind::Decimal(_) | TokenKind::Symbol(_) => {
                error.help("write == to compare")
            }
            _ => error.help(format!(
                "choose another name, {}1 for instance",
                text.to_lowercase()
            )),
        })
    }

    fn keyword(&mut self, word: StatementWord) -> Parsed<StatementKind> {
        Ok(match word {
            StatementWord::Produce => StatementKind::Produce(self.number("a number of boards")?),
            StatementWord::Generate => StatementKind::Generate(self.number("a number of deals")?),
            StatementWord::Dealer => StatementKind::Dealer(self.seat()?),
            StatementWord::Vulnerable => StatementKind::Vulnerable(self.vulnerability()?),
            StatementWord::Predeal => StatementKind::Predeal(self.predeal()?),
            StatementWord::PointCount => StatementKind::PointCount(self.card_values()?),
            StatementWord::AltCount => {
                let which = self.number("which count, 0 to 9")?;
                let why = "altcount numbers its tables from hcp (0) and controls (1), so this changes another count";
                self.later.push((self.previous_span(), why.into()));
                StatementKind::AltCount(which, self.card_values()?)
            }
            StatementWord::Condition => StatementKind::Condition {
                expr: self.expression()?,
                keyword: true,
            },
            StatementWord::Action => StatementKind::Action(action::actions(self)?),
            StatementWord::Seed => StatementKind::Seed(self.number("a number")?),
            StatementWord::StartBoard => {
                StatementKind::StartBoard(self.number("a board's number")?)
            }
            StatementWord::Opener => StatementKind::Opener(self.seat()?),
            StatementWord::Points => self.points()?,
            StatementWord::Title => match self.next().kind {
                TokenKind::Text(title) => StatementKind::Title(title),
                _ => return self.expected("a text in quotes"),
            },
        })
    }

    /// `"name" { … }`
    fn points(&mut self) -> Parsed<StatementKind> {
        let named = self.next();
        let TokenKind::Text(name) = named.kind else {
            return self.expected("the name of the count in quotes");
        };
        let plain = name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.len() <= 100
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let taken = word::find(&name.to_ascii_lowercase())
            .is_some_and(|word| word.dialect == Dialect::Classic);
        if !plain || taken {
            let why = if taken {
                format!("{name} is a word of the language and cannot be a name")
            } else {
                "the name of a count is letters, digits and _, and begins with a letter".to_owned()
            };
            return self.stuck(Diagnostic::error("not-a-name", named.span, why));
        }
        if self.tables.contains(&name) || self.defined.contains(&name) {
            let why = format!("{name} has a meaning already");
            return self.stuck(Diagnostic::error("redefined", named.span, why));
        }
        let TokenKind::Block(text) = self.peek().kind.clone() else {
            return self.expected("a table in braces, like { A 4 K 3 }");
        };
        let block = self.next();
        match PointsTable::read(&text) {
            Ok(table) => {
                self.tables.insert(name.clone());
                let text = text.trim().to_owned();
                Ok(StatementKind::Points { name, text, table })
            }
            Err(error) => {
                // The text begins after the brace; from a parameter it has only the parameter's place.
                let mut span = block.span;
                if block.text.len() == span.range().len() {
                    let start = span.start + 1;
                    span.end = (start + error.at.end as u32).min(span.end).max(start);
                    span.start = (start + error.at.start as u32).min(span.end);
                }
                self.stuck(Diagnostic::error("points", span, error.message))
            }
        }
    }

    /// A number, with a sign perhaps.
    pub(crate) fn number(&mut self, what: &str) -> Parsed<i64> {
        let negative = self.take_symbol("-");
        match self.peek().kind {
            TokenKind::Number(number) | TokenKind::Decimal(number) => {
                self.next();
                Ok(if negative { -number } else { number })
            }
            _ => self.expected(what),
        }
    }

    /// What cards are worth, from the ace down.
    fn card_values(&mut self) -> Parsed<Vec<i32>> {
        let mut values = Vec::new();
        let start = self.peek().span;
        loop {
            let negative = self.is_symbol("-");
            let value = match (negative, &self.peek().kind, &self.ahead(1).kind) {
                (false, TokenKind::Number(value) | TokenKind::Decimal(value), _) => *value,
                (true, _, TokenKind::Number(value) | TokenKind::Decimal(value)) => -value,
                _ => break,
            };
            self.next();
            if negative {
                self.next();
            }
            if values.len() == 13 {
                let span = self.previous_span();
                return self.stuck(Diagnostic::error(
                    "values",
                    span,
                    "a suit has 13 cards, and this is a 14th value",
                ));
            }
            match i32::try_from(value)
                .ok()
                .filter(|value| value.unsigned_abs() <= 1_000_000)
            {
                Some(value) => values.push(value),
                None => {
                    let span = start.to(self.previous_span());
                    return self.stuck(Diagnostic::error(
                        "values",
                        span,
                        "no card is worth that much",
                    ));
                }
            }
        }
        Ok(values)
    }

    /// A seat: its name, or its letter.
    pub(crate) fn seat(&mut self) -> Parsed<Seat> {
        if let Some(seat) = self.seat_ahead() {
            if self.next().text.len() == 1 {
                let why = "a seat has no letter of its own: its whole name is needed";
                self.later.push((self.previous_span(), why.into()));
            }
            return Ok(seat);
        }
        let token = self.peek().clone();
        let names = ["north", "east", "south", "west"];
        match closest(&token.text, names).filter(|_| matches!(token.kind, TokenKind::Name)) {
            Some(seat) => self.stuck(
                Diagnostic::error(
                    "seat",
                    token.span,
                    format!("there is no seat {}", token.text),
                )
                .meant(seat),
            ),
            None if matches!(token.kind, TokenKind::Name) => self.stuck(
                Diagnostic::error(
                    "seat",
                    token.span,
                    format!("there is no seat {}", token.text),
                )
                .help("the seats are north, east, south and west"),
            ),
            None => self.expected("a seat: north, east, south or west"),
        }
    }

    pub(crate) fn seat_ahead(&self) -> Option<Seat> {
        self.seat_at(0)
    }

    fn seat_at(&self, steps: usize) -> Option<Seat> {
        let token = self.ahead(steps);
        match (&token.kind, self.word_ahead(steps).map(|word| word.sense)) {
            (_, Some(Sense::Seat(seat))) => Some(seat),
            // A capital S reads as a void in spades, but where a seat is expected it is South.
            (TokenKind::Name | TokenKind::Holding(..), _) if token.text.len() == 1 => {
                token.text.chars().next().and_then(Seat::from_letter)
            }
            _ => None,
        }
    }

    pub(crate) fn side_ahead(&self) -> Option<Side> {
        self.sense().and_then(Sense::side)
    }

    pub(crate) fn side(&mut self) -> Parsed<Side> {
        match self.side_ahead() {
            Some(side) => {
                self.next();
                Ok(side)
            }
            None => self.expected("a side: NS or EW"),
        }
    }

    pub(crate) fn vulnerability(&mut self) -> Parsed<Vulnerability> {
        match self.sense() {
            Some(Sense::Vulnerability(vulnerability)) => {
                self.take_word();
                Ok(vulnerability)
            }
            _ => self.expected("none, NS, EW or all"),
        }
    }

    pub(crate) fn declarer_vulnerable(&mut self) -> Parsed<bool> {
        let number = |number| (0..2).contains(&number).then_some(number == 1);
        if let Some(vulnerable) = self.in_numbers(number) {
            return Ok(vulnerable);
        }
        match self.sense() {
            Some(Sense::Declarer(vulnerable)) => {
                self.next();
                Ok(vulnerable)
            }
            _ => self.expected("vul or nv"),
        }
    }

    /// A number that stands for a word; the classic program knows none such.
    fn in_numbers<T>(&mut self, meaning: impl Fn(i64) -> Option<T>) -> Option<T> {
        let TokenKind::Number(number) = self.peek().kind else {
            return None;
        };
        let found = meaning(number)?;
        let span = self.next().span;
        self.later
            .push((span, "strains and contracts are no numbers".into()));
        Some(found)
    }

    /// A contract; the classic program knows neither doubles nor a z in front.
    pub(crate) fn contract(&mut self) -> Parsed<Contract> {
        if let Some(contract) = self.in_numbers(numbered_contract) {
            return Ok(contract);
        }
        let TokenKind::Contract(contract) = self.peek().kind else {
            return self.expected("a contract like x3N");
        };
        let token = self.next();
        if token.text.starts_with('z') || contract.doubling() != Doubling::Undoubled {
            self.later.push((
                token.span,
                "a contract is x, a level and a strain, never doubled".into(),
            ));
        }
        Ok(contract)
    }

    pub(crate) fn suit(&mut self) -> Parsed<Suit> {
        match self.sense() {
            Some(Sense::Suit(suit)) => {
                self.next();
                Ok(suit)
            }
            _ => self.expected("a suit: spades, hearts, diamonds or clubs"),
        }
    }

    pub(crate) fn strain(&mut self) -> Parsed<Strain> {
        if let Some(strain) = self.in_numbers(numbered_strain) {
            return Ok(strain);
        }
        match self.sense() {
            Some(Sense::NoTrump) => {
                self.next();
                Ok(Strain::Notrump)
            }
            Some(Sense::Suit(suit)) => {
                self.next();
                Ok(Strain::Suit(suit))
            }
            _ => self.expected("a suit or notrump"),
        }
    }
}

/// Why something that is made of letters and digits cannot be a name, if so.
pub(crate) fn no_name(text: &str, kind: &TokenKind) -> Option<String> {
    let is = match kind {
        TokenKind::Word(_) => "is a word of the language",
        TokenKind::Card(_) => "is a card",
        TokenKind::Holding(..) => "reads as cards of a suit",
        TokenKind::Shape => "reads as a shape",
        TokenKind::Contract(_) => "is a contract",
        _ => return None,
    };
    Some(format!("{text} {is} and cannot be a name"))
}

/// Clubs 0, diamonds 1, hearts 2, spades 3, notrump 4.
fn numbered_strain(number: i64) -> Option<Strain> {
    Strain::ALL.get(usize::try_from(number).ok()?).copied()
}

/// Five times the level, and the strain; 40 more if doubled, 80 if redoubled.
fn numbered_contract(number: i64) -> Option<Contract> {
    let doubling = match number {
        5..40 => Doubling::Undoubled,
        45..80 => Doubling::Doubled,
        85..120 => Doubling::Redoubled,
        _ => return None,
    };
    let level = u8::try_from(number % 40 / 5).ok()?;
    Contract::new(level, numbered_strain(number % 5)?, doubling)
}
