//! One live game as its participants see it.
//!
//! A [`Prepared`] game is compiled from the files of its rules. A [`Played`] one has a
//! [session](dagaz_session), and presents it in the terms of the [contract](dagaz_contract): what
//! each participant sees, may do and may request. [`RulesSource`] supplies the files: this crate
//! knows no rules language. It has no clock, socket or thread: a server and a page without a server
//! run the same game.

pub mod bots;
mod compiled_game;
mod game_start;
mod played;
pub mod present;
pub mod records;
mod refused;
mod rules;
mod summary;
mod why;

pub use compiled_game::Prepared;
pub use game_start::{clock_rule, placed, seats, start_position};
pub use played::{Changed, House, Played, Puzzle};
pub use present::{Names, OWNER, Presence, Viewer};
pub use refused::Refused;
pub use rules::{Bundle, Explained, Loaded, RulesSource, hex};
pub use summary::game_summary;
pub use why::why;
