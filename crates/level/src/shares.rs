//! The shares of cells: the product of the types' shares or, where cells are empty, what keeps the same margins.

use answer::percent;

use crate::{HandType, LevelError, Scenario};

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
pub(crate) fn targets(scenario: &Scenario, can_be: &[bool]) -> Result<Vec<f64>, LevelError> {
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

fn fitted(
    rows: &[HandType],
    columns: &[HandType],
    can_be: &[bool],
) -> Result<Vec<f64>, LevelError> {
    let can_be = &without_forced_zeros(rows, columns, can_be)?;
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
    Err(LevelError::NoFit(
        "too many combinations are empty".to_owned(),
    ))
}

/// The cells that can have a share. Some types of one list may go only with types of the other that have the same share
/// together: then those have nothing left for the other types, and their cells are as good as empty.
///
/// # Errors
/// When some types go only with types that have a smaller share together.
fn without_forced_zeros(
    rows: &[HandType],
    columns: &[HandType],
    can_be: &[bool],
) -> Result<Vec<bool>, LevelError> {
    let width = columns.len();
    let mut left = can_be.to_vec();
    for (one, other, turned) in [(rows, columns, false), (columns, rows, true)] {
        let cell = |i: usize, j: usize| if turned { j * width + i } else { i * width + j };
        let mut sets: Vec<u32> = match one.len() {
            0..=LOOKED_THROUGH => (1..1u32 << one.len()).collect(),
            many => (0..many).map(|i| 1 << i).collect(),
        };
        // The smallest set says it best.
        answer::sort_by_key(&mut sets, |set| set.count_ones());
        for set in sets {
            let goes_with = (0..other.len())
                .filter(|&j| (0..one.len()).any(|i| set >> i & 1 == 1 && can_be[cell(i, j)]));
            let with: u32 = goes_with.fold(0, |with, j| with | 1 << j);
            let (wanted, room) = (share_of(one, set), share_of(other, with));
            if wanted > room + CLOSE {
                let names = names_of(one, set);
                let with = match with {
                    0 => "nothing of the other list".to_owned(),
                    with => {
                        let (names, room) = (names_of(other, with), percent(room));
                        format!("{names}, which together have {room}")
                    }
                };
                let wanted = percent(wanted);
                let reason = format!("{names} should have {wanted}, but goes only with {with}");
                return Err(LevelError::NoFit(reason));
            }
            if wanted > room - CLOSE {
                for i in (0..one.len()).filter(|i| set >> i & 1 == 0) {
                    for j in (0..other.len()).filter(|j| with >> j & 1 == 1) {
                        left[cell(i, j)] = false;
                    }
                }
            }
        }
    }
    Ok(left)
}

fn chosen(kinds: &[HandType], set: u32) -> impl Iterator<Item = &HandType> {
    let kinds = kinds.iter().enumerate();
    kinds
        .filter(move |(i, _)| set >> i & 1 == 1)
        .map(|(_, kind)| kind)
}

fn share_of(kinds: &[HandType], set: u32) -> f64 {
    chosen(kinds, set).map(|kind| kind.share).sum()
}

fn names_of(kinds: &[HandType], set: u32) -> String {
    let names: Vec<&str> = chosen(kinds, set).map(|kind| kind.name.as_str()).collect();
    names.join(", ")
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
            types: vec![
                crate::parse_types("a,b").unwrap(),
                crate::parse_types("x,y").unwrap(),
            ],
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
            "no shares of the combinations give these shares of the types: b should have 60.00%, but goes only with x, which together have 30.00%"
        );
    }
}
