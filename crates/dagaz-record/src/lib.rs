//! Moves, positions and game records as text.
//!
//! Everything here works for any [`Game`](dagaz_core::Game): it needs names and places, never
//! rules. What was played is a [`GameTree`], and a [`Cursor`] is a place in it; [`formats`] are the
//! ways to write one down. A move in [words](wording) tells all its effects; [`matching`] finds the
//! legal move that a text means, and [`typed`] the one that a person means; [`position`] is a
//! situation as text. The crate does no I/O.

mod arrival;
mod changed;
mod counters;
pub mod cursor;
mod dice_rolls;
pub mod encoding;
mod fault;
mod faults;
pub mod formats;
mod game_notation;
mod informed;
pub mod matching;
mod move_texts;
pub mod names;
mod native_texts;
pub mod position;
pub mod reading;
mod recorded_moves;
mod rounds;
mod second_piece;
mod short_forms;
pub mod tree;
pub mod typed;
mod usual_game;
mod without_repetition;
pub mod wording;

pub use changed::with_turn;
pub use counters::{Keeper, kept};
pub use cursor::Cursor;
pub use dice_rolls::{fallen, thrown};
pub use fault::Fault;
pub use formats::{Format, Part, WriteFault, Written};
pub use informed::known_at;
pub use matching::{Choice, MoveError, find_move};
pub use move_texts::{listed, listed_as};
pub use native_texts::ListNotation;
pub use position::numbered::asked_start;
pub use position::{
    drawn_rows, parse_position, parse_position_with, played_position, protocol_position, usual_position,
    whole_position, write_position,
};
pub use reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
pub use rounds::Rounds;
pub use second_piece::{SecondPiece, king_that_stays, rook_that_stays, second_piece};
pub use tree::{Facts, GameTree, NodeId, Note, RulesIdentity, Seat};
pub use typed::{Mistyped, find_typed};
pub use usual_game::{sized_title, titled_game, usual_game};
pub use wording::{StepWording, Wording, move_text};
