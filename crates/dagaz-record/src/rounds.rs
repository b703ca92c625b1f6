//! The numbers of rounds, by which saved games and logs count moves.

use dagaz_core::{Game, SlotId, State};

/// Counts rounds along a game: a round ends when the turn order starts again. All parts of a move
/// are in one round.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounds {
    round: u32,
    before: Option<SlotId>,
}

impl Rounds {
    /// The round, counted from 1, of the move that is played next, in that state. To be asked once
    /// for each move.
    pub fn next(&mut self, game: &dyn Game, state: &State) -> u32 {
        let slot = state.slot(game.layout());
        let again = self.before.is_none_or(|before| slot <= before);
        if again && (self.before.is_none() || !game.in_mid_turn(state)) {
            self.round += 1;
        }
        self.before = Some(slot);
        self.round
    }
}
