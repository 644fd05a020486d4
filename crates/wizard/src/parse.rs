//! What people type: ranges, suits, seats and numbers. The words that are shown for a value can be typed for it too.

use bridge::{Seat, Suit};
use profile::{Range, SuitRange, suit_word};

/// The most that is read of an answer.
const LONGEST: usize = 2_000;
/// How a range is written.
const RANGES: &str = "write 5, 5-6, 5+, at most 3, or any";

/// That an answer is no book and has nothing in it that cannot be seen.
pub(crate) fn checked(text: &str) -> Result<&str, String> {
    if text.chars().count() > LONGEST {
        return Err(format!("that is too long: at most {LONGEST} characters"));
    }
    if text.chars().any(char::is_control) {
        return Err("that has a character in it that cannot be seen".to_owned());
    }
    Ok(text.trim())
}

/// `5`, `5-6`, `5+`, `at most 3`, `any`.
pub(crate) fn range(text: &str, whole: Range) -> Result<Range, String> {
    let text = text.trim().to_lowercase().replace(['–', '—'], "-");
    if matches!(text.as_str(), "" | "any" | "anything" | "all") {
        return Ok(whole);
    }
    let number = |text: &str| -> Result<u8, String> {
        let text = text.trim();
        let number: u32 = text.parse().map_err(|_| RANGES.to_owned())?;
        match u8::try_from(number) {
            Ok(number) if number <= whole.max => Ok(number),
            _ => Err(format!("{number} is over {}", whole.max)),
        }
    };
    let (min, max) = if let Some(min) = text
        .strip_suffix('+')
        .or_else(|| text.strip_suffix("or more"))
        .or_else(|| text.strip_prefix("at least"))
    {
        (number(min)?, whole.max)
    } else if let Some(max) = text
        .strip_prefix("at most")
        .or_else(|| text.strip_prefix("up to"))
        .or_else(|| text.strip_suffix("or less"))
    {
        (whole.min, number(max)?)
    } else if let Some((min, max)) = text.split_once('-').or_else(|| text.split_once(" to ")) {
        (number(min)?, number(max)?)
    } else {
        let only = number(&text)?;
        (only, only)
    };
    if min <= max {
        Ok(Range { min, max })
    } else {
        Err(format!("{min}-{max} is upside down: write {max}-{min}"))
    }
}

/// `5-6`, `5+ cards, 4+ HCP`, `4+ HCP`, `anything`.
pub(crate) fn suit_range(text: &str) -> Result<SuitRange, String> {
    let mut found = SuitRange::ANY;
    let mut given = [false; 2];
    let lower = text.to_lowercase();
    for part in lower.split([',', ';']) {
        let part = part.trim();
        let ends = |words: &[&str]| words.iter().find_map(|word| part.strip_suffix(word));
        let (at, number) = if let Some(points) = ends(&["hcp", "points", "point", "pts"]) {
            (1, points)
        } else {
            (0, ends(&["cards", "card"]).unwrap_or(part))
        };
        if std::mem::replace(&mut given[at], true) {
            let what = ["cards", "HCP"][at];
            return Err(format!("{what} stand here twice: write 5-6 cards, 4+ HCP"));
        }
        match at {
            0 => found.cards = range(number, Range::CARDS)?,
            _ => found.points = range(number, Range::POINTS)?,
        }
    }
    match found.points.min {
        0..=10 => Ok(found),
        min => Err(format!("{min} HCP are more than a suit has: it has 10")),
    }
}

/// Suits: `S H D`, `shd`, `spades, hearts`, `majors`, `all`.
pub(crate) fn suits(text: &str) -> Result<Vec<Suit>, String> {
    let lower = text.trim().to_lowercase();
    match lower.as_str() {
        "all" | "any" => return Ok(Suit::WRITTEN.to_vec()),
        "major" | "majors" => return Ok(vec![Suit::Spades, Suit::Hearts]),
        "minor" | "minors" => return Ok(vec![Suit::Diamonds, Suit::Clubs]),
        _ => {}
    }
    let mut suits = Vec::new();
    let words = lower
        .split(|letter: char| letter == ',' || letter.is_whitespace())
        .filter(|word| !word.is_empty() && *word != "and");
    for word in words {
        let named = Suit::ALL
            .into_iter()
            .find(|&suit| suit_word(suit, false) == word || suit_word(suit, true) == word);
        let found: Vec<Suit> = match named {
            Some(suit) => vec![suit],
            None => {
                let letters = word.chars().map(suit_of_letter);
                letters.collect::<Option<_>>().ok_or_else(|| {
                    format!("{word} is no suit: write S, H, D or C, or majors, or minors")
                })?
            }
        };
        for suit in found {
            if suits.contains(&suit) {
                let word = suit_word(suit, false);
                return Err(format!("{word} stand here twice"));
            }
            suits.push(suit);
        }
    }
    if suits.is_empty() {
        Err("name at least one suit: S, H, D or C".to_owned())
    } else {
        Ok(suits)
    }
}

