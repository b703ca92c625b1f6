//! Series of playouts, on any playout kernel.

use dagaz_core::{LimitHit, PlayoutLimits, Rng, Series, State};

use super::game::PathGame;
use crate::flat::Progress;

/// A game that is being played at random, and the memory for others like it.
pub(in crate::paths) trait Run {
    /// Plays one game from the start. `counts`: the moves that there were to choose from are
    /// counted, where the loop can.
    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Progress;

    /// The state where the last game stopped.
    fn state(&self) -> State;

    /// Plays a game from a state, and leaves it where that stopped.
    fn play_from(&mut self, state: &mut State, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Progress {
        let progress = self.play(rng, limits, counts);
        *state = self.state();
        progress
    }

    /// Plays one game after the other; those that the loop does not end are ended by the game
    /// itself.
    fn play_series(&mut self, game: &PathGame, limits: PlayoutLimits, series: &mut dyn Series) -> Result<(), LimitHit> {
        while let Some(rng) = series.begin() {
            let progress = self.play(rng, limits, false);
            if !progress.goes_on {
                series.end(&progress.playout, &mut || self.state());
                continue;
            }
            let mut state = self.state();
            let playout = game.play_to_the_end(&mut state, rng, limits, progress)?;
            series.end(&playout, &mut || state.clone());
        }
        Ok(())
    }
}
