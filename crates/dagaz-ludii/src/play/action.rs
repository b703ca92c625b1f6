//! Actions, moves and lists of moves.

/// A change of the position, as a list of moves holds it. Places are slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the fields are those of the recorded actions")]
pub enum Action {
    Move {
        from: u32,
        to: u32,
        level: i16,
        count: i32,
        stack: bool,
    },
    /// One piece is sown; the state of the hole stays.
    Sow {
        from: u32,
        to: u32,
    },
    Copy {
        from: u32,
        to: u32,
        level: i16,
    },
    Add {
        slot: u32,
        what: u16,
        stack: bool,
        count: i32,
        state: i32,
        value: i32,
        rotation: i16,
    },
    Remove {
        slot: u32,
        level: i16,
        count: i32,
        deferred: bool,
    },
    Promote {
        slot: u32,
        level: i16,
        what: u16,
    },
    Select {
        from: u32,
        to: u32,
    },
    Pass {
        forced: bool,
    },
    Count {
        slot: u32,
        what: u16,
        count: i32,
    },
    State {
        slot: u32,
        level: i16,
        state: i32,
    },
    Rotation {
        slot: u32,
        level: i16,
        rotation: i32,
    },
    Value {
        slot: u32,
        level: i16,
        value: i32,
    },
    Register {
        register: u32,
        value: i32,
    },
    Score {
        player: u8,
        add: i32,
    },
    Pending {
        value: i32,
    },
    Next {
        player: u8,
    },
    Remember {
        list: u32,
        value: i32,
    },
    Forget {
        list: u32,
        value: i32,
    },
    UseDie {
        die: u32,
    },
    Die {
        die: u32,
        face: u32,
    },
    DiceEqual {
        equal: bool,
    },
    Swap {
        one: u8,
        two: u8,
    },
}

impl Action {
    /// Returns the slot on which the action ends, if it has one.
    pub(crate) fn target(&self) -> Option<u32> {
        match *self {
            Action::Move { to, .. } | Action::Sow { to, .. } | Action::Copy { to, .. } | Action::Select { to, .. } => {
                Some(to)
            }
            Action::Add { slot, .. } | Action::Remove { slot, .. } | Action::Promote { slot, .. } => Some(slot),
            _ => None,
        }
    }
}

/// A move: a range of actions and a chain of consequences in the list that holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The player who moves.
    pub mover: u8,
    /// Number of the site where it begins, or -1.
    pub from: i32,
    /// Number of the site where it ends, or -1.
    pub to: i32,
    /// Level where it begins.
    pub level_from: i16,
    /// Level where it ends.
    pub level_to: i16,
    /// First action.
    pub start: u32,
    /// Place after the last action.
    pub end: u32,
    /// The last link of its chain of consequences.
    pub then: u32,
}

/// The end of a chain.
pub const NONE: u32 = u32::MAX;

/// A list of moves.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    /// The moves.
    pub list: Vec<Move>,
    /// Actions of all moves.
    pub actions: Vec<Action>,
    /// Links of chains of consequences: the consequence and the link before it.
    pub links: Vec<(u32, u32)>,
}

impl Moves {
    /// Empties the list.
    pub fn clear(&mut self) {
        self.list.clear();
        self.actions.clear();
        self.links.clear();
    }

    /// Returns the actions of a move.
    #[inline]
    pub fn actions_of(&self, one: &Move) -> &[Action] {
        &self.actions[one.start as usize..one.end as usize]
    }

    /// Returns whether a move is a pass.
    pub fn is_pass(&self, one: &Move) -> bool {
        let decides = |action: &&Action| {
            !matches!(
                action,
                Action::Die { .. } | Action::DiceEqual { .. } | Action::Next { .. } | Action::Register { .. }
            )
        };
        let mut actions = self.actions_of(one).iter().filter(decides);
        matches!(actions.next(), Some(Action::Pass { .. })) && actions.next().is_none()
    }

    /// Returns a chain of one consequence, or the empty chain.
    #[inline]
    pub fn chain(&mut self, then: Option<usize>) -> u32 {
        match then {
            Some(then) => {
                self.links.push((then as u32, NONE));
                self.links.len() as u32 - 1
            }
            None => NONE,
        }
    }

    /// Adds a move of one action with a chain of consequences that several moves may share.
    #[inline]
    pub fn push(&mut self, mover: u8, (from, to): (i32, i32), action: Action, then: u32) {
        let start = self.actions.len() as u32;
        self.actions.push(action);
        let level_from = if let Action::Move { level, .. } = action { level } else { -1 };
        self.list.push(Move { mover, from, to, level_from, level_to: -1, start, end: start + 1, then });
    }

    /// Appends a consequence to all moves from `start` on.
    #[inline]
    pub fn append_then(&mut self, start: usize, then: Option<usize>) {
        let Some(then) = then else { return };
        for at in start..self.list.len() {
            self.links.push((then as u32, self.list[at].then));
            self.list[at].then = self.links.len() as u32 - 1;
        }
    }

    /// Returns the consequences of a move in their order.
    pub fn thens(&self, one: &Move, out: &mut Vec<u32>) {
        out.clear();
        let mut at = one.then;
        while at != NONE {
            let (then, before) = self.links[at as usize];
            out.push(then);
            at = before;
        }
        out.reverse();
    }

    /// Puts actions in front of those of all moves from `start` on.
    pub fn prepend(&mut self, start: usize, actions: &[Action]) {
        if actions.is_empty() {
            return;
        }
        for at in start..self.list.len() {
            let (old_start, old_end) = (self.list[at].start as usize, self.list[at].end as usize);
            let first = self.actions.len();
            self.actions.extend_from_slice(actions);
            self.actions.extend_from_within(old_start..old_end);
            self.list[at].start = first as u32;
            self.list[at].end = self.actions.len() as u32;
        }
    }

    /// Copies a move of another list to the end, its actions and consequences included.
    pub fn copy_from(&mut self, other: &Moves, one: &Move) {
        let start = self.actions.len() as u32;
        self.actions.extend_from_slice(other.actions_of(one));
        let mut thens = Vec::new();
        other.thens(one, &mut thens);
        let mut then = NONE;
        for link in thens {
            self.links.push((link, then));
            then = self.links.len() as u32 - 1;
        }
        self.list.push(Move { start, end: self.actions.len() as u32, then, ..*one });
    }
}
