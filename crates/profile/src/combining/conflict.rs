//! What stands in the way: the fewest lines that no deal satisfies, in the profile's own words and numbers.

use answer::listed;
use bridge::Suit;
use space::{Stopped, Watch};

use crate::combining::dealable::is_dealable;
use crate::combining::demand::{
    Demands, POINTS_IN_DECK, POINTS_IN_SUIT, ProfileLine, Requirement, Whose, suit_word,
};
use crate::document::model::Range;

/// Lines that cannot all hold, though any of them could be left out to make them hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineConflict {
    /// The lines.
    pub lines: Vec<ProfileLine>,
}

/// So many sets of lines are tried in the search for fewer: enough for all sets of three of twenty lines.
const MOST_SETS: usize = 1_500;

/// A conflict among some lines with as few of them as there are; `None` if they can be dealt. Where there are very many
/// lines, perhaps not the fewest, but none too many.
///
/// # Errors
/// When it was stopped.
pub fn line_conflict(
    lines: &[ProfileLine],
    watch: &Watch,
) -> Result<Option<LineConflict>, Stopped> {
    let possible = |lines: &[ProfileLine]| is_dealable(&Demands::of(lines), watch);
    if possible(lines)? {
        return Ok(None);
    }
    // Lines about single suits go first: points in all are what people look at.
    let mut left = lines.to_vec();
    answer::sort_by_key(&mut left, |line| {
        matches!(line.asks, Requirement::Points(_))
    });
    let mut at = 0;
    while at < left.len() {
        let mut without = left.clone();
        without.remove(at);
        if possible(&without)? {
            at += 1
        } else {
            left = without
        }
    }
    if let Some(fewer) = fewer(lines, left.len(), watch)? {
        left = fewer;
    }
    answer::sort_by_key(&mut left, |line| line.whose);
    Ok(Some(LineConflict { lines: left }))
}

