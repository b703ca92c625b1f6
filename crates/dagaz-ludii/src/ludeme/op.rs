//! The closed set of operations that ludemes compile to: numbers, truths, regions, arrays,
//! directions and moves. The module `play` executes them; the readers in this folder compile text
//! to them.

use crate::board::SiteType;
use crate::play::bits::Bits;

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

/// Which track is meant.
#[derive(Clone, Debug)]
pub struct TrackChoice {
    /// Indices of the track of each player number, `None` if the player has none.
    pub by_player: Vec<Option<usize>>,
    /// The player whose track it is.
    pub player: Box<Number>,
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

/// Where a move begins.
#[derive(Clone, Debug)]
pub struct From {
    /// Element type.
    pub ty: SiteType,
    /// The sites.
    pub sites: Place,
    /// The level.
    pub level: Option<Number>,
    /// Condition.
    pub test: Option<Truth>,
}

/// A site or a region.
#[derive(Clone, Debug)]
pub enum Place {
    /// One site.
    One(Number),
    /// Several.
    Many(Region),
}

/// Where a move ends.
#[derive(Clone, Debug)]
pub struct To {
    /// Element type.
    pub ty: SiteType,
    /// The sites; `None` where the move itself says.
    pub sites: Option<Place>,
    /// The level.
    pub level: Option<Number>,
    /// Condition.
    pub test: Option<Truth>,
    /// What happens before.
    pub apply: Option<Apply>,
}

/// Effects of a clause.
#[derive(Clone, Debug)]
pub struct Apply {
    /// Condition.
    pub test: Option<Truth>,
    /// Effect.
    pub effect: Option<Play>,
}

/// What lies between.
#[derive(Clone, Debug, Default)]
pub struct Between {
    /// Free sites before the hurdle.
    pub before: Option<Number>,
    /// Bounds of the distance or number.
    pub range: Option<(Number, Number)>,
    /// Free sites after the hurdle.
    pub after: Option<Number>,
    /// Condition.
    pub test: Option<Truth>,
    /// Piece that is left on passed sites.
    pub trail: Option<Number>,
    /// What happens to each site.
    pub apply: Option<Apply>,
}

/// Pieces by component.
#[derive(Clone, Debug)]
pub struct Pieces {
    /// Component numbers.
    pub components: Vec<Number>,
    /// Their state.
    pub state: Option<Number>,
}

/// A generator with its consequences.
#[derive(Clone, Debug)]
pub struct Play {
    /// What it does.
    pub op: Box<Moves>,
    /// Index of the consequence.
    pub then: Option<usize>,
    /// Whether the moves are decisions.
    pub decision: bool,
}

/// Where the sites of a sowing go.
#[derive(Clone, Debug)]
pub struct Sow {
    /// Element type.
    pub ty: SiteType,
    /// The hole that is emptied.
    pub start: Number,
    /// How many pieces; all if absent.
    pub count: Option<Number>,
    /// How many pieces a hole.
    pub per_hole: Number,
    /// The track.
    pub track: TrackChoice,
    /// Condition of a capture.
    pub test: Truth,
    /// The capture.
    pub apply: Option<Play>,
    /// What happens at each hole.
    pub effect: Option<Play>,
    /// Whether the start is sown in.
    pub include_self: bool,
    /// Whether the first piece goes into the start.
    pub origin: Truth,
    /// Holes that are passed over.
    pub skip: Option<Truth>,
    /// Condition under which captures continue backwards.
    pub backtracking: Option<Truth>,
    /// Condition under which captures continue forwards.
    pub forward: Option<Truth>,
}

/// A generator of moves or effects.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "the names are those of the language")]
pub enum Moves {
    Nothing,
    Pass,
    Add {
        pieces: Option<Pieces>,
        to: To,
        count: Option<Number>,
        stack: bool,
    },
    Step {
        from: From,
        directions: Directions,
        to: To,
        stack: bool,
    },
    Slide {
        from: From,
        directions: Directions,
        between: Between,
        to: To,
        stack: bool,
    },
    /// `turns` asks for a corner of the track before the target.
    SlideTrack {
        turns: bool,
        from: From,
        tracks: Vec<usize>,
        between: Between,
        to: To,
    },
    Hop {
        from: From,
        directions: Directions,
        between: Between,
        to: To,
        stack: bool,
    },
    Leap {
        from: From,
        targets: Leaps,
        forward: bool,
        to: To,
    },
    Shoot {
        pieces: Pieces,
        from: From,
        directions: Directions,
        between: Between,
        to: To,
    },
    FromTo {
        from: From,
        to: To,
        count: Option<Number>,
        copy: Option<Truth>,
        stack: bool,
    },
    Select {
        from: From,
        to: Option<To>,
    },
    Remove {
        ty: SiteType,
        sites: Place,
        level: Option<Number>,
        deferred: bool,
        count: Option<Number>,
    },
    Promote {
        ty: SiteType,
        site: Number,
        pieces: Pieces,
    },
    SwapPieces(Number, Number),
    SwapPlayers(Number, Number),
    Custodial {
        from: Number,
        ty: SiteType,
        directions: Directions,
        between: Between,
        to: To,
    },
    Surround {
        from: Number,
        ty: SiteType,
        directions: Directions,
        between: Between,
        to: To,
        except: Option<Number>,
    },
    Enclose {
        from: Number,
        ty: SiteType,
        directions: Directions,
        between: Between,
    },
    Intervene {
        from: Number,
        ty: SiteType,
        lines: usize,
        between: Between,
        to: To,
    },
    Directional {
        from: Number,
        ty: SiteType,
        directions: Directions,
        to: To,
    },
    Attract {
        from: Number,
        ty: SiteType,
        directions: Directions,
    },
    Sow(Sow),
    Flip {
        ty: SiteType,
        site: Number,
    },
    AddScore(Vec<(Players, Number)>),
    SetScore(Players, Number),
    SetPlayerValue(Players, Number),
    SetRegister(usize, Option<Number>),
    SetVar(String, usize, Number),
    SetPending(Option<Place>),
    SetFacet {
        facet: Facet,
        ty: SiteType,
        at: Number,
        level: Option<Number>,
        value: Number,
    },
    SetCount {
        ty: SiteType,
        at: Number,
        value: Number,
    },
    SetNextPlayer(Array),
    SetTeam(Number, Vec<Number>),
    MoveAgain,
    Remember(usize, Number, bool),
    Forget(usize, Option<Number>),
    Trigger(usize, Players),
    Roll,
    Note,
    Apply {
        test: Option<Truth>,
        effect: Option<Play>,
    },
    If(Truth, Play, Option<Play>),
    Or(Vec<Play>),
    Append(Play),
    AllCombinations(Play, Play),
    Priority(Vec<Play>),
    Sequence(Vec<Play>),
    While(Truth, Play),
    Do {
        prior: Play,
        next: Option<Play>,
        after: Option<Truth>,
    },
    MaxMoves(Play),
    MaxCaptures(Play),
    Same(Play),
    FirstMoveOnTrack(TrackChoice, Play),
    ForEachPiece(Box<ForEachPiece>),
    ForEachSite {
        ty: SiteType,
        region: Region,
        play: Play,
        otherwise: Option<Play>,
    },
    ForEachDirection {
        from: From,
        directions: Directions,
        between: Between,
        to: Option<To>,
        play: Option<Play>,
    },
    ForEachPlayer(Players, Play),
    ForEachArrayPlayer(Array, Play),
    ForEachValue {
        low: Number,
        high: Number,
        play: Play,
    },
    ForEachElement(Array, Play),
    ForEachDie {
        replay_double: Truth,
        test: Option<Truth>,
        play: Play,
    },
    ForEachLevel {
        ty: SiteType,
        site: Number,
        from_top: bool,
        play: Play,
    },
    ForEachGroup {
        query: GroupQuery,
        play: Play,
    },
}

/// Moves of pieces.
#[derive(Clone, Debug)]
pub struct ForEachPiece {
    /// Components by owner number.
    pub components: Vec<Vec<u16>>,
    /// Whose pieces.
    pub players: Players,
    /// Sites where pieces are looked for.
    pub within: Bits,
    /// A container number that is worked out at play time, in place of `within`.
    pub container: Option<Number>,
    /// What a piece does, if not what its component says.
    pub play: Option<Play>,
    /// Whether only top pieces count.
    pub top: bool,
}
