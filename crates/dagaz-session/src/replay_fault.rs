//! Why a log cannot be played again.

use dagaz_core::LimitHit;

/// Why a log cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayFault {
    /// It does not begin with a beginning, or has a second one.
    NoBeginning,
    /// The position to begin with cannot be set up.
    Position,
    /// The tree to begin with cannot be read.
    Tree,
    /// A record refers to an unknown node or player.
    Unknown,
    /// The rules have met one of their limits.
    Limit(LimitHit),
}

impl std::fmt::Display for ReplayFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReplayFault::NoBeginning => f.write_str("the log does not begin with the beginning of a game"),
            ReplayFault::Position => f.write_str("the position to begin with cannot be set up by these rules"),
            ReplayFault::Tree => f.write_str("the moves to begin with cannot be played by these rules"),
            ReplayFault::Unknown => f.write_str("a record speaks of something that the game does not have"),
            ReplayFault::Limit(hit) => hit.fmt(f),
        }
    }
}

impl std::error::Error for ReplayFault {}
