//! Random games.

use dagaz_core::{Playout, PlayoutLimits, Rng, State};

use super::board::Board;
use super::endings::Past;
use super::form::Form;
use super::turn::{Declined, Turn};
use crate::flat::Progress;
use crate::paths::bits::Bits;

/// A game that is being played at random, and the memory for others like it.
pub(super) struct Run<'f, B> {
    turn: Turn<'f, B>,
    past: Past,
    start: Board<B>,
    start_past: Past,
}

impl<'f, B: Bits> Run<'f, B> {
    /// None if the state is not one for this form.
    pub(super) fn new(form: &'f Form<B>, state: &State) -> Option<Run<'f, B>> {
        let start = Board::of(form, state)?;
        let past = Past::new(state.history(), state.is_forgetful());
        Some(Run { turn: Turn::new(form, start), start_past: past.clone(), past, start })
    }

    /// Plays one game from the start.
    pub(super) fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits) -> Progress {
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
            let (played, mut board) = (self.turn.draw(rng), self.turn.board);
            board.play(self.turn.form, &played);
            self.past.note(self.turn.form, &played, &board);
            playout.choices += self.turn.len() as u64;
            playout.plies += 1;
            quiet = if played.is_quiet() { quiet + 1 } else { 0 };
            self.turn.turn_to(board);
        }
    }

    /// The state where the last game stopped.
    pub(super) fn state(&self) -> State {
        self.turn.board.state(self.turn.form, self.past.keys(), self.past.is_forgetful())
    }
}
