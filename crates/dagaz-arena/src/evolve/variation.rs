//! What an evolution varies: genomes that can be drawn, crossed and mutated.

use std::collections::HashSet;
use std::hash::Hash;

use rand_xoshiro::rand_core::Rng;

/// A set of genomes with the operators of a genetic algorithm. All of them follow from the random
/// numbers that they are given.
pub trait Variation {
    /// One candidate.
    type Genome: Clone + Eq + Hash;

    /// How often a child is made before one is drawn at random instead.
    const TRIES: usize;

    /// Returns a genome that is not known, drawn at random; `None` if they are all known, or too
    /// hard to find.
    fn unknown(&self, known: &HashSet<Self::Genome>, rng: &mut dyn Rng) -> Option<Self::Genome>;

    /// Returns a child of two genomes, which may be the same: crossover, then mutation. `None` if
    /// these parents have none.
    fn child(&self, one: &Self::Genome, other: &Self::Genome, rng: &mut dyn Rng) -> Option<Self::Genome>;
}
