//! A simulated disk below SQLite: a VFS in memory that fails an operation, or loses what was not
//! synced when the power fails.
//!
//! A write reaches the cache (`seen`). A sync makes the writes before it durable. After a power
//! failure each write since the last sync is there wholly, in part by sectors, or not at all. After
//! a failed sync the cache still has the writes, but no later sync makes them durable, as on Linux.

use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use dagaz_store::{CounterFile, Disk};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sqlite_vfs::LockKind;
use sqlite_vfs::wip::WalIndexLock;

use super::vfs::{REGION, Simulated};

/// The name of the VFS at SQLite.
const NAME: &str = "dagaz-simulated";

/// The name of the store's file.
const STORE: &str = "games.sqlite";

/// Bytes that reach a disk together.
const SECTOR: usize = 512;

/// What happens at an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// The operation fails; the next ones work.
    Fails,
    /// The power fails: this and all later operations fail until the next start.
    PowerFails,
}

/// A write that is not durable yet.
enum Pending {
    Write(usize, Vec<u8>),
    Length(usize),
}

#[derive(Default)]
pub(super) struct File {
    /// What a read sees.
    pub(super) seen: Vec<u8>,
    /// The bytes after a power failure; `None` if the file was never synced.
    durable: Option<Vec<u8>>,
    pending: Vec<Pending>,
    /// Locks by handle.
    pub(super) locks: HashMap<u64, LockKind>,
    pub(super) regions: HashMap<u32, [u8; REGION]>,
    /// Locks of the index: by slot and handle.
    pub(super) index_locks: HashMap<(u8, u64), WalIndexLock>,
}

fn put(bytes: &mut Vec<u8>, at: usize, data: &[u8]) {
    if bytes.len() < at + data.len() {
        bytes.resize(at + data.len(), 0);
    }
    bytes[at..at + data.len()].copy_from_slice(data);
}

impl Pending {
    fn apply(&self, bytes: &mut Vec<u8>) {
        match self {
            Pending::Write(at, data) => put(bytes, *at, data),
            Pending::Length(length) => bytes.resize(*length, 0),
        }
    }
}

pub(super) struct State {
    pub(super) files: HashMap<String, File>,
    rng: Xoshiro256PlusPlus,
    operations: u64,
    trouble: Option<(u64, Trouble)>,
    pub(super) is_off: bool,
    /// Counts processes. Those that were killed see nothing, and open nothing: threads of theirs
    /// run on in the test.
    pub(super) start: u64,
}

impl State {
    pub(super) fn of(&mut self, name: &str) -> &mut File {
        self.files.entry(name.to_string()).or_default()
    }

    /// Counts an operation that may fail; returns whether it does.
    pub(super) fn fails(&mut self) -> bool {
        self.operations += 1;
        match self.trouble {
            _ if self.is_off => true,
            Some((at, trouble)) if at == self.operations => {
                self.is_off = trouble == Trouble::PowerFails;
                true
            }
            _ => false,
        }
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.rng.next_u32() % bound
    }

    /// Writes to the cache; a failing write may have written its beginning.
    pub(super) fn write(&mut self, name: &str, at: usize, data: &[u8]) -> io::Result<()> {
        let fails = self.fails();
        let length = if fails { self.below(data.len() as u32 + 1) as usize } else { data.len() };
        let file = self.of(name);
        put(&mut file.seen, at, &data[..length]);
        file.pending.push(Pending::Write(at, data[..length].to_vec()));
        if fails { Err(broken()) } else { Ok(()) }
    }

    pub(super) fn set_len(&mut self, name: &str, length: usize) -> io::Result<()> {
        if self.fails() {
            return Err(broken());
        }
        let file = self.of(name);
        file.seen.resize(length, 0);
        file.pending.push(Pending::Length(length));
        Ok(())
    }

    pub(super) fn sync(&mut self, name: &str) -> io::Result<()> {
        if !self.fails() {
            let file = self.of(name);
            let mut durable = file.durable.take().unwrap_or_default();
            file.pending.drain(..).for_each(|pending| pending.apply(&mut durable));
            file.durable = Some(durable);
            return Ok(());
        }
        if !self.is_off {
            self.lose(name);
        }
        Err(broken())
    }

