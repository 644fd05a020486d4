//! What the words of the language say of one hand by itself: for those who have a hand and no deal.

use bridge::{Deal, Hand, Seat, Suit};
use condition::{Condition, Evaluator, Graph, NoOracle};

use crate::formulas;
use crate::word::{Sense, SuitArgument, Word, find, words};

/// A word about a hand that cannot be asked as it was.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HandWordError {
    /// There is none of this name.
    #[error("{word} says nothing of a hand{}", meant(.like))]
    Unknown {
        /// What was asked.
        word: String,
        /// What was probably meant.
        like: Option<&'static str>,
    },
    /// It is only asked of a suit.
    #[error("{0} is asked of a suit: give one")]
    NeedsSuit(&'static str),
    /// It is only asked of the whole hand.
    #[error("{0} is asked of the whole hand: leave out the suit")]
    TakesNoSuit(&'static str),
}

fn meant(like: &Option<&str>) -> String {
    like.map_or(String::new(), |like| format!("; did you mean {like}?"))
}

impl answer::Explained for HandWordError {
    fn code(&self) -> &'static str {
        match self {
            HandWordError::Unknown { .. } => "unknown-measure",
            HandWordError::NeedsSuit(_) => "suit-needed",
            HandWordError::TakesNoSuit(_) => "no-suit",
        }
    }
}

impl Word {
    /// Whether it says something of a hand by itself: see [`of_hand`].
    pub fn is_of_hand(&self) -> bool {
        matches!(
            self.sense,
            Sense::Measure(_) | Sense::Formula(_) | Sense::Suit(_)
        )
    }
}

/// What a word says of a hand, or of one of its suits: its points, the length of a suit, its losers. Words that
/// `pointcount` and `altcount` can change count as they do where a script says neither.
///
/// ```
/// use bridge::Suit;
/// let hand = "AK4.QT92.J.98765".parse().unwrap();
/// assert_eq!(script::of_hand("hcp", hand, None), Ok(10));
/// assert_eq!(script::of_hand("hcp", hand, Some(Suit::Spades)), Ok(7));
/// assert_eq!(script::of_hand("clubs", hand, None), Ok(5));
/// assert_eq!(script::of_hand("rule20", hand, None), Ok(0));
/// assert!(script::of_hand("losser", hand, None).unwrap_err().to_string().contains("losers"));
/// ```
///
/// # Errors
/// A word that says nothing of a hand; one that wants a suit, or none.
pub fn of_hand(word: &str, hand: Hand, suit: Option<Suit>) -> Result<i64, HandWordError> {
    let Some(found) = find(word).filter(|word| word.is_of_hand()) else {
        let of_hand = words().iter().filter(|word| word.is_of_hand());
        return Err(HandWordError::Unknown {
            word: word.to_owned(),
            like: crate::closest(word, of_hand.map(|word| word.name)),
        });
    };
    let whole = || match suit {
        None => Ok(()),
        Some(_) => Err(HandWordError::TakesNoSuit(found.name)),
    };
    match found.sense {
        Sense::Measure(measure) => {
            let measure = measure.usual();
            match (found.suit_argument(), suit) {
                (SuitArgument::Never, Some(_)) => Err(HandWordError::TakesNoSuit(found.name)),
                (SuitArgument::Always, None) => Err(HandWordError::NeedsSuit(found.name)),
                (_, Some(suit)) => Ok(measure.in_suit(hand.holding(suit)).into()),
                (_, None) => Ok(measure.in_hand(hand).into()),
            }
        }
        Sense::Suit(own) => whole().map(|()| hand.length(own) as i64),
        Sense::Formula(formula) => {
            whole()?;
            let mut graph = Graph::default();
            let node = formulas::node(&mut graph, formula, Seat::South);
            let root = graph.constant(1);
            let condition = Condition::new(graph, root, vec![node]);
            let mut deal = Deal::default();
            deal[Seat::South] = hand;
            let value = Evaluator::new(&condition).value(0, &deal, &mut NoOracle);
            // Sums and comparisons of measures have a value for every hand.
            Ok(value.unwrap_or_default())
        }
        _ => unreachable!("it is a word about hands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked hands of the table are what the language says; here they are asked without a deal.
    #[test]
    fn every_worked_hand_is_as_the_table_says() {
        let mut asked = 0;
        for word in words().iter().filter(|word| word.is_of_hand()) {
            let Some(example) = word.example else {
                continue;
            };
            let hand: Hand = example.hand.parse().unwrap();
            if word.suit_argument() != SuitArgument::Always {
                assert_eq!(
                    of_hand(word.name, hand, None),
                    Ok(example.value),
                    "{word:?}"
                );
                asked += 1;
            }
        }
        assert!(asked > 10, "{asked}");
    }

    #[test]
    fn a_word_is_asked_of_what_it_is_about() {
        let hand = "AK4.QT92.J.98765".parse().unwrap();
        let suit = Some(Suit::Hearts);
        for word in words().iter().filter(|word| word.is_of_hand()) {
            let (whole, of_suit) = (
                of_hand(word.name, hand, None),
                of_hand(word.name, hand, suit),
            );
            let takes = match word.sense {
                Sense::Measure(_) => word.suit_argument(),
                _ => SuitArgument::Never,
            };
            assert_eq!(whole.is_ok(), takes != SuitArgument::Always, "{word:?}");
            assert_eq!(of_suit.is_ok(), takes != SuitArgument::Never, "{word:?}");
        }
        assert!(of_hand("hascard", hand, None).is_err());
        assert!(of_hand("", hand, None).is_err());
    }
}
