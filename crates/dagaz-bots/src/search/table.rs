//! The transposition table.
//!
//! Buckets of four entries, shared by all threads without locks. An entry is two words: the data,
//! and the key XOR the data, so a torn entry matches no key (Hyatt and Mann 2002). Entries of
//! earlier searches are replaced first, then shallow ones.

use std::sync::atomic::{AtomicU64, Ordering};

/// The bound of a stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Lower bound.
    Lower,
    /// Upper bound.
    Upper,
    /// Exact value.
    Exact,
}

/// An entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) value: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
    /// [`tag`] (move hash) of the best move; 0 if unknown.
    pub(crate) best: u16,
}

const BUCKET: usize = 4;
const AGES: u64 = 64;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: Vec<[AtomicU64; 2]>,
    buckets: u64,
    age: AtomicU64,
}

/// Returns the move hash: a move as the table stores it.
#[inline]
pub(crate) fn tag(number: u32) -> u16 {
    ((number.wrapping_mul(0x9e37_79b1) >> 16) as u16).max(1)
}

impl TranspositionTable {
    /// Allocates a table of about this many bytes.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / (16 * BUCKET)).max(1);
        TranspositionTable {
            words: (0..buckets * BUCKET).map(|_| Default::default()).collect(),
            buckets: buckets as u64,
            age: AtomicU64::new(0),
        }
    }

    /// Ages the entries for a new search.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[[AtomicU64; 2]] {
        let first = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize * BUCKET;
        &self.words[first..first + BUCKET]
    }

    /// Returns the entry of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[mixed, data]| {
            let data = data.load(Ordering::Relaxed);
            (data != 0 && mixed.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))
        })
    }

    /// Stores an entry.
    #[inline]
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Ordering::Relaxed) % AGES;
        let mut place = (i64::MAX, 0);
        let bucket = self.bucket(key);
        for (index, [mixed, data]) in bucket.iter().enumerate() {
            let old = data.load(Ordering::Relaxed);
            if old == 0 || mixed.load(Ordering::Relaxed) ^ old == key {
                place = (i64::MIN, index);
                if old != 0 && entry.best == 0 {
                    // A known best move is kept if the new search found none.
                    let kept = Entry { best: unpack(old).best, ..entry };
                    return store(&bucket[index], key, pack(kept, age));
                }
                break;
            }
            let worth = i64::from(unpack(old).depth) - 8 * ((age + AGES - (old >> 58)) % AGES) as i64;
            place = place.min((worth, index));
        }
        store(&bucket[place.1], key, pack(entry, age));
    }
}

#[inline]
fn store([mixed, data]: &[AtomicU64; 2], key: u64, packed: u64) {
    data.store(packed, Ordering::Relaxed);
    mixed.store(key ^ packed, Ordering::Relaxed);
}

/// Age in 6 bits, depth in 8, bound in 2, value in 24, best move in 16; never 0, since a bound is
/// never 0.
#[inline]
fn pack(entry: Entry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3u64,
    };
    let depth = entry.depth.clamp(-8, 247) + 8;
    age << 58
        | (depth as u64) << 42
        | bound << 40
        | ((entry.value as u32 & 0xff_ffff) as u64) << 16
        | u64::from(entry.best)
}

#[inline]
fn unpack(data: u64) -> Entry {
    Entry {
        value: ((data >> 16) as u32 as i32) << 8 >> 8,
        bound: match data >> 40 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: (data >> 42 & 0xff) as i32 - 8,
        best: data as u16,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposition_table_entries_round_trip() {
        let table = TranspositionTable::new(1 << 16);
        for (key, value, bound, depth, best) in [
            (1, 0, Bound::Exact, 0, 1),
            (u64::MAX, -999_999, Bound::Lower, 100, 65_535),
            (77 << 40, 999_999, Bound::Upper, -1, 3),
        ] {
            let entry = Entry { value, bound, depth, best };
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
        assert_eq!(table.get(2), None);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced() {
        let table = TranspositionTable::new(1);
        let entry = |depth| Entry { value: depth, bound: Bound::Exact, depth, best: 1 };
        (0..4).for_each(|key| table.put(key, entry(10 + key as i32)));
        table.put(4, entry(1));
        assert_eq!((table.get(0), table.get(3).map(|entry| entry.depth)), (None, Some(13)), "the shallowest");
        table.grow_older();
        table.grow_older();
        table.put(5, entry(2));
        assert!(table.get(5).is_some() && table.get(4).is_none());
        table.put(6, entry(3));
        assert!(table.get(5).is_some(), "older ones go before those of this search");
    }
}