    /// Decides of each write since the last sync whether it is durable.
    fn lose(&mut self, name: &str) {
        let pending = std::mem::take(&mut self.of(name).pending);
        let Some(mut durable) = self.of(name).durable.take() else { return };
        for one in pending {
            match self.below(3) {
                0 => {}
                1 => one.apply(&mut durable),
                _ => match one {
                    Pending::Write(at, data) => {
                        let mut from = 0;
                        while from < data.len() {
                            let to = ((at + from) / SECTOR * SECTOR + SECTOR - at).min(data.len());
                            if self.below(2) == 0 {
                                put(&mut durable, at + from, &data[from..to]);
                            }
                            from = to;
                        }
                    }
                    length => length.apply(&mut durable),
                },
            }
        }
        self.of(name).durable = Some(durable);
    }
}

pub(super) fn broken() -> io::Error {
    io::Error::other("the simulated disk has failed")
}

/// One disk, with all that a machine knows of it.
pub(crate) struct World {
    number: u64,
    state: Arc<Mutex<State>>,
}

pub(super) static WORLDS: LazyLock<Mutex<HashMap<u64, Arc<Mutex<State>>>>> = LazyLock::new(|| {
    sqlite_vfs::register(NAME, Simulated, false).expect("the name is free");
    Mutex::default()
});

static NUMBERS: AtomicU64 = AtomicU64::new(1);

pub(super) fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl World {
    pub(crate) fn new(seed: u64) -> World {
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let state = State { files: HashMap::new(), rng, operations: 0, trouble: None, is_off: false, start: 0 };
        let state = Arc::new(Mutex::new(state));
        held(&WORLDS).insert(number, state.clone());
        World { number, state }
    }

    /// Returns the path of the store for the process that runs now.
    pub(crate) fn path(&self) -> String {
        format!("/{}/{}/{STORE}", self.number, held(&self.state).start)
    }

    /// Returns the disk for the process that runs now.
    pub(crate) fn disk(&self) -> Disk {
        let start = held(&self.state).start;
        let counter = Counter { name: format!("{STORE}-commits"), state: self.state.clone(), start };
        Disk { vfs: NAME, counter: Arc::new(counter) }
    }

    /// Returns the number of operations so far that could have failed.
    pub(crate) fn operations(&self) -> u64 {
        held(&self.state).operations
    }

    /// Lets the operation of this number fail, from now on the only one.
    pub(crate) fn plan(&self, trouble: Option<(u64, Trouble)>) {
        held(&self.state).trouble = trouble;
    }

    pub(crate) fn is_off(&self) -> bool {
        held(&self.state).is_off
    }

    /// The process is killed: its handles and locks are gone, and the cache of the system stays.
    pub(crate) fn kill(&self) {
        let mut state = held(&self.state);
        for file in state.files.values_mut() {
            file.locks.clear();
            file.index_locks.clear();
            file.regions.clear();
        }
        state.start += 1;
    }

    /// The power fails now, if it has not, and the machine starts again.
    pub(crate) fn restart(&self) {
        let mut state = held(&self.state);
        let names: Vec<String> = {
            let mut names: Vec<String> = state.files.keys().cloned().collect();
            names.sort();
            names
        };
        for name in names {
            state.lose(&name);
            match state.of(&name).durable.clone() {
                Some(durable) => {
                    let file = File { seen: durable.clone(), durable: Some(durable), ..File::default() };
                    state.files.insert(name, file);
                }
                None => drop(state.files.remove(&name)),
            }
        }
        state.is_off = false;
        state.trouble = None;
        state.start += 1;
    }
}

impl Drop for World {
    fn drop(&mut self) {
        held(&WORLDS).remove(&self.number);
    }
}

#[derive(Clone)]
struct Counter {
    name: String,
    state: Arc<Mutex<State>>,
    start: u64,
}

impl Counter {
    /// The state, unless this process was killed.
    fn on(&self) -> io::Result<MutexGuard<'_, State>> {
        let state = held(&self.state);
        if state.start == self.start { Ok(state) } else { Err(broken()) }
    }
}

impl std::fmt::Debug for Counter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)
    }
}

impl CounterFile for Counter {
    fn read(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut state = self.on()?;
        let seen = &state.of(&self.name).seen;
        Ok(seen[..seen.len().min(most + 1)].to_vec())
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.on()?;
        // The file itself is there since it was opened.
        state.of(&self.name).durable.get_or_insert_default();
        state.write(&self.name, 0, bytes)
    }
}
