//! The commit counter of a store.
//!
//! SQLite takes a damaged end of its write-ahead log for the effect of a crash, and drops the
//! commits behind it silently. So the number of commits is also written to a small file after each
//! commit, without a sync: it survives the death of the process. After a power failure it may be
//! older than the store, which is no error.
//!
//! The writer also holds the lock on this file.

use std::sync::Arc;

use rusqlite::Connection;

use crate::disk::{CounterFile, Location};
use crate::fault::{Damage, StoreFault, reading};

/// A number and its complement.
const BYTES: usize = 16;

#[derive(Debug)]
pub(crate) struct CommitCounter {
    file: Arc<dyn CounterFile>,
    /// The number when it was opened; `None` if it was new or its write was cut off.
    said: Option<u64>,
}

impl CommitCounter {
    pub(crate) fn open(location: &Location) -> Result<CommitCounter, StoreFault> {
        let file = location.counter()?;
        let bytes = file.read(BYTES).map_err(|error| StoreFault::Open(error.to_string()))?;
        let said = <[u8; BYTES]>::try_from(bytes.as_slice()).ok().and_then(|bytes| {
            let [number, complement] = [0, 8].map(|at| {
                let mut eight = [0; 8];
                eight.copy_from_slice(&bytes[at..at + 8]);
                u64::from_le_bytes(eight)
            });
            (number == !complement).then_some(number)
        });
        Ok(CommitCounter { file, said })
    }

    /// Compares with the counter of the store.
    pub(crate) fn compare(&self, connection: &Connection) -> Result<(), StoreFault> {
        let found: i64 = connection
            .query_row("SELECT value FROM facts WHERE name = 'commits'", [], |row| row.get(0))
            .map_err(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => {
                StoreFault::Damaged(Damage::File("the number of its commits is gone".to_string()))
            }
            other => reading(&other),
        })?;
        let found = u64::try_from(found).unwrap_or(0);
        match self.said {
            Some(written) if written > found => Err(StoreFault::Damaged(Damage::Older { found, written })),
            _ => Ok(()),
        }
    }

    pub(crate) fn note(&self, commits: u64) -> std::io::Result<()> {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&commits.to_le_bytes());
        bytes[8..].copy_from_slice(&(!commits).to_le_bytes());
        self.file.write(&bytes)
    }
}
