//! Sets of boards that come out exactly in their shares: how many boards each part has, and which board is of which.
//!
//! Everything follows from the shares, the number of boards and a stream, so that any board of a set can be asked for by its
//! number. With one list of parts the numbers are those of the largest remainders; where remainders are equal, who gets
//! more is drawn. Parts that are combinations of two lists get their exact number rounded up or down at random, so that the
//! entries of either list do too. What the parts are is no business of it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rand::RngExt;
use space::Stream;

/// One board, in the whole numbers that shares are reckoned in.
const BOARD: u64 = 1 << 40;
/// Remainders that differ by less than a millionth of a board are equal: shares are known to some digits only.
const EQUAL: u64 = 1 << 20;

/// A part of a set, and how much of it there should be.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct QuotaPart {
    /// Its share; only what shares are to each other matters.
    pub share: f64,
    /// Where it is a combination of two lists, its place in the first; else 0 for all parts.
    pub row: usize,
    /// And its place in the second; with one list, its place there.
    pub column: usize,
}

/// How the boards of a set are put in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arrangement {
    /// At random, every order as likely as any other.
    Shuffled,
    /// So that the boards up to any one have every part in proportion, to less than one board.
    Spread,
    /// Part after part, in this order.
    Blocks(Vec<usize>),
}

/// How many boards of a set each part has, and which board is of which part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    counts: Vec<u64>,
    /// For each board of the set its part.
    parts: Vec<u32>,
    /// The numbers of the boards in a larger run, rising; they are 1, 2, 3 … if there are none.
    numbers: Option<Vec<u64>>,
}

impl Quota {
    /// The most boards that a set may have.
    pub const MOST_BOARDS: u64 = 1 << 20;

    /// A set of so many boards.
    ///
    /// # Panics
    /// If no part has a share above 0, or there are more than [`Quota::MOST_BOARDS`].
    pub fn new(
        parts: &[QuotaPart],
        boards: u64,
        arrangement: &Arrangement,
        stream: &mut Stream,
    ) -> Quota {
        assert!(boards <= Quota::MOST_BOARDS, "too many boards for a set");
        let counts = counts(parts, boards, stream);
        Quota {
            parts: arranged(&counts, boards, arrangement, stream),
            counts,
            numbers: None,
        }
    }

    /// A set of combinations of two lists whose order is that of the second list: its entries, from 0 on, are what is
    /// arranged. Which combination stands where its entry stands is drawn.
    ///
    /// # Panics
    /// As for [`Quota::new`].
    pub fn by_columns(
        parts: &[QuotaPart],
        boards: u64,
        arrangement: &Arrangement,
        stream: &mut Stream,
    ) -> Quota {
        assert!(boards <= Quota::MOST_BOARDS, "too many boards for a set");
        let counts = counts(parts, boards, stream);
        let columns = parts.iter().map(|part| part.column + 1).max().unwrap_or(0);
        let mut of_columns: Vec<Vec<u32>> = vec![Vec::new(); columns];
        for (at, (part, &count)) in parts.iter().zip(&counts).enumerate() {
            let of_part = std::iter::repeat_n(at as u32, count as usize);
            of_columns[part.column].extend(of_part);
        }
        for of_column in &mut of_columns {
            shuffle(of_column, stream);
        }
        let numbers: Vec<u64> = of_columns.iter().map(|parts| parts.len() as u64).collect();
        let order = arranged(&numbers, boards, arrangement, stream);
        let next = |column: &u32| of_columns[*column as usize].pop();
        Quota {
            parts: order.iter().filter_map(next).collect(),
            counts,
            numbers: None,
        }
    }

    /// The same set as boards of a larger run, by their numbers there, which rise.
    ///
    /// # Panics
    /// If there are not as many numbers as boards.
    pub fn at(self, numbers: Vec<u64>) -> Quota {
        assert_eq!(numbers.len(), self.parts.len(), "a number for each board");
        Quota {
            numbers: Some(numbers),
            ..self
        }
    }

