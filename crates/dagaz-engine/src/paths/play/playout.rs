//! Playouts.

use dagaz_core::{Fuel, Game, LimitHit, MoveList, Playout, PlayoutLimits, Rng, Series, State, UndoLog, below};

use super::super::game::PathGame;
use super::super::movegen::Machine;
use super::turn::{Identity, Turn};
use super::{Compiled, with_machine};

impl<const W: usize> Machine<'_, W> {
    /// Plays a playout from a state, which is then its final state.
    fn play(
        &mut self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Playout, LimitHit> {
        let game = self.game;
        let forgetful = state.is_forgetful();
        self.load(state);
        let (mut playout, mut quiet) = (Playout::default(), 0);
        while playout.plies < limits.plies && limits.quiet_plies.is_none_or(|most| quiet < most) {
            match self.play_turn(rng, counts, forgetful) {
                Turn::Ended(ending, player) => {
                    playout.end = Some((ending, player));
                    *state = self.state(forgetful);
                    return Ok(playout);
                }
                Turn::Played { choices, irreversible } => {
                    playout.choices += choices;
                    quiet = if irreversible { 0 } else { quiet + 1 };
                }
                Turn::Unknown => {
                    *state = self.state(forgetful);
                    if self.too_long.is_some() {
                        game.note_long_turn(state);
                    }
                    let mut list = MoveList::new();
                    let ended = match game.list(state, &mut list, &mut Fuel::new(game.limits.fuel)) {
                        Err(hit) if playout.plies > 0 => {
                            playout.cut = Some(hit);
                            return Ok(playout);
                        }
                        listed => listed?,
                    };
                    if ended.is_some() {
                        playout.end = ended;
                        return Ok(playout);
                    }
                    playout.choices += if counts { list.len() as u64 } else { 0 };
                    if list.is_stepwise() {
                        game.random_steps(state, rng)?;
                        // The whole turn is a ply, as it is where its moves can be listed.
                        quiet = 0;
                        self.load(state);
                        playout.plies += 1;
                        continue;
                    }
                    let chosen = list.get(below(rng, list.len()));
                    quiet = if game.is_irreversible(state, chosen) { 0 } else { quiet + 1 };
                    game.play(state, chosen, &mut UndoLog::new());
                    self.load(state);
                }
            }
            playout.plies += 1;
        }
        *state = self.state(forgetful);
        playout.stopped(match self.ending() {
            Some(ending) => Ok(ending),
            None => game.ending(state),
        })
    }
}

impl Compiled {
    /// Plays a playout; the state is then its final state.
    pub(in crate::paths) fn play(
        &self,
        game: &PathGame,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Playout, LimitHit> {
        with_machine!(self, game, |machine| machine.play(state, rng, limits, counts))
    }

    /// Plays playouts one after the other.
    pub(in crate::paths) fn play_series(
        &self,
        game: &PathGame,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Result<(), LimitHit> {
        with_machine!(self, game, |machine| {
            let mut state = start.clone();
            while let Some(rng) = series.begin() {
                state.clone_from(start);
                let playout = machine.play(&mut state, rng, limits, false)?;
                series.end(&playout, &mut || state.clone());
            }
            Ok(())
        })
    }

    /// The moves that may be drawn in a state, as often as they may; `None` if a limit is near.
    pub(in crate::paths) fn drawable(&self, game: &PathGame, state: &State) -> Option<Vec<Identity>> {
        with_machine!(self, game, |machine| {
            machine.load(state);
            let drawable = machine.drawable();
            (machine.fuel > 0).then_some(drawable)
        })
    }

    /// The legal moves of a state, passes aside; `None` if a limit is near.
    pub(in crate::paths) fn legal(&self, game: &PathGame, state: &State) -> Option<Vec<Identity>> {
        with_machine!(self, game, |machine| {
            machine.load(state);
            let legal = machine.legal();
            (machine.fuel > 0).then_some(legal)
        })
    }
}
