//! The writer of a store in one file.
//!
//! After a failed commit (a full disk or worse), the contents of the disk are unknown. A disk that
//! failed a sync once may report success later, although it has lost the data. So everything is
//! read again and rewritten before any new write.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension, params};

use crate::Summary;
use crate::check::Check;
use crate::commit_counter::CommitCounter;
use crate::disk::Location;
use crate::fault::{Damage, StoreFault, reading};
use crate::schema;
use crate::write::{Append, Batches, Counts, Job, Removal, Retag, Weather};

/// The end of a log.
#[derive(Clone, Copy)]
struct Head {
    row: i64,
    records: u32,
    check: Check,
    /// Whether more is likely to follow: heads of games that are over are not kept.
    live: bool,
}

/// Heads that a transaction has changed; `None` of a game that it has removed.
type Heads = HashMap<String, Option<Head>>;

/// Heads of logs that are kept in memory.
const HEADS_MAX: usize = 65_536;

/// See the [module documentation](self).
pub(crate) struct File {
    location: Location,
    connection: Connection,
    witness: CommitCounter,
    weather: Option<Weather>,
    /// Commits ever made.
    number: u64,
    heads: HashMap<String, Head>,
    counts: Counts,
}

impl File {
    pub(crate) fn new(
        location: Location,
        connection: Connection,
        witness: CommitCounter,
        weather: Option<Weather>,
        counts: Counts,
    ) -> Result<File, StoreFault> {
        let number = commits(&connection)?;
        Ok(File { location, connection, witness, weather, number, heads: HashMap::new(), counts })
    }
}

/// Returns the number of commits that the file records.
fn commits(connection: &Connection) -> Result<u64, StoreFault> {
    let made: i64 = connection
        .query_row("SELECT value FROM facts WHERE name = 'commits'", [], |row| row.get(0))
        .map_err(|error| reading(&error))?;
    Ok(made.max(0) as u64)
}

impl Batches for File {
    fn commit(&mut self, jobs: Vec<Job>) -> Result<(), StoreFault> {
        let mut outcomes: Vec<(Job, Result<u32, StoreFault>)> = Vec::with_capacity(jobs.len());
        let mut heads: Heads = HashMap::new();
        let mut written = 0;
        let mut failed = self.connection.execute_batch("BEGIN IMMEDIATE").err().map(|error| error.to_string());
        for job in jobs {
            let result = match &job {
                _ if failed.is_some() => Ok(0),
                Job::Append(append, _) => self.append(append, &mut heads),
                Job::Keep(hash, bytes, _) => self.keep(hash, bytes).map(|()| 0),
                Job::Retag(retag, _) => self.retag(retag, &heads).map(|()| 0),
                Job::Remove(removal, _) => self.remove(removal, &mut heads).map(|()| 0),
                Job::Note(name, value, _) => self.note(name, *value).map(|()| 0),
                Job::Flush(_) => Ok(0),
            };
            if let Err(StoreFault::Write(words)) = &result {
                failed.get_or_insert_with(|| words.clone());
            }
            if let (Job::Append(append, _), Ok(_)) = (&job, &result) {
                written += append.records.len() as u64;
            }
            outcomes.push((job, result));
        }
        if failed.is_none() {
            failed = self.end(written).err();
        }
        if let Some(words) = failed {
            let _ = self.connection.execute_batch("ROLLBACK");
            self.heads.clear();
            let fault = StoreFault::Write(words);
            self.counts.failed();
            for (job, _) in outcomes {
                job.refuse(fault.clone());
            }
            return Err(fault);
        }
        if self.heads.len() + heads.len() > HEADS_MAX {
            self.heads.clear();
        }
        for (game, head) in heads {
            match head.filter(|head| head.live) {
                Some(head) => drop(self.heads.insert(game, head)),
                None => drop(self.heads.remove(&game)),
            }
        }
        for (job, result) in outcomes {
            job.answer(result);
        }
        Ok(())
    }

    fn recover(&mut self) -> Result<(), StoreFault> {
        let connection = schema::connect(&self.location)?;
        // Pages in the write-ahead log may be in memory only.
        if !schema::checkpoint(&connection)? {
            return Err(StoreFault::Write("what was written is still being read".to_string()));
        }
        let found = commits(&connection)?;
        if found < self.number {
            return Err(StoreFault::Damaged(Damage::Older { found, written: self.number }));
        }
        self.number = found;
        self.connection = connection;
        Ok(())
    }

    fn close(&mut self) {
        // A clean end leaves no write-ahead log behind.
        let _ = schema::checkpoint(&self.connection);
    }
}

impl File {
    fn end(&mut self, written: u64) -> Result<(), String> {
        if let Some(Weather(weather)) = &self.weather {
            weather(self.number + 1)?;
        }
        let number = self.number + 1;
        self.connection
            .prepare_cached("UPDATE facts SET value = ?1 WHERE name = 'commits'")
            .and_then(|mut update| update.execute(params![number as i64]))
            .map_err(|error| error.to_string())?;
        self.connection.execute_batch("COMMIT").map_err(|error| error.to_string())?;
        self.number = number;
        // A witness that cannot be written is no reason to lose a game that can.
        let _ = self.witness.note(number);
        self.counts.committed(written);
        Ok(())
    }

