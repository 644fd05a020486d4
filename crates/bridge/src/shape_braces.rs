//! The shape notation in braces, `5+M(xxx):h>s`, as François Dellacherie's preprocessor defined it.
//!
//! A term gives lengths (`4`, `5+`, `2-`, `[3-5]`, `x`): first those with a suit's letter, with `M` and `m` for a major
//! and a minor, then those of the suits that are left, in their order, and in parentheses those that may be in any order.
//! After a colon come conditions on the lengths, a comma between them being an `and` that binds tighter than `or`. It all
//! ends up as a [`ShapeSet`], so nothing of the notation survives to run time.

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

/// The suit that a letter stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    /// Spades 0 to clubs 3.
    Suit(usize),
    Major,
    Minor,
}

impl Letter {
    /// Suits in either case; `M` and `m` are two things.
    fn of(byte: u8) -> Option<Letter> {
        Some(match byte {
            b's' | b'S' => Letter::Suit(0),
            b'h' | b'H' => Letter::Suit(1),
            b'd' | b'D' => Letter::Suit(2),
            b'c' | b'C' => Letter::Suit(3),
            b'M' => Letter::Major,
            b'm' => Letter::Minor,
            _ => return None,
        })
    }

    fn may_be(self, suit: usize) -> bool {
        match self {
            Letter::Suit(named) => named == suit,
            Letter::Major => suit < 2,
            Letter::Minor => suit >= 2,
        }
    }
}

/// The lengths of a term: first those with a letter, then those of the suits that are left, in their order, and then
/// those in parentheses, in any order of the rest.
#[derive(Default)]
struct Term {
    named: Vec<(Lengths, Letter)>,
    plain: Vec<Lengths>,
    group: Option<Vec<Lengths>>,
}

impl Term {
    fn suits(&self) -> usize {
        self.named.len() + self.plain.len() + self.group.as_ref().map_or(0, Vec::len)
    }

    /// Which suit each length may be for: an order of the suits for every reading.
    fn readings(&self) -> Vec<[usize; 4]> {
        let (named, fixed) = (self.named.len(), self.named.len() + self.plain.len());
        let right = |order: &[usize; 4]| {
            let letters = self.named.iter().zip(order);
            let in_order = order[named..fixed].is_sorted();
            let last = order[named..fixed].last().copied();
            let first_ones = last.is_none_or(|last| order[fixed..].iter().all(|&suit| suit > last));
            letters
                .into_iter()
                .all(|(&(_, letter), &suit)| letter.may_be(suit))
                && in_order
                && first_ones
        };
        permutations().into_iter().filter(right).collect()
    }

