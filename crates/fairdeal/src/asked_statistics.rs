//! What a script's averages and frequencies come to over all deals that qualify, not only over those that were dealt.
//!
//! It names the values to be counted, and writes what came out. How they are counted is no business of it.

use std::collections::BTreeMap;
use std::fmt::Write;

use answer::Count;
use condition::{Condition, NodeId};
use plan::ValueTable;
use script::{Action, Value};

use crate::answers::{FrequencyCell, StatisticAnswer};
use crate::plots::{Picture, heat_map};
use crate::statistics::{Scale, scales};

/// The averages and frequencies that a script asks for, in its order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct AskedStatistics {
    entries: Vec<Asked>,
}

#[derive(Clone, PartialEq, Debug)]
struct Asked {
    label: String,
    kind: AskedKind,
}

#[derive(Clone, PartialEq, Debug)]
enum AskedKind {
    Average(Value),
    Frequency(Scale, Option<Scale>),
}

impl AskedStatistics {
    /// What these actions ask for. Others are passed over.
    ///
    /// # Errors
    /// The label of a frequency whose bounds are upside down, or that has millions of cells.
    pub fn new(actions: &[Action<Value>]) -> Result<AskedStatistics, String> {
        let mut entries = Vec::new();
        for action in actions {
            let (label, kind) = match action {
                Action::Average { label, value } => (label, AskedKind::Average(*value)),
                Action::Frequency {
                    label,
                    first,
                    second,
                } => {
                    let scales = scales(first, second.as_ref());
                    let (down, across) = scales.ok_or_else(|| label.clone().unwrap_or_default())?;
                    (label, AskedKind::Frequency(down, across))
                }
                _ => continue,
            };
            let label = label.clone().unwrap_or_default();
            entries.push(Asked { label, kind });
        }
        Ok(AskedStatistics { entries })
    }

    /// For each of them the nodes whose values are to be counted together: what [`plan::survey`] asks for.
    pub fn asked(&self, condition: &Condition) -> Vec<Vec<NodeId>> {
        let node = |Value(index): Value| condition.values()[index];
        let nodes = |entry: &Asked| match entry.kind {
            AskedKind::Average(value) => vec![node(value)],
            AskedKind::Frequency(down, None) => vec![node(down.value)],
            AskedKind::Frequency(down, Some(across)) => vec![node(down.value), node(across.value)],
        };
        self.entries.iter().map(nodes).collect()
    }

    /// What came out, as text for people; with `plot`, frequencies are drawn.
    pub fn text(&self, tables: &[ValueTable], plot: bool) -> String {
        let labels = self.entries.iter().map(|entry| entry.label.chars().count());
        let width = labels.max().unwrap_or(0);
        let mut out = String::new();
        for (entry, table) in self.entries.iter().zip(tables) {
            let Asked { label, kind } = entry;
            // Writing to a string cannot fail.
            let _ = match kind {
                AskedKind::Average(_) => writeln!(out, "{label:width$}  {}", average(table)),
                AskedKind::Frequency(down, None) => frequency(&mut out, label, down, table, plot),
                AskedKind::Frequency(_, Some(_)) if plot => {
                    let drawn = heading(&mut out, label, table);
                    let picture = Picture::of(&entry.answer(table));
                    drawn.and_then(|()| {
                        picture.map_or(Ok(()), |picture| heat_map(&mut out, &picture))
                    })
                }
                AskedKind::Frequency(down, Some(across)) => {
                    cross(&mut out, label, down, across, table)
                }
            };
        }
        out
    }

    /// What came out, as it goes over the wire.
    pub fn answers(&self, tables: &[ValueTable]) -> Vec<StatisticAnswer> {
        let pairs = self.entries.iter().zip(tables);
        pairs.map(|(asked, table)| asked.answer(table)).collect()
    }
}

