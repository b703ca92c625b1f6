//! The scripts of this folder: other people's libraries play and judge the games.
//!
//! `DAGAZ_PYTHON` names the interpreter that has them (`requirements.txt`), `DAGAZ_GAMES` how many
//! games are exchanged.

// Each test uses a part of it; skipped tests print so, and reference programs print their results.
#![allow(dead_code, clippy::print_stdout)]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A script, and the interpreter for it.
pub(crate) struct Script {
    python: String,
    path: PathBuf,
}

impl Script {
    /// A script that needs a Python module; `None`, with a note, if the interpreter does not have
    /// it.
    pub(crate) fn needing(module: &str, name: &str) -> Option<Script> {
        let python = std::env::var("DAGAZ_PYTHON").unwrap_or("python3".to_string());
        let import = format!("import {module}");
        let here = Command::new(&python).args(["-c", &import]).stderr(Stdio::null()).status();
        if !here.is_ok_and(|status| status.success()) {
            // Not by `println!`, which the test harness would capture.
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED: comparison by {module}, which {python} cannot import; DAGAZ_PYTHON names another interpreter"
            );
            return None;
        }
        Some(Script::named(python, name))
    }

    fn named(python: String, name: &str) -> Script {
        Script { python, path: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/independent").join(name) }
    }

    /// A script that runs a program of Debian's games; `None`, with a note, if it is not installed.
    pub(crate) fn running(program: &str, name: &str) -> Option<Script> {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        let mut folders = std::env::split_paths(&paths).chain([PathBuf::from("/usr/games")]);
        if !folders.any(|folder| folder.join(program).is_file()) {
            let _ = writeln!(std::io::stderr(), "SKIPPED: comparison by {program}, which is not installed");
            return None;
        }
        Some(Script::named(std::env::var("DAGAZ_PYTHON").unwrap_or("python3".to_string()), name))
    }

    /// What it prints; it must be content.
    pub(crate) fn said(&self, arguments: &[&str]) -> String {
        let (content, said) = self.run(arguments);
        assert!(content, "{} {arguments:?}: {said}", self.path.display());
        said
    }

    /// What it prints, and whether it was content.
    pub(crate) fn run(&self, arguments: &[&str]) -> (bool, String) {
        let mut command = Command::new(&self.python);
        let run = command.arg(&self.path).args(arguments).stderr(Stdio::inherit()).output().expect("it runs");
        (run.status.success(), String::from_utf8(run.stdout).expect("it prints UTF-8"))
    }

    /// Lets it judge a text. The name keeps the files of several tests apart.
    pub(crate) fn check(&self, name: &str, text: &str, more: &[&str]) {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, text).expect("a file for the judge");
        let path = file.to_string_lossy();
        let (content, said) = self.run(&[&["check", &path], more].concat());
        println!("{said}");
        assert!(content, "{said}");
    }
}

/// How many games are exchanged each way: `DAGAZ_GAMES`, else the number given.
pub(crate) fn games(number: usize) -> usize {
    std::env::var("DAGAZ_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(number)
}

/// A sequence of numbers that looks random enough (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}
