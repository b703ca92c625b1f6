//! Records as JSON, for any game and with everything.
//!
//! A game is an object: its facts, the main line as an array of moves, and the variations as a
//! separate flat array, so that no depth of nesting is too deep. A move is an object whose `move`
//! is one line of the [notation](crate::formats::notation). The schema is
//! `docs/record.schema.json`.

mod draft;
mod items;
mod read;
mod write;

use dagaz_core::Game;

use crate::formats::{WriteFault, Written};
use crate::reading::{ReadLimits, Reading};
use crate::tree::GameTree;

/// The version of the schema, under the key `dagaz`.
pub const VERSION: u64 = 1;

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    read::read(game, text, limits)
}

/// Writes games in this format. Nothing is left out.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    Ok(Written { text: write::write(game, trees)?, left_out: Vec::new() })
}