impl Asked {
    fn answer(&self, table: &ValueTable) -> StatisticAnswer {
        let (label, exact, boards) = (self.label.clone(), table.is_exact(), table.boards);
        match &self.kind {
            AskedKind::Average(_) => StatisticAnswer::Average {
                label,
                exact,
                boards,
                mean: table.mean(),
                standard_error: None,
                interval: table.interval().map(|(low, high)| [low, high]),
                sum: None,
                squares: None,
            },
            AskedKind::Frequency(down, across) => {
                let cells = cells(table, down, across.as_ref());
                let cells = cells.iter().map(|(&(row, column), &count)| FrequencyCell {
                    value: down.name(row),
                    share: 0.0,
                    count: Count(count),
                    across: across.map(|across| across.name(column)),
                });
                let mut answer = StatisticAnswer::Frequency {
                    label,
                    exact,
                    boards,
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

/// `12.345679`, and where it was estimated the interval.
fn average(table: &ValueTable) -> String {
    match (table.mean(), table.interval()) {
        (None, _) => "no deals".to_owned(),
        (Some(mean), None) if table.is_exact() => format!("{mean:14.8}"),
        (Some(mean), None) => format!("about {mean:.4}, from too few boards to say how close"),
        (Some(mean), Some((low, high))) => {
            format!("about {mean:.4}, 95% interval: {low:.4} to {high:.4}")
        }
    }
}

/// How much of a table is in each class, or pair of classes.
fn cells(
    table: &ValueTable,
    down: &Scale,
    across: Option<&Scale>,
) -> BTreeMap<(usize, usize), u128> {
    let mut cells = BTreeMap::new();
    for (values, count) in &table.rows {
        let value = |i: usize| values.get(i).copied().unwrap_or(0);
        let column = across.map_or(0, |across| across.class(value(1)));
        *cells.entry((down.class(value(0)), column)).or_insert(0) += count;
    }
    cells
}

fn total(cells: &BTreeMap<(usize, usize), u128>) -> u128 {
    cells.values().sum()
}

/// What a frequency is called, and how it was come by if it was not counted.
fn heading(out: &mut String, label: &str, table: &ValueTable) -> std::fmt::Result {
    match table.boards {
        None if table.is_exact() => writeln!(out, "Frequency {label}:"),
        None => writeln!(out, "Frequency {label}, estimated:"),
        Some(boards) => writeln!(out, "Frequency {label}, estimated from {boards} boards:"),
    }
}

fn frequency(
    out: &mut String,
    label: &str,
    down: &Scale,
    table: &ValueTable,
    plot: bool,
) -> std::fmt::Result {
    let cells = cells(table, down, None);
    let all = total(&cells) as f64;
    let most = cells.values().copied().max().unwrap_or(0).max(1) as f64;
    heading(out, label, table)?;
    for (&(class, _), &count) in &cells {
        let share = count as f64 / all;
        write!(out, "{:>8} {:12.6}%", down.name(class), 100.0 * share)?;
        let such = |values: &[i64]| {
            values
                .first()
                .is_some_and(|&value| down.class(value) == class)
        };
        if let Some((low, high)) = table.share_interval(such) {
            write!(
                out,
                ", 95% interval: {:.3}% to {:.3}%",
                100.0 * low,
                100.0 * high
            )?;
        }
        if plot {
            // Beside an interval there is less room on a line.
            let wide = if table.is_exact() { 40 } else { 20 };
            write!(out, "  {}", answer::bar(count as f64 / most, wide))?;
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
    table: &ValueTable,
) -> std::fmt::Result {
    let cells = cells(table, down, Some(across));
    let all = total(&cells) as f64;
    let sorted = |side: fn(&(usize, usize)) -> usize| {
        let mut classes: Vec<usize> = cells.keys().map(side).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    };
    let columns = sorted(|cell| cell.1);
    heading(out, label, table)?;
    write!(out, "{:>8}", "%")?;
    for &column in &columns {
        write!(out, " {:>9}", across.name(column))?;
    }
    writeln!(out)?;
    for row in sorted(|cell| cell.0) {
        write!(out, "{:>8}", down.name(row))?;
        for &column in &columns {
            let count = cells.get(&(row, column)).copied().unwrap_or(0);
            write!(out, " {:9.4}", 100.0 * count as f64 / all)?;
        }
        writeln!(out)?;
    }
    Ok(())
}
