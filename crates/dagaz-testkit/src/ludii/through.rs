//! Games through the `Game` trait against the crate's own run: the same moves and positions at
//! every ply.

use dagaz_core::{Fuel, Game, MoveList, MoveRef, Rng, State, Turn, UndoLog, below};
use dagaz_ludii::LudiiGame;
use dagaz_ludii::play::Run;
use dagaz_ludii::play::action::Moves;

/// Plays a playout both ways. Returns the first difference; `None` if there is none.
pub fn difference(game: &LudiiGame, rng: &mut dyn Rng, plies: usize) -> Option<String> {
    let mut run = Run::new(game.rules(), 0);
    let (mut state, mut log) = (game.initial(), UndoLog::new());
    let (mut list, mut moves) = (MoveList::new(), Moves::default());
    for ply in 0..plies {
        let differs = |what: &str| Some(format!("ply {ply}: {what}"));
        if let Some(what) = game.difference(&state, &run) {
            return differs(&what);
        }
        let ended = match game.ending(&state) {
            Ok(ended) => ended.is_some(),
            Err(hit) => return differs(&hit.to_string()),
        };
        if ended != run.is_over() {
            return differs(if ended { "the game is over too soon" } else { "the game is not over" });
        }
        if ended {
            return None;
        }
        if let Err(hit) = game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)) {
            return differs(&hit.to_string());
        }
        if list.is_empty() {
            return differs("there is no move");
        }
        let chosen = list.get(below(rng, list.len()));
        if let Turn::Choice(_) = game.turn(&state)
            && let Some(what) = play_beside(game, &mut run, &mut moves, &state, &list, chosen)
        {
            return differs(&what);
        }
        game.play(&mut state, chosen, &mut log);
        log.clear();
    }
    None
}

/// Lists the moves of the run, compares them with those of the trait, and plays the chosen one.
fn play_beside(
    game: &LudiiGame,
    run: &mut Run<'_>,
    moves: &mut Moves,
    state: &State,
    list: &MoveList,
    chosen: MoveRef<'_>,
) -> Option<String> {
    // Random results other than dice follow from the state.
    run.fed = game.faces(state);
    run.seed(state.key());
    run.legal(moves);
    let all = game.translated(run, moves);
    let mut merged = all.clone();
    merged.merge_same();
    if merged.len() != list.len() || !merged.iter().zip(list.iter()).all(|(a, b)| a.same_as(b)) {
        return Some(format!("{} moves instead of {}", list.len(), merged.len()));
    }
    let at = all.iter().position(|one| one.same_as(chosen))?;
    let one = moves.list[at];
    run.seed(state.key());
    run.play(moves, &one);
    None
}
