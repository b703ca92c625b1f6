//! Which moves can never be taken back by further play.

use std::sync::OnceLock;

use dagaz_core::{Change, Effect, MoveList, MoveRef, Piece, SiteId, State, UndoLog};
use dagaz_rules::Rules;

use super::Interpreter;
use super::run::Start;

/// For each owner (the last is "no owner") and type, on demand: where a piece alone on the board
/// can move from each site; unknown if its rules exceed a limit.
pub(super) struct Ways(Vec<OnceLock<Option<Vec<Vec<SiteId>>>>>);

impl Ways {
    pub(super) fn new(rules: &Rules) -> Ways {
        Ways((0..(rules.players.len() + 1) * rules.pieces.len()).map(|_| OnceLock::new()).collect())
    }
}

impl Interpreter {
    /// Whether a move does more than move pieces and set attributes, or moves a piece where it
    /// cannot come back from.
    pub(super) fn has_no_way_back(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        let (mut now, mut log) = (state.clone(), UndoLog::new());
        for (_, effects) in chosen.steps() {
            let leaves =
                |site| effects.iter().any(|effect| matches!(*effect, Effect::Move { from, .. } if from == site));
            for effect in effects {
                let stays_possible = match *effect {
                    Effect::Move { from, to } => {
                        (now.is_empty(to) || leaves(to))
                            && now.piece(from).is_none_or(|piece| self.can_come_back(piece, from, to))
                    }
                    Effect::Together { .. } | Effect::Set { .. } => true,
                    _ => false,
                };
                if !stays_possible {
                    return true;
                }
            }
            dagaz_core::apply(&mut Change::begin(&self.layout, &mut now, &mut log), effects);
        }
        false
    }

    /// Whether a piece alone on the board comes from `to` to `from` in any number of moves.
    fn can_come_back(&self, piece: Piece, from: SiteId, to: SiteId) -> bool {
        let row = piece.owner.index().min(self.rules.players.len()) * self.rules.pieces.len();
        let Some(ways) = self.ways.0.get(row + piece.kind.index()) else { return true };
        let Some(ways) = ways.get_or_init(|| self.ways_of(piece)) else { return true };
        let mut reached = vec![to];
        let mut next = 0;
        while let Some(&site) = reached.get(next) {
            if site == from {
                return true;
            }
            next += 1;
            for &further in &ways[site.index()] {
                if !reached.contains(&further) {
                    reached.push(further);
                }
            }
        }
        false
    }

    fn ways_of(&self, piece: Piece) -> Option<Vec<Vec<SiteId>>> {
        let mut steps = MoveList::new();
        let mut ways = Vec::new();
        for site in self.rules.topology.site_ids() {
            let (mut alone, mut log) = (State::empty(&self.layout), UndoLog::new());
            Change::begin(&self.layout, &mut alone, &mut log).place(site, piece);
            steps.clear();
            for &entry in &self.rules.pieces[piece.kind.index()].moves {
                let (owner, kind) = (piece.owner, piece.kind);
                let start = Start { mover: owner, side: owner, kind, entry, site, is_drop: false, is_probe: false };
                self.run(&alone, start, &mut steps, &mut self.own_fuel()).ok()?;
            }
            let goes_to = |effect: &Effect| match *effect {
                Effect::Move { from, to } if from == site => Some(to),
                _ => None,
            };
            ways.push(
                steps.iter().flat_map(|one| one.steps()).flat_map(|(_, effects)| effects).filter_map(goes_to).collect(),
            );
        }
        Some(ways)
    }
}
