//! Bots that hardly think: random, first and greedy.

use dagaz_core::{Fuel, Game, LimitKind, MoveList, PlayerId, State, Turn, UndoLog, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::{Bot, BotError, Context, Question, Thought};

/// Fuel for the moves of a position although the search has been stopped: a few milliseconds.
const LAST_FUEL: u64 = 200_000;

/// The legal moves of the player who is asked. An error if there are none. They are listed even if the search has been
/// stopped already, unless that is much work.
pub(crate) fn legal_of(question: &Question<'_>) -> Result<MoveList, BotError> {
    let (game, state) = (question.game, &question.view.seen);
    let fuel = &mut Fuel::new(game.limits().fuel).with_stop(question.stop);
    match legal(game, state, question.player(), fuel) {
        Err(BotError::Limit(hit)) if hit.kind == LimitKind::Stopped => {
            legal(game, state, question.player(), &mut Fuel::new(LAST_FUEL))
        }
        other => other,
    }
}

/// The legal moves of a player, by what the player sees. An error if there are none.
fn legal(game: &dyn Game, state: &State, player: PlayerId, fuel: &mut Fuel<'_>) -> Result<MoveList, BotError> {
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

/// Some whole moves of a position that has too many to be listed: each is put together step by step by lot, always the
/// same lots for the same position.
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

/// A generator of random bits that is the same for the same seed.
pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Any legal move, each equally likely.
#[derive(Debug)]
pub(crate) struct Random;

impl Bot for Random {
    fn name(&self) -> String {
        "random".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        Ok(Thought::just(list.get(below(&mut rng(question.seed), list.len())).to_move()))
    }
}

/// The first legal move of the list.
#[derive(Debug)]
pub(crate) struct First;

impl Bot for First {
    fn name(&self) -> String {
        "first".to_string()
    }

    fn choose(&self, question: &mut Question<'_>, _context: &mut Context) -> Result<Thought, BotError> {
        let list = legal_of(question)?;
        Ok(Thought::just(list.get(0).to_move()))
    }
}
