//! Games whose tables are just being set up: one at a time for each game, so that it never has two
//! tables.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Locks = HashMap<Arc<str>, Arc<tokio::sync::Mutex<()>>>;

/// See the [module documentation](self).
#[derive(Default)]
pub(crate) struct TableSetup(Mutex<Locks>);

/// A request that sets up a game's table, or waits to do so. It may be cancelled.
pub(crate) struct Turn<'a> {
    all: &'a TableSetup,
    game: Arc<str>,
    pub(crate) lock: Arc<tokio::sync::Mutex<()>>,
}

impl TableSetup {
    fn locks(&self) -> MutexGuard<'_, Locks> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts to set up a game's table.
    pub(crate) fn come(&self, game: &Arc<str>) -> Turn<'_> {
        let lock = self.locks().entry(game.clone()).or_default().clone();
        Turn { all: self, game: game.clone(), lock }
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let mut locks = self.all.locks();
        // The last one removes the entry: while others wait, newcomers must wait for the same lock.
        if Arc::strong_count(&self.lock) == 2 {
            locks.remove(&self.game);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_requests_share_one_lock() {
        let (all, game): (TableSetup, Arc<str>) = (TableSetup::default(), "g".into());
        let (first, second) = (all.come(&game), all.come(&game));
        drop(first);
        let third = all.come(&game);
        assert!(Arc::ptr_eq(&second.lock, &third.lock));
        drop((second, third));
        assert!(all.locks().is_empty(), "nothing stays of a game that is set up");
    }
}
