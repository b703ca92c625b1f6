//! Operations that give moves and effects, and the clauses of moves.

use crate::board::SiteType;
use crate::play::bits::Bits;

use super::{Array, Directions, Facet, GroupQuery, Leaps, Number, Players, Region, TrackChoice, Truth};

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
    Forget(Option<usize>, Option<Number>),
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
