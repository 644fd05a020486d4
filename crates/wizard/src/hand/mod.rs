//! What a seat holds, in one line: `balanced 15-17`, `5+ major, 0-7`, `6 spades, 5-10 or 5+ hearts, 12+`.
//!
//! A line is read into [`HandType`]s, one for each alternative; what a document says can be put into such a line again, as
//! far as one can say it. Whatever a line cannot say (several random suits, ranges for pairs of them, clauses) has
//! questions of its own.

mod line;

use std::fmt;

use bridge::{Seat, Suit};
use profile::{Range, Requirement, SuitRange, suit_word};
use serde_json::Value;

use crate::document::{self, FurtherKind, of_type};
use crate::exclusions::{self, Excluded};
use crate::question::of_suit;
use crate::shapes;

pub(crate) use line::parse;

/// A kind of hand, as far as a line can say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct HandType {
    /// By [`Suit`].
    suits: [SuitRange; 4],
    points: Range,
    /// As a document has them; none is any shape.
    shapes: Vec<String>,
    /// Shapes that are left out.
    excluded: Vec<String>,
    further: FurtherLine,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum FurtherLine {
    Nothing,
    /// One suit out of these; what is asked in it may be left to its own question.
    Random(Vec<Suit>, Option<SuitRange>),
    /// In the suit that a seat drew, or did not draw.
    InSuitOf {
        seat: Seat,
        not_drawn: bool,
        range: SuitRange,
    },
}

/// An answer to what a seat holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum HandAnswer {
    /// The answer is given question by question.
    Details,
    /// One of these kinds of hands; none is any hand.
    Types(Vec<HandType>),
}

/// The answer that leads to the detailed questions.
pub(crate) const DETAILS: &str = "details";
const ANY_HAND: &str = "anything";

impl HandType {
    const ANY: HandType = HandType {
        suits: [SuitRange::ANY; 4],
        points: Range::POINTS,
        shapes: Vec::new(),
        excluded: Vec::new(),
        further: FurtherLine::Nothing,
    };

    /// Whether a suit is drawn of which nothing is said.
    pub(crate) fn leaves_suit_open(&self) -> bool {
        matches!(self.further, FurtherLine::Random(_, None))
    }

    /// What it asks, a phrase each, with the shapes in these words.
    fn phrases(&self, shapes: fn(&[String]) -> String) -> Vec<String> {
        let mut phrases = Vec::new();
        if !self.shapes.is_empty() {
            phrases.push(shapes(&self.shapes));
        }
        for suit in Suit::WRITTEN {
            let SuitRange { cards, points } = self.suits[suit as usize];
            if cards != Range::CARDS {
                phrases.push(Requirement::Cards(suit, cards).to_string());
            }
            if points != Range::POINTS {
                phrases.push(Requirement::PointsIn(suit, points).to_string());
            }
        }
        match &self.further {
            FurtherLine::Nothing => {}
            FurtherLine::Random(suits, None) => phrases.push(random_words(suits)),
            FurtherLine::Random(suits, Some(range)) => {
                phrases.push(format!(
                    "{} in {}",
                    range_words(*range),
                    random_words(suits)
                ));
            }
            FurtherLine::InSuitOf {
                seat,
                not_drawn,
                range,
            } => {
                let whose = if *not_drawn {
                    format!("the suit {seat} did not draw")
                } else {
                    format!("{seat}'s suit")
                };
                phrases.push(format!("{} in {whose}", range_words(*range)));
            }
        }
        if self.points != Range::POINTS {
            phrases.push(Requirement::Points(self.points).to_string());
        }
        phrases.extend(self.excluded.iter().map(|shape| format!("not {shape}")));
        phrases
    }
}

impl fmt::Display for HandType {
    /// As it can be typed.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.phrases(shapes::words) {
            phrases if phrases.is_empty() => f.write_str(ANY_HAND),
            phrases => f.write_str(&phrases.join(", ")),
        }
    }
}

/// `5+ cards and 4+ HCP`.
fn range_words(range: SuitRange) -> String {
    range.to_string().replace(", ", " and ")
}

const MAJORS: [Suit; 2] = [Suit::Spades, Suit::Hearts];
const MINORS: [Suit; 2] = [Suit::Diamonds, Suit::Clubs];

