//! The language server for rules texts, over any pair of streams.
//!
//! [`serve`] reads messages of the Language Server Protocol 3.17 and answers them with
//! [`dagaz_analysis`]. Positions count UTF-16 code units. The crate opens no file: the caller gives
//! [`Files`].

mod answers;
mod convert;
mod documents;
mod framing;
mod server;

use std::path::Path;

use dagaz_syntax::Includes;

pub use server::{Ended, serve};

/// Files on disk that open texts include.
pub trait Files {
    /// Returns where the includes of a rules file come from. `None` is a text without a file.
    fn includes(&self, main: Option<&Path>) -> Box<dyn Includes>;

    /// Returns the text of a file that was included.
    fn read(&self, path: &Path) -> Option<String>;
}
