//! Loops that note the configurations which they have met, so that no round comes back to one.

use super::super::configurations::Configurations;
use super::super::plan::{Op, Pc};
use super::{Alternative, Machine, Registers};

impl<const W: usize> Machine<'_, W> {
    /// The key of the position, dead pieces told from living ones.
    pub(super) fn configuration(&self, at: &Registers) -> u64 {
        let dead = &self.memory.taken[..at.taken.into()];
        dead.iter()
            .fold(self.memory.position.key(), |key, site| key ^ dagaz_core::word_key(usize::from(*site), u32::MAX))
    }

    /// An empty list of configurations, free again when the loop is over.
    pub(super) fn open_loop(&mut self, at: Registers) -> u32 {
        let known = self.memory.free.pop().unwrap_or_else(|| {
            self.memory.known.push(Configurations::default());
            self.memory.known.len() as u32 - 1
        });
        self.memory.known[known as usize].clear();
        self.choose(at, Alternative::Free { known });
        known
    }

    /// Notes the configuration of a round; `false` if the loop has met it before.
    pub(super) fn note_round(&mut self, op: Pc, known: u32, at: &Registers) -> bool {
        let (Op::Enter { key: variables, .. } | Op::EnterMost { key: variables, .. }) = &self.plan.ops[op.index()]
        else {
            return false;
        };
        let mut key = self.configuration(at);
        for place in variables.iter().map(|place| usize::from(*place)) {
            // No state has so many words.
            key = key
                .wrapping_add(dagaz_core::word_key(u32::MAX as usize - 1 - place, self.memory.numbers[place] as u32));
        }
        self.memory.known[known as usize].note((at.here, key))
    }
}
