//! The messages of the socket: one closed list for each direction.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::catalog::{Problem, Thought};
use crate::command::Command;
use crate::people::{LobbyView, SideWish, TalkLine, Terms};
pub use crate::reason::Reason;
use crate::view::{BotChoice, Pick, View};

/// A message of a client. Each has a number of the client's choice, `re`, which the answer repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "ask", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follows a game from now on. Answered by `joined`.
    Join {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The rules hash of a board that the client has already: it is not sent again.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        board: Option<String>,
        /// The player whose view is sent, for a client with several seats in a game with hidden
        /// facts.
        #[serde(default, rename = "as")]
        #[cfg_attr(test, ts(optional))]
        player: Option<String>,
    },
    /// Stops following a game. Answered by `ok`.
    Leave {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
    },
    /// Executes a command. Answered by `done` once it is durable, or by `refused`. A command that
    /// is sent again with the same nonce is answered again, but not executed twice.
    Do {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// A random text, at most 64 letters, new for each command.
        nonce: String,
        /// The command.
        command: Command,
    },
    /// Requests the view of a node. Answered by `view`.
    Look {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node; `None`: the current one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// Requests the next level of the tree of picks, if the view has `more`. Answered by `moves`.
    Expand {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// The picks so far.
        prefix: Vec<Pick>,
    },
    /// Requests the reason why picks are not a legal move. Answered by `why`.
    Why {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// The picks; the last one is the one that was refused.
        picks: Vec<Pick>,
    },
    /// Requests a good move of a bot. Answered by `thought`.
    Hint {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
    },
    /// Starts the analysis of a node by a bot, until it is stopped or another node is analysed.
    /// Answered by `thought`s.
    Analyse {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node; `None`: stop.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
        /// The bot.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        bot: Option<BotChoice>,
        /// The number of principal variations, 1 to 8.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        lines: Option<u8>,
    },
    /// Starts or stops following the lobby. Answered by `lobby`, which is sent again after each
    /// change.
    Lobby {
        /// The number of the message.
        re: u32,
        /// Whether to follow it.
        on: bool,
    },
    /// Offers a game with these settings. Answered by `sought`, or by `paired` if an equal offer
    /// waits.
    Seek {
        /// The number of the message.
        re: u32,
        /// The settings.
        terms: Terms,
        /// The side.
        #[serde(default)]
        side: SideWish,
        /// The lowest and the highest rating of opponents; `None`: any.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        range: Option<(i32, i32)>,
    },
    /// Withdraws an offer. Answered by `ok`.
    Withdraw {
        /// The number of the message.
        re: u32,
        /// The number of the offer.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// Accepts the offer of another user. Answered by `paired`.
    Accept {
        /// The number of the message.
        re: u32,
        /// The number of the offer.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// Starts or stops following the changes of a tournament, one at a time. Answered by `ok`.
    Tournament {
        /// The number of the message.
        re: u32,
        /// The id of the tournament.
        tournament: String,
        /// Whether to follow it.
        on: bool,
    },
    /// Requests an empty answer. Answered by `ok`.
    Ping {
        /// The number of the message.
        re: u32,
    },
}

/// A message of a server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "tell")]
pub enum ServerMessage {
    /// The answer to `join`, with everything needed to show the game. With `re` 0 it is sent when a
    /// game continues with other rules.
    Joined {
        /// The number of the request.
        re: u32,
        /// The id of the game.
        game: String,
        /// The board, unless the client has it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        board: Option<Box<Board>>,
        /// All nodes of the game tree but the root.
        tree: Vec<NodeView>,
        /// The current position.
        view: Box<View>,
        /// The effects of changed rules, if that is the cause: moves that no longer exist.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        problems: Vec<Problem>,
        /// The latest chat messages.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        talk: Vec<TalkLine>,
    },
    /// A followed game has changed.
    Update {
        /// The id of the game.
        game: String,
        /// New and changed nodes.
        nodes: Vec<NodeView>,
        /// Removed nodes; the nodes after them are removed too.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pruned: Vec<u32>,
        /// The current position.
        view: Box<View>,
        /// The id of the game that continues this one: a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        next: Option<String>,
        /// New chat messages.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        talk: Vec<TalkLine>,
    },
    /// The current lobby: the answer to `lobby`, and with `re` 0 after each change.
    Lobby {
        /// The number of the request.
        re: u32,
        /// The lobby.
        lobby: LobbyView,
    },
    /// The answer to `seek` if no equal offer waits.
    Sought {
        /// The number of the request.
        re: u32,
        /// The number of the offer.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// An opponent was found and the game has begun: the answer to `seek` or `accept`, and with
    /// `re` 0 for the user who waited.
    Paired {
        /// The number of the request.
        re: u32,
        /// The id of the game.
        game: String,
    },
    /// A tournament that this socket follows has changed; the client should request it again.
    Tournament {
        /// The id of the tournament.
        tournament: String,
        /// The number of its changes.
        version: u32,
    },
    /// A tournament game of the viewer has begun.
    TournamentGame {
        /// The id of the tournament.
        tournament: String,
        /// Its title. Text, never markup.
        title: String,
        /// The id of the game.
        game: String,
    },
    /// It is the viewer's turn in a game that this socket does not follow.
    Turn {
        /// The id of the game.
        game: String,
    },
    /// The answer to `do`: the command is executed and durable. An `update`, if there is one, comes
    /// before.
    Done {
        /// The number of the request.
        re: u32,
        /// The nonce of the command.
        nonce: String,
        /// The version of the game after the command.
        version: u32,
        /// The new node, if a move was played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// The answer to every request that is refused.
    Refused {
        /// The number of the request; 0 if none could be read.
        re: u32,
        /// The reason.
        reason: Reason,
        /// The reason as an English sentence.
        say: String,
        /// For `stale`: the current position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        view: Option<Box<View>>,
    },
    /// The answer to `look`.
    View {
        /// The number of the request.
        re: u32,
        /// The position.
        view: Box<View>,
    },
    /// The answer to `expand`.
    Moves {
        /// The number of the request.
        re: u32,
        /// All beginnings one pick longer than the prefix, or complete moves if they are few.
        moves: Vec<crate::view::MoveView>,
        /// Whether they are beginnings only.
        more: bool,
    },
    /// The answer to `why`.
    Why {
        /// The number of the request.
        re: u32,
        /// The answer.
        why: Why,
    },
    /// A report of a bot: the answer to `hint` and, several times, to `analyse`.
    Thought {
        /// The number of the request.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// The report.
        thought: Thought,
    },
    /// The rules on disk have changed and contain errors: games continue with the old ones.
    Rules {
        /// The id of the rules.
        rules: String,
        /// The errors; empty if the rules are valid again.
        problems: Vec<Problem>,
    },
    /// The answer to all other requests.
    Ok {
        /// The number of the request.
        re: u32,
    },
}

/// A node of the game tree, for the list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NodeView {
    /// Its number, above 0: the root is 0.
    pub id: u32,
    /// The previous node.
    pub parent: u32,
    /// Whether it is the main continuation of its parent.
    pub main: bool,
    /// The player who moved.
    pub player: String,
    /// The move in the notation of records; `None` if it is hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the move was random, without a choice.
    #[serde(default, skip_serializing_if = "crate::default_value::is_false")]
    pub chance: bool,
    /// A comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Numeric annotation glyphs of PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// The clock of the player after the move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub clock: Option<u64>,
}

/// Why picks are not a legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// The reason, as a closed code.
    pub reason: WhyReason,
    /// The sites that cause it.
    pub sites: Vec<String>,
    /// The condition that fails, in English and in the words of the rules; `None` if `reason` is
    /// complete.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The rule that comes nearest, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// The place of that rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The reason as an English sentence.
    pub say: String,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// The reasons why picks are not a legal move: a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WhyReason {
    /// The move is legal after all.
    Legal,
    /// The game has ended, is paused, or waits for players.
    NotPlaying,
    /// It is another player's turn.
    NotYourTurn,
    /// There is no piece.
    Empty,
    /// The piece is another player's.
    NotYours,
    /// No piece of this type is left in the hand.
    NoneLeft,
    /// The target is occupied.
    Occupied,
    /// The path is blocked.
    Blocked,
    /// The piece does not move in this way.
    NotItsWay,
    /// This kind of piece has no move of this class now.
    NotThisKind,
    /// Another move comes first: a capture, or one that captures more.
    Obliged,
    /// It would expose a piece that must not be attacked, or have another forbidden result.
    Forbidden,
    /// The rules do not allow it; a more exact reason is not known.
    Rules,
}
