//! Runs the binary.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// What a run has said.
pub(crate) struct RunOutput {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `dagaz` with these arguments and this input.
pub(crate) fn dagaz(arguments: &[&str], input: &str) -> RunOutput {
    let mut child = Command::new(env!("CARGO_BIN_EXE_dagaz"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary has been built");
    if let Some(mut stdin) = child.stdin.take() {
        // A command that reads nothing may have gone already.
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().expect("the binary ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    RunOutput { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Runs `dagaz` and expects it to succeed.
pub(crate) fn fine(arguments: &[&str], input: &str) -> String {
    let said = dagaz(arguments, input);
    assert_eq!(said.code, Some(0), "{arguments:?}: {}{}", said.out, said.err);
    assert!(!said.out.contains('\u{1b}'), "{arguments:?}: no colours in a pipe");
    said.out
}

pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&fine(arguments, "")).unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// A folder of its own for a test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("dagaz-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).expect("a folder for the test");
        }
        std::fs::write(&path, text).expect("a file for the test");
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A running `dagaz`, for conversations that wait for each answer.
pub(crate) struct Talk {
    child: Child,
    heard: Receiver<String>,
}

impl Talk {
    /// Starts `dagaz` with these arguments.
    pub(crate) fn new(arguments: &[&str]) -> Talk {
        Talk::start(Command::new(env!("CARGO_BIN_EXE_dagaz")).args(arguments))
    }

    /// Starts `dagaz` with these arguments; it has to analyse the game.
    pub(crate) fn without_cache(arguments: &[&str]) -> Talk {
        Talk::start(Command::new(env!("CARGO_BIN_EXE_dagaz")).args(arguments).env("DAGAZ_CACHE", ""))
    }

    fn start(command: &mut Command) -> Talk {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the binary has been built");
        let out = child.stdout.take().expect("it has an output");
        let (say, heard) = channel();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).all(|line| say.send(line).is_ok());
        });
        Talk { child, heard }
    }

    /// Says a line.
    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().expect("it has an input"), "{line}").expect("it listens");
    }

    /// What it says up to a line that contains this.
    pub(crate) fn until(&mut self, wanted: &str) -> Vec<String> {
        let mut said = Vec::new();
        while said.last().is_none_or(|line: &String| !line.contains(wanted)) {
            let line = self.heard.recv_timeout(Duration::from_secs(120));
            said.push(line.unwrap_or_else(|_| panic!("no `{wanted}` in {said:?}")));
        }
        said
    }

    /// Whether nothing that contains this comes for so long.
    pub(crate) fn is_silent(&mut self, about: &str, millis: u64) -> bool {
        let end = Instant::now() + Duration::from_millis(millis);
        while let Ok(line) = self.heard.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.contains(about) {
                return false;
            }
        }
        true
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
