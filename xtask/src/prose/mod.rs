//! `cargo xtask prose`: checks the wording of documents and comments.
//!
//! It does not check spelling or grammar. Documents must be clean. Comments are counted for each
//! crate, and the count may not exceed the one in `xtask/prose/comments.toml`.

mod comment;
mod document;
mod known;
mod readability;
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dagaz_testkit::source;
use known::Known;
use words::Words;

/// Longest line in columns, outside tables and code.
const COLUMNS: usize = 100;
/// Longest sentence of a document in words.
const SENTENCE_WORDS: usize = 30;
/// Documents that beginners read, with the lowest Flesch reading ease that they may have.
const READING_EASE: [(&str, f64); 2] = [("docs/language.md", 50.0), ("docs/tutorial.md", 50.0)];

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Check only paths that contain this text
    #[arg(default_value = "")]
    name: String,
    /// Print the findings as a JSON array
    #[arg(long)]
    json: bool,
    /// Print the findings in comments too
    #[arg(long)]
    comments: bool,
    /// Write the number of findings in comments to xtask/prose/comments.toml
    #[arg(long, conflicts_with = "name")]
    renew: bool,
    /// Why a count may rise; `--renew` writes the text to the file, and fails without it
    #[arg(long, value_name = "TEXT", requires = "renew")]
    reason: Option<String>,
}

/// One fault of wording.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Finding {
    file: String,
    /// Counted from 1.
    line: usize,
    found: String,
    suggestion: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let words = Words::read(&source::root().join("xtask/prose/words.toml"))?;
    let mut findings = Vec::new();
    for path in documents() {
        let (name, text) = read(&path)?;
        if name.contains(&arguments.name) {
            findings.extend(document::check(&name, &text, &words));
        }
    }
    let documents = findings.len();
    let mut counts = BTreeMap::new();
    for path in sources() {
        let (name, text) = read(&path)?;
        if !name.contains(&arguments.name) {
            continue;
        }
        let found = comment::check(&name, &text, &words);
        *counts.entry(crate_of(&name)).or_insert(0_usize) += found.len();
        if arguments.comments {
            findings.extend(found);
        }
    }
    if arguments.renew {
        Known::read()?.renewed(&counts, arguments.reason.as_deref())?.write()?;
    }
    print(&findings, arguments.json)?;
    let risen = Known::read()?.exceeded(&counts);
    match (documents, risen.is_empty()) {
        (0, true) => Ok(()),
        (0, false) => Err(risen.join("\n")),
        (count, _) => {
            Err(std::iter::once(format!("{count} findings in documents")).chain(risen).collect::<Vec<_>>().join("\n"))
        }
    }
}

fn print(findings: &[Finding], json: bool) -> Result<(), String> {
    if json {
        println!("{}", serde_json::to_string_pretty(findings).map_err(|error| error.to_string())?);
    } else {
        for Finding { file, line, found, suggestion } in findings {
            println!("{file}:{line}: {found}; {suggestion}");
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<(String, String), String> {
    let name = path.strip_prefix(source::root()).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let text = std::fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
    Ok((name, text))
}

/// All Markdown files that belong to the project.
fn documents() -> Vec<PathBuf> {
    let root = source::root();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(&root).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    for folder in ["docs", ".github", "games"] {
        paths.extend(source::files(&root.join(folder), "md"));
    }
    paths
}

/// All Rust and web sources that belong to the project.
fn sources() -> Vec<PathBuf> {
    let root = source::root();
    let in_folder = |folder: &'static str| {
        ["rs", "ts", "svelte"].into_iter().flat_map(move |kind| source::files(&source::root().join(folder), kind))
    };
    let mut paths: Vec<PathBuf> =
        ["crates", "xtask/src", "fuzz/fuzz_targets", "web/src", "web/tests"].into_iter().flat_map(in_folder).collect();
    paths.retain(|path| {
        !path.strip_prefix(&root).is_ok_and(|own| own.components().any(|part| part.as_os_str() == "target"))
    });
    paths
}

/// Returns the folder that a source belongs to: `crates/dagaz-core`, `xtask`, `web`.
fn crate_of(name: &str) -> String {
    let parts = if name.starts_with("crates/") { 2 } else { 1 };
    name.split('/').take(parts).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crate_name_is_the_folder_of_the_crate() {
        assert_eq!(crate_of("crates/dagaz-core/src/lib.rs"), "crates/dagaz-core");
        assert_eq!(crate_of("web/src/main.ts"), "web");
    }

    #[test]
    fn every_word_that_the_glossary_rejects_is_reported() {
        let words = Words::read(&source::root().join("xtask/prose/words.toml")).expect("the list is valid");
        let glossary = std::fs::read_to_string(source::root().join("docs/glossary.md")).expect("the page exists");
        let rejected: Vec<&str> = glossary
            .lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(" | ").nth(2))
            .flat_map(|cell| cell.trim_end_matches(" |").split(", "))
            .filter_map(|word| word.strip_prefix('“')?.strip_suffix('”'))
            .collect();
        assert!(rejected.len() >= 20, "{rejected:?}");
        let missing: Vec<&str> = rejected.into_iter().filter(|word| words.find(word).is_empty()).collect();
        assert_eq!(missing, Vec::<&str>::new(), "add these words to xtask/prose/words.toml");
    }
}
