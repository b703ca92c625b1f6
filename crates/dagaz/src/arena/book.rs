//! The file in which the results of a match are kept while it is played and afterwards.
//!
//! It is replaced as a whole, so whatever happens it holds the results of some number of whole games. With it stands how
//! long the tables were then: what a process has written to them after that and lost from here is cut off again.

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
struct Page {
    results: Results,
    /// Lengths of the tables in bytes, as long as the match goes on.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    tables: BTreeMap<String, u64>,
}

/// See the [module documentation](self).
pub(crate) struct Book {
    path: Option<PathBuf>,
    page: Page,
    /// When the file was written last; none before the first time.
    written: Option<Instant>,
}

impl Book {
    /// The book of a match: what the file has, or an empty one if there is no file.
    pub(crate) fn open(path: Option<&Path>, identity: Identity) -> Result<Book, Failure> {
        let fresh = || Page { results: Results::new(identity.clone()), tables: BTreeMap::new() };
        let page = match path.filter(|path| path.exists()) {
            None => fresh(),
            Some(path) => {
                let (name, mut page) = (path.display(), read(path)?);
                page.results.lengthen(&identity).map_err(|fault| match fault {
                    MergeFault::Different(what) => {
                        Failure::Usage(format!("{name} holds the results of another match: {what}"))
                    }
                    MergeFault::Twice(games) => {
                        Failure::Usage(format!("{name} holds {games} games already; ask for as many or more"))
                    }
                })?;
                page
            }
        };
        Ok(Book { path: path.map(Path::to_path_buf), page, written: None })
    }

    /// What has been played.
    pub(crate) fn results(&self) -> &Results {
        &self.page.results
    }

    /// What has been played, for good.
    pub(crate) fn into_results(self) -> Results {
        self.page.results
    }

    /// How long a table was when the file was written: as long as it is, if the match was over then.
    pub(crate) fn table(&self, name: &str) -> u64 {
        let whole = if self.page.results.sums.games == 0 { 0 } else { u64::MAX };
        self.page.tables.get(name).copied().unwrap_or(whole)
    }

    /// Adds games.
    pub(crate) fn add(&mut self, part: Shard, sums: Sums) {
        self.page.results.add(part, sums);
    }

    /// Whether it is time to [write](Book::write).
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

impl Page {
    fn write(&self, path: &Path) -> Result<(), Failure> {
        let text = serde_json::to_string(self)? + "\n";
        write_whole(path, &text).map_err(|error| Failure::Errors(format!("{}: {error}", path.display())))
    }
}

/// Writes results that nobody adds to any more.
pub(crate) fn write(path: &Path, results: Results) -> Result<(), Failure> {
    Page { results, tables: BTreeMap::new() }.write(path)
}

/// The results that a file holds.
pub(crate) fn results(path: &Path) -> Result<Results, Failure> {
    Ok(read(path)?.results)
}

fn read(path: &Path) -> Result<Page, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Failure::Errors(format!("{name}: {error}")))?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::Errors(format!(
            "{name} holds no results of a match, as `dagaz autoplay --resume` writes them: {error}"
        ))
    })
}
