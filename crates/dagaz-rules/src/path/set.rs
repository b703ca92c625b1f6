//! Sets of sites.

use dagaz_core::{PieceTypeId, PlayerId, SiteSet};

use super::{Family, LocalId, NameId, Number, Path, Truth, VarId, WayId};

/// A player as seen by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayerRef {
    /// The one whose view this is.
    Me,
    /// The next in order of declaration who still plays; the partner of none.
    Next,
    /// The next who is no friend.
    Enemy,
    /// That one.
    Player(PlayerId),
}

/// Which piece of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// The topmost: the default for tests and moves.
    Top,
    /// The one right under it.
    Beneath,
    /// The lowest.
    Bottom,
}

/// Which of the enemies' pieces attack, and how.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attackers {
    /// Those that stand in the set; any if there is none.
    pub from: Option<Set>,
    /// By rules of these names; by any if there are none.
    pub by: Vec<NameId>,
}

/// A set of sites, seen by a player on the board as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Set {
    /// These: one set for all players, or one for each.
    Fixed(Vec<SiteSet>),
    /// All sites.
    Board,
    /// Those that have vanished, which are in no other set.
    Closed,
    /// Without a piece.
    Empty,
    /// With a piece, including dead ones.
    Occupied,
    /// With a piece of the player's own.
    Mine,
    /// With a piece of the player's team.
    Friend,
    /// With a piece of another team.
    Enemy,
    /// With a piece without an owner.
    Nobody,
    /// Without a piece of the player's team.
    Open,
    /// With a piece of that player.
    Of(PlayerRef),
    /// With a piece of one of these types.
    Kinds(Vec<PieceTypeId>),
    /// Where the variable of the piece or site is not 0.
    Var(VarId),
    /// The sites in a variable that holds a set; of a row of them those in any.
    Held(VarId),
    /// The sites in one of a row of variables that hold sets, by its number; none where the row has
    /// none of that number.
    HeldAt(VarId, Box<Number>),
    /// A set bound on the path.
    Local(LocalId),
    /// Under the cursor.
    Here,
    /// Where this step began.
    Start,
    /// Where the move began.
    Origin,
    /// Where the moving piece is.
    It,
    /// Where the moving piece has stood in this move.
    Visited,
    /// What the cursor went over in this step.
    Passed,
    /// Where pieces have been captured in this move.
    Captured,
    /// Captured but still standing.
    Taken,
    /// Where the last move began.
    LastFrom,
    /// Where the last move ended.
    LastTo,
    /// Where the last move ended, if it was by this rule.
    LastBy(NameId),
    /// In all of them.
    And(Vec<Set>),
    /// In one of them.
    Or(Vec<Set>),
    /// Not in it.
    Not(Box<Set>),
    /// The first of them that is not empty.
    First(Vec<Set>),
    /// Where the path can end, begun anywhere in the set.
    From(Box<Set>, Box<Path>),
    /// The sites of the set from which the path can be walked.
    Where(Box<Set>, Box<Path>),
    /// One hop from the set.
    Toward(Vec<WayId>, Box<Set>),
    /// As it was before the move.
    Was(Box<Set>),
    /// Where the pieces that stood on the set before the move stand now.
    Now(Box<Set>),
    /// As that player sees it.
    As(PlayerRef, Box<Set>),
    /// Where a piece of the player's would be captured by an enemy, or by such enemies.
    Attacked(Option<Box<Attackers>>),
    /// Pieces of the player's from which a rule of these names gives a move.
    Can(Vec<NameId>),
    /// Sites that would be in the set if that piece of the column there were the topmost; none
    /// where there is no such piece.
    At(Level, Box<Set>),
    /// One or the other.
    If(Box<Truth>, Box<Set>, Box<Set>),
    /// Where the truth holds with the cursor there.
    Holding(Box<Truth>),
    /// All sites of a family's sets.
    All(Box<Family>),
}
