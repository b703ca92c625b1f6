//! A position as one participant sees it, with their moves.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::default_value::is_false;

/// What one participant sees of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The version of the contract.
    pub v: u32,
    /// The id of the game that is played.
    pub game: String,
    /// The hash of its [`Board`](crate::Board).
    pub rules: String,
    /// The number of records in the game's log: a later view of a node has more.
    pub version: u32,
    /// The node of the game tree.
    pub node: u32,
    /// Whether this is the current node of the game.
    pub current: bool,
    /// The players whose seats the viewer holds.
    pub me: Vec<String>,
    /// The holder of each seat, in the order of the board's players; random and neutral players
    /// too.
    pub seats: Vec<SeatView>,
    /// Whether the game began with another position than that of the rules.
    #[serde(default, skip_serializing_if = "is_false")]
    pub set_up: bool,
    /// The pieces on the board.
    pub pieces: Vec<PieceView>,
    /// The hands.
    pub hands: Vec<Hand>,
    /// Numbers of sites that are not 0: seeds in pits, lamps that are lit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<CountView>,
    /// Numbers of players: seeds in store, pieces that are home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<TallyView>,
    /// The sites that exist, of a board without borders; none of a board that is drawn whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exists: Vec<String>,
    /// Statistics of the position that the rules declare, such as the contents of a common pool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statistics: Vec<StatisticView>,
    /// The last throw, if the previous move was random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<ThrowView>,
    /// The moves of the viewer; empty if they are not on turn.
    pub moves: Vec<MoveView>,
    /// Whether `moves` are only beginnings: one level of the tree of picks. Ask for the next with
    /// `expand`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub more: bool,
    /// The number of complete moves of the player to move, for any viewer.
    pub choices: u32,
    /// Whether the turn is played one step at a time, since it has too many complete moves to list:
    /// then `moves` are the next steps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stepwise: bool,
    /// The picks of an unfinished move of the viewer, on this or another screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
    /// The move that led here; none at the start, or if it is hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMove>,
    /// Highlights on the board.
    pub marks: Vec<Mark>,
    /// The state of the game.
    pub status: Status,
    /// The clocks, by the order of the board's players; empty in a game without clocks.
    pub clocks: Vec<ClockView>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// Whether the result is rated.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The id of the tournament of which it is a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// The changes of ratings, once the result is rated.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<crate::people::RatingChange>,
    /// The proof of the dice, for a check after the game; none in a game without dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<ChanceView>,
}

/// The proof of the dice of a game: commit and reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChanceView {
    /// SHA-256 of the secret's text, in hexadecimal digits.
    pub commitment: String,
    /// The secret seed of all throws, once the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// The player of the rules.
    pub player: String,
    /// The kind of its holder.
    pub by: SeatKind,
    /// The name to show.
    pub name: String,
    /// The id of the user, on a public server: see [`PersonView`](crate::people::PersonView).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The bot and its level.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotChoice>,
    /// Whether its user is connected.
    pub here: bool,
    /// Whether its bot is searching.
    #[serde(default, skip_serializing_if = "is_false")]
    pub thinking: bool,
}

/// The kind of a seat's holder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SeatKind {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Not taken yet.
    Open,
    /// A random or neutral player: no seat.
    Aside,
}

/// A bot for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BotChoice {
    /// The bot: an `id` of the list of bots.
    pub bot: String,
    /// The level, from 1; ignored by bots without levels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// A piece on the board. Pieces have no identity, since an identity could reveal hidden facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Its site.
    pub site: String,
    /// Its owner; `None`: neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Its type; none: hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// Attributes that are not 0, with their values.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub state: std::collections::BTreeMap<String, i32>,
    /// Its place in a stack, from 0 at the bottom.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u16,
}

/// A number that the rules keep of a site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    /// The site.
    pub site: String,
    /// What is counted, in the words of the rules.
    pub name: String,
    /// The number.
    pub count: i32,
}