fn random_words(suits: &[Suit]) -> String {
    let are = |others: &[Suit]| {
        suits.len() == others.len() && others.iter().all(|suit| suits.contains(suit))
    };
    if are(&MAJORS) {
        "a random major".to_owned()
    } else if are(&MINORS) {
        "a random minor".to_owned()
    } else if are(&Suit::ALL) {
        "a random suit".to_owned()
    } else {
        let words: Vec<&str> = suits.iter().map(|&suit| suit_word(suit, false)).collect();
        format!("random {}", words.join(" or "))
    }
}

/// What an answer means, in words.
pub(crate) fn meaning(answer: &HandAnswer) -> String {
    match answer {
        HandAnswer::Details => "question by question".to_owned(),
        HandAnswer::Types(types) if types.is_empty() => "any hand".to_owned(),
        HandAnswer::Types(types) => {
            let each = types
                .iter()
                .map(|one| match one.phrases(shapes::explained) {
                    phrases if phrases.is_empty() => "any hand".to_owned(),
                    phrases => phrases.join(", "),
                });
            each.collect::<Vec<_>>().join("; or ")
        }
    }
}

/// Gives a seat these kinds of hands. What a line does not speak of (names, shares, roles) stays.
pub(crate) fn set(document: &mut Value, seat: Seat, types: &[HandType]) {
    document::set_types(document, seat, types.len());
    for (index, new) in types.iter().enumerate() {
        for suit in Suit::WRITTEN {
            document::set_suit_range(
                document,
                &of_suit(seat, index, suit),
                new.suits[suit as usize],
            );
        }
        document::set_points(document, seat, index, new.points);
        shapes::set(document, seat, index, &new.shapes);
        match &new.further {
            FurtherLine::Nothing => document::set_kind(document, seat, index, FurtherKind::Nothing),
            FurtherLine::Random(suits, range) => {
                document::set_kind(document, seat, index, FurtherKind::Random);
                let known = document::allowed(document, seat, index);
                if known.len() != suits.len() || !suits.iter().all(|suit| known.contains(suit)) {
                    document::set_allowed(document, seat, index, suits);
                }
                document::set_number(document, seat, index, 1);
                document::set_drawn(document, seat, index, 0, range.unwrap_or(SuitRange::ANY));
            }
            FurtherLine::InSuitOf {
                seat: other,
                not_drawn,
                range,
            } => {
                document::point_at(document, seat, index, *other);
                let place = document::of_further(document, seat, index).unwrap_or_default();
                document::set_flag(document, &place, "use_non_chosen_suit", false, *not_drawn);
                document::set_suit_range(document, &format!("{place}/suit_range"), *range);
            }
        }
        let excluded = match &new.excluded[..] {
            [] => Vec::new(),
            shapes => vec![Excluded::Shapes(shapes.to_vec())],
        };
        exclusions::set(document, seat, index, &excluded);
    }
}

/// What a seat holds in a line that can be typed; `details` if no line can say it.
pub(crate) fn words(document: &Value, seat: Seat) -> String {
    let number = document::types(document, seat);
    if number == 0 {
        return ANY_HAND.to_owned();
    }
    let types: Option<Vec<HandType>> = (0..number).map(|index| of(document, seat, index)).collect();
    let Some(types) = types else {
        return DETAILS.to_owned();
    };
    let text = types
        .iter()
        .map(HandType::to_string)
        .collect::<Vec<_>>()
        .join(" or ");
    // One kind of hand that asks nothing is no answer of a line, and whatever would be read otherwise is none either.
    match parse(document, seat, &text) {
        Ok(HandAnswer::Types(read)) if read == types => text,
        _ => DETAILS.to_owned(),
    }
}