    /// How many boards each part has.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The part that a board is of, by its number; `None` if it is not in the set.
    pub fn part_of(&self, number: u64) -> Option<usize> {
        let place = match &self.numbers {
            None => usize::try_from(number.checked_sub(1)?).ok()?,
            Some(numbers) => numbers.binary_search(&number).ok()?,
        };
        self.parts.get(place).map(|&part| part as usize)
    }

    /// The numbers of the boards of a part, rising.
    pub fn boards_of(&self, part: usize) -> Vec<u64> {
        let places = self.parts.iter().enumerate();
        let places = places.filter(|(_, of)| **of as usize == part);
        places
            .map(|(place, _)| match &self.numbers {
                None => place as u64 + 1,
                Some(numbers) => numbers[place],
            })
            .collect()
    }
}

/// How many boards each part has.
fn counts(parts: &[QuotaPart], boards: u64, stream: &mut Stream) -> Vec<u64> {
    let exact = exact_numbers(parts, boards);
    let differ = |place: fn(&QuotaPart) -> usize| {
        let first = parts.first().map(place);
        parts.iter().any(|part| Some(place(part)) != first)
    };
    if differ(|part| part.row) && differ(|part| part.column) {
        rounded(parts, &exact, stream)
    } else {
        largest_remainders(&exact, boards, stream)
    }
}

/// How many boards each part should have, in parts of a board; together they are all boards.
fn exact_numbers(parts: &[QuotaPart], boards: u64) -> Vec<u64> {
    let total: f64 = parts.iter().map(|part| part.share).sum();
    assert!(total > 0.0, "a set of nothing");
    let all = boards * BOARD;
    let number = |part: &QuotaPart| (part.share / total * all as f64).round() as u64;
    let mut exact: Vec<u64> = parts.iter().map(number).collect();
    // What rounding left over, or took too much, is that of the largest, where it matters least.
    let sum: u64 = exact.iter().sum();
    if let Some(largest) = exact.iter_mut().max() {
        *largest = (*largest + all).saturating_sub(sum);
    }
    exact
}

/// Everyone gets the whole boards, and the largest remainders one more.
fn largest_remainders(exact: &[u64], boards: u64, stream: &mut Stream) -> Vec<u64> {
    let split = |&number: &u64| {
        let (whole, rest) = (number / BOARD, number % BOARD);
        match rest {
            _ if rest <= EQUAL => (whole, 0),
            _ if rest >= BOARD - EQUAL => (whole + 1, 0),
            _ => (whole, rest),
        }
    };
    let (mut counts, rests): (Vec<u64>, Vec<u64>) = exact.iter().map(split).unzip();
    let left = boards.saturating_sub(counts.iter().sum()) as usize;
    if left == 0 {
        return counts;
    }
    let mut falling = rests.clone();
    falling.sort_unstable_by_key(|rest| Reverse(*rest));
    // The last remainder that gets a board. Who has more has one for sure, and among those with as much it is drawn.
    let last = falling[left.min(falling.len()) - 1];
    let sure = |rest: u64| rest > last + EQUAL;
    let number_sure = rests.iter().filter(|rest| sure(**rest)).count();
    let as_much = |at: &usize| !sure(rests[*at]) && rests[*at] + EQUAL >= last;
    let mut drawn: Vec<usize> = (0..rests.len()).filter(as_much).collect();
    shuffle(&mut drawn, stream);
    drawn.truncate(left - number_sure);
    for at in 0..rests.len() {
        counts[at] += u64::from(sure(rests[at]));
    }
    for at in drawn {
        counts[at] += 1;
    }
    counts
}

