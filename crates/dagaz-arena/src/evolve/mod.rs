//! Search over rules: which values of a game's parameters make the best game.
//!
//! A [`Space`] is all that may be chosen, a [`Genome`] one choice. A [`Target`] says what is wanted and makes one [score] of
//! what was measured. Candidates come from a walk over the whole grid, or from [`Evolution`]. A [`Trial`] screens a candidate
//! cheaply, as Ludi did (Browne, "Automatic Generation and Evaluation of Recombination Games", 2008): it must have
//! moves, come to an end and not be too slow; then it is played against itself, and the match is measured.
//!
//! Nothing here knows where games come from: whoever searches makes the game of each genome.
//!
//! [score]: Target::score

mod evolution;
mod goal;
mod measured;
mod screen;
mod space;
mod target;
mod trial;

pub use evolution::{Candidate, Evolution, Origin};
pub use goal::{Goal, Relation};
pub use measured::{Measured, Quality, qualities};
pub use screen::Rejection;
pub use space::{Dial, Genome, Space};
pub use target::{Target, TargetFault};
pub use trial::{Failure, Trial};
