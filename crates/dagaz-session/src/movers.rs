//! Who acts in a state, and what they can do.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayerId, State, Turn};

/// The legal moves of a player.
pub(crate) fn legal(game: &dyn Game, state: &State, player: PlayerId) -> Result<MoveList, LimitHit> {
    let mut list = MoveList::new();
    game.moves_of(state, player, &mut list, &mut Fuel::new(game.limits().fuel))?;
    Ok(list)
}

/// Who acts next in a state.
pub(crate) fn movers_of(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

/// Who acts next, the first of several, and whether that is chance.
pub(crate) fn mover_of(game: &dyn Game, state: &State) -> (PlayerId, bool) {
    match game.turn(state) {
        Turn::Choice(player) => (player, false),
        Turn::Chance(player) => (player, true),
        Turn::Together(players) => (players.first().copied().unwrap_or(PlayerId::NONE), false),
    }
}
