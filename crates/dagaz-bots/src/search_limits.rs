//! The watch over one search: counts nodes, looks at the clock now and then, and says when it is
//! over.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dagaz_core::Fuel;
use web_time::Instant;

use crate::Budget;

/// The time since any fixed moment.
pub trait Clock: Send + Sync {
    /// Returns the time passed since then. It never goes back.
    fn now(&self) -> Duration;
}

/// The system's clock: the fixed moment is this one.
impl Clock for Instant {
    fn now(&self) -> Duration {
        self.elapsed()
    }
}

/// Nodes between two looks at clock and flag at most, where nodes are quick: a fraction of a
/// millisecond.
const NODES_BETWEEN: u64 = 64;
/// Time between two looks from which on they are made more often: a node may take long anywhere.
const SLOW: Duration = Duration::from_millis(2);
/// Moves of a list that take as long as a node.
const MOVES_PER_NODE: usize = 16;

/// The limits of one search: nodes, time, and a flag that stops it.
pub struct SearchLimits<'a> {
    budget: Budget,
    stop: &'a AtomicBool,
    clock: &'a dyn Clock,
    began: Duration,
    nodes: u64,
    playouts: u64,
    lists: u64,
    next_look: u64,
    /// The time of the latest look.
    looked: Duration,
    /// Nodes between two looks now, and at most.
    between: u64,
    between_max: u64,
    over: bool,
}

impl<'a> SearchLimits<'a> {
    /// Begins to watch.
    pub fn new(budget: Budget, stop: &'a AtomicBool, clock: &'a dyn Clock) -> SearchLimits<'a> {
        SearchLimits {
            budget,
            stop,
            clock,
            began: clock.now(),
            nodes: 0,
            playouts: 0,
            lists: 0,
            next_look: 0,
            looked: clock.now(),
            between: 1,
            between_max: NODES_BETWEEN,
            over: false,
        }
    }

    /// Returns the limits of a helper thread in the same search: its time began with the main
    /// thread's.
    pub fn of_helper(&self, budget: Budget, stop: &'a AtomicBool) -> SearchLimits<'a> {
        SearchLimits { began: self.began, ..SearchLimits::new(budget, stop, self.clock) }
    }

    /// From now on looks at clock and flag at each node: where nodes take long.
    pub fn look_at_each_node(&mut self) {
        (self.between, self.between_max) = (1, 1);
    }

    /// Charges a move list of this length. It only advances the next check of clock and flag.
    #[inline]
    pub fn listed(&mut self, moves: usize) {
        self.lists += 1;
        self.next_look = self.next_look.saturating_sub((moves / MOVES_PER_NODE) as u64);
    }

    /// Charges the work of a fast node; returns whether the search has been stopped, as far as
    /// known.
    pub fn is_over_soon(&mut self) -> bool {
        self.next_look = self.next_look.saturating_sub(1);
        if self.nodes >= self.next_look {
            self.look();
        }
        self.over
    }

    /// Counts a node; false when the search is over.
    #[inline]
    pub fn node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look();
        }
        !self.over
    }

    /// Counts a playout; false when the search is over.
    pub fn playout(&mut self) -> bool {
        self.playouts += 1;
        self.look();
        !self.over
    }

    /// Counts a way that a search without playouts has followed to its leaf: it stands for a
    /// playout in the budget. The next node is the one that notices, so this looks at neither clock
    /// nor flag.
    #[inline]
    pub fn leaf(&mut self) {
        self.playouts += 1;
        if self.budget.playouts.is_some_and(|most| self.playouts >= most) {
            self.over = true;
        }
    }

    fn look(&mut self) {
        let now = self.clock.now();
        let slow = now.saturating_sub(self.looked) > SLOW;
        self.between = if slow { 1 } else { (2 * self.between).min(self.between_max) };
        self.looked = now;
        self.next_look = self.nodes + self.between;
        if let Some(most) = self.budget.nodes {
            self.over |= self.nodes >= most;
            self.next_look = self.next_look.min(most);
        }
        self.over |= self.budget.playouts.is_some_and(|most| self.playouts >= most);
        self.over |= self.stop.load(Ordering::Relaxed);
        self.over |= self.budget.time.is_some_and(|most| self.time() >= most);
    }

    /// Returns whether the search is over.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Looks at clock and flag now; whether the search is over.
    pub fn is_over_now(&mut self) -> bool {
        self.look();
        self.over
    }

    /// Ends the search.
    pub fn end(&mut self) {
        self.over = true;
    }

    /// Time since the search began.
    pub fn time(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// Nodes counted.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Playouts counted, or leaves of a search that makes none.
    pub fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Lists of moves that were noted.
    pub fn lists(&self) -> u64 {
        self.lists
    }

    /// Returns the bounds.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns whether there is time for more than a glance at another round; what is found before
    /// the end of it counts too.
    pub fn is_worth_going_on(&self) -> bool {
        self.budget.time.is_none_or(|most| self.time() * 20 < most * 19)
    }

    /// Fuel for one list of moves, which ends when the search is stopped.
    pub fn fuel(&self, units: u64) -> Fuel<'a> {
        Fuel::new(units).with_stop(self.stop)
    }
}
