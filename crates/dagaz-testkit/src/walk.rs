//! Seeded random walks: states as play brings them about.

use std::ops::ControlFlow;

use dagaz_core::{Fuel, Game, LimitHit, MoveList, State, UndoLog, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// A generator of random bits that is the same for the same seed.
pub fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Runs one playout of at most `plies` plies from `start` and shows each state with its legal moves
/// to `visit`. Returns the last state.
pub fn walk(
    game: &dyn Game,
    start: State,
    seed: u64,
    plies: usize,
    visit: &mut dyn FnMut(&State, &MoveList) -> ControlFlow<()>,
) -> Result<State, LimitHit> {
    let (mut state, mut list, mut rng) = (start, MoveList::new(), rng(seed));
    for _ in 0..plies {
        match game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)) {
            Ok(()) => {}
            // Too many whole moves to list, as some games have them: one turn step by step, and not
            // shown.
            Err(hit) if hit.is_of_length() => {
                game.random_steps(&mut state, &mut rng)?;
                continue;
            }
            Err(hit) => return Err(hit),
        }
        if visit(&state, &list).is_break() || list.is_empty() {
            break;
        }
        let chosen = list.get(below(&mut rng, list.len()));
        game.play(&mut state, chosen, &mut UndoLog::new());
    }
    Ok(state)
}

/// Returns about `count` states spread over playouts of at most `plies` plies each.
pub fn sample(game: &dyn Game, seed: u64, count: usize, plies: usize) -> Result<Vec<State>, LimitHit> {
    let mut found = Vec::new();
    // The first game tells how long games are; the others are sampled at that distance.
    let mut length = 0;
    walk(game, game.initial(), seed, plies, &mut |_, _| {
        length += 1;
        ControlFlow::Continue(())
    })?;
    let per_game = 10.min(count.max(1));
    let stride = (length / per_game).max(1);
    let mut round = 0;
    while found.len() < count && round < 4 * count as u64 {
        let mut ply = (round as usize) % stride;
        walk(game, game.initial(), seed.wrapping_add(round), plies, &mut |state, _| {
            ply += 1;
            if ply.is_multiple_of(stride) {
                found.push(state.clone());
            }
            if found.len() < count { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        round += 1;
    }
    Ok(found)
}
