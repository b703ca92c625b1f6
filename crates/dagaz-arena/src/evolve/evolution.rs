//! Evolution: the best candidates have children, and children that are better take their place.
//!
//! A plain genetic algorithm over any [`Variation`]. The first generation is the games as they
//! stand and others drawn at random. Then, in every generation, as many children as the population
//! is large are made: two parents are each the best of three drawn from the population (tournament
//! selection), and the variation makes a child of them by crossover and mutation. A genome is never
//! measured twice, so children that are known already are made again. Of parents and children
//! together the best make the next population. Everything follows from the seed.

use std::collections::HashSet;

use dagaz_core::{CompactSort, below};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::Serialize;

use super::Variation;

/// Candidates that compete to be a parent.
const TOURNAMENT: usize = 3;

/// Where a candidate comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The game as it stands.
    Usual,
    /// Its place on the grid.
    Grid,
    /// Chance.
    Random,
    /// Its parents.
    Child,
}

/// A genome that is to be tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Candidate<G> {
    /// Its number, from 0 in the order in which candidates were made.
    pub number: usize,
    /// Its generation, from 0.
    pub generation: usize,
    /// Where it comes from.
    pub origin: Origin,
    /// The numbers of its parents; empty unless it has some.
    pub parents: Vec<usize>,
    /// What is chosen.
    pub genome: G,
}

/// A genetic algorithm over the genomes of a [`Variation`].
pub struct Evolution<'a, V: Variation> {
    space: &'a V,
    /// How large the population is.
    size: usize,
    rng: Xoshiro256PlusPlus,
    known: HashSet<V::Genome>,
    /// The best so far, the best first, with their scores.
    population: Vec<(Candidate<V::Genome>, f64)>,
    made: usize,
    generation: usize,
}

