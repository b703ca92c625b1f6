//! A board, its pieces and its players: the constant data of a game, sent once for each set of
//! rules.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::default_value::{is_false, is_zero_byte};
use crate::look::Look;
use crate::view::{CountView, Hand, PieceView, TallyView};

/// The constant data of all games by the same rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// The version of the contract.
    pub v: u32,
    /// SHA-256 of the rules and of the variant, in hexadecimal digits: boards with equal hashes are
    /// equal.
    pub rules: String,
    /// The title of the game or variant.
    pub title: String,
    /// The kind of board.
    pub kind: BoardKind,
    /// The sites, in the order of the rules.
    pub sites: Vec<SiteView>,
    /// The links between neighbours.
    pub links: Vec<LinkView>,
    /// Named sets of sites.
    pub zones: Vec<ZoneView>,
    /// Texts around the board.
    pub labels: Labels,
    /// The players, in the order of the rules.
    pub players: Vec<PlayerInfo>,
    /// The piece types.
    pub types: Vec<PieceType>,
    /// The pieces of the start position.
    pub start: Vec<PieceView>,
    /// The hands at the start.
    pub hands: Vec<Hand>,
    /// The numbers of sites at the start that are not 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<CountView>,
    /// The numbers of players at the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tallies: Vec<TallyView>,
    /// The sites that exist at the start, of a board without borders; none of a board that is drawn
    /// whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exists: Vec<String>,
    /// Texts by the author of the rules.
    pub texts: TextsView,
    /// The formats of records that support the game, those of its family first.
    #[serde(default)]
    pub formats: Vec<String>,
    /// Pictures that came with the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// The look, if the rules have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
}

/// How a board is best drawn. It is a hint to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum BoardKind {
    /// A square lattice in two shades.
    Checkered,
    /// A square lattice of cells between lines.
    Lined,
    /// Pieces on the intersections of a square lattice.
    Points,
    /// Six-sided cells.
    Hex,
    /// Three-sided cells.
    Triangle,
    /// Points joined by their links.
    Graph,
    /// Cells along a track.
    Track,
    /// Pits for seeds.
    Pits,
}

/// A site.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SiteView {
    /// Its name in the rules, unique.
    pub id: String,
    /// To the right, in cells: the shortest distance of two neighbours is 1.
    pub x: f32,
    /// Downwards, in cells.
    pub y: f32,
    /// The level, from 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub z: u16,
    /// Its outline in the same units, if the rules give one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outline: Vec<[f32; 2]>,
    /// 0 or 1 for the shade of a checkered cell, 0 to 2 on a board of hexagons.
    #[serde(default, skip_serializing_if = "is_zero_byte")]
    pub shade: u8,
    /// Not drawn and never picked: the rules use it internally.
    #[serde(default, skip_serializing_if = "is_false")]
    pub hidden: bool,
    /// Whether it is outside the board proper: a place for captured pieces, dice or pieces to be
    /// placed.
    #[serde(default, skip_serializing_if = "is_false")]
    pub tray: bool,
}

/// Two neighbours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkView {
    /// One site.
    pub a: String,
    /// The other.
    pub b: String,
    /// The directions that lead from `a` to `b`.
    pub there: Vec<String>,
    /// The directions that lead from `b` to `a`; none if the link is one-way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub back: Vec<String>,
    /// Whether the link is drawn as a line.
    pub drawn: bool,
    /// Drawn as an arc: the centre of the circle.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arc: Option<[f32; 2]>,
}

/// A named set of sites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ZoneView {
    /// Its name in the rules.
    pub name: String,
    /// The name of its owner; `None`: shared by all players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// Its sites.
    pub sites: Vec<String>,
}

/// Texts around the board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Labels {
    /// Along the lower edge: text and `x`. Empty where no column has a name.
    pub columns: Vec<Label>,
    /// Along the left edge: text and `y`.
    pub rows: Vec<Label>,
}

/// A text outside the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Label {
    /// The text.
    pub text: String,
    /// Where along the edge, in cells.
    pub at: f32,
}

/// The kind of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum PlayerKind {
    /// A player who chooses.
    Chooser,
    /// A random mover, such as dice.
    Chance,
    /// An owner of pieces that never moves.
    Neutral,
}

/// A player of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PlayerInfo {
    /// The name in the rules, unique.
    pub id: String,
    /// Its kind.
    pub kind: PlayerKind,
    /// Colour and shape: `p1` and `p2` for two players who choose, else `c1` to `c8`; `neutral` for
    /// all who do not choose.
    pub mark: String,
}

/// A piece type of the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceType {
    /// The name in the rules, unique.
    pub id: String,
    /// The letter that records use, if the rules give one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// The shortest text that distinguishes it from all other types.
    pub short: String,
    /// A line about its moves.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub help: String,
    /// More about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// Texts by the author of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TextsView {
    /// What the game is.
    pub description: String,
    /// Where it comes from.
    pub history: String,
    /// How to play it well.
    pub strategy: String,
    /// Other notes: a word and its text.
    pub notes: Vec<(String, String)>,
}

/// A picture that came with the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Image {
    /// The piece type that it shows; none: the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<String>,
    /// The owner of the piece that it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The address of the file.
    pub url: String,
    /// Its size relative to the board of the rules, in cells across and down; `None` if that is
    /// unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<[f32; 2]>,
    /// The position of the upper left corner of a picture of the board, in the units of sites.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[f32; 2]>,
}

fn is_zero(value: &u16) -> bool {
    *value == 0
}
