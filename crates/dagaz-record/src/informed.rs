//! What a player has seen of a recorded game.

use dagaz_core::{
    Fuel, Game, Information, LimitHit, MoveList, PlayerId, State, Turn, UndoLog, View, action, find_like,
};

use crate::{GameTree, NodeId};

/// Returns what a player knows of `state`, that of a node: the view, and in a game with hidden
/// facts all that they have seen on the way to it.
pub fn known_at(
    game: &dyn Game,
    tree: &GameTree,
    node: NodeId,
    state: &State,
    player: PlayerId,
) -> Result<View, LimitHit> {
    let view = game.view(state, player);
    if !game.hides() {
        return Ok(view);
    }
    let (mut state, mut log, mut list) = (tree.start().clone(), UndoLog::new(), MoveList::new());
    let mut past = Information::begin(game, &state, player);
    for chosen in tree.path(node).into_iter().filter_map(|node| tree.chosen(node)) {
        let mut own = None;
        if game.turn(&state) == Turn::Choice(player) {
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
            own = find_like(&list, chosen).map(|index| action(&list, index));
        }
        game.play(&mut state, chosen, &mut log);
        past.observe(game, own, &state);
        log.clear();
    }
    Ok(View { past: Some(past), ..view })
}
