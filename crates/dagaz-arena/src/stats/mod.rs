//! Statistics: pure functions of numbers, each with the formula that it follows and where that
//! comes from.

mod cholesky;
mod compare;
mod elo;
mod interval;
mod rating;
mod regression;
mod sprt;

pub use compare::{Comparison, Sample, holm, two_proportions, welch};
pub use elo::{Difference, elo_of, score_of};
pub use interval::{Interval, Z95, wilson};
pub use rating::{Rating, Zero, ratings};
pub use regression::{PieceValue, least_squares};
pub use sprt::{Decision, Risks, Sprt};
