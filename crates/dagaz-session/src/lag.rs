//! Lag compensation: the network time of a move is returned to its player.
//!
//! The caller measures the time and passes it with the command ([`Arrival`]). The compensation is
//! decided here and stored in the record of the move, so a replay needs no measurement. It is
//! bounded by an allowance that each move of the player refills a little, so simulated lag gains no
//! more than that.

use crate::clock_rule::{ClockRule, Millis};

/// When a command arrived, and how long its way was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// The moment.
    pub at: Millis,
    /// The measured round-trip time.
    pub lag: Millis,
}

impl From<Millis> for Arrival {
    fn from(at: Millis) -> Arrival {
        Arrival { at, lag: Millis(0) }
    }
}

/// Moves of which a game is thought to consist when its whole time is estimated.
const MOVES: u64 = 40;

/// Which part of the whole time of a player a move adds to the allowance.
const PART: u64 = 720;

/// What a move adds at least and at most, in milliseconds.
const LEAST: u64 = 50;
const MOST: u64 = 500;

/// How many moves an allowance lasts for at most, and does at the start.
const KEPT: u64 = 3;

/// What may still be given back to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    gain: u64,
    left: u64,
    /// The most that was given back for one move.
    longest: u64,
}

impl Allowance {
    pub(crate) fn new(rule: ClockRule) -> Allowance {
        let gain = match rule {
            ClockRule::Fischer { main, add } => main.0.saturating_add(add.0.saturating_mul(MOVES)) / PART,
            ClockRule::Byoyomi { main, period, .. } => main.0.saturating_add(period.0.saturating_mul(MOVES)) / PART,
            // By mail a second is nothing.
            ClockRule::Correspondence { .. } => return Allowance { gain: 0, left: 0, longest: 0 },
        };
        let gain = gain.clamp(LEAST, MOST);
        Allowance { gain, left: gain * KEPT, longest: 0 }
    }

    /// Returns how much of a lag is given back.
    pub(crate) fn of(&self, lag: Millis) -> Millis {
        Millis(lag.0.min(self.left))
    }

    /// Subtracts the compensation of a move, and adds what the move earns.
    pub(crate) fn take(&mut self, given: Millis) {
        self.left = (self.left.saturating_sub(given.0) + self.gain).min(self.gain * KEPT);
        self.longest = self.longest.max(given.0);
    }

    /// Returns how long after the end of a player's time a move of theirs may still arrive that was
    /// made in time.
    pub(crate) fn grace(&self) -> u64 {
        self.longest.min(self.left)
    }
}
