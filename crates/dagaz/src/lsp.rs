//! `dagaz lsp`: the language server on standard input and output.

use std::io::{BufReader, stdin, stdout};
use std::path::Path;

use dagaz_core::Limits;
use dagaz_lsp::{Ended, Files, serve};
use dagaz_syntax::decode::decode;
use dagaz_syntax::source::{Includes, NoIncludes};

use crate::failure::Failure;
use crate::includes::{FolderIncludes, read};

/// Files in the folder of the text that includes them.
struct Folders {
    /// The most bytes of a file.
    most: usize,
}

impl Files for Folders {
    fn includes(&self, main: Option<&Path>) -> Box<dyn Includes> {
        match main {
            Some(path) => Box::new(FolderIncludes::of(path, self.most)),
            None => Box::new(NoIncludes),
        }
    }

    fn read(&self, path: &Path) -> Option<String> {
        read(path, self.most).ok().map(|bytes| decode(&bytes))
    }
}

/// Serves the editor that has started the process.
pub(crate) fn run() -> Result<(), Failure> {
    let files = Folders { most: Limits::default().source_bytes };
    match serve(BufReader::new(stdin()), stdout(), &files)? {
        Ended::Orderly => Ok(()),
        Ended::Abruptly => Err(Failure::Reported),
    }
}
