//! Points: the score if the game ended now.
//!
//! Where the end compares scores, a higher score in the middle of the game is often an advantage:
//! seeds in a store, squares of a colour. The rules define the score, so it need not be learned.

use dagaz_core::{EndingId, Game, PlayerId, State};

use crate::Sides;

/// See the [module documentation](self).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Points {
    pub(crate) ending: EndingId,
    /// The weight of a point, in hundredths.
    pub(crate) each: i32,
}

impl Points {
    /// Returns the points of a game; `None` if no ending compares any.
    pub(crate) fn of(game: &dyn Game, sides: &Sides) -> Option<Points> {
        let start = game.initial();
        let first = *sides.choosers().first()?;
        let mut endings = (0..game.glossary().endings.len()).map(EndingId::at);
        let counts = |ending: &EndingId| game.outcome_of(&start, (*ending, first)).scores.is_some();
        endings.find(counts).map(|ending| Points { ending, each: 0 })
    }

    /// For each player what would be counted now; nothing where that meets a limit.
    pub(crate) fn counted(&self, game: &dyn Game, state: &State) -> Vec<f32> {
        let outcome = game.outcome_of(state, (self.ending, PlayerId(0)));
        outcome.scores.unwrap_or_default().iter().map(|points| points.value() as f32).collect()
    }

    /// Returns the value of a state's points for a player, in hundredths.
    pub(crate) fn worth(&self, game: &dyn Game, state: &State, player: PlayerId, sides: &Sides) -> i32 {
        let counted = self.counted(game, state);
        sides.balance(player, |one| {
            (counted.get(one.index()).copied().unwrap_or(0.0) * self.each as f32).clamp(-1e6, 1e6) as i32
        })
    }
}
