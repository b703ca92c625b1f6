//! The records of a game's log: everything that has ever happened to it, in order.
//!
//! A log begins with [`Event::Began`]. Its meaning never changes: new kinds of events may be added,
//! old ones stay readable.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::clock_rule::{ClockRule, Millis};
use crate::offers::OfferKind;
use crate::seat::{HolderId, Seat};
use crate::tree::NodeNo;

/// A random text of a client, new for each command: it identifies a command that is sent again.
pub type Nonce = Arc<str>;

/// The author of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// A person.
    Holder(HolderId),
    /// The bot in the seat of this player.
    Bot(u8),
    /// The server: chance, the clock, new rules.
    Host,
}

/// The rules of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesRef {
    /// What they are asked for by: a name of the library, a file.
    pub id: Arc<str>,
    /// Which game or variant of the file.
    pub variant: u32,
    /// SHA-256 of the text of the rules and of the variant, in hexadecimal digits.
    pub hash: Arc<str>,
    /// The title.
    pub title: Arc<str>,
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beginning {
    /// Its rules.
    pub rules: RulesRef,
    /// Who began it.
    pub owner: HolderId,
    /// The holders, in the order of the game's players.
    pub seats: Vec<Seat>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockRule>,
    /// The seed of bots.
    pub seed: u64,
    /// The secret that all throws follow from: 256 random bits in hexadecimal digits. None in games
    /// whose seed was chosen, and in those of before: their throws follow from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<Arc<str>>,
    /// Whether it is an analysis.
    #[serde(default)]
    pub study: bool,
    /// The start position, in the notation of records; none: the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Arc<str>>,
    /// A tree to begin with, as JSON record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Arc<str>>,
    /// The node of that tree at which the game stands.
    #[serde(default)]
    pub at: NodeNo,
    /// Rated: no takebacks and no change of seats.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// Whether only those are to find it who know its id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Time limit of the first move once all seats are taken, since clocks run from the second move
    /// on; then the game is aborted. `None`: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<Millis>,
    /// The tournament of which it is a game: then it is played to an end that counts, and no game
    /// follows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Arc<str>>,
}

/// The rating change of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rerated {
    /// Whose.
    pub player: u8,
    /// The rating before, in whole points.
    pub before: i32,
    /// The rating afterwards.
    pub after: i32,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The game began.
    Began(Box<Beginning>),
    /// A move was played. The new node has the next number.
    Played {
        /// The node at which it was played.
        node: NodeNo,
        /// Whose move it is.
        player: u8,
        /// Its place in the list of legal moves.
        index: u32,
        /// The key of the state afterwards: a check that the list is unchanged.
        key: u64,
        /// All its effects in words, for the case that it is not.
        text: Arc<str>,
        /// The site on which it begins, if it begins on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u16>,
        /// The compensation of the player's clock for network delay.
        #[serde(default, skip_serializing_if = "Millis::is_none")]
        lag: Millis,
        /// The ticks of the event of the clock that is played before the move, in place of the one
        /// that led to the node: more time had passed when the player moved.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ticks: Option<u32>,
    },
    /// A study went to another node.
    Went {
        /// Which.
        node: NodeNo,
    },
    /// The beginning of a move was picked.
    Drafted {
        /// For whom.
        player: u8,
        /// The picks, in the caller's encoding; empty: none.
        draft: Arc<str>,
    },
    /// An offer or an acceptance. The last acceptance executes it.
    Agreed {
        /// To what.
        kind: OfferKind,
        /// The players for whom it is agreed.
        players: Vec<u8>,
        /// For a takeback: where to go back to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<NodeNo>,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// Which.
        kind: OfferKind,
        /// By whom.
        player: u8,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        player: u8,
    },
    /// A player's time ran out.
    Flagged {
        /// Whose.
        player: u8,
    },
    /// The game is resumed after a pause.
    Resumed,
    /// A seat was taken or given.
    Seated {
        /// Whose.
        player: u8,
        /// Who sits there now.
        seat: Seat,
    },
    /// A node was commented.
    Commented {
        /// Where.
        node: NodeNo,
        /// The comment.
        text: Arc<str>,
    },
    /// A move was judged.
    Judged {
        /// Where.
        node: NodeNo,
        /// The judgements, by the numbers of PGN.
        glyphs: Vec<u8>,
    },
    /// A variation became the main line.
    Promoted {
        /// Its first node.
        node: NodeNo,
    },
    /// A node was removed with all behind it.
    Pruned {
        /// Which.
        node: NodeNo,
    },
    /// The rules have changed: from here on, and for all moves before, these hold.
    Ruled {
        /// The rules.
        rules: RulesRef,
    },
    /// Another game follows this one.
    Followed {
        /// Its id.
        game: Arc<str>,
    },
    /// A chat line of a person at the table.
    Said {
        /// For whom they play.
        player: u8,
        /// What.
        text: Arc<str>,
    },
    /// The first move did not come, and the game was called off.
    Abandoned,
    /// The result was counted.
    Rated {
        /// Rating changes; empty if the game is not rated.
        changes: Vec<Rerated>,
    },
}

impl Event {
    /// Returns whether users may repeat it without limit and without progress of the game.
    pub(crate) fn is_aside(&self) -> bool {
        matches!(
            self,
            Event::Drafted { .. }
                | Event::Agreed { .. }
                | Event::Declined { .. }
                | Event::Seated { .. }
                | Event::Commented { .. }
                | Event::Judged { .. }
                | Event::Said { .. }
        )
    }
}

/// An event with its circumstances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// When.
    pub at: Millis,
    /// Who.
    pub by: Actor,
    /// The nonce of the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<Nonce>,
    /// What.
    pub event: Event,
}
