//! The shape notation in braces, `5+M(xxx):h>s`, as François Dellacherie's preprocessor defined it.
//!
//! A term gives lengths (`4`, `5+`, `2-`, `[3-5]`, `x`), in the order of the suits, or with the suits' letters, with
//! `M` and `m` for a major and a minor and the other suits in parentheses; after a colon come conditions on the
//! lengths. It all ends up as a [`ShapeSet`], so nothing of the notation survives to run time.

use std::ops::Range;

use crate::shape::permutations;
use crate::{Shape, ShapeSet};

/// What is wrong with a list of shapes in braces, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct BracesError {
    /// What is wrong.
    pub message: String,
    /// Where, in bytes of the text.
    pub at: Range<usize>,
}

impl answer::Explained for BracesError {
    fn code(&self) -> &'static str {
        "not-a-shape"
    }
}

/// The shapes that a list in braces allows (the text between the seat's comma and the closing brace).
///
/// ```
/// let opening = bridge::shapes_in_braces("x5+xx:h>s,h>=d,h>=c").unwrap();
/// assert!(opening.contains_hand("A32.KQ654.432.32".parse().unwrap()));
/// assert_eq!(bridge::shapes_in_braces("(4432)").unwrap().len(), 12);
/// ```
pub fn shapes_in_braces(text: &str) -> Result<ShapeSet, BracesError> {
    if text.len() > 4096 {
        return Err(BracesError {
            message: "this list of shapes is longer than 4,096 characters".into(),
            at: 0..text.len(),
        });
    }
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
    };
    let mut set = ShapeSet::EMPTY;
    let mut add = true;
    loop {
        let term = reader.term()?;
        set = if add {
            set.union(&term)
        } else {
            set.minus(&term)
        };
        add = match reader.next_after_space() {
            None => return Ok(set),
            Some(b'+') => true,
            Some(b'-') => false,
            Some(_) => return Err(reader.wrong("expected + or - and another shape")),
        };
        reader.at += 1;
    }
}

/// The lengths that one suit may have: bit n for n cards.
type Lengths = u16;
const ANY_LENGTH: Lengths = 0x3fff;

