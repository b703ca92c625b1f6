//! Executes rules of edition 3: paths walked over a board that changes under them.

mod acts;
mod attack;
mod game;
mod look;
mod sites;
mod steps;
mod survey;
mod tables;
mod turn;
mod walker;

pub use game::PathGame;
