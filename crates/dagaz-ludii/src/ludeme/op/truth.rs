//! Operations that give truth values.

use crate::board::SiteType;
use crate::play::bits::Bits;

use super::{Array, Directions, Number, PieceQuery, Play, Players, Region};

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the relations")]
pub enum Compare {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// How a row of pieces must look.
#[derive(Clone, Debug)]
pub struct LineQuery {
    /// Element type.
    pub ty: SiteType,
    /// Number of pieces.
    pub length: Number,
    /// Lines through a site by direction, each with its opposites.
    pub lines: usize,
    /// The sites through which lines go.
    pub through: Result<Number, Region>,
    /// The owner of the pieces, if not their kind counts.
    pub who: Option<Players>,
    /// The kinds of the pieces, if given.
    pub whats: Option<Vec<Number>>,
    /// Whether a longer line is none.
    pub exact: Truth,
    /// Condition on each site.
    pub test: Option<Truth>,
    /// Whether all levels are looked at.
    pub by_level: bool,
}

/// A kind of tree in a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeKind {
    /// Edges without a cycle.
    Tree,
    /// A tree that reaches all vertices.
    Spanning,
    /// A tree in whose centre the last site is.
    Centre,
    /// A tree that is a path without its leaves.
    Caterpillar,
    /// A graph in which all vertices have equally many edges.
    Regular,
}

/// A condition.
#[derive(Clone, Debug)]
pub enum Truth {
    /// A constant.
    Const(bool),
    /// Negation.
    Not(Box<Truth>),
    /// Conjunction.
    And(Vec<Truth>),
    /// Disjunction.
    Or(Vec<Truth>),
    /// Exclusive disjunction.
    Xor(Box<Truth>, Box<Truth>),
    /// A choice.
    If(Box<Truth>, Box<Truth>, Box<Truth>),
    /// A comparison.
    Compare(Compare, Box<Number>, Box<Number>),
    /// Whether two regions are equal.
    SameRegion(Box<Region>, Box<Region>),
    /// Whether a site is empty.
    Empty(SiteType, Box<Number>),
    /// Whether a site is occupied.
    Occupied(SiteType, Box<Number>),
    /// Whether a site is in a region.
    In(Box<Number>, Box<Region>),
    /// Whether all of the sites are in a region.
    AllIn(Vec<Number>, Box<Region>),
    /// Whether a value is in an array.
    InArray(Box<Number>, Box<Array>),
    /// Whether a player is an enemy of the mover.
    Enemy(Box<Number>),
    /// Whether a player is the mover or a friend.
    Friend(Box<Number>),
    /// Whether a player takes part.
    Active(Box<Number>),
    /// Whether a number is odd.
    Odd(Box<Number>),
    /// Whether a site has been visited.
    Visited(Box<Number>),
    /// Whether a die shows a value.
    AnyDie(Box<Number>),
    /// Whether anything is pending.
    Pending,
    /// Whether no site is empty.
    Full,
    /// Whether an event has been triggered for a player.
    Triggered(usize, Box<Number>),
    /// Whether a component is in a region.
    Within(SiteType, Box<Number>, Box<Region>),
    /// Whether an enemy's move leads to a site.
    Threatened(Option<Box<Number>>, Box<Region>, Option<Box<Play>>),
    /// Whether a row of pieces stands.
    Line(Box<LineQuery>),
    /// Whether a group touches regions.
    Connected {
        /// Number of regions to be touched; all if absent.
        number: Option<Box<Number>>,
        /// A site of the group.
        at: Box<Number>,
        /// How sites touch.
        directions: Directions,
        /// Element type.
        ty: SiteType,
        /// The regions for each player number of the role, or one list for all.
        regions: Vec<Vec<Region>>,
        /// The role whose regions count.
        role: Box<Number>,
    },
    /// Whether sites are related.
    Related(Box<Directions>, Box<Number>, Box<Region>),
    /// Whether all sites meet a condition.
    AllSites(Box<Region>, Box<Truth>),
    /// Whether all values meet a condition.
    AllValues(Box<Array>, Box<Truth>),
    /// Whether the top pieces of sites are all different, and each site meets a condition.
    AllDifferent(Box<Region>, Option<Box<Truth>>),
    /// Whether the edges of some owners form a tree.
    Tree(TreeKind, Players),
    /// Whether the last edge closes a cycle of some owners of at least and at most some edges.
    Cycle(Players, Box<Number>, Box<Number>),
    /// Whether a walk from a site passes given components in turn.
    Pattern {
        /// Element type.
        ty: SiteType,
        /// The sites that the walks from each slot pass.
        paths: Vec<Vec<Vec<u16>>>,
        /// The site.
        from: Box<Number>,
        /// The components; that of the site if absent.
        whats: Option<Vec<Number>>,
    },
    /// Whether the group of the last site has a loop.
    Loop {
        /// Element type.
        ty: SiteType,
        /// Table of the neighbours.
        table: usize,
        /// The sites at the edge of the board.
        outline: Bits,
    },
    /// Whether all players passed.
    AllPassed,
    /// Whether all dice are used.
    DiceUsed,
    /// Whether all dice show the same.
    DiceEqual,
    /// Whether there is a move.
    CanMove(Box<Play>),
    /// Whether a player has no move.
    NoMoves(Box<Players>),
    /// Whether there is no such piece.
    NoPieces(Box<PieceQuery>),
    /// Whether all sites under a site are occupied.
    Flat(SiteType, Box<Directions>, Box<Number>),
    /// Whether slots have given components on top.
    Target(Vec<Number>, Vec<usize>),
    /// Whether the last move was a pass.
    WasPass,
    /// Whether the position is one that was before.
    Repeat,
}
