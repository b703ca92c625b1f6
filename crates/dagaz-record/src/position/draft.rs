//! Positions in the order in which a state gives them, so that equal ones are equal.

use dagaz_core::{CompactSort, Game, Position};

/// The position with its pieces in order of site, and their attributes and the supplies in order of
/// declaration.
pub(crate) fn ordered(mut position: Position) -> Position {
    position.pieces.compact_sort_by_key(|placement| placement.site);
    for placement in &mut position.pieces {
        placement.attributes.compact_sort_by_key(|(attribute, _)| *attribute);
    }
    position.supplies.compact_sort_by_key(|(piece, _)| (piece.owner, piece.kind));
    position.variables.sort_unstable();
    position
}

/// The start position of a game.
pub(crate) fn start(game: &dyn Game) -> Position {
    game.position(&game.initial())
}
