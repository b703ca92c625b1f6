//! Moves in records that have them in words: a text that finds exactly one move again, and the move
//! that a text finds.
//!
//! The usual [wording](crate::wording) is what programs and people know, but several moves may have
//! the same: how many pieces of a column go, or which die is used, it does not say. Such moves are
//! written in the [notation of records](crate::formats::notation), which tells all legal moves
//! apart.

use dagaz_core::{Game, MoveList, MoveRef, State};

use crate::Wording;
use crate::formats::notation::find::find_exact;
use crate::formats::notation::move_text;
use crate::matching::{MoveError, find_move};

/// Moves that are named in an error.
const NAMED: usize = 6;

/// The text of a move of `list`, by which [`find`] finds it; none if there is no such text.
pub(crate) fn text(game: &dyn Game, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> Option<String> {
    let usual = Wording::of(game, state, chosen).text();
    let alike = worded(game, state, list, &usual);
    if alike.iter().all(|&index| list.get(index).same_as(chosen)) {
        return Some(usual);
    }
    let index = list.iter().position(|one| one.same_as(chosen))?;
    let unique = move_text(game, state, list, index);
    let found = find(game, state, list, &unique).ok()?;
    list.get(found).same_as(chosen).then_some(unique)
}

/// The index of the legal move of `list` that a text means. Equal moves count as one; what several
/// different moves are called is none of them.
pub(crate) fn find(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Result<usize, MoveError> {
    let typed = typed.trim();
    let usual = worded(game, state, list, typed);
    if !usual.is_empty() {
        return only(game, state, list, typed, &usual);
    }
    if let Some(index) = find_exact(game, state, list, typed) {
        return Ok(index);
    }
    alone(game, state, list, typed, find_move(game, state, list, typed)?)
}

/// The move that a text has found in a loose form, if no other has its wording: such forms take
/// moves of one wording for one.
pub(crate) fn alone(
    game: &dyn Game,
    state: &State,
    list: &MoveList,
    typed: &str,
    found: usize,
) -> Result<usize, MoveError> {
    let wording = Wording::of(game, state, list.get(found)).text();
    only(game, state, list, typed, &worded(game, state, list, &wording)).map(|_| found)
}

/// The moves of a list with this wording.
fn worded(game: &dyn Game, state: &State, list: &MoveList, text: &str) -> Vec<usize> {
    (0..list.len()).filter(|&index| Wording::of(game, state, list.get(index)).text() == text).collect()
}

/// The first of several moves, if all are the same.
fn only(game: &dyn Game, state: &State, list: &MoveList, typed: &str, several: &[usize]) -> Result<usize, MoveError> {
    let typed = || typed.to_string();
    let Some(&first) = several.first() else { return Err(MoveError::Unknown { typed: typed(), near: Vec::new() }) };
    if several.iter().all(|&index| list.get(index).same_as(list.get(first))) {
        return Ok(first);
    }
    let moves = several.iter().take(NAMED).map(|&index| move_text(game, state, list, index)).collect();
    Err(MoveError::Several { typed: typed(), moves, count: several.len() })
}
