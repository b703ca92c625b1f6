//! Tables: what programs name by number, each thing kept once.

use std::collections::HashMap;
use std::hash::Hash;

/// A table in the making.
#[derive(Debug)]
pub(crate) struct Table<T> {
    known: HashMap<T, u32>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table { known: HashMap::new() }
    }
}

impl<T: Hash + Eq> Table<T> {
    /// The number of an entry, which is added unless it is known.
    pub(crate) fn number(&mut self, entry: T) -> u32 {
        // Rules have a million nodes at most, so there are never as many entries as numbers.
        let next = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        *self.known.entry(entry).or_insert(next)
    }

    /// All entries in the order of their numbers.
    pub(crate) fn entries(self) -> Vec<T> {
        let mut entries: Vec<(T, u32)> = self.known.into_iter().collect();
        entries.sort_unstable_by_key(|&(_, number)| number);
        entries.into_iter().map(|(entry, _)| entry).collect()
    }
}
