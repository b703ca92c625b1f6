//! Programs: what a move rule looks like once a player's directions, zones and enemies are known.
//!
//! One program per (rule, side). Truths have become jumps, every direction is a row of one link
//! table, and "enemy" is a mask of owners, so the machine asks nothing of the rules any more.

use dagaz_core::{AttributeId, MoveClassId, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::Then;

/// The site of a test or an effect. Rows are of [`Board::links`](crate::board::Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum At {
    Here,
    Row(u16),
    /// Several rows one after the other, in [`Program::paths`].
    Path(u32),
    Site(SiteId),
    Mark,
    Origin,
    Target,
    LastFrom,
    LastTo,
}

/// A test of one site. Owners are masks of bits `owner + 1`; bit 0 is "no owner".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Test {
    OnBoard,
    Empty,
    Owned(u32),
    OwnedKind(u32, PieceTypeId),
    /// Of one of the kinds in that set of [`Program::kinds`].
    OwnedKinds(u32, u32),
    Is(SiteId),
    /// In that set of [`Program::zones`].
    In(u32),
    Has(AttributeId),
    Flagged(u16),
    LastFrom,
    LastTo,
    Marked,
    NextToEnemy,
    Attacked(Option<MoveClassId>),
    Defended(Option<MoveClassId>),
}

/// Whose a piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Player(PlayerId),
    Mover,
}

/// One instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// The cursor goes there; the run ends if that is nowhere.
    Hop(At),
    /// Continues if the test equals `wanted`, else jumps.
    Unless {
        at: At,
        test: Test,
        wanted: bool,
        target: u32,
    },
    UnlessFlag {
        flag: u16,
        wanted: bool,
        target: u32,
    },
    /// Continues if the condition holds, else jumps: for conditions that are more than tests of
    /// sites.
    UnlessCheck {
        check: u32,
        target: u32,
    },
    Jump(u32),
    /// One more turn of a loop begins, and costs that much fuel.
    Turn(u32),
    SetOrigin,
    SetTarget,
    SetMark,
    Cascade,
    Capture(At),
    Create(Owner, Option<PieceTypeId>, At),
    Become(PieceTypeId, At),
    Give(Owner, At),
    /// To the next player who chooses, after the owner of the piece that will stand there.
    Flip(At),
    SetAttribute(AttributeId, bool, At),
    SetFlag(u16, bool),
    SetSiteFlag(u16, bool, At),
    Emit(u32),
    End,
}

/// The end of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EmitCode {
    pub(crate) becomes: Box<[PieceTypeId]>,
    pub(crate) then: Option<Then>,
    pub(crate) copies: bool,
}

/// A rule, made ready for one side.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) ops: Vec<Op>,
    /// What a run costs when it begins, in fuel.
    pub(crate) fuel: u32,
    pub(crate) emits: Vec<EmitCode>,
    pub(crate) paths: Vec<Box<[u16]>>,
    pub(crate) checks: Vec<crate::check::Check>,
    /// Sets of piece types that tests name, as words.
    pub(crate) kinds: Vec<Box<[u64]>>,
    /// Sets of sites that tests name, as words.
    pub(crate) zones: Vec<Box<[u64]>>,
}
