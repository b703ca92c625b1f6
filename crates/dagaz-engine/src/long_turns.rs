//! Turns that are known to have too many whole moves to list, so that they are tried once.

use std::sync::atomic::{AtomicU64, Ordering};

use dagaz_core::State;

/// How many long turns are remembered.
const LONG_TURNS: usize = 64;

/// The keys of the latest states in which long turns began.
#[derive(Debug)]
pub(crate) struct LongTurns([AtomicU64; LONG_TURNS]);

impl Default for LongTurns {
    fn default() -> LongTurns {
        LongTurns(std::array::from_fn(|_| AtomicU64::new(u64::MAX)))
    }
}

impl LongTurns {
    /// Returns whether the turn that begins in a state is known to be long.
    pub(crate) fn knows(&self, begun: &State) -> bool {
        self.0[begun.key() as usize % LONG_TURNS].load(Ordering::Relaxed) == begun.key()
    }

    /// Remembers that the turn that begins in a state is long.
    pub(crate) fn note(&self, begun: &State) {
        self.0[begun.key() as usize % LONG_TURNS].store(begun.key(), Ordering::Relaxed);
    }
}
