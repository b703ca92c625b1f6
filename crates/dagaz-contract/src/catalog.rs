//! Messages about the library, uploaded rules, bots and the archive of games.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::ClockRule;
use crate::command::SeatRule;
use crate::default_value::is_false;
use crate::people::PersonView;
use crate::view::{BotChoice, EndingView, Hand, PieceView, SeatView};

/// The first answer of a server: what it is, and what it offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Hello {
    /// The version of the contract.
    pub v: u32,
    /// The version of the program.
    pub version: String,
    /// The bots that can take a seat.
    pub bots: Vec<BotInfo>,
    /// The formats in which games can be saved and read.
    pub formats: Vec<String>,
    /// The rules that the server was started with: the page opens them at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// Whether this is a server for several people, with a lobby and one seat for each user.
    #[serde(default, skip_serializing_if = "is_false")]
    pub public: bool,
    /// Bytes of a file that may be handed in; 0 if none may.
    pub upload_bytes: u32,
    /// Bytes of one message on the socket.
    pub message_bytes: u32,
}

/// A bot that can take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BotInfo {
    /// Its name in commands.
    pub id: String,
    /// The highest level, from 1; none if it has no levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<u8>,
    /// Whether it can evaluate a position.
    #[serde(default, skip_serializing_if = "is_false")]
    pub analyses: bool,
}

/// All rules that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Library {
    /// Each of them.
    pub games: Vec<LibraryEntry>,
}

/// The visibility of uploaded rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Visible {
    /// Visible to their author, and to users invited to a game.
    Private,
    /// Visible to users who know their id.
    Unlisted,
    /// Visible to all users, in the library.
    Public,
}

/// A request to change the visibility of own uploaded rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ShowRules {
    /// The visibility.
    pub visible: Visible,
}

/// Rules that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LibraryEntry {
    /// Their id in requests: `chess`, `file:1`, or `sha256:…` for uploaded ones.
    pub id: String,
    /// The family in the library; none for uploaded rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// The title of the game that is offered first.
    pub title: String,
    /// The titles of all games and variants of the file, in its order.
    pub variants: Vec<String>,
    /// The index of the default one.
    pub default: u32,
    /// The first sentences of the description.
    pub about: String,
    /// The number of players who choose.
    pub choosers: u32,
    /// Whether there are random moves.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chance: bool,
    /// The number of errors that make it unplayable; only for uploaded rules.
    #[serde(default)]
    pub errors: u32,
    /// Who has handed it in; only where people meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PersonView>,
    /// Who may have it; only of what was handed in where people meet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub visible: Option<Visible>,
}

/// Rules with their text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RulesText {
    /// What they are asked for by.
    pub id: String,
    /// The text of the rules file, and of what it includes.
    pub files: Vec<RulesFile>,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// What a text says of a position by some rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Placed {
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// The hands.
    pub hands: Vec<Hand>,
    /// The player to move; `None` if the move is random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<String>,
    /// The position in the notation that the game has for it.
    pub text: String,
}

/// One file of rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RulesFile {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What became of rules that were handed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Uploaded {
    /// The rules, if there are any that can be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<LibraryEntry>,
    /// The game, if a record was handed in: it can be opened at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The games of the record, if it has several: the players of each, and the rules if it names
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<String>,
    /// What is wrong, or was left out.
    pub problems: Vec<Problem>,
}

/// Something wrong in a rules file or a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The code of the kind: `E0102`, or a word.
    pub code: String,
    /// Whether it makes the file unplayable.
    pub error: bool,
    /// What is wrong, in a sentence without a full stop.
    pub say: String,
    /// The file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The line itself, or of a long one what is around the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Where in `text` the place is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<u32>,
    /// How to fix it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

impl Problem {
    /// One that makes a file unplayable and has no place in it.
    pub fn fatal(code: &str, say: &str) -> Problem {
        Problem {
            code: code.to_string(),
            error: true,
            say: say.to_string(),
            file: None,
            line: None,
            column: None,
            text: None,
            mark: None,
            hint: None,
        }
    }
}

