//! Points in time and time controls. Running clocks are in `clock`.

use serde::{Deserialize, Serialize};

/// A time in milliseconds since 1970, or a duration in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub u64);

impl Millis {
    /// Returns whether it is no time at all.
    pub fn is_none(&self) -> bool {
        self.0 == 0
    }

    /// Returns the time earlier by `span`.
    pub(crate) fn before(self, span: Millis) -> Millis {
        Millis(self.0.saturating_sub(span.0))
    }
}

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClockRule {
    /// Main time, with an increment for each move.
    Fischer {
        /// At the start.
        main: Millis,
        /// Added after each move.
        add: Millis,
    },
    /// Main time, then periods: a move within a period leaves it whole, a period run out is lost.
    Byoyomi {
        /// At the start.
        main: Millis,
        /// One period.
        period: Millis,
        /// How many, at least 1.
        periods: u16,
    },
    /// A fixed time for each move.
    Correspondence {
        /// For one move.
        per_move: Millis,
    },
}
