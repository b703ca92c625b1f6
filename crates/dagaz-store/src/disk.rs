//! The files of a store: those of the system, or those of a simulated disk in tests.

use std::fmt::Debug;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags};

use crate::fault::StoreFault;

/// A simulated disk, for tests.
#[derive(Clone, Debug)]
pub struct Disk {
    /// The name under which its VFS is registered at SQLite.
    pub vfs: &'static str,
    /// The file of the commit counter, which SQLite does not know.
    pub counter: Arc<dyn CounterFile>,
}

/// The small file with the commit counter. Its writes are not synced.
pub trait CounterFile: Debug + Send + Sync {
    /// Returns its bytes, at most one more than `most`; none if the file is new.
    fn read(&self, most: usize) -> io::Result<Vec<u8>>;

    /// Writes bytes to its start.
    fn write(&self, bytes: &[u8]) -> io::Result<()>;
}

/// Where a file of SQLite is.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) path: PathBuf,
    pub(crate) disk: Option<Disk>,
}

impl Location {
    /// Returns a location among the files of the system.
    pub(crate) fn of(path: &Path) -> Location {
        Location { path: path.to_path_buf(), disk: None }
    }

    pub(crate) fn connect(&self, flags: OpenFlags) -> Result<Connection, StoreFault> {
        match &self.disk {
            None => Connection::open_with_flags(&self.path, flags),
            Some(disk) => Connection::open_with_flags_and_vfs(&self.path, flags, disk.vfs),
        }
        .map_err(|error| StoreFault::Open(error.to_string()))
    }

    /// Opens the file of the commit counter, which one process at a time may have open.
    pub(crate) fn counter(&self) -> Result<Arc<dyn CounterFile>, StoreFault> {
        if let Some(disk) = &self.disk {
            return Ok(disk.counter.clone());
        }
        let mut name = self.path.as_os_str().to_os_string();
        name.push("-commits");
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(Path::new(&name));
        let file = file.map_err(|error| StoreFault::Open(error.to_string()))?;
        // Two writers would not see each other's records. The lock ends with the process.
        match file.try_lock() {
            Ok(()) => Ok(Arc::new(SystemCounter(Mutex::new(file)))),
            Err(TryLockError::WouldBlock) => Err(StoreFault::InUse),
            Err(TryLockError::Error(error)) => Err(StoreFault::Open(error.to_string())),
        }
    }
}

/// The file, which is locked until this is dropped.
#[derive(Debug)]
struct SystemCounter(Mutex<File>);

impl Drop for SystemCounter {
    fn drop(&mut self) {
        // A lock belongs to the open file, of which a process that is just being started has a copy
        // until it runs its program: closing ours would leave the file locked for so long.
        let _ = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).unlock();
    }
}

impl CounterFile for SystemCounter {
    fn read(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        (&mut *file).take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(0))?;
        file.write_all(bytes)
    }
}
