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
            position: self.memory.position.mark(),
            numbers: self.memory.overwritten.len() as u32,
            sets: self.memory.overwritten_sets.len() as u32,
            frames: self.memory.frames.len() as u32,
            bitsets: self.memory.bitsets.len() as u32,
            calls: self.memory.calls.len() as u32,
        }
    }

    #[inline]
    pub(super) fn restore_marks(&mut self, marks: Marks) {
        self.memory.position.restore(marks.position);
        while self.memory.overwritten.len() > marks.numbers as usize {
            let Some((place, value)) = self.memory.overwritten.pop() else { break };
            self.memory.numbers[usize::from(place)] = value;
        }
        while self.memory.overwritten_sets.len() > marks.sets as usize {
            let Some((place, set)) = self.memory.overwritten_sets.pop() else { break };
            self.memory.bound_sets[usize::from(place)] = set;
        }
        self.memory.frames.truncate(marks.frames as usize);
        self.memory.bitsets.truncate(marks.bitsets as usize);
        self.memory.calls.truncate(marks.calls as usize);
    }

    #[inline]
    pub(super) fn choose(&mut self, registers: Registers, alternative: Alternative) {
        let marks = self.marks();
        self.memory.choices.push(Choice { registers, marks, alternative });
    }

    #[inline]
    pub(super) fn frame(&mut self, registers: &mut Registers, next: Pc, kind: FrameKind) {
        self.memory.frames.push(Frame { parent: registers.frame, next, kind });
        registers.frame = self.memory.frames.len() as u32 - 1;
    }

    /// Binds a number to a slot of a rule.
    #[inline]
    pub(super) fn bind(&mut self, slot: u16, value: i64) {
        self.pass(self.passing as u16 + slot, value);
    }

    /// Sets a variable of the move or step.
    #[inline]
    pub(super) fn pass(&mut self, place: u16, value: i64) {
        let old = std::mem::replace(&mut self.memory.numbers[usize::from(place)], value);
        self.memory.overwritten.push((place, old));
    }

    pub(super) fn bind_set(&mut self, slot: u16, set: [u64; W]) {
        let old = std::mem::replace(&mut self.memory.bound_sets[usize::from(slot)], set);
        self.memory.overwritten_sets.push((slot, old));
        self.bind(slot, count(&set) as i64);
    }

    /// Drops all choices above `base`.
    pub(super) fn cut(&mut self, base: usize) {
        for choice in self.memory.choices.drain(base..) {
            if let Alternative::Free { known } = choice.alternative {
                self.memory.free.push(known);
            }
        }
    }
}
