//! The file in which the results of a match are kept while it is played and afterwards.
//!
//! It is replaced as a whole, so whatever happens it holds the results of some number of whole
//! games. With it stands how long the tables were then: what a process has written to them after
//! that and lost from here is cut off again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dagaz_arena::{Identity, MergeFault, Results, Shard, Sums};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::saving::write_whole;

/// So often the file is written.
const EVERY: Duration = Duration::from_secs(2);

#[derive(Serialize, Deserialize)]
struct ResultsPage {
    results: Results,
    /// The lengths of the tables in bytes, as long as the match continues.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tables: BTreeMap<String, u64>,
}

/// See the [module documentation](self).
pub(crate) struct Book {
    path: Option<PathBuf>,
    /// Kept as long as the book is open, so that no other process writes the same file.
    _lock: Option<Lock>,
    page: ResultsPage,
    /// When the file was written last; none before the first time.
    written: Option<Instant>,
}

impl Book {
    /// Returns the book of a match: what the file has, or an empty one if there is no file.
    pub(crate) fn open(path: Option<&Path>, identity: Identity) -> Result<Book, Failure> {
        let lock = path.map(Lock::of).transpose()?;
        let fresh = || ResultsPage { results: Results::new(identity.clone()), tables: BTreeMap::new() };
        let page = match path.filter(|path| path.exists()) {
            None => fresh(),
            Some(path) => {
                let (name, mut page) = (path.display(), read(path)?);
                page.results.lengthen(&identity).map_err(|fault| match fault {
                    MergeFault::Different(what) => {
                        Failure::Usage(format!("{name} holds the results of another match: {what}"))
                    }
                    MergeFault::Longer(games) => Failure::Usage(format!(
                        "{name} holds {games} games already; ask for as many or more: `--games {games}`"
                    )),
                    fault => Failure::Usage(format!("{name}: {fault}")),
                })?;
                page
            }
        };
        Ok(Book { path: path.map(Path::to_path_buf), _lock: lock, page, written: None })
    }

    /// What has been played.
    pub(crate) fn results(&self) -> &Results {
        &self.page.results
    }

    /// What has been played, for good.
    pub(crate) fn into_results(self) -> Results {
        self.page.results
    }

    /// Returns how long a table was when the file was written: as long as it is, if the match was
    /// over then.
    pub(crate) fn table(&self, name: &str) -> u64 {
        let whole = if self.page.results.sums.games == 0 { 0 } else { u64::MAX };
        self.page.tables.get(name).copied().unwrap_or(whole)
    }

    /// Adds games.
    pub(crate) fn add(&mut self, part: Shard, sums: Sums) {
        self.page.results.add(part, sums);
    }

    /// Returns whether it is time to [write](Book::write).
    pub(crate) fn is_due(&self) -> bool {
        self.path.is_some() && self.written.is_none_or(|written| written.elapsed() >= EVERY)
    }

    /// Writes the file, if there is to be one, with the lengths of the tables.
    pub(crate) fn write(&mut self, tables: BTreeMap<String, u64>) -> Result<(), Failure> {
        self.written = Some(Instant::now());
        let Some(path) = &self.path else { return Ok(()) };
        self.page.tables = tables;
        self.page.write(path)
    }
}

impl ResultsPage {
    fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string(self)? + "\n";
        write_whole(path, &text).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))
    }
}

/// Writes final results.
pub(crate) fn write(path: &Path, results: Results) -> Result<(), Failure> {
    ResultsPage { results, tables: BTreeMap::new() }.write(path)
}

/// Returns the results that a file holds.
pub(crate) fn results(path: &Path) -> Result<Results, Failure> {
    Ok(read(path)?.results)
}

fn read(path: &Path) -> Result<ResultsPage, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Errors(format!("{name}: {error}")))?;
    let page: ResultsPage = serde_json::from_str(&text).map_err(|error| {
        Failure::Errors(format!(
            "{name} holds no results of a match ({error}); `dagaz match --log`, `dagaz ladder --log` and `dagaz autoplay --resume` \
             write such files. It was left as it is: name another file, or remove this one"
        ))
    })?;
    let numbers: serde_json::Value = serde_json::from_str(&text)?;
    if !are_possible(&numbers["results"]["sums"]) {
        return Err(Failure::Errors(format!("{name} has been changed: a number is too large")));
    }
    match page.results.inconsistency() {
        Some(what) => Err(Failure::Errors(format!("{name} has been changed: {what}"))),
        None => Ok(page),
    }
}

/// Returns whether all numbers are such as games can sum up to, so that adding to them does not
/// overflow.
fn are_possible(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Number(number) => number.as_f64().is_some_and(|number| number.abs() < NUMBER_MAX),
        serde_json::Value::Array(all) => all.iter().all(are_possible),
        serde_json::Value::Object(all) => all.iter().all(|(name, value)| match value {
            // Numbers that are too long for those of JSON.
            serde_json::Value::String(text) if name == "squares" => {
                text.parse().is_ok_and(|number: f64| (0.0..SQUARES_MAX).contains(&number))
            }
            value => are_possible(value),
        }),
        _ => true,
    }
}

/// Sums at most: far more than a match can have, and far less than a word holds.
const NUMBER_MAX: f64 = 1e16;
/// Sums of squares at most; they are kept in two words, and written as text.
const SQUARES_MAX: f64 = 1e34;

/// A lock file for the results, held by one process at a time.
struct Lock {
    path: PathBuf,
    file: std::fs::File,
}

impl Lock {
    fn of(results: &Path) -> Result<Lock, Failure> {
        let mut name = results.as_os_str().to_owned();
        name.push(".lock");
        let path = PathBuf::from(name);
        // Who misses a folder has named the results, and has never heard of this file.
        let file = std::fs::File::create(&path).map_err(|error| {
            let folder = results.parent().filter(|folder| !folder.as_os_str().is_empty());
            let what = match folder.filter(|folder| !folder.exists()) {
                Some(folder) => format!("there is no folder {}; make it first", folder.display()),
                None => error.to_string(),
            };
            Failure::Errors(format!("{} cannot be written: {what}", results.display()))
        })?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, file }),
            Err(std::fs::TryLockError::WouldBlock) => Err(Failure::Usage(format!(
                "another process is writing {}; parts of a match need a file each, which `dagaz merge` puts together",
                results.display()
            ))),
            // A file system without locks: as it always was.
            Err(std::fs::TryLockError::Error(_)) => Ok(Lock { path, file }),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If it cannot be removed it stays, without a lock.
        let _ = std::fs::remove_file(&self.path);
        // A process that is being started has a copy of the open file, and would keep the lock.
        let _ = self.file.unlock();
    }
}
