//! Changed positions as text: what the formats for every game write where no move leads to a node.

use dagaz_core::{Game, PlayerId, SlotId, State};

use crate::{parse_position, write_position};

/// Changed positions that a game may have: each of them holds a whole state. Records of lessons
/// have some tens.
pub(crate) const POSITIONS_MAX: usize = 2_000;

/// The message if there are more.
pub(crate) fn too_many() -> String {
    format!("the game sets up more than {POSITIONS_MAX} positions")
}

/// The word that such a text begins with. No move of a game does.
const WORD: &str = "position ";

/// Characters of a fault that may quote a text of any length.
const SHOWN: usize = 300;

/// The state with another player to move and nothing else changed, as if the others had been left
/// out. None if the game has no such position.
pub fn with_turn(game: &dyn Game, from: &State, player: PlayerId) -> Option<State> {
    let mut position = game.position(from);
    let slot = game.glossary().slots.iter().position(|slot| slot.mover == player)?;
    (position.slot, position.pending, position.last) = (Some(SlotId::at(slot)), None, None);
    game.set_up(&position).ok()
}

/// The text of a changed position.
pub(crate) fn text(game: &dyn Game, state: &State) -> String {
    format!("{WORD}{}", write_position(game, state))
}

/// The state that a text means; none if it is the text of a move.
pub(crate) fn read(game: &dyn Game, text: &str) -> Option<Result<State, String>> {
    let position = text.strip_prefix(WORD)?;
    Some(match parse_position(game, position) {
        Ok(position) => game.set_up(&position).map_err(|errors| {
            let first = errors.first().map_or_else(|| "it is refused".to_string(), ToString::to_string);
            format!("this position is not possible by these rules: {first}")
        }),
        Err(fault) => {
            let fault: String = fault.to_string().chars().take(SHOWN).collect();
            Err(format!("the position cannot be read: {fault}"))
        }
    })
}
