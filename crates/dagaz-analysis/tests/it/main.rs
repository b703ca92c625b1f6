//! What editors know of rules texts, on texts of the library and on hostile ones.

mod diagnostics;
mod hostile;
mod library;
mod names;
mod questions;

use std::path::{Path, PathBuf};

use dagaz_analysis::Analysis;
use dagaz_core::Limits;
use dagaz_syntax::NoIncludes;

/// Returns the folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files with an ending in a folder and below.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|known| known == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Returns the analysis of a text, with `|` marking a byte; without one, the end of the text.
fn marked(name: &str, text: &str) -> (Analysis, usize) {
    let at = text.find('|').unwrap_or(text.len());
    let text = text.replacen('|', "", 1);
    (read(name, &text), at)
}

/// Returns the analysis of a text that includes nothing.
fn read(name: &str, text: &str) -> Analysis {
    Analysis::new(name, text, &NoIncludes, &Limits::default()).expect("a rules file")
}
