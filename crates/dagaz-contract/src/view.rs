//! A position as one participant sees it, and all that can be done there.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::is_false;

/// What one participant sees of one position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The version of the contract.
    pub v: u32,
    /// The id of the game that is played.
    pub game: String,
    /// The hash of its [`Board`](crate::Board).
    pub rules: String,
    /// How many records the game's log had; of two views of one node the later has more.
    pub version: u32,
    /// The node of the game tree.
    pub node: u32,
    /// Whether this is the node where the game stands.
    pub current: bool,
    /// The players whose seats the viewer holds.
    pub me: Vec<String>,
    /// Who sits where, in the order of the board's players; chance and neutral owners too.
    pub seats: Vec<SeatView>,
    /// Whether the game began with another position than the rules have.
    #[serde(default, skip_serializing_if = "is_false")]
    pub set_up: bool,
    /// The pieces on the board.
    pub pieces: Vec<PieceView>,
    /// The hands.
    pub hands: Vec<Hand>,
    /// Numbers of places that are not 0: seeds in pits, lamps that are lit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<CountView>,
    /// Numbers of players: seeds in store, pieces that are home.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<TallyView>,
    /// Statistics of the position that the rules declare, such as the contents of a common pool.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub statistics: Vec<StatisticView>,
    /// The last throw, if chance has just decided.
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
    /// Whether the turn is played one step at a time, since it has too many whole moves to list:
    /// then `moves` are the next steps.
    #[serde(default, skip_serializing_if = "is_false")]
    pub stepwise: bool,
    /// What the viewer has picked of a move so far, on this or another screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draft: Option<Draft>,
    /// The move that led here; none at the start, or where the viewer may not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMove>,
    /// Signs on the board.
    pub marks: Vec<Mark>,
    /// How the game stands.
    pub status: Status,
    /// The clocks, by the order of the board's players; empty in a game without clocks.
    pub clocks: Vec<ClockView>,
    /// Offers that wait for an answer.
    pub offers: Vec<OfferView>,
    /// Whether the result counts.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rated: bool,
    /// The id of the tournament of which it is a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
    /// What the result did to ratings, once it has been counted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<crate::people::RatingChange>,
    /// How the throws can be checked when the game has ended; none where nothing is thrown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<ChanceView>,
}

/// How the throws of a game can be checked: commit and reveal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ChanceView {
    /// SHA-256 of the secret's text, in hexadecimal digits.
    pub commitment: String,
    /// The secret that all throws have followed from, once the game has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SeatView {
    /// The player of the rules.
    pub player: String,
    /// Who sits there.
    pub by: SeatKind,
    /// The name to show.
    pub name: String,
    /// Who it is, on a server where people meet: see [`PersonView`](crate::people::PersonView).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// Which bot it is, and how strong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotChoice>,
    /// Whether a person there is connected.
    pub here: bool,
    /// Whether a bot there is thinking.
    #[serde(default, skip_serializing_if = "is_false")]
    pub thinking: bool,
}

/// Who sits in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum SeatKind {
    /// A person.
    Person,
    /// A bot.
    Bot,
    /// Not taken yet.
    Open,
    /// Chance or a neutral owner: no seat.
    Aside,
}

/// A bot for a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BotChoice {
    /// Which: an `id` of the list of bots.
    pub bot: String,
    /// How strong, from 1; bots without levels take no notice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// A piece on the board. Pieces have no identity, since an identity could reveal hidden facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceView {
    /// Where it stands.
    pub site: String,
    /// Its owner; `None`: neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// What it is; none: hidden from the viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// Attributes that are not 0, with their values.
    #[serde(default, skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub state: std::collections::BTreeMap<String, i32>,
    /// Its place in a stack, from 0 at the bottom.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub level: u16,
}

/// A number that the rules keep of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CountView {
    /// Which place.
    pub site: String,
    /// What is counted, in the words of the rules.
    pub name: String,
    /// How many.
    pub count: i32,
}

/// A number that the rules keep of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct TallyView {
    /// Which player.
    pub player: String,
    /// What is counted, in the words of the rules.
    pub name: String,
    /// How many.
    pub count: i32,
}

/// A number of the position that the rules declare.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StatisticView {
    /// What is counted, in the words of the rules.
    pub name: String,
    /// How many.
    #[cfg_attr(test, ts(type = "number"))]
    pub count: i64,
}

/// What chance has thrown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ThrowView {
    /// What has fallen, in words.
    pub text: String,
    /// What each die shows; one that counts twice is there twice. Empty if the dice lie on sites,
    /// as pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<i32>,
    /// Whether the dice are lots with two sides, that count 0 and 1: sticks, shells, tetrahedra
    /// with marked corners.
    #[serde(default, skip_serializing_if = "is_false")]
    pub lots: bool,
    /// In so many of `of` equally likely ways the dice fall like this.
    pub ways: u32,
    /// In how many ways they can fall.
    pub of: u32,
}

/// The pieces of one type in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Hand {
    /// Their owner; `None`: neutral.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// What they are.
    pub r#type: String,
    /// How many; 0 for a type that is used up.
    pub count: u32,
}

/// A legal move, or in a view with `more` the beginning of some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct MoveView {
    /// Its number in the list of all whole moves of the position, to be sent when it is played;
    /// none for a beginning that is no whole move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    /// The move in the words of records. Unique in its list.
    pub text: String,
    /// The steps.
    pub steps: Vec<StepView>,
}

/// One step of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct StepView {
    /// What a player picks to make this step, in order. The picks of all steps of a move identify
    /// it.
    pub pick: Vec<Pick>,
    /// What the step does to the board.
    pub effects: Vec<EffectView>,
    /// What kind of step it is.
    pub say: StepKind,
}

