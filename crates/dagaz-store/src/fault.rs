//! What can go wrong with a store.

use std::fmt;

/// Damage that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// A record is damaged.
    Record {
        /// The game.
        game: String,
        /// The number of the record, from 0.
        number: u32,
    },
    /// Records are missing at the end of a log.
    Missing {
        /// The game.
        game: String,
        /// How many records there are.
        found: u32,
        /// How many there were.
        written: u32,
    },
    /// The summary of a game is damaged.
    Summary {
        /// The game.
        game: String,
    },
    /// Bytes kept under a hash have another one.
    Kept {
        /// The hash.
        hash: String,
    },
    /// Whole commits are missing: the file, or its commit counter, is older than the last write.
    Older {
        /// How many commits the file has.
        found: u64,
        /// How many were made.
        written: u64,
    },
    /// The file is no store, or its structure is broken; with the words of SQLite.
    File(String),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Record { game, number } => {
                write!(f, "record {number} of game {game} is damaged: it is not what was written")
            }
            Damage::Missing { game, found, written } => {
                write!(f, "game {game} has lost records: {written} were written and {found} are there")
            }
            Damage::Summary { game } => write!(f, "the summary of game {game} is damaged"),
            Damage::Kept { hash } => write!(f, "the rules kept under {hash} are damaged"),
            Damage::Older { found, written } => {
                write!(f, "the file has lost what was last written: it holds {found} commits of {written}")
            }
            Damage::File(words) => write!(f, "the file is damaged: {words}"),
        }
    }
}

/// What can go wrong with a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreFault {
    /// The file cannot be opened; with the words of the system.
    Open(String),
    /// It was written by a newer version of this program, in this format.
    Newer(i64),
    /// Another process has it open.
    InUse,
    /// A write failed; only a new read shows the contents of the disk. With SQLite's message.
    Write(String),
    /// A read failed; with SQLite's message.
    Read(String),
    /// Damage was found.
    Damaged(Damage),
    /// The log has another length than the writer expects: another writer appended.
    Conflict {
        /// How many records it has.
        found: u32,
    },
    /// The game belongs to another process that uses the store, at this address.
    Elsewhere(String),
    /// The lease of this process has expired: its games may belong to other processes now.
    Fenced,
    /// Others were faster, again and again.
    Raced,
    /// The database cannot be reached; with its words, or those of the system.
    Unreachable(String),
    /// Too much waits for the writer already.
    Busy,
    /// The store is closed, or stopped after a failed write.
    Closed,
}

impl fmt::Display for StoreFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreFault::Open(words) => write!(f, "the store cannot be opened: {words}"),
            StoreFault::Newer(version) => {
                write!(f, "the store was written by a newer version of this program (its format is {version})")
            }
            StoreFault::InUse => f.write_str("another process has the store open"),
            StoreFault::Write(words) => write!(f, "the store cannot be written: {words}"),
            StoreFault::Read(words) => write!(f, "the store cannot be read: {words}"),
            StoreFault::Damaged(damage) => damage.fmt(f),
            StoreFault::Conflict { found } => write!(f, "the log has {found} records, not as many as expected"),
            StoreFault::Elsewhere(address) if address.is_empty() => f.write_str("another process has the game"),
            StoreFault::Elsewhere(address) => write!(f, "another process has the game, at {address}"),
            StoreFault::Fenced => f.write_str("the process was silent for too long, and others have taken over"),
            StoreFault::Raced => f.write_str("others were faster, again and again"),
            StoreFault::Unreachable(words) => write!(f, "the database cannot be reached: {words}"),
            StoreFault::Busy => f.write_str("too much waits to be written"),
            StoreFault::Closed => f.write_str("the store is closed"),
        }
    }
}

impl std::error::Error for StoreFault {}

/// Returns a fault of SQLite while reading: damage, if SQLite reports it.
pub(crate) fn reading(error: &rusqlite::Error) -> StoreFault {
    match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase) => {
            StoreFault::Damaged(Damage::File(error.to_string()))
        }
        _ if matches!(
            error,
            rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::IntegralValueOutOfRange(..)
                | rusqlite::Error::Utf8Error(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
        ) =>
        {
            StoreFault::Damaged(Damage::File(error.to_string()))
        }
        _ => StoreFault::Read(error.to_string()),
    }
}
