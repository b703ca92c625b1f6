//! The kinds of diagnostics: a permanent number, a severity, and a title for lists.

use std::fmt;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The rules were read, but probably not as meant.
    Warning,
    /// The rules cannot be played as they are.
    Error,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $number:literal $severity:ident;)*) => {
        /// The kind of a [`Diagnostic`](crate::Diagnostic).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// All kinds.
            pub const ALL: &'static [Code] = &[$(Code::$name),*];

            /// Returns the number, as in `Z0101`.
            pub fn number(self) -> u16 {
                match self { $(Code::$name => $number),* }
            }

            /// How bad a fault of this kind is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity),* }
            }
        }
    };
}

codes! {
    /// The text, with what it includes, is too long.
    SourceTooLong = 1 Error;
    /// Lists are nested too deeply.
    NestingTooDeep = 2 Error;
    /// The macros expand to too much.
    ExpansionTooLarge = 3 Error;
    /// A macro expands to itself.
    EndlessMacro = 4 Error;
    /// The game asks for more than a limit allows.
    LimitReached = 5 Error;

    /// A quote has no partner.
    UnfinishedString = 101 Error;
    /// A `(` has no partner.
    MissingClose = 102 Warning;
    /// A `)` has no partner.
    SurplusClose = 103 Warning;
    /// A word or string stands outside all lists.
    StrayText = 104 Warning;
    /// The file ends deep inside a list.
    LostEnd = 105 Error;
    /// A file could not be included.
    IncludeFailed = 111 Error;
    /// A file includes itself.
    IncludeLoop = 112 Error;

    /// A `define` without a name.
    MacroWithoutName = 201 Error;
    /// A macro uses an argument that no call gives.
    MissingArgument = 202 Warning;
    /// A list is put into a word or a string.
    ListInWord = 203 Error;

    /// A list with a name we do not know stands at the top level.
    UnknownTopLevel = 301 Warning;
    /// A variant without a game.
    VariantWithoutGame = 302 Error;
    /// There is nothing to play in the file.
    NothingToPlay = 303 Error;
    /// A section of a game with a name we do not know.
    UnknownSection = 304 Warning;
    /// The rules are in a program, not in the file.
    ForeignEngine = 305 Error;
    /// A section is missing that a game needs.
    MissingSection = 306 Error;
    /// An item is not of the form expected here.
    WrongForm = 307 Error;
    /// A number is not one.
    WrongNumber = 308 Error;
    /// A section is given twice where one is enough.
    RepeatedSection = 309 Warning;
    /// A name is declared twice.
    RepeatedName = 310 Warning;
    /// Nothing uses what is declared.
    Unused = 311 Warning;
    /// A check that holds always, or never.
    Foregone = 312 Warning;
    /// The file does not say of which edition of the language it is.
    NoEdition = 313 Warning;
    /// Two endings can hold at once, and it may be by mistake which comes first.
    EndingOrder = 314 Warning;
    /// A variant replaces a hook of its base that sets a variable of an ending.
    ReplacedHook = 315 Warning;

    /// A name that is no player.
    UnknownPlayer = 401 Error;
    /// The turn order is empty.
    EmptyTurnOrder = 402 Error;
    /// A name that is no class of moves.
    UnknownMoveType = 403 Warning;

    /// A name that is no position of the board.
    UnknownPosition = 501 Error;
    /// A name that is no direction of the board.
    UnknownDirection = 502 Error;
    /// A name that is no zone of the board.
    UnknownZone = 503 Error;
    /// A name that is neither a position nor a zone.
    UnknownPlace = 504 Error;
    /// A position, direction or zone that the board does not have, where it does no harm.
    AbsentPlace = 505 Warning;
    /// A position or a supply is set up twice.
    RepeatedPlacement = 506 Warning;
    /// Less than nothing waits off the board.
    NegativeSupply = 507 Warning;

    /// A name that is no piece.
    UnknownPiece = 601 Error;
    /// A command we do not know.
    UnknownCommand = 602 Error;
    /// A condition we do not know.
    UnknownCondition = 603 Error;
    /// A name that no piece declares as an attribute.
    UnknownAttribute = 604 Error;
    /// A part of a piece with a name we do not know.
    UnknownPiecePart = 605 Warning;

    /// A goal we do not know.
    UnknownGoal = 701 Error;
    /// No player can move in the initial position.
    OverAtOnce = 702 Error;

    /// An option we do not know.
    UnknownOption = 801 Warning;
    /// An option whose meaning is in a program, not in the file.
    ForeignOption = 802 Warning;
    /// A value that an option cannot have.
    WrongOptionValue = 803 Warning;
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Z{:04}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_increase_and_are_unique() {
        assert!(Code::ALL.windows(2).all(|pair| pair[0].number() < pair[1].number()));
        assert_eq!(Code::UnfinishedString.to_string(), "Z0101");
    }
}
