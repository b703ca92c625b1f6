//! A quick lookahead says the same as the game, in every game of the library.

use dagaz_core::{Candidate, Found, Fuel, Game, Limits, MoveList, Roster, State, UndoLog, Weights, look_ahead};
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// What a lookahead and the game disagree about in a state.
fn disagreement(game: &dyn Game, state: &State, weights: &Weights) -> Result<(), String> {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).map_err(|hit| hit.to_string())?;
    let mut ahead = look_ahead(game, state, weights);
    let (mut candidates, mut loud) = (Vec::new(), Vec::new());
    let ended = ahead.moves(false, &mut candidates).map_err(|hit| hit.to_string())?;
    if ended != game.ending(state).map_err(|hit| hit.to_string())? || candidates.len() != list.len() {
        return Err(format!("{} moves and {ended:?}, {} in the list", candidates.len(), list.len()));
    }
    let roster = Roster::of(game);
    let mut expected: Vec<(u64, Vec<i32>, Found)> = Vec::new();
    for one in list.iter() {
        let (mut after, mut log) = (state.clone(), UndoLog::new());
        game.play(&mut after, one, &mut log);
        let key = after.key_but_ending(game.layout());
        // States of edition 2 say that they are the last; of edition 3 the walker has to be asked.
        let noted = after.ending(game.layout());
        let ended = if noted.is_some() { noted } else { game.ending(&after).map_err(|hit| hit.to_string())? };
        expected.push((key, weights.sums(game, &after), ended));
    }
    let mut found = Vec::new();
    for index in 0..candidates.len() {
        let ended = ahead.play(index).map_err(|hit| hit.to_string())?;
        let (key, sums) = (ahead.key(), ahead.sums().to_vec());
        if ended.is_none() && ahead.state().key() != key {
            return Err("the state has another key".to_string());
        }
        // What needs a list of moves shows when there is one.
        let listed = match ended {
            Some(_) => ended,
            None => ahead.moves(false, &mut loud).map_err(|hit| hit.to_string())?,
        };
        found.push((key, sums, listed));
        ahead.undo();
    }
    expected.sort();
    found.sort();
    if expected != found {
        return Err("moves lead elsewhere, or sums differ".to_string());
    }
    if ahead.key() != state.key() || ahead.sums() != weights.sums(game, state) {
        return Err("it does not come back".to_string());
    }
    // Moves that are loud by themselves are those that the short list has.
    ahead.moves(true, &mut loud).map_err(|hit| hit.to_string())?;
    let mut by_itself: Vec<Candidate> = candidates.iter().copied().filter(Candidate::is_loud).collect();
    let key = |one: &Candidate| (one.number(), one.captures, one.captured, one.piece);
    by_itself.sort_by_key(key);
    loud.sort_by_key(key);
    if loud != by_itself {
        return Err(format!("{} loud moves, {} by themselves", loud.len(), by_itself.len()));
    }
    let captures = |one: &Candidate| one.captures;
    let slow: Vec<u16> = list.iter().map(|one| captures(&Candidate::of(state, &roster, one))).collect();
    let (slow, quick): (u32, u32) =
        (slow.into_iter().map(u32::from).sum(), candidates.iter().map(captures).map(u32::from).sum());
    // Drops whose effects show only when they are played are quiet.
    if quick > slow { Err(format!("{quick} captures, {slow} in the list")) } else { Ok(()) }
}

#[test]
fn looking_ahead_is_playing() {
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
            Ok(None) => disagreement(game, state, weights).err()?,
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

/// Games of edition 3 that are said in automata as well, or are of the draughts family: what is listed, played and ended in these
/// forms is what the walker does.
#[test]
fn looking_ahead_quickly_is_walking() {
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

/// States of random games, early and late.
fn in_random_games(game: &dyn Game) -> Vec<State> {
    let after = |seed: u64, plies: usize| {
        let mut state = game.initial();
        let stop = dagaz_core::PlayoutLimits { plies, quiet_plies: None };
        game.playout(&mut state, &mut walk::rng(seed), stop).map(|_| state).ok()
    };
    [5, 12, 20, 33, 47, 60, 90, 140].into_iter().zip(0..).filter_map(|(plies, seed)| after(seed, plies)).collect()
}
