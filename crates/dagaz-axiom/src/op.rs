//! Operations of compiled words: threaded code of eight bytes an operation.
//!
//! The operations that scripts spend their time on are done in the loop of the machine; the rest
//! are [`Prim`]s behind one call. [`Host`] words read the text of a script, so only a script that
//! is being loaded can run them.

/// One operation. Places in the code are indices of operations, addresses are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Returns from a word.
    Exit,
    Lit(i32),
    Call(u32),
    Jump(u32),
    JumpIfZero(u32),
    JumpIfNonZero(u32),
    /// Calls the word whose token lies in this cell.
    Deferred(u32),
    Execute,
    Do,
    Loop(u32),
    PlusLoop(u32),
    I,
    J,
    ToR,
    FromR,
    RAt,

    Drop,
    Dup,
    Swap,
    Over,
    Rot,
    TwoDrop,
    TwoDup,
    Pick,
    Depth,

    Add,
    Sub,
    Mul,
    Div,
    Mod,
    DivMod,
    AddLit(i32),
    Negate,
    Abs,
    Min,
    Max,
    Twice,
    Half,
    And,
    Or,
    Xor,
    Not,
    Eq,
    Ne,
    Lt,
    Gt,
    Le,
    Ge,
    EqLit(i32),
    ZeroLt,
    ZeroGt,
    ZeroNe,

    Fetch,
    Store,
    AddStore,
    Increment,
    Decrement,
    On,
    Off,
    ByteFetch,
    ByteStore,
    /// Fetches from this address.
    FetchAt(u32),
    /// Stores to this address.
    StoreAt(u32),
    /// Adds one to the cell at this address.
    IncrementAt(u32),
    /// The address of a cell of the array at this address.
    Index(u32),
    /// The address of a byte of the array at this address.
    ByteIndex(u32),

    Here,
    From,
    To,
    Home,
    Back,
    Piece,
    PieceAt,
    PieceType,
    PieceTypeAt,
    Player,
    PlayerAt,
    Empty,
    EmptyAt,
    NotEmpty,
    NotEmptyAt,
    Friend,
    FriendAt,
    Enemy,
    EnemyAt,
    CurrentPlayer,
    ForPlayer,
    CurrentPiece,
    CurrentPieceType,
    /// Goes in a direction if it leads anywhere.
    Direction(u16),
    /// The same, as the current player's symmetries turn it.
    SymmetricDirection(u16),
    /// A direction, and a jump if it leads nowhere.
    DirectionOrJump(u16, u32),
    /// The same through symmetries.
    SymmetricOrJump(u16, u32),
    /// `empty?`, and a jump if not.
    JumpUnlessEmpty(u32),
    /// `=`, and a jump if not.
    JumpIfNe(u32),
    /// `DUP` and a jump if zero.
    DupJumpIfZero(u32),
    Verify,

    /// Defers a word into the move.
    CompileWord(u32),
    /// The child of a defining word leaves through here: the rest of the defining word is what it
    /// does.
    Does(u32),
    /// An unknown word of the script, by its place in the table of names.
    Unknown(u32),
    /// `ABORT"`: the script gives up, for a reason of the table.
    GiveUp(u32),
    Prim(Prim),
    Host(Host),
}

impl Op {
    /// Returns the target of a possible jump. A call is not a jump, because it returns.
    pub(crate) fn target(mut self) -> Option<u32> {
        self.target_mut().copied()
    }

    /// The same, to be changed.
    pub(crate) fn target_mut(&mut self) -> Option<&mut u32> {
        match self {
            Op::Jump(to)
            | Op::JumpIfZero(to)
            | Op::JumpIfNonZero(to)
            | Op::JumpIfNe(to)
            | Op::DupJumpIfZero(to)
            | Op::JumpUnlessEmpty(to)
            | Op::DirectionOrJump(_, to)
            | Op::SymmetricOrJump(_, to)
            | Op::Loop(to)
            | Op::PlusLoop(to) => Some(to),
            _ => None,
        }
    }

