//! Moves and positions of draughts as a person types them, outside of a record.

use dagaz_core::{Game, MoveList, Position, State};

use super::board::{Colour, Draughts, DraughtsFacts};
use super::fen;
use super::gametype::Classified;
use super::numbering::Numbering;
use super::path::{Paths, squares};
use crate::Fault;

fn numbering(draughts: &Draughts<'_>) -> Numbering {
    Numbering::new(&draughts.board, Classified::of(draughts).notation(), draughts.first)
}

/// The index of the legal move of `list` that is meant by squares, `32-28` or `11x18`, if the game
/// is a draughts game and one is.
pub fn find(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let draughts = Draughts::of(game)?;
    let squares = squares(&numbering(&draughts), typed.trim()).ok()?;
    Paths::of(&draughts, state, list).find(&squares).ok()
}

/// How the moves of a draughts game are written: found once for a game.
#[derive(Clone, Debug)]
pub struct DraughtsNotation {
    facts: DraughtsFacts,
    numbering: Numbering,
    separator: char,
}

impl DraughtsNotation {
    /// The notation of a game; none if it is no draughts game.
    pub fn of(game: &dyn Game) -> Option<DraughtsNotation> {
        let draughts = Draughts::of(game)?;
        let (numbering, separator) = (numbering(&draughts), Classified::of(&draughts).separator());
        Some(DraughtsNotation { facts: draughts.facts().clone(), numbering, separator })
    }

    /// The moves of a list by the numbers of squares: none for a move that its squares do not mean.
    pub fn texts(&self, game: &dyn Game, state: &State, list: &MoveList) -> Vec<Option<String>> {
        let draughts = Draughts::with(game, &self.facts);
        Paths::of(&draughts, state, list).all_texts(&self.numbering, self.separator)
    }
}

/// Returns the position of a state as in `W:W31,32:B1,2`; `None` if the game is no kind of draughts
/// of PDN, or if there is more to the position than men, kings and the player to move.
pub(crate) fn write_position(game: &dyn Game, state: &State) -> Option<String> {
    let draughts = Draughts::of(game).filter(|draughts| Classified::of(draughts).is_known())?;
    fen::write(&draughts, &numbering(&draughts), state)
}

/// The position of a text such as `W:W31-50:B1-20`; none if the game is no draughts game, or the
/// text does not begin so.
pub fn parse_position(game: &dyn Game, text: &str) -> Option<Result<Position, Fault>> {
    let (turn, _) = text.split_once(':')?;
    let mut letters = turn.trim().chars();
    let mover = letters.next().filter(|_| letters.next().is_none())?;
    if mover != '?' && Colour::of(mover).is_none() {
        return None;
    }
    let draughts = Draughts::of(game)?;
    let read = fen::parse(&draughts, &numbering(&draughts), text);
    Some(
        read.map_err(|(byte, message)| {
            Fault::at(text.char_indices().take_while(|(at, _)| *at < byte).count(), message)
        }),
    )
}