/// A number that the rules keep of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TallyView {
    /// The player.
    pub player: String,
    /// What is counted, in the words of the rules.
    pub name: String,
    /// The number.
    pub count: i32,
}

/// A number of the position that the rules declare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StatisticView {
    /// What is counted, in the words of the rules.
    pub name: String,
    /// The number.
    #[cfg_attr(test, ts(type = "number"))]
    pub count: i64,
}

/// A throw of dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ThrowView {
    /// The result in words.
    pub text: String,
    /// The value of each die; one that counts twice is listed twice. Empty if the dice lie on
    /// sites, as pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<i32>,
    /// Whether the dice are lots with two sides, that count 0 and 1: sticks, shells, tetrahedra
    /// with marked corners.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lots: bool,
    /// The number of equally likely outcomes, out of `of`, with this result.
    pub ways: u32,
    /// The number of equally likely outcomes.
    pub of: u32,
}

/// The pieces of one type in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Hand {
    /// Their owner; `None`: neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The type.
    pub r#type: String,
    /// The number; 0 for a type that is used up.
    pub count: u32,
}

/// A legal move, or in a view with `more` the beginning of some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// Its index in the list of all complete moves of the position, to be sent when it is played;
    /// none for a beginning that is not a complete move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The move in the notation of records. Unique in its list.
    pub text: String,
    /// The steps.
    pub steps: Vec<StepView>,
}

/// One step of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// What a player picks to make this step, in order. The picks of all steps of a move identify
    /// it.
    pub pick: Vec<Pick>,
    /// The effects of the step.
    pub effects: Vec<EffectView>,
    /// The kind of step.
    pub say: StepKind,
}

/// One item picked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Pick {
    /// A site.
    Site(String),
    /// A piece in a hand.
    Hand {
        /// Its owner; `None`: neutral.
        owner: Option<String>,
        /// Its type.
        r#type: String,
    },
    /// An answer to a question, where several moves have the same picks so far.
    Choose {
        /// The question.
        question: Question,
        /// The answer: the name of a type, a player or sites, or a text of the move.
        option: String,
    },
    /// To pass, or to end the turn.
    Pass,
}

/// The question that distinguishes moves with equal picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// What the piece becomes: options are types.
    Promote,
    /// What is captured: options are sites joined by a blank.
    Capture,
    /// Whether to end the move here: the option is `stop`.
    Stop,
    /// Anything else: options are texts of moves.
    Way,
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StepKind {
    /// A piece moves.
    Go,
    /// A piece moves and captures.
    Capture,
    /// A piece is placed.
    Drop,
    /// Pieces are removed, without other effects.
    Remove,
    /// Pieces change, and none moves.
    Change,
    /// Several pieces move at once.
    Together,
    /// No effect.
    Pass,
}

/// An effect on the board, for animation and announcements only: the next view has the position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "do")]
pub enum EffectView {
    /// A piece moves from one site to another, and captures the piece there.
    Move {
        /// Its origin.
        from: String,
        /// Its target.
        to: String,
        /// The sites that it passes, if they are known, in order; ends included.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<String>,
    },
    /// A piece leaves the board.
    Remove {
        /// Its site.
        site: String,
    },
    /// A piece is placed, and captures the piece there.
    Place {
        /// Its site.
        site: String,
        /// Its owner; `None`: neutral.
        owner: Option<String>,
        /// Its type.
        r#type: String,
        /// Whether it comes from its owner's hand.
        hand: bool,
    },
    /// A piece changes its type.
    Become {
        /// Its site.
        site: String,
        /// Its new type.
        r#type: String,
    },
    /// A piece changes its owner.
    Give {
        /// Its site.
        site: String,
        /// Its new owner; `None`: neutral.
        owner: Option<String>,
    },
    /// An attribute of a piece changes.
    Set {
        /// Its site.
        site: String,
        /// The attribute.
        attribute: String,
        /// Its value.
        value: i32,
    },
    /// A number of a site changes. Sowing has one effect for each seed, in their order.
    Count {
        /// The site.
        site: String,
        /// What is counted.
        name: String,
        /// The new number.
        count: i32,
    },
    /// A number of a player changes.
    Tally {
        /// The player.
        player: String,
        /// What is counted.
        name: String,
        /// The new number.
        count: i32,
    },
}

