//! Moves, positions and game records as text.
//!
//! Everything here works for any [`Game`](dagaz_core::Game): it needs names and places, never rules. A move is written
//! in the notation of Zillions' saved games ([`zsg`]) and read from what a person types ([`matching`]); a position is
//! written as FEN where the board is a rectangle of lettered pieces ([`fen`]) and as one `key=value` line otherwise
//! ([`line`]). The crate does no I/O.

mod draft;
mod fault;
pub mod fen;
mod forms;
pub mod letters;
pub mod line;
mod line_write;
pub mod matching;
pub mod position;
mod rectangle;
pub mod saved;
pub mod zsg;

pub use fault::Fault;
pub use matching::{Choice, MoveError, find_move};
pub use position::{parse_position, write_position};
pub use saved::SavedGame;
pub use zsg::{StepWording, Wording, move_text};
