//! A seat that plays by rules of its own: another variant, or another script of the same game.
//!
//! The contest is held by one set of rules. A seat with others follows it on a board of its own:
//! each move is looked up there by its text, and what the seat chooses is looked up here. So two
//! scripts of one game may meet, as in Axiom's AutoPlay, each thinking in its own terms.

use dagaz_core::{Fuel, Game, Move, MoveList, MoveRef, State, UndoLog};
use dagaz_record::move_text;

use crate::BotError;

/// A game that follows another.
pub(crate) struct Shadow<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) state: State,
    list: MoveList,
}

impl<'a> Shadow<'a> {
    pub(crate) fn new(game: &'a dyn Game) -> Shadow<'a> {
        Shadow { game, state: game.initial(), list: MoveList::new() }
    }

    /// Plays what has been played in another game.
    pub(crate) fn follow(&mut self, other: &dyn Game, before: &State, chosen: MoveRef<'_>) -> Result<(), BotError> {
        let found = translated((other, before, chosen), self.game, &self.state, &mut self.list)?;
        self.game.play(&mut self.state, found.as_ref(), &mut UndoLog::new());
        Ok(())
    }

    /// Returns the part of the move chosen so far, as a move of the other game.
    pub(crate) fn chosen(&mut self, chosen: MoveRef<'_>, other: &dyn Game, state: &State) -> Result<Move, BotError> {
        translated((self.game, &self.state, chosen), other, state, &mut self.list)
    }
}

/// Returns the move of a state that says the same as a move of another game's state.
fn translated(
    (from, before, chosen): (&dyn Game, &State, MoveRef<'_>),
    to: &dyn Game,
    state: &State,
    list: &mut MoveList,
) -> Result<Move, BotError> {
    to.moves(state, list, &mut Fuel::new(to.limits().fuel))?;
    let text = move_text(from, before, chosen);
    let same = list.iter().find(|one| one.same_as(chosen) && move_text(to, state, *one) == text);
    let found = same.or_else(|| list.iter().find(|one| move_text(to, state, *one) == text));
    let found = found.ok_or_else(|| {
        BotError::Program(format!(
            "the two seats play by rules that disagree: `{text}` of {} is no move in {}",
            from.glossary().title,
            to.glossary().title
        ))
    })?;
    Ok(found.to_move())
}
