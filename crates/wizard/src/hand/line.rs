//! Reading a line that says what a seat holds, word by word.

use bridge::{Seat, Suit};
use profile::{Range, SuitRange, suit_word};
use serde_json::Value;

use super::{FurtherLine, HandAnswer, HandType, MAJORS, MINORS};
use crate::document;
use crate::parse;
use crate::shapes;

/// How a line is written.
const WRITE: &str =
    "write something like balanced 15-17; 5+ major, 0-7; 6 spades, 5-10; anything; or details";
/// The most alternatives in a line.
const MOST_TYPES: usize = 20;

/// Reads an answer for a seat.
pub(crate) fn parse(document: &Value, seat: Seat, text: &str) -> Result<HandAnswer, String> {
    let words = words_of(text);
    if let [word] = &words[..]
        && matches!(word.as_str(), "details" | "detail" | "more")
    {
        return Ok(HandAnswer::Details);
    }
    let mut types = Vec::new();
    for words in alternatives(&words) {
        let mut line = Line {
            words,
            at: 0,
            seat,
            found: HandType::ANY,
            said: [false; 2],
        };
        line.read()?;
        if let FurtherLine::InSuitOf { seat: other, .. } = line.found.further
            && !document::draws(document, other)
        {
            return Err(format!(
                "{other} has no random suit: say first what {other} holds"
            ));
        }
        types.push(line.found);
    }
    match types.len() {
        0 => Ok(HandAnswer::Types(types)),
        1 if types[0] == HandType::ANY => Ok(HandAnswer::Types(Vec::new())),
        number if number > MOST_TYPES => Err(format!(
            "{number} kinds of hands are too many: at most {MOST_TYPES}"
        )),
        _ => Ok(HandAnswer::Types(types)),
    }
}

/// The words of a line, commas among them.
fn words_of(text: &str) -> Vec<String> {
    const NUMBERS: [&str; 11] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let lower = shapes::without_brackets(&text.to_lowercase());
    let plain = lower
        .replace(['–', '—'], "-")
        .replace('’', "'")
        .replace(" - ", "-")
        .replace("semi balanced", "semi-balanced")
        .replace([',', ';', ':', '.'], " , ");
    let mut words = Vec::new();
    for word in plain.split_whitespace() {
        // `five-card`, `5-card`, `6s`, `5+♥`.
        let (word, card) = match word
            .strip_suffix("-cards")
            .or_else(|| word.strip_suffix("-card"))
        {
            Some(number) => (number, true),
            None => (word, false),
        };
        let number = NUMBERS.iter().position(|known| *known == word);
        let end =
            word.find(|letter: char| !(letter.is_ascii_digit() || matches!(letter, '+' | '-')));
        match (number, end) {
            // `one` is as often no number: `one of the majors`.
            (Some(number), _) if number != 1 || card => words.push(number.to_string()),
            (_, Some(end))
                if end > 0 && (suit_of(&word[end..]).is_some() || &word[end..] == "hcp") =>
            {
                words.extend([word[..end].to_owned(), word[end..].to_owned()]);
            }
            _ => words.push(word.to_owned()),
        }
        if card {
            words.push("cards".to_owned());
        }
    }
    words
}

/// The alternatives of a line. `5 or more` and `spades or hearts` are none.
fn alternatives(words: &[String]) -> Vec<&[String]> {
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let parts_here = |at: usize| {
        let more = matches!(word(at + 1), "more" | "less" | "fewer" | "better");
        let suits = at > 0 && suit_of(word(at - 1)).is_some() && suit_of(word(at + 1)).is_some();
        word(at) == "or" && !more && !suits
    };
    let mut parts = Vec::new();
    let mut from = 0;
    for at in 0..words.len() {
        if parts_here(at) {
            parts.push(&words[from..at]);
            from = at + 1;
        }
    }
    parts.push(&words[from..]);
    parts
}

