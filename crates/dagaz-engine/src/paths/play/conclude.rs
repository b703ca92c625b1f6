//! The end of a turn: what no longer matters is dropped, and the position is remembered.

use dagaz_core::{AttributeId, SiteId, State};
use dagaz_rules::path::RepeatsOf;

use super::super::movegen::{Machine, bits};
use crate::extra_state::Right;

impl<const W: usize> Machine<'_, W> {
    /// A turn is over: what no longer matters is dropped, and the position is remembered.
    pub(super) fn conclude(&mut self, forgetful: bool) {
        let game = self.game;
        if let Some(window) = &game.window {
            let writes = window.settled(self.memory.position.words());
            writes.into_iter().for_each(|(word, value)| self.memory.position.set(word, value));
        }
        self.commit();
        if forgetful {
            return;
        }
        if let Some((attribute, rights)) = &game.forgets.rights {
            self.forget_rights(*attribute, rights);
            self.commit();
        }
        if game.forgets.last && self.memory.position.board.word(self.shape().last_to) != 0 && !self.last_matters() {
            self.clear_last();
            self.commit();
        }
        if let Some(of) = game.tables.repeats.filter(|_| game.layout.spec().keeps_history) {
            let key = self.history_key(of);
            self.memory.history.push(key);
        }
    }

    /// Keeps all writes and clears the log.
    pub(super) fn commit(&mut self) {
        match self.game.tables.repeats {
            Some(RepeatsOf::Board) => self.board_key ^= self.memory.position.board_key(),
            Some(RepeatsOf::Situation) => self.key ^= self.memory.position.position_key(),
            // Nothing asks for a key: it is computed when the position becomes a state.
            None => {}
        }
        self.memory.position.commit();
    }

    pub(super) fn forget_rights(&mut self, attribute: AttributeId, rights: &[Right]) {
        let mut unmoved = Vec::new();
        for site in bits(self.memory.position.board.occupied(self.shape())) {
            let value = self.memory.position.board.attribute(self.shape(), site.into(), 0, attribute);
            if let Some(piece) = self.memory.position.board.piece(site.into()).filter(|_| value != 0) {
                unmoved.push((piece, SiteId(site)));
            }
        }
        let game = self.game;
        let waits = |piece| self.memory.position.board.supply(self.shape(), piece) > 0;
        let dead = game.dead_rights(rights, unmoved, &waits);
        dead.into_iter().for_each(|site| self.memory.position.set_attribute(site.index(), attribute, 0));
    }

    pub(super) fn clear_last(&mut self) {
        let (from, to) = (self.shape().last_from, self.shape().last_to);
        self.memory.position.set(from, 0);
        self.memory.position.set(to, 0);
        if let Some(word) = self.game.tables.extras.last_name {
            self.memory.position.set_variable(word, 0);
        }
    }

    /// Whether the legal moves differ without the last move. Where a limit is near the last move is
    /// kept.
    pub(super) fn last_matters(&mut self) -> bool {
        let mover = self.path_slot().mover;
        self.between_turns();
        self.find_all(mover);
        let with = std::mem::take(&mut self.memory.candidates);
        self.clear_last();
        self.find_all(mover);
        // Only rules of moves ask for the last move: equal candidates are equally legal.
        let mut differ = self.memory.candidates != with;
        if differ {
            let slot = &self.game.rules.slots[self.slot().index()];
            let without = self.drafted(slot);
            self.memory.position.restore(0);
            let with = self.drafted(slot);
            differ = match (with, without) {
                (Some(with), Some(without)) => {
                    with.len() != without.len() || with.iter().zip(&without).any(|(one, other)| !one.is_equal(other))
                }
                _ => true,
            };
        }
        self.memory.position.restore(0);
        differ || self.fuel == 0
    }

    /// The position as a state.
    pub(in crate::paths) fn state(&self, forgetful: bool) -> State {
        let layout = &self.game.layout;
        let state = |key| {
            State::from_words(
                layout,
                self.memory.position.words().to_vec(),
                key,
                self.memory.history.clone(),
                forgetful,
            )
        };
        match self.game.tables.repeats {
            Some(RepeatsOf::Situation) => state(self.key ^ self.memory.position.position_key()),
            _ => state(state(0).keys_from_scratch(layout).0),
        }
    }
}
