//! Puts code together: words, their joining, and what is copied instead of called.

use crate::loader::{Kind, Loader, Word};
use crate::op::Op;
use crate::program::{COPIED_MAX, Copied};

impl Loader<'_> {
    /// Begins the definition of a word that cannot be found by name yet.
    pub(super) fn begin_word(&mut self, name: &str) -> u32 {
        let token = self.program.tokens.len() as u32;
        self.label = self.program.ops.len();
        self.program.tokens.push(self.program.ops.len() as u32);
        self.program.names.push(name.to_string());
        self.words.push(Word { inline: None, immediate: false, kind: Kind::Code });
        token
    }

    /// Ends a word: it can be seen, and is copied instead of called if it is short and straight.
    pub(super) fn end_word(&mut self, token: u32) {
        let begin = self.program.tokens[token as usize] as usize;
        let body = &self.program.ops[begin..];
        if body.len() <= COPIED_MAX && self.label == begin && body.iter().all(|op| op.is_straight()) {
            self.words[token as usize].inline = Some(body.len() as u32);
        }
        self.program.ops.push(Op::Exit);
        self.label = self.program.ops.len();
        let hidden = self.newest.insert(self.program.names[token as usize].clone(), token);
        self.remembered.push((token, hidden));
    }

    /// Returns a word of these operations.
    pub(super) fn word_of(&mut self, name: &str, ops: &[Op]) -> u32 {
        let token = self.begin_word(name);
        self.note_place();
        self.program.ops.extend_from_slice(ops);
        self.end_word(token);
        token
    }

    /// Returns a word that pushes a number.
    pub(super) fn constant(&mut self, name: &str, value: i32) -> u32 {
        self.word_of(name, &[Op::Lit(value)])
    }

    pub(super) fn note_place(&mut self) {
        let (at, place) = (self.program.ops.len() as u32, self.place());
        if self.program.places.last().is_none_or(|(_, known)| *known != place) {
            self.program.places.push((at, place));
        }
    }

    /// Compiles a word: its code, or a call of it.
    pub(super) fn compile_word(&mut self, token: u32) {
        let begin = self.program.tokens[token as usize];
        match self.words[token as usize].inline {
            Some(length) => {
                let before = self.program.ops.len();
                for at in begin..begin + length {
                    self.emit(self.program.ops[at as usize]);
                }
                // The operation fused with the first belongs to it. Words of the kit have no text
                // to point at, and a deferred word has no code.
                let end = self.program.ops.len();
                let is_code = self.words[token as usize].kind == Kind::Code;
                if is_code && self.kit_words > 0 && token >= self.kit_words && end > 0 {
                    let first = before.min(end - 1) as u32;
                    self.program.copies.push(Copied { first, end: end as u32, token });
                }
            }
            None => self.emit(Op::Call(begin)),
        }
    }

    /// Adds an operation, joined with the one before where the two are one.
    pub(super) fn emit(&mut self, op: Op) {
        self.note_place();
        if self.program.ops.len() > self.label
            && let Some(&before) = self.program.ops.last()
            && let Some(joined) = join(before, op)
        {
            self.program.ops.pop();
            // Three may have become one: `x 0= IF`.
            return self.emit(joined);
        }
        self.program.ops.push(op);
    }

    /// Something jumps to what comes next.
    pub(super) fn set_label(&mut self) -> u32 {
        self.label = self.program.ops.len();
        self.label as u32
    }

    /// Adds a jump whose target is not known yet.
    pub(super) fn emit_jump(&mut self, op: Op) -> usize {
        self.emit(op);
        self.program.ops.len() - 1
    }

    /// Lets a jump lead to what comes next.
    pub(super) fn land(&mut self, jump: usize) {
        let to = self.set_label();
        self.retarget(jump, to);
    }

    /// Lets a jump lead there.
    pub(super) fn retarget(&mut self, jump: usize, target: u32) {
        if let Some(to) = self.program.ops.get_mut(jump).and_then(Op::target_mut) {
            *to = target;
        }
    }
}

/// One operation for two, if there is one.
fn join(before: Op, op: Op) -> Option<Op> {
    let address = |value: i32| value as u32;
    Some(match (before, op) {
        (Op::Lit(value), Op::Add) => Op::AddLit(value),
        (Op::Lit(value), Op::Sub) => Op::AddLit(value.wrapping_neg()),
        (Op::Lit(value), Op::Eq) => Op::EqLit(value),
        (Op::Lit(at), Op::Fetch) => Op::FetchAt(address(at)),
        (Op::Lit(at), Op::Store) => Op::StoreAt(address(at)),
        (Op::Lit(at), Op::Increment) => Op::IncrementAt(address(at)),
        (Op::AddLit(a), Op::AddLit(b)) => Op::AddLit(a.wrapping_add(b)),
        (Op::Not, Op::JumpIfZero(to)) => Op::JumpIfNonZero(to),
        (Op::Eq, Op::JumpIfZero(to)) => Op::JumpIfNe(to),
        (Op::Dup, Op::JumpIfZero(to)) => Op::DupJumpIfZero(to),
        (Op::Empty, Op::JumpIfZero(to)) => Op::JumpUnlessEmpty(to),
        (Op::Direction(direction), Op::JumpIfZero(to)) => Op::DirectionOrJump(direction, to),
        (Op::SymmetricDirection(direction), Op::JumpIfZero(to)) => Op::SymmetricOrJump(direction, to),
        _ => return None,
    })
}