/// A line that is being read, for one alternative.
struct Line<'w> {
    words: &'w [String],
    at: usize,
    seat: Seat,
    found: HandType,
    /// Whether points in all, and something of a suit that is drawn or pointed at, were said.
    said: [bool; 2],
}

/// What a number of cards or points is about.
enum Target {
    Suit(Suit),
    Random(Vec<Suit>),
    SuitOf { seat: Seat, not_drawn: bool },
}

#[derive(Clone, Copy, PartialEq)]
enum Unit {
    Cards,
    Points,
}

impl Line<'_> {
    fn word(&self, further: usize) -> &str {
        self.words.get(self.at + further).map_or("", String::as_str)
    }

    /// Goes past a word if it is one of these.
    fn takes(&mut self, words: &[&str]) -> bool {
        let is = self.at < self.words.len() && words.contains(&self.word(0));
        self.at += usize::from(is);
        is
    }

    fn read(&mut self) -> Result<(), String> {
        while self.at < self.words.len() {
            if self.takes(&[
                ",", "and", "with", "a", "an", "the", "hand", "exactly", "anything", "either",
                "shape",
            ]) {
                continue;
            }
            if let Some(shapes) = shapes::of_word(self.word(0)) {
                self.at += 1;
                self.add_shapes(shapes);
            } else if self.word(0) == "any" && shapes::looks_like_one(self.word(1)) {
                let shape = shapes::shape(self.word(1), true)?;
                self.at += 2;
                self.add_shapes(vec![shape]);
            } else if shapes::looks_like_one(self.word(0)) {
                let any = self.word(1) == "any" && !shapes::looks_like_one(self.word(2));
                let shape = shapes::shape(self.word(0), any)?;
                self.at += 1 + usize::from(any);
                self.add_shapes(vec![shape]);
            } else if matches!(self.word(0), "not" | "no" | "without") {
                self.at += 1;
                self.read_not()?;
            } else if let Some(range) = self.range() {
                self.read_range(&range)?;
            } else if let Some(target) = self.target() {
                // `spades 5-6`, `major`.
                let range = self.range();
                match (target, range) {
                    (target, Some(range)) => {
                        self.takes(&["cards", "card"]);
                        let cards = parse::range(&range, Range::CARDS)?;
                        self.put(&target, Unit::Cards, cards)?;
                    }
                    (Target::Random(suits), None) => self.draw(suits, None)?,
                    (Target::Suit(suit), None) => {
                        let word = suit_word(suit, false);
                        return Err(format!(
                            "how many {word}? write 5+ {word}, or at most 3 {word}"
                        ));
                    }
                    (Target::SuitOf { .. }, None) => {
                        return Err("how many cards of that suit? write 3+ before it".to_owned());
                    }
                }
            } else if !self.takes(&["any", "hands"]) {
                return Err(format!("{:?} is not understood: {WRITE}", self.word(0)));
            }
        }
        Ok(())
    }

    fn add_shapes(&mut self, shapes: Vec<String>) {
        let known = std::mem::take(&mut self.found.shapes);
        self.found.shapes = shapes::distinct([known, shapes].concat());
    }

    /// `not 4333`, `no hearts`.
    fn read_not(&mut self) -> Result<(), String> {
        if shapes::looks_like_one(self.word(0)) {
            let shape = shapes::shape(self.word(0), false)?;
            self.at += 1;
            if shape.starts_with("any ") {
                return Err(format!(
                    "a shape that is left out has an order: write not {}",
                    shape.trim_start_matches("any ")
                ));
            }
            self.found.excluded.push(shape);
            return Ok(());
        }
        match suit_of(self.word(0)) {
            Some(suit) => {
                self.at += 1;
                self.put(&Target::Suit(suit), Unit::Cards, Range { min: 0, max: 0 })
            }
            None => Err(format!(
                "{:?} is not understood after not: {WRITE}",
                self.word(0)
            )),
        }
    }

    /// `5`, `5-6`, `5+`, `5 or more`, `5 to 6`, `at most 3`, in the one form that [`parse::range`] reads.
    fn range(&mut self) -> Option<String> {
        let is_number = |word: &str| word.starts_with(|letter: char| letter.is_ascii_digit());
        let [first, second, third] = [0, 1, 2].map(|further| self.word(further).to_owned());
        let (words, text) = match (first.as_str(), second.as_str(), third.as_str()) {
            ("at", "most" | "least", number) if is_number(number) => {
                (3, format!("at {second} {number}"))
            }
            ("up", "to", number) if is_number(number) => (3, format!("at most {number}")),
            (number, "or", "more" | "better") if is_number(number) => (3, format!("{number}+")),
            (number, "or", "less" | "fewer") if is_number(number) => {
                (3, format!("at most {number}"))
            }
            (number, "to", other) if is_number(number) && is_number(other) => {
                (3, format!("{number}-{other}"))
            }
            (number, ..) if is_number(number) => (1, number.to_owned()),
            _ => return None,
        };
        self.at += words;
        Some(text)
    }

    fn unit(&mut self) -> Option<Unit> {
        if self.takes(&["cards", "card"]) {
            Some(Unit::Cards)
        } else if self.takes(&["hcp", "points", "point", "pts"]) {
            Some(Unit::Points)
        } else {
            None
        }
    }

    /// What follows a number, if it is a suit of some kind.
    fn target(&mut self) -> Option<Target> {
        let before = self.at;
        while self.takes(&[
            "in", "of", "a", "an", "the", "one", "random", "any", "either",
        ]) {}
        let target = self.named_target();
        if target.is_none() {
            self.at = before;
        }
        target
    }

    fn named_target(&mut self) -> Option<Target> {
        if self.takes(&["major", "majors"]) {
            self.takes(&["suit", "suits"]);
            return Some(Target::Random(MAJORS.to_vec()));
        }
        if self.takes(&["minor", "minors"]) {
            self.takes(&["suit", "suits"]);
            return Some(Target::Random(MINORS.to_vec()));
        }
        if let Some(suit) = suit_of(self.word(0)) {
            self.at += 1;
            let mut suits = vec![suit];
            while self.word(0) == "or"
                && let Some(suit) = suit_of(self.word(1))
            {
                self.at += 2;
                if !suits.contains(&suit) {
                    suits.push(suit);
                }
            }
            return Some(match suits[..] {
                [suit] => Target::Suit(suit),
                _ => Target::Random(suits),
            });
        }
        if let Some(seat) = self.seat_of_suit() {
            self.at += 2;
            return Some(Target::SuitOf {
                seat,
                not_drawn: false,
            });
        }
        if self.takes(&["suit"]) {
            let seat = seat_of(self.word(0), self.seat);
            if let Some(seat) = seat
                && (self.word(1), self.word(2)) == ("did", "not")
                && self.word(3) == "draw"
            {
                self.at += 4;
                return Some(Target::SuitOf {
                    seat,
                    not_drawn: true,
                });
            }
            return Some(Target::Random(Suit::WRITTEN.to_vec()));
        }
        None
    }

    /// `South's suit`, `partner's suit`.
    fn seat_of_suit(&self) -> Option<Seat> {
        let owner = self.word(0);
        let owner = owner
            .strip_suffix("'s")
            .or_else(|| owner.strip_suffix('s'))
            .unwrap_or(owner);
        let seat = seat_of(owner, self.seat)?;
        (self.word(1) == "suit").then_some(seat)
    }

    /// Reads what a number is about.
    fn read_range(&mut self, text: &str) -> Result<(), String> {
        let unit = self.unit();
        // `5+ cards and 4+ HCP in a random suit`.
        let before = self.at;
        let mut also = None;
        if unit == Some(Unit::Cards) && self.takes(&["and", "with"]) {
            let points = self.range();
            also = points.filter(|_| {
                self.unit() == Some(Unit::Points) && matches!(self.word(0), "in" | "of")
            });
            if also.is_none() {
                self.at = before;
            }
        }
        let target = self.target();
        match (target, unit) {
            (None, Some(Unit::Cards)) => Err(format!(
                "{text} cards of which suit? write {text} spades, or {text} major"
            )),
            (None, _) => {
                if std::mem::replace(&mut self.said[0], true) {
                    return Err("high card points stand here twice: write 15-17, and name the suit of all other numbers".to_owned());
                }
                self.found.points = parse::range(text, Range::POINTS)?;
                Ok(())
            }
            (Some(target), unit) => {
                let unit = unit.unwrap_or(Unit::Cards);
                let whole = match unit {
                    Unit::Cards => Range::CARDS,
                    Unit::Points => Range::POINTS,
                };
                self.put(&target, unit, parse::range(text, whole)?)?;
                match also {
                    Some(points) => {
                        self.put(&target, Unit::Points, parse::range(&points, Range::POINTS)?)
                    }
                    None => Ok(()),
                }
            }
        }
    }

    /// Takes down a range for a suit of some kind.
    fn put(&mut self, target: &Target, unit: Unit, range: Range) -> Result<(), String> {
        if unit == Unit::Points && range.min > 10 {
            return Err(format!(
                "{} HCP are more than a suit has: it has 10",
                range.min
            ));
        }
        let place: &mut SuitRange = match target {
            Target::Suit(suit) => &mut self.found.suits[*suit as usize],
            Target::Random(suits) => {
                let same =
                    matches!(&self.found.further, FurtherLine::Random(known, _) if known == suits);
                if !same {
                    self.draw(suits.clone(), Some(SuitRange::ANY))?;
                }
                match &mut self.found.further {
                    FurtherLine::Random(_, range) => range.get_or_insert(SuitRange::ANY),
                    _ => return Err(WRITE.to_owned()),
                }
            }
            Target::SuitOf { seat, not_drawn } => {
                if *seat == self.seat {
                    return Err(format!(
                        "{seat} cannot look at its own suit: write 5+ in a random suit"
                    ));
                }
                let same = matches!(self.found.further,
                    FurtherLine::InSuitOf { seat: known, not_drawn: not, .. } if known == *seat && not == *not_drawn);
                if !same {
                    self.say_further()?;
                    self.found.further = FurtherLine::InSuitOf {
                        seat: *seat,
                        not_drawn: *not_drawn,
                        range: SuitRange::ANY,
                    };
                }
                match &mut self.found.further {
                    FurtherLine::InSuitOf { range, .. } => range,
                    _ => return Err(WRITE.to_owned()),
                }
            }
        };
        let (place, whole) = match unit {
            Unit::Cards => (&mut place.cards, Range::CARDS),
            Unit::Points => (&mut place.points, Range::POINTS),
        };
        if *place != whole {
            return Err("the same suit stands here twice".to_owned());
        }
        *place = range;
        Ok(())
    }

    fn draw(&mut self, suits: Vec<Suit>, range: Option<SuitRange>) -> Result<(), String> {
        self.say_further()?;
        self.found.further = FurtherLine::Random(suits, range);
        Ok(())
    }

    fn say_further(&mut self) -> Result<(), String> {
        if std::mem::replace(&mut self.said[1], true) {
            return Err("only one random suit fits in a line: write details for more".to_owned());
        }
        Ok(())
    }
}

/// A suit by its name, letter or symbol.
fn suit_of(word: &str) -> Option<Suit> {
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => parse::suit_of_letter(letter),
        _ => Suit::ALL
            .into_iter()
            .find(|&suit| suit_word(suit, false) == word || suit_word(suit, true) == word),
    }
}

/// A seat by its name, or as somebody's partner.
fn seat_of(word: &str, seat: Seat) -> Option<Seat> {
    match word {
        "partner" => Some(seat.partner()),
        word => Seat::ALL
            .into_iter()
            .find(|seat| seat.to_string().to_lowercase() == word),
    }
}
