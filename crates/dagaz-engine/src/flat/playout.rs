//! Playouts on the bitboard state.
//!
//! A move is drawn from the sets of targets, not from a list. Where royal pieces must not stay
//! attacked, it is drawn from all pseudo-legal moves, and only the drawn one is tested. An illegal
//! one is drawn again, so all legal moves are equally likely (rejection sampling).

use dagaz_core::{Effect, EndingId, Piece, PlayerId, Playout, PlayoutLimits, Rng, SiteId, below};

use super::draft::Draft;
use super::list::{Action, FlatList, FlatStep};
use super::moves::{Declined, Listed, Runner};
use super::side_generator::Wanted;
use super::state::{FlatState, NOWHERE};
use crate::reversibility::is_irreversible;

/// Moves that are drawn and tried out before the legal ones are found out: of few moves most may be
/// legal.
const TRIALS: usize = 6;

/// Whether a piece that goes from one site to another can come back by further play.
pub(crate) type Returns<'a> = dyn Fn(Piece, SiteId, SiteId) -> bool + 'a;

/// How playouts are played.
#[derive(Clone, Copy)]
pub(crate) struct Course<'a> {
    pub(crate) limits: PlayoutLimits,
    pub(crate) returns: &'a Returns<'a>,
    /// Whether [`Playout::choices`] is requested.
    pub(crate) counts: bool,
}

/// Where a playout stopped.
pub(crate) struct Played {
    pub(crate) playout: Playout,
    /// The ending that the last turn has brought about, if it needed no list of moves.
    pub(crate) ended: Option<(EndingId, PlayerId)>,
    /// Whether the general executor must continue from here.
    pub(crate) declined: bool,
    pub(crate) quiet: usize,
}

/// The memory of playouts.
#[derive(Debug, Default)]
pub(crate) struct Tray<'g, const W: usize> {
    list: FlatList,
    draft: Draft<'g, W>,
}

/// What comes next.
enum Next {
    /// The move of that number in the list, of so many.
    Move(usize, u64),
    /// The only move in the list, of so many, whose steps have been played already.
    Begun(u64, bool),
    /// No player can move.
    Ended(EndingId, PlayerId),
    /// A player can move, but the game has ended.
    Cut,
}

impl<'g, const W: usize> Runner<'g, W> {
    /// Plays a playout until the game ends, a limit cuts it off, or the general executor must
    /// continue.
    pub(crate) fn playout(
        &mut self,
        state: &mut FlatState<W>,
        rng: &mut dyn Rng,
        course: Course<'_>,
        incremental: bool,
        tray: &mut Tray<'g, W>,
    ) -> Played {
        let playout = Playout::default();
        let mut played = Played { playout, ended: None, declined: false, quiet: 0 };
        match self.end_at_first(state) {
            Ok(None) => {}
            Ok(ended) => {
                (played.playout.end, played.ended) = (ended, ended);
                return played;
            }
            Err(Declined) => {
                played.declined = true;
                return played;
            }
        }
        loop {
            let mark = state.mark();
            match self.ply(state, rng, course, incremental, tray, &mut played) {
                Ok(true) => {}
                Ok(false) => return played,
                Err(Declined) => {
                    state.undo(&self.game.tables, mark);
                    played.declined = true;
                    return played;
                }
            }
        }
    }

