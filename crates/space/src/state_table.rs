//! The table that finds equal states: open addressing, one cache line a look-up. Keys are packed states,
//! 64 bits where they fit.

use crate::{Stopped, Watch};

/// A packed state.
pub(crate) trait StateKey: Copy + Eq + std::ops::BitOr<Output = Self> {
    /// The empty state.
    const ZERO: Self;
    /// A field of it.
    fn field(value: u32, shift: u32) -> Self;
    /// The value of a field.
    fn value(self, shift: u32, bits: u32) -> u32;
    /// The masked bits, moved up (or down, if negative).
    fn moved(self, mask: Self, up: i32) -> Self;
    /// Its bits, well mixed.
    fn mix(self) -> u64;
}

impl StateKey for u64 {
    const ZERO: u64 = 0;
    #[inline]
    fn field(value: u32, shift: u32) -> u64 {
        (value as u64) << shift
    }
    #[inline]
    fn value(self, shift: u32, bits: u32) -> u32 {
        (self >> shift) as u32 & (u32::MAX >> (32 - bits))
    }
    #[inline]
    fn moved(self, mask: u64, up: i32) -> u64 {
        if up < 0 {
            (self & mask) >> -up
        } else {
            (self & mask) << up
        }
    }
    #[inline]
    fn mix(self) -> u64 {
        let wide = self as u128 * 0x9e37_79b9_7f4a_7c15;
        (wide >> 64) as u64 ^ wide as u64
    }
}

impl StateKey for u128 {
    const ZERO: u128 = 0;
    #[inline]
    fn field(value: u32, shift: u32) -> u128 {
        (value as u128) << shift
    }
    #[inline]
    fn value(self, shift: u32, bits: u32) -> u32 {
        (self >> shift) as u32 & (u32::MAX >> (32 - bits))
    }
    #[inline]
    fn moved(self, mask: u128, up: i32) -> u128 {
        if up < 0 {
            (self & mask) >> -up
        } else {
            (self & mask) << up
        }
    }
    #[inline]
    fn mix(self) -> u64 {
        ((self >> 64) as u64).mix().rotate_left(32) ^ (self as u64).mix()
    }
}

/// No entry. Also the value of a key that leads nowhere, which no lookup has to tell apart from another.
const FREE: u32 = u32::MAX - 1;

/// How many entries are made or moved between two looks at the watch. Tables of up to four times as many never look: one
/// that cannot grow because the work was stopped then has room for far more than is still found until that is seen.
const ENTRIES_A_LOOK: usize = 1 << 16;

/// From keys to numbers.
pub(crate) struct StateTable<'w, K> {
    entries: Vec<(K, u32)>,
    used: usize,
    watch: &'w Watch,
}

impl<'w, K: StateKey> StateTable<'w, K> {
    /// A table with room for about so many keys.
    pub(crate) fn new(room: usize, watch: &'w Watch) -> Result<StateTable<'w, K>, Stopped> {
        Ok(StateTable {
            entries: free_entries((2 * room).next_power_of_two().max(64), watch)?,
            used: 0,
            watch,
        })
    }

    /// The value of a key, made on first sight.
    #[inline]
    pub(crate) fn get_or(&mut self, key: K, make: impl FnOnce() -> u32) -> u32 {
        let mut at = self.slot(key);
        loop {
            let (known, value) = self.entries[at];
            if value == FREE {
                break;
            }
            if known == key {
                return value;
            }
            at = (at + 1) & (self.entries.len() - 1);
        }
        let value = make();
        self.entries[at] = (key, value);
        self.used += 1;
        if 2 * self.used > self.entries.len() {
            // Where the work was stopped the table stays as it is, half empty: whoever fills it looks at the watch long
            // before it is full. A look-up that could fail would cost more than that.
            if let Ok(larger) = self.larger() {
                self.entries = larger;
            }
        }
        value
    }

    /// Brings the entries of some keys into the cache: independent loads, which wait for memory together
    /// and not one after the other.
    pub(crate) fn touch(&self, keys: impl Iterator<Item = K>) {
        let sum = keys.fold(0u32, |sum, key| {
            sum.wrapping_add(self.entries[self.slot(key)].1)
        });
        std::hint::black_box(sum);
    }

    /// The bytes it takes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&self.entries[..])
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        key.mix() as usize & (self.entries.len() - 1)
    }

    /// The same entries in four times the room. That can be tens of millions.
    #[cold]
    fn larger(&self) -> Result<Vec<(K, u32)>, Stopped> {
        let mut larger = free_entries(4 * self.entries.len(), self.watch)?;
        let mask = larger.len() - 1;
        for some in self.entries.chunks(ENTRIES_A_LOOK) {
            for &(key, value) in some.iter().filter(|(_, value)| *value != FREE) {
                let mut at = key.mix() as usize & mask;
                while larger[at].1 != FREE {
                    at = (at + 1) & mask;
                }
                larger[at] = (key, value);
            }
            if self.entries.len() > ENTRIES_A_LOOK {
                self.watch.look()?;
            }
        }
        Ok(larger)
    }
}

/// So many free entries, a power of two. Memory that the system has yet to give is made a part at a time.
fn free_entries<K: StateKey>(number: usize, watch: &Watch) -> Result<Vec<(K, u32)>, Stopped> {
    let looks = number > 4 * ENTRIES_A_LOOK;
    let mut entries = Vec::new();
    while entries.len() < number {
        if looks {
            watch.look()?;
        }
        entries.reserve_exact(number - entries.len());
        let upto = number.min(entries.len() + ENTRIES_A_LOOK);
        entries.resize(upto, (K::ZERO, FREE));
    }
    Ok(entries)
}
