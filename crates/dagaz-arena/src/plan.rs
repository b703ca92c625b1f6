//! The plan of a match: its games, players and openings.
//!
//! Every game follows from the plan and its number, so any part of a match can be played anywhere
//! at any time.

use std::fmt;

use dagaz_core::{Game, PlayerId};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The plan of a match: every game follows from it and the number of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// Who takes part, by names from which they could be made again.
    pub entrants: Vec<String>,
    /// How many players of the game choose.
    pub seats: usize,
    /// Random plies at the beginning of each game. Each opening is played by all pairings in all
    /// seatings.
    pub opening: usize,
    /// A game is cut off after so many plies.
    pub plies_max: usize,
    /// Seed of everything random.
    pub seed: u64,
    /// So many games, the first ones, are looked at ply by ply.
    pub detail: u64,
    /// Bots keep the seats of the list; else seats rotate.
    pub fixed: bool,
}

/// One game of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The opening, counted from 0; games of one opening differ only by chance and bots.
    pub opening: u64,
    /// Seed of the opening.
    pub opening_seed: u64,
    /// Seed of the game.
    pub seed: u64,
    /// Which entrant sits in each seat; seats are in the order of the turns.
    pub seats: Vec<usize>,
}

/// A part of a plan: so many games from that number on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The first game.
    pub first: u64,
    /// The game after the last one.
    pub end: u64,
}

impl Shard {
    /// Returns whether there is no game in it.
    pub fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    /// Returns how many games it has.
    pub fn games(&self) -> u64 {
        self.end.saturating_sub(self.first)
    }
}

/// As people count: from 1.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.games() {
            1 => write!(f, "game {}", self.first + 1),
            _ => write!(f, "games {} to {}", self.first + 1, self.end),
        }
    }
}

impl Plan {
    /// Who meets whom: the sets of entrants that sit down together, in their order.
    fn pairings(&self) -> Vec<Vec<usize>> {
        let entrants = self.entrants.len();
        if self.fixed || entrants <= self.seats {
            return vec![(0..self.seats).map(|seat| seat % entrants.max(1)).collect()];
        }
        let mut pairings = Vec::new();
        let mut chosen: Vec<usize> = (0..self.seats).collect();
        loop {
            pairings.push(chosen.clone());
            // The next combination in order.
            let Some(place) = (0..self.seats).rev().find(|&place| chosen[place] < entrants - self.seats + place) else {
                return pairings;
            };
            chosen[place] += 1;
            for later in place + 1..self.seats {
                chosen[later] = chosen[later - 1] + 1;
            }
        }
    }

    /// In how many ways a pairing sits down: each rotation that differs.
    fn rotations(&self) -> usize {
        match self.entrants.len() {
            _ if self.fixed => 1,
            entrants if entrants < self.seats && self.seats.is_multiple_of(entrants.max(1)) => entrants.max(1),
            _ => self.seats,
        }
    }

    /// Returns how many games each opening is played in.
    pub fn cycle(&self) -> u64 {
        (self.pairings().len() * self.rotations()) as u64
    }

    /// Returns the seed of the game of a number.
    pub fn seed_of(&self, number: u64) -> u64 {
        derived(self.seed, 2 * number + 1)
    }

    /// Returns the game of a number.
    pub fn fixture(&self, number: u64) -> Fixture {
        let (pairings, rotations) = (self.pairings(), self.rotations() as u64);
        let cycle = pairings.len() as u64 * rotations;
        let (opening, place) = (number / cycle, number % cycle);
        let pairing = &pairings[(place / rotations) as usize];
        let turned = (place % rotations) as usize;
        Fixture {
            opening,
            opening_seed: derived(self.seed, 2 * opening),
            seed: self.seed_of(number),
            seats: (0..self.seats).map(|seat| pairing[(seat + turned) % self.seats]).collect(),
        }
    }

    /// Returns the whole plan as one part.
    pub fn whole(&self) -> Shard {
        Shard { first: 0, end: self.games }
    }

    /// Part `index` of `count` equal ones, counted from 0.
    pub fn shard(&self, index: u64, count: u64) -> Shard {
        let bound = |index: u64| (u128::from(self.games) * u128::from(index) / u128::from(count.max(1))) as u64;
        Shard { first: bound(index), end: bound(index + 1) }
    }
}

/// Returns a seed of its own for each number.
fn derived(seed: u64, number: u64) -> u64 {
    let run = SplitMix64::seed_from_u64(seed).next_u64();
    SplitMix64::seed_from_u64(run ^ number).next_u64()
}

/// Returns the players of a game who choose, in turn order; all movers if no player chooses.
pub fn choosers(game: &dyn Game) -> Vec<PlayerId> {
    let mut movers: Vec<PlayerId> = Vec::new();
    for slot in &game.glossary().slots {
        if !movers.contains(&slot.mover) {
            movers.push(slot.mover);
        }
    }
    let choosers: Vec<PlayerId> = movers.iter().copied().filter(|player| !game.is_random(*player)).collect();
    if choosers.is_empty() { movers } else { choosers }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(entrants: usize, seats: usize) -> Plan {
        let entrants = (0..entrants).map(|number| number.to_string()).collect();
        Plan { games: 100, entrants, seats, opening: 2, plies_max: 100, seed: 5, detail: 100, fixed: false }
    }

    fn seatings(plan: &Plan) -> Vec<Vec<usize>> {
        (0..plan.cycle()).map(|number| plan.fixture(number).seats).collect()
    }

    #[test]
    fn seats_rotate_and_all_players_meet() {
        assert_eq!(seatings(&plan(2, 2)), [[0, 1], [1, 0]]);
        assert_eq!(seatings(&plan(1, 2)), [[0, 0]]);
        assert_eq!(seatings(&plan(3, 2)), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(seatings(&plan(2, 4)), [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(seatings(&plan(3, 3)), [[0, 1, 2], [1, 2, 0], [2, 0, 1]]);
        assert_eq!(seatings(&plan(4, 3)).len(), 12);
        // Two bots and three seats: A B A, B A A, A A B.
        assert_eq!(seatings(&plan(2, 3)), [[0, 1, 0], [1, 0, 0], [0, 0, 1]]);
        assert_eq!(seatings(&Plan { fixed: true, ..plan(2, 2) }), [[0, 1]]);
    }

    #[test]
    fn paired_games_share_the_opening_but_not_the_seed() {
        let plan = plan(2, 2);
        let [first, second, third] = [0, 1, 2].map(|number| plan.fixture(number));
        assert_eq!((first.opening, second.opening, third.opening), (0, 0, 1));
        assert_eq!(first.opening_seed, second.opening_seed);
        assert_ne!(first.seed, second.seed);
        assert_ne!(second.opening_seed, third.opening_seed);
        assert_ne!(plan.fixture(0), Plan { seed: 6, ..plan.clone() }.fixture(0));
    }

    #[test]
    fn shards_are_the_whole() {
        let plan = Plan { games: 101, ..plan(2, 2) };
        for count in [1, 2, 3, 7, 200] {
            let shards: Vec<Shard> = (0..count).map(|index| plan.shard(index, count)).collect();
            assert_eq!((shards[0].first, shards[shards.len() - 1].end), (0, 101));
            assert!(shards.windows(2).all(|pair| pair[0].end == pair[1].first));
        }
    }
}
