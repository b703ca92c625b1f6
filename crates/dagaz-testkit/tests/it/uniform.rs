//! Playouts draw every legal move equally often, whatever sets or counts they draw from.

use std::collections::HashMap;

use dagaz_core::{Fuel, Game, MoveList, PlayoutLimits, State, UndoLog};
use dagaz_testkit::subjects::Subject;
use dagaz_testkit::walk;

/// Draws for each move, on the average.
const DRAWS: u64 = 300;

/// How far counts are from what was expected of each, in standard deviations of that distance (Pearson's chi-square).
fn deviation(counts: &[(u64, f64)]) -> f64 {
    let freedom = counts.len() as f64 - 1.0;
    let distance: f64 = counts.iter().map(|&(found, expected)| (found as f64 - expected).powi(2) / expected).sum();
    if freedom < 1.0 { 0.0 } else { (distance - freedom) / (2.0 * freedom).sqrt() }
}

/// Moves of a position beyond which drawing them all often enough takes too long.
const MOVES_MAX: usize = 300;

/// How unevenly one-ply playouts come to the results of the legal moves of a state.
fn unevenness(game: &dyn Game, state: &State, seed: u64) -> f64 {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    if list.len() > MOVES_MAX {
        return 0.0;
    }
    let mut results: HashMap<u64, (u64, f64)> = HashMap::new();
    let (mut after, mut log) = (state.clone(), UndoLog::new());
    for one in list.iter() {
        game.play(&mut after, one, &mut log);
        results.entry(after.position_key()).or_default().1 += DRAWS as f64;
        game.undo(&mut after, &mut log);
    }
    let mut rng = walk::rng(seed);
    for _ in 0..DRAWS * list.len() as u64 {
        after.clone_from(state);
        let limits = PlayoutLimits { plies: 1, quiet_plies: None };
        game.playout(&mut after, &mut rng, limits).expect("within limits");
        results.get_mut(&after.position_key()).expect("a playout makes only legal moves").0 += 1;
    }
    deviation(&results.into_values().collect::<Vec<_>>())
}

#[test]
fn playouts_draw_every_legal_move_equally_often() {
    let draughts = ["english-draughts", "international-draughts"];
    let others = ["chess", "xiangqi", "breakthrough", "reversi", "amazons", "nine-mens-morris"];
    for name in draughts.into_iter().chain(others) {
        let subject = Subject::load(name).expect("the library has it");
        let game = &subject.pair.compiled;
        for (index, state) in subject.states(12).expect("they are found").iter().enumerate() {
            let uneven = unevenness(game, state, index as u64);
            // Five of these happen once in three million positions.
            assert!(uneven < 5.0, "{name}, position {index}: {uneven:.1} standard deviations from even");
        }
    }
}

#[test]
fn an_uneven_draw_would_be_found() {
    let even: Vec<(u64, f64)> = (0..30).map(|index| (290 + index % 20, 300.0)).collect();
    assert!(deviation(&even) < 5.0);
    let skewed: Vec<(u64, f64)> = (0..30).map(|index| (240 + 4 * index, 300.0)).collect();
    assert!(deviation(&skewed) > 5.0);
}
