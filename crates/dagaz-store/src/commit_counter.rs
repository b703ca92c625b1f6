//! The commit counter of a store.
//!
//! SQLite takes a damaged end of its write-ahead log for the effect of a crash, and drops the
//! commits behind it silently. So the number of commits is also written to a small file after each
//! commit, without a sync: it survives the death of the process. After a power failure it may be
//! older than the store, which is no error.
//!
//! The writer also holds the lock on this file.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use rusqlite::Connection;

use crate::fault::{Damage, StoreFault, reading};

/// A number and its complement.
const BYTES: usize = 16;

#[derive(Debug)]
pub(crate) struct CommitCounter {
    file: File,
    /// The number when it was opened; `None` if it was new or its write was cut off.
    said: Option<u64>,
}

impl CommitCounter {
    pub(crate) fn open(store: &Path) -> Result<CommitCounter, StoreFault> {
        let mut name = store.as_os_str().to_os_string();
        name.push("-commits");
        let open = || -> std::io::Result<CommitCounter> {
            let mut file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(Path::new(&name))?;
            let mut bytes = Vec::new();
            (&mut file).take(BYTES as u64 + 1).read_to_end(&mut bytes)?;
            let said = <[u8; BYTES]>::try_from(bytes.as_slice()).ok().and_then(|bytes| {
                let [number, complement] = [0, 8].map(|at| {
                    let mut eight = [0; 8];
                    eight.copy_from_slice(&bytes[at..at + 8]);
                    u64::from_le_bytes(eight)
                });
                (number == !complement).then_some(number)
            });
            Ok(CommitCounter { file, said })
        };
        let witness = open().map_err(|error| StoreFault::Open(error.to_string()))?;
        // Two writers would not see each other's records. The lock ends with the process.
        match witness.file.try_lock() {
            Ok(()) => Ok(witness),
            Err(std::fs::TryLockError::WouldBlock) => Err(StoreFault::InUse),
            Err(std::fs::TryLockError::Error(error)) => Err(StoreFault::Open(error.to_string())),
        }
    }

    /// Compares with the counter of the store.
    pub(crate) fn compare(&mut self, connection: &Connection) -> Result<(), StoreFault> {
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

    pub(crate) fn note(&mut self, commits: u64) -> std::io::Result<()> {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&commits.to_le_bytes());
        bytes[8..].copy_from_slice(&(!commits).to_le_bytes());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&bytes)
    }
}
