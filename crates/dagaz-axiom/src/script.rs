//! A script that has been read, with what is wrong with it.

use std::sync::Arc;

use dagaz_core::{Limits, Point};

use crate::fault::{Fault, Severity};
use crate::loader::Loader;
use crate::program::Program;
use crate::source::{Includes, SourceText};

/// What the file of another program that goes with a script says of it: its titles, its pictures,
/// its set-up. Names that the script does not have are passed over.
#[derive(Clone, Debug, Default)]
pub struct Stub {
    /// The title of the game.
    pub title: String,
    /// Texts about the game.
    pub texts: dagaz_core::Texts,
    /// Where positions are drawn.
    pub centers: Vec<(String, Point)>,
    /// One line about each piece, and more about it.
    pub pieces: Vec<(String, String, String)>,
    /// Owner, piece and position of each piece at the start, for scripts without a set-up of their
    /// own.
    pub setup: Vec<[String; 3]>,
}

/// A script that has been read, with its diagnostics.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) program: Arc<Program>,
    faults: Vec<Fault>,
    name: String,
}

impl Script {
    /// Reads a script and what it loads. Never fails: what is wrong is in [`Script::faults`].
    pub fn load(name: &str, bytes: &[u8], includes: &dyn Includes, limits: &Limits) -> Script {
        let (program, faults) = Loader::load(name, bytes, includes, limits);
        Script { program: Arc::new(program), faults, name: name.to_string() }
    }

    /// What is wrong with it, in the order in which it was found.
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    /// Returns whether something is wrong that keeps it from being played.
    pub fn has_errors(&self) -> bool {
        self.faults.iter().any(|fault| fault.severity == Severity::Error)
    }

    /// Returns the texts that were read: the prelude, the script, and what it loaded.
    pub fn sources(&self) -> &[SourceText] {
        &self.program.sources
    }

    /// Returns the name under which it was loaded.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the script says how a game begins; otherwise its [`Stub`] may.
    pub fn has_setup(&self) -> bool {
        !self.program.setup.is_empty()
    }

    /// Returns the names of the words that generate moves, each once, in the order of their lists.
    pub fn generators(&self) -> &[String] {
        &self.program.rules
    }
}
