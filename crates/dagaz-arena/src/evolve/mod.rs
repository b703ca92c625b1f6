//! Search over rules: which parameter values, or which rule sets, make the best game.
//!
//! A [`Variation`] is a set of genomes with crossover and mutation. A [`Space`] is one of parameter
//! values, a [`Genome`] one choice of them; the program adds one of rule sets. A [`Target`]
//! combines goals and computes one [score] of the measures. Candidates come from a grid search or
//! from [`Evolution`]. A [`Trial`] screens a candidate cheaply, as Ludi did (Browne, "Automatic
//! Generation and Evaluation of Recombination Games", 2008): it must have moves, end, and not be
//! too slow. Then it is played against itself, and the match is measured.
//!
//! The caller makes the game of each genome.
//!
//! [score]: Target::score

mod evolution;
mod goal;
mod measured;
mod screen;
mod space;
mod target;
mod trial;
mod variation;

pub use evolution::{Candidate, Evolution, Origin};
pub use goal::{Goal, Relation};
pub use measured::{Measured, Quality, qualities};
pub use screen::Rejection;
pub use space::{Dial, Genome, Space};
pub use target::{Target, TargetFault};
pub use trial::{Failure, Trial};
pub use variation::Variation;
