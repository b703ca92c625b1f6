//! Moves, positions and game records as text.
//!
//! Everything here works for any [`Game`](dagaz_core::Game): it needs names and places, never rules. What was played is a
//! [`GameTree`], and a [`Cursor`] is a place in it; [`formats`] are the ways to write one down. A move in [words](wording)
//! tells all its effects; [`matching`] finds the legal move that a text means,
//! and [`typed`] the one that a person means; [`position`] is a situation as text. The
//! crate does no I/O.

mod beside;
mod changed;
pub mod cursor;
pub mod encoding;
mod fallen;
mod fault;
mod faults;
pub mod formats;
mod forms;
mod informed;
mod kept;
mod listed;
pub mod matching;
pub mod names;
mod own;
pub mod position;
pub mod reading;
mod recorded;
mod rounds;
pub mod tree;
pub mod typed;
mod unrepeating;
pub mod wording;

pub use beside::{Beside, beside, king_that_stays};
pub use changed::with_turn;
pub use cursor::Cursor;
pub use fallen::{fallen, thrown};
pub use fault::Fault;
pub use formats::{Format, WriteFault, Written};
pub use informed::known_at;
pub use kept::{Keeper, kept};
pub use listed::{listed, listed_as};
pub use matching::{Choice, MoveError, find_move};
pub use position::{
    drawn_rows, parse_position, parse_position_with, protocol_position, usual_position, whole_position, write_position,
};
pub use reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
pub use rounds::Rounds;
pub use tree::{Facts, GameTree, NodeId, Note, RulesIdentity, Seat};
pub use typed::{Mistyped, find_typed};
pub use wording::{StepWording, Wording, move_text};
