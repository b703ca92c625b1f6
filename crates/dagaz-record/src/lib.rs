//! Moves, positions and game records as text.
//!
//! Everything here works for any [`Game`](dagaz_core::Game): it needs names and places, never rules. A move is written
//! in the notation of Zillions' saved games ([`zsg`]) and read from what a person types ([`matching`]); a position is
//! written as FEN where the board is a rectangle of lettered pieces ([`fen`]) and as one `key=value` line otherwise
//! ([`line`]). The crate does no I/O.

pub mod cursor;
mod draft;
mod duel;
mod fault;
pub mod fen;
mod fen_fields;
pub mod format;
mod forms;
pub mod json;
pub mod letters;
pub mod line;
mod line_write;
pub mod matching;
pub mod notation;
mod origin;
pub mod pdn;
pub mod pgn;
pub mod position;
mod protocol;
pub mod reading;
mod rectangle;
pub mod san;
mod san_text;
pub mod sfen;
pub mod sgf;
pub mod tree;
pub mod ucci;
pub mod usi;
pub mod wxf;
pub mod zsg;
pub mod zsg_file;

pub use cursor::Cursor;
pub use fault::Fault;
pub use format::{Format, WriteFault, Written};
pub use matching::{Choice, MoveError, find_move};
pub use position::{parse_position, usual_position, write_position};
pub use reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
pub use tree::{Facts, GameTree, NodeId, Note, RulesIdentity, Seat};
pub use zsg::{StepWording, Wording, move_text};
