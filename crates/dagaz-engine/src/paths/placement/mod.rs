//! Specialised executor of pure placement games: the only action is to put a piece on an empty
//! site.
//!
//! The rules must prove this, and every ending must be about the group of the last piece, the lines
//! through it, or a full board. Then a playout needs neither paths nor lists. It draws from an
//! array of open sites, keeps groups by union-find, and checks only lines through the new piece. On
//! small boards without groups (`few`) pieces are bits. Move lists are read off the board. Hex, Y,
//! Yavalath and tic-tac-toe variants are examples. Everything else stays with the reference
//! interpreter, which is also used for comparison.

mod read;
mod run;
mod search_position;
mod small_board;

use std::sync::OnceLock;

use dagaz_core::{
    Effect, Game, LimitHit, Lookahead, MoveList, PieceTypeId, PlayerId, Playout, PlayoutLimits, Rng, RuleId, Series,
    SiteId, State, UndoLog, Weights,
};

use self::run::Run;
use self::search_position::Sight;
use self::small_board::Few;
use super::game::PathGame;

/// No site.
const NONE: u16 = u16::MAX;

/// See the [module documentation](self).
#[derive(Debug)]
pub(super) struct Placement {
    sites: usize,
    rule: RuleId,
    kind: PieceTypeId,
    /// Sites on which one may put something.
    room: Vec<bool>,
    /// For each site the one that must be filled before it; empty if none need be.
    support: Vec<u16>,
    /// For each site those that it supports, a row for each.
    supported: Vec<Vec<u16>>,
    /// For each slot who moves, and the slot that follows.
    slots: Vec<(PlayerId, usize)>,
    /// The endings in the order of rank.
    watches: Vec<Watch>,
    /// For each player and site its neighbours in groups, a row of `degree`; empty without groups.
    neighbours: Vec<u16>,
    degree: usize,
    /// For each player and site the zones in which it lies.
    zones: Vec<u16>,
    /// The playout kernel for few sites without groups.
    few: Option<Few>,
    /// How bots look ahead there.
    sight: OnceLock<Option<Box<Sight>>>,
}

/// What is looked at after each move.
#[derive(Debug)]
enum Watch {
    /// Whether the group of the new piece touches all of these zones.
    Group(u16),
    /// Whether a line through it is full. For each site the other sites of its lines.
    Lines(Vec<Vec<Vec<u16>>>),
    /// Whether the board is full.
    Full,
    /// Whether there is no room left.
    Stuck,
}

impl Placement {
    /// Lists the moves of a player, in the order in which a walk over the board finds them.
    pub(super) fn list(&self, state: &State, owner: PlayerId, list: &mut MoveList) {
        let empty = |site: usize| state.is_empty(SiteId::at(site));
        let held =
            |site: usize| self.support.get(site).is_none_or(|below| *below == NONE || !empty(usize::from(*below)));
        for site in (0..self.sites).filter(|site| self.room[*site] && empty(*site) && held(*site)) {
            let site = SiteId::at(site);
            let effects = [Effect::Place { site, kind: self.kind, owner }];
            list.push_step(Some(self.rule), SiteId::NONE, site, None, &effects);
        }
    }
}

impl PathGame {
    /// Plays one game after the other at random by this form. False if the state is not one for it,
    /// or is over.
    pub(super) fn place_in_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Result<bool, LimitHit> {
        let Some(first) = self.begin_placing(start)? else { return Ok(false) };
        let few = self.placement.as_ref().and_then(|placement| placement.few.as_ref());
        if few.is_some_and(|few| few.play_series(self, start, plies_max(limits), series)) {
            return Ok(true);
        }
        let mut run = first.clone();
        while let Some(rng) = series.begin() {
            run.restart(&first);
            let playout = run.play(rng, plies_max(limits));
            series.end(&playout, &mut || self.placed(start, &run.moves));
        }
        Ok(true)
    }

    /// Plays one game at random by this form, if the state is one for it and not over.
    pub(super) fn place_at_random(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Option<Playout>, LimitHit> {
        let Some(mut run) = self.begin_placing(state)? else { return Ok(None) };
        let playout = run.play(rng, plies_max(limits));
        *state = self.placed(state, &run.moves);
        Ok(Some(playout))
    }

    /// Looks ahead by this form; none if the state is not one for it, or is over.
    pub(super) fn look_ahead_placing<'a>(
        &'a self,
        state: &State,
        weights: &'a Weights,
    ) -> Option<Box<dyn Lookahead + 'a>> {
        let placement = self.placement.as_ref()?;
        let sight = placement.sight.get_or_init(|| Sight::of(placement, self).map(Box::new));
        sight.as_ref()?.ahead(self, state, weights)
    }

    fn begin_placing(&self, start: &State) -> Result<Option<Run<'_>>, LimitHit> {
        let begun = self.placement.as_ref().and_then(|placement| placement.begin(start, &self.layout));
        let Some(run) = begun.filter(|run| run.open > 0) else { return Ok(None) };
        let over = self.ended(start, Some(false))?.is_some();
        Ok((!over).then_some(run))
    }

    /// The state after pieces have been put on these sites, one after the other.
    fn placed(&self, start: &State, sites: &[u16]) -> State {
        let (mut state, mut list, mut log) = (start.clone(), MoveList::new(), UndoLog::new());
        let Some(placement) = &self.placement else { return state };
        for site in sites {
            let (site, owner) = (SiteId(*site), self.slot(&state).mover);
            let effects = [Effect::Place { site, kind: placement.kind, owner }];
            list.clear();
            list.push_step(Some(placement.rule), SiteId::NONE, site, None, &effects);
            self.play(&mut state, list.get(0), &mut log);
            log.clear();
        }
        state
    }
}

/// Nothing that is put is ever taken back, so no game is quiet for longer than no move at all.
fn plies_max(limits: PlayoutLimits) -> usize {
    if limits.quiet_plies == Some(0) { 0 } else { limits.plies }
}
