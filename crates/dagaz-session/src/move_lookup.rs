//! Finding recorded moves.
//!
//! A record has the index of a move in the list of legal moves, and the key of the state after it.
//! A replay does not need the other legal moves, so only a few moves are generated.

use std::sync::Arc;

use dagaz_core::{Fuel, MoveList, MoveRef, PlayerId, SiteId, State, Turn, UndoLog};
use dagaz_record::find_move;

use crate::recorded_move::{FoundMove, Recorded};
use crate::replay_fault::ReplayFault;
use crate::session::{Ahead, Session};

impl Session {
    /// Finds a recorded move where the game stands; none if it no longer exists.
    pub(crate) fn recall(&mut self, recorded: Recorded<'_>) -> Result<Option<FoundMove>, ReplayFault> {
        if self.onward > 0
            && self.legal.is_none()
            && let Some(recalled) = self.among_few(recorded)
        {
            return Ok(Some(recalled));
        }
        let list = self.list_of(recorded.player).map_err(ReplayFault::Limit)?;
        let found = self.among_all(&list, recorded);
        Ok(found.map(|(place, after)| FoundMove { list, whole: true, place, after }))
    }

    /// `None` if the few moves of the lookup do not suffice.
    fn among_few(&self, recorded: Recorded<'_>) -> Option<FoundMove> {
        let Recorded { player, index, key, from, .. } = recorded;
        let alone = !matches!(self.game.turn(&self.state), Turn::Together(_)) && self.movers().contains(&player);
        let on_board = from.is_none_or(|from| usize::from(from) < self.game.topology().sites().len());
        if !alone || !on_board || self.version < self.old_rules {
            return None;
        }
        let (mut list, mut fuel) = (MoveList::new(), Fuel::new(self.game.limits().fuel));
        let origin = from.map_or(SiteId::NONE, SiteId);
        self.game.recall(&self.state, index as usize, origin, &mut list, &mut fuel).ok()?;
        let (mut after, mut log) = ((*self.state).clone(), UndoLog::new());
        let mut leads_there = |place: &usize| {
            self.game.play(&mut after, list.get(*place), &mut log);
            let there = after.key() == key;
            self.game.undo(&mut after, &mut log);
            there
        };
        let mut found = (0..list.len()).filter(|place| leads_there(place));
        let place = found.next()?;
        if found.next().is_some() {
            // Only the whole list distinguishes several moves to the same state.
            return None;
        }
        self.game.play(&mut after, list.get(place), &mut UndoLog::new());
        Some(FoundMove { list: Arc::new(list), whole: false, place, after: Arc::new(after) })
    }

    /// Returns the place of a recorded move in the list of all, and the state behind it.
    fn among_all(&mut self, list: &MoveList, recorded: Recorded<'_>) -> Option<(usize, Arc<State>)> {
        let Recorded { player, index, key, text, .. } = recorded;
        let place = index as usize;
        if place < list.len() && self.version >= self.old_rules {
            let after = self.after(list, player, index);
            self.ahead = None;
            if after.key() == key {
                return Some((place, after));
            }
        }
        let place = find_move(&*self.game, &self.state, list, text).ok()?;
        Some((place, self.play(list.get(place))))
    }

    /// Returns the state behind a move of the list of a player where the game stands.
    pub(crate) fn after(&mut self, list: &MoveList, player: PlayerId, index: u32) -> Arc<State> {
        let node = self.current;
        let is_it = |ahead: &&Ahead| (ahead.node, ahead.player, ahead.index) == (node, player, index);
        if let Some(ahead) = self.ahead.as_ref().filter(is_it) {
            return ahead.state.clone();
        }
        let state = self.play(list.get(index as usize));
        self.ahead = Some(Ahead { node, player, index, state: state.clone() });
        state
    }

    fn play(&self, chosen: MoveRef<'_>) -> Arc<State> {
        let mut state = (*self.state).clone();
        self.game.play(&mut state, chosen, &mut UndoLog::new());
        Arc::new(state)
    }
}