pub(crate) fn suit_of_letter(letter: char) -> Option<Suit> {
    let symbol = Suit::ALL.into_iter().find(|suit| suit.symbol() == letter);
    symbol.or_else(|| Suit::from_letter(letter.to_ascii_uppercase()))
}

/// Each seat once: `N E S W`, `north, east, south, west`.
pub(crate) fn order(text: &str) -> Result<[Seat; 4], String> {
    const WRITE: &str = "name each of the four seats once, like W N E S";
    let lower = text.to_lowercase();
    let mut seats = Vec::new();
    for word in lower.split(|letter: char| !letter.is_alphabetic()) {
        let named = Seat::ALL
            .into_iter()
            .find(|seat| seat.to_string().to_lowercase() == word);
        match named {
            Some(seat) => seats.push(seat),
            None => {
                for letter in word.chars() {
                    seats.push(Seat::from_letter(letter).ok_or(WRITE)?);
                }
            }
        }
    }
    let all = Seat::ALL.iter().all(|seat| seats.contains(seat));
    match <[Seat; 4]>::try_from(seats) {
        Ok(order) if all => Ok(order),
        _ => Err(WRITE.to_owned()),
    }
}

/// A whole number with its bounds.
pub(crate) fn whole(text: &str, min: usize, max: usize) -> Result<usize, String> {
    match text.trim().parse::<usize>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        Ok(number) if number > max => Err(format!("{number} is over {max}")),
        _ => Err(format!("write a number from {min} to {max}")),
    }
}

/// Shares of a hundred for so many hand types; `None` for equal ones.
pub(crate) fn weights(text: &str, number: usize) -> Result<Option<Vec<f64>>, String> {
    let lower = text.trim().to_lowercase();
    if matches!(lower.as_str(), "" | "equal" | "equally" | "same") {
        return Ok(None);
    }
    let mut weights = Vec::new();
    for word in lower
        .split(|letter: char| matches!(letter, ',' | ';' | '%' | '/') || letter.is_whitespace())
        .filter(|word| !word.is_empty())
    {
        match word.parse::<f64>() {
            Ok(weight) if (0.0..=100.0).contains(&weight) => weights.push(weight),
            _ => return Err(format!("{word} is no share: write numbers from 0 to 100")),
        }
    }
    if weights.len() != number {
        let given = weights.len();
        return Err(format!("there are {number} hand types and {given} shares"));
    }
    let sum: f64 = weights.iter().sum();
    if (98.0..=102.0).contains(&sum) {
        Ok(Some(weights))
    } else {
        Err(format!("the shares add up to {sum}: they should make 100"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_as_people_write_them() {
        let read = |text| range(text, Range::CARDS).map(|range| (range.min, range.max));
        for (text, expected) in [
            ("5", (5, 5)),
            (" 5 - 6 ", (5, 6)),
            ("5–6", (5, 6)),
            ("5 to 6", (5, 6)),
            ("5+", (5, 13)),
            ("5 or more", (5, 13)),
            ("At most 3", (0, 3)),
            ("any", (0, 13)),
            ("", (0, 13)),
        ] {
            assert_eq!(read(text), Ok(expected), "{text}");
        }
        assert_eq!(read("14"), Err("14 is over 13".to_owned()));
        assert_eq!(read("6-5"), Err("6-5 is upside down: write 5-6".to_owned()));
        for text in ["x", "5-", "-5", "5-6-7", "99999999999", "5.5", "+"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_shown_can_be_typed() {
        for text in [
            "5-6",
            "5+ cards, 4+ HCP",
            "4+ hcp",
            "anything",
            "at most 1",
            "0",
            "6, 8-9 points",
            "at most 5 HCP",
        ] {
            let read = suit_range(text).unwrap();
            assert_eq!(suit_range(&read.to_string()), Ok(read), "{text}");
        }
        assert!(suit_range("5, 6").is_err());
        assert!(suit_range("11+ HCP").is_err());
    }

    #[test]
    fn suits_and_seats() {
        use Suit::{Clubs, Hearts, Spades};
        assert_eq!(suits("S, hearts ♣"), Ok(vec![Spades, Hearts, Clubs]));
        assert_eq!(suits("shc"), Ok(vec![Spades, Hearts, Clubs]));
        assert_eq!(suits("Majors"), Ok(vec![Spades, Hearts]));
        assert_eq!(suits("minors"), Ok(vec![Suit::Diamonds, Clubs]));
        assert!(suits("S S").is_err());
        assert!(suits("x").is_err());
        assert!(suits(" ").is_err());
        let order_of = |text| order(text).map(|order| order.map(Seat::letter));
        assert_eq!(order_of("west n,E s"), Ok(['W', 'N', 'E', 'S']));
        assert!(order_of("NESN").is_err());
        assert!(order_of("NES").is_err());
    }

    #[test]
    fn shares_make_a_hundred() {
        assert_eq!(weights("equal", 3), Ok(None));
        assert_eq!(weights("60% / 40%", 2), Ok(Some(vec![60.0, 40.0])));
        for text in ["60 30", "60", "60 -5 45", "nan 1", "1e9 2"] {
            assert!(weights(text, 2).is_err(), "{text}");
        }
    }
}
