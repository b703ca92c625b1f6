//! What boards and views tell of games, from outside.

mod boards;
mod look;
mod numbers;