/// One thing picked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Pick {
    /// A site.
    Site(String),
    /// A piece in a hand.
    Hand {
        /// Its owner; `None`: neutral.
        owner: Option<String>,
        /// What it is.
        r#type: String,
    },
    /// An answer to a question, where several moves have the same picks so far.
    Choose {
        /// What is asked.
        question: Question,
        /// The answer: the name of a type, a player or sites, or a text of the move.
        option: String,
    },
    /// To give the turn, or the rest of it, up.
    Pass,
}

/// What is asked where several moves have the same picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
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

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum StepKind {
    /// A piece goes.
    Go,
    /// A piece goes and captures.
    Capture,
    /// A piece comes onto the board.
    Drop,
    /// Pieces leave the board and nothing else happens.
    Remove,
    /// Pieces change and nothing goes.
    Change,
    /// Several pieces go at once.
    Together,
    /// Nothing happens.
    Pass,
}

/// What happens to the board. For animation and speech only: the next view is the truth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "do")]
pub enum EffectView {
    /// A piece goes from one site to another; what stood there is captured.
    Move {
        /// Where it stands.
        from: String,
        /// Where it arrives.
        to: String,
        /// The sites that it passes, if they are known, in order; ends included.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        path: Vec<String>,
    },
    /// A piece leaves the board.
    Remove {
        /// Where it stands.
        site: String,
    },
    /// A piece comes; what stood there is captured.
    Place {
        /// Where.
        site: String,
        /// Its owner; `None`: neutral.
        owner: Option<String>,
        /// What it is.
        r#type: String,
        /// Whether it comes from its owner's hand.
        hand: bool,
    },
    /// A piece becomes another type.
    Become {
        /// Where it stands.
        site: String,
        /// What it becomes.
        r#type: String,
    },
    /// A piece changes hands.
    Give {
        /// Where it stands.
        site: String,
        /// Its new owner; `None`: neutral.
        owner: Option<String>,
    },
    /// An attribute of a piece changes.
    Set {
        /// Where it stands.
        site: String,
        /// Which attribute.
        attribute: String,
        /// Its value.
        value: i32,
    },
    /// A number of a place changes. Where seeds are sown there is one for each seed, in their
    /// order.
    Count {
        /// Which place.
        site: String,
        /// What is counted.
        name: String,
        /// How many there are now.
        count: i32,
    },
    /// A number of a player changes.
    Tally {
        /// Whose.
        player: String,
        /// What is counted.
        name: String,
        /// How many there are now.
        count: i32,
    },
}

/// The beginning of a move that a holder of the seat has picked: only they see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Draft {
    /// What has been picked so far.
    pub picks: Vec<Pick>,
}

/// The move that led to a position, as far as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LastMove {
    /// Who moved.
    pub player: String,
    /// The move in the words of records; none if the viewer may not know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Its steps, for animation. Without picks.
    pub steps: Vec<StepView>,
    /// The sites that were left or arrived at.
    pub sites: Vec<String>,
    /// The sites where something was captured.
    pub removed: Vec<String>,
}

/// A sign on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Where: a line and an arrow go through their sites in order.
    pub sites: Vec<String>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// How much, from 0 to 1, for `heat`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<f32>,
}

/// What a sign is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// Sites in a row that mean something together.
    Line,
    /// The way that a piece went.
    Path,
    /// Single sites.
    Cell,
    /// From one site to another.
    Arrow,
    /// How often or how well.
    Heat,
    /// A piece that must not be lost and could be captured.
    Threat,
    /// A part of the board.
    Zone,
}

/// How a game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// Who acts next, also if the game is paused; empty once it has ended.
    pub turn: Vec<String>,
    /// Whether chance decides next.
    #[serde(default, skip_serializing_if = "is_false")]
    pub chance: bool,
    /// Whether the game continues.
    pub state: PlayState,
    /// The sites of threatened pieces that must not be lost.
    pub check: Vec<String>,
    /// How the game ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingView>,
}

/// Whether the game continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayState {
    /// A seat is open: nothing can be played yet.
    Waiting,
    /// It continues.
    Playing,
    /// It rests; clocks stand.
    Paused,
    /// It has ended.
    Ended,
    /// Not a game but an analysis: its owner plays for all players.
    Study,
    /// The rules exceeded one of their limits: the game cannot continue.
    Stuck,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct EndingView {
    /// Why it ended.
    pub by: EndKind,
    /// The name of the ending in the rules: `checkmated King`. For other reasons a plain word.
    pub name: String,
    /// Who resigned, or whose time ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What it means, by the order of the board's players.
    pub results: Vec<ResultKind>,
    /// The scores, by the order of the board's players, where the ending counts something.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "Array<number>", optional))]
    pub scores: Option<Vec<f64>>,
    /// The sites that show it: the line, the king.
    pub sites: Vec<String>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// What an end means to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum ResultKind {
    /// The player won.
    Win,
    /// The player lost.
    Loss,
    /// No player won.
    Draw,
    /// The player is no party.
    Aside,
}

/// A clock when the view was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ClockView {
    /// Whose it is.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct OfferView {
    /// What is offered.
    pub kind: OfferKind,
    /// Who offers.
    pub by: String,
    /// Who has agreed already; the one who offers counted.
    pub agreed: Vec<String>,
    /// For a takeback: the node to go back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<u32>,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum OfferKind {
    /// To end the game as a draw.
    Draw,
    /// To take moves back.
    Takeback,
    /// To stop the clocks.
    Pause,
    /// To call the game off.
    Abort,
    /// To play again.
    Rematch,
}

fn is_zero(value: &u16) -> bool {
    *value == 0
}
