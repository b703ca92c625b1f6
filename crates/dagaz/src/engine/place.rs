//! The subject of a request: the game, the bot and the position.
//!
//! Its answer refers to that position, not to the current one of the game.

use dagaz_bots::{Description, Dialect};
use dagaz_core::{Game, Move, PlayerId, State, UndoLog};

use super::analysed_game::AnalysedGame;
use crate::start::{legal, movers};

/// See the [module documentation](self).
#[derive(Clone)]
pub(super) struct SearchRoot {
    pub(super) table: AnalysedGame,
    pub(super) bot: Description,
    pub(super) state: State,
}

impl SearchRoot {
    pub(super) fn game(&self) -> &dyn Game {
        &*self.table.loaded.game
    }

    /// Who is to move.
    pub(super) fn mover(&self) -> PlayerId {
        movers(self.game(), &self.state).first().copied().unwrap_or(PlayerId::NONE)
    }

    /// The words of moves that follow each other.
    pub(super) fn line(&self, dialect: Dialect, moves: &[Move]) -> Vec<String> {
        let (game, mut state) = (self.game(), self.state.clone());
        let mut said = Vec::new();
        for one in moves {
            let Ok(list) = legal(game, &state) else { break };
            let Some(index) = (0..list.len()).find(|&index| list.get(index).same_as(one.as_ref())) else { break };
            said.push(dialect.words(game, &state, &list)[index].clone());
            game.play(&mut state, list.get(index), &mut UndoLog::new());
        }
        said
    }
}
