//! What can be asked of a session, and why it may refuse.

use std::sync::Arc;

use dagaz_core::LimitHit;

use crate::offers::OfferKind;
use crate::record::{Record, Rerated, RulesRef};
use crate::seat::Seat;
use crate::tree::NodeNo;

/// A participant's action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play the move at a place of the list of legal moves.
    Play {
        /// The node at which.
        node: NodeNo,
        /// For whom, where several act together; none: for the one to move, or the only one that
        /// the actor holds.
        player: Option<u8>,
        /// The place.
        index: u32,
    },
    /// Let chance decide.
    Chance,
    /// Go to another node of a study.
    Go {
        /// Which.
        node: NodeNo,
    },
    /// Stores the picks of an unfinished move.
    Draft {
        /// The node at which.
        node: NodeNo,
        /// The picks, in the caller's encoding; empty: none.
        draft: Arc<str>,
    },
    /// Offer, or agree.
    Offer {
        /// What.
        kind: OfferKind,
        /// For a takeback: the node to return to; `None`: before the last move of the sender.
        node: Option<NodeNo>,
    },
    /// Decline, or withdraw.
    Decline {
        /// What.
        kind: OfferKind,
    },
    /// Give up.
    Resign {
        /// For whom; none: for the one to move, if the actor holds it, else for the first that it
        /// holds.
        player: Option<u8>,
    },
    /// Check for a timeout.
    Flag,
    /// Resume after a pause.
    Resume,
    /// Take an open seat, or give one away.
    Sit {
        /// Whose.
        player: u8,
        /// The new holder of the seat.
        seat: Seat,
    },
    /// Comments on a node.
    Comment {
        /// Where.
        node: NodeNo,
        /// What; empty removes it.
        text: Arc<str>,
    },
    /// Judge a move.
    Judge {
        /// Where.
        node: NodeNo,
        /// All judgements, by the numbers of PGN.
        glyphs: Vec<u8>,
    },
    /// Make a variation the main line.
    Promote {
        /// Its first node.
        node: NodeNo,
    },
    /// Remove a node and all behind it.
    Prune {
        /// Which.
        node: NodeNo,
    },
    /// Play on by other rules.
    Rule {
        /// Which.
        rules: RulesRef,
    },
    /// Record that another game follows this one.
    Follow {
        /// Its id.
        game: Arc<str>,
    },
    /// Sends a chat message to the table.
    Say {
        /// What.
        text: Arc<str>,
    },
    /// Note that the result was counted.
    Rate {
        /// The changes, with their players.
        changes: Vec<Rerated>,
    },
}

/// The decision about a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It is to be recorded, made durable and then applied.
    New(Box<Record>),
    /// It was done before, and this is a resend of it.
    Again {
        /// The version of the session after it was done.
        version: u32,
        /// The node to which it led, if it played a move.
        node: Option<NodeNo>,
    },
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such node or player.
    Unknown,
    /// The actor may not do this.
    Forbidden,
    /// The game has advanced meanwhile.
    Stale,
    /// It is another player's turn.
    NotYourTurn,
    /// The game has ended.
    Ended,
    /// The game rests.
    Paused,
    /// A seat is open still.
    Waiting,
    /// There is no such move.
    Illegal,
    /// There is nothing to agree to, to decline, to take back or to flag.
    Nothing,
    /// The seat is taken.
    Taken,
    /// It cannot be done in this kind of game.
    NotHere,
    /// A text or the whole game is too large.
    TooLarge,
    /// The rules have met one of their limits.
    Limit(LimitHit),
}

impl From<LimitHit> for Refusal {
    fn from(hit: LimitHit) -> Refusal {
        Refusal::Limit(hit)
    }
}