/// A hand type of a document, if a line can say it.
fn of(document: &Value, seat: Seat, index: usize) -> Option<HandType> {
    let mut found = HandType {
        shapes: shapes::of(document, seat, index),
        ..HandType::ANY
    };
    for suit in Suit::ALL {
        found.suits[suit as usize] = document::suit_range(document, &of_suit(seat, index, suit));
    }
    let standard = document.pointer(&format!("{}/standard", of_type(seat, index)));
    found.points = document::range(standard, document::TOTAL, Range::POINTS);
    found.further = match document::kind(document, seat, index) {
        FurtherKind::Nothing => FurtherLine::Nothing,
        FurtherKind::Random => {
            let one = document::number_drawn(document, seat, index) == 1;
            if !one || !document::pairs(document, seat, index).is_empty() {
                return None;
            }
            let range = document::drawn_range(seat, index, 0, document);
            FurtherLine::Random(
                document::allowed(document, seat, index),
                (range != SuitRange::ANY).then_some(range),
            )
        }
        FurtherKind::Partner | FurtherKind::Opponent => {
            let place = document::of_further(document, seat, index)?;
            FurtherLine::InSuitOf {
                seat: document::pointed_at(document, seat, index)?,
                not_drawn: document::flag(document, &format!("{place}/use_non_chosen_suit"), false),
                range: document::suit_range(document, &format!("{place}/suit_range")),
            }
        }
    };
    for one in exclusions::all(document, seat, index) {
        match one {
            Some(Excluded::Shapes(shapes)) if found.excluded.is_empty() => found.excluded = shapes,
            _ => return None,
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Result<String, String> {
        let south = json!({"random_suit_constraint": {"allowed_suits": ["S", "H"], "required_suits_count": 1, "suit_ranges": [{}]}});
        let document = json!({"seat_profiles": {"S": {"subprofiles": [south]}}});
        parse(&document, Seat::North, text).map(|answer| meaning(&answer))
    }

    #[test]
    fn hands_as_people_write_them() {
        let flat = "balanced (4333, 4432 and 5332)";
        for (text, expected) in [
            ("balanced 15-17", format!("{flat}, 15-17 HCP")),
            ("Balanced, 15–17 points", format!("{flat}, 15-17 HCP")),
            ("15 to 17 balanced", format!("{flat}, 15-17 HCP")),
            (
                "a semi-balanced hand with 12+",
                "semi-balanced (4333, 4432, 5332, 5422 and 6322), 12+ HCP".to_owned(),
            ),
            (
                "5+ major 0-7",
                "5+ cards in a random major, at most 7 HCP".to_owned(),
            ),
            (
                "five-card major, 0-7",
                "5 cards in a random major, at most 7 HCP".to_owned(),
            ),
            ("majors", "a random major".to_owned()),
            ("minors, 10+", "a random minor, 10+ HCP".to_owned()),
            (
                "6+ in a random minor suit",
                "6+ cards in a random minor".to_owned(),
            ),
            (
                "5+ cards and 4+ HCP in a random suit",
                "5+ cards and 4+ HCP in a random suit".to_owned(),
            ),
            ("6 spades, 5-10", "6 spades, 5-10 HCP".to_owned()),
            ("6s 5-10", "6 spades, 5-10 HCP".to_owned()),
            (
                "spades 6, hearts 3-4, 8 or more",
                "6 spades, 3-4 hearts, 8+ HCP".to_owned(),
            ),
            (
                "at most 3 hearts, no clubs",
                "at most 3 hearts, 0 clubs".to_owned(),
            ),
            (
                "6+ spades or hearts, 5-10",
                "6+ cards in a random major, 5-10 HCP".to_owned(),
            ),
            (
                "5+ in spades or clubs",
                "5+ cards in random spades or clubs".to_owned(),
            ),
            (
                "3+ in South's suit, 6-9",
                "3+ cards in South's suit, 6-9 HCP".to_owned(),
            ),
            (
                "3+ in partner's suit",
                "3+ cards in South's suit".to_owned(),
            ),
            (
                "2 in the suit South did not draw",
                "2 cards in the suit South did not draw".to_owned(),
            ),
            ("any 4-5-2-2, 11+", "any 5422, 11+ HCP".to_owned()),
            ("5422 any", "any 5422".to_owned()),
            (
                "5=4=2=2",
                "5422 (spades, hearts, diamonds, clubs in this order)".to_owned(),
            ),
            ("5+ spades, not 5332", "5+ spades, not 5332".to_owned()),
            ("7+ hcp in spades", "7+ HCP in spades".to_owned()),
            (
                "balanced 12-14 or 6+ spades, 5-10",
                format!("{flat}, 12-14 HCP; or 6+ spades, 5-10 HCP"),
            ),
            ("anything", "any hand".to_owned()),
            ("", "any hand".to_owned()),
            ("any hand", "any hand".to_owned()),
            ("details", "question by question".to_owned()),
        ] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_hand_says_why() {
        for (text, why) in [
            ("strong", "\"strong\" is not understood: "),
            ("spades", "how many spades? write 5+ spades"),
            ("15-17 12-14", "high card points stand here twice"),
            (
                "5+ major, 4+ minor",
                "only one random suit fits in a line: write details",
            ),
            ("5+ spades 6 spades", "the same suit stands here twice"),
            ("14 spades", "14 is over 13"),
            ("17-15", "17-15 is upside down: write 15-17"),
            ("5 cards", "5 cards of which suit?"),
            (
                "3+ in East's suit",
                "East has no random suit: say first what East holds",
            ),
            ("3+ in North's suit", "North cannot look at its own suit"),
            ("11+ HCP in hearts", "11 HCP are more than a suit has"),
            ("5-5-5-5", "the lengths of 5-5-5-5 do not make 13 cards"),
        ] {
            let said = read(text).unwrap_err();
            assert!(said.starts_with(why), "{text}: {said}");
        }
    }

    /// Words in any order are a hand or none, never a surprise; and what is a hand is shown so that it can be typed again.
    #[test]
    fn any_words_are_read_or_refused() {
        const WORDS: [&str; 44] = [
            "balanced",
            "semi-balanced",
            "semi",
            "any",
            "5422",
            "4-5-2-2",
            "5=4=2=2",
            "54xx",
            "99-9-9-9",
            "x-x-x-x",
            "5",
            "5+",
            "5-6",
            "6-5",
            "17-",
            "99999999999+",
            "at most",
            "at least",
            "3",
            "or",
            "more",
            "and",
            ",",
            "spades",
            "hearts",
            "s",
            "♥",
            "6♥",
            "6é",
            "major",
            "minors",
            "suit",
            "random",
            "in",
            "South's",
            "partner's",
            "East's",
            "suit South did not draw",
            "HCP",
            "cards",
            "not",
            "no",
            "(",
            ")",
        ];
        let random =
            json!({"allowed_suits": ["S", "H"], "required_suits_count": 1, "suit_ranges": [{}]});
        let start =
            json!({"seat_profiles": {"S": {"subprofiles": [{"random_suit_constraint": random}]}}});
        let mut stream = space::stream(7, 1);
        let mut understood = 0;
        for _ in 0..20_000 {
            let number = 1 + space::below_u32(7, &mut stream);
            let word = |_| WORDS[space::below_u32(WORDS.len() as u32, &mut stream) as usize];
            let text = (0..number).map(word).collect::<Vec<_>>().join(" ");
            let Ok(HandAnswer::Types(types)) = parse(&start, Seat::North, &text) else {
                continue;
            };
            understood += 1;
            let mut document = start.clone();
            set(&mut document, Seat::North, &types);
            let shown = words(&document, Seat::North);
            if shown != DETAILS {
                let again = parse(&document, Seat::North, &shown).unwrap();
                let mut other = document.clone();
                let HandAnswer::Types(types) = again else {
                    panic!("{text}: {shown}");
                };
                set(&mut other, Seat::North, &types);
                assert_eq!(other, document, "{text}: {shown}");
            }
        }
        assert!(understood > 1_000, "{understood}");
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        let start = json!({"seat_profiles": {"S": {"subprofiles": [{"random_suit_constraint":
            {"allowed_suits": ["S", "H"], "required_suits_count": 1, "suit_ranges": [{}]}}]}}});
        for text in [
            "balanced, 15-17 HCP",
            "5+ cards in a random major, at most 7 HCP",
            "a random minor",
            "5+ cards and 4+ HCP in random spades or clubs",
            "6 spades, 2+ HCP in spades, 3-4 hearts, not 6xx0, not 7xxx",
            "3+ cards in South's suit or any 5422, 5xxx, 12 HCP",
            "at most 1 card in the suit South did not draw",
            "anything",
        ] {
            let mut document = start.clone();
            let HandAnswer::Types(types) = parse(&document, Seat::North, text).unwrap() else {
                panic!("{text}");
            };
            set(&mut document, Seat::North, &types);
            assert_eq!(words(&document, Seat::North), text);
            let again = document.clone();
            set(&mut document, Seat::North, &types);
            assert_eq!(document, again, "{text}");
        }
    }
}