/// Rounds the cells of a table up or down, so that its rows and columns are rounded too. What a cell has is right on average.
///
/// What rows and columns lack to whole numbers is put beside and below the table. Then every row and column with a cell that
/// is no whole number has another one, so that there is a ring of them; along it, what one gains the next loses, until one
/// is whole. Which way is drawn so that no cell gains or loses on average.
fn rounded(parts: &[QuotaPart], exact: &[u64], stream: &mut Stream) -> Vec<u64> {
    let places = |place: fn(&QuotaPart) -> usize| {
        let mut known: Vec<usize> = parts.iter().map(place).collect();
        known.sort_unstable();
        known.dedup();
        known
    };
    let (rows, columns) = (places(|part| part.row), places(|part| part.column));
    let (beside, below) = (columns.len(), rows.len());
    let place = |known: &[usize], at: usize| known.partition_point(|other| *other < at);
    let mut table = Table::new(rows.len() + 1, columns.len() + 1);
    let (mut of_rows, mut of_columns) = (vec![0; rows.len()], vec![0; columns.len()]);
    for (part, number) in parts.iter().zip(exact) {
        let (row, column) = (place(&rows, part.row), place(&columns, part.column));
        let rest = number % BOARD;
        table.add(row, column, rest);
        of_rows[row] = (of_rows[row] + rest) % BOARD;
        of_columns[column] = (of_columns[column] + rest) % BOARD;
    }
    for (row, rest) in of_rows.into_iter().enumerate() {
        table.add(row, beside, (BOARD - rest) % BOARD);
    }
    for (column, rest) in of_columns.into_iter().enumerate() {
        table.add(below, column, (BOARD - rest) % BOARD);
    }
    while let Some(ring) = table.ring() {
        table.round_along(&ring, stream);
    }
    let whole = exact.iter().map(|number| number / BOARD);
    let more = table.rests.iter().map(|rest| rest / BOARD);
    whole.zip(more).map(|(whole, more)| whole + more).collect()
}

/// What cells have beyond whole boards. Rows and columns are corners of a graph, and cells are its edges.
struct Table {
    rests: Vec<u64>,
    ends: Vec<[usize; 2]>,
    /// The cells of each row, then of each column, that may still be no whole numbers.
    open: Vec<Vec<usize>>,
    rows: usize,
    /// The first cell that may still be open.
    first: usize,
}

impl Table {
    fn new(rows: usize, columns: usize) -> Table {
        Table {
            rests: Vec::new(),
            ends: Vec::new(),
            open: vec![Vec::new(); rows + columns],
            rows,
            first: 0,
        }
    }

    fn add(&mut self, row: usize, column: usize, rest: u64) {
        let cell = self.rests.len();
        let ends = [row, self.rows + column];
        self.rests.push(rest);
        self.ends.push(ends);
        for end in ends.into_iter().filter(|_| rest > 0) {
            self.open[end].push(cell);
        }
    }

    fn is_open(&self, cell: usize) -> bool {
        !self.rests[cell].is_multiple_of(BOARD)
    }

    /// An open cell of a row or column, another than this one.
    fn another(&mut self, end: usize, than: Option<usize>) -> Option<usize> {
        let mut cells = std::mem::take(&mut self.open[end]);
        cells.retain(|cell| self.is_open(*cell));
        let found = cells.iter().copied().find(|cell| Some(*cell) != than);
        self.open[end] = cells;
        found
    }

    /// Open cells in a ring: each has a row or a column with the next, in turn.
    fn ring(&mut self) -> Option<Vec<usize>> {
        while self.first < self.rests.len() && !self.is_open(self.first) {
            self.first += 1;
        }
        let mut end = self.ends.get(self.first)?[0];
        let mut seen: Vec<Option<usize>> = vec![None; self.open.len()];
        let mut path = Vec::new();
        loop {
            seen[end] = Some(path.len());
            let cell = self.another(end, path.last().copied())?;
            path.push(cell);
            let [row, column] = self.ends[cell];
            end = if end == row { column } else { row };
            if let Some(from) = seen[end] {
                return Some(path.split_off(from));
            }
        }
    }

