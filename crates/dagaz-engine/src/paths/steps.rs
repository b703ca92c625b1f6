//! Steps one by one: told from whole moves, since what stands behind a continuation in a path
//! belongs to the move.
//!
//! A state in the middle of a turn remembers the one in which the turn began. The moves of that
//! which begin with what has been played since are those that can still be made.

use dagaz_core::{
    Change, Effect, Fuel, Game, LimitHit, LimitKind, MoveList, MoveRef, Rng, SiteId, State, UndoLog, apply, below,
};

use super::draft::Draft;
use super::game::PathGame;
use super::turn::TurnEnd;
use super::walker::{SoFar, Walker};

/// What the attempt to list the rest of a long turn whole may cost, as a part of the limits: it is
/// made after each step.
const REST: u64 = 64;

/// Lists what can be played next: the first step of each move that is still possible.
pub(super) fn list(game: &PathGame, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
    let mut whole = MoveList::new();
    match state.begun() {
        Some(begun) => rest(game, begun, state, &mut whole, fuel)?,
        None => game.list(state, &mut whole, fuel).map(|_| ())?,
    }
    if whole.is_stepwise() {
        *list = whole;
        return Ok(());
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
    if game.is_known_as_long(begun) {
        return rest_of_long_turn(game, begun, state, list, fuel);
    }
    game.list(begun, &mut whole, fuel)?;
    if whole.is_stepwise() {
        return rest_of_long_turn(game, begun, state, list, fuel);
    }
    for one in whole.iter().filter(|one| begins_with(game, begun, state, *one)) {
        list.push_parts(one.steps().skip(state.steps_so_far()));
    }
    list.merge_same_ways();
    Ok(())
}

/// Lists what is left of a turn that had too many whole moves, whole if possible. What this costs
/// is charged, with a budget of its own.
fn rest_of_long_turn(
    game: &PathGame,
    begun: &State,
    state: &State,
    list: &mut MoveList,
    fuel: &mut Fuel<'_>,
) -> Result<(), LimitHit> {
    let mut own = fuel.at_most(game.limits.fuel / REST);
    let drafts = continued(game, begun, state, false, &mut own);
    fuel.charge(&own);
    match drafts {
        Ok(mut drafts) => {
            // Among what is left of the turn, the moves are known that compete.
            game.keep_the_best(game.slot(begun), &mut drafts, false);
            drafts.iter().for_each(|draft| draft.push_rest(list, state.steps_so_far()));
            list.merge_same_ways();
            Ok(())
        }
        Err(hit) => single(game, state, list, fuel, hit),
    }
}

/// Lists single steps where whole moves have met a limit: each with which a legal move continues.
/// The limit error stands if no step has a continuation. Steps do not compete by numbers, which
/// only whole moves have. What this costs is charged, with a budget of its own.
pub(super) fn single(
    game: &PathGame,
    state: &State,
    list: &mut MoveList,
    fuel: &mut Fuel<'_>,
    hit: LimitHit,
) -> Result<(), LimitHit> {
    list.clear();
    let begun = state.begun().unwrap_or(state);
    if !hit.is_of_chains() {
        return Err(hit);
    }
    let mut own = fuel.renewed();
    let drafts = continued(game, begun, state, true, &mut own);
    fuel.charge(&own);
    for draft in &drafts? {
        draft.push_rest(list, state.steps_so_far());
        list.check(&game.limits)?;
    }
    if !game.chance_moves(game.slot(begun)) {
        list.merge_same_steps();
    }
    if state.begun().is_none() && !list.is_stepwise() {
        return Err(hit);
    }
    game.note_as_long(begun);
    Ok(())
}

/// Drafts the moves that begin with the steps played so far. `only_next`: up to the next step.
fn continued(
    game: &PathGame,
    begun: &State,
    state: &State,
    only_next: bool,
    fuel: &mut Fuel<'_>,
) -> Result<Vec<Draft>, LimitHit> {
    let slot = game.slot(begun);
    let mut walker = Walker::new(game, begun, slot.mover, fuel.clone());
    walker.so_far = Some(SoFar { keys: state.trail(), single: only_next });
    if !only_next {
        walker.bests = game.bests(slot);
        walker.parts = game.limits.move_parts - game.limits.move_parts / REST as usize;
    }
    game.drafts_of(walker, slot, fuel)
}

/// Plays a turn step by step, each step equally likely. An error if the steps lead nowhere.
pub(super) fn at_random(game: &PathGame, state: &mut State, rng: &mut dyn Rng) -> Result<(), LimitHit> {
    let most = game.limits.steps;
    for _ in 0..=most {
        let mut list = MoveList::new();
        let hit = LimitHit::new(LimitKind::Steps, most);
        single(game, state, &mut list, &mut Fuel::new(game.limits.fuel), hit)?;
        if list.is_empty() {
            break;
        }
        game.play_step(state, list.get(below(rng, list.len())), &mut UndoLog::new())?;
        if state.begun().is_none() {
            return Ok(());
        }
    }
    Err(LimitHit::new(LimitKind::Steps, most))
}

/// How a long turn ends that ends behind the steps played so far.
pub(super) fn stopped(game: &PathGame, state: &State) -> Option<TurnEnd> {
    let drafts = continued(game, state.begun()?, state, true, &mut Fuel::new(game.limits.fuel)).ok()?;
    let draft = drafts.iter().find(|draft| draft.steps.len() == state.steps_so_far())?;
    let jump = draft.effects.iter().rev().find_map(|effect| match effect {
        Effect::Jump { slot } => Some(*slot),
        _ => None,
    });
    let rule = draft.steps.last().map(|step| step.rule);
    Some(TurnEnd { from: draft.origin, to: draft.target, rule, idle: false, jump })
}

/// Where the first step of this turn began, in the middle of a turn.
pub(super) fn origin(game: &PathGame, state: &State) -> Option<SiteId> {
    let begun = state.begun()?;
    let mut whole = MoveList::new();
    if !game.is_known_as_long(begun) {
        game.list(begun, &mut whole, &mut Fuel::new(game.limits.fuel)).ok()?;
    }
    if whole.is_stepwise() || game.is_known_as_long(begun) {
        let next = continued(game, begun, state, true, &mut Fuel::new(game.limits.fuel)).ok()?;
        return next.first().map(|draft| draft.origin);
    }
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