/// Which suits an element may stand for: bit 0 spades to bit 3 clubs.
type Suits = u8;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn next_after_space(&mut self) -> Option<u8> {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        self.peek()
    }

    fn wrong(&self, message: &str) -> BracesError {
        let end = (self.at + 1).min(self.text.len());
        BracesError {
            message: message.into(),
            at: self.at.min(end)..end,
        }
    }

    /// One shape with its conditions.
    fn term(&mut self) -> Result<ShapeSet, BracesError> {
        self.next_after_space();
        let start = self.at;
        let mut named: Vec<(Lengths, Suits)> = Vec::new();
        let mut plain: Vec<Lengths> = Vec::new();
        let mut group: Option<Vec<Lengths>> = None;
        while named.len() + plain.len() + group.as_ref().map_or(0, Vec::len) < 4 {
            match self.next_after_space() {
                Some(b'(') if group.is_none() => group = Some(self.group()?),
                Some(b'0'..=b'9' | b'x' | b'[') if group.is_none() => {
                    let last = named.len() + plain.len() == 3;
                    let (lengths, suits) = self.element(last)?;
                    match suits {
                        Some(suits) => named.push((lengths, suits)),
                        None => plain.push(lengths),
                    }
                }
                _ => return Err(self.wrong("this shape does not have four suits")),
            }
        }
        let whole = |message: &str| BracesError {
            message: message.into(),
            at: start..self.at,
        };
        let rest = match (group, plain.is_empty(), named.is_empty()) {
            (Some(group), true, _) => group,
            (None, true, false) => Vec::new(),
            (None, false, true) => {
                let conditions = self.conditions()?;
                return Ok(ShapeSet::from_fn(|shape| {
                    let lengths = shape.lengths();
                    (0..4).all(|i| plain[i] >> lengths[i] & 1 == 1) && conditions.hold(shape)
                }));
            }
            _ => {
                return Err(whole(
                    "give a suit to every length before the parentheses, like 5s(431)",
                ));
            }
        };
        if named.len() + rest.len() != 4 {
            return Err(whole("this shape does not have four suits"));
        }
        let conditions = self.conditions()?;
        let orders = permutations();
        Ok(ShapeSet::from_fn(|shape| {
            let lengths = shape.lengths();
            conditions.hold(shape)
                && orders.iter().any(|order| {
                    order.iter().enumerate().all(|(place, &suit)| {
                        let (allowed, suits) = match named.get(place) {
                            Some(&element) => element,
                            None => (rest[place - named.len()], 0xf),
                        };
                        suits >> suit & 1 == 1 && allowed >> lengths[suit] & 1 == 1
                    })
                })
        }))
    }

    /// The lengths in parentheses, for the suits that are left.
    fn group(&mut self) -> Result<Vec<Lengths>, BracesError> {
        self.at += 1;
        let mut lengths = Vec::new();
        loop {
            match self.next_after_space() {
                Some(b')') => {
                    self.at += 1;
                    return Ok(lengths);
                }
                Some(b'0'..=b'9' | b'x' | b'[') if lengths.len() < 4 => {
                    let (length, suits) = self.element(false)?;
                    if suits.is_some() {
                        return Err(self.wrong("no suit letters inside the parentheses"));
                    }
                    lengths.push(length);
                }
                _ => return Err(self.wrong("expected a length or a closing parenthesis")),
            }
        }
    }

    /// A length, with what follows it. The sign after the last length of a term may already belong to the list:
    /// it does if another shape follows it.
    fn element(&mut self, last: bool) -> Result<(Lengths, Option<Suits>), BracesError> {
        let mut lengths = match self.peek() {
            Some(b'[') => self.range()?,
            Some(b'x') => {
                self.at += 1;
                ANY_LENGTH
            }
            Some(digit @ b'0'..=b'9') => {
                self.at += 1;
                1 << (digit - b'0')
            }
            _ => return Err(self.wrong("expected a length")),
        };
        let sign = self.peek().filter(|byte| matches!(byte, b'+' | b'-'));
        if let Some(sign) = sign
            && !(last && self.shape_begins_at(self.at + 1))
        {
            let length = lengths.trailing_zeros();
            lengths = match sign {
                b'+' => ANY_LENGTH & !((1 << length) - 1),
                _ => (2 << (15 - lengths.leading_zeros())) - 1,
            };
            self.at += 1;
        }
        let suits = match self.peek() {
            Some(b's') => Some(0b0001),
            Some(b'h') => Some(0b0010),
            Some(b'd') => Some(0b0100),
            Some(b'c') => Some(0b1000),
            Some(b'M') => Some(0b0011),
            Some(b'm') => Some(0b1100),
            _ => None,
        };
        self.at += usize::from(suits.is_some());
        Ok((lengths, suits))
    }

    /// `[013-68]`: digits and ranges of digits.
    fn range(&mut self) -> Result<Lengths, BracesError> {
        self.at += 1;
        let mut lengths = 0;
        loop {
            match self.peek() {
                Some(b']') if lengths != 0 => {
                    self.at += 1;
                    return Ok(lengths);
                }
                Some(low @ b'0'..=b'9') => {
                    self.at += 1;
                    let mut high = low;
                    if self.peek() == Some(b'-') {
                        self.at += 1;
                        high = match self.peek() {
                            Some(high @ b'0'..=b'9') if high >= low => high,
                            _ => return Err(self.wrong("expected the higher end of the range")),
                        };
                        self.at += 1;
                    }
                    for length in low..=high {
                        lengths |= 1 << (length - b'0');
                    }
                }
                _ => return Err(self.wrong("expected a digit or a closing bracket")),
            }
        }
    }

    /// Whether another shape begins here, rather than an operand of a condition.
    fn shape_begins_at(&self, at: usize) -> bool {
        let rest = &self.text[at.min(self.text.len())..];
        let rest = &rest[rest
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace())
            .count()..];
        match rest.first() {
            Some(b'x' | b'[') => true,
            Some(b'(') => matches!(rest.get(1), Some(b'0'..=b'9' | b'x' | b'[')),
            Some(b'0'..=b'9') => {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                digits > 2
                    || matches!(
                        rest.get(digits),
                        Some(b'x' | b's' | b'h' | b'd' | b'c' | b'M' | b'm' | b'[' | b'(')
                    )
                    || matches!(rest.get(digits), Some(b'+' | b'-'))
                        && matches!(
                            rest.get(digits + 1),
                            Some(
                                b'0'..=b'9'
                                    | b'x'
                                    | b's'
                                    | b'h'
                                    | b'd'
                                    | b'c'
                                    | b'M'
                                    | b'm'
                                    | b'['
                                    | b'('
                            )
                        )
            }
            _ => false,
        }
    }

    /// `:c1,c2,…`, if there is a colon.
    fn conditions(&mut self) -> Result<Conditions, BracesError> {
        let mut conditions = Conditions { steps: Vec::new() };
        if self.next_after_space() != Some(b':') {
            return Ok(conditions);
        }
        loop {
            self.at += 1;
            let joined = !conditions.steps.is_empty();
            self.binary(0, 0, &mut conditions.steps)?;
            if joined {
                conditions.steps.push(Step::Binary(Operator::And));
            }
            if self.next_after_space() != Some(b',') {
                return Ok(conditions);
            }
        }
    }

    fn binary(
        &mut self,
        loosest: u8,
        depth: usize,
        steps: &mut Vec<Step>,
    ) -> Result<(), BracesError> {
        if depth > 50 {
            return Err(self.wrong("this condition is nested too deeply"));
        }
        self.operand(depth, steps)?;
        while let Some((operator, width)) = self.operator() {
            if operator.tightness() < loosest {
                return Ok(());
            }
            self.at += width;
            self.binary(operator.tightness() + 1, depth + 1, steps)?;
            steps.push(Step::Binary(operator));
        }
        Ok(())
    }

    fn operand(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        match self.next_after_space() {
            Some(b'(') => {
                self.at += 1;
                self.binary(0, depth + 1, steps)?;
                if self.next_after_space() != Some(b')') {
                    return Err(self.wrong("expected a closing parenthesis"));
                }
                self.at += 1;
            }
            Some(b'!') if depth < 50 => {
                self.at += 1;
                self.operand(depth + 1, steps)?;
                steps.push(Step::Not);
            }
            Some(b'0'..=b'9') => {
                let mut number = 0i32;
                while let Some(digit @ b'0'..=b'9') = self.peek() {
                    number = number * 10 + i32::from(digit - b'0');
                    if number > 1000 {
                        return Err(self.wrong("this number is too large"));
                    }
                    self.at += 1;
                }
                steps.push(Step::Number(number));
            }
            Some(letter @ (b's' | b'h' | b'd' | b'c')) => {
                self.at += 1;
                let suit = b"shdc".iter().position(|&suit| suit == letter).unwrap_or(0);
                steps.push(Step::Length(suit));
            }
            _ => return Err(self.wrong("expected s, h, d, c or a number")),
        }
        Ok(())
    }

    /// The operator that comes next and its width, unless what follows it is the next shape of the list.
    fn operator(&mut self) -> Option<(Operator, usize)> {
        self.next_after_space();
        let rest = &self.text[self.at..];
        let (spelling, operator) = OPERATORS
            .iter()
            .find(|(spelling, _)| rest.starts_with(spelling.as_bytes()))?;
        let between = matches!(operator, Operator::Plus | Operator::Minus);
        (!(between && self.shape_begins_at(self.at + 1))).then_some((*operator, spelling.len()))
    }
}

