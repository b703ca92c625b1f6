//! Commands of a participant to a game: a closed list.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::clock::ClockRule;
use crate::view::{BotChoice, OfferKind, Pick};

/// A command of a participant. Each is executed at most once: see
/// [`ClientMessage::Do`](crate::ClientMessage).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Plays a complete move. An analysis accepts it at any node, a game only at the current one:
    /// else it is `stale`.
    Play {
        /// The node at which it is played.
        node: u32,
        /// The `id` of the move in the view of that node.
        #[serde(rename = "move")]
        id: u32,
    },
    /// Plays a typed move, in any notation of the game.
    Type {
        /// The node at which it is played.
        node: u32,
        /// The text.
        text: String,
    },
    /// Stores the picks of an unfinished move, so that it can be continued on another screen or
    /// after a reload. An empty list clears it.
    Draft {
        /// The node at which the move is begun.
        node: u32,
        /// All picks so far.
        picks: Vec<Pick>,
    },
    /// Makes an offer, or accepts the offer of the other players.
    Offer {
        /// The kind of offer.
        kind: OfferKind,
        /// For a takeback: the node to return to; `None`: before the last move of the sender.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// Declines an offer, or withdraws an own one.
    Decline {
        /// The kind of offer.
        kind: OfferKind,
    },
    /// Resigns.
    Resign {
        /// The player of the rules, for a sender with several seats; `None`: the player to move,
        /// else the sender's only one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        player: Option<String>,
    },
    /// Continues after a pause.
    Resume,
    /// Takes an open seat.
    Sit {
        /// The player of the rules.
        player: String,
    },
    /// Assigns a seat to a bot, to the next user who joins, or to the sender. Only the user who
    /// began the game may send it.
    Seat {
        /// The player of the rules.
        player: String,
        /// The new holder.
        by: Sitter,
    },
    /// Comments on a node. In a game only after its end.
    Comment {
        /// The node.
        node: u32,
        /// The comment; empty removes it.
        text: String,
    },
    /// Annotates a move, with the numeric annotation glyphs of PGN: `!` is 1, `?` 2 and so on. In a
    /// game only after its end.
    Judge {
        /// The node.
        node: u32,
        /// All glyphs of the node.
        glyphs: Vec<u8>,
    },
    /// Makes a variation the main line. Only in an analysis.
    Promote {
        /// Its first node.
        node: u32,
    },
    /// Removes a node with all nodes after it. Only in an analysis.
    Prune {
        /// The node.
        node: u32,
    },
    /// Sends a chat message to the table, of at most 400 bytes. Only players may.
    Say {
        /// The text.
        text: String,
    },
}

/// Who controls one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatRule {
    /// The player of the rules.
    pub player: String,
    /// The holder of the seat.
    pub by: Sitter,
}

/// Who controls a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Sitter {
    /// The sender.
    Me,
    /// The next user who joins.
    Anyone,
    /// A bot.
    Bot(BotChoice),
}
