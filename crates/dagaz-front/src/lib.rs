//! Loads a game from its files, in any rules language.
//!
//! Everything is read from a [`Bundle`](dagaz_table::Bundle) in memory. Files on disk are the
//! caller's.

mod bundle_files;
pub mod descriptions;
mod files;
mod front;
mod game;
pub mod paths;
mod reading;
pub mod script;
mod words;

pub use front::{Facts, Front};
pub use game::{GameFault, compile, compile_work, first_moves};
pub use reading::Reading;
pub use words::outcome_words;
