//! The forms of games of edition 3: whatever counts, plays at random or looks ahead for such a game must do what walking its
//! rules as they stand does.

use std::collections::HashSet;

use dagaz_core::{
    Counting, Fuel, Game, LimitHit, MoveList, Piece, PlayoutLimits, SiteId, State, UndoLog, Weights, look_ahead,
};
use dagaz_engine::PathGame;

use crate::{agreement, ahead, walk};

/// Lists up to so long are counted one ply further.
const COUNTED_ON: usize = 64;
/// Random moves that are drawn in each state.
const DRAWS: u64 = 4;

/// What `game`, in whatever forms it has, and `judge`, the same game that only walks, disagree about in a state: its list of
/// moves and where each leads, the counts of its tree by moves and by results, random moves with the choices there were, and
/// all that a search sees.
pub fn disagreement(game: &PathGame, judge: &PathGame, state: &State) -> Result<(), String> {
    let words = |hit: LimitHit| hit.to_string();
    let ended = judge.ending(state).map_err(words)?;
    agreement::agree(game, judge, state).map_err(|found| found.to_string())?;
    let mut list = MoveList::new();
    if ended.is_none() {
        judge.moves(state, &mut list, &mut Fuel::new(judge.limits().fuel)).map_err(words)?;
    }
    for counting in [Counting::Moves, Counting::Results] {
        for depth in 1..=if list.len() <= COUNTED_ON { 2 } else { 1 } {
            let (ours, theirs) = (
                game.perft(state, depth, counting).map_err(words)?,
                judge.perft(state, depth, counting).map_err(words)?,
            );
            if ours != theirs {
                return Err(format!("{ours} leaves at depth {depth} ({counting:?}), {theirs} by walking"));
            }
        }
    }
    draws(game, judge, state, &list)?;
    let weights = Weights::new(game, worth, |piece| 7 + i32::from(piece.kind.0));
    if ended.is_none() && look_ahead(game, state, &weights).is_quick() {
        ahead::disagreement(game, state, &weights)?;
    }
    Ok(())
}

/// A worth that tells pieces and sites apart.
fn worth(piece: Piece, site: SiteId) -> i32 {
    i32::from(piece.kind.0) * 100 + i32::from(site.0) + i32::from(piece.owner.0)
}

/// A random game of no ply ends where the judge says so; of one ply it leads where one of the moves leads.
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
        let playout = game.playout(&mut after, &mut walk::rng(seed), stop).map_err(|hit| hit.to_string())?;
        let expected = if list.is_empty() { 0 } else { plies };
        if (playout.plies, playout.choices) != (expected, (expected * list.len()) as u64) {
            return Err(format!("{playout:?} is drawn of {} moves", list.len()));
        }
        if expected == 1 && !leads.contains(&after.key()) {
            return Err(format!("seed {seed} draws what is no move"));
        }
        if playout.end != judge.ending(&after).map_err(|hit| hit.to_string())? {
            return Err(format!("seed {seed} ends with {:?}", playout.end));
        }
    }
    Ok(())
}
