//! The compiled rules of a game: when they are compiled, and access to them for tests and
//! measurements.

use std::sync::atomic::Ordering;

use dagaz_core::{EndingId, Fuel, LimitHit, MoveList, PlayerId, SiteId, State};

use super::game::PathGame;
use super::plan::NotCompiled;
use super::play::{Compiled, CompiledSize};

/// Rules are compiled for lists of moves after so much fuel of the reference interpreter: some
/// milliseconds, as long as compiling takes in most games.
const COMPILE_AFTER: u64 = 100_000;

impl PathGame {
    /// The compiled rules, if they can be compiled and may be used.
    pub(super) fn compiled(&self) -> Result<&Compiled, NotCompiled> {
        if self.walks {
            return Err(NotCompiled::ByRequest);
        }
        let compiled = self.compiled.get_or_init(|| Compiled::of(self).map(Box::new));
        compiled.as_deref().map_err(|why| *why)
    }

    /// The compiled rules for lists of moves, once the reference interpreter has done more work
    /// than compiling costs.
    pub(super) fn compiled_for_lists(&self) -> Option<&Compiled> {
        let has_own_lists = self.placement.is_some() || self.stones.is_some();
        let pays = || self.compiled.get().is_some() || self.interpreted.load(Ordering::Relaxed) >= COMPILE_AFTER;
        if has_own_lists || !pays() { None } else { self.compiled().ok() }
    }

    /// Notes fuel that the reference interpreter used for a list of moves.
    pub(super) fn note_interpreted(&self, units: u64) {
        if self.interpreted.load(Ordering::Relaxed) < COMPILE_AFTER {
            self.interpreted.fetch_add(units, Ordering::Relaxed);
        }
    }

    /// The size of the compiled rules, or why the compiled executor does not run them.
    pub fn compiled_size(&self) -> Result<CompiledSize, NotCompiled> {
        self.compiled().map(Compiled::size)
    }

    /// The legal moves by the compiled executor, passes aside: where each begins and ends, and the
    /// key of its result. `None` if the rules are not compiled or a limit is met.
    pub fn compiled_moves(&self, state: &State) -> Option<Vec<(SiteId, SiteId, u64)>> {
        let legal = self.compiled().ok()?.legal(self, state)?;
        Some(legal.iter().map(|one| (SiteId(one.origin), SiteId(one.target), state.key() ^ one.result)).collect())
    }

    /// The moves from which a playout may draw on the compiled executor, with multiplicity; see
    /// [`PathGame::compiled_moves`].
    pub fn compiled_draws(&self, state: &State) -> Option<Vec<(SiteId, SiteId, u64)>> {
        let drawable = self.compiled().ok()?.drawable(self, state)?;
        Some(drawable.iter().map(|one| (SiteId(one.origin), SiteId(one.target), state.key() ^ one.result)).collect())
    }

    /// The moves of a state with their effects, or its ending, by the compiled executor. `None` if
    /// the rules are not compiled, a limit is met, or the player to move has no move.
    pub fn compiled_list(&self, state: &State) -> Option<(MoveList, Option<(EndingId, PlayerId)>)> {
        let (mut list, mut fuel) = (MoveList::new(), Fuel::new(self.limits.fuel));
        let ended = self.compiled().ok()?.list(self, state, &mut list, &mut fuel)?.ok()?;
        Some((list, ended))
    }

    /// The same by the reference interpreter.
    pub fn reference_moves(&self, state: &State) -> Result<Vec<(SiteId, SiteId, u64)>, LimitHit> {
        let drafts = self.drafted(state, &mut Fuel::new(self.limits.fuel), false, false)?;
        Ok(drafts.iter().map(|draft| (draft.origin, draft.target, draft.result)).collect())
    }

    /// The same game on the compiled executor alone, where its rules are compiled.
    pub fn only_compiled(mut self) -> PathGame {
        (self.placement, self.stones, self.draws, self.specialised) = (None, None, None, false);
        self
    }
}
