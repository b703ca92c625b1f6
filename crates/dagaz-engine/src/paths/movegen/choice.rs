//! Choice points: the alternatives of operations, one after the other.

use super::super::plan::{FAIL, Op, Pc};
use super::bitset::next_bit;
use super::{Alternative, Choice, Frame, FrameKind, Machine, NONE, Registers};

impl<const W: usize> Machine<'_, W> {
    /// Goes back to the last choice point that has an alternative left.
    pub(super) fn backtrack(&mut self, base: usize) -> Option<(Pc, Registers)> {
        while self.memory.choices.len() > base {
            let index = self.memory.choices.len() - 1;
            let Choice { mut registers, marks, alternative } = self.memory.choices[index];
            self.restore_marks(marks);
            self.memory.choices.pop();
            let next = match alternative {
                Alternative::Jump(pc) => Some(pc),
                Alternative::Next { op, at } => match &self.plan.ops[op.index()] {
                    Op::Go { .. } => self.hop(op, at, &mut registers),
                    Op::PickDie { .. } => self.next_face(op, at, registers),
                    Op::Fork { targets } => {
                        let place = usize::from(at);
                        if place + 1 < targets.len() {
                            self.choose(registers, Alternative::Next { op, at: at + 1 });
                        }
                        targets.get(place).copied()
                    }
                    _ => None,
                },
                Alternative::First { op, at, completed } => match &self.plan.ops[op.index()] {
                    Op::First { targets } if completed == self.completed => {
                        let target = targets.get(usize::from(at)).copied();
                        if target.is_some() {
                            self.choose(registers, Alternative::First { op, at: at + 1, completed });
                        }
                        target
                    }
                    _ => None,
                },
                Alternative::Otherwise { pc, completed } => (completed == self.completed).then_some(pc),
                Alternative::Site { op, set, from } => self.next_choice(op, set, from, &mut registers),
                Alternative::Value { op, now, to } => self.next_value(op, now, to, registers),
                Alternative::Continued { key, completed } => {
                    self.memory.continued.insert(key, completed != self.completed);
                    None
                }
                Alternative::GoOn { op } => self.go_on(op, &mut registers),
                Alternative::Call { calls, at, end, next } => self.next_call(calls, at, end, next, &mut registers),
                Alternative::Borrow { calls, at, end, next } => {
                    self.next_borrowed(calls, at, end, next, &mut registers)
                }
                Alternative::Ended { went_on, pc } => (!went_on).then_some(pc),
                Alternative::NextSite { went_on: true, .. } => None,
                Alternative::NextSite { went_on: false, frame } => {
                    registers.frame = frame;
                    Some(self.next_site(&mut registers))
                }
                Alternative::Free { known } => {
                    self.memory.free.push(known);
                    None
                }
            };
            if let Some(next) = next {
                return Some((next, registers));
            }
        }
        None
    }

    /// The hop of an operation from that place on that leads somewhere.
    pub(super) fn hop(&mut self, op: Pc, from: u16, at: &mut Registers) -> Option<Pc> {
        let Op::Go { rows, next } = &self.plan.ops[op.index()] else { return None };
        for place in usize::from(from)..rows.len() {
            let to = self.link(rows[place], at.here);
            if to != NONE {
                if place + 1 < rows.len() {
                    self.choose(*at, Alternative::Next { op, at: place as u16 + 1 });
                }
                self.arrive(at, to);
                return Some(*next);
            }
        }
        None
    }

    pub(super) fn next_value(&mut self, op: Pc, now: i64, to: i64, at: Registers) -> Option<Pc> {
        let Op::Pick { slot, next, .. } = &self.plan.ops[op.index()] else { return None };
        if now > to {
            return None;
        }
        if now < to {
            self.choose(at, Alternative::Value { op, now: now + 1, to });
        }
        self.bind(*slot, now);
        Some(*next)
    }

    pub(super) fn next_face(&mut self, op: Pc, from: u16, at: Registers) -> Option<Pc> {
        let Op::PickDie { slot, faces, next } = &self.plan.ops[op.index()] else { return None };
        for place in usize::from(from)..faces.len() {
            let (face, left) = faces[place];
            if self.memory.position.board.variable(self.shape(), left) > 0 {
                if place + 1 < faces.len() {
                    self.choose(at, Alternative::Next { op, at: place as u16 + 1 });
                }
                self.bind(*slot, i64::from(face));
                return Some(*next);
            }
        }
        None
    }

    /// The next site of a set that the cursor goes to, alone or with the piece.
    pub(super) fn next_choice(&mut self, op: Pc, set: u32, from: u16, at: &mut Registers) -> Option<Pc> {
        let site = next_bit(&self.memory.bitsets[set as usize], from)?;
        self.choose(*at, Alternative::Site { op, set, from: site + 1 });
        match &self.plan.ops[op.index()] {
            Op::At { next, .. } => {
                at.here = site;
                at.carrying = false;
                Some(*next)
            }
            Op::Fly { next, .. } => {
                self.depart(at);
                self.arrive(at, site);
                Some(*next)
            }
            _ => None,
        }
    }

    /// Moves the cursor to the next site of an iteration, or leaves the iteration.
    pub(super) fn next_site(&mut self, at: &mut Registers) -> Pc {
        let Frame { parent, next, kind } = self.memory.frames[at.frame as usize];
        let FrameKind::Each { set, from, here, carrying, body, .. } = kind else { return FAIL };
        match next_bit(&self.memory.bitsets[set as usize], from) {
            None => {
                (at.frame, at.here, at.carrying) = (parent, here, carrying);
                next
            }
            Some(site) => {
                let choice = self.memory.choices.len() as u32;
                at.frame = parent;
                let kind = FrameKind::Each { set, from: site + 1, here, carrying, body, choice };
                self.frame(at, next, kind);
                let frame = at.frame;
                // If the body fails, the next site follows.
                let registers = Registers { here, carrying, ..*at };
                self.choose(registers, Alternative::NextSite { went_on: false, frame });
                at.here = site;
                at.carrying = false;
                body
            }
        }
    }
}
