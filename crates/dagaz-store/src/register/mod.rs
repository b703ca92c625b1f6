//! The register: users, their sessions and ratings, mutes and reports.
//!
//! One SQLite file next to that of the games, or tables in their database, for rarely changed data
//! with keyed access. Every change is durable when its call returns. Statements work in both
//! databases ([`crate::sql`]). Session tokens are stored as hashes, passwords as text that the
//! caller derives.

mod guests;
mod moderation;
mod people;
mod ratings;
mod rules;
mod second_factor;
mod tokens;
mod tournaments;

use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use crate::disk::Location;
use crate::fault::{Damage, StoreFault, reading};
use crate::postgres::{Database, Pool};
use crate::sql::{Base, Row, Value, params};
use crate::{register_tables, schema};

pub use guests::GuestRow;
pub use moderation::ReportRow;
pub use people::PersonRow;
pub use ratings::RatingRow;
pub use rules::{RulesRow, Visible};
pub use second_factor::SecondFactorRow;
pub use tokens::PassRow;
pub use tournaments::{ActionRow, Entered, TournamentRow};

/// The format of the file.
const VERSION: i64 = 1;

/// "Dagp" in hexadecimal.
const APPLICATION: i64 = 0x4461_6770;

/// The users, their sessions and ratings. Every change is durable when its call returns.
#[derive(Debug)]
pub struct Register {
    place: Place,
    /// The data version by which SQLite shows writes of other processes.
    seen: AtomicI64,
}

#[derive(Debug)]
enum Place {
    File(Mutex<Base>),
    Database(Pool),
}

type Result<T> = std::result::Result<T, StoreFault>;

fn writing(error: rusqlite::Error) -> StoreFault {
    StoreFault::Write(error.to_string())
}

impl Register {
    /// Opens the register in a file, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Register> {
        let connection = schema::connect(&Location::of(path))?;
        let number = |pragma: &str| -> Result<i64> {
            connection.pragma_query_value(None, pragma, |row| row.get(0)).map_err(|error| reading(&error))
        };
        match (number("application_id")?, number("user_version")?) {
            (0, 0) => connection
                .execute_batch(&format!(
                    "BEGIN IMMEDIATE; {} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; COMMIT;",
                    register_tables::FIRST
                ))
                .map_err(writing)?,
            (APPLICATION, VERSION) => {}
            (APPLICATION, newer) => return Err(StoreFault::Newer(newer)),
            _ => return Err(StoreFault::Damaged(Damage::File("it is not a register of this program".to_string()))),
        }
        connection.execute_batch(register_tables::LATER).map_err(writing)?;
        Ok(Register { place: Place::File(Mutex::new(Base::File(connection))), seen: AtomicI64::new(-1) })
    }

    /// Opens the register in a PostgreSQL database, by its address; its tables are made if they are
    /// not there.
    pub fn open_database(address: &str) -> Result<Register> {
        let pool = Pool::new(Arc::new(Database::open(address)?));
        Ok(Register { place: Place::Database(pool), seen: AtomicI64::new(0) })
    }

    fn with<T>(&self, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        match &self.place {
            Place::File(base) => work(&*base.lock().map_err(|_| StoreFault::Closed)?),
            Place::Database(pool) => pool.change(work),
        }
    }

    fn read<T>(&self, read: impl Fn(&Base) -> Result<T>) -> Result<T> {
        match &self.place {
            Place::File(base) => read(&*base.lock().map_err(|_| StoreFault::Closed)?),
            Place::Database(pool) => pool.read(read),
        }
    }

    /// Runs several changes as one transaction.
    fn together<T>(&self, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        self.with(|base| base.together(work))
    }

    fn change(&self, sql: &str, values: &[Value]) -> Result<usize> {
        self.with(|base| base.execute(sql, values))
    }

    fn one<T>(&self, sql: &str, values: &[Value], make: impl FnOnce(&Row) -> Result<T>) -> Result<Option<T>> {
        self.read(|base| base.first(sql, values))?.map(|row| make(&row)).transpose()
    }

    fn all<T>(&self, sql: &str, values: &[Value], make: impl FnMut(&Row) -> Result<T>) -> Result<Vec<T>> {
        self.read(|base| base.query(sql, values))?.iter().map(make).collect()
    }

    /// Returns whether another process has written to the file since the last call. A database
    /// sends [`Event::People`](crate::Event::People) instead.
    pub fn changed_elsewhere(&self) -> Result<bool> {
        if matches!(self.place, Place::Database(_)) {
            return Ok(false);
        }
        let now = self.one("SELECT data_version FROM pragma_data_version", &[], |row| row.get::<i64>(0))?.unwrap_or(0);
        Ok(self.seen.swap(now, Ordering::Relaxed) != now)
    }

    /// Writes a copy of a register in a file to a file that is not there yet, while it is in use.
    pub fn backup(&self, path: &Path) -> Result<()> {
        self.change("VACUUM INTO ?1", params![&*path.to_string_lossy()]).map(|_| ())
    }
}
