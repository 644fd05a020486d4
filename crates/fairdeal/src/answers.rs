//! Answers that every question can have, as they go over the wire.

use std::collections::{BTreeMap, HashMap};

use answer::Count;
use serde::{Deserialize, Serialize};

use crate::statistics::mean;

/// What a 95% interval reaches to either side, in standard errors.
const REACH: f64 = 1.959964;

/// An average or a frequency, whether of boards that were dealt or of all deals that qualify.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum StatisticAnswer {
    /// The average of a value.
    Average {
        /// What the script calls it.
        label: String,
        /// Whether it was counted over all deals that qualify.
        exact: bool,
        /// The number of boards that it was taken from; null if it is exact, or estimated without boards.
        boards: Option<u64>,
        /// The average; null if there are no boards.
        mean: Option<f64>,
        /// Its standard error, where it was taken from two boards or more.
        standard_error: Option<f64>,
        /// The bounds that hold the average over all deals in 95 of 100 cases; null if it is exact.
        interval: Option<[f64; 2]>,
        /// The sum over the boards, exactly; so that parts of a run can be joined.
        sum: Option<String>,
        /// The sum of the squares over the boards, exactly.
        squares: Option<String>,
    },
    /// How often values come.
    Frequency {
        /// What the script calls it.
        label: String,
        /// Whether it was counted over all deals that qualify.
        exact: bool,
        /// The number of boards that it was taken from; null if it is exact, or estimated without boards.
        boards: Option<u64>,
        /// The classes of the value, in their order, those that did not come included.
        values: Vec<String>,
        /// The classes of the second value, where there is one.
        across: Option<Vec<String>>,
        /// The classes, or pairs of classes, that came.
        cells: Vec<FrequencyCell>,
    },
}

/// How often a value, or a pair of values, comes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrequencyCell {
    /// The class of the value.
    pub value: String,
    /// Its share.
    pub share: f64,
    /// How many deals, or boards, it is.
    pub count: Count,
    /// The class of the second value; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<String>,
}

impl StatisticAnswer {
    /// The average over some boards, from exact sums.
    pub(crate) fn average_of_boards(
        label: String,
        boards: u64,
        sum: i128,
        squares: i128,
    ) -> StatisticAnswer {
        let (mean, standard_error) = mean(boards, sum, squares);
        let bounds = |(mean, error): (f64, f64)| [mean - REACH * error, mean + REACH * error];
        StatisticAnswer::Average {
            label,
            exact: false,
            boards: Some(boards),
            mean,
            standard_error,
            interval: mean.zip(standard_error).map(bounds),
            sum: Some(sum.to_string()),
            squares: Some(squares.to_string()),
        }
    }

    /// Works the shares out from the counts.
    pub(crate) fn set_shares(&mut self) {
        if let StatisticAnswer::Frequency { cells, .. } = self {
            let all = cells.iter().map(|cell| cell.count.0).sum::<u128>() as f64;
            for cell in cells {
                cell.share = cell.count.0 as f64 / all;
            }
        }
    }

    /// What was counted apart, of other boards of the same script, together; `None` if they are not of one kind.
    pub fn joined(&self, other: &StatisticAnswer) -> Option<StatisticAnswer> {
        use StatisticAnswer::{Average, Frequency};
        match (self, other) {
            (
                Average {
                    label,
                    boards,
                    sum,
                    squares,
                    ..
                },
                Average {
                    label: second,
                    boards: more,
                    sum: more_sum,
                    squares: more_squares,
                    ..
                },
            ) if label == second => {
                let number = |text: &Option<String>| text.as_ref()?.parse::<i128>().ok();
                let square = |text| number(text).filter(|squares| *squares >= 0);
                Some(StatisticAnswer::average_of_boards(
                    label.clone(),
                    (*boards)?.checked_add((*more)?)?,
                    number(sum)?.checked_add(number(more_sum)?)?,
                    square(squares)?.saturating_add(square(more_squares)?),
                ))
            }
            (
                Frequency {
                    label,
                    boards,
                    values,
                    across,
                    cells,
                    ..
                },
                Frequency {
                    label: second,
                    boards: more,
                    values: other_values,
                    across: other_across,
                    cells: more_cells,
                    ..
                },
            ) if (label, values, across) == (second, other_values, other_across) => {
                let mut joined = StatisticAnswer::Frequency {
                    label: label.clone(),
                    exact: false,
                    boards: Some((*boards)?.checked_add((*more)?)?),
                    values: values.clone(),
                    across: across.clone(),
                    cells: joined_cells(cells, more_cells, values, across.as_deref())?,
                };
                joined.set_shares();
                Some(joined)
            }
            _ => None,
        }
    }
}

/// The cells of two tables with the same classes, in the order of the classes.
fn joined_cells(
    one: &[FrequencyCell],
    other: &[FrequencyCell],
    values: &[String],
    across: Option<&[String]>,
) -> Option<Vec<FrequencyCell>> {
    let numbered = |classes: &[String]| -> HashMap<String, usize> {
        classes.iter().cloned().zip(0..).collect()
    };
    let (rows, columns) = (numbered(values), numbered(across.unwrap_or_default()));
    let place = |cell: &FrequencyCell| {
        let column = match &cell.across {
            Some(class) => *columns.get(class)?,
            None => 0,
        };
        Some((*rows.get(&cell.value)?, column))
    };
    let mut cells = BTreeMap::new();
    for cell in one.iter().chain(other) {
        let known = cells.entry(place(cell)?).or_insert_with(|| FrequencyCell {
            count: Count(0),
            ..cell.clone()
        });
        known.count.0 = known.count.0.checked_add(cell.count.0)?;
    }
    Some(cells.into_values().collect())
}
