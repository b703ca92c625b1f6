//! Statistics: pure functions of numbers, each with the formula that it follows and where that comes from.

mod elo;
mod interval;

pub use elo::{Difference, elo_of, score_of};
pub use interval::{Interval, Z95, wilson};
