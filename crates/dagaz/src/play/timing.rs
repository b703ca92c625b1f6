//! Time in the rules, at the terminal: a turn begins with the event of no tick. When the move is
//! known, the event of the ticks that the turn has taken replaces it.

use std::time::{Duration, Instant};

use dagaz_core::{ClockEvent, Fuel, MoveList, State, same_choice};

use super::session::Session;
use crate::failure::Failure;

/// The time of the present turn.
pub(super) struct Timing {
    /// The number of moves played when it began.
    plies: usize,
    before: State,
    ticks: u32,
    tick: Duration,
    /// Since when the time runs, and what was used before.
    began: Instant,
    used: Duration,
}

/// What has become of a choice after the time of its turn.
pub(super) enum InTime {
    /// It is legal as it was.
    Same,
    /// It has this place in the present list.
    Later(MoveList, usize),
    /// It is no longer legal, or the game has ended.
    TooLate,
}

impl Session<'_> {
    /// Begins to measure the time of the present turn, unless it is measured already.
    pub(super) fn measure_turn(&mut self) {
        let plies = self.history.plies();
        if self.timing.as_ref().is_some_and(|timing| timing.plies == plies) {
            return;
        }
        self.timing = self.history.last_event().and_then(|(before, ticks)| {
            let tick = Duration::from_millis(self.game.clock_tick(&before)?.into());
            Some(Timing { plies, before, ticks, tick, began: Instant::now(), used: tick * ticks })
        });
    }

    /// Plays the event of the time that the turn has taken, and finds a choice of its list again.
    pub(super) fn pass_time(&mut self, list: &MoveList, index: usize) -> Result<InTime, Failure> {
        let Some(timing) = self.timing.take().filter(|timing| timing.plies == self.history.plies()) else {
            return Ok(InTime::Same);
        };
        let passed = (timing.used + timing.began.elapsed()).as_millis() / timing.tick.as_millis().max(1);
        let ticks = u32::try_from(passed).unwrap_or(u32::MAX);
        let event = ClockEvent::of(self.game, &timing.before, ticks)?.filter(|event| event.ticks > timing.ticks);
        let Some(event) = event else {
            self.timing = Some(timing);
            return Ok(InTime::Same);
        };
        self.history.replace_event(event.chosen());
        self.timing = Some(Timing { ticks: event.ticks, ..timing });
        let mut later = MoveList::new();
        let (state, limits) = (self.history.state().clone(), self.game.limits());
        if self.game.moves_or_ending(&state, &mut later, &mut Fuel::new(limits.fuel))?.is_some() {
            return Ok(InTime::TooLate);
        }
        Ok(match same_choice(list, index, &later) {
            Some(place) => InTime::Later(later, place),
            None => InTime::TooLate,
        })
    }
}
