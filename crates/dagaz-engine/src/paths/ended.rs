//! How a game has ended: the first ending that holds, and the points of the players.

use dagaz_core::{EndingId, Fuel, LimitHit, PlayerId, Points, State};
use dagaz_rules::path::PathEndingKind;

use super::game::PathGame;
use super::walker::{Halt, Walker};

impl PathGame {
    /// The first ending that holds. `stuck`: whether the player to move has no move; none: endings
    /// that look at moves are not asked.
    pub(super) fn ended(&self, state: &State, stuck: Option<bool>) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        if self.rules.endings.is_empty() {
            return Ok(None);
        }
        let to_move = self.slot(state).mover;
        let fuel = Fuel::new(self.limits.fuel);
        let mut walker = Walker::new(self, state, to_move, fuel);
        walker.known_stuck = stuck;
        walker.at.origin = state.last_from(&self.layout);
        let last = self.variable(state, self.tables.extras.last_mover) - 1;
        let first = if last >= 0 { PlayerId(last as u8) } else { to_move };
        for (index, ending) in self.rules.endings.iter().enumerate() {
            if stuck.is_none() && ending.when.looks_at_moves() {
                continue;
            }
            let mut player = first;
            for _ in 0..self.rules.players.len() {
                walker.at.me = player;
                let holds = match walker.holds(&ending.when) {
                    Ok(holds) => holds,
                    Err(Halt::Limit(hit)) => return Err(hit),
                    Err(Halt::Enough) => false,
                };
                if holds && self.plays(player) && !self.is_out(state, player) {
                    return Ok(Some((EndingId::at(index), player)));
                }
                player = self.after(player);
            }
        }
        Ok(None)
    }

    /// What each player's number is at an ending that counts.
    pub(super) fn scores(&self, state: &State, ending: EndingId) -> Option<Vec<Points>> {
        let PathEndingKind::Score { by, parts } = &self.rules.endings.get(ending.index())?.kind else { return None };
        let mut walker = Walker::new(self, state, PlayerId(0), Fuel::new(self.limits.fuel));
        let score = |player: usize| {
            walker.at.me = PlayerId::at(player);
            let score = walker.number(by).unwrap_or(0);
            if *parts == 2 { Points::halves(score) } else { Points::whole(score) }
        };
        Some((0..self.rules.players.len()).map(score).collect())
    }
}
