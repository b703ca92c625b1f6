//! A table of proved bounds of positions.
//!
//! An entry is one word: the part of the key that its index does not contain, the bounds, the cost,
//! and the index of a good move. Four entries share a bucket; the one with the lowest cost is
//! replaced.

/// Entries that share a place.
const SHARED: usize = 4;
/// Bits of a key that an entry keeps; the place tells at least the others.
const KEPT: u32 = 46;
/// The fewest bits of a place.
const PLACE_MIN: u32 = 64 - KEPT;
/// No good move is known.
const NO_MOVE: u8 = u8::MAX;

/// What is known of a position, seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct KnownBounds {
    pub(super) least: i8,
    pub(super) most: i8,
    /// The place of a good move in the list of moves.
    pub(super) good: Option<u8>,
}

impl KnownBounds {
    /// Returns whether the position has at least this value, if known.
    #[inline]
    pub(super) fn reaches(&self, aim: i8) -> Option<bool> {
        if self.least >= aim {
            Some(true)
        } else if self.most < aim {
            Some(false)
        } else {
            None
        }
    }
}

/// See the [module documentation](self).
pub(super) struct BoundsTable {
    entries: Vec<[u64; SHARED]>,
    bits: u32,
}

impl BoundsTable {
    /// Returns a table of at most this number of bytes, with a minimum size.
    pub(super) fn new(bytes: usize) -> BoundsTable {
        let places = (bytes / (8 * SHARED)).max(1);
        let bits = places.ilog2().max(PLACE_MIN);
        BoundsTable { entries: vec![[0; SHARED]; 1 << bits], bits }
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        (key >> (64 - self.bits)) as usize
    }

    /// Returns the entry of a position.
    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<KnownBounds> {
        let kept = key << (64 - KEPT);
        let same = |entry: &&u64| **entry & (u64::MAX << (64 - KEPT)) == kept && **entry as u32 & 0xf != 0;
        self.entries[self.place(key)].iter().find(same).map(|entry| unpack(*entry))
    }

    /// Records that a position has at least the value `aim`, or less; `cost` is the logarithm of
    /// the work.
    #[inline]
    pub(super) fn put(&mut self, key: u64, aim: i8, reached: bool, good: Option<u8>, cost: u32) {
        let place = self.place(key);
        let entries = &mut self.entries[place];
        let kept = key << (64 - KEPT);
        let mut least = (u64::MAX, 0);
        for (index, entry) in entries.iter().enumerate() {
            if *entry & 0xf == 0 {
                least = (0, index);
            } else if *entry & (u64::MAX << (64 - KEPT)) == kept {
                let old = unpack(*entry);
                let cost = cost.max((*entry >> 12) as u32 & 0x3f);
                let known = match reached {
                    true => KnownBounds { least: old.least.max(aim), ..old },
                    false => KnownBounds { most: old.most.min(aim - 1), ..old },
                };
                entries[index] = kept | packed(KnownBounds { good: good.or(old.good), ..known }, cost);
                return;
            } else {
                least = least.min((*entry >> 12 & 0x3f | 1 << 6, index));
            }
        }
        let known = match reached {
            true => KnownBounds { least: aim, most: 1, good },
            false => KnownBounds { least: -1, most: aim - 1, good },
        };
        entries[least.1] = kept | packed(known, cost);
    }
}

/// The bounds in 4 bits, never 0 since the upper one is not the least there is, the move in 8, the
/// cost in 6.
#[inline]
fn packed(known: KnownBounds, cost: u32) -> u64 {
    let bounds = (known.least + 1) as u64 | ((known.most + 2) as u64) << 2;
    bounds | u64::from(known.good.unwrap_or(NO_MOVE)) << 4 | u64::from(cost.min(63)) << 12
}

#[inline]
fn unpack(entry: u64) -> KnownBounds {
    let good = (entry >> 4) as u8;
    KnownBounds {
        least: (entry & 3) as i8 - 1,
        most: (entry >> 2 & 3) as i8 - 2,
        good: (good != NO_MOVE).then_some(good),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn confidence_bounds_narrow_and_hold() {
        let mut table = BoundsTable::new(0);
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(table.get(key), None);
        table.put(key, 1, false, None, 3);
        assert_eq!(table.get(key), Some(KnownBounds { least: -1, most: 0, good: None }));
        table.put(key, 0, true, Some(7), 4);
        assert_eq!(table.get(key), Some(KnownBounds { least: 0, most: 0, good: Some(7) }));
        assert_eq!(table.get(key ^ 1), None, "the lowest bits count");
        assert_eq!(table.get(key ^ 1 << 63), None, "and the highest");
        assert_eq!(table.get(key ^ 1 << 45), None, "and those between");
        assert_eq!(table.get(key ^ 1 << 46), None);
    }

    #[test]
    fn the_cheapest_entry_is_evicted() {
        let mut table = BoundsTable::new(0);
        for (key, cost) in [(1, 9), (2, 5), (3, 7), (4, 8), (5, 1)] {
            table.put(key, 0, true, None, cost);
        }
        assert!(table.get(2).is_none() && [1, 3, 4, 5].iter().all(|key| table.get(*key).is_some()));
        table.put(6, 1, false, Some(3), 2);
        assert!(table.get(5).is_none() && table.get(6).is_some());
    }
}
