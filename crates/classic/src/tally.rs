//! What the classic program counts over the boards it produced: averages and frequencies, as it prints them.
//!
//! It adds up in 32 bits, so a large sum wraps around; that fault is kept, and can be asked about. It knows numbers
//! and tables, and neither scripts nor deals.

use std::io::{self, Write};

/// An average.
#[derive(Clone, Default, Debug)]
pub(crate) struct Average {
    sum: i64,
}

impl Average {
    /// Adds the value of one board.
    pub(crate) fn add(&mut self, value: i32) {
        self.sum += i64::from(value);
    }

    /// Whether the sum is more than the classic program could hold.
    pub(crate) fn wrapped(&self) -> bool {
        i32::try_from(self.sum).is_err()
    }

    /// The label, if there is one, and the mean.
    pub(crate) fn print(
        &self,
        out: &mut impl Write,
        label: Option<&[u8]>,
        boards: u64,
    ) -> io::Result<()> {
        if let Some(label) = label {
            out.write_all(label)?;
            out.write_all(b": ")?;
        }
        let mean = f64::from(self.sum as i32) / boards as f64;
        writeln!(out, "{}", general(mean))
    }
}

/// A number as C's `%g` writes it: six significant digits, without the zeros at their end.
fn general(value: f64) -> String {
    if value.is_nan() {
        // An average of nothing is 0/0, which the usual processors make negative.
        return "-nan".to_owned();
    }
    let scientific = format!("{value:.5e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    match exponent.parse::<i32>() {
        Ok(exponent @ -4..=5) => {
            shortened(&format!("{value:.*}", (5 - exponent) as usize)).to_owned()
        }
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", shortened(digits), exponent.abs())
        }
        Err(_) => scientific,
    }
}

/// A decimal number without the zeros at its end, and without the point if they were all.
fn shortened(number: &str) -> &str {
    if number.contains('.') {
        number.trim_end_matches('0').trim_end_matches('.')
    } else {
        number
    }
}

/// The line above a table.
fn heading(out: &mut impl Write, label: &[u8]) -> io::Result<()> {
    out.write_all(b"Frequency ")?;
    out.write_all(label)?;
    out.write_all(b":\n")
}

/// The values that get a row of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// Both bounds are inside. `None` if the upper is below the lower.
    pub(crate) fn new(low: i32, high: i32) -> Option<Bounds> {
        (low <= high).then_some(Bounds { low, high })
    }

    /// How many rows: one for each value, one for what is lower, one for what is higher.
    pub(crate) fn rows(self) -> u64 {
        (i64::from(self.high) - i64::from(self.low) + 3) as u64
    }

    /// The row of a value; the first is for what is lower, the last for what is higher.
    #[inline]
    fn row(self, value: i32) -> usize {
        let Bounds { low, high } = self;
        let inside = i64::from(value).clamp(i64::from(low) - 1, i64::from(high) + 1);
        (inside - i64::from(low) + 1) as usize
    }

    fn values(self) -> impl Iterator<Item = i32> {
        self.low..=self.high
    }
}

/// How often each value came.
#[derive(Clone, Debug)]
pub(crate) struct Frequency {
    bounds: Bounds,
    counts: Vec<u64>,
}

impl Frequency {
    /// An empty table.
    pub(crate) fn new(bounds: Bounds) -> Frequency {
        Frequency {
            bounds,
            counts: vec![0; bounds.rows() as usize],
        }
    }

    /// Counts the value of one board.
    #[inline]
    pub(crate) fn add(&mut self, value: i32) {
        self.counts[self.bounds.row(value)] += 1;
    }

    /// The table; the rows at its ends only if they counted something.
    pub(crate) fn print(&self, out: &mut impl Write, label: &[u8]) -> io::Result<()> {
        heading(out, label)?;
        let [lower, inside @ .., higher] = &self.counts[..] else {
            return Ok(());
        };
        if *lower > 0 {
            writeln!(out, "Low\t{lower:8}")?;
        }
        for (value, count) in self.bounds.values().zip(inside) {
            writeln!(out, "{value:5}\t{count:8}")?;
        }
        if *higher > 0 {
            writeln!(out, "High\t{higher:8}")?;
        }
        Ok(())
    }
}

