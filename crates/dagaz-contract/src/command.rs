//! Commands of a participant to a game: a closed list.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::view::{BotChoice, OfferKind, Pick};

/// Something that a participant does. Each is done at most once: see
/// [`ClientMessage::Do`](crate::ClientMessage).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "do", deny_unknown_fields)]
pub enum Command {
    /// Plays a whole move. In a study it may be played at any node; in a game only at the current
    /// one: else it is `stale`.
    Play {
        /// The node at which it is played.
        node: u32,
        /// The `id` of the move in the view of that node.
        #[serde(rename = "move")]
        id: u32,
    },
    /// Plays a move that was typed, in any notation that the game has.
    Type {
        /// The node at which it is played.
        node: u32,
        /// The text.
        text: String,
    },
    /// Stores the picks of an unfinished move, so that it can be continued on another screen or
    /// after a reload. An empty list clears it.
    Draft {
        /// The node at which it is picked.
        node: u32,
        /// All picks so far.
        picks: Vec<Pick>,
    },
    /// Offers something, or agrees to what others have offered.
    Offer {
        /// What.
        kind: OfferKind,
        /// For a takeback: the node to go back to; none: before the last move of the one who asks.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// Declines an offer, or withdraws an own one.
    Decline {
        /// Which.
        kind: OfferKind,
    },
    /// Gives up.
    Resign {
        /// For whom, where one holds several seats; none: for the one to move, else for the only
        /// one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        player: Option<String>,
    },
    /// Continues after a pause.
    Resume,
    /// Takes an open seat.
    Sit {
        /// Whose.
        player: String,
    },
    /// Assigns a seat to a bot, to the next user who joins, or to the sender. Only the user who
    /// began the game may send it.
    Seat {
        /// Whose.
        player: String,
        /// To whom.
        by: Sitter,
    },
    /// Says something about a node. In a game only after its end.
    Comment {
        /// Where.
        node: u32,
        /// The comment; empty removes it.
        text: String,
    },
    /// Judges a move, by the numbers of PGN: `!` is 1, `?` 2 and so on. In a game only after its
    /// end.
    Judge {
        /// Where.
        node: u32,
        /// All judgements of the node.
        glyphs: Vec<u8>,
    },
    /// Makes a variation the main line. Only in a study.
    Promote {
        /// Its first node.
        node: u32,
    },
    /// Removes a node and all behind it. Only in a study.
    Prune {
        /// Which.
        node: u32,
    },
    /// Says something to those at the table. Only who has a seat may; at most 400 bytes.
    Say {
        /// What.
        text: String,
    },
}

/// Who plays for one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeatRule {
    /// The player of the rules.
    pub player: String,
    /// Who plays for it.
    pub by: Sitter,
}

/// Who controls a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Sitter {
    /// The one who says this.
    Me,
    /// The next user who joins.
    Anyone,
    /// A bot.
    Bot(BotChoice),
}

/// How time is counted. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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
