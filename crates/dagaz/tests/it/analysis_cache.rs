//! What bots have learned about a game is kept for the next command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::Folder;

/// Lets a bot analyse a position of a game, and returns what it says of the best move.
fn analyse(cache: &Path, game: &[&str]) -> String {
    let said = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .arg("analyse")
        .args(game)
        .args(["--bot", "alphabeta:3d", "--json"])
        .env("DAGAZ_CACHE", cache)
        .output()
        .expect("the binary has been built");
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(said.status.success(), "{text}{}", String::from_utf8_lossy(&said.stderr));
    let found: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    found["lines"].to_string()
}

fn files(cache: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(cache.join("analyses")) else { return Vec::new() };
    entries.flatten().map(|entry| entry.path()).collect()
}

#[test]
fn an_analysis_is_used_again() {
    let folder = Folder::new("cache-again");
    let first = analyse(&folder.0, &["tic-tac-toe"]);
    let [file] = &files(&folder.0)[..] else { panic!("one file: {:?}", files(&folder.0)) };
    let saved = fs::read_to_string(file).expect("it can be read");
    // A changed file shows that it is read.
    let spaced = format!("{saved} ");
    fs::write(file, &spaced).expect("it can be written");
    assert_eq!(analyse(&folder.0, &["tic-tac-toe"]), first);
    assert_eq!(fs::read_to_string(file).expect("it can be read"), spaced, "nothing was analysed again");
    fs::write(file, &saved[..saved.len() / 2]).expect("it can be written");
    assert_eq!(analyse(&folder.0, &["tic-tac-toe"]), first);
    assert_eq!(fs::read_to_string(file).expect("it can be read"), saved, "a damaged file is replaced");
}

#[test]
fn other_rules_have_an_analysis_of_their_own() {
    let folder = Folder::new("cache-rules");
    for size in ["3", "4"] {
        analyse(&folder.0, &["hex", "--set", &format!("size={size}")]);
    }
    assert_eq!(files(&folder.0).len(), 2);
}

#[test]
fn commands_work_without_a_cache() {
    let folder = Folder::new("no-cache");
    let file = folder.0.join("file");
    fs::write(&file, "no folder").expect("it can be written");
    let first = analyse(Path::new(""), &["tic-tac-toe"]);
    assert_eq!(analyse(&file, &["tic-tac-toe"]), first, "a folder that cannot be made");
    assert_eq!(files(&folder.0), Vec::<PathBuf>::new());
}