/// The picks of an unfinished move, visible to holders of the seat only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Draft {
    /// The picks so far.
    pub picks: Vec<Pick>,
}

/// The move that led to a position, without facts that are hidden from the viewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LastMove {
    /// The player who moved.
    pub player: String,
    /// The move in the notation of records; none if it is hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its steps, for animation. Without picks.
    pub steps: Vec<StepView>,
    /// The sites that pieces left or reached.
    pub sites: Vec<String>,
    /// The sites of captured pieces.
    pub removed: Vec<String>,
}

/// A highlight on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// Its kind.
    pub kind: MarkKind,
    /// Its sites: a line and an arrow go through them in order.
    pub sites: Vec<String>,
    /// The player whom it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The intensity, from 0 to 1, for `heat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f32>,
}

/// The kind of a highlight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// Sites in a row with a common meaning.
    Line,
    /// The path of a piece.
    Path,
    /// Single sites.
    Cell,
    /// From one site to another.
    Arrow,
    /// A frequency or a value.
    Heat,
    /// A royal piece that is attacked.
    Threat,
    /// A part of the board.
    Zone,
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The next players to act, also if the game is paused; empty once it has ended.
    pub turn: Vec<String>,
    /// Whether the next move is random.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chance: bool,
    /// Whether the game continues.
    pub state: PlayState,
    /// The sites of attacked royal pieces.
    pub check: Vec<String>,
    /// How the game ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingView>,
}

/// Whether the game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayState {
    /// A seat is open: nothing can be played yet.
    Waiting,
    /// It continues.
    Playing,
    /// It is paused; clocks are stopped.
    Paused,
    /// It has ended.
    Ended,
    /// Not a game but an analysis: its owner plays for all players.
    Study,
    /// The rules exceeded one of their limits: the game cannot continue.
    Stuck,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndingView {
    /// Why it ended.
    pub by: EndKind,
    /// The name of the ending in the rules: `checkmated King`; for other reasons a plain word.
    pub name: String,
    /// The player who resigned, or whose time ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The result of each player, in the order of the board's players.
    pub results: Vec<ResultKind>,
    /// The scores, in the order of the board's players, if the ending has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "Array<number>", optional))]
    pub scores: Option<Vec<f64>>,
    /// The sites that explain it: the line, the king.
    pub sites: Vec<String>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum EndKind {
    /// By the rules.
    Rules,
    /// A player resigned.
    Resigned,
    /// A player ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreed,
    /// It was cancelled: no player wins or loses.
    Aborted,
}

/// The result of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ResultKind {
    /// The player won.
    Win,
    /// The player lost.
    Loss,
    /// No player won.
    Draw,
    /// The player does not compete.
    Aside,
}

/// A clock when the view was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Its player.
    pub player: String,
    /// Milliseconds left: of main time first, then of the present byo-yomi period.
    #[cfg_attr(test, ts(type = "number"))]
    pub ms: u64,
    /// Whether it runs.
    pub running: bool,
    /// Byo-yomi periods left, the present one counted; none before byo-yomi and in other clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub periods: Option<u16>,
}

/// An offer that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    /// The kind of offer.
    pub kind: OfferKind,
    /// The player who made it.
    pub by: String,
    /// The players who have agreed already, including the one who made it.
    pub agreed: Vec<String>,
    /// For a takeback: the node to go back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// The kinds of offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take moves back.
    Takeback,
    /// To stop the clocks.
    Pause,
    /// To cancel the game.
    Abort,
    /// To play again.
    Rematch,
}

fn is_zero(value: &u16) -> bool {
    *value == 0
}
