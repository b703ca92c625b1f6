//! Numbers, families of sets, and truths.

use dagaz_core::{PieceTypeId, PlayerId, RuleId, SlotId};

use super::{LinesId, LocalId, NameId, Path, PlayerRef, Set, TableId, VarId, WayId};
use crate::Comparison;

/// An operation on numbers. Division and remainder by 0 give 0; both round towards zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The sum.
    Add,
    /// The first less the others; of one number its negative.
    Subtract,
    /// The product.
    Multiply,
    /// The quotient.
    Divide,
    /// The remainder.
    Remainder,
    /// The least.
    Least,
    /// The greatest.
    Greatest,
    /// Without its sign.
    Size,
}

/// Which repetitions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepeatsOf {
    /// Of pieces on the board alone.
    Board,
    /// Of the whole situation, counters that are not compared left out.
    Situation,
}

/// A whole number. Arithmetic saturates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// Itself.
    Is(i32),
    /// Bound on the path.
    Local(LocalId),
    /// A variable: of the game, of the player, of the move or step; of a piece or site the one
    /// under the cursor or, without a cursor, the sum over the player's pieces or all sites.
    Var(VarId),
    /// The sum of a variable over a set.
    Sum(VarId, Set),
    /// One of a row of variables, by its number; 0 where the row has none of that number.
    Element(VarId, Box<Number>),
    /// As it was before the move.
    Was(Box<Number>),
    /// As that player sees it.
    As(PlayerRef, Box<Number>),
    /// How many sites.
    Count(Set),
    /// How many sets.
    CountSets(Family),
    /// How many ways there are to walk the path from the sites of the set.
    Ways(Set, Box<Path>),
    /// Arithmetic.
    Of(Operation, Vec<Number>),
    /// One or the other.
    If(Box<Truth>, Box<Number>, Box<Number>),
    /// How many pieces stand on one another on the sites of the set, together.
    Height(Set),
    /// The sum over the first set of the distances to the nearest site of the second, in hops,
    /// ignoring pieces; a site without a connection counts the number of all sites.
    Distance(Set, Set, Vec<WayId>),
    /// How many of the dice have not been used.
    DiceLeft(u16),
    /// Pieces of the type in the player's hand.
    Hand(PieceTypeId),
    /// Entry of a table for the piece on a site of the set; 0 without piece or entry. Of several
    /// sites the sum.
    Table(TableId, Set),
    /// Steps of this move so far.
    Steps,
    /// Passes in a row.
    Passes,
    /// Turns played, the present one counted.
    Turn,
    /// How often the present situation has been there, now counted.
    Repeats(RepeatsOf),
    /// Turns since the present situation was there before.
    Cycle,
    /// Moves that the player to move has.
    Moves,
}

/// A set of sets of sites.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The lines that lie wholly in the set; with another set, those of them that meet it.
    Full(LinesId, Set, Option<Set>),
    /// The connected parts of a set.
    Groups(Set, Vec<WayId>),
    /// All lines of a kind.
    Lines(LinesId),
}

/// A part of the turn order that is a loop of its own: its slots, from one up to another without
/// it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    /// As the rules call it.
    pub name: String,
    /// The first slot.
    pub from: SlotId,
    /// The first slot behind it.
    pub to: SlotId,
}

impl Phase {
    /// Returns whether a slot belongs to it.
    pub fn has(&self, slot: SlotId) -> bool {
        (self.from..self.to).contains(&slot)
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Truth {
    /// Always the same.
    Always(bool),
    /// There is such a site.
    Any(Set),
    /// There is such a set.
    AnySet(Family),
    /// Every site of the first is one of the second.
    Within(Set, Set),
    /// Two numbers compare so.
    Compare(Number, Comparison, Number),
    /// The contrary.
    Not(Box<Truth>),
    /// Every one.
    And(Vec<Truth>),
    /// At least one.
    Or(Vec<Truth>),
    /// A step of this move (after it: of the last one) was by a rule of this name.
    Made(NameId),
    /// The same by one of these rules, each with its arguments.
    MadeBy(Vec<RuleId>),
    /// The player whose view this is is that one.
    Me(PlayerId),
    /// The player whose view this is is to move.
    MyTurn,
    /// The turn order is in this phase.
    InPhase(Phase),
    /// All players of the team are out, or all of other teams, or that one.
    AllOut(PlayerRef),
    /// The player to move has no move, a pass aside, and it is the one whose view this is.
    Stuck,
    /// No player has a move, if the turns were passed on from here one after another.
    NobodyMoves,
    /// It was so before the move.
    Was(Box<Truth>),
    /// As that player sees it.
    As(PlayerRef, Box<Truth>),
}