    fn lengths(&self) -> impl Iterator<Item = Lengths> + '_ {
        let named = self.named.iter().map(|&(lengths, _)| lengths);
        let group = self.group.iter().flatten();
        named.chain(self.plain.iter().chain(group).copied())
    }

    /// How often a letter is in it.
    fn count(&self, letter: Letter) -> usize {
        let letters = self.named.iter();
        letters.filter(|&&(_, named)| named == letter).count()
    }

    /// The suit that a letter has in a reading.
    fn suit_of(&self, letter: Letter, reading: &[usize; 4]) -> Option<usize> {
        let place = self.named.iter().position(|&(_, named)| named == letter)?;
        Some(reading[place])
    }
}

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
        let term = self.lengths()?;
        let written = start..self.at;
        let conditions = self.conditions()?;
        let whole = |message: &str| BracesError {
            message: message.into(),
            at: written.clone(),
        };
        for (letter, what) in [(Letter::Major, "major"), (Letter::Minor, "minor")] {
            if term.count(letter) > 1 && conditions.ask_for(letter) {
                return Err(whole(&format!(
                    "this shape has two {what}s, and its condition does not say which it means"
                )));
            }
        }
        let readings = term.readings();
        if readings.is_empty() {
            return Err(whole("this shape gives two lengths to one suit"));
        }
        let lengths: Vec<Lengths> = term.lengths().collect();
        Ok(ShapeSet::from_fn(|shape| {
            let of_suit = shape.lengths();
            readings.iter().any(|reading| {
                let mut suits = reading.iter().zip(&lengths);
                suits.all(|(&suit, &allowed)| allowed >> of_suit[suit] & 1 == 1)
                    && conditions.hold(
                        shape,
                        term.suit_of(Letter::Major, reading),
                        term.suit_of(Letter::Minor, reading),
                    )
            })
        }))
    }

    /// The lengths of four suits.
    fn lengths(&mut self) -> Result<Term, BracesError> {
        let mut term = Term::default();
        while term.suits() < 4 {
            match self.next_after_space() {
                Some(b'(') if term.group.is_none() => term.group = Some(self.group()?),
                Some(b'0'..=b'9' | b'x' | b'X' | b'[') if term.group.is_none() => {
                    let (lengths, letter) = self.element(term.suits() == 3)?;
                    match letter {
                        Some(_) if !term.plain.is_empty() => {
                            return Err(self.wrong(
                                "lengths with a suit come before those without, like 5s3(41)",
                            ));
                        }
                        Some(letter) => term.named.push((lengths, letter)),
                        None => term.plain.push(lengths),
                    }
                }
                _ => return Err(self.wrong("this shape does not have four suits")),
            }
        }
        if term.suits() > 4 {
            return Err(self.wrong("this shape has more than four suits"));
        }
        Ok(term)
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
                Some(b'0'..=b'9' | b'x' | b'X' | b'[') if lengths.len() < 4 => {
                    let (length, letter) = self.element(false)?;
                    if letter.is_some() {
                        return Err(self.wrong("no suit letters inside the parentheses"));
                    }
                    lengths.push(length);
                }
                _ => return Err(self.wrong("expected a length or a closing parenthesis")),
            }
        }
    }

    /// A length, with what follows it: a sign and a letter, in either order. The sign after the last length of a term may
    /// already belong to the list: it does if another shape follows it.
    fn element(&mut self, last: bool) -> Result<(Lengths, Option<Letter>), BracesError> {
        let mut lengths = match self.peek() {
            Some(b'[') => self.range()?,
            Some(b'x' | b'X') => {
                self.at += 1;
                ANY_LENGTH
            }
            Some(digit @ b'0'..=b'9') => {
                self.at += 1;
                1 << (digit - b'0')
            }
            _ => return Err(self.wrong("expected a length")),
        };
        let signed = self.sign(last, &mut lengths);
        let letter = self.peek().and_then(Letter::of);
        if letter.is_some() {
            self.at += 1;
            if !signed {
                self.sign(last, &mut lengths);
            }
        }
        Ok((lengths, letter))
    }

    /// Widens lengths by a sign, if one is here that does not belong to the list.
    fn sign(&mut self, last: bool, lengths: &mut Lengths) -> bool {
        let sign = self.peek().filter(|byte| matches!(byte, b'+' | b'-'));
        let Some(sign) = sign.filter(|_| !(last && self.shape_begins_at(self.at + 1))) else {
            return false;
        };
        *lengths = match sign {
            b'+' => ANY_LENGTH & !((1 << lengths.trailing_zeros()) - 1),
            _ => ((2u32 << (15 - lengths.leading_zeros())) - 1) as Lengths,
        };
        self.at += 1;
        true
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
        let goes_on =
            |byte: &u8| matches!(byte, b'x' | b'X' | b'[' | b'(') || Letter::of(*byte).is_some();
        match rest.first() {
            Some(b'x' | b'X' | b'[') => true,
            Some(b'(') => matches!(rest.get(1), Some(b'0'..=b'9' | b'x' | b'X' | b'[')),
            Some(b'0'..=b'9') => {
                let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let signed = matches!(rest.get(digits), Some(b'+' | b'-'));
                let after_sign = rest.get(digits + 1);
                digits > 2
                    || rest.get(digits).is_some_and(goes_on)
                    || signed
                        && after_sign.is_some_and(|byte| byte.is_ascii_digit() || goes_on(byte))
            }
            _ => false,
        }
    }

    /// What follows a colon, if there is one.
    fn conditions(&mut self) -> Result<Conditions, BracesError> {
        let mut conditions = Conditions { steps: Vec::new() };
        if self.next_after_space() == Some(b':') {
            self.at += 1;
            self.alternatives(0, &mut conditions.steps)?;
        }
        Ok(conditions)
    }

    /// Terms with `or` between. A comma is `and`; both bind looser than every sign.
    fn alternatives(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        if depth > 50 {
            return Err(self.wrong("this condition is nested too deeply"));
        }
        self.together(depth, steps)?;
        while self.take("or") {
            self.together(depth, steps)?;
            steps.push(Step::Binary(Operator::Or));
        }
        Ok(())
    }

    fn together(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        self.denied(depth, steps)?;
        while self.take(",") || self.take("and") {
            self.denied(depth, steps)?;
            steps.push(Step::Binary(Operator::And));
        }
        Ok(())
    }

    /// `not`, which denies a whole comparison; `!` denies only what follows it at once.
    fn denied(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        let mut denied = false;
        let mut any = false;
        while self.take("not") {
            (denied, any) = (!denied, true);
        }
        self.choice(depth, steps)?;
        if any {
            steps.push(Step::Not);
            steps.extend((!denied).then_some(Step::Not));
        }
        Ok(())
    }

    /// `test ? yes : no`
    fn choice(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        self.binary(0, depth, steps)?;
        if self.next_after_space() != Some(b'?') {
            return Ok(());
        }
        if depth > 50 {
            return Err(self.wrong("this condition is nested too deeply"));
        }
        self.at += 1;
        self.choice(depth + 1, steps)?;
        if self.next_after_space() != Some(b':') {
            return Err(self.wrong("expected : and the other choice"));
        }
        self.at += 1;
        self.choice(depth + 1, steps)?;
        steps.push(Step::Choose);
        Ok(())
    }

    /// What stands between signs that bind at least as tightly as this.
    fn binary(
        &mut self,
        loosest: u8,
        depth: usize,
        steps: &mut Vec<Step>,
    ) -> Result<(), BracesError> {
        self.operand(depth, steps)?;
        while let Some((operator, width)) = self.operator() {
            if operator.tightness() < loosest {
                return Ok(());
            }
            self.at += width;
            self.binary(operator.tightness() + 1, depth, steps)?;
            steps.push(Step::Binary(operator));
        }
        Ok(())
    }

    fn operand(&mut self, depth: usize, steps: &mut Vec<Step>) -> Result<(), BracesError> {
        match self.next_after_space() {
            Some(b'(') => {
                self.at += 1;
                self.alternatives(depth + 1, steps)?;
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
            Some(b'-') if depth < 50 => {
                self.at += 1;
                self.operand(depth + 1, steps)?;
                steps.push(Step::Negate);
            }
            Some(b'0'..=b'9') => {
                let mut number = 0u32;
                while let Some(digit @ b'0'..=b'9') = self.peek() {
                    number = number * 10 + u32::from(digit - b'0');
                    if number > 1000 {
                        return Err(self.wrong("this number is too large"));
                    }
                    self.at += 1;
                }
                steps.push(Step::Number(number.into()));
            }
            letter => match letter.and_then(Letter::of) {
                Some(letter) => {
                    self.at += 1;
                    steps.push(Step::Length(letter));
                }
                None => return Err(self.wrong("expected s, h, d, c, M, m or a number")),
            },
        }
        Ok(())
    }

    /// Takes a word or a comma, if it is what comes next.
    fn take(&mut self, word: &str) -> bool {
        self.next_after_space();
        let found = self.text[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
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
const OPERATORS: [(&str, Operator); 13] = [
    ("||", Operator::Or),
    ("&&", Operator::And),
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

    /// With fractions, as the preprocessor computes: half of five is two and a half. None for a division by zero, unless
    /// the left side of `and` or `or` decides.
    fn apply(self, a: Option<f64>, b: Option<f64>) -> Option<f64> {
        let truth = |holds: bool| Some(f64::from(u8::from(holds)));
        let a = a?;
        match (self, a != 0.0) {
            (Operator::Or, true) => return truth(true),
            (Operator::And, false) => return truth(false),
            _ => {}
        }
        let b = b?;
        match self {
            Operator::Or | Operator::And => truth(b != 0.0),
            Operator::Equal => truth(a == b),
            Operator::Unequal => truth(a != b),
            Operator::Less => truth(a < b),
            Operator::AtMost => truth(a <= b),
            Operator::More => truth(a > b),
            Operator::AtLeast => truth(a >= b),
            Operator::Plus => Some(a + b),
            Operator::Minus => Some(a - b),
            Operator::Times => Some(a * b),
            Operator::Over => (b != 0.0).then(|| a / b),
            // Of whole numbers, with the sign of the divisor.
            Operator::Modulo => {
                let (a, b) = (a.trunc(), b.trunc());
                (b != 0.0).then(|| a - b * (a / b).floor())
            }
        }
    }
}

/// One step of a condition on the lengths, in postfix order.
enum Step {
    Number(f64),
    Length(Letter),
    Not,
    Negate,
    Binary(Operator),
    Choose,
}

/// The condition after the colon.
struct Conditions {
    steps: Vec<Step>,
}

impl Conditions {
    fn ask_for(&self, letter: Letter) -> bool {
        let mut steps = self.steps.iter();
        steps.any(|step| matches!(step, Step::Length(asked) if *asked == letter))
    }

    /// Whether it holds; a major or a minor that the shape does not name may be either. A shape for which a condition
    /// divides by zero does not satisfy it.
    fn hold(&self, shape: Shape, major: Option<usize>, minor: Option<usize>) -> bool {
        let choices = |letter: Letter, named: Option<usize>, suits: [usize; 2]| match named {
            Some(suit) => vec![suit],
            None if self.ask_for(letter) => suits.to_vec(),
            None => vec![suits[0]],
        };
        let minors = choices(Letter::Minor, minor, [2, 3]);
        let holds = |major, minor| {
            let value = self.value(shape, major, minor);
            value.is_some_and(|value| value != 0.0)
        };
        self.steps.is_empty()
            || choices(Letter::Major, major, [0, 1])
                .into_iter()
                .any(|major| minors.iter().any(|&minor| holds(major, minor)))
    }

    /// None for a division by zero.
    fn value(&self, shape: Shape, major: usize, minor: usize) -> Option<f64> {
        let mut stack: Vec<Option<f64>> = Vec::new();
        for step in &self.steps {
            let mut pop = || stack.pop().flatten();
            let value = match step {
                Step::Number(number) => Some(*number),
                Step::Length(letter) => {
                    let suit = match letter {
                        Letter::Suit(suit) => *suit,
                        Letter::Major => major,
                        Letter::Minor => minor,
                    };
                    Some(shape.lengths()[suit].into())
                }
                Step::Not => pop().map(|value| f64::from(u8::from(value == 0.0))),
                Step::Negate => pop().map(|value| -value),
                Step::Binary(operator) => {
                    let right = pop();
                    operator.apply(pop(), right)
                }
                Step::Choose => {
                    let (no, yes) = (pop(), pop());
                    pop().and_then(|test| if test != 0.0 { yes } else { no })
                }
            };
            stack.push(value);
        }
        stack.pop().flatten()
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
            "x5sxx",
            "5s4s(xx)",
            "5M4M(xx):M>3",
            "5s(4321)",
            "xxxx:s>4?h>3",
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