    /// Makes at least one cell of a ring whole.
    fn round_along(&mut self, ring: &[usize], stream: &mut Stream) {
        let (mut up, mut down) = (BOARD, BOARD);
        for (at, &cell) in ring.iter().enumerate() {
            let (rest, lacks) = (self.rests[cell], BOARD - self.rests[cell]);
            let (gains, loses) = if at % 2 == 0 {
                (lacks, rest)
            } else {
                (rest, lacks)
            };
            (up, down) = (up.min(gains), down.min(loses));
        }
        let goes_up = stream.random_range(0..up + down) < down;
        for (at, &cell) in ring.iter().enumerate() {
            let by = if goes_up { up } else { down };
            if goes_up == (at % 2 == 0) {
                self.rests[cell] += by;
            } else {
                self.rests[cell] -= by;
            }
        }
    }
}

/// Which part each board is of.
fn arranged(
    counts: &[u64],
    boards: u64,
    arrangement: &Arrangement,
    stream: &mut Stream,
) -> Vec<u32> {
    match arrangement {
        Arrangement::Shuffled => {
            let mut parts = blocks(counts, 0..counts.len());
            shuffle(&mut parts, stream);
            parts
        }
        Arrangement::Spread => spread(counts, boards, stream),
        Arrangement::Blocks(order) => blocks(counts, order.iter().copied()),
    }
}

/// Part after part.
fn blocks(counts: &[u64], order: impl Iterator<Item = usize>) -> Vec<u32> {
    let block = |part: usize| std::iter::repeat_n(part as u32, counts[part] as usize);
    order.flat_map(block).collect()
}

/// Every order as likely as any other.
fn shuffle<T>(list: &mut [T], stream: &mut Stream) {
    for upto in (1..list.len()).rev() {
        list.swap(upto, stream.random_range(0..=upto));
    }
}

