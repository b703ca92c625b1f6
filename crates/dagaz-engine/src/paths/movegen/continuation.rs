//! Continuations that are tried once for each configuration (`plan/merging` has the reasons).
//!
//! The dice of a turn can be used in any order, and a piece can hop to a site on several ways: most
//! of them lead to the same configurations.

use super::super::plan::{Merging, Next, Op, Pc};
use super::{Machine, Registers};

impl<const W: usize> Machine<'_, W> {
    /// The number of unused dice; 0 if continuations are not merged.
    #[inline]
    pub(super) fn unused_dice(&self) -> u32 {
        let Merging::Dice(dice) = &self.plan.merging else { return 0 };
        dice.iter().map(|left| self.memory.position.board.variable(self.shape(), *left) as u32).sum()
    }

    /// Returns the key of everything that the continuations of an operation depend on; `None` if
    /// they may depend on the earlier steps of the move as well.
    pub(super) fn continuation_key(&self, op: Pc, at: &Registers) -> Option<u64> {
        let Op::Continue { onward, next, .. } = &self.plan.ops[op.index()] else { return None };
        if !self.merges_continuations || self.attacked_site != super::NONE {
            return None;
        }
        let is_free = match &self.plan.merging {
            Merging::None => false,
            Merging::Dice(_) => {
                let last = self.memory.situations[..at.situations.into()].last();
                last.is_none_or(|last| self.unused_dice() < last.unused)
            }
            Merging::All => at.effects > 0,
        };
        let ends = matches!(self.plan.ops[next.index()], Op::EndStep { last: true, .. }) && self.is_last_step(at);
        if !is_free || !ends {
            return None;
        }
        let order = [at.skipped, at.goto, u16::from(at.extra), u16::from(at.orders), u16::from(at.effects == 0)];
        // Any other continuation begins with the piece that has moved.
        let is_by_any_piece = self.plan.onward[usize::from(*onward)].iter().all(|next| matches!(next, Next::Play));
        let piece = if is_by_any_piece { [0; 3] } else { [at.here, at.it, u16::from(at.has_left)] };
        let variables = self.game.move_starts.iter().map(|(place, _)| self.memory.numbers[*place] as u32);
        let parts = order.into_iter().chain(piece).chain([*onward]).map(u32::from).chain(variables);
        Some(parts.enumerate().fold(self.configuration(at), |key, (place, part)| {
            (key ^ dagaz_core::word_key(place, part)).rotate_left(9)
        }))
    }

    /// Whether a configuration has been continued in this move; then its moves are known.
    pub(super) fn was_continued(&mut self, key: u64) -> bool {
        let Some(completes) = self.memory.continued.get(&key) else { return false };
        // The caller asks whether there are such moves.
        self.completed += u64::from(*completes);
        true
    }
}
