//! What may be chosen: a few dials, each with so many places.

use std::collections::HashSet;

use dagaz_core::below;
use rand_xoshiro::rand_core::Rng;
use serde::Serialize;

use super::Variation;

/// One thing that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dial {
    /// Its name.
    pub name: String,
    /// How many places it has, at least 1.
    pub places: u64,
    /// Whether adjacent values are similar, as numbers are.
    pub ordered: bool,
}

/// A choice: for each dial its place, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Genome(pub Vec<u64>);

/// What may be chosen: a number of parameters, each with a number of values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The dials.
    pub dials: Vec<Dial>,
}

/// A step of a mutation is at most this part of an ordered dial, and at least one place.
const STEP: u64 = 8;

impl Space {
    /// Returns how many choices there are; more than a number holds are as many as it holds.
    pub fn size(&self) -> u64 {
        self.dials.iter().fold(1, |size, dial| size.saturating_mul(dial.places))
    }

    /// Returns a choice by its number: the last dial turns fastest.
    pub fn at(&self, mut number: u64) -> Genome {
        let mut places = vec![0; self.dials.len()];
        for (place, dial) in places.iter_mut().zip(&self.dials).rev() {
            *place = number % dial.places.max(1);
            number /= dial.places.max(1);
        }
        Genome(places)
    }

    /// Any choice, each equally likely.
    pub fn any(&self, rng: &mut dyn Rng) -> Genome {
        Genome(self.dials.iter().map(|dial| below(rng, dial.places as usize) as u64).collect())
    }

    /// Returns a child of two: each place from either, equally likely (uniform crossover).
    pub fn cross(&self, one: &Genome, other: &Genome, rng: &mut dyn Rng) -> Genome {
        Genome(one.0.iter().zip(&other.0).map(|(one, other)| if below(rng, 2) == 0 { *one } else { *other }).collect())
    }

    /// Turns each dial with a chance of one in their number: an ordered one by at most an eighth of
    /// its places, and at least one, up or down; any other to any other place. Tells whether
    /// something has changed.
    pub fn mutate(&self, genome: &mut Genome, rng: &mut dyn Rng) -> bool {
        let before = genome.clone();
        for (place, dial) in genome.0.iter_mut().zip(&self.dials) {
            if dial.places < 2 || below(rng, self.dials.len()) > 0 {
                continue;
            }
            if !dial.ordered {
                *place = (*place + 1 + below(rng, dial.places as usize - 1) as u64) % dial.places;
                continue;
            }
            let step = 1 + below(rng, (dial.places / STEP).max(1) as usize) as u64;
            let up = below(rng, 2) == 0;
            // What would lead beyond an end turns round there.
            let (higher, lower) = (place.checked_add(step).filter(|high| *high < dial.places), place.checked_sub(step));
            *place = if up { higher.or(lower) } else { lower.or(higher) }.unwrap_or(*place);
        }
        *genome != before
    }
}

impl Variation for Space {
    type Genome = Genome;

    const TRIES: usize = 100;

    fn unknown(&self, known: &HashSet<Genome>, rng: &mut dyn Rng) -> Option<Genome> {
        if self.size() <= known.len() as u64 {
            return None;
        }
        if let Some(found) = (0..Self::TRIES).map(|_| self.any(rng)).find(|genome| !known.contains(genome)) {
            return Some(found);
        }
        // Nearly all are known: the first one that is not, from a place drawn at random on.
        let size = self.size();
        let start = below(rng, size as usize) as u64;
        let mut all = (0..=known.len() as u64).map(|step| self.at(start.wrapping_add(step) % size));
        all.find(|genome| !known.contains(genome))
    }

    fn child(&self, one: &Genome, other: &Genome, rng: &mut dyn Rng) -> Option<Genome> {
        let mut genome = self.cross(one, other, rng);
        self.mutate(&mut genome, rng);
        Some(genome)
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;

    fn dial(places: u64, ordered: bool) -> Dial {
        Dial { name: String::new(), places, ordered }
    }

    #[test]
    fn every_choice_has_a_number() {
        let space = Space { dials: vec![dial(2, true), dial(3, false)] };
        let all: Vec<Vec<u64>> = (0..space.size()).map(|number| space.at(number).0).collect();
        assert_eq!(all, [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        let huge = Space { dials: vec![dial(u64::MAX, true), dial(u64::MAX, true)] };
        assert_eq!(huge.size(), u64::MAX);
        assert_eq!(Space::default().size(), 1);
    }

    #[test]
    fn a_mutation_moves_to_a_neighbouring_value() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let space = Space { dials: vec![dial(5, true)] };
        for place in 0..5u64 {
            for _ in 0..50 {
                let mut genome = Genome(vec![place]);
                assert!(space.mutate(&mut genome, &mut rng));
                assert_eq!(genome.0[0].abs_diff(place), 1, "from {place}");
            }
        }
        let words = Space { dials: vec![dial(3, false)] };
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..50 {
            let mut genome = Genome(vec![1]);
            words.mutate(&mut genome, &mut rng);
            seen.insert(genome.0[0]);
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [0, 2]);
        let wide = Space { dials: vec![dial(1 << 32, true)] };
        let mut genome = Genome(vec![1 << 31]);
        assert!(wide.mutate(&mut genome, &mut rng) && genome.0[0].abs_diff(1 << 31) <= 1 << 29);
        assert!(!Space { dials: vec![dial(1, true)] }.mutate(&mut Genome(vec![0]), &mut rng));
    }

    #[test]
    fn crossover_takes_each_gene_from_a_parent() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let space = Space { dials: vec![dial(9, true); 6] };
        let (one, other) = (Genome(vec![1; 6]), Genome(vec![7; 6]));
        let children: Vec<Genome> = (0..20).map(|_| space.cross(&one, &other, &mut rng)).collect();
        assert!(children.iter().all(|child| child.0.iter().all(|place| [1, 7].contains(place))));
        assert!(children.iter().any(|child| *child != one && *child != other));
    }
}
