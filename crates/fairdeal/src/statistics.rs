//! What a script counts over its boards: averages and frequencies, added up exactly, with their standard errors.
//!
//! Parts that were counted apart can be joined, in any order, with the same result. It knows numbers; where they come
//! from is no business of it.

use std::fmt::Write;

use answer::Count;
use script::{Action, Axis, Value};

use crate::answers::{FrequencyCell, StatisticAnswer};
use crate::plots;

/// The most cells that a frequency table may have.
const MAX_CELLS: u128 = 1 << 22;

/// The averages and frequencies of a script, in its order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    entries: Vec<Statistic>,
}

#[derive(Clone, PartialEq, Debug)]
struct Statistic {
    /// Which of several questions it counts boards of; those of all if there is but one.
    of: Option<usize>,
    label: String,
    kind: StatisticKind,
}

#[derive(Clone, PartialEq, Debug)]
enum StatisticKind {
    Average {
        value: Value,
        number: u64,
        sum: i128,
        squares: i128,
    },
    Frequency {
        down: Scale,
        across: Option<Scale>,
        /// Row by row; one row for each class of `down`, one column for each of `across`.
        counts: Vec<u64>,
    },
}

/// The dimensions of a frequency; `None` if its bounds are upside down, or if it has millions of cells.
pub(crate) fn scales(
    first: &Axis<Value>,
    second: Option<&Axis<Value>>,
) -> Option<(Scale, Option<Scale>)> {
    let down = Scale::new(first)?;
    let across = match second {
        Some(axis) => Some(Scale::new(axis)?),
        None => None,
    };
    let columns = across.map_or(1, |scale| scale.classes());
    let cells = down.classes().saturating_mul(columns);
    (cells <= MAX_CELLS).then_some((down, across))
}

/// The classes of one dimension: what is lower, each step of numbers, what is higher.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Scale {
    pub value: Value,
    low: i64,
    high: i64,
    step: i64,
    /// Only classes that came, and those between, are shown.
    open: bool,
}

impl Scale {
    fn new(axis: &Axis<Value>) -> Option<Scale> {
        let Axis {
            value,
            low,
            high,
            step,
            open,
        } = *axis;
        if low > high || step < 1 {
            return None;
        }
        // The last class is as wide as the others, wherever in it the highest number is.
        let width = (i128::from(high) - i128::from(low)) / i128::from(step) + 1;
        let end = i128::from(low) + width * i128::from(step) - 1;
        Some(Scale {
            value,
            low,
            high: end.min(i64::MAX.into()) as i64,
            step,
            open,
        })
    }

    /// How many classes, the two ends included.
    fn classes(&self) -> u128 {
        let width = (i128::from(self.high) - i128::from(self.low)) as u128;
        width / self.step as u128 + 3
    }

    /// The class of a number.
    pub(crate) fn class(&self, value: i64) -> usize {
        if value < self.low {
            0
        } else if value > self.high {
            self.classes() as usize - 1
        } else {
            ((i128::from(value) - i128::from(self.low)) / i128::from(self.step)) as usize + 1
        }
    }

    /// What all classes are called, in their order.
    pub(crate) fn names(&self) -> Vec<String> {
        let classes = 0..self.classes() as usize;
        classes.map(|class| self.name(class)).collect()
    }

    /// What a class is called: `<5`, `5`, `5-9`, `>12`.
    pub(crate) fn name(&self, class: usize) -> String {
        let last = self.classes() as usize - 1;
        match class {
            0 => format!("<{}", self.low),
            _ if class == last => format!(">{}", self.high),
            _ => {
                let from = self.low + (class as i64 - 1) * self.step;
                let to = from.saturating_add(self.step - 1).min(self.high);
                if from == to {
                    from.to_string()
                } else {
                    format!("{from}-{to}")
                }
            }
        }
    }
}

