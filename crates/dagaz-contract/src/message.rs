//! The messages on the socket: two closed lists, one for each way.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::catalog::{Problem, Thought};
use crate::command::Command;
use crate::people::{LobbyView, SideWish, TalkLine, Terms};
use crate::view::{BotChoice, Pick, View};

/// What a client says. Every message has a number of the client's choice, `re`, which the answer
/// repeats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
        /// From whose side to look, where one holds several seats and not all see the same.
        #[serde(default, rename = "as")]
        #[cfg_attr(test, ts(optional))]
        player: Option<String>,
    },
    /// Follows a game no longer. Answered by `ok`.
    Leave {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
    },
    /// Does something. Answered by `done` once it is safe on disk, or by `refused`. Sent again with
    /// the same nonce, because the answer was lost, it is answered and not done twice.
    Do {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// A random text, at most 64 letters, new for each command.
        nonce: String,
        /// What.
        command: Command,
    },
    /// Looks at a node. Answered by `view`.
    Look {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node; none: the current one.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// Asks for the next level of the tree of picks, where the view has `more`. Answered by
    /// `moves`.
    Expand {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// What has been picked.
        prefix: Vec<Pick>,
    },
    /// Asks why picks make no legal move. Answered by `why`.
    Why {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// What was tried: the last pick is the one that was refused.
        picks: Vec<Pick>,
    },
    /// Asks a bot for a good move. Answered by `thought`.
    Hint {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
    },
    /// Lets a bot think about a node until told otherwise, or until another node is analysed.
    /// Answered by `thought`s.
    Analyse {
        /// The number of the message.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node; none: stops.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
        /// Which bot.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        bot: Option<BotChoice>,
        /// How many lines, 1 to 8.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        lines: Option<u8>,
    },
    /// Looks into the lobby from now on, or no longer. Answered by `lobby`, which then comes
    /// whenever it changes.
    Lobby {
        /// The number of the message.
        re: u32,
        /// Whether to look.
        on: bool,
    },
    /// Offers a game with these settings. Answered by `sought`, or by `paired` if an equal offer
    /// waits.
    Seek {
        /// The number of the message.
        re: u32,
        /// What.
        terms: Terms,
        /// Which side.
        #[serde(default)]
        side: SideWish,
        /// The lowest and the highest rating to play against; none: any.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        range: Option<(i32, i32)>,
    },
    /// Takes a seek back. Answered by `ok`.
    Withdraw {
        /// The number of the message.
        re: u32,
        /// Which.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// Accepts the offer of another user. Answered by `paired`.
    Accept {
        /// The number of the message.
        re: u32,
        /// Which.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// Hears of what changes in a tournament from now on, or no longer; one at a time. Answered by
    /// `ok`.
    Tournament {
        /// The number of the message.
        re: u32,
        /// The id of the tournament.
        tournament: String,
        /// Whether to hear.
        on: bool,
    },
    /// Asks for nothing but an answer. Answered by `ok`.
    Ping {
        /// The number of the message.
        re: u32,
    },
}

/// What a server says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "tell")]
pub enum ServerMessage {
    /// The answer to `join`, with everything needed to show the game. With `re` 0 it is sent when a
    /// game continues with other rules.
    Joined {
        /// The number of the question.
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
        /// What has changed with other rules, if that is why it is sent: moves that no longer
        /// exist.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        problems: Vec<Problem>,
        /// What was said last at the table.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        talk: Vec<TalkLine>,
    },
    /// Something has happened in a game that is followed.
    Update {
        /// The id of the game.
        game: String,
        /// Nodes that are new or changed.
        nodes: Vec<NodeView>,
        /// Nodes that are gone, with all behind them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pruned: Vec<u32>,
        /// The current position.
        view: Box<View>,
        /// The id of the game that continues this one: a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        next: Option<String>,
        /// What was just said at the table.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        talk: Vec<TalkLine>,
    },
    /// The lobby as it is now: the answer to `lobby`, and with `re` 0 whenever it has changed.
    Lobby {
        /// The number of the question.
        re: u32,
        /// The lobby.
        lobby: LobbyView,
    },
    /// The answer to `seek` if no equal offer waits.
    Sought {
        /// The number of the question.
        re: u32,
        /// The number of the seek.
        #[cfg_attr(test, ts(type = "number"))]
        seek: u64,
    },
    /// An opponent was found and the game has begun: the answer to `seek` or `accept`, and with
    /// `re` 0 for the user who waited.
    Paired {
        /// The number of the question.
        re: u32,
        /// The id of the game.
        game: String,
    },
    /// A tournament that this socket follows has changed; the client should request it again.
    Tournament {
        /// The id of the tournament.
        tournament: String,
        /// How much has happened to it.
        version: u32,
    },
    /// A game of a tournament has begun, and the viewer plays in it.
    TournamentGame {
        /// The id of the tournament.
        tournament: String,
        /// Its title. Text, never markup.
        title: String,
        /// The id of the game.
        game: String,
    },
    /// In a game that this socket does not follow it is the viewer's turn.
    Turn {
        /// The id of the game.
        game: String,
    },
    /// The answer to `do`: it is done, and safe. Comes after the `update`, if one comes.
    Done {
        /// The number of the question.
        re: u32,
        /// The nonce of the command.
        nonce: String,
        /// The version of the game in which it is done.
        version: u32,
        /// The node that it led to, if it played a move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        node: Option<u32>,
    },
    /// The answer to anything that cannot be done.
    Refused {
        /// The number of the question; 0 if it had none that could be read.
        re: u32,
        /// Why.
        reason: Reason,
        /// The same in a sentence, in English.
        say: String,
        /// For `stale`: the current position.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(optional))]
        view: Option<Box<View>>,
    },
    /// The answer to `look`.
    View {
        /// The number of the question.
        re: u32,
        /// The position.
        view: Box<View>,
    },
    /// The answer to `expand`.
    Moves {
        /// The number of the question.
        re: u32,
        /// All beginnings one pick longer than the prefix, or whole moves where they are few.
        moves: Vec<crate::view::MoveView>,
        /// Whether they are beginnings only.
        more: bool,
    },
    /// The answer to `why`.
    Why {
        /// The number of the question.
        re: u32,
        /// The answer.
        why: Why,
    },
    /// What a bot thinks: the answer to `hint` and, several times, to `analyse`.
    Thought {
        /// The number of the question.
        re: u32,
        /// The id of the game.
        game: String,
        /// The node.
        node: u32,
        /// What it thinks.
        thought: Thought,
    },
    /// The rules on disk have changed and contain errors: games continue with the old ones.
    Rules {
        /// Which rules.
        rules: String,
        /// What is wrong; empty if nothing is.
        problems: Vec<Problem>,
    },
    /// The answer to everything that needs no other.
    Ok {
        /// The number of the question.
        re: u32,
    },
}

/// A node of the game tree, for the list of moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct NodeView {
    /// Its number, above 0: the root is 0.
    pub id: u32,
    /// The node before.
    pub parent: u32,
    /// Whether it is the main continuation of its parent.
    pub main: bool,
    /// Who moved.
    pub player: String,
    /// The move in the words of records; none if the viewer may not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the move was random, without a choice.
    #[serde(default, skip_serializing_if = "crate::board::is_false")]
    pub chance: bool,
    /// A comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Judgements by the numbers of PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// What the clock of the mover showed afterwards, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number", optional))]
    pub clock: Option<u64>,
}

/// Why a request was refused: a closed list. Sentences for people are the client's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Reason {
    /// The message could not be read.
    Malformed,
    /// There is no such game, node, seat or rules, or it may not be seen.
    Unknown,
    /// The one who asks may not do this.
    Forbidden,
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

/// Why picks make no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Why {
    /// Why, as a closed code.
    pub reason: WhyReason,
    /// The sites that cause it.
    pub sites: Vec<String>,
    /// What fails, in English, in the words of the rules; none where `reason` says it all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The rule that comes nearest, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Where it stands in the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Place>,
    /// The same in a sentence, in English.
    pub say: String,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

/// Why picks make no legal move: a closed list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum WhyReason {
    /// The move is legal after all.
    Legal,
    /// The game has ended, rests, or waits.
    NotPlaying,
    /// It is another player's turn.
    NotYourTurn,
    /// There is no piece.
    Empty,
    /// The piece is another player's.
    NotYours,
    /// No piece of this type is left in the hand.
    NoneLeft,
    /// Something stands there.
    Occupied,
    /// Something stands in the way.
    Blocked,
    /// The piece does not go so.
    NotItsWay,
    /// This kind of piece has no move of this class now.
    NotThisKind,
    /// Another move comes first: a capture, or one that captures more.
    Obliged,
    /// It would leave a piece that must not be lost under attack, or another result that the rules
    /// forbid.
    Forbidden,
    /// The rules do not allow it; a more exact reason is not known.
    Rules,
}
