//! The figures of comparisons that `--write FILE` keeps: a table with one row for each comparison,
//! seed and first game.
//!
//! It does not keep the differences themselves; `--output` does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::results::Report;

const HEAD: &str = "comparison,seed,first game,games,plies at most,positions,differences,allowed differences";

/// Which games a row is about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Games {
    /// The seed of the run.
    pub(super) seed: u64,
    /// The number of the first game.
    pub(super) first: u64,
    /// Plies of a game at most.
    pub(super) plies: usize,
}

/// A table in a file. It is written during the comparisons, so an interrupted run keeps its rows.
#[derive(Debug)]
pub(super) struct Figures {
    path: PathBuf,
    rows: Mutex<Rows>,
}

/// The rows by comparison, seed and first game.
type Rows = BTreeMap<(String, u64, u64), String>;

/// The figures of a row, so that a run can be resumed behind its games.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) games: u64,
    pub(super) positions: usize,
    /// How often each allowed difference was met.
    pub(super) allowed: BTreeMap<String, u64>,
}

impl Figures {
    /// Reads the table, or starts one where the file is missing.
    pub(super) fn open(path: &Path) -> Result<Figures, String> {
        let rows = match std::fs::read_to_string(path) {
            Ok(text) => read(&text).map_err(|line| format!("{}: `{line}` is no row", path.display()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Rows::new(),
            Err(error) => return Err(format!("{}: {error}", path.display())),
        };
        Ok(Figures { path: path.to_path_buf(), rows: Mutex::new(rows) })
    }

    /// Returns the figures of a comparison without differences that was made with the same seed,
    /// first game and number of plies.
    pub(super) fn known(&self, title: &str, of: Games) -> Option<Known> {
        let rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.get(&(title.replace(',', ""), of.seed, of.first)).and_then(|row| known(row, of.plies))
    }

    /// Adds a row, or replaces the one of the same comparison, seed and first game.
    pub(super) fn add(&self, report: &Report, of: Games) -> Result<(), String> {
        let differences: u64 = report.differences.iter().map(|one| one.times).sum();
        let allowed: Vec<String> =
            report.allowed.iter().map(|(name, times)| format!("{times} {}", name.replace([',', ';'], ""))).collect();
        let title = report.title.replace(',', "");
        let (games, positions, allowed) = (report.games, report.plies, allowed.join("; "));
        let row = format!("{games},{},{positions},{differences},{allowed}", of.plies);
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        rows.insert((title, of.seed, of.first), row);
        std::fs::write(&self.path, written(&rows)).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

fn written(rows: &Rows) -> String {
    let mut text = format!("{HEAD}\n");
    for ((title, seed, first), row) in rows {
        text += &format!("{title},{seed},{first},{row}\n");
    }
    text
}

/// Reads the rows; the error is a line that is none.
fn read(text: &str) -> Result<Rows, &str> {
    let row = |line: &str| {
        let mut parts = line.splitn(4, ',');
        let title = parts.next()?.to_string();
        let (seed, first) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(((title, seed, first), parts.next()?.to_string()))
    };
    text.lines().filter(|line| *line != HEAD && !line.is_empty()).map(|line| row(line).ok_or(line)).collect()
}

/// Reads a row of a comparison with so many plies that has no differences.
fn known(row: &str, plies: usize) -> Option<Known> {
    let mut parts = row.splitn(5, ',');
    let games = parts.next()?.parse().ok()?;
    let has_plies = parts.next()?.parse() == Ok(plies);
    let positions = parts.next()?.parse().ok()?;
    let differs = parts.next()? != "0";
    let allowed = |text: &str| Some((text.split_once(' ')?.1.to_string(), text.split_once(' ')?.0.parse().ok()?));
    let allowed = parts.next()?.split("; ").filter_map(allowed).collect();
    (has_plies && !differs).then_some(Known { games, positions, allowed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_table_is_read_again() {
        let row = |title: &str, seed, first| ((title.to_string(), seed, first), "20,300,1000,0,2 superko".to_string());
        let rows = Rows::from([row("go (openspiel go)", 1, 0), row("go (openspiel go)", 1, 20), row("hex", 2, 0)]);
        assert_eq!(read(&written(&rows)), Ok(rows));
    }

    #[test]
    fn row_without_differences_is_resumed() {
        let allowed = BTreeMap::from([("superko in go".to_string(), 2), ("two kings".to_string(), 1)]);
        let row = "20,300,1000,0,2 superko in go; 1 two kings";
        assert_eq!(known(row, 300), Some(Known { games: 20, positions: 1000, allowed }));
        assert_eq!(known("20,300,1000,0,", 300), Some(Known { games: 20, positions: 1000, ..Known::default() }));
        assert_eq!(known(row, 200), None);
        assert_eq!(known("20,300,1000,1,", 300), None);
    }

    #[test]
    fn line_without_numbers_is_reported() {
        assert_eq!(read("chess,one,0,20"), Err("chess,one,0,20"));
    }
}
