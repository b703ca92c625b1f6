//! The moves from an engine's last known state to the present one, for engines that get moves and
//! not positions.

use dagaz_core::{Fuel, Game, Move, MoveList, State, UndoLog};

/// Maximum positions: all replies to one move, in most games.
const LOOKED_AT: usize = 200_000;

/// The moves from one state to another, at most this number; `None` if not found.
pub(super) fn way(game: &dyn Game, from: &State, to: &State, most: usize) -> Option<Vec<Move>> {
    let mut search = Search { game, key: to.key(), left: LOOKED_AT, moves: Vec::new() };
    let mut state = from.clone();
    // A short way is looked for before a long one.
    (0..=most).find_map(|plies| search.goes(&mut state, plies).then(|| std::mem::take(&mut search.moves)))
}

struct Search<'a> {
    game: &'a dyn Game,
    key: u64,
    left: usize,
    moves: Vec<Move>,
}

impl Search<'_> {
    /// Returns whether this number of moves leads there; they are recorded if so.
    fn goes(&mut self, state: &mut State, plies: usize) -> bool {
        if plies == 0 {
            return state.key() == self.key;
        }
        let mut list = MoveList::new();
        if self.game.moves(state, &mut list, &mut Fuel::new(self.game.limits().fuel)).is_err() {
            return false;
        }
        let mut log = UndoLog::new();
        for one in list.iter() {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            self.game.play(state, one, &mut log);
            self.moves.push(one.to_move());
            let goes = self.goes(state, plies - 1);
            self.game.undo(state, &mut log);
            if goes {
                return true;
            }
            self.moves.pop();
        }
        false
    }
}
