//! Operations that give numbers: bound variables, facets of pieces, counts, arrays.

use crate::board::SiteType;

use super::{Directions, Region, Truth};

/// A variable that a surrounding construct binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the iterators")]
pub enum Bound {
    From,
    To,
    Between,
    Site,
    Level,
    Player,
    Pips,
    Value,
}

/// A property of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are those of the facets")]
pub enum Facet {
    What,
    Who,
    State,
    Rotation,
    Value,
}

/// Which track is meant.
#[derive(Clone, Debug)]
pub struct TrackChoice {
    /// Indices of the track of each player number, `None` if the player has none.
    pub by_player: Vec<Option<usize>>,
    /// The player whose track it is.
    pub player: Box<Number>,
}

/// Which pieces are counted.
#[derive(Clone, Debug)]
pub struct PieceQuery {
    /// Players whose pieces count.
    pub players: Players,
    /// Components that count; all if absent.
    pub components: Option<Vec<u16>>,
    /// Sites where they count; everywhere if absent.
    pub within: Option<Region>,
    /// Condition on the site.
    pub test: Option<Truth>,
}

/// Sites around which, or groups in which, something is asked.
#[derive(Clone, Debug)]
pub struct GroupQuery {
    /// Element type.
    pub ty: SiteType,
    /// Directions in which sites of a group touch.
    pub directions: Directions,
    /// Condition on a site of the group; the same owner as the start site if absent.
    pub test: Option<Box<Truth>>,
}

/// A set of players.
#[derive(Clone, Debug)]
pub enum Players {
    /// One player.
    One(Number),
    /// All owners, including "neutral" and "shared".
    AllOwners,
    /// All players.
    All,
    /// Players but the mover.
    NonMover,
    /// As `NonMover`, with the neutral owner, as Ludii defines it for pieces.
    NonMoverOwners,
    /// Players outside the mover's team.
    Enemies,
    /// Players of the mover's team.
    Friends,
    /// Players of the mover's team but the mover.
    Allies,
    /// Players of a team.
    Team(i32),
}