    /// Returns whether it means the same in the caller of its word: it neither jumps nor looks at
    /// the return stack.
    pub(crate) fn is_straight(self) -> bool {
        let returns = matches!(self, Op::Exit | Op::Do | Op::I | Op::J | Op::ToR | Op::FromR | Op::RAt | Op::Does(_));
        !returns && self.target().is_none()
    }
}

/// What is done outside the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prim {
    AddMove,
    Pass,
    PassNoPartial,
    Move,
    Capture,
    CaptureAt,
    Create,
    CreateAt,
    CreateType,
    CreateTypeAt,
    CreatePlayer,
    CreatePlayerAt,
    CreatePlayerType,
    CreatePlayerTypeAt,
    ChangeType,
    ChangeTypeAt,
    ChangeOwner,
    ChangeOwnerAt,
    Partial,
    PartialType,
    RemoveFromReserve,
    CompileLiteral,
    GenerateMoves,
    DeallocateMoves,
    CloneBoard,
    DeallocateBoard,
    MoveCount,
    MovesList,
    FirstMove,
    NextMove,
    MoveCode,
    MoveString,
    Yield,
    BestMove,
    CurrentMove,
    Score,
    Nodes,
    SearchDepth,
    RandWithin,
    RandWithin2,
    Seed,
    Seed2,
    MaterialBalance,
    PieceValue,
    PieceIndex,
    PlayerIndex,
    PlayerCount,
    NextPlayer,
    TurnOffset,
    NextTurnOffset,
    TurnOffsetToPlayer,
    NextTurn,
    AddPiece,
    RemovePiece,
    RepetitionPush,
    RepetitionPop,
    RepetitionReset,
    Emit,
    Type,
    Print,
    PrintStack,
    AppendString,
    AppendNumber,
    AppendChar,
    SystemTime,
    Abort,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FLt,
    FGt,
    ToFloat,
    ToInt,
    FPrint,
    StringEqual,
    StringCount,
    RingReset(u8),
    RingAdd(u8),
    RingRemove(u8),
    RingEmpty(u8),
    DictionaryHere,
}

/// What needs the text that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Load,
    Comment,
    LineComment,
    Colon,
    Semicolon,
    Immediate,
    If,
    Else,
    Then,
    Begin,
    Until,
    While,
    Repeat,
    Do,
    Loop,
    PlusLoop,
    Exit,
    Recurse,
    Constant,
    Variable,
    Create,
    Timer,
    Array,
    Builds,
    Does,
    /// A `DOES>` has been executed; the return address is on the stack.
    RunDoes,
    /// A `COMPILE` has been run while a definition is open: the token is on the stack.
    CompileToken,
    Defer,
    Is,
    Tick,
    BracketTick,
    Compile,
    BracketCompile,
    Literal,
    LeftBracket,
    RightBracket,
    Forget,
    Comma,
    ByteComma,
    Allot,
    Ascii,
    PrintString,
    StringLiteral,
    AppendText,
    AbortString,

    Board,
    BoardEnd,
    Grid,
    Position,
    BoardVariable,
    BoardArray,
    BoardBytes,
    DummyPositions,
    Directions,
    DirectionsEnd,
    Direction,
    Link,
    Unlink,
    Symmetries,
    SymmetriesEnd,
    Symmetry,
    Asymmetry,
    Players,
    PlayersEnd,
    Player,
    Neutral,
    RandomPlayer,
    FirstPlayer,
    UctPlayer,
    SearchEngine,
    TurnOrder,
    TurnOrderEnd,
    Turn,
    ForPlayer,
    OfType,
    RepeatTurns,
    Pieces,
    PiecesEnd,
    Piece,
    PieceMoves,
    PieceDrops,
    PieceValue,
    DummyPieces,
    Moves,
    MovesEnd,
    Move,
    MoveType,
    Priorities,
    PrioritiesEnd,
    Priority,
    Setup,
    SetupEnd,
    SetupPiece,
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_operation_takes_eight_bytes() {
        assert_eq!(std::mem::size_of::<super::Op>(), 8);
    }
}
