//! A hand: its cards, and what the words of the language say of it.

use fairdeal::bridge::{self, Card, Shape, Suit};
use fairdeal::script;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::{asked_wrongly, explained};

/// A hand of cards, spades first: `Hand("AK4.QT92.J.98765")`.
///
/// Every word of the language that says something of a hand is a method of it: `hand.hcp()`, `hand.losers("S")`.
#[pyclass(frozen, module = "fairdeal")]
#[derive(Clone, Copy)]
pub(crate) struct Hand(pub(crate) bridge::Hand);

/// A suit by its letter or name, in either case.
pub(crate) fn suit(py: Python, name: &str) -> PyResult<Suit> {
    let mut letters = name.chars();
    let first = letters.next().and_then(Suit::from_letter);
    let whole = |suit: &Suit| {
        let known = format!("{suit:?}").to_lowercase();
        let name = name.to_lowercase();
        name.len() == 1 || name == known || format!("{name}s") == known
    };
    first
        .filter(whole)
        .ok_or_else(|| asked_wrongly(py, format!("{name} is no suit: S, H, D or C is")))
}

#[pymethods]
impl Hand {
    #[new]
    fn new(py: Python, text: &str) -> PyResult<Hand> {
        text.parse()
            .map(Hand)
            .map_err(|error: bridge::HandError| explained(py, &error))
    }

    /// The hand of a 64-bit mask: 16 bits a suit, clubs lowest, and in each the deuce lowest.
    #[staticmethod]
    fn from_mask(mask: u64) -> Hand {
        Hand(bridge::Hand::from_bits(mask))
    }

    /// Its cards as a 64-bit mask: see `from_mask`.
    #[getter]
    fn mask(&self) -> u64 {
        self.0.bits()
    }

    /// How many cards it has of spades, hearts, diamonds and clubs.
    #[getter]
    fn shape(&self) -> [usize; 4] {
        Suit::WRITTEN.map(|suit| self.0.length(suit))
    }

    /// The cards of a suit, the highest first: `hand.suit("S")` is `"AK4"`.
    fn suit(&self, py: Python, suit: &str) -> PyResult<String> {
        Ok(self.0.holding(self::suit(py, suit)?).to_string())
    }

    /// Its cards, `"SA"` for the ace of spades, from the highest of the spades on.
    fn cards(&self) -> Vec<String> {
        let mut cards: Vec<Card> = self.0.cards().collect();
        cards.reverse();
        cards.iter().map(Card::to_string).collect()
    }

    /// Whether its shape is one of those that are written as in the language: `"any 4333 + any 4432"`.
    fn has_shape(&self, py: Python, shapes: &str) -> PyResult<bool> {
        let text = format!("condition shape(south, {shapes})");
        let script = fairdeal::Script::from_text(&text);
        let script = script.map_err(|error| crate::error::raised(py, &error))?;
        let compiled = script.compiled();
        let compiled = compiled.map_err(|error| crate::error::raised(py, &error))?;
        let mut deal = bridge::Deal::default();
        deal[bridge::Seat::South] = self.0;
        if Shape::of(self.0).is_none() {
            return Ok(false);
        }
        let mut evaluator = fairdeal::condition::Evaluator::new(&compiled.condition);
        let holds = evaluator.holds(&deal, &mut fairdeal::condition::NoOracle);
        holds.map_err(|error| explained(py, &error))
    }

    /// What a word of the language says of it, or of one of its suits: `hand.value("losers")`, `hand.value("hcp", "S")`.
    #[pyo3(signature = (word, suit=None))]
    fn value(&self, py: Python, word: &str, suit: Option<&str>) -> PyResult<i64> {
        let suit = suit.map(|name| self::suit(py, name)).transpose()?;
        script::of_hand(word, self.0, suit).map_err(|error| explained(py, &error))
    }

    /// All that the language says of the whole hand, by word.
    fn values(&self, py: Python) -> PyResult<Py<PyDict>> {
        let values = PyDict::new(py);
        for word in script::words().iter().filter(|word| word.is_of_hand()) {
            if let Ok(value) = script::of_hand(word.name, self.0, None) {
                values.set_item(word.name, value)?;
            }
        }
        Ok(values.unbind())
    }

    fn __getattr__(slf: Py<Self>, py: Python, name: &str) -> PyResult<HandWord> {
        let known = script::words().iter().find(|word| {
            word.is_of_hand() && (word.name == name || word.spellings.contains(&name))
        });
        match known {
            Some(word) => Ok(HandWord {
                hand: slf.get().0,
                word: word.name,
            }),
            None => {
                let said = match script::of_hand(name, slf.get().0, None) {
                    Err(error) if !name.starts_with('_') => error.to_string(),
                    _ => format!("a hand has no {name}"),
                };
                let _ = py;
                Err(PyAttributeError::new_err(said))
            }
        }
    }

    fn __contains__(&self, card: &str) -> bool {
        card.parse().is_ok_and(|card: Card| self.0.has(card))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __hash__(&self) -> u64 {
        self.0.bits()
    }

    fn __richcmp__(&self, other: &Bound<PyAny>, how: CompareOp) -> Option<bool> {
        let other = other.cast::<Hand>().ok()?.get();
        match how {
            CompareOp::Eq => Some(self.0 == other.0),
            CompareOp::Ne => Some(self.0 != other.0),
            _ => None,
        }
    }

    fn __reduce__(slf: &Bound<Self>) -> PyResult<(Py<PyAny>, (String,))> {
        let class = slf.get_type().into_any().unbind();
        Ok((class, (slf.get().0.to_string(),)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Hand({:?})", self.0.to_string())
    }
}

/// A word of the language about one hand, to be called.
#[pyclass(frozen, module = "fairdeal")]
pub(crate) struct HandWord {
    hand: bridge::Hand,
    word: &'static str,
}

#[pymethods]
impl HandWord {
    #[pyo3(signature = (suit=None))]
    fn __call__(&self, py: Python, suit: Option<&str>) -> PyResult<i64> {
        Hand(self.hand).value(py, self.word, suit)
    }

    fn __repr__(&self) -> String {
        format!("<{} of {}>", self.word, self.hand)
    }
}
