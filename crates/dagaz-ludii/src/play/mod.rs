//! Playing a compiled game: positions, moves and their consequences, endings.
//!
//! A [`Run`] has one position. Rules that look ahead change it and take the changes back by the log
//! of the position.

pub mod action;
mod apply;
pub mod bits;
mod capture;
mod effect;
mod ending;
mod generate;
mod graph;
mod groups;
mod hairpin;
mod iterate;
pub(crate) mod limits;
mod number;
mod playout;
pub mod position;
mod region;
mod run;
pub mod saved;
mod sow;
mod start;
pub mod text;
mod travel;
pub mod trial;
mod truth;
mod turn;

pub use playout::Playout;
pub use run::Run;
pub(crate) use run::{FUEL_MAX, Workspace};
