//! A board: a deal with its number, dealer and vulnerability, and what is known about it.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::{Deal, HandType, Record, Seat, Tricks, Vulnerability};
use crate::{record_wire, wire};

/// A board as it comes to the table. As JSON it is an object like a line of [`crate::Format::Json`].
///
/// ```
/// use bridge::{Board, Deal, Seat};
/// let mut deal = Deal::default();
/// deal[Seat::North] = "AK4.QT92.J.98765".parse().unwrap();
/// let json = serde_json::to_string(&Board::new(7, deal)).unwrap();
/// assert_eq!(json, r#"{"number":7,"dealer":"S","vulnerable":"All","hands":{"N":"AK4.QT92.J.98765"}}"#);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// Its number, from 1.
    pub number: u64,
    /// Who deals.
    pub dealer: Seat,
    /// Who is vulnerable.
    pub vulnerable: Vulnerability,
    /// The cards. A hand that is not given is empty: see [`Deal::is_complete`].
    #[serde(rename = "hands")]
    pub deal: Deal,
    /// What it was dealt as, where that is known: a hand type, or the subprofiles of the seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand_type: Option<HandType>,
    /// What can be made double dummy, where that is known.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "wire::tricks_by_letter"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Tricks>"))]
    pub tricks: Option<Tricks>,
    /// The par score, seen from North and South, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub par: Option<i32>,
    /// Further values by their names, such as a script reports.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "wire::values_by_name"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "wire::ValuesSchema"))]
    pub values: Vec<(String, String)>,
    /// What else its file says of it: players, auction, play, comments, and tags that nobody knows. `None` of a board that was
    /// dealt.
    #[serde(flatten, serialize_with = "record_wire::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "record_wire::RecordWire"))]
    pub record: Option<Arc<Record>>,
}

impl Board {
    /// Adds further values, in the place of those that have the same names.
    pub fn set_values(&mut self, values: impl IntoIterator<Item = (String, String)>) {
        for (name, value) in values {
            self.values.retain(|(known, _)| *known != name);
            self.values.push((name, value));
        }
    }

    /// A board whose dealer and vulnerability follow from its number, as the laws have it: the dealer goes round
    /// with every board, the vulnerability with every sixteen.
    ///
    /// ```
    /// use bridge::{Board, Deal, Seat, Vulnerability};
    /// let board = Board::new(7, Deal::default());
    /// assert_eq!((board.dealer, board.vulnerable), (Seat::South, Vulnerability::All));
    /// ```
    pub fn new(number: u64, deal: Deal) -> Board {
        const ROUND: [Vulnerability; 4] = [
            Vulnerability::None,
            Vulnerability::NorthSouth,
            Vulnerability::EastWest,
            Vulnerability::All,
        ];
        // Board 1 is the first of the round; there is no board 0, but it must not fail either.
        let turn = (number.wrapping_sub(1) % 16) as usize;
        Board {
            number,
            dealer: Seat::ALL[turn % 4],
            vulnerable: ROUND[(turn + turn / 4) % 4],
            deal,
            hand_type: None,
            tricks: None,
            par: None,
            values: Vec::new(),
            record: None,
        }
    }

    /// Whether dealer and vulnerability are those of its number.
    pub fn follows_its_number(&self) -> bool {
        let usual = Board::new(self.number, Deal::default());
        (self.dealer, self.vulnerable) == (usual.dealer, usual.vulnerable)
    }

    /// Gives it another number, with the dealer and the vulnerability of that number. Where its file has an auction, these
    /// stay: it began with that dealer.
    pub fn renumber(&mut self, number: u64) {
        let record = self.record.as_deref();
        if record.is_some_and(|record| record.auction().is_some()) {
            self.number = number;
            return;
        }
        let usual = Board::new(number, Deal::default());
        self.number = number;
        self.dealer = usual.dealer;
        self.vulnerable = usual.vulnerable;
        // Par depends on the vulnerability; the tricks do not.
        self.par = None;
    }
}

impl fmt::Display for Board {
    /// Its cards in one line: `n AK4.QT92.J.98765 e … s … w …`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.deal.fmt(f)
    }
}
