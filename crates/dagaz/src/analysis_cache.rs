//! The cache of game analyses: what bots have learned about a game is kept in a file for the next
//! command.
//!
//! The name of the file follows from the rules and the program, so an old analysis is never used
//! for other rules or by another build. Losing the cache costs time only: what cannot be read or
//! written is as if it were not there. `DAGAZ_CACHE` names another folder; empty, nothing is kept.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use dagaz_bots::{AnalysisStore, Maker};
use sha2::{Digest, Sha256};

use crate::load::Loaded;
use crate::saving;

/// Files that are kept. The oldest go.
const FILES_MAX: usize = 500;
/// Bytes of a file that is read.
const BYTES_MAX: u64 = 16 << 20;

impl Loaded {
    /// Returns a maker of bots of this game, which takes its analysis from the cache.
    pub(crate) fn maker(&self) -> Maker {
        match AnalysisFile::of(self) {
            Some(file) => Maker::new().with_store(Box::new(file)),
            None => Maker::new(),
        }
    }
}

/// The file of one analysis.
#[derive(Debug)]
pub(crate) struct AnalysisFile(PathBuf);

impl AnalysisFile {
    /// Returns the file for a game; `None` without a folder for it.
    fn of(loaded: &Loaded) -> Option<AnalysisFile> {
        let identity = loaded.identity();
        AnalysisFile::named(&[&identity.hash?, &identity.title])
    }

    /// Returns the file of the rules that these texts tell from all others.
    pub(crate) fn named(rules: &[&str]) -> Option<AnalysisFile> {
        let program = program()?;
        let mut hash = Sha256::new();
        for part in std::iter::once(&*program).chain(rules.iter().copied()) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let name: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Some(AnalysisFile(folder()?.join(name + ".json")))
    }
}

impl AnalysisStore for AnalysisFile {
    fn load(&self) -> Option<Vec<u8>> {
        let known = fs::metadata(&self.0).ok()?;
        (known.is_file() && known.len() <= BYTES_MAX).then(|| fs::read(&self.0).ok())?
    }

    fn save(&self, bytes: &[u8]) {
        let Some(folder) = self.0.parent() else { return };
        if fs::create_dir_all(folder).is_ok() && saving::write_bytes(&self.0, bytes).is_ok() {
            remove_oldest(folder);
        }
    }
}

/// Removes the oldest files, if there are too many.
fn remove_oldest(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let dated = |entry: fs::DirEntry| {
        let path = entry.path();
        let is_analysis = path.extension().is_some_and(|ending| ending == "json");
        is_analysis.then(|| Some((entry.metadata().ok()?.modified().ok()?, path)))?
    };
    let mut files: Vec<(SystemTime, PathBuf)> = entries.flatten().filter_map(dated).collect();
    files.sort();
    for (_, path) in files.iter().rev().skip(FILES_MAX) {
        // Another command may have removed it.
        let _ = fs::remove_file(path);
    }
}

/// Returns what tells this build of the program from others.
fn program() -> Option<String> {
    let known = fs::metadata(std::env::current_exe().ok()?).ok()?;
    let built = known.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some(format!("{} {} {}", env!("CARGO_PKG_VERSION"), known.len(), built.as_nanos()))
}

/// Returns the folder of the cache; `None` if there is to be none.
fn folder() -> Option<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(named) = std::env::var_os("DAGAZ_CACHE") {
        return (!named.is_empty()).then(|| PathBuf::from(named).join("analyses"));
    }
    let home = || variable("HOME").or_else(|| variable("USERPROFILE"));
    let folder = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Caches"))
    } else {
        variable("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")))
    };
    Some(folder?.join("dagaz").join("analyses"))
}
