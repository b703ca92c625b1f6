//! The VFS by which SQLite uses a simulated disk, and the index of its write-ahead log.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use sqlite_vfs::wip::{WalIndex, WalIndexLock};
use sqlite_vfs::{DatabaseHandle, LockKind, OpenAccess, OpenOptions, Vfs};

use super::disk::{File, State, WORLDS, broken, held};

/// Bytes of a region of the index of a write-ahead log.
pub(super) const REGION: usize = 32_768;

/// Opens files of all worlds, by the number of a world and of a process in their path.
pub(super) struct Simulated;

/// Where a path leads.
struct Place {
    state: Arc<Mutex<State>>,
    start: u64,
    name: String,
}

impl Place {
    fn of(path: &str) -> io::Result<Place> {
        let mut parts = path.trim_start_matches('/').splitn(3, '/');
        let mut number = || parts.next().and_then(|part| part.parse::<u64>().ok());
        let (world, start) = (number().unwrap_or(0), number().unwrap_or(0));
        let state = held(&WORLDS).get(&world).cloned().ok_or(ErrorKind::NotFound)?;
        Ok(Place { state, start, name: parts.next().unwrap_or_default().to_string() })
    }

    /// The state, unless the machine is off or this process was killed.
    fn on(&self) -> io::Result<MutexGuard<'_, State>> {
        let state = held(&self.state);
        if state.is_off || state.start != self.start { Err(broken()) } else { Ok(state) }
    }
}

impl Vfs for Simulated {
    type Handle = Handle;

    fn open(&self, path: &str, options: OpenOptions) -> io::Result<Handle> {
        static HANDLES: AtomicU64 = AtomicU64::new(1);
        let place = Place::of(path)?;
        {
            let mut state = place.on()?;
            let may_make = matches!(options.access, OpenAccess::Create | OpenAccess::CreateNew);
            if !may_make && !state.files.contains_key(&place.name) {
                return Err(ErrorKind::NotFound.into());
            }
            state.of(&place.name);
        }
        let number = HANDLES.fetch_add(1, Ordering::Relaxed);
        let Place { state, start, name } = place;
        Ok(Handle { name, number, state, start })
    }

    fn delete(&self, path: &str) -> io::Result<()> {
        let place = Place::of(path)?;
        let mut state = held(&place.state);
        if state.start != place.start || state.fails() {
            return Err(broken());
        }
        state.files.remove(&place.name).map(drop).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn exists(&self, path: &str) -> io::Result<bool> {
        let place = Place::of(path)?;
        let state = held(&place.state);
        if state.start == place.start { Ok(state.files.contains_key(&place.name)) } else { Err(broken()) }
    }

    fn temporary_name(&self) -> String {
        "/0/temporary".to_string()
    }

    fn random(&self, buffer: &mut [i8]) {
        // The salt of write-ahead logs: different each time, so that old frames are not read again.
        static SALT: AtomicU64 = AtomicU64::new(0);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SALT.fetch_add(1, Ordering::Relaxed));
        buffer.iter_mut().for_each(|byte| *byte = rng.next_u32() as i8);
    }

    fn sleep(&self, duration: Duration) -> Duration {
        // Simulated time: no other thread is about to release a lock.
        duration
    }
}

/// An open file.
pub(super) struct Handle {
    name: String,
    number: u64,
    state: Arc<Mutex<State>>,
    start: u64,
}

impl Handle {
    /// The state, unless the machine is off or has been started again since.
    fn on(&self) -> io::Result<MutexGuard<'_, State>> {
        let state = held(&self.state);
        if state.is_off || state.start != self.start { Err(broken()) } else { Ok(state) }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        let mut state = held(&self.state);
        if state.start == self.start
            && let Some(file) = state.files.get_mut(&self.name)
        {
            file.locks.remove(&self.number);
        }
    }
}

impl DatabaseHandle for Handle {
    type WalIndex = Index;

    fn size(&self) -> io::Result<u64> {
        Ok(self.on()?.of(&self.name).seen.len() as u64)
    }

