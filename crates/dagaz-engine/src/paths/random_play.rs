//! Playouts and counting on the fastest executor.

use dagaz_core::{
    Counting, Fuel, Game, Identity, LimitHit, MoveList, PerftTable, Playout, PlayoutLimits, Rng, State, UndoLog,
    playout_by_lists, playout_by_lists_after,
};

use super::game::PathGame;
use super::series::Run as _;
use crate::flat::Progress;

impl PathGame {
    /// One playout on the fastest available executor. `counts`: the choices are counted.
    pub(super) fn play_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Result<Playout, LimitHit> {
        if let Some(playout) = self.place_at_random(state, rng, limits)? {
            return Ok(playout);
        }
        if let Some(playout) = self.place_stones(state, rng, limits, counts)? {
            return Ok(playout);
        }
        if let Some(progress) = self.going().and_then(|going| going.play(state, rng, limits, counts)) {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if let Some(progress) =
            self.tallies().and_then(|tallies| Some(tallies.run(state)?.play_from(state, rng, limits, counts)))
        {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if let Some(progress) = self.bitwise().and_then(|form| form.play(state, rng, limits, counts)) {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if state.begun().is_none()
            && let Some(progress) = self.twin().and_then(|twin| twin.play_flat(state, rng, limits, counts))
        {
            return self.play_to_the_end(state, rng, limits, progress);
        }
        if state.begun().is_none()
            && let Ok(compiled) = self.compiled()
        {
            return compiled.play(self, state, rng, limits, counts);
        }
        match self.draw_at_random(state, rng, limits, counts)? {
            Some(playout) => Ok(playout),
            None => playout_by_lists(self, state, rng, limits),
        }
    }

    /// Completes a playout that began on the bitboard executor.
    pub(super) fn play_to_the_end(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        progress: Progress,
    ) -> Result<Playout, LimitHit> {
        let Progress { playout, quiet, goes_on } = progress;
        if !goes_on {
            return Ok(playout);
        }
        let limits = PlayoutLimits { plies: limits.plies.saturating_sub(playout.plies), ..limits };
        let rest = match playout_by_lists_after(self, state, rng, limits, quiet) {
            Err(hit) => return playout.stopped(Err(hit)),
            rest => rest?,
        };
        Ok(Playout { plies: playout.plies + rest.plies, choices: playout.choices + rest.choices, ..rest })
    }

    pub(super) fn count(
        &self,
        state: &mut State,
        depth: u32,
        counting: Counting,
        table: &mut Option<&mut PerftTable>,
        log: &mut UndoLog,
    ) -> Result<u64, LimitHit> {
        if depth == 0 {
            return Ok(1);
        }
        // A turn that has been begun has a past of its own.
        let shared = (depth > 1 && table.is_some() && state.begun().is_none()).then(|| Identity::of(state));
        if let (Some(position), Some(table)) = (shared, table.as_ref())
            && let Some(count) = table.find(position, depth)
        {
            return Ok(count);
        }
        let mut list = MoveList::new();
        self.list(state, &mut list, &mut Fuel::new(self.limits.fuel))?;
        if depth == 1 && counting == Counting::Moves {
            return Ok(list.len() as u64);
        }
        let (mut results, mut nodes) = (std::collections::HashSet::new(), 0);
        for chosen in list.iter() {
            self.play(state, chosen, log);
            if counting == Counting::Moves || results.insert(state.key()) {
                nodes += self.count(state, depth - 1, counting, table, log)?;
            }
            self.undo(state, log);
        }
        if let (Some(position), Some(table)) = (shared, table) {
            table.keep(position, depth, nodes);
        }
        Ok(nodes)
    }
}
