//! The space that games take, by tag, and the removal of games after a time.
//!
//! The store does not know whom a tag means; the caller gives each game a tag of its creator.

use std::path::Path;
use std::sync::Arc;

use crate::disk::Location;
use crate::postgres::{Database, Pool};
use crate::sql::{Base, Row, params};
use crate::write::{Job, Removal};
use crate::{Place, Store, StoreFault, schema};

/// Bytes that a game takes besides its records: its row, its summary, its tags and their indexes.
const GAME_BYTES: u64 = 1_024;

/// Bytes that a record takes besides its contents: its key and its check sum.
const RECORD_BYTES: u64 = 24;

/// The space that the games of one tag take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The tag.
    pub tag: String,
    /// Number of games.
    pub games: u64,
    /// Number of records.
    pub records: u64,
    /// Bytes of games and records, with those of their indexes, rounded up.
    pub bytes: u64,
    /// When one of these games changed last, in milliseconds since 1970.
    pub touched: u64,
}

/// The requested old games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expired {
    /// Only games with this tag.
    pub tag: String,
    /// Only games that have not changed since this moment, in milliseconds since 1970.
    pub before: u64,
    /// How many at most.
    pub count: usize,
}

const SUMS: &str = "count(*), CAST(coalesce(sum(g.records), 0) AS BIGINT), \
    CAST(coalesce(sum(g.bytes), 0) AS BIGINT), coalesce(max(g.touched), 0)";

fn usage(tag: String, row: &Row, from: usize) -> Result<Usage, StoreFault> {
    let number = |at: usize| -> Result<u64, StoreFault> { Ok(row.get::<i64>(from + at)?.max(0) as u64) };
    let (games, records) = (number(0)?, number(1)?);
    let bytes = number(2)? + games * GAME_BYTES + records * RECORD_BYTES;
    Ok(Usage { tag, games, records, bytes, touched: number(3)? })
}

fn largest(base: &Base, prefix: &str, most: usize) -> Result<Vec<Usage>, StoreFault> {
    let select = format!(
        "SELECT t.tag, {SUMS} FROM tags t JOIN games g ON g.id = t.game WHERE substr(t.tag, 1, length(?1)) = ?1 \
         GROUP BY t.tag ORDER BY 4 DESC, 1 LIMIT ?2"
    );
    let rows = base.query(&select, params![prefix, most as i64])?;
    rows.iter().map(|row| usage(row.get(0)?, row, 1)).collect()
}

/// Returns the tags that begin like this and take the most space, the largest first, of a store in
/// a file. Another process may use the store.
pub fn usage_in_file(path: &Path, prefix: &str, most: usize) -> Result<Vec<Usage>, StoreFault> {
    largest(&Base::File(schema::open_reader(&Location::of(path))?), prefix, most)
}

/// The same of a store in a database, by its address.
pub fn usage_in_database(address: &str, prefix: &str, most: usize) -> Result<Vec<Usage>, StoreFault> {
    Pool::new(Arc::new(Database::open(address)?)).read(|base| largest(base, prefix, most))
}

impl Store {
    /// Returns the space that the games of a tag take.
    pub fn usage(&self, tag: &str) -> Result<Usage, StoreFault> {
        self.with_reader(|base| {
            let join = if base.is_file() { "CROSS JOIN" } else { "JOIN" };
            let select = format!("SELECT {SUMS} FROM tags t {join} games g ON g.id = t.game WHERE t.tag = ?1");
            let row = base.first(&select, params![tag])?;
            row.map_or_else(|| Ok(Usage::default()), |row| usage(tag.to_string(), &row, 0))
        })
    }

    /// Returns games that have not changed for long and wait for no deadline, those first that
    /// began first; without those of other processes.
    pub fn expired(&self, wanted: &Expired) -> Result<Vec<Removal>, StoreFault> {
        let mine = self.not_of_others();
        self.with_reader(|base| {
            let join = if base.is_file() { "CROSS JOIN" } else { "JOIN" };
            let select = format!(
                "SELECT g.name, g.records FROM tags t {join} games g ON g.id = t.game \
                 WHERE t.tag = ?1 AND g.touched < ?2 AND g.deadline IS NULL{mine} ORDER BY t.game LIMIT ?3"
            );
            let rows = base.query(&select, params![wanted.tag, wanted.before as i64, wanted.count as i64])?;
            rows.iter().map(|row| Ok(Removal { game: row.get(0)?, records: row.get(1)? })).collect()
        })
    }

    /// Removes a game with its log, unless the log has grown meanwhile ([`StoreFault::Conflict`])
    /// or another process has the game. `done` is called as by [`append`](Store::append).
    pub fn remove(&self, removal: Removal, done: impl FnOnce(Result<(), StoreFault>) + Send + 'static) {
        self.writer.send(Job::Remove(removal, Box::new(done)));
    }

    /// Returns the condition that leaves out games of other processes; empty in a file.
    pub(crate) fn not_of_others(&self) -> String {
        match &self.place {
            Place::File { .. } => String::new(),
            Place::Database { roll, .. } => {
                let epoch = roll.epoch();
                format!(" AND NOT EXISTS (SELECT 1 FROM members m WHERE m.epoch = owner AND m.epoch <> {epoch})")
            }
        }
    }
}
