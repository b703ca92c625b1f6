//! Playouts on bitboards.

use dagaz_core::{Playout, PlayoutLimits, Rng, State};

use super::board::Board;
use super::past::Past;
use super::turning::{Declined, Turning};
use crate::flat::Progress;
use crate::paths::series;

/// A game that is being played at random, and the memory for others like it.
pub(in crate::paths) struct Run<'f, T: Turning<'f>> {
    turn: T,
    past: Past,
    start: Board<T::Bits>,
    start_past: Past,
}

impl<'f, T: Turning<'f>> Run<'f, T> {
    /// From the position of a turn; `state` is the same one.
    pub(in crate::paths) fn new(turn: T, state: &State) -> Run<'f, T> {
        let past = Past::new(state.history(), state.is_forgetful(), turn.setting().remembers);
        Run { start: *turn.board(), turn, start_past: past.clone(), past }
    }
}

impl<'f, T: Turning<'f>> series::Run for Run<'f, T> {
    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Progress {
        self.past.restart(&self.start_past);
        self.turn.turn_to(self.start);
        let (mut playout, mut quiet) = (Playout::default(), 0);
        loop {
            if self.turn.find() == Err(Declined) {
                return Progress { playout, quiet, goes_on: true };
            }
            playout.end = self.turn.ended(&self.past);
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            if playout.end.is_some() || cut {
                return Progress { playout, quiet, goes_on: false };
            }
            let chosen = self.turn.draw(rng);
            let board = self.turn.played(chosen);
            let is_quiet = self.turn.is_quiet(chosen, Some(&board));
            if self.past.matters() {
                self.past.note(board.key, self.turn.is_for_good(chosen, is_quiet, &board));
            }
            if counts {
                playout.choices += self.turn.count() as u64;
            }
            playout.plies += 1;
            quiet = if is_quiet { quiet + 1 } else { 0 };
            self.turn.turn_to(board);
        }
    }

    fn state(&self) -> State {
        self.turn.board().state(self.turn.setting(), self.past.keys(), self.past.is_forgetful())
    }
}
