//! Reads every file of the corpus of real rules files, where there is one.
//!
//! The corpus has works of other authors and is not in this repository. `DAGAZ_CORPUS` is its
//! folder; by default it is searched next to the workspace. If it is missing, these tests print so
//! and pass.

#![allow(clippy::print_stdout, reason = "what is said of each file is read with --nocapture")]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use dagaz_core::Limits;
use dagaz_syntax::{IncludeError, Includes, Severity};
use dagaz_zrf::GameFile;

/// The other files in the folder of the rules.
struct Folder(PathBuf);

impl Includes for Folder {
    fn load(&self, _from: &str, path: &str) -> Result<Vec<u8>, IncludeError> {
        fs::read(self.0.join(path)).map_err(|_| IncludeError::NotFound)
    }
}

/// The rules files of the corpus, in order; none where there is no corpus.
fn files() -> Vec<PathBuf> {
    let root = std::env::var("DAGAZ_CORPUS")
        .map_or_else(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus"), PathBuf::from);
    let mut found = Vec::new();
    let mut waiting = vec![root.join("zrf")];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("zrf")) {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        // Not by `println!`, which the test harness would capture.
        let _ = writeln!(std::io::stderr(), "SKIPPED: every file of the corpus; there is none at {}", root.display());
    }
    found.sort();
    found
}

fn read(path: &Path) -> GameFile {
    let bytes = fs::read(path).unwrap_or_default();
    let folder = Folder(path.parent().map(Path::to_path_buf).unwrap_or_default());
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    GameFile::parse(&name, &bytes, &folder, &Limits::default())
}

/// `cargo test --release -p dagaz-zrf --test it corpus -- --nocapture` prints the messages for each
/// file.
#[test]
fn every_file_of_the_corpus_can_be_read() {
    let started = Instant::now();
    let mut broken = Vec::new();
    for path in files() {
        let at = Instant::now();
        let mut file = read(&path);
        let mut nodes = 0;
        let mut flaws = Vec::new();
        let mut playable = 0;
        for index in 0..file.playable().len() {
            let lowered = file.rules(index);
            if let Some(rules) = lowered.rules {
                playable += 1;
                nodes += rules.rules.iter().map(|rule| rule.automaton.nodes.len()).sum::<usize>();
                flaws.extend(dagaz_rules::validate(&rules));
            }
        }
        let time = at.elapsed();
        assert!(flaws.is_empty(), "{}: {flaws:?}", path.display());
        let said = file.check();
        let warnings = said.list().len() - said.list().iter().filter(|d| d.severity == Severity::Error).count();
        println!(
            "{:40} {time:>10.1?} {playable:>3} of {:>3} playable, {nodes:>7} nodes, {:>6} expanded, {} errors, {warnings} warnings",
            path.file_name().unwrap_or_default().to_string_lossy(),
            file.playable().len(),
            file.stored_nodes(),
            said.errors(),
        );
        print!("{}", file.render(&said));
        if said.has_errors() {
            broken.push(path);
        }
    }
    println!("all in {:.1?}; with errors: {broken:?}", started.elapsed());
}