/// A game to begin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewGame {
    /// The rules, by the `id` of a [`LibraryEntry`].
    pub rules: String,
    /// The index of the variant; none: the default one.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub variant: Option<u32>,
    /// Who controls each player of the rules. Players that are not named are controlled by the user
    /// who begins the game.
    #[serde(default)]
    pub seats: Vec<SeatRule>,
    /// The clock; none: no clock.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub clock: Option<ClockRule>,
    /// The position to begin with, as FEN or as a line of records.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub position: Option<String>,
    /// Whether it is an analysis instead of a game.
    #[serde(default)]
    pub study: bool,
    /// The seed of random moves and bots; a random one by default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, type = "number"))]
    pub seed: Option<u32>,
    /// A game whose moves are copied, up to a node: the analysis of a game.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub from: Option<GameNode>,
    /// Whether only users who know its id can find it: a game by invitation.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub private: bool,
    /// Whether the result is rated, for two users with accounts.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub rated: bool,
    /// Whether the game is kept in memory alone: it is in no list, and is dropped some time after
    /// the last client has left it.
    #[serde(default)]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub draft: bool,
    /// A random text of the client, at most 64 letters: a repeated request begins no second game.
    pub nonce: String,
}

/// A node of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameNode {
    /// The id of the game.
    pub game: String,
    /// The node; none: with all its variations.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub node: Option<u32>,
}

/// A new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Begun {
    /// Its id.
    pub game: String,
}

/// A part of the archive, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Archive {
    /// The games.
    pub games: Vec<GameSummary>,
    /// The cursor for the next part; none at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A game in the archive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GameSummary {
    /// Its id.
    pub game: String,
    /// The `id` of its rules in the library.
    pub library: String,
    /// The title of the game or variant.
    pub title: String,
    /// The hash of its [`Board`](crate::Board).
    pub rules: String,
    /// The holders of the seats.
    pub seats: Vec<SeatView>,
    /// The number of moves played.
    pub plies: u32,
    /// Whether it is an analysis.
    #[serde(default, skip_serializing_if = "is_false")]
    pub study: bool,
    /// Whether the result is rated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// Whether only users who know its id can find it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub private: bool,
    /// The players of the rules whose turn it is; empty once the game has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turn: Vec<String>,
    /// How it ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingView>,
    /// When it began, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub begun: u64,
    /// The time of its last change, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub touched: u64,
}

/// A refused request: the body of every unsuccessful HTTP answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Trouble {
    /// The reason, as a closed code.
    pub reason: crate::reason::Reason,
    /// The reason as an English sentence.
    pub say: String,
    /// Places in the file concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<Problem>,
}

/// An uploaded record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewRecord {
    /// The text.
    pub text: String,
    /// The format; none: detected from the text.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub format: Option<String>,
    /// The rules, by the `id` of a [`LibraryEntry`]; none: those that the record names.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub rules: Option<String>,
    /// Which game of the text, counted from 0; none: the first.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub game: Option<u32>,
    /// See [`NewGame::nonce`].
    pub nonce: String,
}

/// A game as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecordText {
    /// The format.
    pub format: String,
    /// The text.
    pub text: String,
    /// Facts of the game that the format cannot express, each a phrase such as `3 variations`.
    pub left_out: Vec<String>,
}

/// The evaluation of a position by a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Thought {
    /// The bot.
    pub bot: BotChoice,
    /// The player to move, for whom the values hold.
    pub player: String,
    /// The expected result of that player, from 0 (lost) to 1 (won).
    pub expected: f32,
    /// The score in hundredths of the smallest piece, if the bot has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The depth in plies, if the bot has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of positions searched.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// The principal variations, best first.
    pub lines: Vec<ThoughtLine>,
    /// Whether more will follow.
    pub going_on: bool,
}

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThoughtLine {
    /// Its first move, as the `id` of a [`MoveView`](crate::view::MoveView).
    pub id: u32,
    /// Its moves in the notation of records.
    pub moves: Vec<String>,
    /// Its expected result, from 0 (lost) to 1 (won).
    pub expected: f32,
}
