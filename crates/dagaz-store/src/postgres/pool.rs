//! Connections of readers: kept while idle, and reopened when lost.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreFault;
use crate::postgres::Database;
use crate::sql::Base;

/// Connections that are kept.
const IDLE: usize = 4;

/// Wait for a lost database, which may be restarting.
const WAITED: Duration = Duration::from_secs(8);

/// Between two tries.
const PAUSE: Duration = Duration::from_millis(100);

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Pool {
    database: Arc<Database>,
    idle: Mutex<Vec<Base>>,
}

impl Pool {
    pub(crate) fn new(database: Arc<Database>) -> Pool {
        Pool { database, idle: Mutex::default() }
    }

    fn idle(&self) -> Option<Base> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.pop()
    }

    fn take(&self) -> Result<Base, StoreFault> {
        while let Some(base) = self.idle() {
            if !matches!(&base, Base::Database(link) if link.is_closed()) {
                return Ok(base);
            }
        }
        self.database.link().map(|link| Base::Database(Box::new(link)))
    }

    fn put(&self, base: Base) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < IDLE {
            idle.push(base);
        }
    }

    /// Runs a read, again if the connection is lost meanwhile.
    pub(crate) fn read<T>(&self, read: impl Fn(&Base) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        let until = Instant::now() + WAITED;
        loop {
            let done = self.take().and_then(|base| {
                let done = read(&base);
                if !matches!(done, Err(StoreFault::Unreachable(_))) {
                    self.put(base);
                }
                done
            });
            match done {
                Err(StoreFault::Unreachable(_) | StoreFault::Raced) if Instant::now() < until => {
                    std::thread::sleep(PAUSE);
                }
                done => return done,
            }
        }
    }

    /// Runs a change, once. Only connecting is repeated; the caller has to find out whether a
    /// change was made before a lost connection.
    pub(crate) fn change<T>(&self, work: impl FnOnce(&Base) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        let until = Instant::now() + WAITED;
        let base = loop {
            // An idle connection may be one to a database that has gone without a word.
            let found = self.take().and_then(|base| base.query("SELECT 1", &[]).map(|_| base));
            match found {
                Err(StoreFault::Unreachable(_)) if Instant::now() < until => std::thread::sleep(PAUSE),
                found => break found?,
            }
        };
        let done = work(&base);
        if !matches!(done, Err(StoreFault::Unreachable(_))) {
            self.put(base);
        }
        done
    }
}