#[derive(Clone, Copy)]
enum Operator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
}

/// Longer spellings first, so that `<=` is not read as `<`.
const OPERATORS: [(&str, Operator); 15] = [
    ("||", Operator::Or),
    ("or", Operator::Or),
    ("&&", Operator::And),
    ("and", Operator::And),
    ("==", Operator::Equal),
    ("!=", Operator::Unequal),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<", Operator::Less),
    (">", Operator::More),
    ("+", Operator::Plus),
    ("-", Operator::Minus),
    ("*", Operator::Times),
    ("/", Operator::Over),
    ("%", Operator::Modulo),
];

impl Operator {
    fn tightness(self) -> u8 {
        match self {
            Operator::Or => 1,
            Operator::And => 2,
            Operator::Equal | Operator::Unequal => 3,
            Operator::Less | Operator::AtMost | Operator::More | Operator::AtLeast => 4,
            Operator::Plus | Operator::Minus => 5,
            Operator::Times | Operator::Over | Operator::Modulo => 6,
        }
    }

    /// None for a division by zero.
    fn apply(self, a: i32, b: i32) -> Option<i32> {
        Some(match self {
            Operator::Or => i32::from(a != 0 || b != 0),
            Operator::And => i32::from(a != 0 && b != 0),
            Operator::Equal => i32::from(a == b),
            Operator::Unequal => i32::from(a != b),
            Operator::Less => i32::from(a < b),
            Operator::AtMost => i32::from(a <= b),
            Operator::More => i32::from(a > b),
            Operator::AtLeast => i32::from(a >= b),
            Operator::Plus => a.saturating_add(b),
            Operator::Minus => a.saturating_sub(b),
            Operator::Times => a.saturating_mul(b),
            Operator::Over => a.checked_div(b)?,
            Operator::Modulo => a.checked_rem(b)?,
        })
    }
}

