//! Time controls of the protocol.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How time is counted. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind", deny_unknown_fields)]
pub enum ClockRule {
    /// Main time, and so much more for each move (which may be 0).
    #[serde(rename_all = "camelCase")]
    Fischer {
        /// At the start.
        main_ms: u32,
        /// Added after each move.
        add_ms: u32,
    },
    /// Main time, then periods: a move within a period leaves it whole, a period run out is lost.
    #[serde(rename_all = "camelCase")]
    Byoyomi {
        /// At the start.
        main_ms: u32,
        /// One period.
        period_ms: u32,
        /// How many.
        periods: u16,
    },
    /// So much for each move, as in play by mail.
    #[serde(rename_all = "camelCase")]
    Correspondence {
        /// For one move.
        move_ms: u32,
    },
}
