//! Games in which nothing stands on the board and all that ever changes are numbers: a site is chosen, and everything else
//! follows. For random games their rules are read once more, for each player as he sees them, and all moves of a turn are
//! made on a few words.
//!
//! The walker follows a path into what comes after it, remembers how to take everything back, and looks up each name again. Here
//! a rule has one result or none, so it is run straight on; where that would take very long, the walker goes on instead,
//! which knows its limits.

mod ahead;
mod form;
mod make;
mod random;
mod read;

pub(super) use self::form::Tallies;
