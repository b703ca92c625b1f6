//! The time that a turn has taken, as the session remembers it. What follows from it is not decided
//! here.

use crate::clock_rule::Millis;
use crate::tree::NodeNo;

/// The time of the turn that is being played.
pub(crate) struct Timing {
    /// The node before the event of the clock.
    pub(crate) throw: NodeNo,
    /// The milliseconds of a tick.
    pub(crate) tick: u32,
    /// When the turn began, without pauses.
    pub(crate) began: Millis,
    /// The ticks of the event that was played.
    pub(crate) ticks: u32,
    /// The least number of ticks that changes what the player can do.
    pub(crate) alarm: Option<u32>,
    /// Since when the game is paused.
    pub(crate) paused: Option<Millis>,
}

impl Timing {
    /// Returns when that many ticks have passed.
    pub(crate) fn time_of(&self, ticks: u32) -> Millis {
        Millis(self.began.0.saturating_add(u64::from(ticks) * u64::from(self.tick)))
    }
}