/// How often each pair of values came: the first down, the second across.
#[derive(Clone, Debug)]
pub(crate) struct CrossFrequency {
    down: Bounds,
    across: Bounds,
    counts: Vec<u64>,
}

impl CrossFrequency {
    /// An empty table.
    pub(crate) fn new(down: Bounds, across: Bounds) -> CrossFrequency {
        let cells = down.rows() * across.rows();
        CrossFrequency {
            down,
            across,
            counts: vec![0; cells as usize],
        }
    }

    /// Counts the two values of one board.
    pub(crate) fn add(&mut self, down: i32, across: i32) {
        let columns = self.across.rows() as usize;
        self.counts[self.down.row(down) * columns + self.across.row(across)] += 1;
    }

    /// The table, with the sums of rows and columns.
    pub(crate) fn print(&self, out: &mut impl Write, label: &[u8]) -> io::Result<()> {
        heading(out, label)?;
        write!(out, "        Low")?;
        for value in self.across.values() {
            write!(out, " {value:6}")?;
        }
        writeln!(out, "   High    Sum")?;
        let columns = self.across.rows() as usize;
        let names = std::iter::once("Low ".to_owned())
            .chain(self.down.values().map(|value| format!("{value:4}")))
            .chain(["High".to_owned()]);
        let mut sums = vec![0; columns];
        for (name, row) in names.zip(self.counts.chunks(columns)) {
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, count)| *sum += count);
            cross_row(out, &name, row)?;
        }
        cross_row(out, "Sum ", &sums)?;
        out.write_all(b"\n")
    }
}

/// One row of a two-dimensional table, with its sum.
fn cross_row(out: &mut impl Write, name: &str, counts: &[u64]) -> io::Result<()> {
    out.write_all(name.as_bytes())?;
    for count in counts {
        write!(out, " {count:6}")?;
    }
    writeln!(out, " {:6}", counts.iter().sum::<u64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(print: impl Fn(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        print(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-35.6666667, "-35.6667"),
            (4.375881, "4.37588"),
            (0.04, "0.04"),
            (0.000123456789, "0.000123457"),
            (0.0000123456789, "1.23457e-05"),
            (633333.3, "633333"),
            (999999.5, "1e+06"),
            (1234567.0, "1.23457e+06"),
            (100000.0, "100000"),
            (f64::NAN, "-nan"),
        ] {
            assert_eq!(general(value), text);
        }
    }

    #[test]
    fn sums_wrap_at_32_bits_as_they_always_did() {
        let mut average = Average::default();
        for _ in 0..10 {
            average.add(i32::MAX);
        }
        assert!(average.wrapped());
        assert_eq!(printed(|out| average.print(out, Some(b"a"), 10)), "a: -1\n");
        assert_eq!(
            printed(|out| Average::default().print(out, None, 0)),
            "-nan\n"
        );
    }

    #[test]
    fn a_frequency_shows_its_ends_only_when_they_counted() {
        let mut frequency = Frequency::new(Bounds::new(-1, 1).unwrap());
        [0, 0, 1, 5]
            .into_iter()
            .for_each(|value| frequency.add(value));
        assert_eq!(
            printed(|out| frequency.print(out, b"f")),
            "Frequency f:\n   -1\t       0\n    0\t       2\n    1\t       1\nHigh\t       1\n"
        );
    }

    #[test]
    fn a_frequency_of_two_values_shows_all_its_ends_and_sums() {
        let mut cross = CrossFrequency::new(Bounds::new(8, 9).unwrap(), Bounds::new(1, 1).unwrap());
        for (down, across) in [(8, 1), (8, 1), (9, 0), (3, 7)] {
            cross.add(down, across);
        }
        assert_eq!(
            printed(|out| cross.print(out, b"")),
            "Frequency :\n\
             \x20       Low      1   High    Sum\n\
             Low       0      0      1      1\n\
             \x20  8      0      2      0      2\n\
             \x20  9      1      0      0      1\n\
             High      0      0      0      0\n\
             Sum       1      2      1      4\n\n"
        );
    }

    #[test]
    fn bounds_hold_something() {
        assert_eq!(Bounds::new(3, 3).map(Bounds::rows), Some(3));
        assert_eq!(Bounds::new(3, 2), None);
        assert_eq!(
            Bounds::new(i32::MIN, i32::MAX).map(Bounds::rows),
            Some((1 << 32) + 2)
        );
    }
}
