//! The durable log of live games: one SQLite file, or a PostgreSQL database for several processes.
//! It creates and migrates itself.
//!
//! The store knows nothing of games. A log is a sequence of records, which are bytes; it only
//! grows. An append is acknowledged after it has reached the disk, never before, and many appends
//! share one commit (group commit). Every record has a check sum over its position and all earlier
//! records, so damage is detected and reported.
//!
//! One thread writes; readers have connections of their own and see committed data. A file has one
//! writing process. In a database each game belongs to one process ([`Claim`]), and moves to
//! another one when that process ends.
//!
//! The feature `postgres` has the database driver and its TLS. Without it the same calls exist, and
//! opening a database is refused, so other crates need no condition.
//!
//! The [`Register`] of users, for public servers, is a separate file or in the same database.

mod check;
mod commit_counter;
mod disk;
mod fault;
mod file;
mod member;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(not(feature = "postgres"))]
#[path = "without_postgres.rs"]
mod postgres;
mod read;
mod register;
mod register_tables;
mod schema;
mod sql;
mod tag_migration;
mod usage;
mod write;

pub use check::Check;
pub use disk::{CounterFile, Disk};
pub use fault::{Damage, StoreFault};
pub use member::{Claim, Event, Load, Member, Membership};
pub use read::{Log, Page, Row, Tagged};
pub use register::{
    ActionRow, Entered, GuestRow, PassRow, PersonRow, RatingRow, Register, ReportRow, RulesRow, SecondFactorRow,
    TournamentRow, Visible,
};
pub use tag_migration::Untagged;
pub use usage::{Expired, Usage, usage_in_database, usage_in_file};
pub use write::{Append, Appended, Removal, Retag, Weather};

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::disk::Location;
use crate::file::File;
use crate::postgres::{Commits, Database, MemberRegister, Pool};
use crate::sql::{Base, params};
use crate::write::{Counts, Job, Writer};

/// How a store works.
#[derive(Clone, Debug)]
pub struct Options {
    /// Maximum queued appends. More are refused, so that callers do not wait without end.
    pub queue: usize,
    /// Appends that share a commit at most.
    pub batch: usize,
    /// Injected disk faults, for tests.
    pub weather: Option<Weather>,
    /// A simulated disk, for tests; none: the files of the system.
    pub disk: Option<Disk>,
    /// Between two attempts of a file to recover after a failed write: a full disk may have room
    /// again.
    pub recovery: Duration,
    /// How the process takes part in a database; nothing to a file.
    pub membership: Membership,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            queue: 65_536,
            batch: 4_096,
            weather: None,
            disk: None,
            recovery: Duration::from_secs(1),
            membership: Membership::default(),
        }
    }
}

/// Facts of a game that can be listed without reading its log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Display text, defined by the caller.
    pub text: String,
    /// Whether the game is in progress, for lists.
    pub live: bool,
    /// The time of the last change, in milliseconds since 1970.
    pub touched: u64,
    /// The latest time of the next action, in milliseconds since 1970.
    pub deadline: Option<u64>,
    /// Words by which it is found: titles, names.
    pub words: String,
}

/// Idle readers of a file that are kept: opening one takes longer than reading a game, and after a
/// start all games may be requested at once.
const READERS_IDLE: usize = 16;

/// Where a store is.
#[derive(Debug)]
enum Place {
    File { location: Location, readers: Mutex<Vec<Base>> },
    Database { pool: Pool, roll: MemberRegister },
}

/// See the [crate documentation](crate).
#[derive(Debug)]
pub struct Store {
    // The writer ends first: after leaving a database it writes nothing more.
    writer: Writer,
    place: Place,
    reads: AtomicU64,
}

impl Store {
    /// Opens the store in a file, which is made if it is not there.
    pub fn open(path: &Path, options: Options) -> Result<Store, StoreFault> {
        let location = Location { path: path.to_path_buf(), disk: options.disk };
        let witness = commit_counter::CommitCounter::open(&location)?;
        let connection = schema::open(&location)?;
        witness.compare(&connection)?;
        let counts = Counts::default();
        let file = File::new(location.clone(), connection, witness, options.weather, counts.clone())?;
        let writer = Writer::start(file, counts, [options.queue, options.batch], options.recovery)?;
        let place = Place::File { location, readers: Mutex::default() };
        Ok(Store { place, writer, reads: AtomicU64::new(0) })
    }

    /// Opens the store in a PostgreSQL database, by its address: `postgres://USER@HOST/NAME`. Its
    /// tables are made if they are not there, in a schema of their own.
    pub fn open_database(address: &str, options: Options) -> Result<Store, StoreFault> {
        let database = Arc::new(Database::open(address)?);
        let roll = MemberRegister::join(&database, options.membership.clone())?;
        let counts = Counts::default();
        let commits = Commits::new(database.clone(), &roll, &options, counts.clone());
        let writer = Writer::start(commits, counts, [options.queue, options.batch], options.recovery)?;
        Ok(Store { place: Place::Database { pool: Pool::new(database), roll }, writer, reads: AtomicU64::new(0) })
    }

