//! The durable log of live games: one SQLite file, made and migrated by itself.
//!
//! The store knows nothing of games. A log is a row of records, each some bytes; it only grows. What is appended is
//! reported done after it has reached the disk, never before, and many appends share one commit. Every record carries a
//! check that also covers its place and everything before it, so that no damage is read as a game: it is found and named.
//!
//! One thread writes; readers have connections of their own and see what is committed.
//!
//! Beside the log is the [`Register`] of people, a file of its own for servers where people meet.

mod check;
mod fault;
mod read;
mod register;
mod schema;
mod witness;
mod write;

pub use check::Check;
pub use fault::{Damage, StoreFault};
pub use read::{Log, Page, Row, Tagged};
pub use register::{PassRow, PersonRow, RatingRow, Register, ReportRow};
pub use write::{Append, Appended, Weather};

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::Connection;

use crate::write::{Job, Writer};

/// How a store works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Appends that may wait for the writer. More are refused: whoever asks must not be kept waiting for ever.
    pub queue: usize,
    /// Appends that share a commit at most.
    pub batch: usize,
    /// What the disk is told to do wrong, for tests.
    pub weather: Option<Weather>,
}

impl Default for Options {
    fn default() -> Options {
        Options { queue: 65_536, batch: 4_096, weather: None }
    }
}

/// Facts of a game that can be listed without reading its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// What is shown of it, in the words of whoever uses the store.
    pub text: String,
    /// Whether it goes on, for [`Store::live`] and lists.
    pub live: bool,
    /// When something last happened, in milliseconds since 1970.
    pub touched: u64,
    /// When something must be done about it at the latest, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// Words by which it is found: titles, names.
    pub words: String,
}

/// See the [crate documentation](crate).
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    writer: Writer,
    readers: Mutex<Vec<Connection>>,
    reads: AtomicU64,
}

impl Store {
    /// Opens the store in a file, which is made if it is not there.
    pub fn open(path: &Path, options: Options) -> Result<Store, StoreFault> {
        let mut witness = witness::Witness::open(path)?;
        let connection = schema::open(path)?;
        witness.compare(&connection)?;
        let writer = Writer::start(connection, witness, options)?;
        Ok(Store { path: path.to_path_buf(), writer, readers: Mutex::new(Vec::new()), reads: AtomicU64::new(0) })
    }

    /// Appends records to a log. `done` is called from the writer's thread once they are on the disk, or are not and never
    /// will be. After [`StoreFault::Write`] the store writes no more: what is on the disk must be read anew.
    pub fn append(&self, append: Append, done: impl FnOnce(Result<Appended, StoreFault>) + Send + 'static) {
        self.writer.send(Job::Append(append, Box::new(done)));
    }

    /// Keeps bytes under their hash. Bytes that are there already are not written again.
    pub fn keep(&self, hash: &str, bytes: Vec<u8>, done: impl FnOnce(Result<(), StoreFault>) + Send + 'static) {
        self.writer.send(Job::Keep(hash.to_string(), bytes, Box::new(done)));
    }

    /// Waits until everything sent so far is on the disk.
    pub fn flush(&self) -> Result<(), StoreFault> {
        let (sender, receiver) = std::sync::mpsc::channel();
        self.writer.send(Job::Flush(Box::new(move |result| {
            let _ = sender.send(result);
        })));
        receiver.recv().map_err(|_| StoreFault::Closed)?
    }

    /// Copies everything that is committed in a store to a file that is not there yet. Another process may use the store.
    pub fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
        let connection = schema::open_reader(from)?;
        let done = connection.execute("VACUUM INTO ?1", [to.to_string_lossy()]);
        done.map(|_| ()).map_err(|error| StoreFault::Write(error.to_string()))
    }

    /// Whether anything can still be written: after a failed commit nothing is.
    pub fn is_writing(&self) -> bool {
        self.writer.is_running()
    }

    /// How often the writer has committed, and how many records these commits held.
    pub fn commits(&self) -> (u64, u64) {
        self.writer.commits()
    }

    /// How often something was read.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    fn with_reader<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let idle = self.readers.lock().ok().and_then(|mut readers| readers.pop());
        let connection = match idle {
            Some(connection) => connection,
            None => schema::open_reader(&self.path)?,
        };
        let result = read(&connection);
        if let Ok(mut readers) = self.readers.lock()
            && readers.len() < 4
        {
            readers.push(connection);
        }
        result
    }
}
