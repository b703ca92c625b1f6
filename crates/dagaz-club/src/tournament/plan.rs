//! The settings of a tournament before it starts.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::chat::line;

/// Letters of the longest title.
pub const TITLE_LETTERS: usize = 60;

/// How many can meet each other in a round robin: twice that would take days.
pub const ROUND_ROBIN_MAX: usize = 24;

/// The maximum number of players of the Swiss system: the costs of pairs are made for it.
pub const SWISS_MAX: usize = 200;

/// Rounds of the longest tournament by the Swiss system.
pub const ROUNDS_MAX: u32 = 20;

/// The shortest and the longest arena: a minute, twelve hours.
const ARENA: std::ops::RangeInclusive<u64> = 60_000..=12 * 3_600_000;

/// How far ahead a start may be: thirty days.
const AHEAD: u64 = 30 * 24 * 3_600_000;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentSystem {
    /// Each player meets all others.
    RoundRobin {
        /// Twice, once with each side.
        double: bool,
    },
    /// A number of rounds, in which players with equal points meet.
    Swiss {
        /// How many, at most [`ROUNDS_MAX`].
        rounds: u32,
    },
    /// Free players are paired for this time.
    Arena {
        /// Milliseconds.
        duration: u64,
    },
}

/// The settings of a tournament before it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Who meets whom.
    pub kind: TournamentSystem,
    /// When it begins; `None`: when its creator starts it.
    pub start: Option<u64>,
    /// Between the end of a round and the beginning of the next one, in milliseconds.
    pub pause: u64,
    /// How many may take part.
    pub most: usize,
}

/// Why a plan is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanFault {
    /// There is no title.
    NoTitle,
    /// The title is longer than [`TITLE_LETTERS`].
    LongTitle,
    /// No rounds, or more than [`ROUNDS_MAX`].
    Rounds,
    /// An arena of less than a minute, or of more than twelve hours.
    Duration,
    /// The start is in the past, or further ahead than thirty days.
    Start,
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFault::NoTitle => f.write_str("a tournament has a title"),
            PlanFault::LongTitle => write!(f, "a title has at most {TITLE_LETTERS} letters"),
            PlanFault::Rounds => write!(f, "a Swiss tournament has 1 to {ROUNDS_MAX} rounds"),
            PlanFault::Duration => f.write_str("an arena goes on for 1 to 720 minutes"),
            PlanFault::Start => f.write_str("a tournament starts within the next thirty days"),
        }
    }
}

impl std::error::Error for PlanFault {}

impl Plan {
    /// Returns whether it can be held.
    pub fn check(&self, now: u64) -> Result<(), PlanFault> {
        match self.kind {
            TournamentSystem::RoundRobin { .. } => {}
            TournamentSystem::Swiss { rounds } if (1..=ROUNDS_MAX).contains(&rounds) => {}
            TournamentSystem::Swiss { .. } => return Err(PlanFault::Rounds),
            TournamentSystem::Arena { duration } if ARENA.contains(&duration) => {}
            TournamentSystem::Arena { .. } => return Err(PlanFault::Duration),
        }
        match self.start {
            Some(start) if start < now || start > now.saturating_add(AHEAD) => Err(PlanFault::Start),
            _ => Ok(()),
        }
    }

    /// Returns how many may take part in this kind.
    pub fn entrants(&self) -> usize {
        match self.kind {
            TournamentSystem::RoundRobin { .. } => self.most.min(ROUND_ROBIN_MAX),
            TournamentSystem::Swiss { .. } => self.most.min(SWISS_MAX),
            TournamentSystem::Arena { .. } => self.most,
        }
    }
}

/// Returns the title that a text makes: one line of plain text.
pub fn title(text: &str) -> Result<String, PlanFault> {
    if text.chars().count() > TITLE_LETTERS {
        return Err(PlanFault::LongTitle);
    }
    line(text).map_err(|_| PlanFault::NoTitle)
}
