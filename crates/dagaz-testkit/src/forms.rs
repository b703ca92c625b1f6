//! The forms of games of edition 3: whatever counts, plays at random or looks ahead for such a game
//! must do what walking its rules as they stand does.

use std::collections::HashSet;

use dagaz_core::{
    Continuation, Counting, Effect, Fuel, Game, LimitHit, MoveList, MoveRef, Piece, PlayoutLimits, RuleId, SiteId,
    State, UndoLog, Weights, look_ahead,
};
use dagaz_engine::PathGame;
use dagaz_rules::path::Distinct;

use crate::{agreement, ahead, walk};

/// Lists up to so long are counted one ply further.
const COUNTED_ON: u64 = 64;
/// Random moves that are drawn in each state.
const DRAWS: u64 = 4;

/// What `game`, in whatever forms it has, and `judge`, the same game that only walks, disagree
/// about in a state: its end or its list of moves, how many moves and how many results there are,
/// and moves drawn at random.
pub fn disagreement(game: &PathGame, judge: &PathGame, state: &State) -> Result<(), String> {
    let (mut own, mut list) = (MoveList::new(), MoveList::new());
    let mut ended = [None; 2];
    for ((game, list), ended) in [(game, &mut own), (judge, &mut list)].into_iter().zip(&mut ended) {
        let fuel = &mut Fuel::new(game.limits().fuel);
        *ended = game.moves_or_ending(state, list, fuel).map_err(words)?;
    }
    if ended[0] != ended[1] || own.len() != list.len() || !own.iter().zip(list.iter()).all(|(a, b)| a.same_as(b)) {
        return Err(format!("{:?} or {} moves, {:?} or {} by walking", ended[0], own.len(), ended[1], list.len()));
    }
    compiled(game, judge, state)?;
    counts(game, judge, state, 1)?;
    draws(game, judge, state, &list)
}

/// Returns how compiled executor and reference interpreter differ in a state: in the list of legal
/// moves with their effects, the ending, or the moves that may be drawn.
pub fn compiled(game: &PathGame, judge: &PathGame, state: &State) -> Result<(), String> {
    if state.begun().is_some() {
        return Ok(());
    }
    same_lists(game, judge, state)?;
    if judge.throws(state) {
        return Ok(());
    }
    let theirs = judge.reference_moves(state).map_err(words)?;
    let ours = game.compiled_moves(state);
    // If equal results are one move, a playout may draw any of its routes, which are distinguished
    // only when drawn.
    let drawn = game.compiled_draws(state).filter(|_| game.rules().distinct != Distinct::Positions);
    [ours, drawn].into_iter().flatten().try_for_each(|moves| same_moves(game, moves, theirs.clone()))
}

/// The lists are equal move by move, effect by effect.
fn same_lists(game: &PathGame, judge: &PathGame, state: &State) -> Result<(), String> {
    let Some((ours, our_ending)) = game.compiled_list(state) else { return Ok(()) };
    let mut theirs = MoveList::new();
    let their_ending = judge.moves_or_ending(state, &mut theirs, &mut Fuel::new(judge.limits().fuel)).map_err(words)?;
    if our_ending != their_ending {
        return Err(format!("{our_ending:?} by the compiled executor, {their_ending:?} by the reference interpreter"));
    }
    let (ours, theirs): (Vec<_>, Vec<_>) = (ours.iter().map(steps_of).collect(), theirs.iter().map(steps_of).collect());
    let place = (0..ours.len().max(theirs.len())).find(|place| ours.get(*place) != theirs.get(*place));
    place.map_or(Ok(()), |place| {
        Err(format!(
            "move {place} of {}: {:?} by the compiled executor, {:?} of {} by the reference interpreter",
            ours.len(),
            ours.get(place),
            theirs.get(place),
            theirs.len()
        ))
    })
}

/// A step without its place in a list.
type PlainStep<'a> = (Option<RuleId>, SiteId, SiteId, Option<Continuation>, &'a [Effect]);

