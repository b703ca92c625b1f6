//! Operations that give sets of sites, and the directions in which they lie.

use crate::board::SiteType;
use crate::play::bits::Bits;

use super::{Array, GroupQuery, Number, Play, Players, TrackChoice, Truth};

/// A set of sites.
#[derive(Clone, Debug)]
pub enum Region {
    /// A constant set, by slot of the element type.
    Const(Bits),
    /// Sites by number.
    Sites(SiteType, Vec<Number>),
    /// Sites of an array.
    OfArray(SiteType, Box<Array>),
    /// A region by player number.
    ByPlayer(Vec<Region>, Box<Number>),
    /// Empty sites of the board.
    Empty(Bits),
    /// Occupied sites.
    Occupied {
        /// By whom.
        players: Players,
        /// By what; anything if absent.
        components: Option<Vec<u16>>,
        /// Sites that count.
        within: Bits,
        /// Whether pieces below others count as well.
        any_level: bool,
    },
    /// Union.
    Union(Vec<Region>),
    /// Intersection.
    Intersection(Vec<Region>),
    /// Difference.
    Difference(Box<Region>, Box<Region>),
    /// The region and what is within some steps.
    Expand(SiteType, Box<Region>, Box<Number>, Directions),
    /// Sites that meet a condition.
    Filter(SiteType, Box<Region>, Box<Truth>),
    /// Union over players.
    ForPlayers(Players, Box<Region>),
    /// Union over values of an array as players.
    ForArray(Box<Array>, Box<Region>),
    /// Union of a region for each site of another one.
    ForSites(SiteType, Box<Region>, Box<Region>),
    /// A choice.
    If(Box<Truth>, Box<Region>, Box<Region>),
    /// Sites next to others.
    Around {
        /// Element type.
        ty: SiteType,
        /// The sites in the middle.
        of: Box<Region>,
        /// Which sites count.
        kind: AroundKind,
        /// How far away.
        distance: Option<Box<Number>>,
        /// Directions.
        directions: Directions,
        /// Condition on the site.
        test: Option<Box<Truth>>,
        /// Whether the middle counts.
        includes_self: bool,
    },
    /// Sites in a direction.
    Direction {
        /// Element type.
        ty: SiteType,
        /// Where the rays begin.
        from: Box<Region>,
        /// Directions.
        directions: Directions,
        /// Whether the beginning counts.
        included: Option<Box<Truth>>,
        /// Where a ray ends.
        stop: Option<Box<Truth>>,
        /// Whether the site where it ends counts.
        stop_included: Option<Box<Truth>>,
        /// How far a ray goes.
        distance: Option<Box<Number>>,
    },
    /// Sites in the line of sight.
    Sight {
        /// Element type.
        ty: SiteType,
        /// Which sites count.
        kind: SightKind,
        /// The eye.
        at: Box<Number>,
        /// Directions.
        directions: Directions,
    },
    /// Sites between two sites.
    Between {
        /// Element type.
        ty: SiteType,
        /// Directions.
        directions: Directions,
        /// One end.
        from: Box<Number>,
        /// Whether it counts.
        from_included: Box<Truth>,
        /// The other end.
        to: Box<Number>,
        /// Whether it counts.
        to_included: Box<Truth>,
        /// Condition on sites between.
        test: Option<Box<Truth>>,
    },
    /// Sites at distances, over steps to sites that meet a condition.
    Distance(SiteType, Directions, Option<Box<Truth>>, Box<Number>, Box<Number>, Box<Number>),
    /// Ends of walks from a site, by slot.
    Walk(SiteType, Leaps, Box<Number>),
    /// Targets of the moves of a player that win.
    Winning(Box<Number>, Box<Play>),
    /// The group of sites.
    Group(Box<GroupQuery>, Box<Region>),
    /// Sites of other elements that touch a site.
    Incident(Vec<Vec<usize>>, Box<Number>, Option<Box<Players>>),
    /// Sites with a local state.
    State(SiteType, Box<Number>),
    /// Sites of a row, column, phase or layer.
    Index(Vec<Bits>, Box<Number>),
    /// Sites of a track.
    Track(TrackChoice, Option<Box<Number>>, Option<Box<Number>>),
    /// Origins of moves.
    FromOf(Box<Play>),
    /// Targets of moves.
    ToOf(Box<Play>),
    /// Sites to be cleared at the end of the turn.
    ToClear,
    /// Pending sites.
    Pending,
    /// The sites of the group at hand.
    Bound,
    /// Random sites of a region.
    Random(Box<Region>, Box<Number>),
}

/// Which neighbours count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum AroundKind {
    Any,
    Empty,
    NotEmpty,
    Own,
    NotOwn,
    Enemy,
    NotEnemy,
}

/// Which sites in sight count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum SightKind {
    Empty,
    Farthest,
    Piece,
}

/// Directions: an index of a table of radials, or how one is chosen.
#[derive(Clone, Debug)]
pub enum Directions {
    /// One table.
    Table(usize),
    /// A table by the facing of the piece at the site.
    Facing(Vec<usize>),
    /// The direction of the last move, by compass direction; reversed or not.
    LastMove {
        /// Element type.
        ty: SiteType,
        /// Whether the direction is reversed.
        reversed: bool,
    },
    /// The direction that leads from one site to another one.
    Towards(SiteType, Box<Number>, Box<Number>),
    /// A choice.
    If(Box<Truth>, Box<Directions>, Box<Directions>),
    /// The rays of either, or those of the first that are not of the second.
    Combined {
        /// Whether the rays of both count.
        union: bool,
        /// The first.
        one: Box<Directions>,
        /// The second.
        two: Box<Directions>,
    },
}

/// Where walks lead.
#[derive(Clone, Debug)]
pub struct Leaps {
    /// Targets by facing and slot, each with the compass point in which it lies; one table if walks
    /// begin in all directions.
    pub by_facing: Vec<Vec<Vec<(u16, u8)>>>,
}

impl Leaps {
    /// Returns the targets from a slot of a piece with a facing.
    pub fn from(&self, facing: usize, slot: usize) -> &[(u16, u8)] {
        let table = self.by_facing.get(facing).or_else(|| self.by_facing.first());
        table.and_then(|table| table.get(slot)).map_or(&[], Vec::as_slice)
    }
}
