//! Outcomes: how a game ended, by name, and what that is worth to each player.

use std::fmt;
use std::str::FromStr;

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The player lost.
    Loss,
    /// No player won.
    Draw,
    /// The player won.
    Win,
    /// The player is no party: a random mover, or a neutral owner.
    Aside,
}

/// A player's score: whole points and halves, as the compensation for the second move in Go has
/// them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points {
    halves: i64,
}

impl Points {
    /// Returns a whole number of points.
    pub const fn whole(points: i64) -> Points {
        Points { halves: points.saturating_mul(2) }
    }

    /// Returns a number of half points.
    pub const fn halves(halves: i64) -> Points {
        Points { halves }
    }

    /// Returns the points as a number.
    pub fn value(self) -> f64 {
        self.halves as f64 / 2.0
    }

    /// Returns the points that a number is; `None` if it has other parts than halves, or is out of
    /// range.
    pub fn from_value(value: f64) -> Option<Points> {
        let halves = value * 2.0;
        // Beyond this a number of 64 bits has no halves.
        (halves.fract() == 0.0 && halves.abs() <= 2f64.powi(52)).then_some(Points { halves: halves as i64 })
    }

    /// Returns how far apart two scores are.
    pub const fn apart(self, other: Points) -> Points {
        let apart = self.halves.abs_diff(other.halves);
        Points { halves: if apart > i64::MAX as u64 { i64::MAX } else { apart as i64 } }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}", self.value())
    }
}

impl FromStr for Points {
    type Err = ();

    fn from_str(text: &str) -> Result<Points, ()> {
        text.parse().ok().and_then(Points::from_value).ok_or(())
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The name of the ending, as shown to people: `checkmated King`.
    pub ending: String,
    /// For each player the verdict.
    pub verdicts: Vec<Verdict>,
    /// The score of each player, if the ending has scores. Otherwise the verdicts follow from the
    /// ending and its player alone.
    pub scores: Option<Vec<Points>>,
}

impl Outcome {
    /// Returns whether no player won and no player lost.
    pub fn is_draw(&self) -> bool {
        !self.verdicts.iter().any(|verdict| matches!(verdict, Verdict::Win | Verdict::Loss))
    }
}
