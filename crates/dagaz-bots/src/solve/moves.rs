//! The value of each move of a position, where all of them can be proved.

use std::sync::atomic::AtomicBool;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, PlayerId, State, Turn, UndoLog, Verdict};

use super::{NotSolvable, SOLVER_MEMORY, Solution, SolverLimits, solve_with};
use crate::{Budget, Clock, SearchLimits};

/// Returns the value of each legal move for the player to move, in order: 1, 0 or -1 by force.
/// Returns `None` if one of them is not proved within its budget.
pub fn move_values(
    game: &dyn Game,
    state: &State,
    budget: Budget,
    clock: &dyn Clock,
) -> Result<Option<Vec<i32>>, NotSolvable> {
    let Turn::Choice(mover) = game.turn(state) else { return Err(NotSolvable::Kind) };
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
    let mut values = Vec::with_capacity(list.len());
    for chosen in list.iter() {
        let mut after = state.clone();
        game.play(&mut after, chosen, &mut UndoLog::new());
        match value(game, &after, mover, budget, clock)? {
            Some(value) => values.push(value),
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

/// Returns the value of a state for a player, if proved.
fn value(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    budget: Budget,
    clock: &dyn Clock,
) -> Result<Option<i32>, NotSolvable> {
    if let Some(value) = ended(game, state, player)? {
        return Ok(Some(value));
    }
    let stop = AtomicBool::new(false);
    let limits = SolverLimits { memory: SOLVER_MEMORY, course: None, progress: &mut |_| {} };
    let value = match solve_with(game, state, &mut SearchLimits::new(budget, &stop, clock), limits)?.solution {
        Solution::Win { .. } => 1,
        Solution::Draw => 0,
        Solution::Loss => -1,
        Solution::NoWin | Solution::Unknown => return Ok(None),
    };
    Ok(Some(if game.turn(state) == Turn::Choice(player) { value } else { -value }))
}

fn ended(game: &dyn Game, state: &State, player: PlayerId) -> Result<Option<i32>, LimitHit> {
    Ok(game.outcome(state)?.map(|outcome| match outcome.verdicts.get(player.index()) {
        Some(Verdict::Win) => 1,
        Some(Verdict::Loss) => -1,
        _ => 0,
    }))
}
