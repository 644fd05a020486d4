//! From tokens to expressions: operators by how tightly they bind, and what a word takes in its parentheses.
//!
//! Loosest first: `?:`, `or`, `and`, `==` `!=`, `<` and its kin, `+` `-`, `*` `/` `%`, `not` and the minus sign.
//! Chains of `and`, `or` and `?:` are read in a loop, so only parentheses nest, and those are counted.

use bridge::{
    AuctionPattern, Card, ContractPattern, PatternError, Seat, ShapePattern, ShapeSet, Side, Told,
    Vulnerability,
};

use crate::diagnostic::{Diagnostic, MAX_DIAGNOSTICS, closest};
use crate::parse::{Parsed, Parser};
use crate::source::Span;
use crate::syntax::*;
use crate::token::{Token, TokenKind};
use crate::word::{self, Dialect, MeasureWord, Sense, SuitArgument, Word};

/// `not` or a minus sign.
type Sign = fn(ExprId) -> ExprKind;

/// Deeper parentheses are refused.
const MAX_DEPTH: usize = 200;

impl Parser {
    pub(crate) fn add(&mut self, kind: ExprKind, span: Span) -> ExprId {
        self.exprs.push(Expr { kind, span });
        ExprId(self.exprs.len() as u32 - 1)
    }

    fn span_of(&self, id: ExprId) -> Span {
        self.exprs[id.index()].span
    }

    /// A whole expression.
    pub(crate) fn expression(&mut self) -> Parsed<ExprId> {
        if self.depth == MAX_DEPTH {
            let span = self.peek().span;
            return self.stuck(
                Diagnostic::error(
                    "too-deep",
                    span,
                    format!("this is nested more than {MAX_DEPTH} deep"),
                )
                .help("give the inner parts names"),
            );
        }
        self.depth += 1;
        let expr = self.choice();
        self.depth -= 1;
        expr
    }

    /// `test ? yes : test ? yes : no`
    fn choice(&mut self) -> Parsed<ExprId> {
        let mut branches = Vec::new();
        let mut last = self.disjunction()?;
        while self.take_symbol("?") {
            let yes = self.expression()?;
            self.expect_symbol(":")?;
            branches.push((last, yes));
            last = self.disjunction()?;
        }
        for (test, yes) in branches.into_iter().rev() {
            let span = self.span_of(test).to(self.span_of(last));
            last = self.add(ExprKind::Choose(test, yes, last), span);
        }
        Ok(last)
    }

    fn disjunction(&mut self) -> Parsed<ExprId> {
        self.chain(Sense::Or, Self::conjunction, ExprKind::Or)
    }

    fn conjunction(&mut self) -> Parsed<ExprId> {
        self.chain(Sense::And, |parser| parser.binary(0), ExprKind::And)
    }

    fn chain(
        &mut self,
        between: Sense,
        term: fn(&mut Parser) -> Parsed<ExprId>,
        kind: fn(Vec<ExprId>) -> ExprKind,
    ) -> Parsed<ExprId> {
        let first = term(self)?;
        let mut terms = vec![first];
        while self.sense() == Some(between) {
            self.next();
            terms.push(term(self)?);
        }
        match terms[..] {
            [only] => Ok(only),
            [first, .., last] => {
                let span = self.span_of(first).to(self.span_of(last));
                Ok(self.add(kind(terms), span))
            }
            [] => Ok(first),
        }
    }

