//! Acts: what a path does to the board.

use dagaz_core::{PieceTypeId, SiteId, SlotId};

use super::{Level, Number, PlayerRef, Set, TableId, VarId, WayId};

/// A piece type, fixed or looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindOf {
    /// That one.
    Type(PieceTypeId),
    /// The entry of the table for the present type; without an entry it keeps its type.
    Table(TableId),
}

/// The new owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnerRef {
    /// A player's.
    Player(PlayerRef),
    /// No owner.
    Nobody,
    /// The owner of the piece.
    Owner,
}

/// An effect. Where a set of sites is expected and none is given, it is the site under the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Captures the pieces there; `later`: they stay as dead obstacles until the move ends.
    Take {
        /// Where.
        at: Set,
        /// Whether it stays until the move ends.
        later: bool,
    },
    /// A new piece appears on each of these sites; what stood there is captured.
    Put {
        /// What.
        kind: PieceTypeId,
        /// Whose.
        owner: OwnerRef,
        /// Where.
        at: Set,
    },
    /// A piece comes from the player's hand.
    Drop {
        /// What.
        kind: PieceTypeId,
        /// Where.
        at: Set,
    },
    /// The pieces there go to a hand.
    Pocket {
        /// Whose hand.
        owner: OwnerRef,
        /// Where.
        at: Set,
    },
    /// One piece is taken out of a column: captured, or put into a hand.
    Pluck {
        /// Which.
        level: Level,
        /// Where the column stands.
        at: Set,
        /// Into whose hand; none: it is captured.
        owner: Option<OwnerRef>,
    },
    /// The topmost piece there goes under the moving stack, and is captured.
    Tuck(Set),
    /// Only that number of topmost pieces moves on from here; there is no result if there are
    /// fewer.
    Lift(Number),
    /// The pieces there become one of these types, one result for each.
    Become {
        /// Which types.
        kinds: Vec<KindOf>,
        /// Where.
        at: Set,
    },
    /// The pieces there change their owner.
    Give {
        /// Whose it becomes.
        owner: OwnerRef,
        /// Where.
        at: Set,
    },
    /// One more piece moves.
    Move {
        /// From where.
        from: Set,
        /// To where.
        to: Set,
    },
    /// All pieces of the set go one hop at once; what stood in their way is captured, what leaves
    /// the board as well.
    Shift {
        /// Which.
        set: Set,
        /// Which way.
        way: WayId,
    },
    /// The pieces of two sites change places.
    Swap(Set, Set),
    /// The contents of the sites rotate: each moves to the next site, from the last to the first.
    Cycle(Vec<Vec<SiteId>>),
    /// A player leaves the game: the turn order skips them from now on.
    Out(OwnerRef),
    /// The two players exchange seats: each continues with the other's side.
    SwapSeats,
    /// The moving piece leaves the board.
    Leave,
    /// A variable becomes a number, or grows by it.
    Assign {
        /// Which.
        var: VarId,
        /// The number.
        value: Number,
        /// Whether it is added.
        add: bool,
        /// Where, for variables of pieces and sites.
        at: Set,
    },
    /// One of a row of variables becomes a number, or grows by it; there is no result if the row
    /// has none of that number.
    AssignElement {
        /// Which row.
        var: VarId,
        /// Which of it.
        index: Number,
        /// The number.
        value: Number,
        /// Whether it is added.
        add: bool,
    },
    /// These sites vanish from the board; pieces there are captured.
    Close(Set),
    /// These sites, looked for among those that have vanished too, are there again.
    Open(Set),
    /// A variable becomes a set.
    AssignSet(VarId, Set),
    /// One of a row of variables that hold sets becomes a set; there is no result if the row has
    /// none of that number.
    AssignSetAt(VarId, Number, Set),
    /// One die that shows this is used up; there is no result if none does.
    Spend(u16, Number),
    /// The same slot is played again.
    ExtraTurn,
    /// That number of turns after this one is skipped.
    Skip(Number),
    /// The turn order continues there, with one slot for each player's turn.
    Goto(Vec<SlotId>),
}
