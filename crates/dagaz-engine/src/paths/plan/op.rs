//! The operations of compiled rules, and the tables that they refer to by number.

use dagaz_core::{AttributeId, PieceTypeId, PlayerId, RuleId, SlotId};
use dagaz_rules::Comparison;
use dagaz_rules::path::{Continue, KindOf, Level, LinesId, NameId, Operation, RepeatsOf, TableId};

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(in crate::paths) struct $name(pub(in crate::paths) u32);

        impl $name {
            #[inline]
            pub(in crate::paths) fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

numbers! {
    /// An operation of the program.
    Pc;
    /// A set of the set graph.
    SetId;
    /// A number of the set graph.
    NumberId;
    /// A question of the set graph.
    TruthId;
    /// An image: where a path can end.
    ImageId;
    /// A family of sets.
    FamilyId;
    /// An effect.
    EffectId;
    /// A row of the link tables: a way as one player sees it.
    Row;
}

/// A possible next step of a continuation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Next {
    /// This rule, from the site under the cursor.
    Rule(RuleId),
    /// Rules of these names that the piece under the cursor has.
    Own(Box<[NameId]>),
    /// Any move of the player's pieces.
    Play,
}

/// The hooks around a move and its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Hook {
    MoveStart,
    StepStart,
    StepEnd,
    MoveEnd,
    Capture,
}

/// One operation. It ends in another, in several alternatives, or fails.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Op {
    /// A question can be answered with yes, or a hook has ended.
    Stop,
    /// No alternative of what led here is a move.
    Fail,
    /// One hop: an alternative for each row.
    Go { rows: Box<[Row]>, next: Pc },
    /// Passes if the site under the cursor is in the set; without a site if `at_none`.
    Test { set: SetId, at_none: bool, next: Pc },
    /// Passes if the truth holds.
    Holds { truth: TruthId, next: Pc },
    /// Continues in one of two ways by a condition.
    Branch { truth: TruthId, yes: Pc, no: Pc },
    /// The same by whether the site under the cursor is in a set.
    BranchSet { set: SetId, at_none: bool, yes: Pc, no: Pc },
    /// The same by whether a path can be walked from here.
    See { entry: Pc, yes: Pc, no: Pc },
    /// Several alternatives.
    Fork { targets: Box<[Pc]> },
    /// The first of them that leads to a complete move.
    First { targets: Box<[Pc]> },
    /// A loop whose rounds cannot repeat a configuration: continues, or does another round.
    Again { body: Pc, next: Pc },
    /// Enters a loop that notes the configurations which it has met. `key`: which variables tell
    /// rounds apart.
    Enter { body: Pc, least: u8, key: Box<[u16]>, next: Pc },
    /// The end of a round of such a loop.
    Round,
    /// Enters a loop with as many rounds as possible.
    EnterMost { body: Pc, key: Box<[u16]>, next: Pc },
    /// The end of a round of such a loop.
    RoundMost,
    /// Enters a loop with a number of rounds.
    Times { number: NumberId, body: Pc, next: Pc },
    /// The end of a round of such a loop.
    RoundTimes,
    /// Walks the body from each site of a set in turn.
    Each { set: SetId, body: Pc, next: Pc },
    /// The end of the body for one site.
    RoundEach,
    /// The piece lands; the cursor goes to each site of the set, an alternative each.
    At { set: SetId, next: Pc },
    /// The cursor goes to each site of the set with the piece.
    Fly { set: SetId, next: Pc },
    /// The piece lands.
    Land { next: Pc },
    /// Binds each number of a range.
    Pick { slot: u16, from: NumberId, to: NumberId, next: Pc },
    /// Binds each face that an unused die shows: faces with the variables that count them.
    PickDie { slot: u16, faces: Box<[(i32, u16)]>, next: Pc },
    /// Binds the set of the site under the cursor.
    PickHere { slot: u16, next: Pc },
    /// Binds a number.
    Let { slot: u16, number: NumberId, next: Pc },
    /// Binds a set.
    LetSet { slot: u16, set: SetId, next: Pc },
    /// Walks the rules that the types on some sites have.
    Like { set: SetId, next: Pc },
    /// The end of a borrowed rule.
    LikeEnd,
    /// Ends the step: the piece lands. `last`: the rule ends as well.
    EndStep { last: bool, next: Pc },
    /// The cursor has come to the end of the way of a rule. `once`: what follows has one result at
    /// most, so that the way is a candidate without it.
    Way { once: bool, next: Pc },
    /// Runs hooks at the cursor, those of the moving piece's type first.
    Hooks { hook: Hook, next: Pc },
    /// The end of a hook.
    HookEnd,
    /// Notes the step that has ended.
    NoteStep { next: Pc },
    /// Continues the move with a further step, or ends it.
    Continue { how: Continue, onward: u16, next: Pc },
    /// The end of a rule.
    Return,
    /// Begins the first step of a move.
    BeginStep { rule: RuleId, next: Pc },
    /// The move is complete: dead pieces are taken off.
    RemoveDead { next: Pc },
    /// The move is made.
    Done,
    /// Does something.
    Do { effect: EffectId, next: Pc },
}

