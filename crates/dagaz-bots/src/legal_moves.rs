//! The legal moves of a question, also where they are too many to be listed.

use dagaz_core::{Fuel, Game, MoveList, PlayerId, State, Turn, UndoLog, below};

use crate::random::rng;
use crate::{BotError, Question};

/// The legal moves of the player. An error if there are none. The list is completed even after a
/// stop, since without it there is no answer.
pub(crate) fn legal_of(question: &Question<'_>) -> Result<MoveList, BotError> {
    let game = question.game;
    let fuel = &mut Fuel::new(game.limits().fuel);
    // What is seen is no state of a game where something is hidden: one that may be the true one
    // has the same moves.
    let possible = game.hides().then(|| game.sample(question.view, &mut rng(question.seed)));
    legal(game, possible.as_ref().unwrap_or(&question.view.seen), question.player(), fuel)
}

/// The legal moves of a player, by what the player sees. An error if there are none.
pub(crate) fn legal(
    game: &dyn Game,
    state: &State,
    player: PlayerId,
    fuel: &mut Fuel<'_>,
) -> Result<MoveList, BotError> {
    let mut list = MoveList::new();
    match game.turn(state) {
        Turn::Choice(mover) | Turn::Chance(mover) if mover != player => return Err(BotError::NoMove),
        Turn::Choice(_) | Turn::Chance(_) => match game.moves(state, &mut list, fuel) {
            Err(hit) if hit.is_of_length() => list = by_steps(game, state, player)?,
            other => other?,
        },
        Turn::Together(_) => game.moves_of(state, player, &mut list, fuel)?,
    }
    if list.is_empty() { Err(BotError::NoMove) } else { Ok(list) }
}

/// Some whole moves of a position that has too many to be listed: each is put together step by step
/// by lot, always the same lots for the same position.
fn by_steps(game: &dyn Game, state: &State, player: PlayerId) -> Result<MoveList, BotError> {
    const WANTED: u64 = 32;
    let mut found = MoveList::new();
    for number in 0..WANTED {
        let mut rng = rng(state.key() ^ number);
        let (mut state, mut steps, mut parts) = (state.clone(), MoveList::new(), MoveList::new());
        for _ in 0..game.limits().steps {
            game.steps(&state, &mut steps, &mut Fuel::new(game.limits().fuel))?;
            if steps.is_empty() {
                parts.clear();
                break;
            }
            let step = steps.get(below(&mut rng, steps.len()));
            parts.push_parts(step.steps());
            game.play_step(&mut state, step, &mut UndoLog::new())?;
            if state.pending(game.layout()).is_none() {
                break;
            }
        }
        if !parts.is_empty() && state.pending(game.layout()).is_none() {
            let steps: Vec<_> = parts.iter().collect();
            found.push_parts(steps.iter().flat_map(|one| one.steps()));
        }
    }
    found.merge_same();
    debug_assert!(game.turn(state) == Turn::Choice(player) || game.is_random(player));
    Ok(found)
}
