//! Throws of the dice as moves of chance.

use dagaz_core::{Change, Effect, MoveList, MoveRef, SiteId, State, UndoLog};

use super::LudiiGame;
use super::effects::THROW;

/// Different throws of one move of chance; more dice fall one after the other.
const THROWS_MAX: usize = 216;

impl LudiiGame {
    /// Lists the throws of the dice that fall next.
    pub(super) fn throws_of(&self, state: &State, list: &mut MoveList) {
        let Some((_, faces)) = self.rules.ground.dice() else { return };
        let first = (0..faces.len()).find(|die| state.variable(&self.words.layout, *die) == 0).unwrap_or(0);
        let mut throws = vec![Vec::new()];
        for (die, faces) in faces.iter().enumerate().skip(first) {
            if die > first && throws.len() * faces.len() > THROWS_MAX {
                break;
            }
            let with = |throw: &Vec<Effect>, face: usize| {
                let mut throw = throw.clone();
                throw.push(Effect::Assign { variable: self.words.die(die), value: face as i32 + 1 });
                throw
            };
            throws = throws.iter().flat_map(|throw| (0..faces.len().max(1)).map(|face| with(throw, face))).collect();
        }
        for throw in throws {
            list.push_step(Some(THROW), SiteId::NONE, SiteId::NONE, None, &throw);
        }
    }

    /// Notes what has fallen; the player chooses once all dice have.
    pub(super) fn play_throw(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        let player = state.slot(&self.words.layout).index() % self.rules.ground.players;
        let mut change = Change::begin(&self.words.layout, state, log);
        for (_, effects) in chosen.steps() {
            dagaz_core::apply(&mut change, effects);
        }
        if self.words.faces(change.state()).is_some() {
            change.set_slot(dagaz_core::SlotId::at(player));
        }
    }

    /// Returns whether dice are to be thrown.
    pub(super) fn is_throw(&self, state: &State) -> bool {
        state.slot(&self.words.layout).index() >= self.rules.ground.players
    }
}