impl Statistics {
    /// What these actions count, before the first board. Others are passed over.
    ///
    /// # Errors
    /// The label of a frequency whose bounds are upside down, or that has millions of cells.
    pub fn new(actions: &[Action<Value>]) -> Result<Statistics, String> {
        let mut entries = Vec::new();
        for action in actions {
            let entry = match action {
                Action::Average { label, value } => Statistic {
                    of: None,
                    label: label.clone().unwrap_or_default(),
                    kind: StatisticKind::Average {
                        value: *value,
                        number: 0,
                        sum: 0,
                        squares: 0,
                    },
                },
                Action::Frequency {
                    label,
                    first,
                    second,
                } => {
                    let label = label.clone().unwrap_or_default();
                    let (down, across) =
                        scales(first, second.as_ref()).ok_or_else(|| label.clone())?;
                    let columns = across.map_or(1, |scale| scale.classes());
                    let cells = down.classes() * columns;
                    Statistic {
                        of: None,
                        label,
                        kind: StatisticKind::Frequency {
                            down,
                            across,
                            counts: vec![0; cells as usize],
                        },
                    }
                }
                _ => continue,
            };
            entries.push(entry);
        }
        Ok(Statistics { entries })
    }

    /// What several questions count, each over its own boards; their names stand before what is counted.
    pub(crate) fn of_questions<'a>(
        questions: impl IntoIterator<Item = (&'a str, Statistics)>,
    ) -> Statistics {
        let mut entries = Vec::new();
        for (place, (name, statistics)) in questions.into_iter().enumerate() {
            entries.extend(statistics.entries.into_iter().map(|entry| Statistic {
                of: Some(place),
                label: format!("{name}: {}", entry.label),
                kind: entry.kind,
            }));
        }
        Statistics { entries }
    }

    /// Nothing to count.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a board, whose values are asked for one by one.
    ///
    /// # Errors
    /// Whatever asking gives.
    pub fn add<E>(&mut self, ask: impl FnMut(Value) -> Result<i64, E>) -> Result<(), E> {
        self.add_of(None, ask)
    }

    /// Adds a board of one of several questions.
    pub(crate) fn add_of<E>(
        &mut self,
        question: Option<usize>,
        mut ask: impl FnMut(Value) -> Result<i64, E>,
    ) -> Result<(), E> {
        let counted = self.entries.iter_mut();
        for entry in counted.filter(|entry| entry.of == question) {
            match &mut entry.kind {
                StatisticKind::Average {
                    value,
                    number,
                    sum,
                    squares,
                } => {
                    let value = i128::from(ask(*value)?);
                    *number += 1;
                    *sum += value;
                    *squares = squares.saturating_add(value * value);
                }
                StatisticKind::Frequency {
                    down,
                    across,
                    counts,
                } => {
                    let row = down.class(ask(down.value)?);
                    let cell = match across {
                        None => row,
                        Some(across) => {
                            row * across.classes() as usize + across.class(ask(across.value)?)
                        }
                    };
                    counts[cell] += 1;
                }
            }
        }
        Ok(())
    }

    /// Joins what was counted apart, by the same script.
    pub fn join(&mut self, other: &Statistics) {
        for (entry, more) in self.entries.iter_mut().zip(&other.entries) {
            match (&mut entry.kind, &more.kind) {
                (
                    StatisticKind::Average {
                        number,
                        sum,
                        squares,
                        ..
                    },
                    StatisticKind::Average {
                        number: n,
                        sum: s,
                        squares: q,
                        ..
                    },
                ) => {
                    *number += n;
                    *sum += s;
                    *squares = squares.saturating_add(*q);
                }
                (
                    StatisticKind::Frequency { counts, .. },
                    StatisticKind::Frequency { counts: more, .. },
                ) => {
                    counts.iter_mut().zip(more).for_each(|(a, b)| *a += b);
                }
                _ => {}
            }
        }
    }

