//! The table that finds equal states: open addressing, one cache line a look-up. Keys are packed states,
//! 64 bits where they fit.

/// A packed state.
pub(crate) trait Key: Copy + Eq + std::ops::BitOr<Output = Self> {
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

impl Key for u64 {
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

impl Key for u128 {
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

/// From keys to numbers.
pub(crate) struct Table<K> {
    entries: Vec<(K, u32)>,
    used: usize,
}

impl<K: Key> Table<K> {
    /// A table with room for about so many keys.
    pub(crate) fn new(room: usize) -> Table<K> {
        Table {
            entries: vec![(K::ZERO, FREE); (2 * room).next_power_of_two().max(64)],
            used: 0,
        }
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
            self.grow();
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

    #[cold]
    fn grow(&mut self) {
        let larger = vec![(K::ZERO, FREE); 4 * self.entries.len()];
        let entries = std::mem::replace(&mut self.entries, larger);
        for (key, value) in entries.into_iter().filter(|(_, value)| *value != FREE) {
            let mut at = self.slot(key);
            while self.entries[at].1 != FREE {
                at = (at + 1) & (self.entries.len() - 1);
            }
            self.entries[at] = (key, value);
        }
    }
}