impl<'a, V: Variation> Evolution<'a, V> {
    /// Returns an evolution that has not begun.
    pub fn new(space: &'a V, size: usize, seed: u64) -> Evolution<'a, V> {
        Evolution {
            space,
            size: size.max(1),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            known: HashSet::new(),
            population: Vec::new(),
            made: 0,
            generation: 0,
        }
    }

    /// Returns the first generation, which begins with the games as they stand.
    pub fn first(&mut self, usual: impl IntoIterator<Item = V::Genome>) -> Vec<Candidate<V::Genome>> {
        let mut all = Vec::new();
        for genome in usual {
            all.push(self.candidate(Origin::Usual, Vec::new(), genome));
        }
        while all.len() < self.size {
            let Some(genome) = self.drawn() else { break };
            all.push(self.candidate(Origin::Random, Vec::new(), genome));
        }
        all
    }

    /// Returns the next generation, now that the last one has its scores; what could not be
    /// measured has none. Empty if nothing new can be made.
    pub fn next(&mut self, scored: Vec<(Candidate<V::Genome>, Option<f64>)>) -> Vec<Candidate<V::Genome>> {
        let measured = scored.into_iter().filter_map(|(candidate, score)| Some((candidate, score?)));
        self.population.extend(measured);
        // Equal ones stay in the order in which they were made.
        self.population.compact_sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.number.cmp(&other.0.number)));
        self.population.truncate(self.size);
        self.generation += 1;
        let mut children = Vec::new();
        while children.len() < self.size {
            let Some((genome, parents)) = self.child() else { break };
            let origin = if parents.is_empty() { Origin::Random } else { Origin::Child };
            children.push(self.candidate(origin, parents, genome));
        }
        children
    }

    fn candidate(&mut self, origin: Origin, parents: Vec<usize>, genome: V::Genome) -> Candidate<V::Genome> {
        self.known.insert(genome.clone());
        self.made += 1;
        Candidate { number: self.made - 1, generation: self.generation, origin, parents, genome }
    }

    fn drawn(&mut self) -> Option<V::Genome> {
        self.space.unknown(&self.known, &mut self.rng)
    }

    /// Returns a child that is new, with the numbers of its parents, which may be one twice.
    fn child(&mut self) -> Option<(V::Genome, Vec<usize>)> {
        if self.population.is_empty() {
            return self.drawn().map(|genome| (genome, Vec::new()));
        }
        for _ in 0..V::TRIES {
            let (one, other) = (self.parent(), self.parent());
            let genomes = (&self.population[one].0.genome, &self.population[other].0.genome);
            let child = self.space.child(genomes.0, genomes.1, &mut self.rng);
            if let Some(genome) = child.filter(|child| !self.known.contains(child)) {
                let mut parents = vec![self.population[one].0.number, self.population[other].0.number];
                parents.dedup();
                return Some((genome, parents));
            }
        }
        self.drawn().map(|genome| (genome, Vec::new()))
    }

    /// Returns the best of a few: the population is sorted, so it is the one of the least place.
    fn parent(&mut self) -> usize {
        let count = self.population.len();
        (0..TOURNAMENT).map(|_| below(&mut self.rng, count)).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Dial, Genome, Space};
    use super::*;

    fn space(places: u64, dials: usize) -> Space {
        Space { dials: vec![Dial { name: "x".into(), places, ordered: true }; dials] }
    }

    /// Returns how far all dials are from their middle, as a score.
    fn score(space: &Space, genome: &Genome) -> f64 {
        let off = |(place, dial): (&u64, &Dial)| place.abs_diff(dial.places * 3 / 4) as f64 / dial.places as f64;
        1.0 - genome.0.iter().zip(&space.dials).map(off).sum::<f64>() / space.dials.len() as f64
    }

    fn run(space: &Space, size: usize, generations: usize, seed: u64) -> Vec<(Candidate<Genome>, f64)> {
        let mut evolution = Evolution::new(space, size, seed);
        let mut all = Vec::new();
        let mut batch = evolution.first([Genome(vec![0; space.dials.len()])]);
        for _ in 0..generations {
            let scored: Vec<_> = batch
                .into_iter()
                .map(|candidate| {
                    let score = score(space, &candidate.genome);
                    (candidate, score)
                })
                .collect();
            all.extend(scored.clone());
            batch = evolution.next(scored.into_iter().map(|(candidate, score)| (candidate, Some(score))).collect());
        }
        all
    }

    #[test]
    fn evolution_improves_and_is_deterministic() {
        let space = space(100, 4);
        let all = run(&space, 20, 15, 7);
        let best = |generation: usize| {
            let own = all.iter().filter(|(candidate, _)| candidate.generation <= generation);
            own.map(|(_, score)| *score).fold(0.0, f64::max)
        };
        assert!(best(14) > best(0) + 0.05 && best(14) > 0.93, "{} then {}", best(0), best(14));
        assert_eq!(all, run(&space, 20, 15, 7));
        assert_ne!(all, run(&space, 20, 15, 8));
        let genomes: HashSet<&Genome> = all.iter().map(|(candidate, _)| &candidate.genome).collect();
        assert_eq!(genomes.len(), all.len(), "nothing is tried twice");
    }

    #[test]
    fn a_small_search_space_is_exhausted_once() {
        let space = space(3, 2);
        let all = run(&space, 4, 10, 1);
        assert_eq!(all.len(), 9);
        assert_eq!(all[0].0.origin, Origin::Usual);
        assert!(all.iter().enumerate().all(|(number, (candidate, _))| candidate.number == number));
        assert!(all.iter().all(|(candidate, _)| (candidate.origin == Origin::Child) != candidate.parents.is_empty()));
    }

    #[test]
    fn evolution_continues_without_measurements() {
        let space = space(1000, 1);
        let mut evolution = Evolution::new(&space, 3, 1);
        let first = evolution.first([Genome(vec![5])]);
        let next = evolution.next(first.into_iter().map(|candidate| (candidate, None)).collect());
        assert!(next.len() == 3 && next.iter().all(|candidate| candidate.origin == Origin::Random));
    }
}
