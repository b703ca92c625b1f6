//! How a game looks: a small text in the folder of the rules, which describe no appearance.
//!
//! `docs/look.md` is the reference of the text. [`read`](crate::look_file::read) checks it against
//! a [`Board`](crate::Board), so that a misspelt name is found where it stands. All of it is
//! optional: what a look leaves out, a client derives from the board.

use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a game looks. What is left out is derived from the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// The kind of board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<LookKind>,
    /// Sites lie where their names say: letters across, numbers upwards.
    #[serde(default, skip_serializing_if = "crate::default_value::is_false")]
    pub named_places: bool,
    /// Quarter turns clockwise.
    #[serde(default, skip_serializing_if = "crate::default_value::is_zero_byte")]
    pub turns: u8,
    /// Quarter turns clockwise on a narrow screen, instead of `turns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub narrow_turns: Option<u8>,
    /// Texts around or on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<LookLabels>,
    /// How levels are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<LookLevels>,
    /// Columns and rows of each part of the board; a gap separates the parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<[u16; 2]>,
    /// What sites are called on the board, where that is not their name in the rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub names: BTreeMap<String, String>,
    /// Sites that lie over others, such as the whole of a small board.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub covers: BTreeMap<String, Vec<String>>,
    /// Piece types.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<String, PieceLook>,
    /// Players.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, PlayerLook>,
    /// Zones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub zones: BTreeMap<String, ZoneLook>,
    /// Numbers that sites have.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, CountLook>,
}

/// A piece type in a look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PieceLook {
    /// The name of its drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub glyph: Option<String>,
    /// Its size in hundredths of the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u16>,
    /// The colour of its body, for any owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// Letters on its drawing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The cells that it covers, row by row from above: `x` for a cell, `.` for none, `/` between
    /// rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Pieces of one owner that touch are one shape.
    #[serde(default, skip_serializing_if = "crate::default_value::is_false")]
    pub joined: bool,
}

/// A player in a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayerLook {
    /// The colour of the player's pieces.
    pub colour: Colour,
}

/// A zone in a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ZoneLook {
    /// The sign on each of its sites.
    pub sign: ZoneSign,
}

/// Numbers of one name in a look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountLook {
    /// What a number is shown as.
    pub sign: CountSign,
}

/// Declares an enum of the words of a look, with the table of their spellings.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(JsonSchema))]
        #[cfg_attr(test, derive(ts_rs::TS))]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)+
        }

        impl $name {
            /// All words, as they are written in a look.
            pub(crate) const WORDS: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),+];
        }
    };
}

words! {
    /// The kind of a board in a look.
    LookKind {
        /// A square lattice in two shades.
        Checkered = "checkered",
        /// Square cells between lines.
        Lined = "lined",
        /// Crossings of lines.
        Points = "points",
        /// Six-sided cells.
        Hex = "hex",
        /// Three-sided cells.
        Triangle = "triangle",
        /// Points joined by their links.
        Graph = "graph",
        /// Cells along a road.
        Track = "track",
        /// Wells that hold seeds.
        Pits = "pits",
        /// Cells with the outlines that the rules give.
        Shapes = "shapes",
        /// Two facing rows of long points, with a bar between them and trays at the sides.
        Race = "race",
        /// Square cells with slots between them: every second column and row of sites is a slot.
        Slots = "slots",
        /// Round holes in a plate.
        Holes = "holes",
        /// Rings that can be taken away.
        Rings = "rings",
        /// Rods that hold pieces above each other, seen from the side.
        Rods = "rods",
        /// Square tiles with space between them.
        Tiles = "tiles",
    }
}

words! {
    /// Texts around or on a board.
    LookLabels {
        /// Columns and rows along the edges.
        Edges = "edges",
        /// The name of each site, on it.
        Sites = "sites",
        /// Nothing.
        None = "none",
    }
}

words! {
    /// How the levels of a board are shown.
    LookLevels {
        /// Next to each other.
        Beside = "beside",
        /// Above each other, each a little to the side of the one below.
        Stacked = "stacked",
        /// On rods, seen at a slant: the levels of a column above each other.
        Rods = "rods",
        /// All levels of a column in one cell, row by row, the first in the middle.
        Cell = "cell",
    }
}

words! {
    /// A colour of the page, in each of its themes.
    Colour {
        /// White or ivory.
        Light = "light",
        /// Black or ink.
        Dark = "dark",
        /// Red or orange.
        Red = "red",
        /// Blue.
        Blue = "blue",
        /// Yellow.
        Yellow = "yellow",
        /// Purple.
        Purple = "purple",
        /// Green.
        Green = "green",
        /// Gold.
        Gold = "gold",
        /// Silver.
        Silver = "silver",
        /// Brown.
        Brown = "brown",
        /// Grey.
        Grey = "grey",
    }
}

words! {
    /// The sign on the sites of a zone.
    ZoneSign {
        /// Eight petals: a safe place.
        Rosette = "rosette",
        /// A cross.
        Cross = "cross",
        /// A ring about a dot.
        Target = "target",
        /// A tint.
        Tint = "tint",
        /// Waves.
        Water = "water",
        /// A pit with a grating.
        Trap = "trap",
        /// A cave.
        Den = "den",
        /// A band along the outer edge.
        Edge = "edge",
        /// A dot.
        Dot = "dot",
        /// No sign.
        None = "none",
    }
}

words! {
    /// What the number of a site is shown as.
    CountSign {
        /// One of six colours that fill the cell.
        Colours = "colours",
        /// Seeds.
        Seeds = "seeds",
        /// A lamp.
        Lamp = "lamp",
        /// Nothing.
        None = "none",
    }
}
