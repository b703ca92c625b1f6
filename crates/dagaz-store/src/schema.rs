//! The tables, and how a file gets them.

use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::disk::Location;
use crate::fault::{StoreFault, reading};

/// The format of the file. Each number has its step in [`migrate`].
const VERSION: i64 = 3;

/// "Daga" in hexadecimal, so that a file of another program is not read as a store.
const APPLICATION: i64 = 0x4461_6761;

/// Prepared statements that a connection caches; greater than the number in use.
const STATEMENTS: usize = 128;

const TABLES: &str = "
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    records INTEGER NOT NULL,
    head BLOB NOT NULL,
    live INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    deadline INTEGER,
    summary TEXT NOT NULL,
    words TEXT NOT NULL,
    mark BLOB NOT NULL
) STRICT;
CREATE INDEX games_by_time ON games (touched DESC, id DESC);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE records (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    mark BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE kept (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO facts VALUES ('commits', 0);
";

/// Additions of format 2: the index of games by tags, newest first.
const TAGS: &str = "
CREATE TABLE tags (
    tag TEXT NOT NULL,
    game INTEGER NOT NULL,
    PRIMARY KEY (tag, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX tags_by_game ON tags (game);
";

/// Additions of format 3: the size of a log, by which its creator's quota is counted.
pub(crate) const BYTES: &str = "
ALTER TABLE games ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
UPDATE games SET bytes = (SELECT coalesce(sum(length(records.bytes)), 0) FROM records WHERE records.game = games.id);
";

#[cfg(feature = "postgres")]
/// Returns all tables, for where they are made in another way.
pub(crate) fn tables() -> String {
    format!("{TABLES}{TAGS}{BYTES}")
}

/// Opens a file for the writer.
pub(crate) fn open(location: &Location) -> Result<Connection, StoreFault> {
    let connection = connect(location)?;
    // The write-ahead log may be in memory only: a process that was killed after a failed sync
    // leaves it so, and no later sync writes it. A reader that is at work now hinders this.
    checkpoint(&connection)?;
    migrate(&connection)?;
    check_indexes(&connection)?;
    Ok(connection)
}

/// Opens a file, with any tables, in which a reported commit is durable.
pub(crate) fn connect(location: &Location) -> Result<Connection, StoreFault> {
    let connection = location.connect(OpenFlags::default())?;
    accustom(&connection)?;
    // FULL: a commit is on the disk when it is reported, power loss included. An exclusive lock
    // would keep readers out.
    for (pragma, value) in [("journal_mode", "WAL"), ("synchronous", "FULL"), ("temp_store", "MEMORY")] {
        connection.pragma_update_and_check(None, pragma, value, |_| Ok(())).or_else(|error| match error {
            rusqlite::Error::QueryReturnedNoRows => Ok(()),
            other => Err(reading(&other)),
        })?;
    }
    Ok(connection)
}

/// Moves committed pages from the write-ahead log to the file, which is synced, and restarts the
/// log. Returns false if it is still being read.
pub(crate) fn checkpoint(connection: &Connection) -> Result<bool, StoreFault> {
    let kept: rusqlite::Result<i64> = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0));
    match kept {
        Ok(kept) => Ok(kept == 0),
        Err(error) => match reading(&error) {
            StoreFault::Damaged(damage) => Err(StoreFault::Damaged(damage)),
            _ => Err(StoreFault::Write(error.to_string())),
        },
    }
}

/// What every connection is asked to do.
fn accustom(connection: &Connection) -> Result<(), StoreFault> {
    connection.busy_timeout(Duration::from_secs(5)).map_err(|error| reading(&error))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Without this, a statement is planned again for other values; each of ours has one good plan.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map_err(|error| reading(&error))?;
    Ok(())
}

/// Compares the indexes of the list of games with the list. What the games hold is checked whenever
/// it is read, but a game that a damaged index does not find would seem never to have been.
fn check_indexes(connection: &Connection) -> Result<(), StoreFault> {
    let found: String =
        connection.query_row("PRAGMA integrity_check(games)", [], |row| row.get(0)).map_err(|error| reading(&error))?;
    if found == "ok" { Ok(()) } else { Err(StoreFault::Damaged(crate::Damage::File(found))) }
}

/// Opens a file for a reader.
pub(crate) fn open_reader(location: &Location) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = location.connect(flags)?;
    accustom(&connection)?;
    Ok(connection)
}

fn number(connection: &Connection, pragma: &str) -> Result<i64, StoreFault> {
    connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|error| reading(&error))
}

fn migrate(connection: &Connection) -> Result<(), StoreFault> {
    let (application, version) = (number(connection, "application_id")?, number(connection, "user_version")?);
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(|error| reading(&error))?;
    if version == 0 && application == 0 && tables == 0 {
        let make = format!(
            "BEGIN IMMEDIATE; {TABLES} {TAGS} {BYTES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;"
        );
        return connection.execute_batch(&make).map_err(|error| StoreFault::Write(error.to_string()));
    }
    if application != APPLICATION {
        return Err(StoreFault::Damaged(crate::Damage::File("it is not a store of this program".to_string())));
    }
    match version {
        VERSION => Ok(()),
        1 | 2 => {
            let tags = if version == 1 { TAGS } else { "" };
            let migrated = format!("BEGIN IMMEDIATE; {tags} {BYTES} PRAGMA user_version = {VERSION}; COMMIT;");
            connection.execute_batch(&migrated).map_err(|error| StoreFault::Write(error.to_string()))
        }
        newer if newer > VERSION => Err(StoreFault::Newer(newer)),
        other => Err(StoreFault::Damaged(crate::Damage::File(format!("its format {other} has never existed")))),
    }
}
