//! The contract between a game and a user interface.
//!
//! The types here are all that a view, a browser or a program on the other side of a socket ever
//! sees: a [`Board`] once for each set of rules, a [`View`] for each position, and the closed lists
//! of [messages](message) around them. They know no pixels and no skins. [`draw`] makes boards and
//! views of any [`Game`](dagaz_core::Game); what a player may not know never gets into a view. The
//! types of `web/src/contract/` are written from these by a test.

pub mod board;
pub mod catalog;
pub mod clock;
pub mod command;
mod default_value;
pub mod draw;
pub mod look;
pub mod look_file;
pub mod message;
pub mod people;
pub mod reason;
pub mod second_factor;
pub mod studio;
pub mod tournament;
pub mod view;

#[cfg(test)]
mod typescript;

pub use board::Board;
pub use command::Command;
pub use message::{ClientMessage, ServerMessage};
pub use view::View;

/// The version of the contract: of every type of this crate.
pub const VERSION: u32 = 1;
