//! Effort: how much a study does, and what ends it before.
//!
//! Whoever waits for a bot may be told to stop while the game is still studied; and a test that asks of every game whether it can be studied has
//! no time for what a study learns.

use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_core::{LimitHit, LimitKind};

/// How much a study does, and what ends it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort<'a> {
    pub(crate) care: Care,
    /// Ends the study when it becomes true.
    pub(crate) stop: &'a AtomicBool,
}

/// How thorough a study is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Care {
    /// It learns what positions are worth.
    #[default]
    Thorough,
    /// It only finds out what a game is like.
    Facts,
    /// It does all that a thorough one does, of so few positions that nothing of it is to be believed.
    Glance,
}

impl Effort<'_> {
    /// Whether it learns anything from how games end.
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

    /// Whether only a few of the games that a thorough study plays are to be played, and of those only the beginnings.
    pub(crate) fn is_glance(&self) -> bool {
        self.care == Care::Glance
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// An error once the study has been stopped.
    pub(crate) fn go_on(&self) -> Result<(), LimitHit> {
        if self.is_stopped() { Err(stopped()) } else { Ok(()) }
    }
}

/// What is said where somebody has asked for an end.
pub(crate) fn stopped() -> LimitHit {
    LimitHit::new(LimitKind::Stopped, 0)
}