    fn read_exact_at(&mut self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        let mut state = self.on()?;
        let seen = &state.of(&self.name).seen;
        let from = (offset as usize).min(seen.len());
        let there = (seen.len() - from).min(buffer.len());
        buffer[..there].copy_from_slice(&seen[from..from + there]);
        // SQLite relies on zeros behind the end.
        buffer[there..].fill(0);
        if there < buffer.len() { Err(ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }

    fn write_all_at(&mut self, buffer: &[u8], offset: u64) -> io::Result<()> {
        self.on()?.write(&self.name, offset as usize, buffer)
    }

    fn sync(&mut self, _: bool) -> io::Result<()> {
        self.on()?.sync(&self.name)
    }

    fn set_len(&mut self, size: u64) -> io::Result<()> {
        self.on()?.set_len(&self.name, size as usize)
    }

    fn lock(&mut self, lock: LockKind) -> io::Result<bool> {
        let mut state = self.on()?;
        let locks = &mut state.of(&self.name).locks;
        let others = || locks.iter().filter(|(number, _)| **number != self.number).map(|(_, kind)| *kind);
        let may = match lock {
            LockKind::None => true,
            LockKind::Shared => !others().any(|kind| matches!(kind, LockKind::Pending | LockKind::Exclusive)),
            LockKind::Reserved | LockKind::Pending => !others().any(|kind| kind != LockKind::Shared),
            LockKind::Exclusive => others().next().is_none(),
        };
        if may && lock == LockKind::None {
            locks.remove(&self.number);
        } else if may {
            locks.insert(self.number, lock);
        }
        Ok(may)
    }

    fn reserved(&mut self) -> io::Result<bool> {
        let mut state = self.on()?;
        Ok(state.of(&self.name).locks.values().any(|kind| !matches!(kind, LockKind::None | LockKind::Shared)))
    }

    fn current_lock(&self) -> io::Result<LockKind> {
        let mut state = self.on()?;
        Ok(state.of(&self.name).locks.get(&self.number).copied().unwrap_or(LockKind::None))
    }

    fn wal_index(&self, _: bool) -> io::Result<Index> {
        let (name, state) = (self.name.clone(), self.state.clone());
        Ok(Index { name, number: self.number, state, start: self.start })
    }
}

/// The index of a write-ahead log, as one connection sees it. It is memory, and never fails.
pub(super) struct Index {
    name: String,
    number: u64,
    state: Arc<Mutex<State>>,
    start: u64,
}

impl Index {
    fn file<T>(&self, work: impl FnOnce(&mut File) -> T) -> io::Result<T> {
        let mut state = held(&self.state);
        if state.start == self.start { Ok(work(state.of(&self.name))) } else { Err(broken()) }
    }
}

impl WalIndex for Index {
    fn map(&mut self, region: u32) -> io::Result<[u8; REGION]> {
        self.file(|file| *file.regions.entry(region).or_insert([0; REGION]))
    }

    fn lock(&mut self, slots: Range<u8>, lock: WalIndexLock) -> io::Result<bool> {
        let number = self.number;
        self.file(|file| {
            let locks = &mut file.index_locks;
            let denied = locks.iter().any(|((slot, of), kind)| {
                let conflict = match lock {
                    WalIndexLock::None => false,
                    WalIndexLock::Shared => *kind == WalIndexLock::Exclusive,
                    WalIndexLock::Exclusive => *kind != WalIndexLock::None,
                };
                slots.contains(slot) && *of != number && conflict
            });
            if !denied {
                for slot in slots {
                    locks.insert((slot, number), lock);
                }
            }
            !denied
        })
    }

    fn delete(self) -> io::Result<()> {
        self.file(|file| file.regions.clear())
    }

    fn pull(&mut self, region: u32, data: &mut [u8; REGION]) -> io::Result<()> {
        self.file(|file| {
            if let Some(known) = file.regions.get(&region) {
                *data = *known;
            }
        })
    }

    fn push(&mut self, region: u32, data: &[u8; REGION]) -> io::Result<()> {
        self.file(|file| {
            file.regions.insert(region, *data);
        })
    }
}

impl Drop for Index {
    fn drop(&mut self) {
        let number = self.number;
        let _ = self.file(|file| file.index_locks.retain(|(_, of), _| *of != number));
    }
}
