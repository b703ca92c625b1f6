//! What of a game's past may still come again.

/// The positions that have been there.
#[derive(Clone, Debug)]
pub(in crate::paths) struct Past {
    /// Their keys, the present one last; empty if no rule asks.
    keys: Vec<u64>,
    /// Those before this one cannot come again.
    since: usize,
    /// Whether any rule asks.
    matters: bool,
    forgetful: bool,
}

impl Past {
    pub(in crate::paths) fn new(keys: &[u64], forgetful: bool, matters: bool) -> Past {
        Past { keys: keys.to_vec(), since: 0, matters: matters && !forgetful, forgetful }
    }

    pub(in crate::paths) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(in crate::paths) fn is_forgetful(&self) -> bool {
        self.forgetful
    }

    /// Whether any rule asks.
    #[inline]
    pub(in crate::paths) fn matters(&self) -> bool {
        self.matters
    }

    /// Begins again as another one.
    pub(in crate::paths) fn restart(&mut self, start: &Past) {
        self.keys.clone_from(&start.keys);
        (self.since, self.matters, self.forgetful) = (start.since, start.matters, start.forgetful);
    }

    /// A move has led to the position of that key. `for_good`: no position before it can come
    /// again.
    #[inline]
    pub(in crate::paths) fn note(&mut self, key: u64, for_good: bool) {
        if self.matters {
            if for_good {
                self.since = self.keys.len();
            }
            self.keys.push(key);
        }
    }

    /// How much there is to be remembered; [`Past::back_to`] comes back to it.
    pub(in crate::paths) fn mark(&self) -> (usize, usize) {
        (self.keys.len(), self.since)
    }

    pub(in crate::paths) fn back_to(&mut self, (len, since): (usize, usize)) {
        self.keys.truncate(len);
        self.since = since;
    }

    /// Whether so many positions, the present one among them, have not been there since the last
    /// after which none comes again: then none has been there so often.
    #[inline]
    pub(in crate::paths) fn is_shorter_than(&self, times: usize) -> bool {
        self.keys.len() - self.since.min(self.keys.len()) < times
    }

    /// How often a position has been there, now counted.
    pub(in crate::paths) fn times(&self, key: u64) -> usize {
        self.keys[self.since.min(self.keys.len())..].iter().filter(|known| **known == key).count().max(1)
    }
}
