//! Recorded truth about Ludii games: one gzipped file of JSON lines a game.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;

/// A recorded game with one set of options.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The line of kind `game` or `variant`.
    pub head: Value,
    /// The options, written `Category/Label`; empty for the defaults.
    pub options: Vec<String>,
    /// The lines of kind `board`.
    pub boards: Vec<Value>,
    /// The lines of kind `trial`.
    pub trials: Vec<Value>,
}

/// All settings that a file has. The first one has the default options.
pub fn read(path: &Path) -> io::Result<Vec<Setting>> {
    let mut settings: Vec<Setting> = Vec::new();
    for line in BufReader::new(GzDecoder::new(File::open(path)?)).lines() {
        let line: Value = serde_json::from_str(&line?)?;
        let kind = line["kind"].as_str().unwrap_or_default().to_string();
        match (kind.as_str(), settings.last_mut()) {
            ("game" | "variant", _) => {
                let options = line["options"].as_array().map_or(&[][..], Vec::as_slice);
                let options = options.iter().filter_map(|one| one.as_str().map(str::to_string)).collect();
                settings.push(Setting { head: line, options, boards: Vec::new(), trials: Vec::new() });
            }
            ("board", Some(setting)) => setting.boards.push(line),
            ("trial", Some(setting)) => setting.trials.push(line),
            _ => {}
        }
    }
    Ok(settings)
}

/// Files below a folder with this ending, by their path without it, sorted.
pub fn files_below(folder: &Path, ending: &str) -> io::Result<Vec<(String, PathBuf)>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in std::fs::read_dir(next)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Some(name) = path.strip_prefix(folder).ok().and_then(Path::to_str)
                && let Some(name) = name.strip_suffix(ending)
            {
                found.push((name.to_string(), path.clone()));
            }
        }
    }
    found.sort();
    Ok(found)
}