impl Op {
    /// Shows `visit` every operation that may come next; what ends a loop or a hook has none.
    pub(in crate::paths) fn each_next(&self, visit: &mut dyn FnMut(Pc)) {
        match self {
            Op::Stop
            | Op::Fail
            | Op::Round
            | Op::RoundMost
            | Op::RoundTimes
            | Op::RoundEach
            | Op::LikeEnd
            | Op::HookEnd
            | Op::Return
            | Op::Done => {}
            Op::Fork { targets } | Op::First { targets } => targets.iter().for_each(|next| visit(*next)),
            Op::Branch { yes, no, .. } | Op::BranchSet { yes, no, .. } => [*yes, *no].into_iter().for_each(visit),
            Op::See { entry, yes, no } => [*entry, *yes, *no].into_iter().for_each(visit),
            Op::Again { body, next }
            | Op::Enter { body, next, .. }
            | Op::EnterMost { body, next, .. }
            | Op::Times { body, next, .. }
            | Op::Each { body, next, .. } => [*body, *next].into_iter().for_each(visit),
            Op::Go { next, .. }
            | Op::Test { next, .. }
            | Op::Holds { next, .. }
            | Op::At { next, .. }
            | Op::Fly { next, .. }
            | Op::Land { next }
            | Op::Pick { next, .. }
            | Op::PickDie { next, .. }
            | Op::PickHere { next, .. }
            | Op::Let { next, .. }
            | Op::LetSet { next, .. }
            | Op::Like { next, .. }
            | Op::EndStep { next, .. }
            | Op::Way { next, .. }
            | Op::Hooks { next, .. }
            | Op::NoteStep { next }
            | Op::Continue { next, .. }
            | Op::BeginStep { next, .. }
            | Op::RemoveDead { next }
            | Op::Do { next, .. } => visit(*next),
        }
    }
}

/// The sites that an effect or number is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Subject {
    Here,
    It,
    Set(SetId),
}

/// Who becomes the owner of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum NewOwner {
    Player(PlayerId),
    /// The owner of the piece that stands there.
    Same,
}

/// A row of variables by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) struct Array {
    pub(in crate::paths) first: u16,
    pub(in crate::paths) from: i32,
    pub(in crate::paths) count: u16,
    /// Words of one element.
    pub(in crate::paths) stride: u16,
}

impl Array {
    /// The first word of an element; `None` if the row has none of that number.
    pub(in crate::paths) fn element(self, index: i64) -> Option<u16> {
        let at = u16::try_from(index - i64::from(self.from)).ok().filter(|at| *at < self.count)?;
        Some(self.first + at * self.stride)
    }
}

/// Where an assignment goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Target {
    /// A variable of the move or step.
    Passing(u16),
    /// A variable of the state.
    State(u16),
    /// A variable of each site.
    Sites(u16, Subject),
    /// An attribute of pieces.
    Pieces(AttributeId, Subject),
    /// One of a row.
    Element(Array, NumberId),
}

/// One effect of a path on the position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Effect {
    Take(Subject),
    TakeLater(Subject),
    Put {
        kind: PieceTypeId,
        owner: NewOwner,
        at: Subject,
    },
    Drop {
        kind: PieceTypeId,
        owner: PlayerId,
        at: Subject,
    },
    Pocket {
        owner: NewOwner,
        at: Subject,
    },
    Pluck {
        level: Level,
        owner: Option<NewOwner>,
        at: Subject,
    },
    Tuck(Subject),
    Lift(NumberId),
    Become {
        kind: KindOf,
        at: Subject,
    },
    Give {
        owner: NewOwner,
        at: Subject,
    },
    Move {
        from: SetId,
        to: SetId,
    },
    Shift {
        set: SetId,
        row: Row,
    },
    Swap(SetId, SetId),
    Cycle(Box<[(u16, u16)]>),
    Leave,
    /// The player leaves the game.
    Out(NewOwner),
    SwapSeats,
    Close(Subject),
    Open(Subject),
    Assign {
        to: Target,
        value: NumberId,
        add: bool,
    },
    Keep {
        first: u16,
        set: SetId,
    },
    KeepAt {
        array: Array,
        index: NumberId,
        set: SetId,
    },
    /// Faces with the variables that count them, and the variable of the sum.
    Spend {
        faces: Box<[(i32, u16)]>,
        sum: u16,
        face: NumberId,
    },
    ExtraTurn,
    Skip(NumberId),
    Goto(u16),
}