/// One step of a condition on the lengths, in postfix order.
enum Step {
    Number(i32),
    Length(usize),
    Not,
    Binary(Operator),
}

/// The conditions after the colon, all of which must hold.
struct Conditions {
    steps: Vec<Step>,
}

impl Conditions {
    /// A shape for which a condition divides by zero does not satisfy it.
    fn hold(&self, shape: Shape) -> bool {
        self.steps.is_empty() || self.value(shape).is_some_and(|value| value != 0)
    }

    fn value(&self, shape: Shape) -> Option<i32> {
        let mut stack = Vec::new();
        for step in &self.steps {
            let value = match step {
                Step::Number(number) => *number,
                Step::Length(suit) => i32::from(shape.lengths()[*suit]),
                Step::Not => i32::from(stack.pop()? == 0),
                Step::Binary(operator) => {
                    let right = stack.pop()?;
                    operator.apply(stack.pop()?, right)?
                }
            };
            stack.push(value);
        }
        stack.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ShapePattern;

    /// The set of a classic list, `+` and `-` from left to right.
    fn classic(list: &str) -> ShapeSet {
        let mut set = ShapeSet::EMPTY;
        for term in list.split('+') {
            let (any, text) = match term.trim().strip_prefix("any ") {
                Some(text) => (true, text),
                None => (false, term.trim()),
            };
            let pattern: ShapePattern = text.parse().unwrap();
            set = set.union(&ShapeSet::of(&pattern, any));
        }
        set
    }

    #[test]
    fn the_examples_of_the_documentation_hold() {
        let cases = [
            (
                "5+xx5+",
                "5xx5 + 5xx6 + 6xx5 + 5xx7 + 6xx6 + 7xx5 + 5008 + 6007 + 7006 + 8005",
            ),
            ("2-xxx", "0xxx + 1xxx + 2xxx"),
            ("x[3-5]x[13]", "x3x1 + x4x1 + x3x3 + x5x1 + x4x3 + x5x3"),
            (
                "[013-68]xxx",
                "0xxx + 1xxx + 3xxx + 4xxx + 5xxx + 6xxx + 8xxx",
            ),
            ("(4432)", "any 4432"),
            ("5s(431)", "5134 + 5314 + 5143 + 5341 + 5413 + 5431"),
            (
                "4+c3+d(2+2+)",
                "3334 + 4234 + 2434 + 3244 + 2344 + 2254 + 3235 + 2335 + 2245 + 2236",
            ),
            ("5M(xxx)", "x5xx + 5xxx"),
            (
                "5+M3+c(31)",
                "1534 + 3514 + 1633 + 3613 + 5134 + 5314 + 6133 + 6313",
            ),
            ("5M5m(xx)", "x5x5 + 5xx5 + x55x + 5x5x"),
            (
                "4+s4+h(xx):d>c,h+s==10",
                "6421 + 6430 + 5521 + 5530 + 4621 + 4630",
            ),
            ("(4432) + (4333)", "any 4432 + any 4333"),
            ("4432+4333", "4432 + 4333"),
        ];
        for (braces, list) in cases {
            assert_eq!(shapes_in_braces(braces), Ok(classic(list)), "{braces}");
        }
    }

    #[test]
    fn a_condition_ends_where_the_next_shape_begins() {
        let joined = shapes_in_braces("4+s4+h(xx):h+s==10 - 64xx").unwrap();
        let apart = shapes_in_braces("4+s4+h(xx):h+s==10").unwrap();
        assert_eq!(joined, apart.minus(&classic("64xx")));
    }

    #[test]
    fn all_suits_may_be_named() {
        let set = shapes_in_braces("[67]d[0-3]c[0-3]h[0-3]s").unwrap();
        assert_eq!(set.len(), 16);
    }

    #[test]
    fn wrong_lists_say_where() {
        for text in [
            "",
            "54",
            "5M",
            "5s43x",
            "(44321)",
            "5xxx +",
            "5xxx:q>3",
            "[5-3]xxx",
            "x[]xx",
            "5xxx:((s>1)",
            "5M(xxM)",
        ] {
            let error = shapes_in_braces(text).unwrap_err();
            assert!(error.at.end <= text.len(), "{text}: {error:?}");
        }
        let deep = format!("5xxx:{}s", "(".repeat(10_000));
        assert!(shapes_in_braces(&deep).is_err());
    }
}
