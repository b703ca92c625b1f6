//! Dagaz's own notation, for any game: moves as a player says them, and records that hold
//! everything.
//!
//! A move is written by where it goes and by the rule that makes it: `e2 - e4 Pawn-double n`, `e4 x
//! d5 Pawn-capture nw`, `G19 drop-to-empty White Stone`, `Pass`. Further effects are omitted unless
//! two legal moves would have equal texts. A move after whose first step the same piece may
//! continue has a `+` before each step and a `+` alone at its end, so that a step can be written
//! before the next one is known. `docs/records.md` has the definition.
//!
//! [`step`] words one step, [`spoken`] a whole move, [`find`] reads one; [`stream`] writes records
//! as they come about, [`write()`] writes finished ones, and [`read()`] reads them again.

mod entry;
mod facts;
pub mod find;
mod names;
mod reader;
mod remark;
pub mod spoken;
pub mod step;
pub mod stream;

use dagaz_core::Game;

use crate::formats::{WriteFault, Written};
use crate::reading::{ReadLimits, Reading};
use crate::tree::{GameTree, RulesIdentity};

pub(crate) use facts::{VERDICTS, verdict_word};
pub use find::find_move;
pub(crate) use names::{player_key, player_of_key};
pub(crate) use reader::move_fault;
pub(crate) use remark::FIRST_WORDS;
pub use spoken::{move_lines, move_text};
pub(crate) use step::rule_text;
pub use step::step_text;
pub use stream::StreamWriter;
pub(crate) use stream::index_of;

/// Reads games in this format.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    reader::read(game, text, limits)
}

/// Writes games in this format, one after the other. Nothing is left out.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let mut text = String::new();
    for tree in trees {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &stream::whole(game, tree)?;
    }
    Ok(Written { text, left_out: Vec::new() })
}

/// Returns the bytes at which the games of a text begin. The first may lack the line that begins a
/// game.
pub(crate) fn game_begins(text: &str) -> Vec<usize> {
    let is_line = |begin: &usize| *begin > 0 && text[..*begin].ends_with('\n');
    let later = text.match_indices(FIRST_WORDS).map(|(begin, _)| begin).filter(is_line);
    let first = text.len() - text.trim_start().len();
    [first].into_iter().chain(later.filter(|begin| *begin > first)).collect()
}

/// What a record says of its rules.
pub(crate) fn rules_named(text: &str) -> RulesIdentity {
    facts::rules_named(text)
}