/// Every part in proportion at any place. The j-th board of a part has a first place, before which the part would have too
/// many, and a last one, after which it would have too few; the one whose last place is nearest comes next.
fn spread(counts: &[u64], boards: u64, stream: &mut Stream) -> Vec<u32> {
    // Both places are below 2^41, as there are no more than 2^20 boards.
    let first = |part: usize, j: u64| (j - 1) * boards / counts[part] + 1;
    let last = |part: usize, j: u64| (j * boards).div_ceil(counts[part]);
    let some = (0..counts.len()).filter(|part| counts[*part] > 0);
    let mut later: BinaryHeap<_> = some.map(|part| Reverse((1, part, 1))).collect();
    let mut now = BinaryHeap::new();
    let mut parts = Vec::new();
    for place in 1..=boards {
        while let Some(&Reverse((from, part, j))) = later.peek()
            && from <= place
        {
            later.pop();
            now.push(Reverse((last(part, j), stream.random::<u64>(), part, j)));
        }
        let Some(Reverse((_, _, part, j))) = now.pop() else {
            continue;
        };
        parts.push(part as u32);
        if j < counts[part] {
            later.push(Reverse((first(part, j + 1), part, j + 1)));
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(shares: &[f64]) -> Vec<QuotaPart> {
        let parts = shares.iter().enumerate();
        let part = |(column, &share)| QuotaPart {
            share,
            row: 0,
            column,
        };
        parts.map(part).collect()
    }

    fn table(rows: &[f64], columns: &[f64]) -> Vec<QuotaPart> {
        let mut parts = Vec::new();
        for (row, a) in rows.iter().enumerate() {
            for (column, b) in columns.iter().enumerate() {
                let share = a * b;
                parts.push(QuotaPart { share, row, column });
            }
        }
        parts
    }

    fn quota(parts: &[QuotaPart], boards: u64, arrangement: &Arrangement, seed: u64) -> Quota {
        Quota::new(parts, boards, arrangement, &mut space::stream(seed, 0))
    }

    /// The chi-square of counts that should be equal.
    fn chi_square(counts: &[u64]) -> f64 {
        let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        let squares = counts.iter().map(|&n| (n as f64 - expected).powi(2));
        squares.sum::<f64>() / expected
    }

    #[test]
    fn twenty_four_over_five_is_four_times_five_and_four() {
        let mut short = [0; 5];
        for seed in 0..1000 {
            let set = quota(&list(&[0.2; 5]), 24, &Arrangement::Shuffled, seed);
            let mut sorted = set.counts().to_vec();
            let is_short = sorted.iter().position(|&count| count == 4).unwrap();
            short[is_short] += 1;
            sorted.sort_unstable();
            assert_eq!(sorted, [4, 5, 5, 5, 5]);
            for part in 0..5 {
                let boards = (1..=24).filter(|&number| set.part_of(number) == Some(part));
                assert_eq!(boards.count() as u64, set.counts()[part]);
            }
            assert_eq!(set.part_of(25), None);
            assert_eq!(set.part_of(0), None);
        }
        // Four degrees of freedom: 18.5 comes once in a thousand.
        assert!(chi_square(&short) < 18.5, "{short:?}");
    }

    #[test]
    fn largest_remainders_get_what_is_left_and_equal_ones_draw() {
        let shares = list(&[0.45, 0.35, 0.1, 0.1]);
        // 5.4, 4.2, 1.2 and 1.2 of 12.
        let set = quota(&shares, 12, &Arrangement::Shuffled, 1);
        assert_eq!(set.counts(), [6, 4, 1, 1]);
        // 3.15, 2.45, 0.7 and 0.7 of 7.
        assert_eq!(
            quota(&shares, 7, &Arrangement::Shuffled, 1).counts(),
            [3, 2, 1, 1]
        );
        // 0.9, 0.7, 0.2 and 0.2 of 2.
        assert_eq!(
            quota(&shares, 2, &Arrangement::Shuffled, 1).counts(),
            [1, 1, 0, 0]
        );
        // 1.35, 1.05, 0.3 and 0.3 of 3: the remainder of the first beats the others.
        assert_eq!(
            quota(&shares, 3, &Arrangement::Shuffled, 1).counts(),
            [2, 1, 0, 0]
        );
        let ties =
            (0..200).map(|seed| quota(&list(&[2.0, 1.0, 1.0]), 2, &Arrangement::Spread, seed));
        let mut second = 0;
        for set in ties {
            assert_eq!(set.counts()[0], 1);
            second += set.counts()[1];
        }
        assert!((70..=130).contains(&second), "{second}");
        let none = quota(&shares, 0, &Arrangement::Spread, 1);
        assert_eq!(none.counts(), [0; 4]);
    }

    #[test]
    fn numbers_that_are_whole_are_kept_whatever_the_rounding_of_shares() {
        for boards in [30, 60, 90, 120, 1000, 999_990] {
            let set = quota(&list(&[0.1, 0.2, 0.7]), boards, &Arrangement::Spread, 3);
            let tenth = boards / 10;
            assert_eq!(set.counts(), [tenth, 2 * tenth, 7 * tenth]);
        }
        let third = 1.0 / 3.0;
        let set = quota(&list(&[third; 3]), 999_999, &Arrangement::Shuffled, 3);
        assert_eq!(set.counts(), [333_333; 3]);
    }

    #[test]
    fn a_shuffled_set_has_every_order_alike() {
        let mut orders = std::collections::BTreeMap::new();
        for seed in 0..6000 {
            let set = quota(&list(&[2.0, 1.0]), 3, &Arrangement::Shuffled, seed);
            let order: Vec<_> = (1..=3).map(|number| set.part_of(number)).collect();
            *orders.entry(order).or_insert(0) += 1;
        }
        let counts: Vec<u64> = orders.into_values().collect();
        // Two degrees of freedom: 13.8 comes once in a thousand.
        assert!(
            counts.len() == 3 && chi_square(&counts) < 13.8,
            "{counts:?}"
        );
    }

    #[test]
    fn a_spread_set_is_in_proportion_everywhere() {
        let many: Vec<f64> = (1..=40).map(f64::from).collect();
        for (shares, boards) in [
            (&[0.2; 5][..], 24),
            (&[0.4, 0.35, 0.15, 0.1], 60),
            (&[100.0, 1.0, 1.0], 102),
            (&many, 997),
        ] {
            for seed in 0..20 {
                let set = quota(&list(shares), boards, &Arrangement::Spread, seed);
                let mut so_far = vec![0; shares.len()];
                for number in 1..=boards {
                    so_far[set.part_of(number).unwrap()] += 1;
                    for (part, have) in so_far.iter().enumerate() {
                        let wanted = set.counts()[part] as f64 * number as f64 / boards as f64;
                        let off = (f64::from(*have) - wanted).abs();
                        assert!(off < 1.0, "{part} at {number} of {boards}: {off}");
                    }
                }
            }
        }
        // Nor does one part always come first.
        let first = |seed| quota(&list(&[1.0; 4]), 8, &Arrangement::Spread, seed).part_of(1);
        let mut counts = [0; 4];
        (0..4000).for_each(|seed| counts[first(seed).unwrap()] += 1);
        assert!(chi_square(&counts) < 16.3, "{counts:?}");
    }

    #[test]
    fn blocks_come_in_their_order() {
        let order = Arrangement::Blocks(vec![2, 0, 1]);
        let set = quota(&list(&[1.0, 2.0, 1.0]), 8, &order, 5);
        let parts: Vec<usize> = (1..=8).filter_map(|number| set.part_of(number)).collect();
        assert_eq!(parts, [2, 2, 0, 0, 1, 1, 1, 1]);
        assert_eq!(set.boards_of(0), [3, 4]);
        let within = set.at(vec![3, 5, 6, 10, 11, 12, 20, 21]);
        assert_eq!(within.part_of(6), Some(0));
        assert_eq!(within.part_of(4), None);
        assert_eq!(within.boards_of(0), [6, 10]);
    }

    #[test]
    fn two_lists_both_come_out() {
        let equal = table(&[1.0; 3], &[1.0; 3]);
        let uneven = table(&[0.5, 0.3, 0.2], &[0.4, 0.35, 0.25]);
        let mut first = 0;
        for seed in 0..2000 {
            let set = quota(&equal, 12, &Arrangement::Shuffled, seed);
            for line in 0..3 {
                let row: u64 = set.counts()[3 * line..3 * line + 3].iter().sum();
                let column: u64 = (0..3).map(|row| set.counts()[3 * row + line]).sum();
                assert_eq!((row, column), (4, 4));
            }
            assert!(set.counts().iter().all(|count| (1..=2).contains(count)));
            first += set.counts()[0];
            let set = quota(&uneven, 17, &Arrangement::Spread, seed);
            assert_eq!(set.counts().iter().sum::<u64>(), 17);
            for (line, share) in [0.5, 0.3, 0.2].into_iter().enumerate() {
                let row: u64 = set.counts()[3 * line..3 * line + 3].iter().sum();
                assert!((row as f64 - 17.0 * share).abs() < 1.0);
            }
            for (part, count) in uneven.iter().zip(set.counts()) {
                assert!((*count as f64 - 17.0 * part.share).abs() < 1.0);
            }
        }
        // A third of the time the first cell has two: within four standard deviations.
        assert!(
            (2000 + 667 - 85..2000 + 667 + 85).contains(&first),
            "{first}"
        );
    }

    #[test]
    fn the_order_may_be_that_of_the_second_list() {
        let parts = table(&[3.0, 1.0], &[0.5, 0.25, 0.25]);
        let order = Arrangement::Blocks(vec![1, 0, 2]);
        let set = Quota::by_columns(&parts, 16, &order, &mut space::stream(4, 0));
        let columns: Vec<usize> = (1..=16)
            .filter_map(|number| set.part_of(number))
            .map(|part| part % 3)
            .collect();
        assert_eq!(columns, [1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2]);
        assert_eq!(set.counts(), [6, 3, 3, 2, 1, 1]);
        for part in 0..6 {
            assert_eq!(set.boards_of(part).len() as u64, set.counts()[part]);
        }
    }

    #[test]
    fn large_tables_take_no_long_time() {
        let shares: Vec<f64> = (1..=120).map(f64::from).collect();
        let set = quota(&table(&shares, &shares), 1000, &Arrangement::Spread, 1);
        assert_eq!(set.counts().iter().sum::<u64>(), 1000);
    }
}
