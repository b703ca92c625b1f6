//! The variables of a cascade.

use std::cell::Cell;

use super::names::Names;

/// The variables of a cascade.
pub(super) struct Chain {
    /// How many pieces move on.
    pub(super) count: String,
    /// For each of them where it stands, and where it goes.
    pub(super) from: String,
    pub(super) to: String,
    /// Where the piece stands that the next of them will be, and where it goes if that has been
    /// said.
    pub(super) next: String,
    pub(super) goal: String,
    pub(super) used: Cell<bool>,
    pub(super) has_goal: Cell<bool>,
}

impl Chain {
    pub(super) fn new(names: &mut Names) -> Chain {
        let [count, from, to, next, goal] =
            ["moved", "moved-from", "moved-to", "moves-next", "moves-to"].map(|name| names.take(name));
        Chain { count, from, to, next, goal, used: Cell::default(), has_goal: Cell::default() }
    }

    pub(super) fn forget(&self) {
        self.used.set(false);
        self.has_goal.set(false);
    }
}