    /// Plays one ply; false if the playout is over.
    fn ply(
        &mut self,
        state: &mut FlatState<W>,
        rng: &mut dyn Rng,
        course: Course<'_>,
        incremental: bool,
        tray: &mut Tray<'g, W>,
        played: &mut Played,
    ) -> Result<bool, Declined> {
        let Course { limits, returns, counts } = course;
        let cut = played.playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| played.quiet >= most);
        let mark = state.mark();
        let asks_quiet = limits.quiet_plies.map(|_| returns);
        let (choices, quiet, ended) = match self.next(state, rng, cut, counts, asks_quiet, tray)? {
            Next::Cut => return Ok(false),
            Next::Ended(ending, player) => {
                played.playout.end = Some((ending, player));
                return Ok(false);
            }
            Next::Begun(choices, quiet) => {
                let found = self.end_turn(state, mark, incremental)?;
                (choices, quiet, self.settled(state, found)?)
            }
            Next::Move(index, choices) => {
                let quiet = asks_quiet.is_some_and(|returns| self.is_quiet(state, &tray.list, index, returns));
                (choices, quiet, self.play(state, &tray.list, index, incremental)?)
            }
        };
        state.commit();
        // Some plies know the number for nothing; a sum of some alone means nothing.
        played.playout.choices += if counts { choices } else { 0 };
        played.playout.plies += 1;
        played.quiet = if quiet { played.quiet + 1 } else { 0 };
        (played.playout.end, played.ended) = (ended, ended);
        Ok(ended.is_none())
    }

    fn next(
        &mut self,
        state: &mut FlatState<W>,
        rng: &mut dyn Rng,
        cut: bool,
        counts: bool,
        asks_quiet: Option<&Returns<'_>>,
        tray: &mut Tray<'g, W>,
    ) -> Result<Next, Declined> {
        let Tray { list, draft } = tray;
        let drafted = self.draft(state, draft, Wanted::PseudoLegal)? && !self.may_add_pass();
        if draft.chained && !self.may_add_pass() {
            if cut {
                return Ok(Next::Cut);
            }
            return Ok(Next::Move(0, self.draw_chain(state, &draft.firsts, rng, list)?));
        }
        let bound = self.game.royals[self.game.slot(state.facts.slot).side.index()] != 0;
        if drafted && draft.len() > 0 && !bound {
            if cut {
                return Ok(Next::Cut);
            }
            draft.draw(below(rng, draft.len() as usize) as u64, list);
            return Ok(Next::Move(0, draft.len()));
        }
        if drafted && draft.len() > 0 && !cut {
            let choices = if counts { self.count(state)?.ok_or(Declined)? } else { 0 };
            for _ in 0..TRIALS {
                draft.draw(below(rng, draft.len() as usize) as u64, list);
                let mark = state.mark();
                let quiet = asks_quiet.is_some_and(|returns| self.is_quiet(state, list, 0, returns));
                if self.try_out(state, list, 0)? {
                    return Ok(Next::Begun(choices, quiet));
                }
                state.undo(&self.game.tables, mark);
            }
            if self.draft(state, draft, Wanted::Legal)? && draft.len() > 0 {
                draft.draw(below(rng, draft.len() as usize) as u64, list);
                return Ok(Next::Move(0, choices));
            }
        }
        Ok(match self.moves(state, list)? {
            Listed::Ended(ending, player) => Next::Ended(ending, player),
            Listed::Moves if cut => Next::Cut,
            Listed::Moves => Next::Move(below(rng, list.len()), list.len() as u64),
        })
    }

    /// Plays the steps of a move; false if it leaves a royal piece attacked, or mates where it may
    /// not.
    #[inline]
    pub(crate) fn try_out(
        &mut self,
        state: &mut FlatState<W>,
        list: &FlatList,
        index: usize,
    ) -> Result<bool, Declined> {
        let side = self.game.slot(state.facts.slot).side;
        self.game.steps(state, list, index)?;
        let safe = !self.game.any_attacked(state, side, self.game.royals[side.index()]);
        Ok(safe && !self.mates(state, list, index)?)
    }

    /// Whether a move is reversible by further play, as far as known from the moved pieces.
    fn is_quiet(&self, state: &FlatState<W>, list: &FlatList, index: usize, returns: &Returns<'_>) -> bool {
        let steps = list.get(index);
        let stands = |site: SiteId| self.game.tables.codes.piece(state.code(site.index()));
        let origin = steps.first().filter(|step| step.from != NOWHERE).map_or(SiteId::NONE, |step| SiteId(step.from));
        if steps.iter().any(|step| matches!(step.action, Action::Drop { .. } | Action::Later(_))) {
            return false;
        }
        // A step that only moves a piece may change it as well.
        let changes = |step: &FlatStep| match step.action {
            Action::Displace(landing) => {
                let piece = stands(SiteId(step.from)).or_else(|| origin.some().and_then(stands));
                self.game.tables.codes.piece(landing) != piece
            }
            _ => false,
        };
        let effects = steps.iter().flat_map(|step| {
            let (from, to) = (SiteId(step.from), SiteId(step.to));
            let goes = matches!(step.action, Action::Displace(_)).then_some(Effect::Move { from, to });
            goes.into_iter().chain(list.effects(step).iter().copied().filter(|_| step.action == Action::Effects))
        });
        !steps.iter().any(changes) && !is_irreversible(effects, origin, stands, returns)
    }
}
