//! Actions of a tournament, and the reasons for refusing one.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::account::PersonId;

/// The result of a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PairResult {
    /// The first player has won.
    First,
    /// The second player has won.
    Second,
    /// A draw.
    Draw,
    /// The second player was absent.
    FirstByForfeit,
    /// The first player was absent.
    SecondByForfeit,
    /// No player scores: both were absent, or the game could not be finished.
    Neither,
}

impl PairResult {
    /// Returns whether it was decided at the board.
    pub fn is_played(self) -> bool {
        matches!(self, PairResult::First | PairResult::Second | PairResult::Draw)
    }

    /// Half points of the first and of the second.
    pub fn halves(self) -> (u32, u32) {
        match self {
            PairResult::First | PairResult::FirstByForfeit => (2, 0),
            PairResult::Second | PairResult::SecondByForfeit => (0, 2),
            PairResult::Draw => (1, 1),
            PairResult::Neither => (0, 0),
        }
    }

    /// Who did not come where the other one did: the first (false) or the second (true).
    pub fn absent(self) -> Option<bool> {
        match self {
            PairResult::FirstByForfeit => Some(true),
            PairResult::SecondByForfeit => Some(false),
            _ => None,
        }
    }
}

/// An event of a tournament. The meaning of an event never changes; new events may be added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TournamentAction {
    /// A user takes part from now on, for the first time or again.
    Joined {
        /// Who.
        person: PersonId,
        /// Their rating in this game.
        rating: f64,
    },
    /// A user leaves.
    Left {
        /// Who.
        person: PersonId,
    },
    /// It has begun.
    Started {
        /// The seed of all random choices.
        seed: u64,
    },
    /// A round was paired, or in an arena some of the free players.
    Paired {
        /// The first and the second player. Their games have the next numbers.
        pairs: Vec<(PersonId, PersonId)>,
        /// The player with the bye in this round.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bye: Option<PersonId>,
    },
    /// A game has ended.
    Settled {
        /// The number of the pairing.
        pairing: u32,
        /// The result.
        result: PairResult,
    },
    /// It is over.
    Finished,
    /// It was called off before it began.
    Cancelled,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The person takes part already.
    Already,
    /// The person does not take part.
    NotIn,
    /// There is no room for more.
    Full,
    /// It is too far advanced to join.
    TooLate,
    /// It has begun.
    Begun,
    /// It is over, or was called off.
    Over,
    /// Fewer than two take part.
    TooFew,
    /// There is no such pairing.
    Unknown,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Already => "you take part already",
            Fault::NotIn => "you do not take part",
            Fault::Full => "the tournament is full",
            Fault::TooLate => "the tournament has gone on too far to join it",
            Fault::Begun => "the tournament has begun",
            Fault::Over => "the tournament is over",
            Fault::TooFew => "a tournament needs at least two who take part",
            Fault::Unknown => "there is no such pairing",
        })
    }
}

impl std::error::Error for Fault {}

/// An action does not fit the ones before it: the log is damaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged;

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the log of the tournament is damaged")
    }
}

impl std::error::Error for Damaged {}
