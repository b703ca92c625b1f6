//! A quick lookahead says the same as the game, in every game of the library.

use dagaz_core::{Game, Limits, State, Weights, look_ahead};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{ahead, parallel, walk};

#[test]
fn lookahead_equals_play() {
    let games = source::library();
    let results = parallel::map(&games, |path| {
        let limits = Limits::default();
        let mut faults = Vec::new();
        let mut file = source::read(path, &limits).expect("the file is there");
        for index in 0..file.playable().len() {
            let rules = file.rules(index).rules.expect("it has no errors");
            let game = Pair::new(rules, &limits).expect("it is within all limits").compiled;
            let worth = |piece: dagaz_core::Piece, site: dagaz_core::SiteId| {
                i32::from(piece.kind.0 * 100 + site.0) + i32::from(piece.owner.0)
            };
            let weights = Weights::new(&game, worth, |piece| 7 + i32::from(piece.kind.0));
            let fault = fault_in(&game, &walk::sample(&game, 3, 25, 80).unwrap_or_default(), &weights);
            faults.extend(fault.map(|fault| format!("{} {index}: {fault}", path.display())));
        }
        faults
    });
    nothing_is_wrong(results);
}

/// What is wrong in the first of some states, the ends of games left out, in which something is.
fn fault_in(game: &dyn Game, states: &[State], weights: &Weights) -> Option<String> {
    states.iter().find_map(|state| {
        let what = match game.ending(state) {
            Ok(None) => ahead::disagreement(game, state, weights).err()?,
            Ok(Some(_)) => return None,
            Err(hit) => hit.to_string(),
        };
        Some(format!("{what} on {}", dagaz_record::write_position(game, state)))
    })
}

fn nothing_is_wrong(results: Vec<Result<Vec<String>, String>>) {
    let faults: Vec<String> =
        results.into_iter().flat_map(|result| result.unwrap_or_else(|panic| vec![panic])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Games of edition 3 that are lowered to automata, or are of the draughts family: moves, effects
/// and endings of these executors equal those of the reference interpreter.
#[test]
fn fast_lookahead_equals_the_reference_interpreter() {
    let games = source::path_library();
    let quick = std::sync::atomic::AtomicUsize::new(0);
    let results = parallel::map(&games, |path| {
        let limits = Limits::default();
        let file = source::read_paths(path, &limits).expect("the file is there");
        let mut faults = Vec::new();
        for index in source::own_items(&file) {
            let Ok(game) = source::path_game(&file, index, &limits) else { continue };
            let worth = |piece: dagaz_core::Piece, site: dagaz_core::SiteId| i32::from(piece.kind.0 * 100 + site.0);
            let weights = Weights::new(&game, worth, |piece| 7 + i32::from(piece.kind.0));
            if !look_ahead(&game, &game.initial(), &weights).is_quick() {
                continue;
            }
            quick.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let fault = fault_in(&game, &in_random_games(&game), &weights);
            faults.extend(fault.map(|fault| format!("{} {index}: {fault}", path.display())));
        }
        faults
    });
    nothing_is_wrong(results);
    assert!(quick.into_inner() >= 60, "too few games have such a form");
}

/// Returns states of playouts, early and late.
fn in_random_games(game: &dyn Game) -> Vec<State> {
    let after = |seed: u64, plies: usize| {
        let mut state = game.initial();
        let stop = dagaz_core::PlayoutLimits { plies, quiet_plies: None };
        game.playout(&mut state, &mut walk::rng(seed), stop).map(|_| state).ok()
    };
    [5, 12, 20, 33, 47, 60, 90, 140].into_iter().zip(0..).filter_map(|(plies, seed)| after(seed, plies)).collect()
}
