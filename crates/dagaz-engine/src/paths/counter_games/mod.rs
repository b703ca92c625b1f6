//! Specialised executor of counter games (mancala): no pieces, only numbers change; a chosen site
//! determines everything. For playouts the rules are specialised for each player, and all moves of
//! a turn are made on a few words.
//!
//! The reference interpreter uses continuations, an undo log and name lookups. Here a rule has at
//! most one result, so it runs straight through. Very long moves fall back to the reference
//! interpreter, which has limits.

mod form;
mod make;
mod random;
mod read;
mod search_position;

pub(super) use self::form::Tallies;
