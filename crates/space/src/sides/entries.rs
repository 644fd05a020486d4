//! Some entries of a long row that stand for all: the whole would take many times as long, and hardly be closer.
//!
//! An entry is drawn with a chance in proportion to what it promises, and counts as many times more; so all that are drawn are expected
//! to come to what the row does, whatever was promised.

use super::seat_table::{Row, RowEntry, ends};

/// So many entries are looked at for each hit of a state;
const OF_A_HIT: usize = 8;
/// a row is looked at as a whole if it is at most so many times as long.
const MOST_OF_ROW: usize = 2;

/// What entries are drawn for: a state that is hit so many times.
#[derive(Clone, Copy)]
pub(super) struct Draw {
    pub(super) hits: u32,
    /// From which place on, from 0 to 1.
    pub(super) start: f64,
}

/// How many entries of a row are looked at for so many hits.
pub(super) fn looked_at(row: &Row, hits: u32) -> usize {
    let drawn = OF_A_HIT * hits as usize;
    match row.entries.len() {
        all if all <= MOST_OF_ROW * drawn => all,
        _ => drawn,
    }
}

/// Entries of a row, each with how many times it counts.
#[derive(Default)]
pub(super) struct Drawn {
    /// What each entry and those before it promise.
    upto: Vec<f64>,
    pub(super) entries: Vec<(RowEntry, f64)>,
}

/// What entries of rows promise, whatever their end is: for each number of cards in all, by how many of each kind they take.
pub(super) struct OfEntries(Vec<Vec<f64>>);

impl OfEntries {
    /// Of rows that take fewer cards than this.
    pub(super) fn new(totals: usize) -> OfEntries {
        OfEntries(vec![Vec::new(); totals])
    }

    /// Those of rows that take so many cards.
    pub(super) fn put(&mut self, total: usize, promises: Vec<f64>) {
        self.0[total] = promises;
    }

    pub(super) fn bytes(&self) -> u64 {
        let bytes = self.0.iter().map(|promises| size_of_val(&promises[..]));
        bytes.sum::<usize>() as u64
    }

    /// Draws entries of a row whose ends come to so much.
    pub(super) fn draw(
        &self,
        row: &Row,
        of_end: &dyn Fn(u32) -> f64,
        Draw { hits, start }: Draw,
        Drawn { upto, entries }: &mut Drawn,
    ) {
        entries.clear();
        let number = looked_at(row, hits);
        if number == row.entries.len() {
            entries.extend(row.entries.iter().map(|&entry| (entry, 1.0)));
            return;
        }
        upto.clear();
        let promises = &self.0[row.total];
        let mut all = 0.0;
        for (end, entries) in ends(&row.entries) {
            let of_end = of_end(end);
            upto.extend(entries.iter().map(|entry| {
                all += of_end * promises[entry.id as usize];
                all
            }));
        }
        let step = all / number as f64;
        let mut next = step * start;
        let mut before = 0.0;
        for (&entry, &upto) in row.entries.iter().zip(&*upto) {
            let mut times = 0;
            while upto > next {
                next += step;
                times += 1;
            }
            if times > 0 {
                entries.push((entry, f64::from(times) * step / (upto - before)));
            }
            before = upto;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever they promise, each entry is expected to count once, and of a short row all do.
    #[test]
    fn drawn_entries_stand_for_the_whole_row() {
        let entry = |id: u32| RowEntry { end: id / 40, id };
        let row = |length: u32| Row {
            total: 0,
            entries: (0..length).map(entry).collect(),
        };
        let mut promises = OfEntries::new(1);
        let promise = |id: u32| f64::from(1 + id * 37 % 11);
        promises.put(0, (0..100).map(promise).collect());
        let mut drawn = Drawn::default();
        for hits in 1..5 {
            let mut times = [0.0; 100];
            const STARTS: u32 = 10_000;
            for start in 0..STARTS {
                let start = f64::from(start) / f64::from(STARTS);
                let of_end = |end| f64::from(1 + end);
                promises.draw(&row(100), &of_end, Draw { hits, start }, &mut drawn);
                assert!(drawn.entries.len() <= looked_at(&row(100), hits));
                for (entry, of_entry) in &drawn.entries {
                    times[entry.id as usize] += of_entry / f64::from(STARTS);
                }
            }
            for (id, times) in times.iter().enumerate() {
                assert!((times - 1.0).abs() < 0.02, "{hits} {id}: {times}");
            }
            let length = MOST_OF_ROW as u32 * OF_A_HIT as u32 * hits;
            let short = row(length);
            promises.draw(&short, &|_| 1.0, Draw { hits, start: 0.3 }, &mut drawn);
            let all = short.entries.iter().map(|&entry| (entry, 1.0));
            assert!(looked_at(&short, hits) == length as usize);
            assert!(all.eq(drawn.entries.iter().copied()));
        }
    }
}