/// Less than so many lines that cannot all hold, the fewest first.
fn fewer(
    lines: &[ProfileLine],
    than: usize,
    watch: &Watch,
) -> Result<Option<Vec<ProfileLine>>, Stopped> {
    let mut sets = 0;
    for size in 1..than {
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            sets += 1;
            if sets > MOST_SETS {
                return Ok(None);
            }
            let some = chosen.iter().map(|&at| &lines[at]);
            if !is_dealable(&Demands::of(some.clone()), watch)? {
                return Ok(Some(some.cloned().collect()));
            }
            // The next set of this size: the last place that can go on does, and those after it follow.
            let last = |&place: &usize| chosen[place] < lines.len() - size + place;
            let Some(place) = (0..size).rev().find(last) else {
                break;
            };
            chosen[place] += 1;
            for next in place + 1..size {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
    }
    Ok(None)
}

impl LineConflict {
    /// The suits that its lines speak of, in their order.
    pub(crate) fn suits(&self) -> Vec<Suit> {
        let mut suits = Vec::new();
        for suit in self.lines.iter().filter_map(|line| line.asks.suit()) {
            if !suits.contains(&suit) {
                suits.push(suit);
            }
        }
        suits
    }

    /// The same conflict of other suits, among lines that have it.
    pub(crate) fn in_suits(
        &self,
        new: impl Fn(Suit) -> Suit,
        lines: &[ProfileLine],
    ) -> Option<LineConflict> {
        let same = |line: &ProfileLine| {
            let asks = line.asks.suit().map(&new);
            let asks = asks.map_or(line.asks.clone(), |suit| line.asks.in_suit(suit));
            let like = |other: &&ProfileLine| {
                (other.whose, other.because) == (line.whose, line.because) && other.asks == asks
            };
            lines.iter().find(like).cloned()
        };
        let lines = self.lines.iter().map(same).collect::<Option<_>>()?;
        Some(LineConflict { lines })
    }

    /// `North 15-18, East 12-20, South 8-17 and West 6-11 need 41 HCP; the deck has 40.`
    pub fn sentence(&self) -> String {
        self.sum().unwrap_or_else(|| match &self.lines[..] {
            [one] => format!("{one} is more than a hand can have."),
            lines => format!("{} cannot hold together.", listed(lines)),
        })
    }

    /// The sentence for a sum that does not come out.
    fn sum(&self) -> Option<String> {
        let first = &self.lines.first()?.asks;
        let ranges: Vec<Range> = self
            .lines
            .iter()
            .map(|line| line.asks.range())
            .collect::<Option<_>>()?;
        let mut seats: Vec<_> = self
            .lines
            .iter()
            .flat_map(|line| line.whose.seats())
            .collect();
        let all = seats.len();
        seats.sort_unstable();
        seats.dedup();
        let distinct = seats.len() == all;
        let alike = |line: &ProfileLine| line.asks.is_like(first);
        let (has, what, whose) = match first {
            _ if !distinct => self.lengths_of_a_hand()?,
            _ if !self.lines.iter().all(alike) => return None,
            Requirement::Points(_) => (POINTS_IN_DECK, "HCP".to_owned(), "the deck"),
            Requirement::PointsIn(suit, _) => {
                let what = format!("HCP in {}", suit_word(*suit, false));
                (POINTS_IN_SUIT, what, "the suit")
            }
            Requirement::Cards(suit, _) => (13, suit_word(*suit, false).to_owned(), "the deck"),
            Requirement::Shapes(..) | Requirement::Not(..) => return None,
        };
        let sum =
            |of: fn(&Range) -> u8| ranges.iter().map(|range| u32::from(of(range))).sum::<u32>();
        let (least, most) = (sum(|range| range.min), sum(|range| range.max));
        let words: Vec<String> = self
            .lines
            .iter()
            .map(|line| {
                if distinct {
                    format!("{} {}", line.whose, line.asks.numbers())
                } else {
                    line.to_string()
                }
            })
            .collect();
        let words = listed(words);
        if least > has.into() {
            Some(format!("{words} need {least} {what}; {whose} has {has}."))
        } else if most < has.into() && distinct && seats.len() == 4 {
            Some(format!(
                "{words} allow {most} {what} at the most; {whose} has {has}."
            ))
        } else {
            None
        }
    }

    /// For lengths of different suits in one hand.
    fn lengths_of_a_hand(&self) -> Option<(u8, String, &'static str)> {
        let whose = self.lines[0].whose;
        let mut suits = Vec::new();
        for line in &self.lines {
            match line.asks {
                Requirement::Cards(suit, _) if line.whose == whose && !suits.contains(&suit) => {
                    suits.push(suit)
                }
                _ => return None,
            }
        }
        Some(match whose {
            Whose::Hand(_) => (13, "cards".to_owned(), "a hand"),
            Whose::Pair(_) => (26, "cards".to_owned(), "a pair"),
        })
    }
}

impl Requirement {
    /// The suit it speaks of.
    fn suit(&self) -> Option<Suit> {
        match self {
            Requirement::Cards(suit, _) | Requirement::PointsIn(suit, _) => Some(*suit),
            Requirement::Points(_) | Requirement::Shapes(..) | Requirement::Not(..) => None,
        }
    }

    /// The same of another suit.
    pub(crate) fn in_suit(&self, suit: Suit) -> Requirement {
        match self {
            Requirement::Cards(_, range) => Requirement::Cards(suit, *range),
            Requirement::PointsIn(_, range) => Requirement::PointsIn(suit, *range),
            other => other.clone(),
        }
    }

    fn range(&self) -> Option<Range> {
        match self {
            Requirement::Cards(_, range)
            | Requirement::PointsIn(_, range)
            | Requirement::Points(range) => Some(*range),
            Requirement::Shapes(..) | Requirement::Not(..) => None,
        }
    }

    /// Whether both ask about the same thing.
    fn is_like(&self, other: &Requirement) -> bool {
        match (self, other) {
            (Requirement::Cards(a, _), Requirement::Cards(b, _)) => a == b,
            (Requirement::PointsIn(a, _), Requirement::PointsIn(b, _)) => a == b,
            (Requirement::Points(_), Requirement::Points(_)) => true,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combining::demand::SuitReason;
    use bridge::{Seat, Side};

    fn line(seat: Seat, asks: Requirement) -> ProfileLine {
        ProfileLine {
            whose: Whose::Hand(seat),
            asks,
            because: SuitReason::Standard,
            path: String::new(),
        }
    }

    fn range(min: u8, max: u8) -> Range {
        Range { min, max }
    }

    fn found(lines: &[ProfileLine]) -> Option<LineConflict> {
        line_conflict(lines, &Watch::default()).unwrap()
    }

    fn sentence(lines: &[ProfileLine]) -> String {
        found(lines).unwrap().sentence()
    }

    #[test]
    fn sums_that_do_not_come_out() {
        let [n, e, s, w] = Seat::ALL;
        let points = |seat, min, max| line(seat, Requirement::Points(range(min, max)));
        let spades = |seat, min, max| line(seat, Requirement::Cards(Suit::Spades, range(min, max)));
        let four = [
            points(n, 15, 18),
            spades(n, 5, 13),
            points(e, 12, 20),
            points(s, 8, 17),
            points(w, 6, 11),
        ];
        assert_eq!(
            sentence(&four),
            "North 15-18, East 12-20, South 8-17 and West 6-11 need 41 HCP; the deck has 40."
        );
        let low = Seat::ALL.map(|seat| points(seat, 0, 9));
        assert_eq!(
            sentence(&low),
            "North at most 9, East at most 9, South at most 9 and West at most 9 allow 36 HCP at the most; the deck has 40."
        );
        assert_eq!(
            sentence(&[spades(n, 7, 8), spades(s, 7, 13), points(e, 4, 9)]),
            "North 7-8 and South 7+ need 14 spades; the deck has 13."
        );
        let hearts = line(n, Requirement::Cards(Suit::Hearts, range(8, 13)));
        assert_eq!(
            sentence(&[spades(n, 6, 6), hearts]),
            "North 6 spades and North 8+ hearts need 14 cards; a hand has 13."
        );
        let two = line(n, Requirement::PointsIn(Suit::Spades, range(8, 10)));
        assert_eq!(
            sentence(&[spades(n, 0, 2), two]),
            "North at most 2 spades and North 8+ HCP in spades cannot hold together."
        );
        let together = |asks| ProfileLine {
            whose: Whose::Pair(Side::NorthSouth),
            ..line(n, asks)
        };
        assert_eq!(
            sentence(&[
                together(Requirement::Points(range(25, 40))),
                points(e, 10, 20),
                points(w, 6, 11)
            ]),
            "North and South together 25+, East 10-20 and West 6-11 need 41 HCP; the deck has 40."
        );
        let eight = together(Requirement::Cards(Suit::Spades, range(8, 13)));
        assert_eq!(
            sentence(&[eight, spades(n, 0, 2), spades(s, 0, 5)]),
            "North and South together 8+ spades, North at most 2 spades and South at most 5 spades cannot hold together."
        );
    }

    /// Taking lines away one by one ends with the four totals, since points are taken last. Two lines are enough.
    #[test]
    fn the_fewest_lines_are_named() {
        let [n, e, s, w] = Seat::ALL;
        let points = |seat, min| line(seat, Requirement::Points(range(min, 37)));
        let spades = |seat, min| line(seat, Requirement::Cards(Suit::Spades, range(min, 13)));
        let lines = [
            points(n, 15),
            points(e, 12),
            points(s, 8),
            points(w, 6),
            spades(n, 7),
            spades(s, 7),
        ];
        assert_eq!(
            sentence(&lines),
            "North 7+ and South 7+ need 14 spades; the deck has 13."
        );
    }

    #[test]
    fn nothing_is_left_that_could_be_left_out() {
        let [n, e, s, w] = Seat::ALL;
        let lines = [
            line(n, Requirement::Cards(Suit::Hearts, range(0, 1))),
            line(e, Requirement::Cards(Suit::Hearts, range(0, 2))),
            line(s, Requirement::Cards(Suit::Hearts, range(0, 3))),
            line(w, Requirement::Cards(Suit::Hearts, range(0, 6))),
            line(w, Requirement::Points(range(3, 30))),
        ];
        let found_lines = found(&lines).unwrap().lines;
        assert_eq!(found_lines, lines[..4]);
        for out in 0..4 {
            let mut fewer = found_lines.clone();
            fewer.remove(out);
            assert_eq!(found(&fewer), None);
        }
    }
}
