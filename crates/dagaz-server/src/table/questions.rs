//! Questions about the moves of a position: the next level of picks, why there is no such move, what a bot would do.

use dagaz_contract::draw::Listing;
use dagaz_contract::message::Reason;
use dagaz_contract::view::{MoveView, Pick};
use dagaz_core::{PlayerId, State, View};
use dagaz_record::known_at;
use dagaz_session::{NodeNo, Phase, Seat};

use super::Table;
use super::ask::{Pondered, Puzzle};
use crate::present::{self, Viewer};
use crate::refused::Refused;

impl Table {
    pub(super) fn expand(
        &mut self,
        viewer: &Viewer,
        node: NodeNo,
        prefix: &[Pick],
    ) -> Result<(Vec<MoveView>, bool), Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        let Some((_, list)) = &looked.mover else { return Ok((Vec::new(), false)) };
        let game = self.session.game().clone();
        Ok(Listing::new(&self.prepared.drawing, &*game, &looked.shown, list).after(prefix))
    }

    pub(super) fn puzzle(&mut self, viewer: &Viewer, node: NodeNo) -> Result<Puzzle, Refused> {
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let looked = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?;
        Ok(Puzzle { prepared: self.prepared.clone(), looked, phase: self.session.phase() })
    }

    pub(super) fn ponder(&mut self, viewer: &Viewer, node: NodeNo) -> Result<Pondered, Refused> {
        let study = self.session.beginning().study;
        let held = self.session.held_by(&viewer.holder);
        let ended = self.session.phase() == Phase::Ended;
        // In a game against another person nobody is helped.
        let against_people = self.session.seats().iter().any(|seat| match seat {
            Seat::Held { by, .. } => *by != viewer.holder,
            Seat::Open => true,
            _ => false,
        });
        if !study && !ended && (against_people || held.is_empty() && self.session.beginning().owner != viewer.holder) {
            return Err(Refused::new(Reason::Forbidden, "nobody is helped in a game against another person"));
        }
        let looked = present::look(&mut self.session, viewer, node).map_err(Refused::limit)?;
        let state = looked.ok_or_else(|| Refused::new(Reason::Unknown, "there is no such node"))?.state;
        let game = self.session.game();
        let player = match game.turn(&state) {
            dagaz_core::Turn::Choice(player) => player,
            dagaz_core::Turn::Together(players) => {
                let own = players.iter().find(|player| held.contains(player)).or(players.first());
                *own.ok_or_else(|| Refused::new(Reason::Nothing, "nobody moves here"))?
            }
            dagaz_core::Turn::Chance(_) => return Err(Refused::new(Reason::Nothing, "chance decides here")),
        };
        if game.outcome(&state).map_err(Refused::limit)?.is_some() {
            return Err(Refused::new(Reason::Ended, "the game is over here"));
        }
        if game.hides() && !ended && !study && !held.contains(&player) {
            return Err(Refused::new(Reason::Forbidden, "what another player knows is not told"));
        }
        let view = self.known(node, &state, player)?;
        let seed = self.session.beginning().seed ^ u64::from(node.0);
        Ok(Pondered { prepared: self.prepared.clone(), state, view, player, seed })
    }

    /// What a player knows at a node.
    pub(super) fn known(&self, node: NodeNo, state: &State, player: PlayerId) -> Result<View, Refused> {
        let game = &**self.session.game();
        match self.session.id(node) {
            Some(id) => known_at(game, self.session.tree(), id, state, player).map_err(Refused::limit),
            None => Ok(game.view(state, player)),
        }
    }
}