    /// Comparisons and arithmetic that bind at least as tightly as `loosest`.
    fn binary(&mut self, loosest: usize) -> Parsed<ExprId> {
        if loosest == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(loosest + 1)?;
        while let TokenKind::Symbol(symbol) = self.peek().kind
            && let Some((_, operator)) = LEVELS[loosest]
                .iter()
                .find(|(spelling, _)| *spelling == symbol)
        {
            self.next();
            let right = self.binary(loosest + 1)?;
            let span = self.span_of(left).to(self.span_of(right));
            let kind = match operator {
                Binary::Compare(comparison) => ExprKind::Compare(*comparison, left, right),
                Binary::Arithmetic(arithmetic) => ExprKind::Arithmetic(*arithmetic, left, right),
            };
            left = self.add(kind, span);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<ExprId> {
        let mut signs: Vec<(Sign, Span)> = Vec::new();
        loop {
            let sign = match self.sense() {
                Some(Sense::Not) => ExprKind::Not,
                _ if self.is_symbol("-") => ExprKind::Negate,
                _ => break,
            };
            signs.push((sign, self.next().span));
        }
        let mut expr = self.primary()?;
        for (sign, start) in signs.into_iter().rev() {
            let span = start.to(self.span_of(expr));
            // Four digits are a shape to the classic program, and a shape has no sign.
            let inner = self.span_of(expr);
            let number = matches!(self.exprs[expr.index()].kind, ExprKind::Number(_))
                && inner.end - inner.start != 4;
            expr = self.add(sign(expr), span);
            if matches!(self.exprs[expr.index()].kind, ExprKind::Negate(_)) && !number {
                let why =
                    "a minus sign stands only before a number, and not before one of four digits";
                self.later.push((span, why.into()));
            }
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Parsed<ExprId> {
        let token = self.peek().clone();
        if self.tables.contains(&token.text)
            && matches!(token.kind, TokenKind::Name | TokenKind::Word(_))
            && matches!(self.ahead(1).kind, TokenKind::Symbol("("))
        {
            return self.table(token);
        }
        match (&token.kind, self.word()) {
            (TokenKind::Number(number), _) => Ok(self.leaf(ExprKind::Number(*number))),
            (TokenKind::Decimal(number), _) => Ok(self.leaf(ExprKind::Decimal(*number))),
            (TokenKind::Braces(list), _) => self.braces(list),
            (TokenKind::Contract(contract), _) => {
                let why = "a contract stands only in score";
                self.later.push((token.span, why.into()));
                Ok(self.leaf(ExprKind::Contract(*contract)))
            }
            (TokenKind::Symbol("("), _) => {
                self.next();
                let inner = self.expression()?;
                let end = self.expect_symbol(")")?;
                Ok(self.add(ExprKind::Group(inner), token.span.to(end)))
            }
            (_, Some(word)) => self.word_expression(token, word),
            _ => match self.name_ahead(0).map(str::to_owned) {
                Some(name) if self.is_unknown_function(&name) => self.unknown_function(token),
                Some(name) => Ok(self.leaf(ExprKind::Name(name))),
                None => self.no_expression(token),
            },
        }
    }

    /// `mine(north)` or `mine(north, spades)`: points by a table of the script's own.
    fn table(&mut self, token: Token) -> Parsed<ExprId> {
        self.next();
        self.expect_symbol("(")?;
        let seat = self.seat()?;
        let suit = if self.take_symbol(",") {
            Some(self.suit()?)
        } else {
            None
        };
        let end = self.expect_symbol(")")?;
        let span = token.span.to(end);
        let name = token.text;
        Ok(self.add(ExprKind::Table { name, seat, suit }, span))
    }

    fn leaf(&mut self, kind: ExprKind) -> ExprId {
        let span = self.next().span;
        self.add(kind, span)
    }

    fn no_expression(&mut self, token: Token) -> Parsed<ExprId> {
        if let TokenKind::Symbol("=") = token.kind {
            return self.stuck(
                Diagnostic::error(
                    "single-equals",
                    token.span,
                    "= gives a name; it does not compare",
                )
                .help("write == to compare")
                .instead("=="),
            );
        }
        self.expected("an expression")
    }

    /// A name nobody gave, with parentheses after it: someone meant a word of the language.
    fn is_unknown_function(&self, name: &str) -> bool {
        let open = self.ahead(1);
        matches!(open.kind, TokenKind::Symbol("(")) && !open.leads && !self.defined.contains(name)
    }

    /// Says what was probably meant, and goes on after the parentheses.
    fn unknown_function(&mut self, token: Token) -> Parsed<ExprId> {
        let error = Diagnostic::error(
            "unknown-word",
            token.span,
            format!("there is no function {}", token.text),
        );
        let meant = match self.diagnostics.len() {
            0..MAX_DIAGNOSTICS => closest(&token.text, word::functions()),
            _ => None,
        };
        self.diagnostics.push(match meant {
            Some(word) => error.meant(word),
            None => error.help("fairdeal words lists the words there are"),
        });
        self.next();
        let mut open = 0usize;
        loop {
            if self.is_symbol("(") {
                open += 1;
            } else if self.is_symbol(")") {
                open -= 1;
            } else if self.peek().kind == TokenKind::End || self.peek().leads {
                break;
            }
            self.next();
            if open == 0 {
                break;
            }
        }
        let span = token.span.to(self.previous_span());
        Ok(self.add(ExprKind::Invalid, span))
    }

    fn word_expression(&mut self, token: Token, word: &'static Word) -> Parsed<ExprId> {
        let call = matches!(self.ahead(1).kind, TokenKind::Symbol("("));
        if word.dialect == Dialect::Later && !call {
            return Ok(self.leaf(ExprKind::Name(token.text)));
        }
        let kind = match word.sense {
            Sense::Measure(_)
            | Sense::Formula(_)
            | Sense::Suit(_)
            | Sense::Shape
            | Sense::HasCard
            | Sense::Tricks
            | Sense::Par
            | Sense::ParContract
            | Sense::Lead
            | Sense::Auction
            | Sense::Contract
            | Sense::Result
            | Sense::Score
            | Sense::Imps
            | Sense::Random => {
                self.take_word();
                self.expect_symbol("(")?;
                let kind = self.arguments(&token, word)?;
                self.expect_symbol(")")?;
                kind
            }
            _ => return self.expected("an expression"),
        };
        Ok(self.add(kind, token.span.to(self.previous_span())))
    }

    fn arguments(&mut self, token: &Token, word: &'static Word) -> Parsed<ExprKind> {
        Ok(match word.sense {
            Sense::Measure(count) => self.measure(token, count, word.suit_argument())?,
            Sense::Formula(formula) => {
                let seat = self.seat()?;
                if self.is_symbol(",") {
                    let span = self.peek().span;
                    let message =
                        format!("{} looks at the whole hand and takes no suit", token.text);
                    return self.stuck(Diagnostic::error("arguments", span, message));
                }
                ExprKind::Formula { formula, seat }
            }
            Sense::Suit(suit) => ExprKind::Length {
                seat: self.seat()?,
                suit,
            },
            Sense::Shape => {
                let seat = self.seat()?;
                self.expect_symbol(",")?;
                ExprKind::Shape {
                    seat,
                    list: Box::new(self.shape_list()?),
                }
            }
            Sense::HasCard => {
                let seat = self.seat()?;
                self.expect_symbol(",")?;
                ExprKind::HasCard {
                    seat,
                    card: self.card()?,
                }
            }
            Sense::Tricks => {
                let seat = self.seat()?;
                self.expect_symbol(",")?;
                ExprKind::Tricks {
                    seat,
                    strain: self.strain()?,
                }
            }
            Sense::Par => {
                let (side, vulnerable) = self.side_at_par()?;
                ExprKind::Par { side, vulnerable }
            }
            Sense::ParContract => {
                let (side, vulnerable) = self.side_at_par()?;
                ExprKind::ParContract { side, vulnerable }
            }
            Sense::Lead => {
                let seat = self.seat()?;
                self.expect_symbol(",")?;
                let strain = self.strain()?;
                self.expect_symbol(",")?;
                let card = self.card()?;
                ExprKind::AfterLead { seat, strain, card }
            }
            Sense::Auction => {
                let first = self.seat_before_pattern()?;
                let pattern = self.told_pattern("calls like \"1N -P- 2C\"", AuctionPattern::new)?;
                ExprKind::Told(Box::new(Told::Auction { first, pattern }))
            }
            Sense::Contract => {
                let declarer = self.seat_before_pattern()?;
                let pattern =
                    self.told_pattern("contracts like \"3N/4S\"", ContractPattern::new)?;
                ExprKind::Told(Box::new(Told::Contract { declarer, pattern }))
            }
            Sense::Result => ExprKind::Told(Box::new(Told::Result)),
            Sense::Score => {
                let vulnerable = self.declarer_vulnerable()?;
                self.expect_symbol(",")?;
                let contract = self.contract()?;
                self.expect_symbol(",")?;
                ExprKind::Score {
                    vulnerable,
                    contract,
                    tricks: self.expression()?,
                }
            }
            Sense::Imps => ExprKind::Imps(self.expression()?),
            Sense::Random => ExprKind::Random(self.expression()?),
            _ => return self.expected("an expression"),
        })
    }

    /// A side, and who is vulnerable if that is said.
    fn side_at_par(&mut self) -> Parsed<(Side, Option<Vulnerability>)> {
        let side = self.side()?;
        let vulnerable = if self.take_symbol(",") {
            Some(self.vulnerability()?)
        } else {
            None
        };
        Ok((side, vulnerable))
    }

    /// A seat and a comma, if the pattern does not come at once.
    fn seat_before_pattern(&mut self) -> Parsed<Option<Seat>> {
        if matches!(self.peek().kind, TokenKind::Text(_)) {
            return Ok(None);
        }
        let seat = self.seat()?;
        self.expect_symbol(",")?;
        Ok(Some(seat))
    }

    /// A pattern in quotation marks.
    fn told_pattern<P>(
        &mut self,
        what: &str,
        read: fn(&str) -> Result<P, PatternError>,
    ) -> Parsed<P> {
        let token = self.peek().clone();
        let TokenKind::Text(text) = &token.kind else {
            return self.expected(what);
        };
        match read(text) {
            Ok(pattern) => {
                self.next();
                Ok(pattern)
            }
            Err(error) => self.stuck(Diagnostic::error("pattern", token.span, error.to_string())),
        }
    }

    fn measure(
        &mut self,
        token: &Token,
        count: MeasureWord,
        takes: SuitArgument,
    ) -> Parsed<ExprKind> {
        let seat = self.seat()?;
        let suit = match (takes, self.is_symbol(",")) {
            (SuitArgument::Never, true) => {
                let span = self.peek().span;
                let message = format!("{} looks at the whole hand and takes no suit", token.text);
                return self.stuck(Diagnostic::error("arguments", span, message));
            }
            (SuitArgument::Always, false) => {
                let span = self.peek().span;
                let message = format!("{} needs a suit: {}(seat, suit)", token.text, token.text);
                return self.stuck(Diagnostic::error("arguments", span, message));
            }
            (_, true) => {
                self.next();
                Some(self.suit()?)
            }
            (_, false) => None,
        };
        Ok(ExprKind::Measure { count, seat, suit })
    }

    /// A card as the classic program writes it, `AS`; or as holdings are written, `SA`.
    fn card(&mut self) -> Parsed<Card> {
        let token = self.peek().clone();
        match token.kind {
            TokenKind::Card(card) => {
                self.next();
                Ok(card)
            }
            TokenKind::Holding(suit, holding) if holding.len() == 1 => {
                self.next();
                let why = "a card begins with its rank, like AS";
                self.later.push((token.span, why.into()));
                let rank = holding.ranks().next().unwrap_or(bridge::Rank::TWO);
                Ok(Card::new(suit, rank))
            }
            _ => match token.text.parse::<Card>() {
                Ok(card) => {
                    let written = format!("{}{}", card.rank().letter(), card.suit().letter());
                    self.stuck(
                        Diagnostic::error("card", token.span, "a card is written in capitals")
                            .help(format!("write {written}"))
                            .instead(written),
                    )
                }
                Err(_) => self.expected("a card like AS"),
            },
        }
    }

    /// `any 4333 + 54xx - any 0xxx`
    fn shape_list(&mut self) -> Parsed<ShapeList> {
        let mut terms: Vec<ShapeTerm> = Vec::new();
        let mut shapes = ShapeSet::EMPTY;
        loop {
            let mut add = true;
            if self.is_symbol("+") || self.is_symbol(",") {
                self.next();
            } else if self.take_symbol("-") {
                add = false;
            } else if !terms.is_empty() && self.is_symbol(")") {
                break;
            }
            let first = self.peek().span;
            let any = self.sense() == Some(Sense::Any);
            if any {
                self.next();
            }
            let pattern = self.pattern()?;
            let set = ShapeSet::of(&pattern, any);
            shapes = if add {
                shapes.union(&set)
            } else {
                shapes.minus(&set)
            };
            let span = first.to(self.previous_span());
            terms.push(ShapeTerm {
                add,
                any,
                pattern: pattern.to_string(),
                span,
            });
        }
        Ok(ShapeList {
            terms,
            braces: None,
            shapes,
        })
    }

    fn pattern(&mut self) -> Parsed<ShapePattern> {
        if let Some(pattern) = self.large_pattern() {
            return Ok(pattern);
        }
        let token = self.peek().clone();
        if !matches!(token.kind, TokenKind::Shape | TokenKind::Number(_)) {
            return self.expected("a shape like 5332 or 54xx");
        }
        match token.text.parse() {
            Ok(pattern) => {
                self.next();
                Ok(pattern)
            }
            Err(error) => self.stuck(Diagnostic::error("shape", token.span, error.to_string())),
        }
    }

    /// `54XX`: a number and a name to everybody else, or a name alone.
    fn large_pattern(&mut self) -> Option<ShapePattern> {
        let (first, second) = (self.peek(), self.ahead(1));
        let mut text = first.text.to_ascii_lowercase();
        let mut span = first.span;
        let mut tokens = 1;
        match (&first.kind, &second.kind) {
            (TokenKind::Name, _) => {}
            (TokenKind::Number(_), TokenKind::Name)
                if first.span.file == second.span.file && first.span.end == second.span.start =>
            {
                text.push_str(&second.text.to_ascii_lowercase());
                span = span.to(second.span);
                tokens = 2;
            }
            _ => return None,
        }
        let pattern = text.parse().ok()?;
        self.at += tokens;
        self.later
            .push((span, "the x of a shape is a small letter".into()));
        Some(pattern)
    }

    /// `{north, 5+M(xxx)}`, already one token.
    fn braces(&mut self, list: &str) -> Parsed<ExprId> {
        let token = self.next();
        let wrong = |message: &str| Diagnostic::error("shape", token.span, message);
        let Some((seat, list)) = list.split_once(',') else {
            return self.stuck(wrong(
                "expected a seat, a comma and shapes: shape{north, 5+M(xxx)}",
            ));
        };
        let seat = seat.trim().to_ascii_lowercase();
        let seat = match (&*seat, word::find(&seat).map(|word| word.sense)) {
            (_, Some(Sense::Seat(seat))) => Some(seat),
            (text, _) if text.len() == 1 => text.chars().next().and_then(bridge::Seat::from_letter),
            _ => None,
        };
        let Some(seat) = seat else {
            return self.stuck(wrong("expected a seat: north, east, south or west"));
        };
        match bridge::shapes_in_braces(list) {
            Ok(shapes) => {
                let braces = Some(list.trim().to_owned());
                let list = Box::new(ShapeList {
                    terms: Vec::new(),
                    braces,
                    shapes,
                });
                Ok(self.add(ExprKind::Shape { seat, list }, token.span))
            }
            Err(error) => {
                // The list is a tail of the token's text, just before its brace.
                let before = token.text.trim_end_matches('}').len();
                let tail = before.saturating_sub(list.len());
                let start = token.span.start + (tail + error.at.start) as u32;
                let end = start.max(token.span.start + (tail + error.at.end) as u32);
                // What came from a parameter has only the parameter's place.
                let written = token.text.len() == token.span.range().len();
                let span = if written && !token.text.contains('$') {
                    Span {
                        start,
                        end,
                        ..token.span
                    }
                } else {
                    token.span
                };
                self.stuck(Diagnostic::error("shape", span, error.message))
            }
        }
    }
}

/// What stands between two operands.
enum Binary {
    Compare(Comparison),
    Arithmetic(Arithmetic),
}

/// The symbols that bind equally tightly, level by level, loosest first.
const LEVELS: [&[(&str, Binary)]; 4] = [
    &[
        ("==", Binary::Compare(Comparison::Equal)),
        ("!=", Binary::Compare(Comparison::Unequal)),
    ],
    &[
        ("<", Binary::Compare(Comparison::Less)),
        ("<=", Binary::Compare(Comparison::AtMost)),
        (">", Binary::Compare(Comparison::More)),
        (">=", Binary::Compare(Comparison::AtLeast)),
    ],
    &[
        ("+", Binary::Arithmetic(Arithmetic::Add)),
        ("-", Binary::Arithmetic(Arithmetic::Subtract)),
    ],
    &[
        ("*", Binary::Arithmetic(Arithmetic::Multiply)),
        ("/", Binary::Arithmetic(Arithmetic::Divide)),
        ("%", Binary::Arithmetic(Arithmetic::Modulo)),
    ],
];
