//! Effort: the work limits of a game analysis, and its early termination.
//!
//! A stop request may arrive during the analysis, and a test of all games has no time for learning.
//! Where move generation is slow, all lists share a limit in units of fuel. The limit counts work
//! and not time, so the analysis is reproducible. A number of positions would not do, since one
//! position may cost a thousand times as much as another.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use dagaz_core::{LimitHit, LimitKind};

/// How much a study does, and what ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort<'a> {
    pub(crate) care: Care,
    /// Ends the study when it becomes true.
    pub(crate) stop: &'a AtomicBool,
    /// The work so far.
    pub(crate) meter: &'a Meter,
}

/// The fuel that a study has spent where looking ahead is not quick: for each list of moves what
/// one costs in this game on average.
#[derive(Debug, Default)]
pub(crate) struct Meter(AtomicU64);

/// Fuel for a study where looking ahead is not quick, about three seconds.
const FUEL: u64 = 60_000_000;

/// How thorough a study is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Care {
    /// Whether evaluation terms are learned.
    #[default]
    Thorough,
    /// It only finds out what a game is like.
    Facts,
    /// Calls everything that a full analysis does, with so few positions that the result is
    /// meaningless.
    Glance,
}

impl Effort<'_> {
    /// Returns whether it learns anything from how games end.
    pub(crate) fn learns(&self) -> bool {
        self.care != Care::Facts
    }

    /// By what the work of a thorough round is divided.
    pub(crate) fn shorter(&self) -> usize {
        match self.care {
            Care::Thorough => 1,
            Care::Facts => 8,
            Care::Glance => 400,
        }
    }

    /// Returns whether only a few of the games that a thorough study plays are to be played, and of
    /// those only the beginnings.
    pub(crate) fn is_glance(&self) -> bool {
        self.care == Care::Glance
    }

    /// Records the cost of move lists.
    pub(crate) fn pay(&self, lists: u64, each: f64) {
        self.meter.0.fetch_add((lists as f64 * each) as u64, Ordering::Relaxed);
    }

    /// Returns the remaining fuel. A short analysis ends before the fuel does, and must not depend
    /// on the cost of lists.
    pub(crate) fn left(&self) -> u64 {
        if self.is_glance() { u64::MAX } else { FUEL.saturating_sub(self.meter.0.load(Ordering::Relaxed)) }
    }

    /// Returns whether no more games are to be played to learn from: the other half is for those
    /// that show what is learned.
    pub(crate) fn has_played_enough(&self) -> bool {
        self.left() < FUEL / 2
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error once the study has been stopped.
    pub(crate) fn go_on(&self) -> Result<(), LimitHit> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }
}

/// Returns the error after a stop request.
pub(crate) fn stopped() -> LimitHit {
    LimitHit::new(LimitKind::Stopped, 0)
}