/// A whole number.
#[derive(Clone, Debug)]
pub enum Number {
    /// A constant.
    Const(i32),
    /// A bound variable.
    Bound(Bound),
    /// A register of the position.
    Register(usize),
    /// A register of a player.
    OfPlayer(usize, Box<Number>),
    /// A facet of the piece at a site, on top or at a level.
    Facet(Facet, SiteType, Box<Number>, Option<Box<Number>>),
    /// Pieces at a site.
    Pieces(SiteType, Box<Number>),
    /// Pieces in a region.
    Heap(Box<Region>),
    /// Level of the top piece.
    TopLevel(SiteType, Box<Number>),
    /// Height of the stacks of a region.
    StackSizes(SiteType, Box<Region>),
    /// Number of sites.
    Sites(Box<Region>),
    /// Number of pieces.
    Count(Box<PieceQuery>),
    /// Number of groups of at least some sites.
    Groups(Box<GroupQuery>, Box<Number>),
    /// Number of empty sites next to the group of a site.
    Liberties(Box<GroupQuery>, Box<Number>),
    /// Size of the group of a site.
    GroupSize(Box<GroupQuery>, Box<Number>),
    /// Empty sites that only touch a player's pieces.
    Territory(SiteType, Box<Number>, Directions),
    /// Distance from a site to a site or the nearest of a region.
    Steps(SiteType, Box<Directions>, Box<Number>, Box<Region>),
    /// As `Steps`, over steps to sites that meet a condition; "infinity" if there is no way.
    StepsOver(SiteType, Box<Directions>, Box<Truth>, Box<Number>, Box<Region>),
    /// Number of levels of a stack that meet a condition.
    Levels {
        /// Element type.
        ty: SiteType,
        /// The site.
        at: Box<Number>,
        /// Condition on a level.
        test: Option<Box<Truth>>,
        /// Condition on the level at which the count ends.
        stop: Option<Box<Truth>>,
        /// Whether the count begins at the top.
        from_top: bool,
    },
    /// How often a value is in an array.
    Occurrences(Box<Number>, Box<Array>),
    /// Number of elements.
    Length(Box<Array>),
    /// Element of an array.
    Element(Box<Array>, Box<Number>),
    /// Site of a region by its place in ascending order.
    RegionSite(Box<Region>, Box<Number>),
    /// Sum of the dice.
    Pips,
    /// Value shown by the die at a site.
    Face(Box<Number>),
    /// Number of active players.
    Active,
    /// A site of a player's hand.
    HandSite(Box<Number>, Box<Number>),
    /// The value of a key in a map.
    MapEntry(Vec<(i32, i32)>, Box<Number>),
    /// The site some steps on along a track.
    TrackMove(TrackChoice, Box<Number>, Box<Number>),
    /// The first site of a track, from a site on, that meets a condition.
    TrackFirst(TrackChoice, Option<Box<Number>>, Option<Box<Truth>>),
    /// The last site of a track.
    TrackEnd(TrackChoice),
    /// The site some steps ahead of a site, or that site.
    Ahead(SiteType, Box<Number>, Box<Number>, Box<Directions>),
    /// An entry of a table by site: row, column, layer, phase.
    Table(Vec<i32>, Box<Number>),
    /// The site in a row and a column.
    Coordinate(SiteType, Box<Number>, Box<Number>),
    /// The first site of a component, by the player number where the component depends on it.
    Where(Vec<Vec<u16>>, Box<Number>, Option<Box<Number>>),
    /// The first site of the component with a number.
    WhereWhat(Box<Number>),
    /// The first level of a component in a stack.
    WhereLevel(Vec<Vec<u16>>, Box<Number>, Box<Number>, bool),
    /// A component by player number.
    Component(Vec<i32>, Box<Number>),
    /// Sum.
    Add(Vec<Number>),
    /// Product.
    Multiply(Vec<Number>),
    /// Difference.
    Subtract(Box<Number>, Box<Number>),
    /// Quotient, truncated.
    Divide(Box<Number>, Box<Number>),
    /// Remainder.
    Modulo(Box<Number>, Box<Number>),
    /// Power.
    Power(Box<Number>, Box<Number>),
    /// Absolute value.
    Absolute(Box<Number>),
    /// The smaller one.
    Least(Box<Number>, Box<Number>),
    /// The greater one.
    Greatest(Box<Number>, Box<Number>),
    /// Sum of an array.
    Sum(Box<Array>),
    /// Product of an array.
    Product(Box<Array>),
    /// Smallest element.
    Minimum(Box<Array>),
    /// Greatest element.
    Maximum(Box<Array>),
    /// A choice.
    If(Box<Truth>, Box<Number>, Box<Number>),
    /// A number drawn from a range.
    Random(Box<Number>, Box<Number>),
    /// The pending value, 0 if there is none.
    Pending,
    /// The sum of the costs of sites, by slot.
    Costs(Vec<i32>, Box<Region>),
}

/// A list of numbers.
#[derive(Clone, Debug)]
pub enum Array {
    /// Numbers.
    Numbers(Vec<Number>),
    /// Sites of a region.
    Sites(Box<Region>),
    /// Remembered values.
    Remembered(usize),
    /// Values of a function over pairs of sites.
    Results(Box<Region>, Box<Region>, Box<Number>),
    /// Sizes of groups.
    GroupSizes(Box<GroupQuery>, Box<Number>),
    /// Players.
    Players(Players, Option<Box<Truth>>),
    /// Union without repeats.
    Union(Vec<Array>),
    /// Intersection.
    Intersection(Vec<Array>),
    /// Difference.
    Difference(Box<Array>, Box<Array>),
    /// A choice.
    If(Box<Truth>, Box<Array>, Box<Array>),
}
