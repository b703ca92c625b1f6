//! The configurations that a loop of a rule has met: a round that comes to one again ends.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;

use crate::fast_hash::FastHasher;

/// A site under the cursor and a key of everything else.
pub(super) type Configuration = (u16, u64);

/// A short list is searched; a long one has an index.
const SHORT: usize = 16;

/// See the [module documentation](self).
#[derive(Debug, Default)]
pub(super) struct Configurations {
    first: Vec<Configuration>,
    others: HashSet<Configuration, BuildHasherDefault<FastHasher>>,
}

impl Configurations {
    pub(super) fn len(&self) -> usize {
        self.first.len() + self.others.len()
    }

    pub(super) fn clear(&mut self) {
        self.first.clear();
        self.others.clear();
    }

    /// Notes a configuration; `false` if it is known.
    pub(super) fn note(&mut self, one: Configuration) -> bool {
        if self.first.contains(&one) {
            return false;
        }
        if self.first.len() < SHORT {
            self.first.push(one);
            return true;
        }
        self.others.insert(one)
    }
}
