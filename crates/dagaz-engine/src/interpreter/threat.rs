//! Attacks: whether an enemy could capture what stands, or would stand, on a site.

use dagaz_core::{
    Change, Effect, LimitHit, MoveClassId, MoveList, Piece, PieceTypeId, PlayerId, SiteId, State, UndoLog,
};

use super::Interpreter;
use super::run::Start;

impl Interpreter {
    /// Whether an enemy of `side` could take a piece of `side` on `site`: the one that stands
    /// there, or else one of type `kind`.
    pub(super) fn is_attacked(
        &self,
        state: &State,
        site: SiteId,
        side: PlayerId,
        kind: PieceTypeId,
        class: Option<MoveClassId>,
    ) -> Result<bool, LimitHit> {
        let stands = state.piece(site).is_some_and(|piece| piece.owner == side);
        if !stands && kind.index() >= self.rules.pieces.len() {
            return Ok(false);
        }
        let imagined = if stands { state.clone() } else { self.imagine(state, site, Piece { kind, owner: side }) };
        for enemy in self.enemies(side) {
            if self.could_take(&imagined, site, enemy, None, class)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether `side` could take an enemy's piece of type `kind` on `site`, with another piece than
    /// that on `origin`.
    pub(super) fn is_defended(
        &self,
        state: &State,
        site: SiteId,
        side: PlayerId,
        kind: PieceTypeId,
        origin: Option<SiteId>,
        class: Option<MoveClassId>,
    ) -> Result<bool, LimitHit> {
        match self.enemies(side).next() {
            Some(owner) => {
                self.could_take(&self.imagine(state, site, Piece { kind, owner }), site, side, origin, class)
            }
            None => Ok(false),
        }
    }

    /// The state with another piece on a site. Nothing is captured by that.
    fn imagine(&self, state: &State, site: SiteId, piece: Piece) -> State {
        let (mut imagined, mut log) = (state.clone(), UndoLog::new());
        let mut change = Change::begin(&self.layout, &mut imagined, &mut log);
        change.clear(site);
        change.place(site, piece);
        imagined
    }

    /// Whether a piece of `taker`, but for the one on `except`, has a move that takes what stands
    /// on `site`.
    fn could_take(
        &self,
        state: &State,
        site: SiteId,
        taker: PlayerId,
        except: Option<SiteId>,
        class: Option<MoveClassId>,
    ) -> Result<bool, LimitHit> {
        let mut steps = MoveList::new();
        for from in state.sites_of(&self.layout, taker).filter(|&from| Some(from) != except) {
            let Some(Piece { kind, .. }) = state.piece(from) else { continue };
            let entries = self.rules.pieces[kind.index()].moves.iter();
            for &entry in entries.filter(|entry| class.is_none() || entry.class == class) {
                let start =
                    Start { mover: taker, side: taker, kind, entry, site: from, is_drop: false, is_probe: true };
                steps.clear();
                self.run(state, start, &mut steps, &mut self.own_fuel())?;
                if steps.iter().flat_map(|one| one.steps()).any(|(_, effects)| takes(effects, site)) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Whether a step takes what stands on a site, by whatever means.
fn takes(effects: &[Effect], site: SiteId) -> bool {
    effects.iter().any(|effect| match *effect {
        Effect::Move { to, .. } => to == site,
        Effect::Remove { site: taken } | Effect::Place { site: taken, .. } => taken == site,
        _ => false,
    })
}
