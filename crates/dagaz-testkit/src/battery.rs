//! The battery: what must be true of every game in every state that play brings about.

use std::ops::ControlFlow;

use dagaz_core::{Continuation, Fuel, Game, LimitHit, MoveList, MoveRef, PositionError, SiteId, State, Turn, UndoLog};

use crate::walk::walk;

/// Runs the battery on states along one playout. Returns the violations as texts; empty if there
/// are none.
pub fn run(game: &dyn Game, seed: u64, plies: usize) -> Result<Vec<String>, LimitHit> {
    let mut faults = Vec::new();
    let mut ply = 0;
    let mut hit = None;
    let end = walk(game, game.initial(), seed, plies, &mut |state, list| {
        match state_faults(game, state, list) {
            Ok(found) => faults.extend(found.into_iter().map(|fault| format!("seed {seed}, ply {ply}: {fault}"))),
            Err(limit) => hit = Some(limit),
        }
        ply += 1;
        if hit.is_none() && faults.len() < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if let Some(limit) = hit {
        return Err(limit);
    }
    let again = walk(game, game.initial(), seed, plies, &mut |_, _| ControlFlow::Continue(()))?;
    if faults.is_empty() && again != end {
        faults.push(format!("seed {seed}: the same seed gave another game"));
    }
    Ok(faults)
}

/// What does not hold of one state with its legal moves.
pub fn state_faults(game: &dyn Game, state: &State, list: &MoveList) -> Result<Vec<String>, LimitHit> {
    let mut faults = Vec::new();
    let layout = game.layout();
    if state.keys_from_scratch(layout) != (state.position_key(), state.key()) {
        faults.push("the kept key is not the key from scratch".to_string());
    }
    let chance = matches!(game.turn(state), Turn::Chance(_));
    if !chance {
        let mut merged = list.clone();
        // Languages differ in whether moves are one that do the same from other sites; none lists a
        // move twice.
        merged.merge_same_ways();
        if merged.len() != list.len() {
            faults.push(format!("{} moves are listed twice", list.len() - merged.len()));
        }
    }
    let ending = game.ending(state)?;
    if ending.is_some() != list.is_empty() {
        faults.push(format!("ending {ending:?} with {} moves", list.len()));
    }
    let (mut copy, mut log) = (state.clone(), UndoLog::new());
    for one in list.iter() {
        game.play(&mut copy, one, &mut log);
        if copy.keys_from_scratch(layout) != (copy.position_key(), copy.key()) {
            faults.push(format!("after {:?} the kept key is wrong", one.to_move()));
        }
        if !game.undo(&mut copy, &mut log) || copy != *state {
            faults.push(format!("undo of {:?} does not restore the state", one.to_move()));
            return Ok(faults);
        }
    }
    // Steps one by one lead where the whole move leads, and it can be recalled. A few moves stand
    // for all.
    let mut few = MoveList::new();
    for (place, one) in list.iter().enumerate().step_by((list.len() / 8).max(1)) {
        faults.extend(stepwise(game, state, one)?);
        game.recall(state, place, one.origin(), &mut few, &mut Fuel::new(game.limits().fuel))?;
        if !few.iter().any(|other| other.to_move() == one.to_move()) {
            faults.push(format!("move {place} is not recalled: {:?}", one.to_move()));
        }
        for other in few.iter() {
            game.play(&mut copy, other, &mut log);
            if !game.undo(&mut copy, &mut log) || copy != *state {
                faults.push(format!("undo of {:?}, which is recalled, does not restore the state", other.to_move()));
                return Ok(faults);
            }
        }
    }
    match game.set_up(&game.position(state)) {
        Ok(again) if again.position_key() == state.position_key() || state.ending(layout).is_some() => {}
        Ok(_) => faults.push("the position set up again has another key".to_string()),
        // A position does not have the earlier steps of a turn.
        Err(errors) if is_mid_turn(state.pending(layout), &errors) => {}
        Err(errors) => faults.push(format!("the position cannot be set up again: {errors:?}")),
    }
    Ok(faults)
}

/// Whether a position is refused because a turn continues on the site of its next step.
fn is_mid_turn(pending: Option<(SiteId, Continuation)>, errors: &[PositionError]) -> bool {
    pending.is_some_and(|(site, _)| errors == [PositionError::MidTurn(site)])
}

/// What is wrong with playing a whole move step by step.
fn stepwise(game: &dyn Game, state: &State, whole: MoveRef<'_>) -> Result<Option<String>, LimitHit> {
    let (mut by_steps, mut log, mut list) = (state.clone(), UndoLog::new(), MoveList::new());
    for (index, part) in whole.steps().enumerate() {
        let choice = game.steps(&by_steps, &mut list, &mut Fuel::new(game.limits().fuel))?;
        if part.0.is_pass() && index > 0 && !choice.may_stop {
            return Ok(Some("a move stops where its steps may not".to_string()));
        }
        let mut wanted = MoveList::new();
        wanted.push_parts([part].into_iter());
        let wanted = wanted.get(0).to_move();
        let then = |one: MoveRef<'_>| one.steps().last().and_then(|(step, _)| step.then);
        let same = |one: &MoveRef<'_>| one.same_as(wanted.as_ref()) && then(*one) == then(wanted.as_ref());
        let step = list.iter().find(|one| one.same_way_as(wanted.as_ref())).or_else(|| list.iter().find(same));
        let Some(step) = step else {
            return Ok(Some(format!("step {index} of {:?} is not among the steps", whole.to_move())));
        };
        game.play_step(&mut by_steps, step, &mut log)?;
    }
    let mut at_once = state.clone();
    game.play(&mut at_once, whole, &mut UndoLog::new());
    if by_steps != at_once {
        return Ok(Some(format!("{:?} step by step leads elsewhere", whole.to_move())));
    }
    while game.undo(&mut by_steps, &mut log) {}
    if by_steps != *state {
        return Ok(Some(format!("undoing the steps of {:?} does not restore the state", whole.to_move())));
    }
    Ok(None)
}
