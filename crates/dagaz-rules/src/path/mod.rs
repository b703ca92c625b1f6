//! Rules of edition 3: paths, sets, numbers and truths, and a game of them.
//!
//! Edition 2 moves a cursor over a frozen board and collects effects. Edition 3 walks a *path* over
//! a board that changes with it, and every complete walk is a step. Its rules are therefore trees,
//! not automata. `docs/semantics.md` defines each kind of tree, and an executor walks them.
//!
//! Everything here is closed. A rule with parameters has become one [`PathRule`] for each
//! combination of arguments that is used, definitions are written out, and each name has become an
//! id: an executor never meets a name.

mod act;
mod game;
mod number;
mod order;
mod parameter;
mod part;
mod set;
mod step;
mod words;

pub use act::{Act, KindOf, OwnerRef};
pub use game::{
    Call, Clock, Dice, Distinct, Form, Hidden, HiddenPart, Home, Lines, PathEnding, PathEndingKind, PathFirst,
    PathHints, PathNever, PathOut, PathPiece, PathRule, PathRules, PathSlot, Prefer, Roll, Table, Unbounded, Variable,
    VariableKind, Way,
};
pub use number::{Family, Number, Operation, Phase, RepeatsOf, Truth};
pub use order::{AskedFirst, EndingOrder, in_order};
pub use parameter::{Choices, Parameter, Statistic, halves};
pub use part::{Part, in_number, in_path, in_set, in_truth};
pub use set::{Attackers, Level, PlayerRef, Set};
pub use step::{Continue, Onward, Path};
pub use words::Words;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// Returns the place of this thing in its table.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Returns the thing at a place of its table.
            #[inline]
            pub const fn at(index: usize) -> Self {
                Self(index as u16)
            }
        }
    )*};
}

ids! {
    /// One hop: a direction, or several in a row without a test between them. As the player sees
    /// it.
    WayId;
    /// A number or a set bound on a path.
    LocalId;
    /// A declared variable.
    VarId;
    /// The name that all instances of a rule share.
    NameId;
    /// Runs of sites that patterns are looked for in.
    LinesId;
    /// A table from piece types to numbers or to piece types.
    TableId;
}