    fn head(&self, game: &str, new: &Heads) -> Result<Option<Head>, StoreFault> {
        if let Some(head) = new.get(game) {
            return Ok(*head);
        }
        if let Some(head) = self.heads.get(game) {
            return Ok(Some(*head));
        }
        let row = self
            .connection
            .prepare_cached("SELECT id, records, head FROM games WHERE name = ?1")
            .and_then(|mut select| {
                select.query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))).optional()
            })
            .map_err(|error| reading(&error))?;
        let Some((row, records, check)) = row else { return Ok(None) };
        let check =
            Check::from_slice(&check).ok_or_else(|| StoreFault::Damaged(Damage::Summary { game: game.to_string() }))?;
        Ok(Some(Head { row, records, check, live: true }))
    }

    fn append(&self, append: &Append, heads: &mut Heads) -> Result<u32, StoreFault> {
        let known = self.head(&append.game, heads)?;
        let found = known.map_or(0, |head| head.records);
        if found != append.after {
            return Err(StoreFault::Conflict { found });
        }
        let writing = |error: rusqlite::Error| StoreFault::Write(error.to_string());
        let Summary { text, live, touched, deadline, words } = &append.summary;
        let mut check = known.map_or_else(|| Check::start(&append.game), |head| head.check);
        let checks: Vec<Check> = append
            .records
            .iter()
            .enumerate()
            .map(|(index, bytes)| {
                check = check.then(found + index as u32, bytes);
                check
            })
            .collect();
        let records = found + append.records.len() as u32;
        let mark = Check::row(&append.game, records, check, &append.summary);
        let (touched, deadline) = (*touched as i64, deadline.map(|deadline| deadline as i64));
        let bytes = append.records.iter().map(Vec::len).sum::<usize>() as i64;
        let row = match known {
            Some(head) => {
                self.connection
                    .prepare_cached(
                        "UPDATE games SET records = ?2, head = ?3, live = ?4, touched = ?5, deadline = ?6, summary = ?7, \
                         words = ?8, mark = ?9, bytes = bytes + ?10 WHERE id = ?1",
                    )
                    .and_then(|mut update| {
                        let row = head.row;
                        update.execute(params![row, records, check.0, live, touched, deadline, text, words, mark.0, bytes])
                    })
                    .map_err(writing)?;
                head.row
            }
            None => self
                .connection
                .prepare_cached(
                    "INSERT INTO games (name, records, head, live, touched, deadline, summary, words, mark, bytes) \
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
                )
                .and_then(|mut insert| {
                    let game = &append.game;
                    insert.insert(params![game, records, check.0, live, touched, deadline, text, words, mark.0, bytes])
                })
                .map_err(writing)?,
        };
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO records (game, number, bytes, mark) VALUES (?1, ?2, ?3, ?4)")
            .map_err(writing)?;
        for (index, (bytes, check)) in append.records.iter().zip(&checks).enumerate() {
            insert.execute(params![row, found + index as u32, bytes, check.0]).map_err(writing)?;
        }
        if let Some(tags) = &append.tags {
            self.tag(row, tags).map_err(writing)?;
        }
        heads.insert(append.game.clone(), Some(Head { row, records, check, live: *live }));
        Ok(records)
    }

    fn tag(&self, row: i64, tags: &[String]) -> rusqlite::Result<()> {
        self.connection.prepare_cached("DELETE FROM tags WHERE game = ?1")?.execute([row])?;
        let mut insert = self.connection.prepare_cached("INSERT OR IGNORE INTO tags (tag, game) VALUES (?1, ?2)")?;
        for tag in tags {
            insert.execute(params![tag, row])?;
        }
        Ok(())
    }

    fn retag(&self, retag: &Retag, heads: &Heads) -> Result<(), StoreFault> {
        match self.head(&retag.game, heads)? {
            Some(head) if head.records == retag.records => {
                self.tag(head.row, &retag.tags).map_err(|error| StoreFault::Write(error.to_string()))
            }
            head => Err(StoreFault::Conflict { found: head.map_or(0, |head| head.records) }),
        }
    }

    fn remove(&self, removal: &Removal, heads: &mut Heads) -> Result<(), StoreFault> {
        let found = self.head(&removal.game, heads)?;
        let Some(head) = found.filter(|head| head.records == removal.records) else {
            return Err(StoreFault::Conflict { found: found.map_or(0, |head| head.records) });
        };
        for sql in [
            "DELETE FROM tags WHERE game = ?1",
            "DELETE FROM records WHERE game = ?1",
            "DELETE FROM games WHERE id = ?1",
        ] {
            self.connection
                .prepare_cached(sql)
                .and_then(|mut delete| delete.execute([head.row]))
                .map_err(|error| StoreFault::Write(error.to_string()))?;
        }
        heads.insert(removal.game.clone(), None);
        Ok(())
    }

    fn note(&self, name: &str, value: i64) -> Result<(), StoreFault> {
        self.connection
            .execute("INSERT OR REPLACE INTO facts (name, value) VALUES (?1, ?2)", params![name, value])
            .map(|_| ())
            .map_err(|error| StoreFault::Write(error.to_string()))
    }

    fn keep(&self, hash: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO kept (hash, bytes) VALUES (?1, ?2)")
            .and_then(|mut insert| insert.execute(params![hash, bytes]))
            .map(|_| ())
            .map_err(|error| StoreFault::Write(error.to_string()))
    }
}
