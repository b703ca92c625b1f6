//! Steps one by one: told from whole moves, since what stands behind a continuation in a path
//! belongs to the move.
//!
//! A state in the middle of a turn remembers the one in which the turn began. The moves of that
//! which begin with what has been played since are those that can still be made.

use dagaz_core::{Change, Fuel, LimitHit, MoveList, MoveRef, SiteId, State, UndoLog, apply};

use super::game::PathGame;

/// Lists what can be played next: the first step of each move that is still possible.
pub(super) fn list(game: &PathGame, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
    let mut whole = MoveList::new();
    match state.begun() {
        Some(begun) => rest(game, begun, state, &mut whole, fuel)?,
        None => game.list(state, &mut whole, fuel).map(|_| ())?,
    }
    list.clear();
    for first in whole.iter().filter_map(|one| one.steps().next()) {
        list.push_parts([first].into_iter());
    }
    list.merge_same_ways();
    Ok(())
}

/// Lists what is left of the moves that begin with what has been played of this turn.
pub(super) fn rest(
    game: &PathGame,
    begun: &State,
    state: &State,
    list: &mut MoveList,
    fuel: &mut Fuel<'_>,
) -> Result<(), LimitHit> {
    list.clear();
    let mut whole = MoveList::new();
    game.list(begun, &mut whole, fuel)?;
    for one in whole.iter().filter(|one| begins_with(game, begun, state, *one)) {
        list.push_parts(one.steps().skip(state.steps_so_far()));
    }
    list.merge_same_ways();
    Ok(())
}

/// Where the first step of this turn began, in the middle of a turn.
pub(super) fn origin(game: &PathGame, state: &State) -> Option<SiteId> {
    let begun = state.begun()?;
    let mut whole = MoveList::new();
    game.list(begun, &mut whole, &mut Fuel::new(game.limits.fuel)).ok()?;
    whole.iter().find(|one| begins_with(game, begun, state, *one)).map(MoveRef::origin)
}

/// Whether a move has more steps than have been played, and begins with these.
fn begins_with(game: &PathGame, begun: &State, state: &State, one: MoveRef<'_>) -> bool {
    let played = state.steps_so_far();
    let Some((last, _)) = one.steps().nth(played.saturating_sub(1)) else { return false };
    if one.steps().len() <= played || state.pending(&game.layout).map(|(site, _)| site) != Some(last.target) {
        return false;
    }
    let (mut copy, mut log) = (begun.clone(), UndoLog::new());
    let mut change = Change::begin(&game.layout, &mut copy, &mut log);
    one.steps().take(played).for_each(|(_, effects)| apply(&mut change, effects));
    change.set_pending(state.pending(&game.layout));
    copy.words() == state.words()
}
