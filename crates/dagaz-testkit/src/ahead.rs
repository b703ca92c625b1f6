//! A lookahead must see what the game does: the same moves, the same states after them, and the
//! same ends.

use dagaz_core::{Candidate, Found, Fuel, Game, MoveList, Roster, State, UndoLog, Weights, look_ahead};

/// What a lookahead and the game disagree about in a state that is no end.
pub fn disagreement(game: &dyn Game, state: &State, weights: &Weights) -> Result<(), String> {
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
        // States of edition 2 store their ending; for edition 3 the reference interpreter is
        // needed.
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
