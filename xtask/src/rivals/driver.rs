//! A process that plays games with another library: `xtask/rivals/LIBRARY_games.py`.
//!
//! It is asked for games, a line of JSON each, and answers each with a line: every position of the
//! game with its legal moves, how the library judges it, and which move is played.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::{Deserialize, Serialize};

use super::table::{Comparison, Field, folder};

/// What a driver is asked.
#[derive(Serialize)]
pub(super) struct Request<'a> {
    /// What the library calls the game.
    pub(super) rival: &'a str,
    pub(super) options: &'a toml::Table,
    /// The game follows from it.
    pub(super) seed: u64,
    /// Plies at most.
    pub(super) plies: usize,
}

/// A game as a library plays it.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    /// Its positions; the last one is the end, or where it was cut off.
    #[serde(default)]
    pub(super) plies: Vec<Ply>,
    /// Why the library could not play on.
    pub(super) error: Option<String>,
}

/// A position as a library sees it.
#[derive(Debug, Deserialize)]
pub(super) struct Ply {
    /// All legal moves; nothing is asked of them where the game is over.
    pub(super) moves: Vec<String>,
    /// The position, part by part.
    pub(super) position: BTreeMap<Field, String>,
    /// The position as the library writes it.
    pub(super) fen: String,
    /// How the game is over, if it is.
    pub(super) end: Option<End>,
    /// How often the position has occurred, this time counted.
    pub(super) repeats: Option<usize>,
    /// The move that is played.
    pub(super) chosen: Option<String>,
}

/// How a game is over.
#[derive(Debug, Deserialize)]
pub(super) struct End {
    /// By which rule.
    pub(super) by: String,
    /// `1-0` if the player who began has won, `0-1` if the other has, or `1/2-1/2`.
    pub(super) result: String,
}

/// See the [module documentation](self).
pub(super) struct Driver {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts the driver of a library. `DAGAZ_PYTHON` names the interpreter that has it.
    pub(super) fn start(library: &str) -> Result<Driver, String> {
        let python = std::env::var("DAGAZ_PYTHON").unwrap_or("python3".to_string());
        let script = folder().join(format!("{library}_games.py"));
        let mut child = Command::new(&python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("{python}: {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(input), Some(output)) => Ok(Driver { child, input, output: BufReader::new(output) }),
            _ => Err("the driver has no input or output".to_string()),
        }
    }

    /// Plays a game from a position, or from the set-up.
    pub(super) fn game(
        &mut self,
        comparison: &Comparison,
        start: Option<&str>,
        seed: u64,
        plies: usize,
    ) -> Result<Played, String> {
        let mut options = comparison.options.clone();
        options.extend(start.map(|start| ("start".to_string(), start.into())));
        let request = Request { rival: &comparison.rival, options: &options, seed, plies };
        let request = serde_json::to_string(&request).map_err(|error| error.to_string())?;
        let said = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        said.map_err(|error| format!("the driver does not listen: {error}"))?;
        loop {
            let mut line = String::new();
            match self.output.read_line(&mut line) {
                Ok(0) => return Err("the driver has ended".to_string()),
                Ok(_) => {}
                Err(error) => return Err(format!("the driver does not answer: {error}")),
            }
            // Libraries print remarks of their own.
            if line.starts_with('{') {
                return serde_json::from_str(&line).map_err(|error| format!("the driver's answer: {error}"));
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