/// The value of a variable at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum Value {
    Attribute(AttributeId),
    Site(u16),
    State(u16),
    Passing(u16),
}

/// A set of sites, as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum SetNode {
    /// These sites, by their place in [`super::Plan::constants`].
    Constant(u16),
    /// The sites that have vanished.
    Closed,
    Occupied,
    Empty,
    /// With a living piece of one of these planes.
    Live(Box<[u16]>),
    /// Without a piece of these planes, and without a dead one.
    Open(Box<[u16]>),
    /// The sites of a plane, occupied or not.
    Plane(u16),
    Here,
    Start,
    Origin,
    It,
    Visited,
    Passed,
    Captured,
    Taken,
    LastFrom,
    LastTo,
    LastBy(NameId),
    /// Where a variable is not 0.
    NonZero(Value),
    Local(u16),
    Held(Array),
    HeldAt(Array, NumberId),
    All(Box<[SetId]>),
    Any(Box<[SetId]>),
    Not(SetId),
    First(Box<[SetId]>),
    /// Where a path can end that begins in the set.
    Image(SetId, ImageId),
    /// From where a path can be walked.
    Seeing(Pc),
    /// One hop from the set.
    Toward(Box<[Row]>, SetId),
    /// From where one hop leads into the set.
    Back(Box<[Row]>, SetId),
    /// From where a ray leads to a site of `target`: hops onto sites of `through`, at least
    /// `least`.
    Ray {
        row: Row,
        least: u8,
        through: SetId,
        target: SetId,
    },
    Was(SetId),
    /// Where the pieces that stood on the set before the move stand now.
    Now(SetId),
    Attacked(u16),
    /// Pieces of a player from which rules of these names give a move.
    Can(PlayerId, Box<[NameId]>),
    If(TruthId, SetId, SetId),
    /// The set if a truth holds that does not depend on the cursor, else none.
    Given(TruthId, SetId),
    /// Where the value of a table for the piece there compares so with a number.
    TableWhere(TableId, Comparison, NumberId),
    /// Where a truth holds with the cursor there.
    Holding(TruthId),
    /// The same of a set that depends on the cursor.
    WithCursor(SetId),
    AtLevel(Level, SetId),
    /// All sites of a family.
    Family(FamilyId),
}

/// A number, as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum NumberNode {
    Is(i64),
    Local(u16),
    /// The variable at the cursor; the sum over the set where there is no cursor.
    AtCursor(Value, SetId),
    /// A variable that belongs to no site.
    Value(Value),
    Sum(Value, Subject),
    Row(Array),
    Element(Array, NumberId),
    Was(NumberId),
    Count(SetId),
    CountCaptured,
    CountFamily(FamilyId),
    Ways(SetId, Pc),
    Of(Operation, Box<[NumberId]>),
    If(TruthId, NumberId, NumberId),
    Height(Subject),
    Distance(SetId, SetId, Box<[Row]>),
    /// The sum of these variables.
    States(Box<[u16]>),
    Hand(PieceTypeId, PlayerId),
    Table(TableId, Subject),
    Steps,
    Repeats(RepeatsOf),
    Cycle,
    /// Legal moves of the player to move.
    Moves,
}

/// A question, as one player asks it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum TruthNode {
    Always(bool),
    Any(SetId),
    /// The site under the cursor is in the set.
    Has(SetId),
    AnyFamily(FamilyId),
    Within(SetId, SetId),
    Compare(NumberId, Comparison, NumberId),
    Not(TruthId),
    And(Box<[TruthId]>),
    Or(Box<[TruthId]>),
    Made(NameId),
    MadeBy(Box<[RuleId]>),
    /// The turn order is in these slots.
    InPhase(SlotId, SlotId),
    /// It is this player's turn.
    Turn(PlayerId),
    /// It is this player's turn and they have no move.
    Stuck(PlayerId),
    /// No player has a move.
    NobodyMoves,
    /// A player has left the game by now, whatever board is looked at.
    IsOut(PlayerId),
    /// All of these players have left the game.
    AllOut(Box<[PlayerId]>),
    Was(TruthId),
}

/// Sets of sets.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::paths) enum FamilyNode {
    Full(LinesId, SetId, Option<SetId>),
    Groups(SetId, Box<[Row]>),
    Lines(LinesId),
}
