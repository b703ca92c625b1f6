//! What the first moves of a game are called in the table of openings.
//!
//! A move of a player is called what records call it. What chance does is called by what came of it: the wording of a
//! throw would be the name of a rule, or nothing.

use dagaz_core::{Game, MoveRef, PlayerId, State, Turn};
use dagaz_record::{fallen, move_text};

/// The name of a move of a player in a state.
pub(crate) fn opened(game: &dyn Game, before: &State, player: PlayerId, chosen: MoveRef<'_>) -> String {
    let by_chance = matches!(game.turn(before), Turn::Chance(_)) || game.is_random(player);
    let fallen = if by_chance { fallen(game, chosen) } else { Vec::new() };
    if fallen.is_empty() { move_text(game, before, chosen) } else { format!("chance: {}", fallen.join(" ")) }
}
