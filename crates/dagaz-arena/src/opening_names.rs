//! What the first moves of a game are called in the table of openings.
//!
//! A move of a player is called what records call it. What chance does is called by what came of
//! it: the wording of a throw would be the name of a rule, or nothing.

use dagaz_core::{Game, MoveRef, PlayerId, State, Turn};
use dagaz_record::{Wording, fallen, move_text};

/// Returns the name of a move of a player in a state.
pub(crate) fn opened(game: &dyn Game, before: &State, player: PlayerId, chosen: MoveRef<'_>) -> String {
    let by_chance = matches!(game.turn(before), Turn::Chance(_)) || game.is_random(player);
    if !by_chance {
        return move_text(game, before, chosen);
    }
    let fallen = if game.throws(before) { fallen(game, chosen) } else { Vec::new() };
    let said = if fallen.is_empty() { Wording::of(game, before, chosen).short() } else { fallen.join(" ") };
    format!("chance: {said}")
}
