//! The shares of cells: the product of the types' shares or, where cells are empty, what keeps the same margins.

use crate::{LevelError, Scenario, Type};

/// Margins are met to this.
const CLOSE: f64 = 1e-9;
/// So often are rows and columns scaled in turn; what has not come close by then never will.
const ROUNDS: usize = 20_000;
/// Sets of types up to this number are looked through for the reason why there are no shares.
const LOOKED_THROUGH: usize = 12;

/// The share of boards of each cell, by which of them can be dealt at all.
///
/// With two lists, cells have the product of their types' shares. If some are empty, the others are scaled, rows and
/// columns in turn, until every type has its share again (iterative proportional fitting): of all ways to meet the
/// margins it stays the closest to the product.
///
/// # Errors
/// When no shares of the cells give the types their shares, with the reason.
pub fn targets(scenario: &Scenario, can_be: &[bool]) -> Result<Vec<f64>, LevelError> {
    match &scenario.dimensions[..] {
        [rows, columns] => fitted(rows, columns, can_be),
        _ => {
            let types = scenario.dimensions.iter().flatten();
            types
                .zip(can_be)
                .map(|(kind, can_be)| match (can_be, kind.share > 0.0) {
                    (false, true) => Err(LevelError::Empty(kind.name.clone(), "")),
                    _ => Ok(kind.share),
                })
                .collect()
        }
    }
}

fn fitted(rows: &[Type], columns: &[Type], can_be: &[bool]) -> Result<Vec<f64>, LevelError> {
    let width = columns.len();
    let at = |i: usize| (i / width, i % width);
    let product = |i: usize| rows[at(i).0].share * columns[at(i).1].share;
    let mut cells: Vec<f64> = (0..rows.len() * width)
        .map(|i| if can_be[i] { product(i) } else { 0.0 })
        .collect();
    for _ in 0..ROUNDS {
        let mut off: f64 = 0.0;
        for of_row in [true, false] {
            let kinds = if of_row { rows } else { columns };
            let line = |i: usize| if of_row { at(i).0 } else { at(i).1 };
            let mut sums = vec![0.0; kinds.len()];
            cells
                .iter()
                .enumerate()
                .for_each(|(i, cell)| sums[line(i)] += cell);
            for (kind, sum) in kinds.iter().zip(&sums) {
                off = off.max((kind.share - sum).abs());
            }
            for (i, cell) in cells.iter_mut().enumerate() {
                if sums[line(i)] > 0.0 {
                    *cell *= kinds[line(i)].share / sums[line(i)];
                }
            }
        }
        if off < CLOSE {
            return Ok(cells);
        }
    }
    Err(LevelError::NoFit(reason(rows, columns, can_be)))
}

/// Some types of one list that only go with types of the other that have a smaller share together.
fn reason(rows: &[Type], columns: &[Type], can_be: &[bool]) -> String {
    let width = columns.len();
    let names = |kinds: &[Type], set: u32| {
        let chosen = kinds.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        let names: Vec<&str> = chosen.map(|(_, kind)| kind.name.as_str()).collect();
        names.join(", ")
    };
    let sum = |kinds: &[Type], set: u32| -> f64 {
        let chosen = kinds.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        chosen.map(|(_, kind)| kind.share).sum()
    };
    let percent = |share: f64| {
        format!("{:.4}", 100.0 * share)
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    };
    for (one, other, turned) in [(rows, columns, false), (columns, rows, true)] {
        let mut sets: Vec<u32> = match one.len() {
            0..=LOOKED_THROUGH => (1..1u32 << one.len()).collect(),
            many => (0..many).map(|i| 1 << i).collect(),
        };
        // The smallest set says it best.
        sets.sort_by_key(|set| set.count_ones());
        for set in sets {
            let goes_with = (0..other.len()).filter(|&j| {
                (0..one.len()).any(|i| {
                    let cell = if turned { j * width + i } else { i * width + j };
                    set >> i & 1 == 1 && can_be[cell]
                })
            });
            let with: u32 = goes_with.fold(0, |with, j| with | 1 << j);
            let (wanted, room) = (sum(one, set), sum(other, with));
            if wanted > room + CLOSE {
                let (wanted, room) = (percent(wanted), percent(room));
                let with = match with {
                    0 => "nothing of the other list".to_owned(),
                    with => format!("{}, which together have {room}%", names(other, with)),
                };
                return format!(
                    "{} should have {wanted}%, but goes only with {with}",
                    names(one, set)
                );
            }
        }
    }
    "too many combinations are empty".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;

    fn scenario() -> Scenario {
        let text = "a = hcp(south) < 10\nb = hcp(south) > 9\nx = spades(south) < 5\ny = spades(south) > 4\ncondition 1";
        let input = script::Input::from_text("test", text).unwrap();
        let (script, _) = script::parse(&input, &Default::default());
        let options = Options {
            types: vec![crate::types("a,b").unwrap(), crate::types("x,y").unwrap()],
            shares: vec![vec![40.0, 60.0], vec![30.0, 70.0]],
            ..Options::default()
        };
        Scenario::new(&script, &options).unwrap()
    }

    #[test]
    fn two_lists_give_products() {
        let targets = targets(&scenario(), &[true; 4]).unwrap();
        for (target, expected) in targets.iter().zip([0.12, 0.28, 0.18, 0.42]) {
            assert!((target - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn an_empty_cell_leaves_the_margins() {
        let targets = targets(&scenario(), &[false, true, true, true]).unwrap();
        for (target, expected) in targets.iter().zip([0.0, 0.4, 0.3, 0.3]) {
            assert!((target - expected).abs() < 1e-8, "{targets:?}");
        }
    }

    #[test]
    fn margins_that_cannot_be_say_why() {
        let error = targets(&scenario(), &[true, true, true, false]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "no shares of the combinations give these shares of the types: b should have 60%, but goes only with x, which together have 30%"
        );
    }
}