    /// Appends records to a log. The writer's thread calls `done` once they are on the disk, or
    /// have failed finally. After [`StoreFault::Write`] the contents of the disk must be read
    /// again, and a store in a file refuses all writes until it can write again. In a database, an
    /// append to an unowned game claims it.
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

    /// Copies everything that is committed in a store in a file to a file that is not there yet.
    /// Another process may use the store.
    pub fn copy(from: &Path, to: &Path) -> Result<(), StoreFault> {
        let connection = schema::open_reader(&Location::of(from))?;
        let done = connection.execute("VACUUM INTO ?1", [to.to_string_lossy()]);
        done.map(|_| ()).map_err(|error| StoreFault::Write(error.to_string()))
    }

    /// Returns whether writes are possible: not while a disk is full or fails, nor while a database
    /// is unreachable.
    pub fn is_writing(&self) -> bool {
        self.writer.is_running()
    }

    /// Returns how often the writer has committed, and how many records these commits held.
    pub fn commits(&self) -> (u64, u64) {
        self.writer.commits()
    }

    /// Returns the number of reads.
    pub fn reads(&self) -> u64 {
        self.reads.load(Ordering::Relaxed)
    }

    /// Claims a game if it is unowned. In a file this process owns all games.
    pub fn claim(&self, game: &str) -> Result<Claim, StoreFault> {
        match &self.place {
            Place::File { .. } => Ok(Claim::Own),
            Place::Database { pool, roll } => roll.claim(pool, game),
        }
    }

    /// Claims a post that one process of the store has, if it is unowned.
    pub fn take_post(&self, name: &str) -> Result<Claim, StoreFault> {
        match &self.place {
            Place::File { .. } => Ok(Claim::Own),
            Place::Database { pool, roll } => roll.take_post(pool, name),
        }
    }

    /// Returns the secret of a name that all who use a database share: the one that is kept there,
    /// or else this one from now on. A file has one user, and keeps none.
    pub fn secret(&self, name: &str, new: &str) -> Result<String, StoreFault> {
        let Place::Database { pool, .. } = &self.place else { return Ok(new.to_string()) };
        let kept = pool.change(|base| {
            base.execute(
                "INSERT INTO secrets (name, text) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                params![name, new],
            )?;
            base.first("SELECT text FROM secrets WHERE name = ?1", params![name])
        });
        kept?.map_or(Ok(new.to_string()), |row| row.get(0))
    }

    /// Returns whether others may use the store at the same time.
    pub fn is_shared(&self) -> bool {
        matches!(self.place, Place::Database { .. })
    }

    /// Returns the number of this member; 0 in a file.
    pub fn epoch(&self) -> i64 {
        match &self.place {
            Place::File { .. } => 0,
            Place::Database { roll, .. } => roll.epoch(),
        }
    }

    /// Where others who use the store reach this process; empty if they do not.
    pub fn address(&self) -> String {
        match &self.place {
            Place::File { .. } => String::new(),
            Place::Database { roll, .. } => roll.address(),
        }
    }

    /// Publishes the address of this process to the others.
    pub fn advertise(&self, address: &str) -> Result<(), StoreFault> {
        match &self.place {
            Place::File { .. } => Ok(()),
            Place::Database { pool, roll } => roll.advertise(pool, address),
        }
    }

    /// Calls `told` for each event of other processes, from a thread that must not block. Only the
    /// first call counts.
    pub fn listen(&self, told: impl Fn(Event) + Send + Sync + 'static) {
        if let Place::Database { roll, .. } = &self.place {
            roll.listen(Box::new(told));
        }
    }

    /// Sends a short text to all other processes. A text that is too long, or exceeds the queue, is
    /// dropped: delivery is not guaranteed.
    pub fn say(&self, text: &str) -> bool {
        match &self.place {
            Place::File { .. } => true,
            Place::Database { roll, .. } => roll.say(text),
        }
    }

    /// Sets the load that other processes see.
    pub fn set_load(&self, load: Load) {
        if let Place::Database { roll, .. } = &self.place {
            roll.set_load(load);
        }
    }

    fn with_reader<T>(&self, read: impl Fn(&Base) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        self.reads.fetch_add(1, Ordering::Relaxed);
        let (location, readers) = match &self.place {
            Place::File { location, readers } => (location, readers),
            Place::Database { pool, .. } => return pool.read(read),
        };
        let idle = readers.lock().ok().and_then(|mut readers| readers.pop());
        let base = match idle {
            Some(base) => base,
            None => Base::File(schema::open_reader(location)?),
        };
        let result = read(&base);
        if let Ok(mut readers) = readers.lock()
            && readers.len() < READERS_IDLE
        {
            readers.push(base);
        }
        result
    }
}