fn steps_of(one: MoveRef<'_>) -> Vec<PlainStep<'_>> {
    one.steps().map(|(step, effects)| (step.rule, step.origin, step.target, step.then, effects)).collect()
}

fn same_moves(
    game: &PathGame,
    mut ours: Vec<(SiteId, SiteId, u64)>,
    mut theirs: Vec<(SiteId, SiteId, u64)>,
) -> Result<(), String> {
    if game.rules().distinct == Distinct::Positions {
        for moves in [&mut ours, &mut theirs] {
            moves.iter_mut().for_each(|one| *one = (SiteId::NONE, SiteId::NONE, one.2));
        }
    }
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours == theirs {
        return Ok(());
    }
    let names = |moves: &[(SiteId, SiteId, u64)], others: &[(SiteId, SiteId, u64)]| {
        let name = |site: SiteId| match site.some().and_then(|site| game.topology().sites().get(site.index())) {
            Some(site) => site.name.clone(),
            None => "-".to_string(),
        };
        let missing = moves.iter().filter(|one| !others.contains(one)).take(4);
        missing.map(|one| format!("{}>{}", name(one.0), name(one.1))).collect::<Vec<_>>().join(" ")
    };
    Err(format!(
        "{} moves by the compiled executor, {} by the reference interpreter; only the former has {}; only the latter {}",
        ours.len(),
        theirs.len(),
        names(&ours, &theirs),
        names(&theirs, &ours)
    ))
}

/// What they disagree about one ply further: what each move leads to, how many moves there are
/// then, and all that a search sees.
pub fn disagreement_further(game: &PathGame, judge: &PathGame, state: &State) -> Result<(), String> {
    agreement::agree(game, judge, state).map_err(|found| found.to_string())?;
    if judge.perft(state, 1, Counting::Moves).map_err(words)? <= COUNTED_ON {
        counts(game, judge, state, 2)?;
    }
    let weights = Weights::new(game, worth, |piece| 7 + i32::from(piece.kind.0));
    if judge.ending(state).map_err(words)?.is_none() && look_ahead(game, state, &weights).is_quick() {
        ahead::disagreement(game, state, &weights)?;
    }
    Ok(())
}

fn words(hit: LimitHit) -> String {
    hit.to_string()
}

/// The tree of moves has as many leaves, and as many different ones.
fn counts(game: &PathGame, judge: &PathGame, state: &State, depth: u32) -> Result<(), String> {
    for counting in [Counting::Moves, Counting::Results] {
        let ours = game.perft(state, depth, counting).map_err(words)?;
        let theirs = judge.perft(state, depth, counting).map_err(words)?;
        if ours != theirs {
            return Err(format!("{ours} leaves at depth {depth} ({counting:?}), {theirs} by walking"));
        }
    }
    Ok(())
}

/// A worth that tells pieces and sites apart.
fn worth(piece: Piece, site: SiteId) -> i32 {
    i32::from(piece.kind.0) * 100 + i32::from(site.0) + i32::from(piece.owner.0)
}

/// A playout of no ply ends if the judge says so; one of a single ply leads where one of the moves
/// leads.
fn draws(game: &PathGame, judge: &PathGame, state: &State, list: &MoveList) -> Result<(), String> {
    let after = |one| {
        let mut after = state.clone();
        judge.play(&mut after, one, &mut UndoLog::new());
        after.key()
    };
    let leads: HashSet<u64> = list.iter().map(after).collect();
    for seed in 0..DRAWS {
        let plies = seed.min(1) as usize;
        let mut after = state.clone();
        let stop = PlayoutLimits { plies, quiet_plies: None };
        let playout = game.playout(&mut after, &mut walk::rng(seed), stop).map_err(words)?;
        let expected = if list.is_empty() { 0 } else { plies };
        if (playout.plies, playout.choices) != (expected, (expected * list.len()) as u64) {
            return Err(format!("{playout:?} is drawn of {} moves", list.len()));
        }
        if expected == 1 && !leads.contains(&after.key()) {
            return Err(format!("seed {seed} draws what is no move"));
        }
        if playout.end != judge.ending(&after).map_err(words)? {
            return Err(format!("seed {seed} ends with {:?}", playout.end));
        }
    }
    Ok(())
}