    /// Joins what was counted apart and went over the wire; `None` if it was counted by another script.
    pub fn join_answers(&mut self, answers: &[StatisticAnswer]) -> Option<()> {
        if answers.len() != self.entries.len() {
            return None;
        }
        for (entry, answer) in self.entries.iter_mut().zip(answers) {
            match (&mut entry.kind, answer) {
                (
                    StatisticKind::Average {
                        number,
                        sum,
                        squares,
                        ..
                    },
                    StatisticAnswer::Average {
                        boards,
                        sum: more_sum,
                        squares: more_squares,
                        ..
                    },
                ) => {
                    *number = number.checked_add((*boards)?)?;
                    *sum = sum.checked_add(more_sum.as_ref()?.parse().ok()?)?;
                    *squares = squares.saturating_add(more_squares.as_ref()?.parse().ok()?);
                }
                (
                    StatisticKind::Frequency {
                        down,
                        across,
                        counts,
                    },
                    StatisticAnswer::Frequency { cells, .. },
                ) => {
                    let columns = across.map_or(1, |across| across.classes() as usize);
                    let place = |scale: &Scale, name: &str| {
                        (0..scale.classes() as usize).find(|class| scale.name(*class) == name)
                    };
                    for cell in cells {
                        let row = place(down, &cell.value)?;
                        let column = match (&across, &cell.across) {
                            (Some(across), Some(name)) => place(across, name)?,
                            (None, None) => 0,
                            _ => return None,
                        };
                        let count = &mut counts[row * columns + column];
                        *count = count.checked_add(cell.count.0.try_into().ok()?)?;
                    }
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// As text for people. With `plot`, frequencies of one dimension are drawn as bars, and those of two as a heat map.
    pub fn text(&self, plot: bool) -> String {
        let mut out = String::new();
        let width = self
            .entries
            .iter()
            .map(|e| e.label.chars().count())
            .max()
            .unwrap_or(0);
        for entry in &self.entries {
            // Writing to a string cannot fail.
            let _ = match &entry.kind {
                StatisticKind::Average {
                    number,
                    sum,
                    squares,
                    ..
                } => {
                    let (mean, error) = mean(*number, *sum, *squares);
                    writeln!(out, "{:width$}  {}", entry.label, with_error(mean, error))
                }
                StatisticKind::Frequency {
                    down,
                    across: None,
                    counts,
                } => frequency(&mut out, &entry.label, down, counts, plot),
                StatisticKind::Frequency {
                    down,
                    across: Some(across),
                    counts,
                } if !plot => cross(&mut out, &entry.label, down, across, counts),
                StatisticKind::Frequency { .. } => plots::heat(&mut out, &entry.answer()),
            };
        }
        out
    }

    /// As they go over the wire, one answer for each.
    pub fn answers(&self) -> Vec<StatisticAnswer> {
        self.entries.iter().map(Statistic::answer).collect()
    }

    /// As CSV: `kind,label,value,across,number,standard_error`, a line for each average and for each class that came.
    pub fn csv(&self) -> String {
        plots::csv(&self.answers())
    }
}

impl Statistic {
    fn answer(&self) -> StatisticAnswer {
        match &self.kind {
            StatisticKind::Average {
                number,
                sum,
                squares,
                ..
            } => StatisticAnswer::average_of_boards(self.label.clone(), *number, *sum, *squares),
            StatisticKind::Frequency {
                down,
                across,
                counts,
            } => {
                let columns = across.map_or(1, |across| across.classes() as usize);
                let came = counts.iter().enumerate().filter(|(_, count)| **count > 0);
                let cells = came.map(|(cell, count)| FrequencyCell {
                    value: down.name(cell / columns),
                    share: 0.0,
                    count: Count(u128::from(*count)),
                    across: across.map(|across| across.name(cell % columns)),
                });
                let mut answer = StatisticAnswer::Frequency {
                    label: self.label.clone(),
                    exact: false,
                    boards: Some(counts.iter().sum()),
                    values: down.names(),
                    across: across.as_ref().map(Scale::names),
                    cells: cells.collect(),
                };
                answer.set_shares();
                answer
            }
        }
    }
}

/// The mean and its standard error; nothing of nothing, and no error of one.
pub(crate) fn mean(number: u64, sum: i128, squares: i128) -> (Option<f64>, Option<f64>) {
    let n = number as f64;
    let mean = (number > 0).then(|| sum as f64 / n);
    // The sum of squared deviations is exact as long as it fits: n * squares - sum^2, over n.
    let deviations = i128::from(number)
        .checked_mul(squares)
        .zip(sum.checked_mul(sum))
        .map(|(a, b)| (a - b) as f64 / n);
    let error = deviations
        .filter(|_| number > 1)
        .map(|d| (d / (n - 1.0) / n).sqrt());
    (mean, error)
}

/// `23.20 ± 0.60`, with as many digits as mean something.
fn with_error(mean: Option<f64>, error: Option<f64>) -> String {
    match (mean, error) {
        (None, _) => "no boards".to_owned(),
        (Some(mean), None) => format!("{mean:10.4}"),
        (Some(mean), Some(error)) => format!("{mean:10.4} ± {error:.4}"),
    }
}

/// All classes inside, and what is lower or higher if that came; without bounds, from the first to the last that came.
fn shown(scale: &Scale, counts: &[u64]) -> std::ops::Range<usize> {
    let came = |count: &u64| *count > 0;
    if scale.open
        && let Some((first, last)) = counts
            .iter()
            .position(came)
            .zip(counts.iter().rposition(came))
    {
        return first..last + 1;
    }
    let inside = 1..counts.len() - 1;
    let from = if counts[0] > 0 { 0 } else { inside.start };
    let to = if counts[counts.len() - 1] > 0 {
        counts.len()
    } else {
        inside.end
    };
    from..to
}

fn frequency(
    out: &mut String,
    label: &str,
    down: &Scale,
    counts: &[u64],
    plot: bool,
) -> std::fmt::Result {
    let total = counts.iter().sum::<u64>().max(1) as f64;
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    writeln!(out, "Frequency {label}:")?;
    for class in shown(down, counts) {
        let count = counts[class];
        let share = count as f64 / total;
        let error = (share * (1.0 - share) / total).sqrt();
        let name = down.name(class);
        write!(
            out,
            "{name:>8} {count:9} {:7.2}% ± {:.2}",
            100.0 * share,
            100.0 * error
        )?;
        if plot {
            write!(out, "  {}", answer::bar(count as f64 / most, 40))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn cross(
    out: &mut String,
    label: &str,
    down: &Scale,
    across: &Scale,
    counts: &[u64],
) -> std::fmt::Result {
    let columns = across.classes() as usize;
    let rows: Vec<&[u64]> = counts.chunks(columns).collect();
    let row_sums: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
    let column_sums: Vec<u64> = (0..columns)
        .map(|c| rows.iter().map(|row| row[c]).sum())
        .collect();
    let (rows_shown, columns_shown) = (shown(down, &row_sums), shown(across, &column_sums));
    let line = |out: &mut String, name: &str, cells: &mut dyn Iterator<Item = String>| {
        write!(out, "{name:>8}")?;
        for cell in cells {
            write!(out, " {cell:>7}")?;
        }
        writeln!(out)
    };
    writeln!(out, "Frequency {label}:")?;
    let names = columns_shown.clone().map(|c| across.name(c));
    line(out, "", &mut names.chain(["sum".to_owned()]))?;
    for r in rows_shown {
        let cells = columns_shown.clone().map(|c| rows[r][c].to_string());
        line(
            out,
            &down.name(r),
            &mut cells.chain([row_sums[r].to_string()]),
        )?;
    }
    let sums = columns_shown.map(|c| column_sums[c].to_string());
    let total: u64 = row_sums.iter().sum();
    line(out, "sum", &mut sums.chain([total.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(value: usize, low: i64, high: i64, step: i64) -> Axis<Value> {
        Axis {
            value: Value(value),
            low,
            high,
            step,
            open: false,
        }
    }

    fn counted(actions: &[Action<Value>], boards: &[[i64; 2]]) -> Statistics {
        let mut statistics = Statistics::new(actions).unwrap();
        for board in boards {
            let ask = |value: Value| Ok::<_, ()>(board[value.0]);
            statistics.add(ask).unwrap();
        }
        statistics
    }

    #[test]
    fn an_average_has_its_standard_error() {
        let average = Action::Average {
            label: Some("points".into()),
            value: Value(0),
        };
        let statistics = counted(
            &[average],
            &[
                [2, 0],
                [4, 0],
                [4, 0],
                [4, 0],
                [5, 0],
                [5, 0],
                [7, 0],
                [9, 0],
            ],
        );
        // Mean 5, sum of squared deviations 32: the error is the root of 32 / 7 / 8.
        assert_eq!(statistics.text(false), "points      5.0000 ± 0.7559\n");
        let json = serde_json::to_value(statistics.answers()).unwrap();
        assert_eq!(json[0]["mean"], 5.0);
    }

    #[test]
    fn parts_join_to_the_whole_in_any_order() {
        let actions = [
            Action::Average {
                label: None,
                value: Value(1),
            },
            Action::Frequency {
                label: Some("f".into()),
                first: axis(0, 0, 4, 1),
                second: Some(axis(1, -1, 1, 1)),
            },
        ];
        let boards: Vec<[i64; 2]> = (0..50).map(|i| [i % 7 - 1, i % 4 - 2]).collect();
        let whole = counted(&actions, &boards);
        let mut joined = Statistics::new(&actions).unwrap();
        for part in boards.chunks(7).rev() {
            joined.join(&counted(&actions, part));
        }
        assert_eq!(joined, whole);
    }

    #[test]
    fn buckets_and_ends() {
        let action = Action::Frequency {
            label: Some("b".into()),
            first: axis(0, 0, 9, 5),
            second: None,
        };
        let statistics = counted(&[action], &[[0, 0], [4, 0], [5, 0], [12, 0]]);
        let text = statistics.text(false);
        assert!(text.contains("     0-4         2   50.00%"), "{text}");
        assert!(text.contains("      >9         1   25.00%"), "{text}");
        assert!(!text.contains("<0"), "{text}");
        assert!(statistics.csv().contains("frequency,b,5-9,,1,\n"));
    }

    #[test]
    fn the_class_of_the_highest_number_is_as_wide_as_the_others() {
        let scale = |low, high, step| Scale::new(&axis(0, low, high, step)).unwrap();
        let names = ["<1500", "1500-1524", "1525-1549", "1550-1574", ">1574"];
        for high in [1550, 1551, 1574] {
            assert_eq!(scale(1500, high, 25).names(), names);
        }
        assert_eq!(scale(1500, 1550, 25).class(1574), 3);
        assert_eq!(scale(1500, 1550, 25).class(1575), 4);
        assert_eq!(scale(15, 17, 1).names(), ["<15", "15", "16", "17", ">17"]);
        let wide = scale(i64::MAX - 1, i64::MAX, 5);
        assert_eq!(wide.class(i64::MAX), 1);
    }

    #[test]
    fn tables_that_nobody_can_read_are_refused() {
        let huge = Action::Frequency {
            label: Some("huge".into()),
            first: axis(0, 0, i64::MAX, 1),
            second: None,
        };
        assert_eq!(Statistics::new(&[huge]), Err("huge".into()));
        let upside_down = Action::Frequency {
            label: None,
            first: axis(0, 5, 4, 1),
            second: None,
        };
        assert!(Statistics::new(&[upside_down]).is_err());
    }
}
