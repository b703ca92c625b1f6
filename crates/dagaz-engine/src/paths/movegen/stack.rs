//! The stacks of the machine: what is written on them, and how they go back.

use super::super::plan::Pc;
use super::bitset::count;
use super::{Alternative, Choice, Frame, FrameKind, Machine, Registers};

/// Lengths of the stacks when something is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    position: u32,
    numbers: u32,
    sets: u32,
    frames: u32,
    bitsets: u32,
    calls: u32,
}

impl<const W: usize> Machine<'_, W> {
    #[inline]
    pub(super) fn marks(&self) -> Marks {
        Marks {
            position: self.position.mark(),
            numbers: self.overwritten.len() as u32,
            sets: self.overwritten_sets.len() as u32,
            frames: self.frames.len() as u32,
            bitsets: self.bitsets.len() as u32,
            calls: self.calls.len() as u32,
        }
    }

    #[inline]
    pub(super) fn restore_marks(&mut self, marks: Marks) {
        self.position.restore(marks.position);
        while self.overwritten.len() > marks.numbers as usize {
            let Some((place, value)) = self.overwritten.pop() else { break };
            self.numbers[usize::from(place)] = value;
        }
        while self.overwritten_sets.len() > marks.sets as usize {
            let Some((place, set)) = self.overwritten_sets.pop() else { break };
            self.bound_sets[usize::from(place)] = set;
        }
        self.frames.truncate(marks.frames as usize);
        self.bitsets.truncate(marks.bitsets as usize);
        self.calls.truncate(marks.calls as usize);
    }

    #[inline]
    pub(super) fn choose(&mut self, registers: Registers, alternative: Alternative) {
        let marks = self.marks();
        self.choices.push(Choice { registers, marks, alternative });
    }

    #[inline]
    pub(super) fn frame(&mut self, registers: &mut Registers, next: Pc, kind: FrameKind) {
        self.frames.push(Frame { parent: registers.frame, next, kind });
        registers.frame = self.frames.len() as u32 - 1;
    }

    /// Binds a number to a slot of a rule.
    #[inline]
    pub(super) fn bind(&mut self, slot: u16, value: i64) {
        self.pass(self.passing as u16 + slot, value);
    }

    /// Sets a variable of the move or step.
    #[inline]
    pub(super) fn pass(&mut self, place: u16, value: i64) {
        let old = std::mem::replace(&mut self.numbers[usize::from(place)], value);
        self.overwritten.push((place, old));
    }

    pub(super) fn bind_set(&mut self, slot: u16, set: [u64; W]) {
        let old = std::mem::replace(&mut self.bound_sets[usize::from(slot)], set);
        self.overwritten_sets.push((slot, old));
        self.bind(slot, count(&set) as i64);
    }

    /// Drops all choices above `base`.
    pub(super) fn cut(&mut self, base: usize) {
        for choice in self.choices.drain(base..) {
            if let Alternative::Free { known } = choice.alternative {
                self.free.push(known);
            }
        }
    }
}
