//! The reasons of refused requests.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was refused: a closed list. Sentences for people are the client's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// The message could not be read.
    Malformed,
    /// There is no such game, node, seat or rules, or it may not be seen.
    Unknown,
    /// The one who asks may not do this.
    Forbidden,
    /// The password is right, and the account needs a code of its second factor too.
    CodeNeeded,
    /// The game has changed since.
    Stale,
    /// It is another player's turn.
    NotYourTurn,
    /// The game has ended.
    Ended,
    /// The game rests.
    Paused,
    /// A seat is open still.
    Waiting,
    /// The move is not legal.
    Illegal,
    /// A typed text fits several moves, or none.
    Unclear,
    /// There is nothing to agree to, to decline or to take back.
    Nothing,
    /// The seat is taken.
    Taken,
    /// It cannot be done in this kind of game.
    NotHere,
    /// The rules have errors.
    BadRules,
    /// The position or record has errors.
    BadRecord,
    /// The rules have met one of their limits.
    Limit,
    /// Too many requests: wait.
    TooMany,
    /// Too large.
    TooLarge,
    /// The server cannot do this now; the same request may be sent again.
    Busy,
    /// The log cannot be written or is damaged.
    Storage,
}
