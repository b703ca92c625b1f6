//! The positions that a game has been through, so kept that one which is new is known for new at a
//! glance.

/// Tallies, of which a key belongs to one. As many as there are positions in most games or more.
const TALLIES: usize = 1 << 10;

/// Keys of positions in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    keys: Vec<u64>,
    /// How many of the keys belong to each tally; empty while there are none.
    tallies: Vec<u32>,
}

fn tally(key: u64) -> usize {
    (key >> 54) as usize % TALLIES
}

impl History {
    pub(crate) fn of(keys: &[u64]) -> History {
        let mut history = History::default();
        keys.iter().for_each(|key| history.push(*key));
        history
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        if self.tallies.is_empty() {
            self.tallies.resize(TALLIES, 0);
        }
        self.tallies[tally(key)] += 1;
        self.keys.push(key);
    }

    /// Forgets all but the first `len`.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        for key in self.keys.drain(len.min(self.keys.len())..) {
            self.tallies[tally(key)] -= 1;
        }
    }

    /// Whether a key is there so many times.
    #[inline]
    pub(crate) fn has(&self, key: u64, times: usize) -> bool {
        let most = self.tallies.get(tally(key)).map_or(0, |count| *count as usize);
        most >= times && self.keys.iter().filter(|known| **known == key).count() >= times
    }

    /// How often a key is there.
    pub(crate) fn count(&self, key: u64) -> usize {
        if self.has(key, 1) { self.keys.iter().filter(|known| **known == key).count() } else { 0 }
    }

    /// Becomes equal to another one, without allocating where it can.
    pub(crate) fn copy_from(&mut self, other: &History) {
        self.keys.clone_from(&other.keys);
        self.tallies.clone_from(&other.tallies);
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_counts_follow_additions_and_removals() {
        let key = |index: u64| ((index % 7) << 54) | (index % 3);
        let keys: Vec<u64> = (0..100).map(key).collect();
        let mut history = History::of(&keys);
        let count = |keys: &[u64], wanted: u64| keys.iter().filter(|key| **key == wanted).count();
        for len in [100, 63, 20, 0] {
            history.truncate(len);
            for index in 0..21 {
                let times = count(&keys[..len], key(index));
                assert!(history.has(key(index), times) && !history.has(key(index), times + 1), "{index} of {len}");
                assert_eq!(history.count(key(index)), times);
            }
        }
        let mut copy = History::of(&[5]);
        copy.copy_from(&History::of(&keys));
        assert_eq!(copy.keys(), keys);
        assert!(copy.has(key(4), count(&keys, key(4))) && !copy.has(5, 1));
    }
}
