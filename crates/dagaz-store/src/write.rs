//! The writer: one thread that puts whatever waits into one commit.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;

use rusqlite::{Connection, OptionalExtension, params};

use crate::check::Check;
use crate::fault::{Damage, StoreFault, reading};
use crate::witness::Witness;
use crate::{Options, Summary};

/// What the disk is told to do wrong: asked before each commit, with its number; an error makes that commit fail.
#[derive(Clone)]
pub struct Weather(pub Arc<dyn Fn(u64) -> Result<(), String> + Send + Sync>);

impl std::fmt::Debug for Weather {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Weather")
    }
}

/// Records to append to the log of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// The name of the game; a log begins with its first append.
    pub game: String,
    /// How many records the log has, as far as whoever appends knows.
    pub after: u32,
    /// The records.
    pub records: Vec<Vec<u8>>,
    /// The game afterwards.
    pub summary: Summary,
    /// The tags by which the game is found from now on, if they have changed.
    pub tags: Option<Vec<String>>,
}

/// What was appended is on the disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// How many records the log has now.
    pub records: u32,
}

type Done<T> = Box<dyn FnOnce(Result<T, StoreFault>) + Send>;

pub(crate) enum Job {
    Append(Append, Done<Appended>),
    Keep(String, Vec<u8>, Done<()>),
    Flush(Done<()>),
}

impl Job {
    fn refuse(self, fault: StoreFault) {
        match self {
            Job::Append(_, done) => done(Err(fault)),
            Job::Keep(_, _, done) | Job::Flush(done) => done(Err(fault)),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Writer {
    sender: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
    commits: Arc<AtomicU64>,
    records: Arc<AtomicU64>,
    failed: Arc<AtomicBool>,
}

impl Writer {
    pub(crate) fn start(connection: Connection, witness: Witness, options: Options) -> Result<Writer, StoreFault> {
        let (sender, receiver) = sync_channel(options.queue);
        let (commits, records) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
        let failed = Arc::new(AtomicBool::new(false));
        let made: i64 = connection
            .query_row("SELECT value FROM facts WHERE name = 'commits'", [], |row| row.get(0))
            .map_err(|error| reading(&error))?;
        let mut loop_ = Loop {
            connection,
            witness,
            options,
            number: made.max(0) as u64,
            heads: HashMap::new(),
            commits: commits.clone(),
            records: records.clone(),
            failed: failed.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("dagaz-store".to_string())
            .spawn(move || loop_.run(&receiver))
            .map_err(|error| StoreFault::Open(error.to_string()))?;
        Ok(Writer { sender: Some(sender), thread: Some(thread), commits, records, failed })
    }

    pub(crate) fn send(&self, job: Job) {
        let Some(sender) = &self.sender else { return job.refuse(StoreFault::Closed) };
        match sender.try_send(job) {
            Ok(()) => {}
            Err(TrySendError::Full(job)) => job.refuse(StoreFault::Busy),
            Err(TrySendError::Disconnected(job)) => job.refuse(StoreFault::Closed),
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        !self.failed.load(Ordering::Relaxed)
    }

    pub(crate) fn commits(&self) -> (u64, u64) {
        (self.commits.load(Ordering::Relaxed), self.records.load(Ordering::Relaxed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        // What was sent is still written.
        self.sender = None;
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

/// The end of a log.
#[derive(Clone, Copy)]
struct Head {
    row: i64,
    records: u32,
    check: Check,
}

/// Heads of logs that are kept in memory.
const HEADS_MAX: usize = 65_536;

struct Loop {
    connection: Connection,
    witness: Witness,
    options: Options,
    /// Commits ever made.
    number: u64,
    heads: HashMap<String, Head>,
    commits: Arc<AtomicU64>,
    records: Arc<AtomicU64>,
    failed: Arc<AtomicBool>,
}

impl Loop {
    fn run(&mut self, receiver: &Receiver<Job>) {
        while let Ok(first) = receiver.recv() {
            let mut jobs = vec![first];
            while jobs.len() < self.options.batch
                && let Ok(job) = receiver.try_recv()
            {
                jobs.push(job);
            }
            if let Err(fault) = self.commit(jobs) {
                // Whether the commit is on the disk is unknown, so nothing more is written behind it.
                self.failed.store(true, Ordering::Relaxed);
                while let Ok(job) = receiver.recv() {
                    job.refuse(fault.clone());
                }
                return;
            }
        }
        // A clean end leaves no write-ahead log behind.
        let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(TRUNCATE);");
    }

    /// Does the jobs and commits them together; then, and only then, says so.
    fn commit(&mut self, jobs: Vec<Job>) -> Result<(), StoreFault> {
        let mut outcomes: Vec<(Job, Result<u32, StoreFault>)> = Vec::with_capacity(jobs.len());
        let mut heads: HashMap<String, Head> = HashMap::new();
        let mut written = 0;
        let mut failed = self.connection.execute_batch("BEGIN IMMEDIATE").err().map(|error| error.to_string());
        for job in jobs {
            let result = match &job {
                _ if failed.is_some() => Ok(0),
                Job::Append(append, _) => self.append(append, &mut heads),
                Job::Keep(hash, bytes, _) => self.keep(hash, bytes).map(|()| 0),
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
            let fault = StoreFault::Write(words);
            for (job, _) in outcomes {
                job.refuse(fault.clone());
            }
            return Err(fault);
        }
        if self.heads.len() + heads.len() > HEADS_MAX {
            self.heads.clear();
        }
        self.heads.extend(heads);
        for (job, result) in outcomes {
            match job {
                Job::Append(_, done) => done(result.map(|records| Appended { records })),
                Job::Keep(_, _, done) | Job::Flush(done) => done(result.map(|_| ())),
            }
        }
        Ok(())
    }

    fn end(&mut self, written: u64) -> Result<(), String> {
        if let Some(Weather(weather)) = &self.options.weather {
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
        self.commits.fetch_add(1, Ordering::Relaxed);
        self.records.fetch_add(written, Ordering::Relaxed);
        Ok(())
    }

    fn head(&self, game: &str, new: &HashMap<String, Head>) -> Result<Option<Head>, StoreFault> {
        if let Some(head) = new.get(game).or_else(|| self.heads.get(game)) {
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
        Ok(Some(Head { row, records, check }))
    }

    fn append(&self, append: &Append, heads: &mut HashMap<String, Head>) -> Result<u32, StoreFault> {
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
        let row = match known {
            Some(head) => {
                self.connection
                    .prepare_cached(
                        "UPDATE games SET records = ?2, head = ?3, live = ?4, touched = ?5, deadline = ?6, summary = ?7, \
                         words = ?8, mark = ?9 WHERE id = ?1",
                    )
                    .and_then(|mut update| {
                        update.execute(params![head.row, records, check.0, live, touched, deadline, text, words, mark.0])
                    })
                    .map_err(writing)?;
                head.row
            }
            None => self
                .connection
                .prepare_cached(
                    "INSERT INTO games (name, records, head, live, touched, deadline, summary, words, mark) \
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                )
                .and_then(|mut insert| {
                    insert.insert(params![append.game, records, check.0, live, touched, deadline, text, words, mark.0])
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
        heads.insert(append.game.clone(), Head { row, records, check });
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

    fn keep(&self, hash: &str, bytes: &[u8]) -> Result<(), StoreFault> {
        self.connection
            .prepare_cached("INSERT OR IGNORE INTO kept (hash, bytes) VALUES (?1, ?2)")
            .and_then(|mut insert| insert.execute(params![hash, bytes]))
            .map(|_| ())
            .map_err(|error| StoreFault::Write(error.to_string()))
    }
}
