//! Executes rules of edition 3: paths walked over a board that changes under them.

mod acts;
mod ahead;
mod arithmetic;
mod attack;
mod bits;
mod bitwise;
mod choices;
mod draughts;
mod draws;
mod forget;
mod game;
mod goals;
mod look;
mod placement;
mod profile;
mod remaining;
mod repetition;
mod rights;
mod sameness;
mod series;
mod sites;
mod sketch;
mod steps;
mod stones;
mod stride;
mod survey;
mod tables;
mod tallies;
mod turn;
mod twin;
mod walker;
mod why;

pub use game::{PathGame, Walked};
pub use twin::Twinless;
pub use why::{Failing, Reason, Wanted};
