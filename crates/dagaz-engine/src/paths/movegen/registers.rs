//! Registers, frames and choice points of the machine.

use super::super::plan::Pc;
use super::{NONE, ROOT, stack};

/// Everything that an alternative changes and that is copied and put back as one.
#[derive(Clone, Copy, Debug)]
pub(in crate::paths) struct Registers {
    /// The site under the cursor.
    pub(in crate::paths) here: u16,
    /// Where this step began, and the move.
    pub(in crate::paths) start: u16,
    pub(in crate::paths) origin: u16,
    /// The moving piece: its site, or the hand.
    pub(in crate::paths) it: u16,
    /// Where it was taken into the hand.
    pub(super) lifted_from: u16,
    /// How many of the topmost pieces of its column go along when it leaves, and are in the hand;
    /// 0: all.
    pub(super) lift: u16,
    pub(super) lifted: u16,
    /// The rule at work.
    pub(super) rule: u32,
    /// How many effects there were.
    pub(in crate::paths) effects: u16,
    /// How many there were on the piece in the hand, which count when it comes down.
    pub(super) held_effects: u16,
    /// Lengths of the lists of the move.
    pub(super) captured: u16,
    pub(super) captured_from: u16,
    pub(super) taken: u16,
    pub(super) visited: u16,
    pub(super) passed: u16,
    pub(super) passed_from: u16,
    pub(in crate::paths) steps: u16,
    pub(super) situations: u16,
    pub(super) notes: u32,
    /// Turn-order effects of the move: skipped turns, and the number of the jump, from 1.
    pub(in crate::paths) skipped: u16,
    pub(in crate::paths) goto: u16,
    pub(in crate::paths) extra: bool,
    pub(in crate::paths) orders: bool,
    pub(super) carrying: bool,
    pub(super) in_hand: bool,
    pub(super) step_open: bool,
    pub(super) has_left: bool,
    /// In an attack question, whether the piece asked about has been moved off its site.
    pub(super) displaced: bool,
    pub(super) borrows: bool,
    /// Whether something happened that cannot be taken back by later moves.
    pub(in crate::paths) irreversible: bool,
    pub(super) frame: u32,
}

impl Registers {
    #[inline]
    pub(in crate::paths) fn at_rest() -> Registers {
        Registers {
            here: NONE,
            start: NONE,
            origin: NONE,
            it: NONE,
            lifted_from: NONE,
            lift: 0,
            lifted: 0,
            rule: 0,
            effects: 0,
            held_effects: 0,
            captured: 0,
            captured_from: 0,
            taken: 0,
            visited: 0,
            passed: 0,
            passed_from: 0,
            steps: 0,
            situations: 0,
            notes: 0,
            skipped: 0,
            goto: 0,
            extra: false,
            orders: false,
            carrying: false,
            in_hand: false,
            step_open: false,
            has_left: false,
            displaced: false,
            borrows: false,
            irreversible: false,
            frame: ROOT,
        }
    }
}

/// A return address of a call, hook, loop or iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) parent: u32,
    /// The operation to return to.
    pub(super) next: Pc,
    pub(super) kind: FrameKind,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum FrameKind {
    Call,
    /// Hooks of a type: which of them is next, and where the cursor goes back to.
    Hooks {
        hook: super::super::plan::Hook,
        kind: u16,
        at: u16,
        here: u16,
        carrying: bool,
    },
    /// A loop that notes configurations: its list.
    Loop {
        op: Pc,
        known: u32,
    },
    /// A loop as often as possible: its list, and the choice point that records whether it
    /// continued.
    Most {
        op: Pc,
        known: u32,
        choice: u32,
    },
    Times {
        left: i64,
        body: Pc,
    },
    /// An iteration over sites: the set in the arena, the next site, where the cursor goes back to.
    Each {
        set: u32,
        from: u16,
        here: u16,
        carrying: bool,
        body: Pc,
        choice: u32,
    },
    Like,
}

/// The alternative of a choice point after everything behind it has failed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alternative {
    Jump(Pc),
    /// The next target of a fork, or hop of an operation.
    Next {
        op: Pc,
        at: u16,
    },
    /// The next alternative of `first`, unless a move has been completed since.
    First {
        op: Pc,
        at: u16,
        completed: u64,
    },
    /// Continues if no move has been completed since.
    Otherwise {
        pc: Pc,
        completed: u64,
    },
    /// The next site of a set in the arena.
    Site {
        op: Pc,
        set: u32,
        from: u16,
    },
    /// The next number.
    Value {
        op: Pc,
        now: i64,
        to: i64,
    },
    /// The continuation of a move that may also end here.
    GoOn {
        op: Pc,
    },
    /// All continuations of a configuration have been tried.
    Continued {
        key: u64,
        completed: u64,
    },
    /// The next step of a list of calls in the arena.
    Call {
        calls: u32,
        at: u16,
        end: u16,
        next: Pc,
    },
    /// The next borrowed rule of such a list.
    Borrow {
        calls: u32,
        at: u16,
        end: u16,
        next: Pc,
    },
    /// The exit of a loop as often as possible, unless a further round passed.
    Ended {
        went_on: bool,
        pc: Pc,
    },
    NextSite {
        went_on: bool,
        frame: u32,
    },
    /// A loop is over: its list is free again.
    Free {
        known: u32,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) registers: Registers,
    pub(super) marks: stack::Marks,
    pub(super) alternative: Alternative,
}
